//! The limits of a gate.

use serde::Serialize;

/// 字 by [`CountRule::Standard`](wenfang_text::CountRule::Standard) that a text should, may and must not have.
///
/// Always `1 ≤ floor ≤ target ≤ soft ≤ hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct GateLimits {
    pub(super) target: usize,
    pub(super) floor: usize,
    pub(super) soft: usize,
    pub(super) hard: usize,
    pub(super) rounds: u32,
}

/// How often an answer that is too short is asked to go on, unless said otherwise.
const ROUNDS: u32 = 3;

impl GateLimits {
    /// The limits of a target: floor 0.9, soft limit 1.1 and hard limit 1.2 of it, each rounded towards the target, so
    /// that no limit allows more than its part. `None` for a target of 0.
    pub const fn of_target(target: usize) -> Option<Self> {
        if target == 0 {
            return None;
        }
        Some(Self {
            target,
            floor: target - target / 10,
            soft: target.saturating_add(target / 10),
            hard: target.saturating_add(target / 5),
            rounds: ROUNDS,
        })
    }

    /// The same limits with another number of rounds; 0 never asks to go on.
    pub const fn with_rounds(self, rounds: u32) -> Self {
        Self { rounds, ..self }
    }

    /// The same limits without a least length: an answer that ends by itself is long enough.
    pub const fn without_floor(self) -> Self {
        Self { floor: 1, ..self }
    }

    /// What is aimed at.
    pub const fn target(&self) -> usize {
        self.target
    }

    /// Below this a finished answer is too short.
    pub const fn floor(&self) -> usize {
        self.floor
    }

    /// Above this the author is warned and text is held.
    pub const fn soft(&self) -> usize {
        self.soft
    }

    /// Above this nothing is shown.
    pub const fn hard(&self) -> usize {
        self.hard
    }

    /// How often an answer that is too short is asked to go on.
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
    fn limits_keep_their_order_and_their_parts() {
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
