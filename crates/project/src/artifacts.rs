//! `artifacts`, `artifact_versions`, `artifact_pruned`: values that steps and the author write, each under a name and
//! about a subject.
//!
//! A name has one writer, besides the author. Every write creates a version and names the version it is based on; a
//! write based on an older version is refused. Of each version that was ever written, the value or a trace of its
//! deletion exists. The callers define what the values mean.

mod check;
mod pruned;
mod rows;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use sqlx::SqliteConnection;
use wenfang_storage::Outcome;
use wenfang_story::artifact::{
    AUTHOR, ArtifactKind, ArtifactPlace, ContentType, MadeBy, Pin, Series, ShownAs, Subject, Told, Visibility,
};
use wenfang_story::{ArtifactId, GenerationId, RunId, Timestamp};

use crate::damage::Damage;
use crate::error::{Error, Result};
use rows::{HEADER, Header, Tagged, VERSION, VersionRow};

pub(crate) use check::{check_all, remove_damaged};
pub use pruned::{Keep, Trace, prune, prune_all, traces};
pub use rows::{ArtifactHeader, ArtifactVersion};

/// An artifact's attributes, without its value.
#[derive(Clone, Copy, Debug)]
pub struct Artifact<'a> {
    pub name: &'a str,
    pub subject: Subject,
    pub kind: ArtifactKind,
    /// The step that writes it.
    pub writer: &'a str,
    pub visibility: Visibility,
    /// Where the author sees it: `panel:…`, `feed:…` or `editor`.
    pub surface: Option<&'a str>,
    pub content_type: ContentType,
    pub shown_as: ShownAs,
    /// How a prompt takes it, in JSON.
    pub include: Option<&'a str>,
    pub keep: Keep,
}

impl<'a> Artifact<'a> {
    /// JSON values that no one sees and that are all kept.
    pub const fn new(name: &'a str, subject: Subject, kind: ArtifactKind, writer: &'a str) -> Self {
        Self {
            name,
            subject,
            kind,
            writer,
            visibility: Visibility::Internal,
            surface: None,
            content_type: ContentType::Json,
            shown_as: ShownAs::Latest,
            include: None,
            keep: Keep::ALL,
        }
    }

    /// Its full address.
    pub fn tag(&self) -> String {
        self.subject.tag(self.name)
    }
}

/// A value to write.
#[derive(Clone, Copy, Debug)]
pub struct NewVersion<'a> {
    pub value: &'a str,
    /// The newest version, which the writer has read; `None` for the first.
    pub based_on: Option<i64>,
    /// The place in the telling that the value is told up to.
    pub at: Option<ArtifactPlace>,
    /// The run and its step.
    pub run: Option<(RunId, &'a str)>,
    pub generation: Option<GenerationId>,
    pub made_by: MadeBy,
}

impl<'a> From<(Option<i64>, &'a str)> for NewVersion<'a> {
    /// A value by a step, without a place.
    fn from((based_on, value): (Option<i64>, &'a str)) -> Self {
        Self { value, based_on, at: None, run: None, generation: None, made_by: MadeBy::Step }
    }
}

async fn header(conn: &mut SqliteConnection, tag: &str) -> Result<Option<Header>> {
    let sql = format!("{HEADER} where tag = ?");
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(tag).fetch_optional(conn).await?)
}

/// Inserts the row of a tag, without a version and without its hash.
async fn insert(conn: &mut SqliteConnection, artifact: &Artifact<'_>, now: Timestamp) -> Result<Header> {
    let id: i64 = sqlx::query_scalar(
        "insert into artifacts (name, subject, subject_id, kind, writer, visibility, content_type, shown_as, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning id",
    )
    .bind(artifact.name)
    .bind(artifact.subject.kind())
    .bind(artifact.subject.id())
    .bind(artifact.kind.as_str())
    .bind(artifact.writer)
    .bind(artifact.visibility.as_str())
    .bind(artifact.content_type.as_str())
    .bind(artifact.shown_as.as_str())
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await?;
    let sql = format!("{HEADER} where id = ?");
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_one(conn).await?)
}

/// The writer of a name besides the author, if it has one.
///
/// # Errors
/// Database errors.
pub async fn writer_of(conn: &mut SqliteConnection, name: &str) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("select writer from artifacts where name = ? and writer <> ? limit 1")
        .bind(name)
        .bind(AUTHOR)
        .fetch_optional(conn)
        .await?)
}

