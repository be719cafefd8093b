//! The ids that were published: links, and what learners keep, name them, so that none may go or
//! come to mean something else.

use std::{collections::BTreeMap, fmt::Write as _};

use serde::Deserialize;
use serde_json::Value;

use super::{Course, source::CourseSource};
use crate::{
    format::{
        document::{Document, Spot},
        files::FORMAT,
    },
    source::{Issue, args},
};

const LOCK_FILE: &str = "course.lock.toml";

/// What stands at the top of the file.
const HEAD: &str = "# Every id that was published. `secondwind check DIR --lock` writes this file, and adds to it alone; notes of your own do not stay.\n";

/// The published ids.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Lock {
    format: Option<u32>,
    course: Option<String>,
    sections: Vec<String>,
    criteria: Vec<String>,
    /// The tasks of each exercise, each with its kind.
    exercises: BTreeMap<String, BTreeMap<String, String>>,
    /// By exercise and task what answers name, and what learners keep with them: claims, wrong
    /// answers, and goals.
    answers: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

impl Lock {
    fn of(course: &Course) -> Self {
        let file = &course.file;
        let exercises = course.exercises.iter().map(|exercise| {
            let tasks = exercise.file.tasks.iter();
            let tasks = tasks.map(|task| (task.id().to_owned(), task.kind().to_owned()));
            (exercise.id.clone(), tasks.collect())
        });
        let answers = course.exercises.iter().filter_map(|exercise| {
            let tasks = exercise.file.tasks.iter().map(|task| {
                let wrong = task.wrong_ids().into_iter().map(|(_, id)| id.to_owned());
                let goals = task.goal_ids().into_iter().map(|id| format!("goal-{id}"));
                (task.id().to_owned(), wrong.chain(goals).collect::<Vec<_>>())
            });
            let tasks: BTreeMap<_, _> = tasks.filter(|(_, ids)| !ids.is_empty()).collect();
            (!tasks.is_empty()).then(|| (exercise.id.clone(), tasks))
        });
        Self {
            format: Some(FORMAT),
            answers: answers.collect(),
            course: Some(file.id.0.clone()),
            sections: file.sections.iter().map(|section| section.id.0.clone()).collect(),
            criteria: file.criteria.iter().map(|criterion| criterion.id.0.clone()).collect(),
            exercises: exercises.collect(),
        }
    }

    /// The published ids of a course, and the document they stand in.
    fn read(source: &CourseSource) -> Result<Option<(Self, Document)>, Vec<Issue>> {
        let Some(file) = source.find(LOCK_FILE) else { return Ok(None) };
        let mut document = Document::parse(file);
        // What a newer version has written cannot be read here, and is not to be written over.
        let format = document.json.get("format").and_then(Value::as_u64);
        if let Some(found) = format.filter(|format| *format != u64::from(FORMAT)) {
            let args = args([("found", found.into()), ("supported", FORMAT.into())]);
            document.note("/format", Spot::Value, "lock-format", args);
        }
        if document.is_whole() {
            match serde_json::from_value::<Self>(document.json.clone()) {
                Ok(lock) => return Ok(Some((lock, document))),
                Err(error) => {
                    let args = args([("detail", error.to_string().into())]);
                    document.note("", Spot::Key, "lock", args);
                }
            }
        }
        Err(document.issues)
    }
}

