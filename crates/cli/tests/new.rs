//! `secondwind new` as an instructor meets it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

mod common;

use std::{fs, path::Path};

use tempfile::TempDir;

use common::{refused, said};

const KINDS: [&str; 10] = [
    "number",
    "choice",
    "claims",
    "order",
    "pick-line",
    "pick-blocks",
    "facts",
    "dials",
    "code",
    "explain",
];

fn read(dir: &TempDir, path: &str) -> String {
    fs::read_to_string(dir.path().join(path)).unwrap()
}

#[test]
fn a_new_course_with_an_exercise_of_every_kind_has_no_faults_as_it_is() {
    let dir = TempDir::new().unwrap();
    let new = said(dir.path(), &["new", "course", "My first", "--title", "Ports {and} windows"]);
    assert!(new.starts_with("Written: My first. It has no faults."), "{new}");
    let course = dir.path().join("My first");
    assert_eq!(said(&course, &["check", "."]).lines().next(), Some("The course has no faults."));
    for kind in KINDS {
        said(&course, &["new", "exercise", &format!("an-{kind}"), "--kind", kind]);
    }
    assert_eq!(said(&course, &["check", "."]).lines().next(), Some("The course has no faults."));

    let list = read(&dir, "My first/course.toml");
    assert!(list.contains("id = \"my-first\""), "{list}");
    let listed = KINDS.map(|kind| format!(", \"an-{kind}\"")).concat();
    assert!(
        list.contains(&format!("exercises = [\"counter\"{listed}]\n\n# What there is")),
        "{list}"
    );
    for lang in ["en", "pt-BR", "ko"] {
        let words = read(&dir, &format!("My first/course/{lang}.ftl"));
        assert!(words.contains("title = Ports {\"{\"}and{\"}\"} windows\n"), "{lang}: {words}");
        let log = said(&course, &["run", "scenarios/first.toml", "--lang", lang]);
        for figure in ["tokensUsed=150", "tokensUsed=510", "510 >= 500", "tokensUsed=215"] {
            assert!(log.contains(figure), "{lang}: {log}");
        }
    }
}

#[test]
fn an_exercise_asks_about_the_first_run_that_has_what_it_asks_about() {
    let dir = TempDir::new().unwrap();
    said(dir.path(), &["new", "course", "c"]);
    let list = read(&dir, "c/course.toml");
    // The first run never compacts.
    let wide = "[runs.wide]\nscenario = \"first\"\nwindow = 9000\n\n[runs.first]\n";
    fs::write(dir.path().join("c/course.toml"), list.replace("[runs.first]\n", wide)).unwrap();
    let new = said(dir.path(), &["new", "exercise", "lost", "--kind", "facts", "--course", "c"]);
    assert_eq!(
        new,
        "Written: c/exercises/lost.toml, with its texts in c/exercises/lost. It asks about the run first, and the section first lists it.\n"
    );

    let list = read(&dir, "c/course.toml");
    let start = list.find("[runs.first]").unwrap();
    let end = list.find("# What every text").unwrap();
    let only = list[..start].to_owned() + &list[end..].replace("run = \"first\"", "run = \"wide\"");
    let only = only.replace("at = { event = \"crossed\" }", "at = { step = 0 }");
    fs::write(dir.path().join("c/course.toml"), &only).unwrap();
    let why = refused(dir.path(), &["new", "exercise", "more", "--kind", "order", "--course", "c"]);
    assert!(why.contains("(runs there: wide)") && why.contains("--kind"), "{why}");
    assert_eq!(read(&dir, "c/course.toml"), only);
    assert!(!dir.path().join("c/exercises/more.toml").exists());
    said(dir.path(), &["new", "exercise", "more", "--kind", "explain", "--course", "c"]);
}

#[test]
fn an_exercise_about_the_program_brings_the_program_where_a_course_has_none() {
    let dir = TempDir::new().unwrap();
    said(dir.path(), &["new", "course", "c"]);
    fs::remove_dir_all(dir.path().join("c/harness")).unwrap();
    said(dir.path(), &["new", "exercise", "fix", "--kind", "code", "--course", "c"]);
    assert!(read(&dir, "c/harness/harness.js").contains("export async function runAgent"));
    assert!(said(dir.path(), &["check", "c"]).starts_with("The course has no faults."));
}

