//! What is shown of a run once and for all: every message with its text, every version of the
//! notes, every line of the log. Frames name what they hold of it.

use std::collections::BTreeMap;

use secondwind_core::{
    Dialect, Effect, Event, Measure, MessageId, MessageKind, Meter, Notice, Outcome, Part, Placed,
    Prompts, RequestId, Size, Tokens, handover_summary, notes_or_placeholder,
};
use serde::Serialize;
use serde_json::Value;

use crate::{
    log::{LogLine, line},
    patch::{Bug, Patch},
    play::Entry,
    view::View,
};

/// A message as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownMessage {
    /// Names it. Comes twice only where results gave way to a line that says so.
    pub id: MessageId,
    /// What it is for.
    pub kind: MessageKind,
    /// Who speaks.
    pub role: &'static str,
    /// The call that brought it or went before it; 0 before the first.
    pub call: u32,
    /// The step in which it came.
    pub step: usize,
    /// The step in which it left the window, if it did.
    pub left: Option<usize>,
    /// Its size when it left, or at the end of the run.
    pub tokens: Tokens,
    /// Whether the provider counted it by then.
    pub counted: bool,
    /// What is in it.
    pub parts: Vec<ShownPart>,
}

/// A part of a message as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownPart {
    /// `text`, `call`, `result`, `summary` or `notes`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The text, the arguments as JSON, or the result.
    pub text: String,
    /// The tool, for calls and results.
    pub tool: Option<String>,
    /// Whether the tool failed.
    pub is_error: bool,
}

/// What is shown of a run, while it is gathered and after.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) messages: Vec<ShownMessage>,
    pub(crate) log: Vec<LogLine>,
    /// The versions of NOTES.md, in order.
    pub(crate) notes: Vec<String>,
    pub(crate) answer: Option<String>,
    dialect: Dialect,
    /// The meter that log and gauge show where it is not the one that is compared.
    gauge: Option<Meter>,
    has_notes_in_system: bool,
    /// The places of the messages in the window.
    here: BTreeMap<MessageId, usize>,
    /// Notes on their way to the store, by the request that writes them.
    writing: BTreeMap<RequestId, String>,
    /// Names of tools, by the provider's id of the call.
    tools: BTreeMap<String, String>,
    /// The notes that were read last, and the summary that came in last.
    read: Option<String>,
    summary: String,
}

impl Shown {
    pub(crate) fn new(patch: &Patch, dialect: Dialect) -> Self {
        Self {
            dialect,
            gauge: patch.has(Bug::OtherGauge).then_some(Meter::Occupancy),
            has_notes_in_system: patch.has(Bug::NotesInSystem),
            ..Self::default()
        }
    }

    /// Takes the next entry, which stands in a step; `view` is what was known before it.
    pub(crate) fn take(&mut self, step: usize, entry: &Entry, view: &View) {
        match entry {
            Entry::Event(event) => self.event(event),
            Entry::Effect(effect) => {
                self.effect(step, effect, view);
                self.log.extend(line(step, effect, view, self.gauge));
            }
        }
    }

    /// The sizes of what is in the window at the end.
    pub(crate) fn finish(&mut self, view: &View) {
        for held in &view.messages {
            self.weigh(held.id, held.size);
        }
    }

    fn event(&mut self, event: &Event<Value>) {
        match event {
            Event::Replied(replied) => {
                // Only a summary's text is wanted here; what is no summary is simply not kept.
                let reply = self.dialect.reply(&replied.reply).ok();
                let summary = reply.and_then(|reply| handover_summary(self.dialect, &reply).ok());
                if let Some(summary) = summary {
                    self.summary = summary;
                }
            }
            Event::NotesWritten(written) => {
                self.notes.extend(self.writing.remove(&written.request));
            }
            Event::NotesRead(read) => self.read.clone_from(&read.content),
            _ => {}
        }
    }

    fn effect(&mut self, step: usize, effect: &Effect<Value>, view: &View) {
        match effect {
            Effect::Append { id, kind, message, .. } => {
                self.show(step, *id, *kind, message, view.call);
            }
            Effect::Replace { messages, .. } => self.replace(step, messages, view),
            Effect::WriteNotes { request, content, .. } => {
                self.writing.insert(*request, content.clone());
            }
            Effect::Done {
                outcome: Outcome::Answered { text, .. } | Outcome::Stopped { text, .. },
            } => self.answer = Some(text.clone()),
            _ => {}
        }
    }

