//! `volumes`, `chapters` and `scenes`: the parts of a manuscript, their records and their order.
//!
//! Positions are dense ranks that only [`set_order`] writes. A part in the bin has no position; it keeps its parent
//! and its contents and can be restored. Parts are never deleted and ids never change.

use std::collections::{BTreeMap, HashMap, HashSet};

use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_storage::{Outcome, new_id};
use wenfang_story::{
    BinPlace, ChapterId, ChapterRecord, Record, SceneId, SceneRecord, Timestamp, Titled, VolumeId,
    VolumeRecord, order_with_binned,
};

use crate::error::{Error, Result};
use crate::records;

/// The parent of a part.
pub trait Container: Copy + Send + Sync {
    /// The row id of the parent; `None` for the manuscript itself.
    fn row(self) -> Option<i64>;
}

impl Container for () {
    fn row(self) -> Option<i64> {
        None
    }
}

impl Container for VolumeId {
    fn row(self) -> Option<i64> {
        Some(self.get())
    }
}

impl Container for ChapterId {
    fn row(self) -> Option<i64> {
        Some(self.get())
    }
}

/// A kind of part, identified by its id type.
pub trait Part: Copy + From<i64> + Into<i64> + Send + Sync {
    /// The name of the kind.
    const KIND: &'static str;
    /// Its SQL table.
    const TABLE: &'static str;
    /// The column with the id of its parent.
    const PARENT: &'static str;
    /// The data stored for the part.
    type Record: Titled + Send + Sync;
    /// The type of its parent.
    type Parent: Container;
    /// Converts a row id to the parent.
    fn parent(row: Option<i64>) -> Self::Parent;
    /// The row id of the part.
    fn row(self) -> i64 {
        self.into()
    }
    /// The error for an unknown id.
    fn missing(self) -> Error {
        Error::NoPart { kind: Self::KIND, id: self.row() }
    }
}

impl Part for VolumeId {
    const KIND: &'static str = "volume";
    const TABLE: &'static str = "volumes";
    /// The manuscript has no row, so this is an expression that is always null.
    const PARENT: &'static str = "null";
    type Record = VolumeRecord;
    type Parent = ();
    fn parent(_row: Option<i64>) {}
}

impl Part for ChapterId {
    const KIND: &'static str = "chapter";
    const TABLE: &'static str = "chapters";
    const PARENT: &'static str = "volume_id";
    type Record = ChapterRecord;
    type Parent = VolumeId;
    fn parent(row: Option<i64>) -> VolumeId {
        row.unwrap_or_default().into()
    }
}

impl Part for SceneId {
    const KIND: &'static str = "scene";
    const TABLE: &'static str = "scenes";
    const PARENT: &'static str = "chapter_id";
    type Record = SceneRecord;
    type Parent = ChapterId;
    fn parent(row: Option<i64>) -> ChapterId {
        row.unwrap_or_default().into()
    }
    fn missing(self) -> Error {
        Error::NoScene(self)
    }
}

/// SQL for one of the three tables; the names are constants of [`Part`].
fn sql<P: Part>(template: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(template.replace("{table}", P::TABLE).replace("{parent}", P::PARENT))
}

/// A part and its current record.
#[derive(Clone, Debug)]
pub struct Row<P: Part> {
    pub id: P,
    pub parent: P::Parent,
    pub record: P::Record,
    /// When it was put in the bin; `None` if it is not there.
    pub binned_at: Option<Timestamp>,
}

/// Reads a part, in the bin or not.
///
/// # Errors
/// [`Error::NoPart`], [`Error::NoScene`]; [`Error::Damaged`] when the record fails its hash check.
pub async fn require<P: Part>(conn: &mut SqliteConnection, id: P) -> Result<Row<P>> {
    type Stored = (Option<i64>, String, Vec<u8>, Option<i64>);
    let row: Option<Stored> =
        sqlx::query_as(sql::<P>("select {parent}, record, row_hash, binned_at from {table} where id = ?"))
            .bind(id.row())
            .fetch_optional(conn)
            .await?;
    let (parent, record, hash, binned_at) = row.ok_or_else(|| id.missing())?;
    Ok(Row {
        id,
        parent: P::parent(parent),
        record: records::read(P::KIND, id.row(), &record, &hash)?,
        binned_at: binned_at.map(Timestamp::from),
    })
}

/// Replaces the record of a part.
pub async fn update<P: Part>(conn: &mut SqliteConnection, id: P, record: &P::Record) -> Result<()> {
    let done = sqlx::query(sql::<P>("update {table} set record = ?, row_hash = ? where id = ?"))
        .bind(record.canonical())
        .bind(record.hash().as_bytes().as_slice())
        .bind(id.row())
        .execute(conn)
        .await?;
    if done.rows_affected() == 0 { Err(id.missing()) } else { Ok(()) }
}

