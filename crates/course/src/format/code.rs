//! A task that is solved by writing code, as it is written down.

use serde::Deserialize;

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use super::{
    files::Name,
    queries::Moment,
    tasks::{Goal, Holds},
};

/// A part of the lesson's code is to be written. In the folder `exercises/EXERCISE/TASK` stand
/// `start.js`, with which a goal must fail, `solution.js`, with which all hold, and `wrong/ID.js`
/// for each wrong program that is known; each takes the place of the region.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct CodeTask {
    /// Names its message. Never changed once published.
    pub(crate) id: Name,
    /// The run whose scenario the program is tried on. Default: the first of the exercise, or else
    /// of the course. Of what it changes, mistakes and strategy do not count: the program has its
    /// own.
    pub(crate) run: Option<String>,
    /// Runs whose scenarios it is tried on, too, of which only the broken goal is told.
    #[serde(default)]
    pub(crate) held: Vec<String>,
    /// The lines of the lesson's code that can be edited.
    pub(crate) region: Region,
    /// What is to hold. Where no run is named, the program's own is asked.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub(crate) goals: Vec<Goal>,
    /// Texts that must not stand in what is written, each with its words `says-ID`.
    #[serde(default)]
    pub(crate) forbid: Vec<Forbidden>,
    /// Wrong programs that are known.
    #[serde(default)]
    pub(crate) wrong: Vec<WrongProgram>,
    /// The step that the run is shown at; everything behind it is fogged until the first try.
    pub(crate) gate: Option<Moment>,
    /// Where the answer is seen. Default: the step that decides the goal.
    pub(crate) jump: Option<Moment>,
}

/// Lines of the lesson's code, by the text of the first and the last of them.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Region {
    /// The first line, without its mark.
    pub(crate) from: String,
    /// The last line: the first from there on that reads so.
    pub(crate) to: String,
}

/// A text that must not stand in the code.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Forbidden {
    /// Names its words, `says-ID`.
    pub(crate) id: Name,
    /// The text, to the letter.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub(crate) text: String,
}

/// A wrong program: `wrong/ID.js`, and by what its run is known again.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct WrongProgram {
    /// Names its file, and its words, `says-ID`.
    pub(crate) id: Name,
    /// What holds of its run. The first that holds is the one that is told.
    pub(crate) shows: Holds,
}
