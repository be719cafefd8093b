//! The types that TypeScript sees, held to those of Rust: one value of each variant is written down as Rust prints
//! it, in a TypeScript file that the compiler checks against `types.d.ts`.
//!
//! `UPDATE_EXPECT=1 cargo test -p secondwind-tests --test types` writes the file anew.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use std::{collections::BTreeMap, env, fmt::Write, fs, path::PathBuf};

use secondwind_core::{
    CacheRule, CallFailed, CallId, Effect, Event, Measure, MessageId, MessageKind, Meter, Meters,
    NotesFailed, NotesRead, NotesWritten, Notice, Outcome, Policy, Prompts, Purpose, Replied,
    RequestId, Settled, Size, Stop, Submitted, SummaryFault, Tokens, ToolReturned, Totals, Usage,
    Wire, read, write,
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

fn effects() -> Vec<Effect<Value>> {
    let request = RequestId(1);
    let size = Size::estimated(tokens(5));
    let call = CallId("call".into());
    vec![
        Effect::Append { id: MessageId(1), kind: MessageKind::Task, size, message: message() },
        Effect::Replace { id: MessageId(2), size, message: message(), removed: 4 },
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
        Effect::WriteNotes { request, call, content: "# Decisions".into() },
        Effect::ReadNotes { request },
        Effect::Abort { request },
        Effect::Notify { notice: Notice::Reset { from: tokens(1850) } },
        Effect::Done { outcome: Outcome::Aborted },
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
        Notice::Checked {
            meter: Meter::Occupancy,
            used: Size::counted(tokens(7)),
            threshold: tokens(8),
            fired: false,
        },
        Notice::Reset { from: tokens(1850) },
        Notice::Compacted {
            ordinal: 1,
            call: 4,
            meter: Meter::Accumulated,
            threshold: tokens(1400),
            before: meters(),
            after: meters(),
            removed: 7,
            summary: "half done".into(),
            notes: None,
        },
    ]
}

fn outcomes() -> Vec<Outcome> {
    let message = || String::from("down");
    vec![
        Outcome::Answered { text: "done".into(), stop: Stop::EndTurn },
        Outcome::Stopped { text: "half".into(), stop: Stop::Other("unheard_of".into()) },
        Outcome::CallFailed { purpose: Purpose::Main, message: message() },
        Outcome::SummaryRefused { reason: SummaryFault::Blank },
        Outcome::NotesUnread { message: message() },
        Outcome::Aborted,
    ]
}

fn faults() -> Vec<SummaryFault> {
    vec![SummaryFault::Blank, SummaryFault::Stopped { stop: Stop::MaxTokens }]
}

fn events() -> Vec<Event<Value>> {
    let request = RequestId(1);
    let message = || String::from("down");
    let size = Some(tokens(5));
    vec![
        Event::Submitted(Submitted { text: "fix it".into(), tokens: size }),
        Event::Replied(Replied {
            request,
            reply: json!({ "content": [], "stop_reason": "end_turn" }),
        }),
        Event::CallFailed(CallFailed { request, message: message() }),
        Event::ToolReturned(ToolReturned {
            request,
            content: json!("ok"),
            is_error: true,
            tokens: size,
        }),
        Event::NotesRead(NotesRead { request, content: None, tokens: size }),
        Event::NotesWritten(NotesWritten { request, tokens: size }),
        Event::NotesFailed(NotesFailed { request, message: message() }),
        Event::Aborted,
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
    assert_eq!(names(&by_type(&faults())), variants::<SummaryFault>());
    assert_eq!(names(&by_type(&events())), variants::<Event<Value>>());
}

#[test]
fn fixtures_read_back_as_they_were() {
    fn back<T: Wire<Value> + PartialEq>(value: &T) -> bool {
        read::<Value, T>(&write(value), "value").unwrap() == *value
    }
    assert!(events().iter().all(back) && effects().iter().all(back));
    assert!(notices().iter().all(back) && outcomes().iter().all(back));
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
    let unions = ["ContextEvent", "ContextEffect", "Notice", "SummaryFault", "Outcome"];
    for name in unions {
        let lines = declaration(name);
        let variants = (0..lines.len()).filter(|line| lines[*line].starts_with("  | {"));
        for line in variants {
            assert!(doc(&lines, line).is_some(), "{name}: {}", lines[line]);
        }
    }
    for name in ["Policy", "Prompts", "HarnessConfig", "Usage", "Meters", "Totals"] {
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

#[test]
fn the_defaults_that_typescript_documents_are_those_of_rust() {
    let production: Value = write(&Policy::production(tokens(200_000)));
    let lines = declaration("Policy");
    for (field, default) in production.as_object().unwrap() {
        let line = lines.iter().position(|line| line.starts_with(&format!("  {field}:"))).unwrap();
        let doc = doc(&lines, line).unwrap();
        let value =
            default.as_str().map_or_else(|| default.to_string(), |word| format!("`{word}`"));
        let says = match field.as_str() {
            "window" => "No default".to_owned(),
            "outputReserve" => {
                assert_eq!(*default, production["replyLimit"]);
                "Default: as `replyLimit`; the lesson's is 0".to_owned()
            }
            _ => format!("Default {value}"),
        };
        assert!(doc.contains(&says), "{field}: {says}");
    }
    assert_eq!(Policy::lesson(tokens(2000), 0.7).output_reserve, Tokens::ZERO);
}

#[test]
fn the_fixtures_of_typescript_are_what_rust_prints() {
    let mut file = String::from(
        "// Written by tests/types.rs: one value of each variant, as Rust prints it.\n\
         import type {\n  ContextEffect, ContextEvent, Meters, Notice, Outcome, Policy, Prompts, SummaryFault, Totals, Usage,\n\
         } from \"../dist/index.js\";\n\n\
         type ByType<T extends { type: string }> = { [K in T[\"type\"]]: Extract<T, { type: K }> };\n",
    );
    let mut add = |name: &str, type_: &str, value: Value| {
        let json = serde_json::to_string_pretty(&value).unwrap();
        writeln!(file, "\nexport const {name} = {json} satisfies {type_};").unwrap();
    };
    add("effects", "ByType<ContextEffect>", json!(by_type(&effects())));
    add("notices", "ByType<Notice>", json!(by_type(&notices())));
    add("outcomes", "ByType<Outcome>", json!(by_type(&outcomes())));
    add("faults", "ByType<SummaryFault>", json!(by_type(&faults())));
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
