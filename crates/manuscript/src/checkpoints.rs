//! Checkpoints: create, list, compare, restore.

use serde::{Deserialize, Serialize};
use wenfang_project::checkpoints::{self, ItemKind, NewCheckpoint, Reason};
use wenfang_project::watch::Watch;
use wenfang_project::{Project, manuscript, parts};
use wenfang_story::{ChapterId, CheckpointId, SceneId, Timestamp};
use wenfang_usecase::{Error, NoParams, Result};
use wenfang_versions::{self as versions, CanonScope, Change, Changed, ItemForm, Moves, Scope, State};

use crate::scenes::{HunkText, TextsCompared, hunks};

/// A checkpoint to create.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct CreateCheckpoint {
    pub name: String,
    /// A note by the author.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub note: String,
}

/// A checkpoint in a list.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct CheckpointEntry {
    pub id: CheckpointId,
    pub name: String,
    /// The author's note.
    pub note: String,
    pub created_at: Timestamp,
    /// Whether the studio created it before a risky operation.
    pub automatic: bool,
    pub reason: Reason,
}

impl From<checkpoints::Checkpoint> for CheckpointEntry {
    fn from(checkpoint: checkpoints::Checkpoint) -> Self {
        Self {
            id: checkpoint.id,
            name: checkpoint.name,
            note: checkpoint.note,
            created_at: checkpoint.created_at,
            automatic: checkpoint.reason != Reason::Author,
            reason: checkpoint.reason,
        }
    }
}

/// Creates a checkpoint of the current state of the project.
pub async fn create(project: &Project, request: CreateCheckpoint) -> Result<CheckpointEntry> {
    let name = crate::title::title(&request.name)?;
    if name.is_empty() {
        return Err(Error::bad_request(
            "a checkpoint needs a name",
            "Nothing was changed. Give it a name you will recognise.",
        ));
    }
    if name.chars().all(|c| c.is_ascii_digit()) {
        return Err(Error::bad_request(
            "a checkpoint's name cannot be only digits: it would be mistaken for an id",
            "Nothing was changed. Give it a name with a word in it.",
        ));
    }
    let mut tx = project.begin_write().await?;
    let new = NewCheckpoint { name: &name, note: request.note.trim(), reason: Reason::Author };
    let id = versions::checkpoint(&mut tx, project.now(), new).await?;
    let created = checkpoints::require(&mut tx, id).await?;
    tx.commit().await?;
    Ok(created.into())
}

/// The checkpoints of a project.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Checkpoints {
    /// Oldest first.
    pub checkpoints: Vec<CheckpointEntry>,
}

/// Lists the checkpoints, oldest first.
pub async fn list(project: &Project, _: NoParams) -> Result<Checkpoints> {
    let mut tx = project.begin_read().await?;
    let checkpoints = checkpoints::list(&mut tx).await?;
    Ok(Checkpoints { checkpoints: checkpoints.into_iter().map(Into::into).collect() })
}

/// Two states to compare.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct CompareCheckpoints {
    /// The first side.
    pub from: CheckpointId,
    /// The second side; the current state of the project when absent.
    pub to: Option<CheckpointId>,
    /// Whether the changes in texts are shown.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub words: Words,
}

/// Whether the changes in texts are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Words {
    /// Only reports that a text changed.
    #[default]
    Omitted,
    /// Shows every change.
    Shown,
}

/// The differences between two states.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Comparison {
    /// The first side.
    pub from: Option<CheckpointId>,
    /// The second side; none for the current state of the project.
    pub to: Option<CheckpointId>,
    /// Ordered by kind and id.
    pub changes: Vec<ChangeEntry>,
}

/// An item that differs between two states.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChangeEntry {
    pub kind: ItemKind,
    /// Its id; 1 for the project and the outline.
    pub id: i64,
    pub change: Changed,
    /// The title of the part on the second side, or on the first if it was removed.
    pub title: String,
    /// The record on the first side, for records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<serde_json::Value>,
    /// The record on the second side, for records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<serde_json::Value>,
    /// The moved parts, for the outline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moves>,
    /// The changes in the text, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hunks: Option<Vec<HunkText>>,
}

