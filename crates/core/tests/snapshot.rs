//! What comes from outside is looked at before it is taken up.

mod common;

use common::{Json, calls, reply, returned, says, submitted};
use secondwind_core::{
    Config, Event, Harness, Millis, NotesRead, Policy, Replied, RequestId, RestoreError, Snapshot,
    Tokens, read, write,
};
use serde_json::{Value, json};

const SIZES: &str = "the sizes of the messages do not add up";
const COUNTER: &str = "a counter is larger than work can make it";
const OPEN: &str = "a request is open that was never made";
const AGAIN: &str = "a call is to be made again that was never made";
const QUEUE: &str = "messages wait for a compaction, but there is none";
const NOTHING: &str = "work is under way, but nothing is waited for";
const EMPTY: &str = "work is under way, but there is no message";
const CUT: &str = "a compaction keeps messages that are not there";
const ROUND: &str = "the calls under way are not those of the last message";
const PAIRS: &str = "calls and results of the history do not match";

/// A harness after some events, as JSON.
fn saved(policy: Policy, events: impl IntoIterator<Item = Event<Value>>) -> Value {
    let mut harness: Json = Harness::new(Config::new(policy)).expect("the policy works");
    for event in events {
        harness.apply(Millis(0), event).expect("the event applies");
    }
    write(&harness.snapshot())
}

fn lesson() -> Policy {
    Policy::lesson(Tokens::new(100), 0.5)
}

fn replied(request: u32, reply: Value) -> Event<Value> {
    Replied { request: RequestId(request), reply }.into()
}

fn answered() -> Value {
    saved(lesson(), [submitted("go"), replied(1, says("done", 9, 9))])
}

fn running() -> Value {
    saved(lesson(), [submitted("go"), replied(1, calls("a", 9, 9))])
}

fn summarising() -> Value {
    saved(
        lesson(),
        [submitted("go"), replied(1, calls("a", 40, 20)), returned(RequestId(2), "seen")],
    )
}

/// A call is to be made once more when the notes are read.
fn resumed() -> Value {
    let mut policy = lesson();
    policy.notes.read_at_start = true;
    let read = NotesRead::new(RequestId(1), None).into();
    saved(policy, [submitted("go"), read, Event::Resumed])
}

/// What is wrong with a snapshot; nothing where it is taken up.
fn fault(json: &Value) -> Option<RestoreError> {
    let snapshot: Snapshot<Value> = read(json, "snapshot").expect("it reads");
    Harness::restore(snapshot).err()
}

/// The snapshot with the value at a place changed.
fn edited(whole: &Value, place: &str, value: Value) -> Value {
    let mut json = whole.clone();
    let found = json.pointer_mut(place).unwrap_or_else(|| panic!("{place} in {whole}"));
    assert_ne!(*found, value, "the edit of {place} has its effect");
    *found = value;
    json
}

#[test]
fn parts_that_contradict_each_other_are_refused() {
    let cases = [
        (answered(), "/harness/transcript/total", json!(1), SIZES),
        (answered(), "/harness/transcript/settled", json!(4), SIZES),
        (answered(), "/harness/transcript/settled", json!(2), SIZES),
        (answered(), "/harness/transcript/settledTotal", json!(1), SIZES),
        (answered(), "/harness/transcript/messages", json!([]), SIZES),
        (answered(), "/harness/transcript/messages/0/id", json!(2), SIZES),
        (answered(), "/harness/transcript/messages/0/id", json!(0), SIZES),
        (answered(), "/harness/transcript/messages/1/id", json!(3), SIZES),
        (answered(), "/harness/transcript/nextId", json!(2), SIZES),
        (answered(), "/harness/transcript/nextId", json!(2_147_483_648_u32), COUNTER),
        (answered(), "/harness/nextRequest", json!(2_147_483_648_u32), COUNTER),
        (answered(), "/harness/totals/calls", json!(2_147_483_648_u32), COUNTER),
        (answered(), "/harness/totals/compactionCalls", json!(2_147_483_648_u32), COUNTER),
        (answered(), "/harness/totals/compactions", json!(2_147_483_648_u32), COUNTER),
        (answered(), "/harness/trouble/storms", json!(2_147_483_648_u32), COUNTER),
        (answered(), "/harness/trouble/pauses", json!(2_147_483_648_u32), COUNTER),
        (answered(), "/harness/queue", json!([{ "content": "x", "tokens": null }]), QUEUE),
        (running(), "/harness/queue", json!([{ "content": "x", "tokens": null }]), QUEUE),
        (answered(), "/harness/transcript/messages/0/message/role", json!("assistant"), PAIRS),
        (running(), "/harness/nextRequest", json!(2), OPEN),
        (running(), "/harness/phase/round/calls/0/answer/request", json!(0), OPEN),
        (running(), "/harness/phase/round/calls/0/answer/request", json!(3), OPEN),
        (running(), "/harness/phase/round/calls", json!([]), NOTHING),
        (running(), "/harness/phase/round/calls/0/id", json!("b"), ROUND),
        (running(), "/harness/phase", json!({ "type": "idle" }), PAIRS),
        (summarising(), "/harness/phase/attempt/cut", json!(4), CUT),
        (resumed(), "/harness/phase/next/request", json!(0), AGAIN),
        (resumed(), "/harness/phase/next/request", json!(3), AGAIN),
        (resumed(), "/harness/phase/next/request", json!(4), AGAIN),
    ];
    for (whole, place, value, what) in cases {
        assert_eq!(fault(&whole), None);
        let found = fault(&edited(&whole, place, value.clone()));
        assert_eq!(found, Some(RestoreError::Damaged { what }), "{place} = {value}");
    }
}

