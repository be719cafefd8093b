//! Orders, lines, messages and facts.

use std::collections::BTreeSet;

use super::{Body, Made, Place, Seen, Work, Wrong};
use crate::{
    course::{
        ask::{Fault, kind_name, step},
        program::{Program, changed, lines_of, stripped},
        worlds::World,
    },
    format::tasks::{FactsTask, OrderTask, PickBlocksTask, PickLineTask, PlaceWord, WrongRun},
    patch::Bug,
    run::StepKind,
    source::{Issue, args},
};

impl<'c> Work<'c> {
    pub(super) fn order(&mut self, task: &'c OrderTask) -> Option<Made> {
        let world = self.world(task.run.as_deref())?;
        for (place, item) in task.items.iter().enumerate() {
            if task.items[..place].contains(item) {
                let args = args([("id", kind_name(*item).into())]);
                self.note(&format!("/items/{place}"), "named-twice", args);
            }
        }
        let ordered = self.ordered(task, &world, None)?;
        let (right, steps): (Vec<_>, Vec<_>) = ordered.into_iter().unzip();
        let mut wrong = Vec::new();
        for (place, WrongRun { id, run }) in task.wrong.iter().enumerate() {
            let pointer = format!("/wrong/{place}");
            let Some(other) = self.world_at(run, &pointer) else { continue };
            let Some(found) = self.ordered(task, &other, Some(&format!("{pointer}/run"))) else {
                continue;
            };
            // The first step that is out of its place is where both worlds part.
            let parted = found.iter().zip(&right).find(|((item, _), right)| item != *right);
            let step = parted
                .or_else(|| found.iter().zip(&right).next())
                .map_or(0, |((_, step), _)| *step);
            wrong.push(Wrong {
                id: id.0.clone(),
                answer: found.iter().map(|(item, _)| *item).collect::<Vec<_>>(),
                world: Some(Place { world: other, step }),
            });
        }
        self.all_differ(&right, &wrong, PartialEq::eq);
        let last = steps.last().copied().unwrap_or_default();
        // Which comes first is a part of the answer.
        let from = steps.first().copied();
        let seen = Seen { place: Place { world: world.clone(), step: last }, from };
        let shown = mixed(&right);
        let body = Body::Order { right, steps, shown, wrong };
        Some(Made::new(world, Some(seen), body))
    }

    /// The items of a task as they first happen in a run, each with its step.
    fn ordered(
        &mut self,
        task: &OrderTask,
        world: &World,
        blame: Option<&str>,
    ) -> Option<Vec<(StepKind, usize)>> {
        let from = match &task.from {
            None => 0,
            Some(from) => {
                let found = step(&world.run, from, &format!("{}/from", self.pointer));
                let found = found.map_err(|fault| match blame {
                    Some(blame) => fault.moved(&format!("{}{blame}", self.pointer)),
                    None => fault,
                });
                self.told(found)?
            }
        };
        let marks = &world.run.summary().marks[from..];
        let mut found = Vec::new();
        for (place, item) in task.items.iter().enumerate() {
            if let Some(mark) = marks.iter().find(|mark| mark.kind == *item) {
                found.push((*item, mark.step));
            } else {
                let args = args([("event", kind_name(*item).into())]);
                let own = format!("/items/{place}");
                self.note(blame.unwrap_or(&own), "item-never-happens", args);
                return None;
            }
        }
        found.sort_by_key(|(_, step)| *step);
        Some(found)
    }

