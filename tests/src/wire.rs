//! The target `wire`: a response in any pieces comes to the same, and nothing stumbles over it.

use secondwind_core::{ReportedUsage, Usage};
use secondwind_wire::{Api, Decoder, Delta, Failure, Secret};
use serde_json::{Value, json};

use crate::bytes::Bytes;

const APIS: [Api; 3] = [Api::AnthropicMessages, Api::OpenAiChat, Api::OpenAiResponses];

/// A key that providers echo in the pieces below.
const KEY: &str = "sk-canary-1234";

/// The first byte chooses the API, and whether the rest is a response or chooses one.
pub(crate) fn wire(input: &[u8]) {
    let mut bytes = Bytes(input);
    let kind = bytes.byte();
    let api = APIS[usize::from(kind) % APIS.len()];
    let mut sizes = bytes.split(8);
    let stream = if kind & 0x80 == 0 { bytes.0.to_vec() } else { chosen(api, bytes) };

    let whole = outcome(api, &[&stream]);
    let single: Vec<&[u8]> = stream.chunks(1).collect();
    assert_eq!(outcome(api, &single), whole, "byte by byte");
    let mut rest = stream.as_slice();
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let size = if sizes.is_empty() { rest.len() } else { sizes.below(64) };
        let (head, tail) = rest.split_at(size.min(rest.len()));
        parts.push(head);
        rest = tail;
    }
    assert_eq!(outcome(api, &parts), whole, "in parts of {:?}", parts.iter().map(|it| it.len()));

    let shown = format!("{:?}", whole.reply.as_ref().err());
    assert!(!shown.contains(KEY), "{shown}");
    match &whole.reply {
        Ok(reply) => agrees(api, &stream, &whole.seen, reply),
        Err(failure) => fit(failure),
    }
    let header = |name: &str| Some(format!("{name} {}", bytes.0.len()));
    for status in [400, 429, 503] {
        fit(&Failure::from_response(api, status, &header, &stream, None));
    }
}

/// What a response comes to.
#[derive(Debug, PartialEq)]
struct Outcome {
    seen: Seen,
    reply: Result<Value, Failure>,
}

#[derive(Debug, Default, PartialEq)]
struct Seen {
    text: String,
    other: Vec<Delta>,
    usage: Option<Usage>,
}

fn outcome(api: Api, parts: &[&[u8]]) -> Outcome {
    let key = Secret::new(KEY).expect("a key");
    let mut decoder = Decoder::new(api).hiding(Some(&key));
    let mut seen = Seen::default();
    for part in parts {
        for delta in decoder.push(part).0 {
            match delta {
                Delta::Text(more) => seen.text.push_str(&more),
                Delta::Usage(usage) => seen.usage = Some(usage),
                other => seen.other.push(other),
            }
        }
    }
    Outcome { seen, reply: decoder.finish() }
}

/// What was shown piece by piece is what the reply says; a reply that came at once was not shown.
fn agrees(api: Api, stream: &[u8], seen: &Seen, reply: &Value) {
    if serde_json::from_slice::<Value>(stream.trim_ascii()).is_ok() || *seen == Seen::default() {
        return;
    }
    let text = |parts: &Value| -> String {
        let parts = parts.as_array().into_iter().flatten();
        parts.filter_map(|part| part["text"].as_str()).collect()
    };
    // The key is taken out of the reply; what was shown before cannot be called back.
    let struck = Secret::new(KEY).expect("a key").strike(&seen.text);
    match api {
        // A strange stream may write at several blocks by turns, so the key may stand across them.
        Api::AnthropicMessages if struck != seen.text => {}
        Api::AnthropicMessages => {
            let sorted = |text: &str| {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_unstable();
                letters
            };
            assert_eq!(sorted(&text(&reply["content"])), sorted(&seen.text));
        }
        Api::OpenAiChat => {
            let content = &reply["choices"][0]["message"]["content"];
            let is_first = reply["choices"][0]["index"] == 0;
            if content.is_string() && is_first {
                assert_eq!(content, &json!(struck));
            }
        }
        // Its last event is taken at its word.
        Api::OpenAiResponses => {}
    }
    if let Some(dialect) = api.dialect() {
        let told = dialect.usage(&reply["usage"]);
        if let (ReportedUsage::Counted(counted), Some(usage)) = (told, seen.usage) {
            assert_eq!(counted.usage, usage, "{reply}");
        }
        let _ = dialect.reply(reply);
    }
}

/// The texts of a failure are fit to be shown.
fn fit(failure: &Failure) {
    for (text, limit) in [
        (failure.message.as_str(), Failure::MESSAGE_LIMIT),
        (failure.code.as_str(), 100),
        (failure.request_id.as_deref().unwrap_or_default(), 100),
    ] {
        assert!(text.chars().count() <= limit && !text.contains(char::is_control), "{text:?}");
    }
    assert!(!failure.class.as_str().is_empty());
}

