//! The tables of the canon: every row stores one record, whatever the kind of item.
//!
//! A removed item keeps its row and its id and can be restored; ids are never reused. Every change here raises the
//! revision of its kind, which tells derived data that it is stale.

use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_storage::{Outcome, new_id};
use wenfang_story::canon::{
    BibleFieldRecord, CommentRecord, EntityRecord, FactRecord, LoreRecord, LorebookRecord, RelationRecord,
    ThreadAnchorRecord, ThreadRecord, TimelineEventRecord,
};
use wenfang_story::generation::PromptRecord;
use wenfang_story::pipeline::PipelineProfileRecord;
use wenfang_story::{
    BibleFieldId, CommentId, EntityId, FactId, LoreEntryId, LorebookId, PipelineProfileId, PromptId, Record,
    RelationId, ThreadAnchorId, ThreadId, TimelineEventId, Timestamp,
};

use crate::checkpoints::ItemKind;
use crate::error::{Error, Result};
use crate::records;
use crate::schema::is_known;

/// A kind of canon item, identified by its id type.
pub trait CanonItem: Copy + Ord + From<i64> + Into<i64> + Send + Sync + Unpin {
    /// The kind in checkpoints; its name also appears in errors.
    const ITEM: ItemKind;
    /// Its SQL table.
    const TABLE: &'static str;
    /// The data stored for the item.
    type Record: Record + Send + Sync;
    /// The error for an unknown id.
    fn missing(self) -> Error {
        Error::NoPart { kind: Self::ITEM.as_str(), id: self.into() }
    }
}

macro_rules! items {
    ($($id:ident $item:ident $table:literal $record:ident;)*) => {
        $(impl CanonItem for $id {
            const ITEM: ItemKind = ItemKind::$item;
            const TABLE: &'static str = $table;
            type Record = $record;
        })*

        /// Every kind of canon item with its table. A kind comes after the kinds it refers to.
        pub const TABLES: &[(ItemKind, &str)] = &[$((ItemKind::$item, $table),)*];

        /// The canonical form of an item's record.
        pub async fn form(conn: &mut SqliteConnection, kind: ItemKind, id: i64) -> Result<String> {
            match kind {
                $(ItemKind::$item => Ok(require(conn, $id::from(id)).await?.record.canonical()),)*
                _ => Err(Error::NoPart { kind: kind.as_str(), id }),
            }
        }

        /// Reads every row of every kind that the schema has, removed ones included, and returns the result for each.
        pub(crate) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
            let mut checked = Vec::new();
            $(if is_known(conn, $table).await? {
                checked.extend(all::<$id>(conn).await?.into_iter().map(|row| row.map(|_| ())));
            })*
            Ok(checked)
        }
    };
}

items! {
    BibleFieldId BibleField "bible_fields" BibleFieldRecord;
    LorebookId Lorebook "lorebooks" LorebookRecord;
    LoreEntryId LoreEntry "lore_entries" LoreRecord;
    EntityId Entity "entities" EntityRecord;
    RelationId Relation "relations" RelationRecord;
    FactId Fact "facts" FactRecord;
    ThreadId PlotThread "plot_threads" ThreadRecord;
    ThreadAnchorId ThreadAnchor "thread_anchors" ThreadAnchorRecord;
    CommentId Comment "comments" CommentRecord;
    TimelineEventId TimelineEvent "timeline_events" TimelineEventRecord;
    PromptId Prompt "prompts" PromptRecord;
    PipelineProfileId PipelineProfile "pipeline_profiles" PipelineProfileRecord;
}

/// SQL for one of the tables; the table names are constants of [`CanonItem`].
fn sql<I: CanonItem>(template: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(template.replace("{table}", I::TABLE))
}

/// An item and its current record.
#[derive(Clone, Debug)]
pub struct Row<I: CanonItem> {
    pub id: I,
    pub record: I::Record,
    /// When it was removed; `None` if it was not.
    pub removed_at: Option<Timestamp>,
}

type Stored = (i64, String, Vec<u8>, Option<i64>);

fn checked<I: CanonItem>((id, record, hash, removed_at): Stored) -> Result<Row<I>> {
    let record = records::read(I::ITEM.as_str(), id, &record, &hash)?;
    Ok(Row { id: id.into(), record, removed_at: removed_at.map(Timestamp::from) })
}

/// Reads an item, removed or not.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::Damaged`] when the record fails its hash check.
pub async fn require<I: CanonItem>(conn: &mut SqliteConnection, id: I) -> Result<Row<I>> {
    let row: Option<Stored> =
        sqlx::query_as(sql::<I>("select id, record, row_hash, removed_at from {table} where id = ?"))
            .bind(id.into())
            .fetch_optional(conn)
            .await?;
    checked(row.ok_or_else(|| id.missing())?)
}

/// Reads an item that is not removed.
///
/// # Errors
/// [`Error::NoPart`], also for a removed item; [`Error::Damaged`].
pub async fn live<I: CanonItem>(conn: &mut SqliteConnection, id: I) -> Result<I::Record> {
    let row = require(conn, id).await?;
    if row.removed_at.is_some() { Err(id.missing()) } else { Ok(row.record) }
}

/// Every item that is not removed, by id.
pub async fn list<I: CanonItem>(conn: &mut SqliteConnection) -> Result<Vec<(I, I::Record)>> {
    let rows: Vec<Stored> = sqlx::query_as(sql::<I>(
        "select id, record, row_hash, removed_at from {table} where removed_at is null order by id",
    ))
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| checked::<I>(row).map(|row| (row.id, row.record))).collect()
}

