//! Lore entries.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::{Project, canon};
use wenfang_story::canon::{EntityRecord, LoreKind, LoreRecord};
use wenfang_story::{EntityId, LoreEntryId, LorebookId, Timestamp};
use wenfang_usecase::{Code, Error, NoParams, Result};

use super::names::{self, Names};
use super::{removal, words};

/// The lorebook of the novel.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Lore {
    /// Sorted by title.
    pub entries: Vec<LoreSummary>,
    /// Files that entries were imported from.
    pub books: Vec<LorebookEntry>,
}

/// A file that entries were imported from.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct LorebookEntry {
    pub id: LorebookId,
    pub name: String,
    pub format: wenfang_story::canon::LorebookFormat,
}

/// A lore entry in a list.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct LoreSummary {
    pub id: LoreEntryId,
    pub title: String,
    pub kind: LoreKind,
    /// Its other names.
    pub aliases: Vec<String>,
    /// 1 to 10.
    pub priority: u8,
    /// Whether it is always included.
    pub constant: bool,
    /// Whether only the author may change it.
    pub locked: bool,
    /// Whether it is disabled.
    pub disabled: bool,
    /// The beginning of its content.
    pub beginning: String,
    /// The lorebook it was imported from.
    pub book: Option<LorebookId>,
}

/// Number of characters of the content shown in a list.
const BEGINNING: usize = 60;

pub(super) fn summary(id: LoreEntryId, record: LoreRecord) -> LoreSummary {
    let beginning = record.content.chars().take(BEGINNING).map(|c| if c == '\n' { ' ' } else { c }).collect();
    LoreSummary {
        id,
        title: record.title,
        kind: record.kind,
        aliases: record.aliases,
        priority: record.priority,
        constant: record.constant,
        locked: record.locked,
        disabled: record.disabled,
        beginning,
        book: record.origin.map(|origin| origin.book),
    }
}

/// Lists the lore entries.
pub async fn list(project: &Project, _: NoParams) -> Result<Lore> {
    let mut tx = project.begin_read().await?;
    let entries: Vec<(LoreEntryId, LoreRecord)> = canon::list(&mut tx).await?;
    let mut entries: Vec<LoreSummary> = entries.into_iter().map(|(id, record)| summary(id, record)).collect();
    entries.sort_by(|a, b| a.title.cmp(&b.title).then(a.id.cmp(&b.id)));
    let books: Vec<(LorebookId, _)> = canon::list(&mut tx).await?;
    let books =
        books.into_iter().map(|(id, book)| LorebookEntry { id, name: book.name, format: book.format });
    Ok(Lore { entries, books: books.collect() })
}

/// A lore entry.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct LoreEntryRequest {
    pub entry: LoreEntryId,
}

/// A complete lore entry.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct LoreEntry {
    pub id: LoreEntryId,
    pub title: String,
    pub kind: LoreKind,
    /// Its other names.
    pub aliases: Vec<String>,
    pub content: String,
    /// What must not be revealed yet.
    pub secrets: String,
    /// Words that trigger it without naming it.
    pub keywords: Vec<String>,
    /// Words that must be present as well.
    pub and_keywords: Vec<String>,
    /// 1 to 10.
    pub priority: u8,
    /// Whether it is always included.
    pub constant: bool,
    /// Whether only the author may change it.
    pub locked: bool,
    pub disabled: bool,
    /// The lorebook it was imported from.
    pub book: Option<LorebookId>,
    pub entity: Option<EntityId>,
    /// When it was removed; none if it is not.
    pub removed_at: Option<Timestamp>,
}

/// Returns a lore entry, even if it is removed.
pub async fn get(project: &Project, request: LoreEntryRequest) -> Result<LoreEntry> {
    let mut tx = project.begin_read().await?;
    view(&mut tx, request.entry).await
}

async fn view(conn: &mut SqliteConnection, id: LoreEntryId) -> Result<LoreEntry> {
    let row = canon::require(conn, id).await?;
    let entity = entity_of(conn, id).await?;
    let record = row.record;
    Ok(LoreEntry {
        id,
        title: record.title,
        kind: record.kind,
        aliases: record.aliases,
        content: record.content,
        secrets: record.secrets,
        keywords: record.keywords,
        and_keywords: record.and_keywords,
        priority: record.priority,
        constant: record.constant,
        locked: record.locked,
        disabled: record.disabled,
        book: record.origin.map(|origin| origin.book),
        entity,
        removed_at: row.removed_at,
    })
}

/// The entity of an entry, even if removed: the one that refers to it, or the one with its name and no other entry.
async fn entity_of(conn: &mut SqliteConnection, entry: LoreEntryId) -> Result<Option<EntityId>> {
    let linked = canon::list_where::<EntityId>(conn, "lore_entry_id", entry.get()).await?;
    if let Some((entity, _)) = linked.first() {
        return Ok(Some(*entity));
    }
    let names = names::read(conn).await?;
    let owner = names.owner_of(Some(entry), None);
    Ok(owner.and_then(|owner| names.bearer(owner)).and_then(|bearer| bearer.entity))
}

/// Changes to a lore entry. Absent fields stay unchanged, or take their default in a new entry.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SaveLoreEntry {
    /// The entry; a new one when absent.
    pub entry: Option<LoreEntryId>,
    /// Its title; required for a new entry.
    pub title: Option<String>,
    pub kind: Option<LoreKind>,
    /// Its other names.
    pub aliases: Option<Vec<String>>,
    pub content: Option<String>,
    /// What must not be revealed yet.
    pub secrets: Option<String>,
    /// Words that trigger it without naming it.
    pub keywords: Option<Vec<String>>,
    /// Words that must be present as well.
    pub and_keywords: Option<Vec<String>>,
    /// 1 to 10.
    pub priority: Option<u8>,
    /// Whether it is always included.
    pub constant: Option<bool>,
    /// Whether only the author may change it.
    pub locked: Option<bool>,
    pub disabled: Option<bool>,
}

