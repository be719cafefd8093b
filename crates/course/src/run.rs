//! A run as a list of steps, and the frame that is seen at each of them.

use std::ops::Range;

use secondwind_core::{Effect, Event, MessageKind, Meter, Notice, Purpose, RequestId, Tokens};
use serde::Serialize;

use crate::{
    log::LogLine,
    play::{Entry, play},
    scenario::{Scenario, ScenarioSource, UsageSource},
    source::{Args, Issue, args},
    view::{CounterPart, ShownMessage, ShownMeters, ShownNotes, View, WindowPart},
};

/// A saved view stands at every so many steps, so that a jump folds over at most as many.
const CHECKPOINT: usize = 32;

/// What happens in a step. A step begins with the entry that gives it its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum StepKind {
    /// The task is in the window and nothing was sent.
    Start,
    /// A model call went out.
    Called,
    /// Its reply came in and was counted.
    Replied,
    /// A tool ran.
    Ran,
    /// `update_notes` wrote NOTES.md.
    Noted,
    /// The results of a round were appended.
    Appended,
    /// The threshold check did not fire.
    Checked,
    /// The threshold check fired.
    Crossed,
    /// The summary call went out.
    Asked,
    /// The handover summary came in.
    Summarized,
    /// NOTES.md was read back from the store.
    Reread,
    /// The messages were replaced wholesale.
    Replaced,
    /// The counter went back to 0.
    Reset,
    /// The run ended.
    Finished,
}

/// What is known of a step without opening it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepMark {
    /// The step.
    pub step: usize,
    /// What happens in it.
    pub kind: StepKind,
    /// The call under way, or the last one; 0 before the first.
    pub call: u32,
    /// The compaction it belongs to, or 0.
    pub compaction: u32,
    /// The lesson's counter after it.
    pub accumulated: Tokens,
    /// The occupancy after it.
    pub occupancy: Tokens,
}

/// A run in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunSummary {
    /// What the scenario is called.
    pub title: String,
    /// What the user asks for.
    pub task: String,
    /// Size of the window.
    pub window: Tokens,
    /// Where compaction fires.
    pub threshold: Tokens,
    /// The threshold's part of the window.
    pub ratio: f64,
    /// The meter that the threshold is compared with.
    pub meter: Meter,
    /// `given` or `derived`.
    pub usage: &'static str,
    /// The last step; the first is 0.
    pub last: usize,
    /// Model calls, compaction calls included.
    pub calls: u32,
    /// Calls for a compaction.
    pub compaction_calls: u32,
    /// Compactions.
    pub compactions: u32,
    /// All steps.
    pub marks: Vec<StepMark>,
}

/// What is seen at a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// The step.
    pub step: usize,
    /// What happens in it.
    pub kind: StepKind,
    /// The call under way, or the last one.
    pub call: u32,
    /// The compaction it belongs to, or 0.
    pub compaction: u32,
    /// Arguments of the sentence about it.
    pub args: Args,
    /// The meters.
    pub meters: ShownMeters,
    /// The slices of the lesson's counter.
    pub counter: Vec<CounterPart>,
    /// The slices of the window.
    pub window: Vec<WindowPart>,
    /// What is in the window, oldest first.
    pub messages: Vec<ShownMessage>,
    /// What compactions took out of it, oldest first.
    pub archive: Vec<ShownMessage>,
    /// NOTES.md.
    pub notes: ShownNotes,
    /// The log so far.
    pub log: Vec<LogLine>,
    /// The final answer, once it is there.
    pub answer: Option<String>,
}

/// A scenario played to its end. Frames are read from the recorded entries; nothing runs again.
#[derive(Clone, Debug)]
pub struct Run {
    entries: Vec<Entry>,
    steps: Vec<Range<usize>>,
    checkpoints: Vec<View>,
    summary: RunSummary,
}

impl Run {
    /// Reads a scenario and plays it.
    pub fn new(source: &ScenarioSource) -> Result<Self, Vec<Issue>> {
        let scenario = Scenario::parse(source)?;
        let entries = play(&scenario)?;
        let (steps, kinds) = steps(&entries);
        let mut view = View::new(scenario.sizes.fixed);
        let mut checkpoints = Vec::new();
        let mut marks = Vec::new();
        for (step, (range, kind)) in steps.iter().zip(&kinds).enumerate() {
            if step % CHECKPOINT == 0 {
                checkpoints.push(view.clone());
            }
            for entry in &entries[range.clone()] {
                view.take(entry);
            }
            marks.push(StepMark {
                step,
                kind: *kind,
                call: view.call,
                compaction: compaction(*kind, &view),
                accumulated: view.accumulated.tokens,
                occupancy: view.occupancy(),
            });
        }
        let summary = RunSummary {
            title: scenario.title,
            task: scenario.task,
            window: scenario.policy.window,
            // The policy was checked when the scenario was read.
            threshold: scenario.policy.threshold().unwrap_or_default(),
            ratio: scenario.policy.ratio,
            meter: scenario.policy.meter,
            usage: match scenario.usage {
                UsageSource::Given => "given",
                UsageSource::Derived => "derived",
            },
            last: steps.len().saturating_sub(1),
            calls: view.call,
            compaction_calls: view.compaction_calls,
            compactions: view.compactions,
            marks,
        };
        Ok(Self { entries, steps, checkpoints, summary })
    }

