//! What a real model and real tools answered, so that the run can be looked at like any other.
//!
//! A recording holds the answers in the order in which the run asked for them, and nothing that
//! can be worked out from them. One that stops in the middle is a run under way: it says what it
//! asks for next ([`crate::Run::pending`]), and goes on once that answer is put behind the others.
//! Requests, with their headers and the key in them, are never part of it.

use secondwind_core::{
    CallFailed, Dialect, Effect, Event, FailureKind, Message, NotesRead, NotesWritten, Notice,
    Policy, Purpose, Rejected, Replied, ReportedUsage, RequestId, Tokens, ToolReturned, read,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    facts::Facts,
    play::{Answers, Ending, Entry, Halt, Machine, Played, ending},
    provider::{Prefix, Request, Sent, size},
    request::{define, notes_tool},
    scenario::{NOTES_TOOL, Scenario, Sizes, Tool, UsageSource},
    source::{Args, Issue, SourceFile, args},
};

/// A recording as a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RecordingSource {
    /// A [`Recording`] as JSON.
    pub recording: SourceFile,
}

impl RecordingSource {
    /// The largest recording that is read: 16 MiB. Tool results and replies are kept in full.
    pub const MAX_BYTES: usize = 16 << 20;
}

/// A run with a real model: what it was set up with, and every answer that came in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Recording {
    /// `secondwind-recording`.
    pub format: String,
    /// The version of the format: 1.
    pub version: u64,
    /// What it is called.
    pub title: String,
    /// What the user asked for.
    pub task: String,
    /// The system prompt.
    pub system: String,
    /// The tools beside `update_notes`, which the harness adds.
    pub tools: Vec<RecordedTool>,
    /// The whole policy, as `runAgent` takes it.
    pub policy: Value,
    /// In which shape requests and replies are: `anthropic` or `openAiChat`.
    pub dialect: Value,
    /// The field that limits the reply, where it is not the dialect's usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens_field: Option<MaxTokensField>,
    /// The model that answered, for people.
    pub model: String,
    /// What the tools worked on, by a name that the page knows; its files begin as they are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<String>,
    /// The most that calls may have cost whose replies did not come in, in millionths of a dollar: a
    /// limit on the cost holds for the whole run, however often it stops.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub booked: u64,
    /// The answers, in the order in which the run asked for them.
    pub answers: Vec<RecordedAnswer>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes it like this")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A tool that the model could call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordedTool {
    /// Its name; not `update_notes`.
    pub name: String,
    /// What the model is told of it.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub input_schema: Value,
}

/// The field of a request that limits the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MaxTokensField {
    /// What Anthropic has, and servers that speak an older version of `OpenAI`'s chat.
    MaxTokens,
    /// What `OpenAI`'s chat has now.
    MaxCompletionTokens,
}

impl MaxTokensField {
    /// The field as it stands in a request.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }

    /// The field that a dialect has by itself.
    pub(crate) const fn of(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Anthropic => Self::MaxTokens,
            Dialect::OpenAiChat => Self::MaxCompletionTokens,
        }
    }
}

/// An answer that came in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum RecordedAnswer {
    /// The provider's response to a model call, as it came.
    Reply(Value),
    /// A model call that failed and was not tried again.
    Failed(RecordedFailure),
    /// The result of a tool call.
    Result(RecordedResult),
}

/// How a model call failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedFailure {
    /// The kind, in the core's words, such as `overflow`.
    pub kind: Value,
    /// What the provider said, without keys.
    pub message: String,
}

/// What a tool answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordedResult {
    /// Its text.
    pub text: String,
    /// Whether the tool failed.
    pub is_error: bool,
}

impl RecordedAnswer {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Reply(_) => "reply",
            Self::Failed(_) => "failed",
            Self::Result(_) => "result",
        }
    }
}

impl Recording {
    /// What a recording says that it is.
    pub const FORMAT: &str = "secondwind-recording";
    /// The version of the format that this crate reads, and that pages and the command line write.
    pub const VERSION: u64 = 1;

