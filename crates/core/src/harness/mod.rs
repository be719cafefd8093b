//! The state machine: the only place that changes state. This file holds the state and takes the
//! events; `round` and `compaction` beside it hold what follows from them.

mod compaction;
mod round;

use alloc::vec::Vec;

use crate::{
    config::Config,
    effect::{Effect, Outcome, Purpose},
    event::{
        CallFailed, Event, NotesFailed, NotesRead, NotesWritten, Rejected, Replied, Submitted,
        ToolReturned,
    },
    payload::{Build, Node, Payload},
    phase::{Awaited, Phase},
    policy::PolicyError,
    snapshot::RestoreError,
    transcript::{Message, MessageKind, Transcript},
    units::{Millis, RequestId, Size, Tokens},
    usage::Meters,
    wire::wire,
};

/// How many calls were made over the life of a harness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// Model calls, the compaction calls included.
    pub calls: u32,
    /// Those of them that were made for a compaction.
    pub compaction_calls: u32,
    /// Compactions that replaced the messages.
    pub compactions: u32,
}

/// The loop of an agent as a state machine: events in, effects out.
///
/// Equal harnesses answer equal events equally. It holds each message once, as the provider's
/// own value, and reads only facts from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Harness<P> {
    config: Config,
    threshold: Tokens,
    transcript: Transcript<P>,
    accumulated: Size,
    spend: Size,
    totals: Totals,
    phase: Phase<P>,
    next_request: u32,
    now: Millis,
}

impl<P: Payload> Harness<P> {
    /// A harness with an empty history.
    pub fn new(config: Config) -> Result<Self, PolicyError> {
        let threshold = config.policy.threshold()?;
        Ok(Self {
            threshold,
            transcript: Transcript::new(config.fixed),
            accumulated: Size::ZERO,
            spend: Size::ZERO,
            totals: Totals::default(),
            phase: Phase::Idle,
            next_request: 1,
            now: Millis::default(),
            config,
        })
    }

    /// Takes one event and answers what is to be done about it.
    ///
    /// All or nothing: on `Err` the harness is as it was and no effect is owed. `now` only stamps
    /// the state; a clock that goes back is held, not refused.
    pub fn apply(&mut self, now: Millis, event: Event<P>) -> Result<Vec<Effect<P>>, Rejected> {
        let effects = match event {
            Event::Submitted(event) => self.submitted(&event),
            Event::Replied(event) => self.replied(&event),
            Event::CallFailed(event) => self.call_failed(event),
            Event::ToolReturned(event) => self.tool_returned(event),
            Event::NotesRead(event) => self.notes_read(event),
            Event::NotesWritten(event) => self.notes_written(&event),
            Event::NotesFailed(event) => self.notes_failed(event),
            Event::Aborted => self.aborted(),
        }?;
        self.now = self.now.max(now);
        Ok(effects)
    }

    /// The latest time that an event came with.
    pub const fn now(&self) -> Millis {
        self.now
    }

    /// How it was set up.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The number of tokens at which compaction fires.
    pub const fn threshold(&self) -> Tokens {
        self.threshold
    }

    /// The messages in the window, oldest first.
    pub fn messages(&self) -> &[Message<P>] {
        self.transcript.messages()
    }

    /// The size of the fixed part of every request.
    pub const fn fixed(&self) -> Size {
        self.transcript.fixed()
    }

    /// The meters as they are now.
    pub const fn meters(&self) -> Meters {
        Meters {
            accumulated: self.accumulated,
            occupancy: self.transcript.occupancy(),
            spend: self.spend,
        }
    }

    /// How many calls were made so far.
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    /// Whether a message can be submitted: no work is under way.
    pub const fn is_idle(&self) -> bool {
        matches!(self.phase, Phase::Idle)
    }

    /// Finds the threshold anew and looks for contradictions, after coming from outside.
    pub(crate) fn check(&mut self) -> Result<(), RestoreError> {
        self.threshold = self.config.policy.threshold()?;
        let damaged = |what| Err(RestoreError::Damaged { what });
        if !self.transcript.is_sound() {
            return damaged("the sizes of the messages do not add up");
        }
        if self.phase.open().any(|request| request.0 == 0 || request.0 >= self.next_request) {
            return damaged("a request is open that was never made");
        }
        if !self.is_idle() && self.messages().is_empty() {
            return damaged("work is under way, but there is no message");
        }
        Ok(())
    }

    // ---- events ----

    fn submitted(&mut self, event: &Submitted) -> Result<Vec<Effect<P>>, Rejected> {
        if !self.is_idle() {
            return Err(Rejected::Busy);
        }
        if event.text.trim().is_empty() {
            return Err(Rejected::Blank);
        }
        let kind = if self.messages().is_empty() { MessageKind::Task } else { MessageKind::User };
        let tokens = event.tokens.unwrap_or_else(|| Tokens::estimate_message(event.text.len()));
        let message = self.config.dialect.user_message(&event.text);
        let mut effects = alloc::vec![self.append(kind, tokens, message)];
        self.call_main(&mut effects);
        Ok(effects)
    }

