//! Asking a server how large its window is.

use secondwind_core::{ModelLimits, Tokens};
use serde_json::Value;

use crate::{
    endpoint::{Api, Endpoint, HttpRequest, RequestError},
    secret::Secret,
};

/// A server that tells of its models' windows, each in its own way. `OpenAI` does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Server {
    /// Anthropic, or a gateway to it: `/v1/models/{id}`.
    Anthropic,
    /// Ollama: `/api/ps` tells of the models that are loaded.
    Ollama,
    /// llama.cpp's server: `/props` tells of the one that it serves.
    LlamaCpp,
    /// LM Studio: `/api/v1/models`.
    LmStudio,
    /// vLLM: `/v1/models`.
    Vllm,
}

impl Server {
    /// Who may be there, the likeliest first; the first that answers with limits is the one.
    ///
    /// Local servers are known by their usual ports, and all of them are tried. Elsewhere only
    /// what the endpoint speaks is asked for: other addresses mean nothing there.
    pub fn candidates(endpoint: &Endpoint) -> Vec<Self> {
        let mut candidates = vec![Self::Vllm, Self::LlamaCpp, Self::Ollama, Self::LmStudio];
        if !endpoint.base.is_loopback() {
            candidates.truncate(1);
        }
        let likeliest = match endpoint.base.port() {
            Some(11_434) => Self::Ollama,
            Some(1_234) => Self::LmStudio,
            Some(8_080 | 9_931) => Self::LlamaCpp,
            _ => Self::Vllm,
        };
        candidates.sort_by_key(|server| *server != likeliest);
        if endpoint.api == Api::AnthropicMessages {
            if endpoint.base.is_loopback() {
                candidates.push(Self::Anthropic);
            } else {
                candidates = vec![Self::Anthropic];
            }
        }
        candidates
    }

    /// The request that asks for a model's limits.
    pub fn request(
        self,
        endpoint: &Endpoint,
        key: Option<&Secret>,
        model: &str,
    ) -> Result<HttpRequest, RequestError> {
        let base = &endpoint.base;
        // Two dots lead out of a path, however they are written.
        let is_segment = !matches!(model.trim(), "" | "." | "..");
        let url = match self {
            Self::Anthropic if !is_segment => return Err(RequestError::Model),
            Self::Anthropic => base.join(&format!("/models/{}", encoded(model))),
            Self::Ollama => base.beside("/api/ps"),
            Self::LlamaCpp => base.beside("/props"),
            Self::LmStudio => base.beside("/api/v1/models"),
            Self::Vllm => base.join("/models"),
        };
        endpoint.get(key, url)
    }

    /// Reads the answer. `None` where it does not tell, as of a model that is not loaded: how
    /// much of its largest window it will get is not known then.
    ///
    /// Only Anthropic tells how long a reply may be. Elsewhere it is what the window has room
    /// for; `max_output` is a quarter of the window there, which leaves three for the history.
    pub fn read(self, model: &str, answer: &Value) -> Option<ModelLimits> {
        let window = match self {
            Self::Anthropic => {
                let window = tokens(answer.get("max_input_tokens")?)?;
                let max_output = tokens(answer.get("max_tokens")?)?;
                return Some(ModelLimits { window, max_output });
            }
            Self::LlamaCpp => answer.pointer("/default_generation_settings/n_ctx")?,
            Self::Ollama => {
                let latest = format!("{model}:latest");
                let is = |name: Option<&str>| name.is_some_and(|it| it == model || it == latest);
                let find = |it: &&Value| is(word(it, "name")) || is(word(it, "model"));
                list(answer, "models")?.iter().find(find)?.get("context_length")?
            }
            Self::LmStudio => {
                let models = list(answer, "models").or_else(|| list(answer, "data"))?;
                let loaded = |it: &Value| list(it, "loaded_instances").cloned().unwrap_or_default();
                let is =
                    |it: &Value| word(it, "key") == Some(model) || word(it, "id") == Some(model);
                let instance = models.iter().find_map(|entry| {
                    let instances = loaded(entry);
                    let named = instances.iter().find(|it| is(it)).cloned();
                    named.or_else(|| instances.first().filter(|_| is(entry)).cloned())
                })?;
                return quartered(instance.pointer("/config/context_length")?);
            }
            Self::Vllm => {
                let find = |it: &&Value| word(it, "id") == Some(model);
                list(answer, "data")?.iter().find(find)?.get("max_model_len")?
            }
        };
        quartered(window)
    }
}

fn quartered(window: &Value) -> Option<ModelLimits> {
    let window = tokens(window)?;
    let max_output = Tokens::try_from(window.get() / 4).ok()?;
    Some(ModelLimits { window, max_output })
}

fn tokens(count: &Value) -> Option<Tokens> {
    count.as_u64().filter(|count| *count > 0).and_then(|count| Tokens::try_from(count).ok())
}

fn list<'a>(object: &'a Value, key: &str) -> Option<&'a Vec<Value>> {
    object.get(key)?.as_array()
}

fn word<'a>(object: &'a Value, key: &str) -> Option<&'a str> {
    object.get(key)?.as_str()
}