/// A response of events as they come, in any order.
fn chosen(api: Api, mut bytes: Bytes<'_>) -> Vec<u8> {
    let end = bytes.one_of(&["\n", "\r\n", "\r"]);
    let mut stream = String::new();
    let mut is_begun = false;
    for _ in 0..64 {
        if bytes.is_empty() {
            break;
        }
        let event = match api {
            // Most begin as they should.
            Api::AnthropicMessages if !is_begun && bytes.byte() < 250 => started(&mut bytes),
            Api::AnthropicMessages => anthropic(&mut bytes),
            Api::OpenAiChat => chat(&mut bytes),
            Api::OpenAiResponses => responses(&mut bytes),
        };
        is_begun = true;
        let line = match bytes.below(16) {
            0 => format!(": {end}data: {event}{end}{end}"),
            1 => format!("event: ping{end}data: {event}{end}{end}"),
            2 => format!(
                "event: {}{end}data: {event}{end}{end}",
                event["type"].as_str().unwrap_or("x")
            ),
            3 => format!(
                "data: {}{end}{end}",
                event.to_string().replacen(',', &format!(",{end}data:"), 1)
            ),
            4 if api == Api::OpenAiChat => format!("data: [DONE]{end}{end}"),
            _ => format!("data: {event}{end}{end}"),
        };
        stream.push_str(&line);
    }
    stream.into_bytes()
}

fn piece(bytes: &mut Bytes<'_>) -> Value {
    let pieces = ["", "a", "né 🦀", "\r\n", "{\"x\":", "1}", "\"", "{}", KEY, "\u{0}"];
    json!(bytes.one_of(&pieces))
}

fn counts(bytes: &mut Bytes<'_>, keys: &[&str]) -> Value {
    let mut usage = json!({});
    for key in keys {
        match bytes.below(4) {
            0 => {}
            1 => usage[key] = Value::Null,
            2 => usage[key] = json!(0),
            _ => usage[key] = json!(bytes.byte()),
        }
    }
    usage
}

const FIGURES: [&str; 4] =
    ["input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"];

fn started(bytes: &mut Bytes<'_>) -> Value {
    let message = json!({ "role": "assistant", "content": [], "usage": counts(bytes, &FIGURES) });
    json!({ "type": "message_start", "message": message })
}

fn anthropic(bytes: &mut Bytes<'_>) -> Value {
    let index = bytes.below(3);
    match bytes.below(8) {
        0..=2 => {
            let kinds = ["text", "thinking", "tool_use", "server_tool_use", "hologram"];
            let kind = bytes.one_of(&kinds);
            let block = json!({ "type": kind, "id": "t", "name": "look", "input": {} });
            json!({ "type": "content_block_start", "index": index, "content_block": block })
        }
        3..=5 => {
            let (kind, key) = bytes.one_of(&[
                ("text_delta", "text"),
                ("thinking_delta", "thinking"),
                ("input_json_delta", "partial_json"),
                ("signature_delta", "signature"),
                ("citations_delta", "citation"),
                ("compaction_delta", "content"),
                ("mesh_delta", "mesh"),
            ]);
            json!({ "type": "content_block_delta", "index": index,
                "delta": { "type": kind, key: piece(bytes) } })
        }
        6 => {
            json!({ "type": "message_delta", "delta": { "stop_reason": bytes.one_of(&["end_turn", "tool_use"]) },
            "usage": counts(bytes, &FIGURES) })
        }
        _ => match bytes.below(4) {
            0 => {
                json!({ "type": "error", "error": { "type": "api_error", "message": piece(bytes) } })
            }
            1 => json!({ "type": "content_block_stop", "index": index }),
            2 => started(bytes),
            _ => json!({ "type": "message_stop" }),
        },
    }
}

fn chat(bytes: &mut Bytes<'_>) -> Value {
    if bytes.below(8) == 0 {
        let usage = counts(bytes, &["prompt_tokens", "completion_tokens"]);
        return match bytes.below(4) {
            0 => json!({ "error": { "message": piece(bytes), "code": bytes.word() } }),
            1 => {
                json!({ "choices": [], "timings": counts(bytes, &["prompt_n", "predicted_n", "cache_n"]) })
            }
            _ => json!({ "choices": [], "usage": usage }),
        };
    }
    let mut call = json!({ "function": { "arguments": piece(bytes) } });
    if bytes.flag() {
        call["index"] = json!(bytes.below(3));
    }
    if bytes.flag() {
        call["id"] = json!(bytes.one_of(&["a", "b", ""]));
        call["function"]["name"] = json!(bytes.one_of(&["look", "say"]));
    }
    let (key, value) = match bytes.below(6) {
        0..=2 => ("content", piece(bytes)),
        3 => ("tool_calls", json!([call])),
        4 => ("reasoning_content", piece(bytes)),
        _ => ("refusal", piece(bytes)),
    };
    let finish = bytes.one_of(&[Value::Null, Value::Null, json!("stop"), json!("length")]);
    json!({ "choices": [{ "index": bytes.below(8) / 7, "delta": { key: value }, "finish_reason": finish }] })
}

fn responses(bytes: &mut Bytes<'_>) -> Value {
    let index = bytes.below(3);
    match bytes.below(8) {
        0..=2 => {
            json!({ "type": "response.output_text.delta", "output_index": index, "delta": piece(bytes) })
        }
        3 => json!({ "type": "response.output_item.done", "output_index": index,
            "item": { "type": "message", "content": [] } }),
        4 => json!({ "type": "response.output_item.added", "output_index": index,
            "item": { "type": "function_call", "name": "look" } }),
        5 => json!({ "type": "error", "code": piece(bytes), "message": piece(bytes) }),
        _ => {
            let status = bytes.one_of(&["completed", "incomplete", "failed", "cancelled"]);
            json!({ "type": format!("response.{status}"), "response": {
                "status": status, "output": [], "usage": counts(bytes, &["input_tokens", "output_tokens"]),
                "error": { "code": "server_error", "message": piece(bytes) } } })
        }
    }
}
