//! The smaller targets: usage objects, snapshots, notes.

use secondwind_core::{
    Dialect, Event, Harness, Millis, ReportedUsage, SectionEdit, Snapshot, Streamed, elide, fence,
    merge_notes, read, truncate, write,
};
use serde_json::{Value, json};

use crate::{
    bytes::Bytes,
    facts::{MAX, reported},
    replies::words,
    run::Run,
};

const DIALECTS: [Dialect; 2] = [Dialect::Anthropic, Dialect::OpenAiChat];

/// A usage object, as JSON text if the input is any and as chosen members if not: read whole and
/// in pieces, it is what the naive reading says.
pub(crate) fn usage(input: &[u8]) {
    let usage = serde_json::from_slice(input).unwrap_or_else(|_| chosen(&mut Bytes(input)));
    for dialect in DIALECTS {
        let found = match dialect.usage(&usage) {
            ReportedUsage::Counted(counted) => {
                let window = counted.window;
                assert!(counted.spend >= counted.usage.total(), "all that was counted is spent");
                assert!(window.total().get() <= MAX && counted.spend.get() <= MAX);
                Some((window.request().get(), window.output.get(), counted.spend.get()))
            }
            ReportedUsage::Missing => None,
            ReportedUsage::Absurd { value, .. } => {
                assert!(value.len() < 200, "a strange figure is told in short");
                None
            }
        };
        let expected = reported(dialect, &usage);
        let expected = expected.map(|counted| (counted.request, counted.output, counted.spend));
        assert_eq!(found, expected, "{dialect:?} {usage}");
        streamed(dialect, &usage);
    }
}

/// Counts repeated in a stream are overwritten, never added.
fn streamed(dialect: Dialect, usage: &Value) {
    let mut stream = Streamed::new(dialect);
    let chunk = match dialect {
        Dialect::Anthropic => json!({ "type": "message_start", "message": { "usage": usage } }),
        Dialect::OpenAiChat => json!({ "choices": [], "usage": usage }),
    };
    stream.take(&chunk);
    let once = stream.usage();
    stream.take(&chunk);
    assert_eq!(stream.usage(), once, "{dialect:?} {usage}");
    assert_eq!(once, dialect.usage(usage), "in pieces it says what it says as a whole");
}

fn chosen(bytes: &mut Bytes<'_>) -> Value {
    let figure = |bytes: &mut Bytes<'_>| {
        let count = u64::from(bytes.word());
        match bytes.below(12) {
            0..=5 => json!(count),
            6 => Value::Null,
            7 => json!(-1),
            8 => json!(MAX - count),
            9 => json!(MAX + 1 + count),
            10 => json!(0.5),
            _ => json!("12"),
        }
    };
    let run = |bytes: &mut Bytes<'_>| {
        let mut object = json!({});
        let keys = [
            "input_tokens",
            "output_tokens",
            "cache_read_input_tokens",
            "cache_creation_input_tokens",
            "prompt_tokens",
            "completion_tokens",
        ];
        let chosen = bytes.byte();
        for (bit, key) in keys.iter().enumerate() {
            if chosen >> bit & 1 == 1 {
                object[key] = figure(bytes);
            }
        }
        if chosen & 64 != 0 {
            object["prompt_tokens_details"] = json!({ "cached_tokens": figure(bytes) });
        }
        object["type"] = bytes.one_of(&[json!("message"), json!("compaction"), json!(1)]);
        object
    };
    let mut usage = run(bytes);
    let runs: Vec<Value> = (0..bytes.below(4)).map(|_| run(bytes)).collect();
    if !runs.is_empty() {
        usage["iterations"] = runs.into();
    }
    usage
}

