//! What random events have found, as plain cases.

mod common;

use common::{Json, calls, reply, returned, says, submitted};
use secondwind_core::{
    CallId, CompactionFault, Config, Dialect, Effect, Event, Harness, Loaded, Millis, NotesFailed,
    NotesRead, Notice, Outcome, Policy, PolicyError, Prompts, Rejected, Replied, RequestId,
    SectionEdit, Snapshot, Stop, Strategy, Submitted, Tokens, Valve, Valves, Violation,
    merge_notes, read, repair, violations, write,
};
use serde_json::{Value, json};

fn harness(policy: Policy) -> Json {
    Harness::new(Config::new(policy)).expect("the policy works")
}

fn apply(harness: &mut Json, event: impl Into<Event<Value>>) -> Vec<Effect<Value>> {
    harness.apply(Millis(0), event.into()).expect("the event applies")
}

fn replied(request: u32, reply: Value) -> Event<Value> {
    Replied { request: RequestId(request), reply }.into()
}

fn last(harness: &Json) -> &Value {
    &harness.messages().last().expect("a message").payload
}

fn notice(effect: &Effect<Value>) -> Option<&Notice> {
    match effect {
        Effect::Notify { notice } => Some(notice),
        _ => None,
    }
}

fn lesson() -> Policy {
    Policy::lesson(Tokens::new(100), 0.5)
}

#[test]
fn a_blank_block_beside_words_is_left_out() {
    let mut harness = harness(lesson());
    let blocks = json!([{ "type": "text", "text": " " }, { "type": "text", "text": "y" }]);
    apply(&mut harness, Submitted { content: blocks.clone(), tokens: None });
    assert_eq!(last(&harness)["content"], json!([{ "type": "text", "text": "y" }]));
    let message = json!({ "role": "user", "content": blocks });
    let repaired = repair(Dialect::Anthropic, &Prompts::default(), &[message]);
    assert_eq!(violations(Dialect::Anthropic, &repaired), []);
}

#[test]
fn of_two_calls_with_one_id_the_first_goes_back() {
    let call = |at| json!({ "type": "tool_use", "id": "a", "name": "look", "input": { "at": at } });
    let mut harness = harness(lesson());
    apply(&mut harness, submitted("task"));
    let twice = reply(json!([call(1), call(2)]), "tool_use", 9, 9);
    let effects = apply(&mut harness, replied(1, twice));
    let runs = effects.iter().filter(|effect| matches!(effect, Effect::RunTool { .. })).count();
    assert_eq!(runs, 1);
    assert_eq!(last(&harness)["content"], json!([call(1)]));
}

#[test]
fn what_a_tool_returns_becomes_content_that_servers_take() {
    for (returned, content) in [
        (Value::Null, json!("null")),
        (json!([]), json!("[]")),
        (json!({ "a": 1 }), json!("{\"a\":1}")),
        (json!([1, 2]), json!("[1,2]")),
        (json!([{ "type": "text", "text": "" }]), json!("")),
        (
            json!([{ "type": "text", "text": " " }, { "type": "image" }]),
            json!([{ "type": "image" }]),
        ),
        (json!(" "), json!(" ")),
    ] {
        let mut harness = harness(lesson());
        apply(&mut harness, submitted("task"));
        apply(&mut harness, replied(1, calls("a", 9, 9)));
        apply(&mut harness, secondwind_core::ToolReturned::new(RequestId(2), returned));
        assert_eq!(last(&harness)["content"][0]["content"], content);
    }
}

#[test]
fn calls_of_the_pause_that_shuts_the_valve_are_answered() {
    let valves = Valves { max_pauses: Some(0), ..Valves::default() };
    let mut harness = harness(Policy { valves, any_stop_answers: false, ..lesson() });
    apply(&mut harness, submitted("task"));
    let mut paused = calls("a", 9, 9);
    paused["stop_reason"] = "pause_turn".into();
    let effects = apply(&mut harness, replied(1, paused));
    let outcome = Outcome::ValveShut { valve: Valve::MaxPauses { limit: 0 } };
    assert_eq!(effects.last(), Some(&Effect::Done { outcome }));
    assert_eq!(last(&harness)["content"][0]["is_error"], true);
}

