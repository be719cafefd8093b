//! Checks a document against the schema of its types, and collects every fault with its place. The
//! schema is the one that editors get, so that both say the same.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    document::{Document, Spot, member},
    files::FORMAT,
    near::nearest,
};
use crate::source::{Arg, SourceFile, args};

/// The schema of course.toml.
pub(crate) const COURSE: &str = include_str!("../../schema/course.schema.json");

/// The schema of an exercise.
pub(crate) const EXERCISE: &str = include_str!("../../schema/exercise.schema.json");

/// The schema of a scenario.
pub(crate) const SCENARIO: &str = include_str!("../../schema/scenario.schema.json");

/// The pattern that names have: what can be the name of a message or of a value in Fluent. The
/// schemas have no other.
#[cfg(feature = "schema")]
pub(crate) const NAME: &str = "^[a-zA-Z][a-zA-Z0-9-]*$";

/// Whether a text is a name.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
}

/// A schema of this crate's own, which is JSON.
pub(crate) fn schema(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// Reads a file of a schema. The document has the faults; without any, what the file says is there.
pub(crate) fn read<T: DeserializeOwned>(
    file: &SourceFile,
    schema: &Value,
) -> (Option<T>, Document) {
    let mut document = Document::parse(file);
    if document.is_whole() {
        check(&mut document, schema);
    }
    if document.is_whole() {
        let format = document.json["format"].as_u64().unwrap_or_default();
        if format != u64::from(FORMAT) {
            let args = args([("found", format.into()), ("supported", FORMAT.into())]);
            document.note("/format", Spot::Value, "format", args);
        }
    }
    let mut read = None;
    if document.is_whole() {
        match serde_json::from_value(document.json.clone()) {
            Ok(file) => read = Some(file),
            // The schema is made from the types, so that nothing is left to be found here.
            Err(error) => {
                let args = args([("detail", error.to_string().into()), ("slip", "none".into())]);
                document.note("", Spot::Key, "syntax", args);
            }
        }
    }
    (read, document)
}

/// Checks the whole document.
pub(crate) fn check(document: &mut Document, schema: &Value) {
    let json = std::mem::take(&mut document.json);
    Check { document, root: schema }.node(schema, &json, "", "");
    document.json = json;
}

struct Check<'d, 's> {
    document: &'d mut Document,
    root: &'s Value,
}

impl<'s> Check<'_, 's> {
    /// Checks a value, which is named by its key in what is said of it.
    fn node(&mut self, schema: &'s Value, value: &Value, pointer: &str, key: &str) {
        let schema = self.resolve(schema);
        if let Some(words) = words(schema) {
            self.word(&words, value, pointer, key);
        } else if let Some(variants) = variants(schema) {
            self.variant(&variants, value, pointer, key);
        } else {
            self.plain(schema, value, pointer, key);
        }
    }

    fn resolve(&self, schema: &'s Value) -> &'s Value {
        let mut schema = schema;
        while let Some(reference) = schema["$ref"].as_str() {
            let target = self.root.pointer(reference.trim_start_matches('#'));
            schema = target.unwrap_or(&Value::Null);
        }
        // What may be left out is written as one more variant, which TOML has no word for.
        let mut others = variants(schema).into_iter().flatten();
        match (others.next(), others.next()) {
            (Some(only), None) => self.resolve(only),
            _ => schema,
        }
    }

    fn word(&mut self, words: &[&str], value: &Value, pointer: &str, key: &str) {
        let Some(word) = value.as_str() else {
            self.wrong_type("string", value, pointer, key);
            return;
        };
        if !words.contains(&word) {
            let args = args([
                ("key", key.into()),
                ("found", word.into()),
                ("expected", words.join(", ").into()),
                ("nearest", nearest(word, words.iter().copied()).unwrap_or("none").into()),
            ]);
            self.document.note(pointer, Spot::Value, "unknown-word", args);
        }
    }

    /// One of several shapes: told apart by the word of their `kind`, or by their type.
    fn variant(&mut self, variants: &[&'s Value], value: &Value, pointer: &str, key: &str) {
        let variants: Vec<_> = variants.iter().map(|variant| self.resolve(variant)).collect();
        let kind = |variant: &'s Value| variant["properties"]["kind"]["const"].as_str();
        let kinds: Vec<_> = variants.iter().filter_map(|variant| kind(variant)).collect();
        if kinds.len() == variants.len() {
            if !value.is_object() {
                self.wrong_type("table", value, pointer, key);
            } else if value["kind"].is_null() {
                self.missing(pointer, "kind");
            } else if let Some(found) =
                variants.iter().find(|variant| kind(variant) == value["kind"].as_str())
            {
                self.plain(found, value, pointer, key);
            } else {
                self.word(&kinds, &value["kind"], &format!("{pointer}/kind"), "kind");
            }
            return;
        }
        if let Some(found) = variants.iter().find(|variant| has_type(variant, value)) {
            self.node(found, value, pointer, key);
            return;
        }
        let read = variants.iter().find_map(|variant| is_read(self.resolve(variant)));
        if let Some(what @ "condition") = read {
            self.typed(what, value, pointer, key);
            return;
        }
        let expected = variants.iter().filter_map(|variant| type_of(variant).map(toml_type));
        let expected = expected.collect::<Vec<_>>().join(" / ");
        self.wrong_type(&expected, value, pointer, key);
    }

    fn plain(&mut self, schema: &'s Value, value: &Value, pointer: &str, key: &str) {
        let Some(expected) = type_of(schema) else { return };
        if !has_type(schema, value) {
            match is_read(schema) {
                Some(what) if !value.is_array() => self.typed(what, value, pointer, key),
                _ => self.wrong_type(toml_type(expected), value, pointer, key),
            }
            return;
        }
        match value {
            Value::Object(members) => self.members(schema, members, pointer, key),
            Value::Array(items) => {
                let least = schema["minItems"].as_u64().unwrap_or_default();
                if (items.len() as u64) < least {
                    let args = args([
                        ("key", key.into()),
                        ("count", items.len().into()),
                        ("least", least.into()),
                    ]);
                    self.document.note(pointer, Spot::Value, "too-few", args);
                }
                for (index, item) in items.iter().enumerate() {
                    self.node(&schema["items"], item, &format!("{pointer}/{index}"), key);
                }
            }
            Value::Number(_) => self.range(schema, value, pointer, key),
            Value::String(text) if !schema["pattern"].is_null() => {
                self.name(text, pointer, Spot::Value);
            }
            _ => {}
        }
    }

    fn members(
        &mut self,
        schema: &'s Value,
        members: &Map<String, Value>,
        pointer: &str,
        key: &str,
    ) {
        let properties = schema["properties"].as_object();
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if !members.contains_key(name) {
                self.missing(pointer, name);
            }
        }
        for (name, value) in members {
            let inner = member(pointer, name);
            let known = properties.and_then(|properties| properties.get(name));
            match (known, &schema["additionalProperties"]) {
                (Some(known), _) => self.node(known, value, &inner, name),
                (None, Value::Bool(false)) => {
                    let mut known: Vec<&str> =
                        properties.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
                    known.sort_unstable();
                    let args = args([
                        ("key", name.as_str().into()),
                        ("expected", known.join(", ").into()),
                        ("nearest", nearest(name, known.iter().copied()).unwrap_or("none").into()),
                    ]);
                    self.document.note(&inner, Spot::Key, "unknown-key", args);
                }
                (None, others @ Value::Object(_)) => {
                    if !schema["propertyNames"].is_null() {
                        self.name(name, &inner, Spot::Key);
                    }
                    self.node(others, value, &inner, key);
                }
                _ => {}
            }
        }
    }

    fn range(&mut self, schema: &Value, value: &Value, pointer: &str, key: &str) {
        let number = value.as_f64().unwrap_or_default();
        // What is not negative says so itself, as its minimum.
        let (low, high) = match schema["format"].as_str() {
            Some("uint32" | "uint") => (None, Some(f64::from(u32::MAX))),
            Some("int32") => (Some(f64::from(i32::MIN)), Some(f64::from(i32::MAX))),
            _ => (None, None),
        };
        let least = schema["minimum"].as_f64().or(low);
        let most = schema["maximum"].as_f64().or(high);
        if least == Some(0.0) && number < 0.0 {
            let args = args([("key", key.into()), ("value", value.to_string().into())]);
            self.document.note(pointer, Spot::Value, "negative", args);
        } else if least.is_some_and(|least| number < least)
            || most.is_some_and(|most| number > most)
        {
            let bound =
                |bound: Option<f64>| bound.map_or_else(|| "none".to_owned(), |it| it.to_string());
            let args = args([
                ("key", key.into()),
                ("value", value.to_string().into()),
                ("least", bound(least).into()),
                ("most", bound(most).into()),
            ]);
            self.document.note(pointer, Spot::Value, "out-of-range", args);
        }
    }

    fn name(&mut self, text: &str, pointer: &str, spot: Spot) {
        if !is_name(text) {
            self.document.note(pointer, spot, "bad-name", args([("name", text.into())]));
        }
    }

    fn missing(&mut self, pointer: &str, key: &str) {
        self.document.note(pointer, Spot::Value, "missing-key", args([("key", key.into())]));
    }

    /// Something that is read off a run was typed.
    fn typed(&mut self, what: &'static str, value: &Value, pointer: &str, key: &str) {
        // A value of one's own naming goes by its name, and one of a list by that of the list.
        let name = pointer.rsplit('/').next().filter(|name| name.parse::<usize>().is_err());
        let args = args([
            ("key", name.unwrap_or(key).into()),
            ("value", value.to_string().into()),
            ("what", what.into()),
        ]);
        self.document.note(pointer, Spot::Value, "typed-answer", args);
    }

    fn wrong_type(&mut self, expected: &str, value: &Value, pointer: &str, key: &str) {
        let found = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "float",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "table",
        };
        let args: [(&'static str, Arg); 3] =
            [("key", key.into()), ("expected", expected.into()), ("found", found.into())];
        self.document.note(pointer, Spot::Value, "wrong-type", self::args(args));
    }
}

/// What a schema reads off a run, if it does: a number, or whether something holds.
fn is_read(schema: &Value) -> Option<&'static str> {
    let has = |name| !schema["properties"][name].is_null();
    (has("run") && has("get")).then(|| if has("is") { "condition" } else { "query" })
}

/// The words that a schema allows, if it is one of words alone.
fn words(schema: &Value) -> Option<Vec<&str>> {
    if let Some(word) = schema["const"].as_str() {
        return Some(vec![word]);
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(Value::as_str).collect();
    }
    let all: Option<Vec<_>> = schema["oneOf"].as_array()?.iter().map(words).collect();
    all.map(|words| words.concat())
}

/// The shapes that a schema allows, beside nothing at all.
fn variants(schema: &Value) -> Option<Vec<&Value>> {
    let variants = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array())?;
    Some(variants.iter().filter(|variant| variant["type"] != "null").collect())
}

/// The type that a schema asks for, nothing at all left aside.
fn type_of(schema: &Value) -> Option<&str> {
    match &schema["type"] {
        Value::String(name) => Some(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).find(|name| *name != "null"),
        // Words are strings.
        _ => words(schema).map(|_| "string"),
    }
}

fn has_type(schema: &Value, value: &Value) -> bool {
    match type_of(schema) {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        _ => true,
    }
}

/// The word for a type that the catalogs know.
fn toml_type(name: &str) -> &str {
    if name == "object" { "table" } else { name }
}
