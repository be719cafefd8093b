//! The program in a folder of its own, as an instructor runs it.

use std::{
    path::Path,
    process::{Command, Output},
};

pub(crate) fn secondwind(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secondwind"));
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.current_dir(dir).args(args).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Runs a command that has to succeed, and answers what it prints.
#[track_caller]
pub(crate) fn said(dir: &Path, args: &[&str]) -> String {
    let output = secondwind(dir, args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// Runs a command that has to be refused, and answers why.
#[track_caller]
pub(crate) fn refused(dir: &Path, args: &[&str]) -> String {
    let output = secondwind(dir, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    text(&output.stderr).trim_end().to_owned()
}
