//! What must hold of every history, checked and repaired.

use alloc::{collections::BTreeSet, string::String, vec::Vec};

use crate::{
    dialect::{CallId, Dialect, Part, ToolResult, View, without_blank_text},
    payload::{Build, Node, Payload},
    prompt::Prompts,
    wire::wire,
};

/// A rule that a history breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// A tool call has no result in the messages that directly follow it.
    #[error("call {call} of message {message} has no result in the message that follows")]
    Unanswered {
        /// Place of the message, from 0.
        message: usize,
        /// The call.
        call: String,
    },
    /// A tool call has more than one result.
    #[error("call {call} has a second result in message {message}")]
    AnsweredTwice {
        /// Place of the message, from 0.
        message: usize,
        /// The call.
        call: String,
    },
    /// A result answers no call of the message before.
    #[error("the result for {call} in message {message} has no call before it")]
    Orphan {
        /// Place of the message, from 0.
        message: usize,
        /// The call that it names.
        call: String,
    },
    /// A result stands behind something else in its message; servers want results first.
    #[error("the result for {call} in message {message} stands behind something else")]
    Behind {
        /// Place of the message, from 0.
        message: usize,
        /// The call that it names.
        call: String,
    },
    /// A tool call has an id that an earlier message used, or none.
    #[error("the id {call:?} of a call in message {message} is empty or taken")]
    IdTaken {
        /// Place of the message, from 0.
        message: usize,
        /// The call.
        call: String,
    },
    /// There is no message.
    #[error("there is no message")]
    Empty,
    /// The first message is not the user's.
    #[error("the first message is {role:?}, not the user's")]
    FirstRole {
        /// Who speaks in it.
        role: String,
    },
    /// A message has nothing in it, or a block of blank text.
    #[error("message {message} is empty or has a blank text block")]
    Blank {
        /// Place of the message, from 0.
        message: usize,
    },
}

/// What of the rules on histories does not hold: every call has an id of its own and is answered
/// once and directly, no result is without its call nor behind anything else, the first message is
/// the user's, and none is blank. Ids may come again in later replies in `OpenAI`'s dialect.
///
/// A provider's compaction block may stand first in an assistant's message.
#[must_use]
pub fn violations<'a, P: Payload + 'a>(
    dialect: Dialect,
    messages: impl IntoIterator<Item = &'a P>,
) -> Vec<Violation> {
    let messages: Vec<&P> = messages.into_iter().collect();
    let views: Vec<View> = messages.iter().map(|message| dialect.view(*message)).collect();
    let mut found = Vec::new();
    let Some(first) = views.first() else { return alloc::vec![Violation::Empty] };
    if first.role != "user" && !is_block(first) {
        found.push(Violation::FirstRole { role: first.role.clone() });
    }
    let mut open: Vec<CallId> = Vec::new();
    let mut asked = 0;
    let mut answered: BTreeSet<CallId> = BTreeSet::new();
    let mut taken: BTreeSet<CallId> = BTreeSet::new();
    for (place, view) in views.iter().enumerate() {
        let answers = view.has_results();
        if !answers {
            let unanswered =
                open.drain(..).map(|call| Violation::Unanswered { message: asked, call: call.0 });
            found.extend(unanswered);
            answered.clear();
        }
        let mut is_behind = false;
        for part in &view.parts {
            match part {
                Part::Result { id, .. } => {
                    if is_behind {
                        found.push(Violation::Behind { message: place, call: id.0.clone() });
                    }
                    if let Some(index) = open.iter().position(|call| call == id) {
                        open.remove(index);
                        answered.insert(id.clone());
                    } else if answered.contains(id) {
                        found.push(Violation::AnsweredTwice { message: place, call: id.0.clone() });
                    } else {
                        found.push(Violation::Orphan { message: place, call: id.0.clone() });
                    }
                }
                Part::Call { id, .. } => {
                    if !dialect.is_free(id, &taken) {
                        found.push(Violation::IdTaken { message: place, call: id.0.clone() });
                    }
                    open.push(id.clone());
                    asked = place;
                }
                Part::Text(text) if text.trim().is_empty() => {
                    found.push(Violation::Blank { message: place });
                }
                _ => {}
            }
            is_behind |= !matches!(part, Part::Result { .. });
        }
        taken.extend(view.parts.iter().filter_map(call_id).cloned());
        if dialect == Dialect::Anthropic && answers {
            let unanswered =
                open.drain(..).map(|call| Violation::Unanswered { message: asked, call: call.0 });
            found.extend(unanswered);
        }
        if view.parts.is_empty() && !has_hidden_content(dialect, messages[place]) {
            found.push(Violation::Blank { message: place });
        }
    }
    found.extend(
        open.into_iter().map(|call| Violation::Unanswered { message: asked, call: call.0 }),
    );
    found
}

