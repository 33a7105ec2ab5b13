//! Restoring an earlier state as new history. The state before a restore is stored in a checkpoint.

use std::collections::{HashMap, HashSet};

use sqlx::SqliteConnection;
use wenfang_project::checkpoints::{Item, ItemKind, NewCheckpoint, Reason};
use wenfang_project::manuscript::Totals;
use wenfang_project::parts::{self, Container, Part};
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::watch::Watch;
use wenfang_project::{Damage, blobs, canon, drafts, meta, spans};
use wenfang_story::{
    Author, ChapterId, CheckpointId, Outline, SaveKind, SceneId, Timestamp, VersionNo, VolumeId,
};
use wenfang_text::ContentHash;

use crate::checkpoint::checkpoint;
use crate::compare::{Change, ItemForm, State, compare, form, parsed};
use crate::error::{Error, Result};
use crate::line::{keep_line_open, return_to_main_line};
use crate::save::{commit_draft, last_good};
use crate::spans::{copy_spans, inherit_twin};

/// The extent of a restore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Project,
    /// One chapter: its record, its scenes and their texts.
    Chapter(ChapterId),
    /// One scene: its record and its text.
    Scene(SceneId),
    /// One part of the canon; the manuscript stays as it is.
    Canon(CanonScope),
}

/// A part of the canon that can be restored on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum CanonScope {
    Bible,
    /// Lore entries, and the lorebooks they were imported from.
    Lore,
    /// Entities, relations and facts.
    Graph,
    Threads,
    Timeline,
    /// Comments on passages.
    Comments,
    /// Prompt templates, and the profiles of generation that use them.
    Prompts,
}

impl CanonScope {
    fn holds(self, kind: ItemKind) -> bool {
        match self {
            Self::Bible => kind == ItemKind::BibleField,
            Self::Lore => matches!(kind, ItemKind::LoreEntry | ItemKind::Lorebook),
            Self::Graph => matches!(kind, ItemKind::Entity | ItemKind::Relation | ItemKind::Fact),
            Self::Threads => matches!(kind, ItemKind::PlotThread | ItemKind::ThreadAnchor),
            Self::Timeline => kind == ItemKind::TimelineEvent,
            Self::Comments => kind == ItemKind::Comment,
            Self::Prompts => matches!(kind, ItemKind::Prompt | ItemKind::PipelineProfile),
        }
    }
}

/// The result of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The state before; restoring this checkpoint undoes the restore.
    pub before: CheckpointId,
    /// The restored items, with both sides of the comparison.
    pub changes: Vec<Change>,
}

/// Returns the differences that a restore of `scope` would revert, from now to the checkpoint.
pub async fn restore_preview(
    conn: &mut SqliteConnection,
    id: CheckpointId,
    scope: Scope,
) -> Result<Vec<Change>> {
    let then = outline_of(conn, id).await?;
    let scenes = scenes_in(&then, id, scope)?;
    let changes = compare(conn, State::Now, State::Checkpoint(id)).await?;
    Ok(changes.into_iter().filter(|change| is_in(change, scope, &scenes)).collect())
}

/// Restores the state of a checkpoint, all of it or a part. Texts are restored as new versions on the main
/// lines; parts created since go to the bin. The caller's transaction makes the restore atomic.
///
/// # Errors
/// [`Error::NotInCheckpoint`] for a part the checkpoint does not contain; damage of anything to be restored.
/// Nothing has changed once the caller drops the transaction.
pub async fn restore(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (id, name): (CheckpointId, &str),
    scope: Scope,
    watch: &Watch,
) -> Result<Restored> {
    let restored = begin_restore(conn, now, (id, name), scope, watch).await?;
    finish_restore(conn, now, (id, scope), &restored.changes, watch).await?;
    Ok(restored)
}

