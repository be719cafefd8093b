//! What a reply holds so far, which has its bounds: it comes from a server, and stays in memory.

use serde_json::{Map, Value};

use crate::{
    failure::Failure,
    json::{VALUES, count, written},
};

/// How many parts a reply has, and how many values beside its texts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    parts: u32,
    values: usize,
}

impl Held {
    /// No model writes so many, and whoever shows or answers each of them has its own costs.
    pub(super) const PARTS: u32 = 10_000;

    /// One more choice, tool call or block.
    pub(super) fn add(&mut self) -> Result<(), Failure> {
        if self.parts == Self::PARTS {
            let limit = Self::PARTS;
            return Err(Failure::malformed(&format!(
                "the reply has more than {limit} choices, tool calls and blocks"
            )));
        }
        self.parts += 1;
        Ok(())
    }

    /// More values, which are kept.
    pub(super) fn keep(&mut self, value: &Value) {
        self.values += count(value);
    }

    /// Puts a member in, unless that would put `null` in the place of something.
    pub(super) fn overwrite(&mut self, object: &mut Map<String, Value>, key: &str, value: &Value) {
        if !value.is_null() || !object.contains_key(key) {
            self.keep(value);
            let before = object.insert(key.to_owned(), value.clone());
            self.values -= before.as_ref().map_or(0, count).min(self.values);
        }
    }

    /// Adds a piece to a member: texts and lists grow, all else is overwritten.
    pub(super) fn join(&mut self, object: &mut Map<String, Value>, key: &str, value: &Value) {
        match (object.get_mut(key), value) {
            (_, Value::String(more)) => append(object, key, more),
            (Some(Value::Array(known)), Value::Array(more)) => {
                self.keep(value);
                known.extend_from_slice(more);
            }
            _ => self.overwrite(object, key, value),
        }
    }

    /// Whether this has its bounds.
    pub(super) fn check(self) -> Result<(), Failure> {
        if self.values > VALUES { Err(too_many()) } else { Ok(()) }
    }

    /// The same with the arguments of these calls, which are JSON in a text.
    pub(super) fn check_with<'a>(
        mut self,
        mut inputs: impl Iterator<Item = &'a str>,
    ) -> Result<(), Failure> {
        inputs.try_for_each(|input| {
            self.values += written(input);
            self.check()
        })
    }
}

/// Appends to a member that is a string, or makes it one.
pub(super) fn append(object: &mut Map<String, Value>, key: &str, more: &str) {
    match object.get_mut(key) {
        Some(Value::String(text)) => text.push_str(more),
        _ => drop(object.insert(key.to_owned(), more.into())),
    }
}

pub(super) fn too_many() -> Failure {
    Failure::malformed(&format!("the reply has more than {VALUES} JSON values"))
}
