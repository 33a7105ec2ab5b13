//! Entities by name: found, or made where nobody bears the name yet.

use serde::Deserialize;
use sqlx::SqliteConnection;
use wenfang_project::canon;
use wenfang_story::canon::{EntityKind, EntityRecord, LoreRecord};
use wenfang_story::{EntityId, LoreEntryId, Timestamp};

use super::words;
use crate::error::Result;

/// An entity: by its id, or by a name, which makes one where nobody bears it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum EntityRef {
    /// This one.
    Id(EntityId),
    /// The one called so.
    Name(String),
}

/// What became of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// Somebody bore it.
    Known(EntityId),
    /// An entity was made.
    Made(EntityId),
}

impl Resolved {
    pub(crate) fn id(self) -> EntityId {
        match self {
            Self::Known(id) | Self::Made(id) => id,
        }
    }
}

/// The entity that is meant.
///
/// # Errors
/// An id that is not there; an empty name.
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
    if let Some((id, _)) = bearing(conn, &name).await? {
        return Ok(Resolved::Known(id));
    }
    let record = match entry_called(conn, &name).await? {
        Some((entry, lore)) => of_entry(conn, entry, lore).await?,
        None => EntityRecord { name, kind, ..EntityRecord::default() },
    };
    Ok(Resolved::Made(canon::insert(conn, &record, now).await?))
}

/// The entity that bears a name: as its first name before an alias, the eldest before others.
pub(crate) async fn bearing(
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
    let Some((entry, _)) = entry_called(conn, name).await? else { return Ok(None) };
    Ok(entities.into_iter().find(|(_, record)| record.lore_entry == Some(entry)))
}

async fn entry_called(conn: &mut SqliteConnection, name: &str) -> Result<Option<(LoreEntryId, LoreRecord)>> {
    let entries: Vec<(LoreEntryId, LoreRecord)> = canon::list(conn).await?;
    Ok(entries.into_iter().find(|(_, record)| record.names().any(|known| known == name)))
}

/// The entity of a lore entry: it bears the title; the entry's aliases stay with the entry.
async fn of_entry(conn: &mut SqliteConnection, entry: LoreEntryId, lore: LoreRecord) -> Result<EntityRecord> {
    let is_linked = !canon::list_where::<EntityId>(conn, "lore_entry_id", entry.get()).await?.is_empty();
    let kind = lore.kind.entity_kind();
    let lore_entry = (!is_linked).then_some(entry);
    Ok(EntityRecord { name: lore.title, kind, lore_entry, ..EntityRecord::default() })
}
