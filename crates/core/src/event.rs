//! What a shell reports to the harness: facts, in the past tense.

use alloc::{string::String, vec::Vec};

use crate::{
    failure::FailureKind,
    payload::{Build, Payload},
    units::{RequestId, Tokens},
    wire::wire,
};

/// A fact that the shell reports. Each answer names the request it answers, which must be open.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<P> {
    // ---- from the user or the app ----
    /// The user sent a message. Accepted when no work is under way, and while a compaction is:
    /// then it is queued, and follows the restart message word for word.
    Submitted(Submitted<P>),
    /// The user wants a compaction now. Accepted when no work is under way; an open breaker gets
    /// one more try.
    CompactionRequested,
    /// The user wants the work under way to end. Accepted at any time while there is some.
    Aborted,
    /// The user wants an empty history. Accepted at any time; ends the work under way.
    Cleared,
    /// A history from elsewhere is taken over. Accepted when there is none yet. Broken pairs of
    /// calls and results are repaired, and what no server takes is left out.
    Loaded(Loaded<P>),
    /// The harness was restored from a snapshot, and whatever was under way is over: unanswered
    /// tool calls get an error result and are not run again; what else was open is ordered once
    /// more under its old number, and not counted twice. Changes nothing where no work was under
    /// way, nor when it comes again.
    Resumed,
    // ---- answers ----
    /// Answers [`crate::Effect::CallModel`]: the model replied.
    Replied(Replied<P>),
    /// Answers [`crate::Effect::CallModel`]: there is no reply, and there will be none.
    CallFailed(CallFailed),
    /// Answers [`crate::Effect::RunTool`]. A tool that failed is a result too.
    ToolReturned(ToolReturned<P>),
    /// Answers [`crate::Effect::ReadNotes`].
    NotesRead(NotesRead),
    /// Answers [`crate::Effect::WriteNotes`]: the store holds the new content.
    NotesWritten(NotesWritten),
    /// Answers [`crate::Effect::WriteNotes`]: the store holds another version than the one asked
    /// for, and was left as it is.
    NotesConflicted(NotesConflicted),
    /// Answers [`crate::Effect::ReadNotes`] or [`crate::Effect::WriteNotes`]: the store failed,
    /// and holds what it held before.
    NotesFailed(NotesFailed),
}

/// See [`Event::Submitted`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submitted<P> {
    /// What the user wrote: a string, or what else the dialect takes as the content of a message.
    /// Blank is rejected, and so are tool calls and results.
    pub content: P,
    /// Size of the message in tokens, if the shell knows better than the estimate.
    pub tokens: Option<Tokens>,
}

/// See [`Event::Loaded`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded<P> {
    /// The messages, oldest first, in the dialect's shape.
    pub messages: Vec<P>,
}

/// See [`Event::Replied`].
#[derive(Clone, Debug, PartialEq)]
pub struct Replied<P> {
    /// The request.
    pub request: RequestId,
    /// The provider's response, as it came.
    pub reply: P,
}

/// See [`Event::CallFailed`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallFailed {
    /// The request.
    pub request: RequestId,
    /// What went wrong, for people. The shell keeps keys out of it.
    pub message: String,
    /// Which kind of failure it is; only an overflow changes what happens next.
    pub kind: FailureKind,
}

/// See [`Event::ToolReturned`].
#[derive(Clone, Debug, PartialEq)]
pub struct ToolReturned<P> {
    /// The request.
    pub request: RequestId,
    /// A string, or what else the dialect takes as the content of a result. What is neither text
    /// nor a list of blocks goes to the model as its JSON.
    pub content: P,
    /// Whether the tool failed.
    pub is_error: bool,
    /// Size of the result in tokens, if the shell knows better than the estimate.
    pub tokens: Option<Tokens>,
}

/// See [`Event::NotesRead`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesRead {
    /// The request.
    pub request: RequestId,
    /// The content of the notes; `None` where there are none yet.
    pub content: Option<String>,
    /// The store's name for this content; `None` for a store that has none. A store with versions
    /// names the state without notes too: after `None`, a write goes over whatever is there.
    pub version: Option<String>,
    /// Size of the content in tokens, if the shell knows better than the estimate.
    pub tokens: Option<Tokens>,
}

/// See [`Event::NotesWritten`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesWritten {
    /// The request.
    pub request: RequestId,
    /// The store's name for the new content; `None` for a store that has none.
    pub version: Option<String>,
    /// Size of the call's result in tokens, if the shell knows better than the estimate.
    pub tokens: Option<Tokens>,
}

/// See [`Event::NotesConflicted`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesConflicted {
    /// The request.
    pub request: RequestId,
    /// The content that the store holds.
    pub content: Option<String>,
    /// The store's name for it.
    pub version: Option<String>,
}