#[test]
fn nothing_is_overwritten_and_every_refusal_names_a_way_out() {
    let dir = TempDir::new().unwrap();
    said(dir.path(), &["new", "course", "c"]);
    let before = read(&dir, "c/course.toml");
    for (args, words) in [
        (&["new", "course", "c"][..], &["c is no empty folder", "not there yet"][..]),
        (&["new", "lesson", "c"], &["c is no empty folder"]),
        (&["new", "course", "d", "--title", "a\nb"], &["one line", "--title"]),
        (
            &["new", "exercise", "counter", "--course", "c"],
            &["c/exercises/counter.toml is there already"],
        ),
        (&["new", "exercise", "../x", "--course", "c"], &["../x cannot be an id", "first-steps"]),
        (
            &["new", "exercise", "x", "--course", "c", "--section", "s"],
            &["no section s", "There are: first."],
        ),
        (&["new", "exercise", "x", "--course", "d"], &["course.toml"]),
        (&["new", "exercise", "x"], &["./course.toml", "--course"]),
        (&["new", "exercise", "x", "--kind", "chioce"], &["chioce", "choice", "pick-blocks"]),
        (&["new", "cours"], &["cours", "Did you mean course?"]),
    ] {
        let why = refused(dir.path(), args);
        for word in words {
            assert!(why.contains(word), "{args:?}: {why}");
        }
    }
    assert_eq!(read(&dir, "c/course.toml"), before);
    assert!(!dir.path().join("d").exists());

    fs::write(dir.path().join("c/course.toml"), "[[sections").unwrap();
    let why = refused(dir.path(), &["new", "exercise", "x", "--course", "c"]);
    assert!(why.contains("not valid TOML") && why.contains("secondwind check c"), "{why}");
}

#[test]
fn an_exercise_that_cannot_be_written_whole_leaves_nothing() {
    let dir = TempDir::new().unwrap();
    said(dir.path(), &["new", "course", "c"]);
    let before = read(&dir, "c/course.toml");
    let exercises = dir.path().join("c/exercises");
    // A file stands where the folder of its words would.
    fs::write(exercises.join("x"), "the author's own").unwrap();
    // And one where the lesson's program would.
    fs::remove_dir_all(dir.path().join("c/harness")).unwrap();
    fs::write(dir.path().join("c/harness"), "").unwrap();
    for (id, kind, at) in [("x", "choice", "exercises/x"), ("fix", "code", "harness/harness.js")] {
        let args = ["new", "exercise", id, "--kind", kind, "--course", "c"];
        let why = refused(dir.path(), &args);
        assert!(why.contains(at) && why.contains("cannot be written"), "{why}");
        assert!(!exercises.join(format!("{id}.toml")).exists(), "{id}");
    }
    assert!(!exercises.join("fix").exists(), "a folder that was made for it is gone, too");
    assert_eq!(read(&dir, "c/exercises/x"), "the author's own");
    assert_eq!(read(&dir, "c/course.toml"), before);
}

#[test]
fn the_help_is_in_the_language_that_was_asked_for() {
    let dir = TempDir::new().unwrap();
    for (lang, words) in [
        ("en", ["Writes a course", "secondwind new exercise [OPTIONS] <ID>", "[default: number]"]),
        ("pt-BR", ["Grava um curso", "secondwind new exercise [OPÇÕES] <ID>", "[padrão: number]"]),
        ("ko", ["만듭니다", "secondwind new exercise [옵션] <ID>", "[기본값: number]"]),
    ] {
        let new = said(dir.path(), &["new", "--help", "--lang", lang]);
        let exercise = said(dir.path(), &["new", "exercise", "--help", "--lang", lang]);
        assert!(new.contains(words[0]), "{new}");
        assert!(words[1..].iter().all(|word| exercise.contains(word)), "{exercise}");
    }
}

#[test]
fn the_guide_names_every_step_reading_and_bug_that_a_question_can_ask_about() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = fs::read_to_string(root.join("course/README.md")).unwrap();
    let start = guide.find("## What can be read").unwrap();
    let end = guide.find("\n## Tasks").unwrap();
    let lists = &guide[start..end];
    let schema = root.join("crates/course/schema/exercise.schema.json");
    let schema: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    for list in ["StepKind", "Reading", "Bug"] {
        let words = schema["$defs"][list]["oneOf"].as_array().unwrap();
        assert!(words.len() > 10, "{list}");
        for word in words.iter().map(|word| word["const"].as_str().unwrap()) {
            assert!(lists.contains(&format!("`{word}`")), "{word}");
        }
    }
}
