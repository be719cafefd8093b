//! How a client is set up, read from its options.

use std::collections::BTreeSet;

use secondwind_wire::{AnthropicVersion, Api, Endpoint, Retry};
use serde_json::Value;

/// What a client is made with, except for the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where calls go.
    pub endpoint: Endpoint,
    /// How often a failed call is made again.
    pub retry: Retry,
    /// The longest that a call may take, with all its attempts and waits, in milliseconds. By
    /// default [`Settings::TIMEOUT_MS`].
    pub timeout_ms: u32,
    /// The longest that an attempt may be silent, in milliseconds, from its start on and between
    /// any two pieces of its answer. By default [`Settings::IDLE_MS`].
    pub idle_ms: u32,
}

/// Options that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    /// The option that is to blame, such as `maxRetries`; empty where it is none of them alone.
    pub path: String,
    /// What is wrong with it. It holds names of options and choices from fixed sets, and of what
    /// was given only numbers and single words: never a key, never an address.
    pub message: String,
}

impl Refused {
    /// Something about one option.
    pub fn new(path: &str, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), message: message.into() }
    }
}

impl Settings {
    /// Ten minutes.
    pub const TIMEOUT_MS: u32 = 600_000;
    /// Two minutes.
    pub const IDLE_MS: u32 = 120_000;
    /// The most retries that can be asked for.
    pub const MOST_RETRIES: u32 = 10;
    /// The longest wait that a timer of JavaScript can be set to, almost 25 days.
    pub const LONGEST_MS: u32 = i32::MAX as u32;

    /// Reads options: a JSON object with `dialect`, and perhaps `baseURL`, `version`, `betas`,
    /// `fewHeaders`, `maxRetries`, `timeout` and `idleTimeout`. An option of another name or type
    /// is refused by its name.
    ///
    /// ```
    /// use secondwind_live::Settings;
    /// use serde_json::json;
    ///
    /// let settings = Settings::read(&json!({ "dialect": "openAiChat", "maxRetries": 0 }), false)?;
    /// assert_eq!(settings.endpoint.base.to_string(), "https://api.openai.com/v1");
    /// let refused = Settings::read(&json!({ "dialect": "anthropic", "retries": 3 }), false);
    /// assert_eq!(refused.map_err(|it| it.path), Err("retries".into()));
    /// # Ok::<(), secondwind_live::Refused>(())
    /// ```
    pub fn read(options: &Value, from_page: bool) -> Result<Self, Refused> {
        let Some(members) = options.as_object() else {
            return Err(Refused::new("options", "the options are no object"));
        };
        if let Some(name) = members.keys().find(|name| !NAMES.contains(&name.as_str())) {
            let name = shown(name);
            return Err(Refused::new(name, format!("there is no option `{name}`")));
        }
        let given = Given(options);
        let dialects = [
            ("anthropic", (Api::AnthropicMessages, "https://api.anthropic.com")),
            ("openAiChat", (Api::OpenAiChat, "https://api.openai.com")),
        ];
        let Some((api, base)) = given.choice("dialect", &dialects)? else {
            return Err(Refused::new(
                "dialect",
                "`dialect` is missing: \"anthropic\" or \"openAiChat\"",
            ));
        };
        let base = given.text("baseURL")?.unwrap_or(base);
        let mut endpoint = Endpoint::new(api, base).map_err(|error| {
            Refused::new("baseURL", format!("`baseURL` cannot be used: {error}"))
        })?;
        endpoint.from_browser = from_page;
        endpoint.few_headers = given.flag("fewHeaders")?.unwrap_or_default();
        let versions =
            [AnthropicVersion::V2023, AnthropicVersion::V2026].map(|it| (it.as_str(), it));
        let version = given.choice("version", &versions)?;
        let betas = given.texts("betas")?;
        for (name, is_given) in [("version", version.is_some()), ("betas", betas.is_some())] {
            if is_given && api != Api::AnthropicMessages {
                let message = format!("`{name}` is of the dialect \"anthropic\" alone");
                return Err(Refused::new(name, message));
            }
        }
        endpoint.version = version.unwrap_or_default();
        let most = Self::MOST_RETRIES;
        let max = given.number("maxRetries", 0, most)?.unwrap_or_else(|| Retry::default().max);
        let time =
            |name, default: u32| Ok(given.number(name, 1, Self::LONGEST_MS)?.unwrap_or(default));
        let settings = Self {
            endpoint,
            retry: Retry { max, ..Retry::default() },
            timeout_ms: time("timeout", Self::TIMEOUT_MS)?,
            idle_ms: time("idleTimeout", Self::IDLE_MS)?,
        };
        let betas = betas.unwrap_or_default();
        if betas.is_empty() {
            return Ok(settings);
        }
        let endpoint = settings.with_betas(&betas.join(","), "betas")?;
        Ok(Self { endpoint, ..settings })
    }

