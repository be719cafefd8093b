//! The types that TypeScript sees, held to those of Rust: one value of each variant is written down as Rust prints
//! it, in a TypeScript file that the compiler checks against `types.d.ts`.
//!
//! `UPDATE_EXPECT=1 cargo test -p secondwind-tests --test types` writes the file anew.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use std::{collections::BTreeMap, env, fmt::Write, fs, path::PathBuf};

use secondwind_core::{
    CacheRule, CallFailed, CallId, Cause, CompactionFault, Effect, Event, FailureKind, Floor,
    Loaded, Measure, MessageId, MessageKind, Meter, Meters, NotesConflicted, NotesFailed,
    NotesRead, NotesWritten, Notice, Outcome, Placed, Policy, Prompts, Purpose, Replied, RequestId,
    SectionEdit, Settled, Size, SkipReason, Stop, Strategy, Submitted, Tokens, ToolReturned,
    Totals, Usage, Valve, Violation, Wire, read, write,
};
use serde_json::{Value, json};

fn tokens(count: u32) -> Tokens {
    Tokens::new(count)
}

fn meters() -> Meters {
    Meters {
        accumulated: Size::counted(tokens(1)),
        occupancy: Size::estimated(tokens(2)),
        spend: Size::counted(tokens(3)),
    }
}

fn message() -> Value {
    json!({ "role": "user", "content": "fix it" })
}

fn floor() -> Floor {
    Floor { fixed: tokens(1), summary: tokens(2), notes: tokens(3), pinned: tokens(4) }
}

fn effects() -> Vec<Effect<Value>> {
    let request = RequestId(1);
    let (id, kind, size) = (MessageId(1), MessageKind::Task, Size::estimated(tokens(5)));
    let call = CallId("call".into());
    vec![
        Effect::Append { id, kind, size, message: message() },
        Effect::Replace {
            messages: vec![Placed { id, kind: MessageKind::Restart, size, message: message() }],
            removed: 4,
        },
        Effect::CallModel {
            request,
            call: 1,
            purpose: Purpose::Summary,
            max_tokens: tokens(2000),
            messages: Some(vec![message()]),
        },
        Effect::RunTool {
            request,
            call: call.clone(),
            name: "read_file".into(),
            input: json!({ "path": "a" }),
        },
        Effect::WriteNotes {
            request,
            call,
            content: "# Decisions".into(),
            if_version: Some("v1".into()),
        },
        Effect::ReadNotes { request },
        Effect::Abort { request },
        Effect::Notify { notice: Notice::Reset { from: tokens(1850) } },
        Effect::Done { outcome: Outcome::Compacted },
    ]
}

fn notices() -> Vec<Notice> {
    let usage = Usage {
        input: tokens(60),
        cache_read: tokens(270),
        cache_write: tokens(0),
        output: tokens(150),
        cache: CacheRule::Apart,
    };
    let (cause, threshold) = (Cause::Threshold, tokens(1400));
    let fault = || CompactionFault::Blank { used_up: false };
    vec![
        Notice::Counted {
            call: 1,
            purpose: Purpose::Main,
            stop: Stop::ToolUse,
            usage,
            measure: Measure::Counted,
            meters: meters(),
            settled: vec![Settled { id: MessageId::FIXED, tokens: tokens(9) }],
        },
        Notice::UsageIgnored { call: 1, field: "input_tokens".into(), value: "-1".into() },
        Notice::CallRenamed { call: 1, from: CallId(String::new()), to: CallId("call_1_1".into()) },
        Notice::CallDropped { call: 1, id: CallId("c1".into()) },
        Notice::Infeasible { floor: floor(), threshold },
        Notice::Checked {
            meter: Meter::Occupancy,
            used: Size::counted(tokens(7)),
            threshold,
            fired: false,
        },
        Notice::Queued { waiting: 1 },
        Notice::CompactionStarted { cause, before: meters(), forecast: tokens(900), left_out: 0 },
        Notice::SummaryRefused { attempt: 1, fault: fault() },
        Notice::CompactionFailed { cause, fault: fault(), failures: 3, breaker_open: true },
        Notice::CompactionSkipped { cause, reason: SkipReason::BreakerOpen },
        Notice::ResultsElided { messages: vec![MessageId(3)], freed: tokens(500) },
        Notice::Reset { from: tokens(1850) },
        Notice::Compacted {
            ordinal: 1,
            call: 4,
            cause,
            meter: Meter::Accumulated,
            threshold,
            before: meters(),
            after: meters(),
            cost: tokens(1200),
            removed: 7,
            kept: vec![MessageId(6)],
            task_pinned: true,
            instruction_pinned: false,
            summary: "half done".into(),
            notes: None,
        },
        Notice::NotesConflicted,
    ]
}