    /// Reads a recording, or answers what is wrong with it.
    pub fn parse(file: &SourceFile) -> Result<Self, Vec<Issue>> {
        if file.text.len() > RecordingSource::MAX_BYTES {
            let args = args([
                ("size", file.text.len().into()),
                ("limit", RecordingSource::MAX_BYTES.into()),
                ("file", file.name.as_str().into()),
            ]);
            return Err(vec![fault(file, "too-large", args)]);
        }
        let recording: Self = serde_json::from_str(&file.text).map_err(|error| {
            let detail = error.to_string();
            // Its place is told apart.
            let detail = detail.rsplit_once(" at line").map_or(detail.as_str(), |(it, _)| it);
            let issue = fault(file, "recording", args([("detail", detail.into())]));
            vec![Issue { line: error.line(), column: error.column(), ..issue }]
        })?;
        if recording.format != Self::FORMAT {
            let detail =
                format!("format should be {:?}, but it is {:?}", Self::FORMAT, recording.format);
            return Err(vec![fault(file, "recording", args([("detail", detail.into())]))]);
        }
        if recording.version != Self::VERSION {
            let args =
                args([("found", recording.version.into()), ("supported", Self::VERSION.into())]);
            return Err(vec![fault(file, "recording-version", args)]);
        }
        Ok(recording)
    }

    /// What the run is set up with, as a scenario without rounds.
    pub(crate) fn stage(&self, file: &SourceFile) -> Result<Stage, Vec<Issue>> {
        let unreadable = |error: secondwind_core::ReadError| {
            vec![fault(file, "recording", args([("detail", error.to_string().into())]))]
        };
        let policy: Policy = read(&self.policy, "policy").map_err(unreadable)?;
        let dialect: Dialect = read(&self.dialect, "dialect").map_err(unreadable)?;
        for (key, text) in [("title", &self.title), ("task", &self.task)] {
            if text.trim().is_empty() {
                return Err(vec![fault(file, "blank-text", args([("key", key.into())]))]);
            }
        }
        let mut tools: Vec<Tool> = Vec::new();
        for RecordedTool { name, description, input_schema } in &self.tools {
            let code = match name.as_str() {
                NOTES_TOOL => Some("reserved-tool"),
                name if tools.iter().any(|tool| tool.name == name) => Some("same-tool"),
                _ => None,
            };
            if let Some(code) = code {
                return Err(vec![fault(file, code, args([("tool", name.as_str().into())]))]);
            }
            let (name, description) = (name.clone(), description.clone());
            tools.push(Tool { name, description, input_schema: Some(input_schema.clone()) });
        }
        let defined = tools.iter().map(|tool| define(tool, dialect)).chain([notes_tool(dialect)]);
        let tool_bytes: usize = defined.map(|tool| tool.to_string().len()).sum();
        let fixed = Tokens::estimate(self.system.len() + tool_bytes);
        let scenario = Scenario {
            file: file.clone(),
            title: self.title.clone(),
            task: self.task.clone(),
            system: self.system.clone(),
            policy,
            usage: UsageSource::Given,
            sizes: Sizes {
                fixed,
                task: Tokens::estimate_message(self.task.len()),
                instruction: Tokens::ZERO,
            },
            tools,
            rounds: Vec::new(),
            summaries: Vec::new(),
            default_summary: None,
            facts: Facts::default(),
        };
        let max_tokens = self.max_tokens_field.unwrap_or_else(|| MaxTokensField::of(dialect));
        Ok(Stage { scenario, dialect, max_tokens })
    }
}

/// What a run is played on.
#[derive(Clone)]
pub(crate) struct Stage {
    pub(crate) scenario: Scenario,
    pub(crate) dialect: Dialect,
    pub(crate) max_tokens: MaxTokensField,
}

impl Stage {
    fn fault(&self, code: &'static str, args: Args) -> Issue {
        fault(&self.scenario.file, code, args)
    }
}

/// How far the answers of a recording have been taken.
#[derive(Default)]
pub(crate) struct Taken {
    count: usize,
    /// NOTES.md.
    notes: Option<String>,
    prefix: Prefix,
    /// The requests that were answered.
    sent: Vec<Sent>,
    /// The request that waits for its reply, and what of it repeats the one before.
    open: Option<(Sent, Tokens)>,
    failed: Option<Ending>,
}

impl Taken {
    /// The run up to here.
    pub(crate) fn played(&self, stage: &Stage, machine: &Machine, entries: Vec<Entry>) -> Played {
        let sent = self.sent.iter().copied().chain(self.open.map(|(sent, _)| sent)).collect();
        let (ending, policy) = (ending(&entries, self.failed), stage.scenario.policy.clone());
        Played::new(machine, entries, ending, policy, sent)
    }
}

/// The answers of a recording.
pub(crate) struct Recorded<'a> {
    pub(crate) stage: &'a Stage,
    pub(crate) answers: &'a [RecordedAnswer],
    pub(crate) taken: &'a mut Taken,
}

