//! What a shell reports to the harness: facts, in the past tense.

use alloc::string::String;

use crate::units::{RequestId, Tokens};
use crate::wire::wire;

/// A fact that the shell reports. Each answer names the request it answers, which must be open.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<P> {
    /// The user sent a message. Accepted when no work is under way.
    Submitted(Submitted),
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
    /// Answers [`crate::Effect::ReadNotes`] or [`crate::Effect::WriteNotes`]: the store failed,
    /// and holds what it held before.
    NotesFailed(NotesFailed),
    /// The user wants the work under way to end. Accepted at any time while there is some.
    Aborted,
}

/// See [`Event::Submitted`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// What the user wrote. Blank is rejected.
    pub text: String,
    /// Size of the message in tokens, if the shell knows better than the estimate.
    pub tokens: Option<Tokens>,
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
}

/// See [`Event::ToolReturned`].
#[derive(Clone, Debug, PartialEq)]
pub struct ToolReturned<P> {
    /// The request.
    pub request: RequestId,
    /// A string, or what else the dialect takes as the content of a result.
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
    /// Size of the content in tokens, if the shell knows better than the estimate.
    pub tokens: Option<Tokens>,
}

/// See [`Event::NotesWritten`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesWritten {
    /// The request.
    pub request: RequestId,
    /// Size of the call's result in tokens, if the shell knows better than the estimate.
    pub tokens: Option<Tokens>,
}

/// See [`Event::NotesFailed`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesFailed {
    /// The request.
    pub request: RequestId,
    /// What went wrong; the model reads it when the write was its own.
    pub message: String,
}

impl Submitted {
    /// A message of estimated size.
    pub fn text(text: &str) -> Self {
        Self { text: text.into(), tokens: None }
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
    Submitted(Submitted),
    Replied(Replied<P>),
    CallFailed(CallFailed),
    ToolReturned(ToolReturned<P>),
    NotesRead(NotesRead),
    NotesWritten(NotesWritten),
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
    /// The model's reply could not be read. The call stays open: answer it again, or report it
    /// as failed.
    #[error(transparent)]
    Reply(#[from] crate::dialect::ReplyError),
}

wire!(struct Submitted { text: "text", tokens: "tokens" });
wire!(struct Replied<P> { request: "request", reply: "reply" });
wire!(struct CallFailed { request: "request", message: "message" });
wire!(struct ToolReturned<P> {
    request: "request",
    content: "content",
    is_error: "isError" or false,
    tokens: "tokens",
});
wire!(struct NotesRead { request: "request", content: "content", tokens: "tokens" });
wire!(struct NotesWritten { request: "request", tokens: "tokens" });
wire!(struct NotesFailed { request: "request", message: "message" });
wire!(wrapped Event<P> {
    Submitted: "submitted",
    Replied: "replied",
    CallFailed: "callFailed",
    ToolReturned: "toolReturned",
    NotesRead: "notesRead",
    NotesWritten: "notesWritten",
    NotesFailed: "notesFailed";
    Aborted: "aborted",
});
