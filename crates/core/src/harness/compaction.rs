//! A compaction as a transaction: plan aside, ask, judge, read the notes, then swap in one step.

use alloc::{string::String, vec::Vec};

use super::{Harness, Instructions, count::Count};
use crate::{
    compact::{self, RestartParts},
    dialect::{Part, Reply, View},
    effect::{Cause, CompactionFault, Effect, Notice, Outcome, Placed, Purpose, SkipReason},
    event::{NotesRead, Rejected},
    failure::FailureKind,
    payload::{Build, Payload},
    phase::{Attempt, Phase, Summary},
    policy::{Floor, Strategy},
    transcript::{Message, MessageKind},
    units::{RequestId, Size, Tokens},
};

/// What is sent to have the history compacted.
pub(super) struct SummaryRequest<P> {
    messages: Vec<P>,
    /// The estimated size of it.
    tokens: Tokens,
    max_tokens: Tokens,
    /// How many characters of the history are left out so that it fits.
    left_out: usize,
}

impl<P> SummaryRequest<P> {
    pub(super) fn order(self, attempt: &Attempt) -> Effect<P> {
        let Attempt { request, call, purpose, .. } = *attempt;
        let Self { messages, max_tokens, .. } = self;
        Effect::CallModel { request, call, purpose, max_tokens, messages: Some(messages) }
    }
}

impl<P: Payload> Harness<P> {
    pub(super) fn compaction_requested(&mut self) -> Result<Vec<Effect<P>>, Rejected> {
        if !self.is_idle() {
            return Err(Rejected::Busy);
        }
        if !self.has_reply() {
            return Err(Rejected::NothingToCompact);
        }
        let mut effects = Vec::new();
        self.begin_compaction(Cause::Request, &mut effects);
        Ok(effects)
    }

    pub(super) fn begin_compaction(&mut self, cause: Cause, effects: &mut Vec<Effect<P>>) {
        let guards = self.config.policy.guards;
        let is_open = guards.breaker.is_some_and(|limit| self.trouble.failures >= limit);
        if is_open && cause == Cause::Threshold {
            self.skip(cause, SkipReason::BreakerOpen, effects);
            return;
        }
        if guards.storm.is_some_and(|limit| self.trouble.storms >= limit) && cause != Cause::Request
        {
            let (floor, threshold) = (self.floor(), self.threshold);
            self.end(Outcome::CannotReduce { floor, threshold }, effects);
            return;
        }
        // After an overflow the sizes are not to be trusted, and an elision goes by them.
        if let Strategy::ElideResults { keep } = self.config.policy.strategy
            && cause != Cause::Overflow
            && self.elide_results(keep, effects)
        {
            match cause {
                Cause::Request => self.end(Outcome::Compacted, effects),
                Cause::Threshold | Cause::Overflow => self.call_main(effects),
            }
            return;
        }
        if !self.has_reply() {
            self.skip(cause, SkipReason::NothingToCompact, effects);
            return;
        }
        let cut = match self.config.policy.strategy {
            Strategy::KeepLast { rounds } => compact::cut(self.messages(), rounds),
            // What the model has not answered yet is no part of what it compacted.
            Strategy::Provider { rounds } => {
                compact::cut(self.messages(), rounds).min(compact::unanswered(self.messages()))
            }
            Strategy::Restart | Strategy::ElideResults { .. } => self.messages().len(),
        };
        let purpose = match self.config.policy.strategy {
            Strategy::Provider { .. } => Purpose::Provider,
            _ => Purpose::Summary,
        };
        let attempt = Attempt {
            request: RequestId(0),
            cause,
            purpose,
            number: 0,
            call: self.totals.calls,
            request_tokens: Tokens::ZERO,
            cut,
            share: 1,
            cost: Tokens::ZERO,
            before: self.meters(),
        };
        self.ask(attempt, effects);
    }

    /// Makes the next summary call of a compaction.
    fn ask(&mut self, mut attempt: Attempt, effects: &mut Vec<Effect<P>>) {
        if let Some(valve) = self.shut_valve() {
            self.compaction_failed(attempt.cause, CompactionFault::ValveShut { valve }, effects);
            return;
        }
        let asked = self.summary_request(&attempt);
        attempt.request_tokens = asked.tokens;
        if attempt.number == 0 {
            let kept: Tokens =
                self.messages()[attempt.cut..].iter().map(|message| message.size.tokens).sum();
            let floor = Floor { summary: asked.max_tokens, ..self.floor() };
            let forecast = floor.total().plus(kept);
            let (cause, before, left_out) = (attempt.cause, attempt.before, asked.left_out);
            let notice = Notice::CompactionStarted { cause, before, forecast, left_out };
            effects.push(Effect::Notify { notice });
        }
        let request = self.mint();
        self.totals.calls += 1;
        self.totals.compaction_calls += 1;
        let (call, number) = (self.totals.calls, attempt.number.saturating_add(1));
        let attempt = Attempt { request, number, call, ..attempt };
        effects.push(asked.order(&attempt));
        self.phase = Phase::AwaitingSummary { attempt };
    }

