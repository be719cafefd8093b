//! What is known of current models: their windows, and how much one reply may hold.
//!
//! The table goes out of date; apps override it, or ask the provider's model endpoint.

use crate::units::Tokens;

/// The limits of a model, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelLimits {
    /// Size of the context window.
    pub window: Tokens,
    /// The most that one reply may hold.
    pub max_output: Tokens,
}

const K: u32 = 1_000;

/// Names of models, the window and the output limit in tokens. The names are one text, which takes
/// the fewest bytes of what every page loads.
const TABLE: [(&[u8], u32, u32); 3] = [
    (
        b"claude-fable-5 claude-fable-5-1 claude-fable-5-2 claude-haiku-5 claude-haiku-5-5 \
          claude-opus-4-6 claude-opus-4-7 claude-opus-4-8 claude-opus-5 claude-opus-5-5 \
          claude-sonnet-4-6 claude-sonnet-5 claude-sonnet-5-5",
        1_000 * K,
        128 * K,
    ),
    (b"claude-haiku-4-5 claude-opus-4-5 claude-sonnet-4-5", 200 * K, 64 * K),
    (b"gpt-6 gpt-6-luna gpt-6.1-terra gpt-6.2-astra gpt-6.2-sol", 1_050 * K, 128 * K),
];

/// The limits of a model by its name, dated variants included; `None` where it is not known. A
/// window is never guessed.
///
/// ```
/// use secondwind_core::{Tokens, model_limits};
///
/// let limits = model_limits("claude-haiku-4-5-20251001").expect("it is in the table");
/// assert_eq!(limits.window, Tokens::new(200_000));
/// assert!(model_limits("my-own-model").is_none());
/// ```
#[must_use]
pub fn model_limits(name: &str) -> Option<ModelLimits> {
    let is = |model: &[u8]| is_variant(name.as_bytes(), model);
    let known = |names: &[u8]| names.split(|byte| *byte == b' ').any(is);
    let (_, window, max_output) = TABLE.iter().find(|(names, ..)| known(names))?;
    Some(ModelLimits { window: Tokens::new(*window), max_output: Tokens::new(*max_output) })
}

/// Whether a name is that of this model, or of one of its dated variants: a `mini` is another one.
#[must_use]
pub fn is_model(name: &str, model: &str) -> bool {
    is_variant(name.as_bytes(), model.as_bytes())
}

fn is_variant(name: &[u8], model: &[u8]) -> bool {
    let Some(rest) = name.strip_prefix(model) else { return false };
    let [b'-' | b'@', date @ ..] = rest else { return rest.is_empty() };
    let digits = date.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_date = digits == 8 && date.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    is_date || date == b"latest"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_known_by_name_and_date_and_never_guessed() {
        for known in [
            "gpt-6",
            "gpt-6-2026-08-01",
            "claude-opus-4-5-20251101",
            "claude-opus-4-5@20251101",
            "claude-sonnet-5-latest",
            "claude-haiku-5-5-20261007",
            "gpt-6.2-sol-2026-10-01",
        ] {
            assert!(model_limits(known).is_some(), "{known}");
        }
        for unknown in [
            "gpt-6-nano",
            "gpt-6-2",
            "gpt-6.2",
            "claude-opus-5-6",
            "claude-haiku-5-5 claude-opus-4-6",
            "gpt-6-nano-2026-08-01",
            "claude-opus-4-5-mini",
            "claude-opus-55",
            "gpt-60",
            "gpt",
            "",
        ] {
            assert_eq!(model_limits(unknown), None, "{unknown}");
        }
        let window = |name| model_limits(name).map(|limits| limits.window.get());
        assert_eq!(window("claude-opus-4-5-20251101"), Some(200_000));
        assert_eq!(window("claude-opus-4-8"), Some(1_000_000));
    }

    #[test]
    fn a_window_of_the_table_holds_more_than_one_reply() {
        for (names, window, max_output) in TABLE {
            assert!(max_output >= 64_000 && window >= 200_000, "{names:?}");
            assert!(max_output < window && window <= 2_000_000, "{names:?}");
        }
    }
}
