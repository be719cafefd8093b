//! Where calls go, and the requests that go there.

use std::fmt;

use secondwind_core::Dialect;
use serde_json::{Value, json};

use crate::{
    secret::Secret,
    url::{BaseUrl, UrlError},
};

/// What a provider's endpoint speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Api {
    /// Anthropic's Messages.
    AnthropicMessages,
    /// `OpenAI`'s chat completions, and the many servers that speak it.
    OpenAiChat,
    /// `OpenAI`'s Responses.
    OpenAiResponses,
}

impl Api {
    /// The dialect in which the core reads its replies; `None` for Responses, which the core does
    /// not read.
    pub const fn dialect(self) -> Option<Dialect> {
        match self {
            Self::AnthropicMessages => Some(Dialect::Anthropic),
            Self::OpenAiChat => Some(Dialect::OpenAiChat),
            Self::OpenAiResponses => None,
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::AnthropicMessages => "/messages",
            Self::OpenAiChat => "/chat/completions",
            Self::OpenAiResponses => "/responses",
        }
    }
}

/// A version of Anthropic's API, sent with each request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AnthropicVersion {
    /// `2023-06-01`, which gateways and other servers know, too. The default.
    #[default]
    V2023,
    /// `2026-10-21`. It refuses `temperature`, `top_p` and `top_k`.
    V2026,
}

impl AnthropicVersion {
    /// As it stands in the header.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2023 => "2023-06-01",
            Self::V2026 => "2026-10-21",
        }
    }
}

/// Where calls go, and how.
///
/// ```
/// use secondwind_wire::{Api, Endpoint, Secret};
/// use serde_json::json;
///
/// let endpoint = Endpoint::new(Api::OpenAiChat, "http://localhost:11434")?;
/// let body = json!({ "model": "llama", "messages": [{ "role": "user", "content": "Hi" }] });
/// let request = endpoint.request(None, &body)?;
/// assert_eq!(request.url, "http://localhost:11434/v1/chat/completions");
/// assert!(request.body.is_some_and(|body| body.contains(r#""stream":true"#)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// What is spoken there.
    pub api: Api,
    /// Where it is.
    pub base: BaseUrl,
    /// Anthropic's version; of no matter to the other two.
    pub version: AnthropicVersion,
    /// Names of Anthropic's features in trial, sent as `anthropic-beta`. None by default.
    pub betas: Vec<String>,
    /// Whether the calls come from a web page, which Anthropic wants to be told. Not by default.
    pub from_browser: bool,
    /// Sends no headers but `content-type` and `authorization`, in Anthropic's API too. Not by
    /// default. Local servers that speak Anthropic's API, Ollama among them, refuse a web page
    /// that asks for leave to send others, and need none of them.
    pub few_headers: bool,
}

/// Why a request cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The body is no JSON object.
    #[error("the body of a request is a JSON object")]
    Body,
    /// The version of the API refuses a parameter that the body has. Nothing is left out in
    /// silence: the caller takes it out, or asks for the older version.
    #[error("`{field}` is not taken by version 2026-10-21 of the API")]
    NotTaken {
        /// The parameter.
        field: &'static str,
    },
    /// The name of a feature in trial cannot be a part of a header.
    #[error("a name of a beta feature has a character that cannot stand in a header")]
    Beta(String),
    /// The name of the model cannot be a part of an address: it is blank, `.` or `..`.
    #[error("the name of the model cannot be a part of an address")]
    Model,
    /// The address holds the key, where logs and histories would keep it.
    #[error("the address holds the key")]
    KeyInUrl,
}

/// A request, to be sent as it is. `Debug` shows neither the key nor the body.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// `POST` or `GET`.
    pub method: &'static str,
    /// The whole address.
    pub url: String,
    /// Names in lower case, and values. One of them may hold the key.
    pub headers: Vec<(&'static str, String)>,
    /// JSON; `None` for a `GET`.
    pub body: Option<String>,
}

/// What version 2026-10-21 of Anthropic's API refuses.
const NOT_TAKEN: [&str; 3] = ["temperature", "top_p", "top_k"];

impl Endpoint {
    /// An endpoint with the defaults of all else.
    pub fn new(api: Api, base_url: &str) -> Result<Self, UrlError> {
        Ok(Self {
            api,
            base: BaseUrl::parse(base_url)?,
            version: AnthropicVersion::default(),
            betas: Vec::new(),
            from_browser: false,
            few_headers: false,
        })
    }