/// Every removed item, most recently removed first.
pub async fn list_removed<I: CanonItem>(conn: &mut SqliteConnection) -> Result<Vec<Row<I>>> {
    let rows: Vec<Stored> = sqlx::query_as(sql::<I>(
        "select id, record, row_hash, removed_at from {table} where removed_at is not null
         order by removed_at desc, id desc",
    ))
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(checked).collect()
}

/// The items that are not removed and whose `column` (a constant of the caller) equals `value`, by id.
pub async fn list_where<I: CanonItem>(
    conn: &mut SqliteConnection,
    column: &'static str,
    value: i64,
) -> Result<Vec<(I, I::Record)>> {
    let template = format!(
        "select id, record, row_hash, removed_at from {{table}}
         where {column} = ? and removed_at is null order by id"
    );
    let rows: Vec<Stored> = sqlx::query_as(sql::<I>(&template)).bind(value).fetch_all(conn).await?;
    rows.into_iter().map(|row| checked::<I>(row).map(|row| (row.id, row.record))).collect()
}

async fn all<I: CanonItem>(conn: &mut SqliteConnection) -> Result<Vec<Result<Row<I>>>> {
    let rows: Vec<Stored> =
        sqlx::query_as(sql::<I>("select id, record, row_hash, removed_at from {table} order by id"))
            .fetch_all(conn)
            .await?;
    Ok(rows.into_iter().map(checked).collect())
}

/// Adds an item.
pub async fn insert<I: CanonItem>(
    conn: &mut SqliteConnection,
    record: &I::Record,
    now: Timestamp,
) -> Result<I> {
    let inserted = sqlx::query_scalar(sql::<I>(
        "insert into {table} (record, row_hash, created_at) values (?, ?, ?) returning id",
    ))
    .bind(record.canonical())
    .bind(record.hash().as_bytes().as_slice())
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await;
    let id = new_id(conn, I::TABLE, inserted).await?;
    raise(conn, I::ITEM).await?;
    Ok(id.into())
}

/// Replaces the record of an item; restores the item if it was removed.
pub async fn update<I: CanonItem>(conn: &mut SqliteConnection, id: I, record: &I::Record) -> Result<()> {
    let done =
        sqlx::query(sql::<I>("update {table} set record = ?, row_hash = ?, removed_at = null where id = ?"))
            .bind(record.canonical())
            .bind(record.hash().as_bytes().as_slice())
            .bind(id.into())
            .execute(&mut *conn)
            .await?;
    if done.rows_affected() == 0 { Err(id.missing()) } else { raise(conn, I::ITEM).await }
}

/// Removes items; already removed items are left as they are.
pub async fn remove<I: CanonItem>(conn: &mut SqliteConnection, ids: &[I], now: Timestamp) -> Result<()> {
    let rows: Vec<i64> = ids.iter().map(|id| (*id).into()).collect();
    remove_rows(conn, (I::ITEM, I::TABLE), &rows, now).await
}

/// Restores removed items with their records.
pub async fn put_back<I: CanonItem>(conn: &mut SqliteConnection, ids: &[I]) -> Result<()> {
    let rows: Vec<i64> = ids.iter().map(|id| (*id).into()).collect();
    sqlx::query(sql::<I>(
        "update {table} set removed_at = null where id in (select value from json_each(?))",
    ))
    .bind(serde_json::to_string(&rows).unwrap_or_default())
    .execute(&mut *conn)
    .await?;
    raise(conn, I::ITEM).await
}

async fn remove_rows(
    conn: &mut SqliteConnection,
    (kind, table): (ItemKind, &'static str),
    ids: &[i64],
    now: Timestamp,
) -> Result<()> {
    let template = format!(
        "update {table} set removed_at = coalesce(removed_at, ?1) where id in (select value from json_each(?2))"
    );
    sqlx::query(AssertSqlSafe(template))
        .bind(now.get())
        .bind(serde_json::to_string(ids).unwrap_or_default())
        .execute(&mut *conn)
        .await?;
    raise(conn, kind).await
}

fn table(kind: ItemKind) -> Option<&'static str> {
    TABLES.iter().find(|(known, _)| *known == kind).map(|(_, table)| *table)
}

/// Restores an item to the state in a checkpoint; `form` is the canonical form of its record.
pub async fn restore(conn: &mut SqliteConnection, (kind, id): (ItemKind, i64), form: &str) -> Result<()> {
    let Some(table) = table(kind) else { return Ok(()) };
    let template = format!("update {table} set record = ?, row_hash = ?, removed_at = null where id = ?");
    sqlx::query(AssertSqlSafe(template))
        .bind(form)
        .bind(wenfang_text::ContentHash::of(form.as_bytes()).as_bytes().as_slice())
        .bind(id)
        .execute(&mut *conn)
        .await?
        .stored(1)?;
    raise(conn, kind).await
}

/// Removes an item that is not in a checkpoint.
pub async fn unmake(conn: &mut SqliteConnection, (kind, id): (ItemKind, i64), now: Timestamp) -> Result<()> {
    match table(kind) {
        Some(table) => remove_rows(conn, (kind, table), &[id], now).await,
        None => Ok(()),
    }
}

/// A number that grows with every change of any of these kinds.
pub async fn revision(conn: &mut SqliteConnection, kinds: &[ItemKind]) -> Result<i64> {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
    Ok(sqlx::query_scalar(
        "select coalesce(sum(revision), 0) from canon_revisions where kind in (select value from json_each(?))",
    )
    .bind(serde_json::to_string(&kinds).unwrap_or_default())
    .fetch_one(conn)
    .await?)
}

async fn raise(conn: &mut SqliteConnection, kind: ItemKind) -> Result<()> {
    sqlx::query(
        "insert into canon_revisions (kind, revision) values (?, 1)
         on conflict (kind) do update set revision = revision + 1",
    )
    .bind(kind.as_str())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}