/// See [`Event::NotesFailed`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesFailed {
    /// The request.
    pub request: RequestId,
    /// What went wrong; the model reads it when the write was its own.
    pub message: String,
}

impl<P: Payload> Submitted<P> {
    /// A message of words, of estimated size.
    pub fn text(text: &str) -> Self {
        Self { content: P::build(Build::text(text)), tokens: None }
    }
}

impl NotesRead {
    /// Content of estimated size, from a store without versions.
    pub const fn new(request: RequestId, content: Option<String>) -> Self {
        Self { request, content, version: None, tokens: None }
    }
}

impl NotesWritten {
    /// A success of estimated size, in a store without versions.
    pub const fn new(request: RequestId) -> Self {
        Self { request, version: None, tokens: None }
    }
}

impl<P> ToolReturned<P> {
    /// A success of estimated size.
    pub const fn new(request: RequestId, content: P) -> Self {
        Self { request, content, is_error: false, tokens: None }
    }
}

/// Each struct of an event is an event.
macro_rules! from {
    ($($variant:ident($type:ty)),* $(,)?) => {
        $(impl<P> From<$type> for Event<P> {
            fn from(event: $type) -> Self {
                Self::$variant(event)
            }
        })*
    };
}

from! {
    Submitted(Submitted<P>),
    Loaded(Loaded<P>),
    Replied(Replied<P>),
    CallFailed(CallFailed),
    ToolReturned(ToolReturned<P>),
    NotesRead(NotesRead),
    NotesWritten(NotesWritten),
    NotesConflicted(NotesConflicted),
    NotesFailed(NotesFailed),
}

/// Why an event did not apply. The state is as it was, and no effect is owed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Rejected {
    /// No request of this id was ever made.
    #[error("request {0} was never made")]
    UnknownRequest(RequestId),
    /// The request was answered or aborted before.
    #[error("request {0} is closed: it was answered or aborted before")]
    Late(RequestId),
    /// The request is open, but this kind of event does not answer it.
    #[error("request {request} waits for {expected}, not for {got}")]
    WrongAnswer {
        /// The request.
        request: RequestId,
        /// What would answer it.
        expected: &'static str,
        /// What came.
        got: &'static str,
    },
    /// Work is under way; submit again when it has ended.
    #[error("the harness is busy; wait for `done` or abort first")]
    Busy,
    /// There is no work to abort.
    #[error("nothing is under way that could be aborted")]
    Idle,
    /// A message without words; providers refuse it.
    #[error("the message is blank")]
    Blank,
    /// A message that no user can send: it is neither text nor blocks with a type, or it holds
    /// what is not the user's to say. Only replies hold tool calls and thinking, and results
    /// answer the calls of the reply before them.
    #[error(
        "the message holds a block without a type, a text block without text, a tool call, a tool \
         result or thinking; a result is given by toolReturned, a history by loaded"
    )]
    NotAMessage,
    /// There is a history already; clear it first.
    #[error("there are {messages} messages already; clear the history before another is loaded")]
    NotEmpty {
        /// How many.
        messages: usize,
    },
    /// There is nothing that could be compacted.
    #[error("the history holds no reply yet, so there is nothing to compact")]
    NothingToCompact,
    /// The model's reply could not be read. The call stays open: answer it again, or report it
    /// as failed.
    #[error(transparent)]
    Reply(#[from] crate::dialect::ReplyError),
}

wire!(struct Submitted<P> { content: "content", tokens: "tokens" });
wire!(struct Loaded<P> { messages: "messages" });
wire!(struct Replied<P> { request: "request", reply: "reply" });
wire!(struct CallFailed {
    request: "request",
    message: "message",
    kind: "kind" or FailureKind::default(),
});
wire!(struct ToolReturned<P> {
    request: "request",
    content: "content",
    is_error: "isError" or false,
    tokens: "tokens",
});
wire!(struct NotesRead {
    request: "request",
    content: "content",
    version: "version",
    tokens: "tokens",
});
wire!(struct NotesWritten { request: "request", version: "version", tokens: "tokens" });
wire!(struct NotesConflicted { request: "request", content: "content", version: "version" });
wire!(struct NotesFailed { request: "request", message: "message" });
wire!(wrapped Event<P> {
    Submitted: "submitted",
    Loaded: "loaded",
    Replied: "replied",
    CallFailed: "callFailed",
    ToolReturned: "toolReturned",
    NotesRead: "notesRead",
    NotesWritten: "notesWritten",
    NotesConflicted: "notesConflicted",
    NotesFailed: "notesFailed";
    CompactionRequested: "compactionRequested",
    Aborted: "aborted",
    Cleared: "cleared",
    Resumed: "resumed",
});
