//! What a provider's messages mean: payload to typed facts and views, typed messages to payload.

mod anthropic;
mod openai;

use alloc::{string::String, vec::Vec};

use crate::{
    payload::{Build, Node, Payload},
    units::Tokens,
    usage::{CacheRule, Usage},
    wire::{Path, ReadError, Wire, found, whole, wire},
};

/// The shape of the provider's requests and replies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Anthropic's Messages.
    #[default]
    Anthropic,
    /// `OpenAI`'s chat completions, and the many servers that speak it.
    OpenAiChat,
}

/// Why the model stopped writing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// It was done.
    EndTurn,
    /// It wants tools to be run.
    ToolUse,
    /// It wrote one of the stop sequences.
    StopSequence,
    /// It reached the call's output limit; what it wrote is cut off.
    MaxTokens,
    /// A tool on the provider's side paused; the call is to be made again.
    PauseTurn,
    /// It declined.
    Refusal,
    /// It reached the end of the context window.
    ModelContextWindowExceeded,
    /// A reason this version does not know, as the provider wrote it.
    Other(String),
}

impl Stop {
    /// The reason of this name, as Anthropic writes it.
    pub fn named(name: &str) -> Self {
        match name {
            "end_turn" => Self::EndTurn,
            "tool_use" => Self::ToolUse,
            "stop_sequence" => Self::StopSequence,
            "max_tokens" => Self::MaxTokens,
            "pause_turn" => Self::PauseTurn,
            "refusal" => Self::Refusal,
            "model_context_window_exceeded" => Self::ModelContextWindowExceeded,
            _ => Self::Other(name.into()),
        }
    }

    /// The reason as the log and Anthropic write it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::EndTurn => "end_turn",
            Self::ToolUse => "tool_use",
            Self::StopSequence => "stop_sequence",
            Self::MaxTokens => "max_tokens",
            Self::PauseTurn => "pause_turn",
            Self::Refusal => "refusal",
            Self::ModelContextWindowExceeded => "model_context_window_exceeded",
            Self::Other(reason) => reason,
        }
    }
}

/// The provider's name for a tool call; opaque, compared byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CallId(pub String);

/// A tool call that the model asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall<P> {
    /// Names the call; its result carries the same id.
    pub id: CallId,
    /// The tool.
    pub name: String,
    /// The arguments; `None` when the model wrote something that is not JSON. Such a call is not
    /// run but answered with an error.
    pub input: Option<P>,
}

/// What a tool answered.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult<P> {
    /// The call it answers.
    pub id: CallId,
    /// A string, or what else the dialect takes as the content of a result.
    pub content: P,
    /// Whether the tool failed.
    pub is_error: bool,
}

/// The usage that came with a reply.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportedUsage {
    /// All figures are whole numbers in bounds.
    Counted(Usage),
    /// There was none, or one without input or output, or every figure of it was 0, which is how
    /// failed calls report.
    Missing,
    /// A figure that cannot be a token count.
    Absurd {
        /// The provider's name of the figure.
        field: &'static str,
        /// The figure, as JSON.
        value: String,
    },
}

/// What the core keeps of a reply; taken once, when it comes in.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply<P> {
    /// The message that goes into the history, as the provider wrote it.
    pub message: P,
    /// Why the model stopped.
    pub stop: Stop,
    /// The tool calls, in order.
    pub calls: Vec<ToolCall<P>>,
    /// What the call used.
    pub usage: ReportedUsage,
}

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
        /// The text of the result.
        text: String,
        /// Whether the tool failed.
        is_error: bool,
    },
    /// Something that is not text, by the provider's name for it: an image, a document, a block
    /// that this version does not know.
    Other(String),
}

/// Why a reply could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplyError {
    /// A part without which a reply means nothing is not there or of the wrong type.
    #[error("the model's reply has no usable `{path}`; pass the provider's response as it came")]
    Missing {
        /// Where it was looked for.
        path: &'static str,
    },
    /// The stop reason asks for tools, but no call came with it.
    #[error("the model's reply stopped for tool use but holds no tool call")]
    NoCalls,
}

impl Dialect {
    /// How the provider reports cached tokens.
    pub const fn cache_rule(self) -> CacheRule {
        match self {
            Self::Anthropic => CacheRule::Apart,
            Self::OpenAiChat => CacheRule::Within,
        }
    }

