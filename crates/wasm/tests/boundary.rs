//! What crosses the border between JavaScript and Rust, and what is refused there.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use js_sys::{Array, JSON, JsString, Object, Reflect};
use secondwind_wasm::{
    RawHarness,
    lesson::{
        check_policy, estimate, js_notes_or_placeholder, js_should_compact, js_track_usage,
        policy_lesson,
    },
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

/// A value from its JSON.
fn js(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

/// A member, by its path with dots.
fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).unwrap())
}

fn set(value: &JsValue, key: &str, member: &JsValue) {
    Reflect::set(value, &key.into(), member).unwrap();
}

fn text(value: &JsValue, path: &str) -> String {
    get(value, path).as_string().unwrap()
}

fn harness() -> RawHarness {
    let config = Object::new().into();
    set(&config, "policy", &policy_lesson(2000.into(), 0.7).unwrap());
    RawHarness::new(config).unwrap()
}

/// A harness that waits for the reply to its first call.
fn asking() -> RawHarness {
    let mut harness = harness();
    apply(&mut harness, &js(r#"{"type":"submitted","content":"go"}"#));
    harness
}

fn apply(harness: &mut RawHarness, event: &JsValue) -> Vec<JsValue> {
    let effects: JsValue = harness.apply(0.0, event.clone()).unwrap().into();
    effects.unchecked_into::<Array>().to_vec()
}

/// The error that an event is refused with, after which the harness is as it was.
fn refused(harness: &mut RawHarness, event: &JsValue) -> JsValue {
    let state = |harness: &RawHarness| JSON::stringify(&harness.snapshot().unwrap()).unwrap();
    let before = state(harness);
    let error = harness.apply(0.0, event.clone()).err().unwrap();
    assert_eq!(state(harness), before);
    error
}

#[wasm_bindgen_test]
fn errors_are_javascript_errors_with_name_code_and_path() {
    let error = policy_lesson(2000.into(), 1.5).err().unwrap();
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(text(&error, "name"), "SecondwindError");
    assert_eq!(text(&error, "code"), "BAD_POLICY");
    assert_eq!(text(&error, "path"), "policy.ratio");
    assert!(text(&error, "message").contains("1.5"));
}

#[wasm_bindgen_test]
fn a_limit_of_0_is_named_by_its_path() {
    for name in ["replyLimit", "summaryLimit"] {
        let policy = policy_lesson(2000.into(), 0.7).unwrap().into();
        set(&policy, name, &0.into());
        let error = check_policy(policy).err().unwrap();
        assert_eq!(text(&error, "code"), "BAD_POLICY");
        assert_eq!(text(&error, "path"), format!("policy.{name}"));
    }
}

#[wasm_bindgen_test]
fn every_rejection_has_a_code() {
    let cases = [
        (r#"{"type":"submitted","content":"more"}"#, "BUSY"),
        (r#"{"type":"replied","request":9,"reply":{}}"#, "UNKNOWN_REQUEST"),
        (r#"{"type":"replied","request":1,"reply":{}}"#, "BAD_REPLY"),
        (r#"{"type":"notesRead","request":1,"content":null}"#, "WRONG_ANSWER"),
        (r#"{"type":"nonsense"}"#, "BAD_EVENT"),
        ("{}", "BAD_EVENT"),
        ("null", "BAD_EVENT"),
        ("[]", "BAD_EVENT"),
        ("5", "BAD_EVENT"),
    ];
    for (event, code) in cases {
        assert_eq!(text(&refused(&mut asking(), &js(event)), "code"), code, "{event}");
    }
    assert_eq!(text(&refused(&mut harness(), &js(r#"{"type":"aborted"}"#)), "code"), "IDLE");
    let blank = js(r#"{"type":"submitted","content":" \n"}"#);
    assert_eq!(text(&refused(&mut harness(), &blank), "code"), "BLANK_MESSAGE");
    let early = js(r#"{"type":"compactionRequested"}"#);
    assert_eq!(text(&refused(&mut harness(), &early), "code"), "NOTHING_TO_COMPACT");
    let history = js(r#"{"type":"loaded","messages":[{"role":"user","content":"go"}]}"#);
    let mut full = harness();
    apply(&mut full, &history);
    assert_eq!(text(&refused(&mut full, &history), "code"), "NOT_EMPTY");
}

#[wasm_bindgen_test]
fn none_is_null_in_both_directions() {
    let mut harness = harness();
    let effects = apply(&mut harness, &js(r#"{"type":"submitted","content":"go","tokens":null}"#));
    assert!(get(&effects[1], "messages").is_null());
    assert!(Reflect::has(&effects[1], &"messages".into()).unwrap());

    // A member that is not there, one that is undefined and one that is null are the same.
    for tokens in [JsValue::UNDEFINED, JsValue::NULL] {
        let event = js(r#"{"type":"submitted","content":"go"}"#);
        set(&event, "tokens", &tokens);
        let size = get(&apply(&mut self::harness(), &event)[0], "size.tokens");
        assert_eq!(size, get(&effects[0], "size.tokens"));
    }
    assert_eq!(
        js_notes_or_placeholder(None, JsValue::UNDEFINED).unwrap(),
        js_notes_or_placeholder(Some(String::new()), JsValue::NULL).unwrap(),
    );
}

#[wasm_bindgen_test]
fn a_count_is_a_whole_number_that_javascript_holds_exactly() {
    let event = |tokens: JsValue| {
        let event = js(r#"{"type":"submitted","content":"go"}"#);
        set(&event, "tokens", &tokens);
        event
    };
    let safe = 9_007_199_254_740_991.0;
    for good in [0.0, 1.0, safe] {
        let effects = apply(&mut harness(), &event(good.into()));
        assert_eq!(get(&effects[0], "size.tokens").as_f64(), Some(good));
    }
    for bad in [0.5, -1.0, f64::NAN, f64::INFINITY, safe + 1.0, 1e300] {
        assert_eq!(
            text(&refused(&mut harness(), &event(bad.into())), "code"),
            "BAD_EVENT",
            "{bad}"
        );
        let error = js_should_compact(bad.into(), 1.into()).err().unwrap();
        assert_eq!(
            (text(&error, "code"), text(&error, "path")),
            ("BAD_NUMBER".into(), "used".into()),
            "{bad}"
        );
    }
    for bad in ["12".into(), JsValue::TRUE, js("[1]"), js("{}")] {
        assert_eq!(text(&refused(&mut harness(), &event(bad)), "code"), "BAD_EVENT");
    }
}

#[wasm_bindgen_test]
fn a_request_is_named_by_a_whole_number() {
    for bad in [1.5, -1.0, f64::NAN, 4_294_967_296.0] {
        let event = js(r#"{"type":"callFailed","message":"down"}"#);
        set(&event, "request", &bad.into());
        assert_eq!(text(&refused(&mut asking(), &event), "code"), "BAD_EVENT", "{bad}");
    }
}

#[wasm_bindgen_test]
fn a_figure_that_is_no_count_is_told_of_and_estimated() {
    for bad in [-1.0, 0.5, f64::NAN, 1e300] {
        let reply = js(r#"{"content":[],"stop_reason":"end_turn","usage":{"output_tokens":1}}"#);
        set(&get(&reply, "usage"), "input_tokens", &bad.into());
        let event = js(r#"{"type":"replied","request":1}"#);
        set(&event, "reply", &reply);
        let effects = apply(&mut asking(), &event);
        let notices: Vec<_> =
            effects.iter().map(|effect| get(effect, "notice")).filter(JsValue::is_object).collect();
        assert_eq!(text(&notices[0], "type"), "usageIgnored", "{bad}");
        assert_eq!(text(&notices[0], "field"), "input_tokens");
        assert_eq!(text(&notices[1], "measure"), "estimated");
        let error =
            js_track_usage(0.into(), get(&reply, "usage"), JsValue::UNDEFINED).err().unwrap();
        assert_eq!(text(&error, "code"), "BAD_USAGE");
    }
}

#[wasm_bindgen_test]
fn a_clock_that_is_no_clock_stops_nothing() {
    for now in [f64::NAN, -1.0, f64::INFINITY, 0.5] {
        assert!(harness().apply(now, js(r#"{"type":"submitted","content":"go"}"#)).is_ok());
    }
}

#[wasm_bindgen_test]
fn a_lone_surrogate_reads_as_the_replacement_character() {
    let policy = policy_lesson(2000.into(), 0.7).unwrap().into();
    let config = js(r#"{"prompts":{"notesEmpty":"a\ud800b"}}"#);
    set(&config, "policy", &policy);
    let saved = RawHarness::new(config).unwrap().snapshot().unwrap().into();
    assert_eq!(text(&saved, "harness.config.prompts.notesEmpty"), "a\u{fffd}b");

    // In a payload it stays as it came. The package's driver sees to it that no tool returns one
    // and no message holds one, since servers refuse it; what a provider wrote goes back to it
    // unchanged.
    let reply = js(r#"{"content":[{"type":"text","text":"\udc00"}],"stop_reason":"end_turn"}"#);
    let event = js(r#"{"type":"replied","request":1}"#);
    set(&event, "reply", &reply);
    let appended = get(&apply(&mut asking(), &event)[0], "message.content.0.text");
    assert_eq!(appended.unchecked_into::<JsString>().char_code_at(0), f64::from(0xdc00));

    // Where Rust reads a payload's text, to write a summary request or an answer, it is replaced.
    let mut harness = asking();
    let text = get(apply(&mut harness, &event).last().unwrap(), "outcome.text");
    assert_eq!(text.as_string().unwrap(), "\u{fffd}");
}

#[wasm_bindgen_test]
fn a_payload_goes_through_as_the_very_same_object() {
    let filler = "x".repeat(2000);
    let reply = js(&format!(
        r#"{{"content":[{{"type":"text","text":"{filler}","unheard":{{"of":[1,null,1.5]}}}},
            {{"type":"tool_use","id":"a","name":"tool","input":{{"deep":[[]]}}}}],"stop_reason":"tool_use"}}"#
    ));
    let event = js(r#"{"type":"replied","request":1}"#);
    set(&event, "reply", &reply);
    let mut harness = asking();
    let effects = apply(&mut harness, &event);
    let content = get(&reply, "content");
    assert!(Object::is(&get(&effects[0], "message.content"), &content));
    assert!(Object::is(&get(&harness.messages().get(1), "content"), &content));
    assert!(Object::is(&get(&effects[2], "input"), &get(&content, "1.input")));

    let blocks = js(r#"[{"type":"image","source":{"data":"AA=="}}]"#);
    let event = js(r#"{"type":"toolReturned","request":2}"#);
    set(&event, "content", &blocks);
    let effects = apply(&mut harness, &event);
    assert!(Object::is(&get(&effects[0], "message.content.0.content"), &blocks));
}

#[wasm_bindgen_test]
fn a_snapshot_is_json_and_comes_back_equal() {
    let mut harness = asking();
    let reply = js(
        r#"{"type":"replied","request":1,"reply":{"content":[{"type":"tool_use","id":"a","name":"t",
        "input":{"z":1,"a":[true,null,"é"]}}],"stop_reason":"tool_use","usage":{"input_tokens":5,"output_tokens":6}}}"#,
    );
    apply(&mut harness, &reply);
    let saved: JsValue = harness.snapshot().unwrap().into();
    let json = JSON::stringify(&saved).unwrap();
    let restored = RawHarness::restore(JSON::parse(&json.as_string().unwrap()).unwrap()).unwrap();
    assert_eq!(JSON::stringify(&restored.snapshot().unwrap()).unwrap(), json);
    // The keys of what a provider sent keep their order: another order would lose its cache.
    assert!(json.as_string().unwrap().contains(r#"{"z":1,"a":[true,null,"é"]}"#));
}

#[wasm_bindgen_test]
fn a_damaged_snapshot_is_refused() {
    for damaged in ["null", "{}", r#"{"version":1}"#, r#"{"version":1,"harness":{}}"#] {
        let error = RawHarness::restore(js(damaged)).err().unwrap();
        assert_eq!(text(&error, "code"), "BAD_SNAPSHOT", "{damaged}");
    }
    let saved: JsValue = harness().snapshot().unwrap().into();
    set(&saved, "version", &99.into());
    let error = RawHarness::restore(saved).err().unwrap();
    assert!(text(&error, "message").contains("99"));
}

#[wasm_bindgen_test]
fn an_unknown_field_of_an_event_is_ignored() {
    let event = js(r#"{"type":"submitted","content":"go","from":"a newer shell"}"#);
    assert_eq!(apply(&mut harness(), &event).len(), 2);
}

#[wasm_bindgen_test]
fn an_estimate_counts_bytes() {
    assert_eq!(["", "abcd", "abcde", "가나"].map(estimate), [0.0, 1.0, 2.0, 2.0]);
}
