//! Prices and limits, as the border takes them.

use secondwind_core::{CacheRule, Tokens, Usage, model_limits};
use secondwind_wire::{Api, Billed, cost};
use serde_json::{Value, json};

/// What a usage cost, in millionths of a dollar; `None` where the price of the model is not
/// known, or where this is no usage.
///
/// It takes the `usage` of a reply as either provider writes it, with every run of the model that
/// Anthropic lists in it, and the figures of a `usage` delta.
pub fn price(model: &str, usage: &Value) -> Option<u64> {
    let has = |name| usage.get(name).is_some();
    if has("prompt_tokens") {
        return cost(Api::OpenAiChat, model, &json!({ "usage": usage }));
    }
    if has("input_tokens") {
        return cost(Api::AnthropicMessages, model, &json!({ "usage": usage }));
    }
    let count = |name| match usage.get(name) {
        None => Some(Tokens::ZERO),
        Some(count) => Tokens::try_from(count.as_u64()?).ok(),
    };
    let cache = match usage.get("cache").and_then(Value::as_str) {
        Some("within") => CacheRule::Within,
        Some("apart") => CacheRule::Apart,
        _ => return None,
    };
    let (cache_read, cache_write) = (count("cacheRead")?, count("cacheWrite")?);
    let (input, output) = (count("input")?, count("output")?);
    let usage = Usage { input, cache_read, cache_write, output, cache };
    secondwind_wire::price(model, &Billed::from(&usage))
}

/// The most that a call may cost, in millionths of a dollar; see [`secondwind_wire::most`].
pub fn most(model: &str, request: u32, max_output: u32) -> Option<u64> {
    secondwind_wire::most(model, Tokens::new(request), Tokens::new(max_output))
}

/// The most that a call may cost, in millionths of a dollar; see [`secondwind_wire::quote`].
pub fn quote(model: &str, estimate: u32, body: &Value) -> Option<u64> {
    secondwind_wire::quote(model, Tokens::new(estimate), body)
}

/// The limits of a model, `{ window, maxOutput }`; `None` where they are not known.
pub fn limits(model: &str) -> Option<Value> {
    let limits = model_limits(model)?;
    Some(json!({ "window": limits.window.get(), "maxOutput": limits.max_output.get() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usage_has_its_price_in_each_of_its_shapes() {
        let price = |usage: Value| price("gpt-6.1-terra", &usage);
        for usage in [
            json!({ "prompt_tokens": 100, "completion_tokens": 1 }),
            json!({ "input_tokens": 100, "output_tokens": 1 }),
            json!({ "input": 100, "cacheRead": 60, "cacheWrite": 0, "output": 1, "cache": "within" }),
            json!({ "input": 40, "cacheRead": 60, "cacheWrite": 0, "output": 1, "cache": "apart" }),
        ] {
            assert_eq!(price(usage.clone()), Some(105), "{usage}");
        }
        for usage in [
            json!({}),
            json!(null),
            json!({ "input": 100, "output": 1 }),
            json!({ "input": -1, "output": 1, "cache": "apart" }),
            json!({ "prompt_tokens": 1 }),
        ] {
            assert_eq!(price(usage.clone()), None, "{usage}");
        }
        assert_eq!(super::price("llama", &json!({ "input_tokens": 1, "output_tokens": 1 })), None);
    }

    #[test]
    fn limits_are_told_where_they_are_known() {
        let expected = json!({ "window": 1_000_000, "maxOutput": 128_000 });
        assert_eq!(limits("claude-opus-5-5"), Some(expected));
        assert_eq!(limits("llama"), None);
        assert_eq!(most("claude-haiku-5-5", 10_000, 1_000), Some(2_500));
        assert_eq!(most("llama", 1, 1), None);
        let quote = |model| quote(model, 4_500, &json!({ "max_tokens": 1_000 }));
        assert_eq!((quote("claude-haiku-5-5"), quote("llama")), (Some(2_500), None));
    }
}
