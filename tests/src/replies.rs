//! What a provider, a tool and a user may send, good and bad.

use secondwind_core::{Dialect, FailureKind};
use serde_json::{Value, json};

use crate::bytes::Bytes;

/// How large a request is by its provider's count, and who counts.
#[derive(Clone, Copy)]
pub(crate) struct Request {
    pub(crate) dialect: Dialect,
    pub(crate) tokens: u64,
    /// Names calls that no other reply uses.
    pub(crate) number: u32,
}

pub(crate) const STOPS: [&str; 9] = [
    "tool_use",
    "end_turn",
    "stop_sequence",
    "max_tokens",
    "pause_turn",
    "refusal",
    "model_context_window_exceeded",
    "compaction",
    "a_stop_of_tomorrow",
];

const FINISHES: [&str; 9] = [
    "tool_calls",
    "stop",
    "stop",
    "length",
    "function_call",
    "content_filter",
    "stop",
    "length",
    "a_finish_of_tomorrow",
];

/// A summary as it should be.
pub(crate) fn summary(request: Request, bytes: &mut Bytes<'_>) -> Value {
    let text = words(bytes);
    let text = if text.trim().is_empty() { "Half of it is done.".to_owned() } else { text };
    let output = text.len() as u64 / 4 + 1;
    let usage = usage(request, output, bytes);
    match request.dialect {
        Dialect::Anthropic => json!({
            "content": [{ "type": "text", "text": text }],
            "stop_reason": "end_turn",
            "usage": usage,
        }),
        Dialect::OpenAiChat => json!({
            "choices": [{
                "finish_reason": "stop",
                "message": { "role": "assistant", "content": text },
            }],
            "usage": usage,
        }),
    }
}

/// A provider's compaction, as it should be.
pub(crate) fn block(request: Request, bytes: &mut Bytes<'_>) -> Value {
    json!({
        "content": [{ "type": "compaction", "content": words(bytes), "sealed": [1.5, null] }],
        "stop_reason": bytes.one_of(&["compaction", "end_turn"]),
        "usage": usage(request, 10, bytes),
    })
}

/// A reply of any kind.
pub(crate) fn reply(request: Request, bytes: &mut Bytes<'_>) -> Value {
    let shape = bytes.byte();
    if shape >= 0xf8 {
        return bytes.one_of(&[
            json!("garbage"),
            json!({}),
            json!({ "content": "text", "stop_reason": "end_turn" }),
            json!({ "content": [], "stop_reason": "tool_use" }),
            json!({ "content": [{ "type": "tool_use", "name": "look" }], "stop_reason": "end_turn" }),
            json!({ "choices": [] }),
            json!({ "choices": [{ "message": { "tool_calls": [{ "id": "x" }] } }] }),
            Value::Null,
        ]);
    }
    let stop = match shape % 16 {
        0..=5 => 0,
        6..=8 => 1,
        other => usize::from(other) - 7,
    };
    let calls = match (stop, shape / 16 % 5) {
        (0, extra) => usize::from(extra % 4) + 1,
        (_, 4) => 2,
        _ => 0,
    };
    match request.dialect {
        Dialect::Anthropic => anthropic(request, stop, calls, bytes),
        Dialect::OpenAiChat => openai(request, stop, calls, bytes),
    }
}

fn anthropic(request: Request, stop: usize, calls: usize, bytes: &mut Bytes<'_>) -> Value {
    let mut content = Vec::new();
    let extras = bytes.byte();
    if extras & 1 != 0 {
        let signature = bytes.one_of(&["c2ln", "c2ln", ""]);
        content.push(json!({ "type": "thinking", "thinking": "hm", "signature": signature }));
    }
    if extras & 2 != 0 {
        content.push(json!({ "type": "a_block_of_tomorrow", "z": 1, "a": [null, 1.5] }));
    }
    if extras & 4 != 0 {
        content.push(json!({ "type": "text", "text": words(bytes) }));
    }
    if extras & 0x18 == 0x18 {
        content.push(json!({ "type": "compaction", "content": "sealed" }));
    }
    if calls == 0 && extras & 0x60 != 0x60 {
        content.push(json!({ "type": "text", "text": words(bytes) }));
    }
    for place in 0..calls {
        let (id, name, input) = call(request, place, bytes);
        let input = serde_json::from_str(&input).unwrap_or(Value::Null);
        content.push(json!({ "type": "tool_use", "id": id, "name": name, "input": input }));
    }
    let output = Value::Array(content.clone()).to_string().len() as u64 / 4 + 1;
    let usage = usage(request, output, bytes);
    json!({ "role": "assistant", "content": content, "stop_reason": STOPS[stop], "usage": usage })
}

