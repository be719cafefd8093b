//! Events in, effects out: what is rejected, what stays identical, and that nothing is half done.

mod common;

use common::{Json, Sim, calls, notes, reply, returned, says, submitted};
use secondwind_core::{
    CallFailed, CompactionFault, Config, Dialect, Effect, Event, FailureKind, Harness, MessageKind,
    Millis, NotesFailed, NotesRead, NotesWritten, Outcome, Policy, Rejected, Replied, RequestId,
    Snapshot, Stop, Tokens, read, transition, write,
};
use serde_json::{Value, json};

fn lesson() -> Policy {
    Policy::lesson(Tokens::new(100), 0.5)
}

/// A harness in each phase, with the id of an open request where there is one.
fn phases() -> Vec<(&'static str, Json, Option<RequestId>)> {
    let mut sim = Sim::new(lesson(), []);
    let mut phases = vec![("idle", sim.harness.clone(), None)];
    let take = |sim: &mut Sim, event| sim.harness.apply(Millis(0), event).expect("applies");
    take(&mut sim, submitted("task"));
    phases.push(("awaiting a reply", sim.harness.clone(), Some(RequestId(1))));
    let two_calls = reply(
        json!([
            { "type": "tool_use", "id": "a", "name": "look", "input": {} },
            { "type": "tool_use", "id": "b", "name": "update_notes", "input": { "content": "n" } },
        ]),
        "tool_use",
        40,
        20,
    );
    take(&mut sim, Event::Replied(Replied { request: RequestId(1), reply: two_calls }));
    phases.push(("awaiting tools", sim.harness.clone(), Some(RequestId(2))));
    take(&mut sim, returned(RequestId(2), "seen"));
    phases.push(("awaiting a write", sim.harness.clone(), Some(RequestId(3))));
    take(
        &mut sim,
        Event::NotesWritten(NotesWritten { request: RequestId(3), version: None, tokens: None }),
    );
    phases.push(("awaiting a summary", sim.harness.clone(), Some(RequestId(4))));
    let reply = says("summary", 5, 5);
    take(&mut sim, Event::Replied(Replied { request: RequestId(4), reply }));
    phases.push(("awaiting the notes", sim.harness.clone(), Some(RequestId(5))));
    phases
}

fn every_event(request: RequestId) -> Vec<Event<Value>> {
    vec![
        submitted("more"),
        submitted(" \n"),
        Event::Replied(Replied { request, reply: says("hi", 1, 1) }),
        Event::Replied(Replied { request, reply: json!("garbage") }),
        Event::Replied(Replied {
            request,
            reply: json!({ "content": [], "stop_reason": "tool_use" }),
        }),
        Event::CallFailed(CallFailed { request, message: "no".into(), kind: FailureKind::Other }),
        returned(request, "seen"),
        Event::NotesRead(NotesRead { request, content: None, version: None, tokens: None }),
        Event::NotesWritten(NotesWritten { request, version: None, tokens: None }),
        Event::NotesFailed(NotesFailed { request, message: "disk".into() }),
        Event::Aborted,
    ]
}

#[test]
fn a_rejected_event_leaves_the_harness_equal() {
    for (phase, harness, open) in phases() {
        let mut rejected = 0;
        for request in [0, 1, 2, 3, 4, 5, 6, 99].map(RequestId).into_iter().chain(open) {
            for event in every_event(request) {
                let mut tried = harness.clone();
                if tried.apply(Millis(7), event.clone()).is_err() {
                    rejected += 1;
                    assert_eq!(tried, harness, "{phase}: {event:?}");
                }
            }
        }
        assert!(rejected > 70, "{phase}: {rejected}");
    }
}