fn outcomes() -> Vec<Outcome> {
    let message = || String::from("down");
    vec![
        Outcome::Answered { text: "done".into(), stop: Stop::EndTurn },
        Outcome::Stopped { text: "half".into(), stop: Stop::Other("unheard_of".into()) },
        Outcome::Refused { text: "no".into() },
        Outcome::CallFailed { kind: FailureKind::Overloaded, message: message() },
        Outcome::Overflowed { message: message() },
        Outcome::CompactionFailed { fault: CompactionFault::NoBlock },
        Outcome::CannotReduce { floor: floor(), threshold: tokens(1400) },
        Outcome::CompactionSkipped { reason: SkipReason::BreakerOpen },
        Outcome::ValveShut { valve: Valve::MaxCalls { limit: 5 } },
        Outcome::NotesUnread { message: message(), unsent: vec!["and this".into()] },
        Outcome::Compacted,
        Outcome::Aborted { unsent: vec!["and this".into()] },
    ]
}

fn faults() -> Vec<CompactionFault> {
    let message = || String::from("down");
    vec![
        CompactionFault::Blank { used_up: true },
        CompactionFault::Stopped { stop: Stop::MaxTokens },
        CompactionFault::CallFailed { kind: FailureKind::Server, message: message() },
        CompactionFault::NotesUnread { message: message() },
        CompactionFault::NoGain { before: tokens(900), after: tokens(950) },
        CompactionFault::NoBlock,
        CompactionFault::ValveShut { valve: Valve::MaxPauses { limit: 10 } },
    ]
}

fn valves() -> Vec<Valve> {
    vec![
        Valve::MaxCalls { limit: 5 },
        Valve::TokenBudget { limit: tokens(5000), spent: tokens(5200) },
        Valve::MaxPauses { limit: 10 },
    ]
}

fn strategies() -> Vec<Strategy> {
    vec![
        Strategy::Restart,
        Strategy::KeepLast { rounds: 2 },
        Strategy::ElideResults { keep: 2 },
        Strategy::Provider { rounds: 0 },
    ]
}

fn rules() -> Vec<Violation> {
    let (message, call) = (1, || String::from("call"));
    vec![
        Violation::Unanswered { message, call: call() },
        Violation::AnsweredTwice { message, call: call() },
        Violation::Orphan { message, call: call() },
        Violation::Behind { message, call: call() },
        Violation::IdTaken { message, call: call() },
        Violation::Empty,
        Violation::FirstRole { role: "assistant".into() },
        Violation::Blank { message },
    ]
}

fn edits() -> Vec<SectionEdit> {
    let (section, content) = (|| String::from("Decisions"), || String::from("- a lock"));
    vec![
        SectionEdit::Replace { section: section(), content: content() },
        SectionEdit::Append { section: section(), content: content() },
        SectionEdit::Drop { section: section() },
    ]
}

fn events() -> Vec<Event<Value>> {
    let request = RequestId(1);
    let text = |text: &str| Some(String::from(text));
    let message = || String::from("down");
    let (version, size) = (|| text("v1"), Some(tokens(5)));
    vec![
        Event::Submitted(Submitted { content: json!("fix it"), tokens: size }),
        Event::CompactionRequested,
        Event::Aborted,
        Event::Cleared,
        Event::Loaded(Loaded { messages: vec![self::message()] }),
        Event::Resumed,
        Event::Replied(Replied {
            request,
            reply: json!({ "content": [], "stop_reason": "end_turn" }),
        }),
        Event::CallFailed(CallFailed {
            request,
            message: message(),
            kind: FailureKind::OverflowSuspected,
        }),
        Event::ToolReturned(ToolReturned {
            request,
            content: json!("ok"),
            is_error: true,
            tokens: size,
        }),
        Event::NotesRead(NotesRead { request, content: None, version: version(), tokens: size }),
        Event::NotesWritten(NotesWritten { request, version: version(), tokens: size }),
        Event::NotesConflicted(NotesConflicted {
            request,
            content: text("theirs"),
            version: version(),
        }),
        Event::NotesFailed(NotesFailed { request, message: message() }),
    ]
}

/// Values as JSON, by the name of their variant.
fn by_type<T: Wire<Value>>(values: &[T]) -> BTreeMap<String, Value> {
    let named = values.iter().map(|value| {
        let value: Value = write(value);
        (value["type"].as_str().unwrap().to_owned(), value)
    });
    named.collect()
}

/// The names of all variants, as the reader of an enum lists them when it is given an unknown one.
fn variants<T: Wire<Value>>() -> Vec<String> {
    let error = read::<_, T>(&json!({ "type": "?" }), "value").err().unwrap();
    let words = error.expected.strip_prefix("one of ").unwrap();
    let mut names: Vec<_> = words.split(' ').map(str::to_owned).collect();
    names.sort();
    names
}

