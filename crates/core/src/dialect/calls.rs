//! The calls in a message, made fit to be sent back: servers refuse a second call with the same
//! id, a call without an id, and arguments that are no object.

use alloc::{collections::BTreeSet, format, string::String, vec::Vec};

use super::{CallId, Dialect, Reply};
use crate::payload::{Build, Node, Payload};

/// The arguments of a call, as JSON.
pub(super) enum Arguments<P> {
    Given(P),
    /// Many models write nothing where a tool takes no arguments.
    Absent,
    Unreadable,
}

impl<P: Payload> Arguments<P> {
    /// Reads the arguments of a call.
    pub(super) fn of(dialect: Dialect, call: &P::Node<'_>) -> Self {
        let object = |input: P| {
            if input.node().is_object() { Self::Given(input) } else { Self::Unreadable }
        };
        match dialect {
            Dialect::Anthropic => {
                call.get("input").map_or(Self::Absent, |input| object(input.owned()))
            }
            Dialect::OpenAiChat => {
                let Some(arguments) = call.get("function").and_then(|it| it.get("arguments"))
                else {
                    return Self::Absent;
                };
                match arguments.text() {
                    Some(json) if json.trim().is_empty() => Self::Absent,
                    Some(json) => P::parse(&json).map_or(Self::Unreadable, object),
                    None => Self::Unreadable,
                }
            }
        }
    }

    /// What the tool is run with; `None` where it cannot be run.
    pub(super) fn input(self) -> Option<P> {
        match self {
            Self::Given(input) => Some(input),
            Self::Absent => Some(P::build(Build::Map(Vec::new()))),
            Self::Unreadable => None,
        }
    }
}

/// What becomes of a call.
enum Change<P> {
    Keep,
    LeaveOut,
    To(P),
}

impl Dialect {
    /// The message with calls that servers take back: of two with the same id the first, with
    /// `{}` for arguments that are no object. `None` where all are so already. Calls without an
    /// id are not told apart here.
    pub(crate) fn mended_calls<P: Payload>(self, message: &P) -> Option<P> {
        let mut seen = BTreeSet::new();
        self.with_calls(message, |call, id| {
            if !id.is_empty() && !seen.insert(id) {
                return Change::LeaveOut;
            }
            match Arguments::<P>::of(self, call) {
                Arguments::Given(_) => Change::Keep,
                Arguments::Absent | Arguments::Unreadable => {
                    Change::To(self.without_arguments(call))
                }
            }
        })
    }

    /// Gives each call of a reply that has no id one of its own, after the number of its request.
    /// Answers the new ids.
    pub(crate) fn name_calls<P: Payload>(self, reply: &mut Reply<P>, request: u32) -> Vec<CallId> {
        if reply.calls.iter().all(|call| !call.id.0.is_empty()) {
            return Vec::new();
        }
        let Some((message, names)) = self.named(&reply.message, request) else { return Vec::new() };
        reply.message = message;
        let unnamed = reply.calls.iter_mut().filter(|call| call.id.0.is_empty());
        for (call, name) in unnamed.zip(&names) {
            call.id = name.clone();
        }
        names
    }

    /// A history in which each call has an id; results without one answer the calls that had
    /// none, in order.
    pub(crate) fn with_names<P: Payload>(self, messages: &[P]) -> Vec<P> {
        let mut waiting = Vec::new().into_iter();
        let mut named = Vec::new();
        for (message, number) in messages.iter().zip(1..) {
            let message = if let Some((message, names)) = self.named(message, number) {
                waiting = names.into_iter();
                message
            } else {
                self.with_answers(message, &mut waiting).unwrap_or_else(|| message.clone())
            };
            named.push(message);
        }
        named
    }

    /// The message with an id for each call that has none, and these ids; `None` where all have.
    fn named<P: Payload>(self, message: &P, number: u32) -> Option<(P, Vec<CallId>)> {
        let mut taken = BTreeSet::new();
        self.with_calls(message, |_, id| {
            taken.insert(id);
            Change::Keep
        });
        if !taken.contains("") {
            return None;
        }
        let names = (1_usize..).map(|place| format!("call_{number}_{place}"));
        let mut free = names.filter(|name| !taken.contains(name));
        let mut given = Vec::new();
        let message = self.with_calls(message, |call, id| {
            let name = if id.is_empty() { free.next() } else { None };
            name.map_or(Change::Keep, |name| {
                let call = call.owned().with("id", P::build(Build::text(&name)));
                given.push(CallId(name));
                Change::To(call)
            })
        })?;
        Some((message, given))
    }

    /// The message with these ids for its results that have none.
    fn with_answers<P: Payload>(
        self,
        message: &P,
        names: &mut impl Iterator<Item = CallId>,
    ) -> Option<P> {
        let mut named = |result: &P::Node<'_>, key| {
            let id = result.get(key).and_then(|id| id.text()).unwrap_or_default();
            let name = if id.is_empty() { names.next() } else { None };
            name.map(|name| result.owned().with(key, P::build(Build::Text(name.0))))
        };
        match self {
            Self::Anthropic => with_blocks(message, "content", Some("tool_result"), |result| {
                named(result, "tool_use_id").map_or(Change::Keep, Change::To)
            }),
            Self::OpenAiChat => {
                let node = message.node();
                let role = node.get("role").and_then(|role| role.text());
                if role.as_deref() == Some("tool") { named(&node, "tool_call_id") } else { None }
            }
        }
    }

    /// The message with its calls changed; `None` where none is.
    fn with_calls<P: Payload>(
        self,
        message: &P,
        mut change: impl FnMut(&P::Node<'_>, String) -> Change<P>,
    ) -> Option<P> {
        let (key, kind) = match self {
            Self::Anthropic => ("content", Some("tool_use")),
            Self::OpenAiChat => ("tool_calls", None),
        };
        with_blocks(message, key, kind, |call| {
            let id = call.get("id").and_then(|id| id.text()).unwrap_or_default();
            change(call, id)
        })
    }

    /// The call with empty arguments.
    fn without_arguments<P: Payload>(self, call: &P::Node<'_>) -> P {
        let owned = call.owned();
        match self {
            Self::Anthropic => owned.with("input", P::build(Build::Map(Vec::new()))),
            Self::OpenAiChat => {
                let function = call.get("function").map(|function| function.owned());
                let function = function.unwrap_or_else(|| P::build(Build::Map(Vec::new())));
                let empty = P::build(Build::text("{}"));
                owned.with("function", function.with("arguments", empty))
            }
        }
    }
}

/// The message with its blocks of a kind changed, or all of them; `None` where none is.
fn with_blocks<P: Payload>(
    message: &P,
    key: &'static str,
    kind: Option<&str>,
    mut change: impl FnMut(&P::Node<'_>) -> Change<P>,
) -> Option<P> {
    let blocks = message.node().get(key)?.items()?;
    let mut is_changed = false;
    let mut kept = Vec::new();
    for block in &blocks {
        let found = block.get("type").and_then(|kind| kind.text());
        let is_meant = kind.is_none() || found.as_deref() == kind;
        let change = if is_meant { change(block) } else { Change::Keep };
        is_changed |= !matches!(change, Change::Keep);
        match change {
            Change::Keep => kept.push(Build::Payload(block.owned())),
            Change::To(block) => kept.push(Build::Payload(block)),
            Change::LeaveOut => {}
        }
    }
    is_changed.then(|| message.with(key, P::build(Build::List(kept))))
}
