//! A streamed reply, piece by piece: its text and its usage.

use alloc::string::String;

use super::{
    Counted, Dialect, ReportedUsage,
    figures::{self, Figures, Runs},
};
use crate::payload::{Node, Payload};

/// Takes the events of a stream in order and answers the text and the usage so far.
///
/// Providers repeat their counts: a figure is overwritten, never added. An input figure of 0
/// after a larger one is a gateway that has lost it, and does not lower it.
#[derive(Clone, Debug, PartialEq)]
pub struct Streamed {
    dialect: Dialect,
    figures: Figures,
    runs: Runs,
    absurd: Option<(&'static str, String)>,
    /// The text so far.
    pub text: String,
}

impl Streamed {
    /// A stream of which nothing has come in yet.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            figures: Figures::default(),
            runs: Runs::default(),
            absurd: None,
            text: String::new(),
        }
    }

    /// Takes the next event of an Anthropic stream, or chunk of an `OpenAI` one. What is of no
    /// interest here is passed over.
    pub fn take<P: Payload>(&mut self, event: &P) {
        let node = event.node();
        match self.dialect {
            Dialect::Anthropic => self.anthropic(&node),
            Dialect::OpenAiChat => self.openai(&node),
        }
    }

    /// The usage so far.
    pub fn usage(&self) -> ReportedUsage {
        match &self.absurd {
            Some((field, value)) => ReportedUsage::Absurd { field, value: value.clone() },
            None => match self.figures.counted(self.dialect) {
                ReportedUsage::Counted(counted) => ReportedUsage::Counted(Counted {
                    window: self.runs.window.unwrap_or(counted.window),
                    spend: counted.spend.max(self.runs.spend),
                    ..counted
                }),
                none => none,
            },
        }
    }

    fn anthropic<N: Node>(&mut self, event: &N) {
        if let Some(message) = event.get("message") {
            self.merge(message.get("usage").as_ref());
        }
        self.merge(event.get("usage").as_ref());
        self.add(event.get("delta").and_then(|delta| delta.get("text")));
    }

    fn openai<N: Node>(&mut self, chunk: &N) {
        // Some servers attach running counts to each chunk, and the last chunk has no choice.
        if let Some(usage) = chunk.get("usage") {
            (self.figures, self.runs) = (Figures::default(), Runs::default());
            self.merge(Some(&usage));
        }
        let choices = chunk.get("choices").and_then(|choices| choices.items());
        let choice = choices.and_then(|choices| choices.into_iter().next());
        let delta = choice.and_then(|choice| choice.get("delta"));
        self.add(delta.and_then(|delta| delta.get("content")));
    }

    fn add<N: Node>(&mut self, text: Option<N>) {
        if let Some(text) = text.and_then(|text| text.text()) {
            self.text.push_str(&text);
        }
    }

    fn merge<N: Node>(&mut self, usage: Option<&N>) {
        let Some(usage) = usage else { return };
        let read = figures::read(self.dialect, usage);
        let new = match read.and_then(|new| Ok((new, figures::runs(self.dialect, usage)?))) {
            Ok((new, runs)) => {
                if runs != Runs::default() {
                    self.runs = runs;
                }
                new
            }
            Err(absurd) => {
                self.absurd = Some(absurd.parts());
                return;
            }
        };
        let old = &mut self.figures;
        for (old, new) in [
            (&mut old.input, new.input),
            (&mut old.cache_read, new.cache_read),
            (&mut old.cache_write, new.cache_write),
        ] {
            if new.is_some_and(|tokens| tokens.get() > 0) || old.is_none() {
                *old = new.or(*old);
            }
        }
        old.output = new.output.or(old.output);
    }
}
