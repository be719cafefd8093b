//! What a viewer sees after each entry of a run: a fold over the entries and nothing else.

use std::collections::BTreeMap;

use secondwind_core::{
    Effect, Event, Measure, MessageId, MessageKind, Notice, Outcome, Part, Placed, Prompts,
    Purpose, RequestId, Size, Tokens, handover_summary, notes_or_placeholder,
};
use serde::Serialize;
use serde_json::Value;

use crate::{
    log::{LogLine, line},
    play::{DIALECT, Entry},
    source::args,
};

/// A slice of the lesson's counter: one call.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CounterPart {
    /// The call.
    pub call: u32,
    /// Its input, as the counter takes it.
    pub input: Tokens,
    /// Its output.
    pub output: Tokens,
    /// Their sum.
    pub tokens: Tokens,
}

/// A slice of the window: the fixed part (id 0) or one message.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WindowPart {
    /// The message.
    pub id: MessageId,
    /// `fixed`, or the kind of the message.
    pub kind: &'static str,
    /// Its size.
    pub tokens: Tokens,
    /// Whether the provider counted it.
    pub counted: bool,
}

/// A message as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownMessage {
    /// Names it.
    pub id: MessageId,
    /// What it is for.
    pub kind: MessageKind,
    /// Who speaks.
    pub role: &'static str,
    /// The call that brought it or went before it; 0 before the first.
    pub call: u32,
    /// Its size.
    pub tokens: Tokens,
    /// Whether the provider counted it.
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

/// NOTES.md as it is in the store.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ShownNotes {
    /// Its content, once it was written.
    pub content: Option<String>,
    /// What it was before the last write.
    pub previous: Option<String>,
    /// How often it was written.
    pub version: u32,
    /// The call in which it was last written, or 0.
    pub call: u32,
}

/// The meters as plain figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownMeters {
    /// The lesson's counter.
    pub accumulated: Tokens,
    /// How full the window is.
    pub occupancy: Tokens,
    /// The sum over all calls.
    pub spend: Tokens,
    /// Whether the provider counted all of the lesson's counter.
    pub accumulated_counted: bool,
    /// Whether the provider counted all of the occupancy.
    pub occupancy_counted: bool,
    /// Whether the provider counted all of the spend.
    pub spend_counted: bool,
}

/// What is seen after some entries of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct View {
    pub(crate) call: u32,
    pub(crate) compactions: u32,
    pub(crate) compaction_calls: u32,
    pub(crate) accumulated: Size,
    pub(crate) spend: Size,
    pub(crate) fixed: Size,
    pub(crate) counter: Vec<CounterPart>,
    pub(crate) messages: Vec<ShownMessage>,
    pub(crate) archive: Vec<ShownMessage>,
    pub(crate) notes: ShownNotes,
    pub(crate) log: Vec<LogLine>,
    pub(crate) answer: Option<String>,
    /// Notes on their way to the store, by the request that writes them.
    writing: BTreeMap<RequestId, String>,
    /// Names of tools, by the provider's id of the call.
    tools: BTreeMap<String, String>,
    /// Tools under way, by request.
    running: BTreeMap<RequestId, String>,
    /// The tool that last returned.
    pub(crate) tool: String,
    summary: String,
}

impl View {
    pub(crate) fn new(fixed: Tokens) -> Self {
        Self {
            fixed: Size::estimated(fixed),
            accumulated: Size::ZERO,
            spend: Size::ZERO,
            ..Self::default()
        }
    }

    /// Takes the next entry.
    pub(crate) fn take(&mut self, entry: &Entry) {
        match entry {
            Entry::Event(event) => self.event(event),
            Entry::Effect(effect) => self.effect(effect),
        }
    }

    pub(crate) fn occupancy(&self) -> Tokens {
        self.messages.iter().map(|message| message.tokens).sum::<Tokens>().plus(self.fixed.tokens)
    }

    pub(crate) fn meters(&self) -> ShownMeters {
        ShownMeters {
            accumulated: self.accumulated.tokens,
            occupancy: self.occupancy(),
            spend: self.spend.tokens,
            accumulated_counted: self.accumulated.measure == Measure::Counted,
            spend_counted: self.spend.measure == Measure::Counted,
            occupancy_counted: self.window().iter().all(|part| part.counted),
        }
    }

    pub(crate) fn window(&self) -> Vec<WindowPart> {
        let fixed = WindowPart {
            id: MessageId::FIXED,
            kind: "fixed",
            tokens: self.fixed.tokens,
            counted: self.fixed.measure == Measure::Counted,
        };
        let messages = self.messages.iter().map(|message| WindowPart {
            id: message.id,
            kind: message.kind.as_str(),
            tokens: message.tokens,
            counted: message.counted,
        });
        std::iter::once(fixed).chain(messages).collect()
    }

