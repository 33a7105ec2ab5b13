//! Keeping the search index of the open project up to date while the author works.
//!
//! What changed is indexed by its words as soon as the author rests for a moment; vectors follow, a few passages at once or
//! the whole book in small steps. Always: a step ends before the project is closed; what was done stays; what is left
//! after a crash is seen by comparing texts, so nothing has to be remembered.

use std::time::Duration;

use serde::Serialize;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use wenfang_search::Index;

use super::Desk;
use super::events::Event;
use crate::commands::Tag;
use crate::drafting::Session;
use crate::error::Result;
use crate::search::embed::{BATCH, embed_some};
use crate::search::refresh::refresh;
use crate::search::{anew, index, previous_is_done};

/// After a change the index waits so long for the next one: a paragraph is to be found a second after it is saved.
const REST: Duration = Duration::from_millis(300);
/// While the author types, the book is not embedded.
const TYPING: Duration = Duration::from_millis(1_500);
/// So few passages are embedded at once, whatever the author does: what an edit touches.
const FEW: usize = 8;
/// Texts that are brought into the index in one step. Each step compares all texts with the index first, and the project is
/// not closed before it ends: scenes of 3,000 characters take a third of a second.
const STEP: usize = 64;
/// Between two looks at whether to go on, while the index waits.
const PAUSE: Duration = Duration::from_millis(500);
/// Texts that nobody says any more and that stay with their vectors all the same, for undo, branches and restores: some
/// four megabytes of vectors, a day's writing.
const UNSAID: usize = 4_000;
/// On battery the supply is looked at so often.
const BATTERY: Duration = Duration::from_secs(30);
/// Between two reports.
const REPORT: Duration = Duration::from_millis(250);
/// After a failure the index is left alone for so long.
const TROUBLE: Duration = Duration::from_secs(60);

/// What the index is made of.
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

/// Why the index waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Waiting {
    /// The author types.
    Typing,
    /// The machine runs on its battery.
    Battery,
    /// It failed, and is tried again after a while.
    Trouble,
}

/// How far the index is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct IndexProgress {
    /// Texts that changed and are not in the index yet.
    pub left: usize,
    /// Passages with a vector.
    pub embedded: usize,
    /// Passages without one.
    pub pending: usize,
    /// Why it waits; none while it works, and when it is done.
    pub waiting: Option<Waiting>,
}

/// The task that keeps the index; ends when dropped.
pub(super) struct Indexer(JoinHandle<()>);

