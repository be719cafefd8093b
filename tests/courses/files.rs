//! The files of courses, as tests read them.
#![allow(dead_code, reason = "not every test uses everything")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use secondwind_course::{CourseSource, SourceFile};

/// The scenarios and the harness of the lesson, without its course.
pub(crate) fn lesson() -> CourseSource {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../course/lesson-6");
    let mut source = read(&folder);
    let folders = ["scenarios/", "harness/"];
    source.files.retain(|file| folders.iter().any(|folder| file.name.starts_with(folder)));
    source
}

/// A course that is whole, with a task of every kind.
pub(crate) fn tiny() -> CourseSource {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("courses/tiny"))
}

/// The text of a file.
///
/// # Panics
/// When it is not there.
pub(crate) fn text<'s>(source: &'s CourseSource, name: &str) -> &'s str {
    let file = source.files.iter().find(|file| file.name == name);
    &file.unwrap_or_else(|| panic!("there is no {name}")).text
}

/// All text files in a folder.
///
/// # Panics
/// When one of them cannot be read.
pub(crate) fn read(folder: &Path) -> CourseSource {
    let mut files = Vec::new();
    gather(folder, folder, &mut files);
    files.sort_by(|one: &SourceFile, other| one.name.cmp(&other.name));
    assert!(!files.is_empty());
    CourseSource { files }
}

fn gather(root: &Path, folder: &Path, files: &mut Vec<SourceFile>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path: PathBuf = entry.expect("the folder can be read").path();
        if path.is_dir() {
            gather(root, &path, files);
            continue;
        }
        let name = path.strip_prefix(root).expect("it is within").display().to_string();
        let text = fs::read_to_string(&path).expect("the file can be read");
        files.push(SourceFile { name: name.replace('\\', "/"), text });
    }
}