    fn event(&mut self, event: &Event<Value>) {
        match event {
            Event::Replied(replied) => {
                // Only a summary's text is wanted here; what is no summary is simply not kept.
                let reply = DIALECT.reply(&replied.reply).ok();
                let summary = reply.and_then(|reply| handover_summary(DIALECT, &reply).ok());
                self.summary = summary.unwrap_or_default();
            }
            Event::ToolReturned(returned) => {
                self.tool = self.running.remove(&returned.request).unwrap_or_default();
            }
            Event::NotesWritten(written) => {
                if let Some(content) = self.writing.remove(&written.request) {
                    self.notes.previous = self.notes.content.replace(content);
                    self.notes.version += 1;
                    self.notes.call = self.call;
                }
            }
            _ => {}
        }
    }

    fn effect(&mut self, effect: &Effect<Value>) {
        match effect {
            Effect::Append { id, kind, size, message } => {
                let parts = self.parts(message);
                self.show(*id, *kind, *size, parts);
            }
            Effect::Replace { messages, removed } => self.replace(messages, *removed),
            Effect::CallModel { call, purpose, .. } => {
                self.call = *call;
                self.compaction_calls += u32::from(*purpose != Purpose::Main);
            }
            Effect::RunTool { request, name, .. } => {
                self.running.insert(*request, name.clone());
            }
            Effect::WriteNotes { request, content, .. } => {
                self.writing.insert(*request, content.clone());
            }
            Effect::Notify { notice } => self.notice(notice),
            Effect::Done {
                outcome: Outcome::Answered { text, .. } | Outcome::Stopped { text, .. },
            } => self.answer = Some(text.clone()),
            _ => {}
        }
        self.log.extend(line(effect));
    }

    /// What stays keeps its place among the shown; what is new is shown with its parts.
    fn replace(&mut self, messages: &[Placed<Value>], removed: usize) {
        let stays = |shown: &ShownMessage| messages.iter().any(|placed| placed.id == shown.id);
        let (kept, gone) = std::mem::take(&mut self.messages).into_iter().partition(stays);
        let mut kept: Vec<ShownMessage> = kept;
        let mut gone: Vec<ShownMessage> = gone;
        debug_assert_eq!(gone.len(), removed);
        self.archive.append(&mut gone);
        for placed in messages {
            let old = kept.iter().position(|shown| shown.id == placed.id);
            if let Some(place) = old {
                let counted = placed.size.measure == Measure::Counted;
                let tokens = placed.size.tokens;
                self.messages.push(ShownMessage { tokens, counted, ..kept.remove(place) });
                continue;
            }
            let parts = match placed.kind {
                MessageKind::Restart => self.restart_parts(),
                _ => self.parts(&placed.message),
            };
            self.show(placed.id, placed.kind, placed.size, parts);
        }
    }

    fn restart_parts(&mut self) -> Vec<ShownPart> {
        let prompts = Prompts::default();
        let notes = notes_or_placeholder(&prompts, self.notes.content.as_deref()).to_owned();
        let summary = std::mem::take(&mut self.summary);
        let parts = [("summary", summary), ("notes", notes)];
        let part = |(kind, text)| ShownPart { kind, text, tool: None, is_error: false };
        parts.map(part).into()
    }

    fn notice(&mut self, notice: &Notice) {
        match notice {
            Notice::Counted { call, purpose, usage, measure, meters, settled, .. } => {
                self.accumulated = meters.accumulated;
                self.spend = meters.spend;
                if *purpose != Purpose::Main {
                    return;
                }
                let (input, output) = (usage.input, usage.output);
                let tokens = input.plus(output);
                self.counter.push(CounterPart { call: *call, input, output, tokens });
                for correction in settled {
                    self.correct(correction.id, correction.tokens);
                }
                if *measure == Measure::Counted {
                    self.fixed.measure = Measure::Counted;
                    for message in &mut self.messages {
                        message.counted = true;
                    }
                }
            }
            Notice::Reset { .. } => {
                self.accumulated = Size::ZERO;
                self.counter.clear();
            }
            Notice::Compacted { ordinal, .. } => self.compactions = *ordinal,
            _ => {}
        }
    }

    fn correct(&mut self, id: MessageId, tokens: Tokens) {
        if id == MessageId::FIXED {
            self.fixed.tokens = tokens;
        } else if let Some(message) = self.messages.iter_mut().rfind(|message| message.id == id) {
            message.tokens = tokens;
        }
    }

    fn show(&mut self, id: MessageId, kind: MessageKind, size: Size, parts: Vec<ShownPart>) {
        let role = match kind {
            MessageKind::Reply | MessageKind::Block => "assistant",
            _ => "user",
        };
        let counted = size.measure == Measure::Counted;
        let (call, tokens) = (self.call, size.tokens);
        self.messages.push(ShownMessage { id, kind, role, call, tokens, counted, parts });
    }

    fn parts(&mut self, message: &Value) -> Vec<ShownPart> {
        let parts = DIALECT.view(message).parts.into_iter();
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

    /// The lines that end the log.
    pub(crate) fn closing_lines(&self) -> Vec<LogLine> {
        vec![
            LogLine { key: "log-answer", args: args([]) },
            LogLine {
                key: "log-totals",
                args: args([
                    ("calls", self.call.into()),
                    ("compactionCalls", self.compaction_calls.into()),
                ]),
            },
            LogLine { key: "log-compactions", args: args([("count", self.compactions.into())]) },
            LogLine { key: "log-notes", args: args([]) },
        ]
    }
}
