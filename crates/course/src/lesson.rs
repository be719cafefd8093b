//! The lesson's loop, small enough to be read beside the code on the page, and wrong on request.
//!
//! It is made of the core's pure functions and has the interface of [`secondwind_core::Harness`].
//! Without bugs it answers equal events with the effects of the core's `lesson` preset, one for one.

mod compaction;
mod round;

use secondwind_core::{
    Build, CallFailed, CompactionFault, Counted, Effect, Event, Measure, MessageKind, Meter,
    Meters, Node, NotesRead, Notice, Outcome, Payload, Policy, PolicyError, Prompts, Purpose,
    Rejected, Replied, Reply, ReportedUsage, RequestId, Settled, Size, Stop, Submitted, Tokens,
    Totals, Transcript, Usage, Valve, track_usage,
};
use serde_json::Value;

use self::{
    compaction::{Attempt, Summary, Then},
    round::{Call, CallState},
};
use crate::{patch::Bug, play::DIALECT};

type Effects = Vec<Effect<Value>>;

/// The lesson's loop. One task at a time; its requests are answered one after the other.
#[derive(Clone, Debug)]
pub struct Lesson {
    policy: Policy,
    /// What the check compares with.
    threshold: Tokens,
    bugs: Vec<Bug>,
    prompts: Prompts,
    messages: Transcript<Value>,
    tokens_used: Size,
    tokens_spent: Size,
    totals: Totals,
    phase: Phase,
    next_request: u32,
    /// The size of the notes that were read last.
    notes_tokens: Tokens,
    /// NOTES.md as it was when the run began, for `staleNotes`.
    first_notes: Option<NotesRead>,
    /// What of the fixed part is NOTES.md, for `notesInSystem`.
    system_notes: Tokens,
    /// What the file holds, for `appendNotes`.
    file: String,
}

#[derive(Clone, Debug)]
enum Phase {
    Idle,
    /// The notes are read, and then a request goes out.
    ReadingFirst(RequestId),
    ReadingForRequest(RequestId),
    Calling(RequestId),
    Running(Vec<Call>),
    Summarizing(RequestId, Attempt),
    ReadingNotes(RequestId, Attempt, Summary),
}

impl Lesson {
    /// A loop before its task. `fixed` is the size of what every request carries beside the
    /// messages. Of the policy, only what the lesson's preset leaves open counts: window, ratio,
    /// meter, the two output limits and the valves.
    pub fn new(policy: Policy, fixed: Tokens, bugs: &[Bug]) -> Result<Self, PolicyError> {
        let mut policy = policy;
        let mut threshold = policy.threshold()?;
        if bugs.contains(&Bug::ThresholdAtLimit) {
            policy.meter = Meter::Occupancy;
            threshold = policy.window;
        }
        if bugs.contains(&Bug::OtherGauge) {
            policy.meter = Meter::Accumulated;
        }
        Ok(Self {
            policy,
            threshold,
            bugs: bugs.to_vec(),
            prompts: Prompts::default(),
            messages: Transcript::new(fixed),
            tokens_used: Size::ZERO,
            tokens_spent: Size::ZERO,
            totals: Totals::default(),
            phase: Phase::Idle,
            next_request: 1,
            notes_tokens: Tokens::ZERO,
            first_notes: None,
            system_notes: Tokens::ZERO,
            file: String::new(),
        })
    }

