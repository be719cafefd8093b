//! Every fault that a course can have: each broken course gives exactly one, at its line. The same
//! list is run through the package.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

#[path = "courses/files.rs"]
mod files;

use std::{collections::BTreeSet, env, fs, path::Path};

use files::{text, tiny};
use secondwind_course::{
    Course, CourseSource, LangTag, Patch, Run, Sandbox, SourceFile, Trial, TrialEnd, Tried,
};
use serde::Deserialize;
use serde_json::json;

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
    let mut wrong = Vec::new();
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
        if told != [(refusal.code.as_str(), refusal.at.clone())] {
            wrong.push(format!("{refusal:?}: {issues:?}"));
            continue;
        }
        let args = serde_json::to_value(&issues[0].args).unwrap();
        for (name, value) in &refusal.args {
            assert_eq!(&args[name], value, "{}: {name}", refusal.code);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    // Those of programs are below.
    let is_elsewhere = |code: &str| code == "not-identical" || code.starts_with("program-");
    let missing: Vec<_> =
        own.iter().filter(|code| !covered.contains(*code) && !is_elsewhere(code)).collect();
    assert!(missing.is_empty(), "no broken course gives {missing:?}");
    let known: BTreeSet<String> = own.union(&codes("en/cli.ftl")).cloned().collect();
    assert!(covered.is_subset(&known), "no words: {:?}", covered.difference(&known));
}

/// A sandbox that runs nothing: what a program does is told by what stands in it.
struct Told {
    course: CourseSource,
    /// What of its fuel a solution uses.
    fuel: f64,
}

impl Sandbox for Told {
    fn run(&self, program: &str, _: Trial) -> Tried {
        let bugs = match (program.contains("await summary("), program.contains("used = 0;\n    }"))
        {
            (true, true) => json!({}),
            (true, false) => json!({ "bugs": ["noReset"] }),
            // What never compacts.
            _ => json!({ "window": 8000 }),
        };
        let source = self.course.scenario("small", LangTag::En).unwrap();
        let run = Run::new(&source, &Patch::read(&bugs).unwrap()).unwrap();
        let end = if program.contains("throw") {
            TrialEnd::Threw { name: "TypeError".into(), message: "no".into(), line: None }
        } else {
            TrialEnd::Returned { answer: String::new() }
        };
        Tried { run, end, fuel: self.fuel }
    }
}

/// The faults of a course with another text of one of its programs.
fn program_faults(file: &str, text: &str, fuel: f64) -> Vec<(&'static str, String)> {
    let mut source = tiny();
    let name = format!("exercises/kinds/code/{file}.js");
    let file = source.files.iter_mut().find(|file| file.name == name).unwrap();
    text.clone_into(&mut file.text);
    let sandbox = Told { course: source.clone(), fuel };
    let issues = Course::check_with(&source, &sandbox);
    issues.into_iter().map(|issue| (issue.code, issue.file)).collect()
}

#[test]
fn programs_that_are_not_what_they_are_there_for_are_refused() {
    let passes = "    if (used >= threshold) {\n      await summary();\n      used = 0;\n    }";
    let kept = "    if (used >= threshold) {\n      await summary();\n    }";
    let file = |name: &str| format!("exercises/kinds/code/{name}.js");
    assert_eq!(program_faults("solution", passes, 0.01), []);
    for (name, text, fuel, code) in [
        ("start", passes, 0.01, "program-start-passes"),
        ("solution", kept, 0.01, "program-solution-fails"),
        ("solution", "throw", 0.01, "program-solution-fails"),
        ("solution", passes, 0.11, "program-solution-fuel"),
        ("wrong/kept", passes, 0.01, "program-wrong-passes"),
        ("wrong/kept", "used = null", 0.01, "program-wrong-unknown"),
    ] {
        assert_eq!(program_faults(name, text, fuel), [(code, file(name))], "{code}");
    }
}

/// A fault elsewhere hides none of a program.
#[test]
fn programs_are_run_whatever_else_is_wrong() {
    let mut source = broken(&[Edit {
        file: "course/ko.ftl".to_owned(),
        find: Some("first = 첫 번째 섹션\n".to_owned()),
        replace: None,
    }]);
    let name = "exercises/kinds/code/solution.js";
    let file = source.files.iter_mut().find(|file| file.name == name).unwrap();
    "throw".clone_into(&mut file.text);
    let sandbox = Told { course: source.clone(), fuel: 0.01 };
    let codes: Vec<_> = Course::check_with(&source, &sandbox).iter().map(|it| it.code).collect();
    assert_eq!(codes, ["text-missing", "program-solution-fails"]);
}

#[test]
fn no_fault_repeats_a_key() {
    let key = format!("sk-{}", "a1".repeat(20));
    let source = broken(&[Edit {
        file: "exercises/kinds.toml".to_owned(),
        find: Some("unit = \"calls\"".to_owned()),
        replace: Some(format!("unit = \"{key}\"")),
    }]);
    let issues = Course::check(&source);
    let codes: Vec<_> = issues.iter().map(|issue| issue.code).collect();
    assert_eq!(codes, ["unknown-word", "secret"]);
    let told = format!("{issues:?}");
    assert!(told.contains("sk-…") && !told.contains("a1a1"), "{told}");
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
        let cuts = file.text.char_indices().map(|(at, _)| at).step_by(401);
        for cut in cuts {
            let mut broken = source.clone();
            let file = broken.files.iter_mut().find(|other| other.name == file.name).unwrap();
            file.text.truncate(cut);
            let _ = Course::check(&broken);
        }
    }
    assert_eq!(Course::check(&CourseSource::default())[0].code, "missing-file");
}