#[test]
fn each_kind_of_wrong_answer_has_its_name() {
    let phases = phases();
    let try_on = |phase: &str, event| {
        let found = phases.iter().find(|(name, ..)| *name == phase).expect("a phase");
        found.1.clone().apply(Millis(0), event).expect_err("it is rejected")
    };
    let says = |request| Event::Replied(Replied { request, reply: says("hi", 1, 1) });
    assert_eq!(try_on("awaiting a reply", submitted("more")), Rejected::Busy);
    assert_eq!(try_on("idle", submitted(" \n")), Rejected::Blank);
    assert_eq!(try_on("idle", Event::Aborted), Rejected::Idle);
    let unknown = RequestId(9);
    assert_eq!(try_on("awaiting a reply", says(unknown)), Rejected::UnknownRequest(unknown));
    assert_eq!(try_on("idle", says(RequestId(0))), Rejected::UnknownRequest(RequestId(0)));
    // A second answer to a call, and a second result of a tool.
    assert_eq!(try_on("awaiting tools", says(RequestId(1))), Rejected::Late(RequestId(1)));
    let again = returned(RequestId(2), "seen");
    assert_eq!(try_on("awaiting a write", again), Rejected::Late(RequestId(2)));
    let wrong = try_on("awaiting tools", says(RequestId(2)));
    assert_eq!(wrong.to_string(), "request 2 waits for toolReturned, not for replied");
    let wrong = try_on("awaiting a write", returned(RequestId(3), "seen"));
    assert_eq!(
        wrong.to_string(),
        "request 3 waits for notesWritten, notesConflicted or notesFailed, not for toolReturned"
    );
    let garbage = Event::Replied(Replied { request: RequestId(1), reply: json!({}) });
    assert!(matches!(try_on("awaiting a reply", garbage), Rejected::Reply(_)));
}

#[test]
fn transition_is_apply_without_a_change_in_place() {
    for (_, harness, open) in phases() {
        for event in every_event(open.unwrap_or(RequestId(1))) {
            let mut applied = harness.clone();
            let effects = applied.apply(Millis(3), event.clone());
            match transition(harness.clone(), Millis(3), event) {
                Ok((next, same)) => assert_eq!((next, Ok(same)), (applied, effects)),
                Err(rejected) => assert_eq!(Err(rejected), effects),
            }
        }
    }
}

#[test]
fn a_clock_that_goes_back_never_fails_a_run() {
    let mut harness = Json::new(Config::new(lesson())).expect("the policy works");
    harness.apply(Millis(1000), submitted("task")).expect("applies");
    let reply = says("done", 1, 1);
    let done = harness.apply(Millis(5), Event::Replied(Replied { request: RequestId(1), reply }));
    assert!(done.is_ok());
    assert_eq!(harness.now(), Millis(1000), "and is held");
}

#[test]
fn what_the_model_wrote_goes_back_as_it_was() {
    let content = json!([
        { "type": "thinking", "thinking": "hm", "signature": "c2ln" },
        { "type": "a_block_of_tomorrow", "z": 1, "a": [null, 1.50] },
        { "type": "tool_use", "id": "x", "name": "look", "input": { "b": 1, "a": 2 }, "caller": {} },
    ]);
    let mut sim = Sim::new(
        Policy::lesson(Tokens::new(9000), 0.5),
        [reply(content.clone(), "tool_use", 1, 1), says("done", 1, 1)],
    );
    sim.run("task");
    assert_eq!(sim.requests[1].messages[1]["content"].to_string(), content.to_string());
}

#[test]
fn results_enter_the_history_together_and_in_call_order() {
    let call = |id| json!({ "type": "tool_use", "id": id, "name": "look", "input": {} });
    let mut harness =
        Json::new(Config::new(Policy::lesson(Tokens::new(9000), 0.5))).expect("works");
    harness.apply(Millis(0), submitted("task")).expect("applies");
    let reply = reply(json!([call("a"), call("b")]), "tool_use", 1, 1);
    harness
        .apply(Millis(0), Event::Replied(Replied { request: RequestId(1), reply }))
        .expect("applies");
    let first = harness.apply(Millis(0), returned(RequestId(3), "of b")).expect("applies");
    assert_eq!(first, []);
    harness.apply(Millis(0), returned(RequestId(2), "of a")).expect("applies");

    let results = harness.messages().last().expect("a message");
    assert_eq!(results.kind, MessageKind::Results);
    assert_eq!(
        results.payload,
        json!({ "role": "user", "content": [
        { "type": "tool_result", "tool_use_id": "a", "content": "of a" },
        { "type": "tool_result", "tool_use_id": "b", "content": "of b" },
    ] })
    );
}