/// Writes a lore entry. A new one whose title is the name of an entity without an entry is linked to that entity.
///
/// # Errors
/// [`Code::BadRequest`] for an empty title, a priority out of range, or texts that are too long;
/// [`Code::NameTaken`] for a name of another entry or entity.
pub async fn save(project: &Project, request: SaveLoreEntry) -> Result<LoreEntry> {
    let names = names::names(project).await?;
    let mut tx = project.begin_write().await?;
    let before = match request.entry {
        Some(entry) => canon::live(&mut tx, entry).await?,
        None => LoreRecord::default(),
    };
    let record = changed(&before, &request)?;
    let others: Vec<&str> =
        record.names().filter(|name| !before.names().any(|known| known == *name)).collect();
    let joins = request.entry.is_none().then(|| names.entity_without_entry(&record.title)).flatten();
    refuse_taken(&names, names.owner_of(request.entry, joins), &others)?;
    let id = match request.entry {
        Some(entry) => {
            canon::update(&mut tx, entry, &record).await?;
            entry
        }
        None => canon::insert(&mut tx, &record, project.now()).await?,
    };
    if let Some(entity) = joins {
        let before: EntityRecord = canon::live(&mut tx, entity).await?;
        canon::update(&mut tx, entity, &EntityRecord { lore_entry: Some(id), ..before }).await?;
    }
    let view = view(&mut tx, id).await?;
    tx.commit().await?;
    Ok(view)
}

fn changed(before: &LoreRecord, request: &SaveLoreEntry) -> Result<LoreRecord> {
    let mut record = before.clone();
    if let Some(title) = &request.title {
        record.title = words::name("title", title)?;
    }
    if record.title.is_empty() {
        return Err(Error::bad_request("the entry has no title", "Nothing was changed. Give it one."));
    }
    if let Some(aliases) = &request.aliases {
        record.aliases = words::names("aliases", aliases)?;
    }
    let title = record.title.clone();
    record.aliases.retain(|alias| *alias != title);
    if let Some(keywords) = &request.keywords {
        record.keywords = words::names("keywords", keywords)?;
    }
    if let Some(keywords) = &request.and_keywords {
        record.and_keywords = words::names("keywords", keywords)?;
    }
    if let Some(content) = &request.content {
        record.content = words::text("content", content)?;
    }
    if let Some(secrets) = &request.secrets {
        record.secrets = words::text("secrets", secrets)?;
    }
    if let Some(priority) = request.priority {
        if !(1..=10).contains(&priority) {
            return Err(Error::bad_request(
                format!("the priority {priority} is out of range"),
                "Nothing was changed. Use 1 (least) to 10 (first).",
            ));
        }
        record.priority = priority;
    }
    record.kind = request.kind.unwrap_or(record.kind);
    record.constant = request.constant.unwrap_or(record.constant);
    record.locked = request.locked.unwrap_or(record.locked);
    record.disabled = request.disabled.unwrap_or(record.disabled);
    Ok(record)
}

/// Refuses names that belong to anything other than `own`.
pub(crate) fn refuse_taken(names: &Names, own: Option<u32>, wanted: &[&str]) -> Result<()> {
    for (name, number) in names.lexicon.names().zip(0u32..) {
        if !wanted.contains(&name) {
            continue;
        }
        let other = names.lexicon.owners(number).iter().find(|owner| Some(**owner) != own);
        if let Some(other) = other.and_then(|owner| names.bearer(*owner)) {
            return Err(Error::new(
                Code::NameTaken,
                format!("{name} is already a name of {}", other.title),
                "Nothing was changed. Remove the name there first, or add it to the keywords.",
            )
            .with(
                json!({ "name": name, "title": other.title, "entry": other.entry, "entity": other.entity }),
            ));
        }
    }
    Ok(())
}

/// Lore entries.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct LoreEntries {
    pub entries: Vec<LoreEntryId>,
}

/// The result of a command on several items.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct Done {
    /// The number of items.
    pub count: usize,
}

/// Removes lore entries. [`put_back`] restores them.
pub async fn remove(project: &Project, request: LoreEntries) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    for entry in &request.entries {
        canon::require(&mut tx, *entry).await?;
    }
    canon::remove(&mut tx, &request.entries, project.now()).await?;
    tx.commit().await?;
    Ok(Done { count: request.entries.len() })
}

/// Restores removed lore entries.
pub async fn put_back(project: &Project, request: LoreEntries) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::put_back(&mut tx, &request.entries).await?;
    tx.commit().await?;
    Ok(Done { count: request.entries.len() })
}

/// Lore entries that were removed.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RemovedLore {
    /// Latest first.
    pub entries: Vec<RemovedEntry>,
}

/// A lore entry that was removed.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RemovedEntry {
    #[serde(flatten)]
    pub entry: LoreSummary,
    pub removed_at: Option<Timestamp>,
}

/// Lists the lore entries that were removed.
pub async fn list_removed(project: &Project, _: NoParams) -> Result<RemovedLore> {
    let mut tx = project.begin_read().await?;
    let rows = canon::list_removed::<LoreEntryId>(&mut tx).await?;
    let entries = rows
        .into_iter()
        .map(|row| RemovedEntry { entry: summary(row.id, row.record), removed_at: row.removed_at });
    Ok(RemovedLore { entries: entries.collect() })
}
