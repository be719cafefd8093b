//! Reads a TOML document key by key and collects every fault with its place, so that an author
//! sees all of them at once. Each reading answers `None` after it has noted why.

use std::{
    cell::{Cell, RefCell},
    ops::Range,
};

use secondwind_core::Tokens;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::format::near::nearest;
use crate::source::{Arg, Args, Issue, Lines, MAX_BYTES, SourceFile, args};

/// The most faults that are told of one file.
const MAX_ISSUES: usize = 100;

/// The faults found so far in one file.
pub(crate) struct Reader<'a> {
    file: &'a SourceFile,
    lines: Lines,
    issues: RefCell<Vec<Issue>>,
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Placed<T> {
    pub(crate) value: T,
    pub(crate) span: Range<usize>,
}

/// A table whose keys are being read.
pub(crate) struct Keys<'r, 'a, 'i> {
    reader: &'r Reader<'a>,
    table: &'r DeTable<'i>,
    span: Range<usize>,
    known: RefCell<Vec<&'static str>>,
    any_key: Cell<bool>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(file: &'a SourceFile) -> Self {
        Self { file, lines: Lines::new(&file.text), issues: RefCell::default() }
    }

    /// Reads the document's table with `read`, then answers what it made or every fault.
    pub(crate) fn document<T>(
        self,
        read: impl FnOnce(&Keys<'_, 'a, '_>) -> Option<T>,
    ) -> Result<T, Vec<Issue>> {
        if self.file.text.len() > MAX_BYTES {
            return Err(vec![Issue::too_large(&self.file.name, self.file.text.len() as u64)]);
        }
        let (document, errors) = DeTable::parse_recoverable(&self.file.text);
        for error in errors {
            let detail = error.message().to_owned();
            let span = error.span().unwrap_or_default();
            self.note(&span, "syntax", args([("detail", detail.into())]));
        }
        // A document with broken syntax is a guess; reading on would report faults of the guess.
        if !self.issues.borrow().is_empty() {
            return Err(self.issues.into_inner());
        }
        let keys = Keys::new(&self, document.get_ref(), document.span());
        let made = read(&keys);
        keys.finish();
        match made {
            Some(made) if self.issues.borrow().is_empty() => Ok(made),
            _ => Err(self.issues.into_inner()),
        }
    }

    pub(crate) fn note(&self, span: &Range<usize>, code: &'static str, args: Args) {
        let mut issues = self.issues.borrow_mut();
        // Whoever meets so many faults mends the first ones and looks again.
        if issues.len() < MAX_ISSUES {
            issues.push(Issue::at(self.file, &self.lines, span, code, args));
        }
    }
}

impl<'r, 'a, 'i> Keys<'r, 'a, 'i> {
    fn new(reader: &'r Reader<'a>, table: &'r DeTable<'i>, span: Range<usize>) -> Self {
        Self { reader, table, span, known: RefCell::default(), any_key: Cell::new(false) }
    }

    pub(crate) fn note(&self, span: &Range<usize>, code: &'static str, args: Args) {
        self.reader.note(span, code, args);
    }

    /// Where the table stands.
    pub(crate) fn span(&self) -> &Range<usize> {
        &self.span
    }

    /// Reports the keys that nobody asked for.
    pub(crate) fn finish(&self) {
        if self.any_key.get() {
            return;
        }
        let known = self.known.borrow();
        for key in self.table.keys() {
            if !known.contains(&key.get_ref().as_ref()) {
                let near = nearest(key.get_ref(), known.iter().copied());
                let args = args([
                    ("key", key.get_ref().as_ref().into()),
                    ("expected", known.join(", ").into()),
                    ("nearest", near.unwrap_or("none").into()),
                ]);
                self.note(&key.span(), "unknown-key", args);
            }
        }
    }

    /// All entries as strings, for a table whose keys are the author's own.
    pub(crate) fn strings(&self) -> Vec<(&'r str, Placed<String>)> {
        let strings = self.table.iter().filter_map(|(key, value)| {
            let key = key.get_ref().as_ref();
            Some((key, self.as_string(key, value)?))
        });
        let strings = strings.collect();
        self.any_key.set(true);
        strings
    }

    pub(crate) fn has(&self, key: &'static str) -> bool {
        self.find(key).is_some()
    }

    pub(crate) fn string(&self, key: &'static str) -> Option<Placed<String>> {
        self.require(key).and_then(|value| self.as_string(key, value))
    }

    pub(crate) fn optional_string(&self, key: &'static str) -> Option<Placed<String>> {
        self.find(key).and_then(|value| self.as_string(key, value))
    }

    /// One of a few words.
    pub(crate) fn word<T: Copy>(&self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        let word = self.string(key)?;
        let found = words.iter().find(|(name, _)| *name == word.value);
        if found.is_none() {
            let names: Vec<_> = words.iter().map(|(name, _)| format!("{name:?}")).collect();
            self.wrong_type(key, &word.span, &names.join(" / "), &format!("{:?}", word.value));
        }
        found.map(|(_, value)| *value)
    }

