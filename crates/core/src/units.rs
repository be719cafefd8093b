//! Numbers with a unit, and names for requests and messages.

use core::fmt;

use crate::wire::wire;

/// A count of model tokens, at most [`Tokens::MAX`] so that it is exact as a JavaScript number.
///
/// Sums stop at the maximum instead of wrapping; at a million tokens a call that is nine
/// thousand million calls away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Tokens(u64);

impl Tokens {
    /// No tokens.
    pub const ZERO: Self = Self(0);
    /// The largest count: 2^53 - 1, the largest whole number that JavaScript holds exactly.
    pub const MAX: Self = Self((1 << 53) - 1);

    /// What an estimate adds for each message or tool result beside its content.
    pub const MESSAGE: Self = Self(4);

    /// A count that is known to fit.
    pub const fn new(count: u32) -> Self {
        Self(count as u64)
    }

    /// The count as a plain number.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The sum, or [`Tokens::MAX`] if it would be larger.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0).min(Self::MAX.0))
    }

    /// The difference, or zero if it would be negative.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The estimate of a message or a tool result whose text has this many UTF-8 bytes: that of
    /// the text, and 4 for what stands around it.
    pub fn estimate_message(bytes: usize) -> Self {
        Self::estimate(bytes).plus(Self::MESSAGE)
    }

    /// The estimate used wherever no provider has counted: UTF-8 bytes / 4, rounded up.
    pub const fn estimate(bytes: usize) -> Self {
        let tokens = (bytes as u64).div_ceil(4);
        if tokens > Self::MAX.0 { Self::MAX } else { Self(tokens) }
    }
}

impl TryFrom<u64> for Tokens {
    type Error = TokensError;

    fn try_from(count: u64) -> Result<Self, TokensError> {
        if count > Self::MAX.0 { Err(TokensError(count)) } else { Ok(Self(count)) }
    }
}

impl From<Tokens> for u64 {
    fn from(tokens: Tokens) -> Self {
        tokens.0
    }
}

impl core::iter::Sum for Tokens {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::ZERO, Self::plus)
    }
}

impl fmt::Display for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A token count above [`Tokens::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} tokens are more than a JavaScript number holds exactly (2^53 - 1)")]
pub struct TokensError(pub u64);

/// A number as people write it, to six decimals. The standard library's printing of floating
/// point numbers is exact, and larger than all the rest of a small module.
pub(crate) struct Decimal(pub(crate) f64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number) = *self;
        if number.is_nan() {
            return f.write_str("NaN");
        }
        let sign = if number.is_sign_negative() { "-" } else { "" };
        let size = number.abs();
        // Beyond this, a millionth is lost in a JavaScript number, too.
        if size >= 1e9 {
            return write!(f, "{sign}{}", if size.is_infinite() { "inf" } else { "1e9 or more" });
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let millionths = (size * 1e6 + 0.5) as u64;
        let (whole, mut part, mut digits) = (millionths / 1_000_000, millionths % 1_000_000, 6);
        while digits > 0 && part % 10 == 0 {
            part /= 10;
            digits -= 1;
        }
        if digits == 0 {
            return write!(f, "{sign}{whole}");
        }
        write!(f, "{sign}{whole}.{part:0digits$}")
    }
}

/// Milliseconds since the Unix epoch. The core never reads a clock: the shell passes the time in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

impl Millis {
    /// The latest time that JSON holds exactly: 2^53 - 1. A later one is held there.
    pub const MAX: Self = Self((1 << 53) - 1);
}

/// Names one request to the shell. Minted in order, so that a replayed log mints the same ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u32);

impl RequestId {
    /// The next id of a counter.
    pub(crate) const fn mint(next: &mut u32) -> Self {
        let id = Self(*next);
        *next += 1;
        id
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Names one message of the history. Minted in order and never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct MessageId(pub u32);

impl MessageId {
    /// The fixed part of every request: the system prompt and the tool definitions.
    pub const FIXED: Self = Self(0);
}

/// Whether a number came from the provider or is our own estimate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The provider counted it.
    Counted,
    /// At least a part of it is an estimate.
    #[default]
    Estimated,
}

impl Measure {
    /// Counted only if both are.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Counted, Self::Counted) => Self::Counted,
            _ => Self::Estimated,
        }
    }
}

/// A number of tokens that says how it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Size {
    /// The number.
    pub tokens: Tokens,
    /// How it is known.
    pub measure: Measure,
}

impl Size {
    /// Nothing, known exactly.
    pub const ZERO: Self = Self::counted(Tokens::ZERO);

    /// A number from the provider.
    pub const fn counted(tokens: Tokens) -> Self {
        Self { tokens, measure: Measure::Counted }
    }

    /// A number of our own.
    pub const fn estimated(tokens: Tokens) -> Self {
        Self { tokens, measure: Measure::Estimated }
    }

    /// The sum; counted only if both are.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { tokens: self.tokens.plus(other.tokens), measure: self.measure.and(other.measure) }
    }
}

wire!(newtype Millis);
wire!(newtype RequestId);
wire!(newtype MessageId);
wire!(words Measure { Counted: "counted", Estimated: "estimated" });
wire!(struct Size { tokens: "tokens", measure: "measure" });

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn a_decimal_is_written_without_zeros_at_its_end() {
        for (number, text) in [
            (7.0, "7"),
            (10.0, "10"),
            (0.5, "0.5"),
            (-0.25, "-0.25"),
            (1.05, "1.05"),
            (0.000_001, "0.000001"),
            (1e9, "1e9 or more"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(Decimal(number).to_string(), text);
        }
    }
}
