//! What the user and the app do: submit, abort, clear, load, resume; and how work begins and ends.

use alloc::{string::String, vec::Vec};

use super::{CallIds, Harness, Instructions, SeenNotes, Trouble};
use crate::{
    dialect::{content_estimate, is_users, without_blank_blocks},
    effect::{Cause, Effect, Notice, Outcome, Purpose, Valve},
    event::{Loaded, Rejected, Submitted},
    integrity::repair,
    payload::{Build, Node, Payload},
    phase::{Next, Phase},
    transcript::MessageKind,
    units::{RequestId, Size, Tokens},
    usage::Meter,
};

impl<P: Payload> Harness<P> {
    pub(super) fn submitted(
        &mut self,
        mut message: Submitted<P>,
    ) -> Result<Vec<Effect<P>>, Rejected> {
        let dialect = self.config.dialect;
        if !is_users(&message.content) {
            return Err(Rejected::NotAMessage);
        }
        let view = dialect.view(&dialect.user_message(Build::Payload(message.content.clone())));
        if view.is_blank() {
            return Err(Rejected::Blank);
        }
        if let Some(content) = without_blank_blocks(&message.content) {
            message.content = content;
        }
        if self.phase.is_compacting() {
            self.queue.push(message);
            let waiting = self.queue.len();
            return Ok(alloc::vec![Effect::Notify { notice: Notice::Queued { waiting } }]);
        }
        if !self.is_idle() {
            return Err(Rejected::Busy);
        }
        // A new instruction may well find a way where the old one was stuck.
        self.trouble.storms = 0;
        self.trouble.pauses = 0;
        self.trouble.overflowed = false;
        let mut effects = Vec::new();
        self.begin(Next::Submit { message }, &mut effects);
        Ok(effects)
    }

    pub(super) fn aborted(&mut self) -> Result<Vec<Effect<P>>, Rejected> {
        if self.is_idle() {
            return Err(Rejected::Idle);
        }
        let mut effects = self.close_requests();
        match core::mem::replace(&mut self.phase, Phase::Idle) {
            Phase::AwaitingTools { mut round } => {
                round.close(&self.config.prompts.call_aborted);
                effects.extend(self.append_results(round));
            }
            // It may hold a message that was not sent yet.
            phase => self.phase = phase,
        }
        let unsent = self.take_unsent();
        self.end(Outcome::Aborted { unsent }, &mut effects);
        Ok(effects)
    }

    pub(super) fn cleared(&mut self) -> Vec<Effect<P>> {
        let mut effects = self.close_requests();
        let was_idle = self.is_idle();
        let removed = self.transcript.take().len();
        self.accumulated = Size::ZERO;
        self.instructions = Instructions { task: None, newest: None };
        // What the model knew, and what went wrong for it, is gone with the history.
        self.notes = SeenNotes::default();
        self.trouble = Trouble::default();
        self.summary = None;
        self.call_ids = CallIds::default();
        effects.push(Effect::Replace { messages: Vec::new(), removed });
        let unsent = self.take_unsent();
        if !was_idle {
            self.end(Outcome::Aborted { unsent }, &mut effects);
        }
        effects
    }

    pub(super) fn loaded(&mut self, event: &Loaded<P>) -> Result<Vec<Effect<P>>, Rejected> {
        if !self.is_idle() {
            return Err(Rejected::Busy);
        }
        if !self.messages().is_empty() {
            return Err(Rejected::NotEmpty { messages: self.messages().len() });
        }
        let dialect = self.config.dialect;
        let messages = repair(dialect, &self.config.prompts, &event.messages);
        let append = |message: P| {
            let view = dialect.view(&message);
            let kind = match view.role.as_str() {
                "user" if view.has_results() => MessageKind::Results,
                "user" if self.instructions.task.is_none() => MessageKind::Task,
                "user" => MessageKind::User,
                "assistant" => MessageKind::Reply,
                _ => MessageKind::Results,
            };
            let content = message.node().get("content").map(|content| content.owned());
            match kind {
                MessageKind::Task => self.instructions.task = content,
                MessageKind::User => self.instructions.newest = content,
                _ => {}
            }
            let tokens = view.estimate().plus(Tokens::MESSAGE);
            self.append(kind, Size::estimated(tokens), message)
        };
        let effects = messages.into_iter().map(append).collect();
        self.find_call_ids();
        Ok(effects)
    }

    pub(super) fn resumed(&mut self) -> Vec<Effect<P>> {
        self.notes.is_read = false;
        let mut effects = Vec::new();
        match core::mem::replace(&mut self.phase, Phase::Idle) {
            Phase::Idle => {}
            Phase::AwaitingReply { request } => self.begin(Next::Again { request }, &mut effects),
            Phase::AwaitingTools { mut round } => {
                round.close(&self.config.prompts.call_interrupted);
                effects.extend(self.append_results(round));
                self.begin(Next::Check, &mut effects);
            }
            Phase::AwaitingSummary { attempt } => {
                effects.push(self.summary_request(&attempt).order(&attempt));
                self.phase = Phase::AwaitingSummary { attempt };
            }
            Phase::AwaitingStart { request, next } => {
                effects.push(Effect::ReadNotes { request });
                self.phase = Phase::AwaitingStart { request, next };
            }
            // The summary was paid for; only the notes are to be read anew.
            Phase::AwaitingNotes { attempt, summary } => {
                effects.push(Effect::ReadNotes { request: attempt.request });
                self.phase = Phase::AwaitingNotes { attempt, summary };
            }
        }
        effects
    }

