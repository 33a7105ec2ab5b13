//! Undoes the changes of applied proposals.

use std::collections::HashSet;

use serde::Serialize;
use sqlx::SqliteConnection;
use wenfang_project::canon;
use wenfang_project::checkpoints::ItemKind;
use wenfang_project::proposals::{self, Applied};
use wenfang_story::canon::ThreadAnchorRecord;
use wenfang_story::{
    BatchId, EntityId, FactId, ProposalId, Record, RelationId, ThreadAnchorId, ThreadId, TimelineEventId,
    Timestamp,
};
use wenfang_usecase::Result;

use crate::graph::statements_about;

/// A batch that was undone.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Undone {
    pub batch: BatchId,
    /// The number of applied proposals that were undone.
    pub undone: usize,
    /// Items that were kept because they were changed or used since.
    pub kept: Vec<Retained>,
}

/// A canon item that was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Retained {
    /// Entity, relation, fact, event, thread, or thread anchor.
    pub kind: ItemKind,
    pub id: i64,
    /// The reason.
    pub why: KeptBecause,
}

/// The reason for keeping an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum KeptBecause {
    /// It was changed since.
    Changed,
    /// Something else refers to it.
    Used,
}

/// Reverts the changes of a batch, or of one proposal in it, latest first. Returns the items that were kept.
pub(super) async fn revert(
    conn: &mut SqliteConnection,
    now: Timestamp,
    batch: BatchId,
    only: Option<ProposalId>,
) -> Result<Vec<Retained>> {
    let mut kept: Vec<Retained> = Vec::new();
    let mut changed: HashSet<(ItemKind, i64)> = HashSet::new();
    let mut all = proposals::applied_by_batch(conn, batch).await?;
    all.retain(|applied| only.is_none_or(|only| only == applied.proposal));
    for (at, applied) in all.iter().enumerate() {
        if changed.contains(&(applied.kind, applied.item)) {
            continue;
        }
        let earlier =
            all[at..].iter().filter(|other| (other.kind, other.item) == (applied.kind, applied.item));
        let befores: Vec<&String> = earlier.filter_map(|other| other.before.as_ref()).collect();
        if let Some(why) = undo(conn, now, (applied, &befores)).await? {
            changed.insert((applied.kind, applied.item));
            kept.push(Retained { kind: applied.kind, id: applied.item, why });
        }
    }
    Ok(kept)
}

/// Reverts one change. `befores` are the forms of the item before this change and before earlier ones.
async fn undo(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (applied, befores): (&Applied, &[&String]),
) -> Result<Option<KeptBecause>> {
    let (form, is_removed) = match applied.kind {
        ItemKind::Entity => current_form(conn, EntityId::from(applied.item)).await?,
        ItemKind::Relation => current_form(conn, RelationId::from(applied.item)).await?,
        ItemKind::TimelineEvent => current_form(conn, TimelineEventId::from(applied.item)).await?,
        ItemKind::PlotThread => current_form(conn, ThreadId::from(applied.item)).await?,
        ItemKind::ThreadAnchor => current_anchor(conn, applied).await?,
        _ => current_form(conn, FactId::from(applied.item)).await?,
    };
    if is_removed {
        return Ok(None);
    }
    if form != applied.after {
        // The item was already reverted, or changed twice by the batch.
        let is_undone = befores.contains(&&form);
        return Ok((!is_undone).then_some(KeptBecause::Changed));
    }
    match &applied.before {
        Some(before) => canon::restore(conn, (applied.kind, applied.item), before).await?,
        None if is_used(conn, (applied.kind, applied.item)).await? => return Ok(Some(KeptBecause::Used)),
        None => canon::unmake(conn, (applied.kind, applied.item), now).await?,
    }
    Ok(None)
}

async fn current_form<I: canon::CanonItem>(conn: &mut SqliteConnection, id: I) -> Result<(String, bool)> {
    let row = canon::require(conn, id).await?;
    Ok((row.record.canonical(), row.removed_at.is_some()))
}

/// Reads an anchor, treating it as unchanged if only its position changed: positions follow the text automatically.
async fn current_anchor(conn: &mut SqliteConnection, applied: &Applied) -> Result<(String, bool)> {
    let row = canon::require(conn, ThreadAnchorId::from(applied.item)).await?;
    let given = serde_json::from_str::<ThreadAnchorRecord>(&applied.after).ok();
    let is_as_given = given.is_some_and(|given| {
        let now = &row.record;
        (given.thread, given.role, &given.note) == (now.thread, now.role, &now.note)
    });
    let form = if is_as_given { applied.after.clone() } else { row.record.canonical() };
    Ok((form, row.removed_at.is_some()))
}

/// Whether other items refer to an item.
pub(crate) async fn is_used(conn: &mut SqliteConnection, (kind, id): (ItemKind, i64)) -> Result<bool> {
    match kind {
        ItemKind::Entity => {
            let entity = EntityId::from(id);
            let (relations, facts) = statements_about(conn, entity).await?;
            if !relations.is_empty() || !facts.is_empty() {
                return Ok(true);
            }
            let events = canon::list::<TimelineEventId>(conn).await?;
            Ok(events.iter().any(|(_, record)| record.participants.contains(&entity)))
        }
        ItemKind::TimelineEvent => {
            let events = canon::list::<TimelineEventId>(conn).await?;
            Ok(events.iter().any(|(_, record)| record.after.contains(&id.into())))
        }
        ItemKind::LoreEntry => {
            Ok(!canon::list_where::<EntityId>(conn, "lore_entry_id", id).await?.is_empty())
        }
        ItemKind::PlotThread => {
            Ok(!canon::list_where::<ThreadAnchorId>(conn, "thread_id", id).await?.is_empty())
        }
        _ => Ok(false),
    }
}