/// The parts in `parent`, in order, without those in the bin.
pub async fn list_by_parent<P: Part>(conn: &mut SqliteConnection, parent: P::Parent) -> Result<Vec<P>> {
    let ids: Vec<i64> = sqlx::query_scalar(sql::<P>(
        "select id from {table} where {parent} is ? and position is not null order by position",
    ))
    .bind(parent.row())
    .fetch_all(conn)
    .await?;
    Ok(ids.into_iter().map(P::from).collect())
}

/// The parts that were put in the bin themselves (not only with their parent), most recently binned first.
pub async fn list_binned<P: Part>(conn: &mut SqliteConnection) -> Result<Vec<P>> {
    let ids: Vec<i64> = sqlx::query_scalar(sql::<P>(
        "select id from {table} where binned_at is not null order by binned_at desc, id desc",
    ))
    .fetch_all(conn)
    .await?;
    Ok(ids.into_iter().map(P::from).collect())
}

/// Adds a volume at the end.
pub async fn insert_volume(
    conn: &mut SqliteConnection,
    record: &VolumeRecord,
    now: Timestamp,
) -> Result<VolumeId> {
    let inserted = sqlx::query_scalar(
        "insert into volumes (position, record, row_hash, created_at)
         values ((select coalesce(max(position) + 1, 0) from volumes), ?, ?, ?) returning id",
    )
    .bind(record.canonical())
    .bind(record.hash().as_bytes().as_slice())
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "volumes", inserted).await?.into())
}

/// Adds a chapter at the end of a volume.
pub async fn insert_chapter(
    conn: &mut SqliteConnection,
    volume: VolumeId,
    record: &ChapterRecord,
    now: Timestamp,
) -> Result<ChapterId> {
    let inserted = sqlx::query_scalar(
        "insert into chapters (volume_id, position, record, row_hash, created_at)
         values (?1, (select coalesce(max(position) + 1, 0) from chapters where volume_id = ?1), ?2, ?3, ?4)
         returning id",
    )
    .bind(volume.get())
    .bind(record.canonical())
    .bind(record.hash().as_bytes().as_slice())
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "chapters", inserted).await?.into())
}

/// Adds a scene at the end of a chapter; its first version must follow in the same transaction.
pub async fn insert_scene(
    conn: &mut SqliteConnection,
    chapter: ChapterId,
    record: &SceneRecord,
    now: Timestamp,
) -> Result<SceneId> {
    let inserted = sqlx::query_scalar(
        "insert into scenes (chapter_id, position, record, row_hash, main_branch, head_version, created_at)
         values (?1, (select coalesce(max(position) + 1, 0) from scenes where chapter_id = ?1), ?2, ?3, 0, 1, ?4)
         returning id",
    )
    .bind(chapter.get())
    .bind(record.canonical())
    .bind(record.hash().as_bytes().as_slice())
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "scenes", inserted).await?.into())
}

/// Added to all positions of a parent while its order is rewritten, so that no two parts ever share a rank.
const POSITION_OFFSET: i64 = 1 << 32;

/// Sets the parts of `parent` and their order, and takes them out of the bin. A part that comes from another parent
/// leaves a gap there: set the order of that parent too.
pub async fn set_order<P: Part>(conn: &mut SqliteConnection, parent: P::Parent, order: &[P]) -> Result<()> {
    sqlx::query(sql::<P>(
        "update {table} set position = position + ?2 where {parent} is ?1 and position is not null",
    ))
    .bind(parent.row())
    .bind(POSITION_OFFSET)
    .execute(&mut *conn)
    .await?;
    let ids: Vec<i64> = order.iter().map(|id| id.row()).collect();
    let set_parent = if parent.row().is_some() { ", {parent} = ?2" } else { "" };
    let template = format!(
        "update {{table}} set position = wanted.key, binned_at = null, bin_place = null{set_parent}
         from json_each(?1) as wanted where {{table}}.id = wanted.value"
    );
    sqlx::query(sql::<P>(&template))
        .bind(serde_json::to_string(&ids).unwrap_or_default())
        .bind(parent.row())
        .execute(conn)
        .await?
        .stored(ids.len())?;
    Ok(())
}

/// Moves a part to index `at` of `parent` (from 0; to the end when `None` or too large), from another parent or the
/// bin if necessary.
pub async fn place<P: Part>(
    conn: &mut SqliteConnection,
    id: P,
    parent: P::Parent,
    at: Option<usize>,
) -> Result<()> {
    let before = require(conn, id).await?.parent;
    let mut order: Vec<P> = list_by_parent(conn, parent).await?;
    order.retain(|other| other.row() != id.row());
    order.insert(at.map_or(order.len(), |at| at.min(order.len())), id);
    set_order(conn, parent, &order).await?;
    if before.row() != parent.row() {
        let remaining: Vec<P> = list_by_parent(conn, before).await?;
        set_order(conn, before, &remaining).await?;
    }
    Ok(())
}

