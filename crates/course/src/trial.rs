//! A loop that somebody else wrote, seen from outside: what it asks the model, its tools and its
//! notes for, against the prepared model of a scenario. What it asked becomes a run like any other.
//!
//! The prepared model is as strict as a real one. What the program keeps to itself, such as its
//! counter, is known as far as it tells.

mod acts;
mod sizes;
mod window;

use std::borrow::Cow;

use secondwind_core::{
    CallFailed, CallId, Effect, Event, FailureKind, Message, MessageId, Meters, NotesRead,
    NotesWritten, Notice, Outcome, Prompts, Purpose, Replied, Reply, RequestId, Size, Stop, Tokens,
    ToolReturned, Transcript, Valve, write,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::acts::{TRIAL_ACTS, TRIAL_LIMITS, TrialLimits};
use self::{
    acts::{MAX_END, MAX_ID, MAX_MESSAGES, MAX_REQUEST, bytes_of, shortened},
    sizes::Sizes,
};
use crate::{
    patch::Patch,
    play::{DIALECT, Ending, Entry, Played, baseline},
    provider::{Answer, Provider, Request},
    recording::{MaxTokensField, Stage},
    request::define,
    run::Run,
    scenario::{Scenario, ScenarioSource},
    source::{Issue, args},
};

/// The JavaScript module that calls `runAgent` of `./harness.js` on a trial. It imports the trial's
/// functions from `sandbox:host`, with every text as JSON, and its own end goes to `end` there, as
/// `returned` and the answer, or as `threw`, the name, the message and the line. `guard` of
/// `sandbox:base` takes what is told of an error that a timer throws.
pub const TRIAL_ENTRY: &str = include_str!("trial/entry.js");

/// The most model calls of a program: beyond, the model has no more replies. A loop that never
/// ends would otherwise fill the memory before its fuel is used up.
const MAX_CALLS: u32 = 200;

/// What a program is given, and the answers it gets.
#[derive(Clone)]
pub struct Trial {
    scenario: Scenario,
    played: Played,
    provider: Provider<'static>,
    prompts: Prompts,
    sizes: Sizes,
    /// The messages as the program sent them last, and what must have come since.
    messages: Transcript<Value>,
    /// The literal requests, by call.
    requests: Vec<Value>,
    /// Every system prompt that was sent, so that one that came before is known.
    systems: Vec<Option<String>>,
    next_request: u32,
    calls: u32,
    acts: usize,
    /// The size of what was recorded. Unit: bytes.
    recorded: usize,
    /// The reply that came in last, until something follows it.
    reply: Option<Received>,
    /// The results of its calls that came since.
    results: Vec<(CallId, String, bool)>,
    summary: Option<Summarized>,
    restart: Option<Restart>,
    compactions: u32,
    notes: Option<String>,
    /// The counter as the program told it last, and whether it tells any.
    used: Size,
    has_told: bool,
    spent: Size,
    refusal: Option<Ending>,
    is_over: bool,
}

/// A reply that the program was given.
#[derive(Clone)]
struct Received {
    call: u32,
    reply: Reply<Value>,
    /// The counter that the program told after it.
    told: Option<Tokens>,
    /// Whether it answers the end of the window alone, or a window that is gone since.
    is_part: bool,
    is_late: bool,
}

/// A summary that came in and has not been restarted from.
#[derive(Clone)]
struct Summarized {
    call: u32,
    text: String,
    cost: Tokens,
    before: Meters,
}

/// A restart whose window has not gone out yet.
#[derive(Clone)]
struct Restart {
    /// The entry that replaces the messages.
    entry: usize,
    /// The restart message.
    id: MessageId,
    /// What it takes the place of.
    old: Vec<Message<Value>>,
}

/// What a program is called with, beside its client, its tools and its notes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TrialInput {
    /// What the user asks for.
    pub task: String,
    /// The system prompt.
    pub system: String,
    /// The definitions of the tools, without `update_notes`, which is the program's own.
    pub tools: Vec<Value>,
    /// Size of the window, in tokens.
    pub window: Tokens,
    /// The threshold's part of the window.
    pub ratio: f64,
    /// The token budget, if there is one.
    pub token_budget: Option<Tokens>,
    /// The texts that the model reads, as the package has them.
    pub prompts: Value,
}

