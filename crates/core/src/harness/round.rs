//! A round: the reply comes in, its tools run, the results are appended, the threshold is checked.

use alloc::{string::String, vec::Vec};

use super::{Harness, SeenNotes, count::Count};
use crate::{
    dialect::{Renamed, Reply, Stop, ToolResult, content_estimate, without_blank_blocks},
    effect::{Cause, Effect, Notice, Outcome, Purpose, Valve},
    event::{CallFailed, Rejected, Replied, ToolReturned},
    failure::FailureKind,
    payload::{Build, Node, Payload},
    phase::{Awaited, Phase},
    policy::PolicyError,
    round::{Guard, Round},
    transcript::MessageKind,
    units::{Measure, RequestId, Size, Tokens},
    usage::track_usage,
};

impl<P: Payload> Harness<P> {
    pub(super) fn replied(&mut self, event: &Replied<P>) -> Result<Vec<Effect<P>>, Rejected> {
        let purpose = self.expect_call(event.request, "replied")?;
        let mut reply = self.config.dialect.reply(&event.reply)?;
        let mut effects = Vec::new();
        match purpose {
            Purpose::Main => {
                let call = self.totals.calls;
                let (number, taken) = (event.request.0, &self.call_ids.0);
                let renamed = self.config.dialect.name_calls(&mut reply, number, taken);
                let renamed = renamed.into_iter().map(|Renamed { from, to }| Notice::CallRenamed {
                    call,
                    from,
                    to,
                });
                let dropped = reply.repeated.iter().cloned();
                let dropped = dropped.map(|id| Notice::CallDropped { call, id });
                effects.extend(renamed.chain(dropped).map(|notice| Effect::Notify { notice }));
                self.main_replied(&reply, &mut effects);
            }
            Purpose::Summary | Purpose::Provider => self.summary_replied(&reply, &mut effects),
        }
        Ok(effects)
    }

    pub(super) fn call_failed(&mut self, event: CallFailed) -> Result<Vec<Effect<P>>, Rejected> {
        let purpose = self.expect_call(event.request, "callFailed")?;
        let mut effects = Vec::new();
        let CallFailed { kind, message, .. } = event;
        match purpose {
            Purpose::Main if self.is_overflow(kind) => self.overflowed(message, &mut effects),
            Purpose::Main => self.end(Outcome::CallFailed { kind, message }, &mut effects),
            Purpose::Summary | Purpose::Provider => {
                self.summary_failed(kind, message, &mut effects);
            }
        }
        Ok(effects)
    }

    pub(super) fn tool_returned(
        &mut self,
        event: ToolReturned<P>,
    ) -> Result<Vec<Effect<P>>, Rejected> {
        self.expect(event.request, Awaited::Tool, "toolReturned")?;
        let ToolReturned { request, content, is_error, tokens } = event;
        let content = as_content(content);
        let tokens =
            tokens.unwrap_or_else(|| content_estimate(&content.node()).plus(Tokens::MESSAGE));
        let mut effects = Vec::new();
        self.give_result(request, content, is_error, tokens, &mut effects);
        Ok(effects)
    }

