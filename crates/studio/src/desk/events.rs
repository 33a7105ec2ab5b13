//! Events sent to a window.

use serde::Serialize;
use serde_json::Value;
use wenfang_assist::drafting::GenerationEvent;
use wenfang_story::Timestamp;
use wenfang_usecase::{Error, Tag};

use super::dragging::DraggedFiles;
use super::indexer::IndexProgress;
use super::jobs::JobId;
use super::window::ChosenPath;

/// An event that is not the answer to a request.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(rename = "DeskEvent")]
pub enum Event {
    /// Data changed. Sent after the commit.
    Changed {
        /// The kinds of data that changed.
        tags: Vec<Tag>,
    },
    /// The author chose an item of the native menu.
    Menu {
        /// The command of the window.
        command: String,
    },
    /// The window is about to close: the page must save its unsaved state and then call `window.close`.
    Closing {
        /// Whether a final key (F24) was sent after all typed keys: when it arrives, they have arrived too.
        last_key: bool,
    },
    /// The system or another launch of the program asked to open this project.
    OpenRequested {
        /// Token of its path.
        path: String,
        /// Its file name.
        name: String,
    },
    /// Files of another program are dragged over the window.
    DraggedOver { dragged: DraggedFiles },
    /// They left the window, or were dropped and need nothing more from the page.
    DragLeft,
    /// They were dropped on the window, to be imported.
    Dropped {
        /// The file or the folder; none if there are several.
        source: Option<ChosenPath>,
        /// Whether it is a folder.
        is_folder: bool,
    },
    /// The background check after opening is complete; sent only if there is damage or the project was not closed
    /// properly.
    Verified {
        /// The number of damaged places.
        damage: usize,
        /// Whether it was not closed properly.
        unclean: bool,
        /// The newest intact backup, if there is damage.
        sound_backup_at: Option<Timestamp>,
    },
    /// Progress of the search index.
    Indexed { progress: IndexProgress },
    /// A backup was created and verified.
    BackedUp {
        /// When it was verified.
        at: Timestamp,
    },
    BackupFailed {
        /// The reason.
        error: Error,
    },
}

/// An item of a stream.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct StreamItem {
    /// Its number, from 0, without gaps.
    pub seq: u64,
    pub event: StreamEvent,
}

/// The content of a stream item.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StreamEvent {
    /// The job started; `job.stop` stops it.
    Started { job: JobId },
    /// Progress of the job.
    Progress {
        /// The current stage.
        stage: String,
        /// Completed steps.
        done: usize,
        /// The total number of steps; 0 if unknown.
        total: usize,
    },
    /// An event of a generation (only in stream `generation.run`).
    Generation { event: GenerationEvent },
    /// An event for the window (only in stream `desk.events`).
    Desk { event: Event },
    /// The job completed.
    Done {
        /// The answer of the command.
        answer: Value,
    },
    /// The job failed or was stopped ([`wenfang_usecase::Code::Stopped`]).
    Failed {
        /// The reason.
        error: Error,
    },
}
