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

/// Beginnings of model names, with the window and the output limit in tokens.
const TABLE: [(&str, u32, u32); 12] = [
    ("claude-fable-5", 1_000 * K, 128 * K),
    ("claude-opus-5", 1_000 * K, 128 * K),
    ("claude-opus-4-8", 1_000 * K, 128 * K),
    ("claude-opus-4-7", 1_000 * K, 128 * K),
    ("claude-opus-4-6", 1_000 * K, 128 * K),
    ("claude-sonnet-5", 1_000 * K, 128 * K),
    ("claude-sonnet-4-6", 1_000 * K, 128 * K),
    ("claude-haiku-5", 1_000 * K, 128 * K),
    ("claude-haiku-4-5", 200 * K, 64 * K),
    ("claude-opus-4-5", 200 * K, 64 * K),
    ("gpt-6", 1_050 * K, 128 * K),
    ("claude-sonnet-4-5", 200 * K, 64 * K),
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
    // `claude-opus-5` is not the beginning of `claude-opus-55`, but of `claude-opus-5-5`.
    let begins = |beginning: &str| {
        name.strip_prefix(beginning)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let (_, window, max_output) = TABLE
        .iter()
        .filter(|(beginning, ..)| begins(beginning))
        .max_by_key(|(beginning, ..)| beginning.len())?;
    Some(ModelLimits { window: Tokens::new(*window), max_output: Tokens::new(*max_output) })
}
