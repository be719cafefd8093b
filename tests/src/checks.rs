//! What must hold after every event, whatever it was.

use secondwind_core::{
    Dialect, Effect, Event, Harness, MessageKind, Notice, Outcome, Purpose, Snapshot, Tokens,
    Violation, read, threshold, violations, write,
};
use serde_json::{Value, json};

use crate::{
    facts::{MAX, strict},
    model::Model,
    shell::Shell,
};

/// The state by itself, and against the model and the shell.
pub(crate) fn state(harness: &Harness<Value>, model: &Model, shell: &Shell) {
    let broken = harness.violations();
    assert_eq!(broken, [], "the history breaks its own rules");
    let messages = harness.messages();
    let payloads = || messages.iter().map(|message| &message.payload);
    assert!(payloads().eq(&model.window), "the window is not what went into it");
    assert!(payloads().eq(&shell.mirror), "the shell's list is another one");
    assert!(shell.is_true_to(harness), "a size was changed and not told");

    let meters = harness.meters();
    let sizes = messages.iter().map(|message| message.size.tokens);
    let sum: Tokens = std::iter::once(harness.fixed().tokens).chain(sizes).sum();
    assert_eq!(meters.occupancy.tokens, sum, "the parts sum to the occupancy");
    assert_eq!(meters.spend.tokens.get(), model.spend, "spend");
    assert_eq!(meters.accumulated.tokens.get(), model.accumulated, "the lesson's counter");
    for size in [meters.occupancy, meters.spend, meters.accumulated] {
        assert!(size.tokens.get() <= MAX);
    }
    let totals = harness.totals();
    let counted = (totals.calls, totals.compaction_calls, totals.compactions);
    assert_eq!(counted, (model.calls, model.compaction_calls, model.compactions));
    assert_eq!(harness.is_idle(), model.open.is_empty(), "open requests: {:?}", model.open);
    if harness.is_idle() {
        let saved: Value = write(&harness.snapshot());
        assert_eq!(saved["harness"]["queue"], json!([]), "nothing waits for what is not under way");
    }
    let policy = &harness.config().policy;
    assert_eq!(Ok(harness.threshold()), threshold(policy.window, policy.ratio));
    if let Some(limit) = policy.valves.max_calls {
        assert!(totals.calls <= limit);
    }
    if policy.restart.pin_instructions && !messages.is_empty() {
        // A provider's block holds the task by itself; a history from elsewhere may begin anyhow.
        let kinds =
            [MessageKind::Task, MessageKind::Restart, MessageKind::Block, MessageKind::Notes];
        assert!(messages.iter().any(|message| kinds.contains(&message.kind)), "the task is there");
    }
}

/// A saved harness comes back equal, by way of JSON text.
pub(crate) fn comes_back(harness: &Harness<Value>) -> Harness<Value> {
    let text = write::<Value>(&harness.snapshot()).to_string();
    let json: Value = serde_json::from_str(&text).expect("a snapshot is JSON");
    let snapshot: Snapshot<Value> = read(&json, "snapshot").expect("a snapshot is read again");
    let restored = Harness::restore(snapshot).expect("a snapshot is taken up again");
    assert_eq!(restored, *harness, "what was saved comes back");
    restored
}