    fn replace(&mut self, step: usize, messages: &[Placed<Value>], view: &View) {
        for held in &view.messages {
            let stays = messages.iter().find(|placed| placed.id == held.id);
            let is_same = stays.is_some_and(|placed| placed.size.tokens == held.size.tokens);
            if is_same {
                continue;
            }
            // A size that changes says that the content did: results gave way to a line.
            self.weigh(held.id, held.size);
            if let Some(place) = self.here.remove(&held.id) {
                self.messages[place].left = Some(step);
            }
        }
        for placed in messages {
            if !self.here.contains_key(&placed.id) {
                self.show(step, placed.id, placed.kind, &placed.message, view.call);
            }
        }
    }

    fn weigh(&mut self, id: MessageId, size: Size) {
        if let Some(message) = self.here.get(&id).and_then(|place| self.messages.get_mut(*place)) {
            message.tokens = size.tokens;
            message.counted = size.measure == Measure::Counted;
        }
    }

    fn show(&mut self, step: usize, id: MessageId, kind: MessageKind, message: &Value, call: u32) {
        let parts = match kind {
            MessageKind::Restart => self.restart_parts(),
            _ => self.parts(message),
        };
        let role = match kind {
            MessageKind::Reply | MessageKind::Block => "assistant",
            _ => "user",
        };
        self.here.insert(id, self.messages.len());
        let (left, tokens, counted) = (None, Tokens::ZERO, false);
        self.messages.push(ShownMessage {
            id,
            kind,
            role,
            call,
            step,
            left,
            tokens,
            counted,
            parts,
        });
    }

    fn restart_parts(&self) -> Vec<ShownPart> {
        let prompts = Prompts::default();
        let notes = notes_or_placeholder(&prompts, self.read.as_deref()).to_owned();
        let mut parts = vec![("summary", self.summary.clone())];
        if !self.has_notes_in_system {
            parts.push(("notes", notes));
        }
        let part = |(kind, text)| ShownPart { kind, text, tool: None, is_error: false };
        parts.into_iter().map(part).collect()
    }

    fn parts(&mut self, message: &Value) -> Vec<ShownPart> {
        let parts = self.dialect.view(message).parts.into_iter();
        parts
            .map(|part| {
                let (kind, text, tool, is_error) = match part {
                    Part::Text(text) => ("text", text, None, false),
                    Part::Call { id, name, input } => {
                        self.tools.insert(id.0, name.clone());
                        ("call", input, Some(name), false)
                    }
                    Part::Result { id, text, is_error, .. } => {
                        ("result", text, self.tools.get(&id.0).cloned(), is_error)
                    }
                    Part::Media(kind) | Part::Other { kind, .. } => {
                        ("text", format!("[{kind}]"), None, false)
                    }
                };
                ShownPart { kind, text, tool, is_error }
            })
            .collect()
    }
}

/// The statements of the lesson's loop that an entry stands for, in the words of the page.
pub(crate) fn statement(entry: &Entry) -> Option<&'static str> {
    Some(match entry {
        Entry::Event(Event::CallFailed(_)) => "throw",
        Entry::Event(Event::ToolReturned(_)) => "runTool",
        Entry::Event(Event::NotesWritten(_)) => "writeNotes",
        Entry::Event(Event::NotesRead(_)) => "readNotes",
        Entry::Effect(Effect::CallModel { purpose: secondwind_core::Purpose::Main, .. }) => "call",
        Entry::Effect(Effect::CallModel { .. }) => "summarize",
        Entry::Effect(Effect::Append { kind, .. }) => match kind {
            MessageKind::Reply => "appendReply",
            MessageKind::Results => "appendResults",
            MessageKind::Restart => "replace",
            _ => "submit",
        },
        Entry::Effect(Effect::Replace { .. }) => "replace",
        Entry::Effect(Effect::Notify { notice }) => match notice {
            Notice::Counted { purpose: secondwind_core::Purpose::Main, .. } => "trackUsage",
            Notice::Checked { .. } => "check",
            Notice::Reset { .. } => "reset",
            _ => return None,
        },
        Entry::Effect(Effect::Done { outcome: Outcome::Answered { .. } }) => "return",
        Entry::Effect(Effect::Done { .. }) => "stop",
        _ => return None,
    })
}
