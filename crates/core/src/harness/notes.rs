//! The notes: read for the window, written for the model, merged, and what happens on a conflict.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Harness, SeenNotes};
use crate::{
    effect::{CompactionFault, Effect, Notice, Outcome},
    event::{NotesConflicted, NotesFailed, NotesRead, NotesWritten, Rejected},
    notes::fence,
    payload::{Build, Payload},
    phase::{Awaited, Phase},
    prompt::notes_or_placeholder,
    text::elide,
    transcript::MessageKind,
    units::{RequestId, Size, Tokens},
};

impl<P: Payload> Harness<P> {
    pub(super) fn notes_read(&mut self, event: NotesRead) -> Result<Vec<Effect<P>>, Rejected> {
        let mut effects = Vec::new();
        match self.phase.awaited(event.request, self.next_request)? {
            Awaited::NotesEdit => {
                self.merge_edit(
                    event.request,
                    event.content.as_deref(),
                    event.version,
                    &mut effects,
                );
            }
            Awaited::NotesRead => match core::mem::replace(&mut self.phase, Phase::Idle) {
                Phase::AwaitingStart { next, .. } => {
                    effects.extend(self.show_notes(&event));
                    self.go_on(next, &mut effects);
                }
                Phase::AwaitingNotes { attempt, summary } => {
                    self.restart(attempt, summary, event, &mut effects);
                }
                // Only those two wait for the notes.
                phase => self.phase = phase,
            },
            other => return Err(other.mismatch(event.request, "notesRead")),
        }
        Ok(effects)
    }

    pub(super) fn notes_written(
        &mut self,
        event: NotesWritten,
    ) -> Result<Vec<Effect<P>>, Rejected> {
        self.expect(event.request, Awaited::NotesWrite, "notesWritten")?;
        // Merged into notes that someone else changed, an edit leaves the model with what it has
        // seen: the next overwrite meets the conflict.
        let base = match &self.phase {
            Phase::AwaitingTools { round } => round.base(event.request),
            _ => None,
        };
        if base.is_none_or(|base| self.notes.is_known && *base == self.notes.version) {
            self.notes.is_known = true;
            self.notes.version = event.version;
        }
        let text = self.config.prompts.notes_saved.clone();
        let tokens = event.tokens.unwrap_or_else(|| Tokens::estimate_message(text.len()));
        let mut effects = Vec::new();
        self.give_text(event.request, text, false, Some(tokens), &mut effects);
        Ok(effects)
    }

    pub(super) fn notes_conflicted(
        &mut self,
        event: NotesConflicted,
    ) -> Result<Vec<Effect<P>>, Rejected> {
        self.expect(event.request, Awaited::NotesWrite, "notesConflicted")?;
        let mut effects = Vec::new();
        self.merge_edit(event.request, event.content.as_deref(), event.version, &mut effects);
        Ok(effects)
    }

    pub(super) fn notes_failed(&mut self, event: NotesFailed) -> Result<Vec<Effect<P>>, Rejected> {
        let NotesFailed { request, message } = event;
        let mut effects = Vec::new();
        match self.phase.awaited(request, self.next_request)? {
            Awaited::NotesWrite | Awaited::NotesEdit => {
                self.give_text(request, message, true, None, &mut effects);
            }
            Awaited::NotesRead => {
                if let Phase::AwaitingNotes { attempt, .. } = &self.phase {
                    self.trouble.failures = self.trouble.failures.saturating_add(1);
                    let (cause, fault) = (attempt.cause, CompactionFault::NotesUnread { message });
                    self.compaction_failed(cause, fault, &mut effects);
                } else {
                    let unsent = self.take_unsent();
                    self.end(Outcome::NotesUnread { message, unsent }, &mut effects);
                }
            }
            other => return Err(other.mismatch(request, "notesFailed")),
        }
        Ok(effects)
    }

