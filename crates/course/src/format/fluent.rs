//! A file of Fluent messages: what each says, shows and chooses by, and where it stands. Nothing is
//! formatted here; whoever shows a text does that, with the numbers of its language.

use std::{collections::BTreeMap, fmt::Write as _};

use fluent_syntax::{
    ast::{
        CallArguments, Entry, Expression, Identifier, InlineExpression, Pattern, PatternElement,
        VariantKey,
    },
    parser::{self, ErrorKind, ParserError},
};

use crate::source::{Args, Issue, Lines, MAX_BYTES, SourceFile, args};

/// The functions that texts can use.
const FUNCTIONS: [&str; 2] = ["NUMBER", "JOSA"];

/// The plural categories of CLDR.
const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The deepest that choices may stand within one another. The parser goes down with them, and its
/// stack ends.
const MAX_DEPTH: usize = 50;

/// The messages of a file, and the faults of its syntax.
pub(crate) struct Catalog<'a> {
    pub(crate) file: &'a SourceFile,
    lines: Lines,
    pub(crate) messages: BTreeMap<String, Message>,
    pub(crate) terms: BTreeMap<String, Message>,
    pub(crate) issues: Vec<Issue>,
}

/// A message: its value, if it has one, and its attributes.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) at: usize,
    pub(crate) value: Option<Words>,
    pub(crate) attributes: BTreeMap<String, Words>,
}

/// What a value or an attribute says.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// Where its message or attribute begins.
    pub(crate) at: usize,
    pub(crate) is_blank: bool,
    /// The values that it shows or chooses by, each with its first place.
    pub(crate) values: BTreeMap<String, usize>,
    /// The functions, messages and terms that it refers to.
    pub(crate) references: Vec<Reference>,
    /// The choices by a value.
    pub(crate) choices: Vec<Choice>,
    /// The text with `{$name}` for values, for telling two texts apart.
    sign: String,
}

/// A function, a message or a term that a text refers to.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) at: usize,
    pub(crate) kind: &'static str,
    pub(crate) name: String,
}

/// A choice by a value.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) at: usize,
    /// The plural categories that it has, `one` also for the number 1.
    pub(crate) plurals: Vec<String>,
    /// Keys that are neither numbers nor categories, each with its place.
    pub(crate) others: Vec<(usize, String)>,
}

impl<'a> Catalog<'a> {
    pub(crate) fn parse(file: &'a SourceFile) -> Self {
        let mut catalog = Self {
            file,
            lines: Lines::new(&file.text),
            messages: BTreeMap::new(),
            terms: BTreeMap::new(),
            issues: Vec::new(),
        };
        if file.text.len() > MAX_BYTES {
            catalog.issues.push(Issue::too_large(&file.name, file.text.len() as u64));
            return catalog;
        }
        if let Some(at) = too_deep(&file.text) {
            catalog.note(at, "too-deep", args([("limit", MAX_DEPTH.into())]));
            return catalog;
        }
        let resource = parser::parse(file.text.as_str()).unwrap_or_else(|(resource, errors)| {
            for error in errors {
                let args = args([
                    ("detail", error.to_string().into()),
                    ("slip", slip(&file.text, &error).into()),
                ]);
                catalog.note(error.pos.start, "fluent-syntax", args);
            }
            resource
        });
        let reader = Reader { source: &file.text };
        for entry in &resource.body {
            let (id, value, attributes, is_term) = match entry {
                Entry::Message(it) => (&it.id, it.value.as_ref(), &it.attributes, false),
                Entry::Term(it) => (&it.id, Some(&it.value), &it.attributes, true),
                _ => continue,
            };
            let (at, name) = (reader.offset(id.name), id.name.to_owned());
            let mut read = Message {
                at,
                value: value.map(|pattern| reader.words(pattern, at)),
                attributes: BTreeMap::new(),
            };
            for attribute in attributes {
                let at = reader.offset(attribute.id.name);
                let words = reader.words(&attribute.value, at);
                if read.attributes.insert(attribute.id.name.to_owned(), words).is_some() {
                    catalog.note(at, "same-id", args([("id", attribute.id.name.into())]));
                }
            }
            let known = if is_term { &mut catalog.terms } else { &mut catalog.messages };
            if known.insert(name.clone(), read).is_some() {
                catalog.note(at, "same-id", args([("id", name.into())]));
            }
        }
        catalog
    }

