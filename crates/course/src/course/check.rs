//! Checks a whole course: everything that shows only when its runs are played, its words are read
//! side by side, and its files are counted.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    path::Path,
};

use super::{
    COURSE_FILE, Course, Exercise, Sandbox, ask, lock,
    program::{SOURCE, TOGGLES},
    source::CourseSource,
    texts::{self, same_ids},
    worlds,
};
use crate::{
    format::{
        code::CodeTask,
        document::{Document, MAX_ISSUES, Spot},
        files::{LangTag, RunSpec},
        near::nearest,
        secret,
        tasks::{DialsTask, Task},
    },
    patch::{Bug, Patch},
    run::Run,
    source::{Arg, Issue, args},
};

pub(crate) fn check(source: &CourseSource) -> Vec<Issue> {
    let source = &source.clone().without_marks();
    let (course, mut issues) = Course::read(source.clone());
    secrets(source, &mut issues);
    match &course {
        Some(course) => {
            scenarios(source, &course.file.languages, &mut issues);
            course.whole(&mut issues);
        }
        None => scenarios(source, &[LangTag::En, LangTag::PtBr, LangTag::Ko], &mut issues),
    }
    once(issues)
}

/// The faults of a course, and of the programs of those exercises that work out.
pub(crate) fn check_with(source: &CourseSource, sandbox: &impl Sandbox) -> Vec<Issue> {
    let mut issues = check(source);
    if let (Some(course), _) = Course::read(source.clone()) {
        issues.extend(course.check_programs(sandbox));
    }
    once(issues)
}

/// Each fault once: one of a scenario shows in each of its languages. Of a file no more than can be
/// read, and that there are others. What is repeated of a file or its name shows no key.
fn once(issues: Vec<Issue>) -> Vec<Issue> {
    let mut told: Vec<Issue> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for mut issue in issues {
        for arg in issue.args.values_mut() {
            if let Arg::Text(text) = arg {
                *text = secret::masked(text).into_owned();
            }
        }
        issue.file = secret::masked(&issue.file).into_owned();
        let count = counts.entry(issue.file.clone()).or_default();
        if *count > MAX_ISSUES || !seen.insert(format!("{issue:?}")) {
            continue;
        }
        *count += 1;
        told.push(match *count {
            ..=MAX_ISSUES => issue,
            _ => more_faults(issue.file),
        });
    }
    told
}

/// What is told of a file instead of all its other faults.
fn more_faults(file: String) -> Issue {
    let args = args([("limit", MAX_ISSUES.into())]);
    Issue { code: "more-faults", file, line: 0, column: 0, args }
}

/// Checks that each scenario plays in every language.
fn scenarios(source: &CourseSource, languages: &[LangTag], issues: &mut Vec<Issue>) {
    for (name, _) in source.within("scenarios/", ".toml") {
        for lang in languages {
            let run = source.scenario(name, *lang).and_then(|it| Run::new(&it, &Patch::default()));
            issues.extend(run.err().into_iter().flatten());
        }
    }
}

fn secrets(source: &CourseSource, issues: &mut Vec<Issue>) {
    for file in &source.files {
        if !secret::places(&file.name).is_empty() {
            let (code, file) = ("secret", file.name.clone());
            issues.push(Issue { code, file, line: 0, column: 0, args: args([]) });
        }
        let notes = secret::places(&file.text).into_iter().map(|at| (at, "secret", args([])));
        texts::place(file, notes.collect(), issues);
    }
}

