//! The check, and the compaction that follows it.

use secondwind_core::{
    Build, Cause, CompactionFault, Effect, Floor, MessageKind, Meters, NotesRead, Notice, Outcome,
    Placed, Purpose, Rejected, Reply, RequestId, Size, Tokens, fresh_window, handover_summary,
    notes_or_placeholder, render_history, restart_message, should_compact, summary_request,
};
use serde_json::Value;

use super::{Effects, Lesson, Phase, count};
use crate::{patch::Bug, play::DIALECT};

/// A compaction under way.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    call: u32,
    before: Meters,
    cost: Tokens,
    then: Then,
}

/// What follows a compaction.
#[derive(Clone, Debug)]
pub(super) enum Then {
    CallModel,
    /// The check stood before the tools ran.
    RunTools(Reply<Value>),
    /// The check stood before the reply of this call was taken in.
    TakeIn(Reply<Value>, u32),
}

#[derive(Clone, Debug)]
pub(super) struct Summary {
    text: String,
    tokens: Tokens,
}

/// What a summary may have where nobody thought of a limit: all that the model can write.
const NO_LIMIT: Tokens = Tokens::new(64_000);

impl Lesson {
    pub(super) fn check(&self, effects: &mut Effects) -> bool {
        let (meter, threshold) = (self.policy.meter, self.threshold);
        let used = self.meters().of(meter);
        let fired = should_compact(used.tokens, threshold);
        effects.push(Effect::Notify { notice: Notice::Checked { meter, used, threshold, fired } });
        fired
    }

    pub(super) fn compact(&mut self, then: Then, effects: &mut Effects) {
        if let Some(valve) = self.shut_valve() {
            self.compaction_failed(CompactionFault::ValveShut { valve }, 0, effects);
            return;
        }
        let before = self.meters();
        let (max_tokens, summary) = if self.has(Bug::LongSummary) {
            (NO_LIMIT, self.policy.window)
        } else {
            let limit = self.policy.summary_limit.max(Tokens::new(1));
            (limit, limit)
        };
        let floor = Floor {
            fixed: self.fixed().tokens,
            summary,
            notes: self.notes_tokens,
            pinned: Tokens::ZERO,
        };
        let (cause, forecast) = (Cause::Threshold, floor.total());
        let notice = Notice::CompactionStarted { cause, before, forecast, left_out: 0 };
        effects.push(Effect::Notify { notice });
        let history = self.messages.messages().iter().map(|it| DIALECT.view(&it.payload));
        let text = summary_request(&self.prompts, &render_history(history));
        let request = self.mint();
        self.totals.calls += 1;
        self.totals.compaction_calls += 1;
        let call = self.totals.calls;
        effects.push(Effect::CallModel {
            request,
            call,
            purpose: Purpose::Summary,
            max_tokens,
            messages: Some(vec![DIALECT.user_message(Build::Text(text))]),
        });
        let attempt = Attempt { call, before, cost: Tokens::ZERO, then };
        self.phase = Phase::Summarizing(request, attempt);
    }

    pub(super) fn summarized(
        &mut self,
        reply: &Reply<Value>,
        attempt: Attempt,
        effects: &mut Effects,
    ) {
        let (counted, measure) = count(reply, self.messages.occupancy().tokens);
        self.book(attempt.call, Purpose::Summary, reply, &counted, measure, Vec::new(), effects);
        let text = match handover_summary(DIALECT, reply) {
            Ok(text) => text,
            Err(fault) => {
                let notice = Notice::SummaryRefused { attempt: 1, fault: fault.clone() };
                effects.push(Effect::Notify { notice });
                self.compaction_failed(fault, 1, effects);
                return;
            }
        };
        let attempt = Attempt { cost: counted.spend, ..attempt };
        let summary = Summary { text, tokens: counted.usage.output };
        if let Some(notes) = self.first_notes.clone() {
            self.restart(attempt, summary, notes, effects);
        } else if self.has(Bug::NotesInSystem) {
            let none = NotesRead::new(RequestId(0), None);
            self.restart(attempt, summary, none, effects);
        } else {
            let request = self.mint();
            effects.push(Effect::ReadNotes { request });
            self.phase = Phase::ReadingNotes(request, attempt, summary);
        }
    }

    pub(super) fn compaction_failed(
        &mut self,
        fault: CompactionFault,
        failures: u32,
        effects: &mut Effects,
    ) {
        let notice = Notice::CompactionFailed {
            cause: Cause::Threshold,
            fault: fault.clone(),
            failures,
            breaker_open: false,
        };
        effects.push(Effect::Notify { notice });
        let outcome = match fault {
            CompactionFault::ValveShut { valve } => Outcome::ValveShut { valve },
            fault => Outcome::CompactionFailed { fault },
        };
        self.end(outcome, effects);
    }