    pub(super) fn pick_line(&mut self, task: &'c PickLineTask) -> Option<Made> {
        let world = self.world(task.run.as_deref())?;
        let program = self.program()?;
        let mut bugs = world.spec.bugs.clone();
        let meter = world.run.summary().meter.as_str();
        let (text, right, seen) = match (&task.at, task.fault) {
            (Some(at), None) => {
                let step = self.moment(&world, at, "at")?;
                self.has_toggles(program, &bugs, if task.run.is_some() { "/run" } else { "" })?;
                let text = self.fitting(program.patched(&bugs, meter))?;
                let kind = kind_name(world.run.summary().marks[step].kind);
                let right = lines_of(&text, &kind);
                if right.is_empty() {
                    self.note("/at", "no-line", args([("event", kind.into())]));
                    return None;
                }
                (text, right, Some(Seen::answer(Place { world: world.clone(), step })))
            }
            (None, Some(fault)) => {
                // The run may have the mistake itself, so that its steps show what comes of it.
                bugs.retain(|bug| *bug != fault);
                self.has_toggles(program, &[fault], "/fault")?;
                self.has_toggles(program, &bugs, if task.run.is_some() { "/run" } else { "" })?;
                let plain = program.patched(&bugs, meter);
                bugs.push(fault);
                let (plain, text) = (self.fitting(plain)?, program.patched(&bugs, meter));
                let text = self.fitting(text)?;
                let right = changed(&stripped(&plain), &stripped(&text));
                if right.is_empty() {
                    self.note("/fault", "no-change", args([("bug", fault.as_str().into())]));
                    return None;
                }
                (text, right, None)
            }
            _ => {
                self.note("", "line-parts", args([]));
                return None;
            }
        };
        let mut wrong = Vec::new();
        for (place, one) in task.wrong.iter().enumerate() {
            let kind = kind_name(one.line);
            let lines = lines_of(&text, &kind);
            if lines.is_empty() {
                self.note(
                    &format!("/wrong/{place}/line"),
                    "no-line",
                    args([("event", kind.into())]),
                );
                continue;
            }
            wrong.push(Wrong { id: one.id.0.clone(), answer: lines, world: None });
        }
        let overlap =
            |one: &Vec<usize>, other: &Vec<usize>| one.iter().any(|it| other.contains(it));
        self.all_differ(&right, &wrong, overlap);
        let body = Body::Line { code: stripped(&text), right, wrong };
        Some(Made::new(world, seen, body))
    }