    /// What a compaction asks the model; the same at every time that it is asked.
    pub(super) fn summary_request(&self, attempt: &Attempt) -> SummaryRequest<P> {
        let policy = &self.config.policy;
        let messages = &self.messages()[..attempt.cut];
        if attempt.purpose == Purpose::Provider {
            return SummaryRequest {
                messages: messages.iter().map(|message| message.payload.clone()).collect(),
                tokens: self.transcript.occupancy().tokens,
                max_tokens: policy.summary_limit,
                left_out: 0,
            };
        }
        let (dialect, prompts) = (self.config.dialect, &self.config.prompts);
        let call = compact::summary_call(dialect, prompts, policy, messages, attempt.share);
        let compact::SummaryCall { text, tokens, max_tokens, left_out } = call;
        let messages = alloc::vec![dialect.user_message(Build::Text(text))];
        SummaryRequest { messages, tokens, max_tokens, left_out }
    }

    pub(super) fn summary_replied(&mut self, reply: &Reply<P>, effects: &mut Vec<Effect<P>>) {
        let Phase::AwaitingSummary { attempt } = self.phase else { return };
        let count = self.count(reply, attempt.request_tokens, effects);
        self.book(attempt.purpose, &reply.stop, &count, Vec::new(), effects);
        let Count { counted, .. } = count;
        let cost = attempt.cost.plus(counted.spend);
        let attempt = Attempt { cost, ..attempt };
        let dialect = self.config.dialect;
        let tokens = counted.usage.output;
        let summary = if attempt.purpose == Purpose::Provider {
            let block = dialect.compaction_block(reply);
            block.map(|block| Summary::Block { block, tokens }).ok_or(CompactionFault::NoBlock)
        } else {
            let text = compact::handover_summary(dialect, reply);
            text.map(|text| Summary::Text { text, tokens })
        };
        match summary {
            Ok(summary) => {
                let request = self.mint();
                let attempt = Attempt { request, ..attempt };
                self.phase = Phase::AwaitingNotes { attempt, summary };
                effects.push(Effect::ReadNotes { request });
            }
            Err(fault) => {
                self.trouble.failures = self.trouble.failures.saturating_add(1);
                let refused =
                    Notice::SummaryRefused { attempt: attempt.number, fault: fault.clone() };
                effects.push(Effect::Notify { notice: refused });
                self.try_again(attempt, fault, effects);
            }
        }
    }

    /// A summary call that failed is not repeated at once, since whoever made it has retried
    /// already; one that was too long is, with less history.
    pub(super) fn summary_failed(
        &mut self,
        kind: FailureKind,
        message: String,
        effects: &mut Vec<Effect<P>>,
    ) {
        let Phase::AwaitingSummary { attempt } = self.phase else { return };
        self.trouble.failures = self.trouble.failures.saturating_add(1);
        let is_too_long = matches!(kind, FailureKind::Overflow | FailureKind::OverflowSuspected);
        let fault = CompactionFault::CallFailed { kind, message };
        if is_too_long && attempt.purpose == Purpose::Summary {
            let attempt = Attempt { share: attempt.share.saturating_mul(2), ..attempt };
            self.try_again(attempt, fault, effects);
        } else {
            self.compaction_failed(attempt.cause, fault, effects);
        }
    }

    fn try_again(
        &mut self,
        attempt: Attempt,
        fault: CompactionFault,
        effects: &mut Vec<Effect<P>>,
    ) {
        let guards = self.config.policy.guards;
        let is_open = guards.breaker.is_some_and(|limit| self.trouble.failures >= limit);
        if attempt.number < guards.summary_attempts && !is_open {
            self.ask(attempt, effects);
        } else {
            self.compaction_failed(attempt.cause, fault, effects);
        }
    }

    /// Leaves messages and notes as they are, and goes on where that can be done.
    pub(super) fn compaction_failed(
        &mut self,
        cause: Cause,
        fault: CompactionFault,
        effects: &mut Vec<Effect<P>>,
    ) {
        let guards = self.config.policy.guards;
        let failures = self.trouble.failures;
        let breaker_open = guards.breaker.is_some_and(|limit| failures >= limit);
        let notice =
            Notice::CompactionFailed { cause, fault: fault.clone(), failures, breaker_open };
        effects.push(Effect::Notify { notice });
        let has_waiting = !self.queue.is_empty();
        self.take_in_queue(effects);
        let must_end = match cause {
            Cause::Threshold => !guards.go_on || !self.next_request_fits(),
            Cause::Overflow => true,
            // Nothing was under way but the compaction.
            Cause::Request => !has_waiting,
        };
        match fault {
            _ if !must_end => self.call_main(effects),
            CompactionFault::ValveShut { valve } => self.end(Outcome::ValveShut { valve }, effects),
            fault => self.end(Outcome::CompactionFailed { fault }, effects),
        }
    }