/// An error of status 400, or 413 for a request that is too large, as a provider gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModelRefusal {
    /// The status.
    pub status: u16,
    /// What the provider says.
    pub message: String,
}

/// What a tool returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolText {
    /// The text.
    pub text: String,
    /// Whether the tool failed: the program gets it as an error that is thrown.
    pub is_error: bool,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum TrialEnd {
    /// It returned an answer.
    Returned {
        /// The answer.
        answer: String,
    },
    /// It threw.
    Threw {
        /// The name of the error, such as `TypeError`; empty for what is no error.
        name: String,
        /// The message of the error.
        message: String,
        /// The line of `harness.js` that it came from, from 1, if it came from there.
        line: Option<u32>,
    },
    /// It was stopped: it used up its fuel, its memory or its stack, or awaited what never comes.
    Stopped,
    /// It was ended from outside: a single operation of the engine took longer than is waited.
    Stuck,
    /// The sandbox did not come to run it: nothing is known of it.
    Broken {
        /// What went wrong.
        message: String,
    },
}

impl Trial {
    /// Reads a scenario. Of the patch, only the dials count that a program is told or that are the
    /// model's: a loop brings its own strategy and its own mistakes.
    pub fn new(source: &ScenarioSource, patch: &Patch) -> Result<Self, Vec<Issue>> {
        let patch = Patch { bugs: Vec::new(), strategy: None, meter: None, ..patch.clone() };
        let scenario = Scenario::parse(source)?;
        let policy = patch.policy(&scenario.policy)?;
        let provider = Provider::new(
            Cow::Owned(scenario.clone()),
            Cow::Owned(patch),
            policy.window,
            baseline(&scenario)?,
        );
        let prompts = Prompts::default();
        let played = Played {
            entries: Vec::new(),
            ending: Ending::Open,
            meter: policy.meter,
            threshold: policy.threshold().map_err(|error| {
                let args = args([("detail", error.to_string().into())]);
                vec![scenario.issue(None, "policy", args)]
            })?,
            policy,
            sent: Vec::new(),
        };
        let mut trial = Self {
            sizes: Sizes::new(&scenario, &prompts),
            messages: Transcript::new(scenario.sizes.fixed),
            provider: provider.strict(),
            scenario,
            played,
            prompts,
            requests: Vec::new(),
            systems: Vec::new(),
            next_request: 1,
            calls: 0,
            acts: 0,
            recorded: 0,
            reply: None,
            results: Vec::new(),
            summary: None,
            restart: None,
            compactions: 0,
            notes: None,
            used: Size::ZERO,
            has_told: false,
            spent: Size::ZERO,
            refusal: None,
            is_over: false,
        };
        trial.submit();
        Ok(trial)
    }

    /// What the program is called with.
    pub fn input(&self) -> TrialInput {
        let policy = &self.played.policy;
        TrialInput {
            task: self.scenario.task.clone(),
            system: self.scenario.system.clone(),
            tools: self.scenario.tools.iter().map(|tool| define(tool, DIALECT)).collect(),
            window: policy.window,
            ratio: policy.ratio,
            token_budget: policy.valves.token_budget,
            prompts: write(&self.prompts),
        }
    }

