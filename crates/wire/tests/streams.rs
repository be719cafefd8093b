//! Streams as they travel, beside what is to be made of them: `streams/NAME.sse` and `NAME.json`.
//! Whatever the network does to the bytes, the outcome is the same.

use std::{collections::BTreeMap, fs, path::Path};

use secondwind_core::{ReportedUsage, Usage};
use secondwind_wire::{Api, Decoder, Delta, Failure, Secret};
use serde_json::{Value, json};

/// What a stream comes to.
#[derive(Debug, PartialEq)]
struct Outcome {
    seen: Seen,
    reply: Result<Value, Failure>,
}

/// What a screen shows in the end.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    text: String,
    thinking: String,
    refusal: String,
    calls: BTreeMap<usize, (String, String)>,
    usage: Option<Usage>,
}

impl Seen {
    fn take(&mut self, delta: Delta) {
        match delta {
            Delta::Text(more) => self.text += &more,
            Delta::Thinking(more) => self.thinking += &more,
            Delta::Refusal(more) => self.refusal += &more,
            Delta::Call { index, name } => {
                let known = self.calls.insert(index, (name, String::new()));
                assert_eq!(known, None, "each call begins once");
            }
            Delta::Input { index, json } => {
                self.calls.get_mut(&index).expect("a call begins before it grows").1 += &json;
            }
            Delta::Usage(usage) => self.usage = Some(usage),
        }
    }
}

fn outcome<'a>(api: Api, parts: impl IntoIterator<Item = &'a [u8]>) -> Outcome {
    let mut decoder = Decoder::new(api);
    let mut seen = Seen::default();
    for part in parts {
        for delta in decoder.push(part).0 {
            seen.take(delta);
        }
    }
    Outcome { seen, reply: decoder.finish() }
}

struct Case {
    name: String,
    api: Api,
    stream: Vec<u8>,
    expected: Value,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/streams");
    let paths = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("one").path());
    let mut streams: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "sse")).collect();
    streams.sort();
    let case = |path: &std::path::PathBuf| {
        let json = fs::read_to_string(path.with_extension("json")).expect("what is expected");
        let expected: Value = serde_json::from_str(&json).expect("JSON");
        let api = match expected["api"].as_str() {
            Some("anthropicMessages") => Api::AnthropicMessages,
            Some("openAiChat") => Api::OpenAiChat,
            Some("openAiResponses") => Api::OpenAiResponses,
            other => panic!("{}: no api is called {other:?}", path.display()),
        };
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        Case { name, api, stream: fs::read(path).expect("bytes"), expected }
    };
    streams.iter().map(case).collect()
}

/// The outcome in the shape of the files.
fn written(api: &Value, outcome: &Outcome) -> Value {
    let Outcome { seen, reply } = outcome;
    let mut json = json!({ "api": api });
    for (key, text) in
        [("text", &seen.text), ("thinking", &seen.thinking), ("refusal", &seen.refusal)]
    {
        if !text.is_empty() {
            json[key] = json!(text);
        }
    }
    let calls = seen.calls.values();
    let calls: Vec<_> =
        calls.map(|(name, input)| json!({ "name": name, "input": input })).collect();
    if !calls.is_empty() {
        json["calls"] = json!(calls);
    }
    if let Some(usage) = seen.usage {
        json["usage"] = json!({ "request": usage.request().get(), "output": usage.output.get() });
    }
    match reply {
        Ok(reply) => json["reply"] = reply.clone(),
        Err(failure) => {
            json["failure"] = json!({
                "class": failure.class.as_str(),
                "code": failure.code,
                "message": failure.message,
                "mayRetry": failure.may_retry,
            });
            if let Some(id) = &failure.request_id {
                json["failure"]["requestId"] = json!(id);
            }
        }
    }
    json
}

#[test]
fn each_stream_comes_to_what_stands_beside_it() {
    let cases = cases();
    assert!(cases.len() > 40);
    for case in &cases {
        let outcome = outcome(case.api, [case.stream.as_slice()]);
        let mut found = written(&case.expected["api"], &outcome);
        // A reply that came at once was not on a screen before.
        if case.name.ends_with("-at-once") && outcome.reply.is_ok() {
            found["usage"] = case.expected["usage"].clone();
        }
        let (found, expected) = (pretty(&found), pretty(&case.expected));
        assert_eq!(found, expected, "{}", case.name);
    }
}

