//! The calls of one reply, until each has its result.

use alloc::{string::String, vec::Vec};

use crate::{
    config::Config,
    dialect::{CallId, Reply, ToolCall, ToolResult},
    effect::Effect,
    notes::{SectionEdit, merge_notes},
    payload::{Build, Node, Payload},
    phase::Awaited,
    units::{RequestId, Tokens},
    wire::{read, wire},
};

/// How often an edit of a section is merged anew over notes that someone else has changed.
const MAX_MERGES: u32 = 3;

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
    Running {
        request: RequestId,
    },
    /// Changes of the notes are made one after the other: each builds on the one before.
    Waiting {
        change: Change,
    },
    Writing {
        request: RequestId,
        change: Change,
    },
    Reading {
        request: RequestId,
        change: Change,
    },
    Given {
        content: P,
        is_error: bool,
        tokens: Tokens,
    },
}

/// A change of the notes that the model asks for.
#[derive(Clone, Debug, PartialEq)]
enum Change {
    Overwrite { content: String },
    Edit { edit: SectionEdit, merges: u32 },
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
            Ok(Order::Run(input)) => {
                let request = RequestId::mint(next_request);
                let (call, name) = (call.id.clone(), call.name.clone());
                orders.push(Effect::RunTool { request, call, name, input });
                Answer::Running { request }
            }
            Ok(Order::Change(change)) => Answer::Waiting { change },
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

    /// Begins the next change of the notes, if none is under way.
    pub(crate) fn next_change(
        &mut self,
        seen: Option<&String>,
        next_request: &mut u32,
    ) -> Option<Effect<P>> {
        let is_busy =
            |call: &Call<P>| matches!(call.answer, Answer::Writing { .. } | Answer::Reading { .. });
        if self.calls.iter().any(is_busy) {
            return None;
        }
        let is_waiting = |call: &&mut Call<P>| matches!(call.answer, Answer::Waiting { .. });
        let call = self.calls.iter_mut().find(is_waiting)?;
        let Answer::Waiting { change } = &call.answer else { return None };
        let (request, change) = (RequestId::mint(next_request), change.clone());
        Some(match &change {
            Change::Overwrite { content } => {
                let (content, if_version) = (content.clone(), seen.cloned());
                call.answer = Answer::Writing { request, change };
                Effect::WriteNotes { request, call: call.id.clone(), content, if_version }
            }
            Change::Edit { .. } => {
                call.answer = Answer::Reading { request, change };
                Effect::ReadNotes { request }
            }
        })
    }

    /// Merges the edit that waits for the notes into them, and orders the write. `None` when it
    /// was merged too often over notes that someone else keeps changing.
    pub(crate) fn merge(
        &mut self,
        request: RequestId,
        notes: Option<&str>,
        version: Option<String>,
        next_request: &mut u32,
    ) -> Option<Effect<P>> {
        let call = self.find(request)?;
        let (Answer::Reading { change, .. } | Answer::Writing { change, .. }) = &mut call.answer
        else {
            return None;
        };
        let Change::Edit { edit, merges } = change else { return None };
        if *merges >= MAX_MERGES {
            return None;
        }
        *merges += 1;
        let content = merge_notes(notes.unwrap_or_default(), edit);
        let (request, change) = (RequestId::mint(next_request), change.clone());
        call.answer = Answer::Writing { request, change };
        Some(Effect::WriteNotes { request, call: call.id.clone(), content, if_version: version })
    }

    /// Gives the open calls an error result.
    pub(crate) fn close(&mut self, text: &str) {
        for call in &mut self.calls {
            if !matches!(call.answer, Answer::Given { .. }) {
                call.answer = error(text);
            }
        }
    }

    /// Gives the open call of this request its result.
    pub(crate) fn answer(
        &mut self,
        request: RequestId,
        content: P,
        is_error: bool,
        tokens: Tokens,
    ) {
        if let Some(call) = self.find(request) {
            call.answer = Answer::Given { content, is_error, tokens };
        }
    }

    /// The results in call order, each with its size.
    pub(crate) fn into_results(self) -> impl Iterator<Item = (ToolResult<P>, Tokens)> {
        self.calls.into_iter().filter_map(|Call { id, answer }| match answer {
            Answer::Given { content, is_error, tokens } => {
                Some((ToolResult { id, content, is_error }, tokens))
            }
            _ => None,
        })
    }

    /// Whether every call has its result.
    pub(crate) fn is_complete(&self) -> bool {
        self.calls.iter().all(|call| matches!(call.answer, Answer::Given { .. }))
    }

    pub(crate) fn awaited(&self, request: RequestId) -> Option<Awaited> {
        let call = self.calls.iter().find(|call| call.answer.request() == Some(request))?;
        Some(match call.answer {
            Answer::Running { .. } => Awaited::Tool,
            Answer::Reading { .. } => Awaited::NotesEdit,
            _ => Awaited::NotesWrite,
        })
    }

    /// The calls, in order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &CallId> {
        self.calls.iter().map(|call| &call.id)
    }

    /// The open requests.
    pub(crate) fn requests(&self) -> impl Iterator<Item = RequestId> {
        self.calls.iter().filter_map(|call| call.answer.request())
    }

    fn find(&mut self, request: RequestId) -> Option<&mut Call<P>> {
        self.calls.iter_mut().find(|call| call.answer.request() == Some(request))
    }
}

impl<P> Answer<P> {
    const fn request(&self) -> Option<RequestId> {
        match self {
            Self::Running { request }
            | Self::Writing { request, .. }
            | Self::Reading { request, .. } => Some(*request),
            Self::Waiting { .. } | Self::Given { .. } => None,
        }
    }
}

enum Order<P> {
    Run(P),
    Change(Change),
}

/// What is to be done about a call, or the text of the error it gets instead.
fn order<'a, P: Payload>(call: &ToolCall<P>, config: &'a Config) -> Result<Order<P>, &'a str> {
    let input = call.input.as_ref().ok_or(config.prompts.arguments_unreadable.as_str())?;
    let is = |tool: &Option<String>| tool.as_ref() == Some(&call.name);
    if is(&config.notes_tool) {
        let content = input.node().get("content").and_then(|content| content.text());
        let content = content.ok_or(config.prompts.notes_without_content.as_str())?;
        return Ok(Order::Change(Change::Overwrite { content }));
    }
    if is(&config.edit_tool) {
        let edit = read(input, "input").map_err(|_| config.prompts.edit_unreadable.as_str())?;
        return Ok(Order::Change(Change::Edit { edit, merges: 0 }));
    }
    Ok(Order::Run(input.clone()))
}

fn error<P: Payload>(text: &str) -> Answer<P> {
    let tokens = Tokens::estimate_message(text.len());
    Answer::Given { content: P::build(Build::text(text)), is_error: true, tokens }
}

wire!(struct Round<P> { calls: "calls" });
wire!(struct Call<P> { id: "id", answer: "answer" });
wire!(tagged Answer<P> {
    Running { request: "request" }: "running",
    Waiting { change: "change" }: "waiting",
    Writing { request: "request", change: "change" }: "writing",
    Reading { request: "request", change: "change" }: "reading",
    Given { content: "content", is_error: "isError", tokens: "tokens" }: "given",
});
wire!(tagged Change {
    Overwrite { content: "content" }: "overwrite",
    Edit { edit: "edit", merges: "merges" }: "edit",
});