    fn skip(&mut self, cause: Cause, reason: SkipReason, effects: &mut Vec<Effect<P>>) {
        effects.push(Effect::Notify { notice: Notice::CompactionSkipped { cause, reason } });
        if cause == Cause::Threshold && self.next_request_fits() {
            self.call_main(effects);
        } else {
            self.end(Outcome::CompactionSkipped { reason }, effects);
        }
    }

    /// Whether the next request and a reply of any length fit the window, as far as the meters
    /// tell. The lesson's counter says nothing about that, so occupancy does.
    fn next_request_fits(&self) -> bool {
        let policy = &self.config.policy;
        let room = policy.window.less(policy.reply_limit);
        self.transcript.occupancy().tokens <= room
    }

    pub(super) fn restart(
        &mut self,
        attempt: Attempt,
        summary: Summary<P>,
        notes: NotesRead,
        effects: &mut Vec<Effect<P>>,
    ) {
        let config = &self.config;
        let policy = &config.policy;
        let kept = &self.messages()[attempt.cut..];
        let pins = policy.restart.pin_instructions;
        let newest_stays = kept.iter().any(|message| message.kind == MessageKind::User);
        let newest = self.instructions.newest.as_ref().filter(|_| pins && !newest_stays);
        let task = self.instructions.task.as_ref().filter(|_| pins);
        let is_block = matches!(summary, Summary::Block { .. });
        let parts = RestartParts {
            // A provider's block holds the task by itself.
            task: task.filter(|_| !is_block),
            newest: newest.filter(|_| !is_block),
            notes: notes.content.as_deref(),
            notes_limit: self.notes_limit(),
            fences: policy.restart.fence_notes,
        };
        let notes_tokens = notes.tokens.map(|tokens| self.in_window(tokens));
        let fresh = parts.message(config.dialect, &config.prompts, &summary, notes_tokens);
        let (kind, message, tokens) = (fresh.kind, fresh.message, fresh.tokens);
        let extra = parts.notes_beside_block(config.dialect, &config.prompts, &summary);
        let extra_tokens = extra.as_ref().map_or(Tokens::ZERO, |(_, tokens)| *tokens);
        let kept_tokens: Tokens = kept.iter().map(|message| message.size.tokens).sum();
        let (before, fixed) = (self.transcript.occupancy().tokens, self.fixed().tokens);
        let after = fixed.plus(tokens).plus(extra_tokens).plus(kept_tokens);
        if !is_gain(policy.guards.min_gain, before, after) {
            self.no_gain(attempt, before, after, effects);
            return;
        }
        let (task_pinned, instruction_pinned) = (parts.task.is_some(), parts.newest.is_some());

        self.saw_notes(&notes);
        let mut old = self.transcript.take();
        let kept = old.split_off(attempt.cut);
        let removed = old.len();
        self.transcript.append(kind, Size::estimated(tokens), message);
        if let Some((message, tokens)) = extra {
            self.transcript.append(MessageKind::Notes, Size::estimated(tokens), message);
        }
        let kept_ids = kept.iter().map(|message| message.id).collect();
        for message in kept {
            self.transcript.put_back(message);
        }
        self.find_call_ids();
        effects.push(self.replaced(removed));
        effects.push(Effect::Notify { notice: Notice::Reset { from: self.accumulated.tokens } });
        self.accumulated = Size::ZERO;
        self.totals.compactions += 1;
        self.trouble.failures = 0;
        self.trouble.is_fresh = true;
        let (summary, summary_tokens) = match summary {
            Summary::Text { text, tokens } => (text, tokens),
            Summary::Block { tokens, .. } => (String::new(), tokens),
        };
        self.summary = Some(summary_tokens);
        let notice = Notice::Compacted {
            ordinal: self.totals.compactions,
            call: attempt.call,
            cause: attempt.cause,
            meter: self.config.policy.meter,
            threshold: self.threshold,
            before: attempt.before,
            after: self.meters(),
            cost: attempt.cost,
            removed,
            kept: kept_ids,
            task_pinned,
            instruction_pinned,
            summary,
            notes: notes.content,
        };
        effects.push(Effect::Notify { notice });
        let has_waiting = !self.queue.is_empty();
        self.take_in_queue(effects);
        if attempt.cause == Cause::Request && !has_waiting {
            self.end(Outcome::Compacted, effects);
        } else {
            self.call_main(effects);
        }
    }