/// Refuses ids that are gone, and tasks of another kind than they were.
pub(crate) fn check(course: &Course, issues: &mut Vec<Issue>) {
    let (lock, mut document) = match Lock::read(&course.source) {
        Ok(Some(read)) => read,
        Ok(None) => return,
        Err(found) => {
            issues.extend(found);
            return;
        }
    };
    let now = Lock::of(course);
    let gone = |document: &mut Document, pointer: &str, id: &str| {
        document.note(pointer, Spot::Key, "id-gone", args([("id", id.into())]));
    };
    if let Some(id) = lock.course.as_deref().filter(|id| now.course.as_deref() != Some(*id)) {
        gone(&mut document, "/course", id);
    }
    for (key, was, now) in
        [("sections", &lock.sections, &now.sections), ("criteria", &lock.criteria, &now.criteria)]
    {
        for (place, id) in was.iter().enumerate().filter(|(_, id)| !now.contains(id)) {
            gone(&mut document, &format!("/{key}/{place}"), id);
        }
    }
    for (exercise, tasks) in &lock.exercises {
        let Some(now) = now.exercises.get(exercise) else {
            // With faults of its own it is there all the same.
            if course.source.find(&format!("exercises/{exercise}.toml")).is_none() {
                gone(&mut document, &format!("/exercises/{exercise}"), exercise);
            }
            continue;
        };
        for (task, was) in tasks {
            let pointer = format!("/exercises/{exercise}/{task}");
            match now.get(task) {
                None => gone(&mut document, &pointer, &format!("{exercise}/{task}")),
                Some(now) if now != was => {
                    let args = args([
                        ("id", format!("{exercise}/{task}").into()),
                        ("was", was.as_str().into()),
                        ("now", now.as_str().into()),
                    ]);
                    document.note(&pointer, Spot::Value, "id-changed", args);
                }
                Some(_) => {}
            }
        }
    }
    for (exercise, tasks) in &lock.answers {
        let Some(known) = now.exercises.get(exercise) else { continue };
        for (task, ids) in tasks.iter().filter(|(task, _)| known.contains_key(*task)) {
            let now = now.answers.get(exercise).and_then(|tasks| tasks.get(task));
            let is_gone = |id: &&String| now.is_none_or(|now| !now.contains(*id));
            for (place, id) in ids.iter().enumerate().filter(|(_, id)| is_gone(id)) {
                let pointer = format!("/answers/{exercise}/{task}/{place}");
                gone(&mut document, &pointer, &format!("{exercise}/{task}/{id}"));
            }
        }
    }
    issues.append(&mut document.issues);
}

/// The text of `course.lock.toml` for a course as it is: what was published, and what is there now.
/// Faults of the course are answered instead, so that no id is published by mistake.
pub fn lock_file(source: &CourseSource) -> Result<String, Vec<Issue>> {
    let issues = Course::check(source);
    if !issues.is_empty() {
        return Err(issues);
    }
    let course = Course::new(source.clone())?;
    let mut lock = Lock::read(source)?.map_or_else(Lock::default, |(lock, _)| lock);
    let now = Lock::of(&course);
    lock.course = now.course;
    for (was, now) in [(&mut lock.sections, now.sections), (&mut lock.criteria, now.criteria)] {
        let new: Vec<_> = now.into_iter().filter(|id| !was.contains(id)).collect();
        was.extend(new);
    }
    for (exercise, tasks) in now.exercises {
        lock.exercises.entry(exercise).or_default().extend(tasks);
    }
    for (exercise, tasks) in now.answers {
        let locked = lock.answers.entry(exercise).or_default();
        for (task, ids) in tasks {
            let known = locked.entry(task).or_default();
            let new: Vec<_> = ids.into_iter().filter(|id| !known.contains(id)).collect();
            known.extend(new);
        }
    }
    Ok(lock.write())
}

impl Lock {
    fn write(&self) -> String {
        // What JSON writes of strings and lists of strings is TOML, too.
        let json = |value: Value| value.to_string();
        let mut text = format!("{HEAD}format = {FORMAT}\n");
        if let Some(course) = &self.course {
            let _ = writeln!(text, "course = {}", json(course.as_str().into()));
        }
        for (key, ids) in [("sections", &self.sections), ("criteria", &self.criteria)] {
            let _ = writeln!(text, "{key} = [");
            for id in ids {
                let _ = writeln!(text, "  {},", json(id.as_str().into()));
            }
            text.push_str("]\n");
        }
        for (exercise, tasks) in &self.exercises {
            let _ = writeln!(text, "\n[exercises.{exercise}]");
            for (task, kind) in tasks {
                let _ = writeln!(text, "{task} = {}", json(kind.as_str().into()));
            }
        }
        for (exercise, tasks) in &self.answers {
            let _ = writeln!(text, "\n[answers.{exercise}]");
            for (task, ids) in tasks {
                let ids: Vec<_> = ids.iter().map(|id| json(id.as_str().into())).collect();
                let _ = writeln!(text, "{task} = [{}]", ids.join(", "));
            }
        }
        text
    }
}
