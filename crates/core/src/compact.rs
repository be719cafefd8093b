//! The parts of a compaction that need no state: ask, judge, start afresh.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    dialect::{Dialect, Reply, Stop, content_estimate},
    effect::CompactionFault,
    notes::fence,
    payload::{Build, Node, Payload},
    phase::Summary,
    policy::Policy,
    prompt::{Prompts, Rendered, notes_or_placeholder, restart_message, summary_request},
    text::elide,
    transcript::{Message, MessageKind},
    units::Tokens,
};

/// A summary call as it will go out.
pub(crate) struct SummaryCall {
    pub(crate) text: String,
    /// The estimated size of the request.
    pub(crate) tokens: Tokens,
    /// The most that it may write.
    pub(crate) max_tokens: Tokens,
    /// How many characters of the history are left out so that it fits.
    pub(crate) left_out: usize,
}

/// Writes the one user message of the compaction call: the instruction and the history as text,
/// shortened so that request and summary fit the window together.
///
/// Where the meters hold the messages to be larger than their bytes say (a script that costs more
/// tokens), bytes are taken to cost accordingly. Media, inline data and thinking are part of the
/// messages and not of the text, so they do not make its bytes dearer. `share` divides the room,
/// for a request that was refused as too long before.
pub(crate) fn summary_call<P: Payload>(
    dialect: Dialect,
    prompts: &Prompts,
    policy: &Policy,
    messages: &[Message<P>],
    share: u32,
) -> SummaryCall {
    let mut history = Rendered::new(messages.iter().map(|message| dialect.view(&message.payload)));
    let known: Tokens = messages.iter().map(|message| message.size.tokens).sum();
    let estimated: Tokens = messages.iter().map(|message| estimate(dialect, message)).sum();
    let estimated = estimated.max(Tokens::estimate(history.bytes()));
    let known = known.max(estimated);
    let instruction = instruction_size(prompts);
    let cost = |bytes: usize| scale(Tokens::estimate(bytes), known, estimated);

    let least = policy.summary_limit.min(portion(policy.window, 4));
    let share = share.max(1);
    // In a window so small that the instruction fills it, something of the history still goes.
    let room = portion(policy.window, share)
        .less(instruction)
        .less(least)
        .max(portion(policy.window, share.saturating_mul(2)));
    let mut left_out = 0;
    // The lesson's window is a small one that is played in a large one.
    let holds = policy.guards.fit_summary;
    if holds {
        // A history that costs no more than the room has no more bytes than this.
        let bytes = scale(room, estimated, known).get().saturating_mul(4);
        left_out = history.fit(usize::try_from(bytes).unwrap_or(usize::MAX));
    }
    let tokens = cost(history.bytes()).plus(instruction);
    let left = if holds { policy.window.less(tokens) } else { policy.summary_limit };
    let max_tokens = policy.summary_limit.min(left).max(Tokens::new(1));
    SummaryCall { text: summary_request(prompts, &history.text()), tokens, max_tokens, left_out }
}

/// The estimated size of a summary request without its history.
pub(crate) fn instruction_size(prompts: &Prompts) -> Tokens {
    Tokens::estimate_message(summary_request(prompts, "").len())
}

/// The estimated size of a message as it stands, thinking included.
fn estimate<P: Payload>(dialect: Dialect, message: &Message<P>) -> Tokens {
    let node = message.payload.node();
    let blocks = node.get("content").and_then(|content| content.items()).unwrap_or_default();
    let thinking = blocks.iter().filter(|block| {
        let kind = block.get("type").and_then(|kind| kind.text());
        kind.is_some_and(|kind| kind.ends_with("thinking"))
    });
    let thinking: Tokens = thinking.map(|block| Tokens::estimate(block.bytes())).sum();
    dialect.view(&message.payload).estimate().plus(thinking).plus(Tokens::MESSAGE)
}

