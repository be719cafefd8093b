//! What calls cost: prices by model, and the most that a call may cost before it is made.
//!
//! The table goes out of date, as prices do: it is of November 2026.

use secondwind_core::{Tokens, Usage, is_model, model_limits};
use serde_json::Value;

use crate::endpoint::Api;

/// The tokens of one run of a model, each counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Billed {
    /// Input that was neither read from the cache nor written to it.
    pub input: u64,
    /// Input read from the cache.
    pub cache_read: u64,
    /// Input written to the cache for five minutes, or for as long as the provider chooses.
    pub cache_write: u64,
    /// Input written to the cache for an hour.
    pub cache_write_1h: u64,
    /// What the model wrote, thinking included.
    pub output: u64,
}

impl Billed {
    /// All input: by its size the price of some models is chosen.
    const fn prompt(&self) -> u64 {
        self.input
            .saturating_add(self.cache_read)
            .saturating_add(self.cache_write)
            .saturating_add(self.cache_write_1h)
    }
}

impl From<&Usage> for Billed {
    /// All that was written to the cache counts as written for five minutes.
    fn from(usage: &Usage) -> Self {
        let cached = usage.cache_read.plus(usage.cache_write);
        Self {
            input: usage.request().less(cached).get(),
            cache_read: usage.cache_read.get(),
            cache_write: usage.cache_write.get(),
            cache_write_1h: 0,
            output: usage.output.get(),
        }
    }
}

/// What a run of a model cost, in millionths of a dollar, rounded up. `None` where the price of
/// the model is not known: it is never guessed.
///
/// ```
/// use secondwind_wire::{Billed, price};
///
/// let billed = Billed { input: 100_000, output: 1_000, ..Billed::default() };
/// assert_eq!(price("claude-haiku-5-5", &billed), Some(10_500));
/// let billed = Billed { input: 100_001, ..billed };
/// assert_eq!(price("claude-haiku-5-5", &billed), Some(52_501), "one token more, five times the price");
/// assert_eq!(price("my-own-model", &billed), None);
/// ```
#[must_use]
pub fn price(model: &str, billed: &Billed) -> Option<u64> {
    let rates = row(model)?.rates(billed.prompt());
    let parts = [
        (billed.input, rates.input),
        (billed.cache_read, rates.cache_read),
        (billed.cache_write, rates.cache_write),
        (billed.cache_write_1h, rates.cache_write_1h),
        (billed.output, rates.output),
    ];
    let sum: u128 = parts.iter().map(|(count, rate)| u128::from(*count) * u128::from(*rate)).sum();
    Some(u64::try_from(sum.div_ceil(1_000)).unwrap_or(u64::MAX))
}

/// The most that a call may cost whose request has so many tokens and whose reply at most so
/// many, in millionths of a dollar: all of the request is taken for the dearest kind of input,
/// which with Anthropic is what is written to the cache for an hour. `None` where the price is not
/// known.
#[must_use]
pub fn most(model: &str, request: Tokens, max_output: Tokens) -> Option<u64> {
    let rates = row(model)?.rates(request.get());
    let dearest = rates.input.max(rates.cache_write).max(rates.cache_write_1h);
    let sum = u128::from(request.get()) * u128::from(dearest)
        + u128::from(max_output.get()) * u128::from(rates.output);
    Some(u64::try_from(sum.div_ceil(1_000)).unwrap_or(u64::MAX))
}

/// What a provider may add to a request, in tokens: words of its own before the tools.
const OVERHEAD: u64 = 1_000;

/// The most that a call may cost, in millionths of a dollar, before it is made. `None` where the
/// price is not known.
///
/// `estimate` is the size of its request as the core estimates it: text in some languages takes
/// twice as many tokens. The limit of the reply is read from `body`, in either dialect; one
/// without a limit may write as much as the model can.
#[must_use]
pub fn quote(model: &str, estimate: Tokens, body: &Value) -> Option<u64> {
    let fields = ["max_tokens", "max_completion_tokens", "max_output_tokens"];
    let limit = fields.iter().find_map(|field| body.get(field)?.as_u64());
    let limit = limit.or_else(|| model_limits(model).map(|limits| limits.max_output.get()))?;
    let size = estimate.get().saturating_mul(2).saturating_add(OVERHEAD);
    let bound = |count: u64| Tokens::try_from(count).unwrap_or(Tokens::new(u32::MAX));
    most(model, bound(size), bound(limit))
}

