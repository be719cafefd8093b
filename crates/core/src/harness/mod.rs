//! The state machine: the only place that changes state. This file holds the state and takes the
//! events; the files beside it hold what follows from them.

mod compaction;
mod count;
mod notes;
mod round;
mod work;

use alloc::{collections::BTreeSet, string::String, vec::Vec};

use crate::{
    config::Config,
    dialect::{CallId, Part},
    effect::Effect,
    event::{Event, Rejected, Submitted},
    integrity::{Violation, violations},
    payload::{Build, Payload},
    phase::{Next, Phase},
    policy::PolicyError,
    snapshot::RestoreError,
    transcript::{Message, Transcript},
    units::{Millis, Size, Tokens},
    usage::Meters,
    wire::{Path, ReadError, Wire, wire},
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
    instructions: Instructions<P>,
    notes: SeenNotes,
    trouble: Trouble,
    /// The size of the last summary; `None` where none was written yet.
    summary: Option<Tokens>,
    call_ids: CallIds,
    /// Messages that came while a compaction was under way, oldest first.
    queue: Vec<Submitted<P>>,
    next_request: u32,
    now: Millis,
}

/// What the user asked for: pinned in every fresh window where the policy says so.
#[derive(Clone, Debug, PartialEq)]
struct Instructions<P> {
    /// The content of the first message.
    task: Option<P>,
    /// The content of the newest message, if it is not the task.
    newest: Option<P>,
}

/// What the model has seen of the notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SeenNotes {
    /// Whether it has seen them, or written them itself, since the history began.
    is_known: bool,
    /// The store's name for what it has seen; `None` for a store that has none.
    version: Option<String>,
    /// Whether the notes were read since the work began or was resumed.
    is_read: bool,
    /// What the notes that were read last take up in a fresh window.
    tokens: Option<Tokens>,
}

/// The ids of the calls in the window: what the messages hold, kept so that a turn costs the same
/// at any length of the history. A snapshot leaves them out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CallIds(BTreeSet<CallId>);

impl<P: Payload> Wire<P> for CallIds {
    fn write(&self) -> Build<P> {
        Build::Null
    }

    fn read(_: Option<P::Node<'_>>, _: &Path<'_>) -> Result<Self, ReadError> {
        Ok(Self::default())
    }
}

/// What went wrong lately, by the guard that counts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Trouble {
    /// Failed attempts at a compaction in a row.
    failures: u32,
    /// Compactions in a row after which the first reply was at the threshold or above.
    storms: u32,
    /// Whether no reply was counted since the last compaction.
    is_fresh: bool,
    /// Pauses in a row.
    pauses: u32,
    /// Whether a compaction was forced by an overflow, and no reply has come since.
    overflowed: bool,
}

impl<P: Payload> Harness<P> {
    /// A harness with an empty history.
    pub fn new(config: Config) -> Result<Self, PolicyError> {
        let threshold = config.policy.threshold()?;
        config.policy.feasible(config.fixed)?;
        config.check()?;
        Ok(Self {
            threshold,
            transcript: Transcript::new(config.fixed),
            accumulated: Size::ZERO,
            spend: Size::ZERO,
            totals: Totals::default(),
            phase: Phase::Idle,
            instructions: Instructions { task: None, newest: None },
            notes: SeenNotes::default(),
            trouble: Trouble::default(),
            summary: None,
            call_ids: CallIds::default(),
            queue: Vec::new(),
            next_request: 1,
            now: Millis::default(),
            config,
        })
    }