    pub(super) fn notes_read(
        &mut self,
        event: NotesRead,
        effects: &mut Effects,
    ) -> Result<(), Rejected> {
        match std::mem::replace(&mut self.phase, Phase::Idle) {
            Phase::ReadingFirst(request) if request == event.request => {
                self.first_notes = Some(event);
                self.call_model(effects);
            }
            Phase::ReadingForRequest(request) if request == event.request => {
                let tokens = size_of_notes(&event);
                if tokens != self.system_notes {
                    let rest = self.fixed().tokens.less(self.system_notes);
                    self.messages.weigh_fixed(rest.plus(tokens));
                    self.system_notes = tokens;
                }
                self.send(effects);
            }
            Phase::ReadingNotes(request, attempt, summary) if request == event.request => {
                self.restart(attempt, summary, event, effects);
            }
            phase => {
                self.phase = phase;
                return Err(self.unexpected(event.request, "notesRead"));
            }
        }
        Ok(())
    }

    pub(super) fn restart(
        &mut self,
        attempt: Attempt,
        summary: Summary,
        notes: NotesRead,
        effects: &mut Effects,
    ) {
        let Attempt { call, before, cost, then } = attempt;
        let (message, tokens) = self.fresh_window(&summary, &notes);
        self.notes_tokens = size_of_notes(&notes);
        let size = Size::estimated(tokens);
        let (mut removed, mut kept) = (0, Vec::new());
        if self.has(Bug::Append) {
            effects.push(self.append(MessageKind::Restart, size, message));
        } else {
            let mut old = self.messages.take();
            let last = if self.has(Bug::CutPair) { old.pop() } else { None };
            removed = old.len();
            self.messages.append(MessageKind::Restart, size, message);
            if let Some(last) = last {
                kept.push(last.id);
                self.messages.put_back(last);
            }
            effects.push(Effect::Replace { messages: self.placed(), removed });
        }
        if !self.has(Bug::NoReset) {
            let from = self.tokens_used.tokens;
            effects.push(Effect::Notify { notice: Notice::Reset { from } });
            self.tokens_used = Size::ZERO;
        }
        self.totals.compactions += 1;
        let notice = Notice::Compacted {
            ordinal: self.totals.compactions,
            call,
            cause: Cause::Threshold,
            meter: self.policy.meter,
            threshold: self.threshold,
            before,
            after: self.meters(),
            cost,
            removed,
            kept,
            task_pinned: false,
            instruction_pinned: false,
            summary: summary.text,
            notes: notes.content,
        };
        effects.push(Effect::Notify { notice });
        match then {
            Then::CallModel => self.call_model(effects),
            Then::RunTools(reply) => self.run_tools(reply, effects),
            Then::TakeIn(reply, call) => self.take_in_late(reply, call, effects),
        }
    }

    /// The restart message and its size: the headings are estimated, the summary was counted when
    /// it was written.
    pub(super) fn fresh_window(&self, summary: &Summary, notes: &NotesRead) -> (Value, Tokens) {
        let (prompts, text) = (&self.prompts, summary.text.as_str());
        if self.has(Bug::NotesInSystem) {
            let body = format!("{}\n\n{text}", prompts.summary_heading);
            let tokens = Tokens::estimate_message(body.len() - text.len()).plus(summary.tokens);
            return (DIALECT.user_message(Build::Text(body)), tokens);
        }
        let notes_text = notes.content.as_deref();
        let shown = notes_or_placeholder(prompts, notes_text).len();
        let headings = restart_message(prompts, text, notes_text).len() - text.len() - shown;
        let tokens = Tokens::estimate_message(headings)
            .plus(summary.tokens)
            .plus(notes.tokens.unwrap_or_else(|| Tokens::estimate(shown)));
        (fresh_window(DIALECT, prompts, text, notes_text), tokens)
    }

    fn placed(&self) -> Vec<Placed<Value>> {
        let messages = self.messages.messages().iter().cloned();
        messages
            .map(|it| Placed { id: it.id, kind: it.kind, size: it.size, message: it.payload })
            .collect()
    }
}

fn size_of_notes(notes: &NotesRead) -> Tokens {
    let bytes = notes.content.as_deref().unwrap_or_default().len();
    notes.tokens.unwrap_or_else(|| Tokens::estimate(bytes))
}
