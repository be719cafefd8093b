//! What a provider says and what it takes, read as plainly as can be.

use secondwind_core::Dialect;
use serde_json::{Value, json};

/// The largest count.
pub(crate) const MAX: u64 = (1 << 53) - 1;

/// What is in a reply.
pub(crate) struct Facts {
    /// The message as it goes back.
    pub(crate) message: Value,
    pub(crate) stop: String,
    pub(crate) text: String,
    /// Id, name and arguments, if they are an object; of two with the same id the first.
    pub(crate) calls: Vec<(String, String, Option<Value>)>,
    pub(crate) is_empty: bool,
}

impl Facts {
    /// Reads a reply to the request of this number, after these messages.
    pub(crate) fn of(dialect: Dialect, reply: &Value, request: u32, window: &[Value]) -> Self {
        let mut facts = match dialect {
            Dialect::Anthropic => {
                let taken = window.iter().flat_map(|message| pairs(dialect, message).0);
                anthropic(reply, request, &taken.collect::<Vec<_>>())
            }
            Dialect::OpenAiChat => openai(reply, request),
        };
        facts.is_empty &= facts.calls.is_empty();
        facts
    }
}

fn anthropic(reply: &Value, request: u32, taken: &[String]) -> Facts {
    let blocks = reply["content"].as_array().expect("blocks");
    let is_text = |block: &&Value| block["type"] == "text";
    let is_blank = |block: &Value| block["text"].as_str().unwrap_or_default().trim().is_empty();
    let is_thinking = |block: &Value| text(&block["type"]).ends_with("thinking");
    let is_signed = |block: &Value| {
        let key = if block["type"] == "thinking" { "signature" } else { "data" };
        block[key].as_str().is_some_and(|text| !text.is_empty())
    };
    let may_think = blocks.iter().all(|block| !is_thinking(block) || is_signed(block));
    let kept = blocks.iter().filter(|block| !(is_text(block) && is_blank(block)));
    let kept = kept.filter(|block| block["type"] != "tool_result");
    let kept = kept.filter(|block| may_think || !is_thinking(block));
    let mut kept: Vec<Value> = kept.cloned().collect();
    let is_call = |block: &Value| block["type"] == "tool_use";
    named(&mut kept, is_call, request, taken);
    let mut calls = Vec::new();
    for block in kept.iter_mut().filter(|block| is_call(block)) {
        let input = match &block["input"] {
            Value::Null => Some(json!({})),
            Value::Object(_) => Some(block["input"].clone()),
            _ => None,
        };
        calls.push((text(&block["id"]), text(&block["name"]), input.clone()));
        if block["input"] != input.clone().unwrap_or_default() || input.is_none() {
            block["input"] = json!({});
        }
    }
    Facts {
        stop: reply["stop_reason"].as_str().expect("a stop reason").to_owned(),
        text: kept.iter().filter(is_text).filter_map(|block| block["text"].as_str()).collect(),
        calls,
        is_empty: kept.is_empty(),
        message: json!({ "role": "assistant", "content": kept }),
    }
}

/// Leaves out each call that names one before it, which no server takes back, and names those
/// that have no name, or one that is taken, after the number of their request.
fn named(
    blocks: &mut Vec<Value>,
    is_call: impl Fn(&Value) -> bool,
    request: u32,
    taken: &[String],
) {
    let mut seen: Vec<String> = Vec::new();
    blocks.retain(|block| {
        let id = text(&block["id"]);
        let is_new = !is_call(block) || id.is_empty() || !seen.contains(&id);
        seen.push(id);
        is_new
    });
    let mut number = 0;
    let is_bad = |id: String| id.is_empty() || taken.contains(&id);
    for block in blocks.iter_mut().filter(|block| is_call(block) && is_bad(text(&block["id"]))) {
        loop {
            number += 1;
            let name = format!("call_{request}_{number}");
            if !seen.contains(&name) && !taken.contains(&name) {
                block["id"] = name.into();
                break;
            }
        }
    }
}

