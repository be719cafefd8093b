//! Reads the folder of a course, and tells what in it cannot be read.

use std::{
    fs::{self, DirEntry, FileType},
    io,
    path::{Path, PathBuf},
};

use secondwind_course::{Args, CourseSource, Issue, MAX_BYTES, SourceFile, masked};

use crate::files::{self, Fault};

/// The folders that belong to a course, beside what lies at its top.
const FOLDERS: [&str; 5] = ["course", "sections", "exercises", "scenarios", "harness"];

/// The files that are read.
const ENDINGS: [&str; 5] = ["toml", "ftl", "md", "js", "json"];

/// The file that a course begins with.
pub(crate) const COURSE: &str = "course.toml";

/// The file of the published ids.
pub(crate) const LOCK: &str = "course.lock.toml";

/// How deep folders are looked into: exercises/ID/TASK/wrong/NAME.js.
const DEPTH: usize = 4;

/// The folder of a course; of a folder that is none, those of the courses that lie directly in it.
pub(crate) fn courses(folder: &Path) -> Vec<PathBuf> {
    let is_course = |folder: &Path| fs::symlink_metadata(folder.join(COURSE)).is_ok();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut within: Vec<_> =
        folders.map(|entry| entry.path()).filter(|path| is_course(path)).collect();
    within.sort();
    if is_course(folder) || within.is_empty() { vec![folder.to_path_buf()] } else { within }
}

/// All text files of a course, and the faults of those that cannot be read.
pub(crate) fn read(folder: &Path) -> Result<(CourseSource, Vec<Issue>), Fault> {
    let course = folder.join(COURSE);
    let mut found = Found::default();
    found.gather(folder, "", 0).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => no_course(&course),
        _ => files::unreadable(folder, &error),
    })?;
    if fs::symlink_metadata(&course).is_err() {
        return Err(no_course(&course));
    }
    // In the order of their names, whatever order the disk has.
    found.files.sort_by(|(one, _), (other, _)| one.cmp(other));
    found.issues.sort_by(|one, other| one.file.cmp(&other.file));
    let (mut files, mut unread) = (Vec::new(), found.issues);
    for (name, path) in found.files {
        match files::read(&path, MAX_BYTES) {
            Ok(SourceFile { text, .. }) => files.push(SourceFile { name, text }),
            Err(fault) => unread.push(issue(&name, fault)),
        }
    }
    Ok((CourseSource { files }, unread))
}

/// Why something cannot be read, as a fault of it.
pub(crate) fn issue(file: &str, (key, mut args): Fault) -> Issue {
    let code = match key {
        "error-too-large" => "too-large",
        "error-not-text" => "not-text",
        "error-no-course" => "no-course",
        _ => "unreadable",
    };
    let file = masked(file).into_owned();
    // One that went, or is none, has no reason of the system's.
    args.entry("reason").or_insert_with(|| "-".into());
    if code != "no-course" {
        args.insert("file", file.as_str().into());
    }
    Issue { code, file, line: 0, column: 0, args }
}

fn no_course(course: &Path) -> Fault {
    ("error-no-course", Args::from([("file", masked(&files::name(course)).into_owned().into())]))
}

/// What was found in a folder.
#[derive(Default)]
struct Found {
    /// The files that are to be read, by their names in the course.
    files: Vec<(String, PathBuf)>,
    issues: Vec<Issue>,
}

impl Found {
    fn gather(&mut self, folder: &Path, within: &str, depth: usize) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            self.take(&entry, within, depth, entry.file_type()?);
        }
        Ok(())
    }

    fn take(&mut self, entry: &DirEntry, within: &str, depth: usize, kind: FileType) {
        let (path, own) = (entry.path(), entry.file_name());
        let name = own.to_string_lossy();
        let inner = format!("{within}{name}");
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let endings = if depth == 0 { &ENDINGS[..1] } else { &ENDINGS[..] };
        let is_folder = if kind.is_symlink() { path.is_dir() } else { kind.is_dir() };
        let is_own = if is_folder {
            depth < DEPTH && (depth > 0 || FOLDERS.contains(&name.as_ref()))
        } else {
            endings.contains(&ending)
        };
        // What is hidden is an editor's or the system's own, such as the lock of a file that is open.
        if !is_own || name.starts_with('.') {
            return;
        }
        let refused = |code: &'static str| {
            let file = masked(&inner).into_owned();
            Issue {
                code,
                line: 0,
                column: 0,
                args: Args::from([("file", file.as_str().into())]),
                file,
            }
        };
        if own.to_str().is_none() {
            self.issues.push(refused("name-not-text"));
        } else if kind.is_symlink() {
            // What it leads to lies elsewhere, or may tomorrow, and does not travel with the course.
            self.issues.push(refused("link"));
        } else if is_folder {
            let gathered = self.gather(&path, &format!("{inner}/"), depth + 1);
            let issue = |error| issue(&inner, files::unreadable(&path, &error));
            self.issues.extend(gathered.err().map(issue));
        } else {
            self.files.push((inner, path));
        }
    }
}