/// The first half of [`restore`]: creates a checkpoint of the current state and determines the changes while
/// both sides can still be read.
///
/// # Errors
/// [`Error::NotInCheckpoint`].
pub async fn begin_restore(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (id, name): (CheckpointId, &str),
    scope: Scope,
    watch: &Watch,
) -> Result<Restored> {
    let before =
        checkpoint(conn, now, NewCheckpoint { name, note: "", reason: Reason::BeforeRestore }).await?;
    wenfang_project::step("restore.remembered");
    watch.report("compare", 0, 1)?;
    Ok(Restored { before, changes: restore_preview(conn, id, scope).await? })
}

/// The second half of [`restore`]: restores the items that [`begin_restore`] found.
///
/// # Errors
/// Damage of anything to be restored.
pub async fn finish_restore(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (id, scope): (CheckpointId, Scope),
    changes: &[Change],
    watch: &Watch,
) -> Result<()> {
    let items: Vec<Item> = changes.iter().filter_map(|change| change.after).collect();
    // Names of bible fields are unique, even between two statements, so changed fields are removed first.
    for change in
        changes.iter().filter(|change| change.after.is_none() || change.kind == ItemKind::BibleField)
    {
        canon::unmake(conn, (change.kind, change.id), now).await?;
    }
    for (done, item) in items.iter().enumerate() {
        watch.report("restore", done, items.len())?;
        restore_record(conn, item).await?;
    }
    restore_texts(conn, now, &items).await?;
    wenfang_project::step("restore.items");
    watch.report("restore", items.len(), items.len())?;
    let then = outline_of(conn, id).await?;
    match scope {
        Scope::Project => restore_order(conn, now, &then).await?,
        Scope::Chapter(chapter) => restore_chapter_place(conn, now, &then, chapter).await?,
        Scope::Scene(scene) => restore_scene_place(conn, now, &then, scene).await?,
        Scope::Canon(_) => {}
    }
    wenfang_project::step("restore.ordered");
    Ok(())
}

async fn outline_of(conn: &mut SqliteConnection, id: CheckpointId) -> Result<Outline> {
    wenfang_project::checkpoints::require(conn, id).await?;
    let item = wenfang_project::checkpoints::item(conn, id, ItemKind::Outline, 1).await?;
    let Some(item) = item else { return Ok(Outline::default()) };
    match form(conn, &item).await? {
        ItemForm::Outline(outline) => Ok(outline),
        ItemForm::Record(_) | ItemForm::Text(_) => Ok(Outline::default()),
    }
}

/// Returns the scenes in a scope.
fn scenes_in(then: &Outline, id: CheckpointId, scope: Scope) -> Result<HashSet<i64>> {
    let missing = |kind, part| Error::NotInCheckpoint { checkpoint: id, kind, id: part };
    match scope {
        Scope::Project | Scope::Canon(_) => Ok(HashSet::new()),
        Scope::Chapter(chapter) => {
            let found = then.chapters().find(|entry| entry.id == chapter);
            let found = found.ok_or_else(|| missing("chapter", chapter.get()))?;
            Ok(found.scenes.iter().map(|scene| scene.get()).collect())
        }
        Scope::Scene(scene) if then.scenes().any(|known| known == scene) => Ok(HashSet::from([scene.get()])),
        Scope::Scene(scene) => Err(missing("scene", scene.get())),
    }
}

fn is_in(change: &Change, scope: Scope, scenes: &HashSet<i64>) -> bool {
    match (scope, change.kind) {
        (Scope::Project, _) => true,
        (Scope::Canon(part), kind) => part.holds(kind),
        (_, ItemKind::Scene | ItemKind::Text) => scenes.contains(&change.id),
        (Scope::Chapter(chapter), ItemKind::Chapter) => change.id == chapter.get(),
        _ => false,
    }
}

