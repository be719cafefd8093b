//! Every fault that a course can have: each broken course gives exactly one, at its line. The same
//! list is run through the package.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

#[path = "courses/files.rs"]
mod files;

use std::{collections::BTreeSet, env, fs, path::Path};

use files::{text, tiny};
use secondwind_course::{Course, CourseSource, SourceFile};
use serde::Deserialize;

/// A course that is whole but for a few edits, and what is said of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Refusal {
    /// The code of the one fault.
    code: String,
    /// Where it is, as `file:line:column`, or `file` for a file as a whole.
    at: String,
    edits: Vec<Edit>,
    /// Arguments of the message that the test looks at.
    #[serde(default)]
    args: serde_json::Map<String, serde_json::Value>,
}

/// A text of a file that gives way to another. Without `find` the file is new, without `replace` it is
/// gone.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    find: Option<String>,
    replace: Option<String>,
}

fn refusals() -> Vec<Refusal> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("courses/refusals.json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn broken(edits: &[Edit]) -> CourseSource {
    let mut source = tiny();
    for Edit { file, find, replace } in edits {
        let name = file.clone();
        match (find, replace) {
            (None, Some(text)) => source.files.push(SourceFile { name, text: text.clone() }),
            (None, None) => source.files.retain(|other| other.name != name),
            (Some(find), replace) => {
                let text = text(&source, &name);
                assert_eq!(text.matches(find.as_str()).count(), 1, "{name}: {find}");
                let text = text.replace(find, replace.as_deref().unwrap_or_default());
                let file = source.files.iter_mut().find(|file| file.name == name);
                file.unwrap().text = text;
            }
        }
    }
    source
}

#[test]
fn the_course_that_is_broken_is_whole() {
    assert_eq!(Course::check(&tiny()), []);
}

#[test]
fn every_broken_course_gives_exactly_its_fault() {
    for refusal in refusals() {
        let issues = Course::check(&broken(&refusal.edits));
        let told: Vec<_> = issues
            .iter()
            .map(|issue| {
                let place = match issue.line {
                    0 => issue.file.clone(),
                    line => format!("{}:{line}:{}", issue.file, issue.column),
                };
                (issue.code, place)
            })
            .collect();
        assert_eq!(told, [(refusal.code.as_str(), refusal.at.clone())], "{refusal:?} {issues:?}");
        let args = serde_json::to_value(&issues[0].args).unwrap();
        for (name, value) in &refusal.args {
            assert_eq!(&args[name], value, "{}: {name}", refusal.code);
        }
    }
}

/// Every code that the sources note has a broken course, and words in every catalog.
#[test]
fn no_fault_goes_without_a_broken_course_and_words() {
    let covered: BTreeSet<String> = refusals().into_iter().map(|it| it.code).collect();
    let catalogs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/course/catalogs");
    let codes = |file: &str| -> BTreeSet<String> {
        let text = fs::read_to_string(catalogs.join(file)).unwrap();
        let keys = text.lines().filter_map(|line| line.strip_prefix("issue-")?.split_once(" ="));
        keys.map(|(code, _)| code.to_owned()).collect()
    };
    let own = codes("en/check.ftl");
    assert!(own.len() > 50);
    // A run that comes out otherwise cannot be written down; the unit tests have two runs instead.
    let missing: Vec<_> =
        own.iter().filter(|code| !covered.contains(*code) && *code != "not-identical").collect();
    assert!(missing.is_empty(), "no broken course gives {missing:?}");
    let known: BTreeSet<String> = own.union(&codes("en/cli.ftl")).cloned().collect();
    assert!(covered.is_subset(&known), "no words: {:?}", covered.difference(&known));
}

#[test]
fn all_faults_are_told_at_once() {
    let mut edits: Vec<Edit> = Vec::new();
    let mut edit = |file: &str, find: &str, replace: &str| {
        edits.push(Edit {
            file: file.to_owned(),
            find: Some(find.to_owned()),
            replace: Some(replace.to_owned()),
        });
    };
    edit(
        "exercises/kinds.toml",
        "tasks]]\nid = \"summary\"",
        "tasks]]\nid = \"summary\"\nhints = 3",
    );
    edit("exercises/kinds.toml", "unit = \"calls\"", "unit = \"call\"");
    edit("course/ko.ftl", "first = 첫 번째 섹션\n", "");
    edit("scenarios/small.toml", "ratio = 0.5", "ratoi = 0.5");
    let issues = Course::check(&broken(&edits));
    let codes: BTreeSet<_> = issues.iter().map(|issue| issue.code).collect();
    assert_eq!(
        codes,
        BTreeSet::from(["missing-key", "text-missing", "unknown-key", "unknown-word"])
    );
}

#[test]
fn what_is_no_course_never_panics() {
    let source = tiny();
    for file in &source.files {
        let cuts = file.text.char_indices().map(|(at, _)| at).step_by(1201);
        for cut in cuts {
            let mut broken = source.clone();
            let file = broken.files.iter_mut().find(|other| other.name == file.name).unwrap();
            file.text.truncate(cut);
            let _ = Course::check(&broken);
        }
    }
    assert_eq!(Course::check(&CourseSource::default())[0].code, "missing-file");
}
