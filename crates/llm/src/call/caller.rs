//! The call loop over targets and attempts, with the state that is remembered between calls.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::attempt::{record, try_once, unsent};
use super::{Ask, Attempt, CallEnd, CallEvent, CallReport, Delivery, ResolvedTarget};
use crate::breaker::{Breaker, Permit};
use crate::client::{Client, ExchangeEnd, Failure};
use crate::providers::ProviderId;
use crate::random;
use crate::retry::{Decision, FailureClass, MAX_ATTEMPTS, RetryContext, decide};
use crate::stream::{Finish, StreamEvent};
use crate::wire::Adjustments;

/// Calls models. One instance serves the whole process: it remembers which providers are down and which parameters
/// models refuse.
#[derive(Debug)]
pub struct Caller {
    client: Client,
    breakers: Mutex<BTreeMap<ProviderId, Breaker>>,
    refused: Mutex<BTreeMap<(ProviderId, String), Adjustments>>,
    seed: AtomicU64,
}

impl Caller {
    /// Creates a caller whose jitter is seeded by the system.
    pub fn new(client: Client) -> Self {
        Self::with_seed(client, random::seed())
    }

    /// Creates a caller with a fixed jitter seed.
    pub fn with_seed(client: Client, seed: u64) -> Self {
        Self { client, breakers: Mutex::default(), refused: Mutex::default(), seed: AtomicU64::new(seed) }
    }

    /// The client used for requests.
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Whether requests to a provider pass without a trial.
    pub fn is_open_to(&self, provider: &ProviderId) -> bool {
        let breakers = self.breakers.lock();
        breakers.get(provider).is_none_or(Breaker::is_closed)
    }

    /// Forgets what was learnt about a provider, because the author changed it or wants it tried now.
    pub fn forget(&self, provider: &ProviderId) {
        self.breakers.lock().remove(provider);
        self.refused.lock().retain(|(id, _), _| id != provider);
    }

    /// Tries the targets in order until one answers, none is left, text was delivered, or the author stops the call.
    /// Cancelling `cancel` or dropping the future closes the connection.
    pub async fn call(
        &self,
        ask: Ask<'_>,
        on: &mut (dyn FnMut(CallEvent) + Send),
        cancel: &CancellationToken,
    ) -> CallReport {
        let mut run = Run { caller: self, ask, on, attempts: Vec::new(), text_shown: false };
        let mut index = 0;
        while let Some(target) = ask.targets.get(index) {
            let next = ask.targets.get(index + 1).filter(|_| ask.fallback);
            match run.ask_target(target, next.is_some(), cancel).await {
                TargetOutcome::Answered(finish) => {
                    return run.report(Some(index), CallEnd::Complete { finish });
                }
                TargetOutcome::Failed(failure) => return run.failed(index, failure),
                TargetOutcome::Next(failure) => {
                    if let Some(next) = next {
                        (run.on)(CallEvent::FellBack {
                            from: target.provider.id.clone(),
                            to: next.provider.id.clone(),
                            class: failure.class,
                            message: failure.message,
                        });
                    }
                    index += 1;
                }
            }
        }
        run.failed(index, Failure::new(FailureClass::BadRequest, "no model was named"))
    }

    fn pass(&self, provider: &ProviderId) -> Result<Pass<'_>, Failure> {
        let permit = self.with_breaker(provider, |breaker| breaker.pass(Instant::now()));
        match permit {
            Permit::Free => Ok(Pass { caller: self, provider: provider.clone(), is_trial: false }),
            Permit::Trial => Ok(Pass { caller: self, provider: provider.clone(), is_trial: true }),
            Permit::Shut { opens_in } => {
                let seconds = opens_in.as_secs() + 1;
                let message = format!("not called after repeated failures; next attempt in {seconds} s");
                Err(Failure::new(FailureClass::CircuitOpen, message))
            }
        }
    }

    fn with_breaker<T>(&self, provider: &ProviderId, change: impl FnOnce(&mut Breaker) -> T) -> T {
        let mut breakers = self.breakers.lock();
        change(breakers.entry(provider.clone()).or_default())
    }

    fn adjustments(&self, target: &ResolvedTarget) -> Adjustments {
        let refused = self.refused.lock();
        refused.get(&(target.provider.id.clone(), target.model.clone())).cloned().unwrap_or_default()
    }

    fn remember(&self, target: &ResolvedTarget, adjustments: &Adjustments) {
        let mut refused = self.refused.lock();
        refused.insert((target.provider.id.clone(), target.model.clone()), adjustments.lasting());
    }
}

/// Permission to send one request. A trial that is dropped without a report, as when the future is dropped, counts as
/// abandoned.
struct Pass<'a> {
    caller: &'a Caller,
    provider: ProviderId,
    /// Whether this is the trial whose end the breaker waits for.
    is_trial: bool,
}

