//! Asks runs: finds moments, reads numbers, and says whether conditions hold.

use std::{collections::BTreeMap, fmt::Write as _};

use secondwind_core::{Effect, Event, Notice, Tokens, Usage};
use serde::Serialize;

use super::{
    source::CourseSource,
    worlds::{World, Worlds},
};
use crate::{
    facts::FactPlace,
    format::{
        document::Spot,
        files::RunSpec,
        near::nearest,
        queries::{Condition, Moment, Query, Reading, Than, When},
        tasks::Holds,
    },
    play::Entry,
    run::{Run, StepKind},
    source::{Args, Issue, args},
};

/// A fault of what was asked, at a place of the file.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    At {
        pointer: String,
        spot: Spot,
        code: &'static str,
        args: Args,
    },
    /// A fault of another file, which has its place already.
    Elsewhere(Issue),
    /// The run cannot be played. Why is told where the run is defined.
    Unplayable,
}

impl Fault {
    pub(crate) fn at(pointer: impl Into<String>, code: &'static str, args: Args) -> Self {
        Self::At { pointer: pointer.into(), spot: Spot::Value, code, args }
    }

    /// Whether the run has not what it is asked for. Another run may have it.
    pub(crate) fn is_of_run(&self) -> bool {
        matches!(self, Self::At { code: "query-finds-nothing" | "reading-not-here", .. })
    }
}

/// A number that was read, and where.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub(crate) value: f64,
    pub(crate) world: World,
    /// The step at which it was read; the last one for what is known of the whole run.
    pub(crate) step: usize,
    /// The step from which on it can be read off the run; none where that is nowhere but outside
    /// of it, such as a sum over all steps.
    pub(crate) from: Option<usize>,
}

/// Whether a condition holds, and the step that decides it.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) holds: bool,
    pub(crate) world: World,
    pub(crate) step: usize,
}

/// The runs that can be asked.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'c> {
    pub(crate) source: &'c CourseSource,
    pub(crate) worlds: &'c Worlds,
    /// The runs of the exercise.
    pub(crate) own: &'c [(String, RunSpec)],
    /// The runs of the course.
    pub(crate) shared: &'c [(String, RunSpec)],
    /// The run that is asked where none is named: that of a setting, or of a program.
    pub(crate) default: Option<&'c World>,
    /// A run, and the one that is asked in its place.
    pub(crate) instead: Option<(&'c RunSpec, &'c RunSpec)>,
}

impl<'c> Scope<'c> {
    /// The same, but that questions to one run go to another; those to third ones stay.
    pub(crate) const fn instead(self, of: &'c RunSpec, spec: &'c RunSpec) -> Self {
        Self { instead: Some((of, spec)), ..self }
    }

