//! Numbers and claims.

use super::{Body, Made, Place, Seen, Work, WorkedClaim, Wrong};
use crate::{
    course::{
        ask::{Fault, Read, at_step, shown},
        worlds::World,
    },
    format::{
        queries::{Query, Reading},
        tasks::{ChoiceTask, ClaimsTask, Holds, NumberTask, Pick, Task, Unit, WrongNumber},
    },
    source::args,
};

impl<'c> Work<'c> {
    pub(super) fn number_task(&mut self, task: &'c NumberTask) -> Option<Made> {
        let right = self.answer(&task.answer)?;
        let wrong = self.wrong_numbers(&task.answer, &task.wrong, task.unit);
        let tolerance = task.tolerance.unwrap_or_default();
        let value = in_unit(right.value, task.unit);
        self.all_differ(&value, &wrong, |one, other| (one - other).abs() <= tolerance);
        let body = Body::Number { unit: task.unit, tolerance, right: value, wrong };
        Some(Self::made(right, body))
    }

    pub(super) fn choice(&mut self, task: &'c ChoiceTask) -> Option<Made> {
        let right = self.answer(&task.answer)?;
        let wrong = self.wrong_numbers(&task.answer, &task.wrong, task.unit);
        let value = in_unit(right.value, task.unit);
        self.all_differ(&value, &wrong, |one, other| one.total_cmp(other).is_eq());
        Some(Self::made(right, Body::Choice { unit: task.unit, right: value, wrong }))
    }

    fn made(right: Read, body: Body) -> Made {
        let place = Place { world: right.world.clone(), step: right.step };
        Made::new(right.world, Some(Seen { place, from: right.from }), body)
    }

    fn answer(&mut self, query: &Query) -> Option<Read> {
        let read = self.scope.number(query, &format!("{}/answer", self.pointer));
        self.told(read)
    }

    fn wrong_numbers(
        &mut self,
        right: &Query,
        wrong: &'c [WrongNumber],
        unit: Unit,
    ) -> Vec<Wrong<f64>> {
        let mut numbers = Vec::new();
        for (place, one) in wrong.iter().enumerate() {
            let pointer = format!("/wrong/{place}");
            let (read, is_world) = match (&one.run, &one.answer) {
                (Some(name), None) => {
                    let Some(spec) = self.spec_at(name, &pointer) else { continue };
                    let of = self.scope.spec(right.run.as_deref(), &self.pointer);
                    let Some(of) = self.told(of) else { continue };
                    let read = self.scope.instead(of, spec).number(right, &self.pointer);
                    // The query is the right answer's; what it does not find is that world's fault.
                    (
                        read.map_err(|fault| {
                            fault.moved(&format!("{}{pointer}/run", self.pointer))
                        }),
                        true,
                    )
                }
                (None, Some(query)) => {
                    (self.scope.number(query, &format!("{}{pointer}/answer", self.pointer)), false)
                }
                _ => {
                    self.note(&pointer, "wrong-parts", args([]));
                    continue;
                }
            };
            let Some(read) = self.told(read) else { continue };
            numbers.push(Wrong {
                id: one.id.0.clone(),
                answer: in_unit(read.value, unit),
                world: is_world.then_some(Place { world: read.world, step: read.step }),
            });
        }
        numbers
    }