impl Pass<'_> {
    fn report_end(mut self, class: Option<FailureClass>) {
        if class == Some(FailureClass::Cancelled) {
            return;
        }
        self.is_trial = false;
        self.caller.with_breaker(&self.provider, |breaker| match class {
            Some(class) if class.is_outage() => breaker.failed(Instant::now()),
            _ => breaker.succeeded(),
        });
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        if self.is_trial {
            self.caller.with_breaker(&self.provider, |breaker| breaker.abandoned(Instant::now()));
        }
    }
}

/// The outcome of one target.
enum TargetOutcome {
    Answered(Option<Finish>),
    Next(Failure),
    Failed(Failure),
}

/// A call in progress.
struct Run<'a> {
    caller: &'a Caller,
    ask: Ask<'a>,
    on: &'a mut (dyn FnMut(CallEvent) + Send),
    attempts: Vec<Attempt>,
    text_shown: bool,
}

impl Run<'_> {
    async fn ask_target(
        &mut self,
        target: &ResolvedTarget,
        fallback: bool,
        cancel: &CancellationToken,
    ) -> TargetOutcome {
        let mut adjustments = self.caller.adjustments(target);
        let mut tries = 0;
        let mut failures = 0;
        loop {
            let pass = match self.caller.pass(&target.provider.id) {
                Ok(pass) => pass,
                Err(failure) => {
                    self.attempts.push(unsent(target, &failure));
                    return if fallback {
                        TargetOutcome::Next(failure)
                    } else {
                        TargetOutcome::Failed(failure)
                    };
                }
            };
            tries += 1;
            (self.on)(CallEvent::Trying {
                provider: target.provider.id.clone(),
                model: target.model.clone(),
                attempt: tries,
            });
            let result =
                try_once(&self.caller.client, (&self.ask, target), &adjustments, self.on, cancel).await;
            let result = match result {
                Ok(result) => result,
                Err(failure) => {
                    self.attempts.push(unsent(target, &failure));
                    return TargetOutcome::Failed(failure);
                }
            };
            pass.report_end(result.exchange.class());
            self.attempts.push(record((&self.ask, target), &adjustments, &result));
            self.text_shown |= result.exchange.text && self.ask.delivery == Delivery::Live;
            let failure = match result.exchange.end {
                ExchangeEnd::Complete { finish } => {
                    self.deliver(result.buffered);
                    return TargetOutcome::Answered(finish);
                }
                ExchangeEnd::Failed(failure) => failure,
            };
            let refused = matches!(result.exchange.status, Some(400 | 422)) && !self.text_shown;
            if refused && adjustments.learn(&failure.message, &result.body).is_some() {
                self.caller.remember(target, &adjustments);
                continue;
            }
            failures += 1;
            // Do not wait for a provider that is down.
            let up = self.caller.is_open_to(&target.provider.id);
            let decision = decide(&RetryContext {
                class: failure.class,
                attempt: if up { failures } else { MAX_ATTEMPTS },
                text_shown: self.text_shown,
                fallback,
                seed: self.caller.seed.fetch_add(1, Ordering::Relaxed),
            });
            match decision {
                Decision::NextTarget => return TargetOutcome::Next(failure),
                Decision::GiveUp => {
                    self.deliver(result.buffered);
                    return TargetOutcome::Failed(failure);
                }
                Decision::RetrySame { after } => {
                    let millis = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
                    (self.on)(CallEvent::Waiting { millis });
                    tokio::select! {
                        biased;
                        () = cancel.cancelled() => {
                            return TargetOutcome::Failed(Failure::new(FailureClass::Cancelled, "stopped"));
                        }
                        () = tokio::time::sleep(after) => {}
                    }
                }
            }
        }
    }

    /// Delivers the buffered events: the answer or, if no other target follows, the part that arrived.
    fn deliver(&mut self, buffered: Vec<StreamEvent>) {
        for event in buffered {
            self.text_shown |= matches!(event, StreamEvent::Text(_));
            (self.on)(CallEvent::Answer(event));
        }
    }

    fn failed(self, index: usize, Failure { class, message }: Failure) -> CallReport {
        let answered_by = self.text_shown.then_some(index);
        let end = match class {
            FailureClass::Cancelled => CallEnd::Cancelled,
            _ if self.text_shown => CallEnd::Incomplete { class, message },
            _ => CallEnd::Failed { class, message },
        };
        self.report(answered_by, end)
    }

    fn report(self, answered_by: Option<usize>, end: CallEnd) -> CallReport {
        CallReport { attempts: self.attempts, answered_by, end, text_shown: self.text_shown }
    }
}
