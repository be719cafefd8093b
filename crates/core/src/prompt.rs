//! Text that the model reads: the summary request and the restart message.

use alloc::{
    borrow::ToOwned,
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    dialect::{CallId, Part, View},
    payload::{Build, Node, Payload},
    text::{elide, without_data_urls},
    wire::{Path, ReadError, Wire, known, object},
};

/// Makes [`Prompts`]: each text with its name in JSON and its default.
macro_rules! prompts {
    ($($(#[$doc:meta])* $name:ident $key:literal: $text:expr,)*) => {
        /// Every text that the harness itself says to the model. English by default.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Prompts {
            $($(#[$doc])* pub $name: String,)*
        }

        impl Prompts {
            /// The name of a blank text, if there is one.
            pub(crate) fn blank(&self) -> Option<&'static str> {
                let texts = [$(($key, &self.$name)),*];
                texts.into_iter().find(|(_, text)| text.trim().is_empty()).map(|(key, _)| key)
            }
        }

        impl Default for Prompts {
            fn default() -> Self {
                Self { $($name: $text.to_owned(),)* }
            }
        }

        impl<P: Payload> Wire<P> for Prompts {
            fn write(&self) -> Build<P> {
                Build::Map(alloc::vec![$(($key, Build::text(&self.$name))),*])
            }

            /// Texts left out are the defaults.
            fn read(node: Option<P::Node<'_>>, path: &Path<'_>) -> Result<Self, ReadError> {
                let node = object(node, path)?;
                known(&node, path, &[$($key),*])?;
                let mut prompts = Self::default();
                $(if let Some(text) = node.get($key) {
                    prompts.$name = Wire::<P>::read(Some(text), &path.member($key))?;
                })*
                Ok(prompts)
            }
        }
    };
}

prompts! {
    /// Asks for the handover summary; the history follows it.
    summary_instruction "summaryInstruction": "Your context window is about to be replaced. Write a handover summary \
        for the agent that takes over: it will see your summary and NOTES.md, and nothing else of \
        what is below.\n\
        Keep: the task, decisions on architecture and their reasons, bugs that are not solved, \
        details of the implementation that the next steps need, and the next step.\n\
        Leave out: tool output that has served its purpose, repetition, and talk.\n\
        Answer with the summary alone.",
    /// Stands above the task in the restart message, where it is pinned.
    task_heading "taskHeading": "The task, as it was given:",
    /// Stands above the summary in the restart message.
    summary_heading "summaryHeading": "Handover summary:",
    /// Stands above the notes in the restart message, and above notes that are read at the start.
    notes_heading "notesHeading": "NOTES.md as of now:",
    /// Stands above the newest instruction in the restart message, where it is pinned.
    instruction_heading "instructionHeading": "The newest instruction, which comes before all others:",
    /// What missing or empty notes read as.
    notes_empty "notesEmpty": "(NOTES.md is still empty)",
    /// The result of a successful change of the notes.
    notes_saved "notesSaved": "NOTES.md is updated.",
    /// The error result of a change of the notes that cannot be read.
    notes_without_content "notesWithoutContent": "update_notes needs a string `content`: the complete new text of NOTES.md.",
    /// The error result of an edit of a section that cannot be read.
    edit_unreadable "editUnreadable": "edit_notes needs `action` (replace, append or drop), `section`, and for the \
        first two `content`.",
    /// The error result of a change over notes that someone else has changed; their content
    /// follows it.
    notes_conflict "notesConflict": "Not saved: NOTES.md was changed by someone else. It now reads as below. Write \
        again with what holds for both.",
    /// The error result of a call whose arguments are no JSON object.
    arguments_unreadable "argumentsUnreadable": "Not run: the arguments are not a valid JSON object. Call again with \
        complete arguments.",
    /// The error result of a call in a reply that did not stop for tool use.
    call_not_run "callNotRun": "Not run: the reply ended before its tool calls were due.",
    /// The error result of a call that was open when the run was aborted.
    call_aborted "callAborted": "Not finished: the run was aborted. Its effect is unknown.",
    /// The error result of a call that was open when the process ended.
    call_interrupted "callInterrupted": "Interrupted: the process ended while this ran. Its effect is unknown; look \
        before you run it again.",
    /// What stands in the place of an old result that was elided.
    result_elided "resultElided": "[Old result left out to save room. Run the tool again if it is needed.]",
}

/// The whole text of the compaction call: the instruction, then the history as
/// [`render_history`] writes it. It goes out as one user message, without tools.
#[must_use]
pub fn summary_request(prompts: &Prompts, history: &str) -> String {
    format!("{}\n\n<history>\n{history}\n</history>", prompts.summary_instruction)
}

/// The one message of the fresh window: the handover summary, then the notes as they are in the
/// store at this moment. Missing or blank notes read as the placeholder.
///
/// ```
/// use secondwind_core::{Prompts, restart_message};
///
/// let message = restart_message(&Prompts::default(), "Half of it is done.", None);
/// assert!(message.contains("Half of it is done."));
/// assert!(message.ends_with("(NOTES.md is still empty)"));
/// ```
#[must_use]
pub fn restart_message(prompts: &Prompts, summary: &str, notes: Option<&str>) -> String {
    format!(
        "{}\n\n{summary}\n\n{}\n\n{}",
        prompts.summary_heading,
        prompts.notes_heading,
        notes_or_placeholder(prompts, notes)
    )
}

/// The notes as the model reads them: missing or blank notes read as a fixed placeholder, so
/// that "nothing noted yet" and "not asked for" cannot be mixed up.
#[must_use]
pub fn notes_or_placeholder<'a>(prompts: &'a Prompts, notes: Option<&'a str>) -> &'a str {
    match notes {
        Some(notes) if !notes.trim().is_empty() => notes,
        _ => &prompts.notes_empty,
    }
}

/// A history as text, in pieces, so that the longest can be shortened.
pub(crate) struct Rendered {
    /// Each piece, and whether it is tool output.
    pieces: Vec<(String, bool)>,
}

impl Rendered {
    /// Writes a history as text, so that the summary request needs neither tool blocks nor tools
    /// and every server takes it. Thinking is left out; what is not text becomes its name in
    /// brackets.
    pub(crate) fn new(messages: impl Iterator<Item = View>) -> Self {
        let mut pieces = Vec::new();
        let mut tools: BTreeMap<CallId, String> = BTreeMap::new();
        for message in messages {
            let role = &message.role;
            for part in message.parts {
                pieces.push(match part {
                    Part::Text(words) => (format!("{role}: {}", without_data_urls(&words)), false),
                    Part::Call { id, name, input } => {
                        let line = format!("{role} calls {name} {}", without_data_urls(&input));
                        tools.insert(id, name);
                        (line, true)
                    }
                    Part::Result { id, text, is_error, .. } => {
                        let name = tools.get(&id).map_or("tool", String::as_str);
                        let verb = if is_error { "failed" } else { "answers" };
                        (format!("{name} {verb}: {}", without_data_urls(&text)), true)
                    }
                    Part::Media(kind) | Part::Other { kind, .. } => {
                        (format!("{role}: [{kind}]"), false)
                    }
                });
            }
        }
        Self { pieces }
    }

    /// UTF-8 bytes of the whole text.
    pub(crate) fn bytes(&self) -> usize {
        self.pieces.iter().map(|(piece, _)| piece.len() + 2).sum()
    }

    /// Shortens the text to at most `limit` bytes: the largest tool output first, head and tail
    /// kept, then whatever is largest. Answers how many characters are left out.
    pub(crate) fn fit(&mut self, limit: usize) -> usize {
        let mut left_out = 0;
        for tools_only in [true, false] {
            while self.bytes() > limit {
                let over = self.bytes() - limit;
                let sizes = self.pieces.iter().enumerate();
                let chosen = sizes.filter(|(_, (_, is_tool))| *is_tool || !tools_only);
                let longest = chosen.max_by_key(|(_, (piece, _))| piece.len());
                let Some((index, length)) = longest.map(|(index, (piece, _))| (index, piece.len()))
                else {
                    break;
                };
                // Halves keep the others from being wiped out by one that is only a little longer.
                let wanted = length.saturating_sub(over).max(length / 2);
                if length < MIN_PIECE {
                    break;
                }
                let piece = &mut self.pieces[index].0;
                let cut = elide(piece, wanted);
                left_out += cut.omitted;
                *piece = cut.text;
            }
        }
        // So many small pieces are left that only dropping the middle of them helps.
        if self.bytes() > limit {
            let whole = elide(&self.text(), limit);
            left_out += whole.omitted;
            self.pieces = alloc::vec![(whole.text, false)];
        }
        left_out
    }

    pub(crate) fn text(&self) -> String {
        let pieces: Vec<_> = self.pieces.iter().map(|(piece, _)| piece.as_str()).collect();
        pieces.join("\n\n").trim().to_string()
    }
}

/// Pieces shorter than this are not shortened: nothing worth keeping would be left.
const MIN_PIECE: usize = 200;

/// Writes a history as text: what the summary request carries. Nothing is left out for length.
#[must_use]
pub fn render_history(messages: impl Iterator<Item = View>) -> String {
    Rendered::new(messages).text()
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// A history of the user's words, and of results of tools.
    fn rendered(words: &[usize], results: &[usize]) -> Rendered {
        let pieces = |sizes: &[usize], is_tool| {
            let pieces = sizes.iter().map(|size| ("x".repeat(*size), is_tool));
            pieces.collect::<Vec<_>>()
        };
        Rendered { pieces: [pieces(words, false), pieces(results, true)].concat() }
    }

    fn lengths(history: &Rendered) -> Vec<usize> {
        history.pieces.iter().map(|(piece, _)| piece.len()).collect()
    }

    #[test]
    fn the_largest_tool_output_is_shortened_first() {
        let mut history = rendered(&[3_000], &[2_000, 400]);
        assert!(history.fit(4_500) > 0);
        let [words, large, small] = lengths(&history)[..] else { panic!("three pieces") };
        assert_eq!((words, small), (3_000, 400));
        assert!((1_000..1_100).contains(&large), "{large} bytes are left");
        let mut history = rendered(&[1_000], &[MIN_PIECE]);
        assert!(history.fit(1_104) > 0);
        assert_eq!(lengths(&history)[0], 1_000, "an output that is just long enough is shortened");
        // Where that is not enough, words are shortened, too.
        assert!(history.fit(500) > 0 && lengths(&history)[0] < 1_000);
    }

    #[test]
    fn one_output_that_is_a_little_longer_is_not_wiped_out_by_the_others() {
        let mut history = rendered(&[], &[2_000, 1_900]);
        assert!(history.fit(2_100) > 0);
        assert!(lengths(&history).iter().all(|length| *length >= 900), "{:?}", lengths(&history));
    }

    #[test]
    fn a_text_is_within_its_limit_however_small_its_pieces_are() {
        let mut history = rendered(&vec![10; 50], &[]);
        assert_eq!(history.fit(600), 0);
        assert_eq!(history.text().len(), 598);
        assert!(history.fit(500) > 0);
        assert!(history.text().len() <= 500);
    }
}