impl Course {
    fn whole(&self, issues: &mut Vec<Issue>) {
        let mut document = self.document.without_issues();
        self.ids(&mut document);
        self.references(&mut document);
        self.runs(&mut document, &self.file.runs.0, issues);
        issues.append(&mut document.issues);

        let mut faults = Vec::new();
        let values = ask::values(&self.scope(None), &self.file.values.0, &mut faults);
        for place in 0..self.file.sections.len() {
            faults.extend(self.standing(place, &format!("/sections/{place}")).err());
        }
        issues.extend(self.told_here(&self.document, faults));
        // A value that cannot be read has a name all the same.
        let named = |queries: &[(String, _)], values: &BTreeMap<String, f64>| {
            let names = queries.iter().map(|(name, _)| name.clone());
            let value = |name: &String| values.get(name).copied().unwrap_or(f64::NAN);
            names.map(|name| (name.clone(), value(&name))).collect::<Vec<_>>()
        };
        let shared = named(&self.file.values.0, &values);
        texts::check_course(self, &shared, issues);
        for exercise in &self.exercises {
            let mut faults = Vec::new();
            let own =
                ask::values(&self.scope(Some(exercise)), &exercise.file.values.0, &mut faults);
            let own = named(&exercise.file.values.0, &own);
            self.exercise_whole(exercise, faults, issues);
            let mut all = own;
            all.extend(shared.iter().cloned());
            texts::check_exercise(self, exercise, &all, issues);
        }
        let has_code = [SOURCE, TOGGLES].into_iter().any(|name| self.source.find(name).is_some());
        if has_code {
            match self.program() {
                Ok(program) => issues.extend(program.faults()),
                Err(issue) => issues.push(issue.clone()),
            }
        }
        self.files(issues);
        self.twice(issues);
        lock::check(self, issues);
    }

    fn exercise_whole(
        &self,
        exercise: &Exercise,
        faults: Vec<ask::Fault>,
        issues: &mut Vec<Issue>,
    ) {
        let mut document = exercise.document.without_issues();
        exercise_ids(exercise, &mut document);
        for (name, _) in &exercise.file.values.0 {
            if self.file.values.0.iter().any(|(shared, _)| shared == name) {
                let args = args([("id", name.as_str().into())]);
                document.note(&format!("/values/{name}"), Spot::Key, "same-id", args);
            }
        }
        self.runs(&mut document, &exercise.file.runs.0, issues);
        issues.append(&mut document.issues);
        let mut faults = faults;
        for place in 0..exercise.file.tasks.len() {
            faults.extend(self.work(exercise, place).err().into_iter().flatten());
        }
        issues.extend(self.told_here(&exercise.document, faults));
    }

    /// The faults that are to be told of a file; why a run cannot be played is told elsewhere.
    fn told_here(&self, document: &Document, faults: Vec<ask::Fault>) -> Vec<Issue> {
        let placed = faults.into_iter().filter(|fault| !matches!(fault, ask::Fault::Unplayable));
        self.told(document, placed.collect())
    }

    fn ids(&self, document: &mut Document) {
        let sections = self.file.sections.iter().enumerate();
        let sections =
            sections.map(|(place, it)| (format!("/sections/{place}/id"), it.id.0.as_str()));
        same_ids(document, sections, &["title"]);
        let criteria = self.file.criteria.iter().enumerate();
        let criteria =
            criteria.map(|(place, it)| (format!("/criteria/{place}/id"), it.id.0.as_str()));
        same_ids(document, criteria, &[]);
        let languages = self.file.languages.iter().enumerate();
        let languages = languages.map(|(place, it)| (format!("/languages/{place}"), it.as_str()));
        same_ids(document, languages, &[]);
        let listed = self.file.sections.iter().enumerate().flat_map(|(section, it)| {
            let exercises = it.exercises.iter().enumerate();
            exercises.map(move |(place, id)| {
                (format!("/sections/{section}/exercises/{place}"), id.0.as_str())
            })
        });
        same_ids(document, listed, &[]);
    }

    /// Checks that the exercises that are named are there.
    fn references(&self, document: &mut Document) {
        let mut named = Vec::new();
        for (place, section) in self.file.sections.iter().enumerate() {
            let exercises = section.exercises.iter().enumerate();
            named.extend(
                exercises.map(|(at, id)| (format!("/sections/{place}/exercises/{at}"), &id.0)),
            );
        }
        for (place, criterion) in self.file.criteria.iter().enumerate() {
            let exercise = criterion.exercise.iter();
            named.extend(exercise.map(|id| (format!("/criteria/{place}/exercise"), &id.0)));
        }
        let known: BTreeSet<_> =
            self.source.within("exercises/", ".toml").map(|(id, _)| id).collect();
        for (pointer, id) in named.into_iter().filter(|(_, id)| !known.contains(&id.as_str())) {
            let args = args([
                ("exercise", id.as_str().into()),
                ("nearest", nearest(id, known.iter().copied()).unwrap_or("none").into()),
            ]);
            document.note(&pointer, Spot::Value, "unknown-exercise", args);
        }
    }

