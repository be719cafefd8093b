//! A scenario as instructors write it. What stands here as a comment is shown in their editor: the
//! schema is made from these types.

use secondwind_core::{Stop, Tokens};
use serde::Deserialize;
use serde_json::{Map, Value};

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use super::files::MeterWord;

/// A run that is prepared in full: what the model answers, what the tools return, and how large
/// each of it is. All prose is named by a key of the files in the folder of the same name.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct ScenarioFile {
    /// The version of this format: 1.
    #[expect(dead_code, reason = "compared before the rest is read")]
    pub(crate) format: u32,
    /// The key of what the scenario is called.
    pub(crate) title: String,
    /// The key of what the user asks for.
    pub(crate) task: String,
    /// The key of the system prompt.
    pub(crate) system: String,
    /// Where the figures of the replies come from.
    pub(crate) usage: UsageSource,
    /// When compaction fires.
    pub(crate) policy: PolicyFile,
    /// How large is what no reply counts.
    pub(crate) sizes: SizesFile,
    /// The tools that the model can call, beside `update_notes`.
    #[serde(default)]
    pub(crate) tools: Vec<ToolFile>,
    /// The model's replies in order. One without calls ends the run.
    #[serde(default)]
    pub(crate) rounds: Vec<RoundFile>,
    /// The handover summaries in order.
    #[serde(default)]
    pub(crate) summaries: Vec<SummaryFile>,
    /// The summary of every compaction beyond them.
    pub(crate) default_summary: Option<SummaryFile>,
    /// What there is to know in the run, and what carries it.
    #[serde(default)]
    pub(crate) facts: Vec<FactFile>,
}

/// A size, in tokens.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(crate) struct Count(
    #[cfg_attr(feature = "schema", schemars(range(max = 9_007_199_254_740_991_u64)))] u64,
);

impl Count {
    pub(crate) fn tokens(self) -> Tokens {
        // The schema has the bound of Tokens.
        Tokens::try_from(self.0).unwrap_or_default()
    }
}

/// Where the usage of a round comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum UsageSource {
    /// Each round states it, as a provider would report it.
    Given,
    /// The input is the sum of what is in the window; a round states its output only.
    Derived,
}

/// When compaction fires: at `window` × `ratio` of the meter.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct PolicyFile {
    /// Size of the window, in tokens.
    pub(crate) window: Count,
    /// The threshold's part of the window, above 0 and below 1.
    pub(crate) ratio: f64,
    /// The meter that is compared with the threshold.
    pub(crate) meter: MeterWord,
}

/// How large is what no reply counts, in tokens.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct SizesFile {
    /// The system prompt and the tools.
    pub(crate) fixed: Count,
    /// The task.
    pub(crate) task: Count,
    /// What a summary call carries beside the history. Default: 0.
    pub(crate) instruction: Option<Count>,
}

/// A tool.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct ToolFile {
    /// What the model calls it.
    pub(crate) name: String,
    /// The key of what the model is told of it.
    pub(crate) description: String,
}

/// A reply of the model, its tool calls, and their results.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct RoundFile {
    /// The key of what the model says.
    pub(crate) say: Option<String>,
    /// The figures of the reply.
    pub(crate) tokens: UsageFile,
    /// The stop reason. Default: `tool_use` with calls, `end_turn` without.
    pub(crate) stop: Option<StopWord>,
    /// The tool calls, in order.
    #[serde(default)]
    pub(crate) calls: Vec<CallFile>,
}

/// The figures of a reply, as a provider reports them, in tokens.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct UsageFile {
    /// What of the request came from no cache. Stated with `usage = "given"`, and only then.
    pub(crate) input: Option<Count>,
    /// What of the request was read from a cache.
    pub(crate) cache_read: Option<Count>,
    /// What of the request was written to a cache.
    pub(crate) cache_write: Option<Count>,
    /// The reply.
    pub(crate) output: Count,
}

/// Why a reply stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum StopWord {
    /// The model was done.
    EndTurn,
    /// It waits for the results of its calls.
    ToolUse,
    /// It ran into its limit.
    MaxTokens,
}

impl From<StopWord> for Stop {
    fn from(word: StopWord) -> Self {
        match word {
            StopWord::EndTurn => Self::EndTurn,
            StopWord::ToolUse => Self::ToolUse,
            StopWord::MaxTokens => Self::MaxTokens,
        }
    }
}

/// A tool call: either of a tool, with `tool`, `input` and `result`, or of `update_notes`, with
/// `notes` and `notes_tokens`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct CallFile {
    /// The tool that is called.
    pub(crate) tool: Option<String>,
    /// What it is given.
    pub(crate) input: Option<Map<String, Value>>,
    /// The key of what it returns.
    pub(crate) result: Option<String>,
    /// Whether it returns an error. Default: it does not.
    pub(crate) is_error: Option<bool>,
    /// The key of what the call writes to NOTES.md.
    pub(crate) notes: Option<String>,
    /// Size of those notes, in tokens.
    pub(crate) notes_tokens: Option<Count>,
    /// Size of the result, in tokens.
    pub(crate) tokens: Count,
}

/// A handover summary.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct SummaryFile {
    /// The key of its text.
    pub(crate) text: String,
    /// The figures of the reply.
    pub(crate) tokens: UsageFile,
    /// The stop reason. Default: `end_turn`. A summary that stops with `max_tokens` is cut off, and no harness may
    /// restart from it.
    pub(crate) stop: Option<SummaryStop>,
}

/// Why a handover summary stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum SummaryStop {
    /// It is whole.
    EndTurn,
    /// It ran into its limit.
    MaxTokens,
}

impl From<SummaryStop> for Stop {
    fn from(word: SummaryStop) -> Self {
        match word {
            SummaryStop::EndTurn => Self::EndTurn,
            SummaryStop::MaxTokens => Self::MaxTokens,
        }
    }
}

/// Something that a run finds out, and what carries it. Something must.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct FactFile {
    /// The key of one sentence that says it.
    pub(crate) text: String,
    /// Whether the task says it.
    #[serde(default)]
    pub(crate) task: bool,
    /// The rounds whose replies say it, from 1.
    #[serde(default)]
    pub(crate) replies: Vec<u32>,
    /// The rounds whose tool results say it, from 1.
    #[serde(default)]
    pub(crate) results: Vec<u32>,
    /// The summaries that say it, from 1.
    #[serde(default)]
    pub(crate) summaries: Vec<u32>,
    /// Whether the default summary says it.
    #[serde(default)]
    pub(crate) default_summary: bool,
    /// The versions of NOTES.md that say it, from 1.
    #[serde(default)]
    pub(crate) notes: Vec<u32>,
}
