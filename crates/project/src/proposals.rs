//! `kg_batches`, `kg_proposals` and `kg_changes`: proposals for the canon, and the changes made by applying them.
//!
//! Proposals are not canon and not part of checkpoints. They are never deleted.

use sqlx::SqliteConnection;
use wenfang_storage::{Outcome, new_id};
use wenfang_story::canon::ProposalRecord;
use wenfang_story::{BatchId, ProposalId, Record, Timestamp};

use crate::checkpoints::ItemKind;
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::records;
use crate::row_hash::{number, row_hash};

const KIND: &str = "proposal";

/// Proposals that were created together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub id: BatchId,
    /// A description of the source.
    pub source: String,
    pub created_at: Timestamp,
    /// When it was undone.
    pub undone_at: Option<Timestamp>,
}

fn batch_guard(source: &str, created_at: i64, undone_at: Option<i64>) -> [u8; 8] {
    row_hash(&[source.as_bytes(), &number(Some(created_at)), &number(undone_at)])
}

/// Adds a batch.
pub async fn insert_batch(conn: &mut SqliteConnection, source: &str, now: Timestamp) -> Result<BatchId> {
    let inserted = sqlx::query_scalar(
        "insert into kg_batches (source, created_at, row_hash) values (?, ?, ?) returning id",
    )
    .bind(source)
    .bind(now.get())
    .bind(batch_guard(source, now.get(), None).as_slice())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "kg_batches", inserted).await?.into())
}

type BatchRow = (i64, String, i64, Option<i64>, Vec<u8>);

fn checked_batch((id, source, created_at, undone_at, hash): BatchRow) -> Result<Batch> {
    if hash != batch_guard(&source, created_at, undone_at) {
        return Err(Error::Damaged(Damage::Record { part: "batch", id }));
    }
    let undone_at = undone_at.map(Timestamp::from);
    Ok(Batch { id: id.into(), source, created_at: created_at.into(), undone_at })
}

/// Every batch, newest first.
pub async fn batches(conn: &mut SqliteConnection) -> Result<Vec<Batch>> {
    let rows: Vec<BatchRow> =
        sqlx::query_as("select id, source, created_at, undone_at, row_hash from kg_batches order by id desc")
            .fetch_all(conn)
            .await?;
    rows.into_iter().map(checked_batch).collect()
}

/// Reads a batch.
///
/// # Errors
/// [`Error::NoPart`].
pub async fn require_batch(conn: &mut SqliteConnection, id: BatchId) -> Result<Batch> {
    let row: Option<BatchRow> =
        sqlx::query_as("select id, source, created_at, undone_at, row_hash from kg_batches where id = ?")
            .bind(id.get())
            .fetch_optional(conn)
            .await?;
    checked_batch(row.ok_or(Error::NoPart { kind: "batch", id: id.get() })?)
}

/// Marks a batch as undone.
pub async fn mark_undone(conn: &mut SqliteConnection, batch: &Batch, now: Timestamp) -> Result<()> {
    sqlx::query("update kg_batches set undone_at = ?, row_hash = ? where id = ?")
        .bind(now.get())
        .bind(batch_guard(&batch.source, batch.created_at.get(), Some(now.get())).as_slice())
        .bind(batch.id.get())
        .execute(conn)
        .await?
        .stored(1)?;
    Ok(())
}

/// Adds a proposal.
pub async fn insert(
    conn: &mut SqliteConnection,
    record: &ProposalRecord,
    now: Timestamp,
) -> Result<ProposalId> {
    let inserted = sqlx::query_scalar(
        "insert into kg_proposals (record, row_hash, created_at) values (?, ?, ?) returning id",
    )
    .bind(record.canonical())
    .bind(record.hash().as_bytes().as_slice())
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "kg_proposals", inserted).await?.into())
}

/// Replaces the record of a proposal.
pub async fn update(conn: &mut SqliteConnection, id: ProposalId, record: &ProposalRecord) -> Result<()> {
    sqlx::query("update kg_proposals set record = ?, row_hash = ? where id = ?")
        .bind(record.canonical())
        .bind(record.hash().as_bytes().as_slice())
        .bind(id.get())
        .execute(conn)
        .await?
        .stored(1)?;
    Ok(())
}

type Row = (i64, String, Vec<u8>);

