//! A TOML document as JSON, with the place of every key and value.

use std::{collections::BTreeMap, ops::Range};

use serde_json::Value;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::source::{Args, Issue, Lines, MAX_BYTES, SourceFile, args};

/// The most faults that are told of one file, and one more that says that there are others. Whoever
/// meets so many mends the first and looks again. One above them is gathered, so that it shows.
pub(crate) const MAX_ISSUES: usize = 100;

/// A document that was read, and the faults that were found in it.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) file: SourceFile,
    pub(crate) json: Value,
    lines: Lines,
    places: BTreeMap<String, Place>,
    pub(crate) issues: Vec<Issue>,
}

/// Where a member stands.
#[derive(Clone, Debug, Default)]
struct Place {
    key: Range<usize>,
    value: Range<usize>,
}

/// What of a member a fault points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Key,
    Value,
}

impl Document {
    /// Reads a document. With broken syntax it holds nothing but the faults.
    pub(crate) fn parse(file: &SourceFile) -> Self {
        let mut document = Self {
            file: file.clone(),
            json: Value::Null,
            lines: Lines::new(&file.text),
            places: BTreeMap::new(),
            issues: Vec::new(),
        };
        if file.text.len() > MAX_BYTES {
            document.issues.push(Issue::too_large(&file.name, file.text.len() as u64));
            return document;
        }
        let (table, errors) = DeTable::parse_recoverable(&file.text);
        for error in errors {
            let slip = slip(error.message());
            let args = args([("detail", error.message().into()), ("slip", slip.into())]);
            document.note_span(&error.span().unwrap_or_default(), "syntax", args);
            // All that follows is read as if it stood in the bracket.
            if slip == "bracket" {
                break;
            }
        }
        if document.is_whole() {
            document.json = json(&DeValue::Table(table.get_ref().clone()));
            document.places.insert(String::new(), Place { key: 0..0, value: table.span() });
            document.place_table("", table.get_ref());
        }
        document
    }

    /// The same without the faults.
    pub(crate) fn without_issues(&self) -> Self {
        Self { issues: Vec::new(), ..self.clone() }
    }

    /// Whether no fault was found so far.
    pub(crate) fn is_whole(&self) -> bool {
        self.issues.is_empty()
    }

    /// Where what a pointer leads to stands; the whole document where it leads nowhere.
    pub(crate) fn span(&self, pointer: &str) -> Range<usize> {
        self.places.get(pointer).map_or(0..0, |place| place.value.clone())
    }

    /// Notes a fault of what a pointer leads to; of the nearest thing around it that is there.
    pub(crate) fn note(&mut self, pointer: &str, spot: Spot, code: &'static str, args: Args) {
        // A document with broken syntax has no places at all.
        let place = std::iter::successors(Some(pointer), |inner| Some(inner.rsplit_once('/')?.0))
            .find_map(|pointer| self.places.get(pointer));
        let span = match (place, spot) {
            (None, _) => 0..0,
            (Some(place), Spot::Key) => place.key.clone(),
            (Some(place), Spot::Value) => place.value.clone(),
        };
        self.note_span(&span, code, args);
    }

    fn note_span(&mut self, span: &Range<usize>, code: &'static str, args: Args) {
        if self.issues.len() <= MAX_ISSUES {
            self.issues.push(Issue::at(&self.file, &self.lines, span, code, args));
        }
    }

    fn place_table(&mut self, pointer: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            self.place(&member(pointer, key.get_ref()), key.span(), value);
        }
    }

    fn place(&mut self, pointer: &str, key: Range<usize>, value: &Spanned<DeValue<'_>>) {
        self.places.insert(pointer.to_owned(), Place { key, value: value.span() });
        match value.get_ref() {
            DeValue::Table(table) => self.place_table(pointer, table),
            DeValue::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.place(&format!("{pointer}/{index}"), item.span(), item);
                }
            }
            _ => {}
        }
    }
}

/// The pointer to a member of what a pointer leads to.
pub(crate) fn member(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// What the parser says, and what an author most likely did where it says so.
const SLIPS: [(&str, &str); 11] = [
    ("missing key for inline table element", "bracket"),
    ("missing comma between key-value pairs", "bracket"),
    ("missing comma between array elements", "bracket"),
    ("invalid inline table element", "bracket"),
    ("unexpected `=` in array", "bracket"),
    ("unclosed inline table", "bracket"),
    ("unclosed array", "bracket"),
    ("duplicate key", "twice"),
    ("string values must be quoted", "quotes"),
    ("missing opening quote", "quotes"),
    ("unexpected key or value", "rest"),
];

/// What an author most likely did; `none` where the parser's own words serve better.
fn slip(message: &str) -> &'static str {
    SLIPS.iter().find(|(start, _)| message.starts_with(start)).map_or("none", |(_, slip)| slip)
}

/// A value as JSON.
fn json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
            .map_or_else(|_| Value::String(integer.as_str().to_owned()), Value::from),
        DeValue::Float(float) => float
            .as_str()
            .parse::<f64>()
            .map_or_else(|_| Value::String(float.as_str().to_owned()), Value::from),
        DeValue::Datetime(datetime) => Value::String(datetime.to_string()),
        DeValue::Array(items) => items.iter().map(|item| json(item.get_ref())).collect(),
        DeValue::Table(table) => table
            .iter()
            .map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref())))
            .collect(),
    }
}
