//! What a run with a real model is set up with.

use std::{env, time::Duration};

use clap::ArgMatches;
use secondwind_core::{Dialect, Guards, Meter, Policy, Tokens, Valves};
use secondwind_course::{Args, MaxTokensField};
use secondwind_wire::{Api, Endpoint, Secret, SecretError, UrlError};

use crate::{files::Fault, words::looks_like_key};

/// The most that a handover summary may have, in tokens.
const SUMMARY_LIMIT: Tokens = Tokens::new(2_000);

/// A provider's usual address, and where its key is. A key goes to its own provider alone.
struct Known {
    name: &'static str,
    base: &'static str,
    /// Of the address.
    host: &'static str,
    key: &'static str,
}

const KNOWN: [Known; 2] = [
    Known {
        name: "anthropic",
        base: "https://api.anthropic.com",
        host: "api.anthropic.com",
        key: "ANTHROPIC_API_KEY",
    },
    Known {
        name: "openai",
        base: "https://api.openai.com",
        host: "api.openai.com",
        key: "OPENAI_API_KEY",
    },
];

/// Where a server on this machine is looked for: Ollama's port.
const LOCAL: &str = "http://localhost:11434";

/// The variable with the key for every other server.
const OTHER_KEY: &str = "SECONDWIND_API_KEY";

/// Where calls go, and with which key.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) endpoint: Endpoint,
    pub(crate) key: Option<Secret>,
    /// The variable in which the key is looked for.
    pub(crate) variable: &'static str,
}

impl Target {
    /// Reads it from the command line and from the environment.
    pub(crate) fn new(matches: &ArgMatches, model: &str) -> Result<Self, Fault> {
        // The name goes into each request, and into the recording.
        if holds_key(model) || looks_like_key(model) {
            return Err(("error-live-model", Args::new()));
        }
        let word = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let base = word("base-url");
        let guessed = match base {
            Some(_) => Some("local"),
            None if model.starts_with("claude") => Some("anthropic"),
            None if model.starts_with("gpt") => Some("openai"),
            None => None,
        };
        let Some(provider) = word("provider").or(guessed) else {
            return Err(("error-live-provider", Args::from([("model", model.into())])));
        };
        let known = KNOWN.iter().find(|known| known.name == provider);
        let api = match word("dialect") {
            Some("anthropic") => Api::AnthropicMessages,
            None if provider == "anthropic" => Api::AnthropicMessages,
            _ => Api::OpenAiChat,
        };
        let usual = known.map_or(LOCAL, |known| known.base);
        let base = base.unwrap_or(usual);
        let endpoint = Endpoint::new(api, base).map_err(bad_address)?;
        // The address is shown, also where it is refused.
        if [base, &endpoint.base.to_string()].into_iter().any(holds_key) {
            return Err(("error-live-address", Args::from([("fault", "key".into())])));
        }
        // The host decides: a provider's name before another address does not send its key there.
        let host = endpoint.base.host();
        let owner = KNOWN.iter().find(|known| known.host == host);
        let variable = owner.map_or(OTHER_KEY, |known| known.key);
        let key = read_key(variable)?;
        if key.is_none() && owner.is_some() {
            return Err(("error-live-no-key", Args::from([("variable", variable.into())])));
        }
        if key.as_ref().is_some_and(Secret::is_long) && !endpoint.base.is_private() {
            let args = [("address", endpoint.base.to_string().into())];
            return Err(("error-live-not-private", Args::from(args)));
        }
        Ok(Self { endpoint, key, variable })
    }

    /// The dialect in which the run is played.
    pub(crate) const fn dialect(&self) -> Dialect {
        match self.endpoint.api {
            Api::AnthropicMessages => Dialect::Anthropic,
            _ => Dialect::OpenAiChat,
        }
    }

    /// The field that limits the reply: most servers know the older one of chat alone.
    pub(crate) fn max_tokens_field(&self) -> Option<MaxTokensField> {
        let is_other = KNOWN.iter().all(|known| known.host != self.endpoint.base.host());
        let is_chat = self.endpoint.api == Api::OpenAiChat;
        (is_other && is_chat).then_some(MaxTokensField::MaxTokens)
    }
}

fn read_key(variable: &'static str) -> Result<Option<Secret>, Fault> {
    let Some(text) = env::var_os(variable) else { return Ok(None) };
    match Secret::new(&text.to_string_lossy()) {
        Ok(key) => Ok(Some(key)),
        Err(SecretError::Blank) => Ok(None),
        Err(SecretError::Character { at }) => {
            let args = [("variable", variable.into()), ("place", (at + 1).into())];
            Err(("error-live-key", Args::from(args)))
        }
    }
}

/// The keys in the environment, whoever they are for.
pub(crate) fn keys() -> Vec<Secret> {
    let variables = KNOWN.iter().map(|known| known.key).chain([OTHER_KEY]);
    // Where one is no key, it is said of the one that is needed.
    variables.filter_map(|variable| read_key(variable).ok().flatten()).collect()
}

/// Whether one of the keys in the environment is in a text.
fn holds_key(text: &str) -> bool {
    keys().iter().any(|key| key.is_long() && key.strike(text) != text)
}

fn bad_address(error: UrlError) -> Fault {
    let fault = match error {
        UrlError::Scheme => "scheme",
        UrlError::Port => "port",
        UrlError::Credentials => "credentials",
        UrlError::Query => "query",
        UrlError::Path => "path",
        _ => "host",
    };
    ("error-live-address", Args::from([("fault", fault.into())]))
}

/// The scenario's policy with what a real model needs, and what the command line changes of it: a
/// reply may be long, and what is cut off or refused does not count as an answer.
pub(crate) fn policy(scenario: &Policy, matches: &ArgMatches) -> Result<Policy, Fault> {
    let count = |name: &str| matches.get_one::<u32>(name).copied().map(Tokens::new);
    let meter = matches.get_one::<String>("meter").map(|meter| match meter.as_str() {
        "occupancy" => Meter::Occupancy,
        _ => Meter::Accumulated,
    });
    let policy = Policy {
        window: count("window").unwrap_or(scenario.window),
        ratio: matches.get_one("ratio").copied().unwrap_or(scenario.ratio),
        meter: meter.unwrap_or(scenario.meter),
        reply_limit: count("reply-limit").unwrap_or(scenario.reply_limit),
        summary_limit: SUMMARY_LIMIT,
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
        ..scenario.clone()
    };
    match policy.threshold() {
        Ok(_) => Ok(policy),
        Err(error) => Err(("issue-policy", Args::from([("detail", error.to_string().into())]))),
    }
}

/// What ends a run from outside.
pub(crate) struct Limits {
    /// The most model calls of the whole run, those of earlier visits included.
    pub(crate) calls: u32,
    /// The most that they may cost together, in millionths of a dollar.
    pub(crate) cost: Option<u64>,
}

impl Limits {
    pub(crate) fn new(matches: &ArgMatches) -> Self {
        let calls = matches.get_one("max-calls").copied().unwrap_or(u32::MAX);
        Self { calls, cost: matches.get_one("max-cost").copied() }
    }
}

/// How long the provider may be silent.
pub(crate) fn silence(matches: &ArgMatches) -> Duration {
    Duration::from_secs(matches.get_one::<u32>("timeout").copied().unwrap_or(300).into())
}