    /// Takes one event and returns what is to be done about it. On `Err` nothing has changed.
    pub fn apply(&mut self, event: Event<Value>) -> Result<Effects, Rejected> {
        let mut effects = Vec::new();
        match event {
            Event::Submitted(event) => self.submitted(&event, &mut effects)?,
            Event::Replied(event) => self.replied(&event, &mut effects)?,
            Event::CallFailed(event) => self.call_failed(event, &mut effects)?,
            Event::ToolReturned(event) => {
                self.expect_tool(event.request)?;
                let tokens = event.tokens.unwrap_or_else(|| estimate(&event.content));
                self.give(event.request, event.content, event.is_error, tokens, &mut effects);
            }
            Event::NotesWritten(event) => {
                self.expect_tool(event.request)?;
                let text = Value::from(self.prompts.notes_saved.as_str());
                let tokens = event.tokens.unwrap_or_else(|| estimate(&text));
                self.give(event.request, text, false, tokens, &mut effects);
            }
            Event::NotesRead(event) => self.notes_read(event, &mut effects)?,
            Event::Aborted => self.aborted(&mut effects)?,
            _ => return Err(Rejected::Busy),
        }
        Ok(effects)
    }

    /// The meters as they are now.
    pub const fn meters(&self) -> Meters {
        Meters {
            accumulated: self.tokens_used,
            occupancy: self.messages.occupancy(),
            spend: self.tokens_spent,
        }
    }

    /// The size of the fixed part of every request.
    pub const fn fixed(&self) -> Size {
        self.messages.fixed()
    }

    /// The messages in the window.
    pub const fn transcript(&self) -> &Transcript<Value> {
        &self.messages
    }

    /// The meter that the check compares.
    pub const fn meter(&self) -> Meter {
        self.policy.meter
    }

    /// What the check compares with.
    pub const fn threshold(&self) -> Tokens {
        self.threshold
    }

    fn has(&self, bug: Bug) -> bool {
        self.bugs.contains(&bug)
    }

    // ---- the task ----

    fn submitted(
        &mut self,
        event: &Submitted<Value>,
        effects: &mut Effects,
    ) -> Result<(), Rejected> {
        if !matches!(self.phase, Phase::Idle) {
            return Err(Rejected::Busy);
        }
        let message = DIALECT.user_message(Build::Payload(event.content.clone()));
        if DIALECT.view(&message).is_blank() {
            return Err(Rejected::Blank);
        }
        let is_first = self.messages.messages().is_empty();
        let kind = if is_first { MessageKind::Task } else { MessageKind::User };
        let tokens = event.tokens.unwrap_or_else(|| estimate(&event.content));
        effects.push(self.append(kind, Size::estimated(tokens), message));
        if self.has(Bug::StaleNotes) && self.first_notes.is_none() {
            let request = self.mint();
            effects.push(Effect::ReadNotes { request });
            self.phase = Phase::ReadingFirst(request);
        } else {
            self.call_model(effects);
        }
        Ok(())
    }

    // ---- the request and its reply ----

    fn call_model(&mut self, effects: &mut Effects) {
        if let Some(valve) = self.shut_valve() {
            self.end(Outcome::ValveShut { valve }, effects);
        } else if self.has(Bug::NotesInSystem) {
            let request = self.mint();
            effects.push(Effect::ReadNotes { request });
            self.phase = Phase::ReadingForRequest(request);
        } else {
            self.send(effects);
        }
    }

    fn send(&mut self, effects: &mut Effects) {
        let request = self.mint();
        self.totals.calls += 1;
        let last = || self.messages.messages().last().map(|message| message.payload.clone());
        effects.push(Effect::CallModel {
            request,
            call: self.totals.calls,
            purpose: Purpose::Main,
            max_tokens: self.policy.reply_limit,
            messages: self.has(Bug::LastOnly).then(|| last().into_iter().collect()),
        });
        self.phase = Phase::Calling(request);
    }

    fn shut_valve(&self) -> Option<Valve> {
        let valves = self.policy.valves;
        if let Some(limit) = valves.max_calls.filter(|limit| self.totals.calls >= *limit) {
            return Some(Valve::MaxCalls { limit });
        }
        let spent = if self.has(Bug::SharedCounter) { self.tokens_used } else { self.tokens_spent };
        let spent = spent.tokens;
        let limit = valves.token_budget.filter(|limit| spent >= *limit)?;
        Some(Valve::TokenBudget { limit, spent })
    }

