//! Courses and exercises: read, shown, graded, and checked.

pub(crate) mod ask;
mod check;
mod code;
mod grade;
mod lock;
pub(crate) mod program;
mod source;
pub(crate) mod task;
mod texts;
mod view;
pub(crate) mod worlds;

use std::cell::OnceCell;

use self::{
    ask::{Fault, Scope},
    program::Program,
    worlds::Worlds,
};
pub use self::{
    code::{CourseProgram, Sandbox, Tried},
    grade::{Answer, Outcome, Solution, Ungraded, Verdict},
    lock::lock_file,
    source::CourseSource,
    view::{CourseRun, CourseView, ExerciseView, RunPlace, SectionView, TaskView},
};
use crate::{
    format::{
        document::Document,
        files::{CourseFile, ExerciseFile, LangTag},
        shape,
    },
    source::{Issue, MAX_BYTES},
};

/// The name of the file that a course begins with.
pub(crate) const COURSE_FILE: &str = "course.toml";

/// A course that was read. Its runs are played when they are asked for.
#[derive(Debug)]
pub struct Course {
    pub(crate) source: CourseSource,
    pub(crate) file: CourseFile,
    pub(crate) document: Document,
    pub(crate) exercises: Vec<Exercise>,
    pub(crate) worlds: Worlds,
    program: OnceCell<Result<Program, Issue>>,
}

/// An exercise that was read.
#[derive(Debug)]
pub(crate) struct Exercise {
    pub(crate) id: String,
    pub(crate) file: ExerciseFile,
    pub(crate) document: Document,
}

impl Course {
    /// Reads a course; answers it, or every fault of its files' form. Faults that show only when
    /// runs are played are told by [`check_course`](Course::check).
    pub fn new(source: CourseSource) -> Result<Self, Vec<Issue>> {
        let (course, issues) = Self::read(source);
        course.filter(|_| issues.is_empty()).ok_or(issues)
    }

    /// Every fault of a course: none where the list is empty. Plays every run.
    pub fn check(source: &CourseSource) -> Vec<Issue> {
        check::check(source)
    }

    /// The same with the faults of its programs, which run in a sandbox.
    pub fn check_with(source: &CourseSource, sandbox: &impl Sandbox) -> Vec<Issue> {
        check::check_with(source, sandbox)
    }

    /// Reads as much as can be read.
    fn read(source: CourseSource) -> (Option<Self>, Vec<Issue>) {
        let source = source.without_marks();
        let large = source.files.iter().filter(|file| file.text.len() > MAX_BYTES);
        let large = large.map(|file| Issue::too_large(&file.name, file.text.len() as u64));
        let mut issues: Vec<Issue> = large.collect();
        if !issues.is_empty() {
            return (None, issues);
        }
        let schema = shape::schema(shape::EXERCISE);
        let mut exercises = Vec::new();
        for (id, file) in source.within("exercises/", ".toml") {
            let (read, mut document) = shape::read::<ExerciseFile>(file, &schema);
            issues.append(&mut document.issues);
            if let Some(read) = read {
                exercises.push(Exercise { id: id.to_owned(), file: read, document });
            }
        }
        let Some(file) = source.find(COURSE_FILE) else {
            issues.insert(0, Issue::missing_file(COURSE_FILE));
            return (None, issues);
        };
        let schema = shape::schema(shape::COURSE);
        let (file, mut document) = shape::read::<CourseFile>(file, &schema);
        let mut own = std::mem::take(&mut document.issues);
        own.append(&mut issues);
        let course = file.map(|file| {
            let lang = file.languages.first().copied().unwrap_or(LangTag::En);
            let worlds = Worlds::new(lang);
            Self { source, file, document, exercises, worlds, program: OnceCell::new() }
        });
        (course, own)
    }

    /// The files that it was read from.
    pub const fn source(&self) -> &CourseSource {
        &self.source
    }

    pub(crate) fn find(&self, id: &str) -> Option<&Exercise> {
        self.exercises.iter().find(|exercise| exercise.id == id)
    }

    /// The runs that the course asks, or one of its exercises.
    pub(crate) fn scope<'c>(&'c self, exercise: Option<&'c Exercise>) -> Scope<'c> {
        Scope {
            source: &self.source,
            worlds: &self.worlds,
            own: exercise.map_or(&[], |exercise| &exercise.file.runs.0),
            shared: &self.file.runs.0,
            default: None,
            instead: None,
        }
    }

    /// The lesson's code.
    pub(crate) fn program(&self) -> Result<&Program, &Issue> {
        self.program.get_or_init(|| Program::read(&self.source)).as_ref()
    }

    /// The faults as they are told: each at its place, and those of runs at the files they are in.
    pub(crate) fn told(&self, document: &Document, faults: Vec<Fault>) -> Vec<Issue> {
        let mut told = document.without_issues();
        let mut elsewhere = Vec::new();
        let mut is_unplayable = false;
        for fault in faults {
            match fault {
                Fault::At { pointer, spot, code, args } => told.note(&pointer, spot, code, args),
                Fault::Elsewhere(issue) => elsewhere.push(issue),
                Fault::Unplayable => is_unplayable = true,
            }
        }
        let mut issues = told.issues;
        issues.append(&mut elsewhere);
        if issues.is_empty() && is_unplayable {
            issues.extend(self.unplayable());
        }
        issues
    }
}