    pub(super) fn claims(&mut self, task: &'c ClaimsTask) -> Option<Made> {
        let mut claims = Vec::new();
        for (place, claim) in task.options.iter().enumerate() {
            let pointer = format!("{}/options/{place}/holds", self.pointer);
            let held = self.scope.all(&claim.holds, &pointer);
            let Some(held) = self.told(held) else { continue };
            let seen = Place { world: held.world, step: held.step };
            claims.push(WorkedClaim { id: claim.id.0.clone(), holds: held.holds, place: seen });
        }
        if claims.len() < task.options.len() {
            return None;
        }
        let right: Vec<&str> =
            claims.iter().filter(|claim| claim.holds).map(|claim| claim.id.as_str()).collect();
        if task.pick == Pick::One && right.len() != 1 {
            let args = args([("count", right.len().into()), ("claims", right.join(", ").into())]);
            self.note(
                "/options",
                if right.is_empty() { "claims-none" } else { "claims-several" },
                args,
            );
        } else if right.is_empty() {
            self.note(
                "/options",
                "claims-none",
                args([("count", 0_u32.into()), ("claims", "".into())]),
            );
        }
        // Shown is the run that the first claim asks, whichever holds.
        let asked = match &task.options.first()?.holds {
            Holds::One(one) => Some(&**one),
            Holds::All(all) => all.first(),
        };
        let world = self.world(asked?.run.as_deref())?;
        let decisive = claims.iter().find(|claim| claim.holds).or_else(|| claims.first())?;
        let place = decisive.place.clone();
        // The one that is decided first there is a part of the answer.
        let here = claims.iter().filter(|claim| claim.place.world.spec == world.spec);
        let from = here.map(|claim| claim.place.step).min();
        let seen = Some(Seen { place, from });
        Some(Made::new(world, seen, Body::Claims { pick: task.pick, claims }))
    }

    /// Refuses a gate at which the answer can be read already.
    pub(super) fn not_seen_at(
        &mut self,
        task: &Task,
        gate: usize,
        world: &World,
        body: &Body,
        seen: Option<&Seen>,
    ) {
        let from = seen.and_then(|seen| seen.from);
        let number = match (task, body) {
            (Task::Number(task), Body::Number { right, .. }) => {
                Some((&task.answer, *right, task.unit))
            }
            (Task::Choice(task), Body::Choice { right, .. }) => {
                Some((&task.answer, *right, task.unit))
            }
            _ => None,
        };
        let is_read = from.is_some_and(|from| from <= gate);
        // What is known before anything happens, or has been counted, is no prediction.
        let is_told = number.is_some_and(|(query, right, unit)| {
            (is_read && query.at.is_none())
                || (!is_read && is_shown(query, right, unit, world, gate))
        });
        if let Some((_, right, _)) = number.filter(|_| is_told) {
            let args = args([("gate", gate.into()), ("value", shown(right))]);
            self.note("/gate", "answer-visible", args);
        } else if let Some(from) = from.filter(|_| is_read) {
            let args = args([("gate", gate.into()), ("step", from.into())]);
            self.note("/gate", "gate-behind", args);
        }
    }
}

/// Whether the same reading has the right value where the learner stands, or stood at a step of the
/// kind that is asked about. What only numbers calls and compactions says nothing.
fn is_shown(query: &Query, right: f64, unit: Unit, world: &World, gate: usize) -> bool {
    let Some(get) = query.get.filter(|_| query.minus.is_none() && query.plus.is_none()) else {
        return false;
    };
    if matches!(get, Reading::Call | Reading::Compaction) {
        return false;
    }
    let kind = query.at.as_ref().and_then(|at| at.event);
    let marks = world.run.summary().marks.iter().take(gate + 1);
    let asked = marks.filter(|mark| mark.step == gate || Some(mark.kind) == kind);
    let values = asked.filter_map(|mark| at_step(&world.run, mark.step, get));
    values.into_iter().any(|value| in_unit(value, unit).total_cmp(&right).is_eq())
}

impl Fault {
    /// The same fault at another place.
    pub(crate) fn moved(self, to: &str) -> Self {
        match self {
            Self::At { spot, code, args, .. } => {
                Self::At { pointer: to.to_owned(), spot, code, args }
            }
            other => other,
        }
    }
}

/// A number as it is written in its unit. Hundredths have no more digits than people write.
fn in_unit(value: f64, unit: Unit) -> f64 {
    match unit {
        Unit::Percent => (value * 1e8).round() / 1e6,
        _ => value,
    }
}