    /// Reads a provider's response.
    pub fn reply<P: Payload>(self, reply: &P) -> Result<Reply<P>, ReplyError> {
        let reply = match self {
            Self::Anthropic => anthropic::reply(reply),
            Self::OpenAiChat => openai::reply(reply),
        }?;
        if reply.stop == Stop::ToolUse && reply.calls.is_empty() {
            return Err(ReplyError::NoCalls);
        }
        Ok(reply)
    }

    /// Reads the `usage` object of a response.
    pub fn usage<P: Payload>(self, usage: &P) -> ReportedUsage {
        let node = usage.node();
        let object = Some(&node);
        match self {
            Self::Anthropic => anthropic::reported(object),
            Self::OpenAiChat => openai::reported(object),
        }
    }

    /// Makes a message of the user's.
    pub fn user_message<P: Payload>(self, text: &str) -> P {
        P::build(Build::Map(alloc::vec![
            ("role", Build::Word("user")),
            ("content", Build::text(text)),
        ]))
    }

    /// Makes the messages that answer a reply's calls: one with all results in Anthropic's
    /// dialect, one a result in `OpenAI`'s.
    pub fn tool_results<P: Payload>(self, results: Vec<ToolResult<P>>) -> Vec<P> {
        match self {
            Self::Anthropic => alloc::vec![anthropic::tool_results(results)],
            Self::OpenAiChat => results.into_iter().map(openai::tool_result).collect(),
        }
    }

    /// Reads a message of the history.
    pub fn view<P: Payload>(self, message: &P) -> View {
        let node = message.node();
        let role = node.get("role").and_then(|role| role.text()).unwrap_or_default();
        let parts = match self {
            Self::Anthropic => anthropic::parts(&node),
            Self::OpenAiChat => openai::parts(&node, &role),
        };
        View { role, parts }
    }
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

    /// UTF-8 bytes of all that would be rendered of it, for an estimate.
    pub(crate) fn bytes(&self) -> usize {
        let bytes = |part: &Part| match part {
            Part::Text(text) | Part::Result { text, .. } => text.len(),
            Part::Call { name, input, .. } => name.len() + input.len(),
            Part::Other(kind) => kind.len(),
        };
        self.parts.iter().map(bytes).sum()
    }
}

/// Reads the figures of a usage object: the provider's names for input, cache read, cache write
/// and output, each with the object that holds it. Without an input or an output figure there is
/// no count: half of one would empty the meters.
fn usage<N: Node>(figures: [(Option<&N>, &'static str); 4], cache: CacheRule) -> ReportedUsage {
    let mut counts = [None; 4];
    for (count, (object, field)) in counts.iter_mut().zip(figures) {
        let Some(value) = object.and_then(|object| object.get(field)) else { continue };
        *count = value.number().and_then(whole).and_then(|count| Tokens::try_from(count).ok());
        if count.is_none() {
            return ReportedUsage::Absurd { field, value: found(Some(&value)) };
        }
    }
    let [Some(input), cache_read, cache_write, Some(output)] = counts else {
        return ReportedUsage::Missing;
    };
    let [cache_read, cache_write] = [cache_read, cache_write].map(Option::unwrap_or_default);
    let usage = Usage { input, cache_read, cache_write, output, cache };
    if usage.total() == Tokens::ZERO {
        ReportedUsage::Missing
    } else {
        ReportedUsage::Counted(usage)
    }
}

/// The text of a tool result or message content: a string, or the text parts of a list.
fn content_text<N: Node>(content: &N) -> String {
    if let Some(text) = content.text() {
        return text;
    }
    let mut joined = String::new();
    for item in content.items().unwrap_or_default() {
        let words = item.get("text").and_then(|text| text.text());
        let words = words.or_else(|| {
            let kind = item.get("type").and_then(|kind| kind.text())?;
            Some(alloc::format!("[{kind}]"))
        });
        if let Some(words) = words {
            if !joined.is_empty() {
                joined.push('\n');
            }
            joined.push_str(&words);
        }
    }
    joined
}

wire!(words Dialect { Anthropic: "anthropic", OpenAiChat: "openAiChat" });
wire!(newtype CallId);

impl<P: Payload> Wire<P> for Stop {
    fn write(&self) -> Build<P> {
        Build::text(self.as_str())
    }

    fn read(node: Option<P::Node<'_>>, path: &Path<'_>) -> Result<Self, ReadError> {
        Wire::<P>::read(node, path).map(|reason: String| Self::named(&reason))
    }
}