    /// Checks that the runs of a file can be played.
    fn runs(&self, document: &mut Document, runs: &[(String, RunSpec)], issues: &mut Vec<Issue>) {
        for (name, spec) in runs {
            let pointer = format!("/runs/{name}");
            if self.source.find(&format!("scenarios/{}.toml", spec.scenario.0)).is_none() {
                let known: Vec<_> =
                    self.source.within("scenarios/", ".toml").map(|(name, _)| name).collect();
                let near = nearest(&spec.scenario.0, known.iter().copied()).unwrap_or("none");
                let args = args([
                    ("scenario", spec.scenario.0.as_str().into()),
                    ("known", known.join(", ").into()),
                    ("nearest", near.into()),
                ]);
                document.note(
                    &format!("{pointer}/scenario"),
                    Spot::Value,
                    "unknown-scenario",
                    args,
                );
                continue;
            }
            let played = self.worlds.play(&self.source, spec);
            if played.is_ok() {
                self.bugs(document, &pointer, &spec.bugs);
            }
            for issue in played.err().into_iter().flatten() {
                if issue.is_of_patch() {
                    document.note(&pointer, Spot::Value, issue.code, issue.args);
                } else {
                    issues.push(issue);
                }
            }
        }
    }

    /// Checks that no mistake is named twice, and that the lesson's code can be shown with each.
    fn bugs(&self, document: &mut Document, pointer: &str, bugs: &[Bug]) {
        let program = self.source.find(TOGGLES).and_then(|_| self.program().ok());
        for (place, bug) in bugs.iter().enumerate() {
            let word = bug.as_str();
            let (code, args) = if bugs[..place].contains(bug) {
                ("named-twice", args([("id", word.into())]))
            } else if program.is_some_and(|program| !program.has(*bug)) {
                ("no-change", args([("bug", word.into())]))
            } else {
                continue;
            };
            document.note(&format!("{pointer}/bugs/{place}"), Spot::Value, code, args);
        }
    }

    /// Why runs cannot be played.
    pub(crate) fn unplayable(&self) -> Vec<Issue> {
        let mut issues = Vec::new();
        let mut document = self.document.without_issues();
        self.runs(&mut document, &self.file.runs.0, &mut issues);
        issues.append(&mut document.issues);
        for exercise in &self.exercises {
            let mut document = exercise.document.without_issues();
            self.runs(&mut document, &exercise.file.runs.0, &mut issues);
            issues.append(&mut document.issues);
        }
        issues
    }

    /// Refuses files that nothing uses.
    fn files(&self, issues: &mut Vec<Issue>) {
        let mut used: BTreeSet<String> =
            [COURSE_FILE, "course.lock.toml"].map(str::to_owned).into();
        let languages: Vec<_> = self.file.languages.iter().map(|lang| lang.as_str()).collect();
        let mut texts = |folder: &str, end: &str| {
            used.extend(languages.iter().map(|lang| format!("{folder}/{lang}{end}")));
        };
        texts("course", ".ftl");
        for section in &self.file.sections {
            texts(&format!("sections/{}", section.id.0), ".md");
            for exercise in &section.exercises {
                texts(&format!("exercises/{}", exercise.0), ".ftl");
            }
        }
        for exercise in &self.exercises {
            for task in &exercise.file.tasks {
                let Task::Code(task) = task else { continue };
                let file =
                    |name: &str| format!("exercises/{}/{}/{name}.js", exercise.id, task.id.0);
                used.extend(["start", "solution"].map(file));
                used.extend(task.wrong.iter().map(|it| file(&format!("wrong/{}", it.id.0))));
            }
        }
        let listed = self.file.sections.iter().flat_map(|section| &section.exercises);
        used.extend(listed.map(|id| format!("exercises/{}.toml", id.0)));
        let there = self.source.within("exercises/", ".toml").map(|(id, _)| id);
        let unread: Vec<_> = there.filter(|id| self.find(id).is_none()).collect();
        for file in &self.source.files {
            let is_own = !file.name.contains('/')
                && Path::new(&file.name).extension() == Some(OsStr::new("toml"));
            let folders = ["course/", "sections/", "exercises/"];
            let is_within = folders.iter().any(|folder| file.name.starts_with(folder));
            // Of an exercise that nothing uses, its own file is told, and its texts go with it.
            let folder = file.name.rsplit_once('/').map_or("", |(folder, _)| folder);
            let owner = format!("{folder}.toml");
            let is_told = !used.contains(&owner) && self.source.find(&owner).is_some();
            // Of one that cannot be read, nobody knows what it uses.
            let mut unread = unread.iter();
            let is_told =
                is_told || unread.any(|id| file.name.starts_with(&format!("exercises/{id}/")));
            if (is_own || is_within) && !is_told && !used.contains(&file.name) {
                let stem = Path::new(&file.name).file_stem().and_then(OsStr::to_str);
                let lang = stem.filter(|stem| ["en", "pt-BR", "ko"].contains(stem));
                let lang =
                    lang.filter(|lang| self.file.languages.iter().all(|it| it.as_str() != *lang));
                let args = args([
                    ("file", file.name.as_str().into()),
                    ("lang", lang.unwrap_or("none").into()),
                ]);
                let name = file.name.clone();
                issues.push(Issue { code: "unused-file", file: name, line: 0, column: 0, args });
            }
        }
    }

