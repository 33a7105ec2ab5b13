//! Undoable operations on several cards: written in one transaction, recorded, and undone as a whole.
//!
//! The record is an artifact, so that an operation can be undone after the project was closed; the last
//! [`MAX_UNDO_STEPS`] are stored. Always: undoing restores every item exactly, or changes nothing.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::Project;
use wenfang_project::artifacts::{self, Artifact, Keep};
use wenfang_project::canon::{self, CanonItem};
use wenfang_project::checkpoints::ItemKind;
use wenfang_story::artifact::{ArtifactKind, Subject};
use wenfang_story::{EntityId, FactId, LoreEntryId, Record, RelationId, TimelineEventId, Timestamp};
use wenfang_usecase::{Code, Error, Result};

use crate::hints;
use crate::lore::Done;
use crate::proposals::is_used;

/// Number of operations that can be undone.
const MAX_UNDO_STEPS: u32 = 100;

const NOTES: Artifact<'static> = Artifact {
    keep: Keep::newest(MAX_UNDO_STEPS),
    ..Artifact::new("card_acts", Subject::Novel, ArtifactKind::Other, "cards")
};

/// The changes of an operation.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Note {
    changes: Vec<Change>,
    /// Words that the operation marked as not being names.
    #[serde(default)]
    ignored: Vec<String>,
}

/// The change of one item: its canonical forms before and after, `None` if it did not exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Change {
    kind: String,
    item: i64,
    before: Option<String>,
    after: Option<String>,
}

/// An operation in progress.
pub(super) struct Act<'c> {
    pub(super) conn: &'c mut SqliteConnection,
    now: Timestamp,
    note: Note,
}

impl<'c> Act<'c> {
    pub(super) fn new(conn: &'c mut SqliteConnection, now: Timestamp) -> Self {
        Self { conn, now, note: Note::default() }
    }

    pub(super) async fn insert<I: CanonItem>(&mut self, record: &I::Record) -> Result<I> {
        let id: I = canon::insert(self.conn, record, self.now).await?;
        self.changed::<I>(id, (None, Some(record.canonical())));
        Ok(id)
    }

    /// Updates a record, unless nothing changes.
    pub(super) async fn update<I: CanonItem>(
        &mut self,
        id: I,
        (before, after): (&I::Record, &I::Record),
    ) -> Result<()> {
        let (before, form) = (before.canonical(), after.canonical());
        if before != form {
            canon::update(self.conn, id, after).await?;
            self.changed::<I>(id, (Some(before), Some(form)));
        }
        Ok(())
    }

    pub(super) async fn remove<I: CanonItem>(&mut self, id: I, before: &I::Record) -> Result<()> {
        canon::remove(self.conn, &[id], self.now).await?;
        self.changed::<I>(id, (Some(before.canonical()), None));
        Ok(())
    }

    /// Marks words as not being names; returns how many were not marked before.
    pub(super) async fn ignore(&mut self, names: &[String]) -> Result<usize> {
        let fresh = hints::add_ignored(self.conn, names).await?;
        let count = fresh.len();
        self.note.ignored.extend(fresh);
        Ok(count)
    }

    fn changed<I: CanonItem>(&mut self, id: I, (before, after): (Option<String>, Option<String>)) {
        let (kind, item) = (I::ITEM.as_str(), id.into());
        match self.note.changes.iter_mut().find(|known| known.kind == kind && known.item == item) {
            Some(known) => known.after = after,
            None => self.note.changes.push(Change { kind: kind.to_owned(), item, before, after }),
        }
    }

    /// Stores the record of the operation and returns its number; none if nothing changed.
    pub(super) async fn finish(self) -> Result<Option<i64>> {
        if self.note.changes.is_empty() && self.note.ignored.is_empty() {
            return Ok(None);
        }
        let value = serde_json::to_string(&self.note).map_err(|error| {
            Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
        })?;
        let newest = artifacts::newest_version(self.conn, &NOTES.tag()).await?;
        Ok(Some(artifacts::put(self.conn, &NOTES, (newest, value.as_str()), self.now).await?))
    }
}

/// An operation on cards.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct CardActRequest {
    /// Its number, from the answer of the command.
    pub act: i64,
}

/// Undoes an operation by restoring every item. Returns the number of items restored.
///
/// # Errors
/// [`Code::NotFound`] for an operation that is too old; [`Code::BadRequest`] if one of its items was changed since, or
/// an item it created is in use.
pub async fn undo(project: &Project, request: CardActRequest) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    let Some(stored) = artifacts::version(&mut tx, &NOTES.tag(), request.act).await? else {
        return Err(Error::new(
            Code::NotFound,
            format!("operation {} can no longer be undone", request.act),
            format!("Nothing was changed. The last {MAX_UNDO_STEPS} operations can be undone."),
        ));
    };
    let note: Note = serde_json::from_str(&stored.value)
        .map_err(|error| Error::new(Code::Damaged, error.to_string(), "Nothing was changed."))?;
    for change in &note.changes {
        if current_form(&mut tx, change).await? != change.after {
            return Err(conflict(change, "was changed since"));
        }
    }
    let now = project.now();
    for change in &note.changes {
        if let Some(before) = &change.before {
            canon::restore(&mut tx, (kind_of(change)?, change.item), before).await?;
        }
    }
    let created: Vec<&Change> = note.changes.iter().filter(|change| change.before.is_none()).collect();
    // Items created later refer to items created earlier.
    for change in created.into_iter().rev() {
        let item = (kind_of(change)?, change.item);
        if is_used(&mut tx, item).await? {
            return Err(conflict(change, "is in use"));
        }
        canon::unmake(&mut tx, item, now).await?;
    }
    hints::remove_ignored(&mut tx, &note.ignored).await?;
    tx.commit().await?;
    Ok(Done { count: note.changes.len() + note.ignored.len() })
}

fn kind_of(change: &Change) -> Result<ItemKind> {
    ItemKind::named(&change.kind).ok_or_else(|| {
        Error::new(Code::Damaged, format!("unknown kind of item: {}", change.kind), "Nothing was changed.")
    })
}

fn conflict(change: &Change, what: &str) -> Error {
    Error::new(
        Code::BadRequest,
        format!("{} {} {what}", change.kind, change.item),
        "Nothing was changed. Change it back by hand, or restore a checkpoint.",
    )
    .with(serde_json::json!({ "kind": change.kind, "id": change.item }))
}

/// The current form of the item of a change.
async fn current_form(conn: &mut SqliteConnection, change: &Change) -> Result<Option<String>> {
    match kind_of(change)? {
        ItemKind::LoreEntry => form(conn, LoreEntryId::from(change.item)).await,
        ItemKind::Entity => form(conn, EntityId::from(change.item)).await,
        ItemKind::Relation => form(conn, RelationId::from(change.item)).await,
        ItemKind::Fact => form(conn, FactId::from(change.item)).await,
        _ => form(conn, TimelineEventId::from(change.item)).await,
    }
}

async fn form<I: CanonItem>(conn: &mut SqliteConnection, id: I) -> Result<Option<String>> {
    let row = canon::require(conn, id).await?;
    Ok(row.removed_at.is_none().then(|| row.record.canonical()))
}
