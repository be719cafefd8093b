//! Replies in a dialect's shape, made from a row's script.

use std::collections::VecDeque;

use secondwind_core::Dialect;
use serde_json::{Value, json};

use crate::case::merge;

/// A script with each reply as often as it says.
pub(crate) fn scripted(replies: &[Value]) -> VecDeque<Value> {
    let times = |reply: &Value| usize::try_from(reply["times"].as_u64().unwrap_or(1)).unwrap();
    replies.iter().flat_map(|reply| std::iter::repeat_n(reply.clone(), times(reply))).collect()
}

pub(crate) fn definition(dialect: Dialect, name: &str) -> Value {
    match dialect {
        Dialect::OpenAiChat => json!({ "type": "function", "function": { "name": name } }),
        Dialect::Anthropic => json!({ "name": name, "input_schema": { "type": "object" } }),
    }
}

/// A reply in the dialect's shape. `{n}` anywhere in it is the number of the reply.
pub(crate) fn reply(dialect: Dialect, script: &Value, nth: u32) -> Value {
    let script = script.to_string().replace("{n}", &nth.to_string());
    let script: Value = serde_json::from_str(&script).unwrap();
    if let Some(raw) = script.get("raw") {
        return raw.clone();
    }
    let calls: Vec<Value> = script["calls"].as_array().cloned().unwrap_or_default();
    let calls: Vec<(String, String, Value)> = calls
        .iter()
        .map(|call| {
            let id = call.as_str().or_else(|| call["id"].as_str()).unwrap().to_owned();
            let name = call["name"].as_str().unwrap_or("look").to_owned();
            (id, name, call.get("input").cloned().unwrap_or_else(|| json!({})))
        })
        .collect();
    let usage = usage(dialect, &script["usage"]);
    let said = script["say"].as_str();
    let stop = |called: &str, ended: &str| {
        script["stop"].as_str().unwrap_or(if calls.is_empty() { ended } else { called }).to_owned()
    };
    if dialect == Dialect::OpenAiChat {
        let mut message = json!({ "role": "assistant", "content": said });
        if !calls.is_empty() {
            message["tool_calls"] = calls
                .iter()
                .map(|(id, name, input)| {
                    let arguments = input.as_str().map_or_else(|| input.to_string(), str::to_owned);
                    let function = json!({ "name": name, "arguments": arguments });
                    json!({ "id": id, "type": "function", "function": function })
                })
                .collect();
        }
        merge(&mut message, script.get("message").unwrap_or(&json!({})));
        let choice =
            json!({ "index": 0, "message": message, "finish_reason": stop("tool_calls", "stop") });
        let mut reply = json!({ "object": "chat.completion", "choices": [choice] });
        reply.as_object_mut().unwrap().extend(usage.map(|usage| ("usage".to_owned(), usage)));
        return reply;
    }
    let mut content: Vec<Value> = script["blocks"].as_array().cloned().unwrap_or_default();
    content.extend(said.map(|text| json!({ "type": "text", "text": text })));
    content.extend(calls.iter().map(
        |(id, name, input)| json!({ "type": "tool_use", "id": id, "name": name, "input": input }),
    ));
    let mut reply = json!({ "role": "assistant", "content": content, "stop_reason": stop("tool_use", "end_turn") });
    reply.as_object_mut().unwrap().extend(usage.map(|usage| ("usage".to_owned(), usage)));
    reply
}

/// The usage as the provider writes it. A bare number is what request and reply are together, of
/// which the reply is 10 at most.
fn usage(dialect: Dialect, usage: &Value) -> Option<Value> {
    let Some(total) = usage.as_u64() else { return (!usage.is_null()).then(|| usage.clone()) };
    let output = total.min(10);
    let input = total - output;
    Some(match dialect {
        Dialect::OpenAiChat => {
            json!({ "prompt_tokens": input, "completion_tokens": output, "total_tokens": total })
        }
        Dialect::Anthropic => json!({ "input_tokens": input, "output_tokens": output }),
    })
}
