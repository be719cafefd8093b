//! What is said of an answer.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Course, Exercise,
    ask::{Fault, Held, kind_name, step, word},
    task::{Body, Dials, Setting, Unset, Worked, Wrong},
    view::{RunPlace, number},
    worlds::World,
};
use crate::{
    format::tasks::{Pick, Settings},
    play::Ending,
    run::StepKind,
    source::{Args, Issue, args},
};

/// An answer to a task.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Answer {
    /// A number that was typed in.
    Number {
        /// The number, in the task's unit.
        #[serde(serialize_with = "number")]
        value: f64,
    },
    /// A number that was chosen.
    Choice {
        /// One of the options.
        #[serde(serialize_with = "number")]
        value: f64,
    },
    /// Claims that were picked.
    Claims {
        /// Their ids.
        picked: BTreeSet<String>,
    },
    /// All items, in an order.
    Order {
        /// The kinds of steps.
        items: Vec<StepKind>,
    },
    /// A line that was picked.
    PickLine {
        /// From 1.
        line: usize,
    },
    /// Messages that were picked.
    PickBlocks {
        /// Their ids.
        picked: BTreeSet<u32>,
    },
    /// Facts that were picked.
    Facts {
        /// By their place among the facts of the run.
        picked: BTreeSet<u32>,
    },
    /// Dials that were set; those left out stand at their start.
    Dials {
        /// The setting.
        set: Settings,
    },
    /// Code; as a solution. Programs are graded by what they did, see `Course::grade_program`.
    Code {
        /// What stands in the part that is written.
        text: String,
    },
    /// Words.
    Explain {
        /// The words.
        text: String,
    },
}

/// The members of all kinds of answers.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Given {
    kind: String,
    value: Option<f64>,
    items: Option<Vec<StepKind>>,
    line: Option<usize>,
    picked: Option<Vec<Value>>,
    set: Option<Settings>,
    text: Option<String>,
}

impl Answer {
    /// Reads an answer from JSON; on `Err` what is wrong with it.
    pub fn read(json: Value) -> Result<Self, String> {
        let given: Given = serde_json::from_value(json).map_err(|error| error.to_string())?;
        let Given { kind, value, items, line, picked, set, text } = given;
        let numbers = |picked: Vec<Value>| -> Option<BTreeSet<u32>> {
            let number = |it: Value| it.as_u64().and_then(|it| u32::try_from(it).ok());
            picked.into_iter().map(number).collect()
        };
        let ids = |picked: Vec<Value>| -> Option<BTreeSet<String>> {
            picked.into_iter().map(|it| it.as_str().map(str::to_owned)).collect()
        };
        let answer = match kind.as_str() {
            "number" => value.map(|value| Self::Number { value }),
            "choice" => value.map(|value| Self::Choice { value }),
            "claims" => picked.and_then(ids).map(|picked| Self::Claims { picked }),
            "order" => items.map(|items| Self::Order { items }),
            "pick-line" => line.map(|line| Self::PickLine { line }),
            "pick-blocks" => picked.and_then(numbers).map(|picked| Self::PickBlocks { picked }),
            "facts" => picked.and_then(numbers).map(|picked| Self::Facts { picked }),
            "dials" => set.map(|set| Self::Dials { set }),
            "code" => text.map(|text| Self::Code { text }),
            "explain" => text.map(|text| Self::Explain { text }),
            _ => return Err(format!("there is no kind {kind:?}")),
        };
        answer.ok_or_else(|| format!("an answer of the kind {kind:?} has not what it needs"))
    }
}

/// What came of an answer. The six are never merged: they say whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It is right.
    Passed,
    /// It is not right yet.
    NotYet,
    /// The run that it makes found nothing prepared for what it went on to ask.
    DidNotFinish,
    /// The run that it makes is none.
    CouldNotRun,
    /// The fault is the course's; nothing is said about the answer.
    CouldNotCheck,
    /// It is kept, and not marked.
    Kept,
}

/// What is said of an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The task.
    pub task: String,
    /// What came of it.
    pub outcome: Outcome,
    /// The words are in the catalogs under `verdict-<code>`.
    pub code: &'static str,
    /// Their arguments.
    pub args: Args,
    /// The named wrong answer, or claim, that was given.
    pub wrong: Option<String>,
    /// For dials: the goals that hold.
    pub met: Vec<String>,
    /// Where it is seen.
    pub jump: Option<RunPlace>,
    /// Where the answer would be right.
    pub world: Option<RunPlace>,
}

