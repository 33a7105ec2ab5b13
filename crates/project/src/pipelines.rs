//! `pipeline_profiles` and `pipeline_uses`: profiles of generation (生成方案), and the profile chosen for each part.
//!
//! A profile is canon, remembered by checkpoints. It has one row for ever: saving one that was removed restores it.

use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::artifact::Subject;
use wenfang_story::pipeline::PipelineProfileRecord;
use wenfang_story::{PipelineProfileId, Timestamp};

use crate::canon::{self, Row};
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

/// Stands for every act.
pub const EVERY_ACT: &str = "*";

/// What damage to a choice is called.
pub(crate) const USE: &str = "pipeline use";

/// The profiles that are not removed, in the order in which they were first saved.
///
/// # Errors
/// [`Error::Damaged`] when a profile fails its hash check.
pub async fn list(conn: &mut SqliteConnection) -> Result<Vec<(PipelineProfileId, PipelineProfileRecord)>> {
    canon::list(conn).await
}

/// The profile with this name, unless it is removed.
///
/// # Errors
/// [`Error::Damaged`] when it fails its hash check.
pub async fn get(
    conn: &mut SqliteConnection,
    profile_id: &str,
) -> Result<Option<(PipelineProfileId, PipelineProfileRecord)>> {
    let row = row(conn, profile_id).await?;
    Ok(row.filter(|row| row.removed_at.is_none()).map(|row| (row.id, row.record)))
}

async fn id_of(conn: &mut SqliteConnection, profile_id: &str) -> Result<Option<PipelineProfileId>> {
    let id: Option<i64> = sqlx::query_scalar("select id from pipeline_profiles where profile_id = ?")
        .bind(profile_id)
        .fetch_optional(conn)
        .await?;
    Ok(id.map(PipelineProfileId::from))
}

async fn row(conn: &mut SqliteConnection, profile_id: &str) -> Result<Option<Row<PipelineProfileId>>> {
    match id_of(conn, profile_id).await? {
        Some(id) => Ok(Some(canon::require(conn, id).await?)),
        None => Ok(None),
    }
}

/// Stores a profile under its name, replacing the one that has it.
///
/// # Errors
/// [`Error::Damaged`] for a record without a name.
pub async fn save(
    conn: &mut SqliteConnection,
    record: &PipelineProfileRecord,
    now: Timestamp,
) -> Result<PipelineProfileId> {
    let name = record.profile_id().ok_or_else(|| {
        Error::Damaged(Damage::Structure { finding: "the profile has no profile_id".to_owned() })
    })?;
    match id_of(conn, name).await? {
        Some(id) => {
            canon::update(conn, id, record).await?;
            Ok(id)
        }
        None => canon::insert(conn, record, now).await,
    }
}

/// Removes a profile. Where it is used, it stays the choice, which counts again once it is saved again. Returns whether
/// there was one.
///
/// # Errors
/// Database errors.
pub async fn remove(conn: &mut SqliteConnection, profile_id: &str, now: Timestamp) -> Result<bool> {
    match get(conn, profile_id).await? {
        Some((id, _)) => {
            canon::remove(conn, &[id], now).await?;
            Ok(true)
        }
        None => Ok(false),
    }
}

/// The profile that the author chose for a part and an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineUse {
    pub subject: Subject,
    /// [`EVERY_ACT`], or the name of an act.
    pub act: String,
    pub profile_id: String,
}

#[derive(FromRow)]
struct UseRow {
    subject: String,
    subject_id: i64,
    act: String,
    profile_id: String,
    row_hash: Vec<u8>,
}

fn guard((subject, subject_id): (&str, i64), (act, profile_id): (&str, &str)) -> [u8; 8] {
    row_hash(&[subject.as_bytes(), &number(Some(subject_id)), act.as_bytes(), profile_id.as_bytes()])
}

impl UseRow {
    fn checked(self) -> Result<PipelineUse> {
        let damaged = || Error::Damaged(Damage::Record { part: USE, id: self.subject_id });
        if self.row_hash != guard((&self.subject, self.subject_id), (&self.act, &self.profile_id)) {
            return Err(damaged());
        }
        let id = (self.subject != "novel").then_some(self.subject_id);
        let subject = Subject::of(&self.subject, id).ok_or_else(damaged)?;
        Ok(PipelineUse { subject, act: self.act, profile_id: self.profile_id })
    }
}

async fn use_rows(conn: &mut SqliteConnection) -> Result<Vec<UseRow>> {
    Ok(sqlx::query_as(
        "select subject, subject_id, act, profile_id, row_hash from pipeline_uses
         order by subject, subject_id, act",
    )
    .fetch_all(conn)
    .await?)
}

/// Every choice of a profile.
///
/// # Errors
/// [`Error::Damaged`] when a row fails its hash check.
pub async fn uses(conn: &mut SqliteConnection) -> Result<Vec<PipelineUse>> {
    use_rows(conn).await?.into_iter().map(UseRow::checked).collect()
}

