//! `artifacts` and `artifact_versions`: JSON values that steps write, each under a tag.
//!
//! A tag has one writer. Every write creates a version and names the version it is based on; a write based on an
//! older version is refused, so a version is always based on the one before it. The row of the tag says which versions
//! exist, also after old ones were deleted. The callers define what the values mean.

use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::Timestamp;

use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

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

/// The row of a tag.
#[derive(FromRow)]
struct Header {
    id: i64,
    tag: String,
    writer: String,
    access: String,
    visibility: String,
    keep: Option<i64>,
    /// The oldest version that is kept; those before it were deleted.
    oldest: i64,
    /// The newest version; 0 before the first write.
    newest: i64,
    /// `None` if an earlier release wrote the row, and nothing was written under the tag since.
    row_hash: Option<Vec<u8>>,
}

impl Header {
    fn guard(&self) -> [u8; 8] {
        let [tag, writer, access, visibility] =
            [&self.tag, &self.writer, &self.access, &self.visibility].map(String::as_bytes);
        let [keep, oldest, newest] = [self.keep, Some(self.oldest), Some(self.newest)].map(number);
        row_hash(&[tag, writer, access, visibility, &keep, &oldest, &newest])
    }

    fn is_sound(&self) -> bool {
        self.row_hash.as_ref().is_none_or(|hash| *hash == self.guard())
    }

    /// Stores all that a write can change, with the hash. A row that was damaged is whole again.
    async fn update(&self, conn: &mut SqliteConnection) -> Result<()> {
        sqlx::query(
            "update artifacts set visibility = ?, keep = ?, oldest = ?, newest = ?, row_hash = ? where id = ?",
        )
        .bind(&self.visibility)
        .bind(self.keep)
        .bind(self.oldest)
        .bind(self.newest)
        .bind(self.guard().as_slice())
        .bind(self.id)
        .execute(conn)
        .await?
        .stored(1)?;
        Ok(())
    }
}

const HEADER: &str =
    "select id, tag, writer, access, visibility, keep, oldest, newest, row_hash from artifacts";

async fn header(conn: &mut SqliteConnection, tag: &str) -> Result<Option<Header>> {
    let sql = format!("{HEADER} where tag = ?");
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(tag).fetch_optional(conn).await?)
}

/// Inserts the row of a tag, without a version and without its hash.
async fn insert(conn: &mut SqliteConnection, artifact: &Artifact<'_>, now: Timestamp) -> Result<Header> {
    // Nothing is kept for the length of one run only.
    Ok(sqlx::query_as(
        "insert into artifacts (tag, writer, access, visibility, keep, created_at)
         values (?, ?, 'persisted', ?, ?, ?)
         returning id, tag, writer, access, visibility, keep, oldest, newest, row_hash",
    )
    .bind(artifact.tag)
    .bind(artifact.writer)
    .bind(artifact.visibility.as_str())
    .bind(artifact.keep)
    .bind(now.get())
    .fetch_one(conn)
    .await?)
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
    let known = header(conn, artifact.tag).await?;
    if known.as_ref().is_some_and(|known| known.writer != artifact.writer)
        || newest_version(conn, artifact.tag).await? != based_on
    {
        return Err(stale());
    }
    let mut header = match known {
        Some(known) => known,
        None => insert(conn, artifact, now).await?,
    };
    let version = based_on.unwrap_or(0).checked_add(1).ok_or_else(|| {
        Error::Damaged(Damage::Structure { finding: "an artifact has no version numbers left".to_owned() })
    })?;
    insert_version(conn, (header.id, version), value, now).await?;
    header.visibility = artifact.visibility.as_str().to_owned();
    header.keep = artifact.keep.map(i64::from);
    header.newest = version;
    if let Some(keep) = header.keep {
        header.oldest = header.oldest.max(version.saturating_sub(keep).saturating_add(1));
        delete_before(conn, header.id, header.oldest).await?;
    }
    header.update(conn).await?;
    Ok(version)
}

async fn insert_version(
    conn: &mut SqliteConnection,
    (id, version): (i64, i64),
    value: &str,
    now: Timestamp,
) -> Result<()> {
    sqlx::query(
        "insert into artifact_versions (artifact_id, version, value, row_hash, created_at) values (?, ?, ?, ?, ?)",
    )
    .bind(id)
    .bind(version)
    .bind(value)
    .bind(row_hash(&[value.as_bytes()]).as_slice())
    .bind(now.get())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

async fn delete_before(conn: &mut SqliteConnection, id: i64, version: i64) -> Result<()> {
    sqlx::query("delete from artifact_versions where artifact_id = ? and version < ?")
        .bind(id)
        .bind(version)
        .execute(conn)
        .await?;
    Ok(())
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

/// Checks the row of every tag, its values, and that exactly the versions exist that it names.
pub(crate) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let sql = format!("{HEADER} order by id");
    let headers: Vec<Header> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *conn).await?;
    let mut results = Vec::new();
    for header in headers {
        let found = versions(conn, header.id).await?;
        let is_whole = header.is_sound() && are_whole(&header, &found);
        let damage = Damage::Record { part: "artifact", id: header.id };
        results.push(if is_whole { Ok(()) } else { Err(Error::Damaged(damage)) });
    }
    Ok(results)
}

/// The versions of an artifact, in order, each with whether its value passes its hash check.
async fn versions(conn: &mut SqliteConnection, id: i64) -> Result<Vec<(i64, bool)>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select artifact_id, version, value, row_hash, created_at from artifact_versions
         where artifact_id = ? order by version",
    )
    .bind(id)
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.1, checked(row).is_ok())).collect())
}