    /// Takes one event and returns what is to be done about it.
    ///
    /// All or nothing: on `Err` the harness is as it was and no effect is owed. `now` only stamps
    /// the state; a clock that goes back is held, not refused.
    pub fn apply(&mut self, now: Millis, event: Event<P>) -> Result<Vec<Effect<P>>, Rejected> {
        let effects = match event {
            Event::Submitted(event) => self.submitted(event),
            Event::CompactionRequested => self.compaction_requested(),
            Event::Aborted => self.aborted(),
            Event::Cleared => Ok(self.cleared()),
            Event::Loaded(event) => self.loaded(&event),
            Event::Resumed => Ok(self.resumed()),
            Event::Replied(event) => self.replied(&event),
            Event::CallFailed(event) => self.call_failed(event),
            Event::ToolReturned(event) => self.tool_returned(event),
            Event::NotesRead(event) => self.notes_read(event),
            Event::NotesWritten(event) => self.notes_written(event),
            Event::NotesConflicted(event) => self.notes_conflicted(event),
            Event::NotesFailed(event) => self.notes_failed(event),
        }?;
        self.now = self.now.max(now.min(Millis::MAX));
        debug_assert_eq!(self.violations(), [], "the history breaks its own rules");
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

    /// What of the rules on histories does not hold. Nothing, unless there is a bug: calls that
    /// are being run are not looked at, since their results are on the way.
    pub fn violations(&self) -> Vec<Violation> {
        if self.messages().is_empty() {
            return Vec::new();
        }
        let payloads = self.messages().iter().map(|message| &message.payload);
        let mut found = violations(self.config.dialect, payloads);
        if matches!(self.phase, Phase::AwaitingTools { .. }) {
            let last = self.messages().len() - 1;
            found.retain(|violation| {
                !matches!(violation, Violation::Unanswered { message, .. } if *message == last)
            });
        }
        found
    }

    /// Finds the ids of the calls anew, after messages left the window.
    fn find_call_ids(&mut self) {
        let dialect = self.config.dialect;
        let ids = self.messages().iter().flat_map(|message| dialect.call_ids(&message.payload));
        self.call_ids = CallIds(ids.collect());
    }

    /// Finds the threshold anew and looks for contradictions, after coming from outside.
    pub(crate) fn check(&mut self) -> Result<(), RestoreError> {
        self.threshold = self.config.policy.threshold()?;
        self.config.check()?;
        self.find_call_ids();
        let damaged = |what| Err(RestoreError::Damaged { what });
        if !self.transcript.is_sound() {
            return damaged("the sizes of the messages do not add up");
        }
        let Totals { calls, compaction_calls, compactions } = self.totals;
        let Trouble { storms, pauses, .. } = self.trouble;
        let counters = [self.next_request, calls, compaction_calls, compactions, storms, pauses];
        if counters.iter().chain([&self.transcript.next_id()]).any(|count| *count > LAST) {
            return damaged("a counter is larger than work can make it");
        }
        let open = self.phase.open();
        if open.iter().any(|request| request.0 == 0 || request.0 >= self.next_request) {
            return damaged("a request is open that was never made");
        }
        if let Phase::AwaitingStart { request, next: Next::Again { request: again } } = &self.phase
            && (again.0 == 0 || again >= request)
        {
            return damaged("a call is to be made again that was never made");
        }
        if !self.phase.is_compacting() && !self.queue.is_empty() {
            return damaged("messages wait for a compaction, but there is none");
        }
        if !self.is_idle() && open.is_empty() {
            return damaged("work is under way, but nothing is waited for");
        }
        let is_starting = matches!(self.phase, Phase::AwaitingStart { .. });
        if !self.is_idle() && !is_starting && self.messages().is_empty() {
            return damaged("work is under way, but there is no message");
        }
        if let Phase::AwaitingSummary { attempt } | Phase::AwaitingNotes { attempt, .. } =
            &self.phase
            && attempt.cut > self.messages().len()
        {
            return damaged("a compaction keeps messages that are not there");
        }
        if let Phase::AwaitingTools { round } = &self.phase {
            let last = self.messages().last();
            let parts = last.map(|last| self.config.dialect.view(&last.payload).parts);
            let parts = parts.unwrap_or_default();
            let calls = parts.iter().filter_map(|part| match part {
                Part::Call { id, .. } => Some(id),
                _ => None,
            });
            if !calls.eq(round.ids()) {
                return damaged("the calls under way are not those of the last message");
            }
        }
        if !self.violations().is_empty() {
            return damaged("calls and results of the history do not match");
        }
        Ok(())
    }
}

/// The largest counter that is taken up; what is left is more than any work needs.
const LAST: u32 = u32::MAX / 2;

/// The same step as [`Harness::apply`] as a pure function, for readers, tests and time travel:
/// returns the next state and the effects, and performs none of them.
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
wire!(struct Instructions<P> { task: "task", newest: "newest" });
wire!(struct SeenNotes {
    is_known: "isKnown",
    version: "version",
    is_read: "isRead",
    tokens: "tokens",
});
wire!(struct Trouble {
    failures: "failures",
    storms: "storms",
    is_fresh: "isFresh",
    pauses: "pauses",
    overflowed: "overflowed",
});
wire!(struct Harness<P> {
    config: "config",
    threshold: "threshold",
    transcript: "transcript",
    accumulated: "accumulated",
    spend: "spend",
    totals: "totals",
    phase: "phase",
    instructions: "instructions",
    notes: "notes",
    trouble: "trouble",
    summary: "summary",
    call_ids: "callIds",
    queue: "queue",
    next_request: "nextRequest",
    now: "now",
});