async fn restore_record(conn: &mut SqliteConnection, item: &Item) -> Result<()> {
    // Texts are restored together, and the order once every part exists.
    if matches!(item.kind, ItemKind::Text | ItemKind::Outline) {
        return Ok(());
    }
    let ItemForm::Record(json) = form(conn, item).await? else { return Ok(()) };
    match item.kind {
        ItemKind::Project => meta::update(conn, &parsed(&json, item)?).await?,
        ItemKind::Volume => parts::update(conn, VolumeId::from(item.id), &parsed(&json, item)?).await?,
        ItemKind::Chapter => parts::update(conn, ChapterId::from(item.id), &parsed(&json, item)?).await?,
        ItemKind::Scene => parts::update(conn, SceneId::from(item.id), &parsed(&json, item)?).await?,
        kind => canon::restore(conn, (kind, item.id), &json).await?,
    }
    Ok(())
}

/// Saves stored texts as new versions on the main lines of their scenes. It reads no text: each new version
/// copies the content and counts of an existing one.
async fn restore_texts(conn: &mut SqliteConnection, now: Timestamp, items: &[Item]) -> Result<()> {
    let wanted: HashMap<SceneId, (blobs::BlobId, ContentHash)> = items
        .iter()
        .filter(|item| item.kind == ItemKind::Text)
        .filter_map(|item| Some((item.id.into(), (item.blob?, item.hash))))
        .collect();
    if wanted.is_empty() {
        return Ok(());
    }
    refuse_damage(conn, items).await?;
    let scenes: Vec<SceneId> = wanted.keys().copied().collect();
    let texts: Vec<(SceneId, blobs::BlobId)> =
        wanted.iter().map(|(scene, (blob, _))| (*scene, *blob)).collect();
    let known: HashMap<SceneId, (Totals, VersionNo)> = scene_versions::totals_of(conn, &texts)
        .await?
        .into_iter()
        .map(|(scene, totals, next)| (scene, (totals, next)))
        .collect();
    let mut versions = Vec::with_capacity(wanted.len());
    for head in scene_versions::heads(conn, &scenes).await? {
        let found = (known.get(&head.scene), wanted.get(&head.scene));
        let (Some((totals, version)), Some((blob, hash))) = found else { continue };
        // No version is needed if the newest has this text already.
        if head.blob != *blob {
            versions.push(restoring_version(head, (*version, *blob, *hash), *totals, now));
        }
    }
    scene_versions::insert_heads(conn, &versions).await?;
    for version in &versions {
        // Show the restored text, not a branch.
        return_to_main_line(conn, version.scene).await?;
    }
    let spanned = spans::scenes(conn).await?;
    for version in versions.iter().filter(|version| spanned.contains(&version.scene)) {
        inherit_twin(conn, version).await?;
    }
    Ok(())
}

/// Returns an error if any of the texts is damaged.
async fn refuse_damage(conn: &mut SqliteConnection, items: &[Item]) -> Result<()> {
    let texts = || items.iter().filter(|item| item.kind == ItemKind::Text);
    let wanted = texts().filter_map(|item| Some((item.blob?, item.hash))).collect();
    let Err(found) = blobs::check(conn, &wanted).await else { return Ok(()) };
    // Check text by text to find the damaged scene.
    for item in texts() {
        let Some(blob) = item.blob else { continue };
        if blobs::read(conn, blob).await.is_err() {
            let scene = item.id.into();
            let version = scene_versions::version_of(conn, scene, blob).await?;
            let last_good = last_good(conn, scene).await;
            let damage = Damage::Text { scene, version, last_good };
            return Err(wenfang_project::Error::Damaged(damage).into());
        }
    }
    Err(found.into())
}

/// Builds the version that restores a text on top of `head`.
fn restoring_version(
    head: SceneVersion,
    (version, blob, hash): (VersionNo, blobs::BlobId, ContentHash),
    totals: Totals,
    now: Timestamp,
) -> SceneVersion {
    SceneVersion {
        version,
        parent: Some(head.version),
        merged: None,
        blob,
        hash,
        totals,
        created_by: Author::Restore,
        kind: SaveKind::Explicit,
        label: None,
        created_at: now,
        ..head
    }
}