/// What a whole reply cost, in millionths of a dollar: where the provider ran the model several
/// times for it and lists the runs, all of them, each at the price for its own size. `None` where
/// the reply has no usage or the price is not known.
#[must_use]
pub fn cost(api: Api, model: &str, reply: &Value) -> Option<u64> {
    let usage = reply.get("usage")?;
    let runs = usage.get("iterations").and_then(Value::as_array).filter(|runs| !runs.is_empty());
    let Some(runs) = runs.filter(|_| api == Api::AnthropicMessages) else {
        return price(model, &billed(api, usage)?);
    };
    let costs = runs.iter().map(|run| {
        // An adviser may be another model.
        let model = run.get("model").and_then(Value::as_str).unwrap_or(model);
        price(model, &billed(api, run)?)
    });
    total(costs)
}

/// A sum of costs, in millionths of a dollar; `None` where one of them is not known. A server may
/// say any figure: what is too large to be told is told as the largest.
pub fn total(mut costs: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    costs.try_fold(0_u64, |sum, cost| Some(sum.saturating_add(cost?)))
}

/// Reads a usage object, or one run of it.
fn billed(api: Api, usage: &Value) -> Option<Billed> {
    let count =
        |usage: Option<&Value>, key| usage.and_then(|it| it.get(key)).and_then(Value::as_u64);
    let (input, output, details) = match api {
        Api::OpenAiChat => ("prompt_tokens", "completion_tokens", "prompt_tokens_details"),
        Api::AnthropicMessages => ("input_tokens", "output_tokens", "cache_creation"),
        Api::OpenAiResponses => ("input_tokens", "output_tokens", "input_tokens_details"),
    };
    let details = usage.get(details);
    let usage = Some(usage);
    let (input, output) = (count(usage, input)?, count(usage, output)?);
    if api == Api::AnthropicMessages {
        let written = count(usage, "cache_creation_input_tokens").unwrap_or_default();
        let cache_write_1h =
            count(details, "ephemeral_1h_input_tokens").unwrap_or_default().min(written);
        let cache_read = count(usage, "cache_read_input_tokens").unwrap_or_default();
        let cache_write = written - cache_write_1h;
        return Some(Billed { input, cache_read, cache_write, cache_write_1h, output });
    }
    let cache_read = count(details, "cached_tokens").unwrap_or_default();
    let cache_write = count(details, "cache_write_tokens").unwrap_or_default();
    let input = input.saturating_sub(cache_read).saturating_sub(cache_write);
    Some(Billed { input, cache_read, cache_write, cache_write_1h: 0, output })
}

/// Prices in thousandths of a dollar for a million tokens, which is the same as in thousandths of
/// a millionth for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rates {
    input: u32,
    cache_read: u32,
    cache_write: u32,
    cache_write_1h: u32,
    output: u32,
}

/// A line of the table.
struct Row {
    model: &'static str,
    rates: Rates,
    /// Prompts of more tokens than this are billed as a whole at other prices.
    above: Option<(u64, Rates)>,
}

impl Row {
    const fn rates(&self, prompt: u64) -> Rates {
        match self.above {
            Some((size, rates)) if prompt > size => rates,
            _ => self.rates,
        }
    }
}

/// Anthropic's rule: written to the cache 1.25 times the price for five minutes and 2 times for
/// an hour, read from it a tenth.
const fn anthropic(input: u32, output: u32) -> Rates {
    Rates {
        input,
        cache_read: input / 10,
        cache_write: input * 5 / 4,
        cache_write_1h: input * 2,
        output,
    }
}

/// `OpenAI`'s prices of cached input are not known here: it counts in full, so that the cost told
/// is not below the bill.
const fn openai(input: u32, output: u32) -> Rates {
    Rates { input, cache_read: input, cache_write: input, cache_write_1h: input, output }
}

const fn claude(model: &'static str, input: u32, output: u32) -> Row {
    let rates = anthropic(input, output);
    Row { model, rates, above: None }
}

