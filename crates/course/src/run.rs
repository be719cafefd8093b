//! A run as a list of steps, and the frame that is seen at each of them.

use std::ops::Range;

use secondwind_core::{Dialect, Effect, Meter, Tokens};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    convert::scenario_of,
    facts::{FactPlace, Facts, LedgerEntry, ShownFact},
    log::{LogLine, closing_lines},
    patch::{Bug, Patch},
    play::{DIALECT, Ending, Entry, Played, play_patched},
    player::Player,
    provider::Sent,
    recording::{MaxTokensField, RecordingSource, Stage},
    request::{define, notes_tool},
    scenario::{Scenario, ScenarioSource, UsageSource},
    shown::{Shown, ShownMessage, statement},
    source::{Args, Issue},
    steps::{compaction, step_args, steps},
    view::{CounterPart, Ground, ShownMeters, View, WindowPart},
};

/// A saved view stands at every so many steps, so that a jump folds over at most as many.
const CHECKPOINT: usize = 64;

/// What happens in a step. A step begins with the entry that gives it its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum StepKind {
    /// The task is in the window and nothing was sent.
    Start,
    /// A model call went out.
    Called,
    /// The provider refused the request.
    Refused,
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
#[serde(rename_all = "camelCase")]
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
    /// The spend after it.
    pub spend: Tokens,
    /// The size of the request that goes out in it, if one does.
    pub request_tokens: Option<Tokens>,
    /// What of that request repeats the one before: what a prompt cache can serve.
    pub repeated_tokens: Option<Tokens>,
    /// The statements of the lesson's loop that were run, in order.
    pub lines: Vec<&'static str>,
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
    /// Where compaction fires: what every check of this run compares with.
    pub threshold: Tokens,
    /// The threshold's part of the window, as the policy has it.
    pub ratio: f64,
    /// What the policy keeps free for the reply, below the window's limit; less than the window.
    pub output_reserve: Tokens,
    /// The meter that the threshold is compared with.
    pub meter: Meter,
    /// The meter that log and gauge show beside the threshold: the same, unless that is the bug.
    pub gauge: Meter,
    /// The most that all calls together may spend, if there is a limit.
    pub token_budget: Option<Tokens>,
    /// `given` or `derived`.
    pub usage: &'static str,
    /// How the run ended.
    pub ending: Ending,
    /// The last step; the first is 0.
    pub last: usize,
    /// Model calls, compaction calls included.
    pub calls: u32,
    /// Calls for a compaction.
    pub compaction_calls: u32,
    /// Compactions.
    pub compactions: u32,
    /// What there is to know in this run, in words.
    pub facts: Vec<String>,
    /// What each compaction did to the facts.
    pub ledger: Vec<LedgerEntry>,
    /// All steps.
    pub marks: Vec<StepMark>,
}

/// NOTES.md as it is in the store.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ShownNotes {
    /// Its content, once it was written.
    pub content: Option<String>,
    /// What it was before the last write.
    pub previous: Option<String>,
    /// How often it was written.
    pub version: u32,
    /// The call in which it was last written, or 0.
    pub call: u32,
}

/// How much there is at a step of what is listed once a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Messages in the window.
    pub window: usize,
    /// Messages that left it.
    pub archive: usize,
    /// Lines of the log.
    pub log: usize,
}

/// What is seen at a step. Texts of messages and lines of the log are listed once a run.
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
    /// The slices of the window, oldest first behind the fixed part.
    pub window: Vec<WindowPart>,
    /// NOTES.md.
    pub notes: ShownNotes,
    /// Where each fact is.
    pub facts: Vec<ShownFact>,
    /// How much there is of the lists.
    pub counts: Counts,
    /// The final answer, once it is there.
    pub answer: Option<String>,
}

/// A scenario played to its end. Frames are read from the recorded entries; nothing runs again.
#[derive(Clone, Debug)]
pub struct Run {
    pub(crate) entries: Vec<Entry>,
    pub(crate) steps: Vec<Range<usize>>,
    /// The entries that are model calls, each with its step.
    pub(crate) calls: Vec<(usize, usize)>,
    pub(crate) system: String,
    pub(crate) tools: Vec<Value>,
    pub(crate) dialect: Dialect,
    pub(crate) max_tokens: MaxTokensField,
    pub(crate) patch: Patch,
    /// The requests of a program, to the letter, by call; none of any other run.
    pub(crate) requests: Vec<Value>,
    sent: Vec<Sent>,
    fixed: Tokens,
    facts: Facts,
    checkpoints: Vec<View>,
    shown: Shown,
    summary: RunSummary,
}

