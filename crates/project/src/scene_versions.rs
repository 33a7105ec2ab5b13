//! `scene_text_versions`: the saved texts of a scene.

use std::collections::BTreeSet;

use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::{Author, BranchNo, SaveKind, SceneId, Timestamp, VersionNo};
use wenfang_text::ContentHash;

use crate::blobs::BlobId;
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::manuscript::{Totals, totals};
use crate::row_hash::{number, row_hash};

/// A stored version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneVersion {
    pub scene: SceneId,
    /// Its number within the scene.
    pub version: VersionNo,
    pub branch: BranchNo,
    /// The version it is based on; `None` for the first.
    pub parent: Option<VersionNo>,
    /// The version merged into it.
    pub merged: Option<VersionNo>,
    pub blob: BlobId,
    pub hash: ContentHash,
    pub totals: Totals,
    /// The origin of the text.
    pub created_by: Author,
    /// Whether the save was explicit or automatic.
    pub kind: SaveKind,
    /// The name that the author gave it.
    pub label: Option<String>,
    pub created_at: Timestamp,
}

impl SceneVersion {
    /// The hash of the row without its counts, which are derived; the text has its own hash.
    fn row_hash(&self) -> [u8; 8] {
        let version = |version: Option<VersionNo>| number(version.map(VersionNo::get));
        row_hash(&[
            &number(Some(self.scene.get())),
            &version(Some(self.version)),
            &number(Some(self.branch.get())),
            &version(self.parent),
            &version(self.merged),
            &number(Some(self.created_at.get())),
            self.hash.as_bytes(),
            self.created_by.as_str().as_bytes(),
            self.kind.as_str().as_bytes(),
            &[u8::from(self.label.is_some())],
            self.label.as_deref().unwrap_or_default().as_bytes(),
        ])
    }
}

#[derive(FromRow)]
struct Row {
    scene_id: i64,
    version: i64,
    branch: i64,
    parent_version: Option<i64>,
    merged_version: Option<i64>,
    blob_id: i64,
    count_standard: i64,
    count_word: i64,
    count_han: i64,
    count_all: i64,
    created_by: String,
    kind: String,
    label: Option<String>,
    created_at: i64,
    row_hash: Vec<u8>,
    hash: Option<Vec<u8>>,
}

impl Row {
    fn checked(self) -> Result<SceneVersion> {
        let (scene, version) = (self.scene_id.into(), self.version.into());
        let damaged = || Error::Damaged(Damage::Version { scene, version });
        let checked = SceneVersion {
            scene,
            version,
            branch: self.branch.into(),
            parent: self.parent_version.map(VersionNo::from),
            merged: self.merged_version.map(VersionNo::from),
            blob: self.blob_id.into(),
            hash: self.hash.as_deref().and_then(ContentHash::from_bytes).ok_or_else(damaged)?,
            totals: totals([self.count_standard, self.count_word, self.count_han, self.count_all]),
            created_by: self.created_by.parse().map_err(|_| damaged())?,
            kind: self.kind.parse().map_err(|_| damaged())?,
            label: self.label,
            created_at: self.created_at.into(),
        };
        if self.row_hash == checked.row_hash() { Ok(checked) } else { Err(damaged()) }
    }
}

/// The columns of [`Row`]. A version whose text is missing is still returned, and reported as damaged.
macro_rules! select {
    ($rest:literal) => {
        select!("", $rest)
    };
    ($more:literal, $rest:literal) => {
        concat!(
            "select t.scene_id, t.version, t.branch, t.parent_version, t.merged_version, t.blob_id,
                    t.count_standard, t.count_word, t.count_han, t.count_all, t.created_by, t.kind, t.label,
                    t.created_at, t.row_hash, b.hash ",
            $more,
            " from scene_text_versions t left join blobs b on b.id = t.blob_id ",
            $rest
        )
    };
}

