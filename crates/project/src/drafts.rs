//! `scene_drafts`: the unsaved working text of each scene.

use sqlx::SqliteConnection;
use wenfang_storage::Outcome;
use wenfang_story::canon::PlacedAnchor;
use wenfang_story::generation::AiSpan;
use wenfang_story::{BranchNo, SceneId, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, ContentHash};

use crate::damage::Damage;
use crate::error::{Error, Result};

/// The draft of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub scene: SceneId,
    /// The version the draft was started from.
    pub base: VersionNo,
    pub text: CanonicalText,
    pub updated_at: Timestamp,
}

/// The hash of the row: SHA-256 of the scene, the base and the text.
fn row_hash(scene: i64, base: i64, text: &str) -> ContentHash {
    ContentHash::of(&[&scene.to_le_bytes(), &base.to_le_bytes(), text.as_bytes()].concat())
}

/// Stores the draft of a scene, replacing the previous one.
pub async fn put(conn: &mut SqliteConnection, draft: &Draft) -> Result<()> {
    sqlx::query(
        "insert into scene_drafts (scene_id, base_version, text, row_hash, updated_at) values (?1, ?2, ?3, ?4, ?5)
         on conflict (scene_id) do update
         set base_version = ?2, text = ?3, row_hash = ?4, updated_at = ?5, anchors = '[]', spans = '[]'",
    )
    .bind(draft.scene.get())
    .bind(draft.base.get())
    .bind(draft.text.as_str())
    .bind(row_hash(draft.scene.get(), draft.base.get(), &draft.text).as_bytes().as_slice())
    .bind(draft.updated_at.get())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

type Row = (i64, i64, String, Vec<u8>, i64);

fn checked((scene, base, text, hash, updated_at): Row) -> Result<Draft> {
    if ContentHash::from_bytes(&hash) != Some(row_hash(scene, base, &text)) {
        return Err(Error::Damaged(Damage::Draft { scene: scene.into() }));
    }
    let text = CanonicalText::new(text);
    Ok(Draft { scene: scene.into(), base: base.into(), text, updated_at: updated_at.into() })
}

/// The draft of a scene, if it has one.
pub async fn get(conn: &mut SqliteConnection, scene: SceneId) -> Result<Option<Draft>> {
    let row: Option<Row> = sqlx::query_as(
        "select scene_id, base_version, text, row_hash, updated_at from scene_drafts where scene_id = ?",
    )
    .bind(scene.get())
    .fetch_optional(conn)
    .await?;
    row.map(checked).transpose()
}

/// The scenes that have a draft, each with a row hash that changes with the text.
pub async fn hashes(conn: &mut SqliteConnection) -> Result<Vec<(SceneId, ContentHash)>> {
    let rows: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("select scene_id, row_hash from scene_drafts").fetch_all(conn).await?;
    Ok(rows
        .into_iter()
        .filter_map(|(scene, hash)| Some((scene.into(), ContentHash::from_bytes(&hash)?)))
        .collect())
}

/// The branch on which the draft of a scene was started, if it is not the main line.
pub async fn branch(conn: &mut SqliteConnection, scene: SceneId) -> Result<Option<BranchNo>> {
    let branch: Option<i64> = sqlx::query_scalar(
        "select t.branch from scene_drafts d
         join scenes s on s.id = d.scene_id
         join scene_text_versions t on t.scene_id = d.scene_id and t.version = d.base_version
         where d.scene_id = ? and t.branch <> s.main_branch",
    )
    .bind(scene.get())
    .fetch_optional(conn)
    .await?;
    Ok(branch.map(BranchNo::from))
}

/// Every draft, oldest first.
pub async fn list(conn: &mut SqliteConnection) -> Result<Vec<Draft>> {
    list_checked(conn).await?.into_iter().collect()
}

/// Every draft; damaged ones as errors.
pub(crate) async fn list_checked(conn: &mut SqliteConnection) -> Result<Vec<Result<Draft>>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select scene_id, base_version, text, row_hash, updated_at from scene_drafts order by updated_at",
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(checked).collect())
}

/// Positions that the editor stores with a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DraftPositions {
    pub anchors: Vec<PlacedAnchor>,
    /// The ranges written by models; `None` when the editor did not report any, which differs from an empty list.
    pub spans: Option<Vec<AiSpan>>,
}

/// The column value when the editor reported that there are no AI spans. An empty list, the column's default, means
/// that the editor reported nothing: earlier releases stored it in both cases.
const NO_SPANS: &str = "null";

fn spans_to_json(spans: Option<&[AiSpan]>) -> String {
    match spans {
        Some([]) => NO_SPANS.to_owned(),
        spans => serde_json::to_string(spans.unwrap_or_default()).unwrap_or_default(),
    }
}

fn spans_from_json(json: &str) -> Option<Vec<AiSpan>> {
    if json == NO_SPANS {
        return Some(Vec::new());
    }
    serde_json::from_str(json).ok().filter(|spans: &Vec<AiSpan>| !spans.is_empty())
}

/// Stores an editor's positions with the draft of a scene. [`put`] clears them: they belong to one text.
pub async fn carry(conn: &mut SqliteConnection, scene: SceneId, carried: &DraftPositions) -> Result<()> {
    sqlx::query("update scene_drafts set anchors = ?, spans = ? where scene_id = ?")
        .bind(serde_json::to_string(&carried.anchors).unwrap_or_default())
        .bind(spans_to_json(carried.spans.as_deref()))
        .bind(scene.get())
        .execute(conn)
        .await?
        .stored(1)?;
    Ok(())
}

/// The positions stored with `text`, if that is the draft of the scene. Unreadable values are ignored.
pub async fn carried(conn: &mut SqliteConnection, scene: SceneId, text: &str) -> Result<DraftPositions> {
    let row: Option<(i64, Vec<u8>, String, String)> =
        sqlx::query_as("select base_version, row_hash, anchors, spans from scene_drafts where scene_id = ?")
            .bind(scene.get())
            .fetch_optional(conn)
            .await?;
    let of_text = |(base, hash, anchors, spans): (i64, Vec<u8>, String, String)| {
        (ContentHash::from_bytes(&hash)? == row_hash(scene.get(), base, text)).then(|| DraftPositions {
            anchors: serde_json::from_str(&anchors).unwrap_or_default(),
            spans: spans_from_json(&spans),
        })
    };
    Ok(row.and_then(of_text).unwrap_or_default())
}

/// Deletes the draft of a scene: it became a version, or the author discarded it.
pub async fn delete(conn: &mut SqliteConnection, scene: SceneId) -> Result<()> {
    sqlx::query("delete from scene_drafts where scene_id = ?").bind(scene.get()).execute(conn).await?;
    Ok(())
}
