//! `OpenAI`'s chat completions: one message a result, arguments as text, cached tokens reported
//! inside the prompt.

use alloc::{string::String, vec::Vec};

use super::{
    CallId, Part, Reply, ReplyError, ReportedUsage, Stop, ToolCall, ToolResult, content_text, usage,
};
use crate::{
    payload::{Build, Node, Payload},
    usage::CacheRule,
};

pub(super) fn reply<P: Payload>(reply: &P) -> Result<Reply<P>, ReplyError> {
    let node = reply.node();
    let choice = node
        .get("choices")
        .and_then(|choices| choices.items())
        .and_then(|choices| choices.into_iter().next())
        .ok_or(ReplyError::Missing { path: "choices[0]" })?;
    let message =
        choice.get("message").ok_or(ReplyError::Missing { path: "choices[0].message" })?;
    let calls = message.get("tool_calls").and_then(|calls| calls.items()).unwrap_or_default();
    let calls = calls.iter().map(tool_call::<P>).collect::<Result<_, _>>()?;
    let stop = choice
        .get("finish_reason")
        .and_then(|stop| stop.text())
        .ok_or(ReplyError::Missing { path: "choices[0].finish_reason" })?;
    let usage = reported(node.get("usage").as_ref());
    Ok(Reply { message: message.owned(), stop: stop_reason(stop), calls, usage })
}

pub(super) fn tool_result<P: Payload>(result: ToolResult<P>) -> P {
    P::build(Build::Map(alloc::vec![
        ("role", Build::Word("tool")),
        ("tool_call_id", Build::Text(result.id.0)),
        ("content", Build::Payload(result.content)),
    ]))
}

pub(super) fn parts<N: Node>(message: &N, role: &str) -> Vec<Part> {
    let text = message.get("content").map(|content| content_text(&content)).unwrap_or_default();
    if role == "tool" {
        let id = message.get("tool_call_id").and_then(|id| id.text()).unwrap_or_default();
        return alloc::vec![Part::Result { id: CallId(id), text, is_error: false }];
    }
    let mut parts = Vec::new();
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    for call in message.get("tool_calls").and_then(|calls| calls.items()).unwrap_or_default() {
        let function = call.get("function");
        let member = |object: Option<&N>, key| {
            object
                .and_then(|object| object.get(key))
                .and_then(|value| value.text())
                .unwrap_or_default()
        };
        parts.push(Part::Call {
            id: CallId(member(Some(&call), "id")),
            name: member(function.as_ref(), "name"),
            input: member(function.as_ref(), "arguments"),
        });
    }
    parts
}

fn tool_call<P: Payload>(call: &P::Node<'_>) -> Result<ToolCall<P>, ReplyError> {
    const FUNCTION: &str = "choices[0].message.tool_calls[].function";
    let missing = |path| ReplyError::Missing { path };
    let id = call.get("id").and_then(|id| id.text());
    let function = call.get("function").ok_or_else(|| missing(FUNCTION))?;
    let name = function.get("name").and_then(|name| name.text());
    Ok(ToolCall {
        id: CallId(id.ok_or_else(|| missing("choices[0].message.tool_calls[].id"))?),
        name: name.ok_or_else(|| missing(FUNCTION))?,
        input: function.get("arguments").and_then(|json| P::parse(&json.text()?)),
    })
}

fn stop_reason(reason: String) -> Stop {
    match reason.as_str() {
        "stop" => Stop::EndTurn,
        "tool_calls" => Stop::ToolUse,
        "length" => Stop::MaxTokens,
        "content_filter" => Stop::Refusal,
        _ => Stop::Other(reason),
    }
}

pub(super) fn reported<N: Node>(object: Option<&N>) -> ReportedUsage {
    let details = object.and_then(|object| object.get("prompt_tokens_details"));
    let figures = [
        (object, "prompt_tokens"),
        (details.as_ref(), "cached_tokens"),
        (details.as_ref(), "cache_write_tokens"),
        (object, "completion_tokens"),
    ];
    usage(figures, CacheRule::Within)
}
