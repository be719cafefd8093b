//! The lesson's log as codes and figures; the words are in the catalog `log.ftl`.

use secondwind_core::{Effect, Meter, Notice, Purpose, Size};
use serde::Serialize;
use serde_json::Value;

use crate::{
    play::Ending,
    source::{Args, args},
    view::View,
};

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogLine {
    /// The step that adds it.
    pub step: usize,
    /// Its key in the catalog.
    pub key: &'static str,
    /// Its arguments.
    pub args: Args,
}

/// The line that an effect adds to the log, if it adds one. `gauge` is the meter that the log
/// shows where that is another than the one that is compared.
pub(crate) fn line(
    step: usize,
    effect: &Effect<Value>,
    view: &View,
    gauge: Option<Meter>,
) -> Option<LogLine> {
    let Effect::Notify { notice } = effect else {
        return None;
    };
    let (key, args) = match notice {
        Notice::Counted { call, purpose: Purpose::Main, stop, meters, .. } => {
            let Size { tokens, measure } = meters.of(gauge.unwrap_or(Meter::Accumulated));
            let args = args([
                ("call", (*call).into()),
                ("stop", stop.as_str().into()),
                ("tokens", tokens.get().into()),
                ("measure", measure.as_str().into()),
            ]);
            ("log-call", args)
        }
        Notice::Compacted { ordinal, call, cause, before, threshold, meter, .. } => {
            let meter = gauge.unwrap_or(*meter);
            let Size { tokens, measure } = before.of(meter);
            let args = args([
                ("call", (*call).into()),
                ("ordinal", (*ordinal).into()),
                ("cause", cause.as_str().into()),
                ("meter", meter.as_str().into()),
                ("used", tokens.get().into()),
                ("measure", measure.as_str().into()),
                ("threshold", threshold.get().into()),
            ]);
            ("log-compaction", args)
        }
        Notice::ResultsElided { messages, freed } => {
            let args = args([
                ("call", view.call.into()),
                ("count", messages.len().into()),
                ("freed", freed.get().into()),
            ]);
            ("log-elided", args)
        }
        _ => return None,
    };
    Some(LogLine { step, key, args })
}

/// The lines that end the log.
pub(crate) fn closing_lines(step: usize, view: &View, ending: Ending) -> Vec<LogLine> {
    let end = match ending {
        Ending::Answered => ("log-answer", args([])),
        ending => ("log-ended", args([("ending", ending.as_str().into())])),
    };
    let totals =
        args([("calls", view.call.into()), ("compactionCalls", view.compaction_calls.into())]);
    let compactions = args([("count", view.compactions.into())]);
    let lines =
        [end, ("log-totals", totals), ("log-compactions", compactions), ("log-notes", args([]))];
    lines.into_iter().map(|(key, args)| LogLine { step, key, args }).collect()
}