/// Moves a part to the position after `sibling`, in the same parent; to the end when `sibling` is in the bin.
pub async fn place_behind<P: Part>(conn: &mut SqliteConnection, id: P, sibling: P) -> Result<()> {
    let parent = require(conn, sibling).await?.parent;
    let order: Vec<P> = list_by_parent(conn, parent).await?;
    let at =
        order.iter().filter(|other| other.row() != id.row()).position(|other| other.row() == sibling.row());
    place(conn, id, parent, at.map(|at| at + 1)).await
}

/// Puts parts in the bin, with everything in them. Each stores its position, and [`put_back`] restores it there.
pub async fn bin<P: Part>(conn: &mut SqliteConnection, ids: &[P], now: Timestamp) -> Result<()> {
    let rows: Vec<i64> = ids.iter().map(|id| id.row()).collect();
    let leaving: Vec<(Option<i64>, i64)> = sqlx::query_as(sql::<P>(
        "select {parent}, id from {table} where id in (select value from json_each(?)) and position is not null",
    ))
    .bind(serde_json::to_string(&rows).unwrap_or_default())
    .fetch_all(&mut *conn)
    .await?;
    let mut by_parent: BTreeMap<Option<i64>, Vec<i64>> = BTreeMap::new();
    for (parent, id) in leaving {
        by_parent.entry(parent).or_default().push(id);
    }
    for (parent, leaving) in by_parent {
        let parent = P::parent(parent);
        let order = whole_order::<P>(conn, parent).await?;
        let places: Vec<(i64, String)> = leaving.iter().map(|id| (*id, place_json(&order, *id))).collect();
        sqlx::query(sql::<P>(
            "update {table} set position = null, binned_at = ?1, bin_place = leaving.value ->> 1
             from json_each(?2) as leaving where {table}.id = leaving.value ->> 0",
        ))
        .bind(now.get())
        .bind(serde_json::to_string(&places).unwrap_or_default())
        .execute(&mut *conn)
        .await?;
        let remaining: Vec<P> = list_by_parent(conn, parent).await?;
        set_order(conn, parent, &remaining).await?;
    }
    Ok(())
}

fn place_json(order: &[i64], id: i64) -> String {
    // Serializing a list of numbers cannot fail.
    serde_json::to_string(&BinPlace::of(order, id).unwrap_or_default()).unwrap_or_default()
}

/// Takes a part out of the bin and restores its position among the siblings that are still there. A part binned by
/// an earlier release, without a position, goes to the end. Returns whether the part was in the bin; any other part
/// is not changed.
pub async fn put_back<P: Part>(conn: &mut SqliteConnection, id: P) -> Result<bool> {
    let row = require(conn, id).await?;
    if row.binned_at.is_none() {
        return Ok(false);
    }
    let whole = whole_order::<P>(conn, row.parent).await?;
    let live: HashSet<i64> =
        list_by_parent::<P>(conn, row.parent).await?.into_iter().map(Part::row).collect();
    let before = whole.iter().take_while(|other| **other != id.row());
    let at = before.filter(|other| live.contains(other)).count();
    place(conn, id, row.parent, Some(at)).await?;
    Ok(true)
}

/// The parts of a parent in order, including binned ones at the position to which they would be restored.
async fn whole_order<P: Part>(conn: &mut SqliteConnection, parent: P::Parent) -> Result<Vec<i64>> {
    let live: Vec<i64> = list_by_parent::<P>(conn, parent).await?.into_iter().map(Part::row).collect();
    let binned: Vec<(i64, Option<String>)> = sqlx::query_as(sql::<P>(
        "select id, bin_place from {table} where {parent} is ? and binned_at is not null
         order by binned_at desc, id desc",
    ))
    .bind(parent.row())
    .fetch_all(conn)
    .await?;
    // If the stored position is unreadable, the part goes to the end.
    let places = binned
        .into_iter()
        .map(|(id, place)| (id, place.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()));
    Ok(order_with_binned(&live, places))
}

/// The parts of every parent in order, by the parent's row id, without those in the bin; a parent may be in the bin
/// itself. Volumes are under 0.
pub async fn orders<P: Part>(conn: &mut SqliteConnection) -> Result<HashMap<i64, Vec<P>>> {
    let rows: Vec<(Option<i64>, i64)> = sqlx::query_as(sql::<P>(
        "select {parent}, id from {table} where position is not null order by position",
    ))
    .fetch_all(conn)
    .await?;
    let mut orders: HashMap<i64, Vec<P>> = HashMap::new();
    for (parent, id) in rows {
        orders.entry(parent.unwrap_or_default()).or_default().push(P::from(id));
    }
    Ok(orders)
}