fn openai(reply: &Value, request: u32) -> Facts {
    let choice = &reply["choices"][0];
    let mut message = choice["message"].clone();
    let mut calls = Vec::new();
    if let Some(called) = message["tool_calls"].as_array_mut() {
        named(called, |_| true, request, &[]);
        for call in called {
            let arguments = text(&call["function"]["arguments"]);
            let is_absent = arguments.trim().is_empty();
            let input: Option<Value> = if is_absent {
                Some(json!({}))
            } else {
                serde_json::from_str(&arguments).ok().filter(Value::is_object)
            };
            calls.push((text(&call["id"]), text(&call["function"]["name"]), input.clone()));
            if is_absent || input.is_none() {
                call["function"]["arguments"] = json!("{}");
            }
        }
    }
    if message["tool_calls"].is_null() {
        message = choice["message"].clone();
    }
    let content = without_blank(&message["content"]);
    if content != message["content"] {
        message["content"] = if content == json!([]) { Value::Null } else { content };
    }
    let mut stop = match choice["finish_reason"].as_str().expect("a finish reason") {
        "stop" if calls.is_empty() => "end_turn",
        "stop" | "tool_calls" | "function_call" => "tool_use",
        "length" => "max_tokens",
        "content_filter" => "refusal",
        other => other,
    };
    if message["refusal"].as_str().is_some_and(|text| !text.trim().is_empty()) {
        stop = "refusal";
    }
    message["role"] = "assistant".into();
    let text = words(&message["content"]);
    Facts { stop: stop.to_owned(), is_empty: text.trim().is_empty(), text, calls, message }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The text of a content that is a string or blocks.
fn words(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks.iter().filter_map(|block| block["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// A content without its blocks of blank text.
pub(crate) fn without_blank(content: &Value) -> Value {
    let mut content = content.clone();
    if let Some(blocks) = content.as_array_mut() {
        blocks.retain(|block| {
            block["type"] != "text" || block["text"].as_str().is_some_and(|t| !t.trim().is_empty())
        });
    }
    content
}

/// What a tool returned, as a server takes it.
pub(crate) fn as_content(content: &Value) -> Value {
    match content {
        Value::Array(list) if are_blocks(list) => match without_blank(content) {
            kept if kept == json!([]) => "".into(),
            kept => kept,
        },
        Value::String(_) => content.clone(),
        other => other.to_string().into(),
    }
}

/// Whether a list is content of a message, and not just a list.
fn are_blocks(list: &[Value]) -> bool {
    !list.is_empty() && list.iter().all(|block| !block["type"].is_null())
}

/// Whether a content has nothing in it that a server takes.
pub(crate) fn is_blank(content: &Value) -> bool {
    match content {
        Value::Array(blocks) => {
            blocks.iter().all(|block| block["type"] == "text" || block["type"].is_null())
                && words(content).trim().is_empty()
        }
        _ => words(content).trim().is_empty(),
    }
}

/// What a usage object says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) request: u64,
    pub(crate) output: u64,
    pub(crate) spend: u64,
}

/// Reads a usage object; `None` where it is no count.
pub(crate) fn reported(dialect: Dialect, usage: &Value) -> Option<Counted> {
    let (request, output) = figures(dialect, usage)??;
    if request + output == 0 {
        return None;
    }
    let total = (request.min(MAX) + output).min(MAX);
    let mut counted = Counted { request: request.min(MAX), output, spend: total };
    let mut spent = 0;
    for run in usage["iterations"].as_array().into_iter().flatten() {
        let Some((request, output)) = figures(dialect, run)? else { continue };
        if request + output == 0 {
            continue;
        }
        spent = (spent + request.min(MAX) + output).min(MAX);
        if run["type"] == "message" || run["type"] == "fallback_message" {
            (counted.request, counted.output) = (request.min(MAX), output);
        }
    }
    counted.spend = counted.spend.max(spent);
    Some(counted)
}

#[expect(clippy::option_option, reason = "two ways in which there is nothing")]
/// Request and output: nothing where a figure is no count, nothing inside where one is missing.
fn figures(dialect: Dialect, usage: &Value) -> Option<Option<(u64, u64)>> {
    let count = |value: &Value| {
        if value.is_null() {
            return Some(None);
        }
        let whole = value.as_f64().filter(|count| count.fract() == 0.0 && *count >= 0.0)?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
        (whole <= 9_007_199_254_740_991.0).then_some(Some(whole as u64))
    };
    let [input, output] = match dialect {
        Dialect::Anthropic => [&usage["input_tokens"], &usage["output_tokens"]],
        Dialect::OpenAiChat => [&usage["prompt_tokens"], &usage["completion_tokens"]],
    };
    let (input, output) = (count(input)?, count(output)?);
    let beside = match dialect {
        Dialect::Anthropic => {
            let read = count(&usage["cache_read_input_tokens"])?;
            let written = count(&usage["cache_creation_input_tokens"])?;
            read.unwrap_or(0) + written.unwrap_or(0)
        }
        Dialect::OpenAiChat => {
            count(&usage["prompt_tokens_details"]["cached_tokens"])?;
            count(&usage["prompt_tokens_details"]["cache_write_tokens"])?;
            0
        }
    };
    Some(input.zip(output).map(|(input, output)| (input + beside, output)))
}

/// The messages that answer calls.
pub(crate) fn results<'a>(
    dialect: Dialect,
    answers: impl Iterator<Item = (&'a str, &'a (Value, bool))>,
) -> Vec<Value> {
    match dialect {
        Dialect::Anthropic => {
            let block = |(id, (content, is_error)): (&str, &(Value, bool))| {
                let mut block =
                    json!({ "type": "tool_result", "tool_use_id": id, "content": content });
                if *is_error {
                    block["is_error"] = true.into();
                }
                block
            };
            vec![json!({ "role": "user", "content": answers.map(block).collect::<Vec<_>>() })]
        }
        Dialect::OpenAiChat => answers
            .map(|(id, (content, _))| json!({ "role": "tool", "tool_call_id": id, "content": content }))
            .collect(),
    }
}

/// What a strict server refuses in the messages of a request.
pub(crate) fn strict(dialect: Dialect, messages: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    let is_block = |message: &Value| message["content"][0]["type"] == "compaction";
    match messages.first() {
        None => found.push("no message".to_owned()),
        Some(first) if first["role"] != "user" && !is_block(first) => {
            found.push(format!("begins with {first}"));
        }
        _ => {}
    }
    let mut open: Vec<String> = Vec::new();
    let mut taken: Vec<String> = Vec::new();
    for (place, message) in messages.iter().enumerate() {
        let (calls, answers) = pairs(dialect, message);
        if dialect == Dialect::Anthropic {
            if calls.iter().any(|call| taken.contains(call)) {
                found.push(format!("{place}: the ids of {calls:?} were used before"));
            }
            taken.extend(calls.clone());
            let blocks = message["content"].as_array().into_iter().flatten();
            let results = blocks.map(|block| block["type"] == "tool_result");
            if !results.is_sorted_by(|a, b| a >= b) {
                found.push(format!("{place}: results stand behind something else"));
            }
            if !thinks_signed(message) {
                found.push(format!("{place}: thinking without a signature"));
            }
        }
        match dialect {
            Dialect::Anthropic => {
                if sorted(&open) != sorted(&answers) {
                    found.push(format!("{place}: calls {open:?}, results {answers:?}"));
                }
                open = calls;
            }
            Dialect::OpenAiChat => {
                for answer in &answers {
                    match open.iter().position(|call| call == answer) {
                        Some(at) => drop(open.remove(at)),
                        None => found.push(format!("{place}: {answer} has no call")),
                    }
                }
                if answers.is_empty() {
                    if !open.is_empty() {
                        found.push(format!("{place}: calls {open:?} have no results"));
                    }
                    open = calls;
                }
            }
        }
        if open.iter().any(String::is_empty) {
            found.push(format!("{place}: a call without an id"));
        }
        if !arguments_are_objects(message) {
            found.push(format!("{place}: arguments that are no object: {message}"));
        }
        if sorted(&open).windows(2).any(|pair| pair[0] == pair[1]) {
            found.push(format!("{place}: two calls of the same name in {open:?}"));
        }
        let content = &message["content"];
        let has_calls = message["tool_calls"].as_array().is_some_and(|calls| !calls.is_empty());
        let is_empty = match content {
            Value::Array(blocks) => blocks.is_empty() && !has_calls,
            Value::String(text) => {
                text.trim().is_empty() && !has_calls && message["role"] != "tool"
            }
            _ => !has_calls,
        };
        let blocks = content.as_array().into_iter().flatten();
        // Blocks stand in the content of results, too.
        let is_blank = |block: &Value| {
            block["type"] == "text" && block["text"].as_str().is_none_or(|t| t.trim().is_empty())
        };
        let inner =
            blocks.clone().flat_map(|block| block["content"].as_array().into_iter().flatten());
        if is_empty || blocks.chain(inner).any(is_blank) {
            found.push(format!("{place}: empty: {message}"));
        }
    }
    if !open.is_empty() {
        found.push(format!("calls {open:?} have no results"));
    }
    found
}

fn thinks_signed(message: &Value) -> bool {
    let mut blocks = message["content"].as_array().into_iter().flatten();
    blocks.all(|block| match block["type"].as_str() {
        Some("thinking") => block["signature"].as_str().is_some_and(|text| !text.is_empty()),
        Some("redacted_thinking") => block["data"].is_string(),
        _ => true,
    })
}

fn arguments_are_objects(message: &Value) -> bool {
    let blocks = message["content"].as_array().into_iter().flatten();
    let mut inputs = blocks.filter(|block| block["type"] == "tool_use").map(|it| &it["input"]);
    let calls = message["tool_calls"].as_array().into_iter().flatten();
    let mut written = calls.map(|call| text(&call["function"]["arguments"]));
    let is_object =
        |json: String| serde_json::from_str(&json).is_ok_and(|it: Value| it.is_object());
    inputs.all(Value::is_object) && written.all(is_object)
}

/// Ids of the calls and of the results in a message.
fn pairs(dialect: Dialect, message: &Value) -> (Vec<String>, Vec<String>) {
    let blocks = |kind: &str, key: &str| {
        let blocks = message["content"].as_array().into_iter().flatten();
        blocks.filter(|block| block["type"] == kind).map(|block| text(&block[key])).collect()
    };
    match dialect {
        Dialect::Anthropic => (blocks("tool_use", "id"), blocks("tool_result", "tool_use_id")),
        Dialect::OpenAiChat => {
            let calls = message["tool_calls"].as_array().into_iter().flatten();
            let is_tool = message["role"] == "tool";
            (
                calls.map(|call| text(&call["id"])).collect(),
                is_tool.then(|| text(&message["tool_call_id"])).into_iter().collect(),
            )
        }
    }
}

fn sorted(ids: &[String]) -> Vec<&String> {
    let mut ids: Vec<_> = ids.iter().collect();
    ids.sort();
    ids
}