/// With the members of objects in order of their names, since no reader depends on another one.
fn pretty(json: &Value) -> String {
    let mut json = json.clone();
    json.sort_all_objects();
    format!("{json:#}")
}

#[test]
fn the_network_may_cut_a_stream_anywhere() {
    for Case { name, api, stream, .. } in cases() {
        let whole = outcome(api, [stream.as_slice()]);
        for cut in 0..=stream.len() {
            let (head, tail) = stream.split_at(cut);
            assert_eq!(outcome(api, [head, tail]), whole, "{name} cut at {cut}");
        }
        for size in [1, 2, 7, 64, 1_000] {
            assert_eq!(outcome(api, stream.chunks(size)), whole, "{name} in parts of {size}");
        }
    }
}

#[test]
fn what_broke_off_is_no_reply() {
    for Case { name, api, stream, .. } in cases() {
        let whole = outcome(api, [stream.as_slice()]);
        let mut decoder = Decoder::new(api);
        for (cut, byte) in stream.chunks(1).enumerate() {
            let broken = decoder.clone().finish();
            let _ = decoder.push(byte);
            let Ok(reply) = broken else { continue };
            // Only what comes after the end may be missing: a line feed, the mark that some
            // servers leave out, and what is sent too late.
            let rest = String::from_utf8_lossy(&stream[cut..]);
            let is_mark = api == Api::OpenAiChat && "data: [DONE]\n\n".ends_with(&*rest);
            let is_late = name == "anthropic-of-tomorrow" && rest.len() <= 300;
            assert!(is_mark || is_late || rest.trim().is_empty(), "{name} cut at {cut} is a reply");
            assert_eq!(Ok(reply), whole.reply, "{name} cut at {cut}");
        }
    }
}

#[test]
fn the_core_reads_the_replies_and_their_usage() {
    for Case { name, api, stream, expected } in cases() {
        let Ok(reply) = outcome(api, [stream.as_slice()]).reply else { continue };
        let Some(dialect) = api.dialect() else { continue };
        let ReportedUsage::Counted(counted) = dialect.usage(&reply["usage"]) else {
            panic!("{name} has no usage")
        };
        let usage = &expected["usage"];
        assert_eq!(json!(counted.usage.request().get()), usage["request"], "{name}");
        assert_eq!(json!(counted.usage.output.get()), usage["output"], "{name}");
        // The one call of older servers is not the core's to run.
        if name != "chat-older-function" {
            let read = dialect.reply(&reply).expect("a reply");
            let called = expected["calls"].as_array().map_or(0, Vec::len);
            let on_the_provider = usize::from(name == "anthropic-server-tools");
            assert_eq!(read.calls.len() + on_the_provider, called, "{name}");
            let is_cut_off = name.ends_with("cut-off");
            assert_eq!(read.calls.iter().any(|call| call.input.is_none()), is_cut_off, "{name}");
        }
    }
}

#[test]
fn a_reply_is_read_in_the_order_in_which_it_was_written() {
    let case = cases().into_iter().find(|case| case.name == "anthropic-parallel-tools");
    let case = case.expect("it is there");
    let reply = outcome(case.api, [case.stream.as_slice()]).reply.expect("a reply");
    assert_eq!(reply.to_string(), case.expected["reply"].to_string());
}

#[test]
fn no_failure_of_a_stream_shows_the_key() {
    let key = Secret::new("sk-canary/1234").expect("a key");
    for (api, stream) in [
        (
            Api::AnthropicMessages,
            r#"event: error
data: {"type":"error","error":{"type":"authentication_error","message":"no sk-canary\/1234"}}

"#,
        ),
        (
            Api::OpenAiChat,
            "data: {\"error\":{\"message\":\"no sk-canary/1234\",\"code\":\"sk-canary/1234\"}}\n\n",
        ),
        (Api::OpenAiChat, "{\"error\":\"no sk-canary%2F1234\"}"),
        (Api::OpenAiChat, "<title>sk-canary/1234</title>"),
        (Api::OpenAiChat, "event: error\ndata: sk-canary/1234\n\n"),
        (
            Api::OpenAiResponses,
            "data: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"message\":\"sk-canary/1234\"}}}\n\n",
        ),
    ] {
        let mut decoder = Decoder::new(api).hiding(Some(&key));
        let pushed = decoder.push(stream.as_bytes());
        let shown = format!("{pushed:?} {decoder:?}");
        let failure = decoder.finish().expect_err("an error");
        let shown = format!("{shown} {failure:?} {failure}");
        assert!(!shown.contains("canary") && shown.contains("***"), "{shown}");
    }
}