/// Restores one version of a scene as the newest of the open line. Returns the version before and the new one;
/// restoring the version before undoes this.
pub async fn restore_version(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scene: SceneId,
    version: VersionNo,
) -> Result<(VersionNo, VersionNo)> {
    commit_draft(conn, now, scene).await?;
    let on_branch = drafts::branch(conn, scene).await?;
    let head = match on_branch {
        Some(branch) => scene_versions::branch_head(conn, scene, branch).await?,
        None => None,
    };
    let head = match head {
        Some(head) => head,
        None => scene_versions::head(conn, scene).await?,
    };
    let before = head.version;
    let after = restore_text(conn, now, head, version).await?;
    if on_branch.is_some() {
        keep_line_open(conn, now, (scene, after), &[]).await?;
    }
    Ok((before, after))
}

/// Saves the text of a version as a new version on top of `head`, the newest of its branch. Returns the new
/// version, or `head` if it has this text already.
pub(crate) async fn restore_text(
    conn: &mut SqliteConnection,
    now: Timestamp,
    head: SceneVersion,
    version: VersionNo,
) -> Result<VersionNo> {
    // Read the text so that damage is reported now.
    let (wanted, _) = crate::text(conn, head.scene, Some(version)).await?;
    if head.blob == wanted.blob {
        return Ok(head.version);
    }
    let next = scene_versions::next_number(conn, head.scene).await?;
    let new = restoring_version(head, (next, wanted.blob, wanted.hash), wanted.totals, now);
    scene_versions::insert(conn, &new).await?;
    copy_spans(conn, (new.scene, wanted.version), new.version).await?;
    Ok(new.version)
}

/// Restores the order of the whole manuscript from `then`; parts not in it go to the bin.
async fn restore_order(conn: &mut SqliteConnection, now: Timestamp, then: &Outline) -> Result<()> {
    let volumes = vec![((), then.volumes.iter().map(|volume| volume.id).collect())];
    let chapters =
        then.volumes.iter().map(|v| (v.id, v.chapters.iter().map(|chapter| chapter.id).collect())).collect();
    let scenes = then.chapters().map(|chapter| (chapter.id, chapter.scenes.clone())).collect();
    set_orders::<VolumeId>(conn, now, volumes).await?;
    set_orders::<ChapterId>(conn, now, chapters).await?;
    set_orders::<SceneId>(conn, now, scenes).await
}

async fn set_orders<P: Part + PartialEq + std::hash::Hash + Eq>(
    conn: &mut SqliteConnection,
    now: Timestamp,
    wanted: Vec<(P::Parent, Vec<P>)>,
) -> Result<()> {
    let orders: HashMap<i64, Vec<P>> = parts::orders::<P>(conn).await?;
    let known: HashSet<P> = wanted.iter().flat_map(|(_, order)| order.iter().copied()).collect();
    let created_since: Vec<P> = wanted
        .iter()
        .filter_map(|(parent, _)| orders.get(&parent.row().unwrap_or_default()))
        .flatten()
        .copied()
        .filter(|part| !known.contains(part))
        .collect();
    if !created_since.is_empty() {
        parts::bin(conn, &created_since, now).await?;
    }
    let parents: HashSet<i64> = wanted.iter().map(|(parent, _)| parent.row().unwrap_or_default()).collect();
    for (parent, order) in wanted {
        let current = orders.get(&parent.row().unwrap_or_default());
        if current.map_or(&[][..], Vec::as_slice) != order.as_slice() {
            parts::set_order(conn, parent, &order).await?;
        }
    }
    // Parents that are not in the restored order and lost children are renumbered.
    for (parent, stood) in orders.into_iter().filter(|(parent, _)| !parents.contains(parent)) {
        if stood.iter().any(|part| known.contains(part)) {
            let left: Vec<P> = parts::list_by_parent(conn, P::parent(Some(parent))).await?;
            parts::set_order(conn, P::parent(Some(parent)), &left).await?;
        }
    }
    Ok(())
}

