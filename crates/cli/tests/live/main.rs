//! `secondwind run --live` against servers on this machine that speak as the providers do, in
//! streams of odd pieces, and that fail when they are told to.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

mod faults;
mod provider;
mod record;
mod refused;
mod whole;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use secondwind_course::{Patch, RecordingSource, Run, ScenarioSource, SourceFile};
use tempfile::TempDir;

use provider::Provider;

/// A key that must be seen nowhere but in the header that it is for.
const CANARY: &str = "sk-canary-5f0e9b71d2";

const LANGS: [&str; 3] = ["en", "pt-BR", "ko"];

const DIALECTS: [&str; 2] = ["anthropic", "openai-chat"];

fn scenario(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../course/lesson-6/scenarios");
    root.join(name)
}

/// A scenario with its texts in English.
fn source(name: &str) -> ScenarioSource {
    let path = scenario(name);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        SourceFile { name: path.display().to_string(), text }
    };
    let texts = ["en.toml", "common.toml"].map(|file| path.with_extension("").join(file));
    ScenarioSource { texts: texts.into_iter().map(read).collect(), scenario: read(path) }
}

/// The command line without keys, proxies or the language of the machine's own.
fn secondwind(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secondwind"));
    command.args(args);
    let keys = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "SECONDWIND_API_KEY"];
    for name in keys.into_iter().chain(["LC_ALL", "LC_MESSAGES", "LANG"]) {
        command.env_remove(name);
    }
    command
}

/// `run order-race.toml --live` with what every test needs, against a provider.
fn live(provider: &Provider, dialect: &str, args: &[&str]) -> Command {
    let path = scenario("order-race.toml").display().to_string();
    let mut command = secondwind(&["run", &path, "--live", "--yes", "--model", "scripted"]);
    command.args(["--base-url", &provider.url, "--dialect", dialect]).args(args);
    command.env("SECONDWIND_API_KEY", CANARY);
    command
}

/// What a command printed, and that the key is not in it.
struct Done {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl From<Output> for Done {
    #[track_caller]
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        for text in [&stdout, &stderr] {
            assert!(!text.contains(CANARY) && !text.contains("panicked"), "{text}");
        }
        Self { code: output.status.code(), stdout, stderr }
    }
}

#[track_caller]
fn done(command: &mut Command) -> Done {
    command.output().unwrap().into()
}

#[track_caller]
fn well(command: &mut Command) -> Done {
    let done = done(command);
    assert_eq!(done.code, Some(0), "{}\n{}", done.stdout, done.stderr);
    done
}

/// A recording as it lies in a file, which never holds the key.
#[track_caller]
fn recorded(path: &Path) -> RecordingSource {
    let text = fs::read_to_string(path).unwrap();
    assert!(!text.contains(CANARY), "{text}");
    RecordingSource { recording: SourceFile { name: path.display().to_string(), text } }
}

#[track_caller]
fn played(path: &Path) -> Run {
    Run::recorded(&recorded(path), &Patch::default()).unwrap()
}

/// A place for a recording.
fn place() -> (TempDir, PathBuf, String) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("run.json");
    let name = path.display().to_string();
    (dir, path, name)
}