/// Stores a version. If it is on the main line, it becomes the newest of its scene.
pub async fn insert(conn: &mut SqliteConnection, version: &SceneVersion) -> Result<()> {
    let column = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    sqlx::query(
        "insert into scene_text_versions
             (scene_id, version, branch, parent_version, merged_version, blob_id, count_standard, count_word,
              count_han, count_all, created_by, kind, label, created_at, row_hash)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(version.scene.get())
    .bind(version.version.get())
    .bind(version.branch.get())
    .bind(version.parent.map(VersionNo::get))
    .bind(version.merged.map(VersionNo::get))
    .bind(version.blob)
    .bind(column(version.totals.standard))
    .bind(column(version.totals.word))
    .bind(column(version.totals.han))
    .bind(column(version.totals.all))
    .bind(version.created_by.as_str())
    .bind(version.kind.as_str())
    .bind(version.label.as_deref())
    .bind(version.created_at.get())
    .bind(version.row_hash().as_slice())
    .execute(&mut *conn)
    .await?
    .stored(1)?;
    sqlx::query("update scenes set head_version = ? where id = ? and main_branch = ?")
        .bind(version.version.get())
        .bind(version.scene.get())
        .bind(version.branch.get())
        .execute(conn)
        .await?;
    Ok(())
}

/// Reads a version.
///
/// # Errors
/// [`Error::NoVersion`]; [`Error::Damaged`] when the row fails its hash check.
pub async fn require(
    conn: &mut SqliteConnection,
    scene: SceneId,
    version: VersionNo,
) -> Result<SceneVersion> {
    let row: Option<Row> = sqlx::query_as(select!("where t.scene_id = ? and t.version = ?"))
        .bind(scene.get())
        .bind(version.get())
        .fetch_optional(conn)
        .await?;
    row.ok_or(Error::NoVersion { scene, version })?.checked()
}

/// The newest version of the scene's main line.
pub async fn head(conn: &mut SqliteConnection, scene: SceneId) -> Result<SceneVersion> {
    let row: Option<Row> = sqlx::query_as(select!(
        "join scenes s on s.id = t.scene_id and s.head_version = t.version where s.id = ?"
    ))
    .bind(scene.get())
    .fetch_optional(conn)
    .await?;
    row.ok_or(Error::NoScene(scene))?.checked()
}

/// Another version of the scene with the same text: prefers versions without AI spans, then the newest.
pub async fn twin(conn: &mut SqliteConnection, version: &SceneVersion) -> Result<Option<VersionNo>> {
    let twin: Option<i64> = sqlx::query_scalar(
        "select t.version from scene_text_versions t
         where t.scene_id = ?1 and t.blob_id = ?2 and t.version <> ?3
         order by exists (
             select 1 from version_spans s where s.scene_id = t.scene_id and s.version = t.version),
             t.version desc
         limit 1",
    )
    .bind(version.scene.get())
    .bind(version.blob)
    .bind(version.version.get())
    .fetch_optional(conn)
    .await?;
    Ok(twin.map(VersionNo::from))
}

/// The state of a scene before a text is saved.
#[derive(Clone, Debug)]
pub struct SceneState {
    /// The newest version of the main line.
    pub head: SceneVersion,
    /// The next free version number.
    pub next: VersionNo,
    /// Whether it has a draft.
    pub has_draft: bool,
}

#[derive(FromRow)]
struct SceneStateRow {
    #[sqlx(flatten)]
    head: Row,
    newest: i64,
    has_draft: bool,
}

/// Reads the state of a scene.
pub async fn scene_state(conn: &mut SqliteConnection, scene: SceneId) -> Result<SceneState> {
    let row: Option<SceneStateRow> = sqlx::query_as(select!(
        ", (select max(n.version) from scene_text_versions n where n.scene_id = s.id) as newest,
           exists (select 1 from scene_drafts d where d.scene_id = s.id) as has_draft",
        "join scenes s on s.id = t.scene_id and s.head_version = t.version where s.id = ?"
    ))
    .bind(scene.get())
    .fetch_optional(conn)
    .await?;
    let row = row.ok_or(Error::NoScene(scene))?;
    let newest = VersionNo::from(row.newest);
    let next = newest.next().ok_or(Error::Damaged(Damage::Version { scene, version: newest }))?;
    Ok(SceneState { head: row.head.checked()?, next, has_draft: row.has_draft })
}

/// The newest version on a branch; `None` if the branch has none yet.
pub async fn branch_head(
    conn: &mut SqliteConnection,
    scene: SceneId,
    branch: BranchNo,
) -> Result<Option<SceneVersion>> {
    let row: Option<Row> =
        sqlx::query_as(select!("where t.scene_id = ? and t.branch = ? order by t.version desc limit 1"))
            .bind(scene.get())
            .bind(branch.get())
            .fetch_optional(conn)
            .await?;
    row.map(Row::checked).transpose()
}

/// The newest version of a scene with this text.
pub async fn version_of(conn: &mut SqliteConnection, scene: SceneId, text: BlobId) -> Result<VersionNo> {
    let version: Option<i64> =
        sqlx::query_scalar("select max(version) from scene_text_versions where scene_id = ? and blob_id = ?")
            .bind(scene.get())
            .bind(text)
            .fetch_one(conn)
            .await?;
    Ok(version.ok_or(Error::NoScene(scene))?.into())
}

/// Every version of a scene, oldest first.
pub async fn list_by_scene(conn: &mut SqliteConnection, scene: SceneId) -> Result<Vec<SceneVersion>> {
    let rows: Vec<Row> = sqlx::query_as(select!("where t.scene_id = ? order by t.version"))
        .bind(scene.get())
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(Row::checked).collect()
}

/// Every version of every scene; damaged rows as errors.
pub(crate) async fn list_checked(conn: &mut SqliteConnection) -> Result<Vec<Result<SceneVersion>>> {
    let rows: Vec<Row> = sqlx::query_as(select!("order by t.scene_id, t.version")).fetch_all(conn).await?;
    Ok(rows.into_iter().map(Row::checked).collect())
}

/// A scene's head and what each of its versions came from.
#[derive(Clone, Debug)]
pub struct SceneLine {
    pub scene: SceneId,
    pub head: VersionNo,
    /// Each version, its parent, and the version merged into it.
    pub versions: Vec<(VersionNo, Option<VersionNo>, Option<VersionNo>)>,
}

/// Scene, head, version, parent, merged.
type LineRow = (i64, i64, i64, Option<i64>, Option<i64>);

/// The lines of these scenes. Does not check the rows.
///
/// # Errors
/// Database errors.
pub async fn lines(conn: &mut SqliteConnection, scenes: &BTreeSet<SceneId>) -> Result<Vec<SceneLine>> {
    let ids: Vec<i64> = scenes.iter().map(|scene| scene.get()).collect();
    let rows: Vec<LineRow> = sqlx::query_as(
        "select s.id, s.head_version, t.version, t.parent_version, t.merged_version
         from scenes s join scene_text_versions t on t.scene_id = s.id
         where s.id in (select value from json_each(?)) order by s.id, t.version",
    )
    .bind(serde_json::to_string(&ids).unwrap_or_default())
    .fetch_all(conn)
    .await?;
    let mut lines: Vec<SceneLine> = Vec::new();
    for (scene, head, version, parent, merged) in rows {
        let (scene, head) = (SceneId::from(scene), VersionNo::from(head));
        if lines.last().is_none_or(|line| line.scene != scene) {
            lines.push(SceneLine { scene, head, versions: Vec::new() });
        }
        let of = |version: Option<i64>| version.map(VersionNo::from);
        if let Some(line) = lines.last_mut() {
            line.versions.push((version.into(), of(parent), of(merged)));
        }
    }
    Ok(lines)
}

/// The next free version number of a scene.
pub async fn next_number(conn: &mut SqliteConnection, scene: SceneId) -> Result<VersionNo> {
    let next: i64 = sqlx::query_scalar(
        "select coalesce(max(version), 0) + 1 from scene_text_versions where scene_id = ?",
    )
    .bind(scene.get())
    .fetch_one(conn)
    .await?;
    Ok(next.into())
}

/// Sets or removes the name of a version.
pub async fn update_label(
    conn: &mut SqliteConnection,
    scene: SceneId,
    version: VersionNo,
    label: Option<&str>,
) -> Result<()> {
    let mut changed = require(conn, scene, version).await?;
    changed.label = label.map(str::to_owned);
    update(conn, &changed).await
}

/// Sets the parent of a version, after the previous parent was deleted.
pub async fn update_parent(
    conn: &mut SqliteConnection,
    version: &SceneVersion,
    parent: Option<VersionNo>,
) -> Result<()> {
    update(conn, &SceneVersion { parent, ..version.clone() }).await
}

async fn update(conn: &mut SqliteConnection, version: &SceneVersion) -> Result<()> {
    sqlx::query(
        "update scene_text_versions set parent_version = ?, label = ?, row_hash = ?
         where scene_id = ? and version = ?",
    )
    .bind(version.parent.map(VersionNo::get))
    .bind(version.label.as_deref())
    .bind(version.row_hash().as_slice())
    .bind(version.scene.get())
    .bind(version.version.get())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

/// Corrects the stored counts of a version, which are derived from its text.
pub async fn update_totals(
    conn: &mut SqliteConnection,
    version: &SceneVersion,
    totals: &Totals,
) -> Result<()> {
    let column = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    sqlx::query(
        "update scene_text_versions set count_standard = ?, count_word = ?, count_han = ?, count_all = ?
         where scene_id = ? and version = ?",
    )
    .bind(column(totals.standard))
    .bind(column(totals.word))
    .bind(column(totals.han))
    .bind(column(totals.all))
    .bind(version.scene.get())
    .bind(version.version.get())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

/// Deletes a version. Only for history compaction.
pub async fn delete(conn: &mut SqliteConnection, scene: SceneId, version: VersionNo) -> Result<()> {
    sqlx::query("delete from scene_text_versions where scene_id = ? and version = ?")
        .bind(scene.get())
        .bind(version.get())
        .execute(conn)
        .await?
        .stored(1)?;
    Ok(())
}

/// The newest version of the main line of each given scene.
pub async fn heads(conn: &mut SqliteConnection, scenes: &[SceneId]) -> Result<Vec<SceneVersion>> {
    let rows: Vec<Row> = sqlx::query_as(select!(
        "join scenes s on s.id = t.scene_id and s.head_version = t.version
         where s.id in (select value from json_each(?))"
    ))
    .bind(serde_json::to_string(scenes).unwrap_or_default())
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::checked).collect()
}

/// For each scene and text: the totals of the text, and the next free version number of the scene.
pub async fn totals_of(
    conn: &mut SqliteConnection,
    texts: &[(SceneId, BlobId)],
) -> Result<Vec<(SceneId, Totals, VersionNo)>> {
    let rows: Vec<(i64, i64, i64, i64, i64, i64)> = sqlx::query_as(
        "select t.scene_id, t.count_standard, t.count_word, t.count_han, t.count_all,
                (select max(n.version) + 1 from scene_text_versions n where n.scene_id = t.scene_id)
         from json_each(?1) as wanted
         join scene_text_versions t on t.scene_id = wanted.value ->> 0 and t.blob_id = wanted.value ->> 1
         group by t.scene_id",
    )
    .bind(serde_json::to_string(texts).unwrap_or_default())
    .fetch_all(conn)
    .await?;
    let entry = |(scene, standard, word, han, all, next): (i64, i64, i64, i64, i64, i64)| {
        (scene.into(), totals([standard, word, han, all]), next.into())
    };
    Ok(rows.into_iter().map(entry).collect())
}

/// Stores versions. Each one on the main line becomes the newest of its scene.
pub async fn insert_heads(conn: &mut SqliteConnection, versions: &[SceneVersion]) -> Result<()> {
    let rows: Vec<serde_json::Value> = versions
        .iter()
        .map(|version| {
            let row_hash: String = version.row_hash().iter().map(|byte| format!("{byte:02x}")).collect();
            let Totals { standard, word, han, all } = version.totals;
            serde_json::json!([
                version.scene,
                version.version,
                version.branch,
                version.parent,
                version.merged,
                version.blob,
                standard,
                word,
                han,
                all,
                version.created_by,
                version.kind,
                version.label,
                version.created_at,
                row_hash,
            ])
        })
        .collect();
    let rows = serde_json::to_string(&rows).unwrap_or_default();
    sqlx::query(
        "insert into scene_text_versions
             (scene_id, version, branch, parent_version, merged_version, blob_id, count_standard, count_word,
              count_han, count_all, created_by, kind, label, created_at, row_hash)
         select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13,
                unhex(value ->> 14)
         from json_each(?)",
    )
    .bind(&rows)
    .execute(&mut *conn)
    .await?
    .stored(versions.len())?;
    sqlx::query(
        "update scenes set head_version = new.value ->> 1
         from json_each(?) as new where scenes.id = new.value ->> 0 and scenes.main_branch = new.value ->> 2",
    )
    .bind(&rows)
    .execute(conn)
    .await?;
    Ok(())
}
