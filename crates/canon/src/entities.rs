//! Entities by name: found, or created if nobody has the name yet.

use serde::Deserialize;
use sqlx::SqliteConnection;
use wenfang_project::canon;
use wenfang_story::canon::{EntityKind, EntityRecord, LoreRecord};
use wenfang_story::{EntityId, LoreEntryId, Timestamp};
use wenfang_usecase::Result;

use super::words;

/// Names an entity by its id, or by a name; an unknown name creates an entity.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum EntityRef {
    Id(EntityId),
    Name(String),
}

/// The result of resolving a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// An existing entity.
    Known(EntityId),
    /// A new entity.
    Made(EntityId),
}

impl Resolved {
    pub(crate) fn id(self) -> EntityId {
        match self {
            Self::Known(id) | Self::Made(id) => id,
        }
    }
}

/// Finds or creates an entity.
///
/// # Errors
/// An unknown id; an empty name.
pub(crate) async fn resolve(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (wanted, kind): (&EntityRef, EntityKind),
) -> Result<Resolved> {
    let name = match wanted {
        EntityRef::Id(id) => {
            canon::live(conn, *id).await?;
            return Ok(Resolved::Known(*id));
        }
        EntityRef::Name(name) => words::name("name", name)?,
    };
    if let Some((id, _)) = find_by_name(conn, &name).await? {
        return Ok(Resolved::Known(id));
    }
    let record = match entry_named(conn, &name).await? {
        Some((entry, lore)) => entity_for_entry(conn, entry, lore).await?,
        None => EntityRecord { name, kind, ..EntityRecord::default() },
    };
    Ok(Resolved::Made(canon::insert(conn, &record, now).await?))
}

/// The entity with a name: a main name takes precedence over an alias, then the oldest entity wins.
pub(crate) async fn find_by_name(
    conn: &mut SqliteConnection,
    name: &str,
) -> Result<Option<(EntityId, EntityRecord)>> {
    let entities: Vec<(EntityId, EntityRecord)> = canon::list(conn).await?;
    let first = entities.iter().position(|(_, record)| record.name == name);
    let at =
        first.or_else(|| entities.iter().position(|(_, record)| record.names().any(|known| known == name)));
    if let Some(at) = at {
        return Ok(entities.into_iter().nth(at));
    }
    // The names of a lore entry are names of its entity.
    let Some((entry, _)) = entry_named(conn, name).await? else { return Ok(None) };
    Ok(entities.into_iter().find(|(_, record)| record.lore_entry == Some(entry)))
}

async fn entry_named(conn: &mut SqliteConnection, name: &str) -> Result<Option<(LoreEntryId, LoreRecord)>> {
    let entries: Vec<(LoreEntryId, LoreRecord)> = canon::list(conn).await?;
    Ok(entries.into_iter().find(|(_, record)| record.names().any(|known| known == name)))
}

/// A new entity for a lore entry. It takes the title; the aliases stay with the entry.
async fn entity_for_entry(
    conn: &mut SqliteConnection,
    entry: LoreEntryId,
    lore: LoreRecord,
) -> Result<EntityRecord> {
    let is_linked = !canon::list_where::<EntityId>(conn, "lore_entry_id", entry.get()).await?.is_empty();
    let kind = lore.kind.entity_kind();
    let lore_entry = (!is_linked).then_some(entry);
    Ok(EntityRecord { name: lore.title, kind, lore_entry, ..EntityRecord::default() })
}
