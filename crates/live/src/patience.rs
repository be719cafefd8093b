//! How long a stream is waited for: its next piece, and once it is complete, its end.

/// The time that is left for the next piece.
pub(crate) struct Patience {
    idle_ms: u64,
    /// When a stream that is complete has had its time.
    end_ms: Option<f64>,
}

impl Patience {
    /// How long a stream that is complete may take to end, in milliseconds. A connection that is
    /// read to its end can be used again.
    pub(crate) const GRACE_MS: u32 = 500;

    /// Patience with a stream that may be silent for so many milliseconds.
    pub(crate) const fn new(idle_ms: u64) -> Self {
        Self { idle_ms, end_ms: None }
    }

    /// The stream is complete now, or was before: what comes behind its end mark gives it no more
    /// time.
    pub(crate) fn complete(&mut self, now_ms: f64) {
        self.end_ms.get_or_insert_with(|| now_ms + f64::from(Self::GRACE_MS));
    }

    /// How many milliseconds the next piece has; 0 where none is waited for any more.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the time left is from 0 to the grace"
    )]
    pub(crate) fn left(&self, now_ms: f64) -> u64 {
        let Some(end) = self.end_ms else { return self.idle_ms };
        let left = (end - now_ms).clamp(0.0, f64::from(Self::GRACE_MS)) as u64;
        left.min(self.idle_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_of_a_stream_has_the_whole_time() {
        let patience = Patience::new(60_000);
        assert_eq!([0.0, 1e12, 2e12].map(|now| patience.left(now)), [60_000; 3]);
    }

    #[test]
    fn a_complete_stream_ends_in_time_whatever_comes_behind_its_end() {
        let mut patience = Patience::new(60_000);
        let mut left = Vec::new();
        // A server that pings for ever.
        for now in [1e12, 1e12 + 200.0, 1e12 + 400.0, 1e12 + 499.5, 1e12 + 500.0, 1e12 + 9e9] {
            patience.complete(now);
            left.push(patience.left(now));
        }
        assert_eq!(left, [500, 300, 100, 0, 0, 0]);
        // A clock that was set back gives no more than the grace.
        assert_eq!(patience.left(0.0), 500);
        let mut short = Patience::new(50);
        short.complete(0.0);
        assert_eq!(short.left(0.0), 50);
    }
}
