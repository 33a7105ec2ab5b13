//! Watching a long act: how far it is, and whether the author wants it stopped.
//!
//! A [`Watch`] belongs to the task that runs the act ([`scope`]); code on the way calls [`report`], which does nothing
//! when nobody watches. A stop is an error at the next report, so the act's transaction is dropped and nothing of it is
//! stored. Nobody reports once a commit has begun.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::error::{Error, Result};

/// Least time between two reports that are passed on, in ms: more is seen by nobody.
const PACE: u64 = 50;

/// How far an act is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing.
    pub stage: &'static str,
    /// Steps done.
    pub done: usize,
    /// Steps in all.
    pub total: usize,
}

/// Somebody who watches.
#[derive(Clone)]
pub struct Watch(Arc<Inner>);

struct Inner {
    stop: Arc<AtomicBool>,
    tell: Box<dyn Fn(Progress) + Send + Sync>,
    since: Instant,
    told_at: AtomicU64,
}

tokio::task_local! {
    static WATCH: Watch;
}

impl Watch {
    /// Tells `tell` of progress, and stops the act when `stop` is set.
    pub fn new(stop: Arc<AtomicBool>, tell: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        let inner =
            Inner { stop, tell: Box::new(tell), since: Instant::now(), told_at: AtomicU64::new(u64::MAX) };
        Self(Arc::new(inner))
    }

    /// The watch of this task, to be carried into another thread.
    pub fn current() -> Option<Self> {
        WATCH.try_with(Clone::clone).ok()
    }

    /// Notes that `done` of `total` steps of `stage` are done.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the author wants the act stopped.
    pub fn report(&self, stage: &'static str, done: usize, total: usize) -> Result<()> {
        if self.0.stop.load(Ordering::Relaxed) {
            return Err(Error::Stopped);
        }
        let now = u64::try_from(self.0.since.elapsed().as_millis()).unwrap_or(u64::MAX - 1);
        let told_at = self.0.told_at.load(Ordering::Relaxed);
        if told_at == u64::MAX || now >= told_at.saturating_add(PACE) || done == total {
            self.0.told_at.store(now, Ordering::Relaxed);
            (self.0.tell)(Progress { stage, done, total });
        }
        Ok(())
    }
}

/// Runs an act under a watch.
pub async fn scope<T>(watch: Watch, act: impl Future<Output = T>) -> T {
    WATCH.scope(watch, act).await
}

/// [`Watch::report`] to the watch of this task, if there is one.
///
/// # Errors
/// [`Error::Stopped`] when the author wants the act stopped.
pub fn report(stage: &'static str, done: usize, total: usize) -> Result<()> {
    WATCH.try_with(|watch| watch.report(stage, done, total)).unwrap_or(Ok(()))
}
