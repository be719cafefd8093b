//! Why a call failed, in words that a program can act on and a person may be shown.

mod http;

use secondwind_core::{FailureKind, classify_failure};
use serde_json::Value;

use crate::secret::Secret;

/// What went wrong, by what can be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureClass {
    /// The key is missing, wrong, or not allowed to do this.
    Auth,
    /// The account cannot pay, or has used up what was paid.
    Billing,
    /// Too many requests or tokens in a time, or a limit on spending.
    Rate,
    /// The provider has no capacity now.
    Overload,
    /// The provider failed.
    Server,
    /// The request is longer than the model's window.
    Overflow,
    /// The body of the request has too many bytes, whatever the window.
    TooLarge,
    /// There is no such model, or nothing at that address.
    NotFound,
    /// The provider takes no calls from web pages: at all, or for this organisation.
    OriginForbidden,
    /// What came back is no answer of such an API: a proxy's page, other JSON, no JSON.
    Malformed,
    /// The answer broke off before its end. It never counts as a reply.
    Cut,
    /// Nothing came back.
    Network,
    /// Nothing came back to a web page from another origin. A server that does not allow that
    /// page looks to it the same as no server, so that either may be the case.
    CorsSuspected,
    /// It took too long, for us or for the provider.
    Timeout,
    /// The call was aborted.
    Aborted,
    /// Anything else, such as a request that the provider refuses.
    Other,
}

impl FailureClass {
    /// The class as a word for catalogs, in camel case. It never changes.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auth => "auth",
            Self::Billing => "billing",
            Self::Rate => "rate",
            Self::Overload => "overload",
            Self::Server => "server",
            Self::Overflow => "overflow",
            Self::TooLarge => "tooLarge",
            Self::NotFound => "notFound",
            Self::OriginForbidden => "originForbidden",
            Self::Malformed => "malformed",
            Self::Cut => "cut",
            Self::Network => "network",
            Self::CorsSuspected => "corsSuspected",
            Self::Timeout => "timeout",
            Self::Aborted => "aborted",
            Self::Other => "other",
        }
    }

    /// Whether what it stands for goes by itself, where the provider says nothing of that.
    const fn passes(self) -> bool {
        matches!(
            self,
            Self::Rate
                | Self::Overload
                | Self::Server
                | Self::Cut
                | Self::Network
                | Self::CorsSuspected
                | Self::Timeout
        )
    }
}

/// A call that came to nothing. Its texts are the provider's, made fit to be shown: bounded, on
/// one line, and without the key where that was given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", class.as_str())]
pub struct Failure {
    /// What went wrong.
    pub class: FailureClass,
    /// What the core makes of it, to be passed on in its event.
    pub kind: FailureKind,
    /// The HTTP status; `None` where there was none, or where the failure came in a stream that
    /// had begun well.
    pub status: Option<u16>,
    /// The provider's code or type of the error, at most 100 characters; empty where it gave none.
    pub code: String,
    /// What the provider said, at most 500 characters, or what this crate says in its place.
    pub message: String,
    /// How long the provider asks to wait, in milliseconds.
    pub retry_after_ms: Option<u64>,
    /// The provider's name of the request, for its support; at most 100 characters.
    pub request_id: Option<String>,
    /// Whether the same call may go well a little later. What a stream has shown by then is to
    /// be taken back.
    pub may_retry: bool,
    /// Whether the call may cost something all the same: the provider had begun to answer, or
    /// nobody knows whether it had. A status other than 2xx says that it has not, unless it took
    /// too long.
    pub may_be_billed: bool,
}

impl Failure {
    /// The most characters of a message.
    pub const MESSAGE_LIMIT: usize = 500;

    /// Nothing came back. Whether the call went to another origin than the page's is the shell's
    /// to say; a program that is no page says `false`.
    pub fn network(message: &str, cross_origin: bool, key: Option<&Secret>) -> Self {
        let class = if cross_origin { FailureClass::CorsSuspected } else { FailureClass::Network };
        Self::new(class, FailureKind::Network, "", &shown(message, Self::MESSAGE_LIMIT, key))
    }

    /// It took longer than the shell waits.
    pub fn timeout() -> Self {
        Self::new(FailureClass::Timeout, FailureKind::Network, "", "no answer in time")
    }

    /// The caller aborted it.
    pub fn aborted() -> Self {
        Self::new(FailureClass::Aborted, FailureKind::Aborted, "", "the call was aborted")
    }

