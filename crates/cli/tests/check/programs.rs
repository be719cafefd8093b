//! The programs of a course, and how they end.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

use super::{check, copy, course, faults, told};

#[test]
fn programs_of_the_course_that_do_not_do_what_they_are_there_for_are_told() {
    let lesson = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../course/lesson-6");
    let folder = "exercises/storm-fix/fix";
    let read = |name: &str| fs::read_to_string(lesson.join(folder).join(name)).unwrap();
    for (file, text_of, code) in [
        ("start.js", read("solution.js"), "program-start-passes"),
        ("solution.js", read("start.js"), "program-solution-fails"),
        ("wrong/append.js", read("solution.js"), "program-wrong-passes"),
        ("wrong/append.js", read("wrong/no-notes.js"), "program-wrong-unknown"),
    ] {
        let dir = TempDir::new().unwrap();
        copy(&lesson, dir.path());
        fs::write(dir.path().join(folder).join(file), text_of).unwrap();
        let output = check(dir.path(), &["--json"]);
        assert_eq!(output.status.code(), Some(2));
        let issues: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let told: Vec<_> =
            issues.iter().map(|it| (it["code"].as_str(), it["file"].as_str())).collect();
        let name = format!("{folder}/{file}");
        assert_eq!(told, [(Some(code), Some(name.as_str()))]);
    }
}

/// What is said of the solution of the small course with this text in its loop.
fn said(code: &str) -> (String, String) {
    let line = format!("    {code}\n    if (used >= threshold) {{");
    let solution = "exercises/kinds/code/solution.js";
    let dir = course(&[(solution, "    if (used >= threshold) {", &line)]);
    let output = check(dir.path(), &["--json", "--timeout", "3"]);
    let issues: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(issues.len(), 1, "{issues:?}");
    assert_eq!(
        (&issues[0]["code"], &issues[0]["file"]),
        (&"program-solution-fails".into(), &solution.into())
    );
    let arg = |name: &str| issues[0]["args"][name].as_str().unwrap().to_owned();
    (arg("said"), arg("detail"))
}

#[test]
fn what_the_engine_itself_does_not_come_back_from_is_ended_and_told_as_that() {
    let begun = Instant::now();
    for code in [
        "Array.prototype.reverse.call({ length: 2 ** 53 - 1 });",
        "Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 0, 1);",
    ] {
        assert_eq!(said(code), ("stuck".to_owned(), String::new()), "{code}");
    }
    // Each is waited for once, whatever number of scenarios it is tried on.
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
}

#[test]
fn much_work_in_one_operation_ends_by_its_memory_or_in_time() {
    for code in [
        "/(?:(?:(?:a{0,999}){0,999}){0,999}){0,999}b/.test('a'.repeat(60));",
        "'x'.repeat(2 ** 29).repeat(2 ** 10);",
        "const all = new Array(2e9).join('x'); for (;;) all.split('').sort();",
        "let all = 1; for (let i = 0; i < 40; i++) all = JSON.parse(JSON.stringify([all, all]));",
    ] {
        let (said, detail) = said(code);
        // Where no memory is left to tell an error with, what stands is that the run has no answer.
        let is_cut = said == "kept" && detail == "answered";
        let is_told = is_cut || matches!(said.as_str(), "stuck" | "fuel" | "threw");
        assert!(is_told, "{code}: {said} {detail}");
    }
}

#[test]
fn a_program_ends_as_it_ended() {
    for (code, how, detail) in [
        ("for (;;);", "fuel", ""),
        ("setTimeout(() => null.x); await new Promise(() => {});", "threw", "TypeError: "),
        ("throw new TypeError('\\ud800');", "threw", "TypeError: \u{fffd}"),
        (
            "throw Object.assign(new TypeError('no'), { stack: 'harness.js:99999999999' });",
            "threw",
            "TypeError: no",
        ),
    ] {
        let (said, told) = said(code);
        assert!(said == how && told.starts_with(detail), "{code}: {said} {told}");
    }
}

#[test]
fn what_a_task_begins_with_is_javascript() {
    let start = "exercises/kinds/code/start.js";
    let dir = course(&[]);
    fs::write(dir.path().join(start), "this is no program {{{").unwrap();
    assert_eq!(faults(dir.path(), &[]), told(&[("program-start-broken", start)]));
    // That it fails otherwise is what it is there for.
    fs::write(dir.path().join(start), "    if (used >= limit) {}").unwrap();
    assert_eq!(faults(dir.path(), &[]), []);
}
