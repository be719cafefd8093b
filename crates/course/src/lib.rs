//! Scenarios of the course: read, play, view.
//!
//! Pure: files come in as text, and what people read goes out as codes with arguments. A scenario
//! is played once, by the same core that apps install, into a list of entries; every step, frame
//! and log line is read from that list.

#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

#[cfg(target_arch = "wasm32")]
pub mod bind;
mod log;
mod play;
mod reader;
mod run;
mod scenario;
mod source;
mod stub;
mod view;

pub use log::LogLine;
pub use play::{Entry, play};
pub use run::{Frame, Run, RunSummary, StepKind, StepMark};
pub use scenario::{Scenario, ScenarioSource, UsageSource};
pub use source::{Arg, Args, Issue, MAX_BYTES, SourceFile};
pub use stub::{StubResult, StubScript, stub_script};
pub use view::{CounterPart, ShownMessage, ShownMeters, ShownNotes, ShownPart, WindowPart};