/// A snapshot of some run, changed in a place or two, or text of any kind: it is refused, or
/// taken up as a harness that works.
pub(crate) fn snapshots(input: &[u8]) {
    let mut bytes = Bytes(input);
    let json = if let Ok(json) = serde_json::from_slice::<Value>(input) {
        json
    } else {
        let mut changes = bytes.split(24);
        let mut run = Run::new(bytes.0);
        while run.step() {}
        let mut json = write::<Value>(&run.harness.snapshot());
        while !changes.is_empty() {
            change(&mut json, &mut changes);
        }
        json
    };
    let Ok(snapshot) = read::<_, Snapshot<Value>>(&json, "snapshot") else { return };
    let Ok(mut harness) = Harness::restore(snapshot) else { return };
    let again = write::<Value>(&harness.snapshot());
    let again = read::<_, Snapshot<Value>>(&again, "snapshot").expect("is read again");
    assert_eq!(Harness::restore(again).as_ref(), Ok(&harness));
    // What was taken up goes on, whatever comes.
    let mut tried = harness.clone();
    let _ = tried.apply(Millis(1), Event::Aborted);
    goes_on(tried);
    let _ = harness.apply(Millis(1), Event::Resumed);
    goes_on(harness);
}

/// Answers whatever is open, a few times.
fn goes_on(mut harness: Harness<Value>) {
    use secondwind_core::{Effect, NotesRead, NotesWritten, Replied, Submitted, ToolReturned};
    let mut events: Vec<Event<Value>> =
        vec![Submitted::text("go on").into(), Event::CompactionRequested];
    for _ in 0..12 {
        let Some(event) = events.pop() else { break };
        let Ok(effects) = harness.apply(Millis(2), event) else { continue };
        for effect in effects {
            events.extend(match effect {
                Effect::CallModel { request, .. } => {
                    let reply = json!({
                        "content": [{ "type": "tool_use", "id": "q", "name": "look", "input": {} }],
                        "stop_reason": "tool_use",
                        "choices": [{ "message": { "role": "assistant", "content": "done" },
                            "finish_reason": "stop" }],
                        "usage": { "input_tokens": 50, "output_tokens": 9 },
                    });
                    Some(Event::from(Replied { request, reply }))
                }
                Effect::RunTool { request, .. } => {
                    Some(ToolReturned::new(request, json!("seen")).into())
                }
                Effect::ReadNotes { request } => Some(NotesRead::new(request, None).into()),
                Effect::WriteNotes { request, .. } => Some(NotesWritten::new(request).into()),
                _ => None,
            });
        }
    }
}

/// Changes one place of a value.
fn change(json: &mut Value, bytes: &mut Bytes<'_>) {
    let mut place = json;
    for _ in 0..8 {
        let count = match &*place {
            Value::Object(members) => members.len(),
            Value::Array(items) => items.len(),
            _ => 0,
        };
        if count == 0 || bytes.byte() >= 250 {
            break;
        }
        let index = bytes.below(count);
        place = match place {
            Value::Object(members) => members.values_mut().nth(index).expect("below its length"),
            Value::Array(items) => &mut items[index],
            _ => break,
        };
    }
    match (bytes.below(8), &mut *place) {
        (0, _) => *place = Value::Null,
        (1, _) => *place = json!(u32::MAX),
        (2, _) => *place = json!(MAX),
        (3, Value::Array(items)) => drop(items.pop()),
        (3, Value::Number(number)) => *place = json!(number.as_u64().unwrap_or(1) / 2),
        (4, Value::Number(number)) => *place = json!(number.as_u64().unwrap_or(1) + 1),
        (4, Value::Array(items)) => items.extend(items.first().cloned()),
        (5, Value::Object(members)) => drop(members.shift_remove("request")),
        (6, _) => *place = json!({ "type": "idle" }),
        (_, Value::String(text)) => *text = words(bytes),
        (_, Value::Bool(flag)) => *flag = !*flag,
        (_, Value::Number(_)) => *place = json!(bytes.byte()),
        _ => *place = json!("x"),
    }
}

