//! What a model call used, and the meters that are fed by it.
//!
//! One reply's usage feeds three meters that mean different things and are never mixed:
//! how full the window is ([`Meters::occupancy`]), what the lesson's loop sums up
//! ([`Meters::accumulated`]), and what all calls together used ([`Meters::spend`]).

use crate::units::{Size, Tokens};
use crate::wire::wire;

/// How a provider reports cached input tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CacheRule {
    /// Beside `input`, which does not hold them (Anthropic).
    Apart,
    /// Inside `input`, as a part of it (`OpenAI`).
    Within,
}

/// What one model call used, in tokens, as the provider reported it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Usage {
    /// The provider's own input figure; whether it holds the cached tokens is `cache`'s to say.
    pub input: Tokens,
    /// Input tokens read from the provider's cache.
    pub cache_read: Tokens,
    /// Input tokens written to the provider's cache.
    pub cache_write: Tokens,
    /// Tokens the model wrote, thinking included.
    pub output: Tokens,
    /// How to read `input`.
    pub cache: CacheRule,
}

impl Usage {
    /// All input tokens of the request, cached or not: the size of what was sent.
    pub fn request(&self) -> Tokens {
        match self.cache {
            CacheRule::Apart => self.input.plus(self.cache_read).plus(self.cache_write),
            CacheRule::Within => self.input,
        }
    }

    /// What the call took up in the window, and what it adds to spend: request and output.
    pub fn total(&self) -> Tokens {
        self.request().plus(self.output)
    }
}

/// The lesson's usage accumulator: the counter after a reply, `used + input + output`.
///
/// It takes the provider's input figure as it stands, so it does not see tokens that a provider
/// reports apart as cached; and since each call sends the whole history again, it counts the
/// same tokens once a call. Both are what the course teaches about it.
///
/// ```
/// use secondwind_core::{CacheRule, Tokens, Usage, track_usage};
///
/// let usage = Usage {
///     input: Tokens::new(60),
///     cache_read: Tokens::new(270),
///     cache_write: Tokens::ZERO,
///     output: Tokens::new(150),
///     cache: CacheRule::Apart,
/// };
/// assert_eq!(track_usage(Tokens::new(280), &usage), Tokens::new(490));
/// ```
#[must_use]
pub fn track_usage(used: Tokens, usage: &Usage) -> Tokens {
    used.plus(usage.input).plus(usage.output)
}

/// The meter that is compared with the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub enum Meter {
    /// The lesson's counter: input and output summed since the last restart. Fires early.
    Accumulated,
    /// How full the window is now. What production wants.
    Occupancy,
}

/// The three meters after an event. Unit: tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meters {
    /// The lesson's counter; zero again after each compaction.
    pub accumulated: Size,
    /// What the window holds now: what the last reply's request and output took up, and an
    /// estimate of everything appended since.
    pub occupancy: Size,
    /// The sum over all calls, the compaction calls included. Never zeroed; feeds budgets and
    /// prices, never the threshold.
    pub spend: Size,
}

impl Meters {
    /// The value of one meter.
    pub const fn of(&self, meter: Meter) -> Size {
        match meter {
            Meter::Accumulated => self.accumulated,
            Meter::Occupancy => self.occupancy,
        }
    }
}

wire!(words CacheRule { Apart: "apart", Within: "within" });
wire!(words Meter { Accumulated: "accumulated", Occupancy: "occupancy" });
wire!(struct Usage {
    input: "input",
    cache_read: "cacheRead",
    cache_write: "cacheWrite",
    output: "output",
    cache: "cache",
});
wire!(struct Meters { accumulated: "accumulated", occupancy: "occupancy", spend: "spend" });