    /// Notes a fault at an offset.
    pub(crate) fn note(&mut self, at: usize, code: &'static str, args: Args) {
        if self.issues.len() <= super::document::MAX_ISSUES {
            self.issues.push(Issue::at(self.file, &self.lines, &(at..at), code, args));
        }
    }

    /// Whether what is referred to is there.
    pub(crate) fn knows(&self, reference: &Reference) -> bool {
        match reference.kind {
            "function" => FUNCTIONS.contains(&reference.name.as_str()),
            _ => self.resolve(reference).is_some(),
        }
    }

    /// The words that are referred to; `None` for a function, and for what is not there.
    pub(crate) fn resolve(&self, reference: &Reference) -> Option<&Words> {
        let all = match reference.kind {
            "message" => &self.messages,
            "term" => &self.terms,
            _ => return None,
        };
        match reference.name.split_once('.') {
            Some((name, attribute)) => all.get(name)?.attributes.get(attribute),
            None => all.get(&reference.name)?.value.as_ref(),
        }
    }

    /// A message's value, or an attribute of it.
    pub(crate) fn words(&self, message: &str, attribute: Option<&str>) -> Option<&Words> {
        let message = self.messages.get(message)?;
        match attribute {
            None => message.value.as_ref(),
            Some(name) => message.attributes.get(name),
        }
    }
}

impl Words {
    /// The Markdown, with signs for what is put in.
    pub(crate) fn markdown(&self) -> &str {
        &self.sign
    }

    /// The text with figures for the values that are known, for telling two texts apart.
    pub(crate) fn with(&self, values: &[(String, f64)]) -> String {
        let mut text = self.sign.split_whitespace().collect::<Vec<_>>().join(" ");
        for (name, value) in values {
            text = text.replace(&format!("{{${name}}}"), &value.to_string());
        }
        text
    }
}

/// Reads patterns. Parts of them are slices of the source, which is how they are placed.
#[derive(Clone, Copy)]
struct Reader<'a> {
    source: &'a str,
}