#[test]
fn values_at_their_bounds_are_taken_up() {
    for (whole, place, value) in [
        (answered(), "/harness/nextRequest", json!(2_147_483_647)),
        (answered(), "/harness/totals/calls", json!(2_147_483_647)),
        (answered(), "/harness/transcript/nextId", json!(2_147_483_647)),
        (summarising(), "/harness/phase/attempt/cut", json!(2)),
        (resumed(), "/harness/phase/next/request", json!(1)),
        // A restart message is newer than what stays behind it.
        (answered(), "/harness/transcript/messages/0/id", json!(7)),
    ] {
        let mut json = edited(&whole, place, value.clone());
        if place.ends_with("/id") {
            json = edited(&json, "/harness/transcript/nextId", json!(8));
        }
        assert_eq!(fault(&json), None, "{place} = {value}");
    }
}

#[test]
fn work_needs_a_message_unless_it_begins() {
    let calling = saved(lesson(), [submitted("go")]);
    let json = edited(&calling, "/harness/transcript/messages", json!([]));
    let json = edited(&json, "/harness/transcript/total", json!(0));
    assert_eq!(fault(&json), Some(RestoreError::Damaged { what: EMPTY }));
    assert_eq!(fault(&saved(lesson(), [])), None, "an idle harness may be empty");
    let mut policy = lesson();
    policy.notes.read_at_start = true;
    assert_eq!(fault(&saved(policy, [submitted("go")])), None, "the notes come first");
}

#[test]
fn a_policy_that_cannot_work_and_another_version_are_told() {
    let json = edited(&answered(), "/harness/config/policy/ratio", json!(7.0));
    assert!(matches!(fault(&json), Some(RestoreError::Policy(_))));
    let newer = edited(&answered(), "/version", json!(2));
    let newer = edited(&newer, "/harness", json!("of another shape"));
    let error = read::<Value, Snapshot<Value>>(&newer, "snapshot").expect_err("it is refused");
    let told = "snapshot.version should be 1, the version that is read here, but it is 2";
    assert_eq!(error.to_string(), told);
}

#[test]
fn a_history_with_a_broken_pair_is_refused_but_for_calls_under_way() {
    let two = reply(
        json!([{ "type": "tool_use", "id": "a", "name": "look", "input": {} }]),
        "tool_use",
        9,
        9,
    );
    let whole = saved(
        lesson(),
        [submitted("go"), replied(1, two), returned(RequestId(2), "seen"), Event::Aborted],
    );
    assert_eq!(fault(&whole), None);
    let place = "/harness/transcript/messages/2/message/content/0/tool_use_id";
    let found = fault(&edited(&whole, place, json!("b")));
    assert_eq!(found, Some(RestoreError::Damaged { what: PAIRS }));
}

#[test]
fn what_is_not_as_it_should_be_is_told_with_its_place_and_shortened() {
    let told = |json: Value| read::<_, Config>(&json, "config").expect_err("refused").to_string();
    assert_eq!(told(json!("x")), "config should be an object, but it is \"x\"");
    assert_eq!(told(json!({})), "config.policy should be an object, but it is missing");
    // Sixty bytes are told, and two of these are the quotes.
    let tool = |letters| json!({ "policy": "x".repeat(letters) });
    let expected = |found: &str| format!("config.policy should be an object, but it is {found}");
    assert_eq!(told(tool(58)), expected(&format!("\"{}\"", "x".repeat(58))));
    assert_eq!(told(tool(59)), expected(&format!("\"{}…", "x".repeat(59))));
}