impl Recorded<'_> {
    /// What is wrong with answers that nothing has asked for.
    pub(crate) fn left_over(&self) -> Result<(), Vec<Issue>> {
        let left = self.answers.len() - self.taken.count;
        if left == 0 {
            return Ok(());
        }
        Err(vec![self.stage.fault("answers-left-over", args([("left", left.into())]))])
    }

    /// The next answer, which is to be of one of these kinds.
    fn next(&mut self, wanted: &[&'static str]) -> Result<&RecordedAnswer, Halt> {
        let count = &mut self.taken.count;
        let Some(answer) = self.answers.get(*count) else { return Err(Halt::Open) };
        *count += 1;
        if wanted.contains(&answer.kind()) {
            return Ok(answer);
        }
        let args = args([
            ("answer", (*count).into()),
            ("wanted", wanted.join(", ").into()),
            ("found", answer.kind().into()),
        ]);
        Err(Halt::Fault(self.stage.fault("answer-kind", args)))
    }

    fn called(
        &mut self,
        (request, call, purpose): (RequestId, u32, Purpose),
        messages: &[Message<Value>],
        fixed: Tokens,
    ) -> Result<Event<Value>, Halt> {
        let is_main = purpose == Purpose::Main;
        let fixed = if is_main { fixed } else { Tokens::ZERO };
        // One that waited for its reply was looked at before.
        let repeated = match self.taken.open.take() {
            Some((_, repeated)) => repeated,
            None if is_main => {
                self.taken.prefix.repeated(&Request { call, fixed, system_notes: 0, messages })
            }
            None => Tokens::ZERO,
        };
        let sent = |tokens: Tokens| Sent { call, tokens, repeated: repeated.min(tokens) };
        let estimate = size(messages).plus(fixed);
        let dialect = self.stage.dialect;
        let answer = match self.next(&["reply", "failed"]) {
            Ok(answer) => answer.clone(),
            Err(halt) => {
                self.taken.open = Some((sent(estimate), repeated));
                return Err(halt);
            }
        };
        let counted = match &answer {
            RecordedAnswer::Reply(reply) => match dialect.reply(reply) {
                Ok(reply) => match reply.usage {
                    ReportedUsage::Counted(counted) => Some(counted.usage.request()),
                    _ => None,
                },
                // The machine says what is wrong with it.
                Err(_) => None,
            },
            _ => None,
        };
        self.taken.sent.push(sent(counted.unwrap_or(estimate)));
        let count = self.taken.count;
        match answer {
            RecordedAnswer::Failed(RecordedFailure { kind, message }) => {
                let kind: FailureKind = read(&kind, "kind").map_err(|error| {
                    let args =
                        args([("answer", count.into()), ("detail", error.to_string().into())]);
                    Halt::Fault(self.stage.fault("answer-refused", args))
                })?;
                self.taken.failed = Some(match kind {
                    FailureKind::Overflow | FailureKind::OverflowSuspected => Ending::Overflowed,
                    _ => Ending::Refused,
                });
                Ok(CallFailed { request, kind, message }.into())
            }
            RecordedAnswer::Reply(reply) => {
                self.taken.failed = None;
                Ok(Replied { request, reply }.into())
            }
            // `next` has looked at the kind.
            RecordedAnswer::Result(_) => Err(Halt::Open),
        }
    }
}

impl Answers for Recorded<'_> {
    fn answer(
        &mut self,
        effect: Effect<Value>,
        machine: &Machine,
    ) -> Result<Option<Event<Value>>, Halt> {
        Ok(match effect {
            Effect::CallModel { request, call, purpose, .. } => {
                let fixed = machine.fixed().tokens;
                Some(self.called((request, call, purpose), machine.messages(), fixed)?)
            }
            Effect::RunTool { request, .. } => match self.next(&["result"])? {
                RecordedAnswer::Result(RecordedResult { text, is_error }) => {
                    let (content, is_error) = (Value::from(text.as_str()), *is_error);
                    let returned = ToolReturned { request, content, is_error, tokens: None };
                    Some(Event::ToolReturned(returned))
                }
                _ => None,
            },
            Effect::WriteNotes { request, content, .. } => {
                self.taken.notes = Some(content);
                Some(NotesWritten::new(request).into())
            }
            Effect::ReadNotes { request } => {
                Some(NotesRead::new(request, self.taken.notes.clone()).into())
            }
            Effect::Notify { notice: Notice::ResultsElided { messages, .. } } => {
                self.taken.prefix.changed(&messages);
                None
            }
            _ => None,
        })
    }

    fn rejected(&self, rejected: &Rejected) -> Issue {
        let args =
            args([("answer", self.taken.count.into()), ("detail", rejected.to_string().into())]);
        self.stage.fault("answer-refused", args)
    }
}

/// A fault of the recording as a whole.
fn fault(file: &SourceFile, code: &'static str, args: Args) -> Issue {
    Issue { code, file: file.name.clone(), line: 0, column: 0, args }
}
