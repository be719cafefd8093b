//! `secondwind check` as an instructor meets it.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

mod faults;
mod folder;
mod programs;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::TempDir;

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secondwind"));
    // Relative paths, so that messages are the same on every machine.
    command.current_dir(folder).args(["check", "."]).args(args);
    command
}

fn check(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

/// The faults as JSON has them: each with its code and its file.
fn faults(folder: &Path, args: &[&str]) -> Vec<(String, String)> {
    let output = check(folder, &[&["--json"], args].concat());
    let issues: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(if issues.is_empty() { 0 } else { 2 }));
    let word = |issue: &Value, key: &str| issue[key].as_str().unwrap().to_owned();
    issues.iter().map(|issue| (word(issue, "code"), word(issue, "file"))).collect()
}

/// Faults as they are expected.
fn told(faults: &[(&str, &str)]) -> Vec<(String, String)> {
    faults.iter().map(|(code, file)| ((*code).to_owned(), (*file).to_owned())).collect()
}

/// A copy of a course that is whole, with edits.
fn course(edits: &[(&str, &str, &str)]) -> TempDir {
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/courses/tiny");
    let dir = TempDir::new().unwrap();
    copy(&tiny, dir.path());
    for (file, find, replace) in edits {
        let path = dir.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(find).count(), 1, "{find}");
        fs::write(path, text.replace(find, replace)).unwrap();
    }
    dir
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