    /// The server sends calls on to another address. The status is `None` for a page, which is not
    /// told.
    pub fn redirected(status: Option<u16>) -> Self {
        let message = "the server sends calls on to another address, which would get the key; \
                       if it is the right one, make it the base of the client";
        let failure = Self::new(FailureClass::Malformed, FailureKind::Other, "", message);
        Self { status, may_be_billed: false, ..failure }
    }

    /// The stream ended before its last event.
    pub(crate) fn cut() -> Self {
        Self::new(
            FailureClass::Cut,
            FailureKind::Network,
            "",
            "the answer broke off before its end",
        )
    }

    /// What came back makes no sense.
    pub(crate) fn malformed(message: &str) -> Self {
        Self::new(FailureClass::Malformed, FailureKind::Other, "", message)
    }

    /// What came back in the place of a reply is neither JSON nor a stream.
    pub(crate) fn strange(body: &[u8], key: Option<&Secret>) -> Self {
        Self::malformed(&shown(&http::summary(None, body, key), Self::MESSAGE_LIMIT, key))
    }

    /// How much of a text of the provider's is looked at, in bytes. Whoever keeps but a part of
    /// one keeps more than this, so that it can be seen that it is a part.
    pub(crate) fn most_read(key: Option<&Secret>) -> usize {
        // In the longest form that is common, each character of a key has six.
        4_000 + 6 * key.map_or(0, Secret::len)
    }

    /// An error in a stream that had begun well, or in the place of a reply.
    pub(crate) fn told(error: &Value, key: Option<&Secret>) -> Self {
        let told = Told::read(error);
        let class = told.class(told.status);
        let kind = match told.kind(told.status) {
            // Something came back, after all.
            FailureKind::Network => FailureKind::Other,
            kind => kind,
        };
        let mut failure = Self::new(class, kind, "", "");
        failure.take(&told, key);
        failure.request_id = told.request_id.map(|id| shown(&id, CODE_LIMIT, key));
        failure
    }

    fn new(class: FailureClass, kind: FailureKind, code: &str, message: &str) -> Self {
        Self {
            class,
            kind,
            status: None,
            code: code.to_owned(),
            message: message.to_owned(),
            retry_after_ms: None,
            request_id: None,
            may_retry: class.passes(),
            may_be_billed: !matches!(class, FailureClass::Network | FailureClass::CorsSuspected),
        }
    }

    fn take(&mut self, told: &Told, key: Option<&Secret>) {
        let code = told.codes.first().map(String::as_str).unwrap_or_default();
        self.code = shown(code, CODE_LIMIT, key);
        self.message = shown(&told.message, Self::MESSAGE_LIMIT, key);
    }
}

const CODE_LIMIT: usize = 100;

/// What the body of an error says, in whichever of its shapes.
#[derive(Clone, Debug, Default)]
struct Told {
    /// From the most exact to the least: code of the detail, code, type.
    codes: Vec<String>,
    /// A status within the body, which servers use in streams.
    status: Option<u16>,
    message: String,
    request_id: Option<String>,
    /// Whether this is an error in a shape that is known.
    is_known: bool,
}

impl Told {
    /// Reads `{"error": {…}}`, `{"error": "…"}`, `{"response": {"error": …}}`, `{"detail": …}`,
    /// and the error by itself.
    fn read(body: &Value) -> Self {
        let within = body.get("response").unwrap_or(body);
        let error = within.get("error").filter(|error| !error.is_null()).unwrap_or(within);
        let word = |value: Option<&Value>| {
            value.and_then(Value::as_str).filter(|word| !word.is_empty()).map(str::to_owned)
        };
        let code = error.get("details").and_then(|details| details.get("error_code"));
        let kind = word(error.get("type")).filter(|kind| kind != "error");
        let codes = [word(code), word(error.get("code")), kind];
        let status = error.get("code").or_else(|| error.get("status")).and_then(Value::as_u64);
        let detail = error.get("detail").filter(|detail| !detail.is_string());
        let message = [error.get("message"), error.get("detail"), Some(error)];
        let message = message.into_iter().find_map(word).or_else(|| detail.map(Value::to_string));
        let is_known = message.is_some() || codes.iter().any(Option::is_some);
        Self {
            codes: codes.into_iter().flatten().collect(),
            status: status
                .and_then(|it| u16::try_from(it).ok())
                .filter(|it| (400..=599).contains(it)),
            message: message.unwrap_or_default(),
            request_id: word(body.get("request_id")),
            is_known,
        }
    }

