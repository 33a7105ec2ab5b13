//! Progress and cancellation of long operations.
//!
//! A [`Watch`] belongs to the task that runs the operation ([`scope`]). Code within it calls [`report`], which does
//! nothing without a watch. A stop is an error at the next report, so the transaction of the operation is dropped
//! and nothing is stored. Nothing reports after a commit has started.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use crate::error::{Error, Result};

/// Minimum time between two reports that are passed on, in ms; more could not be seen.
const MIN_REPORT_INTERVAL: u64 = 50;

/// The progress of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The name of the current stage.
    pub stage: &'static str,
    /// Number of completed steps.
    pub done: usize,
    /// Total number of steps.
    pub total: usize,
}

/// A handle that receives progress and can stop the operation.
#[derive(Clone)]
pub struct Watch(Arc<Inner>);

struct Inner {
    stop: Box<dyn Fn() -> bool + Send + Sync>,
    on_progress: Box<dyn Fn(Progress) + Send + Sync>,
    since: Instant,
    reported_at: AtomicU64,
    /// The address of the name of the last reported stage.
    stage: AtomicUsize,
}

tokio::task_local! {
    static WATCH: Watch;
}

impl Watch {
    /// Reports progress to `on_progress`, and stops the operation when `stop` is set.
    pub fn new(stop: Arc<AtomicBool>, on_progress: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self::stopping_when(move || stop.load(Ordering::Relaxed), on_progress)
    }

    /// Reports progress to `on_progress`, and stops the operation at the first report for which `stop` returns true.
    pub fn stopping_when(
        stop: impl Fn() -> bool + Send + Sync + 'static,
        on_progress: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Inner {
            stop: Box::new(stop),
            on_progress: Box::new(on_progress),
            since: Instant::now(),
            reported_at: AtomicU64::new(0),
            stage: AtomicUsize::new(0),
        }))
    }

    /// The watch of this task, to pass it to another thread.
    pub fn current() -> Option<Self> {
        WATCH.try_with(Clone::clone).ok()
    }

    /// Reports that `done` of `total` steps of `stage` are done.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the operation must stop.
    pub fn report(&self, stage: &'static str, done: usize, total: usize) -> Result<()> {
        if (self.0.stop)() {
            return Err(Error::Stopped);
        }
        let now = u64::try_from(self.0.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let is_due = now >= self.0.reported_at.load(Ordering::Relaxed).saturating_add(MIN_REPORT_INTERVAL);
        let is_new = self.0.stage.swap(stage.as_ptr().addr(), Ordering::Relaxed) != stage.as_ptr().addr();
        // Always report the beginning and the end of a stage.
        if is_due || is_new || done == total {
            self.0.reported_at.store(now, Ordering::Relaxed);
            (self.0.on_progress)(Progress { stage, done, total });
        }
        Ok(())
    }
}

/// Runs an operation under a watch.
pub async fn scope<T>(watch: Watch, act: impl Future<Output = T>) -> T {
    WATCH.scope(watch, act).await
}

/// Runs blocking work of an operation on another thread, under the watch of its task.
pub fn within<T>(watch: Option<Watch>, work: impl FnOnce() -> T) -> T {
    match watch {
        Some(watch) => WATCH.sync_scope(watch, work),
        None => work(),
    }
}

/// Calls [`Watch::report`] on the watch of this task, if there is one.
///
/// # Errors
/// [`Error::Stopped`] when the operation must stop.
pub fn report(stage: &'static str, done: usize, total: usize) -> Result<()> {
    WATCH.try_with(|watch| watch.report(stage, done, total)).unwrap_or(Ok(()))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_report_without_a_watch_does_nothing() {
        assert!(report("import", 1, 2).is_ok());
    }

    #[test]
    fn reports_are_throttled_and_include_the_last() {
        let reports: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let seen = Arc::clone(&reports);
        let watch = Watch::new(Arc::default(), move |at| seen.lock().unwrap().push(at));
        let started = Instant::now();
        within(Some(watch), || {
            for done in 0..=100_000 {
                report("import", done, 100_000).unwrap();
            }
            report("verify", 0, 9).unwrap();
        });
        let reports = reports.lock().unwrap();
        let most = 3 + usize::try_from(started.elapsed().as_millis()).unwrap() / 50;
        assert!(reports.len() <= most, "{} reports", reports.len());
        let stages: Vec<(&str, usize)> = reports.iter().map(|at| (at.stage, at.done)).collect();
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