fn checked((id, record, hash): Row) -> Result<(ProposalId, ProposalRecord)> {
    Ok((id.into(), records::read(KIND, id, &record, &hash)?))
}

/// Reads a proposal.
///
/// # Errors
/// [`Error::NoPart`].
pub async fn require(conn: &mut SqliteConnection, id: ProposalId) -> Result<ProposalRecord> {
    let row: Option<Row> = sqlx::query_as("select id, record, row_hash from kg_proposals where id = ?")
        .bind(id.get())
        .fetch_optional(conn)
        .await?;
    Ok(checked(row.ok_or(Error::NoPart { kind: KIND, id: id.get() })?)?.1)
}

/// The proposals of a batch, or all proposals, oldest first.
pub async fn list(
    conn: &mut SqliteConnection,
    batch: Option<BatchId>,
) -> Result<Vec<(ProposalId, ProposalRecord)>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select id, record, row_hash from kg_proposals where ?1 is null or batch_id = ?1 order by id",
    )
    .bind(batch.map(BatchId::get))
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(checked).collect()
}

/// The change that applying a proposal made to one item of the canon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    pub proposal: ProposalId,
    /// Entity, relation, fact, event, thread or thread anchor.
    pub kind: ItemKind,
    /// The id of the item.
    pub item: i64,
    /// The canonical form before; `None` if the item was created.
    pub before: Option<String>,
    pub after: String,
}

impl Applied {
    fn guard(&self) -> [u8; 8] {
        row_hash(&[
            &number(Some(self.proposal.get())),
            self.kind.as_str().as_bytes(),
            &number(Some(self.item)),
            self.before.as_deref().unwrap_or_default().as_bytes(),
            self.after.as_bytes(),
        ])
    }
}

/// Stores the change made by a proposal.
pub async fn insert_applied(conn: &mut SqliteConnection, applied: &Applied) -> Result<()> {
    sqlx::query(
        "insert into kg_changes (proposal_id, kind, item_id, before, after, row_hash) values (?, ?, ?, ?, ?, ?)",
    )
    .bind(applied.proposal.get())
    .bind(applied.kind.as_str())
    .bind(applied.item)
    .bind(applied.before.as_deref())
    .bind(&applied.after)
    .bind(applied.guard().as_slice())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

type AppliedRow = (i64, i64, String, i64, Option<String>, String, Vec<u8>);

/// The changes made by the proposals of a batch, newest first.
pub async fn applied_by_batch(conn: &mut SqliteConnection, batch: BatchId) -> Result<Vec<Applied>> {
    let rows: Vec<AppliedRow> = sqlx::query_as(
        "select c.id, c.proposal_id, c.kind, c.item_id, c.before, c.after, c.row_hash
         from kg_changes c join kg_proposals p on p.id = c.proposal_id where p.batch_id = ? order by c.id desc",
    )
    .bind(batch.get())
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(checked_applied).collect()
}

fn checked_applied((id, proposal, kind, item, before, after, hash): AppliedRow) -> Result<Applied> {
    let damaged = || Error::Damaged(Damage::Record { part: "change", id });
    let kind = ItemKind::named(&kind).ok_or_else(damaged)?;
    let applied = Applied { proposal: proposal.into(), kind, item, before, after };
    if hash == applied.guard() { Ok(applied) } else { Err(damaged()) }
}

/// Reads every batch, proposal and change, and returns the result for each.
pub(crate) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let batches: Vec<BatchRow> =
        sqlx::query_as("select id, source, created_at, undone_at, row_hash from kg_batches order by id")
            .fetch_all(&mut *conn)
            .await?;
    let proposals: Vec<Row> = sqlx::query_as("select id, record, row_hash from kg_proposals order by id")
        .fetch_all(&mut *conn)
        .await?;
    let changes: Vec<AppliedRow> = sqlx::query_as(
        "select id, proposal_id, kind, item_id, before, after, row_hash from kg_changes order by id",
    )
    .fetch_all(conn)
    .await?;
    let batches = batches.into_iter().map(|row| checked_batch(row).map(|_| ()));
    let proposals = proposals.into_iter().map(|row| checked(row).map(|_| ()));
    Ok(batches
        .chain(proposals)
        .chain(changes.into_iter().map(|row| checked_applied(row).map(|_| ())))
        .collect())
}