impl Run {
    /// Reads a scenario and plays it with what the patch changes.
    pub fn new(source: &ScenarioSource, patch: &Patch) -> Result<Self, Vec<Issue>> {
        let scenario = Scenario::parse(source)?;
        let played = play_patched(&scenario, patch)?;
        let max_tokens = MaxTokensField::of(DIALECT);
        Ok(Self::of(Stage { scenario, dialect: DIALECT, max_tokens }, played, patch))
    }

    /// Reads a recording and plays it as far as it goes; with what the patch changes, if it
    /// changes anything, as the scenario that the recording makes.
    pub fn recorded(source: &RecordingSource, patch: &Patch) -> Result<Self, Vec<Issue>> {
        if !patch.is_empty() {
            return Self::new(&scenario_of(source)?, patch);
        }
        let (stage, played) = Player::new(source)?.into_played();
        Ok(Self::of(stage, played, patch))
    }

    /// The run of a program, with its requests as they were, by call.
    pub(crate) fn of_trial(stage: Stage, played: Played, requests: Vec<Value>) -> Self {
        let run = Self::of(stage, played, &Patch::default());
        Self { requests, ..run }
    }

    pub(crate) fn of(stage: Stage, played: Played, patch: &Patch) -> Self {
        let Stage { scenario, dialect, max_tokens } = stage;
        let (steps, kinds) = steps(&played.entries);
        let defined = scenario.tools.iter().map(|tool| define(tool, dialect));
        let tools = defined.chain([notes_tool(dialect)]).collect();
        let usage = match scenario.usage {
            UsageSource::Given => "given",
            UsageSource::Derived => "derived",
        };
        let other_gauge = patch.has(Bug::OtherGauge);
        let summary = RunSummary {
            title: scenario.title,
            task: scenario.task,
            window: played.policy.window,
            threshold: played.threshold,
            ratio: played.policy.ratio,
            meter: played.meter,
            gauge: if other_gauge { Meter::Occupancy } else { played.meter },
            output_reserve: played.policy.output_reserve,
            token_budget: played.policy.valves.token_budget,
            usage,
            ending: played.ending,
            last: steps.len().saturating_sub(1),
            calls: 0,
            compaction_calls: 0,
            compactions: 0,
            facts: scenario.facts.texts.clone(),
            ledger: Vec::new(),
            marks: Vec::new(),
        };
        let mut run = Self {
            entries: played.entries,
            steps,
            calls: Vec::new(),
            system: scenario.system,
            tools,
            dialect,
            max_tokens,
            patch: patch.clone(),
            requests: Vec::new(),
            sent: played.sent,
            fixed: scenario.sizes.fixed,
            facts: scenario.facts,
            checkpoints: Vec::new(),
            shown: Shown::new(patch, dialect),
            summary,
        };
        run.walk(&kinds);
        run
    }

