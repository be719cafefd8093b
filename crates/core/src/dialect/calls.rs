//! The calls in a message, made fit to be sent back: servers refuse a second call with the same
//! id, a call without an id, and arguments that are no object; and the results that answer them.

use alloc::{collections::BTreeSet, format, string::String, vec::Vec};

use super::{CallId, Dialect, Reply, ToolCall, ToolResult, anthropic};
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

/// A call's new id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Renamed {
    /// The id that it came with; empty where it had none.
    pub(crate) from: CallId,
    pub(crate) to: CallId,
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

    /// Whether an id may not come again in a later reply: Anthropic's servers refuse that, and
    /// others look at each reply with its results alone.
    const fn has_unique_ids(self) -> bool {
        matches!(self, Self::Anthropic)
    }

    /// Gives each call of a reply that has no id, or one that is taken, an id of its own, after
    /// the number of its request. Answers the old and the new ids.
    pub(crate) fn name_calls<P: Payload>(
        self,
        reply: &mut Reply<P>,
        request: u32,
        taken: &BTreeSet<CallId>,
    ) -> Vec<Renamed> {
        let is_free = |call: &ToolCall<P>| self.is_free(&call.id, taken);
        if reply.calls.iter().all(is_free) {
            return Vec::new();
        }
        let Some((message, renamed)) = self.renamed(&reply.message, request, taken) else {
            return Vec::new();
        };
        reply.message = message;
        let bad = reply.calls.iter_mut().filter(|call| !self.is_free(&call.id, taken));
        for (call, Renamed { to, .. }) in bad.zip(&renamed) {
            call.id = to.clone();
        }
        renamed
    }

    /// A history in which each call has an id of its own. Results without an id answer the calls
    /// that had none, in order.
    pub(crate) fn with_names<P: Payload>(self, messages: &[P]) -> Vec<P> {
        let mut taken = BTreeSet::new();
        let mut renamed: Vec<Renamed> = Vec::new();
        let mut named = Vec::new();
        for (message, number) in messages.iter().zip(1..) {
            let changed = self.renamed(message, number, &taken);
            let message = if let Some((message, names)) = changed {
                renamed = names;
                message
            } else {
                self.with_answers(message, &mut renamed).unwrap_or_else(|| message.clone())
            };
            let ids = self.call_ids(&message);
            if !ids.is_empty() {
                renamed.retain(|Renamed { to, .. }| ids.contains(to));
                taken.extend(ids);
            }
            named.push(message);
        }
        named
    }

    /// The ids of a message's calls.
    pub(crate) fn call_ids<P: Payload>(self, message: &P) -> Vec<CallId> {
        let mut ids = Vec::new();
        self.with_calls(message, |_, id| {
            ids.push(CallId(id));
            Change::Keep
        });
        ids
    }

    /// Whether a call may have this id, where these are taken.
    pub(crate) fn is_free(self, id: &CallId, taken: &BTreeSet<CallId>) -> bool {
        let is_taken = self.has_unique_ids() && taken.contains(id);
        !id.0.is_empty() && !is_taken
    }

    /// The message with an id of its own for each call that has none or one that is taken, and
    /// what became of them; `None` where none is such.
    fn renamed<P: Payload>(
        self,
        message: &P,
        number: u32,
        taken: &BTreeSet<CallId>,
    ) -> Option<(P, Vec<Renamed>)> {
        let own = self.call_ids(message);
        if own.iter().all(|id| self.is_free(id, taken)) {
            return None;
        }
        let names = (1_usize..).map(|place| CallId(format!("call_{number}_{place}")));
        let mut free = names.filter(|name| !own.contains(name) && self.is_free(name, taken));
        let mut renamed: Vec<Renamed> = Vec::new();
        let message = self.with_calls(message, |call, id| {
            let from = CallId(id);
            if self.is_free(&from, taken) {
                return Change::Keep;
            }
            // Calls that share an id share the new one: of them the first counts.
            let known = renamed.iter().find(|it| !from.0.is_empty() && it.from == from);
            let known = known.map(|it| it.to.clone());
            let Some(to) = known.clone().or_else(|| free.next()) else { return Change::Keep };
            let call = call.owned().with("id", P::build(Build::text(&to.0)));
            if known.is_none() {
                renamed.push(Renamed { from, to });
            }
            Change::To(call)
        })?;
        Some((message, renamed))
    }

    /// The message with the new ids for its results.
    fn with_answers<P: Payload>(self, message: &P, renamed: &mut Vec<Renamed>) -> Option<P> {
        let mut named = |result: &P::Node<'_>, key| {
            let id = result.get(key).and_then(|id| id.text()).unwrap_or_default();
            let place = renamed.iter().position(|it| it.from.0 == id)?;
            // A result without an id answers one call; the next one answers the next.
            let Renamed { to, .. } =
                if id.is_empty() { renamed.remove(place) } else { renamed[place].clone() };
            Some(result.owned().with(key, P::build(Build::Text(to.0))))
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

    /// The message with its results replaced by a line, everything else in it as it is; `None`
    /// where that changes nothing.
    pub(crate) fn with_results_elided<P: Payload>(self, message: &P, line: &str) -> Option<P> {
        let elided =
            |result: &P::Node<'_>| result.owned().with("content", P::build(Build::text(line)));
        match self {
            Self::Anthropic => with_blocks(message, "content", Some("tool_result"), |result| {
                Change::To(elided(result))
            }),
            Self::OpenAiChat => Some(elided(&message.node())),
        }
    }

    /// What else a message with results says, which may be nothing; `None` in `OpenAI`'s dialect,
    /// where results stand alone.
    pub(crate) fn without_results<P: Payload>(self, message: &P) -> Option<P> {
        match self {
            Self::Anthropic => {
                with_blocks(message, "content", Some("tool_result"), |_| Change::LeaveOut)
            }
            Self::OpenAiChat => None,
        }
    }

    /// The messages that answer these calls, each once: with the first of the results that are
    /// there, as it is, and with `missing` where there is none; and behind them what else the
    /// messages say.
    pub(crate) fn answered<P: Payload>(
        self,
        calls: &[CallId],
        answers: &[&P],
        missing: impl Fn(&CallId) -> ToolResult<P>,
    ) -> Vec<P> {
        if self == Self::OpenAiChat {
            let named = |call: &CallId| {
                answers.iter().find(|message| {
                    let id = message.node().get("tool_call_id").and_then(|id| id.text());
                    id.as_ref() == Some(&call.0)
                })
            };
            let answer = |call| match named(call) {
                Some(message) => alloc::vec![(*message).clone()],
                None => self.tool_results(alloc::vec![missing(call)]),
            };
            return calls.iter().flat_map(answer).collect();
        }
        let nodes: Vec<_> = answers.iter().map(|message| message.node()).collect();
        let contents = nodes.iter().filter_map(|node| node.get("content")?.items());
        let blocks: Vec<_> = contents.flatten().collect();
        let text = |block: &P::Node<'_>, key| block.get(key).and_then(|value| value.text());
        let is_result =
            |block: &&P::Node<'_>| text(block, "type").as_deref() == Some("tool_result");
        let mut content: Vec<Build<P>> = Vec::new();
        for call in calls {
            let mut results = blocks.iter().filter(is_result);
            let given = results.find(|block| text(block, "tool_use_id").as_ref() == Some(&call.0));
            match given {
                Some(block) => content.push(Build::Payload(block.owned())),
                None => content.push(Build::Payload(anthropic::tool_result(missing(call)))),
            }
        }
        let others = blocks.iter().filter(|block| !is_result(block));
        content.extend(others.map(|block| Build::Payload(block.owned())));
        alloc::vec![self.user_message(Build::List(content))]
    }

    /// The content of an assistant's message without what no server takes back; `None` where all
    /// of it may stay.
    pub(crate) fn fit_content<P: Payload>(self, content: &P) -> Option<P> {
        match self {
            Self::Anthropic => anthropic::fit_content(content),
            Self::OpenAiChat => None,
        }
    }

    /// The message without its calls; `None` where it has none. A message that was nothing else
    /// is left without content.
    pub(crate) fn without_calls<P: Payload>(self, message: &P) -> Option<P> {
        self.with_calls(message, |_, _| Change::LeaveOut)
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
