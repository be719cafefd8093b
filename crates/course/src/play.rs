//! Plays a scenario: a shell around the core whose model, tools and store are prepared.

use secondwind_core::{
    Build, CallId, Config, Dialect, Effect, Event, Harness, Millis, NotesRead, NotesWritten,
    Payload, Purpose, Replied, RequestId, Submitted, Tokens, ToolReturned, Wire,
};
use serde_json::{Value, json};

use crate::{
    scenario::{Action, NOTES_TOOL, RoundTokens, Scenario, ScriptedRound, Summary},
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

/// Plays a scenario to its end. The same scenario gives the same entries, always.
pub fn play(scenario: &Scenario) -> Result<Vec<Entry>, Vec<Issue>> {
    let mut shell = Shell::new(scenario).map_err(|issue| vec![issue])?;
    shell.run().map_err(|issue| vec![issue])?;
    Ok(shell.entries)
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

struct Shell<'a> {
    scenario: &'a Scenario,
    harness: Harness<Value>,
    entries: Vec<Entry>,
    /// How many rounds and summaries were taken.
    rounds: usize,
    summaries: usize,
    notes: Option<(&'a str, Tokens)>,
}

impl<'a> Shell<'a> {
    fn new(scenario: &'a Scenario) -> Result<Self, Issue> {
        let config = Config {
            dialect: DIALECT,
            fixed: scenario.sizes.fixed,
            ..Config::new(scenario.policy.clone())
        };
        let harness = Harness::new(config).map_err(|error| {
            scenario.issue(None, "policy", args([("detail", error.to_string().into())]))
        })?;
        Ok(Self { scenario, harness, entries: Vec::new(), rounds: 0, summaries: 0, notes: None })
    }

    fn run(&mut self) -> Result<(), Issue> {
        let task = Submitted {
            content: self.scenario.task.as_str().into(),
            tokens: Some(self.scenario.sizes.task),
        };
        let mut events = vec![Event::Submitted(task)];
        while !events.is_empty() {
            let mut next = Vec::new();
            for event in events {
                self.entries.push(Entry::Event(event.clone()));
                let effects = self.harness.apply(Millis::default(), event).map_err(|rejected| {
                    let args = args([("detail", rejected.to_string().into())]);
                    self.scenario.issue(self.rounds.checked_sub(1), "refused", args)
                })?;
                for effect in effects {
                    self.entries.push(Entry::Effect(effect.clone()));
                    next.extend(self.perform(effect)?);
                }
            }
            events = next;
        }
        let left = self.scenario.rounds.len() - self.rounds;
        if left > 0 {
            let args = args([("left", left.into()), ("round", self.rounds.into())]);
            return Err(self.scenario.issue(Some(self.rounds), "rounds-left-over", args));
        }
        Ok(())
    }

    fn perform(&mut self, effect: Effect<Value>) -> Result<Option<Event<Value>>, Issue> {
        Ok(match effect {
            Effect::CallModel { request, call, purpose, .. } => {
                let reply = match purpose {
                    Purpose::Main => self.next_reply(call)?,
                    Purpose::Summary | Purpose::Provider => self.next_summary()?,
                };
                Some(Event::Replied(Replied { request, reply }))
            }
            Effect::RunTool { request, call, .. } => self.run_tool(request, &call),
            Effect::WriteNotes { request, call, .. } => self.write_notes(request, &call),
            Effect::ReadNotes { request } => {
                let content = self.notes.map(|(content, _)| content.to_owned());
                let tokens = self.notes.map(|(_, tokens)| tokens);
                Some(NotesRead { tokens, ..NotesRead::new(request, content) }.into())
            }
            _ => None,
        })
    }

    fn next_reply(&mut self, call: u32) -> Result<Value, Issue> {
        let place = self.rounds;
        let Some(round) = self.scenario.rounds.get(place) else {
            let last = place.checked_sub(1);
            return Err(self.scenario.issue(last, "rounds-ran-dry", args([("call", call.into())])));
        };
        self.rounds += 1;
        let input = self.harness.meters().occupancy.tokens;
        Ok(reply(place, &round.value, input))
    }

    fn next_summary(&mut self) -> Result<Value, Issue> {
        let place = self.summaries;
        self.summaries += 1;
        let summary = self.scenario.summaries.get(place).or(self.scenario.default_summary.as_ref());
        let Some(summary) = summary else {
            let args = args([("ordinal", (place + 1).into())]);
            return Err(self.scenario.issue(None, "summaries-ran-dry", args));
        };
        // The summary call sends the history as text and no fixed part.
        let history = self.harness.meters().occupancy.tokens.less(self.harness.fixed().tokens);
        Ok(summary_reply(summary, history.plus(self.scenario.sizes.instruction)))
    }

    fn run_tool(&self, request: RequestId, call: &CallId) -> Option<Event<Value>> {
        let (action, tokens) = self.scripted(call)?;
        let Action::Tool { result, is_error, .. } = action else {
            return None;
        };
        let (content, is_error) = (Value::from(result.as_str()), *is_error);
        Some(Event::ToolReturned(ToolReturned { request, content, is_error, tokens: Some(tokens) }))
    }

    fn write_notes(&mut self, request: RequestId, call: &CallId) -> Option<Event<Value>> {
        let (action, result_tokens) = self.scripted(call)?;
        let Action::Notes { content, tokens } = action else {
            return None;
        };
        self.notes = Some((content, *tokens));
        let written = NotesWritten { tokens: Some(result_tokens), ..NotesWritten::new(request) };
        Some(written.into())
    }

    /// What the script holds for a call of the last round.
    fn scripted(&self, id: &CallId) -> Option<(&'a Action, Tokens)> {
        let place = self.rounds.checked_sub(1)?;
        let round = &self.scenario.rounds.get(place)?.value;
        let mut calls = round.calls.iter().enumerate();
        let (_, call) = calls.find(|(call, _)| call_id(place, *call) == id.0)?;
        Some((&call.action, call.tokens))
    }
}

fn reply(place: usize, round: &ScriptedRound, input: Tokens) -> Value {
    let mut content = Vec::new();
    if let Some(say) = &round.say {
        content.push(json!({ "type": "text", "text": say }));
    }
    for (index, call) in round.calls.iter().enumerate() {
        let (name, input) = match &call.action {
            Action::Tool { name, input, .. } => (name.as_str(), input.clone()),
            Action::Notes { content, .. } => (NOTES_TOOL, json!({ "content": content })),
        };
        let id = call_id(place, index);
        content.push(json!({ "type": "tool_use", "id": id, "name": name, "input": input }));
    }
    message(&content, round.stop.as_str(), &round.tokens, input)
}

fn summary_reply(summary: &Summary, input: Tokens) -> Value {
    let content = [json!({ "type": "text", "text": summary.text })];
    message(&content, "end_turn", &summary.tokens, input)
}

/// A provider's response. `input` is what a request of this size would be counted as.
fn message(content: &[Value], stop: &str, tokens: &RoundTokens, input: Tokens) -> Value {
    json!({
        "type": "message",
        "role": "assistant",
        "content": content,
        "stop_reason": stop,
        "usage": {
            "input_tokens": tokens.input.unwrap_or(input).get(),
            "cache_creation_input_tokens": tokens.cache_write.get(),
            "cache_read_input_tokens": tokens.cache_read.get(),
            "output_tokens": tokens.output.get(),
        },
    })
}