    fn main_replied(&mut self, reply: &Reply<P>, effects: &mut Vec<Effect<P>>) {
        let is_strict = !self.config.policy.any_stop_answers;
        let request = self.transcript.occupancy().tokens;
        let was_counted = self.transcript.is_counted();
        let count = self.count(reply, request, effects);
        let Count { counted, measure } = count;
        let settled = match measure {
            Measure::Counted => self.transcript.settle(counted.window.request()),
            Measure::Estimated => Vec::new(),
        };
        // A refused reply is not replayed, and what the window's end cut off is asked for again.
        let is_dropped = reply.is_empty
            || reply.stop == Stop::Refusal
            || (is_strict && reply.stop == Stop::ModelContextWindowExceeded);
        if !is_dropped {
            let size = Size { tokens: counted.window.output, measure };
            let message = reply.message.clone();
            self.call_ids.0.extend(reply.calls.iter().map(|call| call.id.clone()));
            effects.push(self.append(MessageKind::Reply, size, message));
        }
        self.accumulated = Size {
            tokens: track_usage(self.accumulated.tokens, &counted.usage),
            measure: self.accumulated.measure.and(measure),
        };
        self.book(Purpose::Main, &reply.stop, &count, settled, effects);
        if !was_counted && measure == Measure::Counted {
            self.tell_infeasible(effects);
        }
        self.judge_compaction();

        if reply.stop != Stop::PauseTurn {
            self.trouble.pauses = 0;
        }
        if reply.stop != Stop::ModelContextWindowExceeded {
            self.trouble.overflowed = false;
        }
        let text = || self.config.dialect.view(&reply.message).text();
        match &reply.stop {
            Stop::ToolUse => self.open_round(reply, effects),
            Stop::PauseTurn if is_strict => self.paused(reply, effects),
            Stop::ModelContextWindowExceeded if is_strict => {
                self.overflowed(String::from(Stop::ModelContextWindowExceeded.as_str()), effects);
            }
            Stop::Refusal if is_strict => {
                let text = reply.refusal.clone().unwrap_or_else(text);
                self.end(Outcome::Refused { text }, effects);
            }
            stop => {
                let (text, stop) = (text(), stop.clone());
                if !is_dropped {
                    self.leave_calls(reply, effects);
                }
                let answers = !is_strict || stop.is_end();
                let outcome = if answers {
                    Outcome::Answered { text, stop }
                } else {
                    Outcome::Stopped { text, stop }
                };
                self.end(outcome, effects);
            }
        }
    }

    fn open_round(&mut self, reply: &Reply<P>, effects: &mut Vec<Effect<P>>) {
        let (round, orders) = Round::open(reply, &self.config, &mut self.next_request);
        effects.extend(orders);
        self.phase = Phase::AwaitingTools { round };
        self.continue_round(effects);
    }

    /// Calls of a reply after which the work ends are not run, but none stays unanswered.
    fn leave_calls(&mut self, reply: &Reply<P>, effects: &mut Vec<Effect<P>>) {
        let round = Round::not_run(reply, &self.config.prompts.call_not_run);
        effects.extend(self.append_results(round));
    }

    /// The provider's own tool paused: what it wrote goes back as it is.
    fn paused(&mut self, reply: &Reply<P>, effects: &mut Vec<Effect<P>>) {
        self.trouble.pauses += 1;
        let limit = self.config.policy.valves.max_pauses;
        if let Some(limit) = limit.filter(|limit| self.trouble.pauses > *limit) {
            let valve = Valve::MaxPauses { limit };
            self.leave_calls(reply, effects);
            self.end(Outcome::ValveShut { valve }, effects);
        } else if !reply.calls.is_empty() {
            self.open_round(reply, effects);
        } else if self.transcript.occupancy().tokens > self.config.policy.window {
            self.begin_compaction(Cause::Overflow, effects);
        } else {
            self.call_main(effects);
        }
    }

    pub(super) fn give_result(
        &mut self,
        request: RequestId,
        content: P,
        is_error: bool,
        tokens: Tokens,
        effects: &mut Vec<Effect<P>>,
    ) {
        if let Phase::AwaitingTools { round } = &mut self.phase {
            round.answer(request, content, is_error, tokens);
        }
        self.continue_round(effects);
    }

    /// Begins the next change of the notes; and when every call has its result, appends the
    /// results, and only then looks at the threshold, before the next request.
    pub(super) fn continue_round(&mut self, effects: &mut Vec<Effect<P>>) {
        let Phase::AwaitingTools { round } = &mut self.phase else { return };
        let guard = match &self.notes {
            _ if !self.config.policy.notes.guard => Guard::Off,
            SeenNotes { is_known: false, .. } => Guard::Unseen,
            SeenNotes { version, .. } => Guard::Seen(version.as_ref()),
        };
        effects.extend(round.next_change(guard, &mut self.next_request));
        if !round.is_complete() {
            return;
        }
        if let Phase::AwaitingTools { round } = core::mem::replace(&mut self.phase, Phase::Idle) {
            effects.extend(self.append_results(round));
            self.check_threshold(effects);
        }
    }

