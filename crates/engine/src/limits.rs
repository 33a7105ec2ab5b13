//! How much goes on at once, and how long is waited.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use wenfang_workflow::Kind;

/// How much goes on at once over all runs, and how long is waited.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Steps that wait for the project file alone.
    pub quick: usize,
    /// Steps that compute.
    pub cpu: usize,
    /// Steps that ask models.
    pub model: usize,
    /// Steps under one key, as that of a provider.
    pub per_key: usize,
    /// How long a step may wait for its turn under a key.
    pub queue: Option<Duration>,
    /// How long a step that asks a model may go without a sign of progress.
    pub idle: Option<Duration>,
    /// How long a run may go on in one go.
    pub total: Option<Duration>,
}

impl Default for Limits {
    /// Two model calls at once are what a local server and most free tiers bear; a minute of silence is a dead stream,
    /// whose own timers are shorter; a day is no run any more.
    fn default() -> Self {
        Self {
            quick: 64,
            cpu: std::thread::available_parallelism().map_or(2, usize::from),
            model: 4,
            per_key: 2,
            queue: Some(Duration::from_secs(3600)),
            idle: Some(Duration::from_secs(600)),
            total: Some(Duration::from_secs(24 * 3600)),
        }
    }
}

/// The turns that steps take.
pub(crate) struct Turns {
    kinds: [Arc<Semaphore>; 3],
    keys: Mutex<HashMap<String, Arc<Semaphore>>>,
    per_key: usize,
}

impl Turns {
    pub(crate) fn new(limits: &Limits) -> Self {
        let of = |count: usize| Arc::new(Semaphore::new(count.max(1)));
        Self {
            kinds: [of(limits.quick), of(limits.cpu), of(limits.model)],
            keys: Mutex::default(),
            per_key: limits.per_key.max(1),
        }
    }

    pub(crate) fn of(&self, kind: Kind) -> &Arc<Semaphore> {
        let [quick, cpu, model] = &self.kinds;
        match kind {
            Kind::Quick => quick,
            Kind::Cpu => cpu,
            Kind::Model => model,
        }
    }

    pub(crate) fn of_key(&self, key: &str) -> Arc<Semaphore> {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(keys.entry(key.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(self.per_key))))
    }
}
