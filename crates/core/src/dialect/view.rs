//! A message as it is read: who speaks, and what in.

use alloc::{format, string::String, vec::Vec};

use super::{CallId, Dialect, anthropic, openai};
use crate::{
    payload::{Build, Node, Payload},
    units::Tokens,
};

/// What an image, a document or a recording counts as in an estimate, whatever its bytes: about
/// what providers charge for a full-size image.
pub const MEDIA_ALLOWANCE: Tokens = Tokens::new(1600);

/// A message to be read: who speaks, and what in.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// `user`, `assistant` or `tool`.
    pub role: String,
    /// The parts in order. Thinking is left out as a whole.
    pub parts: Vec<Part>,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Words.
    Text(String),
    /// A tool call.
    Call {
        /// The call.
        id: CallId,
        /// The tool.
        name: String,
        /// Its arguments as JSON text.
        input: String,
    },
    /// The result of a tool call.
    Result {
        /// The call.
        id: CallId,
        /// The text of the result; media in it by their kind, in brackets.
        text: String,
        /// Whether the tool failed.
        is_error: bool,
        /// How many media are in it.
        media: usize,
    },
    /// An image, a document or a recording, by the provider's name for it.
    Media(String),
    /// A block that this version does not know.
    Other {
        /// The provider's name for it.
        kind: String,
        /// How long it is as JSON text, in bytes.
        bytes: usize,
    },
}

impl View {
    /// The words of the message, without calls and results.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            if let Part::Text(words) = part {
                text.push_str(words);
            }
        }
        text
    }

    /// Whether nothing is in it that a server takes: no words but blank ones, and nothing else.
    pub fn is_blank(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Text(text) if text.trim().is_empty()))
    }

    /// Whether it holds results of tool calls.
    pub(crate) fn has_results(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Result { .. }))
    }

    /// The estimated size of its parts; what stands around the message is not in it.
    pub fn estimate(&self) -> Tokens {
        let part = |part: &Part| match part {
            Part::Text(text) => Tokens::estimate(text.len()),
            Part::Call { name, input, .. } => Tokens::estimate(name.len() + input.len()),
            Part::Result { text, media, .. } => {
                Tokens::estimate(text.len()).plus(allowance(*media))
            }
            Part::Media(_) => MEDIA_ALLOWANCE,
            Part::Other { bytes, .. } => Tokens::estimate(*bytes),
        };
        self.parts.iter().map(part).sum()
    }
}

pub(super) fn view<P: Payload>(dialect: Dialect, message: &P) -> View {
    let node = message.node();
    let role = node.get("role").and_then(|role| role.text()).unwrap_or_default();
    let parts = match dialect {
        Dialect::Anthropic => anthropic::parts(&node),
        Dialect::OpenAiChat => openai::parts(&node, &role),
    };
    View { role, parts }
}

/// The text of a tool result or message content: a string, or the text parts of a list, with
/// the kinds of all others in brackets. Answers how many media there are, too.
pub(super) fn content_text<N: Node>(content: &N) -> (String, usize) {
    if let Some(text) = content.text() {
        return (text, 0);
    }
    let mut joined = String::new();
    let mut media = 0;
    for item in content.items().unwrap_or_default() {
        let kind = item.get("type").and_then(|kind| kind.text()).unwrap_or_default();
        media += usize::from(is_media(&kind));
        let words = item.get("text").and_then(|text| text.text());
        let words = words.or_else(|| (!kind.is_empty()).then(|| format!("[{kind}]")));
        let Some(words) = words else { continue };
        if !joined.is_empty() {
            joined.push('\n');
        }
        joined.push_str(&words);
    }
    (joined, media)
}

/// The estimated size of a content: a string, or a list of blocks.
pub(crate) fn content_estimate<N: Node>(content: &N) -> Tokens {
    let Some(items) = content.items() else { return Tokens::estimate(content.bytes()) };
    let block = |item: &N| {
        let kind = item.get("type").and_then(|kind| kind.text()).unwrap_or_default();
        match item.get("text") {
            _ if is_media(&kind) => MEDIA_ALLOWANCE,
            Some(text) => Tokens::estimate(text.bytes()),
            None => Tokens::estimate(item.bytes()),
        }
    };
    items.iter().map(block).sum()
}

/// Whether a content is the user's to send: text, or blocks with a type that hold no call, no
/// result and no thinking. What is neither text nor a list has no words and is judged so.
pub(crate) fn is_users<P: Payload>(content: &P) -> bool {
    let blocks = content.node().items().unwrap_or_default();
    blocks.iter().all(|block| {
        let member = |key| block.get(key).and_then(|value| value.text());
        match member("type").as_deref() {
            None | Some("tool_use" | "tool_result" | "thinking" | "redacted_thinking") => false,
            Some("text") => member("text").is_some(),
            Some(_) => true,
        }
    })
}

/// The content without blocks of blank text, which servers refuse; `None` where it has none.
pub(crate) fn without_blank_blocks<P: Payload>(content: &P) -> Option<P> {
    let blocks = content.node().items()?;
    let is_blank = |block: &P::Node<'_>| {
        let kind = block.get("type").and_then(|kind| kind.text());
        let text = block.get("text").and_then(|text| text.text());
        kind.as_deref() == Some("text") && text.is_none_or(|text| text.trim().is_empty())
    };
    let kept: Vec<_> = blocks.iter().filter(|block| !is_blank(block)).collect();
    (kept.len() < blocks.len()).then(|| {
        P::build(Build::List(kept.iter().map(|block| Build::Payload(block.owned())).collect()))
    })
}

/// The message without blocks of blank text; `None` where it has none. No content is `null`.
pub(crate) fn without_blank_text<P: Payload>(message: &P) -> Option<P> {
    let content = without_blank_blocks(&message.node().get("content")?.owned())?;
    let is_empty = content.node().items().is_some_and(|blocks| blocks.is_empty());
    Some(message.with("content", if is_empty { P::build(Build::Null) } else { content }))
}

/// A block as a part, for blocks that mean nothing else.
pub(super) fn other_part<N: Node>(block: &N, kind: String) -> Part {
    if is_media(&kind) {
        Part::Media(kind)
    } else {
        Part::Other { bytes: block.json().len(), kind }
    }
}

fn is_media(kind: &str) -> bool {
    matches!(
        kind,
        "image"
            | "document"
            | "image_url"
            | "input_image"
            | "input_audio"
            | "input_file"
            | "file"
            | "audio"
            | "video"
    )
}

fn allowance(media: usize) -> Tokens {
    core::iter::repeat_n(MEDIA_ALLOWANCE, media).sum()
}
