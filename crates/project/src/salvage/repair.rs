//! Turns the rows that were read into a valid project: removes rows that fail their hash check, and recreates
//! missing rows that others depend on.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_story::{
    BranchNo, ChapterId, ChapterRecord, ProjectRecord, Record, SceneId, SceneRecord, Timestamp, VersionNo,
    VolumeId, VolumeRecord,
};

use super::parts_lost::{TITLE, missing_chapters, missing_scenes, missing_volumes};
use super::record::{Row, Value};
use super::versions_lost::{empty_texts, from_checkpoints, from_index};
use crate::damage::Damage;
use crate::drafts::{self, Draft};
use crate::error::{Error, Result};
use crate::mend::traces::Traces;
use crate::mend::{audit, scenes};
use crate::verify::{Depth, verify};
use crate::watch::Watch;
use crate::{artifacts, branches, canon, meta, parts, pipelines, scene_versions};

/// Maximum number of rounds. A text whose base was removed is found in the next round, and the version that refers
/// to it in the round after. Twice what was ever needed.
const ROUNDS: usize = 8;

/// The state before the repair, and what the repair changed.
#[derive(Default)]
pub(super) struct Repaired {
    /// The newest version of each scene, as stored in its row.
    pub(super) heads: HashMap<SceneId, VersionNo>,
    /// Scenes that lost their title and plan.
    pub(super) untitled: BTreeSet<SceneId>,
    /// Scenes that lost their draft.
    pub(super) undrafted: BTreeSet<SceneId>,
    /// Scenes without any remaining text.
    pub(super) empty: BTreeSet<SceneId>,
    /// Everything that failed its hash check.
    pub(super) damage: Vec<Damage>,
    /// Number of rows that failed their hash check, by table.
    pub(super) removed: BTreeMap<String, usize>,
}

impl Repaired {
    /// Adds each damage once. Structural damage is a consequence of removed rows and is not added.
    fn note(&mut self, damage: &Damage) {
        if !matches!(damage, Damage::Structure { .. }) && !self.damage.contains(damage) {
            self.damage.push(damage.clone());
        }
    }
}

/// Repairs the project behind `conn`, which does not enforce foreign keys. `index` has the rows of the index of
/// versions by text, and `traces` what mendings say about versions; `title` replaces a lost title of the novel.
pub(super) async fn repair(
    conn: &mut SqliteConnection,
    (index, traces): (&[Row], &Traces),
    (title, now): (&str, Timestamp),
) -> Result<Repaired> {
    let mut repaired = Repaired::default();
    let heads: Vec<(i64, i64)> =
        sqlx::query_as("select id, head_version from scenes").fetch_all(&mut *conn).await?;
    let heads = heads.into_iter().map(|(scene, head)| (SceneId::from(scene), VersionNo::from(head)));
    repaired.heads.extend(heads);
    let index: Vec<[i64; 3]> = index.iter().filter_map(entry).collect();
    let mut last = None;
    for _ in 0..ROUNDS {
        from_index(conn, &index, now).await?;
        from_index(conn, &traces.versions, now).await?;
        from_checkpoints(conn, now).await?;
        structure(conn, &mut repaired, (title, now)).await?;
        let damage = verify(conn, Depth::Everything, &Watch::silent()).await?.damage;
        last = damage.first().cloned();
        if last.is_none() {
            return Ok(repaired);
        }
        let is_chain_broken = damage.iter().any(is_of_audit_log);
        if is_chain_broken {
            match audit::remove_damaged(conn).await? {
                0 => {}
                gone => *repaired.removed.entry("audit_log".to_owned()).or_default() += gone,
            }
        }
        for one in damage {
            repaired.note(&one);
            remove(conn, one, (&mut repaired, title), now).await?;
        }
        if is_chain_broken {
            audit::seal_again(conn, now).await?;
        }
    }
    Err(Error::Damaged(last.unwrap_or(Damage::Structure { finding: "nothing intact is left".to_owned() })))
}

/// Whether the chain of the audit log breaks here.
fn is_of_audit_log(damage: &Damage) -> bool {
    matches!(damage, Damage::Record { part: audit::ENTRY | audit::ARCHIVE, .. })
}

/// Parses a row of the index of versions by text: text, scene, version.
fn entry(row: &Row) -> Option<[i64; 3]> {
    match row.values.as_slice() {
        [Value::Integer(blob), Value::Integer(scene), Value::Integer(version)] => {
            Some([*blob, *scene, *version])
        }
        _ => None,
    }
}

