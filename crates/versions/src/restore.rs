//! Restoring: an earlier state comes back as new history, and the state before it is one checkpoint away.

use std::collections::{HashMap, HashSet};

use sqlx::SqliteConnection;
use wenfang_project::checkpoints::{Item, ItemKind, NewCheckpoint, Reason};
use wenfang_project::manuscript::Totals;
use wenfang_project::parts::{self, Container, Part};
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::{Damage, blobs, canon, drafts, meta, spans, watch};
use wenfang_story::{
    Author, ChapterId, CheckpointId, Outline, SaveKind, SceneId, Timestamp, VersionNo, VolumeId,
};
use wenfang_text::ContentHash;

use crate::checkpoint::checkpoint;
use crate::compare::{Change, ItemForm, State, compare, form, parsed};
use crate::error::{Error, Result};
use crate::line::{leave_line, stay_on};
use crate::save::{last_good, settle};
use crate::spans::{copy_spans, inherit_twin};

/// How much comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everything.
    Project,
    /// One chapter: its record, its scenes, their texts.
    Chapter(ChapterId),
    /// One scene: its record and its text.
    Scene(SceneId),
    /// One part of the canon; the manuscript stays as it is.
    Canon(CanonScope),
}

/// A part of the canon that can come back alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum CanonScope {
    /// The bible.
    Bible,
    /// Lore entries, and the lorebooks they came from.
    Lore,
    /// Entities, relations, facts.
    Graph,
    /// Plot threads and their anchors.
    Threads,
    /// Timeline events.
    Timeline,
    /// Prompt templates.
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
            Self::Prompts => kind == ItemKind::Prompt,
        }
    }
}

/// A restore that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The state before it: restoring this undoes the restore.
    pub before: CheckpointId,
    /// What came back, as compared before.
    pub changes: Vec<Change>,
}

/// The differences that a restore of `scope` would take back, from now to the checkpoint.
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

/// Brings a checkpoint's state back, all of it or a part. Texts come back as new versions on the main lines; parts
/// that came since go into the bin. The caller's transaction makes it one act.
///
/// # Errors
/// [`Error::NotInCheckpoint`] for a part the checkpoint does not know; damage of anything that should come back, in
/// which case nothing is changed once the caller drops the transaction.
pub async fn restore(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (id, name): (CheckpointId, &str),
    scope: Scope,
) -> Result<Restored> {
    let restored = begin_restore(conn, now, (id, name), scope).await?;
    finish_restore(conn, now, (id, scope), &restored.changes).await?;
    Ok(restored)
}

/// The first half of [`restore`]: remembers the state before and finds what will change, while both sides can still
/// be read.
///
/// # Errors
/// [`Error::NotInCheckpoint`].
pub async fn begin_restore(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (id, name): (CheckpointId, &str),
    scope: Scope,
) -> Result<Restored> {
    let before =
        checkpoint(conn, now, NewCheckpoint { name, note: "", reason: Reason::BeforeRestore }).await?;
    wenfang_project::step("restore.remembered");
    watch::report("compare", 0, 1)?;
    Ok(Restored { before, changes: restore_preview(conn, id, scope).await? })
}

/// The second half of [`restore`]: brings back what [`begin_restore`] found.
///
/// # Errors
/// Damage of anything that should come back.
pub async fn finish_restore(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (id, scope): (CheckpointId, Scope),
    changes: &[Change],
) -> Result<()> {
    let items: Vec<Item> = changes.iter().filter_map(|change| change.after).collect();
    // No two fields of the bible share a name, not even between two statements: those that change step aside first.
    for change in
        changes.iter().filter(|change| change.after.is_none() || change.kind == ItemKind::BibleField)
    {
        canon::unmake(conn, (change.kind, change.id), now).await?;
    }
    for (done, item) in items.iter().enumerate() {
        watch::report("restore", done, items.len())?;
        restore_record(conn, item).await?;
    }
    restore_texts(conn, now, &items).await?;
    wenfang_project::step("restore.items");
    watch::report("restore", items.len(), items.len())?;
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

/// The scenes that a scope brings back.
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
    // Texts come back together, and the order is set when everything in it is there.
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

/// Puts stored texts on top of the main lines of their scenes. Reads no text: a version has the text of another one,
/// whose counts are known.
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
        // A text that is the newest already needs no version.
        if head.blob != *blob {
            versions.push(restored(head, (*version, *blob, *hash), *totals, now));
        }
    }
    scene_versions::insert_heads(conn, &versions).await?;
    for version in &versions {
        // What came back is to be seen.
        leave_line(conn, version.scene).await?;
    }
    let spanned = spans::scenes(conn).await?;
    for version in versions.iter().filter(|version| spanned.contains(&version.scene)) {
        inherit_twin(conn, version).await?;
    }
    Ok(())
}

