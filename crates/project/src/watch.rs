//! Progress and cancellation of long operations.
//!
//! An operation that reports or can be stopped takes a [`Watch`]; work on another thread takes a clone of it. A stop is
//! an error at the next report, so the transaction of the operation is dropped and nothing is stored. Nothing reports
//! after a commit has started.

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

/// A handle that receives progress and can stop the operation. A clone is another handle to the same watch.
#[derive(Clone)]
pub struct Watch(Option<Arc<Inner>>);

struct Inner {
    stop: Box<dyn Fn() -> bool + Send + Sync>,
    on_progress: Box<dyn Fn(Progress) + Send + Sync>,
    since: Instant,
    reported_at: AtomicU64,
    /// The address of the name of the last reported stage.
    stage: AtomicUsize,
}

impl Watch {
    /// A watch that ignores progress and never stops the operation.
    pub const fn silent() -> Self {
        Self(None)
    }

    /// Reports progress to `on_progress`, and stops the operation when `stop` is set.
    pub fn new(stop: Arc<AtomicBool>, on_progress: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self::stopping_when(move || stop.load(Ordering::Relaxed), on_progress)
    }

    /// Reports progress to `on_progress`, and stops the operation at the first report for which `stop` returns true.
    pub fn stopping_when(
        stop: impl Fn() -> bool + Send + Sync + 'static,
        on_progress: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(Inner {
            stop: Box::new(stop),
            on_progress: Box::new(on_progress),
            since: Instant::now(),
            reported_at: AtomicU64::new(0),
            stage: AtomicUsize::new(0),
        })))
    }

    /// Whether the operation must stop.
    pub fn is_stopped(&self) -> bool {
        self.0.as_ref().is_some_and(|inner| (inner.stop)())
    }

    /// Reports that `done` of `total` steps of `stage` are done.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the operation must stop.
    pub fn report(&self, stage: &'static str, done: usize, total: usize) -> Result<()> {
        let Some(inner) = &self.0 else { return Ok(()) };
        if self.is_stopped() {
            return Err(Error::Stopped);
        }
        let now = u64::try_from(inner.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let is_due = now >= inner.reported_at.load(Ordering::Relaxed).saturating_add(MIN_REPORT_INTERVAL);
        let is_new = inner.stage.swap(stage.as_ptr().addr(), Ordering::Relaxed) != stage.as_ptr().addr();
        // Always report the beginning and the end of a stage.
        if is_due || is_new || done == total {
            inner.reported_at.store(now, Ordering::Relaxed);
            (inner.on_progress)(Progress { stage, done, total });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_silent_watch_never_stops() {
        assert!(Watch::silent().report("import", 1, 2).is_ok());
    }

    #[test]
    fn reports_are_throttled_and_include_the_last() {
        let reports: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let seen = Arc::clone(&reports);
        let watch = Watch::new(Arc::default(), move |at| seen.lock().unwrap().push(at));
        let started = Instant::now();
        for done in 0..=100_000 {
            watch.report("import", done, 100_000).unwrap();
        }
        watch.report("verify", 0, 9).unwrap();
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
        assert!(watch.clone().report("import", 0, 2).is_ok());
        stop.store(true, Ordering::Relaxed);
        assert!(matches!(watch.report("import", 1, 2), Err(Error::Stopped)));
    }
}
