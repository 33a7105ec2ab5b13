//! The length limits of a gate.

use serde::Serialize;

/// Length limits in 字 by [`CountRule::Standard`](wenfang_text::CountRule::Standard).
///
/// Invariant: `1 ≤ floor ≤ target ≤ soft ≤ hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct GateLimits {
    pub(super) target: usize,
    pub(super) floor: usize,
    pub(super) soft: usize,
    pub(super) hard: usize,
    pub(super) rounds: u32,
}

/// The default number of continuation rounds.
const DEFAULT_ROUNDS: u32 = 3;

impl GateLimits {
    /// Derives the limits from a target: floor 0.9, soft limit 1.1 and hard limit 1.2 times the target, each
    /// rounded towards the target so that no limit exceeds its factor. `None` for a target of 0.
    pub const fn of_target(target: usize) -> Option<Self> {
        if target == 0 {
            return None;
        }
        Some(Self {
            target,
            floor: target - target / 10,
            soft: target.saturating_add(target / 10),
            hard: target.saturating_add(target / 5),
            rounds: DEFAULT_ROUNDS,
        })
    }

    /// Returns the same limits with another number of rounds; with 0 no continuation is requested.
    pub const fn with_rounds(self, rounds: u32) -> Self {
        Self { rounds, ..self }
    }

    /// Returns the same limits without a minimum length: an answer that ends by itself is long enough.
    pub const fn without_floor(self) -> Self {
        Self { floor: 1, ..self }
    }

    /// The target length.
    pub const fn target(&self) -> usize {
        self.target
    }

    /// The minimum length of a finished answer.
    pub const fn floor(&self) -> usize {
        self.floor
    }

    /// The length above which the author is warned and text stays pending.
    pub const fn soft(&self) -> usize {
        self.soft
    }

    /// The length above which nothing is shown.
    pub const fn hard(&self) -> usize {
        self.hard
    }

    /// The maximum number of continuation rounds.
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_rounded_towards_the_target() {
        let limits = |target| {
            let limits = GateLimits::of_target(target)?;
            Some((limits.floor(), limits.soft(), limits.hard()))
        };
        assert_eq!(limits(0), None);
        assert_eq!(limits(1), Some((1, 1, 1)));
        assert_eq!(limits(5), Some((5, 5, 6)));
        assert_eq!(limits(15), Some((14, 16, 18)));
        assert_eq!(limits(3000), Some((2700, 3300, 3600)));
    }

    #[test]
    fn limits_are_ordered_and_within_their_factors() {
        for target in (1..5_000).chain([usize::MAX / 2, usize::MAX]) {
            let limits = GateLimits::of_target(target).unwrap();
            let GateLimits { floor, soft, hard, .. } = limits;
            assert!(1 <= floor && floor <= target && target <= soft && soft <= hard);
            let whole = |part: usize| part as u128 * 10;
            let target = target as u128;
            assert!(whole(floor) >= target * 9 && whole(soft) <= target * 11 && whole(hard) <= target * 12);
        }
    }
}
