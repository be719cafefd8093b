//! A round: the reply comes in, its tools run, the results are appended, the threshold is checked.

use alloc::{string::String, vec::Vec};

use super::Harness;
use crate::{
    dialect::{Reply, ReportedUsage, Stop, ToolResult},
    effect::{Effect, Notice, Outcome, Purpose},
    payload::Payload,
    phase::{Phase, Round},
    policy::should_compact,
    transcript::{MessageKind, Settled},
    units::{Measure, RequestId, Size, Tokens},
    usage::{Usage, track_usage},
};

impl<P: Payload> Harness<P> {
    pub(super) fn main_replied(&mut self, reply: Reply<P>) -> Vec<Effect<P>> {
        let call = self.totals.calls;
        let request = self.transcript.occupancy().tokens;
        let (usage, measure, ignored) = self.usage(call, &reply, request);
        let mut effects =
            alloc::vec![self.append(MessageKind::Reply, usage.output, reply.message.clone())];
        let settled = match measure {
            Measure::Counted => self.transcript.settle(usage.request(), usage.output),
            Measure::Estimated => Vec::new(),
        };
        self.accumulated = Size {
            tokens: track_usage(self.accumulated.tokens, &usage),
            measure: self.accumulated.measure.and(measure),
        };
        effects.extend(ignored);
        effects.push(self.counted(call, Purpose::Main, &reply.stop, usage, measure, settled));

        if reply.stop == Stop::ToolUse {
            let (round, orders) = Round::open(&reply, &self.config, &mut self.next_request);
            effects.extend(orders);
            if round.is_complete() {
                effects.extend(self.finish_round(round));
            } else {
                self.phase = Phase::AwaitingTools { round };
            }
            return effects;
        }

        if !reply.calls.is_empty() {
            // Calls that came with another stop are not run, but no call may stay unanswered.
            let round = Round::not_run(&reply, &self.config.prompts.call_not_run);
            effects.extend(self.append_results(round));
        }
        let text = self.config.dialect.view(&reply.message).text();
        let stop = reply.stop;
        let answers = self.config.policy.any_stop_answers
            || matches!(stop, Stop::EndTurn | Stop::StopSequence);
        effects.extend(self.end(if answers {
            Outcome::Answered { text, stop }
        } else {
            Outcome::Stopped { text, stop }
        }));
        effects
    }

    pub(super) fn answer_call(
        &mut self,
        request: RequestId,
        content: P,
        is_error: bool,
        tokens: Tokens,
    ) -> Vec<Effect<P>> {
        let Phase::AwaitingTools { round } = &mut self.phase else {
            return Vec::new();
        };
        round.answer(request, content, is_error, tokens);
        if !round.is_complete() {
            return Vec::new();
        }
        match core::mem::replace(&mut self.phase, Phase::Idle) {
            Phase::AwaitingTools { round } => self.finish_round(round),
            _ => Vec::new(),
        }
    }

    /// Appends the results, and only then looks at the threshold, before the next request.
    fn finish_round(&mut self, round: Round<P>) -> Vec<Effect<P>> {
        let mut effects = self.append_results(round);
        let meter = self.config.policy.meter;
        let used = self.meters().of(meter);
        let fired = should_compact(used.tokens, self.threshold);
        let threshold = self.threshold;
        effects.push(Effect::Notify { notice: Notice::Checked { meter, used, threshold, fired } });
        if fired {
            self.call_summary(&mut effects);
        } else {
            self.call_main(&mut effects);
        }
        effects
    }

    pub(super) fn append_results(&mut self, round: Round<P>) -> Vec<Effect<P>> {
        let (results, tokens): (Vec<ToolResult<P>>, Vec<Tokens>) = round.into_results().unzip();
        let messages = self.config.dialect.tool_results(results);
        let sizes = if messages.len() == tokens.len() {
            tokens
        } else {
            alloc::vec![tokens.into_iter().sum()]
        };
        messages
            .into_iter()
            .zip(sizes)
            .map(|(message, tokens)| self.append(MessageKind::Results, tokens, message))
            .collect()
    }

    pub(super) fn call_main(&mut self, effects: &mut Vec<Effect<P>>) {
        let request = self.mint();
        self.totals.calls += 1;
        self.phase = Phase::AwaitingReply { request };
        effects.push(Effect::CallModel {
            request,
            call: self.totals.calls,
            purpose: Purpose::Main,
            max_tokens: self.config.policy.reply_limit,
            messages: None,
        });
    }

    /// Books a call's usage and tells of it.
    pub(super) fn counted(
        &mut self,
        call: u32,
        purpose: Purpose,
        stop: &Stop,
        usage: Usage,
        measure: Measure,
        settled: Vec<Settled>,
    ) -> Effect<P> {
        self.spend = self.spend.plus(Size { tokens: usage.total(), measure });
        let (stop, meters) = (stop.clone(), self.meters());
        Effect::Notify {
            notice: Notice::Counted { call, purpose, stop, usage, measure, meters, settled },
        }
    }

    /// The usage to count with: the provider's, or an estimate where it gave none that is usable.
    /// The reply's text is read only for an estimate.
    pub(super) fn usage(
        &self,
        call: u32,
        reply: &Reply<P>,
        request: Tokens,
    ) -> (Usage, Measure, Option<Effect<P>>) {
        let ignored = match &reply.usage {
            ReportedUsage::Counted(usage) => return (*usage, Measure::Counted, None),
            ReportedUsage::Missing => None,
            ReportedUsage::Absurd { field, value } => {
                let (field, value) = (String::from(*field), value.clone());
                let notice = Notice::UsageIgnored { call, field, value };
                Some(Effect::Notify { notice })
            }
        };
        let dialect = self.config.dialect;
        let estimate = Usage {
            input: request,
            cache_read: Tokens::ZERO,
            cache_write: Tokens::ZERO,
            output: Tokens::estimate_message(dialect.view(&reply.message).bytes()),
            cache: dialect.cache_rule(),
        };
        (estimate, Measure::Estimated, ignored)
    }
}