/// Chooses a profile for a part and an act; with `None`, the part follows what it belongs to again.
///
/// # Errors
/// Database errors.
pub async fn choose(
    conn: &mut SqliteConnection,
    (subject, act): (Subject, &str),
    profile_id: Option<&str>,
) -> Result<()> {
    let (kind, id) = (subject.kind(), subject.id().unwrap_or(0));
    let Some(profile_id) = profile_id else {
        sqlx::query("delete from pipeline_uses where subject = ? and subject_id = ? and act = ?")
            .bind(kind)
            .bind(id)
            .bind(act)
            .execute(conn)
            .await?;
        return Ok(());
    };
    sqlx::query(
        "insert into pipeline_uses (subject, subject_id, act, profile_id, row_hash) values (?1, ?2, ?3, ?4, ?5)
         on conflict (subject, subject_id, act) do update set profile_id = ?4, row_hash = ?5",
    )
    .bind(kind)
    .bind(id)
    .bind(act)
    .bind(profile_id)
    .bind(guard((kind, id), (act, profile_id)).as_slice())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

/// Checks every choice of a profile; the profiles themselves are checked with the canon.
pub(crate) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    Ok(use_rows(conn).await?.into_iter().map(|row| row.checked().map(|_| ())).collect())
}

/// Deletes the choices that fail their hash check.
pub(crate) async fn remove_damaged(conn: &mut SqliteConnection) -> Result<()> {
    for row in use_rows(conn).await? {
        let (subject, id, act) = (row.subject.clone(), row.subject_id, row.act.clone());
        if row.checked().is_err() {
            sqlx::query("delete from pipeline_uses where subject = ? and subject_id = ? and act = ?")
                .bind(subject)
                .bind(id)
                .bind(act)
                .execute(&mut *conn)
                .await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use sqlx::Connection;
    use wenfang_storage::schema::apply;

    use super::*;
    use crate::schema::MIGRATIONS;

    async fn empty() -> SqliteConnection {
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        apply(&mut conn, MIGRATIONS).await.unwrap();
        conn
    }

    fn careful(version: i64) -> PipelineProfileRecord {
        PipelineProfileRecord(json!({ "profile_id": "careful", "version": version }))
    }

    fn at(millis: i64) -> Timestamp {
        Timestamp::from(millis)
    }

    #[tokio::test]
    async fn a_profile_keeps_its_row() {
        let mut conn = empty().await;
        let id = save(&mut conn, &careful(1), at(5)).await.unwrap();
        assert_eq!(save(&mut conn, &careful(2), at(6)).await.unwrap(), id);
        assert_eq!(get(&mut conn, "careful").await.unwrap(), Some((id, careful(2))));
        assert!(remove(&mut conn, "careful", at(7)).await.unwrap());
        assert!(!remove(&mut conn, "careful", at(8)).await.unwrap());
        assert!(list(&mut conn).await.unwrap().is_empty());
        assert_eq!(save(&mut conn, &careful(3), at(9)).await.unwrap(), id);
        assert_eq!(list(&mut conn).await.unwrap(), [(id, careful(3))]);
    }

    #[tokio::test]
    async fn a_profile_needs_a_name() {
        let mut conn = empty().await;
        let nameless = PipelineProfileRecord(json!({ "version": 1 }));
        assert!(save(&mut conn, &nameless, at(5)).await.is_err());
    }

    #[tokio::test]
    async fn a_choice_is_replaced_and_taken_back() {
        let mut conn = empty().await;
        let chapter = Subject::Chapter(7.into());
        choose(&mut conn, (chapter, EVERY_ACT), Some("careful")).await.unwrap();
        choose(&mut conn, (Subject::Novel, "draft"), Some("plain")).await.unwrap();
        choose(&mut conn, (chapter, EVERY_ACT), Some("checked")).await.unwrap();
        let chosen: Vec<_> = uses(&mut conn)
            .await
            .unwrap()
            .into_iter()
            .map(|chosen| (chosen.subject, chosen.act, chosen.profile_id))
            .collect();
        let expected = [(chapter, EVERY_ACT, "checked"), (Subject::Novel, "draft", "plain")];
        assert_eq!(chosen, expected.map(|(subject, act, id)| (subject, act.to_owned(), id.to_owned())));
        choose(&mut conn, (chapter, EVERY_ACT), None).await.unwrap();
        assert_eq!(uses(&mut conn).await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_damaged_choice_is_found_and_removed() {
        let mut conn = empty().await;
        choose(&mut conn, (Subject::Novel, EVERY_ACT), Some("careful")).await.unwrap();
        choose(&mut conn, (Subject::Scene(3.into()), EVERY_ACT), Some("careful")).await.unwrap();
        sqlx::raw_sql("update pipeline_uses set profile_id = 'plain' where subject = 'scene'")
            .execute(&mut conn)
            .await
            .unwrap();
        let sound: Vec<bool> = check_all(&mut conn).await.unwrap().iter().map(Result::is_ok).collect();
        assert_eq!(sound, [true, false]);
        remove_damaged(&mut conn).await.unwrap();
        assert_eq!(uses(&mut conn).await.unwrap().len(), 1);
    }
}