    /// The run of a name. `pointer` leads to the table whose `run` names it.
    pub(crate) fn spec(&self, name: Option<&str>, pointer: &str) -> Result<&'c RunSpec, Fault> {
        let all = || self.own.iter().chain(self.shared);
        let Some(name) = name else {
            let default = self.default.map(|world| &world.spec);
            let first = default.or_else(|| all().next().map(|(_, spec)| spec));
            return first.ok_or_else(|| Fault::at(pointer, "no-run", args([])));
        };
        let found = all().find(|(known, _)| known == name).map(|(_, spec)| spec);
        found.ok_or_else(|| {
            let known: Vec<_> = all().map(|(known, _)| known.as_str()).collect();
            let args = args([
                ("run", name.into()),
                ("known", known.join(", ").into()),
                ("nearest", nearest(name, known.iter().copied()).unwrap_or("none").into()),
            ]);
            Fault::at(format!("{pointer}/run"), "unknown-run", args)
        })
    }

    /// The run of a name, played.
    pub(crate) fn world(&self, name: Option<&str>, pointer: &str) -> Result<World, Fault> {
        if let (None, Some(default)) = (name, self.default) {
            return Ok(default.clone());
        }
        let spec = self.spec(name, pointer)?;
        self.play(self.instead.filter(|(of, _)| *of == spec).map_or(spec, |(_, other)| other))
    }

    pub(crate) fn play(&self, spec: &RunSpec) -> Result<World, Fault> {
        self.worlds.play(self.source, spec).map_err(|_| Fault::Unplayable)
    }

    /// A number.
    pub(crate) fn number(&self, query: &Query, pointer: &str) -> Result<Read, Fault> {
        let world = self.world(query.run.as_deref(), pointer)?;
        let mut read = match (query.get, query.count) {
            (Some(get), None) => Self::reading(&world, get, query.at.as_ref(), pointer)?,
            (None, Some(kind)) => {
                if query.at.is_some() {
                    return Err(Fault::at(format!("{pointer}/at"), "count-at", args([])));
                }
                let marks = world.run.summary().marks.iter();
                let steps: Vec<_> = marks.filter(|mark| mark.kind == kind).collect();
                // Once the last of them has happened, they can be counted.
                let from = steps.last().map(|mark| mark.step);
                let step = from.unwrap_or_else(|| world.run.summary().last);
                Read { value: figure(steps.len()), world, step, from }
            }
            _ => return Err(Fault::at(pointer, "query-parts", args([]))),
        };
        for (other, sign, key) in [(&query.plus, 1.0, "plus"), (&query.minus, -1.0, "minus")] {
            let Some(other) = other else { continue };
            let other = self.number(other, &format!("{pointer}/{key}"))?;
            read.value += sign * other.value;
            // Both are to be there, and in the same run.
            let is_here = other.world.spec == read.world.spec;
            read.from =
                read.from.zip(other.from).filter(|_| is_here).map(|(one, two)| one.max(two));
        }
        Ok(read)
    }

    fn reading(
        world: &World,
        get: Reading,
        at: Option<&Moment>,
        pointer: &str,
    ) -> Result<Read, Fault> {
        let name = ("get", word(get).into());
        let Some(moment) = at else {
            let value = whole(&world.run, get).ok_or_else(|| {
                Fault::at(format!("{pointer}/get"), "reading-needs-at", args([name.clone()]))
            })?;
            let step = world.run.summary().last;
            // The policy stands beside the run from its beginning.
            let from = get.is_of_policy().then_some(0);
            return Ok(Read { value, world: world.clone(), step, from });
        };
        if get.is_of_whole_run() {
            return Err(Fault::at(format!("{pointer}/at"), "reading-of-run", args([name])));
        }
        let step = step(&world.run, moment, &format!("{pointer}/at"))?;
        let value = at_step(&world.run, step, get).ok_or_else(|| {
            let kind = kind_name(world.run.summary().marks[step].kind);
            let args = args([name, ("kind", kind.into())]);
            Fault::at(format!("{pointer}/get"), "reading-not-here", args)
        })?;
        Ok(Read { value, world: world.clone(), step, from: Some(step) })
    }

    /// Whether all conditions hold; else the step of the first that does not.
    pub(crate) fn all(&self, holds: &Holds, pointer: &str) -> Result<Held, Fault> {
        let conditions: Vec<(&Condition, String)> = match holds {
            Holds::One(one) => vec![(one, pointer.to_owned())],
            Holds::All(all) => {
                let placed = all.iter().enumerate();
                placed.map(|(place, it)| (it, format!("{pointer}/{place}"))).collect()
            }
        };
        // All are asked, so that a fault of one is told whatever the others come to.
        let mut decisive: Option<Held> = None;
        for (condition, pointer) in conditions {
            let held = self.holds(condition, &pointer)?;
            if decisive.as_ref().is_none_or(|decisive| decisive.holds) {
                decisive = Some(held);
            }
        }
        decisive.ok_or_else(|| Fault::at(pointer, "condition-parts", args([])))
    }

    fn holds(&self, condition: &Condition, pointer: &str) -> Result<Held, Fault> {
        let parts = || Fault::at(pointer, "condition-parts", args([]));
        let world = self.world(condition.run.as_deref(), pointer)?;
        let Condition { run, at, get, count, plus, minus, is, than, when, ending } = condition;
        if let Some(ending) = ending {
            let asked = get.is_some() || count.is_some() || at.is_some() || when.is_some();
            let compared = is.is_some() || than.is_some() || plus.is_some() || minus.is_some();
            if asked || compared {
                return Err(parts());
            }
            let holds = world.run.summary().ending.as_str() == word(ending);
            let step = world.run.summary().last;
            return Ok(Held { holds, world, step });
        }
        let (Some(is), Some(than)) = (*is, than) else { return Err(parts()) };
        let than = match than {
            Than::Number(number) => *number,
            Than::Query(query) => self.number(query, &format!("{pointer}/than"))?.value,
        };
        let Some(when) = when else {
            let query = Query {
                run: run.clone(),
                at: at.clone(),
                get: *get,
                count: *count,
                plus: plus.clone(),
                minus: minus.clone(),
            };
            let read = self.number(&query, pointer)?;
            let (world, step) = (read.world, read.step);
            return Ok(Held { holds: is.holds(read.value, than), world, step });
        };
        let is_read = at.is_none() && count.is_none();
        let Some(get) = get.filter(|get| !get.is_of_whole_run() && is_read) else {
            return Err(Fault::at(format!("{pointer}/when"), "when-parts", args([])));
        };
        let other = |query: &Option<Box<Query>>, key: &str| match query {
            Some(query) => Ok(self.number(query, &format!("{pointer}/{key}"))?.value),
            None => Ok(0.0),
        };
        let more = other(plus, "plus")? - other(minus, "minus")?;
        let last = world.run.summary().last;
        let found = |wanted: bool| {
            let mut steps = (0..=last).filter_map(|step| {
                at_step(&world.run, step, get).map(|value| (step, is.holds(value + more, than)))
            });
            steps.find(|(_, holds)| *holds == wanted).map(|(step, _)| step)
        };
        let (holds, step) = match when {
            When::Always => found(false).map_or((true, last), |step| (false, step)),
            When::Never => found(true).map_or((true, last), |step| (false, step)),
            When::Eventually => found(true).map_or((false, last), |step| (true, step)),
        };
        Ok(Held { holds, world, step })
    }
}

