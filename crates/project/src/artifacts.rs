//! `artifacts` and `artifact_versions`: JSON values that steps write, each under a tag.
//!
//! A tag has one writer. Every write creates a version and names the version it is based on; a write based on an
//! older version is refused. The callers define what the values mean.

use sqlx::SqliteConnection;
use wenfang_storage::Outcome;
use wenfang_story::Timestamp;

use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::row_hash;

/// Who can see an artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Models only.
    PromptOnly,
    /// The author only.
    UiOnly,
    /// Models and the author.
    PromptAndUi,
    /// No one: for internal use.
    Internal,
}

impl Visibility {
    const fn as_str(self) -> &'static str {
        match self {
            Self::PromptOnly => "prompt_only",
            Self::UiOnly => "ui_only",
            Self::PromptAndUi => "prompt_and_ui",
            Self::Internal => "internal",
        }
    }
}

/// An artifact's attributes, without its value.
#[derive(Clone, Copy, Debug)]
pub struct Artifact<'a> {
    /// Its name, unique in the project.
    pub tag: &'a str,
    /// The step that writes it.
    pub writer: &'a str,
    pub visibility: Visibility,
    /// How many versions to keep; `None` keeps all.
    pub keep: Option<u32>,
}

/// One version of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactVersion {
    /// From 1.
    pub version: i64,
    /// JSON.
    pub value: String,
    pub created_at: Timestamp,
}

/// Writes a value based on version `based_on` (`None` for the first write). Returns the new version number.
///
/// # Errors
/// [`Error::StaleArtifact`] when a newer version or another writer exists; nothing is written then.
pub async fn put(
    conn: &mut SqliteConnection,
    artifact: &Artifact<'_>,
    (based_on, value): (Option<i64>, &str),
    now: Timestamp,
) -> Result<i64> {
    let stale = || Error::StaleArtifact { tag: artifact.tag.to_owned() };
    let known: Option<(i64, String)> = sqlx::query_as("select id, writer from artifacts where tag = ?")
        .bind(artifact.tag)
        .fetch_optional(&mut *conn)
        .await?;
    let id = match known {
        Some((_, writer)) if writer != artifact.writer => return Err(stale()),
        Some((id, _)) => id,
        None => {
            sqlx::query_scalar(
                "insert into artifacts (tag, writer, access, visibility, keep, created_at)
                 values (?, ?, 'persisted', ?, ?, ?) returning id",
            )
            .bind(artifact.tag)
            .bind(artifact.writer)
            .bind(artifact.visibility.as_str())
            .bind(artifact.keep)
            .bind(now.get())
            .fetch_one(&mut *conn)
            .await?
        }
    };
    let newest = newest_version(&mut *conn, artifact.tag).await?;
    if newest != based_on {
        return Err(stale());
    }
    let version = newest.unwrap_or(0).checked_add(1).ok_or_else(|| {
        Error::Damaged(Damage::Structure { finding: "an artifact has no version numbers left".to_owned() })
    })?;
    sqlx::query(
        "insert into artifact_versions (artifact_id, version, value, row_hash, created_at) values (?, ?, ?, ?, ?)",
    )
    .bind(id)
    .bind(version)
    .bind(value)
    .bind(row_hash(&[value.as_bytes()]).as_slice())
    .bind(now.get())
    .execute(&mut *conn)
    .await?
    .stored(1)?;
    if let Some(keep) = artifact.keep {
        sqlx::query("delete from artifact_versions where artifact_id = ? and version <= ?")
            .bind(id)
            .bind(version - i64::from(keep))
            .execute(conn)
            .await?;
    }
    Ok(version)
}

/// The number of the newest version under a tag. Does not check the value.
///
/// # Errors
/// Database errors.
pub async fn newest_version(conn: &mut SqliteConnection, tag: &str) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar(
        "select max(v.version) from artifacts a join artifact_versions v on v.artifact_id = a.id where a.tag = ?",
    )
    .bind(tag)
    .fetch_one(conn)
    .await?)
}

/// The newest value under a tag.
///
/// # Errors
/// [`Error::Damaged`] when the value fails its hash check.
pub async fn newest(conn: &mut SqliteConnection, tag: &str) -> Result<Option<ArtifactVersion>> {
    let row: Option<Row> = sqlx::query_as(
        "select a.id, v.version, v.value, v.row_hash, v.created_at
         from artifacts a join artifact_versions v on v.artifact_id = a.id
         where a.tag = ? order by v.version desc limit 1",
    )
    .bind(tag)
    .fetch_optional(conn)
    .await?;
    row.map(checked).transpose()
}

