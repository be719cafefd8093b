//! What a compaction may not do, and when the harness stops trying.

mod common;

use common::{Json, calls, reply, returned, says, submitted};
use secondwind_core::{
    CallFailed, Cause, CompactionFault, Config, Effect, Event, FailureKind, Harness, Loaded,
    MessageKind, Millis, NotesRead, Notice, Outcome, Policy, Prompts, Replied, RequestId,
    SkipReason, Stop, Strategy, Tokens, Valve, fence, notes_or_placeholder,
};
use serde_json::{Value, json};

/// A production policy without notes at the start, so that requests are easy to count.
fn policy(window: u32) -> Policy {
    let mut policy = Policy::production(Tokens::new(window));
    policy.notes.read_at_start = false;
    policy
}

fn harness(policy: Policy) -> Json {
    Harness::new(Config::new(policy)).expect("the policy works")
}

fn apply(harness: &mut Json, event: impl Into<Event<Value>>) -> Vec<Effect<Value>> {
    harness.apply(Millis(0), event.into()).expect("the event applies")
}

fn replied(request: u32, reply: Value) -> Event<Value> {
    Replied { request: RequestId(request), reply }.into()
}

fn failed(request: u32, kind: FailureKind) -> Event<Value> {
    CallFailed { request: RequestId(request), message: "no".into(), kind }.into()
}

fn notices(effects: &[Effect<Value>]) -> Vec<&Notice> {
    let mut found = Vec::new();
    for effect in effects {
        if let Effect::Notify { notice } = effect {
            found.push(notice);
        }
    }
    found
}

fn outcome(effects: &[Effect<Value>]) -> Option<&Outcome> {
    effects.iter().find_map(|effect| match effect {
        Effect::Done { outcome } => Some(outcome),
        _ => None,
    })
}

/// The request of the model call that went out, and its messages where it has its own.
fn called(effects: &[Effect<Value>]) -> Option<(u32, Option<&Vec<Value>>)> {
    effects.iter().find_map(|effect| match effect {
        Effect::CallModel { request, messages, .. } => Some((request.0, messages.as_ref())),
        _ => None,
    })
}

/// A run with one tool call behind it, its counted size as given.
fn worked(policy: Policy, input: u32) -> (Json, Vec<Effect<Value>>) {
    let mut harness = harness(policy);
    apply(&mut harness, submitted("task"));
    apply(&mut harness, replied(1, calls("a", input, 10)));
    let effects = apply(&mut harness, returned(RequestId(2), "seen"));
    (harness, effects)
}

#[test]
fn a_forecast_is_what_a_fresh_window_holds_with_a_full_summary() {
    let (harness, effects) = worked(policy(10_000), 7_500);
    let Notice::CompactionStarted { forecast, before, cause, left_out } = notices(&effects)[1]
    else {
        panic!("a compaction starts: {effects:?}");
    };
    assert_eq!((*cause, *left_out), (Cause::Threshold, 0));
    let policy = &harness.config().policy;
    let limit = policy.restart.notes_limit.expect("a limit");
    // The task: four letters and a message.
    let expected = policy.summary_limit.plus(limit).plus(Tokens::new(1 + 4));
    assert_eq!(*forecast, harness.fixed().tokens.plus(expected));
    assert_eq!(before.occupancy.tokens, harness.meters().occupancy.tokens);
}

#[test]
fn a_forecast_does_not_count_on_a_summary_as_short_as_the_last() {
    let (mut harness, effects) = worked(policy(10_000), 7_500);
    let effects = summarised(&mut harness, &effects);
    let (request, _) = called(&effects).expect("the work goes on");
    apply(&mut harness, replied(request, calls("b", 7_500, 10)));
    let effects = apply(&mut harness, returned(RequestId(request + 1), "seen"));
    let Notice::CompactionStarted { forecast, .. } = notices(&effects)[1] else {
        panic!("a compaction starts: {effects:?}");
    };
    // There are no notes, as was read; the task is four letters and a message.
    let expected = harness.config().policy.summary_limit.plus(Tokens::new(1 + 4));
    assert_eq!(*forecast, harness.fixed().tokens.plus(expected));
}

