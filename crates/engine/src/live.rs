//! The in-memory state of a run in progress.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;
use wenfang_workflow::machine::Slot;

use crate::task::Message;

/// Minimum interval between two progress notifications to the window.
const NOTIFY_INTERVAL: Duration = Duration::from_millis(100);

/// A poisoned lock is safe to reuse: every critical section is a single assignment.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The progress of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The completed amount.
    pub done: u64,
    /// The total amount; 0 when unknown.
    pub total: u64,
    /// The current activity, as a key for programs.
    pub message: String,
}

/// The in-memory state of a run in progress.
pub(crate) struct Live {
    progress: Mutex<HashMap<Slot, Progress>>,
    signs: Mutex<HashMap<Slot, Instant>>,
    notified_at: Mutex<Option<Instant>>,
    messages: UnboundedSender<Message>,
}

impl Live {
    pub(crate) fn new(messages: UnboundedSender<Message>) -> Self {
        Self { progress: Mutex::default(), signs: Mutex::default(), notified_at: Mutex::default(), messages }
    }

    /// Stores the progress of a step. Returns whether to notify the window now.
    pub(crate) fn progress(&self, slot: Slot, (done, total): (u64, u64), message: &str) -> bool {
        let now = Instant::now();
        locked(&self.signs).insert(slot, now);
        locked(&self.progress).insert(slot, Progress { done, total, message: message.to_owned() });
        let mut notified_at = locked(&self.notified_at);
        let is_time =
            notified_at.is_none_or(|notified_at| now.duration_since(notified_at) >= NOTIFY_INTERVAL);
        if is_time {
            *notified_at = Some(now);
        }
        is_time
    }

    pub(crate) fn log(&self, slot: Slot, message: &str) {
        let _ = self.messages.send(Message::Logged { slot, message: message.to_owned() });
    }

    /// The last time a step made progress.
    pub(crate) fn last_sign(&self, slot: Slot) -> Option<Instant> {
        locked(&self.signs).get(&slot).copied()
    }

    pub(crate) fn progress_of(&self, slot: Slot) -> Option<Progress> {
        locked(&self.progress).get(&slot).cloned()
    }

    pub(crate) fn forget(&self, slot: Slot) {
        locked(&self.progress).remove(&slot);
        locked(&self.signs).remove(&slot);
    }
}