    /// `client.messages.create`: the reply, or how the provider refuses.
    pub fn create(&mut self, request: &Value) -> Result<Value, ModelRefusal> {
        if self.is_over || self.calls >= MAX_CALLS {
            return Err(self.refuse(Ending::ScriptEnded, "no more replies are prepared"));
        }
        let bytes = bytes_of(request);
        let count = request["messages"].as_array().map_or(0, Vec::len);
        if bytes > MAX_REQUEST || count > MAX_MESSAGES {
            let refused = self.refuse(Ending::Refused, "the request is too large");
            return Err(ModelRefusal { status: 413, ..refused });
        }
        if !self.has_room(bytes) {
            return Err(self.refuse(Ending::ScriptEnded, "no more replies are prepared"));
        }
        let sent = request["messages"].as_array().cloned().unwrap_or_default();
        let is_summary = self.sizes.asks_for_summary(&sent);
        let mut is_part = false;
        if is_summary {
            self.take_in_for_summary(&sent);
        } else {
            self.take_in();
            is_part = self.sync(&sent);
            self.weigh(request);
        }
        self.calls += 1;
        let (call, id) = (self.calls, self.mint());
        self.requests.push(body(request));
        let limit = request["max_tokens"].as_u64().and_then(|limit| Tokens::try_from(limit).ok());
        let purpose = if is_summary { Purpose::Summary } else { Purpose::Main };
        if is_summary {
            self.crossed();
        }
        self.order(Effect::CallModel {
            request: id,
            call,
            purpose,
            max_tokens: limit.unwrap_or_default(),
            messages: Some(sent),
        });
        let parts = self.requests.last().and_then(|request| request["messages"].as_array());
        let parts = parts.map_or(0, Vec::len);
        let answer = if is_summary {
            self.provider.summary(call, self.messages.messages())
        } else {
            let system = self.system_version(request);
            let fixed = self.messages.fixed().tokens;
            let messages = self.messages.messages();
            let messages = &messages[messages.len().saturating_sub(parts)..];
            self.provider.main(&Request { call, fixed, system_notes: system, messages })
        };
        match answer {
            Answer::Reply(reply) => {
                self.told(Event::Replied(Replied { request: id, reply: reply.clone() }));
                self.receive(call, purpose, &reply, is_part);
                Ok(reply)
            }
            Answer::Refused(ending, message) => {
                let kind = FailureKind::Other;
                self.told(CallFailed { request: id, message: message.clone(), kind }.into());
                Err(self.refuse(ending, &message))
            }
            Answer::Dry => Err(self.refuse(Ending::ScriptEnded, "no more replies are prepared")),
        }
    }

    /// Runs a tool: the result that is prepared for this call.
    pub fn run_tool(&mut self, call: &str) -> ToolText {
        self.take_in();
        let call = shortened(call, MAX_ID);
        let known = self.sizes.result(call);
        let (text, is_error, tokens) = known.unwrap_or_else(|| {
            let text = format!("no result is prepared for the call {call:?}");
            let tokens = Tokens::estimate_message(text.len());
            (text, true, tokens)
        });
        let id = CallId(call.to_owned());
        let asked = self.asked(&id);
        if self.has_room(call.len() + text.len()) {
            let request = self.mint();
            let (name, input) = asked.unwrap_or_default();
            self.order(Effect::RunTool { request, call: id.clone(), name, input });
            let content = Value::from(text.as_str());
            let returned = ToolReturned { request, content, is_error, tokens: Some(tokens) };
            self.told(Event::ToolReturned(returned));
        }
        self.results.push((id, text.clone(), is_error));
        ToolText { text, is_error }
    }

    /// `notes.read()`.
    pub fn read_notes(&mut self) -> Option<String> {
        self.take_in_if_told();
        let content = self.notes.clone();
        if self.has_room(content.as_ref().map_or(0, String::len)) {
            let request = self.mint();
            self.order(Effect::ReadNotes { request });
            let tokens = content.as_deref().map(|content| self.sizes.notes(content));
            self.told(NotesRead { tokens, ..NotesRead::new(request, content.clone()) }.into());
        }
        self.sizes.saw(content.as_deref());
        content
    }

    /// `notes.write(content)`.
    pub fn write_notes(&mut self, content: &str) {
        self.take_in();
        if !self.has_room(content.len()) {
            return;
        }
        let (call, request) = (self.writing(content), self.mint());
        let written = call.clone();
        let content = content.to_owned();
        self.notes = Some(content.clone());
        self.order(Effect::WriteNotes { request, call: written, content, if_version: None });
        self.told(NotesWritten::new(request).into());
        self.results.push((call, self.prompts.notes_saved.clone(), false));
    }