/// Compares two checkpoints, or a checkpoint with the current state of the project.
pub async fn compare(project: &Project, request: CompareCheckpoints) -> Result<Comparison> {
    let mut tx = project.begin_read().await?;
    let to = request.to.map_or(State::Now, State::Checkpoint);
    let changes = versions::compare(&mut tx, State::Checkpoint(request.from), to).await?;
    Ok(Comparison {
        from: Some(request.from),
        to: request.to,
        changes: entries(&mut tx, &changes, request.words).await?,
    })
}

async fn entries(
    conn: &mut sqlx::SqliteConnection,
    changes: &[Change],
    words: Words,
) -> Result<Vec<ChangeEntry>> {
    let mut entries = Vec::with_capacity(changes.len());
    for change in changes {
        entries.push(entry(conn, change, words).await?);
    }
    Ok(entries)
}

async fn entry(conn: &mut sqlx::SqliteConnection, change: &Change, words: Words) -> Result<ChangeEntry> {
    let mut entry = ChangeEntry {
        kind: change.kind,
        id: change.id,
        change: change.changed(),
        title: String::new(),
        before: None,
        after: None,
        moved: None,
        hunks: None,
    };
    if change.kind == ItemKind::Text && words == Words::Omitted {
        entry.title = scene_title(conn, change.id.into()).await?;
        return Ok(entry);
    }
    let mut sides = [None, None];
    for (side, item) in sides.iter_mut().zip([change.before, change.after]) {
        if let Some(item) = item {
            *side = Some(versions::form(conn, &item).await?);
        }
    }
    match sides {
        [Some(ItemForm::Outline(before)), Some(ItemForm::Outline(after))] => {
            entry.moved = Some(versions::moves(&before, &after));
        }
        [before, after] if change.kind == ItemKind::Text => {
            let text = |side| match side {
                Some(ItemForm::Text(text)) => text,
                _ => String::new(),
            };
            entry.hunks = Some(hunks(&text(before), &text(after)));
        }
        [before, after] => {
            entry.title = after.as_ref().or(before.as_ref()).map(ItemForm::title).unwrap_or_default();
            entry.before = before.and_then(record);
            entry.after = after.and_then(record);
        }
    }
    if entry.title.is_empty() && matches!(change.kind, ItemKind::Scene | ItemKind::Text) {
        entry.title = scene_title(conn, change.id.into()).await?;
    }
    Ok(entry)
}

/// A scene to compare between two states.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct DiffText {
    /// The first side.
    pub from: CheckpointId,
    /// The second side; the current text including its draft when absent.
    pub to: Option<CheckpointId>,
    pub scene: SceneId,
}

/// Compares the text of a scene between two checkpoints, or between a checkpoint and the current text. A side whose
/// manuscript does not contain the scene is empty.
pub async fn diff_text(project: &Project, request: DiffText) -> Result<TextsCompared> {
    let mut tx = project.begin_read().await?;
    let before = text_in(&mut tx, request.from, request.scene).await?;
    let after = match request.to {
        Some(to) => text_in(&mut tx, to, request.scene).await?,
        None => text_now(&mut tx, request.scene).await?,
    };
    drop(tx);
    if let (None, None) = (&before, &after) {
        return Err(wenfang_project::Error::NoScene(request.scene).into());
    }
    Ok(TextsCompared::new(before.unwrap_or_default(), after.unwrap_or_default()))
}

/// The text of a scene in a checkpoint.
async fn text_in(
    conn: &mut sqlx::SqliteConnection,
    checkpoint: CheckpointId,
    scene: SceneId,
) -> Result<Option<String>> {
    checkpoints::require(conn, checkpoint).await?;
    let item = checkpoints::item(conn, checkpoint, ItemKind::Text, scene.get()).await?;
    let Some(item) = item else { return Ok(None) };
    Ok(match versions::form(conn, &item).await? {
        ItemForm::Text(text) => Some(text),
        ItemForm::Outline(_) | ItemForm::Record(_) => None,
    })
}

