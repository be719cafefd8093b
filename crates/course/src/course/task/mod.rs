//! Tasks, worked out: the right answer, the wrong ones, and where each is seen. Nothing of it was
//! typed by an author; it is read off the runs.

mod code;
mod dials;
mod numbers;
mod picks;

use std::collections::BTreeSet;

use super::{
    Course, Exercise,
    ask::{Fault, Scope, step},
    worlds::World,
};
use crate::{
    format::{
        code::CodeTask,
        files::RunSpec,
        queries::Moment,
        tasks::{DialsTask, Pick, PlaceWord, Show, Task, Unit},
    },
    run::StepKind,
    source::args,
};

pub(crate) use self::{
    code::{Code, TrialRun},
    dials::{Dials, Setting, Unset},
};

/// A place in a run.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) world: World,
    pub(crate) step: usize,
}

/// A task as it was worked out.
#[derive(Debug)]
pub(crate) struct Worked {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    /// The run that it is about.
    pub(crate) world: Option<World>,
    pub(crate) gate: Option<usize>,
    /// Where the answer is seen.
    pub(crate) jump: Option<Place>,
    /// Where it is seen by the author's own word, whatever run the answer makes.
    pub(crate) moment: Option<Moment>,
    pub(crate) body: Body,
}

/// What a task asks for.
#[derive(Debug)]
pub(crate) enum Body {
    Number {
        unit: Unit,
        tolerance: f64,
        right: f64,
        wrong: Vec<Wrong<f64>>,
    },
    Choice {
        unit: Unit,
        right: f64,
        wrong: Vec<Wrong<f64>>,
    },
    Claims {
        pick: Pick,
        claims: Vec<WorkedClaim>,
    },
    Order {
        right: Vec<StepKind>,
        steps: Vec<usize>,
        shown: Vec<StepKind>,
        wrong: Vec<Wrong<Vec<StepKind>>>,
    },
    Line {
        code: String,
        right: Vec<usize>,
        wrong: Vec<Wrong<Vec<usize>>>,
    },
    Blocks {
        at: usize,
        stay: usize,
        blocks: Vec<u32>,
        right: BTreeSet<u32>,
        wrong: Vec<Wrong<BTreeSet<u32>>>,
    },
    Facts {
        compaction: u32,
        place: PlaceWord,
        /// The step before the compaction began.
        at: usize,
        known: Vec<u32>,
        right: BTreeSet<u32>,
        wrong: Vec<Wrong<BTreeSet<u32>>>,
    },
    Dials {
        dials: Dials,
        show: Show,
    },
    Code(Box<Code>),
    Explain,
}

/// A wrong answer, and the place in the world in which it would be right.
#[derive(Clone, Debug)]
pub(crate) struct Wrong<T> {
    pub(crate) id: String,
    pub(crate) answer: T,
    pub(crate) world: Option<Place>,
}

/// A claim, whether it holds, and what decides it.
#[derive(Debug)]
pub(crate) struct WorkedClaim {
    pub(crate) id: String,
    pub(crate) holds: bool,
    pub(crate) place: Place,
}

/// Works out one task; gathers its faults.
pub(crate) struct Work<'c> {
    pub(crate) course: &'c Course,
    pub(crate) scope: Scope<'c>,
    /// The id of the exercise.
    pub(crate) exercise: &'c str,
    /// The task's place in the file.
    pub(crate) pointer: String,
    pub(crate) faults: Vec<Fault>,
}

impl Course {
    /// Works out a task, or answers its faults.
    pub(crate) fn work(&self, exercise: &Exercise, place: usize) -> Result<Worked, Vec<Fault>> {
        let task = &exercise.file.tasks[place];
        let mut work = Work {
            course: self,
            scope: self.scope(Some(exercise)),
            exercise: &exercise.id,
            pointer: format!("/tasks/{place}"),
            faults: Vec::new(),
        };
        let worked = work.task(task);
        match worked {
            Some(worked) if work.faults.is_empty() => Ok(worked),
            _ => Err(work.faults),
        }
    }
}

/// What every kind of task has.
struct Common<'t> {
    id: &'t str,
    kind: &'static str,
    gate: Option<&'t Moment>,
    jump: Option<&'t Moment>,
}

impl Task {
    /// Names its message.
    pub(crate) fn id(&self) -> &str {
        self.common().id
    }