/// Writes a value and deletes what need not be kept any more. Returns the new version number. A write by the author
/// leaves the attributes of an artifact that exists as they are.
///
/// # Errors
/// [`Error::StaleArtifact`] when a newer version exists; [`Error::ArtifactOfOther`] when another step writes the name.
/// Nothing is written then.
pub async fn put<'v>(
    conn: &mut SqliteConnection,
    artifact: &Artifact<'_>,
    new: impl Into<NewVersion<'v>>,
    now: Timestamp,
) -> Result<i64> {
    let (new, tag) = (new.into(), artifact.tag());
    let owner = writer_of(conn, artifact.name).await?;
    let is_author = new.made_by == MadeBy::Author;
    let artifact = match &owner {
        Some(owner) if owner != artifact.writer && !is_author => {
            let (name, writer) = (artifact.name.to_owned(), owner.clone());
            return Err(Error::ArtifactOfOther { name, writer });
        }
        Some(owner) => Artifact { writer: owner, ..*artifact },
        None => *artifact,
    };
    if newest_version(conn, &tag).await? != new.based_on {
        return Err(Error::StaleArtifact { tag });
    }
    let mut header = match header(conn, &tag).await? {
        Some(known) if is_author => known,
        Some(known) => known.with(&artifact),
        None => insert(conn, &artifact, now).await?.with(&artifact),
    };
    // A version that was lost to damage is never numbered again.
    let version = header.newest.max(new.based_on.unwrap_or(0)).checked_add(1).ok_or_else(|| {
        Error::Damaged(Damage::Structure { finding: "an artifact has no version numbers left".to_owned() })
    })?;
    insert_version(conn, (header.id, version), &new, now).await?;
    header.newest = version;
    header.update(conn).await?;
    pruned::apply(conn, &header, now).await?;
    Ok(version)
}

async fn insert_version(
    conn: &mut SqliteConnection,
    (artifact_id, version): (i64, i64),
    new: &NewVersion<'_>,
    now: Timestamp,
) -> Result<()> {
    let row = VersionRow {
        artifact_id,
        version,
        based_on: new.based_on,
        at_scene: new.at.map(|at| at.scene.get()),
        at_version: new.at.and_then(|at| Some(at.version?.get())),
        run_id: new.run.map(|(run, _)| run.get()),
        node: new.run.map(|(_, node)| node.to_owned()),
        generation_id: new.generation.map(GenerationId::get),
        made_by: new.made_by.as_str().to_owned(),
        pinned: None,
        row_hash: Vec::new(),
        created_at: now.get(),
        value: new.value.to_owned(),
    };
    sqlx::query(
        "insert into artifact_versions (artifact_id, version, based_on, at_scene, at_version, run_id, node,
             generation_id, made_by, row_hash, created_at, value)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(row.artifact_id)
    .bind(row.version)
    .bind(row.based_on)
    .bind(row.at_scene)
    .bind(row.at_version)
    .bind(row.run_id)
    .bind(&row.node)
    .bind(row.generation_id)
    .bind(&row.made_by)
    .bind(row.guard().as_slice())
    .bind(row.created_at)
    .bind(&row.value)
    .execute(conn)
    .await?
    .stored(1)?;
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
    let sql = format!("{VERSION} where a.tag = ? order by v.version desc limit 1");
    let row: Option<VersionRow> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(tag).fetch_optional(conn).await?;
    row.map(VersionRow::checked).transpose()
}

/// The newest value under each tag that begins with `prefix`, by tag. Values that fail their hash check are left out.
///
/// # Errors
/// Database errors.
pub async fn newest_under(
    conn: &mut SqliteConnection,
    prefix: &str,
) -> Result<Vec<(String, ArtifactVersion)>> {
    let sql = format!(
        "{VERSION} where substr(a.tag, 1, length(?1)) = ?1
         and v.version = (select max(version) from artifact_versions where artifact_id = a.id) order by a.tag"
    );
    let rows: Vec<Tagged> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(prefix).fetch_all(conn).await?;
    Ok(rows.into_iter().filter_map(|Tagged { tag, row }| Some((tag, row.checked().ok()?))).collect())
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
    let sql = format!("{VERSION} where a.tag = ? and v.version = ?");
    let row: Option<VersionRow> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(tag).bind(version).fetch_optional(conn).await?;
    row.map(VersionRow::checked).transpose()
}

/// The newest `most` versions under a tag, newest first.
///
/// # Errors
/// [`Error::Damaged`] when a value fails its hash check.
pub async fn history(conn: &mut SqliteConnection, tag: &str, most: u32) -> Result<Vec<ArtifactVersion>> {
    let sql = format!("{VERSION} where a.tag = ? order by v.version desc limit ?");
    let rows: Vec<VersionRow> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(tag).bind(most).fetch_all(conn).await?;
    rows.into_iter().map(VersionRow::checked).collect()
}

