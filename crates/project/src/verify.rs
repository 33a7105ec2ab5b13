//! Verification: checks that the file contains what was written.
//!
//! SQLite's own checks detect broken structures, not changed bytes (1 % of injected page damage); the hashes of
//! rows and texts detect nearly all of it. Nothing is repaired here.

use std::collections::{BTreeMap, HashMap, HashSet};

use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_storage::{Error as FileError, structure};
use wenfang_story::{ChapterId, SceneId, VersionNo, VolumeId};

use crate::blobs::{self, BlobId};
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::manuscript::Totals;
use crate::parts::{self, Part};
use crate::scene_versions::{self, SceneVersion};
use crate::watch::Watch;
use crate::{
    artifacts, branches, canon, checkpoints, drafts, findings, generations, manuscript, mend, meta,
    pipelines, proposals, receipts, schema, spans, waivers,
};

/// How much to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The current manuscript: records, drafts, the newest text of each scene.
    Manuscript,
    /// Everything: SQLite's structures, every version, every checkpoint.
    Everything,
}

/// The result of a verification.
#[derive(Clone, Debug, Default, serde::Serialize, ts_rs::TS)]
pub struct Verified {
    /// The damage found; empty if there is none.
    pub damage: Vec<Damage>,
    /// Number of scenes whose text was read.
    pub scenes: usize,
    /// Versions whose counts differ from those of their text; only checked with [`Depth::Everything`]. The texts
    /// are intact, and the counts can be recomputed.
    pub miscounted: Vec<Miscounted>,
    /// Number of version rows checked.
    pub versions: usize,
    /// Number of stored contents read.
    pub blobs: usize,
}

/// A version whose counts differ from those of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, ts_rs::TS)]
pub struct Miscounted {
    pub scene: SceneId,
    pub version: VersionNo,
}

impl Verified {
    /// Returns the value, or records the damage; other errors are returned.
    fn note<T>(&mut self, result: Result<T>) -> Result<Option<T>> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Error::Damaged(damage)) => {
                self.damage.push(damage);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Records the damage of a table, or of each of its rows; other errors are returned.
    fn note_rows<T>(&mut self, rows: Result<Vec<Result<T>>>) -> Result<()> {
        for row in self.note(rows)?.unwrap_or_default() {
            self.note(row)?;
        }
        Ok(())
    }
}

/// The schema with mending.
const MENDING: i64 = 7;
/// The schema with profiles of generation, since which artifacts have subjects.
const PIPELINES: i64 = 8;

/// Verifies quickly: the current manuscript, and SQLite's structures without comparing its indexes.
///
/// # Errors
/// Those of [`verify`].
pub async fn quick(conn: &mut SqliteConnection) -> Result<Verified> {
    let findings = structure::quick_findings(conn).await?;
    let mut verified = verify(conn, Depth::Manuscript, &Watch::silent()).await?;
    verified.damage.extend(findings.into_iter().map(|finding| Damage::Structure { finding }));
    Ok(verified)
}

