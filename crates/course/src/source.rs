//! Files as they are read, and faults in them with their place.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The largest file that is read: 1 MiB. Scenarios are written by hand and stay far below it.
pub const MAX_BYTES: usize = 1 << 20;

/// One text file and the name that messages give it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// The name, as the user would write it.
    pub name: String,
    /// The content.
    pub text: String,
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Arg {
    /// Words, or a figure that is not to be grouped.
    Text(String),
    /// A count.
    Number(u64),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Arg {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Arg {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

/// The arguments of a message, by name.
pub type Args = BTreeMap<&'static str, Arg>;

/// Makes [`Args`].
pub(crate) fn args<const N: usize>(pairs: [(&'static str, Arg); N]) -> Args {
    pairs.into_iter().collect()
}

/// A fault in a file. The words are in the catalogs under `issue-<code>`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Issue {
    /// Which kind of fault.
    pub code: &'static str,
    /// The file.
    pub file: String,
    /// The line from 1, or 0 when the fault is the file as a whole.
    pub line: usize,
    /// The column in characters from 1, or 0.
    pub column: usize,
    /// The arguments of its message.
    pub args: Args,
}

impl Issue {
    /// A fault at a place in a file.
    pub(crate) fn at(
        file: &SourceFile,
        lines: &Lines,
        span: &Range<usize>,
        code: &'static str,
        args: Args,
    ) -> Self {
        let (line, column) = lines.position(&file.text, span.start);
        Self { code, file: file.name.clone(), line, column, args }
    }

    /// A file that is too large to be read; `bytes` is its size.
    pub fn too_large(name: &str, bytes: u64) -> Self {
        let args =
            args([("file", name.into()), ("size", bytes.into()), ("limit", MAX_BYTES.into())]);
        Self { code: "too-large", file: name.to_owned(), line: 0, column: 0, args }
    }
}

/// Where the lines of a text begin, so that a place is found without reading the text again.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self { starts: std::iter::once(0).chain(breaks.map(|(index, _)| index + 1)).collect() }
    }

    /// Line and column, both from 1, of a byte offset. The column counts characters.
    fn position(&self, text: &str, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        (line, text[start..offset].chars().count() + 1)
    }
}
