//! What the harness waits for: which requests are open, and the calls of the round under way.

use alloc::{string::String, vec::Vec};

use crate::{
    config::Config,
    dialect::{CallId, Reply, ToolCall, ToolResult},
    effect::{Effect, Purpose},
    event::Rejected,
    payload::{Build, Node, Payload},
    units::{RequestId, Tokens},
    wire::wire,
};

/// Where the loop stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase<P> {
    Idle,
    AwaitingReply { request: RequestId },
    AwaitingTools { round: Round<P> },
    AwaitingSummary { request: RequestId, request_tokens: Tokens },
    AwaitingNotes { request: RequestId, call: u32, summary: String, summary_tokens: Tokens },
}

/// What an open request waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Awaited {
    Reply(Purpose),
    Tool,
    NotesWrite,
    NotesRead,
}

impl Awaited {
    pub(crate) const fn mismatch(self, request: RequestId, got: &'static str) -> Rejected {
        let expected = match self {
            Self::Reply(_) => "replied or callFailed",
            Self::Tool => "toolReturned",
            Self::NotesWrite => "notesWritten or notesFailed",
            Self::NotesRead => "notesRead or notesFailed",
        };
        Rejected::WrongAnswer { request, expected, got }
    }
}

impl<P> Phase<P> {
    /// What this request waits for, or why it waits for nothing.
    pub(crate) fn awaited(&self, request: RequestId, next: u32) -> Result<Awaited, Rejected> {
        let found = match self {
            Self::Idle => None,
            Self::AwaitingReply { request: open } => {
                (*open == request).then_some(Awaited::Reply(Purpose::Main))
            }
            Self::AwaitingSummary { request: open, .. } => {
                (*open == request).then_some(Awaited::Reply(Purpose::Summary))
            }
            Self::AwaitingNotes { request: open, .. } => {
                (*open == request).then_some(Awaited::NotesRead)
            }
            Self::AwaitingTools { round } => round.awaited(request),
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
    pub(crate) fn open(&self) -> impl Iterator<Item = RequestId> + '_ {
        let (single, round) = match self {
            Self::Idle => (None, None),
            Self::AwaitingReply { request }
            | Self::AwaitingSummary { request, .. }
            | Self::AwaitingNotes { request, .. } => (Some(*request), None),
            Self::AwaitingTools { round } => (None, Some(round)),
        };
        let calls = round.into_iter().flat_map(|round| &round.calls);
        single.into_iter().chain(calls.filter_map(|call| match call.answer {
            Answer::Open { request, .. } => Some(request),
            Answer::Given { .. } => None,
        }))
    }
}

/// The calls of one reply, in the order in which the model made them. Results may come in any
/// order and are appended in this one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Round<P> {
    calls: Vec<Call<P>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Call<P> {
    id: CallId,
    answer: Answer<P>,
}

#[derive(Clone, Debug, PartialEq)]
enum Answer<P> {
    Open { request: RequestId, notes: bool },
    Given { content: P, is_error: bool, tokens: Tokens },
}

impl<P: Payload> Round<P> {
    /// Opens a round for the calls of a reply, with the orders to perform them. Calls that cannot
    /// be performed get an error result at once.
    pub(crate) fn open(
        reply: &Reply<P>,
        config: &Config,
        next_request: &mut u32,
    ) -> (Self, Vec<Effect<P>>) {
        let mut orders = Vec::new();
        let mut open = |call: &ToolCall<P>| match order(call, config) {
            Ok(order) => {
                let request = RequestId::mint(next_request);
                let notes = matches!(order, Order::WriteNotes { .. });
                orders.push(order.into_effect(request, call));
                Answer::Open { request, notes }
            }
            Err(text) => error(text),
        };
        let calls = reply.calls.iter().map(|call| Call { id: call.id.clone(), answer: open(call) });
        (Self { calls: calls.collect() }, orders)
    }

