//! What the harness waits for.

use alloc::{string::String, vec::Vec};

use crate::{
    effect::{Cause, Purpose},
    event::{Rejected, Submitted},
    payload::Payload,
    round::Round,
    units::{RequestId, Tokens},
    usage::Meters,
    wire::wire,
};

/// Where the loop stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase<P> {
    Idle,
    /// The notes are read before the work begins or goes on.
    AwaitingStart {
        request: RequestId,
        next: Next<P>,
    },
    AwaitingReply {
        request: RequestId,
    },
    AwaitingTools {
        round: Round<P>,
    },
    AwaitingSummary {
        attempt: Attempt,
    },
    AwaitingNotes {
        attempt: Attempt,
        summary: Summary<P>,
    },
}

/// What follows once the notes are read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Next<P> {
    /// The message that began the work is appended and sent.
    Submit { message: Submitted<P> },
    /// The history is sent once more, under the number that the call has already.
    Again { request: RequestId },
    /// The history is checked against the threshold, then sent.
    Check,
}

/// A compaction under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Attempt {
    /// The request that is open for it.
    pub(crate) request: RequestId,
    pub(crate) cause: Cause,
    pub(crate) purpose: Purpose,
    /// Which summary call of this compaction it is, from 1.
    pub(crate) number: u32,
    /// The call that was made last.
    pub(crate) call: u32,
    /// The estimated size of its request.
    pub(crate) request_tokens: Tokens,
    /// The place of the first message that stays.
    pub(crate) cut: usize,
    /// By what the room for the history is divided, after a request that was too long.
    pub(crate) share: u32,
    /// What the calls of this compaction spent.
    pub(crate) cost: Tokens,
    pub(crate) before: Meters,
}

/// What a compaction puts in the place of the history.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Summary<P> {
    Text { text: String, tokens: Tokens },
    Block { block: P, tokens: Tokens },
}

/// What an open request waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Awaited {
    Call(Purpose),
    Tool,
    NotesWrite,
    /// The notes are read for the model's edit of a section.
    NotesEdit,
    /// The notes are read for the window.
    NotesRead,
}

impl Awaited {
    pub(crate) const fn mismatch(self, request: RequestId, got: &'static str) -> Rejected {
        let expected = match self {
            Self::Call(_) => "replied or callFailed",
            Self::Tool => "toolReturned",
            Self::NotesWrite => "notesWritten, notesConflicted or notesFailed",
            Self::NotesEdit | Self::NotesRead => "notesRead or notesFailed",
        };
        Rejected::WrongAnswer { request, expected, got }
    }
}

impl<P: Payload> Phase<P> {
    /// What this request waits for, or why it waits for nothing.
    pub(crate) fn awaited(&self, request: RequestId, next: u32) -> Result<Awaited, Rejected> {
        let found = match self {
            Self::Idle => None,
            Self::AwaitingTools { round } => round.awaited(request),
            Self::AwaitingReply { request: open } => {
                (*open == request).then_some(Awaited::Call(Purpose::Main))
            }
            Self::AwaitingSummary { attempt } => {
                (attempt.request == request).then_some(Awaited::Call(attempt.purpose))
            }
            Self::AwaitingStart { request: open, .. }
            | Self::AwaitingNotes { attempt: Attempt { request: open, .. }, .. } => {
                (*open == request).then_some(Awaited::NotesRead)
            }
        };
        found.ok_or_else(|| {
            if (1..next).contains(&request.0) {
                Rejected::Late(request)
            } else {
                Rejected::UnknownRequest(request)
            }
        })
    }

    /// The open requests.
    pub(crate) fn open(&self) -> Vec<RequestId> {
        match self {
            Self::Idle => Vec::new(),
            Self::AwaitingTools { round } => round.requests().collect(),
            Self::AwaitingReply { request } | Self::AwaitingStart { request, .. } => {
                alloc::vec![*request]
            }
            Self::AwaitingSummary { attempt } | Self::AwaitingNotes { attempt, .. } => {
                alloc::vec![attempt.request]
            }
        }
    }

    /// Whether a message of the user's can wait in this phase.
    pub(crate) const fn is_compacting(&self) -> bool {
        matches!(self, Self::AwaitingSummary { .. } | Self::AwaitingNotes { .. })
    }
}

wire!(tagged Phase<P> {
    Idle: "idle",
    AwaitingStart { request: "request", next: "next" }: "awaitingStart",
    AwaitingReply { request: "request" }: "awaitingReply",
    AwaitingTools { round: "round" }: "awaitingTools",
    AwaitingSummary { attempt: "attempt" }: "awaitingSummary",
    AwaitingNotes { attempt: "attempt", summary: "summary" }: "awaitingNotes",
});
wire!(tagged Next<P> {
    Submit { message: "message" }: "submit",
    Again { request: "request" }: "again",
    Check: "check",
});
wire!(struct Attempt {
    request: "request",
    cause: "cause",
    purpose: "purpose",
    number: "number",
    call: "call",
    request_tokens: "requestTokens",
    cut: "cut",
    share: "share",
    cost: "cost",
    before: "before",
});
wire!(tagged Summary<P> {
    Text { text: "text", tokens: "tokens" }: "text",
    Block { block: "block", tokens: "tokens" }: "block",
});
