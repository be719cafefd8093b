//! Plays a scenario: a shell around the core, or around the lesson's loop, whose model, tools and
//! store are prepared.

use secondwind_core::{
    Build, CallFailed, CallId, Config, Dialect, Effect, Event, FailureKind, Harness, Message,
    Meter, Millis, NotesRead, NotesWritten, Notice, Outcome, Payload, Policy, Purpose, Rejected,
    Replied, RequestId, Size, Submitted, Tokens, ToolReturned, Valve, Wire,
};
use serde::Serialize;
use serde_json::Value;

use crate::{
    lesson::Lesson,
    patch::{Bug, Patch},
    provider::{Answer, Baseline, Provider, Request, Sent},
    scenario::{Action, Scenario, UsageSource},
    source::{Issue, args},
};

/// The dialect in which prepared replies are written.
pub(crate) const DIALECT: Dialect = Dialect::Anthropic;

/// What a run is made of: facts that went into the core, and orders that came out.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A fact.
    Event(Event<Value>),
    /// An order.
    Effect(Effect<Value>),
}

impl Entry {
    /// The entry as JSON: an object with the one member `event` or `effect`.
    pub fn json(&self) -> Value {
        let (name, value) = match self {
            Self::Event(event) => ("event", event.write()),
            Self::Effect(effect) => ("effect", effect.write()),
        };
        Value::build(Build::Map(vec![(name, value)]))
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// The model answered.
    Answered,
    /// The provider refused a request that breaks its rules.
    Refused,
    /// The provider refused a request that does not fit the window with its reply.
    Overflowed,
    /// The token budget was spent.
    BudgetSpent,
    /// Nothing was prepared for what the run went on to ask. In patched runs alone; in others it
    /// is a fault of the scenario.
    ScriptEnded,
    /// Anything else, such as a summary that was cut off.
    Stopped,
}

impl Ending {
    /// The name, as JSON has it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Refused => "refused",
            Self::Overflowed => "overflowed",
            Self::BudgetSpent => "budgetSpent",
            Self::ScriptEnded => "scriptEnded",
            Self::Stopped => "stopped",
        }
    }
}

/// A run as it was recorded.
#[derive(Clone, Debug)]
pub struct Played {
    /// All that happened, in order.
    pub entries: Vec<Entry>,
    /// How it ended.
    pub ending: Ending,
    /// The meter that the check compared.
    pub meter: Meter,
    /// What the check compared it with.
    pub threshold: Tokens,
    pub(crate) policy: Policy,
    pub(crate) sent: Vec<Sent>,
}

/// Plays a scenario as it stands. The same scenario gives the same entries, always.
pub fn play(scenario: &Scenario) -> Result<Vec<Entry>, Vec<Issue>> {
    play_patched(scenario, &Patch::default()).map(|played| played.entries)
}

/// Plays a scenario with what a patch changes of it: bugs on the lesson's loop, everything else
/// on the core's harness. Rounds that a patched run leaves over are no fault of the scenario.
pub fn play_patched(scenario: &Scenario, patch: &Patch) -> Result<Played, Vec<Issue>> {
    let policy = patch.policy(&scenario.policy)?;
    let mut baseline = None;
    if !patch.is_empty() && scenario.usage == UsageSource::Given {
        let unpatched = Patch::default();
        let mut shell = Shell::new(scenario, &unpatched, scenario.policy.clone(), None)?;
        shell.run()?;
        baseline = Some(shell.provider.record);
    }
    let mut shell = Shell::new(scenario, patch, policy.clone(), baseline)?;
    let ending = shell.run()?;
    Ok(Played {
        meter: shell.machine.meter(),
        threshold: shell.machine.threshold(),
        entries: shell.entries,
        sent: shell.provider.sent,
        ending,
        policy,
    })
}

/// The prepared replies in the order in which the run took them.
pub(crate) fn replies(entries: &[Entry]) -> impl Iterator<Item = &Value> {
    entries.iter().filter_map(|entry| match entry {
        Entry::Event(Event::Replied(replied)) => Some(&replied.reply),
        _ => None,
    })
}

/// The provider's id of the call at a place of the script.
pub(crate) fn call_id(round: usize, call: usize) -> String {
    format!("call_{}_{}", round + 1, call + 1)
}

