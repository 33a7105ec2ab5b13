//! The texts of scenes: read, save, history, compare, restore.

mod working;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::drafts::DraftPositions;
use wenfang_project::manuscript::Totals;
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::{Project, branches, drafts, generations};
use wenfang_story::canon::PlacedAnchor;
use wenfang_story::generation::{AiSpan, Fate};
use wenfang_story::{Author, BranchNo, GenerationId, SaveKind, SceneId, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, Hunk, TextIndex};
use wenfang_versions::{self as versions, DraftFate, NewText};

use wenfang_usecase::Result;

pub use working::{
    DraftChange, DraftSaved, DraftWords, Pasted, PastedSaved, SaveDraft, SavePasted, save_draft, save_pasted,
};

/// Maximum size of a scene's text, in bytes of UTF-8.
pub const MAX_TEXT_BYTES: usize = wenfang_project::blobs::MAX_CONTENT_BYTES;

/// A text to read.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ReadText {
    pub scene: SceneId,
    /// The version; the newest of the main line when absent.
    pub version: Option<VersionNo>,
}

/// A text that was read.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneText {
    pub scene: SceneId,
    pub version: VersionNo,
    pub branch: BranchNo,
    pub text: String,
    pub counts: Totals,
    /// The draft, if the newest version was requested and there is one.
    pub draft: Option<DraftText>,
}

/// Working text that is not a version yet.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct DraftText {
    /// The version it is based on.
    pub base: VersionNo,
    /// The branch of that version, which is the open line.
    pub branch: BranchNo,
    /// Whether the text equals that version; the draft then only records which line is open.
    pub saved: bool,
    pub text: String,
    /// When it was last stored.
    pub updated_at: Timestamp,
}

/// Reads the text of a scene.
pub async fn text(project: &Project, request: ReadText) -> Result<SceneText> {
    let mut tx = project.begin_read().await?;
    let (version, text) = versions::text(&mut tx, request.scene, request.version).await?;
    let draft = match request.version {
        Some(_) => None,
        None => drafts::get(&mut tx, request.scene).await?,
    };
    let draft = match draft {
        Some(draft) => Some(draft_text(&mut tx, draft).await?),
        None => None,
    };
    Ok(SceneText {
        scene: version.scene,
        version: version.version,
        branch: version.branch,
        text,
        counts: version.totals,
        draft,
    })
}

async fn draft_text(conn: &mut SqliteConnection, draft: drafts::Draft) -> Result<DraftText> {
    let base = scene_versions::require(conn, draft.scene, draft.base).await?;
    Ok(DraftText {
        base: draft.base,
        branch: base.branch,
        saved: base.hash == draft.text.hash(),
        text: draft.text.into_string(),
        updated_at: draft.updated_at,
    })
}

/// A text to save as a version.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SaveScene {
    pub scene: SceneId,
    /// The version the text is based on; the newest of the main line when absent.
    pub base: Option<VersionNo>,
    pub text: String,
    /// Whether the author asked for the version.
    #[serde(default = "explicit")]
    #[ts(as = "Option<_>", optional)]
    pub kind: SaveKind,
    /// Whether the text supersedes the scene's draft; otherwise an existing draft becomes a version of its own.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub from_draft: bool,
    /// Passages of threads and comments as the editor tracked them, in char offsets of the text.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub anchors: Vec<PlacedAnchor>,
    /// AI-written spans of the text as the editor tracked them; an empty list means none. When absent they are derived
    /// by comparison with the base.
    #[ts(optional = nullable)]
    pub spans: Option<Vec<AiSpan>>,
    /// The generation that the author accepted into the text with this save.
    #[ts(optional = nullable)]
    pub accepted: Option<GenerationId>,
}

fn explicit() -> SaveKind {
    SaveKind::Explicit
}

/// A text that was saved.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct SceneSaved {
    pub scene: SceneId,
    /// The version with the text.
    pub version: VersionNo,
    pub branch: BranchNo,
    /// Whether the base was no longer the head, so that the text started a branch.
    pub branched: bool,
    /// Whether the text equals its base, so that no version was created.
    pub unchanged: bool,
}