fn are_whole(header: &Header, versions: &[(i64, bool)]) -> bool {
    let numbers = versions.iter().map(|(version, _)| *version);
    numbers.eq(header.oldest..=header.newest) && versions.iter().all(|(_, is_sound)| *is_sound)
}

/// Deletes what is damaged of an artifact: every version up to the newest damaged or missing one, or all of it when its
/// row is damaged or nothing intact follows.
pub(crate) async fn remove_damaged(conn: &mut SqliteConnection, id: i64) -> Result<()> {
    let sql = format!("{HEADER} where id = ?");
    let header: Option<Header> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(&mut *conn).await?;
    let found = versions(conn, id).await?;
    let newest = found.last().map_or(0, |(version, _)| *version);
    // Counted from the newest down: the versions without a gap whose values are intact.
    let intact = found.iter().rev().zip((0..=newest).rev());
    let intact = intact.take_while(|((version, is_sound), wanted)| *is_sound && version == wanted).count();
    let Some(mut header) = header.filter(|header| header.is_sound() && intact > 0) else {
        delete_before(conn, id, i64::MAX).await?;
        sqlx::query("delete from artifacts where id = ?").bind(id).execute(conn).await?;
        return Ok(());
    };
    header.newest = newest;
    header.oldest = newest.saturating_add(1).saturating_sub(i64::try_from(intact).unwrap_or(i64::MAX));
    delete_before(conn, id, header.oldest).await?;
    header.update(conn).await
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

    async fn with_versions(count: i64) -> SqliteConnection {
        let mut conn = empty().await;
        for version in 0..count {
            put(&mut conn, &MEMORY, ((version > 0).then_some(version), "0"), at(version)).await.unwrap();
        }
        conn
    }

    async fn sound(conn: &mut SqliteConnection) -> Vec<bool> {
        check_all(conn).await.unwrap().iter().map(Result::is_ok).collect()
    }

    #[tokio::test]
    async fn deleted_versions_leave_their_numbers() {
        let mut conn = with_versions(5).await;
        let header = header(&mut conn, MEMORY.tag).await.unwrap().unwrap();
        assert_eq!((header.oldest, header.newest), (4, 5));
        assert_eq!(sound(&mut conn).await, [true]);
    }

    #[tokio::test]
    async fn any_damage_to_an_artifact_is_found_and_removed() {
        for (damage, left) in [
            ("update artifacts set tag = 'memory/2'", 0),
            ("update artifacts set writer = 'another'", 0),
            ("update artifacts set visibility = 'internal'", 0),
            ("update artifacts set keep = 9", 0),
            ("update artifacts set oldest = 3", 0),
            ("update artifact_versions set value = '1' where version = 4", 1),
            ("update artifact_versions set value = '1' where version = 5", 0),
            ("delete from artifact_versions where version = 4", 1),
            ("delete from artifact_versions where version = 5", 1),
            ("delete from artifact_versions", 0),
        ] {
            let mut conn = with_versions(5).await;
            sqlx::raw_sql(damage).execute(&mut conn).await.unwrap();
            assert_eq!(sound(&mut conn).await, [false], "{damage}");
            let id = sqlx::query_scalar("select id from artifacts").fetch_one(&mut conn).await.unwrap();
            remove_damaged(&mut conn, id).await.unwrap();
            assert!(!sound(&mut conn).await.contains(&false), "{damage}");
            let kept: i64 = sqlx::query_scalar("select count(*) from artifact_versions")
                .fetch_one(&mut conn)
                .await
                .unwrap();
            assert_eq!(kept, left, "{damage}");
        }
    }

    #[tokio::test]
    async fn a_write_renews_the_attributes_of_the_tag() {
        let mut conn = with_versions(3).await;
        let shown = Artifact { visibility: Visibility::UiOnly, keep: None, ..MEMORY };
        put(&mut conn, &shown, (Some(3), "4"), at(9)).await.unwrap();
        let header = header(&mut conn, MEMORY.tag).await.unwrap().unwrap();
        assert_eq!((header.visibility.as_str(), header.keep), ("ui_only", None));
        assert_eq!((header.oldest, header.newest), (2, 4));
        assert_eq!(sound(&mut conn).await, [true]);
    }

    #[tokio::test]
    async fn artifacts_of_an_earlier_schema_are_whole() {
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        apply(&mut conn, &MIGRATIONS[..6]).await.unwrap();
        let old = "insert into artifacts (id, tag, writer, access, visibility, keep, created_at) values
                (1, 'memory/1', 'memory', 'persisted', 'prompt_and_ui', 2, 5),
                (2, 'empty', 'x', 'persisted', 'internal', null, 5)";
        sqlx::raw_sql(old).execute(&mut conn).await.unwrap();
        for version in 3..5 {
            insert_version(&mut conn, (1, version), "0", at(5)).await.unwrap();
        }
        apply(&mut conn, MIGRATIONS).await.unwrap();
        assert_eq!(sound(&mut conn).await, [true, true]);
        put(&mut conn, &MEMORY, (Some(4), "1"), at(6)).await.unwrap();
        let header = header(&mut conn, MEMORY.tag).await.unwrap().unwrap();
        assert!(header.row_hash.is_some(), "a write adds the hash");
        assert_eq!((header.oldest, header.newest), (4, 5));
        assert_eq!(sound(&mut conn).await, [true, true]);
    }
}