/// What decides: the core, or the lesson's loop where it is to be wrong.
enum Machine {
    Core(Box<Harness<Value>>),
    Lesson(Box<Lesson>),
}

impl Machine {
    fn apply(&mut self, event: Event<Value>) -> Result<Vec<Effect<Value>>, Rejected> {
        match self {
            Self::Core(harness) => harness.apply(Millis::default(), event),
            Self::Lesson(lesson) => lesson.apply(event),
        }
    }

    fn messages(&self) -> &[Message<Value>] {
        match self {
            Self::Core(harness) => harness.messages(),
            Self::Lesson(lesson) => lesson.transcript().messages(),
        }
    }

    fn fixed(&self) -> Size {
        match self {
            Self::Core(harness) => harness.fixed(),
            Self::Lesson(lesson) => lesson.fixed(),
        }
    }

    fn meter(&self) -> Meter {
        match self {
            Self::Core(harness) => harness.config().policy.meter,
            Self::Lesson(lesson) => lesson.meter(),
        }
    }

    fn threshold(&self) -> Tokens {
        match self {
            Self::Core(harness) => harness.threshold(),
            Self::Lesson(lesson) => lesson.threshold(),
        }
    }
}

struct Shell<'a> {
    scenario: &'a Scenario,
    patch: &'a Patch,
    machine: Machine,
    provider: Provider<'a>,
    entries: Vec<Entry>,
    /// NOTES.md, its size, and how often it was written.
    notes: Option<(String, Tokens)>,
    version: u32,
    refusal: Option<Ending>,
}

impl<'a> Shell<'a> {
    fn new(
        scenario: &'a Scenario,
        patch: &'a Patch,
        policy: Policy,
        baseline: Option<Baseline>,
    ) -> Result<Self, Vec<Issue>> {
        let window = policy.window;
        let fixed = scenario.sizes.fixed;
        let machine = if patch.bugs.is_empty() {
            let config = Config { dialect: DIALECT, fixed, ..Config::new(policy) };
            Harness::new(config).map(|harness| Machine::Core(Box::new(harness)))
        } else {
            Lesson::new(policy, fixed, &patch.bugs).map(|it| Machine::Lesson(Box::new(it)))
        };
        let machine = machine.map_err(|error| {
            let args = args([("detail", error.to_string().into())]);
            vec![scenario.issue(None, "policy", args)]
        })?;
        Ok(Self {
            scenario,
            patch,
            machine,
            provider: Provider::new(scenario, patch, window, baseline),
            entries: Vec::new(),
            notes: None,
            version: 0,
            refusal: None,
        })
    }

    fn run(&mut self) -> Result<Ending, Vec<Issue>> {
        let task = Submitted {
            content: self.scenario.task.as_str().into(),
            tokens: Some(self.scenario.sizes.task),
        };
        let mut ending = Ending::Stopped;
        let mut events = vec![Event::Submitted(task)];
        while !events.is_empty() {
            let mut next = Vec::new();
            for event in events {
                self.entries.push(Entry::Event(event.clone()));
                let effects = self.machine.apply(event).map_err(|rejected| {
                    let args = args([("detail", rejected.to_string().into())]);
                    let round = self.provider.rounds.checked_sub(1);
                    vec![self.scenario.issue(round, "refused", args)]
                })?;
                for effect in effects {
                    if let Effect::Done { outcome } = &effect {
                        ending = self.ending(outcome);
                    }
                    self.entries.push(Entry::Effect(effect.clone()));
                    next.extend(self.perform(effect).map_err(|issue| vec![issue])?);
                }
            }
            events = next;
        }
        let left = self.scenario.rounds.len() - self.provider.rounds;
        if left > 0 && self.patch.is_empty() {
            let place = self.provider.rounds;
            let args = args([("left", left.into()), ("round", place.into())]);
            return Err(vec![self.scenario.issue(Some(place), "rounds-left-over", args)]);
        }
        Ok(ending)
    }

    fn ending(&self, outcome: &Outcome) -> Ending {
        match outcome {
            Outcome::Answered { .. } => Ending::Answered,
            Outcome::ValveShut { valve: Valve::TokenBudget { .. } } => Ending::BudgetSpent,
            Outcome::CallFailed { .. } => self.refusal.unwrap_or(Ending::Stopped),
            Outcome::Aborted { .. } => Ending::ScriptEnded,
            _ => Ending::Stopped,
        }
    }