    pub(super) fn append_results(&mut self, round: Round<P>) -> Vec<Effect<P>> {
        let (results, tokens): (Vec<ToolResult<P>>, Vec<Tokens>) = round.into_results().unzip();
        let messages = self.config.dialect.tool_results(results);
        let sizes = if messages.len() == tokens.len() {
            tokens
        } else {
            alloc::vec![tokens.into_iter().sum()]
        };
        let append =
            |(message, tokens)| self.append(MessageKind::Results, Size::estimated(tokens), message);
        messages.into_iter().zip(sizes).map(append).collect()
    }

    /// Judges the last compaction by the first reply after it.
    fn judge_compaction(&mut self) {
        if !core::mem::take(&mut self.trouble.is_fresh) {
            return;
        }
        if self.triggering() >= self.threshold {
            self.trouble.storms += 1;
        } else {
            self.trouble.storms = 0;
        }
    }

    /// The first count is the first time that the true size of the fixed part shows.
    fn tell_infeasible(&self, effects: &mut Vec<Effect<P>>) {
        if let Err(PolicyError::Infeasible { floor, threshold }) =
            self.config.policy.feasible(self.fixed().tokens)
        {
            effects.push(Effect::Notify { notice: Notice::Infeasible { floor, threshold } });
        }
    }

    /// Whether a failure means that the request is too long. A guess from wording is believed
    /// only where the window may be full, as far as anyone knows.
    pub(super) fn is_overflow(&self, kind: FailureKind) -> bool {
        match kind {
            FailureKind::Overflow => true,
            FailureKind::OverflowSuspected => {
                let occupancy = self.transcript.occupancy().tokens.get();
                !self.transcript.is_counted() || occupancy * 2 >= self.threshold.get()
            }
            _ => false,
        }
    }

    fn overflowed(&mut self, message: String, effects: &mut Vec<Effect<P>>) {
        if self.trouble.overflowed || !self.has_reply() {
            self.end(Outcome::Overflowed { message }, effects);
            return;
        }
        self.trouble.overflowed = true;
        self.begin_compaction(Cause::Overflow, effects);
    }

    fn expect_call(&self, request: RequestId, got: &'static str) -> Result<Purpose, Rejected> {
        match self.phase.awaited(request, self.next_request)? {
            Awaited::Call(purpose) => Ok(purpose),
            other => Err(other.mismatch(request, got)),
        }
    }

    pub(super) fn expect(
        &self,
        request: RequestId,
        wanted: Awaited,
        got: &'static str,
    ) -> Result<(), Rejected> {
        match self.phase.awaited(request, self.next_request)? {
            awaited if awaited == wanted => Ok(()),
            other => Err(other.mismatch(request, got)),
        }
    }
}

/// Servers take text and blocks as the content of a result, and none that are blank; anything else
/// becomes its JSON.
fn as_content<P: Payload>(content: P) -> P {
    let is_block = |block: &P::Node<'_>| block.get("type").is_some();
    let blocks = content.node().items();
    let are_blocks = blocks.map(|blocks| !blocks.is_empty() && blocks.iter().all(is_block));
    if are_blocks != Some(true) {
        let is_text = content.node().text().is_some();
        return if is_text { content } else { P::build(Build::Text(content.node().json())) };
    }
    match without_blank_blocks(&content) {
        Some(kept) if kept.node().items().is_some_and(|kept| kept.is_empty()) => {
            P::build(Build::text(""))
        }
        kept => kept.unwrap_or(content),
    }
}
