//! The tasks of an exercise as instructors write them. What stands here as a comment is shown in
//! their editor, as in [`super::files`].

use serde::{Deserialize, Deserializer, de::Error};
use serde_json::Value;

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use super::{
    code::CodeTask,
    files::Name,
    queries::{Condition, Moment, Query},
};
use crate::{patch::Bug, run::StepKind};

/// A task. Its question is the message of its id.
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(JsonSchema),
    schemars(tag = "kind", rename_all = "kebab-case")
)]
pub(crate) enum Task {
    /// A number is typed in.
    Number(NumberTask),
    /// A number is chosen among the right one and the wrong ones.
    Choice(ChoiceTask),
    /// Claims about a run: which of them hold?
    Claims(ClaimsTask),
    /// Steps are put in order.
    Order(OrderTask),
    /// A line of the lesson's code is picked.
    PickLine(PickLineTask),
    /// Messages that are still in the window at a later step are picked.
    PickBlocks(PickBlocksTask),
    /// Facts that a compaction put in one place are picked.
    Facts(FactsTask),
    /// Dials are set so that goals hold.
    Dials(DialsTask),
    /// A part of the lesson's code is written.
    Code(CodeTask),
    /// Words of the learner's own. They are kept and never marked.
    Explain(ExplainTask),
}

/// A number that is read off a run.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct NumberTask {
    /// Names its message. Never changed once published.
    pub(crate) id: Name,
    /// The right answer.
    pub(crate) answer: Query,
    /// What the number counts.
    pub(crate) unit: Unit,
    /// How far an answer may be off. Default 0.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub(crate) tolerance: Option<f64>,
    /// Wrong answers that are known, each with the words `says-ID` if there are some.
    #[serde(default)]
    pub(crate) wrong: Vec<WrongNumber>,
    /// The step that the run is shown at; everything behind it is fogged until the first answer.
    pub(crate) gate: Option<Moment>,
    /// Where the answer is seen. Default: the step it was read at.
    pub(crate) jump: Option<Moment>,
}

/// A number to be chosen; the options are computed, and stand in order of their size.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct ChoiceTask {
    /// Names its message. Never changed once published.
    pub(crate) id: Name,
    /// The right answer.
    pub(crate) answer: Query,
    /// What the number counts.
    pub(crate) unit: Unit,
    /// The other options, each with the words `says-ID` if there are some.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub(crate) wrong: Vec<WrongNumber>,
    /// The step that the run is shown at; everything behind it is fogged until the first answer.
    pub(crate) gate: Option<Moment>,
    /// Where the answer is seen. Default: the step it was read at.
    pub(crate) jump: Option<Moment>,
}

/// A wrong number: the right one of another run, or another query.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct WrongNumber {
    /// Names its words, `says-ID`.
    pub(crate) id: Name,
    /// The run in which it would be right.
    pub(crate) run: Option<String>,
    /// Instead of `run`: what the number is.
    pub(crate) answer: Option<Query>,
}

/// What a number counts, and so how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// Tokens.
    Tokens,
    /// Model calls.
    Calls,
    /// Messages.
    Messages,
    /// Turns.
    Turns,
    /// Versions of NOTES.md.
    Versions,
    /// Hundredths; what is read is multiplied by 100.
    Percent,
}

/// Claims, of which the engine knows which hold.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct ClaimsTask {
    /// Names its message. Never changed once published.
    pub(crate) id: Name,
    /// Whether exactly one claim holds, or all that hold are to be picked.
    pub(crate) pick: Pick,
    /// The claims, in the order in which they are shown.
    #[cfg_attr(feature = "schema", schemars(length(min = 2)))]
    pub(crate) options: Vec<Claim>,
    /// The step that the run is shown at; everything behind it is fogged until the first answer.
    pub(crate) gate: Option<Moment>,
    /// Where the answer is seen. Default: the step that decides the claim that was answered wrongly.
    pub(crate) jump: Option<Moment>,
}

/// How many claims are to be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Pick {
    /// The one that holds.
    One,
    /// All that hold.
    All,
}

/// A claim; its words are `option-ID`, and `says-ID` what is said where it was answered wrongly.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Claim {
    /// Names its words.
    pub(crate) id: Name,
    /// What is claimed: one condition, or several that hold together.
    pub(crate) holds: Holds,
}

