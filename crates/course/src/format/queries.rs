//! Moments of a run, questions to it, and conditions on it, as they are written.

use serde::{Deserialize, Deserializer, Serialize, de::Error};

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use crate::run::StepKind;

/// A step of a run, named by what happens in it. At least one of `event`, `call` and `compaction`,
/// or `step = 0` for the first step of all, or `end = true` for the last one.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Moment {
    /// Steps in which this happens.
    pub(crate) event: Option<StepKind>,
    /// Steps of this call, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub(crate) call: Option<u32>,
    /// Steps of this compaction, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub(crate) compaction: Option<u32>,
    /// Which of these steps: 1 (the default) is the first, -1 the last.
    pub(crate) nth: Option<i32>,
    /// So many steps further on, or back where it is negative. Default 0.
    pub(crate) shift: Option<i32>,
    /// A step by its number; 0 is the one before anything is sent. Others change whenever the
    /// scenario does, so that naming what happens is better.
    pub(crate) step: Option<u32>,
    /// The last step of the run.
    pub(crate) end: Option<bool>,
}

/// A number that is read off a run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Query {
    /// The run that is asked. Default: the first run of the exercise, or else of the course.
    pub(crate) run: Option<String>,
    /// The step at which the reading is taken. Left out for what is known of the whole run.
    pub(crate) at: Option<Moment>,
    /// What is read.
    pub(crate) get: Option<Reading>,
    /// Instead of `get`: how many steps of this kind the run has.
    pub(crate) count: Option<StepKind>,
    /// A number that is added.
    pub(crate) plus: Option<Box<Self>>,
    /// A number that is taken off.
    pub(crate) minus: Option<Box<Self>>,
}

/// What can be read off a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) enum Reading {
    /// At a step: the lesson's counter, in tokens.
    Accumulated,
    /// At a step: how full the window is, in tokens.
    Occupancy,
    /// At a step, or of the whole run: the tokens of all calls so far.
    Spend,
    /// At a step in which a request goes out: its size in tokens.
    RequestTokens,
    /// At a step in which a request goes out, or summed over the whole run: the tokens that repeat
    /// the request before.
    RepeatedTokens,
    /// At a step: how many messages are in the window.
    Messages,
    /// At a step: how many messages have left the window.
    Archived,
    /// At a step: how often NOTES.md was written.
    NotesVersion,
    /// At a step: the number of the call.
    Call,
    /// At a step: the number of the compaction.
    Compaction,
    /// At a step in which a reply came in: its input tokens, those from the cache not counted.
    Input,
    /// At a step in which a reply came in: its input tokens that came from the cache.
    CacheRead,
    /// At a step in which a reply came in: its input tokens that were written to the cache.
    CacheWrite,
    /// At a step in which a reply came in: its output tokens.
    Output,
    /// At a step: the size of NOTES.md as it was read last, in tokens.
    NotesTokens,
    /// At a step: the size of the restart message in the window, in tokens.
    RestartTokens,
    /// At a step: the size of the system prompt and the tool definitions, in tokens.
    FixedTokens,
    /// Of the whole run: the size of the window, in tokens.
    Window,
    /// Of the whole run: where compaction fires, in tokens.
    Threshold,
    /// Of the whole run: the threshold's part of the window, above 0 and below 1.
    Ratio,
    /// Of the whole run: the most that all calls together may spend, in tokens, if there is a budget.
    TokenBudget,
    /// Of the whole run: its model calls, those of compactions included.
    Calls,
    /// Of the whole run: the calls of compactions.
    CompactionCalls,
    /// Of the whole run: its compactions.
    Compactions,
    /// Of the whole run: the number of its last step.
    Steps,
    /// Of the whole run: the tokens of all requests.
    SentTokens,
    /// Of the whole run: the facts that nothing carries any more at its end.
    FactsLost,
    /// Of the whole run: the facts that are still in the window or in NOTES.md at its end.
    FactsKept,
}

impl Reading {
    /// Whether the policy says it, so that it is known before anything happens.
    pub(crate) const fn is_of_policy(self) -> bool {
        matches!(self, Self::Window | Self::Threshold | Self::Ratio | Self::TokenBudget)
    }

    /// Whether it is read of the whole run alone.
    pub(crate) const fn is_of_whole_run(self) -> bool {
        matches!(
            self,
            Self::Window
                | Self::Threshold
                | Self::Ratio
                | Self::TokenBudget
                | Self::Calls
                | Self::CompactionCalls
                | Self::Compactions
                | Self::Steps
                | Self::SentTokens
                | Self::FactsLost
                | Self::FactsKept
        )
    }
}

/// What holds of a run: a number compared with another, or how the run ended.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Condition {
    /// The run that is asked. Default: the first run of the exercise, or else of the course; for a
    /// goal the run with the dials as they are set.
    pub(crate) run: Option<String>,
    /// The step at which the reading is taken. Left out for what is known of the whole run, and
    /// with `when`.
    pub(crate) at: Option<Moment>,
    /// What is read.
    pub(crate) get: Option<Reading>,
    /// Instead of `get`: how many steps of this kind the run has.
    pub(crate) count: Option<StepKind>,
    /// A number that is added.
    pub(crate) plus: Option<Box<Query>>,
    /// A number that is taken off.
    pub(crate) minus: Option<Box<Query>>,
    /// How both numbers are compared.
    pub(crate) is: Option<Compare>,
    /// What it is compared with.
    pub(crate) than: Option<Than>,
    /// Compares at every step instead of one.
    pub(crate) when: Option<When>,
    /// Instead of a number: how the run ended.
    pub(crate) ending: Option<EndingWord>,
}

/// A number, or a query that gives one.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(untagged))]
pub(crate) enum Than {
    /// A number that is written down. Prefer a query, which cannot go stale.
    Number(f64),
    /// A number that is read off a run.
    Query(Box<Query>),
}

impl<'de> Deserialize<'de> for Than {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = serde_json::Value::deserialize(deserializer)?;
        match json.as_f64() {
            Some(number) => Ok(Self::Number(number)),
            None => serde_json::from_value(json).map(Self::Query).map_err(D::Error::custom),
        }
    }
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(crate) enum Compare {
    /// Below it.
    #[serde(rename = "<")]
    Less,
    /// Below it, or the same.
    #[serde(rename = "<=")]
    AtMost,
    /// The same.
    #[serde(rename = "=")]
    Equal,
    /// Not the same.
    #[serde(rename = "!=")]
    Other,
    /// Above it, or the same.
    #[serde(rename = ">=")]
    AtLeast,
    /// Above it.
    #[serde(rename = ">")]
    More,
}

impl Compare {
    /// Whether two numbers compare so.
    pub(crate) fn holds(self, one: f64, other: f64) -> bool {
        // Readings are whole numbers but for the ratio, which is compared as it is written.
        match self {
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Equal => one.total_cmp(&other).is_eq(),
            Self::Other => one.total_cmp(&other).is_ne(),
            Self::AtLeast => one >= other,
            Self::More => one > other,
        }
    }
}

/// At which steps a comparison has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) enum When {
    /// At every step that has the reading.
    Always,
    /// At none of them.
    Never,
    /// At one of them at least.
    Eventually,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) enum EndingWord {
    /// The model answered.
    Answered,
    /// The provider refused a request that breaks its rules.
    Refused,
    /// A request and its reply did not fit the window.
    Overflowed,
    /// The token budget was spent.
    BudgetSpent,
    /// Nothing was prepared for what the run went on to ask.
    ScriptEnded,
    /// Anything else.
    Stopped,
}
