//! The types of `secondwind/course`, as TypeScript sees them, name what Rust prints, and no more.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

mod course;
#[path = "courses/files.rs"]
mod files;

use std::{collections::BTreeSet, fs, path::Path};

use course::{scenario, scenarios};
use secondwind_core::Dialect;
use secondwind_course::{
    Answer, Bug, Course, LIVE_PROVIDERS, LiveEndpoint, MaxTokensField, Outcome, Patch, Recording,
    Run, StepKind, Verdict,
};
use serde::Serialize;
use serde_json::Value;

fn declared() -> String {
    let course = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/course");
    ["types.d.ts", "courses.d.ts"]
        .map(|name| fs::read_to_string(course.join(name)).unwrap())
        .concat()
}

/// The members that an interface declares, those of nested objects left out.
fn members(types: &str, name: &str) -> BTreeSet<String> {
    let start = types.find(&format!("export interface {name} {{")).unwrap();
    let body = &types[start..];
    let body = &body[..body.find("\n}").unwrap()];
    let lines =
        body.lines().skip(1).filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_once(':')).map(|(name, _)| name.trim());
    let is_name = |name: &&str| !name.starts_with(['*', '/', '}']);
    names.filter(is_name).map(|name| name.trim_end_matches('?').to_owned()).collect()
}

