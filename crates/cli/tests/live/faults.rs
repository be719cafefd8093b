//! What fails on the way, and what is said of it.

use std::{fs, net::TcpListener};

use secondwind_course::{Ending, stub_script};

use crate::{
    CANARY, DIALECTS, LANGS, done, live, place, played,
    provider::{Fault, Provider},
    secondwind, source, well,
};

fn status(status: u16, headers: &'static str, body: &str) -> Fault {
    Fault::Status(status, headers, body.to_owned())
}

/// An error in the shape that both dialects are read in.
fn error(kind: &str, message: &str) -> String {
    format!(r#"{{"type":"error","error":{{"type":"{kind}","message":"{message}"}}}}"#)
}

fn provider(faults: &[Fault]) -> Provider {
    Provider::start(&source("order-race.toml"), faults)
}

#[test]
fn what_may_pass_is_tried_again() {
    let overload = error("overloaded_error", "Overloaded");
    for dialect in DIALECTS {
        let faults = [
            status(429, "retry-after: 0\r\n", &error("rate_limit_error", "slow down")),
            status(529, "retry-after: 0\r\n", &overload),
        ];
        let provider = provider(&faults);
        let done = well(&mut live(&provider, dialect, &[]));
        assert_eq!(provider.requests().len(), 6 + 2);
        assert!(done.stderr.contains("slow down") && done.stderr.contains("Overloaded"));
        assert_eq!(provider.requests()[0].body, provider.requests()[2].body);
    }
    let provider = provider(&[Fault::Cut]);
    well(&mut live(&provider, "anthropic", &[]));
}

/// A class of failures: what happens three times in a row, and words of the English message.
fn classes() -> Vec<(Vec<Fault>, &'static str)> {
    let soon = "retry-after: 0\r\n";
    let refused = error("authentication_error", &format!("bad key {CANARY}"));
    let three = |fault: Fault| vec![fault; 3];
    vec![
        (vec![status(401, "", &refused)], "Check SECONDWIND_API_KEY"),
        (vec![status(402, "", &error("billing_error", "no credit"))], "cannot pay"),
        (three(status(429, soon, &error("rate_limit_error", "slow"))), "no more calls for now"),
        (vec![status(429, "retry-after: 900\r\n", &error("rate_limit_error", "slow"))], "no more"),
        (three(status(529, soon, &error("overloaded_error", "full"))), "no capacity"),
        (three(status(500, soon, &error("api_error", "oops"))), "The provider failed"),
        (vec![status(413, "", &error("request_too_large", "big"))], "too many bytes"),
        (
            vec![status(404, "", &error("not_found_error", "model: x"))],
            "There is no model scripted",
        ),
        (vec![status(400, "", &error("invalid_request_error", "bad"))], "refused the request"),
        (vec![status(302, "location: http://127.0.0.1:1/\r\n", "")], "no answer of a model"),
        (vec![status(200, "", "<html><body>Log in</body></html>")], "no answer of a model"),
        (three(Fault::Cut), "broke off"),
        (three(Fault::Hang), "silent for too long"),
    ]
}

#[test]
fn each_class_of_failures_has_one_clear_message() {
    for (faults, words) in classes() {
        for dialect in DIALECTS {
            let (_dir, path, name) = place();
            let provider = provider(&faults);
            let args = ["--record", &name, "--timeout", "1"];
            let done = done(&mut live(&provider, dialect, &args));
            assert_eq!(done.code, Some(1), "{words}: {}", done.stderr);
            assert!(done.stderr.contains(words), "{words} in {}", done.stderr);
            assert!(done.stderr.contains("--resume"), "{}", done.stderr);
            assert_eq!(provider.requests().len(), faults.len(), "{words}");
            assert_eq!(played(&path).summary().ending, Ending::Open);
        }
    }
}

#[test]
fn failures_are_told_in_the_language_that_was_asked_for() {
    let messages = LANGS.map(|lang| {
        let fault = status(401, "", &error("authentication_error", "invalid x-api-key"));
        let done = done(&mut live(&provider(&[fault]), "anthropic", &["--lang", lang]));
        assert!(done.stderr.contains("invalid x-api-key") && done.stderr.contains("401"));
        done.stderr.lines().skip(4).collect::<Vec<_>>().join("\n")
    });
    assert!(messages[1] != messages[0] && messages[2] != messages[0] && messages[1] != messages[2]);
}

#[test]
fn nothing_that_listens_is_told_with_its_address() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut provider = provider(&[]);
    provider.url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let done = done(&mut live(&provider, "anthropic", &[]));
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert!(done.stderr.contains("No connection to") && done.stderr.contains(&provider.url));
    assert!(done.stderr.contains("--record"), "{}", done.stderr);
}

