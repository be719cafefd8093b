//! Prints runs: the log, or every event as a line of JSON.

use std::io::{self, IsTerminal, Write};

use secondwind_course::{Args, Pending, Run};

use crate::words::{Words, shown};

/// Standard output, and how much of a run stands there already. A run with a real model grows, and
/// is shown again and again.
pub(crate) struct Screen<'a> {
    words: &'a Words,
    is_json: bool,
    lines: usize,
    entries: usize,
    /// Whether a line of streamed text has begun.
    is_inside: bool,
}

impl<'a> Screen<'a> {
    pub(crate) const fn new(words: &'a Words, is_json: bool) -> Self {
        Self { words, is_json, lines: 0, entries: 0, is_inside: false }
    }

    /// Prints what is new of a run.
    pub(crate) fn show(&mut self, run: &Run) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.is_json {
            for entry in run.entries().iter().skip(self.entries) {
                writeln!(out, "{}", entry.json())?;
            }
        } else if run.log().len() > self.lines {
            let last = run.frame(run.summary().last);
            for line in &run.log()[self.lines..] {
                let text = self.words.get(line.key, &line.args);
                let below = |text: &Option<String>| visible(text.as_deref().unwrap_or_default());
                match line.key {
                    "log-answer" => writeln!(out, "\n{text}\n{}\n", below(&last.answer))?,
                    "log-notes" => writeln!(out, "\n{text}\n{}", below(&last.notes.content))?,
                    _ => writeln!(out, "{text}")?,
                }
            }
        }
        (self.lines, self.entries) = (run.log().len(), run.entries().len());
        out.flush()
    }

    /// Says what a run under way waits for, if it is one.
    pub(crate) fn pending(&self, run: &Run) -> io::Result<()> {
        let line = match run.pending() {
            _ if self.is_json => return Ok(()),
            None => return Ok(()),
            Some(Pending::Call { request }) => {
                self.words.get("open-call", &Args::from([("call", request.call.into())]))
            }
            Some(Pending::Tool { name, .. }) => {
                self.words.get("open-tool", &Args::from([("tool", name.into())]))
            }
        };
        writeln!(io::stdout(), "{line}")
    }

    /// Whether text is to be shown as it comes.
    pub(crate) fn streams(&self) -> bool {
        !self.is_json && io::stdout().is_terminal()
    }

    /// Shows text as it comes.
    pub(crate) fn stream(&mut self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        self.is_inside = !text.ends_with('\n');
        write!(out, "{}", visible(text))?;
        out.flush()
    }

    /// Ends the line of text that has come.
    pub(crate) fn end_stream(&mut self) -> io::Result<()> {
        if self.is_inside {
            self.is_inside = false;
            writeln!(io::stdout())?;
        }
        Ok(())
    }
}

/// A text with its lines, whose other control characters do not steer the terminal.
fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for part in text.split_inclusive(['\n', '\t']) {
        let (line, end) = match part.strip_suffix(['\n', '\t']) {
            Some(line) => part.split_at(line.len()),
            None => (part, ""),
        };
        visible.extend([&shown(line), end]);
    }
    visible
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn text_keeps_its_lines_and_cannot_steer_the_terminal() {
        assert_eq!(visible("a\n\tb\n"), "a\n\tb\n");
        assert_eq!(visible("a\u{1b}[2Jb\r\n"), "a\\u{1b}[2Jb\\r\n");
        assert_eq!(visible(""), "");
    }
}