#[test]
fn a_summary_call_that_was_too_long_is_asked_for_with_half_the_history() {
    let mut harness = harness(policy(10_000));
    apply(&mut harness, submitted(&"words of a task ".repeat(1_200)));
    let effects = apply(&mut harness, replied(1, calls("a", 7_500, 10)));
    assert_eq!(outcome(&effects), None);
    let effects = apply(&mut harness, returned(RequestId(2), "seen"));
    let length = |effects: &[Effect<Value>]| {
        let (request, messages) = called(effects).expect("a call");
        let text = messages.expect("messages")[0]["content"].as_str().expect("text").len();
        (request, text)
    };
    let (request, whole) = length(&effects);
    let effects = apply(&mut harness, failed(request, FailureKind::Overflow));
    let (request, half) = length(&effects);
    assert!(half * 5 < whole * 4, "{half} of {whole} bytes");
    let effects = apply(&mut harness, failed(request, FailureKind::Overflow));
    let (request, quarter) = length(&effects);
    assert!(quarter * 5 < half * 4, "{quarter} of {half} bytes");
    // Three attempts are all there are.
    let effects = apply(&mut harness, failed(request, FailureKind::Overflow));
    assert!(matches!(
        notices(&effects)[0],
        Notice::CompactionFailed { failures: 3, breaker_open: true, .. }
    ));
}

#[test]
fn the_breaker_ends_the_attempts_of_one_compaction_too() {
    let mut policy = policy(10_000);
    policy.guards.breaker = Some(2);
    let (mut harness, effects) = worked(policy, 7_500);
    let (request, _) = called(&effects).expect("a summary call");
    let effects = apply(&mut harness, replied(request, says("", 9, 9)));
    let (request, _) = called(&effects).expect("a second attempt");
    let effects = apply(&mut harness, replied(request, says("", 9, 9)));
    let told = notices(&effects);
    assert!(matches!(
        told.last(),
        Some(Notice::CompactionFailed { failures: 2, breaker_open: true, .. })
    ));
}

#[test]
fn a_failed_compaction_ends_the_work_where_it_cannot_go_on() {
    // Whether the work goes on, by policy and by what the next request needs.
    for (go_on, input, goes) in [(true, 7_500, true), (true, 9_500, false), (false, 7_500, false)] {
        let mut policy = policy(10_000);
        policy.guards.go_on = go_on;
        let (mut harness, effects) = worked(policy, input);
        let (request, _) = called(&effects).expect("a summary call");
        let effects = apply(&mut harness, failed(request, FailureKind::Server));
        assert_eq!(called(&effects).is_some(), goes, "go_on {go_on} at {input}");
        let failed = matches!(outcome(&effects), Some(Outcome::CompactionFailed { .. }));
        assert_eq!(failed, !goes, "go_on {go_on} at {input}");
    }
}

#[test]
fn the_next_request_needs_room_for_its_reply() {
    // The window less the reply limit of 1024; the result adds its five tokens.
    for (input, goes) in [(10_000 - 1_024 - 15, true), (10_000 - 1_024 - 14, false)] {
        let (mut harness, effects) = worked(policy(10_000), input);
        let (request, _) = called(&effects).expect("a summary call");
        let effects = apply(&mut harness, failed(request, FailureKind::Server));
        assert_eq!(called(&effects).is_some(), goes, "{:?}", harness.meters().occupancy);
    }
}

#[test]
fn an_open_breaker_lets_the_work_go_on_while_it_fits() {
    for (second, goes) in [(7_600, true), (9_500, false)] {
        let mut policy = policy(10_000);
        policy.guards.breaker = Some(1);
        let (mut harness, effects) = worked(policy, 7_500);
        let (request, _) = called(&effects).expect("a summary call");
        let effects = apply(&mut harness, failed(request, FailureKind::Server));
        let (request, _) = called(&effects).expect("the work goes on");
        apply(&mut harness, replied(request, calls("b", second, 10)));
        let effects = apply(&mut harness, returned(RequestId(request + 1), "seen"));
        let reason = SkipReason::BreakerOpen;
        let skipped = Notice::CompactionSkipped { cause: Cause::Threshold, reason };
        assert_eq!(notices(&effects)[1], &skipped);
        assert_eq!(called(&effects).is_some(), goes);
        let ended = Outcome::CompactionSkipped { reason };
        assert_eq!(outcome(&effects), (!goes).then_some(&ended));
    }
}

