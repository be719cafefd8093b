//! A stream of chat completions: chunks of a message, each with what is new.

use std::collections::{BTreeMap, BTreeSet};

use secondwind_core::{Dialect, Usage};
use serde_json::{Map, Value, json};

use super::{Delta, Held, index, tell};
use crate::failure::Failure;

/// A completion as far as it has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Completion {
    /// Everything but the choices.
    head: Map<String, Value>,
    /// By their index.
    choices: BTreeMap<usize, Choice>,
    held: Held,
    told: Option<Usage>,
    /// Whether the chunk has come that tells of the usage alone.
    is_counted: bool,
    is_done: bool,
}

#[derive(Clone, Debug, Default)]
struct Choice {
    /// Everything but the message.
    rest: Map<String, Value>,
    message: Map<String, Value>,
    calls: Calls,
}

/// The calls of a choice, and the places at which they are found again.
#[derive(Clone, Debug, Default)]
struct Calls {
    all: Vec<Call>,
    /// The last call of each of the provider's numbers.
    last: BTreeMap<usize, usize>,
    /// The last call of each id, and of each number and id.
    by_id: BTreeMap<String, usize>,
    by_both: BTreeMap<(usize, String), usize>,
    /// The numbers that calls are shown under.
    taken: BTreeSet<usize>,
}

#[derive(Clone, Debug)]
struct Call {
    /// The provider's number of it.
    given: Option<usize>,
    /// The number that it is shown under.
    index: usize,
    /// Whether it has an id by which it is told apart.
    is_named: bool,
    value: Map<String, Value>,
    name: String,
    arguments: String,
}

/// What a chunk has and a whole reply has not, or has in another shape. The one in the middle is
/// noise that hides the length of the text from those who see only how long a packet is.
const OF_STREAMS: [&str; 4] = ["choices", "obfuscation", "object", "error"];