    /// Goes through the run once and gathers what is known of it as a whole.
    fn walk(&mut self, kinds: &[StepKind]) {
        let ground = Ground { facts: &self.facts, patch: &self.patch };
        let mut view = View::new(self.fixed);
        let mut known = Vec::new();
        for (step, (range, kind)) in self.steps.iter().zip(kinds).enumerate() {
            if step % CHECKPOINT == 0 {
                self.checkpoints.push(view.clone());
            }
            if *kind == StepKind::Crossed {
                known = view.facts(self.summary.facts.len());
            }
            let mut request = None;
            for (place, entry) in self.entries[range.clone()].iter().enumerate() {
                self.shown.take(step, entry, &view);
                view.take(entry, &ground);
                if let Entry::Effect(Effect::CallModel { call, .. }) = entry {
                    self.calls.push((range.start + place, step));
                    request = self.sent.iter().rfind(|sent| sent.call == *call);
                }
            }
            let compaction = compaction(*kind, &view);
            if *kind == StepKind::Replaced {
                let now = view.facts(self.summary.facts.len());
                self.summary.ledger.push(ledger(compaction, step, &known, &now));
            }
            self.summary.marks.push(StepMark {
                step,
                kind: *kind,
                call: view.call,
                compaction,
                accumulated: view.accumulated.tokens,
                occupancy: view.occupancy(),
                spend: view.spend.tokens,
                request_tokens: request.map(|sent| sent.tokens),
                repeated_tokens: request.map(|sent| sent.repeated),
                lines: self.entries[range.clone()].iter().filter_map(statement).collect(),
            });
        }
        self.shown.finish(&view);
        if self.summary.ending != Ending::Open {
            let closing = closing_lines(self.summary.last, &view, self.summary.ending);
            self.shown.log.extend(closing);
        }
        self.summary.calls = view.call.max(self.sent.iter().map(|it| it.call).max().unwrap_or(0));
        self.summary.compaction_calls = view.compaction_calls;
        self.summary.compactions = view.compactions;
    }

    /// The run in figures.
    pub const fn summary(&self) -> &RunSummary {
        &self.summary
    }

    /// All that happened, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What happened in a step, in order; nothing for a step beyond the last.
    pub fn entries_of(&self, step: usize) -> &[Entry] {
        self.steps.get(step).map_or(&[], |range| &self.entries[range.clone()])
    }

    /// Every message that was ever in the window, in the order in which they came.
    pub fn messages(&self) -> &[ShownMessage] {
        &self.shown.messages
    }

    /// The whole log, each line with the step that adds it.
    pub fn log(&self) -> &[LogLine] {
        &self.shown.log
    }

    /// The request of a call.
    pub(crate) fn sent(&self, call: u32) -> Sent {
        let sent = self.sent.iter().find(|sent| sent.call == call);
        sent.copied().unwrap_or(Sent { call, tokens: Tokens::ZERO, repeated: Tokens::ZERO })
    }

    /// What is seen at a step; the last one for a step beyond it.
    pub fn frame(&self, step: usize) -> Frame {
        let step = step.min(self.summary.last);
        let view = self.view_at(step);
        self.framed(step, view)
    }

    /// What is known after a step that there is.
    pub(crate) fn view_at(&self, step: usize) -> View {
        let first = step / CHECKPOINT * CHECKPOINT;
        let ground = Ground { facts: &self.facts, patch: &self.patch };
        let mut view = self.checkpoints[step / CHECKPOINT].clone();
        for range in &self.steps[first..=step] {
            for entry in &self.entries[range.clone()] {
                view.take(entry, &ground);
            }
        }
        view
    }

    fn framed(&self, step: usize, view: View) -> Frame {
        let mark = &self.summary.marks[step];
        let version = |back: usize| {
            let place = (view.version as usize).checked_sub(back);
            place.and_then(|place| self.shown.notes.get(place)).cloned()
        };
        Frame {
            step,
            kind: mark.kind,
            call: mark.call,
            compaction: mark.compaction,
            args: step_args(mark.kind, self, step, &view),
            meters: view.meters(),
            window: view.window(),
            notes: ShownNotes {
                content: version(1),
                previous: version(2),
                version: view.version,
                call: view.notes_call,
            },
            facts: view.facts(self.summary.facts.len()),
            counts: Counts {
                window: view.messages.len(),
                archive: view.archived,
                log: self.shown.log.partition_point(|line| line.step <= step),
            },
            answer: self.shown.answer.clone().filter(|_| view.is_over),
            counter: view.counter,
        }
    }
}

fn ledger(compaction: u32, step: usize, known: &[ShownFact], now: &[ShownFact]) -> LedgerEntry {
    let places = |place: FactPlace| {
        let pairs = known.iter().zip(now).enumerate();
        let pairs = pairs
            .filter(|(_, (before, _))| !matches!(before.place, FactPlace::Ahead | FactPlace::Lost));
        pairs.filter(|(_, (_, now))| now.place == place).map(|(fact, _)| fact).collect()
    };
    LedgerEntry {
        compaction,
        step,
        kept: places(FactPlace::Window),
        notes: places(FactPlace::Notes),
        lost: places(FactPlace::Lost),
    }
}