impl Reader<'_> {
    fn offset(self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.source.as_ptr() as usize)
    }

    /// Where a value is named, with the `$` before its name.
    fn value_offset(self, name: &str) -> usize {
        self.offset(name).saturating_sub(1)
    }

    fn words(self, pattern: &Pattern<&str>, at: usize) -> Words {
        let mut words = Words { at, is_blank: true, ..Words::default() };
        self.pattern(pattern, &mut words);
        words
    }

    fn pattern(self, pattern: &Pattern<&str>, words: &mut Words) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => {
                    words.is_blank &= value.trim().is_empty();
                    words.sign.push_str(value);
                }
                PatternElement::Placeable { expression } => self.expression(expression, words),
            }
        }
    }

    fn expression(self, expression: &Expression<&str>, words: &mut Words) {
        match expression {
            Expression::Inline(inline) => self.inline(inline, words),
            Expression::Select { selector, variants } => {
                self.inline(selector, words);
                if let Some(at) = self.value(selector) {
                    let mut choice = Choice { at, plurals: Vec::new(), others: Vec::new() };
                    for variant in variants {
                        match &variant.key {
                            VariantKey::Identifier { name } if CATEGORIES.contains(name) => {
                                choice.plurals.push((*name).to_owned());
                            }
                            VariantKey::Identifier { name } => {
                                choice.others.push((self.offset(name), (*name).to_owned()));
                            }
                            VariantKey::NumberLiteral { value: "1" } => {
                                choice.plurals.push("one".to_owned());
                            }
                            VariantKey::NumberLiteral { .. } => {}
                        }
                    }
                    words.choices.push(choice);
                }
                for variant in variants {
                    let (VariantKey::Identifier { name }
                    | VariantKey::NumberLiteral { value: name }) = &variant.key;
                    let _ = write!(words.sign, "[{name}]");
                    self.pattern(&variant.value, words);
                }
            }
        }
    }

    /// Where the value is that is chosen by: the selector itself, or what `NUMBER` is given.
    fn value(self, selector: &InlineExpression<&str>) -> Option<usize> {
        match selector {
            InlineExpression::VariableReference { id } => Some(self.value_offset(id.name)),
            InlineExpression::FunctionReference { arguments, .. } => {
                arguments.positional.iter().find_map(|inner| self.value(inner))
            }
            _ => None,
        }
    }

    fn inline(self, inline: &InlineExpression<&str>, words: &mut Words) {
        let mut refer = |kind, id: &str, attribute: Option<&Identifier<&str>>| {
            let name = match attribute {
                Some(attribute) => format!("{id}.{}", attribute.name),
                None => id.to_owned(),
            };
            words.references.push(Reference { at: self.offset(id), kind, name });
        };
        match inline {
            InlineExpression::StringLiteral { value } => {
                words.is_blank &= value.trim().is_empty();
                words.sign.push_str(value);
            }
            InlineExpression::NumberLiteral { value } => {
                words.is_blank = false;
                words.sign.push_str(value);
            }
            InlineExpression::VariableReference { id } => {
                words.is_blank = false;
                words
                    .values
                    .entry(id.name.to_owned())
                    .or_insert_with(|| self.value_offset(id.name));
                let _ = write!(words.sign, "{{${}}}", id.name);
            }
            InlineExpression::FunctionReference { id, arguments } => {
                refer("function", id.name, None);
                self.arguments(arguments, words);
            }
            InlineExpression::MessageReference { id, attribute } => {
                words.is_blank = false;
                refer("message", id.name, attribute.as_ref());
                let _ = write!(words.sign, "{{{}}}", id.name);
            }
            InlineExpression::TermReference { id, arguments, attribute } => {
                words.is_blank = false;
                refer("term", id.name, attribute.as_ref());
                let _ = write!(words.sign, "{{-{}}}", id.name);
                if let Some(arguments) = arguments {
                    self.arguments(arguments, words);
                }
            }
            InlineExpression::Placeable { expression } => self.expression(expression, words),
        }
    }

    fn arguments(self, arguments: &CallArguments<&str>, words: &mut Words) {
        for argument in &arguments.positional {
            self.inline(argument, words);
        }
    }
}

/// What an author most likely did where the parser has this fault; `none` where its own words serve
/// better.
fn slip(text: &str, error: &ParserError) -> &'static str {
    let (before, after) = text.split_at_checked(error.pos.start).unwrap_or((text, ""));
    let start = before.rsplit('\n').next().unwrap_or_default();
    let line = start.to_owned() + after.lines().next().unwrap_or_default();
    let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
    match &error.kind {
        _ if line.get(..blanks).is_some_and(|blanks| blanks.contains('\t')) => "tab",
        ErrorKind::ExpectedToken('}')
        | ErrorKind::UnbalancedClosingBrace
        | ErrorKind::ExpectedInlineExpression => "brace",
        ErrorKind::ExpectedToken('=') | ErrorKind::ExpectedCharRange { .. } => {
            // Of an attribute, the parser tells only where it begins.
            let is_open =
                start.contains('{') || line.matches('{').count() != line.matches('}').count();
            if is_open { "brace" } else { "margin" }
        }
        ErrorKind::ExpectedMessageField { .. } => "empty",
        _ => "none",
    }
}

/// Where choices go deeper than [`MAX_DEPTH`].
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_line_start = true;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            // An entry begins at the first column, and ends what was open.
            b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'#' if is_line_start => depth = 0,
            b'{' => depth += 1,
            b'(' if depth > 0 => depth += 1,
            b'}' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(at);
        }
        is_line_start = byte == b'\n';
    }
    None
}
