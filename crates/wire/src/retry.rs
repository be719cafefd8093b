//! When to make a failed call again.

use crate::failure::Failure;

/// How often a failed call is made again, and how long to wait before it. Pure: the shell waits,
/// and brings the random number.
///
/// ```
/// use secondwind_wire::{Failure, Retry};
///
/// let failure = Failure::network("connection refused", false, None);
/// let retry = Retry::default();
/// assert_eq!(retry.delay(0, &failure, 0), Some(500));
/// assert_eq!(retry.delay(1, &failure, u32::MAX), Some(750));
/// assert_eq!(retry.delay(2, &failure, 0), None);
/// assert_eq!(retry.delay(0, &Failure::aborted(), 0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// How often a call is made again. By default 2; 0 is never.
    pub max: u32,
    /// The wait after the first failure, in milliseconds; it doubles with each. By default 500.
    pub base_ms: u64,
    /// The longest wait that is chosen here, in milliseconds. By default 8,000. What the provider
    /// asks for may be longer.
    pub cap_ms: u64,
}

impl Default for Retry {
    fn default() -> Self {
        Self { max: 2, base_ms: 500, cap_ms: 8_000 }
    }
}

impl Retry {
    /// The longest wait that a provider may ask for, in milliseconds: one minute. Where it asks
    /// for more, the call fails, and a person decides.
    pub const PATIENCE_MS: u64 = 60_000;

    /// How long to wait, in milliseconds, before the call is made again; `None` if it is not.
    ///
    /// `attempt` counts the retries before this one. `jitter` is any number, the same for nobody
    /// else: the wait is shortened by up to a quarter, so that not all come back at once. What
    /// the provider asks for is waited in full.
    #[must_use]
    pub fn delay(&self, attempt: u32, failure: &Failure, jitter: u32) -> Option<u64> {
        if !failure.may_retry || attempt >= self.max {
            return None;
        }
        if let Some(asked) = failure.retry_after_ms {
            return (asked <= Self::PATIENCE_MS).then_some(asked);
        }
        let factor = 1_u64.checked_shl(attempt).unwrap_or(u64::MAX);
        let wait = self.base_ms.saturating_mul(factor).min(self.cap_ms);
        let shorter = u128::from(wait / 4) * u128::from(jitter) / u128::from(u32::MAX);
        Some(wait - u64::try_from(shorter).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_doubles_up_to_its_cap() {
        let failure = Failure::timeout();
        let retry = Retry { max: 100, ..Retry::default() };
        let waits = [0, 1, 2, 3, 4, 5, 63, 64, 99].map(|attempt| retry.delay(attempt, &failure, 0));
        let expected = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000];
        assert_eq!(waits, expected.map(Some));
        assert_eq!(retry.delay(4, &failure, u32::MAX), Some(6_000));
        assert_eq!(retry.delay(100, &failure, 0), None);
        let widest = Retry { max: 1, base_ms: u64::MAX, cap_ms: u64::MAX };
        assert!(widest.delay(0, &failure, u32::MAX) > Some(u64::MAX / 2));
    }

    #[test]
    fn what_the_provider_asks_for_is_waited_in_full_or_not_at_all() {
        let retry = Retry::default();
        let asks = |wait| Failure { retry_after_ms: Some(wait), ..Failure::timeout() };
        assert_eq!(retry.delay(0, &asks(0), u32::MAX), Some(0));
        assert_eq!(retry.delay(1, &asks(60_000), u32::MAX), Some(60_000));
        assert_eq!(retry.delay(0, &asks(60_001), 0), None);
    }
}