/// The artifact under a tag.
///
/// # Errors
/// [`Error::Damaged`] when its row fails its hash check.
pub async fn get(conn: &mut SqliteConnection, tag: &str) -> Result<Option<ArtifactHeader>> {
    header(conn, tag).await?.map(Header::checked).transpose()
}

/// The artifacts about a subject, or all, by tag.
///
/// # Errors
/// [`Error::Damaged`] when a row fails its hash check.
pub async fn list(conn: &mut SqliteConnection, subject: Option<Subject>) -> Result<Vec<ArtifactHeader>> {
    let of = if subject.is_some() { "where subject = ? and subject_id is ?" } else { "" };
    let sql = format!("{HEADER} {of} order by tag");
    let mut query = sqlx::query_as::<_, Header>(sqlx::AssertSqlSafe(sql));
    if let Some(subject) = subject {
        query = query.bind(subject.kind()).bind(subject.id());
    }
    query.fetch_all(conn).await?.into_iter().map(Header::checked).collect()
}

/// The artifacts that prompts include, by tag.
///
/// # Errors
/// [`Error::Damaged`] when a row fails its hash check.
pub async fn included(conn: &mut SqliteConnection) -> Result<Vec<ArtifactHeader>> {
    let sql = format!("{HEADER} where include is not null order by tag");
    let rows: Vec<Header> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(conn).await?;
    rows.into_iter().map(Header::checked).collect()
}

/// The address of an artifact.
///
/// # Errors
/// Database errors.
pub async fn tag(conn: &mut SqliteConnection, id: ArtifactId) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("select tag from artifacts where id = ?")
        .bind(id.get())
        .fetch_optional(conn)
        .await?)
}

/// Every artifact with these names and its versions, without values.
///
/// # Errors
/// [`Error::Damaged`] when a row fails its hash check.
pub async fn series(conn: &mut SqliteConnection, names: &[&str]) -> Result<Vec<Series>> {
    let names = serde_json::to_string(names).unwrap_or_default();
    let sql = format!("{HEADER} where name in (select value from json_each(?)) order by id");
    let headers: Vec<Header> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(&names).fetch_all(&mut *conn).await?;
    let mut told = told(conn, &names).await?;
    let series = headers.into_iter().map(|header| {
        let ArtifactHeader { id, name, subject, visibility, .. } = header.checked()?;
        let versions = told.remove(&id).unwrap_or_default();
        Ok(Series { id, name, subject, visibility, versions })
    });
    series.collect()
}

/// The artifact, the version, its scene and the version of that, and its maker.
type ToldRow = (i64, i64, Option<i64>, Option<i64>, String);

/// The versions of the artifacts whose names are in a JSON list, oldest first.
async fn told(conn: &mut SqliteConnection, names: &str) -> Result<HashMap<ArtifactId, Vec<Told>>> {
    let rows: Vec<ToldRow> = sqlx::query_as(
        "select v.artifact_id, v.version, v.at_scene, v.at_version, v.made_by
         from artifacts a join artifact_versions v on v.artifact_id = a.id
         where a.name in (select value from json_each(?)) order by v.artifact_id, v.version",
    )
    .bind(names)
    .fetch_all(conn)
    .await?;
    let mut told: HashMap<ArtifactId, Vec<Told>> = HashMap::new();
    for (id, version, scene, at_version, made_by) in rows {
        let damaged = || Error::Damaged(Damage::Record { part: "artifact", id });
        let at = rows::place(scene, at_version);
        let one = Told { version, at, made_by: made_by.parse().map_err(|_| damaged())? };
        told.entry(id.into()).or_default().push(one);
    }
    Ok(told)
}

/// Pins a version, or takes the author's pin away. A version that a receipt names stays pinned. Returns how it is
/// pinned now; `None` within if it is not, `None` if there is no such version.
///
/// # Errors
/// [`Error::Damaged`] when the value fails its hash check.
pub async fn pin(
    conn: &mut SqliteConnection,
    (tag, version): (&str, i64),
    pin: Option<Pin>,
) -> Result<Option<Option<Pin>>> {
    let sql = format!("{VERSION} where a.tag = ? and v.version = ?");
    let row: Option<VersionRow> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(tag).bind(version).fetch_optional(&mut *conn).await?;
    let Some(mut row) = row else { return Ok(None) };
    let before = row.clone().checked()?.pinned;
    if before == pin || before == Some(Pin::Receipt) {
        return Ok(Some(before));
    }
    row.pinned = pin.map(|pin| pin.as_str().to_owned());
    sqlx::query(
        "update artifact_versions set pinned = ?, row_hash = ? where artifact_id = ? and version = ?",
    )
    .bind(&row.pinned)
    .bind(row.guard().as_slice())
    .bind(row.artifact_id)
    .bind(row.version)
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(Some(pin))
}
