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
    // A block of blank text is refused when it is sent back, and says nothing.
    let is_blank = |block: &P::Node<'_>| {
        kind(block).as_deref() == Some("text")
            && block
                .get("text")
                .and_then(|text| text.text())
                .is_none_or(|text| text.trim().is_empty())
    };
    let kept: Vec<_> = blocks.iter().filter(|block| !is_blank(block)).collect();
    let content = if kept.len() == blocks.len() {
        Build::Payload(content.owned())
    } else {
        Build::List(kept.iter().map(|block| Build::Payload(block.owned())).collect())
    };
    let message =
        P::build(Build::Map(alloc::vec![("role", Build::Word("assistant")), ("content", content)]));
    let usage = reported(Dialect::Anthropic, node.get("usage").as_ref());
    Ok(Reply {
        message,
        stop: Stop::named(&stop),
        calls,
        repeated: Vec::new(),
        is_empty: kept.is_empty(),
        usage,
    })
}

pub(super) fn tool_results<P: Payload>(results: Vec<ToolResult<P>>) -> P {
    let blocks = results
        .into_iter()
        .map(|result| {
            let mut block = alloc::vec![
                ("type", Build::Word("tool_result")),
                ("tool_use_id", Build::Text(result.id.0)),
                ("content", Build::Payload(result.content)),
            ];
            if result.is_error {
                block.push(("is_error", Build::Flag(true)));
            }
            Build::Map(block)
        })
        .collect();
    P::build(Build::Map(alloc::vec![
        ("role", Build::Word("user")),
        ("content", Build::List(blocks))
    ]))
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
        name: member("name").ok_or(ReplyError::Missing { path: "content[].name" })?,
        input: Arguments::of(Dialect::Anthropic, block).input(),
    })
}