#[test]
fn a_message_that_waits_for_a_compaction_outlives_a_resume() {
    let mut policy = lesson();
    policy.notes.read_at_start = true;
    let mut harness = harness(policy);
    apply(&mut harness, submitted("task"));
    apply(&mut harness, NotesRead::new(RequestId(1), None));
    apply(&mut harness, replied(2, calls("a", 40, 20)));
    apply(&mut harness, returned(RequestId(3), "seen"));
    apply(&mut harness, submitted("and this"));
    apply(&mut harness, Event::Resumed);
    apply(&mut harness, replied(4, says("half of it is done", 9, 9)));
    let failed = NotesFailed { request: RequestId(5), message: "the disk is full".into() };
    apply(&mut harness, failed);
    assert!(harness.is_idle());
    assert_eq!(last(&harness)["content"], "and this");
}

#[test]
fn a_call_that_is_made_once_more_is_counted_once() {
    let mut policy = lesson();
    policy.valves.max_calls = Some(1);
    for read_at_start in [false, true] {
        policy.notes.read_at_start = read_at_start;
        let mut harness = harness(policy.clone());
        apply(&mut harness, submitted("task"));
        if read_at_start {
            apply(&mut harness, NotesRead::new(RequestId(1), None));
        }
        let open = if read_at_start { 2 } else { 1 };
        for _ in 0..3 {
            apply(&mut harness, Event::Resumed);
        }
        if read_at_start {
            apply(&mut harness, NotesRead::new(RequestId(3), None));
        }
        assert_eq!(harness.totals().calls, 1);
        apply(&mut harness, replied(open, says("done", 9, 9)));
        assert!(harness.is_idle());
    }
}

#[test]
fn a_message_that_was_not_sent_since_the_notes_failed_is_told() {
    let mut policy = lesson();
    policy.notes.read_at_start = true;
    let mut harness = harness(policy);
    apply(&mut harness, submitted("task"));
    let message = "the disk is full".to_owned();
    let failed = NotesFailed { request: RequestId(1), message: message.clone() };
    let outcome = Outcome::NotesUnread { message, unsent: vec!["task".to_owned()] };
    assert_eq!(apply(&mut harness, failed), [Effect::Done { outcome }]);
}

#[test]
fn tool_blocks_are_no_message_of_the_users() {
    let mut harness = harness(lesson());
    for block in [
        json!({ "type": "tool_result", "tool_use_id": "a", "content": "seen" }),
        json!({ "type": "tool_use", "id": "a", "name": "look", "input": {} }),
    ] {
        let content = json!([{ "type": "text", "text": "so" }, block]);
        let event = Submitted { content, tokens: None };
        assert_eq!(harness.apply(Millis(0), event.into()), Err(Rejected::NotAMessage));
    }
}

#[test]
fn a_call_without_an_id_gets_one_and_a_second_of_a_name_is_told() {
    let call = |id: &str| json!({ "type": "tool_use", "id": id, "name": "look", "input": {} });
    let mut harness = harness(lesson());
    apply(&mut harness, submitted("task"));
    let content = json!([call(""), call("call_1_1"), call("call_1_1"), call("")]);
    let effects = apply(&mut harness, replied(1, reply(content, "tool_use", 9, 9)));
    let id = |id: &str| CallId(id.to_owned());
    let notices: Vec<_> = effects.iter().filter_map(notice).take(3).collect();
    assert_eq!(
        notices,
        [
            &Notice::CallRenamed { call: 1, from: id(""), to: id("call_1_2") },
            &Notice::CallRenamed { call: 1, from: id(""), to: id("call_1_3") },
            &Notice::CallDropped { call: 1, id: id("call_1_1") },
        ]
    );
    assert_eq!(
        last(&harness)["content"],
        json!([call("call_1_2"), call("call_1_1"), call("call_1_3")])
    );
}