fn portion(tokens: Tokens, parts: u32) -> Tokens {
    Tokens::try_from(tokens.get() / u64::from(parts.max(1))).unwrap_or(tokens)
}

/// `tokens * by / of`, rounded up; `tokens` where `of` is nothing.
fn scale(tokens: Tokens, by: Tokens, of: Tokens) -> Tokens {
    if of == Tokens::ZERO {
        return tokens;
    }
    let scaled = (u128::from(tokens.get()) * u128::from(by.get())).div_ceil(u128::from(of.get()));
    u64::try_from(scaled).ok().and_then(|count| Tokens::try_from(count).ok()).unwrap_or(Tokens::MAX)
}

/// The handover summary in a reply, if it may stand in for the history.
///
/// A summary that was cut off, declined, or that has no words would destroy what it is to save.
pub fn handover_summary<P: Payload>(
    dialect: Dialect,
    reply: &Reply<P>,
) -> Result<String, CompactionFault> {
    let text = dialect.view(&reply.message).text().trim().to_string();
    let used_up = reply.stop == Stop::MaxTokens;
    if text.is_empty() && (used_up || reply.stop.is_end()) && reply.calls.is_empty() {
        return Err(CompactionFault::Blank { used_up });
    }
    if !reply.stop.is_end() || !reply.calls.is_empty() {
        let stop = if reply.calls.is_empty() { reply.stop.clone() } else { Stop::ToolUse };
        return Err(CompactionFault::Stopped { stop });
    }
    Ok(text)
}

/// The message of the fresh window in the lesson's harness: the summary and the notes, which
/// replace the history wholesale. Nothing of the old messages is kept beside it.
pub fn fresh_window<P: Payload>(
    dialect: Dialect,
    prompts: &Prompts,
    summary: &str,
    notes: Option<&str>,
) -> P {
    dialect.user_message(Build::Text(restart_message(prompts, summary, notes)))
}

/// What a fresh window is made of. See [`crate::Policy::restart`] for what is left out when.
pub(crate) struct RestartParts<'a, P> {
    pub(crate) task: Option<&'a P>,
    pub(crate) newest: Option<&'a P>,
    pub(crate) notes: Option<&'a str>,
    /// The most of the notes that is shown, in bytes.
    pub(crate) notes_limit: Option<usize>,
    pub(crate) fences: bool,
}

/// The first message of a fresh window.
pub(crate) struct Fresh<P> {
    pub(crate) kind: MessageKind,
    pub(crate) message: P,
    pub(crate) tokens: Tokens,
}

