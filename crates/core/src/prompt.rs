//! Text that the model reads: the summary request and the restart message.

use alloc::{
    borrow::ToOwned,
    collections::BTreeMap,
    format,
    string::{String, ToString},
};

use crate::{
    dialect::{CallId, Part, View},
    payload::{Build, Node, Payload},
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
    summary_instruction "summaryInstruction": "Your context window is about to be replaced. Write \
        a handover summary for the agent that takes over: it will see your summary and NOTES.md, \
        and nothing else of what is below.\n\
        Keep: the task, decisions on architecture and their reasons, bugs that are not solved, \
        details of the implementation that the next steps need, and the next step.\n\
        Leave out: tool output that has served its purpose, repetition, and talk.\n\
        Answer with the summary alone.",
    /// Stands above the summary in the restart message.
    summary_heading "summaryHeading": "Handover summary:",
    /// Stands above the notes in the restart message.
    notes_heading "notesHeading": "NOTES.md as of now:",
    /// What missing or empty notes read as.
    notes_empty "notesEmpty": "(NOTES.md is still empty)",
    /// The result of a successful `update_notes`.
    notes_saved "notesSaved": "NOTES.md is updated.",
    /// The error result of an `update_notes` without a `content` string.
    notes_without_content "notesWithoutContent": "update_notes needs a string `content`: the \
        complete new text of NOTES.md.",
    /// The error result of a call whose arguments are not JSON.
    arguments_unreadable "argumentsUnreadable": "Not run: the arguments are not valid JSON. Call \
        again with complete arguments.",
    /// The error result of a call in a reply that did not stop for tool use.
    call_not_run "callNotRun": "Not run: the reply ended before its tool calls were due.",
    /// The error result of a call that was open when the run was aborted.
    call_aborted "callAborted": "Not finished: the run was aborted. Its effect is unknown.",
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

/// Writes a history as text, so that the summary request needs neither tool blocks nor tools and
/// every server takes it. Thinking is left out; what is not text becomes its name in brackets.
#[must_use]
pub fn render_history(messages: impl Iterator<Item = View>) -> String {
    let mut text = String::new();
    let mut tools: BTreeMap<String, String> = BTreeMap::new();
    for message in messages {
        for part in message.parts {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            let line = match part {
                Part::Text(words) => format!("{}: {words}", message.role),
                Part::Call { id: CallId(id), name, input } => {
                    let line = format!("{} calls {name} {input}", message.role);
                    tools.insert(id, name);
                    line
                }
                Part::Result { id: CallId(id), text, is_error } => {
                    let name = tools.get(&id).map_or("tool", String::as_str);
                    let verb = if is_error { "failed" } else { "answers" };
                    format!("{name} {verb}: {text}")
                }
                Part::Other(kind) => format!("{}: [{kind}]", message.role),
            };
            text.push_str(&line);
        }
    }
    text.trim().to_string()
}