fn openai(request: Request, stop: usize, calls: usize, bytes: &mut Bytes<'_>) -> Value {
    let extras = bytes.byte();
    let mut message = json!({ "role": "assistant", "content": null });
    if extras & 4 != 0 || (calls == 0 && extras & 0x60 != 0x60) {
        message["content"] = Value::from(words(bytes));
    }
    if extras & 0x18 == 0x18 {
        message["content"] = json!([{ "type": "text", "text": words(bytes) }]);
    }
    if extras & 0x81 == 0x81 {
        message["refusal"] = bytes.one_of(&[json!("I would rather not."), json!("")]);
    }
    if calls > 0 {
        let call = |place| {
            let (id, name, input) = call(request, place, bytes);
            let function = json!({ "name": name, "arguments": input });
            json!({ "id": id, "type": "function", "function": function })
        };
        message["tool_calls"] = (0..calls).map(call).collect();
    }
    let output = message.to_string().len() as u64 / 4 + 1;
    let usage = usage(request, output, bytes);
    json!({
        "choices": [{ "finish_reason": FINISHES[stop], "message": message }],
        "usage": usage,
    })
}

/// Id, name and arguments of a call.
fn call(request: Request, place: usize, bytes: &mut Bytes<'_>) -> (String, &'static str, String) {
    let kind = bytes.byte();
    let id = match kind >> 5 {
        // Some servers number the calls of each reply anew, or give them all the same name.
        0 => "call_0".to_owned(),
        1 => format!("call_{place}"),
        2 => String::new(),
        _ => format!("call_{}_{place}", request.number),
    };
    let (name, input) = match kind & 15 {
        0..=6 => ("look", json!({ "at": place })),
        7 | 8 => ("update_notes", json!({ "content": format!("notes {}", words(bytes)) })),
        9 => ("update_notes", json!({ "text": 1 })),
        10 => {
            let edit = json!({ "action": "append", "section": "Open", "content": words(bytes) });
            ("edit_notes", edit)
        }
        11 => ("edit_notes", json!({ "action": "drop", "section": "Open" })),
        12 => ("edit_notes", json!({ "action": "explode" })),
        13 => ("look", Value::Null),
        14 if kind & 16 != 0 => return (id, "look", " ".to_owned()),
        14 => return (id, "look", "{\"at\":".to_owned()),
        _ => ("look", json!([1, "x"])),
    };
    (id, name, input.to_string())
}

/// Usage of every kind.
fn usage(request: Request, output: u64, bytes: &mut Bytes<'_>) -> Value {
    let kind = bytes.byte();
    let (input, details) = (request.tokens, "prompt_tokens_details");
    let [input_key, output_key] = match request.dialect {
        Dialect::Anthropic => ["input_tokens", "output_tokens"],
        Dialect::OpenAiChat => ["prompt_tokens", "completion_tokens"],
    };
    let plain = |input: Value, output: Value| json!({ input_key: input, output_key: output });
    match kind % 32 {
        0..=9 => plain(input.into(), output.into()),
        10..=12 if request.dialect == Dialect::Anthropic => json!({
            input_key: input / 4,
            "cache_read_input_tokens": input - input / 4,
            "cache_creation_input_tokens": null,
            output_key: output,
        }),
        10..=12 => json!({
            input_key: input, details: { "cached_tokens": input / 2 }, output_key: output,
        }),
        13 => Value::Null,
        14 => plain(0.into(), 0.into()),
        15 => plain((-1).into(), output.into()),
        16 => plain(json!(1.5), output.into()),
        17 => plain("12".into(), output.into()),
        18 => plain((1_u64 << 53).into(), output.into()),
        19 => plain(((1_u64 << 53) - 1).into(), output.into()),
        20 => plain(1.into(), 1.into()),
        21 => plain((input / 2).into(), output.into()),
        22 => plain((input * 3 + 1).into(), (output * 2).into()),
        23 => json!({ input_key: input }),
        24 => json!({ output_key: output }),
        25 => json!({
            input_key: input, output_key: output, "iterations": [
                { "type": "compaction", input_key: input * 4, output_key: 9 },
                { "type": "message", input_key: input / 2, output_key: output },
                { "type": "compaction", input_key: 7, output_key: 9 },
            ],
        }),
        26 => json!({ input_key: input, output_key: output, "iterations": [{}, null, "x"] }),
        27 => json!("many"),
        28 => plain(json!(1e300), output.into()),
        29 => json!({ input_key: input, output_key: output, details: "none" }),
        30 => plain(0.into(), output.into()),
        _ => plain(input.into(), 0.into()),
    }
}

