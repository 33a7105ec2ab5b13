//! How far a download is, and how fast.

use std::collections::VecDeque;
use std::time::Duration;

/// How far a download is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes that are there, those of earlier tries included.
    pub done: u64,
    /// Bytes in all.
    pub total: u64,
    /// Bytes a second, over the last [`WINDOW`].
    pub bytes_per_second: u64,
}

/// The time that the rate is taken over: long enough not to flicker, short enough to follow a change.
pub const WINDOW: Duration = Duration::from_secs(5);

/// Least time between two samples.
const STEP: Duration = Duration::from_millis(200);

/// Bytes as they come in, and their rate.
#[derive(Debug, Default)]
pub(super) struct Meter {
    received: u64,
    samples: VecDeque<(Duration, u64)>,
}

impl Meter {
    /// Notes bytes that came at a time since the start.
    pub(super) fn note(&mut self, at: Duration, bytes: u64) {
        self.received += bytes;
        if self.samples.back().is_none_or(|(last, _)| at.saturating_sub(*last) >= STEP) {
            self.samples.push_back((at, self.received));
        }
        while self.samples.get(1).is_some_and(|(second, _)| at.saturating_sub(*second) >= WINDOW) {
            self.samples.pop_front();
        }
    }

    /// Bytes a second; 0 as long as there is nothing to tell it from.
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
    fn the_rate_follows_the_last_seconds() {
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
    fn nothing_is_told_from_one_moment() {
        let mut meter = Meter::default();
        meter.note(Duration::ZERO, 1 << 40);
        assert_eq!(meter.rate(Duration::ZERO), 0);
        assert!(meter.samples.len() < 3);
    }
}
