//! Verification: does the file hold what was written?
//!
//! SQLite's own checks see broken structures, not changed bytes (1 % of injected page damage); the hashes of rows and
//! texts see nearly all of it. Nothing is repaired here.

use std::collections::{BTreeMap, HashMap, HashSet};

use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_story::{ChapterId, SceneId, VersionNo, VolumeId};

use crate::blobs::{self, BlobId};
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::manuscript::Totals;
use crate::parts::{self, Part};
use crate::scene_versions::{self, SceneVersion};
use crate::{
    branches, canon, checkpoints, drafts, findings, generations, manuscript, meta, proposals, schema, spans,
    waivers, watch,
};

/// How much to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The manuscript as it stands: records, drafts, the newest text of each scene.
    Manuscript,
    /// Everything: SQLite's structures, every version, every checkpoint.
    Everything,
}

/// What a verification found.
#[derive(Clone, Debug, Default, serde::Serialize, ts_rs::TS)]
pub struct Verified {
    /// What is damaged; empty when all is well.
    pub damage: Vec<Damage>,
    /// Scenes whose text was read.
    pub scenes: usize,
    /// Versions whose counts are not those of their text, looked for when everything is verified. The texts are sound,
    /// and counts can be made anew.
    pub miscounted: Vec<Miscounted>,
    /// Versions whose row was checked.
    pub versions: usize,
    /// Stored contents that were read.
    pub blobs: usize,
}

/// A version whose counts are not those of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, ts_rs::TS)]
pub struct Miscounted {
    /// The scene.
    pub scene: SceneId,
    /// The version.
    pub version: VersionNo,
}

impl Verified {
    /// Takes the value, or notes the damage; other errors go to the caller.
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
}

/// Looks for damage quickly: the manuscript as it stands, and SQLite's structures without comparing its indexes.
///
/// # Errors
/// Those of [`verify`].
pub async fn quick(conn: &mut SqliteConnection) -> Result<Verified> {
    let findings = sqlx::query_scalar::<_, String>("pragma quick_check").fetch_all(&mut *conn).await?;
    let mut verified = verify(conn, Depth::Manuscript).await?;
    let structure = findings.into_iter().filter(|finding| finding != "ok");
    verified.damage.extend(structure.map(|finding| Damage::Structure { finding }));
    Ok(verified)
}

/// Refuses a file in which a page has two owners: what is written for one would overwrite the other, and be told as
/// saved. Reads the whole file, some 2 ms a megabyte.
///
/// # Errors
/// [`Error::Damaged`] for such a file; other damage is not looked for.
pub(crate) async fn require_own_pages(conn: &mut SqliteConnection) -> Result<()> {
    let findings: Vec<String> = sqlx::query_scalar("pragma quick_check(100000)").fetch_all(conn).await?;
    // By itself SQLite ends after 100 findings, and a stranger could put so many before this one. These are its words
    // for it, the same for tables, indexes and free pages.
    match findings.into_iter().find(|finding| finding.contains("2nd reference to page")) {
        Some(finding) => Err(Error::Damaged(Damage::Structure { finding })),
        None => Ok(()),
    }
}