/// Nothing damaged comes back.
async fn refuse_damage(conn: &mut SqliteConnection, items: &[Item]) -> Result<()> {
    let texts = || items.iter().filter(|item| item.kind == ItemKind::Text);
    let wanted = texts().filter_map(|item| Some((item.blob?, item.hash))).collect();
    let Err(found) = blobs::check(conn, &wanted).await else { return Ok(()) };
    // Which scene it is takes a closer look.
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

/// The version that brings a text back on top of `head`.
fn restored(
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

/// Brings one version of a scene back as the newest of the line that is open. Gives the version before and the new one:
/// bringing the one before back undoes this.
pub async fn restore_version(
    conn: &mut SqliteConnection,
    now: Timestamp,
    scene: SceneId,
    version: VersionNo,
) -> Result<(VersionNo, VersionNo)> {
    settle(conn, now, scene).await?;
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
    let after = put_back(conn, now, head, version).await?;
    if on_branch.is_some() {
        stay_on(conn, now, (scene, after), &[]).await?;
    }
    Ok((before, after))
}

/// Puts the text of a version on top of `head`, the newest of its branch, as a new version. Gives that, or `head` where
/// it has this text already.
pub(crate) async fn put_back(
    conn: &mut SqliteConnection,
    now: Timestamp,
    head: SceneVersion,
    version: VersionNo,
) -> Result<VersionNo> {
    // Read, so that a damaged text is refused here and not found later.
    let (wanted, _) = crate::text(conn, head.scene, Some(version)).await?;
    if head.blob == wanted.blob {
        return Ok(head.version);
    }
    let next = scene_versions::next_number(conn, head.scene).await?;
    let new = restored(head, (next, wanted.blob, wanted.hash), wanted.totals, now);
    scene_versions::insert(conn, &new).await?;
    copy_spans(conn, (new.scene, wanted.version), new.version).await?;
    Ok(new.version)
}

/// Makes the order of the whole manuscript that of `then`; what is not in it goes into the bin.
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
    let came_since: Vec<P> = wanted
        .iter()
        .filter_map(|(parent, _)| orders.get(&parent.row().unwrap_or_default()))
        .flatten()
        .copied()
        .filter(|part| !known.contains(part))
        .collect();
    if !came_since.is_empty() {
        parts::bin(conn, &came_since, now).await?;
    }
    let parents: HashSet<i64> = wanted.iter().map(|(parent, _)| parent.row().unwrap_or_default()).collect();
    for (parent, order) in wanted {
        let stands = orders.get(&parent.row().unwrap_or_default());
        if stands.map_or(&[][..], Vec::as_slice) != order.as_slice() {
            parts::set_order(conn, parent, &order).await?;
        }
    }
    // Parents that came since, and have given parts back, close their ranks.
    for (parent, stood) in orders.into_iter().filter(|(parent, _)| !parents.contains(parent)) {
        if stood.iter().any(|part| known.contains(part)) {
            let left: Vec<P> = parts::list_by_parent(conn, P::parent(Some(parent))).await?;
            parts::set_order(conn, P::parent(Some(parent)), &left).await?;
        }
    }
    Ok(())
}

/// Makes a chapter hold the scenes it held then, in that order, and stand in the manuscript. Scenes that were moved
/// in from elsewhere stay, after the others; scenes that came to be since go into the bin.
async fn restore_chapter_place(
    conn: &mut SqliteConnection,
    now: Timestamp,
    then: &Outline,
    chapter: ChapterId,
) -> Result<()> {
    let Some(entry) = then.chapters().find(|entry| entry.id == chapter) else { return Ok(()) };
    ensure_chapter(conn, then, chapter, now).await?;
    let elsewhere: HashSet<SceneId> = then.scenes().collect();
    let here: Vec<SceneId> = parts::list_by_parent(conn, chapter).await?;
    let (moved_in, new): (Vec<SceneId>, Vec<SceneId>) = here
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

/// Makes a scene stand in the manuscript; one that stands there keeps its place. Other scenes of a chapter that comes
/// out of the bin for it stay in it.
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

/// Puts what stands in a part beside `wanted` into the bin: the part comes out of it for `wanted` alone.
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

/// Takes a chapter, and the volume it is in, out of the bin; other chapters of that volume stay in it.
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
