//! What a run with a real model is set up with, the same in the page and on the command line.

use secondwind_core::{Dialect, Guards, Policy, Tokens, Valves, read, write};
use secondwind_wire::{BaseUrl, UrlError};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::recording::MaxTokensField;

/// Who answers: a provider, or a kind of server on one's own machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveProvider {
    /// Names it; people see the catalog's words.
    pub name: &'static str,
    /// What it speaks by itself.
    #[serde(serialize_with = "written")]
    pub dialect: Dialect,
    /// Its usual address.
    pub base: &'static str,
    /// The environment variable with the key that it asks for; `None` where it asks for none.
    pub key: Option<&'static str>,
    /// Models to choose from, the cheapest first. Empty where they are one's own.
    pub models: &'static [&'static str],
    /// What limits a reply in chat completions, where it is not the dialect's own field: most
    /// servers know the older one alone.
    pub chat_limit: Option<MaxTokensField>,
}

/// The environment variable with the key for a server that is none of the providers with a key.
pub const OTHER_KEY: &str = "SECONDWIND_API_KEY";

/// All of them: those with a key first, what is not known by name last.
pub const LIVE_PROVIDERS: [LiveProvider; 7] = [
    LiveProvider {
        name: "anthropic",
        dialect: Dialect::Anthropic,
        base: "https://api.anthropic.com",
        key: Some("ANTHROPIC_API_KEY"),
        models: &["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"],
        chat_limit: None,
    },
    LiveProvider {
        name: "openai",
        dialect: Dialect::OpenAiChat,
        base: "https://api.openai.com",
        key: Some("OPENAI_API_KEY"),
        models: &["gpt-6-luna", "gpt-6.1-terra", "gpt-6.2-sol"],
        chat_limit: None,
    },
    local("ollama", "http://localhost:11434"),
    local("lmstudio", "http://localhost:1234"),
    local("llamacpp", "http://127.0.0.1:8080"),
    local("vllm", "http://localhost:8000"),
    local("other", "http://localhost:8000"),
];

const fn local(name: &'static str, base: &'static str) -> LiveProvider {
    LiveProvider {
        name,
        dialect: Dialect::OpenAiChat,
        base,
        key: None,
        models: &[],
        chat_limit: Some(MaxTokensField::MaxTokens),
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes it like this")]
fn written<S: Serializer>(dialect: &Dialect, serializer: S) -> Result<S::Ok, S::Error> {
    write::<Value>(dialect).serialize(serializer)
}

impl LiveProvider {
    /// The provider of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        LIVE_PROVIDERS.iter().find(|provider| provider.name == name)
    }

    /// The provider whose own address has this host: its key goes there and nowhere else.
    pub fn of_host(host: &str) -> Option<&'static Self> {
        let mut asking = LIVE_PROVIDERS.iter().filter(|provider| provider.key.is_some());
        asking.find(|provider| provider.base.strip_prefix("https://") == Some(host))
    }

    /// The field that limits a reply, where it is not the dialect's own.
    fn max_tokens_field(&self, dialect: Dialect) -> Option<MaxTokensField> {
        self.chat_limit.filter(|_| dialect == Dialect::OpenAiChat)
    }
}

/// What is known of a live run by the address that it calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveEndpoint {
    /// Whether it is on this machine.
    pub is_here: bool,
    /// Whether it is a provider's own address, and no server that only speaks like it.
    pub is_own: bool,
    /// The field that limits a reply, where it is not the dialect's own.
    pub max_tokens_field: Option<MaxTokensField>,
}

impl LiveEndpoint {
    /// Of an address and what is spoken there.
    pub fn new(base: &BaseUrl, dialect: Dialect) -> Self {
        let owner = LiveProvider::of_host(base.host());
        let known = owner.or_else(|| LiveProvider::named("other"));
        Self {
            is_here: base.is_loopback(),
            is_own: owner.is_some_and(|owner| owner.base == base.origin()),
            max_tokens_field: known.and_then(|known| known.max_tokens_field(dialect)),
        }
    }

    /// The same, of an address as it was typed.
    pub fn read(base: &str, dialect: Dialect) -> Result<Self, UrlError> {
        Ok(Self::new(&BaseUrl::parse(base)?, dialect))
    }
}

/// A policy with what a real model needs: a reply that is cut off or refused does not count as an
/// answer, a summary is asked for three times, and what leads nowhere ends. Window, threshold,
/// limit of the reply and all else stay as they are.
pub fn live_policy(policy: &Policy) -> Policy {
    Policy {
        summary_limit: Tokens::new(2_000),
        guards: Guards {
            summary_attempts: 3,
            breaker: Some(3),
            storm: Some(2),
            min_gain: None,
            feasibility: false,
            fit_summary: false,
            go_on: false,
        },
        valves: Valves { max_pauses: Some(10), ..Valves::default() },
        any_stop_answers: false,
        ..policy.clone()
    }
}