#[test]
fn a_request_that_is_too_long_is_the_harness_s_to_deal_with() {
    let (_dir, path, name) = place();
    let long = status(400, "", &error("invalid_request_error", "prompt is too long: 9 > 8"));
    let provider = provider(&[long.clone(), long.clone(), long]);
    let done = done(&mut live(&provider, "anthropic", &["--record", &name]));
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    let run = played(&path);
    assert_ne!(run.summary().ending, Ending::Open);
    assert!(fs::read_to_string(path).unwrap().contains("prompt is too long"));
    let again = well(&mut secondwind(&["run", &name]));
    assert_eq!(again.stdout, done.stdout);
}

#[test]
fn a_server_that_sends_the_key_back_does_not_get_it_into_the_recording() {
    let (_dir, path, name) = place();
    let text = serde_json::json!([{ "type": "text", "text": format!("Your key is {CANARY}.") }]);
    let reply = serde_json::json!({
        "id": "msg", "type": "message", "role": "assistant", "model": "scripted",
        "content": text, "stop_reason": "end_turn", "stop_sequence": null,
        "usage": { "input_tokens": 10, "output_tokens": 10 } });
    let done =
        well(&mut live(&Provider::with(vec![reply], &[]), "anthropic", &["--record", &name]));
    assert!(done.stdout.contains("Your key is ***."), "{}", done.stdout);
    assert_eq!(played(&path).frame(usize::MAX).answer.as_deref(), Some("Your key is ***."));
}

#[test]
fn why_a_model_stopped_is_told_in_few_words() {
    let stop = format!("{CANARY} {}", "x".repeat(100_000));
    let content = serde_json::json!([{ "type": "text", "text": "Hm." }]);
    let reply = serde_json::json!({
        "id": "msg", "type": "message", "role": "assistant", "model": "scripted",
        "content": content, "stop_reason": stop, "stop_sequence": null,
        "usage": { "input_tokens": 10, "output_tokens": 10 } });
    for dialect in DIALECTS {
        let done = done(&mut live(&Provider::with(vec![reply.clone()], &[]), dialect, &[]));
        assert!(done.stdout.contains("stop_reason=*** xxx"), "{}", done.stdout);
        assert!(done.stdout.len() < 500, "{}", done.stdout);
    }
}

#[test]
fn a_reply_is_whole_at_its_end_mark_whatever_its_connection_does() {
    for dialect in DIALECTS {
        for fault in [Fault::Open, Fault::Pings] {
            let (_dir, path, name) = place();
            let provider = provider(&vec![fault; 6]);
            // Nothing waits for the connection: it would take half an hour, and then a retry.
            let args = ["--record", &name, "--timeout", "300"];
            well(&mut live(&provider, dialect, &args));
            assert_eq!(provider.requests().len(), 6, "one for each reply");
            assert_eq!(played(&path).summary().ending, Ending::Answered);
        }
    }
}

#[test]
fn a_reply_that_is_whole_without_its_end_mark_is_taken_when_nothing_follows() {
    let (_dir, path, name) = place();
    let replies = vec![stub_script(&source("order-race.toml")).unwrap().replies.pop().unwrap()];
    let provider = Provider::with(replies, &[Fault::OpenUnmarked]);
    well(&mut live(&provider, "openai-chat", &["--record", &name, "--timeout", "2"]));
    assert_eq!(provider.requests().len(), 1);
    assert_eq!(played(&path).summary().ending, Ending::Answered);
}
