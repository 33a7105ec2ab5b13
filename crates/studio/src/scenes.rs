//! The texts of scenes: read, save, history, differences, restore.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::manuscript::Totals;
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::{Project, branches, drafts};
use wenfang_story::canon::PlacedAnchor;
use wenfang_story::{Author, BranchNo, SaveKind, SceneId, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, CharOffset, CharRange, Hunk, TextIndex};
use wenfang_versions::{self as versions, DraftFate, NewText};

use crate::error::{Error, Result};

/// The longest text a scene takes, in bytes of UTF-8: the size limit of imports.
pub const LARGEST_TEXT: usize = 200 << 20;

/// A text to read.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ReadText {
    /// The scene.
    pub scene: SceneId,
    /// The version; the newest of the main line when absent.
    pub version: Option<VersionNo>,
}

/// A text that was read.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneText {
    /// The scene.
    pub scene: SceneId,
    /// The version.
    pub version: VersionNo,
    /// The branch it is on.
    pub branch: BranchNo,
    /// The words.
    pub text: String,
    /// Their counts.
    pub counts: Totals,
    /// The working text that was not saved as a version yet, when the newest version was asked for.
    pub draft: Option<DraftText>,
}

/// Working text that is not a version yet.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct DraftText {
    /// The version it was begun from.
    pub base: VersionNo,
    /// The words.
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
    Ok(SceneText {
        scene: version.scene,
        version: version.version,
        branch: version.branch,
        text,
        counts: version.totals,
        draft: draft.map(|draft| DraftText {
            base: draft.base,
            text: draft.text.into_string(),
            updated_at: draft.updated_at,
        }),
    })
}

/// A text to save as a version.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SaveScene {
    /// The scene.
    pub scene: SceneId,
    /// The version the text was begun from; the newest of the main line when absent.
    pub base: Option<VersionNo>,
    /// The words.
    pub text: String,
    /// Whether the author asked for the version.
    #[serde(default = "explicit")]
    #[ts(as = "Option<_>", optional)]
    pub kind: SaveKind,
    /// Whether the text is what the scene's draft became; a draft that is not becomes a version of its own.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub from_draft: bool,
    /// Where the editor carried the anchors of plot threads, in char offsets of the text.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub anchors: Vec<PlacedAnchor>,
}

fn explicit() -> SaveKind {
    SaveKind::Explicit
}

/// A text that was saved.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct SceneSaved {
    /// The scene.
    pub scene: SceneId,
    /// The version that holds the text.
    pub version: VersionNo,
    /// The branch it is on.
    pub branch: BranchNo,
    /// Whether the base had been left behind, so that the text started a branch.
    pub branched: bool,
    /// Whether the text was there already and no version was made.
    pub unchanged: bool,
}

/// Saves a text as a version.
pub async fn save(project: &Project, request: SaveScene) -> Result<SceneSaved> {
    let text = canonical(request.text)?;
    let mut tx = project.begin_write().await?;
    let new = NewText {
        scene: request.scene,
        base: request.base,
        text: &text,
        author: Author::User,
        kind: request.kind,
        draft: if request.from_draft { DraftFate::Superseded } else { DraftFate::Preserved },
    };
    let saved = versions::save(&mut tx, project.now(), new).await?;
    let (main_branch, _) = branches::main_line(&mut tx, request.scene).await?;
    if saved.branch == main_branch && !request.anchors.is_empty() {
        versions::put_anchors(&mut tx, (request.scene, saved.version), &text, &request.anchors).await?;
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

pub(crate) fn canonical(text: String) -> Result<CanonicalText> {
    if text.len() > LARGEST_TEXT {
        return Err(Error::bad_request(
            format!("the text has {} bytes", text.len()),
            format!("Nothing was changed. A scene takes at most {LARGEST_TEXT} bytes; split it."),
        ));
    }
    Ok(CanonicalText::new(text))
}

/// Working text to keep between versions.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SaveDraft {
    /// The scene.
    pub scene: SceneId,
    /// The version it was begun from.
    pub base: VersionNo,
    /// The words.
    #[serde(flatten)]
    pub words: DraftWords,
    /// Where the editor carried the anchors of plot threads, in char offsets of the words.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub anchors: Vec<PlacedAnchor>,
}

/// The words of a draft: all of them, or what changed in them. A window in a text of a million characters sends changes.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum DraftWords {
    /// All of them.
    Text(String),
    /// What changed since they were last kept.
    Change(DraftChange),
}

/// One change of a working text that was kept before: of its draft, or of its base where there is none.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct DraftChange {
    /// Characters of the text before the change. With `removed` it tells whether this is the text that is meant.
    pub length: usize,
    /// Where, in char offsets of that text.
    pub from: CharOffset,
    /// What was there.
    pub removed: String,
    /// What is there now.
    pub added: String,
}

/// Working text that was kept.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct DraftSaved {
    /// The scene.
    pub scene: SceneId,
}

/// Keeps the working text of a scene.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) for a change of another text than the one that is kept: the whole text
/// is to be sent then.
pub async fn save_draft(project: &Project, request: SaveDraft) -> Result<DraftSaved> {
    let mut tx = project.begin_write().await?;
    let of = (request.scene, request.base);
    let text = match request.words {
        DraftWords::Text(text) => text,
        DraftWords::Change(change) => changed(&kept(&mut tx, of).await?, &change)?,
    };
    versions::save_draft(&mut tx, project.now(), of, canonical(text)?).await?;
    if !request.anchors.is_empty() {
        drafts::set_anchors(&mut tx, request.scene, &request.anchors).await?;
    }
    tx.commit().await?;
    Ok(DraftSaved { scene: request.scene })
}

