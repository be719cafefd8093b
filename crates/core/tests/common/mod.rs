//! A scripted shell: performs effects from prepared replies and keeps what it saw.
#![allow(dead_code, reason = "each test file uses its part of the shell")]

use std::collections::VecDeque;

use secondwind_core::{
    CallFailed, Config, Effect, Event, FailureKind, Harness, Millis, NotesRead, NotesWritten,
    Notice, Outcome, Policy, Purpose, Replied, RequestId, Submitted, Tokens, ToolReturned,
};
use serde_json::{Value, json};

pub(crate) type Json = Harness<Value>;

/// A model call as it went out.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) purpose: Purpose,
    pub(crate) messages: Vec<Value>,
    pub(crate) max_tokens: Tokens,
    /// The value of the triggering meter when it went out.
    pub(crate) used: u64,
}

pub(crate) struct Sim {
    pub(crate) harness: Json,
    pub(crate) replies: VecDeque<Value>,
    /// The store.
    pub(crate) notes: Option<String>,
    /// The shell's own list, changed by `Append` and `Replace` alone.
    pub(crate) history: Vec<Value>,
    pub(crate) requests: Vec<Request>,
    pub(crate) notices: Vec<Notice>,
    pub(crate) effects: Vec<&'static str>,
    pub(crate) outcome: Option<Outcome>,
    /// Called with the simulation after each event.
    pub(crate) check: fn(&Self),
}

impl Sim {
    pub(crate) fn new(policy: Policy, replies: impl IntoIterator<Item = Value>) -> Self {
        Self::with(Config::new(policy), replies)
    }

    pub(crate) fn with(config: Config, replies: impl IntoIterator<Item = Value>) -> Self {
        Self {
            harness: Harness::new(config).expect("the policy works"),
            replies: replies.into_iter().collect(),
            notes: None,
            history: Vec::new(),
            requests: Vec::new(),
            notices: Vec::new(),
            effects: Vec::new(),
            outcome: None,
            check: |_| {},
        }
    }

    /// Submits a message and runs until the work ends, for at most 1,000 events.
    pub(crate) fn run(&mut self, text: &str) -> Outcome {
        self.outcome = None;
        let mut events = VecDeque::from([submitted(text)]);
        for _ in 0..1_000 {
            let Some(event) = events.pop_front() else {
                break;
            };
            events.extend(self.feed(event));
        }
        self.outcome.clone().expect("the run ends")
    }

    /// Feeds one event, performs its effects, and answers the events that follow from them.
    pub(crate) fn feed(&mut self, event: Event<Value>) -> Vec<Event<Value>> {
        let effects = self.harness.apply(Millis(0), event).expect("the event applies");
        let events = effects.into_iter().filter_map(|effect| self.perform(effect)).collect();
        (self.check)(self);
        events
    }

    pub(crate) fn perform(&mut self, effect: Effect<Value>) -> Option<Event<Value>> {
        self.effects.push(name(&effect));
        match effect {
            Effect::Append { message, .. } => self.history.push(message),
            Effect::Replace { messages, .. } => {
                self.history = messages.into_iter().map(|placed| placed.message).collect();
            }
            Effect::CallModel { request, purpose, messages, max_tokens, .. } => {
                let meter = self.harness.config().policy.meter;
                self.requests.push(Request {
                    purpose,
                    messages: messages.unwrap_or_else(|| self.history.clone()),
                    max_tokens,
                    used: self.harness.meters().of(meter).tokens.get(),
                });
                return Some(match self.replies.pop_front() {
                    Some(reply) => Event::Replied(Replied { request, reply }),
                    None => CallFailed {
                        request,
                        message: "no reply left".into(),
                        kind: FailureKind::Other,
                    }
                    .into(),
                });
            }
            Effect::RunTool { request, input, .. } => {
                return Some(returned(request, &format!("result of {input}")));
            }
            Effect::WriteNotes { request, content, .. } => {
                self.notes = Some(content);
                return Some(Event::NotesWritten(NotesWritten {
                    request,
                    version: None,
                    tokens: None,
                }));
            }
            Effect::ReadNotes { request } => {
                let content = self.notes.clone();
                return Some(Event::NotesRead(NotesRead {
                    request,
                    content,
                    version: None,
                    tokens: None,
                }));
            }
            Effect::Notify { notice } => self.notices.push(notice),
            Effect::Done { outcome } => self.outcome = Some(outcome),
            _ => {}
        }
        None
    }

    /// The lesson's counter after each counted call of the loop.
    pub(crate) fn counter(&self) -> Vec<u64> {
        self.notices
            .iter()
            .filter_map(|notice| match notice {
                Notice::Counted { purpose: Purpose::Main, meters, .. } => {
                    Some(meters.accumulated.tokens.get())
                }
                _ => None,
            })
            .collect()
    }

    /// The text of a message that has one.
    pub(crate) fn text(message: &Value) -> &str {
        message["content"].as_str().expect("a message of text")
    }
}

pub(crate) fn submitted(text: &str) -> Event<Value> {
    Submitted::text(text).into()
}

pub(crate) fn returned(request: RequestId, text: &str) -> Event<Value> {
    let content = Value::from(text);
    Event::ToolReturned(ToolReturned { request, content, is_error: false, tokens: None })
}

/// A reply that says something and ends.
pub(crate) fn says(text: &str, input: u32, output: u32) -> Value {
    reply(json!([{ "type": "text", "text": text }]), "end_turn", input, output)
}

/// A reply that calls a tool once.
pub(crate) fn calls(id: &str, input: u32, output: u32) -> Value {
    let call = json!({ "type": "tool_use", "id": id, "name": "look", "input": { "at": id } });
    reply(json!([call]), "tool_use", input, output)
}

/// A reply that updates the notes.
pub(crate) fn notes(id: &str, content: &str, input: u32, output: u32) -> Value {
    let input_object = json!({ "content": content });
    let call =
        json!({ "type": "tool_use", "id": id, "name": "update_notes", "input": input_object });
    reply(json!([call]), "tool_use", input, output)
}

#[expect(clippy::needless_pass_by_value, reason = "callers write the content in place")]
pub(crate) fn reply(content: Value, stop: &str, input: u32, output: u32) -> Value {
    json!({
        "role": "assistant",
        "content": content,
        "stop_reason": stop,
        "usage": { "input_tokens": input, "output_tokens": output },
    })
}

fn name(effect: &Effect<Value>) -> &'static str {
    match effect {
        Effect::Append { .. } => "append",
        Effect::Replace { .. } => "replace",
        Effect::CallModel { purpose: Purpose::Main, .. } => "call",
        Effect::CallModel { .. } => "summarize",
        Effect::RunTool { .. } => "run",
        Effect::WriteNotes { .. } => "write",
        Effect::ReadNotes { .. } => "read",
        Effect::Abort { .. } => "abort",
        Effect::Notify { notice: Notice::Checked { fired: true, .. } } => "crossed",
        Effect::Notify { notice: Notice::Checked { fired: false, .. } } => "checked",
        Effect::Notify { notice: Notice::Reset { .. } } => "reset",
        Effect::Notify { notice: Notice::Compacted { .. } } => "compacted",
        Effect::Notify { notice: Notice::CompactionStarted { .. } } => "started",
        Effect::Notify { .. } => "notify",
        Effect::Done { .. } => "done",
        _ => "other",
    }
}