    fn perform(&mut self, effect: Effect<Value>) -> Result<Option<Event<Value>>, Issue> {
        Ok(match effect {
            Effect::CallModel { request, call, purpose, .. } => {
                Some(self.call_model(request, call, purpose)?)
            }
            Effect::RunTool { request, call, .. } => self.run_tool(request, &call),
            Effect::WriteNotes { request, call, content, .. } => {
                self.write_notes(request, &call, content)
            }
            Effect::ReadNotes { request } => {
                let content = self.notes.as_ref().map(|(content, _)| content.clone());
                let tokens = self.notes.as_ref().map(|(_, tokens)| *tokens);
                Some(NotesRead { tokens, ..NotesRead::new(request, content) }.into())
            }
            Effect::Notify { notice: Notice::ResultsElided { messages, .. } } => {
                self.provider.changed(&messages);
                None
            }
            _ => None,
        })
    }

    fn call_model(
        &mut self,
        request: RequestId,
        call: u32,
        purpose: Purpose,
    ) -> Result<Event<Value>, Issue> {
        let messages = self.machine.messages();
        let answer = match purpose {
            Purpose::Main => {
                let first = if self.patch.has(Bug::LastOnly) { messages.len() - 1 } else { 0 };
                let in_system = self.patch.has(Bug::NotesInSystem);
                self.provider.main(&Request {
                    call,
                    fixed: self.machine.fixed().tokens,
                    system_notes: if in_system { self.version } else { 0 },
                    messages: &messages[first..],
                })
            }
            Purpose::Summary | Purpose::Provider => {
                let history = self.provider.summarised(messages);
                self.provider.summary(call, history)
            }
        };
        Ok(match answer {
            Answer::Reply(reply) => Replied { request, reply }.into(),
            Answer::Refused(ending, message) => {
                self.refusal = Some(ending);
                // The lesson's loop knows no way out of a window that is too full; a kind that
                // says so would have the core look for one.
                CallFailed { request, message, kind: FailureKind::Other }.into()
            }
            Answer::Dry if !self.patch.is_empty() => Event::Aborted,
            Answer::Dry if purpose == Purpose::Main => {
                let last = self.provider.rounds.checked_sub(1);
                let args = args([("call", call.into())]);
                return Err(self.scenario.issue(last, "rounds-ran-dry", args));
            }
            Answer::Dry => {
                let args = args([("ordinal", (self.provider.summaries + 1).into())]);
                return Err(self.scenario.issue(None, "summaries-ran-dry", args));
            }
        })
    }

    fn run_tool(&self, request: RequestId, call: &CallId) -> Option<Event<Value>> {
        let (action, tokens) = self.scripted(call)?;
        let Action::Tool { result, is_error, .. } = action else {
            return None;
        };
        let (content, is_error) = (Value::from(result.as_str()), *is_error);
        Some(Event::ToolReturned(ToolReturned { request, content, is_error, tokens: Some(tokens) }))
    }

    fn write_notes(
        &mut self,
        request: RequestId,
        call: &CallId,
        content: String,
    ) -> Option<Event<Value>> {
        let (action, result_tokens) = self.scripted(call)?;
        let Action::Notes { tokens, .. } = action else {
            return None;
        };
        let mut size = *tokens;
        if let Some((_, before)) = self.notes.as_ref().filter(|_| self.patch.has(Bug::AppendNotes))
        {
            size = size.plus(*before);
        }
        self.notes = Some((content, size));
        self.version += 1;
        let written = NotesWritten { tokens: Some(result_tokens), ..NotesWritten::new(request) };
        Some(written.into())
    }

    /// What the script holds for a call of the last round.
    fn scripted(&self, id: &CallId) -> Option<(&'a Action, Tokens)> {
        let place = self.provider.rounds.checked_sub(1)?;
        let round = &self.scenario.rounds.get(place)?.value;
        let mut calls = round.calls.iter().enumerate();
        let (_, call) = calls.find(|(call, _)| call_id(place, *call) == id.0)?;
        Some((&call.action, call.tokens))
    }
}