/// The newest value under each tag that begins with `prefix`, by tag. Values that fail their hash check are left out.
///
/// # Errors
/// Database errors.
pub async fn newest_under(
    conn: &mut SqliteConnection,
    prefix: &str,
) -> Result<Vec<(String, ArtifactVersion)>> {
    let rows: Vec<(String, i64, i64, String, Vec<u8>, i64)> = sqlx::query_as(
        "select a.tag, a.id, v.version, v.value, v.row_hash, v.created_at
         from artifacts a join artifact_versions v on v.artifact_id = a.id
         where substr(a.tag, 1, length(?1)) = ?1
           and v.version = (select max(version) from artifact_versions where artifact_id = a.id)
         order by a.tag",
    )
    .bind(prefix)
    .fetch_all(conn)
    .await?;
    let sound = |(tag, id, version, value, hash, created_at)| {
        Some((tag, checked((id, version, value, hash, created_at)).ok()?))
    };
    Ok(rows.into_iter().filter_map(sound).collect())
}

/// One version of the value under a tag; `None` if it was never written or is no longer kept.
///
/// # Errors
/// [`Error::Damaged`] when the value fails its hash check.
pub async fn version(
    conn: &mut SqliteConnection,
    tag: &str,
    version: i64,
) -> Result<Option<ArtifactVersion>> {
    let row: Option<Row> = sqlx::query_as(
        "select a.id, v.version, v.value, v.row_hash, v.created_at
         from artifacts a join artifact_versions v on v.artifact_id = a.id
         where a.tag = ? and v.version = ?",
    )
    .bind(tag)
    .bind(version)
    .fetch_optional(conn)
    .await?;
    row.map(checked).transpose()
}

type Row = (i64, i64, String, Vec<u8>, i64);

fn checked((id, version, value, hash, created_at): Row) -> Result<ArtifactVersion> {
    if hash == row_hash(&[value.as_bytes()]) {
        Ok(ArtifactVersion { version, value, created_at: created_at.into() })
    } else {
        Err(Error::Damaged(Damage::Record { part: "artifact", id }))
    }
}

#[cfg(test)]
mod tests {
    use sqlx::Connection;

    use super::*;
    use crate::schema::MIGRATIONS;
    use wenfang_storage::schema::apply;

    const MEMORY: Artifact<'static> =
        Artifact { tag: "memory/1", writer: "memory", visibility: Visibility::PromptAndUi, keep: Some(2) };

    async fn empty() -> SqliteConnection {
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        apply(&mut conn, MIGRATIONS).await.unwrap();
        conn
    }

    fn at(millis: i64) -> Timestamp {
        Timestamp::from(millis)
    }

    #[tokio::test]
    async fn a_write_must_name_the_newest_version() {
        let mut conn = empty().await;
        assert_eq!(put(&mut conn, &MEMORY, (None, "1"), at(5)).await.unwrap(), 1);
        let second = put(&mut conn, &MEMORY, (None, "2"), at(6)).await;
        assert!(matches!(second, Err(Error::StaleArtifact { .. })));
        assert_eq!(put(&mut conn, &MEMORY, (Some(1), "2"), at(7)).await.unwrap(), 2);
        let newest = newest(&mut conn, MEMORY.tag).await.unwrap().unwrap();
        assert_eq!((newest.version, newest.value.as_str(), newest.created_at), (2, "2", at(7)));
    }

    #[tokio::test]
    async fn a_tag_has_one_writer() {
        let mut conn = empty().await;
        put(&mut conn, &MEMORY, (None, "1"), at(5)).await.unwrap();
        let other = Artifact { writer: "another", ..MEMORY };
        assert!(put(&mut conn, &other, (Some(1), "2"), at(6)).await.is_err());
    }

    #[tokio::test]
    async fn old_versions_beyond_the_limit_are_deleted() {
        let mut conn = empty().await;
        for version in 0..5 {
            put(&mut conn, &MEMORY, ((version > 0).then_some(version), "0"), at(version)).await.unwrap();
        }
        let kept: Vec<i64> = sqlx::query_scalar("select version from artifact_versions order by version")
            .fetch_all(&mut conn)
            .await
            .unwrap();
        assert_eq!(kept, [4, 5]);
    }

    #[tokio::test]
    async fn a_changed_value_is_reported_as_damage() {
        let mut conn = empty().await;
        put(&mut conn, &MEMORY, (None, "1"), at(5)).await.unwrap();
        sqlx::query("update artifact_versions set value = '2'").execute(&mut conn).await.unwrap();
        assert!(matches!(newest(&mut conn, MEMORY.tag).await, Err(Error::Damaged(_))));
    }
}