/// Streams that are nothing but their many parts, and what the last of them is.
fn of_parts(count: usize) -> Vec<(&'static str, Api, String)> {
    let lines = |head: &str, event: &dyn Fn(usize) -> Value, tail: &str| {
        let events = (0..count).map(|part| format!("data: {}\n\n", event(part)));
        head.to_owned() + &events.collect::<String>() + tail
    };
    let chat = |choice: Value| json!({ "choices": [choice] });
    let call = |call: Value| chat(json!({ "index": 0, "delta": { "tool_calls": [call] } }));
    let (done, stop) =
        ("data: [DONE]\n\n", json!({ "index": 0, "delta": {}, "finish_reason": "x" }));
    let stopped = format!("data: {}\n\n{done}", chat(stop));
    let begun = r#"data: {"type":"message_start","message":{"usage":{"input_tokens":1,"output_tokens":1}}}"#;
    let ended = r#"data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}

data: {"type":"message_stop"}

"#;
    let function = || json!({ "name": "f", "arguments": "{}" });
    let chosen = |part| chat(json!({ "index": part, "delta": {}, "finish_reason": "x" }));
    let numbered = |part| call(json!({ "index": part, "function": function() }));
    let named =
        |part: usize| call(json!({ "index": 0, "id": part.to_string(), "function": function() }));
    let unnumbered = |part: usize| call(json!({ "id": part.to_string(), "function": function() }));
    let block = |part| {
        let block = json!({ "type": "text", "text": "" });
        json!({ "type": "content_block_start", "index": part, "content_block": block })
    };
    let item =
        |part| json!({ "type": "response.output_item.done", "output_index": part, "item": {} });
    let completed = "data: {\"type\":\"response.completed\",\"response\":{}}\n\n";
    vec![
        ("/choices", Api::OpenAiChat, lines("", &chosen, done)),
        ("/choices/0/message/tool_calls", Api::OpenAiChat, lines("", &numbered, &stopped)),
        ("/choices/0/message/tool_calls", Api::OpenAiChat, lines("", &named, &stopped)),
        ("/choices/0/message/tool_calls", Api::OpenAiChat, lines("", &unnumbered, &stopped)),
        ("/content", Api::AnthropicMessages, lines(&format!("{begun}\n\n"), &block, ended)),
        ("/output", Api::OpenAiResponses, lines("", &item, completed)),
    ]
}

#[test]
fn a_reply_may_have_many_parts_but_not_any_number() {
    // A choice with its calls is one part more.
    for (place, api, stream) in of_parts(9_999) {
        let reply = outcome(api, [stream.as_bytes()]).reply.expect("a reply");
        assert_eq!(reply.pointer(place).and_then(Value::as_array).map(Vec::len), Some(9_999));
    }
    for (place, api, stream) in of_parts(10_001) {
        let whole = outcome(api, [stream.as_bytes()]);
        let failure = whole.reply.as_ref().expect_err("too many");
        assert_eq!(failure.class.as_str(), "malformed", "{place}");
        assert!(failure.message.contains("more than 10000") && !failure.may_retry, "{failure}");
        assert_eq!(outcome(api, stream.as_bytes().chunks(7)), whole, "{place}");
    }
}

#[test]
fn pieces_find_the_call_or_block_that_they_belong_to() {
    let pieces = [
        json!({ "index": 1, "id": "a", "function": { "name": "f", "arguments": "1" } }),
        json!({ "index": 1, "id": "b", "function": { "name": "g", "arguments": "2" } }),
        json!({ "id": "a", "function": { "arguments": "3" } }),
        json!({ "index": 1, "function": { "arguments": "4" } }),
        json!({ "index": 1, "id": "a", "function": { "arguments": "5" } }),
        json!({ "index": 2, "function": { "name": "h", "arguments": "6" } }),
        json!({ "index": 2, "id": "c", "function": { "arguments": "7" } }),
        json!({ "id": "c", "function": { "arguments": "8" } }),
        json!({ "function": { "arguments": "9" } }),
    ];
    let chunk = |call: &Value| {
        let choice = json!({ "index": 0, "delta": { "tool_calls": [call] }, "finish_reason": "x" });
        format!("data: {}\n\n", json!({ "choices": [choice] }))
    };
    let stream = pieces.iter().map(chunk).collect::<String>() + "data: [DONE]\n\n";
    let Outcome { seen, reply } = outcome(Api::OpenAiChat, [stream.as_bytes()]);
    let expected = [(1, "f", "135"), (2, "g", "24"), (3, "h", "6789")];
    let shown = seen.calls.iter().map(|(index, (name, input))| (*index, &**name, &**input));
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    let calls = &reply.expect("a reply")["choices"][0]["message"]["tool_calls"];
    for (at, (_, name, input)) in expected.into_iter().enumerate() {
        assert_eq!(calls[at]["function"], json!({ "name": name, "arguments": input }));
    }
}

