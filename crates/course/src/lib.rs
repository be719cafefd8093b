//! Scenarios, courses and exercises: read, play, view, grade.
//!
//! Pure: files come in as text, and what people read goes out as codes with arguments. A scenario
//! is played once, by the same core that apps install, into a list of entries; every step, frame
//! and log line is read from that list.

#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

#[cfg(target_arch = "wasm32")]
pub mod bind;
#[cfg(target_arch = "wasm32")]
pub mod bind_course;
mod convert;
mod course;
mod facts;
mod format;
mod lesson;
mod live;
mod log;
mod patch;
mod play;
mod player;
mod provider;
mod recording;
mod request;
mod run;
mod scenario;
mod shown;
mod source;
mod steps;
mod stub;
mod trial;
mod view;

pub use convert::{scenario_files, scenario_of};
pub use course::{
    Answer, Course, CourseProgram, CourseRun, CourseSource, CourseView, ExerciseView, Outcome,
    RunPlace, Sandbox, SectionView, Solution, TaskView, Tried, Ungraded, Verdict, lock_file,
};
pub use facts::{FactPlace, LedgerEntry, ShownFact};
#[cfg(feature = "schema")]
pub use format::schemas;
pub use format::{files::LangTag, secret::masked};
pub use lesson::Lesson;
pub use live::{
    LIVE_PROVIDERS, LiveEndpoint, LiveProvider, OTHER_KEY, live_policy, live_policy_with,
};
pub use log::LogLine;
pub use patch::{Bug, Patch, PatchStrategy};
pub use play::{Ending, Entry, Played, play, play_patched};
pub use player::Player;
pub use recording::{
    MaxTokensField, RecordedAnswer, RecordedFailure, RecordedResult, RecordedTool, Recording,
    RecordingSource,
};
pub use request::{ModelRequest, Pending};
pub use run::{Counts, Frame, Run, RunSummary, ShownNotes, StepKind, StepMark};
pub use scenario::{Scenario, ScenarioSource, UsageSource};
pub use shown::{ShownMessage, ShownPart};
pub use source::{Arg, Args, Issue, MAX_BYTES, SourceFile};
pub use stub::{StubResult, StubScript, stub_script};
pub use trial::{
    ModelRefusal, TRIAL_ACTS, TRIAL_ENTRY, TRIAL_LIMITS, ToolText, Trial, TrialEnd, TrialInput,
    TrialLimits,
};
pub use view::{CounterPart, ShownMeters, WindowPart};