/// One condition, or several that hold together.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(untagged))]
pub(crate) enum Holds {
    /// One condition.
    One(Box<Condition>),
    /// Several that hold together.
    All(Vec<Condition>),
}

/// Steps in the order in which they first happen.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct OrderTask {
    /// Names its message. Never changed once published.
    pub(crate) id: Name,
    /// The run. Default: the first of the exercise, or else of the course.
    pub(crate) run: Option<String>,
    /// The step from which on they are looked for. Default: the first.
    pub(crate) from: Option<Moment>,
    /// The kinds of steps; the words of each are `option-KIND`.
    #[cfg_attr(feature = "schema", schemars(length(min = 2)))]
    pub(crate) items: Vec<StepKind>,
    /// Wrong orders that are known: those of other runs.
    #[serde(default)]
    pub(crate) wrong: Vec<WrongRun>,
    /// The step that the run is shown at; everything behind it is fogged until the first answer.
    pub(crate) gate: Option<Moment>,
    /// Where the answer is seen. Default: the first step that is out of its place.
    pub(crate) jump: Option<Moment>,
}

/// A wrong answer that would be right in another run.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct WrongRun {
    /// Names its words, `says-ID`.
    pub(crate) id: Name,
    /// The run in which it would be right.
    pub(crate) run: String,
}

/// A line of the lesson's code: the one that runs in a step, or the one that is wrong.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct PickLineTask {
    /// Names its message. Never changed once published.
    pub(crate) id: Name,
    /// The run. Default: the first of the exercise, or else of the course.
    pub(crate) run: Option<String>,
    /// The step whose line is asked for.
    pub(crate) at: Option<Moment>,
    /// Instead of `at`: the mistake in the code that is shown; right are the lines that it changed.
    pub(crate) fault: Option<Bug>,
    /// Wrong lines that are known.
    #[serde(default)]
    pub(crate) wrong: Vec<WrongLine>,
    /// The step that the run is shown at; everything behind it is fogged until the first answer.
    pub(crate) gate: Option<Moment>,
    /// Where the answer is seen. Default: `at`.
    pub(crate) jump: Option<Moment>,
}

/// A wrong line.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct WrongLine {
    /// Names its words, `says-ID`.
    pub(crate) id: Name,
    /// The kind of step that the line belongs to.
    pub(crate) line: StepKind,
}

/// Messages of the window that are still in it later.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct PickBlocksTask {
    /// Names its message. Never changed once published.
    pub(crate) id: Name,
    /// The run. Default: the first of the exercise, or else of the course.
    pub(crate) run: Option<String>,
    /// The step whose messages are shown.
    pub(crate) at: Moment,
    /// The later step.
    pub(crate) stay: Moment,
    /// Wrong answers that are known: those of other runs.
    #[serde(default)]
    pub(crate) wrong: Vec<WrongRun>,
    /// The step that the run is shown at; everything behind it is fogged until the first answer.
    pub(crate) gate: Option<Moment>,
    /// Where the answer is seen. Default: `stay`.
    pub(crate) jump: Option<Moment>,
}

/// Facts that a compaction kept, left to the notes, or lost.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct FactsTask {
    /// Names its message. Never changed once published.
    pub(crate) id: Name,
    /// The run. Default: the first of the exercise, or else of the course.
    pub(crate) run: Option<String>,
    /// The compaction, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub(crate) compaction: u32,
    /// The place that is asked for.
    pub(crate) place: PlaceWord,
    /// Wrong answers that are known.
    #[serde(default)]
    pub(crate) wrong: Vec<WrongFacts>,
    /// The step that the run is shown at; everything behind it is fogged until the first answer.
    pub(crate) gate: Option<Moment>,
    /// Where the answer is seen. Default: the step in which the messages were replaced.
    pub(crate) jump: Option<Moment>,
}

/// Where a compaction puts a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PlaceWord {
    /// Still in a message of the window.
    Kept,
    /// In NOTES.md alone.
    Notes,
    /// Nowhere any more.
    Lost,
}

/// Wrong facts: those of the same place in another run, or those of another place.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct WrongFacts {
    /// Names its words, `says-ID`.
    pub(crate) id: Name,
    /// The run in which they would be right.
    pub(crate) run: Option<String>,
    /// Instead of `run`: the place that they are in.
    pub(crate) place: Option<PlaceWord>,
}