#[test]
fn a_sentence_is_no_stream_whatever_it_begins_with() {
    let key = Secret::new("sk-canary-1234").expect("a key");
    for text in [
        "error: model 'x' is not loaded",
        "error: [x]",
        "error:  {",
        "errors",
        "data is missing",
        "dat: 1",
        "event\u{7f}: a",
        "events: none",
        "identity unknown",
        "id,name\n1,x",
        "retry later with sk-canary-1234",
        "retry-after: 7",
        "\r\n\u{feff} internal error",
        "x",
    ] {
        for size in 1..=text.len() {
            let mut decoder = Decoder::new(Api::OpenAiChat).hiding(Some(&key));
            for part in text.as_bytes().chunks(size) {
                assert_eq!(decoder.push(part), (vec![], Ok(())), "{text}");
            }
            let failure = decoder.finish().expect_err("no reply");
            assert_eq!(failure.class.as_str(), "malformed", "{text} in parts of {size}");
            let words = text.trim_start_matches(['\r', '\n', ' ', '\u{feff}']);
            let words = words.replace("sk-canary-1234", "***").replace(['\n', '\u{7f}'], " ");
            let words = words.replace("  ", " ");
            assert_eq!(failure.message, format!("an answer: {words}"));
            assert!(!failure.may_retry);
        }
    }
    let long = format!("error: {}sk-canary-1234", "é".repeat(1 << 20));
    let failure = outcome(Api::OpenAiChat, [long.as_bytes()]).reply.expect_err("no reply");
    assert_eq!(failure.message.chars().count(), Failure::MESSAGE_LIMIT);
    assert_eq!(outcome(Api::OpenAiChat, long.as_bytes().chunks(999)).reply, Err(failure));
}

#[test]
fn a_stream_may_begin_with_any_field_or_a_comment() {
    let rest = "\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"x\"}]}\n\n\
                data: [DONE]\n\n";
    for first in [
        "data",
        "data\r",
        "data:",
        "event",
        "event: x",
        "id:7",
        "id",
        "retry: 1",
        ":",
        ": x",
        "error: {}",
        "error:{",
    ] {
        for stream in [format!("{first}{rest}"), format!("\n\u{feff}{first}{rest}")] {
            let whole = outcome(Api::OpenAiChat, [stream.as_bytes()]);
            assert!(whole.reply.is_ok(), "{first:?}: {whole:?}");
            for size in 1..=12 {
                assert_eq!(outcome(Api::OpenAiChat, stream.as_bytes().chunks(size)), whole);
            }
        }
    }
    for cut in ["", "da", "data", "event", ":", "retry"] {
        let failure = outcome(Api::OpenAiChat, [cut.as_bytes()]).reply.expect_err("no reply");
        assert_eq!(failure.class.as_str(), "cut", "{cut}");
    }
}

#[test]
fn nothing_behind_the_end_of_a_reply_takes_it_away() {
    let late =
        ["data: ping\n\n", "event: error\ndata: {\"error\":\"late\"}\n\n", "data: [DONE]\n\n"];
    for Case { name, api, mut stream, .. } in cases() {
        let whole = outcome(api, [stream.as_slice()]);
        let mut decoder = Decoder::new(api);
        let _ = decoder.push(&stream);
        if !decoder.is_done() {
            continue;
        }
        stream.extend(late.concat().bytes());
        for size in [1, 7, stream.len()] {
            assert_eq!(outcome(api, stream.chunks(size)), whole, "{name} in parts of {size}");
        }
        if name != "anthropic-parallel-tools" {
            continue;
        }
        stream.extend(b"data: ".iter().chain(&vec![b'x'; Decoder::EVENT_LIMIT]));
        assert_eq!(outcome(api, [stream.as_slice()]).reply, whole.reply, "{name} without bounds");
    }
}