/// Whether the manuscript is readable as a whole: its order, its records, its newest texts.
///
/// # Errors
/// I/O errors.
pub async fn is_readable(conn: &mut SqliteConnection) -> Result<bool> {
    match (is_connected(conn).await, verify(conn, Depth::Manuscript, &Watch::silent()).await) {
        (Ok(is_connected), Ok(verified)) => Ok(is_connected && verified.damage.is_empty()),
        (Err(Error::Damaged(_)), _) | (_, Err(Error::Damaged(_))) => Ok(false),
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

/// Whether the outline contains every scene in the tables. If an index or the root of a table has the rows of
/// another page, SQLite silently returns fewer rows.
async fn is_connected(conn: &mut SqliteConnection) -> Result<bool> {
    for child in ["chapters", "scenes", "scene_text_versions"] {
        let orphans = AssertSqlSafe(format!("pragma foreign_key_check({child})"));
        if sqlx::query(orphans).fetch_optional(&mut *conn).await?.is_some() {
            return Ok(false);
        }
    }
    let placed: i64 = sqlx::query_scalar(
        "select count(*) from scenes s not indexed
         join chapters c not indexed on c.id = s.chapter_id
         join volumes v not indexed on v.id = c.volume_id
         where s.position is not null and c.position is not null and v.position is not null",
    )
    .fetch_one(&mut *conn)
    .await?;
    let outlined = manuscript::outline(conn).await?.scenes().count();
    let with_text = manuscript::scenes(conn).await?.len();
    Ok([outlined, with_text].iter().all(|count| i64::try_from(*count) == Ok(placed)))
}

/// Verifies the project behind `conn`.
///
/// # Errors
/// Only when the file is unreadable as a whole, or the author stops the verification; damage is part of the result.
pub async fn verify(conn: &mut SqliteConnection, depth: Depth, watch: &Watch) -> Result<Verified> {
    let mut verified = Verified::default();
    if depth == Depth::Everything {
        check_structure(conn, &mut verified).await?;
        order(conn, &mut verified).await?;
        heads(conn, &mut verified).await?;
        checkpoint_items(conn, &mut verified).await?;
    }
    let project = meta::require(conn).await;
    verified.note(project)?;
    let uid = meta::uid(conn).await;
    verified.note(uid)?;
    records::<VolumeId>(conn, &mut verified).await?;
    records::<ChapterId>(conn, &mut verified).await?;
    records::<SceneId>(conn, &mut verified).await?;
    verified.note_rows(canon::check_all(conn).await)?;
    verified.note_rows(proposals::check_all(conn).await)?;
    verified.note_rows(findings::check_all(conn).await)?;
    verified.note_rows(waivers::check_all(conn).await)?;
    verified.note_rows(generations::check_all(conn).await)?;
    verified.note_rows(spans::check_all(conn).await)?;
    verified.note_rows(branches::list_checked(conn).await)?;
    verified.note_rows(drafts::list_checked(conn).await)?;
    verified.note_rows(checkpoints::list_checked(conn).await)?;
    // A backup can be of an earlier schema.
    let schema = schema::version(conn).await?;
    verified.note_rows(receipts::check_all(conn, schema).await)?;
    if schema >= MENDING {
        verified.note_rows(mend::check_all(conn).await)?;
    }
    if schema >= PIPELINES {
        verified.note_rows(artifacts::check_all(conn).await)?;
        verified.note_rows(pipelines::check_all(conn).await)?;
    }
    texts(conn, depth, &mut verified, watch).await?;
    Ok(verified)
}

async fn check_structure(conn: &mut SqliteConnection, verified: &mut Verified) -> Result<()> {
    // The check evaluates the checks and index expressions of the schema; those of a newer schema are not trusted.
    let is_known = schema::version(conn).await? <= schema::NOVEL.newest();
    if is_known {
        let findings = structure::findings(conn).await;
        note_structure(verified, findings)?;
    }
    let missing = structure::missing_rows(conn).await;
    note_structure(verified, missing)
}

/// Records findings about the structure of the file as damage.
fn note_structure(verified: &mut Verified, findings: wenfang_storage::Result<Vec<String>>) -> Result<()> {
    let findings = verified.note(findings.map_err(Error::from))?.unwrap_or_default();
    verified.damage.extend(findings.into_iter().map(|finding| Damage::Structure { finding }));
    Ok(())
}

/// Positions must be dense ranks, without gaps.
async fn order(conn: &mut SqliteConnection, verified: &mut Verified) -> Result<()> {
    let parents = sqlx::query_scalar::<_, String>(
        "select 'the order of the volumes' from volumes
         where position is not null group by null having max(position) <> count(*) - 1
         union all
         select 'the order of the chapters of volume ' || volume_id from chapters
         where position is not null group by volume_id having max(position) <> count(*) - 1
         union all
         select 'the order of the scenes of chapter ' || chapter_id from scenes
         where position is not null group by chapter_id having max(position) <> count(*) - 1",
    )
    .fetch_all(conn)
    .await;
    note_structure(verified, parents.map_err(FileError::from))
}

/// The head of each scene must be the newest version of its main line.
async fn heads(conn: &mut SqliteConnection, verified: &mut Verified) -> Result<()> {
    let wrong = sqlx::query_scalar::<_, i64>(
        "select s.id from scenes s where s.head_version is not (
             select max(t.version) from scene_text_versions t
             where t.scene_id = s.id and t.branch = s.main_branch) order by s.id",
    )
    .fetch_all(conn)
    .await;
    let scenes = verified.note(wrong.map_err(Error::from))?.unwrap_or_default();
    verified.damage.extend(scenes.into_iter().map(|id| Damage::Record { part: "scene", id }));
    Ok(())
}

/// A checkpoint item stores both a hash and a reference to the content; they must agree.
async fn checkpoint_items(conn: &mut SqliteConnection, verified: &mut Verified) -> Result<()> {
    let mismatched = sqlx::query_scalar::<_, i64>(
        "select distinct i.from_checkpoint from checkpoint_items i join blobs b on b.id = i.blob_id
         where b.hash <> i.hash order by 1",
    )
    .fetch_all(conn)
    .await;
    let checkpoints = verified.note(mismatched.map_err(Error::from))?.unwrap_or_default();
    let damaged = |id: i64| Damage::Checkpoint { checkpoint: id.into() };
    verified.damage.extend(checkpoints.into_iter().map(damaged));
    Ok(())
}

async fn records<P: Part>(conn: &mut SqliteConnection, verified: &mut Verified) -> Result<()> {
    let ids = sqlx::query_scalar::<_, i64>(AssertSqlSafe(format!("select id from {} order by id", P::TABLE)))
        .fetch_all(&mut *conn)
        .await;
    for id in verified.note(ids.map_err(Error::from))?.unwrap_or_default() {
        let row = parts::require(conn, P::from(id)).await;
        verified.note(row)?;
    }
    Ok(())
}

/// Checks version rows and their texts, and contents that only checkpoints refer to.
async fn texts(
    conn: &mut SqliteConnection,
    depth: Depth,
    verified: &mut Verified,
    watch: &Watch,
) -> Result<()> {
    let rows = scene_versions::list_checked(conn).await;
    let mut versions: Vec<SceneVersion> = Vec::new();
    for row in verified.note(rows)?.unwrap_or_default() {
        verified.versions += 1;
        versions.extend(verified.note(row)?);
    }
    let heads =
        sqlx::query_as::<_, (i64, i64)>("select id, head_version from scenes").fetch_all(&mut *conn).await;
    let heads: HashMap<SceneId, VersionNo> = verified
        .note(heads.map_err(Error::from))?
        .unwrap_or_default()
        .into_iter()
        .map(|(scene, head)| (scene.into(), head.into()))
        .collect();
    verified.scenes = heads.len();
    let wanted: Vec<BlobId> = match depth {
        Depth::Manuscript => versions
            .iter()
            .filter(|version| heads.get(&version.scene) == Some(&version.version))
            .map(|version| version.blob)
            .collect(),
        Depth::Everything => {
            let all = sqlx::query_scalar("select id from blobs order by id").fetch_all(&mut *conn).await;
            verified.note(all.map_err(Error::from))?.unwrap_or_default()
        }
    };
    let mut unreadable = HashSet::new();
    let mut counted = HashMap::new();
    if depth == Depth::Everything {
        let unsound = blobs::unsound(conn).await;
        unreadable.extend(verified.note(unsound)?.unwrap_or_default());
    }
    let total = wanted.len();
    for blob in wanted {
        watch.report("verify", verified.blobs, total)?;
        verified.blobs += 1;
        match blobs::read(conn, blob).await {
            Ok(content) if depth == Depth::Everything => {
                counted.extend(str::from_utf8(&content).ok().map(|text| (blob, Totals::of(text))));
            }
            Ok(_) => {}
            Err(Error::Damaged(_) | Error::ContentTooLarge { .. }) => {
                unreadable.insert(blob);
            }
            Err(error) => return Err(error),
        }
    }
    let is_miscounted =
        |version: &&SceneVersion| counted.get(&version.blob).is_some_and(|totals| *totals != version.totals);
    let place = |version: &SceneVersion| Miscounted { scene: version.scene, version: version.version };
    verified.miscounted.extend(versions.iter().filter(is_miscounted).map(place));
    verified.damage.extend(damaged_texts(&versions, unreadable));
    Ok(())
}

/// Assigns unreadable contents to the versions that use them; the others are reported by themselves.
fn damaged_texts(versions: &[SceneVersion], mut unreadable: HashSet<BlobId>) -> Vec<Damage> {
    if unreadable.is_empty() {
        return Vec::new();
    }
    let mut by_scene: BTreeMap<SceneId, Vec<&SceneVersion>> = BTreeMap::new();
    for version in versions {
        by_scene.entry(version.scene).or_default().push(version);
    }
    let mut damage = Vec::new();
    let mut owned = HashSet::new();
    for (scene, versions) in by_scene {
        let is_good = |version: &&&SceneVersion| !unreadable.contains(&version.blob);
        let last_good = versions.iter().rev().find(is_good).map(|version| version.version);
        for version in versions.iter().filter(|version| !is_good(version)) {
            owned.insert(version.blob);
            damage.push(Damage::Text { scene, version: version.version, last_good });
        }
    }
    unreadable.retain(|blob| !owned.contains(blob));
    let mut rest: Vec<BlobId> = unreadable.into_iter().collect();
    rest.sort();
    damage.extend(rest.into_iter().map(|blob| Damage::Blob { id: blob.get() }));
    damage
}