    /// Goes on with `next`, after reading the notes where the policy wants them read by now.
    fn begin(&mut self, next: Next<P>, effects: &mut Vec<Effect<P>>) {
        if self.config.policy.notes.read_at_start && !self.notes.is_read {
            let request = self.mint();
            self.phase = Phase::AwaitingStart { request, next };
            effects.push(Effect::ReadNotes { request });
        } else {
            self.go_on(next, effects);
        }
    }

    pub(super) fn go_on(&mut self, next: Next<P>, effects: &mut Vec<Effect<P>>) {
        match next {
            Next::Submit { message } => {
                let has_reply = self.has_reply();
                effects.push(self.take_in(message));
                // The lesson's loop looks at the threshold after tool results alone, and its
                // restart would not carry the new message.
                if has_reply && self.config.policy.restart.pin_instructions {
                    self.check_threshold(effects);
                } else {
                    self.call_main(effects);
                }
            }
            Next::Again { request } => self.order_reply(request, effects),
            Next::Check => self.check_threshold(effects),
        }
    }

    /// Appends a message of the user's and remembers it as an instruction.
    fn take_in(&mut self, Submitted { content, tokens }: Submitted<P>) -> Effect<P> {
        let kind = if self.instructions.task.is_none() {
            self.instructions.task = Some(content.clone());
            MessageKind::Task
        } else {
            self.instructions.newest = Some(content.clone());
            MessageKind::User
        };
        let tokens =
            tokens.unwrap_or_else(|| content_estimate(&content.node()).plus(Tokens::MESSAGE));
        let message = self.config.dialect.user_message(Build::Payload(content));
        self.append(kind, Size::estimated(tokens), message)
    }

    /// Appends the messages that waited.
    pub(super) fn take_in_queue(&mut self, effects: &mut Vec<Effect<P>>) {
        for message in core::mem::take(&mut self.queue) {
            effects.push(self.take_in(message));
        }
    }

    pub(super) fn call_main(&mut self, effects: &mut Vec<Effect<P>>) {
        if let Some(valve) = self.shut_valve() {
            self.end(Outcome::ValveShut { valve }, effects);
            return;
        }
        let request = self.mint();
        self.totals.calls += 1;
        self.order_reply(request, effects);
    }

    /// Orders the model call that was counted last.
    fn order_reply(&mut self, request: RequestId, effects: &mut Vec<Effect<P>>) {
        self.phase = Phase::AwaitingReply { request };
        effects.push(Effect::CallModel {
            request,
            call: self.totals.calls,
            purpose: Purpose::Main,
            max_tokens: self.config.policy.reply_limit,
            messages: None,
        });
    }

    /// The valve that lets no further model call through.
    pub(super) fn shut_valve(&self) -> Option<Valve> {
        let valves = self.config.policy.valves;
        if let Some(limit) = valves.max_calls
            && self.totals.calls >= limit
        {
            return Some(Valve::MaxCalls { limit });
        }
        let spent = self.spend.tokens;
        let limit = valves.token_budget.filter(|limit| spent >= *limit)?;
        Some(Valve::TokenBudget { limit, spent })
    }

    pub(super) fn check_threshold(&mut self, effects: &mut Vec<Effect<P>>) {
        let (meter, threshold) = (self.config.policy.meter, self.threshold);
        let used = self.meters().of(meter);
        let fired = crate::policy::should_compact(used.tokens, threshold);
        effects.push(Effect::Notify { notice: Notice::Checked { meter, used, threshold, fired } });
        if fired {
            self.begin_compaction(Cause::Threshold, effects);
        } else {
            self.call_main(effects);
        }
    }

    pub(super) fn end(&mut self, outcome: Outcome, effects: &mut Vec<Effect<P>>) {
        self.phase = Phase::Idle;
        effects.push(Effect::Done { outcome });
    }

    pub(super) fn append(&mut self, kind: MessageKind, size: Size, message: P) -> Effect<P> {
        let id = self.transcript.append(kind, size, message.clone());
        Effect::Append { id, kind, size, message }
    }

    pub(super) fn mint(&mut self) -> RequestId {
        RequestId::mint(&mut self.next_request)
    }

    pub(super) fn has_reply(&self) -> bool {
        self.messages().iter().any(|message| message.kind == MessageKind::Reply)
    }

    /// The value of the meter that triggers.
    pub(super) fn triggering(&self) -> Tokens {
        let meter: Meter = self.config.policy.meter;
        self.meters().of(meter).tokens
    }

    fn close_requests(&self) -> Vec<Effect<P>> {
        self.phase.open().into_iter().map(|request| Effect::Abort { request }).collect()
    }

    /// What the user sent and the model will not see: what waited in the queue, and a message
    /// that waited for the notes.
    pub(super) fn take_unsent(&mut self) -> Vec<String> {
        let dialect = self.config.dialect;
        let phase = core::mem::replace(&mut self.phase, Phase::Idle);
        let starting = match phase {
            Phase::AwaitingStart { next: Next::Submit { message }, .. } => Some(message),
            _ => None,
        };
        let unsent = starting.into_iter().chain(core::mem::take(&mut self.queue));
        let text = |message: Submitted<P>| {
            dialect.view(&dialect.user_message(Build::Payload(message.content))).text()
        };
        unsent.map(text).collect()
    }
}
