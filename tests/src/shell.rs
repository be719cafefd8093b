//! A shell that mirrors the history and keeps notes, and a choice of what happens next.

use std::collections::BTreeMap;

use secondwind_core::{
    CallFailed, Effect, Event, Harness, Loaded, Message, NotesConflicted, NotesFailed, NotesRead,
    NotesWritten, Notice, Purpose, Replied, RequestId, Submitted, Tokens, ToolReturned,
};
use serde_json::Value;

use crate::{
    bytes::Bytes,
    model::{Model, Wait},
    replies::{self, Request},
};

#[derive(Clone, Default)]
pub(crate) struct Shell {
    /// The list, changed by `Append` and `Replace` alone.
    pub(crate) mirror: Vec<Value>,
    /// The sizes that were told, by message; the fixed part is 0.
    pub(crate) sizes: BTreeMap<u32, u64>,
    notes: Option<String>,
    version: u32,
    /// What is to be written, by request.
    writes: BTreeMap<u32, (String, Option<String>)>,
}

impl Shell {
    pub(crate) fn new(harness: &Harness<Value>) -> Self {
        let sizes = [(0, harness.fixed().tokens.get())].into();
        Self { sizes, ..Self::default() }
    }

    pub(crate) fn perform(&mut self, effects: &[Effect<Value>]) {
        for effect in effects {
            match effect {
                Effect::Append { id, size, message, .. } => {
                    self.mirror.push(message.clone());
                    self.sizes.insert(id.0, size.tokens.get());
                }
                Effect::Replace { messages, .. } => {
                    self.mirror = messages.iter().map(|placed| placed.message.clone()).collect();
                    self.sizes.retain(|id, _| *id == 0);
                    let sizes =
                        messages.iter().map(|placed| (placed.id.0, placed.size.tokens.get()));
                    self.sizes.extend(sizes);
                }
                Effect::Notify { notice: Notice::Counted { settled, .. } } => {
                    for size in settled {
                        self.sizes.insert(size.id.0, size.tokens.get());
                    }
                }
                Effect::WriteNotes { request, content, if_version, .. } => {
                    self.writes.insert(request.0, (content.clone(), if_version.clone()));
                }
                _ => {}
            }
        }
    }

    /// The sizes as the messages have them.
    pub(crate) fn is_true_to(&self, harness: &Harness<Value>) -> bool {
        let size = |message: &Message<Value>| (message.id.0, message.size.tokens.get());
        let sizes = std::iter::once((0, harness.fixed().tokens.get()));
        let sizes: BTreeMap<_, _> = sizes.chain(harness.messages().iter().map(size)).collect();
        sizes == self.sizes
    }

    /// What happens next.
    pub(crate) fn event(
        &mut self,
        harness: &Harness<Value>,
        model: &Model,
        bytes: &mut Bytes<'_>,
    ) -> Event<Value> {
        match bytes.byte() {
            0..=165 => match model.open.iter().nth(bytes.below(model.open.len())) {
                Some((id, wait)) => self.answer(RequestId(*id), wait, harness, bytes),
                None => submitted(bytes),
            },
            166..=185 => submitted(bytes),
            186..=195 => Event::CompactionRequested,
            196..=203 => Event::Aborted,
            204..=206 => Event::Cleared,
            207..=215 => Event::Resumed,
            216..=227 => {
                let messages = replies::history(harness.config().dialect, bytes);
                Loaded { messages }.into()
            }
            _ => stray(harness, model, bytes),
        }
    }

