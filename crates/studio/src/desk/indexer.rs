//! Background updates of the search index of the open project.
//!
//! Changed texts are indexed by words as soon as the author pauses; vectors follow, for a few passages immediately and
//! for the rest of the book in small steps. Always: a step ends before the project is closed; completed steps are
//! kept; after a crash, comparing texts with the index shows what is left, so no progress is stored.

use std::time::Duration;

use serde::Serialize;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use wenfang_project::watch::Watch;
use wenfang_recall::Library;
use wenfang_recall::search::embed::{BATCH, embed_some};
use wenfang_recall::search::refresh::refresh;
use wenfang_recall::search::{index, previous_is_done, recreate};
use wenfang_search::Index;
use wenfang_usecase::{Result, Tag};

use super::Desk;
use super::events::Event;
use crate::domains::CommandHost;

/// Delay after a change before indexing, to collect further changes; a saved paragraph must be searchable within a
/// second.
const CHANGE_DEBOUNCE: Duration = Duration::from_millis(300);
/// Time after the last edit during which the author counts as typing; the book is not embedded then.
const TYPING_TIMEOUT: Duration = Duration::from_millis(1_500);
/// Maximum number of pending passages to embed even while the author types; covers a typical edit.
const SMALL_BATCH: usize = 8;
/// Texts to index per step. Each step first compares all texts with the index, and closing the project waits for it:
/// 64 scenes of 3,000 characters take a third of a second.
const TEXTS_PER_STEP: usize = 64;
/// Interval for checking whether to continue while indexing is paused.
const PAUSE_POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Maximum number of unused texts whose vectors are kept for undo, branches and restores: about four megabytes of
/// vectors, one day of writing.
const MAX_UNUSED_TEXTS: usize = 4_000;
/// Interval for checking the power supply while on battery.
const BATTERY_POLL_INTERVAL: Duration = Duration::from_secs(30);
/// Minimum interval between progress events.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);
/// Delay before retrying after a failure.
const RETRY_DELAY: Duration = Duration::from_secs(60);

/// The data that the index is built from.
const INDEXED: [Tag; 9] = [
    Tag::Manuscript,
    Tag::Texts,
    Tag::Drafts,
    Tag::Bible,
    Tag::Lore,
    Tag::Graph,
    Tag::Threads,
    Tag::Timeline,
    Tag::Meaning,
];

/// Why indexing is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Waiting {
    /// The author is typing.
    Typing,
    /// The machine is on battery.
    Battery,
    /// It failed and will be retried.
    Trouble,
}

/// Progress of the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct IndexProgress {
    /// Changed texts that are not indexed yet.
    pub left: usize,
    /// Passages with a vector.
    pub embedded: usize,
    /// Passages without a vector.
    pub pending: usize,
    /// Why it is paused; none while it works and when it is done.
    pub waiting: Option<Waiting>,
}

/// The task that updates the index; aborted when dropped.
pub(super) struct Indexer(JoinHandle<()>);