const fn gpt(model: &'static str, input: u32, output: u32) -> Row {
    let above = Some((272_000, openai(input * 2, output / 2 * 3)));
    let rates = openai(input, output);
    Row { model, rates, above }
}

/// Of models that are missing here and known to the core, no official page tells the price.
const TABLE: [Row; 16] = [
    claude("claude-fable-5-1", 10_000, 50_000),
    claude("claude-opus-5-5", 4_000, 20_000),
    Row {
        rates: Rates { cache_read: 100, ..anthropic(2_000, 10_000) },
        ..claude("claude-sonnet-5-5", 2_000, 10_000)
    },
    Row { above: Some((100_000, anthropic(500, 2_500))), ..claude("claude-haiku-5-5", 100, 500) },
    claude("claude-opus-5", 5_000, 25_000),
    claude("claude-opus-4-8", 5_000, 25_000),
    claude("claude-opus-4-7", 5_000, 25_000),
    claude("claude-opus-4-6", 5_000, 25_000),
    claude("claude-sonnet-5", 2_000, 10_000),
    claude("claude-sonnet-4-6", 3_000, 15_000),
    claude("claude-haiku-4-5", 1_000, 5_000),
    claude("claude-sonnet-4-5", 3_000, 15_000),
    gpt("gpt-6.2-astra", 8_000, 40_000),
    gpt("gpt-6.2-sol", 2_000, 10_000),
    gpt("gpt-6.1-terra", 1_000, 5_000),
    gpt("gpt-6-luna", 100, 500),
];