/// Recreates missing rows that others depend on, or deletes the dependent rows.
async fn structure(
    conn: &mut SqliteConnection,
    repaired: &mut Repaired,
    (title, now): (&str, Timestamp),
) -> Result<()> {
    let has_meta: bool =
        sqlx::query_scalar("select exists (select 1 from project_meta)").fetch_one(&mut *conn).await?;
    if !has_meta {
        let record = ProjectRecord { title: title.to_owned(), ..ProjectRecord::default() };
        meta::insert(conn, &record, now).await?;
    }
    missing_scenes(conn, now).await?;
    missing_chapters(conn, now).await?;
    missing_volumes(conn, now).await?;
    missing_branches(conn, now).await?;
    references(conn).await?;
    scenes::forget_lost_rounds(conn).await?;
    repaired.empty.extend(empty_texts(conn, now).await?);
    heads(conn).await?;
    missing_branches(conn, now).await?;
    bases(conn).await?;
    order(conn).await
}

async fn missing_branches(conn: &mut SqliteConnection, now: Timestamp) -> Result<()> {
    let missing: Vec<(i64, i64)> = sqlx::query_as(
        "select scene_id, branch from scene_text_versions union select id, main_branch from scenes
         except select scene_id, branch from branches",
    )
    .fetch_all(&mut *conn)
    .await?;
    for (scene, branch) in missing {
        branches::insert_numbered(conn, (scene.into(), branch.into()), ("", None), now).await?;
    }
    Ok(())
}

/// Sets the head of each scene to the newest version of its main line. If the main line is empty, the branch with
/// the newest version becomes the main line.
async fn heads(conn: &mut SqliteConnection) -> Result<()> {
    sqlx::raw_sql(
        "update scenes set main_branch = coalesce((
             select t.branch from scene_text_versions t where t.scene_id = scenes.id
             order by t.version desc limit 1), main_branch)
         where not exists (
             select 1 from scene_text_versions t
             where t.scene_id = scenes.id and t.branch = scenes.main_branch);
         update scenes set head_version = coalesce((
             select max(t.version) from scene_text_versions t
             where t.scene_id = scenes.id and t.branch = scenes.main_branch), head_version)",
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Moves a draft whose base is gone to the newest version.
async fn bases(conn: &mut SqliteConnection) -> Result<()> {
    for draft in drafts::list_checked(conn).await?.into_iter().flatten() {
        let based = scene_versions::require(conn, draft.scene, draft.base).await;
        if matches!(based, Err(Error::NoVersion { .. })) {
            let (_, head) = branches::main_line(conn, draft.scene).await?;
            drafts::put(conn, &Draft { base: head, ..draft }).await?;
        }
    }
    Ok(())
}