    /// The kind, as files have it.
    pub(crate) fn kind(&self) -> &'static str {
        self.common().kind
    }

    fn common(&self) -> Common<'_> {
        macro_rules! common {
            ($($name:ident $kind:literal,)*) => {
                match self {
                    $(Self::$name(task) => Common {
                        id: &task.id.0,
                        kind: $kind,
                        gate: task.gate.as_ref(),
                        jump: task.jump.as_ref(),
                    },)*
                }
            };
        }
        common! {
            Number "number",
            Choice "choice",
            Claims "claims",
            Order "order",
            PickLine "pick-line",
            PickBlocks "pick-blocks",
            Facts "facts",
            Dials "dials",
            Code "code",
            Explain "explain",
        }
    }

    /// The ids of its wrong answers, or claims, each with the place that it is written at.
    pub(crate) fn wrong_ids(&self) -> Vec<(String, &str)> {
        macro_rules! ids {
            ($name:literal $list:expr) => {
                $list
                    .iter()
                    .enumerate()
                    .map(|(place, wrong)| (format!("{}/{place}", $name), wrong.id.0.as_str()))
                    .collect()
            };
        }
        match self {
            Self::Number(task) => ids!("wrong" task.wrong),
            Self::Choice(task) => ids!("wrong" task.wrong),
            Self::Order(task) => ids!("wrong" task.wrong),
            Self::PickLine(task) => ids!("wrong" task.wrong),
            Self::PickBlocks(task) => ids!("wrong" task.wrong),
            Self::Facts(task) => ids!("wrong" task.wrong),
            Self::Dials(task) => ids!("wrong" task.wrong),
            Self::Code(task) => {
                let mut ids: Vec<_> = ids!("wrong" task.wrong);
                let forbidden: Vec<_> = ids!("forbid" task.forbid);
                ids.extend(forbidden);
                ids
            }
            Self::Claims(task) => ids!("options" task.options),
            Self::Explain(_) => Vec::new(),
        }
    }

    /// The ids of its goals.
    pub(crate) fn goal_ids(&self) -> Vec<&str> {
        match self {
            Self::Dials(DialsTask { goals, .. }) | Self::Code(CodeTask { goals, .. }) => {
                goals.iter().map(|goal| goal.id.0.as_str()).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl<'c> Work<'c> {
    fn task(&mut self, task: &'c Task) -> Option<Worked> {
        let Common { id, kind, gate, jump } = task.common();
        let made = match task {
            Task::Number(task) => self.number_task(task),
            Task::Choice(task) => self.choice(task),
            Task::Claims(task) => self.claims(task),
            Task::Order(task) => self.order(task),
            Task::PickLine(task) => self.pick_line(task),
            Task::PickBlocks(task) => self.pick_blocks(task),
            Task::Facts(task) => self.facts(task),
            Task::Dials(task) => self.dials(task),
            Task::Code(task) => self.code(task),
            Task::Explain(task) => Some(Made {
                world: match &task.run {
                    None if gate.is_none() && jump.is_none() => None,
                    run => self.world(run.as_deref()),
                },
                solved: None,
                seen: None,
                body: Body::Explain,
            }),
        }?;
        let Made { world, solved, seen, body } = made;
        let gate = match (gate, &world) {
            (Some(gate), Some(world)) => Some(self.moment(world, gate, "gate")?),
            _ => None,
        };
        if let (Some(gate), Some(world)) = (gate, &world) {
            self.not_seen_at(task, gate, world, &body, seen.as_ref());
        }
        // What is made by the answer is looked at in the run that the solution makes.
        let place = match (jump, solved.or_else(|| world.clone())) {
            (Some(jump), Some(world)) => {
                let step = self.moment(&world, jump, "jump")?;
                Some(Place { world, step })
            }
            _ => seen.map(|seen| seen.place),
        };
        Some(Worked {
            id: id.to_owned(),
            kind,
            world,
            gate,
            jump: place,
            moment: jump.cloned(),
            body,
        })
    }

    /// A fault of the task, at what a pointer within it leads to.
    fn note(&mut self, pointer: &str, code: &'static str, args: crate::source::Args) {
        self.faults.push(Fault::at(format!("{}{pointer}", self.pointer), code, args));
    }

    /// What was asked, once its fault is noted.
    fn told<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.faults.push(fault)).ok()
    }

    fn world(&mut self, name: Option<&str>) -> Option<World> {
        let world = self.scope.world(name, &self.pointer);
        self.told(world)
    }

    fn world_at(&mut self, name: &str, pointer: &str) -> Option<World> {
        let world = self.scope.world(Some(name), &format!("{}{pointer}", self.pointer));
        self.told(world)
    }

    fn spec_at(&mut self, name: &str, pointer: &str) -> Option<&'c RunSpec> {
        let spec = self.scope.spec(Some(name), &format!("{}{pointer}", self.pointer));
        self.told(spec)
    }

    fn moment(&mut self, world: &World, moment: &Moment, key: &str) -> Option<usize> {
        let step = step(&world.run, moment, &format!("{}/{key}", self.pointer));
        self.told(step)
    }

    /// Refuses wrong answers that are the right one, or one another.
    fn all_differ<T: PartialEq>(
        &mut self,
        right: &T,
        wrong: &[Wrong<T>],
        is: impl Fn(&T, &T) -> bool,
    ) {
        for (place, one) in wrong.iter().enumerate() {
            let pointer = format!("/wrong/{place}");
            if is(&one.answer, right) {
                let args = args([("id", one.id.as_str().into())]);
                self.note(&pointer, "wrong-is-right", args);
            }
            if let Some(same) = wrong[..place].iter().find(|same| is(&one.answer, &same.answer)) {
                let args =
                    args([("one", same.id.as_str().into()), ("other", one.id.as_str().into())]);
                self.note(&pointer, "wrongs-equal", args);
            }
        }
    }
}

/// What the kinds of tasks make.
pub(crate) struct Made {
    world: Option<World>,
    /// The run that the solution makes, where it is another one.
    solved: Option<World>,
    seen: Option<Seen>,
    body: Body,
}

/// Where an answer is seen.
struct Seen {
    place: Place,
    /// The step from which on the answer, or a part of it, can be read off the run.
    from: Option<usize>,
}

impl Seen {
    /// Seen there, and not before.
    const fn answer(place: Place) -> Self {
        let from = Some(place.step);
        Self { place, from }
    }

    const fn somewhere(place: Place) -> Self {
        Self { place, from: None }
    }
}

impl Made {
    const fn new(world: World, seen: Option<Seen>, body: Body) -> Self {
        Self { world: Some(world), solved: None, seen, body }
    }
}
