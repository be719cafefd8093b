//! `OpenAI`'s chat completions: one message a result, arguments as text, cached tokens reported
//! inside the prompt.

use alloc::vec::Vec;

use super::{
    CallId, Dialect, Part, Reply, ReplyError, Stop, ToolCall, ToolResult,
    calls::Arguments,
    figures::reported,
    view::{content_text, other_part, without_blank_text},
};
use crate::payload::{Build, Node, Payload};

pub(super) fn reply<P: Payload>(reply: &P) -> Result<Reply<P>, ReplyError> {
    let node = reply.node();
    let choice = node
        .get("choices")
        .and_then(|choices| choices.items())
        .and_then(|choices| choices.into_iter().next())
        .ok_or(ReplyError::Missing { path: "choices[0]" })?;
    let message =
        choice.get("message").ok_or(ReplyError::Missing { path: "choices[0].message" })?;
    let called = message.get("tool_calls").and_then(|calls| calls.items()).unwrap_or_default();
    let calls = called.iter().map(tool_call::<P>).collect::<Result<Vec<_>, _>>()?;
    let stop = choice
        .get("finish_reason")
        .and_then(|stop| stop.text())
        .ok_or(ReplyError::Missing { path: "choices[0].finish_reason" })?;
    let mut stop = stop_reason(&stop);
    // Many servers say "stop" however the reply ended; the calls say what is wanted.
    if stop == Stop::EndTurn && !calls.is_empty() {
        stop = Stop::ToolUse;
    }
    let refusal = message.get("refusal").and_then(|refusal| refusal.text());
    let refusal = refusal.filter(|refusal| !refusal.trim().is_empty());
    if refusal.is_some() {
        stop = Stop::Refusal;
    }
    let usage = reported(Dialect::OpenAiChat, node.get("usage").as_ref());
    let is_empty = calls.is_empty()
        && message.get("content").is_none_or(|content| content_text(&content).0.trim().is_empty());
    let role = message.get("role").and_then(|role| role.text());
    let mut message = message.owned();
    if role.as_deref() != Some("assistant") {
        message = message.with("role", P::build(Build::Word("assistant")));
    }
    let message = without_blank_text(&message).unwrap_or(message);
    Ok(Reply { message, stop, calls, repeated: Vec::new(), is_empty, refusal, usage })
}

pub(super) fn tool_result<P: Payload>(result: ToolResult<P>) -> P {
    P::build(Build::Map(alloc::vec![
        ("role", Build::Word("tool")),
        ("tool_call_id", Build::Text(result.id.0)),
        ("content", Build::Payload(result.content)),
    ]))
}

pub(super) fn parts<N: Node>(message: &N, role: &str) -> Vec<Part> {
    let content = message.get("content");
    if role == "tool" {
        let id = message.get("tool_call_id").and_then(|id| id.text()).unwrap_or_default();
        let (text, media) = content.map(|content| content_text(&content)).unwrap_or_default();
        return alloc::vec![Part::Result { id: CallId(id), text, is_error: false, media }];
    }
    let calls = message.get("tool_calls").and_then(|calls| calls.items()).unwrap_or_default();
    let mut parts = Vec::new();
    match content.as_ref().and_then(Node::items) {
        // Some models write a line break beside their calls, which says nothing and harms nothing.
        None => {
            let text = content.and_then(|content| content.text());
            let text = text.filter(|text| calls.is_empty() || !text.trim().is_empty());
            parts.extend(text.map(Part::Text));
        }
        Some(items) => parts.extend(items.iter().map(|item| {
            let kind = item.get("type").and_then(|kind| kind.text()).unwrap_or_default();
            match item.get("text").and_then(|text| text.text()) {
                Some(text) => Part::Text(text),
                None => other_part(item, kind),
            }
        })),
    }
    parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
    for call in calls {
        let function = call.get("function");
        let member = |object: Option<&N>, key| {
            let value = object.and_then(|object| object.get(key));
            value.and_then(|value| value.text()).unwrap_or_default()
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
    let name = call.get("function").and_then(|function| function.get("name")?.text());
    let name = name.filter(|name| !name.is_empty());
    Ok(ToolCall {
        id: CallId(call.get("id").and_then(|id| id.text()).unwrap_or_default()),
        name: name.ok_or(ReplyError::Missing { path: FUNCTION })?,
        input: Arguments::of(Dialect::OpenAiChat, call).input(),
    })
}

fn stop_reason(reason: &str) -> Stop {
    match reason {
        "stop" => Stop::EndTurn,
        "tool_calls" | "function_call" => Stop::ToolUse,
        "length" => Stop::MaxTokens,
        "content_filter" => Stop::Refusal,
        _ => Stop::other(reason),
    }
}