impl Completion {
    pub(super) fn take(&mut self, chunk: &Value, deltas: &mut Vec<Delta>) -> Result<(), Failure> {
        if self.is_done {
            return Ok(());
        }
        for (key, value) in chunk.as_object().into_iter().flatten() {
            if !OF_STREAMS.contains(&key.as_str()) {
                self.held.overwrite(&mut self.head, key, value);
            }
        }
        let choices = chunk.get("choices").and_then(Value::as_array);
        let has_usage = chunk.get("usage").is_some_and(Value::is_object);
        self.is_counted |= has_usage && choices.is_none_or(Vec::is_empty);
        for choice in choices.into_iter().flatten() {
            let index = index(choice, "index");
            if !self.choices.contains_key(&index) {
                self.held.add()?;
            }
            let known = self.choices.entry(index).or_default();
            let before = deltas.len();
            let taken = known.take(choice, &mut self.held, deltas);
            // A screen shows one.
            if index > 0 {
                deltas.truncate(before);
            }
            taken?;
        }
        if has_usage || chunk.get("timings").is_some() {
            let timings = || self.head.get("timings").and_then(usage_of_timings);
            let usage = self.head.get("usage").filter(|usage| usage.is_object()).cloned();
            let usage = usage.or_else(timings).unwrap_or_default();
            tell(&Dialect::OpenAiChat.usage(&usage), &mut self.told, deltas);
        }
        self.held.check()
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
        let is_whole = !self.choices.is_empty() && self.choices.values().all(has_stopped);
        if !is_whole || !(self.is_done || self.is_counted) {
            return Err(Failure::cut());
        }
        let calls = self.choices.values().flat_map(|choice| &choice.calls.all);
        self.held.check_with(calls.map(|call| call.arguments.as_str()))?;
        let choices = self.choices.into_iter();
        let choices = choices.map(|(index, choice)| choice.whole(index)).collect();
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
    fn take(
        &mut self,
        choice: &Value,
        held: &mut Held,
        deltas: &mut Vec<Delta>,
    ) -> Result<(), Failure> {
        for (key, value) in choice.as_object().into_iter().flatten() {
            match (key.as_str(), self.rest.get_mut(key), value) {
                ("index" | "delta", ..) => {}
                ("logprobs", Some(Value::Object(known)), Value::Object(new)) => {
                    new.iter().for_each(|(key, value)| held.join(known, key, value));
                }
                _ => held.overwrite(&mut self.rest, key, value),
            }
        }
        for (key, value) in choice.get("delta").and_then(Value::as_object).into_iter().flatten() {
            match (key.as_str(), value) {
                ("role", _) => held.overwrite(&mut self.message, key, value),
                ("tool_calls", Value::Array(calls)) => {
                    for call in calls {
                        self.calls.take(call, held, deltas)?;
                    }
                }
                ("function_call", Value::Object(_)) => self.take_function(value, held),
                _ => {
                    deltas.extend(shown(key, value));
                    held.join(&mut self.message, key, value);
                }
            }
        }
        Ok(())
    }

    /// The one call of older servers.
    fn take_function(&mut self, function: &Value, held: &mut Held) {
        let known = self.message.entry("function_call").or_insert_with(|| json!({}));
        let (Some(known), Some(function)) = (known.as_object_mut(), function.as_object()) else {
            return;
        };
        function.iter().for_each(|(key, value)| held.join(known, key, value));
    }

    fn whole(mut self, index: usize) -> Value {
        let mut message = Map::new();
        let role = self.message.shift_remove("role").filter(Value::is_string);
        message.insert("role".to_owned(), role.unwrap_or_else(|| json!("assistant")));
        message
            .insert("content".to_owned(), self.message.shift_remove("content").unwrap_or_default());
        message.extend(self.message);
        if !self.calls.all.is_empty() {
            let calls = self.calls.all.into_iter().map(Call::whole).collect();
            message.insert("tool_calls".to_owned(), Value::Array(calls));
        }
        let mut choice = Map::new();
        choice.insert("index".to_owned(), index.into());
        choice.insert("message".to_owned(), Value::Object(message));
        choice.extend(self.rest);
        Value::Object(choice)
    }
}

impl Calls {
    fn take(
        &mut self,
        call: &Value,
        held: &mut Held,
        deltas: &mut Vec<Delta>,
    ) -> Result<(), Failure> {
        let text = |object: &Value, key| {
            object
                .get(key)
                .and_then(Value::as_str)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        let id = text(call, "id");
        let place = self.place(call.get("index").map(|_| index(call, "index")), id, held)?;
        let known = &mut self.all[place];
        for (key, value) in call.as_object().into_iter().flatten() {
            if !matches!(key.as_str(), "index" | "function") && *value != json!("") {
                held.overwrite(&mut known.value, key, value);
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
            None | Some(Value::Null) => return Ok(()),
            Some(Value::String(json)) => json.clone(),
            // Some servers forget that it is to be text.
            Some(arguments) => arguments.to_string(),
        };
        known.arguments.push_str(&json);
        if !json.is_empty() {
            deltas.push(Delta::Input { index, json });
        }
        Ok(())
    }

    /// Where a call is that a piece belongs to. Calls are told apart by their index; some servers
    /// give all the same or none, and an id of its own to each.
    fn place(
        &mut self,
        given: Option<usize>,
        id: Option<String>,
        held: &mut Held,
    ) -> Result<usize, Failure> {
        let last = match given {
            Some(given) => self.last.get(&given).copied(),
            None => self.all.len().checked_sub(1),
        };
        let same = match (&id, given) {
            (None, _) => last,
            (Some(id), None) => self.by_id.get(id).copied(),
            (Some(id), Some(given)) => self.by_both.get(&(given, id.clone())).copied(),
        };
        let same = same.or_else(|| last.filter(|last| !self.all[*last].is_named));
        let place = match same {
            Some(place) => place,
            None => self.add(given, held)?,
        };
        if let Some(id) = id.filter(|_| !self.all[place].is_named) {
            let call = &mut self.all[place];
            call.is_named = true;
            if let Some(given) = call.given {
                self.by_both.insert((given, id.clone()), place);
            }
            let last = self.by_id.entry(id).or_default();
            *last = place.max(*last);
        }
        Ok(place)
    }

    fn add(&mut self, given: Option<usize>, held: &mut Held) -> Result<usize, Failure> {
        held.add()?;
        // A number of its own, where another call has this one.
        let next = self.taken.last().map(|index| index.saturating_add(1));
        let index = given.filter(|index| !self.taken.contains(index)).or(next).unwrap_or_default();
        let place = self.all.len();
        self.taken.insert(index);
        self.last.extend(given.map(|given| (given, place)));
        let (value, name, arguments) = (Map::new(), String::new(), String::new());
        self.all.push(Call { given, index, is_named: false, value, name, arguments });
        Ok(place)
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
