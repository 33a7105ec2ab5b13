//! Progress and speed of a download.

use std::collections::VecDeque;
use std::time::Duration;

/// The progress of a download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes present, including those of earlier attempts.
    pub done: u64,
    /// Total bytes.
    pub total: u64,
    /// Bytes per second over the last [`WINDOW`].
    pub bytes_per_second: u64,
}

/// The window over which the rate is measured: long enough not to flicker, short enough to follow changes.
pub const WINDOW: Duration = Duration::from_secs(5);

/// Minimum time between two samples.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(200);

/// Measures the rate of received bytes.
#[derive(Debug, Default)]
pub(super) struct Meter {
    received: u64,
    samples: VecDeque<(Duration, u64)>,
}

impl Meter {
    /// Records bytes received at a time since the start.
    pub(super) fn note(&mut self, at: Duration, bytes: u64) {
        self.received += bytes;
        if self.samples.back().is_none_or(|(last, _)| at.saturating_sub(*last) >= SAMPLE_INTERVAL) {
            self.samples.push_back((at, self.received));
        }
        while self.samples.get(1).is_some_and(|(second, _)| at.saturating_sub(*second) >= WINDOW) {
            self.samples.pop_front();
        }
    }

    /// Bytes per second; 0 while there are too few samples.
    pub(super) fn rate(&self, at: Duration) -> u64 {
        let Some((first, before)) = self.samples.front() else { return 0 };
        let millis = u64::try_from(at.saturating_sub(*first).as_millis()).unwrap_or(u64::MAX);
        if millis < 200 { 0 } else { (self.received - before).saturating_mul(1000) / millis }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_follows_recent_bytes() {
        let mut meter = Meter::default();
        assert_eq!(meter.rate(Duration::from_secs(1)), 0);
        let mut at = Duration::ZERO;
        for _ in 0..100 {
            meter.note(at, 1000);
            at += Duration::from_millis(100);
        }
        let fast = meter.rate(at);
        assert!((9_000..=11_000).contains(&fast), "{fast}");
        for _ in 0..100 {
            meter.note(at, 100);
            at += Duration::from_millis(100);
        }
        let slow = meter.rate(at);
        assert!((900..=1_100).contains(&slow), "{slow}");
    }

    #[test]
    fn a_single_moment_has_no_rate() {
        let mut meter = Meter::default();
        meter.note(Duration::ZERO, 1 << 40);
        assert_eq!(meter.rate(Duration::ZERO), 0);
        assert!(meter.samples.len() < 3);
    }
}