    /// An answer that fits, however bad its news.
    fn answer(
        &mut self,
        request: RequestId,
        wait: &Wait,
        harness: &Harness<Value>,
        bytes: &mut Bytes<'_>,
    ) -> Event<Value> {
        let luck = bytes.byte();
        match wait {
            Wait::Call(_) if luck >= 235 => failed(request, bytes),
            Wait::Call(purpose) => {
                let bytes_sent = Value::Array(self.mirror.clone()).to_string().len() as u64;
                let tokens = bytes_sent / 4 + harness.fixed().tokens.get().min(1 << 40);
                let dialect = harness.config().dialect;
                let sent = Request { dialect, tokens, number: request.0 };
                let reply = match purpose {
                    Purpose::Summary if luck < 150 => replies::summary(sent, bytes),
                    Purpose::Provider if luck < 150 => replies::block(sent, bytes),
                    _ => replies::reply(sent, bytes),
                };
                Replied { request, reply }.into()
            }
            Wait::Tool(_) => returned(request, bytes),
            Wait::Read | Wait::Edit(_) | Wait::Write(_) if luck >= 225 => notes_failed(request),
            Wait::Read | Wait::Edit(_) => {
                self.others_write(bytes);
                NotesRead {
                    request,
                    content: self.notes.clone(),
                    version: self.name(),
                    tokens: size(bytes),
                }
                .into()
            }
            Wait::Write(_) => {
                self.others_write(bytes);
                let (content, if_version) = self.writes.remove(&request.0).unwrap_or_default();
                if if_version.is_some() && if_version != self.name() || luck >= 200 {
                    let content = self.notes.clone();
                    return NotesConflicted { request, content, version: self.name() }.into();
                }
                self.notes = Some(content);
                self.version += 1;
                NotesWritten { request, version: self.name(), tokens: size(bytes) }.into()
            }
        }
    }

    /// Someone else changes the notes now and then.
    fn others_write(&mut self, bytes: &mut Bytes<'_>) {
        if bytes.byte() >= 200 {
            self.notes = Some(replies::words(bytes));
            self.version += 1;
        }
    }

    fn name(&self) -> Option<String> {
        (self.version > 0).then(|| format!("v{}", self.version))
    }
}

/// An answer to a request that may be closed, wait for something else, or not exist.
fn stray(harness: &Harness<Value>, model: &Model, bytes: &mut Bytes<'_>) -> Event<Value> {
    let request = RequestId(match bytes.byte() {
        255 => u32::MAX,
        near => (model.last_request + 2).saturating_sub(u32::from(near % 6)),
    });
    let dialect = harness.config().dialect;
    match bytes.below(7) {
        0 => {
            let sent = Request { dialect, tokens: 10, number: request.0 };
            Replied { request, reply: replies::reply(sent, bytes) }.into()
        }
        1 => failed(request, bytes),
        2 => returned(request, bytes),
        3 => NotesRead { tokens: size(bytes), ..NotesRead::new(request, None) }.into(),
        4 => NotesWritten::new(request).into(),
        5 => NotesConflicted { request, content: None, version: None }.into(),
        _ => notes_failed(request),
    }
}

fn submitted(bytes: &mut Bytes<'_>) -> Event<Value> {
    Submitted { content: replies::content(bytes), tokens: size(bytes) }.into()
}

fn returned(request: RequestId, bytes: &mut Bytes<'_>) -> Event<Value> {
    let is_error = bytes.byte() >= 220;
    let content = match bytes.byte() {
        // Long output is what fills windows.
        long @ 100..=200 => "line of output\n".repeat(usize::from(long) * 3).into(),
        _ => replies::content(bytes),
    };
    ToolReturned { request, content, is_error, tokens: size(bytes) }.into()
}

fn failed(request: RequestId, bytes: &mut Bytes<'_>) -> Event<Value> {
    CallFailed { request, message: "no".into(), kind: replies::failure(bytes) }.into()
}

fn notes_failed(request: RequestId) -> Event<Value> {
    NotesFailed { request, message: "the disk is full".into() }.into()
}

/// A size that a shell claims to know, now and then.
fn size(bytes: &mut Bytes<'_>) -> Option<Tokens> {
    match bytes.byte() {
        255 => Some(Tokens::MAX),
        200..=254 => Some(Tokens::new(bytes.word())),
        _ => None,
    }
}
