//! What the client tells, as JSON: camel case, `null` for none, variants told apart by `type`.

use secondwind_core::{Payload, Wire};
use secondwind_wire::{Delta, Failure};
use serde_json::{Value, json};

/// A piece of a reply.
pub fn delta(delta: &Delta) -> Value {
    match delta {
        Delta::Text(text) => json!({ "type": "text", "text": text }),
        Delta::Thinking(text) => json!({ "type": "thinking", "text": text }),
        Delta::Refusal(text) => json!({ "type": "refusal", "text": text }),
        Delta::Call { index, name } => json!({ "type": "tool", "index": index, "name": name }),
        Delta::Input { index, json } => json!({ "type": "input", "index": index, "text": json }),
        Delta::Usage(usage) => json!({ "type": "usage", "usage": Value::build(usage.write()) }),
    }
}

/// The notice that a call failed and is made again after so many milliseconds. All that was shown
/// of the attempt is void.
pub fn again(failure: &Failure, wait_ms: u64) -> Value {
    json!({ "type": "again", "failure": self::failure(failure), "wait": wait_ms })
}

/// A failure.
pub fn failure(failure: &Failure) -> Value {
    json!({
        "class": failure.class.as_str(),
        "kind": Value::build(failure.kind.write()),
        "message": failure.message,
        "status": failure.status,
        "code": failure.code,
        "retryAfter": failure.retry_after_ms,
        "requestId": failure.request_id,
        "mayRetry": failure.may_retry,
        "mayBeBilled": failure.may_be_billed,
    })
}

/// A failure in one sentence: what was said, and the status where it is not a part of that.
pub fn sentence(failure: &Failure) -> String {
    let Failure { message, status, .. } = failure;
    match status {
        Some(status) if message.is_empty() => format!("HTTP {status}"),
        Some(status) if !message.starts_with("HTTP ") => format!("{message} (HTTP {status})"),
        None if message.is_empty() => failure.class.as_str().to_owned(),
        _ => message.clone(),
    }
}

#[cfg(test)]
mod tests {
    use secondwind_core::Dialect;
    use secondwind_core::ReportedUsage;
    use secondwind_wire::Api;

    use super::*;

    fn failed(status: u16, body: &str) -> Failure {
        Failure::from_response(Api::AnthropicMessages, status, &|_| None, body.as_bytes(), None)
    }

    #[test]
    fn each_delta_has_its_shape() {
        let usage = Dialect::Anthropic.usage(&json!({ "input_tokens": 3, "output_tokens": 4 }));
        let ReportedUsage::Counted(counted) = usage else { panic!("{usage:?}") };
        for (given, said) in [
            (Delta::Text("a".into()), json!({ "type": "text", "text": "a" })),
            (Delta::Thinking("a".into()), json!({ "type": "thinking", "text": "a" })),
            (Delta::Refusal("a".into()), json!({ "type": "refusal", "text": "a" })),
            (
                Delta::Call { index: 1, name: "look".into() },
                json!({ "type": "tool", "index": 1, "name": "look" }),
            ),
            (
                Delta::Input { index: 1, json: "{\"a".into() },
                json!({ "type": "input", "index": 1, "text": "{\"a" }),
            ),
            (
                Delta::Usage(counted.usage),
                json!({ "type": "usage", "usage": {
                    "input": 3, "cacheRead": 0, "cacheWrite": 0, "output": 4, "cache": "apart" } }),
            ),
        ] {
            assert_eq!(delta(&given).to_string(), said.to_string());
        }
    }

    #[test]
    fn a_failure_is_told_whole_and_in_one_sentence() {
        let overflow = r#"{"type":"error","request_id":"req_1","error":{"type":"invalid_request_error","message":"prompt is too long: 9 > 8"}}"#;
        let failed_so = failed(400, overflow);
        assert_eq!(
            failure(&failed_so),
            json!({
                "class": "overflow", "kind": "overflowSuspected",
                "message": "prompt is too long: 9 > 8", "status": 400,
                "code": "invalid_request_error", "retryAfter": null, "requestId": "req_1",
                "mayRetry": false, "mayBeBilled": false,
            })
        );
        assert_eq!(sentence(&failed_so), "prompt is too long: 9 > 8 (HTTP 400)");
        assert_eq!(sentence(&failed(502, "")), "HTTP 502");
        assert_eq!(sentence(&Failure::aborted()), "the call was aborted");
        assert_eq!(again(&failed(500, ""), 70)["wait"], 70);
    }
}