/// Restores a chapter to the manuscript with its scenes of `then`, in that order. Scenes moved in from
/// elsewhere stay, after the others; scenes created since go to the bin.
async fn restore_chapter_place(
    conn: &mut SqliteConnection,
    now: Timestamp,
    then: &Outline,
    chapter: ChapterId,
) -> Result<()> {
    let Some(entry) = then.chapters().find(|entry| entry.id == chapter) else { return Ok(()) };
    ensure_chapter(conn, then, chapter, now).await?;
    let elsewhere: HashSet<SceneId> = then.scenes().collect();
    let current_scenes: Vec<SceneId> = parts::list_by_parent(conn, chapter).await?;
    let (moved_in, new): (Vec<SceneId>, Vec<SceneId>) = current_scenes
        .into_iter()
        .filter(|scene| !entry.scenes.contains(scene))
        .partition(|scene| elsewhere.contains(scene));
    if !new.is_empty() {
        parts::bin(conn, &new, now).await?;
    }
    for (index, scene) in entry.scenes.iter().enumerate() {
        parts::place(conn, *scene, chapter, Some(index)).await?;
    }
    for scene in moved_in {
        parts::place(conn, scene, chapter, None).await?;
    }
    Ok(())
}

/// Restores a scene to the manuscript. A scene that is already there keeps its position. If its chapter has to
/// come out of the bin for it, the other scenes of the chapter stay in the bin.
async fn restore_scene_place(
    conn: &mut SqliteConnection,
    now: Timestamp,
    then: &Outline,
    scene: SceneId,
) -> Result<()> {
    let row = parts::require(conn, scene).await?;
    if row.binned_at.is_none() {
        if parts::require(conn, row.parent).await?.binned_at.is_some() {
            bin_others(conn, now, row.parent, scene).await?;
        }
        return ensure_chapter(conn, then, row.parent, now).await;
    }
    let Some(chapter) = then.chapters().find(|chapter| chapter.scenes.contains(&scene)) else {
        return Ok(());
    };
    if parts::require(conn, chapter.id).await?.binned_at.is_some() {
        bin_others(conn, now, chapter.id, scene).await?;
    }
    ensure_chapter(conn, then, chapter.id, now).await?;
    let at = chapter.scenes.iter().position(|other| *other == scene);
    parts::place(conn, scene, chapter.id, at).await?;
    Ok(())
}

/// Moves the siblings of `wanted` to the bin, because their parent is restored for `wanted` alone.
async fn bin_others<P: Part + PartialEq>(
    conn: &mut SqliteConnection,
    now: Timestamp,
    parent: P::Parent,
    wanted: P,
) -> Result<()> {
    let mut others: Vec<P> = parts::list_by_parent(conn, parent).await?;
    others.retain(|other| *other != wanted);
    Ok(parts::bin(conn, &others, now).await?)
}

/// Takes a chapter and its volume out of the bin; other chapters of the volume stay in the bin.
async fn ensure_chapter(
    conn: &mut SqliteConnection,
    then: &Outline,
    chapter: ChapterId,
    now: Timestamp,
) -> Result<()> {
    let row = parts::require(conn, chapter).await?;
    let mut volume = row.parent;
    if row.binned_at.is_some() {
        let place = then.volumes.iter().find_map(|entry| {
            let at = entry.chapters.iter().position(|other| other.id == chapter)?;
            Some((entry.id, at))
        });
        volume = place.map_or(volume, |(volume, _)| volume);
        parts::place(conn, chapter, volume, place.map(|(_, at)| at)).await?;
    }
    if parts::require(conn, volume).await?.binned_at.is_some() {
        let at = then.volumes.iter().position(|entry| entry.id == volume);
        bin_others(conn, now, volume, chapter).await?;
        parts::place(conn, volume, (), at).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
