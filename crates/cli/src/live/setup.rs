//! What a run with a real model is set up with.

use std::{env, time::Duration};

use clap::ArgMatches;
use secondwind_core::{Dialect, Meter, Policy, Tokens};
use secondwind_course::{
    Args, LIVE_PROVIDERS, LiveEndpoint, LiveProvider, MaxTokensField, OTHER_KEY, live_policy,
};
use secondwind_wire::{Api, Endpoint, Secret, SecretError, UrlError};

use crate::{files::Fault, words::looks_like_key};

/// The server on this machine that is looked for where no address is given.
const LOCAL: &str = "ollama";

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
        let name = word("provider").or(guessed);
        let name = name.map(|name| if name == "local" { LOCAL } else { name });
        let Some(provider) = name.and_then(LiveProvider::named) else {
            return Err(("error-live-provider", Args::from([("model", model.into())])));
        };
        let api = match (word("dialect"), provider.dialect) {
            (Some("anthropic"), _) | (None, Dialect::Anthropic) => Api::AnthropicMessages,
            _ => Api::OpenAiChat,
        };
        let base = base.unwrap_or(provider.base);
        let endpoint = Endpoint::new(api, base).map_err(bad_address)?;
        // The address is shown, also where it is refused.
        if [base, &endpoint.base.to_string()].into_iter().any(holds_key) {
            return Err(("error-live-address", Args::from([("fault", "key".into())])));
        }
        // The host decides: a provider's name before another address does not send its key there.
        let owner = LiveProvider::of_host(endpoint.base.host());
        let variable = owner.and_then(|owner| owner.key).unwrap_or(OTHER_KEY);
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

    /// The field that limits the reply, where it is not the dialect's own.
    pub(crate) fn max_tokens_field(&self) -> Option<MaxTokensField> {
        LiveEndpoint::new(&self.endpoint.base, self.dialect()).max_tokens_field
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
    let variables = LIVE_PROVIDERS.iter().filter_map(|provider| provider.key).chain([OTHER_KEY]);
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

/// The scenario's policy with what a real model needs, and what the command line changes of it.
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
        ..live_policy(scenario)
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
