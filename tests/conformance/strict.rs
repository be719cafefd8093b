//! A provider that refuses what a strict server refuses.

use std::collections::BTreeSet;

use secondwind_core::{Dialect, MEDIA_ALLOWANCE, Part, Tokens, View, violations};
use serde_json::Value;

/// What the provider knows beside the request.
pub(crate) struct Strict {
    pub(crate) dialect: Dialect,
    pub(crate) window: u64,
    /// What system prompt and tools count as.
    pub(crate) fixed: u64,
    /// The thinking that it wrote itself, block by block as JSON text.
    pub(crate) thinking: BTreeSet<String>,
}

impl Strict {
    /// Why a request is refused; nothing for one that is taken.
    pub(crate) fn refusals(&self, body: &Value) -> Vec<String> {
        let messages = spoken(self.dialect, body);
        let mut found = Vec::new();
        for violation in violations(self.dialect, &messages) {
            found.push(violation.to_string());
        }
        self.tools(body, &messages, &mut found);
        ends(&messages, &mut found);
        for (place, message) in messages.iter().enumerate() {
            self.message(place, message, &mut found);
        }
        let limit =
            ["max_tokens", "max_completion_tokens"].into_iter().find_map(|key| body[key].as_u64());
        let input = self.estimate(&messages);
        match limit {
            None | Some(0) => found.push("max_tokens is missing or 0".to_owned()),
            Some(limit) if input + limit > self.window => found.push(format!(
                "input and max_tokens exceed the window: {input} + {limit} > {}",
                self.window
            )),
            Some(_) => {}
        }
        found
    }

    /// The estimate that the core documents: UTF-8 bytes / 4, 4 a message, an allowance a medium.
    pub(crate) fn estimate(&self, messages: &[Value]) -> u64 {
        let bytes = |bytes: usize| Tokens::estimate(bytes).get();
        let part = |part: &Part| match part {
            Part::Text(text) => bytes(text.len()),
            Part::Call { name, input, .. } => bytes(name.len() + input.len()),
            Part::Result { text, media, .. } => {
                bytes(text.len()) + *media as u64 * MEDIA_ALLOWANCE.get()
            }
            Part::Media(_) => MEDIA_ALLOWANCE.get(),
            Part::Other { bytes: length, .. } => bytes(*length),
        };
        let message = |message: &Value| {
            let View { parts, .. } = self.dialect.view(message);
            parts.iter().map(part).sum::<u64>() + 4
        };
        self.fixed + messages.iter().map(message).sum::<u64>()
    }

    fn tools(&self, body: &Value, messages: &[Value], found: &mut Vec<String>) {
        let tools = body.get("tools");
        let list = tools.and_then(Value::as_array);
        if tools.is_some() && list.is_none_or(Vec::is_empty) {
            found.push("tools is empty".to_owned());
        }
        let mut names = BTreeSet::new();
        for tool in list.into_iter().flatten() {
            let name = tool["name"].as_str().or_else(|| tool["function"]["name"].as_str());
            if !names.insert(name.unwrap_or_default()) {
                found.push(format!("the tool name {} is not unique", name.unwrap_or_default()));
            }
        }
        let uses_tools = messages.iter().any(|message| {
            let parts = self.dialect.view(message).parts;
            parts.iter().any(|part| matches!(part, Part::Call { .. } | Part::Result { .. }))
        });
        if uses_tools && tools.is_none() {
            found.push("tool blocks without tools".to_owned());
        }
        if body.get("tool_choice").is_some() && tools.is_none() {
            found.push("tool_choice without tools".to_owned());
        }
        let mut ids = BTreeSet::new();
        for message in messages {
            for part in self.dialect.view(message).parts {
                if let Part::Call { id, .. } = part
                    && !ids.insert(id.0.clone())
                {
                    found.push(format!("the call id {} is not unique", id.0));
                }
            }
        }
    }

    fn message(&self, place: usize, message: &Value, found: &mut Vec<String>) {
        let role = message["role"].as_str().unwrap_or_default();
        let roles: &[&str] = match self.dialect {
            Dialect::OpenAiChat => &["user", "assistant", "tool"],
            Dialect::Anthropic => &["user", "assistant"],
        };
        if !roles.contains(&role) {
            found.push(format!("message {place} has the role {role:?}"));
        }
        if message["content"].as_array().is_some_and(Vec::is_empty) {
            found.push(format!("message {place} has an empty content"));
        }
        let is_result = |block: &&Value| block["type"] == "tool_result";
        let results = blocks(message).iter().filter(is_result).count();
        let leading = blocks(message).iter().take_while(is_result).count();
        if results != leading {
            found.push(format!("message {place} has a result behind something else"));
        }
        for block in blocks(message) {
            let kind = block["type"].as_str().unwrap_or_default();
            if kind.ends_with("thinking") && !self.thinking.contains(&block.to_string()) {
                found.push(format!("invalid signature in the thinking block of message {place}"));
            }
            if kind == "tool_use" && !block["input"].is_object() {
                found.push(format!("a call of message {place} has no arguments"));
            }
        }
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
            if !serde_json::from_str::<Value>(arguments).is_ok_and(|it| it.is_object()) {
                found.push(format!("the arguments of a call in message {place} are no object"));
            }
        }
    }
}

/// The last message is the user's or a result, unless the reply before paused or compacted.
fn ends(messages: &[Value], found: &mut Vec<String>) {
    let Some(last) = messages.last() else { return };
    let kinds: Vec<_> = blocks(last).iter().filter_map(|block| block["type"].as_str()).collect();
    let goes_on = kinds.iter().any(|kind| *kind == "server_tool_use" || *kind == "compaction");
    if last["role"] == "assistant" && !goes_on {
        found.push("the last message is the assistant's".to_owned());
    }
}

/// The messages of a request, without a system message.
fn spoken(dialect: Dialect, body: &Value) -> Vec<Value> {
    let mut messages = body["messages"].as_array().cloned().unwrap_or_default();
    if dialect == Dialect::OpenAiChat
        && messages.first().is_some_and(|first| first["role"] == "system")
    {
        messages.remove(0);
    }
    messages
}

pub(crate) fn blocks(message: &Value) -> &[Value] {
    message["content"].as_array().map(Vec::as_slice).unwrap_or_default()
}