/// Dials that are to be set so that goals hold.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct DialsTask {
    /// Names its message. Never changed once published.
    pub(crate) id: Name,
    /// The run whose dials are set. Default: the first of the exercise, or else of the course.
    pub(crate) run: Option<String>,
    /// The dials.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub(crate) dials: Vec<DialSpec>,
    /// What is to hold of the run with the dials as they are set.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub(crate) goals: Vec<Goal>,
    /// Settings that are known to be wrong.
    #[serde(default)]
    pub(crate) wrong: Vec<WrongDials>,
    /// How it is shown. Default: as dials.
    pub(crate) show: Option<Show>,
    /// The step that the run is shown at; everything behind it is fogged until the first answer.
    pub(crate) gate: Option<Moment>,
    /// Where the answer is seen. Default: the step that decides the goal.
    pub(crate) jump: Option<Moment>,
}

/// How dials are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Show {
    /// As dials.
    #[default]
    Dials,
    /// As the threshold's line, which is put in its place.
    Line,
}

/// A dial: where it begins, how far it turns, and where it is right.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct DialSpec {
    /// What it sets.
    pub(crate) key: DialKey,
    /// Where it begins; a goal must fail there.
    pub(crate) start: f64,
    /// The least.
    pub(crate) min: f64,
    /// The most.
    pub(crate) max: f64,
    /// How far one notch is.
    pub(crate) step: f64,
    /// A setting with which every goal holds.
    pub(crate) solution: f64,
}

/// What a dial sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum DialKey {
    /// Size of the window, in tokens.
    Window,
    /// The threshold's part of the window.
    Ratio,
    /// Room kept free for the next reply, in tokens.
    OutputReserve,
    /// How long each handover summary is, in tokens.
    SummaryTokens,
    /// The most that all calls together may spend, in tokens.
    TokenBudget,
}

/// Something that is to hold; its words are `goal-ID`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Goal {
    /// Names its words.
    pub(crate) id: Name,
    /// What is to hold: one condition, or several together.
    pub(crate) holds: Holds,
}

/// A setting that is known to be wrong.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct WrongDials {
    /// Names its words, `says-ID`.
    pub(crate) id: Name,
    /// The dials that are not at their start.
    pub(crate) set: Settings,
    /// The goal that does not hold with it, and the only one.
    pub(crate) breaks: String,
}

/// Dials that are not at their start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Size of the window, in tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<f64>,
    /// The threshold's part of the window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// Room kept free for the next reply, in tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_reserve: Option<f64>,
    /// How long each handover summary is, in tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary_tokens: Option<f64>,
    /// The most that all calls together may spend, in tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_budget: Option<f64>,
}

/// Words of the learner's own.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct ExplainTask {
    /// Names its message. Never changed once published.
    pub(crate) id: Name,
    /// The run that it is about. Default: with a gate or a jump the first of the exercise, or else of
    /// the course.
    pub(crate) run: Option<String>,
    /// The step that the run is shown at; everything behind it is fogged until something is written.
    pub(crate) gate: Option<Moment>,
    /// Where what is asked about is seen.
    pub(crate) jump: Option<Moment>,
}

// What is told apart by a word or by its type is read from JSON by hand: the ways of serde for it
// compile everything inside once more for each of them, which doubles the module that pages load.

impl<'de> Deserialize<'de> for Task {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Value::deserialize(deserializer)?;
        let kind = json["kind"].as_str().unwrap_or_default();
        let read = match kind {
            "number" => serde_json::from_value(json).map(Self::Number),
            "choice" => serde_json::from_value(json).map(Self::Choice),
            "claims" => serde_json::from_value(json).map(Self::Claims),
            "order" => serde_json::from_value(json).map(Self::Order),
            "pick-line" => serde_json::from_value(json).map(Self::PickLine),
            "pick-blocks" => serde_json::from_value(json).map(Self::PickBlocks),
            "facts" => serde_json::from_value(json).map(Self::Facts),
            "dials" => serde_json::from_value(json).map(Self::Dials),
            "code" => serde_json::from_value(json).map(Self::Code),
            "explain" => serde_json::from_value(json).map(Self::Explain),
            other => return Err(D::Error::custom(format!("there is no kind {other:?}"))),
        };
        read.map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Holds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Value::deserialize(deserializer)?;
        let read = if json.is_array() {
            serde_json::from_value(json).map(Self::All)
        } else {
            serde_json::from_value(json).map(Self::One)
        };
        read.map_err(D::Error::custom)
    }
}