/// A history in which the rules hold. A result without its call, a second result, a second call
/// with the same id, blank messages and blank blocks, and thinking without its signature are left
/// out; a call without its result gets an error result, a call without an id of its own gets one,
/// arguments that are no JSON object become `{}`, results come first in their message. Whole messages stay the very values that they are.
#[must_use]
pub fn repair<P: Payload>(dialect: Dialect, prompts: &Prompts, messages: &[P]) -> Vec<P> {
    let messages: Vec<P> = messages.iter().map(|message| mended(dialect, message)).collect();
    let messages = dialect.with_names(&messages);
    let mut kept: Vec<P> = Vec::new();
    let mut places = 0..messages.len();
    while let Some(place) = places.next() {
        let message = &messages[place];
        let view = dialect.view(message);
        if view.has_results() {
            // Its calls would have taken it along; nobody asked for these results.
            let words = dialect.without_results(message);
            kept.extend(words.filter(|words| !dialect.view(words).is_blank()));
            continue;
        }
        if view.is_blank() && !has_hidden_content(dialect, message) {
            continue;
        }
        let mut calls: Vec<CallId> = Vec::new();
        for call in view.parts.iter().filter_map(call_id) {
            if !calls.contains(call) {
                calls.push(call.clone());
            }
        }
        kept.push(dialect.mended_calls(message).unwrap_or_else(|| message.clone()));
        if calls.is_empty() {
            continue;
        }
        let answers: Vec<&P> = messages[place + 1..]
            .iter()
            .take_while(|next| dialect.view(*next).has_results())
            .collect();
        for _ in &answers {
            places.next();
        }
        answer(dialect, prompts, &calls, &answers, &mut kept);
    }
    let may_begin = |message: &P| {
        let view = dialect.view(message);
        is_block(&view) || (view.role == "user" && !view.has_results())
    };
    let first = kept.iter().position(may_begin).unwrap_or(kept.len());
    kept.split_off(first)
}

/// Whether a provider's compaction block stands first in it.
fn is_block(view: &View) -> bool {
    matches!(&view.parts[..], [Part::Other { kind, .. }, ..] if kind == "compaction")
}

/// A message without blank text and what its role cannot say: calls of the user's, unsigned
/// thinking and results of the assistant's; and with a content where servers want one.
fn mended<P: Payload>(dialect: Dialect, message: &P) -> P {
    let message = &without_blank_text(message).unwrap_or_else(|| message.clone());
    let node = message.node();
    let role = node.get("role").and_then(|role| role.text()).unwrap_or_default();
    let fit = match role.as_str() {
        "assistant" => node.get("content").and_then(|content| {
            let content = dialect.fit_content(&content.owned())?;
            Some(message.with("content", content))
        }),
        "tool" if node.get("content").is_none() => {
            Some(message.with("content", P::build(Build::text(""))))
        }
        _ => dialect.without_calls(message),
    };
    fit.unwrap_or_else(|| message.clone())
}

/// Appends the messages that answer these calls: as they are if they answer each once and do so
/// first, else put together anew from the results that are there and what else they say.
fn answer<P: Payload>(
    dialect: Dialect,
    prompts: &Prompts,
    calls: &[CallId],
    answers: &[&P],
    kept: &mut Vec<P>,
) {
    let views: Vec<View> = answers.iter().map(|message| dialect.view(*message)).collect();
    let given: Vec<&CallId> =
        views.iter().flat_map(|view| &view.parts).filter_map(result_id).collect();
    let is_result = |part: &Part| result_id(part).is_some();
    let come_first =
        views.iter().all(|view| view.parts.iter().map(is_result).is_sorted_by(|a, b| a >= b));
    let is_whole = given.len() == calls.len()
        && calls.iter().all(|call| given.contains(&call))
        && come_first
        && (dialect == Dialect::OpenAiChat || answers.len() == 1);
    if is_whole {
        kept.extend(answers.iter().map(|message| (*message).clone()));
        return;
    }
    let missing = |call: &CallId| ToolResult {
        id: call.clone(),
        content: P::build(Build::text(&prompts.call_interrupted)),
        is_error: true,
    };
    kept.extend(dialect.answered(calls, answers, missing));
}

fn call_id(part: &Part) -> Option<&CallId> {
    match part {
        Part::Call { id, .. } => Some(id),
        _ => None,
    }
}

fn result_id(part: &Part) -> Option<&CallId> {
    match part {
        Part::Result { id, .. } => Some(id),
        _ => None,
    }
}

/// Thinking is not in the view, but a message of thinking alone is not empty.
fn has_hidden_content<P: Payload>(dialect: Dialect, message: &P) -> bool {
    let content = message.node().get("content");
    match dialect {
        Dialect::Anthropic => content.and_then(|content| content.items()).is_some_and(|blocks| {
            blocks.iter().any(|block| {
                let kind = block.get("type").and_then(|kind| kind.text()).unwrap_or_default();
                kind.ends_with("thinking")
            })
        }),
        Dialect::OpenAiChat => false,
    }
}

wire!(tagged Violation {
    Unanswered { message: "message", call: "call" }: "unanswered",
    AnsweredTwice { message: "message", call: "call" }: "answeredTwice",
    Orphan { message: "message", call: "call" }: "orphan",
    Behind { message: "message", call: "call" }: "behind",
    IdTaken { message: "message", call: "call" }: "idTaken",
    Empty: "empty",
    FirstRole { role: "role" }: "firstRole",
    Blank { message: "message" }: "blank",
});