    /// The program told its counter after a reply (`log`).
    pub fn tell(&mut self, tokens_used: u64) {
        self.has_room(0);
        self.has_told = true;
        if let (Some(received), Ok(tokens)) = (&mut self.reply, Tokens::try_from(tokens_used)) {
            received.told = Some(tokens);
        }
    }

    /// The program told its counter after a compaction (`onCompact`).
    pub fn tell_compaction(&mut self, tokens_used: u64) {
        self.has_room(0);
        self.restart(tokens_used < self.used.tokens.get());
    }

    /// The program came to its end.
    pub fn end(&mut self, end: &TrialEnd) {
        if self.is_over {
            return;
        }
        let stop = self.reply.as_ref().map(|received| received.reply.stop.clone());
        self.take_in();
        self.is_over = true;
        let spent = self.spent.tokens;
        let budget = self.played.policy.valves.token_budget.filter(|budget| spent >= *budget);
        let (ending, outcome) = match (end, self.refusal, budget) {
            (TrialEnd::Returned { answer }, None, _) => {
                let text = shortened(answer, MAX_END).to_owned();
                let stop = stop.unwrap_or(Stop::EndTurn);
                (Ending::Answered, Outcome::Answered { text, stop })
            }
            (TrialEnd::Threw { .. }, None, Some(limit)) => {
                let valve = Valve::TokenBudget { limit, spent };
                (Ending::BudgetSpent, Outcome::ValveShut { valve })
            }
            (end, refusal, _) => {
                let kind = FailureKind::Other;
                let message = match end {
                    TrialEnd::Threw { message, .. } => shortened(message, MAX_END).to_owned(),
                    _ => String::new(),
                };
                (refusal.unwrap_or(Ending::Stopped), Outcome::CallFailed { kind, message })
            }
        };
        self.played.ending = ending;
        self.order(Effect::Done { outcome });
    }

    /// What came of it, to be stepped through.
    pub fn run(mut self) -> Run {
        self.end(&TrialEnd::Stopped);
        self.played.sent = self.provider.sent;
        let max_tokens = MaxTokensField::of(DIALECT);
        let stage = Stage { scenario: self.scenario, dialect: DIALECT, max_tokens };
        Run::of_trial(stage, self.played, self.requests)
    }

    // ---- what is written down ----

    fn order(&mut self, effect: Effect<Value>) {
        self.played.entries.push(Entry::Effect(effect));
    }

    fn told(&mut self, event: Event<Value>) {
        self.played.entries.push(Entry::Event(event));
    }

    fn notify(&mut self, notice: Notice) {
        self.order(Effect::Notify { notice });
    }

    const fn mint(&mut self) -> RequestId {
        let request = RequestId(self.next_request);
        self.next_request += 1;
        request
    }

    fn refuse(&mut self, ending: Ending, message: &str) -> ModelRefusal {
        self.refusal.get_or_insert(ending);
        ModelRefusal { status: 400, message: message.to_owned() }
    }

    fn meters(&self) -> Meters {
        Meters { accumulated: self.used, occupancy: self.messages.occupancy(), spend: self.spent }
    }

    /// The tool and the arguments of a call.
    fn asked(&self, id: &CallId) -> Option<(String, Value)> {
        self.sizes.call(id).map(|call| {
            let input = call.input.clone().unwrap_or_else(|| json!({}));
            (call.name.clone(), input)
        })
    }

    /// The call that writes these notes: the first of the last reply that has no result yet.
    fn writing(&self, content: &str) -> CallId {
        let is_open = |id: &CallId| self.results.iter().all(|(done, ..)| done != id);
        self.sizes.notes_call(content, is_open).unwrap_or_else(|| CallId(String::new()))
    }
}

/// A request without the model's name, as the page shows it.
fn body(request: &Value) -> Value {
    let mut body = request.clone();
    if let Some(members) = body.as_object_mut() {
        members.remove("model");
    }
    body
}