    pub(crate) fn tokens(&self, key: &'static str) -> Option<Placed<Tokens>> {
        self.require(key).and_then(|value| self.as_tokens(key, value))
    }

    pub(crate) fn optional_tokens(&self, key: &'static str) -> Option<Placed<Tokens>> {
        self.find(key).and_then(|value| self.as_tokens(key, value))
    }

    pub(crate) fn number(&self, key: &'static str) -> Option<Placed<f64>> {
        let value = self.require(key)?;
        let text = match value.get_ref() {
            DeValue::Float(float) => float.as_str(),
            DeValue::Integer(integer) => integer.as_str(),
            other => {
                self.wrong_type(key, &value.span(), "number", other.type_str());
                return None;
            }
        };
        let number = text.parse().ok();
        if number.is_none() {
            self.wrong_type(key, &value.span(), "number", text);
        }
        number.map(|number| Placed { value: number, span: value.span() })
    }

    pub(crate) fn flag(&self, key: &'static str) -> Option<bool> {
        self.placed_flag(key).map(|flag| flag.value)
    }

    pub(crate) fn placed_flag(&self, key: &'static str) -> Option<Placed<bool>> {
        let value = self.find(key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_type(key, &value.span(), "boolean", value.get_ref().type_str());
        }
        flag.map(|flag| Placed { value: flag, span: value.span() })
    }

    /// A list of whole numbers; none where the key is absent.
    pub(crate) fn ordinals(&self, key: &'static str) -> Vec<Placed<u64>> {
        let items = self.find(key).map_or_else(Vec::new, |value| self.as_items(key, value));
        let number = |item| self.as_tokens(key, item);
        let numbers = items.into_iter().filter_map(number);
        numbers.map(|Placed { value, span }| Placed { value: value.get(), span }).collect()
    }

    pub(crate) fn table(&self, key: &'static str) -> Option<Self> {
        self.require(key).and_then(|value| self.as_table(key, value))
    }

    pub(crate) fn optional_table(&self, key: &'static str) -> Option<Self> {
        self.find(key).and_then(|value| self.as_table(key, value))
    }

    /// An array of tables; none where the key is absent.
    pub(crate) fn tables(&self, key: &'static str) -> Vec<Self> {
        let items = self.find(key).map_or_else(Vec::new, |value| self.as_items(key, value));
        items.into_iter().filter_map(|item| self.as_table(key, item)).collect()
    }

    /// Any value, as JSON.
    pub(crate) fn json(&self, key: &'static str) -> Option<serde_json::Value> {
        self.require(key).map(|value| json(value.get_ref()))
    }

    fn find(&self, key: &'static str) -> Option<&'r Spanned<DeValue<'i>>> {
        self.known.borrow_mut().push(key);
        self.table.get(key)
    }

    fn require(&self, key: &'static str) -> Option<&'r Spanned<DeValue<'i>>> {
        let value = self.find(key);
        if value.is_none() {
            self.note(&self.span, "missing-key", args([("key", key.into())]));
        }
        value
    }

    fn as_string(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Placed<String>> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(key, &value.span(), "string", value.get_ref().type_str());
        }
        text.map(|text| Placed { value: text.to_owned(), span: value.span() })
    }

    fn as_items(
        &self,
        key: &str,
        value: &'r Spanned<DeValue<'i>>,
    ) -> Vec<&'r Spanned<DeValue<'i>>> {
        let Some(items) = value.get_ref().as_array() else {
            self.wrong_type(key, &value.span(), "array", value.get_ref().type_str());
            return Vec::new();
        };
        items.iter().collect()
    }

    fn as_table(&self, key: &str, value: &'r Spanned<DeValue<'i>>) -> Option<Self> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(key, &value.span(), "table", value.get_ref().type_str());
        }
        table.map(|table| Keys::new(self.reader, table, value.span()))
    }

    fn as_tokens(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Placed<Tokens>> {
        let span = value.span();
        let DeValue::Integer(integer) = value.get_ref() else {
            self.wrong_type(key, &span, "integer", value.get_ref().type_str());
            return None;
        };
        let text = integer.as_str();
        if text.starts_with('-') && text != "-0" {
            let args = args([("key", key.into()), ("value", text.into())]);
            self.note(&span, "negative", args);
            return None;
        }
        let tokens = u64::from_str_radix(text.trim_start_matches(['+', '-']), integer.radix())
            .ok()
            .and_then(|count| Tokens::try_from(count).ok());
        if tokens.is_none() {
            self.wrong_type(key, &span, "integer", text);
        }
        tokens.map(|value| Placed { value, span })
    }

    fn wrong_type(&self, key: &str, span: &Range<usize>, expected: &str, found: &str) {
        let args: [(&'static str, Arg); 3] =
            [("key", key.into()), ("expected", expected.into()), ("found", found.into())];
        self.note(span, "wrong-type", self::args(args));
    }
}

/// A value as JSON.
pub(crate) fn json(value: &DeValue<'_>) -> serde_json::Value {
    use serde_json::Value;
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
