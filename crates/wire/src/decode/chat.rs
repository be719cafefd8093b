//! A stream of chat completions: chunks of a message, each with what is new.

use secondwind_core::{Dialect, Usage};
use serde_json::{Map, Value, json};

use super::{Delta, append, index, overwrite, tell};
use crate::failure::Failure;

/// A completion as far as it has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Completion {
    /// Everything but the choices.
    head: Map<String, Value>,
    choices: Vec<Choice>,
    told: Option<Usage>,
    /// Whether the chunk has come that tells of the usage alone.
    is_counted: bool,
    is_done: bool,
}

#[derive(Clone, Debug, Default)]
struct Choice {
    index: usize,
    /// Everything but the message.
    rest: Map<String, Value>,
    message: Map<String, Value>,
    calls: Vec<Call>,
}

#[derive(Clone, Debug)]
struct Call {
    /// The provider's number of it.
    given: Option<usize>,
    /// The number that it is shown under.
    index: usize,
    value: Map<String, Value>,
    name: String,
    arguments: String,
}

/// What a chunk has and a whole reply has not, or has in another shape. The one in the middle is
/// noise that hides the length of the text from those who see only how long a packet is.
const OF_STREAMS: [&str; 4] = ["choices", "obfuscation", "object", "error"];

impl Completion {
    pub(super) fn take(&mut self, chunk: &Value, deltas: &mut Vec<Delta>) {
        if self.is_done {
            return;
        }
        for (key, value) in chunk.as_object().into_iter().flatten() {
            if !OF_STREAMS.contains(&key.as_str()) {
                overwrite(&mut self.head, key, value);
            }
        }
        let choices = chunk.get("choices").and_then(Value::as_array);
        let has_usage = chunk.get("usage").is_some_and(Value::is_object);
        self.is_counted |= has_usage && choices.is_none_or(Vec::is_empty);
        for choice in choices.into_iter().flatten() {
            let index = index(choice, "index");
            let place = self.choices.iter().position(|known| known.index == index);
            let place = place.unwrap_or_else(|| {
                self.choices.push(Choice { index, ..Choice::default() });
                self.choices.len() - 1
            });
            let before = deltas.len();
            self.choices[place].take(choice, deltas);
            // A screen shows one.
            if index > 0 {
                deltas.truncate(before);
            }
        }
        if has_usage || chunk.get("timings").is_some() {
            let timings = || self.head.get("timings").and_then(usage_of_timings);
            let usage = self.head.get("usage").filter(|usage| usage.is_object()).cloned();
            let usage = usage.or_else(timings).unwrap_or_default();
            tell(&Dialect::OpenAiChat.usage(&usage), &mut self.told, deltas);
        }
    }

    pub(super) const fn done(&mut self) {
        self.is_done = true;
    }

    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Some servers leave out the mark at the end. The usage comes last of all, in a chunk without
    /// a choice, so that a stream with it and a reason to stop is whole.
    pub(super) fn finish(mut self) -> Result<Value, Failure> {
        let has_stopped =
            |choice: &Choice| choice.rest.get("finish_reason").is_some_and(Value::is_string);
        let is_whole = !self.choices.is_empty() && self.choices.iter().all(has_stopped);
        if !is_whole || !(self.is_done || self.is_counted) {
            return Err(Failure::cut());
        }
        self.choices.sort_by_key(|choice| choice.index);
        let choices = self.choices.into_iter().map(Choice::whole).collect();
        let mut reply = Map::new();
        for key in ["id", "object", "created", "model"] {
            let value = if key == "object" {
                Some(json!("chat.completion"))
            } else {
                self.head.shift_remove(key)
            };
            reply.extend(value.map(|value| (key.to_owned(), value)));
        }
        reply.insert("choices".to_owned(), Value::Array(choices));
        reply.extend(self.head);
        let mut reply = Value::Object(reply);
        count_timings(&mut reply);
        Ok(reply)
    }
}

impl Choice {
    fn take(&mut self, choice: &Value, deltas: &mut Vec<Delta>) {
        for (key, value) in choice.as_object().into_iter().flatten() {
            match (key.as_str(), self.rest.get_mut(key), value) {
                ("index" | "delta", ..) => {}
                ("logprobs", Some(Value::Object(known)), Value::Object(new)) => {
                    new.iter().for_each(|(key, value)| join(known, key, value));
                }
                _ => overwrite(&mut self.rest, key, value),
            }
        }
        for (key, value) in choice.get("delta").and_then(Value::as_object).into_iter().flatten() {
            match (key.as_str(), value) {
                ("role", _) => overwrite(&mut self.message, key, value),
                ("tool_calls", Value::Array(calls)) => {
                    for call in calls {
                        self.take_call(call, deltas);
                    }
                }
                ("function_call", Value::Object(_)) => self.take_function(value),
                _ => {
                    deltas.extend(shown(key, value));
                    join(&mut self.message, key, value);
                }
            }
        }
    }