    /// What the core makes of it: by the first code that means something to it.
    fn kind(&self, status: Option<u16>) -> FailureKind {
        let classify = |code: &str| classify_failure(status, code, &self.message);
        let means = |kind: &FailureKind| !matches!(kind, FailureKind::Other | FailureKind::Network);
        let mut kinds = self.codes.iter().map(|code| classify(code));
        kinds
            .find(means)
            .unwrap_or_else(|| classify(self.codes.first().map(String::as_str).unwrap_or_default()))
    }

    fn class(&self, status: Option<u16>) -> FailureClass {
        let is = |words: &[&str]| self.codes.iter().any(|code| words.contains(&code.as_str()));
        // The provider has no code for it.
        let says = |words: &str| self.message.to_ascii_lowercase().contains(words);
        if says("cors requests ") || says("anthropic-dangerous-direct-browser-access") {
            return FailureClass::OriginForbidden;
        }
        if is(&["insufficient_quota", "billing_error", "billing_not_active"]) {
            return FailureClass::Billing;
        }
        if is(&["model_not_found", "not_found_error"]) {
            return FailureClass::NotFound;
        }
        if is(&["exceed_context_size_error"]) {
            return FailureClass::Overflow;
        }
        if is(&["timeout_error"]) {
            return FailureClass::Timeout;
        }
        match (self.kind(status), status) {
            (FailureKind::Overflow | FailureKind::OverflowSuspected, _) => FailureClass::Overflow,
            (FailureKind::TooLarge, _) => FailureClass::TooLarge,
            (FailureKind::RateLimited, _) => FailureClass::Rate,
            (FailureKind::Overloaded, _) => FailureClass::Overload,
            (FailureKind::Auth, _) => FailureClass::Auth,
            (FailureKind::Billing, _) => FailureClass::Billing,
            (_, Some(404 | 405)) => FailureClass::NotFound,
            (_, Some(408 | 504)) => FailureClass::Timeout,
            (FailureKind::Server, _) => FailureClass::Server,
            _ if is(&["server_error", "internal_server_error"]) => FailureClass::Server,
            _ => FailureClass::Other,
        }
    }
}

/// The beginning of what a provider wrote, without the key. It is cut first, since it may be long,
/// and no part of a key stays at the cut.
fn head(written: &[u8], key: Option<&Secret>) -> String {
    let most = Failure::most_read(key);
    let is_cut = written.len() > most;
    let mut end = written.len().min(most);
    // The bytes of a character after its first.
    while is_cut && end > 0 && written[end] & 0xC0 == 0x80 {
        end -= 1;
    }
    let text = String::from_utf8_lossy(&written[..end]);
    match (key, is_cut) {
        (None, false) => text.into_owned(),
        (None, true) => text.into_owned() + "…",
        (Some(key), false) => key.strike(&text),
        (Some(key), true) => key.strike_cut(&text) + "…",
    }
}

/// A text on one line, without the key and without characters that cannot be seen, and cut to so
/// many characters.
fn shown(text: &str, limit: usize, key: Option<&Secret>) -> String {
    let text = head(text.as_bytes(), key);
    let mut line = String::new();
    for part in text.split(|c: char| c.is_whitespace() || is_unseen(c)).filter(|it| !it.is_empty())
    {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(part);
    }
    // After the key was struck, so that no half of one stays.
    match line.char_indices().nth(limit) {
        None => line,
        Some(_) => line.chars().take(limit - 1).chain(['…']).collect(),
    }
}