/// The step that a moment names.
pub(crate) fn step(run: &Run, moment: &Moment, pointer: &str) -> Result<usize, Fault> {
    let summary = run.summary();
    let Moment { event, call, compaction, nth, shift, step, end } = moment;
    let has_kind = event.is_some() || call.is_some() || compaction.is_some();
    let ways = [has_kind, step.is_some(), *end == Some(true)];
    if ways.into_iter().filter(|it| *it).count() != 1 || (nth.is_some() && !has_kind) {
        return Err(Fault::at(pointer, "moment-parts", args([])));
    }
    let found =
        if has_kind {
            let steps: Vec<usize> = summary
                .marks
                .iter()
                .filter(|mark| event.is_none_or(|event| mark.kind == event))
                .filter(|mark| call.is_none_or(|call| mark.call == call))
                .filter(|mark| compaction.is_none_or(|ordinal| mark.compaction == ordinal))
                .map(|mark| mark.step)
                .collect();
            let nth = nth.unwrap_or(1);
            let place = usize::try_from(nth.unsigned_abs()).ok().and_then(|nth| nth.checked_sub(1));
            let found = place.and_then(|place| {
                if nth < 0 { steps.iter().rev().nth(place) } else { steps.get(place) }
            });
            found.copied().ok_or(steps.len())
        } else if let Some(step) = step {
            usize::try_from(*step).ok().filter(|step| *step <= summary.last).ok_or(0)
        } else {
            Ok(summary.last)
        };
    let finds_nothing = |count: usize| {
        let args = args([
            ("count", count.into()),
            ("nth", nth.unwrap_or(1).to_string().into()),
            ("last", summary.last.into()),
            ("have", kinds(run).into()),
        ]);
        Fault::at(pointer, "query-finds-nothing", args)
    };
    let found = found.map_err(finds_nothing)?;
    let shifted = isize::try_from(shift.unwrap_or_default()).ok();
    let shifted = shifted.and_then(|shift| found.checked_add_signed(shift));
    shifted.filter(|step| *step <= summary.last).ok_or_else(|| finds_nothing(1))
}

/// What happens in a run, and how often.
fn kinds(run: &Run) -> String {
    let mut counts: Vec<(StepKind, usize)> = Vec::new();
    for mark in &run.summary().marks {
        match counts.iter_mut().find(|(kind, _)| *kind == mark.kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((mark.kind, 1)),
        }
    }
    let mut text = String::new();
    for (kind, count) in counts {
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}{} {count}", kind_name(kind));
    }
    text
}

/// The name of a kind of step, as files have it.
pub(crate) fn kind_name(kind: StepKind) -> String {
    word(kind)
}

