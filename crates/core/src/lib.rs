//! **secondwind-core**: the context window of an LLM agent as a state machine.
//!
//! Fully deterministic. It contains no network code, reads no file, no clock and no random
//! number: [`Event`]s go in, [`Effect`]s come out, and a shell performs them. One log of events
//! replays to the same state, byte for byte.
//!
//! The whole loop. A shell is what fills in the right-hand sides:
//!
//! ```
//! # use std::{cell::RefCell, collections::VecDeque, error::Error};
//! # use secondwind_core::*;
//! # use serde_json::{Value, json};
//! # fn ask_model() -> Value {
//! #     json!({
//! #         "content": [{ "type": "text", "text": "Done." }],
//! #         "stop_reason": "end_turn",
//! #         "usage": { "input_tokens": 12, "output_tokens": 3 },
//! #     })
//! # }
//! # fn run_tool(_name: &str) -> Value {
//! #     json!("a result")
//! # }
//! # thread_local!(static NOTES: RefCell<Option<String>> = const { RefCell::new(None) });
//! # fn save(content: String) {
//! #     NOTES.set(Some(content));
//! # }
//! # fn load() -> Option<String> {
//! #     NOTES.with_borrow(Clone::clone)
//! # }
//! # fn run() -> Result<Outcome, Box<dyn Error>> {
//! let mut harness = Harness::new(Config::new(Policy::lesson(Tokens::new(2000), 0.7)))?;
//! let mut effects = VecDeque::from(harness.apply(Millis(0), Submitted::text("Go").into())?);
//! while let Some(effect) = effects.pop_front() {
//!     let event: Event<Value> = match effect {
//!         Effect::CallModel { request, .. } => Replied { request, reply: ask_model() }.into(),
//!         Effect::RunTool { request, name, .. } => ToolReturned::new(request, run_tool(&name)).into(),
//!         Effect::ReadNotes { request } => NotesRead::new(request, load()).into(),
//!         Effect::WriteNotes { request, content, .. } => {
//!             save(content);
//!             NotesWritten::new(request).into()
//!         }
//!         Effect::Done { outcome } => return Ok(outcome),
//!         _ => continue, // the list to mirror, notices to show
//!     };
//!     effects.extend(harness.apply(Millis(1), event)?);
//! }
//! # unreachable!("the work ends with an outcome");
//! # }
//! # let outcome = run().expect("the model answers");
//! # assert_eq!(outcome, Outcome::Answered { text: "Done.".into(), stop: Stop::EndTurn });
//! ```
//!
//! The lesson's parts stand by themselves, too: [`track_usage`], [`threshold`],
//! [`should_compact`], [`handover_summary`], [`fresh_window`], [`restart_message`].

#![no_std]
#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

extern crate alloc;

mod compact;
mod config;
mod dialect;
mod effect;
mod event;
mod failure;
mod harness;
mod integrity;
mod models;
mod notes;
mod payload;
mod phase;
mod policy;
mod prompt;
mod round;
mod snapshot;
mod text;
mod transcript;
mod units;
mod usage;
mod wire;

pub use compact::{fresh_window, handover_summary};
pub use config::Config;
pub use dialect::{
    CallId, Counted, Dialect, MEDIA_ALLOWANCE, Part, Reply, ReplyError, ReportedUsage, Stop,
    Streamed, ToolCall, ToolResult, View,
};
pub use effect::{
    Cause, CompactionFault, Effect, Notice, Outcome, Placed, Purpose, SkipReason, Valve,
};
pub use event::{
    CallFailed, Event, Loaded, NotesConflicted, NotesFailed, NotesRead, NotesWritten, Rejected,
    Replied, Submitted, ToolReturned,
};
pub use failure::{FailureKind, classify_failure};
pub use harness::{Harness, Totals, transition};
pub use integrity::{Violation, repair, violations};
pub use models::{ModelLimits, is_model, model_limits};
pub use notes::{SectionEdit, fence, merge_notes, update_notes};
pub use payload::{Build, Node, Payload};
pub use policy::{
    Floor, Guards, NotesRules, Policy, PolicyError, Restart, Strategy, Valves, should_compact,
    threshold,
};
pub use prompt::{Prompts, notes_or_placeholder, render_history, restart_message, summary_request};
pub use snapshot::{RestoreError, Snapshot};
pub use text::{Cut, elide, truncate};
pub use transcript::{Message, MessageKind, Settled, Transcript};
pub use units::{Measure, MessageId, Millis, RequestId, Size, Tokens, TokensError};
pub use usage::{CacheRule, Meter, Meters, Usage, track_usage};
pub use wire::{Path, ReadError, Wire, read, write};
