//! The next request as it goes out, to the letter.

use secondwind_core::{
    Dialect, Effect, Event, MessageId, Prompts, Purpose, Tokens, notes_or_placeholder,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    patch::Bug,
    play::{Ending, Entry},
    provider::Sent,
    run::Run,
    scenario::{NOTES_TOOL, Tool},
};

/// A model request. `body` is what is sent, without the model's name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelRequest {
    /// The step in which it goes out.
    pub step: usize,
    /// Which call it is.
    pub call: u32,
    /// `main` or `summary`.
    pub purpose: &'static str,
    /// Its size, as the provider counts it.
    pub tokens: Tokens,
    /// What of it, from the beginning on, repeats the request before: what a prompt cache can
    /// serve.
    pub repeated: Tokens,
    /// The limit of the reply, `messages`, and for a main request the system prompt and `tools`,
    /// in the shape of the dialect.
    pub body: Value,
}

/// What a run that is under way waits for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Pending {
    /// The model's reply to this request.
    Call {
        /// What is sent.
        request: ModelRequest,
    },
    /// The result of a tool call.
    Tool {
        /// The provider's id of the call.
        call: String,
        /// The tool.
        name: String,
        /// Its arguments.
        input: Value,
    },
}

impl Run {
    /// The request that goes out in this step, or the next one after it; `None` where none does.
    pub fn request(&self, step: usize) -> Option<ModelRequest> {
        let start = self.steps.get(step)?.start;
        let at = self.calls.partition_point(|(entry, _)| *entry < start);
        let (entry, step) = *self.calls.get(at)?;
        let Entry::Effect(Effect::CallModel { call, purpose, max_tokens, messages, .. }) =
            &self.entries[entry]
        else {
            return None;
        };
        let Sent { tokens, repeated, .. } = self.sent(*call);
        let (call, purpose_word) = (*call, purpose.as_str());
        if let Some(body) = self.requests.get(call as usize - 1) {
            let body = body.clone();
            return Some(ModelRequest {
                step,
                call,
                purpose: purpose_word,
                tokens,
                repeated,
                body,
            });
        }
        let mut messages = messages.clone().unwrap_or_else(|| self.messages_at(entry));
        let mut body = json!({ self.max_tokens.as_str(): max_tokens.get() });
        if *purpose == Purpose::Main {
            let system = self.system_at(entry);
            match self.dialect {
                Dialect::Anthropic => body["system"] = system.into(),
                Dialect::OpenAiChat => {
                    messages.insert(0, json!({ "role": "system", "content": system }));
                }
            }
            body["tools"] = self.tools.clone().into();
        }
        body["messages"] = messages.into();
        Some(ModelRequest { step, call, purpose: purpose_word, tokens, repeated, body })
    }

    /// What a run that is under way waits for; `None` for one that is over.
    pub fn pending(&self) -> Option<Pending> {
        if self.summary().ending != Ending::Open {
            return None;
        }
        match self.entries.last()? {
            Entry::Effect(Effect::RunTool { call, name, input, .. }) => {
                let (call, name, input) = (call.0.clone(), name.clone(), input.clone());
                Some(Pending::Tool { call, name, input })
            }
            _ => Some(Pending::Call { request: self.request(self.summary().last)? }),
        }
    }

    /// The messages in the window before this entry.
    fn messages_at(&self, entry: usize) -> Vec<Value> {
        let before = &self.entries[..entry];
        let is_replace = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Replace { .. }));
        let start = before.iter().rposition(is_replace).unwrap_or_default();
        let mut messages: Vec<(MessageId, Value)> = Vec::new();
        for entry in &before[start..] {
            match entry {
                Entry::Effect(Effect::Replace { messages: placed, .. }) => {
                    let placed = placed.iter().map(|it| (it.id, it.message.clone()));
                    messages = placed.collect();
                }
                Entry::Effect(Effect::Append { id, message, .. }) => {
                    messages.push((*id, message.clone()));
                }
                _ => {}
            }
        }
        messages.into_iter().map(|(_, message)| message).collect()
    }

    fn system_at(&self, entry: usize) -> String {
        let system = self.system.clone();
        if !self.patch.has(Bug::NotesInSystem) {
            return system;
        }
        let read = self.entries[..entry].iter().rev().find_map(|entry| match entry {
            Entry::Event(Event::NotesRead(read)) => Some(read.content.as_deref()),
            _ => None,
        });
        let Some(notes) = read else { return system };
        let prompts = Prompts::default();
        let notes = notes_or_placeholder(&prompts, notes);
        format!("{system}\n\n{}\n\n{notes}", prompts.notes_heading)
    }
}

/// The definition of a tool in the dialect's shape.
pub(crate) fn define(tool: &Tool, dialect: Dialect) -> Value {
    let schema = tool.input_schema.clone().unwrap_or_else(|| json!({ "type": "object" }));
    let Tool { name, description, .. } = tool;
    match dialect {
        Dialect::Anthropic => {
            json!({ "name": name, "description": description, "input_schema": schema })
        }
        Dialect::OpenAiChat => {
            let function =
                json!({ "name": name, "description": description, "parameters": schema });
            json!({ "type": "function", "function": function })
        }
    }
}

/// The definition of the tool that the harness adds, as the package's driver sends it.
pub(crate) fn notes_tool(dialect: Dialect) -> Value {
    let description = "Overwrites NOTES.md with `content`, which must be its complete new text: \
                       the decisions on architecture, the open questions and the next steps as \
                       they stand now. What is left out is gone.";
    let content = json!({
        "type": "string",
        "description": "The complete new text of NOTES.md, as Markdown.",
    });
    let schema = json!({
        "type": "object",
        "properties": { "content": content },
        "required": ["content"],
    });
    let (name, description) = (NOTES_TOOL.to_owned(), description.to_owned());
    define(&Tool { name, description, input_schema: Some(schema) }, dialect)
}
