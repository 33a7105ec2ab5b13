//! Watching a long act: how far it is, and whether the author wants it stopped.
//!
//! A [`Watch`] belongs to the task that runs the act ([`scope`]); code on the way calls [`report`], which does nothing
//! when nobody watches. A stop is an error at the next report, so the act's transaction is dropped and nothing of it is
//! stored. Nobody reports once a commit has begun.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
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
    stop: Box<dyn Fn() -> bool + Send + Sync>,
    tell: Box<dyn Fn(Progress) + Send + Sync>,
    since: Instant,
    told_at: AtomicU64,
    /// Where the name of the stage last told of lies.
    stage: AtomicUsize,
}

tokio::task_local! {
    static WATCH: Watch;
}

impl Watch {
    /// Tells `tell` of progress, and stops the act when `stop` is set.
    pub fn new(stop: Arc<AtomicBool>, tell: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self::stopping_when(move || stop.load(Ordering::Relaxed), tell)
    }

    /// Tells `tell` of progress, and stops the act at the first report for which `stop` says so.
    pub fn stopping_when(
        stop: impl Fn() -> bool + Send + Sync + 'static,
        tell: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Inner {
            stop: Box::new(stop),
            tell: Box::new(tell),
            since: Instant::now(),
            told_at: AtomicU64::new(0),
            stage: AtomicUsize::new(0),
        }))
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
        if (self.0.stop)() {
            return Err(Error::Stopped);
        }
        let now = u64::try_from(self.0.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let is_due = now >= self.0.told_at.load(Ordering::Relaxed).saturating_add(PACE);
        let is_new = self.0.stage.swap(stage.as_ptr().addr(), Ordering::Relaxed) != stage.as_ptr().addr();
        // The beginning and the end of a stage are always told.
        if is_due || is_new || done == total {
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

/// Does blocking work of an act, in a thread of its own, under the watch that was carried over from its task.
pub fn within<T>(watch: Option<Watch>, work: impl FnOnce() -> T) -> T {
    match watch {
        Some(watch) => WATCH.sync_scope(watch, work),
        None => work(),
    }
}

/// [`Watch::report`] to the watch of this task, if there is one.
///
/// # Errors
/// [`Error::Stopped`] when the author wants the act stopped.
pub fn report(stage: &'static str, done: usize, total: usize) -> Result<()> {
    WATCH.try_with(|watch| watch.report(stage, done, total)).unwrap_or(Ok(()))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn nobody_watches_and_nothing_happens() {
        assert!(report("import", 1, 2).is_ok());
    }

    #[test]
    fn reports_are_few_and_the_last_is_among_them() {
        let told: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let seen = Arc::clone(&told);
        let watch = Watch::new(Arc::default(), move |at| seen.lock().unwrap().push(at));
        let begun = Instant::now();
        within(Some(watch), || {
            for done in 0..=100_000 {
                report("import", done, 100_000).unwrap();
            }
            report("verify", 0, 9).unwrap();
        });
        let told = told.lock().unwrap();
        let most = 3 + usize::try_from(begun.elapsed().as_millis()).unwrap() / 50;
        assert!(told.len() <= most, "{} reports", told.len());
        let stages: Vec<(&str, usize)> = told.iter().map(|at| (at.stage, at.done)).collect();
        assert!(
            stages.starts_with(&[("import", 0)]) && stages.ends_with(&[("import", 100_000), ("verify", 0)])
        );
    }

    #[test]
    fn a_stop_is_an_error_at_the_next_report() {
        let stop: Arc<AtomicBool> = Arc::default();
        let watch = Watch::new(Arc::clone(&stop), |_| {});
        within(Some(watch.clone()), || assert!(report("import", 0, 2).is_ok()));
        stop.store(true, Ordering::Relaxed);
        within(Some(watch), || assert!(matches!(report("import", 1, 2), Err(Error::Stopped))));
    }
}
