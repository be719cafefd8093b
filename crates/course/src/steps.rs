//! A recorded run cut into steps, and what is said of each.

use std::ops::Range;

use secondwind_core::{Effect, Event, MessageKind, Notice, Purpose, RequestId};

use crate::{
    play::Entry,
    run::{Run, StepKind},
    source::{Args, args},
    view::View,
};

/// Cuts the entries into steps. What has no kind of its own belongs to the step before.
pub(crate) fn steps(entries: &[Entry]) -> (Vec<Range<usize>>, Vec<StepKind>) {
    let mut starts = Vec::new();
    let mut kinds = Vec::new();
    let mut open = Open::default();
    for (index, entry) in entries.iter().enumerate() {
        if let Some(kind) = step_kind(entry, &mut open) {
            starts.push(index);
            kinds.push(kind);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([entries.len()]);
    let steps = starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
    (steps, kinds)
}

/// What came in and has no step yet.
#[derive(Default)]
struct Open {
    summary: Option<RequestId>,
    has_reply: bool,
    /// Whether results are being appended, which are several messages in some dialects.
    has_results: bool,
}

fn step_kind(entry: &Entry, open: &mut Open) -> Option<StepKind> {
    let is_results =
        matches!(entry, Entry::Effect(Effect::Append { kind: MessageKind::Results, .. }));
    let had_results = std::mem::replace(&mut open.has_results, is_results);
    Some(match entry {
        _ if is_results && had_results => return None,
        Entry::Event(Event::Submitted(_)) => StepKind::Start,
        Entry::Event(Event::Replied(replied)) if open.summary == Some(replied.request) => {
            StepKind::Summarized
        }
        Entry::Event(Event::Replied(_)) => {
            open.has_reply = true;
            return None;
        }
        // A reply counts as come in when it is taken in, which may be after a compaction.
        Entry::Effect(
            Effect::Append { kind: MessageKind::Reply, .. }
            | Effect::Notify { notice: Notice::Counted { purpose: Purpose::Main, .. } },
        ) if open.has_reply => {
            open.has_reply = false;
            StepKind::Replied
        }
        Entry::Event(Event::CallFailed(_)) => StepKind::Refused,
        Entry::Event(Event::ToolReturned(_)) => StepKind::Ran,
        Entry::Event(Event::NotesWritten(_)) => StepKind::Noted,
        Entry::Event(Event::NotesRead(_)) => StepKind::Reread,
        Entry::Effect(Effect::CallModel { purpose: Purpose::Main, .. }) => StepKind::Called,
        Entry::Effect(Effect::CallModel { request, .. }) => {
            open.summary = Some(*request);
            StepKind::Asked
        }
        Entry::Effect(Effect::Append { kind: MessageKind::Results, .. }) => StepKind::Appended,
        Entry::Effect(
            Effect::Replace { .. } | Effect::Append { kind: MessageKind::Restart, .. },
        ) => StepKind::Replaced,
        Entry::Effect(Effect::Notify { notice: Notice::Checked { fired, .. } }) => {
            if *fired {
                StepKind::Crossed
            } else {
                StepKind::Checked
            }
        }
        Entry::Effect(Effect::Notify { notice: Notice::Reset { .. } }) => StepKind::Reset,
        Entry::Effect(Effect::Done { .. }) => StepKind::Finished,
        _ => return None,
    })
}

/// The compaction that a step belongs to: the one under way, or the one that it completes.
pub(crate) const fn compaction(kind: StepKind, view: &View) -> u32 {
    match kind {
        StepKind::Crossed
        | StepKind::Asked
        | StepKind::Summarized
        | StepKind::Reread
        | StepKind::Replaced
        | StepKind::Reset => view.compacting,
        _ => 0,
    }
}

/// How many results these entries append: one message holds all of them, or one each.
fn results(entries: &[Entry]) -> usize {
    let results = entries.iter().filter_map(|entry| match entry {
        Entry::Effect(Effect::Append { message, .. }) => {
            Some(message["content"].as_array().map_or(1, Vec::len))
        }
        _ => None,
    });
    results.sum()
}

pub(crate) fn step_args(kind: StepKind, run: &Run, step: usize, view: &View) -> Args {
    let range = run.steps[step].clone();
    let entries = &run.entries[range.clone()];
    let notices = entries.iter().filter_map(|entry| match entry {
        Entry::Effect(Effect::Notify { notice }) => Some(notice),
        _ => None,
    });
    let occupancy = ("occupancy", view.occupancy().get().into());
    match kind {
        StepKind::Start => args([occupancy]),
        StepKind::Called | StepKind::Asked => args([("call", view.call.into())]),
        StepKind::Refused => {
            let message = entries.iter().find_map(|entry| match entry {
                Entry::Event(Event::CallFailed(failed)) => Some(failed.message.as_str()),
                _ => None,
            });
            args([
                ("call", view.call.into()),
                ("ending", run.summary().ending.as_str().into()),
                ("message", message.unwrap_or_default().into()),
                ("tokens", run.sent(view.call).tokens.get().into()),
                ("window", run.summary().window.get().into()),
            ])
        }
        StepKind::Replied | StepKind::Summarized => {
            let mut counted = notices.filter_map(|notice| match notice {
                Notice::Counted { call, stop, usage, meters, .. } => {
                    Some((call, stop, usage, meters))
                }
                _ => None,
            });
            counted.next().map_or_else(Args::new, |(call, stop, usage, meters)| {
                args([
                    ("call", (*call).into()),
                    ("stop", stop.as_str().into()),
                    ("input", usage.input.get().into()),
                    ("output", usage.output.get().into()),
                    ("tokens", usage.output.get().into()),
                    ("cacheRead", usage.cache_read.get().into()),
                    ("accumulated", meters.accumulated.tokens.get().into()),
                    occupancy,
                ])
            })
        }
        StepKind::Ran => {
            let request = entries.iter().find_map(|entry| match entry {
                Entry::Event(Event::ToolReturned(returned)) => Some(returned.request),
                _ => None,
            });
            let ordered = run.entries[..range.start].iter().rev();
            let tool = ordered.into_iter().find_map(|entry| match entry {
                Entry::Effect(Effect::RunTool { request: id, name, .. })
                    if Some(*id) == request =>
                {
                    Some(name.as_str())
                }
                _ => None,
            });
            args([("tool", tool.unwrap_or_default().into())])
        }
        StepKind::Noted | StepKind::Reread => args([("version", view.version.into())]),
        StepKind::Appended => args([("count", results(entries).into()), occupancy]),
        StepKind::Checked | StepKind::Crossed => {
            let mut checks = notices.filter_map(|notice| match notice {
                Notice::Checked { used, threshold, meter, .. } => Some((used, threshold, meter)),
                _ => None,
            });
            checks.next().map_or_else(Args::new, |(used, threshold, meter)| {
                args([
                    ("value", used.tokens.get().into()),
                    ("threshold", threshold.get().into()),
                    ("meter", meter.as_str().into()),
                ])
            })
        }
        StepKind::Replaced => {
            let removed = entries.iter().find_map(|entry| match entry {
                Entry::Effect(Effect::Replace { removed, .. }) => Some(*removed),
                _ => None,
            });
            args([("removed", removed.unwrap_or_default().into()), occupancy])
        }
        StepKind::Reset => {
            let mut resets = notices.filter_map(|notice| match notice {
                Notice::Reset { from } => Some(from.get()),
                _ => None,
            });
            args([("from", resets.next().unwrap_or_default().into())])
        }
        StepKind::Finished => args([
            ("calls", view.call.into()),
            ("compactions", view.compactions.into()),
            ("ending", run.summary().ending.as_str().into()),
        ]),
    }
}