fn names(values: &BTreeMap<String, Value>) -> Vec<String> {
    values.keys().cloned().collect()
}

#[test]
fn every_variant_has_a_fixture() {
    assert_eq!(names(&by_type(&effects())), variants::<Effect<Value>>());
    assert_eq!(names(&by_type(&notices())), variants::<Notice>());
    assert_eq!(names(&by_type(&outcomes())), variants::<Outcome>());
    assert_eq!(names(&by_type(&faults())), variants::<CompactionFault>());
    assert_eq!(names(&by_type(&valves())), variants::<Valve>());
    assert_eq!(names(&by_type(&strategies())), variants::<Strategy>());
    assert_eq!(names(&by_type(&rules())), variants::<Violation>());
    assert_eq!(names(&by_type(&events())), variants::<Event<Value>>());
}

#[test]
fn fixtures_read_back_as_they_were() {
    fn back<T: Wire<Value> + PartialEq>(value: &T) -> bool {
        read::<Value, T>(&write(value), "value").unwrap() == *value
    }
    assert!(events().iter().all(back) && effects().iter().all(back));
    assert!(notices().iter().all(back) && outcomes().iter().all(back));
    assert!(strategies().iter().all(back) && edits().iter().all(back));
}

/// `types.d.ts`, and what it says where TypeScript and Rust could drift apart unseen.
const TYPES: &str = include_str!("../crates/wasm/types.d.ts");

/// The lines of a declaration, up to its end, or to the next one where it is a union.
fn declaration(name: &str) -> Vec<&'static str> {
    let starts = [format!("export interface {name} {{"), format!("export type {name} =")];
    let mut lines = TYPES.lines().skip_while(|line| !starts.iter().any(|start| start == line));
    let first = lines.next().unwrap_or_else(|| panic!("there is no {name}"));
    let rest = lines.take_while(|line| line.starts_with("  "));
    core::iter::once(first).chain(rest).collect()
}

/// The doc comment that ends right before a line, as one line.
fn doc(lines: &[&str], at: usize) -> Option<String> {
    let ends = at.checked_sub(1).filter(|line| lines[*line].ends_with("*/"))?;
    let starts = (0..=ends).rev().find(|line| lines[*line].trim_start().starts_with("/**"))?;
    let words = lines[starts..=ends].iter().flat_map(|line| line.split_whitespace());
    Some(words.filter(|word| !["/**", "*", "*/"].contains(word)).collect::<Vec<_>>().join(" "))
}

#[test]
fn every_variant_and_every_field_has_its_doc() {
    let unions = [
        "ContextEvent",
        "ContextEffect",
        "Notice",
        "CompactionFault",
        "Outcome",
        "Valve",
        "Strategy",
        "SectionEdit",
        "Violation",
    ];
    for name in unions {
        let lines = declaration(name);
        let variants = (0..lines.len()).filter(|line| lines[*line].starts_with("  | {"));
        for line in variants {
            assert!(doc(&lines, line).is_some(), "{name}: {}", lines[line]);
        }
    }
    let structs = [
        "Policy",
        "Restart",
        "NotesRules",
        "Guards",
        "Valves",
        "Floor",
        "ModelLimits",
        "Cut",
        "MergedStream",
        "Placed",
        "Prompts",
        "HarnessConfig",
        "Usage",
        "Meters",
        "Totals",
    ];
    for name in structs {
        let lines = declaration(name);
        let is_field = |line: &&str| {
            line.starts_with("  ") && line.trim_start().starts_with(char::is_alphabetic)
        };
        for line in (0..lines.len()).filter(|line| is_field(&lines[*line])) {
            assert!(doc(&lines, line).is_some(), "{name}: {}", lines[line]);
        }
    }
}

#[test]
fn every_effect_says_how_it_is_answered() {
    let lines = declaration("ContextEffect");
    for line in (0..lines.len()).filter(|line| lines[*line].starts_with("  | {")) {
        let doc = doc(&lines, line).unwrap();
        let is_request = lines[line].contains("request:") && !lines[line].contains("\"abort\"");
        assert_eq!(doc.contains("Answered once, by `"), is_request, "{}", lines[line]);
        assert_eq!(doc.contains("unless aborted"), is_request, "{}", lines[line]);
        assert_eq!(doc.contains("Never answered"), !is_request, "{}", lines[line]);
    }
    // Each event that it names is there.
    for named in TYPES.split("Answered once, by ").skip(1) {
        let names = named.split(", unless").next().unwrap().split(" or ");
        for name in names.map(|name| name.trim_matches(['`', '\n', ' ', '*'])) {
            assert!(variants::<Event<Value>>().iter().any(|event| event == name), "{name}");
        }
    }
}