    /// A round in which no call of the reply is run: each gets this error result.
    pub(crate) fn not_run(reply: &Reply<P>, text: &str) -> Self {
        let calls = reply.calls.iter();
        Self {
            calls: calls.map(|call| Call { id: call.id.clone(), answer: error(text) }).collect(),
        }
    }

    /// Gives the open calls an error result.
    pub(crate) fn close(&mut self, text: &str) {
        for call in &mut self.calls {
            if let Answer::Open { .. } = call.answer {
                call.answer = error(text);
            }
        }
    }

    /// Answers the open call of this request.
    pub(crate) fn answer(
        &mut self,
        request: RequestId,
        content: P,
        is_error: bool,
        tokens: Tokens,
    ) {
        let open = self.calls.iter_mut().find(
            |call| matches!(call.answer, Answer::Open { request: open, .. } if open == request),
        );
        if let Some(call) = open {
            call.answer = Answer::Given { content, is_error, tokens };
        }
    }

    /// The results in call order, each with its size.
    pub(crate) fn into_results(self) -> impl Iterator<Item = (ToolResult<P>, Tokens)> {
        self.calls.into_iter().filter_map(|Call { id, answer }| match answer {
            Answer::Given { content, is_error, tokens } => {
                Some((ToolResult { id, content, is_error }, tokens))
            }
            Answer::Open { .. } => None,
        })
    }
}

impl<P> Round<P> {
    /// Whether every call has its result.
    pub(crate) fn is_complete(&self) -> bool {
        self.calls.iter().all(|call| matches!(call.answer, Answer::Given { .. }))
    }

    fn awaited(&self, request: RequestId) -> Option<Awaited> {
        self.calls.iter().find_map(|call| match call.answer {
            Answer::Open { request: open, notes } if open == request => {
                Some(if notes { Awaited::NotesWrite } else { Awaited::Tool })
            }
            _ => None,
        })
    }
}

enum Order<P> {
    RunTool { input: P },
    WriteNotes { content: String },
}

impl<P: Payload> Order<P> {
    fn into_effect(self, request: RequestId, call: &ToolCall<P>) -> Effect<P> {
        match self {
            Self::RunTool { input } => {
                Effect::RunTool { request, call: call.id.clone(), name: call.name.clone(), input }
            }
            Self::WriteNotes { content } => {
                Effect::WriteNotes { request, call: call.id.clone(), content }
            }
        }
    }
}

/// What is to be done about a call, or the text of the error it gets instead.
fn order<'a, P: Payload>(call: &ToolCall<P>, config: &'a Config) -> Result<Order<P>, &'a str> {
    let input = call.input.as_ref().ok_or(config.prompts.arguments_unreadable.as_str())?;
    if config.notes_tool.as_ref() != Some(&call.name) {
        return Ok(Order::RunTool { input: input.clone() });
    }
    let content = input.node().get("content").and_then(|content| content.text());
    let content = content.ok_or(config.prompts.notes_without_content.as_str())?;
    Ok(Order::WriteNotes { content })
}

fn error<P: Payload>(text: &str) -> Answer<P> {
    let tokens = Tokens::estimate_message(text.len());
    Answer::Given { content: P::build(Build::text(text)), is_error: true, tokens }
}

wire!(tagged Phase<P> {
    Idle: "idle",
    AwaitingReply { request: "request" }: "awaitingReply",
    AwaitingTools { round: "round" }: "awaitingTools",
    AwaitingSummary { request: "request", request_tokens: "requestTokens" }: "awaitingSummary",
    AwaitingNotes {
        request: "request",
        call: "call",
        summary: "summary",
        summary_tokens: "summaryTokens",
    }: "awaitingNotes",
});
wire!(struct Round<P> { calls: "calls" });
wire!(struct Call<P> { id: "id", answer: "answer" });
wire!(tagged Answer<P> {
    Open { request: "request", notes: "notes" }: "open",
    Given { content: "content", is_error: "isError", tokens: "tokens" }: "given",
});