/// An event and its effects: as JSON, and in their order.
pub(crate) fn step(
    before: &Harness<Value>,
    event: &Event<Value>,
    effects: &[Effect<Value>],
    after: &Harness<Value>,
) {
    for effect in effects {
        let text = write::<Value>(effect).to_string();
        let json: Value = serde_json::from_str(&text).expect("an effect is JSON");
        assert_eq!(read::<_, Effect<Value>>(&json, "effect").as_ref(), Ok(effect));
    }
    let (was, is) = (before.meters().spend.tokens, after.meters().spend.tokens);
    assert!(is >= was, "spend never falls");
    let done = effects.iter().filter(|effect| matches!(effect, Effect::Done { .. })).count();
    assert!(done <= 1, "work ends once");
    if done == 1 {
        assert!(after.is_idle(), "nothing goes on after the end");
        assert!(matches!(effects.last(), Some(Effect::Done { .. })), "the end comes last");
    } else {
        let may = matches!(event, Event::Cleared);
        assert!(before.is_idle() || !after.is_idle() || may, "an end is told");
    }
    let is_model_call = |effect: &&Effect<Value>| matches!(effect, Effect::CallModel { .. });
    assert!(effects.iter().filter(is_model_call).count() <= 1, "one call at a time");
    for (place, effect) in effects.iter().enumerate() {
        match effect {
            Effect::CallModel { .. } => outgoing(before, effect, &effects[..place], after),
            Effect::Notify { notice: Notice::Checked { used, threshold, fired, .. } } => {
                assert_eq!(*fired, used.tokens >= *threshold);
                let next = effects[place + 1..].iter().find(is_model_call);
                let is_main =
                    matches!(next, Some(Effect::CallModel { purpose: Purpose::Main, .. }));
                let is_told = |effect: &Effect<Value>| {
                    matches!(
                        effect,
                        Effect::Notify {
                            notice: Notice::CompactionSkipped { .. }
                                | Notice::CompactionFailed { .. }
                                | Notice::ResultsElided { .. }
                        }
                    )
                };
                let told = effects[place..].iter().any(is_told);
                assert!(
                    !fired || !is_main || told,
                    "above the threshold no request goes out untold"
                );
            }
            Effect::Done { outcome: Outcome::Answered { stop, .. } } => {
                assert!(stop.is_end() || after.config().policy.any_stop_answers);
            }
            _ => {}
        }
    }
}

/// What goes out is what a strict server takes.
fn outgoing(
    before: &Harness<Value>,
    effect: &Effect<Value>,
    earlier: &[Effect<Value>],
    after: &Harness<Value>,
) {
    let Effect::CallModel { purpose, max_tokens, messages, .. } = effect else { return };
    let policy = &after.config().policy;
    let dialect = after.config().dialect;
    let spend = after.meters().spend.tokens;
    assert!(policy.valves.token_budget.is_none_or(|limit| spend < limit), "the budget is spent");
    assert!(*max_tokens > Tokens::ZERO);
    // The list as it is when the request goes out: what the shell has by then.
    let mut list: Vec<Value> = before.messages().iter().map(|m| m.payload.clone()).collect();
    for effect in earlier {
        match effect {
            Effect::Append { message, .. } => list.push(message.clone()),
            Effect::Replace { messages, .. } => {
                list = messages.iter().map(|placed| placed.message.clone()).collect();
            }
            _ => {}
        }
    }
    match purpose {
        Purpose::Main => {
            assert_eq!(*messages, None);
            assert!(*max_tokens <= policy.reply_limit);
            fit(dialect, &list);
        }
        Purpose::Provider => {
            let messages = messages.as_ref().expect("messages of its own");
            assert!(list.starts_with(messages));
            fit(dialect, messages);
        }
        Purpose::Summary => {
            let messages = messages.as_ref().expect("messages of its own");
            let [message] = &messages[..] else { panic!("one message: {messages:?}") };
            assert!(message["role"] == "user" && message["content"].is_string());
            assert!(*max_tokens <= policy.summary_limit);
            fit(dialect, messages);
            let text = message["content"].as_str().unwrap_or_default();
            assert!(!text.contains(&"QUJD".repeat(20)), "data is no text");
            // Where the window has room for the instruction at all, the call fits it.
            if policy.guards.fit_summary && policy.window > Tokens::new(1_000) {
                let size = Tokens::estimate_message(text.len()).plus(*max_tokens);
                assert!(size <= policy.window, "{size} tokens in {}", policy.window);
            }
        }
    }
}

fn fit(dialect: Dialect, messages: &[Value]) {
    assert_eq!(violations(dialect, messages), [], "a request that no server takes");
    // Content of no known shape is for the shell to keep out.
    let found = strict(dialect, messages);
    assert_eq!(found, [] as [String; 0], "a request that a strict server refuses");
}

/// Rules that hold of a repaired history.
pub(crate) fn repaired(dialect: Dialect, messages: &[Value]) {
    let prompts = secondwind_core::Prompts::default();
    let once = secondwind_core::repair(dialect, &prompts, messages);
    let found = violations(dialect, &once);
    assert!(found.iter().all(|it| *it == Violation::Empty), "{found:?} after repair: {once:?}");
    let twice = secondwind_core::repair(dialect, &prompts, &once);
    assert_eq!(once, twice, "repairing twice is repairing once");
}
