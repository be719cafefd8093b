//! Why a model call failed, as far as it matters for what happens next.

use crate::wire::wire;

/// The kind of a failure. Only [`FailureKind::Overflow`] and [`FailureKind::OverflowSuspected`]
/// make the harness compact; a wrong guess there costs a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// The request is longer than the window; the provider said so in a code.
    Overflow,
    /// The request is longer than the window, as far as the wording tells.
    OverflowSuspected,
    /// The body has too many bytes (413). That is not the window.
    TooLarge,
    /// Too many requests or tokens in a time (429).
    RateLimited,
    /// The provider has no capacity (503, 529).
    Overloaded,
    /// The provider failed (other 5xx).
    Server,
    /// Nothing came back.
    Network,
    /// The key is missing, wrong, or not allowed to do this (401, 403).
    Auth,
    /// The account cannot pay (402).
    Billing,
    /// The call was aborted.
    Aborted,
    /// Anything else, such as a request that the provider refuses.
    #[default]
    Other,
}

/// Classifies a failure by what the provider said: the HTTP status, where there is one, the
/// error's code or type, and its message.
///
/// A structured code is believed. Wording is only a hint, and only on 400 or where no status is
/// known; an empty or strange body never is an overflow.
#[must_use]
pub fn classify_failure(status: Option<u16>, code: &str, message: &str) -> FailureKind {
    match (status, code) {
        (_, "context_length_exceeded" | "model_context_window_exceeded") => {
            return FailureKind::Overflow;
        }
        (_, "rate_limit_error" | "rate_limit_exceeded" | "insufficient_quota") | (Some(429), _) => {
            return FailureKind::RateLimited;
        }
        (_, "overloaded_error") | (Some(503 | 529), _) => return FailureKind::Overloaded,
        (_, "request_too_large") | (Some(413), _) => return FailureKind::TooLarge,
        (_, "authentication_error" | "permission_error" | "invalid_api_key")
        | (Some(401 | 403), _) => return FailureKind::Auth,
        (_, "billing_error") | (Some(402), _) => return FailureKind::Billing,
        (Some(500..=599), _) | (_, "api_error" | "timeout_error") => return FailureKind::Server,
        _ => {}
    }
    // The words are English; the tables for all other letters would go into every app.
    let message = message.to_ascii_lowercase();
    let says = |words: &str| message.contains(words);
    let too_long = says("prompt is too long")
        || says("exceed context limit")
        || says("exceeds the context window")
        || says("exceeds the available context size")
        || says("input length exceeds the context length")
        || says("maximum context length");
    match status {
        Some(400) | None if too_long => FailureKind::OverflowSuspected,
        // What the providers' SDKs say that were given no key.
        None if says("authentication method") || says("missing credentials") => FailureKind::Auth,
        None if code.is_empty() => FailureKind::Network,
        _ => FailureKind::Other,
    }
}

wire!(words FailureKind {
    Overflow: "overflow",
    OverflowSuspected: "overflowSuspected",
    TooLarge: "tooLarge",
    RateLimited: "rateLimited",
    Overloaded: "overloaded",
    Server: "server",
    Network: "network",
    Auth: "auth",
    Billing: "billing",
    Aborted: "aborted",
    Other: "other",
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_known_to_mean_too_long_is_an_overflow() {
        use FailureKind::*;
        let long = "prompt is too long: 200001 tokens > 200000 maximum";
        let limit = "input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000";
        for (status, code, message, kind) in [
            (Some(400), "context_length_exceeded", "", Overflow),
            (None, "", "Could not resolve authentication method. Expected one of apiKey", Auth),
            (None, "", "Missing credentials. Please pass an `apiKey`", Auth),
            (Some(400), "", "Missing credentials", Other),
            (Some(400), "invalid_request_error", long, OverflowSuspected),
            (Some(400), "invalid_request_error", limit, OverflowSuspected),
            (Some(400), "invalid_request_error", "max_tokens: 68000 > 64000", Other),
            (Some(413), "request_too_large", long, TooLarge),
            (Some(429), "", "", RateLimited),
            (Some(429), "", "tokens per minute exceeded", RateLimited),
            (Some(429), "rate_limit_error", long, RateLimited),
            (Some(503), "", "", Overloaded),
            (Some(529), "overloaded_error", "", Overloaded),
            (Some(500), "api_error", long, Server),
            (Some(401), "authentication_error", "", Auth),
            (Some(402), "billing_error", "", Billing),
            (None, "", "Failed to fetch", Network),
            (None, "of_tomorrow", "no", Other),
            (None, "", "Your input exceeds the context window of this model.", OverflowSuspected),
            (None, "", "request exceeds the available context size", OverflowSuspected),
            (None, "", "the input length exceeds the context length", OverflowSuspected),
            (None, "", "This model's maximum context length is 8192 tokens.", OverflowSuspected),
            (Some(404), "not_found_error", long, Other),
        ] {
            assert_eq!(
                classify_failure(status, code, message),
                kind,
                "{status:?} {code} {message}"
            );
        }
    }
}
