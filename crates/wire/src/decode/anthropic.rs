//! Anthropic's stream: a message without content, its blocks piece by piece, and how it ended.

use std::collections::BTreeMap;

use secondwind_core::{Dialect, Streamed, Usage};
use serde_json::{Map, Value};

use super::{
    Delta,
    held::{Held, append},
    index, tell,
};
use crate::{failure::Failure, json};

/// A message as far as it has come.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// Everything but the content; `None` before it has begun.
    head: Option<Map<String, Value>>,
    blocks: Vec<Block>,
    /// The last block of each of the provider's numbers, which a gateway may use again for a later
    /// one.
    last: BTreeMap<usize, usize>,
    held: Held,
    usage: Streamed,
    told: Option<Usage>,
    is_done: bool,
}

#[derive(Clone, Debug)]
struct Block {
    value: Map<String, Value>,
    /// The arguments of a call, as far as they have come.
    input: String,
}

impl Default for Message {
    fn default() -> Self {
        Self {
            head: None,
            blocks: Vec::new(),
            last: BTreeMap::new(),
            held: Held::default(),
            usage: Streamed::new(Dialect::Anthropic),
            told: None,
            is_done: false,
        }
    }
}

impl Message {
    pub(super) fn take(&mut self, event: &Value, deltas: &mut Vec<Delta>) -> Result<(), Failure> {
        if self.is_done {
            return Ok(());
        }
        let taken = match event.get("type").and_then(Value::as_str) {
            Some("message_start") => self.begin(event, deltas),
            Some("content_block_start") => self.begin_block(event, deltas),
            Some("content_block_delta") => self.grow(event, deltas),
            Some("message_delta") => self.end(event, deltas),
            Some("message_stop") => {
                self.is_done = true;
                Ok(())
            }
            // The end of a block says nothing that its pieces have not; others are not known.
            _ => Ok(()),
        };
        taken.and_then(|()| self.held.check())
    }

    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }

    pub(super) fn finish(self) -> Result<Value, Failure> {
        let Some(mut head) = self.head.filter(|_| self.is_done) else {
            return Err(Failure::cut());
        };
        // Without a reason to stop, the end of it is missing.
        if !head.get("stop_reason").is_some_and(Value::is_string) {
            return Err(Failure::cut());
        }
        self.held.check_with(self.blocks.iter().map(|block| block.input.as_str()))?;
        let blocks = self.blocks.into_iter().map(Block::whole).collect();
        head.insert("content".to_owned(), Value::Array(blocks));
        Ok(Value::Object(head))
    }

    fn begin(&mut self, event: &Value, deltas: &mut Vec<Delta>) -> Result<(), Failure> {
        let message = event.get("message").and_then(Value::as_object);
        let Some(message) = message.filter(|_| self.head.is_none()) else {
            return Err(strange("message_start"));
        };
        event.get("message").iter().for_each(|message| self.held.keep(message));
        let mut message = message.clone();
        // Blocks that come with the beginning are kept before those that follow.
        let given = message.insert("content".to_owned(), Value::Array(Vec::new()));
        for (index, block) in given.iter().filter_map(Value::as_array).flatten().enumerate() {
            let value = block.as_object().cloned().unwrap_or_default();
            self.add(index, value)?;
        }
        self.head = Some(message);
        self.count(event, deltas);
        Ok(())
    }

    fn begin_block(&mut self, event: &Value, deltas: &mut Vec<Delta>) -> Result<(), Failure> {
        let value = event.get("content_block").and_then(Value::as_object);
        let Some(value) = value.filter(|_| self.head.is_some()) else {
            return Err(strange("content_block_start"));
        };
        event.get("content_block").iter().for_each(|block| self.held.keep(block));
        let index = index(event, "index");
        let place = self.add(index, value.clone())?;
        let member = |key| value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
        match (member("type"), member("name")) {
            (Some("text"), _) => deltas.extend(member("text").map(|it| Delta::Text(it.into()))),
            (Some("thinking"), _) => {
                deltas.extend(member("thinking").map(|it| Delta::Thinking(it.into())));
            }
            (Some(kind), Some(name)) if kind.ends_with("tool_use") => {
                deltas.push(Delta::Call { index: place, name: name.to_owned() });
            }
            _ => {}
        }
        Ok(())
    }

    /// Answers the place of the block, which no other one has.
    fn add(&mut self, index: usize, value: Map<String, Value>) -> Result<usize, Failure> {
        self.held.add()?;
        let place = self.blocks.len();
        self.last.insert(index, place);
        self.blocks.push(Block { value, input: String::new() });
        Ok(place)
    }

    fn grow(&mut self, event: &Value, deltas: &mut Vec<Delta>) -> Result<(), Failure> {
        let place = self.last.get(&index(event, "index")).copied();
        let block = place.and_then(|place| Some((place, self.blocks.get_mut(place)?)));
        let delta = event.get("delta").and_then(Value::as_object);
        let (Some((place, block)), Some(delta)) = (block, delta) else {
            return Err(strange("content_block_delta"));
        };
        let text = |key| delta.get(key).and_then(Value::as_str).unwrap_or_default();
        let said = |key| Some(text(key).to_owned()).filter(|text| !text.is_empty());
        match text("type") {
            "text_delta" => {
                append(&mut block.value, "text", text("text"));
                deltas.extend(said("text").map(Delta::Text));
            }
            "thinking_delta" => {
                append(&mut block.value, "thinking", text("thinking"));
                deltas.extend(said("thinking").map(Delta::Thinking));
            }
            "input_json_delta" => {
                block.input.push_str(text("partial_json"));
                deltas.extend(said("partial_json").map(|json| Delta::Input { index: place, json }));
            }
            "citations_delta" => {
                let citation = delta.get("citation").cloned().unwrap_or_default();
                self.held.keep(&citation);
                match block.value.get_mut("citations") {
                    Some(Value::Array(citations)) => citations.push(citation),
                    _ => drop(block.value.insert("citations".to_owned(), vec![citation].into())),
                }
            }
            // Each of these comes whole.
            "signature_delta" | "compaction_delta" => {
                for (key, value) in delta.iter().filter(|(key, _)| *key != "type") {
                    self.held.overwrite(&mut block.value, key, value);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, event: &Value, deltas: &mut Vec<Delta>) -> Result<(), Failure> {
        let (Some(head), Some(event_members)) = (&mut self.head, event.as_object()) else {
            return Err(strange("message_delta"));
        };
        let delta = event.get("delta").and_then(Value::as_object);
        for (key, value) in delta.into_iter().flatten() {
            self.held.overwrite(head, key, value);
        }
        // Beside the delta stand things of the message, such as what was done to the context.
        let beside = |key: &str| !matches!(key, "type" | "delta" | "usage");
        for (key, value) in event_members.iter().filter(|(key, _)| beside(key)) {
            self.held.overwrite(head, key, value);
        }
        if let Some(new) = event.get("usage").and_then(Value::as_object) {
            let usage = head.entry("usage").or_insert(Value::Null);
            if !usage.is_object() {
                *usage = Value::Object(Map::new());
            }
            if let Some(usage) = usage.as_object_mut() {
                merge_usage(usage, new, &mut self.held);
            }
        }
        self.count(event, deltas);
        Ok(())
    }

    fn count(&mut self, event: &Value, deltas: &mut Vec<Delta>) {
        self.usage.take(event);
        // The text is put together here; a second copy of it serves nobody.
        self.usage.text.clear();
        tell(&self.usage.usage(), &mut self.told, deltas);
    }
}

impl Block {
    /// The block with its arguments as JSON. Where they are none, as where the output limit cut
    /// them off, they stay as the text that they are, and the core answers the call with an error.
    fn whole(mut self) -> Value {
        if !self.input.trim().is_empty() {
            let input = json::read(&self.input).unwrap_or(Value::String(self.input));
            self.value.insert("input".to_owned(), input);
        }
        Value::Object(self.value)
    }
}

/// Counts are repeated, so that they are overwritten and never added. An input figure of 0 after
/// a larger one is a gateway that has lost it, as the core sees it, too.
fn merge_usage(usage: &mut Map<String, Value>, new: &Map<String, Value>, held: &mut Held) {
    for (key, value) in new {
        let is_input = key.ends_with("input_tokens");
        let has_count = usage.get(key).and_then(Value::as_u64).is_some_and(|count| count > 0);
        if !(is_input && has_count && value.as_u64() == Some(0)) {
            held.overwrite(usage, key, value);
        }
    }
}

fn strange(event: &str) -> Failure {
    Failure::malformed(&format!("the stream has a `{event}` out of place or without its content"))
}