#[test]
fn a_valve_that_shuts_in_a_compaction_says_so() {
    let mut policy = policy(10_000);
    policy.valves.max_calls = Some(1);
    policy.guards.go_on = false;
    let (_, effects) = worked(policy, 7_500);
    let valve = Valve::MaxCalls { limit: 1 };
    let told = notices(&effects);
    let fault = CompactionFault::ValveShut { valve };
    assert!(
        matches!(told.last(), Some(Notice::CompactionFailed { fault: it, .. }) if *it == fault)
    );
    assert_eq!(outcome(&effects), Some(&Outcome::ValveShut { valve }));
}

#[test]
fn an_overflow_is_answered_once_until_a_reply_comes() {
    let (mut harness, effects) = worked(policy(10_000), 500);
    let overflow =
        |harness: &mut Json, request| apply(harness, failed(request, FailureKind::Overflow));
    let restart = |harness: &mut Json, effects: &[Effect<Value>]| {
        let (request, _) = called(effects).expect("a summary call");
        apply(harness, replied(request, says("half of it is done", 9, 9)));
        apply(harness, NotesRead::new(RequestId(request + 1), None))
    };
    let (request, _) = called(&effects).expect("a call");
    let effects = overflow(&mut harness, request);
    let effects = restart(&mut harness, &effects);
    let (request, _) = called(&effects).expect("the call once more");
    let effects = apply(&mut harness, replied(request, calls("b", 400, 10)));
    assert_eq!(outcome(&effects), None);
    let effects = apply(&mut harness, returned(RequestId(request + 1), &"x ".repeat(2_000)));
    let (request, _) = called(&effects).expect("a call");
    // A reply came, so the next overflow is a new one.
    let effects = overflow(&mut harness, request);
    let effects = restart(&mut harness, &effects);
    let (request, _) = called(&effects).expect("the call once more");
    let effects = overflow(&mut harness, request);
    assert_eq!(outcome(&effects), Some(&Outcome::Overflowed { message: "no".into() }));
}

#[test]
fn an_overflow_before_any_reply_cannot_be_helped() {
    let mut harness = harness(policy(10_000));
    apply(&mut harness, submitted("task"));
    let effects = apply(&mut harness, failed(1, FailureKind::Overflow));
    assert_eq!(effects, [Effect::Done { outcome: Outcome::Overflowed { message: "no".into() } }]);
}

#[test]
fn any_stop_answers_in_the_lesson() {
    for (stop, kept) in [
        (Stop::PauseTurn, true),
        (Stop::ModelContextWindowExceeded, true),
        (Stop::Refusal, false),
        (Stop::MaxTokens, true),
    ] {
        let mut harness = harness(Policy::lesson(Tokens::new(2_000), 0.7));
        apply(&mut harness, submitted("task"));
        let blocks = json!([{ "type": "text", "text": "so far" }]);
        let effects = apply(&mut harness, replied(1, reply(blocks, stop.as_str(), 9, 9)));
        let answered = Outcome::Answered { text: "so far".into(), stop: stop.clone() };
        assert_eq!(outcome(&effects), Some(&answered));
        assert_eq!(harness.messages().len(), 1 + usize::from(kept), "{stop:?}");
    }
}

#[test]
fn a_pause_is_gone_on_with_up_to_the_window() {
    for (input, goes) in [(9_990, true), (9_991, false)] {
        let (mut harness, effects) = worked(policy(10_000), 500);
        let (request, _) = called(&effects).expect("a call");
        let blocks = json!([{ "type": "text", "text": "so far" }]);
        let paused = reply(blocks, "pause_turn", input, 10);
        let effects = apply(&mut harness, replied(request, paused));
        let (_, messages) = called(&effects).expect("a call");
        assert_eq!(messages.is_none(), goes, "{:?}", harness.meters().occupancy);
    }
}

