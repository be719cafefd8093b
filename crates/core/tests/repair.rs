//! A history from elsewhere is made fit to be sent, and what is fit in it stays as it is.

use secondwind_core::{Dialect, Prompts, Violation, repair, violations};
use serde_json::{Value, json};

fn anthropic(messages: &[Value]) -> Vec<Value> {
    repair(Dialect::Anthropic, &Prompts::default(), messages)
}

fn openai(messages: &[Value]) -> Vec<Value> {
    repair(Dialect::OpenAiChat, &Prompts::default(), messages)
}

fn user(content: impl Into<Value>) -> Value {
    json!({ "role": "user", "content": content.into() })
}

fn assistant(content: impl Into<Value>) -> Value {
    json!({ "role": "assistant", "content": content.into() })
}

fn text(words: &str) -> Value {
    json!({ "type": "text", "text": words })
}

fn call(id: &str) -> Value {
    json!({ "type": "tool_use", "id": id, "name": "look", "input": {} })
}

fn result(id: &str) -> Value {
    json!({ "type": "tool_result", "tool_use_id": id, "content": "seen" })
}

/// A reply in `OpenAI`'s dialect that calls a tool once.
fn calling(id: &str) -> Value {
    let function = json!({ "name": "look", "arguments": "{}" });
    let call = json!({ "id": id, "type": "function", "function": function });
    json!({ "role": "assistant", "content": [], "tool_calls": [call] })
}

fn tool(id: &str) -> Value {
    json!({ "role": "tool", "tool_call_id": id, "content": "seen" })
}

#[test]
fn results_that_nobody_asked_for_go_and_the_words_beside_them_stay() {
    let history =
        [user("task"), user(json!([result("a"), text("so")])), user(json!([result("b")]))];
    assert_eq!(anthropic(&history), [user("task"), user(json!([text("so")]))]);
    assert_eq!(openai(&[user("task"), tool("a")]), [user("task")]);
}

#[test]
fn results_that_answer_their_calls_are_the_very_messages() {
    // What stands behind a result, and members of a later version, are no reason to change it.
    let answers = json!({ "role": "user", "content": [result("a"), text("so")], "of_tomorrow": 1 });
    let history = [user("task"), assistant(json!([call("a")])), answers];
    assert_eq!(anthropic(&history), history);
    let tools = ["a", "b"].map(|id| json!({ "role": "tool", "tool_call_id": id, "content": "x" }));
    let mut two = calling("a");
    let calls = two["tool_calls"].as_array_mut().expect("calls");
    calls.push(calling("b")["tool_calls"][0].clone());
    let history = [user("task"), two, tools[0].clone(), tools[1].clone()];
    assert_eq!(openai(&history), history);
}

#[test]
fn results_in_two_messages_are_put_together() {
    let history = [
        user("task"),
        assistant(json!([call("a"), call("b")])),
        user(json!([result("a")])),
        user(json!([result("b")])),
    ];
    let repaired = anthropic(&history);
    assert_eq!(repaired[2..], [user(json!([result("a"), result("b")]))]);
}

#[test]
fn nobody_says_what_is_not_theirs_to_say() {
    let unsigned = json!({ "type": "thinking", "thinking": "hm" });
    let history = [
        user(json!([call("a"), text("task")])),
        assistant(json!([unsigned, result("b"), text("yes")])),
    ];
    let expected = [user(json!([text("task")])), assistant(json!([text("yes")]))];
    assert_eq!(anthropic(&history), expected);
}

#[test]
fn ids_that_are_taken_are_given_anew_one_by_one() {
    let called = assistant(json!([call("a"), call("b")]));
    let answered = user(json!([result("a"), result("b")]));
    let history = [user("task"), called.clone(), answered.clone(), called, answered];
    let repaired = anthropic(&history);
    assert_eq!(violations(Dialect::Anthropic, &repaired), []);
    let [one, two] = ["call_4_1", "call_4_2"];
    assert_eq!(repaired[3], assistant(json!([call(one), call(two)])));
    assert_eq!(repaired[4], user(json!([result(one), result(two)])));
}

#[test]
fn openai_ids_may_come_again_and_missing_ones_are_given() {
    let again = [user("task"), calling("a"), tool("a"), calling("a"), tool("a")];
    assert_eq!(openai(&again), again);
    let missing = [user("task"), calling(""), tool("")];
    assert_eq!(openai(&missing), [user("task"), calling("call_2_1"), tool("call_2_1")]);
}

#[test]
fn a_result_without_content_gets_an_empty_one() {
    let bare = json!({ "role": "tool", "tool_call_id": "a" });
    let repaired = openai(&[user("task"), calling("a"), bare]);
    assert_eq!(repaired[2], json!({ "role": "tool", "tool_call_id": "a", "content": "" }));
}

#[test]
fn a_message_of_thinking_alone_is_not_empty() {
    let thought = json!({ "type": "thinking", "thinking": "hm", "signature": "s" });
    let history = [user("task"), assistant(json!([thought]))];
    assert_eq!(violations(Dialect::Anthropic, &history), []);
    let empty = [user("task"), assistant(json!([]))];
    let found = violations(Dialect::Anthropic, &empty);
    assert_eq!(found, [Violation::Blank { message: 1 }]);
}
