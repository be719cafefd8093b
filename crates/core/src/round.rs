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
    Overwrite {
        content: String,
    },
    Edit {
        edit: SectionEdit,
        merges: u32,
        /// The version that it was merged into last.
        base: Option<String>,
    },
}

/// What an overwrite of the notes has to mind.
#[derive(Clone, Copy)]
pub(crate) enum Guard<'a> {
    /// Nothing.
    Off,
    /// The model has never seen the notes: it may only write the first ones.
    Unseen,
    /// Only this version may be written over.
    Seen(Option<&'a String>),
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
        guard: Guard<'_>,
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
        Some(match (&change, guard) {
            (Change::Overwrite { content }, Guard::Off | Guard::Seen(_)) => {
                let content = content.clone();
                let if_version = match guard {
                    Guard::Seen(version) => version.cloned(),
                    Guard::Off | Guard::Unseen => None,
                };
                call.answer = Answer::Writing { request, change };
                Effect::WriteNotes { request, call: call.id.clone(), content, if_version }
            }
            (Change::Overwrite { .. }, Guard::Unseen) | (Change::Edit { .. }, _) => {
                call.answer = Answer::Reading { request, change };
                Effect::ReadNotes { request }
            }
        })
    }

    /// Orders the write of a change that waits for the notes: of an edit merged into them, or of
    /// the first notes. `None` when an edit was merged too often over notes that someone else
    /// keeps changing, and when there are notes that the model has not seen.
    pub(crate) fn merge(
        &mut self,
        request: RequestId,
        notes: Option<&str>,
        version: Option<String>,
        next_request: &mut u32,
    ) -> Option<Effect<P>> {
        let call = self.find(request)?;
        let is_first = notes.is_none_or(|notes| notes.trim().is_empty());
        let (content, change) = match &call.answer {
            Answer::Reading { change: Change::Overwrite { content }, .. } if is_first => {
                (content.clone(), Change::Overwrite { content: content.clone() })
            }
            Answer::Reading { change: Change::Edit { edit, merges, .. }, .. }
            | Answer::Writing { change: Change::Edit { edit, merges, .. }, .. }
                if *merges < MAX_MERGES =>
            {
                let content = merge_notes(notes.unwrap_or_default(), edit);
                let (edit, merges, base) = (edit.clone(), merges + 1, version.clone());
                (content, Change::Edit { edit, merges, base })
            }
            _ => return None,
        };
        let request = RequestId::mint(next_request);
        call.answer = Answer::Writing { request, change };
        Some(Effect::WriteNotes { request, call: call.id.clone(), content, if_version: version })
    }

    /// The version that the edit under this request was merged into; `None` for an overwrite.
    pub(crate) fn base(&self, request: RequestId) -> Option<&Option<String>> {
        let call = self.calls.iter().find(|call| call.answer.request() == Some(request))?;
        match &call.answer {
            Answer::Writing { change: Change::Edit { base, .. }, .. } => Some(base),
            _ => None,
        }
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
        return Ok(Order::Change(Change::Edit { edit, merges: 0, base: None }));
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
    Edit { edit: "edit", merges: "merges", base: "base" }: "edit",
});