/// Saves a text as a version.
pub async fn save(project: &Project, request: SaveScene) -> Result<SceneSaved> {
    let text = canonical(request.text)?;
    let mut tx = project.begin_write().await?;
    let spans = known_spans(&mut tx, request.spans).await?;
    let base = match request.base {
        Some(base) if request.from_draft => {
            Some(versions::continued_version(&mut tx, request.scene, base).await?)
        }
        base => base,
    };
    let new = NewText {
        scene: request.scene,
        base,
        text: &text,
        spans: spans.as_deref(),
        author: if request.accepted.is_some() { Author::Ai } else { Author::User },
        kind: request.kind,
        draft: if request.from_draft { DraftFate::Superseded } else { DraftFate::Preserved },
    };
    let saved = versions::save(&mut tx, project.now(), new).await?;
    if let Some(accepted) = request.accepted {
        let mut generation = generations::require(&mut tx, accepted).await?;
        generation.record.fate = Fate::Accepted;
        generations::update(&mut tx, &generation).await?;
    }
    let (main_branch, _) = branches::main_line(&mut tx, request.scene).await?;
    if saved.branch == main_branch && !request.anchors.is_empty() {
        versions::put_anchors(&mut tx, (request.scene, saved.version), &text, &request.anchors).await?;
    } else if request.from_draft && drafts::branch(&mut tx, request.scene).await? == Some(saved.branch) {
        // On a branch the anchors stay with its working text.
        let carried = DraftPositions { anchors: request.anchors, spans: None };
        drafts::carry(&mut tx, request.scene, &carried).await?;
    }
    tx.commit().await?;
    tracing::info!(scene = request.scene.get(), version = saved.version.get(), "saved");
    Ok(SceneSaved {
        scene: request.scene,
        version: saved.version,
        branch: saved.branch,
        branched: saved.branched,
        unchanged: saved.unchanged,
    })
}

/// Drops spans of generations that do not exist.
async fn known_spans(conn: &mut SqliteConnection, spans: Option<Vec<AiSpan>>) -> Result<Option<Vec<AiSpan>>> {
    let Some(mut spans) = spans else { return Ok(None) };
    let ids: BTreeSet<GenerationId> = spans.iter().map(|span| span.generation).collect();
    let known = generations::known(conn, &ids).await?;
    spans.retain(|span| known.contains(&span.generation));
    Ok(Some(spans))
}

/// The canonical form of a text to store.
///
/// # Errors
/// A text of more than [`MAX_TEXT_BYTES`] bytes.
pub fn canonical(text: String) -> Result<CanonicalText> {
    if text.len() > MAX_TEXT_BYTES {
        let bytes = text.len() as u64;
        return Err(wenfang_project::Error::ContentTooLarge { bytes, most: MAX_TEXT_BYTES }.into());
    }
    Ok(CanonicalText::new(text))
}

/// A scene.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct SceneRequest {
    pub scene: SceneId,
}

/// The history of a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct History {
    pub scene: SceneId,
    /// Its main line.
    pub main_branch: BranchNo,
    /// The newest version of its main line.
    pub head: VersionNo,
    /// Every version, oldest first.
    pub versions: Vec<VersionEntry>,
}

/// A version in a history.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct VersionEntry {
    pub version: VersionNo,
    pub branch: BranchNo,
    /// The version it is based on.
    pub parent: Option<VersionNo>,
    /// The version that was merged into it.
    pub merged: Option<VersionNo>,
    /// The source of its text.
    pub created_by: Author,
    /// Whether the author asked for it.
    pub kind: SaveKind,
    /// The author's name for it.
    pub label: Option<String>,
    pub created_at: Timestamp,
    pub counts: Totals,
}

impl From<SceneVersion> for VersionEntry {
    fn from(version: SceneVersion) -> Self {
        Self {
            version: version.version,
            branch: version.branch,
            parent: version.parent,
            merged: version.merged,
            created_by: version.created_by,
            kind: version.kind,
            label: version.label,
            created_at: version.created_at,
            counts: version.totals,
        }
    }
}

