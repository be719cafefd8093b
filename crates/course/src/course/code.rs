//! What is said of a program, and whether the programs of a course do what they are there for.

use std::rc::Rc;

use serde::Serialize;

use super::{
    Course, Exercise, Outcome, Ungraded, Verdict,
    task::{Body, Code, Worked},
    view::{CourseRun, RunPlace},
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
        // A program can say of an error that it comes from anywhere.
        let count = code.program(text).lines().count();
        let is_line = |line: &u32| (1..=count).contains(&(*line as usize));
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
                TrialEnd::Stuck => {
                    let mut verdict = verdict(Outcome::DidNotFinish, "stuck");
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
                        ("line", line.filter(is_line).unwrap_or_default().into()),
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

    /// Every program of a course that can be tried: what code tasks begin with, their solutions and
    /// known wrong ones. Those of tasks that do not work out are none; their faults are told elsewhere.
    pub fn programs(&self) -> Vec<CourseProgram> {
        let mut programs = Vec::new();
        for exercise in &self.exercises {
            for (place, task) in exercise.file.tasks.iter().enumerate() {
                let Some(worked) =
                    matches!(task, Task::Code(_)).then(|| self.work(exercise, place))
                else {
                    continue;
                };
                let Ok(Worked { id, body: Body::Code(code), .. }) = worked else { continue };
                let wrong = code.wrong.iter().zip(&code.wrong_texts);
                let wrong = wrong.map(|(wrong, text)| {
                    (format!("wrong/{}", wrong.id.0), Role::Wrong(wrong.id.0.clone()), text)
                });
                let own = [
                    ("start".to_owned(), Role::Start, &code.start),
                    ("solution".to_owned(), Role::Solution, &code.solution),
                ];
                programs.extend(own.into_iter().chain(wrong).map(|(name, role, text)| {
                    CourseProgram {
                        exercise: exercise.id.clone(),
                        task: id.clone(),
                        file: format!("exercises/{}/{id}/{name}.js", exercise.id),
                        program: code.program(text),
                        trials: code
                            .trials
                            .iter()
                            .map(|trial| CourseRun::from(&trial.spec))
                            .collect(),
                        text: text.clone(),
                        specs: code.trials.iter().map(|trial| trial.spec.clone()).collect(),
                        role,
                    }
                }));
            }
        }
        programs
    }

    /// What is wrong with a program of the course, by what it did on each of its trials in their
    /// order: those to begin with must fail, solutions pass with fuel to spare, and each wrong one
    /// be known as itself.
    pub fn program_fault(
        &self,
        program: &CourseProgram,
        tried: &[Tried],
    ) -> Result<Option<Issue>, Ungraded> {
        let CourseProgram { exercise, task, text, file, role, .. } = program;
        let verdict = self.grade_program(exercise, task, text, tried)?;
        let is_passed = verdict.outcome == Outcome::Passed;
        let fuel = tried.iter().map(|tried| tried.fuel).fold(0.0, f64::max);
        let (code, args) = match role {
            Role::Start if is_passed => ("program-start-passes", args([])),
            Role::Start if is_no_program(tried) => ("program-start-broken", told(&verdict)),
            Role::Solution if !is_passed => ("program-solution-fails", told(&verdict)),
            Role::Solution if fuel > MOST_FUEL => {
                let percent = (fuel * 100.0).ceil().to_string();
                ("program-solution-fuel", args([("percent", percent.into())]))
            }
            Role::Wrong(_) if is_passed => ("program-wrong-passes", args([])),
            Role::Wrong(id) if verdict.wrong.as_ref() != Some(id) => {
                ("program-wrong-unknown", told(&verdict))
            }
            _ => return Ok(None),
        };
        Ok(Some(Issue { code, file: file.clone(), line: 1, column: 1, args }))
    }

    /// Runs every program of a course, and answers their faults.
    pub fn check_programs(&self, sandbox: &impl Sandbox) -> Vec<Issue> {
        let lang = self.file.languages.first().copied().unwrap_or(LangTag::En);
        let faults = self.programs().into_iter().filter_map(|program| {
            let mut is_stuck = false;
            let trials = program.specs.iter().map(|spec| {
                let source = self.source.scenario(&spec.scenario.0, lang).ok()?;
                let trial = Trial::new(&source, &spec.patch()).ok()?;
                // What is stuck on one scenario is not waited for on another.
                let tried = if is_stuck {
                    Tried { run: trial.run(), end: TrialEnd::Stuck, fuel: 1.0 }
                } else {
                    sandbox.run(&program.program, trial)
                };
                is_stuck |= tried.end == TrialEnd::Stuck;
                Some(tried)
            });
            // A scenario that cannot be played is told of elsewhere.
            let tried = trials.collect::<Option<Vec<_>>>()?;
            self.program_fault(&program, &tried).ok().flatten()
        });
        faults.collect()
    }
}

/// A program of a course, and what it is tried on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CourseProgram {
    /// The exercise.
    pub exercise: String,
    /// The code task.
    pub task: String,
    /// The file that the part stands in which is written.
    pub file: String,
    /// The whole program.
    pub program: String,
    /// The runs that it is tried on, in order.
    pub trials: Vec<CourseRun>,
    #[serde(skip)]
    text: String,
    #[serde(skip)]
    specs: Vec<RunSpec>,
    #[serde(skip)]
    role: Role,
}

/// What a program is there for.
#[derive(Clone, Debug, PartialEq)]
enum Role {
    Start,
    Solution,
    Wrong(String),
}

/// Whether what was tried is no JavaScript at all.
fn is_no_program(tried: &[Tried]) -> bool {
    let is_syntax =
        |tried: &Tried| matches!(&tried.end, TrialEnd::Threw { name, .. } if name == "SyntaxError");
    tried.iter().any(is_syntax)
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
