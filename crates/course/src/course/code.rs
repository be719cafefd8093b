//! What is said of a program, and whether the programs of a course do what they are there for.

use std::rc::Rc;

use super::{
    Course, Exercise, Outcome, Ungraded, Verdict,
    task::{Body, Code, Worked},
    view::RunPlace,
    worlds::World,
};
use crate::{
    format::{
        files::{LangTag, RunSpec},
        tasks::Task,
    },
    run::Run,
    source::{Issue, args},
    trial::{Trial, TrialEnd},
};

/// What a program did on one of the scenarios that it is tried on.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The run that it was.
    pub run: Run,
    /// How it ended.
    pub end: TrialEnd,
    /// What of its fuel it used, 1 for all of it.
    pub fuel: f64,
}

/// Runs a program on a trial, in a sandbox.
pub trait Sandbox {
    /// Runs the module `harness.js` with this text to its end, or until its fuel is used up.
    fn run(&self, program: &str, trial: Trial) -> Tried;
}

/// The errors that JavaScript itself throws: what a program that cannot run ends with.
const OF_THE_LANGUAGE: [&str; 5] =
    ["SyntaxError", "ReferenceError", "TypeError", "RangeError", "InternalError"];

/// How much is told of what an error says. Unit: characters.
const MOST_SAID: usize = 500;

/// How much of its fuel a solution may use, so that a learner's slower one has enough.
const MOST_FUEL: f64 = 0.1;

impl Course {
    /// Grades what stands in the region of a code task, by what it did on each of the task's
    /// trials, in their order.
    pub fn grade_program(
        &self,
        exercise: &str,
        task: &str,
        text: &str,
        tried: &[Tried],
    ) -> Result<Verdict, Ungraded> {
        let (exercise, place) = self.task(exercise, task)?;
        let worked = match self.work(exercise, place) {
            Ok(worked) => worked,
            Err(faults) => return Ok(self.unchecked(exercise, task, faults)),
        };
        let Body::Code(code) = &worked.body else {
            return Err(Ungraded::NoAnswer(format!("this task is of the kind {}", worked.kind)));
        };
        if tried.len() != code.trials.len() {
            let (count, found) = (code.trials.len(), tried.len());
            let what = format!("the program is tried on {count} scenarios, and here are {found}");
            return Err(Ungraded::NoAnswer(what));
        }
        Ok(self.judge(exercise, &worked, code, text, tried))
    }

    /// The whole program with this text in the region of a code task.
    pub fn program_of(&self, exercise: &str, task: &str, text: &str) -> Result<String, Ungraded> {
        let (exercise, place) = self.task(exercise, task)?;
        match self.work(exercise, place).map(|worked| worked.body) {
            Ok(Body::Code(code)) => Ok(code.program(text)),
            _ => Err(Ungraded::Unknown(format!("there is no code task {task}"))),
        }
    }

    fn judge(
        &self,
        exercise: &Exercise,
        worked: &Worked,
        code: &Code,
        text: &str,
        tried: &[Tried],
    ) -> Verdict {
        let verdict = |outcome, code| Verdict::of(&worked.id, outcome, code);
        if let Some(forbidden) = code.forbid.iter().find(|it| text.contains(&it.text)) {
            let mut verdict = verdict(Outcome::NotYet, "named");
            verdict.wrong = Some(forbidden.id.0.clone());
            return verdict;
        }
        let worlds: Vec<World> = code.trials.iter().zip(tried).map(world).collect();
        for ((trial, world), tried) in code.trials.iter().zip(&worlds).zip(tried) {
            // What a held-back run looks like is not told.
            let end = |world: &World| {
                (!trial.is_held).then(|| RunPlace::of(world, world.run.summary().last))
            };
            match &tried.end {
                TrialEnd::Stopped => {
                    let mut verdict = verdict(Outcome::DidNotFinish, "fuel");
                    verdict.jump = end(world);
                    return verdict;
                }
                TrialEnd::Threw { name, message, line }
                    if OF_THE_LANGUAGE.contains(&name.as_str()) =>
                {
                    let mut verdict = verdict(Outcome::CouldNotRun, "threw");
                    verdict.args = args([
                        ("name", name.as_str().into()),
                        ("message", message.chars().take(MOST_SAID).collect::<String>().into()),
                        ("line", line.unwrap_or_default().into()),
                    ]);
                    verdict.jump = end(world);
                    return verdict;
                }
                TrialEnd::Broken { message } => {
                    let mut verdict = verdict(Outcome::CouldNotCheck, "sandbox");
                    verdict.args = args([("detail", message.as_str().into())]);
                    return verdict;
                }
                _ => {}
            }
        }
        let scope = self.scope(Some(exercise));
        let asked: Vec<_> = worlds.iter().map(|world| code.ask(scope, world)).collect();
        let holds = |goal: usize| asked.iter().all(|held| held[goal].holds);
        let ids = code.goals.iter().enumerate().filter(|(goal, _)| holds(*goal));
        let met = ids.map(|(_, goal)| goal.id.0.clone()).collect();
        for ((trial, world), held) in code.trials.iter().zip(&worlds).zip(&asked) {
            let broken = held.iter().position(|held| !held.holds);
            let Some(goal) = broken else { continue };
            let known = code.known(scope, world);
            let mut verdict = match known {
                Some(_) => verdict(Outcome::NotYet, "named"),
                None => verdict(Outcome::NotYet, if trial.is_held { "held" } else { "goal" }),
            };
            verdict.wrong = known.map(|known| known.id.0.clone());
            verdict.args = args([("goal", code.goals[goal].id.0.as_str().into())]);
            verdict.met = met;
            verdict.jump =
                (!trial.is_held).then(|| RunPlace::of(&held[goal].world, held[goal].step));
            return verdict;
        }
        let mut verdict = verdict(Outcome::Passed, "passed");
        verdict.met = met;
        let first = worlds.first().zip(asked.first());
        verdict.jump = first.and_then(|(world, asked)| worked.jump_in(world, asked.first()));
        verdict
    }