#[test]
fn the_openai_dialect_answers_each_call_in_a_message_of_its_own() {
    let call = |id: &str, name: &str, arguments: &str| {
        let function = json!({ "name": name, "arguments": arguments });
        json!({ "id": id, "type": "function", "function": function })
    };
    let reply = json!({ "choices": [{ "finish_reason": "tool_calls", "message": {
        "role": "assistant", "content": null, "tool_calls": [
            call("a", "look", "{\"at\":1}"),
            call("b", "update_notes", "{\"content\":\"noted\"}"),
            call("c", "look", "{\"at\":"),
        ],
    } }], "usage": { "prompt_tokens": 10, "completion_tokens": 5 } });
    let last = json!({ "choices": [{ "finish_reason": "stop", "message": {
        "role": "assistant", "content": "done",
    } }], "usage": { "prompt_tokens": 20, "completion_tokens": 5 } });
    let config = Config {
        dialect: Dialect::OpenAiChat,
        ..Config::new(Policy::lesson(Tokens::new(900), 0.5))
    };
    let mut sim = Sim::with(config, [reply.clone(), last]);
    let outcome = sim.run("task");

    assert_eq!(outcome, Outcome::Answered { text: "done".into(), stop: Stop::EndTurn });
    assert_eq!(sim.notes.as_deref(), Some("noted"));
    let sent = &sim.requests[1].messages;
    let mut replayable = reply["choices"][0]["message"].clone();
    replayable["tool_calls"][2]["function"]["arguments"] = json!("{}");
    assert_eq!(sent[1], replayable, "what is no JSON goes back as an empty object");
    assert_eq!(
        sent[2],
        json!({ "role": "tool", "tool_call_id": "a", "content": "result of {\"at\":1}" })
    );
    assert_eq!(sent[3]["content"], "NOTES.md is updated.");
    assert!(
        sent[4]["content"].as_str().is_some_and(|text| text.contains("not a valid JSON object"))
    );
    assert_eq!(sent.len(), 5);
}

#[test]
fn update_notes_without_content_is_answered_and_writes_nothing() {
    let call = json!([{ "type": "tool_use", "id": "a", "name": "update_notes", "input": { "text": "x" } }]);
    let mut sim = Sim::new(
        Policy::lesson(Tokens::new(9000), 0.5),
        [reply(call, "tool_use", 1, 1), says("done", 1, 1)],
    );
    sim.notes = Some("kept".into());
    sim.run("task");
    assert_eq!(sim.notes.as_deref(), Some("kept"));
    assert_eq!(sim.history[2]["content"][0]["is_error"], true);
}

#[test]
fn a_write_that_failed_is_told_to_the_model() {
    let mut sim = Sim::new(Policy::lesson(Tokens::new(9000), 0.5), [notes("a", "new", 1, 1)]);
    let mut events = sim.feed(submitted("task"));
    let reply = events.remove(0);
    let effects = sim.harness.apply(Millis(0), reply).expect("applies");
    let request = effects.iter().find_map(|effect| match effect {
        Effect::WriteNotes { request, .. } => Some(*request),
        _ => None,
    });
    let message = "the disk is full".to_owned();
    let failed = NotesFailed { request: request.expect("a write"), message };
    sim.harness.apply(Millis(0), Event::NotesFailed(failed)).expect("applies");
    let result = &sim.harness.messages()[2].payload["content"][0];
    assert_eq!(
        (&result["content"], &result["is_error"]),
        (&json!("the disk is full"), &json!(true))
    );
}

#[test]
fn a_failed_call_changes_nothing_but_the_count_of_calls() {
    let mut sim = Sim::new(lesson(), []);
    let outcome = sim.run("task");
    assert!(matches!(outcome, Outcome::CallFailed { .. }));
    assert_eq!(sim.history, [json!({ "role": "user", "content": "task" })]);
    assert!(sim.harness.is_idle());
}

#[test]
fn a_summary_that_cannot_stand_in_for_the_history_replaces_nothing() {
    let text = json!([{ "type": "text", "text": "half a summ" }]);
    let tool = json!([{ "type": "tool_use", "id": "s", "name": "look", "input": {} }]);
    for (summary, fault) in [
        (says("", 5, 0), CompactionFault::Blank { used_up: false }),
        (says(" \n\t", 5, 5), CompactionFault::Blank { used_up: false }),
        (reply(json!([]), "end_turn", 5, 5), CompactionFault::Blank { used_up: false }),
        (
            reply(text.clone(), "max_tokens", 5, 5),
            CompactionFault::Stopped { stop: Stop::MaxTokens },
        ),
        (reply(text.clone(), "refusal", 5, 5), CompactionFault::Stopped { stop: Stop::Refusal }),
        (reply(tool.clone(), "tool_use", 5, 5), CompactionFault::Stopped { stop: Stop::ToolUse }),
        (reply(tool, "end_turn", 5, 5), CompactionFault::Stopped { stop: Stop::ToolUse }),
        (reply(text, "new", 5, 5), CompactionFault::Stopped { stop: Stop::Other("new".into()) }),
    ] {
        let mut sim = Sim::new(lesson(), [calls("a", 40, 20), summary]);
        sim.notes = Some("kept".into());
        let outcome = sim.run("task");
        assert_eq!(outcome, Outcome::CompactionFailed { fault });
        assert_eq!(sim.history.len(), 3);
        let payloads: Vec<_> = sim.harness.messages().iter().map(|m| m.payload.clone()).collect();
        assert_eq!(payloads, sim.history);
        assert_eq!(sim.harness.meters().accumulated.tokens, Tokens::new(60));
        assert!(!sim.effects.contains(&"reset"));
    }
}

