//! When to compact, and how much a call may write.

use crate::{
    units::{Decimal, Tokens},
    usage::Meter,
    wire::wire,
};

/// The knobs. Plain data; checked once, by [`crate::Harness::new`].
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Size of the model's context window. No default: it is the caller's to say.
    pub window: Tokens,
    /// The part of the window at which compaction fires, above 0 and below 1, taken to millionths.
    /// Rule of thumb 0.7.
    /// Higher leaves no room for the next request and for the summary call; lower spends calls.
    pub ratio: f64,
    /// The meter that is compared with the threshold.
    pub meter: Meter,
    /// Room kept free for the next reply. The threshold must lie below `window - output_reserve`.
    /// 0 in the lesson, 1024 in production.
    pub output_reserve: Tokens,
    /// The most that an ordinary call may write. Default 1024.
    pub reply_limit: Tokens,
    /// The most that a compaction call may write. Default 2000.
    pub summary_limit: Tokens,
    /// Whether any stop other than `tool_use` returns the text as the answer. The lesson's loop
    /// does so; in production only `end_turn` and `stop_sequence` do.
    pub any_stop_answers: bool,
}

impl Policy {
    /// The lesson's harness: the accumulated counter triggers, and any stop other than
    /// `tool_use` ends the run with its text.
    pub const fn lesson(window: Tokens, ratio: f64) -> Self {
        Self {
            window,
            ratio,
            meter: Meter::Accumulated,
            output_reserve: Tokens::ZERO,
            reply_limit: Tokens::new(1024),
            summary_limit: Tokens::new(2000),
            any_stop_answers: true,
        }
    }

    /// For production: occupancy triggers at 0.7 of the window, with room for a reply kept free.
    pub const fn production(window: Tokens) -> Self {
        Self {
            ratio: 0.7,
            meter: Meter::Occupancy,
            output_reserve: Tokens::new(1024),
            any_stop_answers: false,
            ..Self::lesson(window, 0.7)
        }
    }

    /// The number of tokens at which compaction fires, if the policy can work at all.
    pub fn threshold(&self) -> Result<Tokens, PolicyError> {
        for (name, limit) in
            [("replyLimit", self.reply_limit), ("summaryLimit", self.summary_limit)]
        {
            if limit == Tokens::ZERO {
                return Err(PolicyError::ZeroLimit { name });
            }
        }
        let threshold = threshold(self.window, self.ratio)?;
        let room = self.window.less(self.output_reserve);
        if threshold >= room {
            return Err(PolicyError::NoRoom {
                threshold,
                window: self.window,
                output_reserve: self.output_reserve,
            });
        }
        Ok(threshold)
    }
}

/// The number of tokens at which compaction fires: the smallest whole number that is at least
/// `window * ratio`, so that `used >= threshold` says the same as `used >= window * ratio`.
///
/// The ratio is taken to millionths. Binary fractions would put 100 * 0.07 at a hair above 7 and
/// miss the threshold by one token.
pub fn threshold(window: Tokens, ratio: f64) -> Result<Tokens, PolicyError> {
    // The negation also refuses NaN, which compares false with everything.
    if !(ratio > 0.0 && ratio < 1.0) {
        return Err(PolicyError::Ratio { ratio });
    }
    // The ratio lies between 0 and 1, so the product fits; adding a half rounds to the nearest.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let millionths = (ratio * 1e6 + 0.5) as u128;
    let threshold = (u128::from(window.get()) * millionths).div_ceil(1_000_000);
    let threshold = u64::try_from(threshold).ok().and_then(|count| Tokens::try_from(count).ok());
    match threshold {
        Some(threshold) if threshold > Tokens::ZERO && threshold < window => Ok(threshold),
        _ => Err(PolicyError::Window { window, ratio }),
    }
}

/// The threshold check: whether the window is to be compacted now. Reaching the threshold
/// exactly counts.
///
/// It stands right after a round's tool results were appended and before the next request goes
/// out. Earlier, and the newest tool output is missing from what gets summarised; later, and one
/// more request goes out above the threshold.
///
/// ```
/// use secondwind_core::{Tokens, should_compact, threshold};
///
/// let threshold = threshold(Tokens::new(2000), 0.7)?;
/// assert!(!should_compact(Tokens::new(1399), threshold));
/// assert!(should_compact(Tokens::new(1400), threshold));
/// # Ok::<(), secondwind_core::PolicyError>(())
/// ```
#[must_use]
pub fn should_compact(used: Tokens, threshold: Tokens) -> bool {
    used >= threshold
}

/// Why a policy cannot work.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The ratio must lie above 0 and below 1.
    #[error("ratio {} is not above 0 and below 1", Decimal(*ratio))]
    Ratio {
        /// What was given.
        ratio: f64,
    },
    /// The window is so small that no whole number of tokens lies at the ratio and below it.
    #[error(
        "a window of {window} tokens has no threshold at ratio {}; enlarge the window",
        Decimal(*ratio)
    )]
    Window {
        /// What was given.
        window: Tokens,
        /// What was given.
        ratio: f64,
    },
    /// The threshold must leave room for the reply: lower the ratio or the reserve.
    #[error(
        "threshold {threshold} is not below window {window} less output reserve {output_reserve}; \
         lower the ratio or the reserve"
    )]
    NoRoom {
        /// Where compaction would fire.
        threshold: Tokens,
        /// What was given.
        window: Tokens,
        /// What was given.
        output_reserve: Tokens,
    },
    /// A call that may write nothing cannot answer; 0 does not mean unlimited.
    #[error("{name} is 0, which does not mean unlimited; give the number of tokens")]
    ZeroLimit {
        /// The field, as JavaScript spells it.
        name: &'static str,
    },
}

wire!(strict struct Policy {
    window: "window",
    ratio: "ratio",
    meter: "meter",
    output_reserve: "outputReserve",
    reply_limit: "replyLimit",
    summary_limit: "summaryLimit",
    any_stop_answers: "anyStopAnswers",
});