    /// Runs every program of a course: those to begin with must fail, solutions pass with fuel to
    /// spare, and each wrong one be known as itself.
    pub fn check_programs(&self, sandbox: &impl Sandbox) -> Vec<Issue> {
        let mut issues = Vec::new();
        for exercise in &self.exercises {
            for (place, task) in exercise.file.tasks.iter().enumerate() {
                if !matches!(task, Task::Code(_)) {
                    continue;
                }
                // A task that does not work out is told of elsewhere.
                let Ok(worked) = self.work(exercise, place) else { continue };
                if let Body::Code(code) = &worked.body {
                    let programs = Programs { course: self, exercise, worked: &worked, code };
                    programs.check(sandbox, &mut issues);
                }
            }
        }
        issues
    }
}

/// The programs of a task.
struct Programs<'c> {
    course: &'c Course,
    exercise: &'c Exercise,
    worked: &'c Worked,
    code: &'c Code,
}

impl Programs<'_> {
    fn check(&self, sandbox: &impl Sandbox, issues: &mut Vec<Issue>) {
        let mut note = |name: &str, code, args| {
            let file = format!("exercises/{}/{}/{name}.js", self.exercise.id, self.worked.id);
            issues.push(Issue { code, file, line: 1, column: 1, args });
        };
        let Some((start, _)) = self.tried(sandbox, &self.code.start) else { return };
        if start.outcome == Outcome::Passed {
            note("start", "program-start-passes", args([]));
        }
        let Some((solution, fuel)) = self.tried(sandbox, &self.code.solution) else { return };
        if solution.outcome != Outcome::Passed {
            note("solution", "program-solution-fails", told(&solution));
        } else if fuel > MOST_FUEL {
            let percent = (fuel * 100.0).ceil();
            let args = args([("percent", percent.to_string().into())]);
            note("solution", "program-solution-fuel", args);
        }
        for (wrong, text) in self.code.wrong.iter().zip(&self.code.wrong_texts) {
            let Some((verdict, _)) = self.tried(sandbox, text) else { return };
            let name = format!("wrong/{}", wrong.id.0);
            if verdict.outcome == Outcome::Passed {
                note(&name, "program-wrong-passes", args([]));
            } else if verdict.wrong.as_deref() != Some(wrong.id.0.as_str()) {
                note(&name, "program-wrong-unknown", told(&verdict));
            }
        }
    }

    /// What is said of a text in the region, and the most of its fuel that it used.
    fn tried(&self, sandbox: &impl Sandbox, text: &str) -> Option<(Verdict, f64)> {
        let program = self.code.program(text);
        let lang = self.course.file.languages.first().copied().unwrap_or(LangTag::En);
        let trials = self.code.trials.iter().map(|trial| {
            let source = self.course.source.scenario(&trial.spec.scenario.0, lang).ok()?;
            let trial = Trial::new(&source, &trial.spec.patch()).ok()?;
            Some(sandbox.run(&program, trial))
        });
        let tried = trials.collect::<Option<Vec<_>>>()?;
        let fuel = tried.iter().map(|tried| tried.fuel).fold(0.0, f64::max);
        let verdict = self.course.judge(self.exercise, self.worked, self.code, text, &tried);
        Some((verdict, fuel))
    }
}

/// A verdict as the arguments of a fault.
fn told(verdict: &Verdict) -> crate::source::Args {
    let arg = |name: &str| match verdict.args.get(name) {
        Some(crate::source::Arg::Text(text)) => text.clone(),
        _ => String::new(),
    };
    let detail = match verdict.code {
        "threw" => format!("{}: {}", arg("name"), arg("message")),
        _ => arg("goal"),
    };
    let said = verdict.wrong.as_deref().unwrap_or(verdict.code);
    args([("said", said.into()), ("detail", detail.into())])
}

fn world((trial, tried): (&super::task::TrialRun, &Tried)) -> World {
    let spec: RunSpec = trial.spec.clone();
    World { spec, run: Rc::new(tried.run.clone()) }
}
