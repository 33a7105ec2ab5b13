//! `mend_rounds`: the texts of a scene after each round, by content.

use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::mend::RoundRecord;
use wenfang_story::{MendSessionId, Record, SceneId, Timestamp};

use super::{damaged, narrow, parsed, scenes, sessions};
use crate::blobs::{self, BlobId};
use crate::error::Result;
use crate::row_hash::{number, row_hash};
use crate::scene_versions;

const PART: &str = "mend round";

/// A new round of a scene.
#[derive(Clone, Copy, Debug)]
pub struct NewRound<'a> {
    pub session: MendSessionId,
    pub scene: SceneId,
    /// 0 is the input.
    pub round: u32,
    /// The text after the round.
    pub text: &'a str,
    /// How much is wrong with the text, in thousandths.
    pub weight: u32,
    pub record: &'a RoundRecord,
}

/// A round of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// 0 is the input.
    pub round: u32,
    /// The text after the round. Rounds with the same text have the same blob.
    pub blob: BlobId,
    /// How much is wrong with the text, in thousandths.
    pub weight: u32,
    pub record: RoundRecord,
    pub created_at: Timestamp,
}

fn guard(place: [i64; 3], (blob, weight): (BlobId, u32), (record, at): (&str, i64)) -> [u8; 8] {
    let [session, scene, round] = place.map(|part| number(Some(part)));
    let [blob, weight, at] = [blob.get(), i64::from(weight), at].map(|part| number(Some(part)));
    row_hash(&[&session, &scene, &round, &blob, &weight, record.as_bytes(), &at])
}

/// Stores the text of a round, as a difference from the input. Returns its blob.
///
/// # Errors
/// [`Error::NoPart`](crate::Error::NoPart) when the scene is not in the session;
/// [`Error::ClaimLost`](crate::Error::ClaimLost) when the session gave it up; a database error when the round exists.
pub async fn insert(conn: &mut SqliteConnection, new: &NewRound<'_>, now: Timestamp) -> Result<BlobId> {
    let scene = scenes::require_claimed(conn, (new.session, new.scene)).await?;
    let input = scene_versions::require(conn, new.scene, scene.version).await?;
    let blob = blobs::insert(conn, new.text.as_bytes(), Some(input.blob)).await?;
    let place = [new.session.get(), new.scene.get(), i64::from(new.round)];
    let record = new.record.canonical();
    sqlx::query(
        "insert into mend_rounds (session_id, scene_id, round, blob_id, weight, record, row_hash, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(new.session.get())
    .bind(new.scene.get())
    .bind(new.round)
    .bind(blob)
    .bind(new.weight)
    .bind(&record)
    .bind(guard(place, (blob, new.weight), (&record, now.get())).as_slice())
    .bind(now.get())
    .execute(&mut *conn)
    .await?
    .stored(1)?;
    sessions::touch(conn, new.session).await?;
    Ok(blob)
}

#[derive(FromRow)]
struct Row {
    session_id: i64,
    scene_id: i64,
    round: i64,
    blob_id: BlobId,
    weight: i64,
    record: String,
    row_hash: Vec<u8>,
    created_at: i64,
}

fn checked(row: Row) -> Result<Round> {
    let place = [row.session_id, row.scene_id, row.round];
    let [round, weight] = [row.round, row.weight].map(|value| narrow(PART, row.session_id, value));
    let (round, weight) = (round?, weight?);
    if row.row_hash != guard(place, (row.blob_id, weight), (&row.record, row.created_at)) {
        return Err(damaged(PART, row.session_id));
    }
    Ok(Round {
        round,
        blob: row.blob_id,
        weight,
        record: parsed(PART, row.session_id, &row.record)?,
        created_at: row.created_at.into(),
    })
}

/// The rounds of a scene, in order. [`blobs::read_text`] reads their texts.
pub async fn list(
    conn: &mut SqliteConnection,
    (session, scene): (MendSessionId, SceneId),
) -> Result<Vec<Round>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select session_id, scene_id, round, blob_id, weight, record, row_hash, created_at from mend_rounds
         where session_id = ? and scene_id = ? order by round",
    )
    .bind(session.get())
    .bind(scene.get())
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(checked).collect()
}

async fn all(conn: &mut SqliteConnection) -> Result<Vec<Row>> {
    Ok(sqlx::query_as(
        "select session_id, scene_id, round, blob_id, weight, record, row_hash, created_at from mend_rounds
         order by session_id, scene_id, round",
    )
    .fetch_all(conn)
    .await?)
}

/// Reads every round and returns the result for each.
pub(super) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    Ok(all(conn).await?.into_iter().map(|row| checked(row).map(|_| ())).collect())
}

/// Every round that passes its hash check, with its session and scene, and the number of those that do not.
pub(super) async fn list_sound(
    conn: &mut SqliteConnection,
) -> Result<(Vec<((MendSessionId, SceneId), Round)>, usize)> {
    let rows = all(conn).await?;
    let count = rows.len();
    let place = |row: &Row| (row.session_id.into(), row.scene_id.into());
    let sound: Vec<_> = rows.into_iter().filter_map(|row| Some((place(&row), checked(row).ok()?))).collect();
    let unsound = count - sound.len();
    Ok((sound, unsound))
}