#[test]
fn an_elision_takes_old_results_that_are_longer_than_the_line() {
    let line = Prompts::default().result_elided;
    let (short, long) = ("x".repeat(line.len() * 2), "x".repeat(line.len() * 2 + 1));
    let image = json!([{ "type": "image", "source": "x" }]);
    let results = [
        Value::from(short.as_str()),
        long.as_str().into(),
        image,
        "y".repeat(40_000).into(),
        long.as_str().into(),
    ];
    let mut history = vec![json!({ "role": "user", "content": "task" })];
    for (place, content) in results.iter().enumerate() {
        let id = format!("c{place}");
        let call = json!({ "type": "tool_use", "id": id, "name": "look", "input": {} });
        let result = json!({ "type": "tool_result", "tool_use_id": id, "content": content });
        history.push(json!({ "role": "assistant", "content": [call] }));
        history.push(json!({ "role": "user", "content": [result] }));
    }
    let elides = |keep| {
        let mut policy = policy(12_000);
        policy.strategy = Strategy::ElideResults { keep };
        let mut harness = harness(policy);
        apply(&mut harness, Loaded { messages: history.clone() });
        let effects = apply(&mut harness, Event::CompactionRequested);
        let contents: Vec<Value> = harness
            .messages()
            .iter()
            .filter(|message| message.kind == MessageKind::Results)
            .map(|message| message.payload["content"][0]["content"].clone())
            .collect();
        (harness, effects, contents)
    };
    let (harness, effects, contents) = elides(1);
    let line = Value::from(line);
    let expected =
        [results[0].clone(), line.clone(), line.clone(), line.clone(), results[4].clone()];
    assert_eq!(contents, expected);
    let sizes = harness.messages().iter().map(|message| message.size.tokens);
    let small = Tokens::estimate_message(line.as_str().map_or(0, str::len));
    assert_eq!(sizes.filter(|tokens| *tokens == small).count(), 3);
    let freed = notices(&effects).into_iter().find_map(|notice| match notice {
        Notice::ResultsElided { messages, freed } => Some((messages.len(), freed.get())),
        _ => None,
    });
    let before = (line.as_str().map_or(0, |line| line.len() * 2 + 1)).div_ceil(4)
        // The picture counts as one, and its name in brackets as text.
        + 1_600 + 2
        + 10_000;
    let after = 3 * line.as_str().map_or(0, str::len).div_ceil(4);
    assert_eq!(freed, Some((3, (before - after) as u64)));
    let (_, effects, contents) = elides(5);
    assert_eq!(contents, results, "nothing is old");
    assert!(called(&effects).is_some(), "so a summary is asked for");
}

#[test]
fn a_loaded_history_knows_its_task_and_its_newest_instruction() {
    use MessageKind::{Reply, Results, Task, User};
    let call = json!({ "type": "tool_use", "id": "a", "name": "look", "input": {} });
    let result = json!({ "type": "tool_result", "tool_use_id": "a", "content": "seen" });
    let messages = vec![
        json!({ "role": "user", "content": "the task" }),
        json!({ "role": "assistant", "content": [call] }),
        json!({ "role": "user", "content": [result] }),
        json!({ "role": "assistant", "content": "x ".repeat(8_000) }),
        json!({ "role": "user", "content": "the newest" }),
        json!({ "role": "assistant", "content": "done" }),
    ];
    let mut harness = harness(policy(10_000));
    apply(&mut harness, Loaded { messages });
    let kinds: Vec<_> = harness.messages().iter().map(|message| message.kind).collect();
    assert_eq!(kinds, [Task, Reply, Results, Reply, User, Reply]);
    let effects = apply(&mut harness, Event::CompactionRequested);
    let (request, _) = called(&effects).expect("a summary call");
    apply(&mut harness, replied(request, says("half of it is done", 9, 9)));
    apply(&mut harness, NotesRead::new(RequestId(request + 1), None));
    let prompts = Prompts::default();
    let notes = fence("notes", notes_or_placeholder(&prompts, None), &[]);
    let expected = [
        format!("{}\n\nthe task", prompts.task_heading),
        format!("{}\n\nhalf of it is done", prompts.summary_heading),
        format!("{}\n\n{notes}", prompts.notes_heading),
        format!("{}\n\nthe newest", prompts.instruction_heading),
    ];
    assert_eq!(harness.messages()[0].payload["content"], expected.join("\n\n"));
}

fn user(content: impl Into<Value>) -> Value {
    json!({ "role": "user", "content": content.into() })
}

/// A reply that calls a tool, and the result.
fn round(id: &str, output: &str) -> [Value; 2] {
    let call = json!({ "type": "tool_use", "id": id, "name": "look", "input": {} });
    let result = json!({ "type": "tool_result", "tool_use_id": id, "content": output });
    [json!({ "role": "assistant", "content": [call] }), user(json!([result]))]
}

/// A harness with this history, asked to compact it, and the effects.
fn compacting(policy: Policy, history: Vec<Value>) -> (Json, Vec<Effect<Value>>) {
    let mut harness = harness(policy);
    apply(&mut harness, Loaded { messages: history });
    let effects = apply(&mut harness, Event::CompactionRequested);
    (harness, effects)
}