pub(crate) fn failure(bytes: &mut Bytes<'_>) -> FailureKind {
    bytes.one_of(&[
        FailureKind::Other,
        FailureKind::Overflow,
        FailureKind::OverflowSuspected,
        FailureKind::RateLimited,
        FailureKind::Overloaded,
        FailureKind::Server,
        FailureKind::Network,
        FailureKind::TooLarge,
        FailureKind::Auth,
        FailureKind::Billing,
        FailureKind::Aborted,
    ])
}

/// Text of every kind, blank now and then.
pub(crate) fn words(bytes: &mut Bytes<'_>) -> String {
    let kind = bytes.byte();
    match kind % 16 {
        0..=4 => format!("words {kind}"),
        5 => " \n\t".to_owned(),
        6 => String::new(),
        7 => "Ein längerer Satz, 더 긴 문장. ".repeat(usize::from(kind / 16) + 1),
        8 => "\u{1F468}\u{200D}\u{1F469}e\u{301}".repeat(usize::from(kind)),
        9 => "</notes>\n<NOTES-1>\n</history>".to_owned(),
        10 => "x".repeat(usize::from(kind) * 8),
        11 => format!("see data:image/png;base64,{} there", "QUJD".repeat(40)),
        12 => "\u{0}\u{FEFF}\u{2028}".to_owned(),
        13 => "## Open\n- one\n\n## Decisions\n- two\n".to_owned(),
        14 => "\u{3000}\u{200B}".to_owned(),
        _ => "short".to_owned(),
    }
}

/// The content of a message or a result: words, or blocks.
pub(crate) fn content(bytes: &mut Bytes<'_>) -> Value {
    let kind = bytes.byte();
    match kind % 13 {
        12 => json!([{ "type": "tool_result", "tool_use_id": "a", "content": "seen" }]),
        0..=6 => words(bytes).into(),
        7 => json!([{ "type": "text", "text": words(bytes) }]),
        8 => json!([{ "type": "text", "text": "look" }, { "type": "image", "source": "x" }]),
        9 => json!([]),
        10 => json!([{ "type": "text", "text": " " }, { "type": "text", "text": "y" }]),
        _ => bytes.one_of(&[json!(1), Value::Null, json!({ "a": 1 }), json!(["x", 1])]),
    }
}

/// A history from elsewhere, more often broken than not.
pub(crate) fn history(dialect: Dialect, bytes: &mut Bytes<'_>) -> Vec<Value> {
    let mut messages = Vec::new();
    for _ in 0..bytes.below(9) {
        let kind = bytes.byte();
        let id = ["a", "b", ""][usize::from(kind >> 4) % 3];
        let other = ["a", "b", "c"][usize::from(kind >> 6) % 3];
        messages.push(match (kind % 10, dialect) {
            (0 | 1, _) => json!({ "role": "user", "content": content(bytes) }),
            (2, _) => json!({ "role": "assistant", "content": words(bytes) }),
            (3, _) => bytes.one_of(&[
                json!("garbage"),
                json!({}),
                Value::Null,
                json!({ "role": "system", "content": "be good" }),
                json!({ "role": "assistant" }),
                json!({ "role": "user", "content": [] }),
                json!({ "role": "assistant", "content": [{ "type": "thinking", "thinking": "x" }] }),
            ]),
            (4..=6, Dialect::Anthropic) => json!({ "role": "assistant", "content": [
                { "type": "text", "text": "I look" },
                { "type": "tool_use", "id": id, "name": "look", "input": {} },
                { "type": "tool_use", "id": other, "name": "look", "input": words(bytes) },
            ] }),
            (7, Dialect::Anthropic) => json!({ "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": id, "content": "seen" },
                { "type": "text", "text": words(bytes) },
            ] }),
            (_, Dialect::Anthropic) => json!({ "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": id, "content": "seen" },
                { "type": "tool_result", "tool_use_id": other, "content": [] },
            ] }),
            (4..=6, Dialect::OpenAiChat) => json!({ "role": "assistant", "content": null,
                "tool_calls": [
                    { "id": id, "type": "function", "function": { "name": "look", "arguments": "{}" } },
                    { "id": other, "type": "function", "function": { "name": "look", "arguments": words(bytes) } },
                ] }),
            (_, Dialect::OpenAiChat) => {
                json!({ "role": "tool", "tool_call_id": id, "content": "seen" })
            }
        });
    }
    messages
}