/// The working text of a scene, if the scene is in the manuscript.
async fn text_now(conn: &mut sqlx::SqliteConnection, scene: SceneId) -> Result<Option<String>> {
    if !manuscript::outline(conn).await?.scenes().any(|id| id == scene) {
        return Ok(None);
    }
    Ok(Some(versions::working_text(conn, scene).await?.text))
}

/// The display title of a scene: its own, or its chapter's.
async fn scene_title(conn: &mut sqlx::SqliteConnection, scene: SceneId) -> Result<String> {
    let scene = parts::require(conn, scene).await?;
    if !scene.record.title.is_empty() {
        return Ok(scene.record.title);
    }
    Ok(parts::require(conn, scene.parent).await?.record.title)
}

fn record(form: ItemForm) -> Option<serde_json::Value> {
    match form {
        ItemForm::Record(json) => serde_json::from_str(&json).ok(),
        ItemForm::Outline(_) | ItemForm::Text(_) => None,
    }
}

/// A checkpoint to restore, whole or in part.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct RestoreCheckpoint {
    pub checkpoint: CheckpointId,
    /// Restores only this scene.
    pub scene: Option<SceneId>,
    /// Restores only this chapter.
    pub chapter: Option<ChapterId>,
    /// Restores only this part of the canon.
    pub canon: Option<CanonScope>,
}

impl RestoreCheckpoint {
    fn scope(&self) -> Result<Scope> {
        match (self.scene, self.chapter, self.canon) {
            (None, None, None) => Ok(Scope::Project),
            (Some(scene), None, None) => Ok(Scope::Scene(scene)),
            (None, Some(chapter), None) => Ok(Scope::Chapter(chapter)),
            (None, None, Some(part)) => Ok(Scope::Canon(part)),
            _ => Err(Error::bad_request(
                "scene, chapter and canon are mutually exclusive",
                "Nothing was changed. Name at most one of them.",
            )),
        }
    }
}

/// Shows what a restore would change, from the current state to the checkpoint.
pub async fn preview_restore(project: &Project, request: RestoreCheckpoint) -> Result<Comparison> {
    let scope = request.scope()?;
    let mut tx = project.begin_read().await?;
    let changes = versions::restore_preview(&mut tx, request.checkpoint, scope).await?;
    let changes = entries(&mut tx, &changes, Words::Omitted).await?;
    Ok(Comparison { from: None, to: Some(request.checkpoint), changes })
}

/// A checkpoint that was restored.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct CheckpointRestored {
    pub checkpoint: CheckpointId,
    /// A checkpoint of the state before; restoring it undoes this.
    pub before: CheckpointId,
    pub changes: Vec<ChangeEntry>,
}

/// Restores the state of a checkpoint, whole or in part.
pub async fn restore(
    project: &Project,
    request: RestoreCheckpoint,
    watch: &Watch,
) -> Result<CheckpointRestored> {
    let scope = request.scope()?;
    let mut tx = project.begin_write().await?;
    let wanted = checkpoints::require(&mut tx, request.checkpoint).await?;
    let name = format!("↩ {}", wanted.name);
    let now = project.now();
    let restored = versions::begin_restore(&mut tx, now, (request.checkpoint, &name), scope, watch).await?;
    // Read before the restore: afterwards both sides are equal.
    let changes = entries(&mut tx, &restored.changes, Words::Omitted).await?;
    versions::finish_restore(&mut tx, now, (request.checkpoint, scope), &restored.changes, watch).await?;
    tx.commit().await?;
    wenfang_project::step("restore.committed");
    Ok(CheckpointRestored { checkpoint: request.checkpoint, before: restored.before, changes })
}