/// Whether the manuscript can be read as a whole: its order, its records, its newest texts.
///
/// # Errors
/// The disk's, and when the author stops it.
pub async fn is_readable(conn: &mut SqliteConnection) -> Result<bool> {
    match (is_connected(conn).await, verify(conn, Depth::Manuscript).await) {
        (Ok(is_connected), Ok(verified)) => Ok(is_connected && verified.damage.is_empty()),
        (Err(Error::Damaged(_)), _) | (_, Err(Error::Damaged(_))) => Ok(false),
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

/// Whether the outline has every scene that the tables have. Where an index or the root of a table has another page's rows,
/// SQLite finds fewer of them and says nothing.
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
/// Only when the file cannot be read at all, or the author stops it; damage is part of the answer.
pub async fn verify(conn: &mut SqliteConnection, depth: Depth) -> Result<Verified> {
    let mut verified = Verified::default();
    if depth == Depth::Everything {
        structure(conn, &mut verified).await?;
        order(conn, &mut verified).await?;
        heads(conn, &mut verified).await?;
        memories(conn, &mut verified).await?;
    }
    let project = meta::require(conn).await;
    verified.note(project)?;
    let uid = meta::uid(conn).await;
    verified.note(uid)?;
    records::<VolumeId>(conn, &mut verified).await?;
    records::<ChapterId>(conn, &mut verified).await?;
    records::<SceneId>(conn, &mut verified).await?;
    let canon = canon::check_all(conn).await;
    for row in verified.note(canon)?.unwrap_or_default() {
        verified.note(row)?;
    }
    let proposals = proposals::check_all(conn).await;
    for row in verified.note(proposals)?.unwrap_or_default() {
        verified.note(row)?;
    }
    let findings = findings::check_all(conn).await;
    for row in verified.note(findings)?.unwrap_or_default() {
        verified.note(row)?;
    }
    let waivers = waivers::check_all(conn).await;
    for row in verified.note(waivers)?.unwrap_or_default() {
        verified.note(row)?;
    }
    let generations = generations::check_all(conn).await;
    for row in verified.note(generations)?.unwrap_or_default() {
        verified.note(row)?;
    }
    let spans = spans::check_all(conn).await;
    for row in verified.note(spans)?.unwrap_or_default() {
        verified.note(row)?;
    }
    let branches = branches::list_checked(conn).await;
    for branch in verified.note(branches)?.unwrap_or_default() {
        verified.note(branch)?;
    }
    let drafts = drafts::list_checked(conn).await;
    for draft in verified.note(drafts)?.unwrap_or_default() {
        verified.note(draft)?;
    }
    let checkpoints = checkpoints::list_checked(conn).await;
    for checkpoint in verified.note(checkpoints)?.unwrap_or_default() {
        verified.note(checkpoint)?;
    }
    texts(conn, depth, &mut verified).await?;
    Ok(verified)
}

async fn structure(conn: &mut SqliteConnection, verified: &mut Verified) -> Result<()> {
    // It evaluates the checks and index expressions of the schema; those of a newer one are not known.
    let is_known = schema::version(conn).await? <= schema::newest(schema::MIGRATIONS);
    let check = if is_known { "pragma integrity_check" } else { "select 'ok'" };
    let findings = sqlx::query_scalar::<_, String>(check).fetch_all(&mut *conn).await;
    for finding in verified.note(findings.map_err(Error::from))?.unwrap_or_default() {
        if finding != "ok" {
            verified.damage.push(Damage::Structure { finding });
        }
    }
    let references = sqlx::query_as::<_, (String, Option<i64>, String, i64)>("pragma foreign_key_check")
        .fetch_all(&mut *conn)
        .await;
    for (table, row, parent, _) in verified.note(references.map_err(Error::from))?.unwrap_or_default() {
        let row = row.map_or_else(String::new, |row| format!(" row {row}"));
        let finding = format!("{table}{row} refers to a missing row of {parent}");
        verified.damage.push(Damage::Structure { finding });
    }
    Ok(())
}

/// Positions are dense ranks: a gap is not ours.
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
    let findings = verified.note(parents.map_err(Error::from))?.unwrap_or_default();
    verified.damage.extend(findings.into_iter().map(|finding| Damage::Structure { finding }));
    Ok(())
}

/// Each scene stands at the newest version of its main line.
async fn heads(conn: &mut SqliteConnection, verified: &mut Verified) -> Result<()> {
    let astray = sqlx::query_scalar::<_, i64>(
        "select s.id from scenes s where s.head_version is not (
             select max(t.version) from scene_text_versions t
             where t.scene_id = s.id and t.branch = s.main_branch) order by s.id",
    )
    .fetch_all(conn)
    .await;
    let scenes = verified.note(astray.map_err(Error::from))?.unwrap_or_default();
    verified.damage.extend(scenes.into_iter().map(|id| Damage::Record { part: "scene", id }));
    Ok(())
}

/// What a checkpoint remembers is named twice, by its hash and by where it is stored.
async fn memories(conn: &mut SqliteConnection, verified: &mut Verified) -> Result<()> {
    let disagreeing = sqlx::query_scalar::<_, i64>(
        "select distinct i.from_checkpoint from checkpoint_items i join blobs b on b.id = i.blob_id
         where b.hash <> i.hash order by 1",
    )
    .fetch_all(conn)
    .await;
    let checkpoints = verified.note(disagreeing.map_err(Error::from))?.unwrap_or_default();
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

/// Checks version rows and the texts they name, and the contents that only checkpoints name.
async fn texts(conn: &mut SqliteConnection, depth: Depth, verified: &mut Verified) -> Result<()> {
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
        watch::report("verify", verified.blobs, total)?;
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
    verified.damage.extend(named(&versions, unreadable));
    Ok(())
}

/// Says which versions the unreadable contents belong to; contents of no version stay themselves.
fn named(versions: &[SceneVersion], mut unreadable: HashSet<BlobId>) -> Vec<Damage> {
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
