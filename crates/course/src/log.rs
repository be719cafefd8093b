//! The lesson's log as codes and figures; the words are in the catalog `log.ftl`.

use secondwind_core::{Effect, Notice, Purpose};
use serde::Serialize;
use serde_json::Value;

use crate::source::{Args, args};

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogLine {
    /// Its key in the catalog.
    pub key: &'static str,
    /// Its arguments.
    pub args: Args,
}

/// The line that an effect adds to the log, if it adds one.
pub(crate) fn line(effect: &Effect<Value>) -> Option<LogLine> {
    let Effect::Notify { notice } = effect else {
        return None;
    };
    match notice {
        Notice::Counted { call, purpose: Purpose::Main, stop, meters, .. } => Some(LogLine {
            key: "log-call",
            args: args([
                ("call", (*call).into()),
                ("stop", stop.as_str().into()),
                ("tokens", meters.accumulated.tokens.get().into()),
                ("measure", meters.accumulated.measure.as_str().into()),
            ]),
        }),
        Notice::Compacted { ordinal, call, before, threshold, meter, .. } => Some(LogLine {
            key: "log-compaction",
            args: args([
                ("call", (*call).into()),
                ("ordinal", (*ordinal).into()),
                ("meter", meter.as_str().into()),
                ("used", before.of(*meter).tokens.get().into()),
                ("measure", before.of(*meter).measure.as_str().into()),
                ("threshold", threshold.get().into()),
            ]),
        }),
        _ => None,
    }
}