/// The right answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solution {
    /// The answer; none for words of the learner's own.
    pub answer: Option<Answer>,
    /// Every line that is right.
    pub lines: Vec<usize>,
    /// Where it is seen.
    pub jump: Option<RunPlace>,
}

/// Why an answer is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Ungraded {
    /// There is no such exercise or task.
    Unknown(String),
    /// It is not an answer to this task.
    NoAnswer(String),
}

impl Course {
    /// Grades an answer.
    pub fn grade(&self, exercise: &str, task: &str, answer: &Answer) -> Result<Verdict, Ungraded> {
        let (exercise, place) = self.task(exercise, task)?;
        let worked = match self.work(exercise, place) {
            Ok(worked) => worked,
            Err(faults) => return Ok(self.unchecked(exercise, task, faults)),
        };
        let marking = Marking { course: self, exercise, worked: &worked };
        marking.mark(answer).map_err(Ungraded::NoAnswer)
    }

    /// The right answer to a task, or the faults of the course for which there is none.
    pub fn solution(
        &self,
        exercise: &str,
        task: &str,
    ) -> Result<Result<Solution, Vec<Issue>>, Ungraded> {
        let (exercise, place) = self.task(exercise, task)?;
        let worked = self.work(exercise, place);
        Ok(worked.map(|worked| solution(&worked)).map_err(|it| self.told(&exercise.document, it)))
    }

    pub(super) fn task(&self, exercise: &str, task: &str) -> Result<(&Exercise, usize), Ungraded> {
        let unknown = |what: &str, id: &str| Ungraded::Unknown(format!("there is no {what} {id}"));
        let found = self.find(exercise).ok_or_else(|| unknown("exercise", exercise))?;
        let mut tasks = found.file.tasks.iter();
        let place = tasks.position(|it| it.id() == task).ok_or_else(|| unknown("task", task))?;
        Ok((found, place))
    }

    pub(super) fn unchecked(&self, exercise: &Exercise, task: &str, faults: Vec<Fault>) -> Verdict {
        let issue = self.told(&exercise.document, faults).into_iter().next();
        let detail = issue.map_or_else(String::new, |issue| {
            format!("{}:{}:{} {}", issue.file, issue.line, issue.column, issue.code)
        });
        let mut verdict = Verdict::of(task, Outcome::CouldNotCheck, "course");
        verdict.args = args([("detail", detail.into())]);
        verdict
    }
}

fn solution(worked: &Worked) -> Solution {
    let mut lines = Vec::new();
    let answer = match &worked.body {
        Body::Number { right, .. } => Some(Answer::Number { value: *right }),
        Body::Choice { right, .. } => Some(Answer::Choice { value: *right }),
        Body::Claims { claims, .. } => {
            let right = claims.iter().filter(|claim| claim.holds);
            Some(Answer::Claims { picked: right.map(|claim| claim.id.clone()).collect() })
        }
        Body::Order { right, .. } => Some(Answer::Order { items: right.clone() }),
        Body::Line { right, .. } => {
            lines.clone_from(right);
            right.first().map(|line| Answer::PickLine { line: *line })
        }
        Body::Blocks { right, .. } => Some(Answer::PickBlocks { picked: right.clone() }),
        Body::Facts { right, .. } => Some(Answer::Facts { picked: right.clone() }),
        Body::Dials { dials, .. } => Some(Answer::Dials { set: dials.solution() }),
        Body::Code(code) => Some(Answer::Code { text: code.solution.clone() }),
        Body::Explain => None,
    };
    Solution { answer, lines, jump: worked.jump.as_ref().map(RunPlace::from) }
}

impl Worked {
    /// Where an answer is seen in the run that it made: where the author says, if that run has such
    /// a step, or else where its first goal is decided.
    pub(super) fn jump_in(&self, world: &World, first: Option<&Held>) -> Option<RunPlace> {
        let own = self.moment.as_ref().and_then(|moment| step(&world.run, moment, "").ok());
        let own = own.map(|step| RunPlace::of(world, step));
        own.or_else(|| first.map(|held| RunPlace::of(&held.world, held.step)))
    }
}

impl Verdict {
    pub(super) fn of(task: &str, outcome: Outcome, code: &'static str) -> Self {
        Self {
            task: task.to_owned(),
            outcome,
            code,
            args: Args::new(),
            wrong: None,
            met: Vec::new(),
            jump: None,
            world: None,
        }
    }
}

struct Marking<'c> {
    course: &'c Course,
    exercise: &'c Exercise,
    worked: &'c Worked,
}

