//! The stream of Responses: pieces for a screen, and at its end the whole object.

use std::collections::BTreeMap;

use secondwind_core::{Dialect, Usage};
use serde_json::{Map, Value, json};

use super::{Delta, Held, index, tell};
use crate::{failure::Failure, secret::Secret};

/// A response as far as it has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Response {
    /// The items that are whole, by their place in the output.
    items: BTreeMap<usize, Value>,
    held: Held,
    /// The object at the end.
    whole: Option<Value>,
    told: Option<Usage>,
}

impl Response {
    pub(super) fn take(&mut self, event: &Value, deltas: &mut Vec<Delta>) -> Result<(), Failure> {
        if self.is_done() {
            return Ok(());
        }
        let text = |key| event.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let index = index(event, "output_index");
        let delta = || Some(text("delta")).filter(|delta| !delta.is_empty());
        match event.get("type").and_then(Value::as_str).unwrap_or_default() {
            "response.output_text.delta" => deltas.extend(delta().map(Delta::Text)),
            "response.refusal.delta" => deltas.extend(delta().map(Delta::Refusal)),
            "response.reasoning_text.delta" | "response.reasoning_summary_text.delta" => {
                deltas.extend(delta().map(Delta::Thinking));
            }
            "response.function_call_arguments.delta"
            | "response.custom_tool_call_input.delta"
            | "response.mcp_call_arguments.delta" => {
                deltas.extend(delta().map(|json| Delta::Input { index, json }));
            }
            "response.output_item.added" => {
                let member = |key| event.get("item")?.get(key)?.as_str();
                let is_call = member("type").is_some_and(|kind| kind.ends_with("_call"));
                if let Some(name) = member("name").filter(|_| is_call) {
                    deltas.push(Delta::Call { index, name: name.to_owned() });
                }
            }
            "response.output_item.done" => {
                let item = event.get("item").cloned().unwrap_or_default();
                self.held.keep(&item);
                if self.items.insert(index, item).is_none() {
                    self.held.add()?;
                }
            }
            "response.completed"
            | "response.incomplete"
            | "response.failed"
            | "response.cancelled" => {
                let response = event.get("response").filter(|response| response.is_object());
                let Some(response) = response else {
                    return Err(Failure::malformed("the last event of the stream has no response"));
                };
                let usage = response.get("usage").unwrap_or(&Value::Null);
                let usage = Dialect::OpenAiChat.usage(&as_chat(usage));
                tell(&usage, &mut self.told, deltas);
                self.whole = Some(response.clone());
            }
            _ => {}
        }
        self.held.check()
    }

    pub(super) const fn is_done(&self) -> bool {
        self.whole.is_some()
    }

    pub(super) fn finish(self, key: Option<&Secret>) -> Result<Value, Failure> {
        let Some(mut response) = self.whole else { return Err(Failure::cut()) };
        // Some servers send the items by themselves alone.
        let output = response.get("output").and_then(Value::as_array);
        if output.is_none_or(Vec::is_empty) && !self.items.is_empty() {
            response["output"] = self.items.into_values().collect();
        }
        settled(response, key)
    }
}

/// The response, if it is one: not where the provider failed or was told to stop.
pub(super) fn settled(response: Value, key: Option<&Secret>) -> Result<Value, Failure> {
    match response.get("status").and_then(Value::as_str) {
        Some("failed") => Err(Failure::told(&json!({ "response": response }), key)),
        Some("cancelled") => Err(Failure::aborted()),
        Some("in_progress" | "queued") => Err(Failure::cut()),
        _ => Ok(response),
    }
}

/// The usage under the names that chat completions have for it.
fn as_chat(usage: &Value) -> Value {
    let mut chat = Map::new();
    for (name, key) in [
        ("prompt_tokens", "input_tokens"),
        ("completion_tokens", "output_tokens"),
        ("prompt_tokens_details", "input_tokens_details"),
    ] {
        chat.extend(usage.get(key).map(|value| (name.to_owned(), value.clone())));
    }
    Value::Object(chat)
}
