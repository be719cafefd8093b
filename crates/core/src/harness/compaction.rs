//! A compaction: ask for the summary, judge it, read the notes, start afresh.

use alloc::{string::String, vec::Vec};

use super::Harness;
use crate::{
    compact,
    config::Config,
    dialect::Reply,
    effect::{Effect, Notice, Outcome, Purpose},
    event::NotesRead,
    payload::Payload,
    phase::Phase,
    prompt::{notes_or_placeholder, restart_message},
    transcript::MessageKind,
    units::{Size, Tokens},
};

impl<P: Payload> Harness<P> {
    pub(super) fn call_summary(&mut self, effects: &mut Vec<Effect<P>>) {
        let Config { dialect, prompts, policy, .. } = &self.config;
        let text = compact::request(*dialect, prompts, self.transcript.messages());
        let message = dialect.user_message(&text);
        let max_tokens = policy.summary_limit;
        let request = self.mint();
        self.totals.calls += 1;
        self.totals.compaction_calls += 1;
        self.phase = Phase::AwaitingSummary {
            request,
            request_tokens: Tokens::estimate_message(text.len()),
        };
        effects.push(Effect::CallModel {
            request,
            call: self.totals.calls,
            purpose: Purpose::Summary,
            max_tokens,
            messages: Some(alloc::vec![message]),
        });
    }

    pub(super) fn summary_replied(&mut self, reply: &Reply<P>) -> Vec<Effect<P>> {
        let call = self.totals.calls;
        let Phase::AwaitingSummary { request_tokens, .. } = self.phase else {
            return Vec::new();
        };
        let (usage, measure, ignored) = self.usage(call, reply, request_tokens);
        let mut effects: Vec<_> = ignored.into_iter().collect();
        effects.push(self.counted(call, Purpose::Summary, &reply.stop, usage, measure, Vec::new()));
        match compact::handover_summary(self.config.dialect, reply) {
            Ok(summary) => {
                let request = self.mint();
                self.phase =
                    Phase::AwaitingNotes { request, call, summary, summary_tokens: usage.output };
                effects.push(Effect::ReadNotes { request });
            }
            Err(reason) => effects.extend(self.end(Outcome::SummaryRefused { reason })),
        }
        effects
    }

    pub(super) fn restart(
        &mut self,
        call: u32,
        summary: String,
        summary_tokens: Tokens,
        notes: NotesRead,
    ) -> Vec<Effect<P>> {
        let before = self.meters();
        let Config { dialect, prompts, .. } = &self.config;
        let content = notes.content.as_deref();
        let shown = notes_or_placeholder(prompts, content).len();
        let text = restart_message(prompts, &summary, content);
        // The headings are estimated; the summary was counted when it was written.
        let headings = text.len() - summary.len() - shown;
        let notes_tokens = notes.tokens.unwrap_or_else(|| Tokens::estimate(shown));
        let tokens = Tokens::estimate_message(headings).plus(summary_tokens).plus(notes_tokens);
        let message: P = dialect.user_message(&text);

        let removed = self.transcript.clear();
        let id = self.transcript.append(MessageKind::Restart, tokens, message.clone());
        let from = self.accumulated.tokens;
        self.accumulated = Size::ZERO;
        self.totals.compactions += 1;
        let mut effects = alloc::vec![
            Effect::Replace { id, size: Size::estimated(tokens), message, removed },
            Effect::Notify { notice: Notice::Reset { from } },
            Effect::Notify {
                notice: Notice::Compacted {
                    ordinal: self.totals.compactions,
                    call,
                    meter: self.config.policy.meter,
                    threshold: self.threshold,
                    before,
                    after: self.meters(),
                    removed,
                    summary,
                    notes: notes.content,
                },
            },
        ];
        self.call_main(&mut effects);
        effects
    }
}