/// The working text as it is kept: the draft of this base, or the base.
async fn kept(conn: &mut SqliteConnection, (scene, base): (SceneId, VersionNo)) -> Result<String> {
    match drafts::get(conn, scene).await?.filter(|draft| draft.base == base) {
        Some(draft) => Ok(draft.text.into_string()),
        None => Ok(versions::text(conn, scene, Some(base)).await?.1),
    }
}

fn changed(before: &str, change: &DraftChange) -> Result<String> {
    let index = TextIndex::new(before);
    let from = change.from.get();
    let to = from.saturating_add(change.removed.chars().count());
    if index.len() != change.length
        || to > change.length
        || index.slice(CharRange::new(from, to)) != change.removed
    {
        return Err(Error::bad_request(
            "the change belongs to another text than the one that is kept",
            "Nothing was changed. Send the whole text.",
        ));
    }
    let (head, tail) = (CharRange::new(0, from), CharRange::new(to, change.length));
    Ok([index.slice(head), &change.added, index.slice(tail)].concat())
}

/// A scene.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct OfScene {
    /// Which one.
    pub scene: SceneId,
}

/// The history of a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct History {
    /// The scene.
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
    /// Its number.
    pub version: VersionNo,
    /// The branch it is on.
    pub branch: BranchNo,
    /// The version it was made from.
    pub parent: Option<VersionNo>,
    /// The version that was merged into it.
    pub merged: Option<VersionNo>,
    /// Where its words came from.
    pub created_by: Author,
    /// Whether somebody asked for it.
    pub kind: SaveKind,
    /// Name the author gave it.
    pub label: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Its counts.
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
pub async fn history(project: &Project, request: OfScene) -> Result<History> {
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
    /// The scene.
    pub scene: SceneId,
    /// The earlier version.
    pub from: VersionNo,
    /// The later version; the working text (the draft, or the newest version where there is none) when absent.
    pub to: Option<VersionNo>,
}

/// A change with its words.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct HunkText {
    /// Where, in both texts.
    #[serde(flatten)]
    pub at: Hunk,
    /// What was there.
    pub removed: String,
    /// What is there now.
    pub added: String,
}

/// The changes between two texts with their words.
pub(crate) fn hunks(old: &str, new: &str) -> Vec<HunkText> {
    let (old_index, new_index) = (TextIndex::new(old), TextIndex::new(new));
    let words = |at: Hunk| HunkText {
        at,
        removed: old_index.slice(at.old).to_owned(),
        added: new_index.slice(at.new).to_owned(),
    };
    wenfang_text::diff(old, new).hunks.into_iter().map(words).collect()
}

/// Two texts and what changed between them.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TextsCompared {
    /// The earlier text; empty where there was none.
    pub before: String,
    /// The later text; empty where there is none.
    pub after: String,
    /// The changes in order.
    pub hunks: Vec<HunkText>,
}

impl TextsCompared {
    /// Compares two texts.
    pub(crate) fn new(before: String, after: String) -> Self {
        let hunks = hunks(&before, &after);
        Self { before, after, hunks }
    }
}

/// Two versions of a scene, their texts and what changed between them.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct VersionsCompared {
    /// The scene.
    pub scene: SceneId,
    /// The earlier version.
    pub from: VersionNo,
    /// The later version; none for a draft.
    pub to: Option<VersionNo>,
    /// The texts.
    #[serde(flatten)]
    pub texts: TextsCompared,
}

/// Compares two versions of a scene and gives both texts.
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

/// A version to bring back.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct RestoreVersion {
    /// The scene.
    pub scene: SceneId,
    /// The version.
    pub version: VersionNo,
}

/// A version that was brought back.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct VersionRestored {
    /// The scene.
    pub scene: SceneId,
    /// The new version with the old text.
    pub version: VersionNo,
    /// The version before it: restoring that one undoes this.
    pub before: VersionNo,
}

/// Brings a version back as the newest of its scene.
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
    /// The scene.
    pub scene: SceneId,
    /// The version.
    pub version: VersionNo,
    /// The name; none takes it away.
    pub label: Option<String>,
}

/// A version that was named.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct VersionLabelled {
    /// The scene.
    pub scene: SceneId,
    /// The version.
    pub version: VersionNo,
    /// Its name.
    pub label: Option<String>,
}

/// Names a version, so that no compaction removes it.
pub async fn label(project: &Project, request: LabelVersion) -> Result<VersionLabelled> {
    let label = request.label.as_deref().map(crate::projects::title).transpose()?.filter(|l| !l.is_empty());
    let mut tx = project.begin_write().await?;
    scene_versions::update_label(&mut tx, request.scene, request.version, label.as_deref()).await?;
    tx.commit().await?;
    Ok(VersionLabelled { scene: request.scene, version: request.version, label })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(length: usize, from: usize, removed: &str, added: &str) -> DraftChange {
        let (removed, added) = (removed.to_owned(), added.to_owned());
        DraftChange { length, from: CharOffset::new(from), removed, added }
    }

    #[test]
    fn a_change_is_made_where_it_says_and_refused_anywhere_else() {
        let text = "雾𠮷来了。";
        assert_eq!(changed(text, &change(5, 2, "来了", "散了")).unwrap(), "雾𠮷散了。");
        assert_eq!(changed(text, &change(5, 5, "", "走。")).unwrap(), "雾𠮷来了。走。");
        assert_eq!(changed(text, &change(5, 0, text, "")).unwrap(), "");
        for other in [
            change(4, 2, "来了", ""),
            change(5, 1, "来了", ""),
            change(5, 4, "。。", ""),
            change(5, 9, "", "走"),
        ] {
            assert!(changed(text, &other).is_err(), "{other:?}");
        }
    }
}