    fn replied(&mut self, event: &Replied<Value>, effects: &mut Effects) -> Result<(), Rejected> {
        match &self.phase {
            Phase::Calling(request) if *request == event.request => {
                let reply = DIALECT.reply(&event.reply)?;
                if self.has(Bug::CheckLate) && self.check(effects) {
                    self.compact(Then::TakeIn(reply, self.totals.calls), effects);
                } else {
                    self.take_in(reply, effects);
                }
            }
            Phase::Summarizing(request, attempt) if *request == event.request => {
                let reply = DIALECT.reply(&event.reply)?;
                let attempt = attempt.clone();
                self.summarized(&reply, attempt, effects);
            }
            _ => return Err(self.unexpected(event.request, "replied")),
        }
        Ok(())
    }

    /// Counts a reply, appends it, and does what it stopped for.
    fn take_in(&mut self, reply: Reply<Value>, effects: &mut Effects) {
        let (counted, measure) = count(&reply, self.messages.occupancy().tokens);
        // A request that was a part of the window says nothing about the rest.
        let is_whole = !self.has(Bug::LastOnly) || self.messages.messages().len() == 1;
        let covers = measure == Measure::Counted && is_whole;
        let settled =
            if covers { self.messages.settle(counted.window.request()) } else { Vec::new() };
        if !is_dropped(&reply) {
            let measure = if covers { measure } else { Measure::Estimated };
            let size = Size { tokens: counted.window.output, measure };
            effects.push(self.append(MessageKind::Reply, size, reply.message.clone()));
        }
        self.track(&counted, measure);
        self.book(self.totals.calls, Purpose::Main, &reply, &counted, measure, settled, effects);
        self.act(reply, effects);
    }

    /// The same after a compaction that the reply was too late for: its count is of the window
    /// that is gone, so it corrects nothing of the new one.
    fn take_in_late(&mut self, reply: Reply<Value>, call: u32, effects: &mut Effects) {
        let (counted, measure) = count(&reply, self.messages.occupancy().tokens);
        self.track(&counted, measure);
        self.book(call, Purpose::Main, &reply, &counted, measure, Vec::new(), effects);
        if !is_dropped(&reply) {
            let size = Size::estimated(counted.window.output);
            effects.push(self.append(MessageKind::Reply, size, reply.message.clone()));
        }
        self.act(reply, effects);
    }

    fn track(&mut self, counted: &Counted, measure: Measure) {
        self.tokens_used = Size {
            tokens: track_usage(self.tokens_used.tokens, &counted.usage),
            measure: self.tokens_used.measure.and(measure),
        };
    }

    #[expect(clippy::too_many_arguments, reason = "what a count is made of")]
    fn book(
        &mut self,
        call: u32,
        purpose: Purpose,
        reply: &Reply<Value>,
        counted: &Counted,
        measure: Measure,
        settled: Vec<Settled>,
        effects: &mut Effects,
    ) {
        self.tokens_spent = self.tokens_spent.plus(Size { tokens: counted.spend, measure });
        let (stop, usage, meters) = (reply.stop.clone(), counted.usage, self.meters());
        let notice = Notice::Counted { call, purpose, stop, usage, measure, meters, settled };
        effects.push(Effect::Notify { notice });
    }

    fn act(&mut self, reply: Reply<Value>, effects: &mut Effects) {
        if reply.stop == Stop::ToolUse {
            if self.has(Bug::CheckEarly) && self.check(effects) {
                self.compact(Then::RunTools(reply), effects);
            } else {
                self.run_tools(reply, effects);
            }
            return;
        }
        let text = DIALECT.view(&reply.message).text();
        if !is_dropped(&reply) && !reply.calls.is_empty() {
            let content = Value::from(self.prompts.call_not_run.as_str());
            let tokens = estimate(&content);
            let done = |id| Call {
                id,
                state: CallState::Done { content: content.clone(), is_error: true, tokens },
            };
            let calls = reply.calls.into_iter().map(|call| done(call.id)).collect();
            self.append_results(calls, effects);
        }
        self.end(Outcome::Answered { text, stop: reply.stop }, effects);
    }