impl<P: Payload> RestartParts<'_, P> {
    /// The message of the fresh window: the task, the summary, the notes, and last the newest
    /// instruction. The pinned parts stand word for word, media in them included. A provider's
    /// block stands alone.
    pub(crate) fn message(
        &self,
        dialect: Dialect,
        prompts: &Prompts,
        summary: &Summary<P>,
        notes_tokens: Option<Tokens>,
    ) -> Fresh<P> {
        let (text, summary_tokens) = match summary {
            Summary::Text { text, tokens } => (text, *tokens),
            Summary::Block { block, tokens } => {
                let content = Build::List(alloc::vec![Build::Payload(block.clone())]);
                let message = P::build(Build::Map(alloc::vec![
                    ("role", Build::Word("assistant")),
                    ("content", content),
                ]));
                let tokens = tokens.plus(Tokens::MESSAGE);
                return Fresh { kind: MessageKind::Block, message, tokens };
            }
        };
        let shown = notes_or_placeholder(prompts, self.notes).len();
        let shown = self.notes_limit.map_or(shown, |limit| shown.min(limit));
        let body = restart_message(prompts, text, Some(&self.shown_notes(prompts, text)));
        // The headings are estimated; the summary was counted when it was written.
        let headings = body.len().saturating_sub(text.len() + shown);
        let tokens = Tokens::estimate_message(headings)
            .plus(summary_tokens)
            .plus(notes_tokens.unwrap_or_else(|| Tokens::estimate(shown)))
            .plus(pinned_size(self.task, &prompts.task_heading))
            .plus(pinned_size(self.newest, &prompts.instruction_heading));

        let mut parts = pinned_part(self.task, &prompts.task_heading);
        parts.push(Build::Text(body));
        parts.extend(pinned_part(self.newest, &prompts.instruction_heading));
        let message = dialect.user_message(content(parts));
        Fresh { kind: MessageKind::Restart, message, tokens }
    }

    /// The notes in a message of their own, where a provider's block stands in the place of the
    /// summary, with their size. Nothing where there are none.
    pub(crate) fn notes_beside_block(
        &self,
        dialect: Dialect,
        prompts: &Prompts,
        summary: &Summary<P>,
    ) -> Option<(P, Tokens)> {
        self.notes.filter(|notes| !notes.trim().is_empty())?;
        if matches!(summary, Summary::Text { .. }) {
            return None;
        }
        let text = alloc::format!("{}\n\n{}", prompts.notes_heading, self.shown_notes(prompts, ""));
        let tokens = Tokens::estimate_message(text.len());
        Some((dialect.user_message(Build::Text(text)), tokens))
    }

    fn shown_notes(&self, prompts: &Prompts, summary: &str) -> String {
        let notes = notes_or_placeholder(prompts, self.notes);
        let notes = match self.notes_limit {
            Some(limit) => elide(notes, limit).text,
            None => notes.to_string(),
        };
        if !self.fences {
            return notes;
        }
        let json = |content: Option<&P>| content.map(|content| content.node().json());
        let beside = [json(self.task), json(self.newest)].map(Option::unwrap_or_default);
        fence("notes", &notes, &[summary, &beside[0], &beside[1]])
    }
}

/// The size of a pinned part.
fn pinned_size<P: Payload>(content: Option<&P>, heading: &str) -> Tokens {
    content.map_or(Tokens::ZERO, |content| {
        content_estimate(&content.node()).plus(Tokens::estimate(heading.len() + 4))
    })
}

/// A pinned part under its heading.
fn pinned_part<P: Payload>(content: Option<&P>, heading: &str) -> Vec<Build<P>> {
    let Some(content) = content else { return Vec::new() };
    let node = content.node();
    if let Some(blocks) = node.items() {
        let blocks = blocks.iter().map(|block| Build::Payload(block.owned()));
        return core::iter::once(Build::text(heading)).chain(blocks).collect();
    }
    let words = node.text().unwrap_or_default();
    alloc::vec![Build::Text(alloc::format!("{heading}\n\n{words}"))]
}

/// The content of a message: one text, or blocks where something in it is no text.
fn content<P>(parts: Vec<Build<P>>) -> Build<P> {
    if parts.iter().any(|part| matches!(part, Build::Payload(_))) {
        let block = |part| match part {
            Build::Text(text) => {
                Build::Map(alloc::vec![("type", Build::Word("text")), ("text", Build::Text(text))])
            }
            other => other,
        };
        return Build::List(parts.into_iter().map(block).collect());
    }
    let texts = parts.into_iter().filter_map(|part| match part {
        Build::Text(text) => Some(text),
        _ => None,
    });
    Build::Text(texts.collect::<Vec<_>>().join("\n\n"))
}

/// The place of the first message that the model has not answered, results aside: they belong to
/// the reply before them.
pub(crate) fn unanswered<P>(messages: &[Message<P>]) -> usize {
    let is_answered =
        |message: &Message<P>| !matches!(message.kind, MessageKind::Task | MessageKind::User);
    messages.iter().rposition(is_answered).map_or(0, |place| place + 1)
}

/// The size of what is pinned in every fresh window.
pub(crate) fn pinned_tokens<P: Payload>(task: Option<&P>, newest: Option<&P>) -> Tokens {
    let contents = [task, newest].into_iter().flatten();
    contents.map(|content| content_estimate(&content.node()).plus(Tokens::MESSAGE)).sum()
}