/// Notes: merged by section, fenced, and shortened.
pub(crate) fn notes(input: &[u8]) {
    let mut bytes = Bytes(input);
    let kind = bytes.byte();
    let limit = bytes.word() as usize % 600;
    let rest = bytes.0;
    // The rest is text, in three parts: the notes, the section, the content.
    let text = String::from_utf8_lossy(rest);
    let mut parts = text.splitn(3, '\u{1}');
    let mut part = || parts.next().unwrap_or_default().to_owned();
    let (notes, section, content) = (part(), part(), part());
    merged(kind, &notes, &section, &content);

    let fenced = fence("notes", &notes, &[&section, &content]);
    let tag = fenced[1..].split('>').next().expect("a tag").to_owned();
    let inside = &fenced[tag.len() + 3..fenced.len() - tag.len() - 4];
    assert_eq!(inside, notes, "what is fenced stays as it is");
    for text in [&notes, &section, &content] {
        let text = text.to_ascii_lowercase();
        assert!(!text.contains(&format!("</{tag}>")), "nothing inside closes the fence");
    }
    for cut in [elide(&notes, limit), truncate(&notes, limit)] {
        assert!(cut.text.len() <= limit.max(notes.len().min(limit)));
        assert_eq!(cut.omitted == 0, cut.text == notes);
    }
}

/// A merge touches its section alone: the lines of all others stay, in their order.
fn merged(kind: u8, notes: &str, section: &str, content: &str) {
    let (name, text) = (section.to_owned(), content.to_owned());
    let edit = match kind % 3 {
        0 => SectionEdit::Replace { section: name, content: text },
        1 => SectionEdit::Append { section: name, content: text },
        _ => SectionEdit::Drop { section: name },
    };
    let after = merge_notes(notes, &edit);
    let heading = section.trim().trim_start_matches('#').trim();
    let (before, own) = sections(notes, Some(heading));
    // Content may hold headings and fences of its own, which make sections of their own.
    let is_plain = !["#", "```", "~~~"].iter().any(|mark| content.contains(mark))
        && heading.lines().count() == 1
        && !notes.contains('\r');
    if !is_plain {
        return;
    }
    let (mut others, new) = sections(&after, Some(heading));
    if matches!(edit, SectionEdit::Drop { .. }) {
        // One of two with the same name is left.
        (others, _) = sections(&after, None);
    }
    // Blank lines at the end are layout.
    let lines = |text: &[String]| -> Vec<String> {
        text.iter().map(|part| part.trim_end().to_owned()).collect()
    };
    assert_eq!(lines(&others), lines(&before), "{notes:?} {edit:?} {after:?}");
    let has = |part: &str| new.as_ref().is_some_and(|text| text.contains(part.trim_end()));
    match (&edit, own) {
        (SectionEdit::Drop { .. }, None) => assert_eq!(after, notes),
        (SectionEdit::Drop { .. }, Some(_)) => assert!(after.len() < notes.len()),
        (SectionEdit::Replace { content, .. }, _) => {
            assert!(has(content), "{notes:?} {edit:?} {after:?}");
            assert_eq!(merge_notes(&after, &edit), after, "replacing twice is replacing once");
        }
        (SectionEdit::Append { content, .. }, own) => {
            assert!(has(content) && has(&own.unwrap_or_default()), "{notes:?} {edit:?} {after:?}");
        }
    }
}

/// The sections as they stand, but the first of this name, which comes by itself without its
/// heading.
fn sections(notes: &str, name: Option<&str>) -> (Vec<String>, Option<String>) {
    let mut all = vec![String::new()];
    let mut code: Option<String> = None;
    let lines: Vec<&str> = notes.split_inclusive('\n').collect();
    for (number, line) in lines.iter().enumerate() {
        let mark: String = line.trim_start().chars().take(3).collect();
        let is_mark = |line: &&str| line.trim_start().starts_with(&mark);
        if mark == "```" || mark == "~~~" {
            match &code {
                None if lines[number + 1..].iter().any(is_mark) => code = Some(mark),
                Some(open) if *open == mark => code = None,
                _ => {}
            }
        }
        if line.starts_with("## ") && code.is_none() {
            all.push(String::new());
        }
        all.last_mut().expect("one at least").push_str(line);
    }
    let is_named = |text: &String| {
        let first = text.lines().next().unwrap_or_default();
        first.strip_prefix("## ").is_some_and(|heading| Some(heading.trim()) == name)
    };
    let place = all.iter().skip(1).position(is_named);
    let own = place.map(|place| all.remove(place + 1));
    let own = own.map(|text| text.split_once('\n').map_or(String::new(), |(_, rest)| rest.into()));
    (all, own)
}
