//! Anthropic's Messages: content blocks, results together in one user message, cached tokens
//! reported beside the input.

use alloc::{string::String, vec::Vec};

use super::{
    CallId, Dialect, Part, Reply, ReplyError, Stop, ToolCall, ToolResult,
    calls::Arguments,
    figures::reported,
    view::{content_text, other_part},
};
use crate::payload::{Build, Node, Payload};

pub(super) fn reply<P: Payload>(reply: &P) -> Result<Reply<P>, ReplyError> {
    let node = reply.node();
    let content = node.get("content").ok_or(ReplyError::Missing { path: "content" })?;
    let blocks = content.items().ok_or(ReplyError::Missing { path: "content" })?;
    let mut calls = Vec::new();
    for block in &blocks {
        if kind(block).as_deref() == Some("tool_use") {
            calls.push(tool_call::<P>(block)?);
        }
    }
    let stop = node
        .get("stop_reason")
        .and_then(|stop| stop.text())
        .ok_or(ReplyError::Missing { path: "stop_reason" })?;
    let whole = content.owned();
    let content = fit_content(&whole).unwrap_or(whole);
    let is_empty = content.node().items().is_none_or(|blocks| blocks.is_empty());
    let content = Build::Payload(content);
    let message =
        P::build(Build::Map(alloc::vec![("role", Build::Word("assistant")), ("content", content)]));
    let usage = reported(Dialect::Anthropic, node.get("usage").as_ref());
    Ok(Reply {
        message,
        stop: Stop::named(&stop),
        calls,
        repeated: Vec::new(),
        is_empty,
        refusal: None,
        usage,
    })
}

/// The content of a reply without what no server takes back: blank text, results, which are not
/// the assistant's, and thinking, if any of it has no signature, as where the output limit cut it
/// off. `None` where all of it may stay.
pub(super) fn fit_content<P: Payload>(content: &P) -> Option<P> {
    let blocks = content.node().items()?;
    let member = |block: &P::Node<'_>, key| block.get(key).and_then(|value| value.text());
    let is_thinking = |kind: &str| kind.ends_with("thinking");
    let is_signed = |block: &P::Node<'_>| {
        let key = if kind(block).as_deref() == Some("thinking") { "signature" } else { "data" };
        member(block, key).is_some_and(|text| !text.is_empty())
    };
    let thinking =
        blocks.iter().filter(|block| kind(*block).is_some_and(|kind| is_thinking(&kind)));
    let may_think = thinking.clone().all(is_signed);
    let fits = |block: &&P::Node<'_>| match kind(*block).as_deref() {
        Some("text") => member(block, "text").is_some_and(|text| !text.trim().is_empty()),
        Some("tool_result") => false,
        Some(kind) if is_thinking(kind) => may_think,
        _ => true,
    };
    let kept: Vec<_> = blocks.iter().filter(fits).collect();
    (kept.len() < blocks.len()).then(|| {
        P::build(Build::List(kept.iter().map(|block| Build::Payload(block.owned())).collect()))
    })
}

pub(super) fn tool_results<P: Payload>(results: Vec<ToolResult<P>>) -> P {
    let blocks = results.into_iter().map(|result| Build::Payload(tool_result(result))).collect();
    P::build(Build::Map(alloc::vec![
        ("role", Build::Word("user")),
        ("content", Build::List(blocks))
    ]))
}

/// A result as a block.
pub(super) fn tool_result<P: Payload>(result: ToolResult<P>) -> P {
    let mut block = alloc::vec![
        ("type", Build::Word("tool_result")),
        ("tool_use_id", Build::Text(result.id.0)),
        ("content", Build::Payload(result.content)),
    ];
    if result.is_error {
        block.push(("is_error", Build::Flag(true)));
    }
    P::build(Build::Map(block))
}

pub(super) fn compaction_block<P: Payload>(reply: &Reply<P>) -> Option<P> {
    let message = reply.message.node();
    let blocks = message.get("content")?.items()?;
    let is_block = |block: &P::Node<'_>| {
        kind(block).as_deref() == Some("compaction") && block.get("content").is_some()
    };
    blocks.iter().find(|block| is_block(block)).map(Node::owned)
}

pub(super) fn parts<N: Node>(message: &N) -> Vec<Part> {
    let Some(content) = message.get("content") else { return Vec::new() };
    if let Some(text) = content.text() {
        return alloc::vec![Part::Text(text)];
    }
    content.items().unwrap_or_default().iter().filter_map(part).collect()
}

fn part<N: Node>(block: &N) -> Option<Part> {
    let member = |key| block.get(key).and_then(|value: N| value.text()).unwrap_or_default();
    let kind = kind(block)?;
    Some(match kind.as_str() {
        "text" => Part::Text(member("text")),
        "thinking" | "redacted_thinking" => return None,
        "tool_use" => Part::Call {
            id: CallId(member("id")),
            name: member("name"),
            input: block.get("input").map(|input| input.json()).unwrap_or_default(),
        },
        "tool_result" => {
            let content = block.get("content");
            let (text, media) = content.map(|content| content_text(&content)).unwrap_or_default();
            Part::Result {
                id: CallId(member("tool_use_id")),
                text,
                is_error: block.get("is_error").and_then(|flag| flag.flag()).unwrap_or(false),
                media,
            }
        }
        _ => other_part(block, kind),
    })
}

fn kind<N: Node>(block: &N) -> Option<String> {
    block.get("type")?.text()
}

fn tool_call<P: Payload>(block: &P::Node<'_>) -> Result<ToolCall<P>, ReplyError> {
    let member = |key| block.get(key).and_then(|value| value.text());
    Ok(ToolCall {
        id: CallId(member("id").unwrap_or_default()),
        name: member("name")
            .filter(|name| !name.is_empty())
            .ok_or(ReplyError::Missing { path: "content[].name" })?,
        input: Arguments::of(Dialect::Anthropic, block).input(),
    })
}
