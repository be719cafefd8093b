//! Code that is written so that goals hold of the runs that it makes.

use super::{Body, Made, Work};
use crate::{
    course::{
        ask::{Fault, Held, Scope},
        program::stripped,
        worlds::World,
    },
    format::{
        code::{CodeTask, Forbidden, WrongProgram},
        files::RunSpec,
        tasks::Goal,
    },
    source::args,
};

/// A task of code, worked out.
#[derive(Debug)]
pub(crate) struct Code {
    /// The program around the region: the lines before it, and those behind.
    pub(crate) before: String,
    pub(crate) after: String,
    /// What stands in the region at first, and what solves the task.
    pub(crate) start: String,
    pub(crate) solution: String,
    pub(crate) trials: Vec<TrialRun>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) forbid: Vec<Forbidden>,
    pub(crate) wrong: Vec<WrongProgram>,
    /// The texts of the wrong programs, in their order.
    pub(crate) wrong_texts: Vec<String>,
    /// Where the task is written.
    pub(crate) pointer: String,
}

/// A scenario that the program is tried on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TrialRun {
    pub(crate) spec: RunSpec,
    /// Whether only the broken goal is told of it.
    pub(crate) is_held: bool,
}

impl Code {
    /// The whole program with this text in the region.
    pub(crate) fn program(&self, text: &str) -> String {
        let parts = [self.before.as_str(), text.trim_end_matches('\n'), self.after.as_str()];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        let mut program = parts.collect::<Vec<_>>().join("\n");
        program.push('\n');
        program
    }

    /// Each goal in order: whether it holds of a run of the program. What a goal does not find in
    /// it does not hold.
    pub(crate) fn ask(&self, scope: Scope<'_>, world: &World) -> Vec<Held> {
        let scope = Scope { default: Some(world), ..scope };
        let pointer = |place| format!("{}/goals/{place}/holds", self.pointer);
        let goals = self.goals.iter().enumerate();
        goals
            .map(|(place, goal)| {
                scope.all(&goal.holds, &pointer(place)).unwrap_or_else(|_| Held {
                    holds: false,
                    world: world.clone(),
                    step: world.run.summary().last,
                })
            })
            .collect()
    }

    /// The wrong program that a run is known to be of.
    pub(crate) fn known(&self, scope: Scope<'_>, world: &World) -> Option<&WrongProgram> {
        let scope = Scope { default: Some(world), ..scope };
        self.wrong.iter().enumerate().find_map(|(place, wrong)| {
            let pointer = format!("{}/wrong/{place}/shows", self.pointer);
            scope.all(&wrong.shows, &pointer).is_ok_and(|held| held.holds).then_some(wrong)
        })
    }
}

impl<'c> Work<'c> {
    pub(super) fn code(&mut self, task: &'c CodeTask) -> Option<Made> {
        let spec = self.scope.spec(task.run.as_deref(), &self.pointer);
        let spec = tried(self.told(spec)?);
        let world = self.scope.play(&spec);
        let world = self.told(world)?;
        let (before, after) = self.around(task)?;
        let folder = format!("exercises/{}/{}", self.exercise, task.id.0);
        let mut file = |name: &str| {
            let path = format!("{folder}/{name}.js");
            let found = self.course.source.find(&path).map(|file| file.text.clone());
            if found.is_none() {
                self.faults.push(Fault::at(
                    self.pointer.clone(),
                    "missing-file",
                    args([("file", path.into())]),
                ));
            }
            found.unwrap_or_default()
        };
        let (start, solution) = (file("start"), file("solution"));
        let wrong_texts =
            task.wrong.iter().map(|wrong| file(&format!("wrong/{}", wrong.id.0))).collect();
        let mut trials = vec![TrialRun { spec, is_held: false }];
        for (place, name) in task.held.iter().enumerate() {
            let mut before = task.run.iter().chain(&task.held[..place]);
            if before.any(|other| other == name) {
                let args = args([("id", name.as_str().into())]);
                self.note(&format!("/held/{place}"), "named-twice", args);
            }
            let spec = self.scope.spec(Some(name), &format!("{}/held/{place}", self.pointer));
            let spec = tried(self.told(spec)?);
            trials.push(TrialRun { spec, is_held: true });
        }
        // What is asked is tried on the run that the lesson's own code makes. What that run lacks,
        // a program's may have.
        let scope = Scope { default: Some(&world), ..self.scope };
        let goals = task.goals.iter().map(|goal| ("goals", "holds", &goal.holds)).enumerate();
        let wrongs = task.wrong.iter().map(|wrong| ("wrong", "shows", &wrong.shows)).enumerate();
        for (place, (list, key, holds)) in goals.chain(wrongs) {
            let asked = scope.all(holds, &format!("{}/{list}/{place}/{key}", self.pointer));
            self.faults.extend(asked.err().filter(|fault| !fault.is_of_run()));
        }
        let code = Code {
            before,
            after,
            start,
            solution,
            trials,
            goals: task.goals.clone(),
            forbid: task.forbid.clone(),
            wrong: task.wrong.clone(),
            wrong_texts,
            pointer: self.pointer.clone(),
        };
        Some(Made::new(world, None, Body::Code(Box::new(code))))
    }

    /// The lesson's code before the region and behind it.
    fn around(&mut self, task: &CodeTask) -> Option<(String, String)> {
        let text = self.program()?.patched(&[], "accumulated");
        let text = self.fitting(text)?;
        let text = stripped(&text);
        let lines: Vec<_> = text.lines().collect();
        let find = |wanted: &str, from: usize| {
            let place = lines[from..].iter().position(|line| line.trim() == wanted.trim());
            place.map(|place| from + place)
        };
        let Some(from) = find(&task.region.from, 0) else {
            self.note("/region/from", "no-such-line", args([]));
            return None;
        };
        let Some(to) = find(&task.region.to, from) else {
            self.note("/region/to", "no-such-line", args([]));
            return None;
        };
        Some((lines[..from].join("\n"), lines[to + 1..].join("\n")))
    }
}

/// The run as a program is tried on it, which brings a loop of its own.
fn tried(spec: &RunSpec) -> RunSpec {
    RunSpec { bugs: Vec::new(), strategy: None, meter: None, ..spec.clone() }
}