    /// The request of one model call.
    ///
    /// What is added to the body, where it does not say otherwise: `stream: true`, and in chat
    /// completions that the stream ends with the usage. All else in it stays as it is.
    pub fn request(&self, key: Option<&Secret>, body: &Value) -> Result<HttpRequest, RequestError> {
        let mut body = body.clone();
        let Some(members) = body.as_object_mut() else { return Err(RequestError::Body) };
        if self.api == Api::AnthropicMessages && self.version == AnthropicVersion::V2026 {
            let is_given = |field: &&str| members.get(*field).is_some_and(|it| !it.is_null());
            if let Some(field) = NOT_TAKEN.into_iter().find(is_given) {
                return Err(RequestError::NotTaken { field });
            }
        }
        let stream = members.entry("stream").or_insert(Value::Null);
        if stream.is_null() {
            *stream = json!(true);
        }
        if self.api == Api::OpenAiChat && *stream == json!(true) {
            let options = members.entry("stream_options").or_insert(Value::Null);
            if options.is_null() {
                *options = json!({});
            }
            if let Some(options) = options.as_object_mut() {
                options.entry("include_usage").or_insert(json!(true));
            }
        }
        let mut headers = vec![("content-type", "application/json".to_owned())];
        headers.extend(self.headers(key)?);
        let url = without_key(key, self.base.join(self.api.path()))?;
        Ok(HttpRequest { method: "POST", url, headers, body: Some(body.to_string()) })
    }

    /// A question to the same server, with the same key.
    pub(crate) fn get(
        &self,
        key: Option<&Secret>,
        url: String,
    ) -> Result<HttpRequest, RequestError> {
        let url = without_key(key, url)?;
        Ok(HttpRequest { method: "GET", url, headers: self.headers(key)?, body: None })
    }

    /// Few of them: servers refuse a web page that asks for leave to send what they do not know.
    fn headers(&self, key: Option<&Secret>) -> Result<Vec<(&'static str, String)>, RequestError> {
        let key = key.map(Secret::expose);
        if self.api != Api::AnthropicMessages || self.few_headers {
            return Ok(key
                .map(|key| ("authorization", format!("Bearer {key}")))
                .into_iter()
                .collect());
        }
        let mut headers = vec![("anthropic-version", self.version.as_str().to_owned())];
        headers.extend(key.map(|key| ("x-api-key", key.to_owned())));
        if self.from_browser {
            headers.push(("anthropic-dangerous-direct-browser-access", "true".to_owned()));
        }
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        let is_name = |beta: &&String| !beta.is_empty() && beta.bytes().all(is_part);
        if let Some(beta) = self.betas.iter().find(|beta| !is_name(beta)) {
            return Err(RequestError::Beta(beta.clone()));
        }
        if !self.betas.is_empty() {
            headers.push(("anthropic-beta", self.betas.join(",")));
        }
        Ok(headers)
    }
}

/// The address, if the key is not in it. A placeholder for a key may be.
fn without_key(key: Option<&Secret>, url: String) -> Result<String, RequestError> {
    let is_in_it = key.is_some_and(|key| key.is_long() && key.strike(&url) != url);
    if is_in_it { Err(RequestError::KeyInUrl) } else { Ok(url) }
}

impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_open = |name: &str| !matches!(name, "authorization" | "x-api-key");
        let shown = self
            .headers
            .iter()
            .map(|(name, value)| (*name, if is_open(name) { value.as_str() } else { "***" }));
        f.debug_struct("HttpRequest")
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &shown.collect::<Vec<_>>())
            .field("body", &self.body.as_ref().map(|body| format!("{} bytes", body.len())))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(api: Api) -> Endpoint {
        Endpoint::new(api, "https://api.example.com").unwrap()
    }

    fn body(request: &HttpRequest) -> Value {
        serde_json::from_str(request.body.as_ref().unwrap()).unwrap()
    }

    #[test]
    fn each_api_has_its_path_and_its_headers() {
        let key = Secret::new("sk-canary-1234").unwrap();
        for (api, url, headers) in [
            (
                Api::AnthropicMessages,
                "https://api.example.com/v1/messages",
                "content-type: application/json, anthropic-version: 2023-06-01, x-api-key: sk-canary-1234",
            ),
            (
                Api::OpenAiChat,
                "https://api.example.com/v1/chat/completions",
                "content-type: application/json, authorization: Bearer sk-canary-1234",
            ),
            (
                Api::OpenAiResponses,
                "https://api.example.com/v1/responses",
                "content-type: application/json, authorization: Bearer sk-canary-1234",
            ),
        ] {
            let request = endpoint(api).request(Some(&key), &json!({})).unwrap();
            let found: Vec<_> =
                request.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            assert_eq!((request.url.as_str(), found.join(", ").as_str()), (url, headers));
            let shown = format!("{request:?} {:?}", endpoint(api));
            assert!(!shown.contains("canary"), "{shown}");
        }
    }

    #[test]
    fn a_page_says_so_to_anthropic_and_names_its_betas() {
        let mut endpoint = endpoint(Api::AnthropicMessages);
        endpoint.from_browser = true;
        endpoint.version = AnthropicVersion::V2026;
        endpoint.betas = vec!["compact-2026-01-12".into(), "context-management-2025-06-27".into()];
        let request = endpoint.request(None, &json!({})).unwrap();
        assert_eq!(
            request.headers[1..],
            [
                ("anthropic-version", "2026-10-21".into()),
                ("anthropic-dangerous-direct-browser-access", "true".into()),
                ("anthropic-beta", "compact-2026-01-12,context-management-2025-06-27".into()),
            ]
        );
        endpoint.betas = vec!["a\r\nx: y".into()];
        let error = endpoint.request(None, &json!({}));
        assert_eq!(error, Err(RequestError::Beta("a\r\nx: y".into())));
        endpoint.few_headers = true;
        let request = endpoint.request(None, &json!({})).unwrap();
        assert_eq!(request.headers.len(), 1);
    }

    #[test]
    fn a_stream_is_asked_for_unless_the_body_says_otherwise() {
        for (api, given, sent) in [
            (Api::AnthropicMessages, json!({}), json!({ "stream": true })),
            (Api::AnthropicMessages, json!({ "stream": false }), json!({ "stream": false })),
            (Api::OpenAiResponses, json!({ "stream": null }), json!({ "stream": true })),
            (
                Api::OpenAiChat,
                json!({ "model": "m" }),
                json!({ "model": "m", "stream": true, "stream_options": { "include_usage": true } }),
            ),
            (
                Api::OpenAiChat,
                json!({ "stream_options": { "include_usage": false, "x": 1 } }),
                json!({ "stream_options": { "include_usage": false, "x": 1 }, "stream": true }),
            ),
            (Api::OpenAiChat, json!({ "stream": false }), json!({ "stream": false })),
        ] {
            let request = endpoint(api).request(None, &given).unwrap();
            assert_eq!(body(&request), sent, "{api:?} {given}");
        }
        let error = endpoint(Api::OpenAiChat).request(None, &json!([]));
        assert_eq!(error, Err(RequestError::Body));
    }

    #[test]
    fn what_the_newer_version_refuses_is_refused_before_it_is_sent() {
        let mut endpoint = endpoint(Api::AnthropicMessages);
        for field in NOT_TAKEN {
            endpoint.version = AnthropicVersion::V2023;
            assert!(endpoint.request(None, &json!({ field: 1 })).is_ok());
            endpoint.version = AnthropicVersion::V2026;
            let error = endpoint.request(None, &json!({ field: 1 }));
            assert_eq!(error, Err(RequestError::NotTaken { field }));
            assert!(endpoint.request(None, &json!({ field: null })).is_ok());
        }
    }

    #[test]
    fn a_key_in_an_address_is_refused() {
        let key = Secret::new("sk-canary/1234").unwrap();
        for base in ["https://h/sk-canary/1234", "https://h/sk-canary%2F1234/v1"] {
            let endpoint = Endpoint::new(Api::OpenAiChat, base).unwrap();
            assert_eq!(endpoint.request(Some(&key), &json!({})), Err(RequestError::KeyInUrl));
        }
        let placeholder = Secret::new("v1").unwrap();
        assert!(endpoint(Api::OpenAiChat).request(Some(&placeholder), &json!({})).is_ok());
    }
}
