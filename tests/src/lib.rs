//! Tests over the whole workspace; most stand beside `src`, and what they share is here.
//!
//! Bytes are turned into operations on a harness. A property test, a fuzzer and the replay of
//! what either has found run the same code: [`target`].

mod bytes;
mod checks;
mod facts;
mod model;
mod replies;
mod run;
mod setup;
mod shell;
mod targets;
mod wire;

use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
    panic,
    sync::Once,
};

/// The names of the targets; each has a folder of kept inputs in `fuzz/corpus`.
pub const TARGETS: [&str; 5] = ["events", "usage", "snapshots", "notes", "wire"];

/// Bytes at the beginning of an input for `events` that say how the harness is set up.
pub const SETUP: usize = 16;
/// Bytes that say what one step is.
pub const STEP: usize = 12;

/// Runs the target of this name on an input. `Err` tells which rule does not hold, and of the
/// events that led there.
pub fn target(name: &str, input: &[u8]) -> Result<(), String> {
    static HOOK: Once = Once::new();
    let run: fn(&[u8]) = match name {
        "events" => run::events,
        "usage" => targets::usage,
        "snapshots" => targets::snapshots,
        "notes" => targets::notes,
        "wire" => wire::wire,
        _ => return Err(format!("{name} is not among {TARGETS:?}")),
    };
    HOOK.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if IS_WATCHED.get() { tell(info.to_string()) } else { hook(info) }
        }));
    });
    TOLD.take();
    IS_WATCHED.set(true);
    let result = panic::catch_unwind(|| run(input));
    IS_WATCHED.set(false);
    result.map_err(|_| TOLD.take())
}

/// The names of what a run of `events` comes to: notices, outcomes, faults, valves and reasons.
pub fn reached(input: &[u8]) -> BTreeSet<String> {
    run::reached(input)
}

thread_local! {
    static IS_WATCHED: Cell<bool> = const { Cell::new(false) };
    /// What the panic said, and what was under way.
    static TOLD: RefCell<String> = const { RefCell::new(String::new()) };
}

fn tell(line: impl AsRef<str>) {
    TOLD.with_borrow_mut(|told| {
        told.push_str(line.as_ref());
        told.push('\n');
    });
}