    fn take_call(&mut self, call: &Value, deltas: &mut Vec<Delta>) {
        let text = |object: &Value, key| {
            object
                .get(key)
                .and_then(Value::as_str)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        let id = text(call, "id");
        let place = self.place(call.get("index").map(|_| index(call, "index")), id.as_deref());
        let known = &mut self.calls[place];
        for (key, value) in call.as_object().into_iter().flatten() {
            if !matches!(key.as_str(), "index" | "function") && *value != json!("") {
                overwrite(&mut known.value, key, value);
            }
        }
        let function = call.get("function").unwrap_or(&Value::Null);
        let index = known.index;
        if let Some(name) = text(function, "name").filter(|name| *name != known.name) {
            // A name in pieces is rare; a name again with each piece is not.
            if known.name.is_empty() {
                deltas.push(Delta::Call { index, name: name.clone() });
            }
            known.name.push_str(&name);
        }
        let json = match function.get("arguments") {
            None | Some(Value::Null) => return,
            Some(Value::String(json)) => json.clone(),
            // Some servers forget that it is to be text.
            Some(arguments) => arguments.to_string(),
        };
        known.arguments.push_str(&json);
        if !json.is_empty() {
            deltas.push(Delta::Input { index, json });
        }
    }

    /// Where a call is that a piece belongs to. Calls are told apart by their index; some servers
    /// give all the same or none, and an id of its own to each.
    fn place(&mut self, given: Option<usize>, id: Option<&str>) -> usize {
        let id_of = |call: &Call| call.value.get("id").and_then(Value::as_str).map(str::to_owned);
        let is_given = |call: &Call| given.is_none() || call.given == given;
        let calls = &self.calls;
        let last = calls.iter().rposition(is_given);
        let named = calls.iter().rposition(|call| is_given(call) && id_of(call).as_deref() == id);
        let same = match id {
            None => last,
            Some(_) => named.or_else(|| last.filter(|last| id_of(&calls[*last]).is_none())),
        };
        if let Some(place) = same {
            return place;
        }
        // A number of its own, where another call has this one.
        let is_free = |index: &usize| calls.iter().all(|call| call.index != *index);
        let next = calls.iter().map(|call| call.index.saturating_add(1)).max();
        let index = given.filter(is_free).or(next).unwrap_or_default();
        let (value, name, arguments) = (Map::new(), String::new(), String::new());
        self.calls.push(Call { given, index, value, name, arguments });
        self.calls.len() - 1
    }

    /// The one call of older servers.
    fn take_function(&mut self, function: &Value) {
        let known = self.message.entry("function_call").or_insert_with(|| json!({}));
        let (Some(known), Some(function)) = (known.as_object_mut(), function.as_object()) else {
            return;
        };
        function.iter().for_each(|(key, value)| join(known, key, value));
    }

    fn whole(mut self) -> Value {
        let mut message = Map::new();
        let role = self.message.shift_remove("role").filter(Value::is_string);
        message.insert("role".to_owned(), role.unwrap_or_else(|| json!("assistant")));
        message
            .insert("content".to_owned(), self.message.shift_remove("content").unwrap_or_default());
        message.extend(self.message);
        if !self.calls.is_empty() {
            let calls = self.calls.into_iter().map(Call::whole).collect();
            message.insert("tool_calls".to_owned(), Value::Array(calls));
        }
        let mut choice = Map::new();
        choice.insert("index".to_owned(), self.index.into());
        choice.insert("message".to_owned(), Value::Object(message));
        choice.extend(self.rest);
        Value::Object(choice)
    }
}

impl Call {
    fn whole(mut self) -> Value {
        self.value.entry("type").or_insert_with(|| json!("function"));
        let function = json!({ "name": self.name, "arguments": self.arguments });
        self.value.insert("function".to_owned(), function);
        Value::Object(self.value)
    }
}

/// What a member of a delta is to a screen.
fn shown(key: &str, value: &Value) -> Option<Delta> {
    let text = value.as_str().filter(|text| !text.is_empty())?.to_owned();
    match key {
        "content" => Some(Delta::Text(text)),
        "reasoning_content" | "reasoning" => Some(Delta::Thinking(text)),
        "refusal" => Some(Delta::Refusal(text)),
        _ => None,
    }
}

/// Adds a piece to a member: texts and lists grow, all else is overwritten.
fn join(object: &mut Map<String, Value>, key: &str, value: &Value) {
    match (object.get_mut(key), value) {
        (_, Value::String(more)) => append(object, key, more),
        (Some(Value::Array(known)), Value::Array(more)) => known.extend_from_slice(more),
        _ => overwrite(object, key, value),
    }
}

/// Gives a reply of llama.cpp's server a usage, where it tells only the time that it took.
pub(super) fn count_timings(reply: &mut Value) {
    if !reply.get("usage").is_some_and(Value::is_object)
        && let Some(usage) = reply.get("timings").and_then(usage_of_timings)
    {
        reply["usage"] = usage;
    }
}

/// The prompt is what was read and what was cached.
fn usage_of_timings(timings: &Value) -> Option<Value> {
    let figure = |key| timings.get(key).and_then(Value::as_u64);
    let (read, written) = (figure("prompt_n")?, figure("predicted_n")?);
    let cached = figure("cache_n").unwrap_or_default();
    let prompt = read.saturating_add(cached);
    Some(json!({
        "prompt_tokens": prompt,
        "completion_tokens": written,
        "total_tokens": prompt.saturating_add(written),
        "prompt_tokens_details": { "cached_tokens": cached },
    }))
}