/// Lists the versions of a scene.
pub async fn history(project: &Project, request: SceneRequest) -> Result<History> {
    let mut tx = project.begin_read().await?;
    let (main_branch, head) = branches::main_line(&mut tx, request.scene).await?;
    let versions = scene_versions::list_by_scene(&mut tx, request.scene).await?;
    Ok(History {
        scene: request.scene,
        main_branch,
        head,
        versions: versions.into_iter().map(Into::into).collect(),
    })
}

/// Two versions to compare.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct DiffVersions {
    pub scene: SceneId,
    /// The earlier version.
    pub from: VersionNo,
    /// The later version; the working text (the draft, or else the newest version) when absent.
    pub to: Option<VersionNo>,
}

/// A change with its text.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct HunkText {
    /// The position in both texts.
    #[serde(flatten)]
    pub at: Hunk,
    pub removed: String,
    pub added: String,
}

/// The changes between two texts.
pub(crate) fn hunks(old: &str, new: &str) -> Vec<HunkText> {
    let (old_index, new_index) = (TextIndex::new(old), TextIndex::new(new));
    let words = |at: Hunk| HunkText {
        at,
        removed: old_index.slice(at.old).to_owned(),
        added: new_index.slice(at.new).to_owned(),
    };
    wenfang_text::diff(old, new).hunks.into_iter().map(words).collect()
}

/// Two texts and the changes between them.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TextsCompared {
    /// The earlier text; empty if there was none.
    pub before: String,
    /// The later text; empty if there is none.
    pub after: String,
    /// The changes in order.
    pub hunks: Vec<HunkText>,
}

impl TextsCompared {
    pub(crate) fn new(before: String, after: String) -> Self {
        let hunks = hunks(&before, &after);
        Self { before, after, hunks }
    }
}

/// Two versions of a scene, with their texts and changes.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct VersionsCompared {
    pub scene: SceneId,
    /// The earlier version.
    pub from: VersionNo,
    /// The later version; none for a draft.
    pub to: Option<VersionNo>,
    #[serde(flatten)]
    pub texts: TextsCompared,
}

/// Compares two versions of a scene and returns both texts.
pub async fn compare(project: &Project, request: DiffVersions) -> Result<VersionsCompared> {
    let DiffVersions { scene, from, to } = request;
    let mut tx = project.begin_read().await?;
    let (_, before) = versions::text(&mut tx, scene, Some(from)).await?;
    let (to, after) = match to {
        Some(version) => (Some(version), versions::text(&mut tx, scene, Some(version)).await?.1),
        None => {
            let working = versions::working_text(&mut tx, scene).await?;
            ((!working.is_draft).then_some(working.version.version), working.text)
        }
    };
    drop(tx);
    Ok(VersionsCompared { scene, from, to, texts: TextsCompared::new(before, after) })
}

/// A version to restore.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct RestoreVersion {
    pub scene: SceneId,
    pub version: VersionNo,
}

/// A version that was restored.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct VersionRestored {
    pub scene: SceneId,
    /// The new version with the old text.
    pub version: VersionNo,
    /// The version before; restoring it undoes this.
    pub before: VersionNo,
}

/// Restores the text of a version as the newest version of its scene.
pub async fn restore(project: &Project, request: RestoreVersion) -> Result<VersionRestored> {
    let mut tx = project.begin_write().await?;
    let (before, version) =
        versions::restore_version(&mut tx, project.now(), request.scene, request.version).await?;
    tx.commit().await?;
    Ok(VersionRestored { scene: request.scene, version, before })
}

/// A name for a version.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct LabelVersion {
    pub scene: SceneId,
    pub version: VersionNo,
    /// The name; none removes it.
    pub label: Option<String>,
}

/// A version that was named.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct VersionLabelled {
    pub scene: SceneId,
    pub version: VersionNo,
    pub label: Option<String>,
}

/// Names a version, which also exempts it from compaction.
pub async fn label(project: &Project, request: LabelVersion) -> Result<VersionLabelled> {
    let label = request.label.as_deref().map(crate::title::title).transpose()?.filter(|l| !l.is_empty());
    let mut tx = project.begin_write().await?;
    scene_versions::update_label(&mut tx, request.scene, request.version, label.as_deref()).await?;
    tx.commit().await?;
    Ok(VersionLabelled { scene: request.scene, version: request.version, label })
}
