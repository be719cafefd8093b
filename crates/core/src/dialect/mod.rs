//! What a provider's messages mean: payload to typed facts and views, typed messages to payload.

mod anthropic;
mod calls;
mod figures;
mod openai;
mod stream;
mod view;

use alloc::{collections::BTreeSet, string::String, vec::Vec};

use crate::{
    payload::{Build, Payload},
    units::Tokens,
    usage::{CacheRule, Usage},
    wire::{Path, ReadError, Wire, wire},
};

pub(crate) use calls::Renamed;
pub use stream::Streamed;
pub use view::{MEDIA_ALLOWANCE, Part, View};
pub(crate) use view::{content_estimate, is_users, without_blank_blocks, without_blank_text};

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
    /// It compacted, as it was asked to.
    Compaction,
    /// A reason this version does not know, as the provider wrote it, up to [`Stop::LIMIT`].
    Other(String),
}

impl Stop {
    /// The most characters that are read of a reason that this version does not know: 100. It
    /// comes from a server, and is told in every log.
    pub const LIMIT: usize = 100;

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
            "compaction" => Self::Compaction,
            _ => Self::other(name),
        }
    }

    /// A reason that this version does not know.
    pub(crate) fn other(name: &str) -> Self {
        match name.char_indices().nth(Self::LIMIT) {
            None => Self::Other(name.into()),
            Some((end, _)) => Self::Other([&name[..end], "…"].concat()),
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
            Self::Compaction => "compaction",
            Self::Other(reason) => reason,
        }
    }

    /// Whether the model ended its turn by itself.
    pub const fn is_end(&self) -> bool {
        matches!(self, Self::EndTurn | Self::StopSequence)
    }
}

/// The provider's name for a tool call; opaque, compared byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub String);

/// A tool call that the model asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall<P> {
    /// Names the call; its result carries the same id. Empty where the provider gave none.
    pub id: CallId,
    /// The tool.
    pub name: String,
    /// The arguments; an empty object when the model wrote none, `None` when it wrote what is no
    /// JSON object. Such a call is not run but answered with an error.
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
    Counted(Counted),
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

/// Usage as a provider counted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The figures of the call as a whole.
    pub usage: Usage,
    /// What the call left in the window: the same, unless the provider ran the model more than
    /// once for it and says so (`iterations`). Then it is the last of those runs.
    pub window: Usage,
    /// What the call spent: all its runs, those of a compaction on the provider's side included.
    pub spend: Tokens,
}

/// What the core keeps of a reply; taken once, when it comes in.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply<P> {
    /// The message that goes into the history: as the provider wrote it, except for what no
    /// server takes back: arguments that are no JSON object are replaced by `{}`; blank text, a
    /// second call with the same id, and thinking without its signature are left out.
    pub message: P,
    /// Why the model stopped.
    pub stop: Stop,
    /// The tool calls, in order. Of two with the same id the first counts.
    pub calls: Vec<ToolCall<P>>,
    /// The ids of the calls that were left out, since one before them has the same.
    pub repeated: Vec<CallId>,
    /// Whether the message has any content. An empty one is refused by servers when it is sent
    /// back, so it stays out of the history.
    pub is_empty: bool,
    /// What it said when it declined, where the provider has a place of its own for that.
    pub refusal: Option<String>,
    /// What the call used.
    pub usage: ReportedUsage,
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
        let mut reply = match self {
            Self::Anthropic => anthropic::reply(reply),
            Self::OpenAiChat => openai::reply(reply),
        }?;
        if reply.stop == Stop::ToolUse && reply.calls.is_empty() {
            return Err(ReplyError::NoCalls);
        }
        let mut seen = BTreeSet::new();
        let is_new = |call: &ToolCall<P>| call.id.0.is_empty() || seen.insert(call.id.clone());
        let (calls, repeated): (Vec<_>, Vec<_>) = reply.calls.into_iter().partition(is_new);
        reply.calls = calls;
        reply.repeated = repeated.into_iter().map(|call| call.id).collect();
        if !reply.calls.is_empty()
            && let Some(message) = self.mended_calls(&reply.message)
        {
            reply.message = message;
        }
        Ok(reply)
    }

    /// Reads the `usage` object of a response.
    pub fn usage<P: Payload>(self, usage: &P) -> ReportedUsage {
        figures::reported(self, Some(&usage.node()))
    }

    /// Makes a message of the user's from a string, or from what else the dialect takes as the
    /// content of one.
    pub fn user_message<P: Payload>(self, content: Build<P>) -> P {
        P::build(Build::Map(alloc::vec![("role", Build::Word("user")), ("content", content)]))
    }

    /// Makes the messages that answer a reply's calls: one with all results in Anthropic's
    /// dialect, one a result in `OpenAI`'s.
    pub fn tool_results<P: Payload>(self, results: Vec<ToolResult<P>>) -> Vec<P> {
        match self {
            _ if results.is_empty() => Vec::new(),
            Self::Anthropic => alloc::vec![anthropic::tool_results(results)],
            Self::OpenAiChat => results.into_iter().map(openai::tool_result).collect(),
        }
    }

    /// Reads a message of the history.
    pub fn view<P: Payload>(self, message: &P) -> View {
        view::view(self, message)
    }

    /// The block in which the provider holds what it compacted, if the reply is one.
    pub(crate) fn compaction_block<P: Payload>(self, reply: &Reply<P>) -> Option<P> {
        match self {
            Self::Anthropic => anthropic::compaction_block(reply),
            Self::OpenAiChat => None,
        }
    }
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