/// The words of a union of strings.
fn words(types: &str, name: &str) -> BTreeSet<String> {
    let start = types.find(&format!("export type {name} =")).unwrap();
    // What stands behind `//` is for people.
    let code = types[start..].lines().map(|line| line.split("//").next().unwrap_or_default());
    let code: String = code.collect();
    let code = &code[..code.find(';').unwrap()];
    code.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn keys(value: &impl Serialize) -> BTreeSet<String> {
    let value = serde_json::to_value(value).unwrap();
    value.as_object().unwrap().keys().cloned().collect()
}

fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

#[test]
fn every_interface_has_the_members_that_are_printed() {
    let types = declared();
    let run = scenario("last-item").run("en");
    let frame = run.frame(30);
    let request = run.request(0).unwrap();
    let recording = Recording {
        format: String::new(),
        version: 1,
        title: String::new(),
        task: String::new(),
        system: String::new(),
        tools: Vec::new(),
        policy: Value::Null,
        dialect: Value::Null,
        max_tokens_field: Some(MaxTokensField::MaxTokens),
        model: String::new(),
        workspace: Some(String::new()),
        booked: 1,
        answers: Vec::new(),
    };
    for (name, printed) in [
        ("RunSummary", keys(run.summary())),
        ("StepMark", keys(&run.summary().marks[1])),
        ("LedgerEntry", keys(&run.summary().ledger[0])),
        ("Frame", keys(&frame)),
        ("Meters", keys(&frame.meters)),
        ("CounterPart", keys(&frame.counter[0])),
        ("WindowPart", keys(&frame.window[0])),
        ("ShownFact", keys(&frame.facts[0])),
        ("ShownMessage", keys(&run.messages()[0])),
        ("ShownPart", keys(&run.messages()[0].parts[0])),
        ("LogLine", keys(&run.log()[0])),
        ("ModelRequest", keys(&request)),
        ("Patch", keys(&Patch::default())),
        ("Recording", keys(&recording)),
        ("LiveProvider", keys(&LIVE_PROVIDERS[0])),
        (
            "LiveEndpoint",
            keys(&LiveEndpoint::read("http://localhost", Dialect::OpenAiChat).unwrap()),
        ),
    ] {
        assert_eq!(members(&types, name), printed, "{name}");
    }
}

fn runs() -> impl Iterator<Item = Run> {
    let patches = Bug::ALL.map(|bug| Patch { bugs: vec![bug], ..Patch::default() });
    let patches: Vec<_> = patches.into_iter().chain([Patch::default()]).collect();
    scenarios().into_iter().flat_map(move |place| {
        patches.iter().map(|patch| place.patched("en", patch)).collect::<Vec<_>>()
    })
}

#[test]
fn every_word_that_a_run_says_is_declared() {
    let types = declared();
    let names = |name: &str| words(&types, name);
    let bugs: BTreeSet<String> = Bug::ALL.map(word).into();
    assert_eq!(names("Bug"), bugs);
    let providers: BTreeSet<_> = LIVE_PROVIDERS.map(|provider| provider.name.to_owned()).into();
    assert_eq!(names("LiveProviderName"), providers);
    let (kinds, lines, endings) = (names("StepKind"), names("LineEvent"), names("Ending"));
    let places = names("FactPlace");
    let mut seen = [const { BTreeSet::new() }; 4];
    for run in runs() {
        seen[2].insert(word(run.summary().ending));
        for mark in &run.summary().marks {
            seen[0].insert(word(mark.kind));
            seen[1].extend(mark.lines.iter().map(|line| (*line).to_owned()));
            let facts = run.frame(mark.step).facts;
            seen[3].extend(facts.iter().map(|fact| word(fact.place)));
        }
    }
    assert_eq!([&seen[0], &seen[1], &seen[3]], [&kinds, &lines, &places]);
    assert!(seen[2].is_subset(&endings), "{:?}", seen[2]);
}

#[test]
fn every_step_has_the_statements_that_it_runs() {
    let run = scenario("order-race").run("en");
    let lines = |kind: StepKind| {
        let marks = &run.summary().marks;
        marks.iter().find(|mark| mark.kind == kind).unwrap().lines.clone()
    };
    assert_eq!(lines(StepKind::Start), ["submit"]);
    assert_eq!(lines(StepKind::Replied), ["appendReply", "trackUsage"]);
    assert_eq!(lines(StepKind::Crossed), ["check"]);
    assert_eq!(lines(StepKind::Asked), ["summarize"]);
    assert_eq!(lines(StepKind::Reset), ["reset"]);
    assert_eq!(lines(StepKind::Finished), ["return"]);
    let request: Value = run.request(0).unwrap().body;
    assert_eq!(request["max_tokens"], 1024);
}

#[test]
fn courses_are_printed_as_they_are_declared() {
    let types = declared();
    let course = Course::new(files::tiny()).unwrap();
    let view = course.view().unwrap();
    let exercise = course.exercise("kinds").unwrap().unwrap();
    let jump = course.solution("kinds", "counter").unwrap().unwrap();
    let verdict = course.grade("kinds", "counter", &Answer::Number { value: 0.0 }).unwrap();
    for (name, printed) in [
        ("CourseView", keys(&view)),
        ("SectionView", keys(&view.sections[0])),
        ("CriterionView", keys(&view.criteria[0])),
        ("ExerciseView", keys(&exercise)),
        ("RunPlace", keys(&jump.jump)),
        ("CourseRun", keys(&jump.jump.as_ref().unwrap().run)),
        ("Solution", keys(&jump)),
        ("Verdict", keys(&verdict)),
    ] {
        assert_eq!(members(&types, name), printed, "{name}");
    }
    let base = members(&types, "TaskBase");
    for task in &exercise.tasks {
        let printed = serde_json::to_value(task).unwrap();
        let parts = printed["kind"].as_str().unwrap().split('-');
        let name: String = parts.map(|part| part[..1].to_uppercase() + &part[1..]).collect();
        let own = members(&types, &format!("{name}Task extends TaskBase"));
        let declared: BTreeSet<String> = base.union(&own).cloned().collect();
        assert_eq!(declared, keys(&printed), "{name}");
        if name == "Dials" {
            assert_eq!(members(&types, "Dial"), keys(&printed["dials"][0]));
        }
    }
    let outcomes = [
        Outcome::Passed,
        Outcome::NotYet,
        Outcome::DidNotFinish,
        Outcome::CouldNotRun,
        Outcome::CouldNotCheck,
        Outcome::Kept,
    ];
    assert_eq!(words(&types, "Outcome"), outcomes.map(word).into());
}

#[test]
fn every_verdict_has_words() {
    let file = "../crates/course/catalogs/en/verdicts.ftl";
    let catalog = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let keys = catalog.lines().filter_map(|line| line.strip_prefix("verdict-")?.split_once(" ="));
    let worded: BTreeSet<String> = keys.map(|(code, _)| code.to_owned()).collect();
    assert_eq!(words(&declared(), "VerdictCode"), worded);
    // What is said of the tiny course's answers is among them.
    let course = Course::new(files::tiny()).unwrap();
    let said = |task: &str, answer: Value| -> Verdict {
        course.grade("kinds", task, &Answer::read(answer).unwrap()).unwrap()
    };
    for (task, answer) in [
        ("counter", serde_json::json!({ "kind": "number", "value": 1e9 })),
        ("line", serde_json::json!({ "kind": "pick-line", "line": 1 })),
        ("words", serde_json::json!({ "kind": "explain", "text": "" })),
    ] {
        assert!(worded.contains(said(task, answer).code), "{task}");
    }
}