fn row(model: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| is_model(model, row.model))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Ten thousand of each kind of token, as parts of a cent.
    #[track_caller]
    fn check(model: &str, expected: [u64; 5]) {
        let of = |billed: Billed| price(model, &billed).unwrap();
        let count = 10_000;
        let found = [
            of(Billed { input: count, ..Billed::default() }),
            of(Billed { cache_read: count, ..Billed::default() }),
            of(Billed { cache_write: count, ..Billed::default() }),
            of(Billed { cache_write_1h: count, ..Billed::default() }),
            of(Billed { output: count, ..Billed::default() }),
        ];
        assert_eq!(found, expected, "{model}");
    }

    #[test]
    fn each_kind_of_token_has_its_price() {
        check("claude-haiku-5-5", [1_000, 100, 1_250, 2_000, 5_000]);
        check("claude-haiku-5-5-20261007", [1_000, 100, 1_250, 2_000, 5_000]);
        check("claude-sonnet-5-5", [20_000, 1_000, 25_000, 40_000, 100_000]);
        check("claude-opus-5-5", [40_000, 4_000, 50_000, 80_000, 200_000]);
        check("claude-fable-5-1", [100_000, 10_000, 125_000, 200_000, 500_000]);
        check("gpt-6-luna", [1_000, 1_000, 1_000, 1_000, 5_000]);
    }

    #[test]
    fn a_long_prompt_is_dearer_as_a_whole() {
        let haiku = |input, cache_read| {
            price(
                "claude-haiku-5-5",
                &Billed { input, cache_read, output: 1_000, ..Billed::default() },
            )
        };
        assert_eq!(haiku(40_000, 60_000), Some(4_000 + 600 + 500));
        assert_eq!(haiku(40_000, 60_001), Some(20_000 + 3_001 + 2_500));
        let gpt =
            |input| price("gpt-6.2-sol", &Billed { input, output: 1_000, ..Billed::default() });
        assert_eq!(gpt(272_000), Some(544_000 + 10_000));
        assert_eq!(gpt(272_001), Some(1_088_004 + 15_000));
    }

    #[test]
    fn no_call_costs_more_than_the_most() {
        for row in &TABLE {
            for request in [0, 1, 99_999, 100_000, 100_001, 272_000, 272_001, 900_000] {
                let most = most(row.model, Tokens::new(request), Tokens::new(500));
                assert!(most.is_some(), "{}", row.model);
                let request = u64::from(request);
                for part in [0, request / 3, request] {
                    let rest = request - part;
                    for billed in [
                        Billed { input: part, cache_write_1h: rest, ..Billed::default() },
                        Billed { cache_read: part, cache_write: rest, ..Billed::default() },
                    ] {
                        let billed = Billed { output: 500, ..billed };
                        assert!(price(row.model, &billed) <= most, "{} {billed:?}", row.model);
                    }
                }
            }
        }
    }

    #[test]
    fn a_quote_allows_for_twice_the_estimate_and_for_the_whole_limit() {
        let quote = |estimate, body: Value| quote("claude-haiku-5-5", Tokens::new(estimate), &body);
        let bound = most("claude-haiku-5-5", Tokens::new(1_600), Tokens::new(50));
        assert_eq!(quote(300, json!({ "max_tokens": 50 })), bound);
        assert_eq!(quote(300, json!({ "max_completion_tokens": 50, "max_tokens": null })), bound);
        assert_eq!(quote(300, json!({ "max_output_tokens": 50 })), bound);
        // Twice this is above the size from which the model is dearer.
        let dear = most("claude-haiku-5-5", Tokens::new(101_000), Tokens::new(50));
        assert_eq!(quote(50_000, json!({ "max_tokens": 50 })), dear);
        let unlimited = most("claude-haiku-5-5", Tokens::new(1_600), Tokens::new(128_000));
        assert_eq!(quote(300, json!({})), unlimited);
        assert!(quote(u32::MAX, json!({ "max_tokens": u64::MAX })).is_some());
        assert_eq!(super::quote("llama", Tokens::new(1), &json!({ "max_tokens": 1 })), None);
    }

    #[test]
    fn what_is_not_known_is_not_guessed() {
        for model in ["", "claude", "claude-haiku-5-5-mini", "claude-opus-5-6", "gpt-6.2", "llama"]
        {
            assert_eq!(price(model, &Billed::default()), None, "{model}");
            assert_eq!(model_limits(model), None, "{model}");
        }
        assert_eq!(price("claude-fable-5-2", &Billed::default()), None);
    }

    #[test]
    fn of_a_model_that_has_a_price_the_limits_are_known_too() {
        for row in &TABLE {
            assert!(model_limits(row.model).is_some(), "{}", row.model);
        }
    }

    #[test]
    fn figures_without_bounds_come_to_the_largest_cost() {
        let run = json!({ "input_tokens": u64::MAX, "output_tokens": u64::MAX });
        let reply = json!({ "usage": {
            "input_tokens": 1, "output_tokens": 1, "iterations": [run, run, run] } });
        assert_eq!(cost(Api::AnthropicMessages, "claude-opus-5", &reply), Some(u64::MAX));
        assert_eq!(total([Some(u64::MAX), Some(1)].into_iter()), Some(u64::MAX));
        assert_eq!(total([Some(1), None].into_iter()), None);
    }

    #[test]
    fn a_reply_costs_what_all_its_runs_cost() {
        let usage = json!({
            "input_tokens": 10, "cache_read_input_tokens": 20, "cache_creation_input_tokens": 50,
            "cache_creation": { "ephemeral_1h_input_tokens": 30, "ephemeral_5m_input_tokens": 20 },
            "output_tokens": 40,
        });
        let reply = json!({ "usage": usage });
        let cost = |api, reply: &Value| cost(api, "claude-opus-5", reply);
        // 50 + 10 + 125 + 300 + 1000
        assert_eq!(cost(Api::AnthropicMessages, &reply), Some(1_485));
        let run = |input| json!({ "type": "message", "input_tokens": input, "output_tokens": 1 });
        let reply = json!({ "usage": {
            "input_tokens": 100, "output_tokens": 1, "iterations": [run(1_000), run(100)] } });
        assert_eq!(cost(Api::AnthropicMessages, &reply), Some(5_025 + 525));
        assert_eq!(cost(Api::AnthropicMessages, &json!({})), None);
        let reply = json!({ "usage": {
            "prompt_tokens": 100, "completion_tokens": 1,
            "prompt_tokens_details": { "cached_tokens": 60 } } });
        assert_eq!(super::cost(Api::OpenAiChat, "gpt-6.1-terra", &reply), Some(105));
        let reply = json!({ "usage": { "input_tokens": 100, "output_tokens": 1 } });
        assert_eq!(super::cost(Api::OpenAiResponses, "gpt-6.1-terra", &reply), Some(105));
    }
}