impl Marking<'_> {
    fn mark(&self, answer: &Answer) -> Result<Verdict, String> {
        match (&self.worked.body, answer) {
            (Body::Number { tolerance, right, wrong, .. }, Answer::Number { value }) => {
                if !value.is_finite() {
                    return Err("value is no number".to_owned());
                }
                let is = |one: &f64| (one - value).abs() <= *tolerance;
                Ok(self.number(*value, *right, wrong, is))
            }
            (Body::Choice { right, wrong, .. }, Answer::Choice { value }) => {
                let is = |one: &f64| one.total_cmp(value).is_eq();
                if !is(right) && !wrong.iter().any(|wrong| is(&wrong.answer)) {
                    return Err(format!("{value} is none of the options"));
                }
                Ok(self.number(*value, *right, wrong, is))
            }
            (Body::Claims { pick, .. }, Answer::Claims { picked }) => self.claims(*pick, picked),
            (Body::Order { right, steps, wrong, .. }, Answer::Order { items }) => {
                self.order(right, steps, wrong, items)
            }
            (Body::Line { code, right, wrong }, Answer::PickLine { line }) => {
                let count = code.lines().count();
                if !(1..=count).contains(line) {
                    return Err(format!("line {line} is not one of 1 to {count}"));
                }
                let named = wrong.iter().find(|wrong| wrong.answer.contains(line));
                Ok(self.judged(right.contains(line), named, "line", Args::new()))
            }
            (Body::Blocks { blocks, right, wrong, .. }, Answer::PickBlocks { picked }) => {
                self.picked(blocks, right, wrong, picked)
            }
            (Body::Facts { known, right, wrong, .. }, Answer::Facts { picked }) => {
                self.picked(known, right, wrong, picked)
            }
            (Body::Dials { dials, .. }, Answer::Dials { set }) => self.dials(dials, set),
            (Body::Code(_), Answer::Code { .. }) => {
                Err("a program is graded by what it did".to_owned())
            }
            (Body::Explain, Answer::Explain { .. }) => {
                Ok(Verdict { jump: self.jump(), ..self.verdict(Outcome::Kept, "kept") })
            }
            _ => Err(format!("this task is of the kind {}", self.worked.kind)),
        }
    }

    fn verdict(&self, outcome: Outcome, code: &'static str) -> Verdict {
        Verdict::of(&self.worked.id, outcome, code)
    }

    fn jump(&self) -> Option<RunPlace> {
        self.worked.jump.as_ref().map(RunPlace::from)
    }

    fn judged<T>(
        &self,
        is_right: bool,
        named: Option<&Wrong<T>>,
        code: &'static str,
        args: Args,
    ) -> Verdict {
        if is_right {
            return Verdict { jump: self.jump(), ..self.verdict(Outcome::Passed, "passed") };
        }
        let mut verdict = self.verdict(Outcome::NotYet, code);
        verdict.args = args;
        verdict.jump = self.jump();
        if let Some(named) = named {
            verdict.code = "named";
            verdict.args = Args::new();
            verdict.wrong = Some(named.id.clone());
            verdict.world = named.world.as_ref().map(RunPlace::from);
        }
        verdict
    }

    fn number(
        &self,
        value: f64,
        right: f64,
        wrong: &[Wrong<f64>],
        is: impl Fn(&f64) -> bool,
    ) -> Verdict {
        let named = wrong.iter().find(|wrong| is(&wrong.answer));
        self.judged(is(&right), named, if value < right { "low" } else { "high" }, Args::new())
    }

    fn claims(&self, pick: Pick, picked: &BTreeSet<String>) -> Result<Verdict, String> {
        let Body::Claims { claims, .. } = &self.worked.body else { return Err(String::new()) };
        if let Some(unknown) = picked.iter().find(|id| !claims.iter().any(|it| it.id == **id)) {
            return Err(format!("there is no claim {unknown}"));
        }
        if pick == Pick::One && picked.len() != 1 {
            return Err("one claim is to be picked".to_owned());
        }
        let extra: Vec<_> =
            claims.iter().filter(|it| !it.holds && picked.contains(&it.id)).collect();
        let missing: Vec<_> =
            claims.iter().filter(|it| it.holds && !picked.contains(&it.id)).collect();
        let (code, count) =
            if extra.is_empty() { ("missing", missing.len()) } else { ("extra", extra.len()) };
        let args = args([("count", count.into())]);
        let is_right = extra.is_empty() && missing.is_empty();
        let mut verdict = self.judged(is_right, None::<&Wrong<()>>, code, args);
        if let Some(claim) = extra.first().or_else(|| missing.first()) {
            if self.worked.moment.is_none() {
                verdict.jump = Some(RunPlace::from(&claim.place));
            }
            // What is missing is not told: it would be the answer.
            verdict.wrong = extra.first().map(|claim| claim.id.clone());
            if verdict.wrong.is_some() && pick == Pick::One {
                (verdict.code, verdict.args) = ("named", Args::new());
            }
        }
        Ok(verdict)
    }

    fn order(
        &self,
        right: &[StepKind],
        steps: &[usize],
        wrong: &[Wrong<Vec<StepKind>>],
        items: &[StepKind],
    ) -> Result<Verdict, String> {
        let all = |kinds: &[StepKind]| -> BTreeSet<String> {
            kinds.iter().map(|kind| kind_name(*kind)).collect()
        };
        if items.len() != right.len() || all(items) != all(right) {
            return Err("every item is to be there once".to_owned());
        }
        let count = items.iter().zip(right).take_while(|(one, other)| one == other).count();
        let named = wrong.iter().find(|wrong| wrong.answer == items);
        let args = args([("count", count.into())]);
        let mut verdict = self.judged(count == right.len(), named, "order", args);
        let own = self.worked.moment.as_ref();
        if let (Some(step), Some(world), None) = (steps.get(count), &self.worked.world, own) {
            verdict.jump = Some(RunPlace::of(world, *step));
        }
        Ok(verdict)
    }

    fn picked(
        &self,
        known: &[u32],
        right: &BTreeSet<u32>,
        wrong: &[Wrong<BTreeSet<u32>>],
        picked: &BTreeSet<u32>,
    ) -> Result<Verdict, String> {
        if let Some(unknown) = picked.iter().find(|id| !known.contains(id)) {
            return Err(format!("{unknown} is not there to be picked"));
        }
        let named = wrong.iter().find(|wrong| wrong.answer == *picked);
        let extra = picked.difference(right).count();
        let missing = right.difference(picked).count();
        let (code, count) = if extra > 0 { ("extra", extra) } else { ("missing", missing) };
        let args = args([("count", count.into())]);
        Ok(self.judged(picked == right, named, code, args))
    }

    fn dials(&self, dials: &Dials, set: &Settings) -> Result<Verdict, String> {
        for dial in &dials.specs {
            let value = set.get(dial.key).unwrap_or(dial.start);
            if !(dial.min..=dial.max).contains(&value) {
                return Err(format!(
                    "{} is {value}, which is not from {} to {}",
                    word(dial.key),
                    dial.min,
                    dial.max
                ));
            }
        }
        let scope = self.course.scope(Some(self.exercise));
        Ok(match dials.play(scope, set) {
            Ok(setting) => self.setting(dials, set, &setting),
            Err(Unset::NoRun(issues)) => {
                let detail = issues.first().map_or("", |issue| issue.code);
                let mut verdict = self.verdict(Outcome::CouldNotRun, "no-run");
                verdict.args = issues.first().map_or_else(Args::new, |issue| issue.args.clone());
                verdict.args.insert("detail", detail.into());
                verdict
            }
            Err(Unset::Fault(fault)) => {
                self.course.unchecked(self.exercise, &self.worked.id, vec![fault])
            }
        })
    }

    fn setting(&self, dials: &Dials, set: &Settings, setting: &Setting) -> Verdict {
        let owned = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect();
        let met: Vec<String> = owned(setting.goals(&dials.goals, true));
        let broken = setting.goals(&dials.goals, false);
        let summary = setting.world.run.summary();
        let Some(goal) = broken.first() else {
            let mut verdict = self.verdict(Outcome::Passed, "passed");
            verdict.met = met;
            verdict.jump = self.worked.jump_in(&setting.world, setting.goals.first());
            return verdict;
        };
        // Where nothing was prepared any more, the run says nothing about the setting.
        if summary.ending == Ending::ScriptEnded {
            let mut verdict = self.verdict(Outcome::DidNotFinish, "script-ended");
            verdict.args = args([("calls", summary.calls.into())]);
            verdict.jump = Some(RunPlace::of(&setting.world, summary.last));
            return verdict;
        }
        let mut verdict = self.verdict(Outcome::NotYet, "goal");
        verdict.args = args([("goal", (*goal).into())]);
        verdict.met = met;
        let held = dials.goals.iter().zip(&setting.goals).find(|(_, held)| !held.holds);
        verdict.jump = held.map(|(_, held)| RunPlace::of(&held.world, held.step));
        verdict.wrong = dials.like(set, goal).map(|wrong| wrong.id.clone());
        verdict
    }
}