    /// The lesson's code.
    pub(super) fn program(&mut self) -> Option<&'c Program> {
        let program = self.course.program().map_err(|issue| Fault::Elsewhere(issue.clone()));
        self.told(program)
    }

    pub(super) fn fitting(&mut self, text: Result<String, Issue>) -> Option<String> {
        self.told(text.map_err(Fault::Elsewhere))
    }

    /// Refuses mistakes for which the lesson's code has no edit: it would be shown without them.
    fn has_toggles(&mut self, program: &Program, bugs: &[Bug], pointer: &str) -> Option<()> {
        let Some(bug) = bugs.iter().find(|bug| !program.has(**bug)) else { return Some(()) };
        self.note(pointer, "no-change", args([("bug", bug.as_str().into())]));
        None
    }

    pub(super) fn pick_blocks(&mut self, task: &'c PickBlocksTask) -> Option<Made> {
        let world = self.world(task.run.as_deref())?;
        let at = self.moment(&world, &task.at, "at")?;
        let stay = self.moment(&world, &task.stay, "stay")?;
        if stay <= at {
            let args = args([("at", at.into()), ("stay", stay.into())]);
            self.note("/stay", "stay-not-later", args);
            return None;
        }
        let blocks = blocks(&world, at);
        let right = staying(&world, at, stay);
        let mut wrong = Vec::new();
        for (place, WrongRun { id, run }) in task.wrong.iter().enumerate() {
            let pointer = format!("/wrong/{place}");
            let Some(other) = self.world_at(run, &pointer) else { continue };
            let there = |moment, key: &str| {
                step(&other.run, moment, key)
                    .map_err(|fault| fault.moved(&format!("{}{pointer}/run", self.pointer)))
            };
            let places = there(&task.at, "at").and_then(|at| Ok((at, there(&task.stay, "stay")?)));
            let Some((other_at, other_stay)) = self.told(places) else { continue };
            let answer: BTreeSet<u32> = staying(&other, other_at, other_stay)
                .into_iter()
                .filter(|id| blocks.contains(id))
                .collect();
            let world = Some(Place { world: other, step: other_stay });
            wrong.push(Wrong { id: id.0.clone(), answer, world });
        }
        self.all_differ(&right, &wrong, PartialEq::eq);
        let seen = Seen::answer(Place { world: world.clone(), step: stay });
        let body = Body::Blocks { at, stay, blocks, right, wrong };
        Some(Made::new(world, Some(seen), body))
    }

    pub(super) fn facts(&mut self, task: &'c FactsTask) -> Option<Made> {
        let world = self.world(task.run.as_deref())?;
        let compaction = |pointer: String, world: &World| {
            let ledger = &world.run.summary().ledger;
            let found = ledger.iter().find(|entry| entry.compaction == task.compaction);
            found.cloned().ok_or_else(|| {
                let args =
                    args([("compaction", task.compaction.into()), ("count", ledger.len().into())]);
                Fault::at(pointer, "no-compaction", args)
            })
        };
        let entry = compaction(format!("{}/compaction", self.pointer), &world);
        let entry = self.told(entry)?;
        let numbers = |places: &[usize]| -> BTreeSet<u32> {
            places.iter().filter_map(|place| u32::try_from(*place).ok()).collect()
        };
        let of = |entry: &crate::facts::LedgerEntry, place| match place {
            PlaceWord::Kept => numbers(&entry.kept),
            PlaceWord::Notes => numbers(&entry.notes),
            PlaceWord::Lost => numbers(&entry.lost),
        };
        let known: BTreeSet<u32> = [&entry.kept, &entry.notes, &entry.lost]
            .into_iter()
            .flat_map(|it| numbers(it))
            .collect();
        if known.is_empty() {
            self.note("/compaction", "no-facts", args([]));
            return None;
        }
        let right = of(&entry, task.place);
        let mut wrong = Vec::new();
        for (place, one) in task.wrong.iter().enumerate() {
            let pointer = format!("/wrong/{place}");
            let (answer, world) = match (&one.run, one.place) {
                (Some(run), None) => {
                    let Some(other) = self.world_at(run, &pointer) else { continue };
                    let found = compaction(format!("{}{pointer}/run", self.pointer), &other);
                    let Some(found) = self.told(found) else { continue };
                    let answer: BTreeSet<u32> =
                        of(&found, task.place).intersection(&known).copied().collect();
                    (answer, Some(Place { world: other, step: found.step }))
                }
                (None, Some(place)) => (of(&entry, place), None),
                _ => {
                    self.note(&pointer, "wrong-parts", args([]));
                    continue;
                }
            };
            wrong.push(Wrong { id: one.id.0.clone(), answer, world });
        }
        self.all_differ(&right, &wrong, PartialEq::eq);
        let marks = &world.run.summary().marks;
        let began = marks.iter().find(|mark| mark.compaction == task.compaction);
        let at = began.map_or(0, |mark| mark.step.saturating_sub(1));
        let seen = Seen::answer(Place { world: world.clone(), step: entry.step });
        let body = Body::Facts {
            compaction: task.compaction,
            place: task.place,
            at,
            known: known.into_iter().collect(),
            right,
            wrong,
        };
        Some(Made::new(world, Some(seen), body))
    }
}

/// The messages in the window at a step.
fn blocks(world: &World, step: usize) -> Vec<u32> {
    let parts = world.run.frame(step).window;
    parts.iter().filter(|part| part.kind != "fixed").map(|part| part.id.0).collect()
}

/// Those of them that are still there, and unchanged, at a later step.
fn staying(world: &World, at: usize, stay: usize) -> BTreeSet<u32> {
    let messages = world.run.messages().iter();
    let stays = messages
        .filter(|message| message.step <= at && message.left.is_none_or(|left| left > stay));
    stays.map(|message| message.id.0).collect()
}

/// The items in an order of their names, turned on until nothing stands where it belongs or the
/// order is at least another one.
fn mixed(right: &[StepKind]) -> Vec<StepKind> {
    let mut shown = right.to_vec();
    shown.sort_by_key(|kind| kind_name(*kind));
    for _ in 0..shown.len() {
        if shown != right {
            break;
        }
        shown.rotate_left(1);
    }
    shown
}