/// Answers the summary call, and has the notes read: there are none.
fn summarised(harness: &mut Json, effects: &[Effect<Value>]) -> Vec<Effect<Value>> {
    let (request, _) = called(effects).expect("a summary call");
    apply(harness, replied(request, says("half of it is done", 9, 9)));
    apply(harness, NotesRead::new(RequestId(request + 1), None))
}

#[test]
fn the_newest_instruction_is_pinned_unless_it_stays_by_itself() {
    for (rounds, pinned) in [(1, true), (2, false)] {
        let mut policy = policy(30_000);
        policy.strategy = Strategy::KeepLast { rounds };
        let mut history = vec![user("task")];
        history.extend(round("a", &"x ".repeat(20_000)));
        history.push(json!({ "role": "assistant", "content": "so far" }));
        history.push(user("the newest"));
        history.extend(round("b", "seen"));
        let (mut harness, effects) = compacting(policy, history);
        let effects = summarised(&mut harness, &effects);
        let told = notices(&effects).into_iter().find_map(|notice| match notice {
            Notice::Compacted { instruction_pinned, .. } => Some(*instruction_pinned),
            _ => None,
        });
        assert_eq!(told, Some(pinned), "{rounds} rounds");
        let said = harness.messages().iter().filter(|message| {
            message.payload["content"].as_str().is_some_and(|text| text.contains("the newest"))
        });
        assert_eq!(said.count(), 1, "{rounds} rounds");
    }
}

#[test]
fn a_summary_of_everything_that_gains_too_little_is_the_last() {
    let mut policy = policy(30_000);
    policy.strategy = Strategy::KeepLast { rounds: 1 };
    // The task is pinned, so no fresh window is much smaller.
    let mut history = vec![user("x ".repeat(20_000))];
    history.extend(round("a", "seen"));
    history.extend(round("b", "seen"));
    let (mut harness, effects) = compacting(policy, history);
    let effects = summarised(&mut harness, &effects);
    assert!(matches!(notices(&effects)[0], Notice::SummaryRefused { attempt: 1, .. }));
    let effects = summarised(&mut harness, &effects);
    assert!(matches!(notices(&effects)[0], Notice::CompactionFailed { failures: 2, .. }));
    assert!(matches!(
        outcome(&effects),
        Some(Outcome::CompactionFailed { fault: CompactionFault::NoGain { .. } })
    ));
}

#[test]
fn an_elision_leaves_the_window_below_the_threshold() {
    let mut history = vec![user("x ".repeat(2_000))];
    history.extend(round("a", &"y ".repeat(4_000)));
    history.push(json!({ "role": "assistant", "content": "so far" }));
    let elided = |threshold: f64| {
        let mut policy = policy(100_000);
        policy.strategy = Strategy::ElideResults { keep: 0 };
        policy.guards.feasibility = false;
        policy.ratio = threshold / 100_000.0;
        let (harness, effects) = compacting(policy, history.clone());
        (harness.meters().occupancy.tokens, outcome(&effects) == Some(&Outcome::Compacted))
    };
    let (left, is_elided) = elided(50_000.0);
    assert!(is_elided, "{left} tokens are left");
    let left = f64::from(u32::try_from(left.get()).expect("few tokens"));
    assert!(elided(left + 1.0).1);
    assert!(!elided(left).1, "at the threshold nothing is won");
}

#[test]
fn a_block_that_holds_nothing_is_no_compaction() {
    for block in [
        json!({ "type": "compaction" }),
        json!({ "type": "a_block_of_tomorrow", "content": "sealed" }),
    ] {
        let mut policy = policy(30_000);
        policy.strategy = Strategy::Provider { rounds: 0 };
        let mut history = vec![user("x ".repeat(20_000))];
        history.extend(round("a", "seen"));
        let (mut harness, effects) = compacting(policy, history);
        let (request, _) = called(&effects).expect("a call");
        let effects =
            apply(&mut harness, replied(request, reply(json!([block]), "compaction", 9, 9)));
        let refused = notices(&effects).into_iter().find_map(|notice| match notice {
            Notice::SummaryRefused { fault, .. } => Some(fault),
            _ => None,
        });
        assert_eq!(refused, Some(&CompactionFault::NoBlock));
    }
}