/// Makes positions dense ranks again.
async fn order(conn: &mut SqliteConnection) -> Result<()> {
    for (table, parent) in [("volumes", "null"), ("chapters", "volume_id"), ("scenes", "chapter_id")] {
        let sql = format!(
            "update {table} set position = ranked.position from (
                 select id, row_number() over (partition by {parent} order by position, id) - 1 as position
                 from {table} where position is not null) as ranked
             where ranked.id = {table}.id and {table}.position is not ranked.position"
        );
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Tables whose rows are never deleted for a missing reference; the missing row is recreated instead.
const NEVER_DELETED: &[&str] = &["volumes", "chapters", "scenes", "scene_drafts"];

/// The columns of a foreign key.
#[derive(Default)]
struct Reference {
    parent: String,
    /// Conditions that each column is not null.
    set: Vec<String>,
    /// Conditions that each column equals the column of the parent.
    equal: Vec<String>,
}

/// Deletes rows with dangling references until there are none.
async fn references(conn: &mut SqliteConnection) -> Result<()> {
    let keys: Vec<(String, i64, String, String, String)> = sqlx::query_as(
        "select t.name, k.id, k.\"table\", k.\"from\", k.\"to\"
         from pragma_table_list t join pragma_foreign_key_list(t.name) k
         where t.schema = 'main' and t.type = 'table' order by t.name, k.id, k.seq",
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut references: BTreeMap<(String, i64), Reference> = BTreeMap::new();
    for (table, id, parent, from, to) in keys {
        let reference = references.entry((table.clone(), id)).or_default();
        reference.parent = parent;
        reference.set.push(format!("{table}.{from} is not null"));
        reference.equal.push(format!("parent.{to} = {table}.{from}"));
    }
    loop {
        let mut gone = 0;
        for ((table, _), Reference { parent, set, equal }) in &references {
            if NEVER_DELETED.contains(&table.as_str()) {
                continue;
            }
            let (set, equal) = (set.join(" and "), equal.join(" and "));
            let sql = format!(
                "delete from {table} where {set} and not exists (select 1 from {parent} as parent where {equal})"
            );
            gone += sqlx::query(AssertSqlSafe(sql)).execute(&mut *conn).await?.rows_affected();
        }
        if gone == 0 {
            return Ok(());
        }
    }
}

/// Deletes or resets a row that failed its hash check.
async fn remove(
    conn: &mut SqliteConnection,
    damage: Damage,
    (repaired, title): (&mut Repaired, &str),
    now: Timestamp,
) -> Result<()> {
    let mut gone = |table: &str| *repaired.removed.entry(table.to_owned()).or_default() += 1;
    let (sql, keys): (String, Vec<i64>) = match damage {
        Damage::Structure { .. } => return Ok(()),
        Damage::Record { part: "project", .. } => {
            gone("project_meta");
            return meta::update(
                conn,
                &ProjectRecord { title: title.to_owned(), ..ProjectRecord::default() },
            )
            .await;
        }
        Damage::Record { part: "volume", id } => {
            gone("volumes");
            let record = VolumeRecord { title: TITLE.to_owned(), ..VolumeRecord::default() };
            return parts::update(conn, VolumeId::from(id), &record).await;
        }
        Damage::Record { part: "chapter", id } => {
            gone("chapters");
            let record = ChapterRecord { title: TITLE.to_owned(), ..ChapterRecord::default() };
            return parts::update(conn, ChapterId::from(id), &record).await;
        }
        Damage::Record { part: "scene", id } => {
            gone("scenes");
            repaired.untitled.insert(id.into());
            return parts::update(conn, SceneId::from(id), &SceneRecord::default()).await;
        }
        Damage::Record { part: "artifact", id } => {
            gone("artifacts");
            return artifacts::remove_damaged(conn, id, now).await;
        }
        Damage::Record { part: pipelines::USE, .. } => {
            gone("pipeline_uses");
            return pipelines::remove_damaged(conn).await;
        }
        // All of them were looked at together: whether one is whole depends on those around it.
        Damage::Record { part: audit::ENTRY, .. } => return Ok(()),
        Damage::Record { part: audit::ARCHIVE, id } => {
            gone("audit_archives");
            return audit::remove_unsound(conn, id).await;
        }
        Damage::Record { part, id } => {
            let (table, key) = table_of(part);
            gone(table);
            (format!("delete from {table} where {key} = ?"), vec![id])
        }
        Damage::Text { scene, version, .. } => {
            gone("blobs");
            let sql = "delete from blobs where id = (
                 select blob_id from scene_text_versions where scene_id = ? and version = ?)";
            (sql.to_owned(), vec![scene.get(), version.get()])
        }
        Damage::Version { scene, version } => {
            // Damaged AI spans are reported as a damaged version, too.
            let is_whole = scene_versions::require(conn, scene, version).await.is_ok();
            let table = if is_whole { "version_spans" } else { "scene_text_versions" };
            gone(table);
            let sql = format!("delete from {table} where scene_id = ? and version = ?");
            (sql, vec![scene.get(), version.get()])
        }
        Damage::Branch { scene, branch } => {
            gone("branches");
            let sql = "delete from branches where scene_id = ? and branch = ?";
            (sql.to_owned(), vec![scene.get(), branch.get()])
        }
        Damage::Draft { scene } => {
            gone("scene_drafts");
            repaired.undrafted.insert(scene);
            ("delete from scene_drafts where scene_id = ?".to_owned(), vec![scene.get()])
        }
        Damage::Checkpoint { checkpoint } => {
            gone("checkpoints");
            ("delete from checkpoints where id = ?".to_owned(), vec![checkpoint.get()])
        }
        Damage::Blob { id } => {
            gone("blobs");
            ("delete from blobs where id = ?".to_owned(), vec![id])
        }
    };
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for key in keys {
        query = query.bind(key);
    }
    query.execute(conn).await?;
    Ok(())
}

/// The table of a kind of record, and its id column.
pub(super) fn table_of(part: &str) -> (&'static str, &'static str) {
    let known = match part {
        "project" => "project_meta",
        "volume" => "volumes",
        "chapter" => "chapters",
        "scene" => "scenes",
        "finding" => "findings",
        "waiver" => "finding_waivers",
        "generation" => "generations",
        "receipt" => return ("receipts", "generation_id"),
        "proposal" => "kg_proposals",
        "batch" => "kg_batches",
        "change" => "kg_changes",
        "artifact" => "artifacts",
        pipelines::USE => return ("pipeline_uses", "subject_id"),
        "mending" => "mend_sessions",
        "mended scene" => return ("mend_scenes", "session_id"),
        "mend round" => return ("mend_rounds", "session_id"),
        "issue" => "issues",
        "fix" => return ("issue_fixes", "issue_id"),
        "fetch" => "text_fetches",
        audit::ENTRY => "audit_log",
        part => canon::TABLES
            .iter()
            .find(|(kind, _)| kind.as_str() == part)
            .map_or("workflow_values", |(_, table)| *table),
    };
    (known, "id")
}

/// The main line of a scene whose row was lost.
pub(super) const MAIN: BranchNo = BranchNo::FIRST;

/// A record and its hash, as they are stored.
pub(super) fn stored<R: Record>(record: &R) -> (String, Vec<u8>) {
    (record.canonical(), record.hash().as_bytes().to_vec())
}