    /// The run in figures.
    pub const fn summary(&self) -> &RunSummary {
        &self.summary
    }

    /// All that happened, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is seen at a step; the last one for a step beyond it.
    pub fn frame(&self, step: usize) -> Frame {
        let step = step.min(self.summary.last);
        let first = step / CHECKPOINT * CHECKPOINT;
        let mut view = self.checkpoints[step / CHECKPOINT].clone();
        for range in &self.steps[first..=step] {
            for entry in &self.entries[range.clone()] {
                view.take(entry);
            }
        }
        let kind = self.summary.marks[step].kind;
        let mut log = std::mem::take(&mut view.log);
        if kind == StepKind::Finished {
            log.extend(view.closing_lines());
        }
        Frame {
            step,
            kind,
            call: view.call,
            compaction: compaction(kind, &view),
            args: step_args(kind, &self.entries[self.steps[step].clone()], &view),
            meters: view.meters(),
            counter: view.counter.clone(),
            window: view.window(),
            messages: view.messages,
            archive: view.archive,
            notes: view.notes,
            log,
            answer: view.answer,
        }
    }
}

/// Cuts the entries into steps. What has no kind of its own belongs to the step before.
fn steps(entries: &[Entry]) -> (Vec<Range<usize>>, Vec<StepKind>) {
    let mut starts = Vec::new();
    let mut kinds = Vec::new();
    let mut summary_request = None;
    for (index, entry) in entries.iter().enumerate() {
        if let Some(kind) = step_kind(entry, &mut summary_request) {
            starts.push(index);
            kinds.push(kind);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([entries.len()]);
    let steps = starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
    (steps, kinds)
}

fn step_kind(entry: &Entry, summary_request: &mut Option<RequestId>) -> Option<StepKind> {
    Some(match entry {
        Entry::Event(Event::Submitted(_)) => StepKind::Start,
        Entry::Event(Event::Replied(replied)) if *summary_request == Some(replied.request) => {
            StepKind::Summarized
        }
        Entry::Event(Event::Replied(_)) => StepKind::Replied,
        Entry::Event(Event::ToolReturned(_)) => StepKind::Ran,
        Entry::Event(Event::NotesWritten(_)) => StepKind::Noted,
        Entry::Event(Event::NotesRead(_)) => StepKind::Reread,
        Entry::Effect(Effect::CallModel { purpose: Purpose::Main, .. }) => StepKind::Called,
        Entry::Effect(Effect::CallModel { purpose: Purpose::Summary, request, .. }) => {
            *summary_request = Some(*request);
            StepKind::Asked
        }
        Entry::Effect(Effect::Append { kind: MessageKind::Results, .. }) => StepKind::Appended,
        Entry::Effect(Effect::Replace { .. }) => StepKind::Replaced,
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
fn compaction(kind: StepKind, view: &View) -> u32 {
    match kind {
        StepKind::Crossed
        | StepKind::Asked
        | StepKind::Summarized
        | StepKind::Reread
        | StepKind::Replaced => view.compactions + 1,
        StepKind::Reset => view.compactions,
        _ => 0,
    }
}

fn step_args(kind: StepKind, entries: &[Entry], view: &View) -> Args {
    let notices = entries.iter().filter_map(|entry| match entry {
        Entry::Effect(Effect::Notify { notice }) => Some(notice),
        _ => None,
    });
    let occupancy = ("occupancy", view.occupancy().get().into());
    match kind {
        StepKind::Start => args([occupancy]),
        StepKind::Called | StepKind::Asked => args([("call", view.call.into())]),
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
        StepKind::Ran => args([("tool", view.tool.as_str().into())]),
        StepKind::Noted | StepKind::Reread => args([("version", view.notes.version.into())]),
        StepKind::Appended => {
            let results = view.messages.last().map_or(0, |message| message.parts.len());
            args([("count", results.into()), occupancy])
        }
        StepKind::Checked | StepKind::Crossed => {
            let mut checks = notices.filter_map(|notice| match notice {
                Notice::Checked { used, threshold, .. } => Some((used, threshold)),
                _ => None,
            });
            checks.next().map_or_else(Args::new, |(used, threshold)| {
                args([("value", used.tokens.get().into()), ("threshold", threshold.get().into())])
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
        StepKind::Finished => {
            args([("calls", view.call.into()), ("compactions", view.compactions.into())])
        }
    }
}