    /// The endpoint with betas more, as they stand in the header `anthropic-beta`: divided by
    /// commas. Those that it has already are not named twice. `path` says who asks for them.
    ///
    /// Refused where they would not be sent: nothing that was asked for is left out in silence.
    pub fn with_betas(&self, betas: &str, path: &str) -> Result<Endpoint, Refused> {
        let mut endpoint = self.endpoint.clone();
        let mut known: BTreeSet<&str> = self.endpoint.betas.iter().map(String::as_str).collect();
        let given = betas.split(',').map(str::trim).filter(|beta| !beta.is_empty());
        for beta in given {
            let why = if endpoint.api != Api::AnthropicMessages {
                "betas are of the dialect \"anthropic\" alone"
            } else if endpoint.few_headers {
                "betas cannot be sent together with `fewHeaders`"
            } else {
                if known.insert(beta) {
                    endpoint.betas.push(beta.to_owned());
                }
                continue;
            };
            return Err(Refused::new(path, why));
        }
        Ok(endpoint)
    }
}

/// The options that there are.
const NAMES: [&str; 8] = [
    "dialect",
    "baseURL",
    "version",
    "betas",
    "fewHeaders",
    "maxRetries",
    "timeout",
    "idleTimeout",
];

/// Options, looked up by name and type.
struct Given<'a>(&'a Value);

impl<'a> Given<'a> {
    fn text(&self, name: &str) -> Result<Option<&'a str>, Refused> {
        self.of(name, "a string", Value::as_str)
    }

    fn flag(&self, name: &str) -> Result<Option<bool>, Refused> {
        self.of(name, "true or false", Value::as_bool)
    }

    fn texts(&self, name: &str) -> Result<Option<Vec<&'a str>>, Refused> {
        self.of(name, "an array of strings", |value| {
            value.as_array()?.iter().map(Value::as_str).collect()
        })
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it lies between two numbers of that type"
    )]
    fn number(&self, name: &str, least: u32, most: u32) -> Result<Option<u32>, Refused> {
        let wanted = format!("a whole number from {least} to {most}");
        self.of(name, &wanted, |value| {
            // A whole number may come as one with a point.
            let whole = value.as_f64().filter(|it| it.fract() == 0.0)?;
            let is_within = (f64::from(least)..=f64::from(most)).contains(&whole);
            is_within.then_some(whole as u32)
        })
    }

    fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>, Refused> {
        let names: Vec<String> = choices.iter().map(|(name, _)| format!("{name:?}")).collect();
        self.of(name, &names.join(" or "), |value| {
            let given = value.as_str()?;
            choices.iter().find(|(name, _)| *name == given).map(|(_, choice)| *choice)
        })
    }

    /// An option as what it has to be; `None` where it is not given.
    fn of<T>(
        &self,
        name: &str,
        wanted: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Refused> {
        let Some(value) = self.0.get(name) else { return Ok(None) };
        read(value)
            .map(Some)
            .ok_or_else(|| Refused::new(name, format!("`{name}` is {}, not {wanted}", kind(value))))
    }
}

/// What a value is, without its text: that may be a key in the wrong place.
fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(it) => it.to_string(),
        Value::Number(it) => it.to_string(),
        Value::String(_) => "another string".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// A name that was given, if it may be shown: a key may stand there, too.
