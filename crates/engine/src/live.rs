//! What is known of a run that goes on, in memory alone.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;
use wenfang_workflow::machine::Slot;

use crate::task::Message;

/// The window is told of progress this often at most.
const OFTEN: Duration = Duration::from_millis(100);

/// What a panic in another task left is as good as before: every change under these locks is one assignment.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How far a step is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is done of it.
    pub done: u64,
    /// Of how much; 0 when that is not known.
    pub total: u64,
    /// At what it is, in a word for programs.
    pub message: String,
}

/// What is known of a run that goes on.
pub(crate) struct Live {
    progress: Mutex<HashMap<Slot, Progress>>,
    signs: Mutex<HashMap<Slot, Instant>>,
    told: Mutex<Option<Instant>>,
    messages: UnboundedSender<Message>,
}

impl Live {
    pub(crate) fn new(messages: UnboundedSender<Message>) -> Self {
        Self { progress: Mutex::default(), signs: Mutex::default(), told: Mutex::default(), messages }
    }

    /// Takes progress in. Answers whether it is time to tell the window.
    pub(crate) fn progress(&self, slot: Slot, (done, total): (u64, u64), message: &str) -> bool {
        let now = Instant::now();
        locked(&self.signs).insert(slot, now);
        locked(&self.progress).insert(slot, Progress { done, total, message: message.to_owned() });
        let mut told = locked(&self.told);
        let is_time = told.is_none_or(|told| now.duration_since(told) >= OFTEN);
        if is_time {
            *told = Some(now);
        }
        is_time
    }

    pub(crate) fn log(&self, slot: Slot, message: &str) {
        let _ = self.messages.send(Message::Logged { slot, message: message.to_owned() });
    }

    /// When a step gave a sign last.
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