impl Indexer {
    /// Starts updating the index of the project of `desk`.
    pub(super) fn begin(desk: &Desk) -> Self {
        Self(tokio::spawn(run(desk.clone())))
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// State between steps.
#[derive(Default)]
struct IndexerState {
    reported: Option<(Instant, IndexProgress)>,
    /// Whether all texts were compared with the index and nothing has changed since.
    is_compared: bool,
    /// Whether texts or vectors were added since the index was last pruned.
    is_untidy: bool,
    is_verified: bool,
    typed_at: Option<Instant>,
    supply: Option<(Instant, bool)>,
}

async fn run(desk: Desk) {
    let mut events = desk.inner.events.subscribe();
    let mut state = IndexerState::default();
    let (mut due, mut not_before) = (true, Instant::now());
    loop {
        // Drain pending events: the next step reads all changes made so far.
        loop {
            match events.try_recv() {
                Ok(event) => due |= state.note(&event),
                Err(TryRecvError::Lagged(_)) => due |= state.note_lost_events(),
                Err(TryRecvError::Closed) => return,
                Err(TryRecvError::Empty) => break,
            }
        }
        let delay = not_before.saturating_duration_since(Instant::now());
        let wait = if due && !delay.is_zero() {
            Some(delay)
        } else if due {
            match state.step(&desk).await {
                Ok(Step::Done) => {
                    due = false;
                    None
                }
                Ok(Step::Again) => continue,
                Ok(Step::Wait(waiting)) => Some(match waiting {
                    Waiting::Battery => BATTERY_POLL_INTERVAL,
                    Waiting::Typing => PAUSE_POLL_INTERVAL,
                    Waiting::Trouble => RETRY_DELAY,
                }),
                Err(error) if error.code == wenfang_usecase::Code::NoProject => return,
                Err(error) => {
                    tracing::warn!(code = ?error.code, "the search index could not be updated");
                    state.tell(&desk, IndexProgress { waiting: Some(Waiting::Trouble), ..state.known() });
                    not_before = Instant::now() + RETRY_DELAY;
                    Some(RETRY_DELAY)
                }
            }
        } else {
            None
        };
        let heard = match wait {
            Some(wait) => tokio::time::timeout(wait, events.recv()).await.ok(),
            None => Some(events.recv().await),
        };
        match heard {
            Some(Ok(event)) if state.note(&event) => {
                due = true;
                tokio::time::sleep(CHANGE_DEBOUNCE).await;
            }
            Some(Err(RecvError::Closed)) => return,
            Some(Err(RecvError::Lagged(_))) => due |= state.note_lost_events(),
            Some(Ok(_)) | None => {}
        }
    }
}

/// The result of a step.
enum Step {
    Done,
    /// There is more to do.
    Again,
    /// There is more to do, but it must wait.
    Wait(Waiting),
}

impl IndexerState {
    /// Notes an event; returns whether the index may be out of date.
    fn note(&mut self, event: &Event) -> bool {
        let Event::Changed { tags } = event else { return false };
        if tags.contains(&Tag::Drafts) {
            self.typed_at = Some(Instant::now());
        }
        let is_indexed = tags.iter().any(|tag| INDEXED.contains(tag));
        // The index may have been discarded and partly rebuilt.
        self.is_compared &= !is_indexed && !tags.contains(&Tag::Index);
        is_indexed
    }

    /// Handles lost events: the index may be out of date.
    fn note_lost_events(&mut self) -> bool {
        self.is_compared = false;
        true
    }

    /// The progress last reported.
    fn known(&self) -> IndexProgress {
        self.reported.map(|(_, progress)| progress).unwrap_or_default()
    }

    /// Does one step of the remaining work.
    async fn step(&mut self, desk: &Desk) -> Result<Step> {
        let session = desk.session().await?;
        let library = session.library();
        let index = index(&library).await?;
        let left = self.compare(&library, &index).await?;
        let embedder = library.meaning.embedder().await;
        let state = index.state(&embedder.identity().key()).await?;
        let mut progress =
            IndexProgress { left, embedded: state.embedded, pending: state.pending, waiting: None };
        if left == 0 && state.pending == 0 {
            previous_is_done(&library, &index).await?;
            if !self.tidy(&library, &index).await? {
                return Ok(Step::Again);
            }
            self.tell(desk, progress);
            return Ok(Step::Done);
        }
        if left > 0 {
            self.tell(desk, progress);
            return Ok(Step::Again);
        }
        progress.waiting = self.reason_to_wait(&library, state.pending);
        if let Some(waiting) = progress.waiting {
            self.tell(desk, progress);
            return Ok(Step::Wait(waiting));
        }
        let done = embed_some(&library, &index, (&embedder, BATCH)).await?;
        progress.embedded += done;
        progress.pending = progress.pending.saturating_sub(done);
        drop(session);
        self.tell(desk, progress);
        Ok(Step::Again)
    }

    /// Indexes up to one step of changed texts; returns how many are left. Skipped while nothing has changed: vectors
    /// need many steps, and comparing thousands of texts before each would take longer than the vectors.
    async fn compare(&mut self, library: &Library<'_>, index: &Index) -> Result<usize> {
        if self.is_compared {
            return Ok(0);
        }
        let refreshed = refresh(library, index, TEXTS_PER_STEP, &Watch::silent()).await?;
        self.is_untidy |= refreshed.changed > 0;
        self.is_compared = refreshed.left == 0;
        Ok(refreshed.left)
    }

    /// Tidies an up-to-date index while the author pauses: removes the oldest unused texts, and once per opening
    /// verifies every paragraph against its hash. Returns false if the index was damaged and discarded.
    async fn tidy(&mut self, library: &Library<'_>, index: &Index) -> Result<bool> {
        if self.is_typing() {
            return Ok(true);
        }
        if self.is_untidy && index.prune(MAX_UNUSED_TEXTS).await?.texts > 0 {
            index.optimize().await?;
        }
        self.is_untidy = false;
        if !self.is_verified {
            self.is_verified = true;
            if let Err(error @ wenfang_search::Error::Damaged { .. }) = index.verify().await {
                tracing::warn!(%error, "the search index is damaged and is rebuilt");
                recreate(library).await?;
                self.is_compared = false;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_typing(&self) -> bool {
        self.typed_at.is_some_and(|at| at.elapsed() < TYPING_TIMEOUT)
    }

    fn reason_to_wait(&mut self, library: &Library<'_>, pending: usize) -> Option<Waiting> {
        if pending <= SMALL_BATCH {
            return None;
        }
        if self.is_typing() {
            return Some(Waiting::Typing);
        }
        self.must_save_battery(library).then_some(Waiting::Battery)
    }

    /// Whether to save battery now, as the author's setting says; checked at intervals.
    fn must_save_battery(&mut self, library: &Library<'_>) -> bool {
        match self.supply {
            Some((at, saves)) if at.elapsed() < BATTERY_POLL_INTERVAL => saves,
            _ => {
                let saves = !library.meaning.may_work();
                self.supply = Some((Instant::now(), saves));
                saves
            }
        }
    }

    /// Reports progress to the window at a limited rate; a paused or completed state is always reported.
    fn tell(&mut self, desk: &Desk, progress: IndexProgress) {
        let is_settled = progress.waiting.is_some() || (progress.left == 0 && progress.pending == 0);
        let is_new = match &self.reported {
            Some((_, reported)) if *reported == progress => false,
            Some((at, _)) => is_settled || at.elapsed() >= REPORT_INTERVAL,
            None => true,
        };
        if is_new {
            self.reported = Some((Instant::now(), progress));
            desk.tell(Event::Indexed { progress });
            if is_settled {
                desk.tell(Event::Changed { tags: vec![Tag::Index] });
            }
        }
    }
}