fn shown(name: &str) -> &str {
    let is_word = name.len() <= 20 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_word { name } else { "…" }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(options: &Value) -> Result<Settings, Refused> {
        Settings::read(options, false)
    }

    #[test]
    fn what_is_not_given_has_its_default() {
        let settings = read(&json!({ "dialect": "anthropic" })).unwrap();
        let expected = Endpoint::new(Api::AnthropicMessages, "https://api.anthropic.com").unwrap();
        assert_eq!(settings.endpoint, expected);
        assert_eq!((settings.timeout_ms, settings.idle_ms), (600_000, 120_000));
        assert_eq!(settings.retry, Retry::default());
    }

    #[test]
    fn every_option_is_taken() {
        let options = json!({
            "dialect": "anthropic", "baseURL": "http://localhost:1", "version": "2026-10-21",
            "betas": ["a", "b,a"], "maxRetries": 10, "timeout": 1, "idleTimeout": 5.0,
        });
        let settings = Settings::read(&options, true).unwrap();
        let Settings { endpoint, retry, timeout_ms, idle_ms } = settings;
        assert_eq!(endpoint.base.to_string(), "http://localhost:1/v1");
        assert_eq!(
            (endpoint.version, endpoint.betas),
            (AnthropicVersion::V2026, vec!["a".into(), "b".into()])
        );
        assert_eq!((endpoint.from_browser, endpoint.few_headers), (true, false));
        assert_eq!((retry.max, timeout_ms, idle_ms), (10, 1, 5));
    }

    #[test]
    fn what_cannot_be_used_is_refused_by_its_name_and_not_shown() {
        for (options, path, says) in [
            (json!([]), "options", "no object"),
            (json!({}), "dialect", "missing"),
            (
                json!({ "dialect": "claude" }),
                "dialect",
                "another string, not \"anthropic\" or \"openAiChat\"",
            ),
            (json!({ "dialect": null }), "dialect", "null"),
            (json!({ "dialect": "anthropic", "retries": 1 }), "retries", "`retries`"),
            (json!({ "dialect": "anthropic", "sk-canary": 1 }), "…", "no option `…`"),
            (
                json!({ "dialect": "anthropic", "baseURL": "https://canary@h" }),
                "baseURL",
                "user or a password",
            ),
            (json!({ "dialect": "anthropic", "baseURL": 5 }), "baseURL", "5, not a string"),
            (
                json!({ "dialect": "anthropic", "version": "canary" }),
                "version",
                "not \"2023-06-01\" or",
            ),
            (json!({ "dialect": "openAiChat", "version": "2023-06-01" }), "version", "alone"),
            (json!({ "dialect": "openAiChat", "betas": [] }), "betas", "alone"),
            (json!({ "dialect": "anthropic", "betas": "a" }), "betas", "not an array of strings"),
            (json!({ "dialect": "anthropic", "betas": [null] }), "betas", "an array, not"),
            (
                json!({ "dialect": "anthropic", "betas": ["a"], "fewHeaders": true }),
                "betas",
                "`fewHeaders`",
            ),
            (
                json!({ "dialect": "anthropic", "fewHeaders": 1 }),
                "fewHeaders",
                "1, not true or false",
            ),
            (json!({ "dialect": "anthropic", "maxRetries": 11 }), "maxRetries", "from 0 to 10"),
            (json!({ "dialect": "anthropic", "maxRetries": -1 }), "maxRetries", "-1, not"),
            (json!({ "dialect": "anthropic", "timeout": 0 }), "timeout", "from 1 to 2147483647"),
            (json!({ "dialect": "anthropic", "timeout": 1.5 }), "timeout", "1.5, not"),
            (json!({ "dialect": "anthropic", "idleTimeout": 1e300 }), "idleTimeout", "not a whole"),
        ] {
            let refused = read(&options).unwrap_err();
            assert_eq!(refused.path, path, "{options}");
            assert!(refused.message.contains(says), "{options}: {refused}");
            assert!(!refused.message.contains("canary"), "{refused}");
        }
    }

    #[test]
    fn betas_of_a_call_join_those_of_the_client_or_are_refused() {
        let with = |options: Value| read(&options).unwrap().with_betas("b , a,", "headers");
        let endpoint = with(json!({ "dialect": "anthropic", "betas": ["a"] })).unwrap();
        assert_eq!(endpoint.betas, ["a", "b"]);
        // Quadratic, this would take minutes.
        let many = (0..200_000).map(|it| it.to_string()).collect::<Vec<_>>();
        let settings = read(&json!({ "dialect": "anthropic" })).unwrap();
        let twice = [many.join(","), many.join(",")].join(",");
        assert_eq!(settings.with_betas(&twice, "headers").unwrap().betas, many);
        for options in [
            json!({ "dialect": "openAiChat" }),
            json!({ "dialect": "anthropic", "fewHeaders": true }),
        ] {
            assert_eq!(with(options).unwrap_err().path, "headers");
        }
    }
}