#[test]
fn a_stop_other_than_tool_use_ends_the_run_and_leaves_no_call_unanswered() {
    let cut = json!([
        { "type": "text", "text": "I will" },
        { "type": "tool_use", "id": "a", "name": "look", "input": {} },
    ]);
    let mut sim = Sim::new(lesson(), [reply(cut.clone(), "max_tokens", 1, 1)]);
    let outcome = sim.run("task");
    assert_eq!(outcome, Outcome::Answered { text: "I will".into(), stop: Stop::MaxTokens });
    assert_eq!(sim.history[2]["content"][0]["tool_use_id"], "a");
    assert_eq!(sim.history[2]["content"][0]["is_error"], true);

    let mut sim = Sim::new(Policy::production(Tokens::new(9000)), [reply(cut, "max_tokens", 1, 1)]);
    let outcome = sim.run("task");
    assert_eq!(outcome, Outcome::Stopped { text: "I will".into(), stop: Stop::MaxTokens });
}

#[test]
fn an_abort_closes_every_request_and_leaves_a_history_that_can_go_on() {
    for (phase, mut harness, open) in phases() {
        let Some(open) = open else { continue };
        let effects = harness.apply(Millis(0), Event::Aborted).expect("applies");
        assert!(effects.contains(&Effect::Abort { request: open }), "{phase}");
        assert_eq!(
            effects.last(),
            Some(&Effect::Done { outcome: Outcome::Aborted { unsent: Vec::new() } }),
            "{phase}"
        );
        assert!(harness.is_idle());
        let late = Event::CallFailed(CallFailed {
            request: open,
            message: "late".into(),
            kind: FailureKind::Other,
        });
        assert_eq!(harness.apply(Millis(0), late), Err(Rejected::Late(open)), "{phase}");
        let messages = harness.messages();
        let calls = |payload: &Value| payload.to_string().matches("\"tool_use\"").count();
        let results = |payload: &Value| payload.to_string().matches("\"tool_result\"").count();
        for (index, message) in messages.iter().enumerate() {
            let answered = messages.get(index + 1).map_or(0, |next| results(&next.payload));
            assert_eq!(calls(&message.payload), answered, "{phase}");
        }
        harness.apply(Millis(0), submitted("go on")).expect("the work can go on");
    }
}

#[test]
fn an_abort_while_the_notes_are_read_gives_the_message_back() {
    let config = Config::new(Policy::production(Tokens::new(9000)));
    let mut harness: Json = Harness::new(config).expect("the policy works");
    harness.apply(Millis(0), submitted("fix it")).expect("applies");
    let effects = harness.apply(Millis(0), Event::Aborted).expect("applies");
    let outcome = Outcome::Aborted { unsent: vec!["fix it".into()] };
    assert_eq!(effects.last(), Some(&Effect::Done { outcome }));
    assert_eq!(harness.messages(), []);
}

#[test]
fn a_snapshot_is_equal_at_every_step_and_survives_json() {
    for (phase, harness, _) in phases() {
        let text = write::<Value>(&harness.snapshot()).to_string();
        let json: Value = serde_json::from_str(&text).expect("it is JSON");
        let snapshot: Snapshot<Value> = read(&json, "snapshot").expect("it reads");
        assert_eq!(Harness::restore(snapshot), Ok(harness), "{phase}");
    }
}

#[test]
fn equal_events_give_equal_states_and_effects() {
    let script = || {
        let mut sim = Sim::new(
            lesson(),
            [calls("a", 40, 20), says("summary", 5, 5), notes("b", "n", 5, 5), says("done", 1, 1)],
        );
        sim.run("task");
        (write::<Value>(&sim.harness.snapshot()).to_string(), sim.effects)
    };
    assert_eq!(script(), script());
}