impl Indexer {
    /// Begins to keep the index of the project of `desk`.
    pub(super) fn begin(desk: &Desk) -> Self {
        Self(tokio::spawn(keep(desk.clone())))
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What is remembered between steps.
#[derive(Default)]
struct Keeping {
    told: Option<(Instant, IndexProgress)>,
    /// All texts were compared with the index, and nothing has changed since.
    is_compared: bool,
    /// Texts or vectors came since the index was tidied.
    is_untidy: bool,
    is_verified: bool,
    typed_at: Option<Instant>,
    supply: Option<(Instant, bool)>,
}

async fn keep(desk: Desk) {
    let mut events = desk.inner.events.subscribe();
    let mut keeping = Keeping::default();
    let (mut due, mut not_before) = (true, Instant::now());
    loop {
        // Every change that is known by now is in what the next step reads.
        loop {
            match events.try_recv() {
                Ok(event) => due |= keeping.note(&event),
                Err(TryRecvError::Lagged(_)) => due |= keeping.missed(),
                Err(TryRecvError::Closed) => return,
                Err(TryRecvError::Empty) => break,
            }
        }
        let rests = not_before.saturating_duration_since(Instant::now());
        let wait = if due && !rests.is_zero() {
            Some(rests)
        } else if due {
            match keeping.step(&desk).await {
                Ok(Step::Done) => {
                    due = false;
                    None
                }
                Ok(Step::Again) => continue,
                Ok(Step::Wait(waiting)) => Some(match waiting {
                    Waiting::Battery => BATTERY,
                    Waiting::Typing => PAUSE,
                    Waiting::Trouble => TROUBLE,
                }),
                Err(error) if error.code == crate::Code::NoProject => return,
                Err(error) => {
                    tracing::warn!(code = ?error.code, "the search index could not be kept");
                    keeping.tell(&desk, IndexProgress { waiting: Some(Waiting::Trouble), ..keeping.known() });
                    not_before = Instant::now() + TROUBLE;
                    Some(TROUBLE)
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
            Some(Ok(event)) if keeping.note(&event) => {
                due = true;
                tokio::time::sleep(REST).await;
            }
            Some(Err(RecvError::Closed)) => return,
            Some(Err(RecvError::Lagged(_))) => due |= keeping.missed(),
            Some(Ok(_)) | None => {}
        }
    }
}

/// What a step came to.
enum Step {
    /// Nothing is left.
    Done,
    /// There is more to do.
    Again,
    /// There is more to do, but not now.
    Wait(Waiting),
}

impl Keeping {
    /// Notes an event, and answers whether the index may have fallen behind.
    fn note(&mut self, event: &Event) -> bool {
        let Event::Changed { tags } = event else { return false };
        if tags.contains(&Tag::Drafts) {
            self.typed_at = Some(Instant::now());
        }
        let is_indexed = tags.iter().any(|tag| INDEXED.contains(tag));
        // It may have been thrown away and made anew in part.
        self.is_compared &= !is_indexed && !tags.contains(&Tag::Index);
        is_indexed
    }

    /// Events were lost: the index may have fallen behind.
    fn missed(&mut self) -> bool {
        self.is_compared = false;
        true
    }

    /// What was told last.
    fn known(&self) -> IndexProgress {
        self.told.map(|(_, progress)| progress).unwrap_or_default()
    }

    /// Does a little of what is left.
    async fn step(&mut self, desk: &Desk) -> Result<Step> {
        let session = desk.session().await?;
        let index = index(&session).await?;
        let left = self.compare(&session, &index).await?;
        let embedder = session.meaning.embedder().await;
        let state = index.state(&embedder.identity().key()).await?;
        let mut progress =
            IndexProgress { left, embedded: state.embedded, pending: state.pending, waiting: None };
        if left == 0 && state.pending == 0 {
            previous_is_done(&session, &index).await?;
            if !self.tidy(&session, &index).await? {
                return Ok(Step::Again);
            }
            self.tell(desk, progress);
            return Ok(Step::Done);
        }
        if left > 0 {
            self.tell(desk, progress);
            return Ok(Step::Again);
        }
        progress.waiting = self.reason_to_wait(&session, state.pending);
        if let Some(waiting) = progress.waiting {
            self.tell(desk, progress);
            return Ok(Step::Wait(waiting));
        }
        let done = embed_some(&session, &index, (&embedder, BATCH)).await?;
        progress.embedded += done;
        progress.pending = progress.pending.saturating_sub(done);
        drop(session);
        self.tell(desk, progress);
        Ok(Step::Again)
    }

    /// Brings what changed into the index, a step of it; answers how much is left. Vectors are made in many steps, and
    /// comparing thousands of texts before each would take longer than the vectors.
    async fn compare(&mut self, session: &Session, index: &Index) -> Result<usize> {
        if self.is_compared {
            return Ok(0);
        }
        let refreshed = refresh(session, index, STEP).await?;
        self.is_untidy |= refreshed.changed > 0;
        self.is_compared = refreshed.left == 0;
        Ok(refreshed.left)
    }

    /// Tidies an index that is up to date, while the author rests: what nobody says any more goes, but for the newest; and
    /// once for each opening every paragraph is held against its hash. Answers whether the index is sound; else it was thrown
    /// away.
    async fn tidy(&mut self, session: &Session, index: &Index) -> Result<bool> {
        if self.is_typing() {
            return Ok(true);
        }
        if self.is_untidy && index.prune(UNSAID).await?.texts > 0 {
            index.settle().await?;
        }
        self.is_untidy = false;
        if !self.is_verified {
            self.is_verified = true;
            if let Err(error @ wenfang_search::Error::Damaged { .. }) = index.verify().await {
                tracing::warn!(%error, "the search index is made anew");
                anew(session).await?;
                self.is_compared = false;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_typing(&self) -> bool {
        self.typed_at.is_some_and(|at| at.elapsed() < TYPING)
    }

    fn reason_to_wait(&mut self, session: &Session, pending: usize) -> Option<Waiting> {
        if pending <= FEW {
            return None;
        }
        if self.is_typing() {
            return Some(Waiting::Typing);
        }
        self.saves_battery(session).then_some(Waiting::Battery)
    }

    /// Whether the author wants the battery saved now; looked at once in a while.
    fn saves_battery(&mut self, session: &Session) -> bool {
        match self.supply {
            Some((at, saves)) if at.elapsed() < BATTERY => saves,
            _ => {
                let saves = !session.meaning.may_work();
                self.supply = Some((Instant::now(), saves));
                saves
            }
        }
    }

    /// Tells the window how far the index is, a few times a second at most; a state of rest always.
    fn tell(&mut self, desk: &Desk, progress: IndexProgress) {
        let rests = progress.waiting.is_some() || (progress.left == 0 && progress.pending == 0);
        let is_new = match &self.told {
            Some((_, told)) if *told == progress => false,
            Some((at, _)) => rests || at.elapsed() >= REPORT,
            None => true,
        };
        if is_new {
            self.told = Some((Instant::now(), progress));
            desk.tell(Event::Indexed { progress });
            if rests {
                desk.tell(Event::Changed { tags: vec![Tag::Index] });
            }
        }
    }
}