    /// Merges an edit over the notes as they are; a change that cannot be merged, or not again,
    /// gets an error result with the notes as they are, which the model has then seen.
    fn merge_edit(
        &mut self,
        request: RequestId,
        notes: Option<&str>,
        version: Option<String>,
        effects: &mut Vec<Effect<P>>,
    ) {
        if let Phase::AwaitingTools { round } = &mut self.phase {
            let write = round.merge(request, notes, version.clone(), &mut self.next_request);
            if let Some(write) = write {
                effects.push(write);
                return;
            }
        }
        self.notes.is_known = true;
        self.notes.version = version;
        effects.push(Effect::Notify { notice: Notice::NotesConflicted });
        let prompts = &self.config.prompts;
        let notes = self.shown_notes(notes_or_placeholder(prompts, notes));
        let text = format!("{}\n\n{notes}", prompts.notes_conflict);
        self.give_text(request, text, true, None, effects);
    }

    /// Appends the notes that were read at the start, if there are any that the window does not
    /// hold as they are.
    fn show_notes(&mut self, event: &NotesRead) -> Option<Effect<P>> {
        let is_same = event.version.is_some() && self.notes.version == event.version;
        let is_known = self.notes.is_known && is_same;
        self.saw_notes(event);
        let content = event.content.as_deref().filter(|content| !content.trim().is_empty())?;
        let text = self.shown_notes(content);
        let text = format!("{}\n\n{text}", self.config.prompts.notes_heading);
        if is_known || self.holds_notes(&text) {
            return None;
        }
        let tokens = event.tokens.map(|tokens| self.in_window(tokens));
        let tokens = tokens.unwrap_or_else(|| Tokens::estimate(text.len()));
        let size = Size::estimated(tokens.plus(Tokens::MESSAGE));
        let message = self.config.dialect.user_message(Build::Text(text));
        Some(self.append(MessageKind::Notes, size, message))
    }

    /// Whether the newest message that shows notes shows these. Stores without versions have no
    /// other way to tell.
    fn holds_notes(&self, text: &str) -> bool {
        let kinds = [MessageKind::Notes, MessageKind::Restart];
        let newest = self.messages().iter().rfind(|message| kinds.contains(&message.kind));
        newest
            .is_some_and(|message| self.config.dialect.view(&message.payload).text().contains(text))
    }

    /// The notes as they stand in the window.
    fn shown_notes(&self, content: &str) -> String {
        let restart = &self.config.policy.restart;
        let text = match self.notes_limit() {
            Some(limit) => elide(content, limit).text,
            None => content.to_string(),
        };
        if restart.fence_notes { fence("notes", &text, &[]) } else { text }
    }

    /// The most of the notes that the window takes, in bytes.
    pub(super) fn notes_limit(&self) -> Option<usize> {
        let limit = self.config.policy.restart.notes_limit?;
        usize::try_from(limit.get().saturating_mul(4)).ok()
    }

    pub(super) fn saw_notes(&mut self, event: &NotesRead) {
        let bytes = event.content.as_deref().unwrap_or_default().len();
        let tokens = event.tokens.unwrap_or_else(|| Tokens::estimate(bytes));
        self.notes = SeenNotes {
            is_known: true,
            version: event.version.clone(),
            is_read: true,
            tokens: Some(self.in_window(tokens)),
        };
    }

    /// What notes of this size take up in the window.
    pub(super) fn in_window(&self, notes: Tokens) -> Tokens {
        let limit = self.config.policy.restart.notes_limit;
        limit.map_or(notes, |limit| limit.min(notes))
    }

    fn give_text(
        &mut self,
        request: RequestId,
        text: String,
        is_error: bool,
        tokens: Option<Tokens>,
        effects: &mut Vec<Effect<P>>,
    ) {
        let tokens = tokens.unwrap_or_else(|| Tokens::estimate_message(text.len()));
        self.give_result(request, P::build(Build::Text(text)), is_error, tokens, effects);
    }
}
