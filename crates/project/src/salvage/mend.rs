//! Making a whole project of the rows that were read: what does not hold what was written goes, what everything else hangs on
//! is put in its place.

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
use crate::verify::{Depth, verify};
use crate::{branches, canon, meta, parts, scene_versions};

/// Rounds until everything left is whole: a text whose base was dropped is found in the next round, the version that
/// named it in the one after. Twice what was ever needed.
const ROUNDS: usize = 8;

/// What the rows said before anything was mended, and what mending did.
#[derive(Default)]
pub(super) struct Mended {
    /// The newest version of each scene, by its own row.
    pub(super) heads: HashMap<SceneId, VersionNo>,
    /// Scenes whose title and plan were lost.
    pub(super) untitled: BTreeSet<SceneId>,
    /// Scenes whose draft was lost.
    pub(super) undrafted: BTreeSet<SceneId>,
    /// Scenes of which no text is left.
    pub(super) empty: BTreeSet<SceneId>,
    /// Everything that does not hold what was written.
    pub(super) damage: Vec<Damage>,
    /// Rows that did not hold what was written, by table.
    pub(super) removed: BTreeMap<String, usize>,
}

impl Mended {
    /// Each thing once: what is dropped for one that is damaged is not damaged itself.
    fn note(&mut self, damage: &Damage) {
        if !matches!(damage, Damage::Structure { .. }) && !self.damage.contains(damage) {
            self.damage.push(damage.clone());
        }
    }
}

/// Mends the project behind `conn`, whose foreign keys are not enforced. `index` holds rows of the index of versions by
/// text; `title` is for a novel that has lost its own.
pub(super) async fn mend(
    conn: &mut SqliteConnection,
    index: &[Row],
    (title, now): (&str, Timestamp),
) -> Result<Mended> {
    let mut mended = Mended::default();
    let heads: Vec<(i64, i64)> =
        sqlx::query_as("select id, head_version from scenes").fetch_all(&mut *conn).await?;
    let heads = heads.into_iter().map(|(scene, head)| (SceneId::from(scene), VersionNo::from(head)));
    mended.heads.extend(heads);
    let index: Vec<[i64; 3]> = index.iter().filter_map(entry).collect();
    let mut last = None;
    for _ in 0..ROUNDS {
        from_index(conn, &index, now).await?;
        from_checkpoints(conn, now).await?;
        structure(conn, &mut mended, (title, now)).await?;
        let damage = verify(conn, Depth::Everything).await?.damage;
        last = damage.first().cloned();
        if last.is_none() {
            return Ok(mended);
        }
        for one in damage {
            mended.note(&one);
            remove(conn, one, (&mut mended, title)).await?;
        }
    }
    Err(Error::Damaged(last.unwrap_or(Damage::Structure { finding: "nothing whole is left".to_owned() })))
}

/// A row of the index of versions by text: the text, the scene, the version.
fn entry(row: &Row) -> Option<[i64; 3]> {
    match row.values.as_slice() {
        [Value::Integer(blob), Value::Integer(scene), Value::Integer(version)] => {
            Some([*blob, *scene, *version])
        }
        _ => None,
    }
}

/// Gives every row what it hangs on, or takes it away.
async fn structure(
    conn: &mut SqliteConnection,
    mended: &mut Mended,
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
    mended.empty.extend(empty_texts(conn, now).await?);
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

/// Each scene stands at the newest version of its main line; a line of which nothing is left gives way to the one with
/// the newest version.
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

/// A draft whose base is gone stands on the newest version.
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

/// Positions are dense ranks.
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

/// Tables whose rows never go for what they refer to: that is put in its place instead.
const KEPT: &[&str] = &["volumes", "chapters", "scenes", "scene_drafts"];

/// The columns of a reference to another table.
#[derive(Default)]
struct Reference {
    parent: String,
    /// That each column refers to something.
    set: Vec<String>,
    /// That each column equals that of the parent.
    equal: Vec<String>,
}

/// Takes away rows that refer to nothing, until none does.
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
            if KEPT.contains(&table.as_str()) {
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

/// Takes away what does not hold what was written.
async fn remove(
    conn: &mut SqliteConnection,
    damage: Damage,
    (mended, title): (&mut Mended, &str),
) -> Result<()> {
    let mut gone = |table: &str| *mended.removed.entry(table.to_owned()).or_default() += 1;
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
            mended.untitled.insert(id.into());
            return parts::update(conn, SceneId::from(id), &SceneRecord::default()).await;
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
            // The same is said of what models wrote of it.
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
            mended.undrafted.insert(scene);
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

/// The table of a kind of record, and the column of its id.
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
        "artifact" => return ("artifact_versions", "artifact_id"),
        part => canon::TABLES
            .iter()
            .find(|(kind, _)| kind.as_str() == part)
            .map_or("workflow_values", |(_, table)| *table),
    };
    (known, "id")
}

/// The main line of a scene that has lost its row.
pub(super) const MAIN: BranchNo = BranchNo::FIRST;

/// A record of nothing, as it is stored.
pub(super) fn stored<R: Record>(record: &R) -> (String, Vec<u8>) {
    (record.canonical(), record.hash().as_bytes().to_vec())
}