/// The word that a value without fields is written as.
pub(crate) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// What is read at a step, if the step has it.
pub(crate) fn at_step(run: &Run, step: usize, get: Reading) -> Option<f64> {
    let mark = run.summary().marks.get(step)?;
    let tokens = of_tokens;
    let usage = || usage(run, step);
    Some(match get {
        Reading::Accumulated => tokens(mark.accumulated),
        Reading::Occupancy => tokens(mark.occupancy),
        Reading::Spend => tokens(mark.spend),
        Reading::RequestTokens => tokens(mark.request_tokens?),
        Reading::RepeatedTokens => tokens(mark.repeated_tokens?),
        Reading::Messages => figure(run.view_at(step).messages.len()),
        Reading::Archived => figure(run.view_at(step).archived),
        Reading::NotesVersion => f64::from(run.view_at(step).version),
        Reading::Call => f64::from(mark.call),
        Reading::Compaction => f64::from(mark.compaction),
        Reading::Input => tokens(usage()?.input),
        Reading::CacheRead => tokens(usage()?.cache_read),
        Reading::CacheWrite => tokens(usage()?.cache_write),
        Reading::Output => tokens(usage()?.output),
        Reading::NotesTokens => tokens(notes_tokens(run, step)?),
        Reading::FixedTokens => tokens(part_tokens(run, step, "fixed")?),
        Reading::RestartTokens => tokens(part_tokens(run, step, "restart")?),
        _ => return None,
    })
}

/// The size of NOTES.md as it was read last.
fn notes_tokens(run: &Run, step: usize) -> Option<Tokens> {
    (0..=step).rev().flat_map(|step| run.entries_of(step).iter().rev()).find_map(|entry| {
        match entry {
            Entry::Event(Event::NotesRead(read)) => Some(read.tokens),
            _ => None,
        }
    })?
}

/// The size of the first slice of this kind in the window.
fn part_tokens(run: &Run, step: usize, kind: &str) -> Option<Tokens> {
    run.view_at(step).window().into_iter().find(|part| part.kind == kind).map(|part| part.tokens)
}

/// What a reply that came in at a step took.
fn usage(run: &Run, step: usize) -> Option<Usage> {
    run.entries_of(step).iter().find_map(|entry| match entry {
        Entry::Effect(Effect::Notify { notice: Notice::Counted { usage, .. } }) => Some(*usage),
        _ => None,
    })
}

/// What is known of a whole run.
fn whole(run: &Run, get: Reading) -> Option<f64> {
    let summary = run.summary();
    let places = |wanted: &[FactPlace]| {
        let facts = run.frame(summary.last).facts;
        figure(facts.iter().filter(|fact| wanted.contains(&fact.place)).count())
    };
    let sum = |get| -> f64 { (0..=summary.last).filter_map(|step| at_step(run, step, get)).sum() };
    Some(match get {
        Reading::Window => of_tokens(summary.window),
        Reading::Threshold => of_tokens(summary.threshold),
        Reading::Ratio => summary.ratio,
        Reading::TokenBudget => of_tokens(summary.token_budget?),
        Reading::Calls => f64::from(summary.calls),
        Reading::CompactionCalls => f64::from(summary.compaction_calls),
        Reading::Compactions => f64::from(summary.compactions),
        Reading::Steps => figure(summary.last),
        Reading::SentTokens => sum(Reading::RequestTokens),
        Reading::RepeatedTokens => sum(Reading::RepeatedTokens),
        Reading::Spend => of_tokens(summary.marks.last()?.spend),
        Reading::FactsLost => places(&[FactPlace::Lost]),
        Reading::FactsKept => places(&[FactPlace::Window, FactPlace::Notes]),
        _ => return None,
    })
}

/// A count as a number. No count of a run comes near where that would round.
#[expect(clippy::cast_precision_loss, reason = "counts of a run are small")]
pub(crate) const fn figure(count: usize) -> f64 {
    count as f64
}

/// A count of tokens as a number; it fits exactly, as it does in JavaScript.
#[expect(clippy::cast_precision_loss, reason = "no count is above 2^53")]
const fn of_tokens(tokens: Tokens) -> f64 {
    tokens.get() as f64
}

/// A number as an argument of a message: whole where it is.
pub(crate) fn shown(value: f64) -> crate::source::Arg {
    value.to_string().into()
}

/// The values of a table, in order; each that cannot be read is a fault.
pub(crate) fn values(
    scope: &Scope<'_>,
    queries: &[(String, Query)],
    faults: &mut Vec<Fault>,
) -> BTreeMap<String, f64> {
    let mut values = BTreeMap::new();
    for (name, query) in queries {
        match scope.number(query, &format!("/values/{name}")) {
            Ok(read) => {
                values.insert(name.clone(), read.value);
            }
            Err(fault) => faults.push(fault),
        }
    }
    values
}