/// A model's name as one segment of a path.
fn encoded(name: &str) -> String {
    let mut encoded = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.extend(['%', hex(byte >> 4), hex(byte & 15)]);
        }
    }
    encoded
}

fn hex(digit: u8) -> char {
    char::from_digit(u32::from(digit), 16).unwrap_or('0').to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_server_is_asked_in_its_own_way() {
        let key = Secret::new("sk-canary-1234").unwrap();
        let local = Endpoint::new(Api::OpenAiChat, "http://localhost:11434/v1").unwrap();
        for (server, url) in [
            (Server::Anthropic, "http://localhost:11434/v1/models/a%2Fb%3Ac"),
            (Server::Ollama, "http://localhost:11434/api/ps"),
            (Server::LlamaCpp, "http://localhost:11434/props"),
            (Server::LmStudio, "http://localhost:11434/api/v1/models"),
            (Server::Vllm, "http://localhost:11434/v1/models"),
        ] {
            let request = server.request(&local, Some(&key), "a/b:c").unwrap();
            assert_eq!((request.method, request.url.as_str(), request.body), ("GET", url, None));
            assert_eq!(request.headers, [("authorization", "Bearer sk-canary-1234".into())]);
        }
    }

    #[test]
    fn a_name_that_leads_out_of_the_path_is_not_asked_for() {
        let endpoint = Endpoint::new(Api::AnthropicMessages, "https://h").unwrap();
        for model in ["", " ", ".", ".."] {
            let asked = Server::Anthropic.request(&endpoint, None, model);
            assert_eq!(asked, Err(RequestError::Model), "{model:?}");
        }
        let asked = Server::Anthropic.request(&endpoint, None, "../x").unwrap();
        assert_eq!(asked.url, "https://h/v1/models/..%2Fx");
    }

    #[test]
    fn the_likeliest_server_is_asked_first_and_strangers_are_not_probed() {
        let candidates = |api, base| Server::candidates(&Endpoint::new(api, base).unwrap());
        for (base, first) in [
            ("http://localhost:11434", Server::Ollama),
            ("http://127.0.0.1:1234/v1", Server::LmStudio),
            ("http://localhost:8080", Server::LlamaCpp),
            ("http://localhost:8000", Server::Vllm),
            ("http://localhost", Server::Vllm),
        ] {
            let found = candidates(Api::OpenAiChat, base);
            assert_eq!((found[0], found.len()), (first, 4), "{base}");
            let found = candidates(Api::AnthropicMessages, base);
            assert_eq!((found[0], found.len()), (first, 5), "{base}");
        }
        let elsewhere = "https://api.example.com";
        assert_eq!(candidates(Api::OpenAiChat, elsewhere), [Server::Vllm]);
        assert_eq!(candidates(Api::AnthropicMessages, elsewhere), [Server::Anthropic]);
    }

    #[test]
    fn the_answers_tell_the_window_of_the_model() {
        let lm = json!({ "models": [
            { "key": "idle", "max_context_length": 131_072, "loaded_instances": [] },
            { "key": "m", "max_context_length": 131_072,
              "loaded_instances": [{ "id": "m:2", "config": { "context_length": 8192 } }] },
        ] });
        let ollama = json!({ "models": [
            { "name": "m:latest", "model": "m:latest", "context_length": 4096 },
            { "name": "n:1b", "model": "n:1b", "context_length": 32_768 },
        ] });
        let vllm = json!({ "data": [{ "id": "m", "max_model_len": 40_960 }, { "id": "n" }] });
        let props = json!({ "default_generation_settings": { "n_ctx": 16_384 } });
        let anthropic = json!({ "id": "m", "max_input_tokens": 1_000_000, "max_tokens": 128_000 });
        for (server, model, answer, window, max_output) in [
            (Server::Anthropic, "m", &anthropic, 1_000_000, 128_000),
            (Server::LmStudio, "m", &lm, 8_192, 2_048),
            (Server::LmStudio, "m:2", &lm, 8_192, 2_048),
            (Server::Ollama, "m", &ollama, 4_096, 1_024),
            (Server::Ollama, "n:1b", &ollama, 32_768, 8_192),
            (Server::Vllm, "m", &vllm, 40_960, 10_240),
            (Server::LlamaCpp, "whatever", &props, 16_384, 4_096),
        ] {
            let limits = server.read(model, answer).unwrap();
            assert_eq!((limits.window.get(), limits.max_output.get()), (window, max_output));
        }
        for (server, model, answer) in [
            (Server::LmStudio, "idle", &lm),
            (Server::LmStudio, "other", &lm),
            (Server::Ollama, "n", &ollama),
            (Server::Vllm, "n", &vllm),
            (Server::LlamaCpp, "m", &json!({ "default_generation_settings": { "n_ctx": 0 } })),
            (Server::Anthropic, "m", &json!({ "max_input_tokens": -1, "max_tokens": 1 })),
            (Server::Ollama, "m", &json!([])),
        ] {
            assert_eq!(server.read(model, answer), None, "{server:?} {model}");
        }
    }
}