/// Controls, and what changes the direction of the text around it.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_short_line_without_the_key() {
        let key = Secret::new("sk-canary-1234").unwrap();
        let fit = |text: &str| Failure::network(text, false, Some(&key)).message;
        assert_eq!(fit(" a\r\n\tb\u{7}c \u{202e}d\u{0} "), "a b c d");
        assert_eq!(fit("key sk-canary-1234 is bad"), "key *** is bad");
        assert_eq!(fit(&"é".repeat(500)), "é".repeat(500));
        assert_eq!(fit(&"é".repeat(501)), "é".repeat(499) + "…");
        let long = "x".repeat(495) + "sk-canary-1234";
        assert_eq!(fit(&long), "x".repeat(495) + "***");
        assert_eq!(fit(&(long.clone() + "sk-canary-1234")), "x".repeat(495) + "***" + "*…");
    }

    #[test]
    fn a_long_text_is_cut_before_the_key_is_struck_and_shows_no_part_of_it() {
        let key = Secret::new("sk-canary-1234").unwrap();
        let most = Failure::most_read(Some(&key));
        // Keys shrink to three characters, and blank space to one: what stands at the cut is seen.
        for filling in ["sk-canary-1234", " ", "\u{feff}", "sk-canary%2D1234"] {
            let full = filling.repeat(most / filling.len());
            for less in 0..20 {
                let mut begun = full[..full.floor_char_boundary(most - 20)].to_owned();
                begun.truncate(begun.rfind(filling).unwrap_or_default());
                begun.push_str(&" ".repeat(less));
                let text = begun + &"sk-canary-1234 ".repeat(200);
                let message = Failure::network(&text, false, Some(&key)).message;
                assert!(!message.replace("***", "").contains(['s', 'k', 'c', '1']), "{message}");
                assert!(message.ends_with('…'), "{message}");
                let status = Failure::from_response(
                    crate::Api::OpenAiChat,
                    500,
                    &|_| None,
                    text.as_bytes(),
                    Some(&key),
                );
                assert!(!status.message.contains("sk"), "{}", status.message);
            }
        }
        // A key may begin with any of these, and go on behind the cut. Quadratic, this would take
        // many minutes.
        let long = "\\".repeat(1 << 22);
        assert_eq!(Failure::network(&long, false, Some(&key)).message, "***…");
    }

    #[test]
    fn what_only_a_shell_knows_has_a_class() {
        for (failure, class, kind, may_retry) in [
            (Failure::network("x", false, None), "network", FailureKind::Network, true),
            (Failure::network("x", true, None), "corsSuspected", FailureKind::Network, true),
            (Failure::timeout(), "timeout", FailureKind::Network, true),
            (Failure::aborted(), "aborted", FailureKind::Aborted, false),
        ] {
            let found = (failure.class.as_str(), failure.kind, failure.may_retry);
            assert_eq!(found, (class, kind, may_retry));
        }
    }

    #[test]
    fn an_error_in_a_stream_is_read_in_each_of_its_shapes() {
        for (error, class, code, message) in [
            (
                r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                "overload",
                "overloaded_error",
                "Overloaded",
            ),
            (r#"{"error":{"message":"slow down","code":429}}"#, "rate", "", "slow down"),
            (r#"{"error":"model crashed"}"#, "other", "", "model crashed"),
            (r#"{"error":{"message":"x","type":"server_error"}}"#, "server", "server_error", "x"),
            (
                r#"{"type":"error","code":"context_length_exceeded","message":"long","param":null}"#,
                "overflow",
                "context_length_exceeded",
                "long",
            ),
            (
                r#"{"type":"response.failed","response":{"error":{"code":"rate_limit_exceeded","message":"x"}}}"#,
                "rate",
                "rate_limit_exceeded",
                "x",
            ),
            (
                r#"{"error":{"message":"prompt is too long: 9 > 8","type":"invalid_request_error"}}"#,
                "overflow",
                "invalid_request_error",
                "prompt is too long: 9 > 8",
            ),
            ("{}", "other", "", ""),
        ] {
            let failure = Failure::told(&serde_json::from_str(error).unwrap(), None);
            let found = (failure.class.as_str(), failure.code.as_str(), failure.message.as_str());
            assert_eq!(found, (class, code, message), "{error}");
            assert_ne!(failure.kind, FailureKind::Network);
        }
    }

    #[test]
    fn what_may_be_billed_is_what_the_provider_may_have_begun() {
        let from = |status: u16, body: &str| {
            Failure::from_response(crate::Api::OpenAiChat, status, &|_| None, body.as_bytes(), None)
        };
        let late = r#"{"error":{"type":"timeout_error","message":"x"}}"#;
        for (failure, expected) in [
            (Failure::network("refused", false, None), false),
            (Failure::network("refused", true, None), false),
            (Failure::redirected(Some(302)), false),
            (Failure::redirected(None), false),
            (from(429, ""), false),
            (from(529, ""), false),
            (from(400, r#"{"error":{"code":"context_length_exceeded"}}"#), false),
            (from(504, ""), true),
            (from(400, late), true),
            (Failure::timeout(), true),
            (Failure::aborted(), true),
            (Failure::cut(), true),
            (Failure::malformed("no JSON"), true),
            (Failure::told(&serde_json::json!({ "error": { "code": 529 } }), None), true),
        ] {
            assert_eq!(failure.may_be_billed, expected, "{failure}");
        }
    }
}