/// The policy of a run that no scenario is set up for: the lesson's with these members changed, as
/// `{ "window": 8000, "ratio": 0.7, "meter": "occupancy", "replyLimit": 4000 }` does. The message
/// says what cannot be.
pub fn live_policy_with(members: &Value) -> Result<Policy, String> {
    let Some(members) = members.as_object() else { return Err("it is no object".to_owned()) };
    let mut policy: Value = write(&Policy::lesson(Tokens::new(8_000), 0.7));
    if let Some(all) = policy.as_object_mut() {
        all.extend(members.clone());
    }
    let policy: Policy = read(&policy, "policy").map_err(|error| error.to_string())?;
    policy.threshold().map_err(|error| error.to_string())?;
    Ok(live_policy(&policy))
}

#[cfg(test)]
mod tests {
    use secondwind_core::{Meter, model_limits};
    use serde_json::json;

    use super::*;

    #[test]
    fn providers_have_names_of_their_own_and_only_those_with_a_key_have_models() {
        for (at, provider) in LIVE_PROVIDERS.iter().enumerate() {
            assert_eq!(LiveProvider::named(provider.name), Some(&LIVE_PROVIDERS[at]));
            assert_eq!(provider.key.is_some(), !provider.models.is_empty(), "{}", provider.name);
            // A key never goes out in the clear.
            let is_private = provider.base.starts_with("https://");
            assert_eq!(provider.key.is_some(), is_private, "{}", provider.name);
            assert_ne!(provider.key, Some(OTHER_KEY));
            for model in provider.models {
                assert!(model_limits(model).is_some(), "{model}");
            }
        }
        assert_eq!(LiveProvider::named("elsewhere"), None);
        let owner = |host| LiveProvider::of_host(host).map(|provider| provider.name);
        assert_eq!(owner("api.anthropic.com"), Some("anthropic"));
        assert_eq!(owner("api.openai.com"), Some("openai"));
        for host in ["localhost", "localhost:11434", "api.openai.com.evil.example", ""] {
            assert_eq!(owner(host), None, "{host}");
        }
    }

    #[test]
    fn a_reply_is_limited_by_the_field_that_the_server_knows() {
        let field = |base, dialect| LiveEndpoint::read(base, dialect).unwrap().max_tokens_field;
        for provider in LIVE_PROVIDERS {
            let is_local = provider.key.is_none();
            let older = is_local.then_some(MaxTokensField::MaxTokens);
            assert_eq!(field(provider.base, Dialect::OpenAiChat), older, "{}", provider.name);
            assert_eq!(field(provider.base, Dialect::Anthropic), None, "{}", provider.name);
        }
    }

    #[test]
    fn a_provider_s_own_address_is_told_from_one_that_only_looks_like_it() {
        for (base, is_own, is_here) in [
            ("https://api.anthropic.com/v1", true, false),
            ("https://api.openai.com:443", true, false),
            ("http://api.anthropic.com", false, false),
            ("https://api.openai.com:8443", false, false),
            ("https://api.anthropic.com.evil.example", false, false),
            ("http://localhost:11434", false, true),
            ("http://127.1.2.3/v1", false, true),
            ("http://[::1]:8000", false, true),
        ] {
            let endpoint = LiveEndpoint::read(base, Dialect::OpenAiChat).unwrap();
            assert_eq!((endpoint.is_own, endpoint.is_here), (is_own, is_here), "{base}");
        }
        assert!(LiveEndpoint::read("https://me:pass@h", Dialect::Anthropic).is_err());
    }

    #[test]
    fn a_live_policy_keeps_its_window_and_takes_no_broken_answer() {
        let lesson = Policy { meter: Meter::Occupancy, ..Policy::lesson(Tokens::new(8_000), 0.6) };
        let live = live_policy(&lesson);
        assert_eq!(live.threshold().unwrap(), lesson.threshold().unwrap());
        assert!(!live.any_stop_answers && lesson.any_stop_answers);
        assert_eq!((live.guards.summary_attempts, live.guards.storm), (3, Some(2)));
        assert_eq!(live.valves.max_pauses, Some(10));
        // What a scenario ends its run with does not end one with a real model.
        let valves = Valves { max_calls: Some(1), ..Valves::default() };
        assert_eq!(live_policy(&Policy { valves, ..lesson.clone() }), live);
        let settled =
            (live.window, live.meter, live.reply_limit, &live.restart, &live.strategy, &live.notes);
        let given = (
            lesson.window,
            lesson.meter,
            lesson.reply_limit,
            &lesson.restart,
            &lesson.strategy,
            &lesson.notes,
        );
        assert_eq!(settled, given);
        assert_eq!(live_policy(&live), live);
    }

    #[test]
    fn the_lesson_is_changed_by_what_is_given_and_by_nothing_else() {
        let members =
            json!({ "window": 6_000, "ratio": 0.5, "meter": "occupancy", "replyLimit": 4_000 });
        let policy = live_policy_with(&members).unwrap();
        let lesson = Policy {
            meter: Meter::Occupancy,
            reply_limit: Tokens::new(4_000),
            ..Policy::lesson(Tokens::new(6_000), 0.5)
        };
        assert_eq!(policy, live_policy(&lesson));
        for (members, told) in [
            (json!({ "window": 0 }), "window"),
            (json!({ "ratio": 1.5 }), "ratio"),
            (json!({ "meter": "spend" }), "meter"),
            (json!({ "wnidow": 6_000 }), "wnidow"),
            (json!([]), "object"),
        ] {
            let error = live_policy_with(&members).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