/// The words of a field's doc that tell its default.
fn says(name: &str, default: &Value) -> String {
    match (name, default) {
        ("window", _) => "No default".to_owned(),
        ("outputReserve", _) => "Default: as `replyLimit`; the lesson's is 0".to_owned(),
        ("notesLimit", _) => "Default an eighth of the window".to_owned(),
        (_, Value::Object(variant)) => format!("Default `{}`", variant["type"].as_str().unwrap()),
        (_, Value::String(word)) => format!("Default `{word}`"),
        (_, Value::Null) => "Default `null`".to_owned(),
        (_, value) => format!("Default {value}"),
    }
}

#[test]
fn the_defaults_that_typescript_documents_are_those_of_rust() {
    let production: Value = write(&Policy::production(tokens(200_000)));
    let lesson: Value = write(&Policy::lesson(tokens(2000), 0.7));
    assert_eq!(production["outputReserve"], production["replyLimit"]);
    assert_eq!(production["restart"]["notesLimit"], 200_000 / 8);
    let groups = [
        ("restart", "Restart"),
        ("notes", "NotesRules"),
        ("guards", "Guards"),
        ("valves", "Valves"),
    ];
    let own = [("", "Policy")].into_iter().chain(groups);
    for (group, name) in own {
        let of = |policy: &'static str, values: &Value| match group {
            "" => values.clone(),
            _ => values.get(group).unwrap_or_else(|| panic!("{policy} has no {group}")).clone(),
        };
        let (fields, taught) = (of("production", &production), of("lesson", &lesson));
        let lines = declaration(name);
        for (field, default) in fields.as_object().unwrap() {
            if groups.iter().any(|(group, _)| group == field) {
                continue;
            }
            let start = format!("  {field}:");
            let line = lines.iter().position(|line| line.starts_with(&start)).unwrap();
            let doc = doc(&lines, line).unwrap();
            let words = says(field, default);
            assert!(doc.contains(&words), "{name}.{field}: {words}");
            if !group.is_empty() && taught[field] != *default {
                let words = says("", &taught[field]).replace("Default ", "the lesson's is ");
                assert!(doc.contains(&words), "{name}.{field}: {words}");
            }
        }
    }
}

#[test]
fn the_fixtures_of_typescript_are_what_rust_prints() {
    let mut file = String::from(
        "// Written by tests/types.rs: one value of each variant, as Rust prints it.\n\
         import type {\n  CompactionFault, ContextEffect, ContextEvent, Meters, Notice, Outcome, Policy, Prompts, SectionEdit, Strategy, Totals,\n  \
         Usage, Valve, Violation,\n\
         } from \"../dist/index.js\";\n\n\
         type ByType<T extends { type: string }> = { [K in T[\"type\"]]: Extract<T, { type: K }> };\n",
    );
    let mut add = |name: &str, type_: &str, value: Value| {
        // One line a variant or field.
        let lines: Vec<String> = match &value {
            Value::Object(members) => {
                members.iter().map(|(key, it)| format!("  {key}: {it},")).collect()
            }
            Value::Array(items) => items.iter().map(|it| format!("  {it},")).collect(),
            other => panic!("{name} is {other}"),
        };
        let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
        let lines = lines.join("\n");
        writeln!(file, "\nexport const {name} = {open}\n{lines}\n{close} satisfies {type_};")
            .unwrap();
    };
    add("effects", "ByType<ContextEffect>", json!(by_type(&effects())));
    add("notices", "ByType<Notice>", json!(by_type(&notices())));
    add("outcomes", "ByType<Outcome>", json!(by_type(&outcomes())));
    add("faults", "ByType<CompactionFault>", json!(by_type(&faults())));
    add("valves", "ByType<Valve>", json!(by_type(&valves())));
    add("strategies", "ByType<Strategy>", json!(by_type(&strategies())));
    add("rules", "ByType<Violation>", json!(by_type(&rules())));
    add("edits", "SectionEdit[]", Value::Array(edits().iter().map(write).collect()));
    add("events", "ByType<ContextEvent>", json!(by_type(&events())));
    add("lesson", "Policy", write(&Policy::lesson(tokens(2000), 0.7)));
    add("production", "Policy", write(&Policy::production(tokens(200_000))));
    add("prompts", "Prompts", write(&Prompts::default()));
    add("meters", "Meters", write(&meters()));
    add("totals", "Totals", write(&Totals::default()));
    add("usage", "Usage", by_type(&notices())["counted"]["usage"].clone());

    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../crates/wasm/js/fixtures.test-data.ts");
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &file).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == file, "the fixtures of TypeScript are stale; UPDATE_EXPECT=1 writes them anew");
}