/// The place of the first message that stays when the last rounds are kept: a reply, so that no
/// result is parted from its call. `messages.len()` keeps nothing.
pub(crate) fn cut<P>(messages: &[Message<P>], rounds: u32) -> usize {
    let replies = messages.iter().enumerate().rev();
    let mut replies = replies.filter(|(_, message)| message.kind == MessageKind::Reply);
    let place = match rounds.checked_sub(1) {
        Some(more) => replies.nth(more as usize).map(|(place, _)| place),
        None => None,
    };
    // Nothing to summarise before them: the window starts afresh.
    let summarised =
        |place: usize| messages[..place].iter().any(|message| message.kind == MessageKind::Reply);
    place.filter(|place| summarised(*place)).unwrap_or(messages.len())
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use alloc::vec;

    use serde_json::{Value, json};

    use super::*;
    use crate::units::{MessageId, Size};

    const fn tokens(count: u32) -> Tokens {
        Tokens::new(count)
    }

    fn message(kind: MessageKind, size: u32, content: impl Into<Value>) -> Message<Value> {
        let role = if kind == MessageKind::Reply { "assistant" } else { "user" };
        let payload = json!({ "role": role, "content": content.into() });
        Message { id: MessageId(1), kind, size: Size::estimated(tokens(size)), payload }
    }

    fn asked(policy: &Policy, messages: &[Message<Value>], share: u32) -> SummaryCall {
        summary_call(Dialect::Anthropic, &Prompts::default(), policy, messages, share)
    }

    #[test]
    fn a_scale_is_rounded_up_and_stands_still_where_there_is_nothing_to_scale_by() {
        assert_eq!(scale(tokens(10), tokens(3), tokens(2)), tokens(15));
        assert_eq!(scale(tokens(10), tokens(1), tokens(3)), tokens(4));
        assert_eq!(scale(tokens(10), tokens(3), Tokens::ZERO), tokens(10));
        assert_eq!(scale(Tokens::MAX, tokens(3), tokens(2)), Tokens::MAX);
        assert_eq!(portion(tokens(10), 4), tokens(2));
        assert_eq!(portion(tokens(10), 0), tokens(10));
    }

    #[test]
    fn a_history_is_shortened_where_it_would_not_fit_and_only_there() {
        let long = [message(MessageKind::Task, 3_000, "x ".repeat(6_000))];
        let policy = Policy::production(tokens(2_000));
        let call = asked(&policy, &long, 1);
        assert!(call.left_out > 4_000, "{}", call.left_out);
        assert_eq!(call.max_tokens, policy.summary_limit);
        assert!(call.tokens.plus(call.max_tokens) <= policy.window);
        assert!(call.tokens > tokens(1_500), "no more than it must: {}", call.tokens);
        // Half the share leaves half the room.
        assert!(asked(&policy, &long, 2).tokens < tokens(1_100));
        // The lesson's small window is played in a large one.
        let lesson = Policy::lesson(tokens(2_000), 0.7);
        assert_eq!(asked(&lesson, &long, 1).left_out, 0);
        assert_eq!(asked(&lesson, &long, 1).max_tokens, lesson.summary_limit);
    }

    #[test]
    fn bytes_that_cost_more_tokens_leave_room_for_fewer_of_them() {
        let policy = Policy::production(tokens(2_000));
        let text = "x ".repeat(2_600);
        let plain = asked(&policy, &[message(MessageKind::Task, 1_300, text.as_str())], 1);
        let dear = asked(&policy, &[message(MessageKind::Task, 5_200, text.as_str())], 1);
        assert_eq!(plain.left_out, 0);
        assert!((3_000..4_700).contains(&dear.left_out), "{}", dear.left_out);
        assert!(dear.tokens.plus(dear.max_tokens) <= policy.window);
        // Thinking is part of the message and not of the text, so it makes no byte dearer.
        let thought = json!([
            { "type": "thinking", "thinking": "y".repeat(15_600), "signature": "s" },
            { "type": "text", "text": text },
        ]);
        assert_eq!(asked(&policy, &[message(MessageKind::Reply, 5_200, thought)], 1).left_out, 0);
    }

    #[test]
    fn a_fresh_window_weighs_its_parts() {
        let prompts = Prompts::default();
        let (task, newest) = (json!("t".repeat(400)), json!("n".repeat(200)));
        let parts = |task, newest, notes, notes_limit| RestartParts {
            task,
            newest,
            notes,
            notes_limit,
            fences: false,
        };
        let summary = Summary::Text { text: "s".repeat(40), tokens: tokens(90) };
        let weigh = |parts: RestartParts<'_, Value>, notes| {
            parts.message(Dialect::Anthropic, &prompts, &summary, notes).tokens.get()
        };
        let bare = weigh(parts(None, None, Some("notes"), None), None);
        // What is written: two headings with three gaps of two bytes, the summary as it was
        // counted, the notes, and the message itself.
        let headings = prompts.summary_heading.len() + prompts.notes_heading.len() + 6;
        let expected = Tokens::estimate_message(headings).get() + 90 + 2;
        assert_eq!(bare, expected);
        let count = |heading: &String| Tokens::estimate(heading.len() + 4).get();
        let pinned = weigh(parts(Some(&task), Some(&newest), Some("notes"), None), None);
        let pins = 100 + 50 + count(&prompts.task_heading) + count(&prompts.instruction_heading);
        assert_eq!(pinned, bare + pins);
        assert_eq!(weigh(parts(None, None, Some("notes"), None), Some(tokens(7))), bare + 5);
        assert_eq!(pinned_tokens(Some(&task), Some(&newest)), tokens(100 + 50 + 8));
        assert_eq!(pinned_tokens::<Value>(None, None), Tokens::ZERO);
    }

    #[test]
    fn notes_stand_beside_a_block_and_in_no_other_message() {
        let prompts = Prompts::default();
        let parts = |notes| RestartParts::<Value> {
            task: None,
            newest: None,
            notes,
            notes_limit: None,
            fences: false,
        };
        let block = Summary::Block { block: json!({ "type": "compaction" }), tokens: tokens(9) };
        let text = Summary::Text { text: "half".into(), tokens: tokens(1) };
        let beside = |notes, summary: &Summary<Value>| {
            parts(notes).notes_beside_block(Dialect::Anthropic, &prompts, summary)
        };
        assert_eq!(beside(Some("- a"), &text), None);
        assert_eq!(beside(Some(" \n"), &block), None);
        assert_eq!(beside(None, &block), None);
        let (message, size) = beside(Some("- a"), &block).expect("a message");
        let content = alloc::format!("{}\n\n- a", prompts.notes_heading);
        assert_eq!(size, Tokens::estimate_message(content.len()));
        assert_eq!(message, json!({ "role": "user", "content": content }));
        let fresh = parts(Some("- a")).message(Dialect::Anthropic, &prompts, &block, None);
        assert_eq!((fresh.kind, fresh.tokens), (MessageKind::Block, tokens(9 + 4)));
    }

    #[test]
    fn a_cut_falls_before_a_reply_with_something_to_summarise_before_it() {
        use MessageKind::{Reply, Results, Task};
        let kinds = vec![Task, Reply, Results, Reply, Results, Reply];
        let messages: Vec<_> = kinds.into_iter().map(|kind| message(kind, 1, "x")).collect();
        for (rounds, place) in [(0, 6), (1, 5), (2, 3), (3, 6), (4, 6), (u32::MAX, 6)] {
            assert_eq!(cut(&messages, rounds), place, "{rounds} rounds");
        }
        // A restart message holds a summary already, but no reply.
        let fresh = [message(MessageKind::Restart, 1, "x"), message(Reply, 1, "x")];
        assert_eq!(cut(&fresh, 1), 2);
    }
}
