//! What a window is told.

use serde::Serialize;
use serde_json::Value;
use wenfang_story::Timestamp;

use super::indexer::IndexProgress;
use super::jobs::JobId;
use crate::commands::Tag;
use crate::drafting::GenerationEvent;
use crate::error::Error;

/// Something happened that no window asked for.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(rename = "DeskEvent")]
pub enum Event {
    /// What these tags stand for is not as it was. Told after the commit.
    Changed {
        /// What changed.
        tags: Vec<Tag>,
    },
    /// The author chose an item of the native menu.
    Menu {
        /// The window's command.
        command: String,
    },
    /// The window is about to close: it shall keep what is not kept yet and then say `window.close`.
    Closing {
        /// Whether a last key (F24) was sent behind all that were typed: when it arrives, they have.
        last_key: bool,
    },
    /// Another start of the program asked for this project, or the system did.
    OpenRequested {
        /// Token of its path.
        path: String,
        /// Its file name.
        name: String,
    },
    /// The project was checked in the background after it was opened: told when something is damaged, or when it had not been closed
    /// properly.
    Verified {
        /// How many places are damaged.
        damage: usize,
        /// Whether it had not been closed properly.
        unclean: bool,
        /// The newest backup that holds what was written, when something is damaged.
        sound_backup_at: Option<Timestamp>,
    },
    /// How far the search index is.
    Indexed {
        /// How far.
        progress: IndexProgress,
    },
    /// A backup was made and proved.
    BackedUp {
        /// When.
        at: Timestamp,
    },
    /// A backup could not be made.
    BackupFailed {
        /// Why.
        error: Error,
    },
}

/// An item of a stream.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct StreamItem {
    /// Its number, from 0, without gaps.
    pub seq: u64,
    /// What it says.
    pub event: StreamEvent,
}

/// What an item of a stream says.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StreamEvent {
    /// The job began; `job.stop` stops it.
    Started {
        /// The job.
        job: JobId,
    },
    /// It has come so far.
    Progress {
        /// What it is doing.
        stage: String,
        /// Steps done.
        done: usize,
        /// Steps in all; 0 when nobody knows.
        total: usize,
    },
    /// Text comes in from a model (stream `generation.run` alone).
    Generation {
        /// What happened.
        told: GenerationEvent,
    },
    /// Something happened that the window listens for (stream `desk.events` alone).
    Told {
        /// What.
        told: Event,
    },
    /// It ended.
    Done {
        /// The answer of the command.
        answer: Value,
    },
    /// It failed, or was stopped ([`crate::Code::Stopped`]).
    Failed {
        /// Why.
        error: Error,
    },
}