    fn call_failed(&mut self, event: CallFailed, effects: &mut Effects) -> Result<(), Rejected> {
        let CallFailed { request, kind, message } = event;
        match &self.phase {
            Phase::Calling(open) if *open == request => {
                self.end(Outcome::CallFailed { kind, message }, effects);
            }
            Phase::Summarizing(open, _) if *open == request => {
                self.compaction_failed(CompactionFault::CallFailed { kind, message }, 1, effects);
            }
            _ => return Err(self.unexpected(request, "callFailed")),
        }
        Ok(())
    }

    /// Ends the work. Calls of the round under way stay without results: it is not gone on with.
    fn aborted(&mut self, effects: &mut Effects) -> Result<(), Rejected> {
        let open = self.open();
        if open.is_empty() {
            return Err(Rejected::Idle);
        }
        effects.extend(open.into_iter().map(|request| Effect::Abort { request }));
        self.end(Outcome::Aborted { unsent: Vec::new() }, effects);
        Ok(())
    }

    fn open(&self) -> Vec<RequestId> {
        match &self.phase {
            Phase::Idle => Vec::new(),
            Phase::ReadingFirst(request)
            | Phase::ReadingForRequest(request)
            | Phase::Calling(request)
            | Phase::Summarizing(request, _)
            | Phase::ReadingNotes(request, ..) => vec![*request],
            Phase::Running(calls) => calls.iter().filter_map(Call::request).collect(),
        }
    }

    fn expect_tool(&self, request: RequestId) -> Result<(), Rejected> {
        match &self.phase {
            Phase::Running(calls) if calls.iter().any(|call| call.request() == Some(request)) => {
                Ok(())
            }
            _ => Err(self.unexpected(request, "toolReturned or notesWritten")),
        }
    }

    fn unexpected(&self, request: RequestId, got: &'static str) -> Rejected {
        if self.open().contains(&request) {
            Rejected::WrongAnswer { request, expected: "another event", got }
        } else if (1..self.next_request).contains(&request.0) {
            Rejected::Late(request)
        } else {
            Rejected::UnknownRequest(request)
        }
    }

    fn end(&mut self, outcome: Outcome, effects: &mut Effects) {
        self.phase = Phase::Idle;
        effects.push(Effect::Done { outcome });
    }

    fn append(&mut self, kind: MessageKind, size: Size, message: Value) -> Effect<Value> {
        let id = self.messages.append(kind, size, message.clone());
        Effect::Append { id, kind, size, message }
    }

    const fn mint(&mut self) -> RequestId {
        let request = RequestId(self.next_request);
        self.next_request += 1;
        request
    }
}

/// A refused reply is not replayed, and an empty one says nothing.
pub(crate) fn is_dropped(reply: &Reply<Value>) -> bool {
    reply.is_empty || reply.stop == Stop::Refusal
}

/// The provider's figures, or an estimate where it gave none that is usable.
pub(crate) fn count(reply: &Reply<Value>, request: Tokens) -> (Counted, Measure) {
    if let ReportedUsage::Counted(counted) = reply.usage {
        return (counted, Measure::Counted);
    }
    let usage = Usage {
        input: request,
        cache_read: Tokens::ZERO,
        cache_write: Tokens::ZERO,
        output: DIALECT.view(&reply.message).estimate().plus(Tokens::MESSAGE),
        cache: DIALECT.cache_rule(),
    };
    (Counted { usage, window: usage, spend: usage.total() }, Measure::Estimated)
}

fn estimate(content: &Value) -> Tokens {
    Tokens::estimate(content.node().bytes()).plus(Tokens::MESSAGE)
}
