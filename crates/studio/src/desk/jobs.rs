//! Long-running commands: progress events, and stopping them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use wenfang_assist::drafting::Observer;
use wenfang_project::watch::Watch;
use wenfang_usecase::{Command, Result, Tag};

use super::Desk;
use super::events::{Event, StreamEvent, StreamItem};
use crate::domains;

/// A running job. Ids are never reused while the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(transparent)]
pub struct JobId(u64);

/// The running jobs.
#[derive(Default)]
pub(super) struct Jobs {
    last: u64,
    running: HashMap<JobId, Arc<AtomicBool>>,
    /// Jobs that do not use the open project.
    independent: HashSet<JobId>,
}

impl Jobs {
    fn begin(&mut self, command: &str) -> (JobId, Arc<AtomicBool>) {
        self.last += 1;
        let (job, stop) = (JobId(self.last), Arc::new(AtomicBool::new(false)));
        self.running.insert(job, Arc::clone(&stop));
        if domains::find(command).is_ok_and(Command::outlives_project) {
            self.independent.insert(job);
        }
        (job, stop)
    }

    fn end(&mut self, job: JobId) {
        self.running.remove(&job);
        self.independent.remove(&job);
    }

    /// Asks every job that uses the open project to stop.
    pub(super) fn stop_project_jobs(&self) {
        for (_, stop) in self.running.iter().filter(|(job, _)| !self.independent.contains(job)) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A job.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct JobRequest {
    pub job: JobId,
}

/// The answer to a stop request.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct JobStopping {
    /// Whether it was still running.
    pub running: bool,
}

/// Asks a job to stop. It stops at its next safe point without storing anything; after its commit it completes
/// normally.
pub async fn stop(desk: &Desk, request: JobRequest) -> Result<JobStopping> {
    let stop = desk.inner.jobs.lock().running.get(&request.job).cloned();
    if let Some(stop) = &stop {
        stop.store(true, Ordering::Relaxed);
    }
    Ok(JobStopping { running: stop.is_some() })
}

/// The name of the event stream.
const EVENTS: &str = "desk.events";

type Send = Arc<dyn Fn(StreamEvent) -> bool + std::marker::Send + Sync>;

/// Runs a command as a job, or streams events.
pub(super) async fn stream(
    desk: &Desk,
    name: &str,
    request: Value,
    send: impl Fn(StreamItem) -> bool + std::marker::Send + Sync + 'static,
) {
    let seq = AtomicU64::new(0);
    let send: Send =
        Arc::new(move |event| send(StreamItem { seq: seq.fetch_add(1, Ordering::Relaxed), event }));
    if name == EVENTS {
        return listen(desk, &send).await;
    }
    let (job, stop) = desk.inner.jobs.lock().begin(name);
    send(StreamEvent::Started { job });
    let progress = Arc::clone(&send);
    let watch = Watch::new(stop, move |at| {
        progress(StreamEvent::Progress { stage: at.stage.to_owned(), done: at.done, total: at.total });
    });
    let writing = Arc::clone(&send);
    let observer = Observer::new(watch, move |event| {
        writing(StreamEvent::Generation { event });
    });
    let ended = desk.run(name, request, observer).await;
    desk.inner.jobs.lock().end(job);
    send(match ended {
        Ok(answer) => StreamEvent::Done { answer },
        Err(error) => StreamEvent::Failed { error },
    });
}

/// Forwards events until the listener is gone.
async fn listen(desk: &Desk, send: &Send) {
    let mut events = desk.inner.events.subscribe();
    // A reloaded page registers a new listener; the old listener ends at its next event.
    let own = desk.inner.listener.fetch_add(1, Ordering::Relaxed) + 1;
    loop {
        let received = events.recv().await;
        if desk.inner.listener.load(Ordering::Relaxed) != own {
            return;
        }
        let event = match received {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => Event::Changed { tags: Tag::ALL.to_vec() },
            Err(RecvError::Closed) => return,
        };
        if !send(StreamEvent::Desk { event }) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_a_project_stops_only_its_own_jobs() {
        let mut jobs = Jobs::default();
        let (import, of_import) = jobs.begin("project.import");
        let (download, of_download) = jobs.begin("meaning.download");
        jobs.stop_project_jobs();
        let stopped = [of_import, of_download].map(|stop| stop.load(Ordering::Relaxed));
        assert_eq!(stopped, [true, false], "a model download does not use the project");
        jobs.end(import);
        jobs.end(download);
        assert!(jobs.running.is_empty() && jobs.independent.is_empty());
    }
}
