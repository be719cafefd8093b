//! What is read of a provider's messages, and what of a reply goes back.

use secondwind_core::{CallId, Dialect, Part, ReportedUsage, Stop, Streamed, render_history};
use serde_json::{Value, json};

#[test]
fn thinking_is_no_part_of_what_is_read() {
    let message = json!({ "role": "assistant", "content": [
        { "type": "thinking", "thinking": "hm", "signature": "s" },
        { "type": "redacted_thinking", "data": "x" },
        { "type": "text", "text": "yes" },
    ] });
    let view = Dialect::Anthropic.view(&message);
    assert_eq!(view.parts, [Part::Text("yes".into())]);
    assert_eq!(render_history([view].into_iter()), "assistant: yes");
}

#[test]
fn words_beside_openai_calls_are_read_unless_they_are_blank() {
    let function = json!({ "name": "look", "arguments": "{}" });
    let call = json!({ "id": "a", "type": "function", "function": function });
    let parts = |content: &str| {
        let calls = [call.clone()];
        let message = json!({ "role": "assistant", "content": content, "tool_calls": calls });
        Dialect::OpenAiChat.view(&message).parts
    };
    let called = Part::Call { id: CallId("a".into()), name: "look".into(), input: "{}".into() };
    assert_eq!(parts("so"), [Part::Text("so".into()), called.clone()]);
    assert_eq!(parts("\n\n"), [called]);
}

#[test]
fn the_texts_of_a_result_stand_on_lines_of_their_own() {
    let text = |words| json!({ "type": "text", "text": words });
    let result = json!({
        "type": "tool_result", "tool_use_id": "a",
        "content": [text("one"), { "type": "image", "source": "x" }, text("two")],
    });
    let message = json!({ "role": "user", "content": [result] });
    let read = Part::Result {
        id: CallId("a".into()),
        text: "one\n[image]\ntwo".into(),
        is_error: false,
        media: 1,
    };
    assert_eq!(Dialect::Anthropic.view(&message).parts, [read]);
}

#[test]
fn a_stop_has_the_name_that_is_written() {
    for (stop, name) in [
        (Stop::EndTurn, "end_turn"),
        (Stop::ToolUse, "tool_use"),
        (Stop::StopSequence, "stop_sequence"),
        (Stop::MaxTokens, "max_tokens"),
        (Stop::PauseTurn, "pause_turn"),
        (Stop::Refusal, "refusal"),
        (Stop::ModelContextWindowExceeded, "model_context_window_exceeded"),
        (Stop::Compaction, "compaction"),
        (Stop::Other("of_tomorrow".into()), "of_tomorrow"),
    ] {
        assert_eq!(Stop::named(name), stop);
        assert_eq!(stop.as_str(), name);
    }
}

#[test]
fn what_no_server_takes_back_is_left_out_of_a_reply_and_nothing_else() {
    let words = json!({ "type": "text", "text": "yes" });
    let result = json!({ "type": "tool_result", "tool_use_id": "a", "content": "made up" });
    let blank = json!({ "type": "text", "text": " \n" });
    let unsigned = json!({ "type": "thinking", "thinking": "hm" });
    let other = json!({ "type": "a_block_of_tomorrow", "z": 1, "a": [null, 1.5] });
    let content = [unsigned, result, blank, other.clone(), words.clone()];
    let reply = json!({ "content": content, "stop_reason": "end_turn" });
    let reply = Dialect::Anthropic.reply(&reply).expect("a reply");
    assert_eq!(reply.message, json!({ "role": "assistant", "content": [other, words] }));
}

#[test]
fn an_openai_reply_gets_the_role_that_it_lacks_and_nothing_else() {
    let message = |message: Value| {
        let reply = json!({ "choices": [{ "finish_reason": "stop", "message": message }] });
        Dialect::OpenAiChat.reply(&reply).expect("a reply").message
    };
    let whole = json!({ "role": "assistant", "content": "yes", "of_tomorrow": 1 });
    assert_eq!(message(json!({ "content": "yes", "of_tomorrow": 1 })), whole);
    assert_eq!(message(json!({ "role": "model", "content": "yes", "of_tomorrow": 1 })), whole);
    let empty = json!({ "role": "assistant", "content": [] });
    assert_eq!(message(empty.clone()), empty);
}

#[test]
fn a_stream_holds_on_to_the_runs_that_it_was_told() {
    let mut streamed = Streamed::new(Dialect::Anthropic);
    let run = |kind, input| json!({ "type": kind, "input_tokens": input, "output_tokens": 1 });
    streamed.take(&json!({ "usage": {
        "input_tokens": 90, "output_tokens": 2,
        "iterations": [run("compaction", 200), run("message", 5)],
    } }));
    streamed.take(&json!({ "usage": { "output_tokens": 3 } }));
    let ReportedUsage::Counted(counted) = streamed.usage() else { panic!("{streamed:?}") };
    assert_eq!((counted.usage.total().get(), counted.window.total().get()), (93, 6));
    assert_eq!(counted.spend.get(), 201 + 6);
}

#[test]
fn a_stream_names_the_figure_that_is_no_count() {
    let mut streamed = Streamed::new(Dialect::Anthropic);
    streamed.take(&json!({ "usage": { "input_tokens": -5, "output_tokens": 2 } }));
    let absurd = ReportedUsage::Absurd { field: "input_tokens", value: "-5".into() };
    assert_eq!(streamed.usage(), absurd);
}
