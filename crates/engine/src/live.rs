//! The in-memory state of a run in progress.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;
use wenfang_workflow::machine::Slot;

use crate::task::Message;

/// Minimum interval between two progress notifications to the window.
const NOTIFY_INTERVAL: Duration = Duration::from_millis(100);

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
        self.signs.lock().insert(slot, now);
        self.progress.lock().insert(slot, Progress { done, total, message: message.to_owned() });
        let mut notified_at = self.notified_at.lock();
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
        self.signs.lock().get(&slot).copied()
    }

    pub(crate) fn progress_of(&self, slot: Slot) -> Option<Progress> {
        self.progress.lock().get(&slot).cloned()
    }

    pub(crate) fn forget(&self, slot: Slot) {
        self.progress.lock().remove(&slot);
        self.signs.lock().remove(&slot);
    }
}
