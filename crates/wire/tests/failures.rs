//! Failures as servers tell of them, beside what is to be made of them: `failures.json`.

use std::{fs, path::Path};

use secondwind_core::write;
use secondwind_wire::{Api, Failure, FailureClass, Secret};
use serde_json::{Value, json};

fn cases() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/failures.json");
    let json = fs::read_to_string(path).expect("the table");
    serde_json::from_str(&json).expect("a list")
}

fn read(case: &Value, key: Option<&Secret>) -> Failure {
    let api = match case["api"].as_str() {
        Some("anthropicMessages") => Api::AnthropicMessages,
        Some("openAiChat") => Api::OpenAiChat,
        Some("openAiResponses") => Api::OpenAiResponses,
        other => panic!("no api is called {other:?}"),
    };
    let status = case["status"].as_u64().and_then(|status| u16::try_from(status).ok());
    let header = |name: &str| case["headers"][name].as_str().map(str::to_owned);
    let body = match &case["body"] {
        Value::String(text) => text.clone(),
        json => json.to_string(),
    };
    Failure::from_response(api, status.expect("a status"), &header, body.as_bytes(), key)
}

#[test]
fn each_failure_has_its_class_and_says_whether_to_try_again() {
    let cases = cases();
    assert!(cases.len() > 40);
    for case in &cases {
        let failure = read(case, None);
        let mut found = json!({
            "class": failure.class.as_str(),
            "kind": write::<Value>(&failure.kind),
            "mayRetry": failure.may_retry,
        });
        for (key, value) in [
            ("retryAfterMs", json!(failure.retry_after_ms)),
            ("code", json!(Some(&failure.code).filter(|code| !code.is_empty()))),
            ("requestId", json!(failure.request_id)),
            ("mayBeBilled", json!(Some(true).filter(|_| failure.may_be_billed))),
        ] {
            if !value.is_null() {
                found[key] = value;
            }
        }
        if !case["expected"]["message"].is_null() {
            found["message"] = json!(failure.message);
        }
        assert_eq!(found, case["expected"], "{case}");
        assert!(!failure.message.is_empty() && failure.message.chars().count() <= 500, "{case}");
        assert!(!failure.message.contains(char::is_control), "{case}");
    }
}

#[test]
fn every_class_of_a_response_is_in_the_table() {
    let found: Vec<_> = cases().iter().map(|case| read(case, None).class).collect();
    for class in [
        FailureClass::Auth,
        FailureClass::Billing,
        FailureClass::Rate,
        FailureClass::Overload,
        FailureClass::Server,
        FailureClass::Overflow,
        FailureClass::TooLarge,
        FailureClass::NotFound,
        FailureClass::OriginForbidden,
        FailureClass::Malformed,
        FailureClass::Timeout,
        FailureClass::Other,
    ] {
        assert!(found.contains(&class), "{class:?}");
    }
}

#[test]
fn no_failure_shows_the_key() {
    let key = Secret::new("sk-canary/1234\"x").expect("a key");
    for case in cases() {
        for form in ["sk-canary/1234\"x", "sk-canary\\/1234\\\"x", "sk-canary%2f1234%22x"] {
            let mut case = case.clone();
            for at in ["/body/error/message", "/body/error/type", "/body/error/code", "/body"] {
                if let Some(Value::String(text)) = case.pointer_mut(at) {
                    text.extend([" ", form, " "]);
                }
            }
            case["headers"]["request-id"] = json!(format!("req_{form}"));
            let failure = read(&case, Some(&key));
            let shown = format!("{failure:?} {failure} {key:?}");
            assert!(!shown.contains("canary"), "{shown}");
        }
    }
}

#[test]
fn no_body_makes_it_stumble() {
    let bodies: [&[u8]; 8] =
        [b"", b"\xFF\xFE", b"null", b"[]", b"{\"error\":[]}", b"<title>", b"<", b"{\"error\":{}}"];
    for body in bodies {
        for status in [100, 302, 400, 401, 403, 404, 429, 500, 599, 999] {
            for api in [Api::AnthropicMessages, Api::OpenAiChat, Api::OpenAiResponses] {
                let failure = Failure::from_response(api, status, &|_| None, body, None);
                assert!(!failure.message.is_empty(), "{status} {body:?}");
            }
        }
    }
}
