//! Limits on concurrency and waiting times.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Semaphore;
use wenfang_workflow::Kind;

/// Limits on concurrency over all runs, and on waiting times.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Number of concurrent steps that only use the project file.
    pub quick: usize,
    /// Number of concurrent CPU-bound steps.
    pub cpu: usize,
    /// Number of concurrent steps that call models.
    pub model: usize,
    /// Number of concurrent steps with the same key, such as that of a provider.
    pub per_key: usize,
    /// How long a step may wait for its key.
    pub queue: Option<Duration>,
    /// How long a step that calls a model may go without progress.
    pub idle: Option<Duration>,
    /// How long a run may take without interruption.
    pub total: Option<Duration>,
}

impl Default for Limits {
    /// A local server and most free tiers can serve two model calls at once. A stream that is silent for minutes is
    /// dead; its own timers are shorter. No run takes a day.
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

/// The semaphores of steps.
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
        let mut keys = self.keys.lock();
        Arc::clone(keys.entry(key.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(self.per_key))))
    }
}
