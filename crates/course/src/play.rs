//! Plays a scenario: a shell around the core, or around the lesson's loop, whose model, tools and
//! store are prepared. A recording is played in the same way; only the answers come from elsewhere.

use std::{borrow::Cow, collections::VecDeque};

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
    /// It did not: a recording goes up to here, and what the run asks for is still to be answered.
    Open,
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
            Self::Open => "open",
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
    let baseline = if patch.is_empty() { None } else { baseline(scenario)? };
    let mut machine = Machine::new(scenario, patch, policy.clone(), DIALECT)?;
    let mut script = Script::new(scenario, patch, policy.window, baseline);
    let entries = script.play(&mut machine)?;
    let ending = ending(&entries, script.refusal);
    Ok(Played::new(&machine, entries, ending, policy, script.provider.sent))
}

/// What the requests of the unpatched run look like, where stated usage is compared with them.
pub(crate) fn baseline(scenario: &Scenario) -> Result<Option<Baseline>, Vec<Issue>> {
    if scenario.usage == UsageSource::Derived {
        return Ok(None);
    }
    let unpatched = Patch::default();
    let mut machine = Machine::new(scenario, &unpatched, scenario.policy.clone(), DIALECT)?;
    let mut script = Script::new(scenario, &unpatched, scenario.policy.window, None);
    script.play(&mut machine)?;
    Ok(Some(script.provider.record))
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
pub(crate) enum Machine {
    Core(Box<Harness<Value>>),
    Lesson(Box<Lesson>),
}

impl Machine {
    pub(crate) fn new(
        scenario: &Scenario,
        patch: &Patch,
        policy: Policy,
        dialect: Dialect,
    ) -> Result<Self, Vec<Issue>> {
        let fixed = scenario.sizes.fixed;
        let machine = if patch.bugs.is_empty() {
            let config = Config { dialect, fixed, ..Config::new(policy) };
            Harness::new(config).map(|harness| Self::Core(Box::new(harness)))
        } else {
            Lesson::new(policy, fixed, &patch.bugs).map(|it| Self::Lesson(Box::new(it)))
        };
        machine.map_err(|error| {
            let args = args([("detail", error.to_string().into())]);
            vec![scenario.issue(None, "policy", args)]
        })
    }

    fn apply(&mut self, event: Event<Value>) -> Result<Vec<Effect<Value>>, Rejected> {
        match self {
            Self::Core(harness) => harness.apply(Millis::default(), event),
            Self::Lesson(lesson) => lesson.apply(event),
        }
    }

    pub(crate) fn messages(&self) -> &[Message<Value>] {
        match self {
            Self::Core(harness) => harness.messages(),
            Self::Lesson(lesson) => lesson.transcript().messages(),
        }
    }

    pub(crate) fn fixed(&self) -> Size {
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

/// What answers the orders of a run.
pub(crate) trait Answers {
    /// The answer to an order, if it is one that is answered.
    fn answer(
        &mut self,
        effect: Effect<Value>,
        machine: &Machine,
    ) -> Result<Option<Event<Value>>, Halt>;

    /// Why the run cannot go on: the machine rejected the last answer.
    fn rejected(&self, rejected: &Rejected) -> Issue;
}

/// Why an order is not answered.
pub(crate) enum Halt {
    /// The answer is not there yet: the run is as long as it is.
    Open,
    /// There is a fault in what was prepared.
    Fault(Issue),
}

/// A machine under way: it gets the task and then the answers to its orders, until it has no more,
/// or until one is not answered. It goes on from there once that one is.
pub(crate) struct Drive {
    pub(crate) entries: Vec<Entry>,
    /// Events that the machine gets now, and those that it gets after all of them.
    events: VecDeque<Event<Value>>,
    next: VecDeque<Event<Value>>,
    /// Orders that are not looked at yet.
    effects: VecDeque<Effect<Value>>,
    /// The order that is not answered.
    open: Option<Effect<Value>>,
}

impl Drive {
    pub(crate) fn new(task: Submitted<Value>) -> Self {
        let events = VecDeque::from([Event::Submitted(task)]);
        let (next, effects) = (VecDeque::new(), VecDeque::new());
        Self { entries: Vec::new(), events, next, effects, open: None }
    }

    /// The order that waits for its answer.
    pub(crate) const fn open(&self) -> Option<&Effect<Value>> {
        self.open.as_ref()
    }

    /// Goes on as far as there are answers.
    pub(crate) fn go(
        &mut self,
        machine: &mut Machine,
        answers: &mut impl Answers,
    ) -> Result<(), Vec<Issue>> {
        loop {
            if let Some(effect) = self.open.take().or_else(|| self.order()) {
                match answers.answer(effect.clone(), machine) {
                    Ok(event) => self.next.extend(event),
                    Err(Halt::Open) => {
                        self.open = Some(effect);
                        return Ok(());
                    }
                    Err(Halt::Fault(issue)) => return Err(vec![issue]),
                }
                continue;
            }
            if self.events.is_empty() {
                std::mem::swap(&mut self.events, &mut self.next);
            }
            let Some(event) = self.events.pop_front() else { return Ok(()) };
            self.entries.push(Entry::Event(event.clone()));
            let effects =
                machine.apply(event).map_err(|rejected| vec![answers.rejected(&rejected)])?;
            self.effects = effects.into();
        }
    }

    /// The next order, which is an entry from now on.
    fn order(&mut self) -> Option<Effect<Value>> {
        let effect = self.effects.pop_front()?;
        self.entries.push(Entry::Effect(effect.clone()));
        Some(effect)
    }
}

/// How the run in these entries ended; `refusal` is how a call that failed is told.
pub(crate) fn ending(entries: &[Entry], refusal: Option<Ending>) -> Ending {
    let outcome = entries.iter().rev().find_map(|entry| match entry {
        Entry::Effect(Effect::Done { outcome }) => Some(outcome),
        _ => None,
    });
    match outcome {
        None => Ending::Open,
        Some(Outcome::Answered { .. }) => Ending::Answered,
        Some(Outcome::ValveShut { valve: Valve::TokenBudget { .. } }) => Ending::BudgetSpent,
        Some(Outcome::Aborted { .. }) => Ending::ScriptEnded,
        Some(_) => refusal.unwrap_or(Ending::Stopped),
    }
}

impl Played {
    pub(crate) fn new(
        machine: &Machine,
        entries: Vec<Entry>,
        ending: Ending,
        policy: Policy,
        sent: Vec<Sent>,
    ) -> Self {
        let (meter, threshold) = (machine.meter(), machine.threshold());
        Self { entries, ending, meter, threshold, policy, sent }
    }
}

/// The answers that a scenario has prepared.
struct Script<'a> {
    scenario: &'a Scenario,
    patch: &'a Patch,
    provider: Provider<'a>,
    /// NOTES.md, its size, and how often it was written.
    notes: Option<(String, Tokens)>,
    version: u32,
    refusal: Option<Ending>,
}

impl<'a> Script<'a> {
    fn new(
        scenario: &'a Scenario,
        patch: &'a Patch,
        window: Tokens,
        baseline: Option<Baseline>,
    ) -> Self {
        Self {
            scenario,
            patch,
            provider: Provider::new(
                Cow::Borrowed(scenario),
                Cow::Borrowed(patch),
                window,
                baseline,
            ),
            notes: None,
            version: 0,
            refusal: None,
        }
    }

    fn play(&mut self, machine: &mut Machine) -> Result<Vec<Entry>, Vec<Issue>> {
        let task = Submitted {
            content: self.scenario.task.as_str().into(),
            tokens: Some(self.scenario.sizes.task),
        };
        let mut drive = Drive::new(task);
        drive.go(machine, self)?;
        let left = self.scenario.rounds.len() - self.provider.rounds;
        if left > 0 && self.patch.is_empty() {
            let place = self.provider.rounds;
            let args = args([("left", left.into()), ("round", place.into())]);
            return Err(vec![self.scenario.issue(Some(place), "rounds-left-over", args)]);
        }
        Ok(drive.entries)
    }

    fn call_model(
        &mut self,
        request: RequestId,
        call: u32,
        purpose: Purpose,
        machine: &Machine,
    ) -> Result<Event<Value>, Issue> {
        let messages = machine.messages();
        let answer = match purpose {
            Purpose::Main => {
                let first = if self.patch.has(Bug::LastOnly) { messages.len() - 1 } else { 0 };
                let in_system = self.patch.has(Bug::NotesInSystem);
                self.provider.main(&Request {
                    call,
                    fixed: machine.fixed().tokens,
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
        let round = &self.scenario.rounds.get(place)?;
        let mut calls = round.calls.iter().enumerate();
        let (_, call) = calls.find(|(call, _)| call_id(place, *call) == id.0)?;
        Some((&call.action, call.tokens))
    }
}

impl Answers for Script<'_> {
    fn answer(
        &mut self,
        effect: Effect<Value>,
        machine: &Machine,
    ) -> Result<Option<Event<Value>>, Halt> {
        Ok(match effect {
            Effect::CallModel { request, call, purpose, .. } => {
                Some(self.call_model(request, call, purpose, machine).map_err(Halt::Fault)?)
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
                self.provider.before.changed(&messages);
                None
            }
            _ => None,
        })
    }

    fn rejected(&self, rejected: &Rejected) -> Issue {
        let args = args([("detail", rejected.to_string().into())]);
        let round = self.provider.rounds.checked_sub(1);
        self.scenario.issue(round, "refused", args)
    }
}
