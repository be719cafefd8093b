//! The next request as it goes out, to the letter.

use secondwind_core::{Effect, Event, MessageId, Prompts, Purpose, Tokens, notes_or_placeholder};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{patch::Bug, play::Entry, provider::Sent, run::Run, scenario::NOTES_TOOL};

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
    /// `max_tokens`, `messages`, and for a main request `system` and `tools`.
    pub body: Value,
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
        let messages = messages.clone().unwrap_or_else(|| self.messages_at(entry));
        let mut body = json!({ "max_tokens": max_tokens.get() });
        if *purpose == Purpose::Main {
            body["system"] = self.system_at(entry).into();
            body["tools"] = self.tools.clone().into();
        }
        body["messages"] = messages.into();
        let Sent { tokens, repeated, .. } = self.sent(*call);
        Some(ModelRequest { step, call: *call, purpose: purpose.as_str(), tokens, repeated, body })
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

/// The definition of the tool that the harness adds, as the package's driver sends it.
pub(crate) fn notes_tool() -> Value {
    let description = "Overwrites NOTES.md with `content`, which must be its complete new text: \
                       the decisions on architecture, the open questions and the next steps as \
                       they stand now. What is left out is gone.";
    let content = json!({
        "type": "string",
        "description": "The complete new text of NOTES.md, as Markdown.",
    });
    json!({
        "name": NOTES_TOOL,
        "description": description,
        "input_schema": {
            "type": "object",
            "properties": { "content": content },
            "required": ["content"],
        },
    })
}