    fn replied(&mut self, event: &Replied<P>) -> Result<Vec<Effect<P>>, Rejected> {
        let purpose = self.expect_call(event.request, "replied")?;
        let reply = self.config.dialect.reply(&event.reply)?;
        Ok(match purpose {
            Purpose::Main => self.main_replied(reply),
            Purpose::Summary => self.summary_replied(&reply),
        })
    }

    fn call_failed(&mut self, event: CallFailed) -> Result<Vec<Effect<P>>, Rejected> {
        let purpose = self.expect_call(event.request, "callFailed")?;
        Ok(self.end(Outcome::CallFailed { purpose, message: event.message }))
    }

    fn tool_returned(&mut self, event: ToolReturned<P>) -> Result<Vec<Effect<P>>, Rejected> {
        self.expect(event.request, Awaited::Tool, "toolReturned")?;
        let tokens =
            event.tokens.unwrap_or_else(|| Tokens::estimate_message(event.content.node().bytes()));
        Ok(self.answer_call(event.request, event.content, event.is_error, tokens))
    }

    fn notes_written(&mut self, event: &NotesWritten) -> Result<Vec<Effect<P>>, Rejected> {
        self.expect(event.request, Awaited::NotesWrite, "notesWritten")?;
        let text = self.config.prompts.notes_saved.clone();
        let tokens = event.tokens.unwrap_or_else(|| Tokens::estimate_message(text.len()));
        Ok(self.answer_call(event.request, P::build(Build::Text(text)), false, tokens))
    }

    fn notes_failed(&mut self, event: NotesFailed) -> Result<Vec<Effect<P>>, Rejected> {
        match self.phase.awaited(event.request, self.next_request)? {
            Awaited::NotesWrite => {
                let tokens = Tokens::estimate_message(event.message.len());
                let content = P::build(Build::Text(event.message));
                Ok(self.answer_call(event.request, content, true, tokens))
            }
            Awaited::NotesRead => Ok(self.end(Outcome::NotesUnread { message: event.message })),
            other => Err(other.mismatch(event.request, "notesFailed")),
        }
    }

    fn notes_read(&mut self, event: NotesRead) -> Result<Vec<Effect<P>>, Rejected> {
        self.expect(event.request, Awaited::NotesRead, "notesRead")?;
        let Phase::AwaitingNotes { summary, summary_tokens, call, .. } =
            core::mem::replace(&mut self.phase, Phase::Idle)
        else {
            // `expect` has found the request in this very phase.
            return Err(Rejected::UnknownRequest(event.request));
        };
        Ok(self.restart(call, summary, summary_tokens, event))
    }

    fn aborted(&mut self) -> Result<Vec<Effect<P>>, Rejected> {
        if self.is_idle() {
            return Err(Rejected::Idle);
        }
        let mut effects: Vec<_> =
            self.phase.open().map(|request| Effect::Abort { request }).collect();
        if let Phase::AwaitingTools { mut round } = core::mem::replace(&mut self.phase, Phase::Idle)
        {
            round.close(&self.config.prompts.call_aborted);
            effects.extend(self.append_results(round));
        }
        effects.extend(self.end(Outcome::Aborted));
        Ok(effects)
    }

    // ---- small steps ----

    fn append(&mut self, kind: MessageKind, tokens: Tokens, message: P) -> Effect<P> {
        let id = self.transcript.append(kind, tokens, message.clone());
        Effect::Append { id, kind, size: Size::estimated(tokens), message }
    }

    fn end(&mut self, outcome: Outcome) -> Vec<Effect<P>> {
        self.phase = Phase::Idle;
        alloc::vec![Effect::Done { outcome }]
    }

    fn mint(&mut self) -> RequestId {
        RequestId::mint(&mut self.next_request)
    }

    fn expect_call(&self, request: RequestId, got: &'static str) -> Result<Purpose, Rejected> {
        match self.phase.awaited(request, self.next_request)? {
            Awaited::Reply(purpose) => Ok(purpose),
            other => Err(other.mismatch(request, got)),
        }
    }

    fn expect(
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

/// The same step as [`Harness::apply`] as a pure function, for readers, tests and time travel:
/// answers the next state and the effects, and performs none of them.
pub fn transition<P: Payload>(
    mut state: Harness<P>,
    now: Millis,
    event: Event<P>,
) -> Result<(Harness<P>, Vec<Effect<P>>), Rejected> {
    let effects = state.apply(now, event)?;
    Ok((state, effects))
}

wire!(struct Totals {
    calls: "calls",
    compaction_calls: "compactionCalls",
    compactions: "compactions",
});
wire!(struct Harness<P> {
    config: "config",
    threshold: "threshold",
    transcript: "transcript",
    accumulated: "accumulated",
    spend: "spend",
    totals: "totals",
    phase: "phase",
    next_request: "nextRequest",
    now: "now",
});