#[test]
fn arguments_that_are_no_object_go_back_as_one() {
    let unreadable = Prompts::default().arguments_unreadable;
    for (input, runs) in [(json!("{}"), false), (json!([1]), false), (json!(null), true)] {
        let mut harness = harness(lesson());
        apply(&mut harness, submitted("task"));
        let call = json!({ "type": "tool_use", "id": "a", "name": "look", "input": input });
        let effects = apply(&mut harness, replied(1, reply(json!([call]), "tool_use", 9, 9)));
        let inputs: Vec<_> = effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::RunTool { input, .. } => Some(input.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(inputs, if runs { vec![json!({})] } else { vec![] });
        let history: Vec<_> = harness.messages().iter().map(|m| m.payload.clone()).collect();
        assert_eq!(history[1]["content"][0]["input"], json!({}));
        let told = history.get(2).map(|results| results["content"][0]["content"].clone());
        assert_eq!(told, (!runs).then(|| Value::from(unreadable.as_str())));
    }
}

#[test]
fn a_repaired_history_begins_with_words_or_a_block() {
    let called = json!({ "role": "assistant", "content": [
        { "type": "tool_use", "id": "a", "name": "look", "input": {} },
    ] });
    let repair = |messages: &[Value]| repair(Dialect::Anthropic, &Prompts::default(), messages);
    assert_eq!(repair(std::slice::from_ref(&called)), [] as [Value; 0]);
    let block =
        json!({ "role": "assistant", "content": [{ "type": "compaction", "content": "x" }] });
    let user = json!({ "role": "user", "content": "go on" });
    let history = [block, user];
    assert_eq!(repair(&history), history);
}

#[test]
fn a_line_break_beside_openai_calls_goes_back() {
    let call = json!({ "id": "a", "type": "function",
        "function": { "name": "look", "arguments": "{}" } });
    let message = json!({ "role": "assistant", "content": "\n\n", "tool_calls": [call] });
    let config = Config { dialect: Dialect::OpenAiChat, ..Config::new(lesson()) };
    let mut harness = Harness::new(config).expect("the policy works");
    apply(&mut harness, submitted("task"));
    let reply = json!({ "choices": [{ "finish_reason": "tool_calls", "message": message }] });
    apply(&mut harness, replied(1, reply));
    assert_eq!(*last(&harness), message);
}

#[test]
fn sizes_that_sum_above_the_largest_count_are_shared_out_whole() {
    let mut harness = harness(lesson());
    for request in [1, 2] {
        let content = Value::from("words");
        apply(&mut harness, Submitted { content, tokens: Some(Tokens::MAX) });
        let mut reply = says("ok", 1, 1);
        reply["usage"] = Value::Null;
        apply(&mut harness, replied(request, reply));
    }
    apply(&mut harness, submitted("more"));
    apply(&mut harness, replied(3, says("ok", 20, 1)));
    let sizes: Tokens = harness.messages().iter().map(|message| message.size.tokens).sum();
    assert_eq!(sizes.plus(harness.fixed().tokens), harness.meters().occupancy.tokens);
}

#[test]
fn a_snapshot_with_other_calls_or_no_counters_left_is_refused() {
    let mut harness = harness(lesson());
    apply(&mut harness, submitted("task"));
    apply(&mut harness, replied(1, calls("a", 9, 9)));
    let saved: Value = write(&harness.snapshot());
    let restore = |path: &str, value: Value| {
        let mut saved = saved.clone();
        *saved.pointer_mut(path).expect("a place in the snapshot") = value;
        let snapshot: Snapshot<Value> = read(&saved, "snapshot").expect("of the right shape");
        Harness::restore(snapshot)
    };
    assert!(restore("/harness/phase/round/calls/0/id", json!("a")).is_ok());
    assert!(restore("/harness/phase/round/calls/0/id", json!("b")).is_err());
    assert!(restore("/harness/phase/round/calls", json!([])).is_err());
    for counter in ["nextRequest", "transcript/nextId", "totals/calls", "trouble/pauses"] {
        assert!(restore(&format!("/harness/{counter}"), json!(u32::MAX)).is_err(), "{counter}");
    }
}

#[test]
fn code_without_an_end_hides_no_section() {
    let edit = SectionEdit::Append { section: "A".into(), content: "- one".into() };
    let once = merge_notes("```\nend\n", &edit);
    assert_eq!(merge_notes(&once, &edit).matches("## A").count(), 1);
}

/// A harness with a production policy in a window of this size, over this history.
fn loaded(window: u32, change: fn(&mut Policy), messages: Vec<Value>) -> Json {
    let mut policy = Policy::production(Tokens::new(window));
    change(&mut policy);
    let mut harness = harness(policy);
    apply(&mut harness, Loaded { messages });
    harness
}

fn user(content: impl Into<Value>) -> Value {
    json!({ "role": "user", "content": content.into() })
}

fn called(id: &str) -> Value {
    let call = json!({ "type": "tool_use", "id": id, "name": "look", "input": {} });
    json!({ "role": "assistant", "content": [call] })
}

fn result(id: &str, text: &str) -> Value {
    json!({ "type": "tool_result", "tool_use_id": id, "content": text })
}

#[test]
fn an_elision_leaves_what_the_user_said_beside_the_results() {
    let beside = json!([
        result("a", &"x ".repeat(20_000)),
        { "type": "text", "text": "And use tabs." },
        { "type": "image", "source": "x" },
    ]);
    let history = vec![
        user("task"),
        called("a"),
        user(beside),
        json!({ "role": "assistant", "content": "ok" }),
    ];
    let elides = |policy: &mut Policy| policy.strategy = Strategy::ElideResults { keep: 0 };
    let mut harness = loaded(20_000, elides, history);
    let effects = apply(&mut harness, Event::CompactionRequested);
    assert!(effects.contains(&Effect::Done { outcome: Outcome::Compacted }));
    let content = &harness.messages()[2].payload["content"];
    assert_eq!(content[0]["content"], Prompts::default().result_elided);
    assert_eq!(content[1]["text"], "And use tabs.");
    assert_eq!(content[2]["type"], "image");
}

#[test]
fn an_elision_that_frees_too_little_changes_nothing() {
    let history = vec![
        user("x ".repeat(20_000)),
        called("a"),
        user(json!([result("a", &"y ".repeat(4_000))])),
        json!({ "role": "assistant", "content": "ok" }),
    ];
    let elides = |policy: &mut Policy| policy.strategy = Strategy::ElideResults { keep: 0 };
    let mut harness = loaded(9_000, elides, history.clone());
    let effects = apply(&mut harness, Event::CompactionRequested);
    assert!(matches!(effects.last(), Some(Effect::CallModel { .. })), "a summary is asked for");
    apply(&mut harness, Event::Aborted);
    assert!(harness.messages().iter().map(|message| &message.payload).eq(&history));
}

#[test]
fn results_come_first_and_nothing_beside_them_is_lost() {
    let image = json!({ "type": "image", "source": "x" });
    let words = json!({ "type": "text", "text": "so" });
    let late = [user("task"), called("a"), user(json!([words, result("a", "seen"), image]))];
    let found = violations(Dialect::Anthropic, &late);
    assert_eq!(found, [Violation::Behind { message: 2, call: "a".into() }]);
    let repaired = repair(Dialect::Anthropic, &Prompts::default(), &late);
    assert_eq!(repaired[2], user(json!([result("a", "seen"), words, image])));
    // One result is missing, and one has no call.
    let broken = [user("task"), called("a"), user(json!([result("b", "stray"), words, image]))];
    let repaired = repair(Dialect::Anthropic, &Prompts::default(), &broken);
    assert_eq!(repaired[2]["content"][0]["tool_use_id"], "a");
    assert_eq!(repaired[2]["content"].as_array().map(Vec::len), Some(3));
    assert_eq!(repaired[2]["content"][2], image);
}

#[test]
fn an_id_that_comes_again_is_given_anew_where_servers_want_it_unique() {
    let again = [
        user("task"),
        called("a"),
        user(json!([result("a", "one")])),
        called("a"),
        user(json!([result("a", "two")])),
    ];
    let found = violations(Dialect::Anthropic, &again);
    assert_eq!(found, [Violation::IdTaken { message: 3, call: "a".into() }]);
    let repaired = repair(Dialect::Anthropic, &Prompts::default(), &again);
    assert_eq!(violations(Dialect::Anthropic, &repaired), []);
    assert_eq!(repaired[4], user(json!([result("call_4_1", "two")])));
    let mut harness = harness(lesson());
    apply(&mut harness, submitted("task"));
    apply(&mut harness, replied(1, calls("a", 9, 9)));
    apply(&mut harness, returned(RequestId(2), "one"));
    let effects = apply(&mut harness, replied(3, calls("a", 9, 9)));
    let told: Vec<_> = effects.iter().filter_map(notice).collect();
    let [from, to] = ["a", "call_3_1"].map(|id| CallId(id.to_owned()));
    assert_eq!(told[0], &Notice::CallRenamed { call: 2, from, to });
    assert_eq!(last(&harness)["content"][0]["id"], "call_3_1");
}

#[test]
fn thinking_goes_back_with_its_signature_or_not_at_all() {
    let thinking =
        |signature| json!({ "type": "thinking", "thinking": "hm", "signature": signature });
    for (blocks, kept) in [
        (json!([thinking("s"), { "type": "text", "text": "yes" }]), 2),
        (json!([thinking("s"), thinking(""), { "type": "text", "text": "yes" }]), 1),
    ] {
        let mut harness = harness(lesson());
        apply(&mut harness, submitted("task"));
        apply(&mut harness, replied(1, reply(blocks, "end_turn", 9, 9)));
        assert_eq!(last(&harness)["content"].as_array().map(Vec::len), Some(kept));
    }
}

#[test]
fn a_refusal_says_something() {
    let said = |refusal: &str| {
        let config = Config {
            dialect: Dialect::OpenAiChat,
            ..Config::new(Policy::production(Tokens::new(9_000)))
        };
        let mut harness: Json = Harness::new(config).expect("the policy works");
        apply(&mut harness, submitted("task"));
        apply(&mut harness, NotesRead::new(RequestId(1), None));
        let message = json!({ "content": null, "refusal": refusal });
        let reply = json!({ "choices": [{ "finish_reason": "stop", "message": message }] });
        apply(&mut harness, replied(2, reply)).pop()
    };
    let text = "I would rather not.".to_owned();
    let refused = Outcome::Refused { text: text.clone() };
    assert_eq!(said(&text), Some(Effect::Done { outcome: refused }));
    let answered = Outcome::Answered { text: String::new(), stop: Stop::EndTurn };
    assert_eq!(said(""), Some(Effect::Done { outcome: answered }));
}

#[test]
fn a_provider_compacts_what_was_answered_and_no_more() {
    let compacts = |policy: &mut Policy| {
        policy.strategy = Strategy::Provider { rounds: 2 };
        policy.notes.read_at_start = false;
    };
    let history = vec![user("x ".repeat(20_000)), json!({ "role": "assistant", "content": "ok" })];
    let mut harness = loaded(12_000, compacts, history);
    let effects = apply(&mut harness, submitted("and this"));
    let Some(Effect::CallModel { request, messages: Some(sent), .. }) = effects.last() else {
        panic!("a compaction is asked for: {effects:?}");
    };
    assert_eq!(sent.len(), 2);
    let block = json!({ "type": "compaction", "content": "sealed" });
    let request = *request;
    apply(&mut harness, Replied { request, reply: reply(json!([block]), "compaction", 900, 9) });
    apply(&mut harness, NotesRead::new(RequestId(request.0 + 1), None));
    assert_eq!(harness.messages().len(), 2);
    assert_eq!(last(&harness)["content"], "and this");
}

#[test]
fn rounds_that_keep_the_window_too_large_give_way_to_a_summary_of_everything() {
    let keeps = |policy: &mut Policy| {
        policy.strategy = Strategy::KeepLast { rounds: 1 };
        policy.notes.read_at_start = false;
    };
    let large = "x ".repeat(20_000);
    let history = vec![
        user("task"),
        json!({ "role": "assistant", "content": "ok" }),
        user("on"),
        called("a"),
        user(json!([result("a", &large)])),
    ];
    let mut harness = loaded(12_000, keeps, history);
    let effects = apply(&mut harness, Event::CompactionRequested);
    assert!(matches!(effects.last(), Some(Effect::CallModel { request: RequestId(1), .. })));
    apply(&mut harness, replied(1, says("half of it is done", 9, 9)));
    let effects = apply(&mut harness, NotesRead::new(RequestId(2), None));
    let refused: Vec<_> = effects.iter().filter_map(notice).collect();
    assert!(matches!(
        refused[0],
        Notice::SummaryRefused { fault: CompactionFault::NoGain { .. }, .. }
    ));
    apply(&mut harness, replied(3, says("all of it is done", 9, 9)));
    apply(&mut harness, NotesRead::new(RequestId(4), None));
    assert_eq!(harness.messages().len(), 1);
}

#[test]
fn notes_that_cannot_be_read_for_the_restart_open_the_breaker() {
    let fails = |policy: &mut Policy| policy.notes.read_at_start = false;
    let history = vec![user("x ".repeat(20_000)), json!({ "role": "assistant", "content": "ok" })];
    let mut harness = loaded(30_000, fails, history);
    for attempt in 0..3 {
        let request = 2 * attempt + 1;
        apply(&mut harness, Event::CompactionRequested);
        apply(&mut harness, replied(request, says("half of it is done", 9, 9)));
        let message = "the disk is full".to_owned();
        let failed = NotesFailed { request: RequestId(request + 1), message };
        let effects = apply(&mut harness, failed);
        let told: Vec<_> = effects.iter().filter_map(notice).collect();
        let is_open = attempt == 2;
        assert!(
            matches!(told[0], Notice::CompactionFailed { breaker_open, .. } if *breaker_open == is_open)
        );
    }
}

#[test]
fn a_time_beyond_what_json_holds_is_held_there() {
    let mut harness = harness(lesson());
    harness.apply(Millis(u64::MAX), submitted("task")).expect("applies");
    assert_eq!(harness.now(), Millis::MAX);
    let saved: Value = write(&harness.snapshot());
    let snapshot: Snapshot<Value> = read(&saved, "snapshot").expect("it reads");
    assert_eq!(Harness::restore(snapshot), Ok(harness));
}

#[test]
fn what_cannot_work_together_is_refused_at_once() {
    let provider = Strategy::Provider { rounds: 0 };
    let policy = Policy { strategy: provider, ..Policy::production(Tokens::new(9_000)) };
    let config = Config { dialect: Dialect::OpenAiChat, ..Config::new(policy) };
    assert_eq!(Harness::<Value>::new(config).err(), Some(PolicyError::Dialect));
    let mut config = Config::new(lesson());
    config.prompts.call_aborted = " ".into();
    let blank = PolicyError::BlankPrompt { name: "callAborted" };
    assert_eq!(Harness::<Value>::new(config).err(), Some(blank));
    let tiny = Config::new(Policy::production(Tokens::new(100)));
    let refused = Harness::<Value>::new(tiny).err();
    assert!(matches!(refused, Some(PolicyError::NoSummary { .. })), "{refused:?}");
}