    /// A fresh window that is hardly smaller is not taken. Where it was kept large by the rounds
    /// that stay, a summary of everything is asked for instead.
    fn no_gain(
        &mut self,
        attempt: Attempt,
        before: Tokens,
        after: Tokens,
        effects: &mut Vec<Effect<P>>,
    ) {
        self.trouble.failures = self.trouble.failures.saturating_add(1);
        let fault = CompactionFault::NoGain { before, after };
        let whole = self.messages().len();
        let keeps = matches!(self.config.policy.strategy, Strategy::KeepLast { .. });
        if keeps && attempt.cut < whole {
            let refused = Notice::SummaryRefused { attempt: attempt.number, fault: fault.clone() };
            effects.push(Effect::Notify { notice: refused });
            self.try_again(Attempt { cut: whole, ..attempt }, fault, effects);
        } else {
            self.compaction_failed(attempt.cause, fault, effects);
        }
    }

    /// Puts a line in the place of old tool results, if that frees enough; returns whether it did.
    fn elide_results(&mut self, keep: u32, effects: &mut Vec<Effect<P>>) -> bool {
        let (dialect, line) = (self.config.dialect, self.config.prompts.result_elided.as_str());
        let results = self.messages().iter().filter(|m| m.kind == MessageKind::Results).count();
        let mut old = results.saturating_sub(keep as usize);
        let before = self.transcript.occupancy().tokens;
        let (mut changed, mut messages) = (Vec::new(), Vec::new());
        for message in self.messages() {
            let is_old = message.kind == MessageKind::Results && old > 0;
            old -= usize::from(is_old);
            let elided = if is_old && is_worth_eliding(&dialect.view(&message.payload), line) {
                dialect.with_results_elided(&message.payload, line)
            } else {
                None
            };
            let Some(payload) = elided else {
                messages.push(message.clone());
                continue;
            };
            changed.push(message.id);
            let tokens = dialect.view(&payload).estimate().plus(Tokens::MESSAGE);
            messages.push(Message { size: Size::estimated(tokens), payload, ..message.clone() });
        }
        let fixed = self.fixed().tokens;
        let after = messages.iter().map(|m| m.size.tokens).sum::<Tokens>().plus(fixed);
        let is_enough =
            after < self.threshold && is_gain(self.config.policy.guards.min_gain, before, after);
        if changed.is_empty() || !is_enough {
            return false;
        }
        self.transcript.take();
        for message in messages {
            self.transcript.put_back(message);
        }
        effects.push(self.replaced(0));
        let notice = Notice::ResultsElided { messages: changed, freed: before.less(after) };
        effects.push(Effect::Notify { notice });
        effects.push(Effect::Notify { notice: Notice::Reset { from: self.accumulated.tokens } });
        self.accumulated = Size::ZERO;
        self.trouble.is_fresh = true;
        true
    }

    /// The effect that makes the shell's list equal to the transcript.
    fn replaced(&self, removed: usize) -> Effect<P> {
        let place = |Message { id, kind, size, payload }: &Message<P>| Placed {
            id: *id,
            kind: *kind,
            size: *size,
            message: payload.clone(),
        };
        Effect::Replace { messages: self.messages().iter().map(place).collect(), removed }
    }

    /// What a fresh window holds at least.
    fn floor(&self) -> Floor {
        let policy = &self.config.policy;
        let pinned = if policy.restart.pin_instructions {
            let Instructions { task, newest } = &self.instructions;
            compact::pinned_tokens(task.as_ref(), newest.as_ref())
        } else {
            Tokens::ZERO
        };
        let summary = self.summary.unwrap_or(policy.summary_limit);
        let limit = || policy.restart.notes_limit.unwrap_or_default();
        let notes = self.notes.tokens.unwrap_or_else(limit);
        Floor { fixed: self.fixed().tokens, summary, notes, pinned }
    }
}

/// Whether a line in the place of the results says less than they do.
fn is_worth_eliding(view: &View, line: &str) -> bool {
    view.parts.iter().any(|part| match part {
        Part::Result { text, media, .. } => text.len() > line.len() * 2 || *media > 0,
        _ => false,
    })
}

/// Whether a compaction frees the part of the occupancy that is asked for.
fn is_gain(min_gain: Option<f64>, before: Tokens, after: Tokens) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "token counts fit")]
    let [before, after] = [before, after].map(|tokens| tokens.get() as f64);
    min_gain.is_none_or(|gain| after < before && after <= before * (1.0 - gain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gain_is_at_least_what_is_asked_for_and_something() {
        let is_gain = |gain, after| is_gain(gain, Tokens::new(100), Tokens::new(after));
        assert!(is_gain(Some(0.1), 90) && !is_gain(Some(0.1), 91));
        assert!(is_gain(Some(0.0), 99) && !is_gain(Some(0.0), 100));
        assert!(is_gain(None, 101));
    }
}
