//! A circuit breaker for one provider, so that calls do not wait for a provider that is down.
//!
//! A pure state machine; the caller passes the time in. **Closed**: requests pass; [`FAILURES_TO_OPEN`] outages in a
//! row open it. **Open**: no request passes until the rest is over. **Half open**: one trial request passes; success
//! closes the breaker, failure opens it again for twice as long, up to [`MAX_REST`]. Refusals of a single request (a
//! wrong key, a long prompt, 429) do not count.

use std::time::Duration;

use tokio::time::Instant;

/// Consecutive outages that open the breaker. One call tries three times, so a second call is needed to open it.
pub const FAILURES_TO_OPEN: u32 = 5;

/// How long the breaker stays open the first time.
pub const FIRST_REST: Duration = Duration::from_secs(20);

/// The longest time the breaker stays open.
pub const MAX_REST: Duration = Duration::from_secs(300);

/// Whether a request may go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permit {
    Free,
    /// Allowed as the trial request. The caller must report its end with [`Breaker::succeeded`], [`Breaker::failed`]
    /// or [`Breaker::abandoned`].
    Trial,
    Shut {
        /// Time until the next trial; zero while a trial is in progress.
        opens_in: Duration,
    },
}

/// A circuit breaker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breaker {
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Closed { failures: u32 },
    Open { until: Instant, rest: Duration },
    Trial { rest: Duration },
}

impl Default for State {
    fn default() -> Self {
        Self::Closed { failures: 0 }
    }
}

impl Breaker {
    /// Whether a request may go out now.
    pub fn pass(&mut self, now: Instant) -> Permit {
        match self.state {
            State::Closed { .. } => Permit::Free,
            State::Open { until, rest } if now >= until => {
                self.state = State::Trial { rest };
                Permit::Trial
            }
            State::Open { until, .. } => Permit::Shut { opens_in: until.saturating_duration_since(now) },
            State::Trial { .. } => Permit::Shut { opens_in: Duration::ZERO },
        }
    }

    /// Records an answer from the provider, even a refusal.
    pub fn succeeded(&mut self) {
        self.state = State::Closed { failures: 0 };
    }

    /// Records an outage of the provider.
    pub fn failed(&mut self, now: Instant) {
        self.state = match self.state {
            State::Closed { failures } if failures + 1 < FAILURES_TO_OPEN => {
                State::Closed { failures: failures + 1 }
            }
            State::Closed { .. } => State::Open { until: now + FIRST_REST, rest: FIRST_REST },
            State::Trial { rest } => {
                let rest = rest.saturating_mul(2).min(MAX_REST);
                State::Open { until: now + rest, rest }
            }
            // The request went out before the breaker opened; it changes nothing.
            open @ State::Open { .. } => open,
        };
    }

    /// Records a trial that was stopped before its result was known; another trial may start at once.
    pub fn abandoned(&mut self, now: Instant) {
        if let State::Trial { rest } = self.state {
            self.state = State::Open { until: now, rest };
        }
    }

    /// Whether requests pass without a trial.
    pub const fn is_closed(&self) -> bool {
        matches!(self.state, State::Closed { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(now: Instant) -> Breaker {
        let mut breaker = Breaker::default();
        for _ in 0..FAILURES_TO_OPEN {
            assert_eq!(breaker.pass(now), Permit::Free);
            breaker.failed(now);
        }
        breaker
    }

    #[tokio::test(start_paused = true)]
    async fn only_consecutive_outages_open_the_breaker() {
        let now = Instant::now();
        let mut breaker = Breaker::default();
        for _ in 1..FAILURES_TO_OPEN {
            breaker.failed(now);
        }
        breaker.succeeded();
        breaker.failed(now);
        assert_eq!(breaker.pass(now), Permit::Free);
        assert_eq!(opened(now).pass(now), Permit::Shut { opens_in: FIRST_REST });
    }

    #[tokio::test(start_paused = true)]
    async fn one_trial_passes_after_the_rest() {
        let now = Instant::now();
        let mut breaker = opened(now);
        let nearly = now + FIRST_REST - Duration::from_millis(1);
        assert_eq!(breaker.pass(nearly), Permit::Shut { opens_in: Duration::from_millis(1) });
        assert_eq!(breaker.pass(now + FIRST_REST), Permit::Trial);
        assert_eq!(breaker.pass(now + FIRST_REST), Permit::Shut { opens_in: Duration::ZERO });
        breaker.succeeded();
        assert_eq!(breaker.pass(now + FIRST_REST), Permit::Free);
    }

    #[tokio::test(start_paused = true)]
    async fn failed_trials_double_the_rest_up_to_the_maximum() {
        let mut now = Instant::now();
        let mut breaker = opened(now);
        let mut rest = FIRST_REST;
        for _ in 0..10 {
            now += rest;
            assert_eq!(breaker.pass(now), Permit::Trial);
            breaker.failed(now);
            rest = (rest * 2).min(MAX_REST);
            assert_eq!(breaker.pass(now), Permit::Shut { opens_in: rest });
        }
        assert_eq!(rest, MAX_REST);
    }

    #[tokio::test(start_paused = true)]
    async fn an_abandoned_trial_can_be_repeated_at_once() {
        let now = Instant::now();
        let mut breaker = opened(now);
        let later = now + FIRST_REST;
        assert_eq!(breaker.pass(later), Permit::Trial);
        breaker.abandoned(later);
        assert_eq!(breaker.pass(later), Permit::Trial);
    }

    #[tokio::test(start_paused = true)]
    async fn a_late_failure_does_not_lengthen_the_rest() {
        let now = Instant::now();
        let mut breaker = opened(now);
        breaker.failed(now + Duration::from_secs(5));
        assert_eq!(breaker.pass(now + FIRST_REST), Permit::Trial);
    }
}