    /// Plays every run once more: what is read off it is right only if it is always the same.
    fn twice(&self, issues: &mut Vec<Issue>) {
        let runs = self.exercises.iter().flat_map(|exercise| &exercise.file.runs.0);
        let lang = self.file.languages.first().copied().unwrap_or(LangTag::En);
        for (_, spec) in self.file.runs.0.iter().chain(runs) {
            let Ok(world) = self.worlds.play(&self.source, spec) else { continue };
            let again = worlds::play(&self.source, spec, lang);
            issues.extend(again.ok().and_then(|again| differing(&world.run, &again, spec)));
        }
    }
}

/// The fault of a run that is not the same when it is played again.
fn differing(one: &Run, other: &Run, spec: &RunSpec) -> Option<Issue> {
    let pairs = one.entries().iter().zip(other.entries());
    let same = pairs.take_while(|(one, other)| one == other).count();
    (same < one.entries().len().max(other.entries().len())).then(|| Issue {
        code: "not-identical",
        file: format!("scenarios/{}.toml", spec.scenario.0),
        line: 0,
        column: 0,
        args: args([("event", same.into())]),
    })
}

/// The ids within an exercise.
fn exercise_ids(exercise: &Exercise, document: &mut Document) {
    let tasks = exercise.file.tasks.iter().enumerate();
    let ids = tasks.clone().map(|(place, task)| (format!("/tasks/{place}/id"), task.id()));
    same_ids(document, ids, &["title", "intro"]);
    for (place, task) in tasks {
        let pointer = format!("/tasks/{place}");
        let wrong = task.wrong_ids().into_iter();
        same_ids(document, wrong.map(|(list, id)| (format!("{pointer}/{list}/id"), id)), &[]);
        if let Task::Dials(DialsTask { goals, .. }) | Task::Code(CodeTask { goals, .. }) = task {
            let goals = goals.iter().enumerate();
            let goals =
                goals.map(|(at, goal)| (format!("{pointer}/goals/{at}/id"), goal.id.0.as_str()));
            same_ids(document, goals, &[]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_comes_out_otherwise_is_told() {
        let file =
            |name: &str, text: &str| crate::SourceFile { name: name.into(), text: text.into() };
        let source = CourseSource {
            files: vec![
                file(
                    "scenarios/a.toml",
                    include_str!("../../../../course/lesson-6/scenarios/order-race.toml"),
                ),
                file(
                    "scenarios/a/en.toml",
                    include_str!("../../../../course/lesson-6/scenarios/order-race/en.toml"),
                ),
                file(
                    "scenarios/a/common.toml",
                    include_str!("../../../../course/lesson-6/scenarios/order-race/common.toml"),
                ),
            ],
        };
        let spec: RunSpec = serde_json::from_value(serde_json::json!({ "scenario": "a" })).unwrap();
        let play = |spec: &RunSpec| worlds::play(&source, spec, LangTag::En).unwrap();
        let run = play(&spec);
        assert_eq!(differing(&run, &play(&spec), &spec), None);
        let other = play(&RunSpec { window: Some(4000), ..spec.clone() });
        let issue = differing(&run, &other, &spec).unwrap();
        assert_eq!((issue.code, issue.file.as_str()), ("not-identical", "scenarios/a.toml"));
    }
}
