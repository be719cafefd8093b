//! A small course with a task of every kind: what is shown of it, its solutions, and its lock.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

#[path = "courses/files.rs"]
mod files;

use std::collections::BTreeSet;

use files::tiny;
use secondwind_course::{Answer, Course, CourseSource, Outcome, Ungraded, lock_file};
use serde_json::json;

#[test]
fn the_view_has_the_words_of_every_language_and_not_the_answers() {
    let course = Course::new(tiny()).unwrap();
    let view = serde_json::to_value(course.view().unwrap()).unwrap();
    assert_eq!(view["values"], json!({ "threshold": 500 }));
    assert_eq!(view["sections"][0]["run"], json!({ "scenario": "small", "patch": {} }));
    assert_eq!(
        view["sections"][0]["prose"]["en"],
        json!(["Compaction fires at ", { "value": "threshold" }, " tokens.\n\n![A curve that falls](curve.svg)\n"])
    );
    assert_eq!(view["languages"], json!(["en", "pt-BR", "ko"]));
    assert!(view["texts"]["ko"].as_str().unwrap().contains("아주 작은 코스"));
    let exercise = serde_json::to_value(course.exercise("kinds").unwrap().unwrap()).unwrap();
    assert_eq!(exercise["values"], json!({ "threshold": 500, "turn": 2 }));
    let counter = &exercise["tasks"][0];
    assert_eq!(
        [&counter["hints"], &counter["because"], &counter["says"]],
        [&json!(2), &json!(true), &json!(["storm", "window"])]
    );
    let kinds: Vec<_> =
        exercise["tasks"].as_array().unwrap().iter().map(|it| &it["kind"]).collect();
    assert_eq!(
        json!(kinds),
        json!([
            "number",
            "choice",
            "claims",
            "order",
            "pick-line",
            "pick-blocks",
            "facts",
            "dials",
            "code",
            "explain"
        ])
    );
    let common = ["id", "hints", "because", "says", "at", "gated", "kind"];
    for (task, own) in exercise["tasks"].as_array().unwrap().iter().zip([
        &["unit", "tolerance"][..],
        &["unit", "options"],
        &["pick", "options"],
        &["items"],
        &["code"],
        &["blocks", "stay"],
        &["compaction", "place", "facts"],
        &["dials", "goals", "show"],
        &["before", "start", "after", "trials", "goals"],
        &[],
    ]) {
        let keys: BTreeSet<_> = task.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, common.iter().chain(own).copied().collect(), "{}", task["kind"]);
    }
    let dial = exercise["tasks"][7]["dials"][0].as_object().unwrap();
    let keys: Vec<_> = dial.keys().map(String::as_str).collect();
    assert_eq!(keys, ["key", "start", "min", "max", "step"]);
}

#[test]
fn every_task_is_passed_by_its_own_solution() {
    let course = Course::new(tiny()).unwrap();
    for task in course.exercise("kinds").unwrap().unwrap().tasks {
        let solution = course.solution("kinds", &task.id).unwrap().unwrap();
        let Some(answer) = solution.answer else { continue };
        if matches!(answer, Answer::Code { .. }) {
            // It is graded by what it does; the command line runs it.
            let graded = course.grade("kinds", &task.id, &answer);
            assert!(matches!(graded, Err(Ungraded::NoAnswer(_))), "{graded:?}");
            continue;
        }
        let verdict = course.grade("kinds", &task.id, &answer).unwrap();
        assert_eq!(verdict.outcome, Outcome::Passed, "{}", task.id);
        assert!(verdict.jump.is_some(), "{}", task.id);
        // It comes back as it was printed.
        let printed = serde_json::to_value(&answer).unwrap();
        assert_eq!(Answer::read(printed).unwrap(), answer);
    }
}

#[test]
fn the_lock_takes_in_what_is_new_and_lets_nothing_go() {
    let source = tiny();
    let lock = |source: &CourseSource| lock_file(source).unwrap();
    let kept = files::text(&source, "course.lock.toml");
    assert_eq!(lock(&source), kept, "nothing is new");
    let without = |name: &str| CourseSource {
        files: source.files.iter().filter(|file| file.name != name).cloned().collect(),
    };
    assert_eq!(lock(&without("course.lock.toml")), kept);
    let issues = lock_file(&without("sections/first/ko.md")).unwrap_err();
    assert_eq!(issues[0].code, "missing-file");
}
