//! The structure of the manuscript: volumes, chapters, scenes.

mod counted;
mod duplicate;

use serde::{Deserialize, Serialize};
use wenfang_project::manuscript::{self, Totals};
use wenfang_project::meta;
use wenfang_project::parts::{self, Part};
use wenfang_project::{Project, ReadTx, WriteTx};
use wenfang_story::{
    Author, ChapterId, ChapterRecord, NumberedTitle, Numbering, Renumbered, SceneId, SceneRecord, Status,
    Timestamp, Titled, VersionNo, VolumeId, VolumeRecord, renumber,
};
use wenfang_text::{CanonicalText, CharOffset};
use wenfang_usecase::{NoParams, Result};
use wenfang_versions::{self as versions, SceneSplit, ScenesMerged};

use crate::title::title;

pub use counted::scenes as counted_scenes;
pub use duplicate::{DuplicatePart, duplicate};

/// The manuscript in reading order.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct OutlineView {
    /// Volumes in order.
    pub volumes: Vec<VolumeView>,
}

/// A volume and its chapters.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct VolumeView {
    pub id: VolumeId,
    /// Its title; empty for the only volume of an undivided novel.
    pub title: String,
    pub counts: Totals,
    /// Chapters in order.
    pub chapters: Vec<ChapterView>,
}

/// A chapter and its scenes.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChapterView {
    pub id: ChapterId,
    pub title: String,
    pub status: Status,
    /// Target length in 字.
    pub target: Option<u32>,
    pub counts: Totals,
    /// Scenes in order.
    pub scenes: Vec<SceneView>,
}

/// A scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneView {
    pub id: SceneId,
    /// Its title; often empty.
    pub title: String,
    pub status: Status,
    /// The newest version of its main line.
    pub version: VersionNo,
    /// The counts of its working text.
    pub counts: Totals,
    /// Whether it is left out of every export and print.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<_>", optional)]
    pub not_for_print: bool,
}

/// Returns the manuscript in reading order.
pub async fn outline(project: &Project, _: NoParams) -> Result<OutlineView> {
    let mut tx = project.begin_read().await?;
    let volumes = manuscript::volumes(&mut tx).await?;
    let mut chapters = manuscript::chapters(&mut tx).await?.into_iter().peekable();
    let mut scenes = counted::scenes(project, &mut tx).await?.into_iter().peekable();
    let mut view = OutlineView { volumes: Vec::with_capacity(volumes.len()) };
    for volume in volumes {
        let mut volume_view = VolumeView {
            id: volume.id,
            title: volume.record.title,
            counts: Totals::default(),
            chapters: Vec::new(),
        };
        while let Some(chapter) = chapters.next_if(|chapter| chapter.volume == volume.id) {
            let mut chapter_view = ChapterView {
                id: chapter.id,
                title: chapter.record.title,
                status: chapter.record.status,
                target: chapter.record.target,
                counts: Totals::default(),
                scenes: Vec::new(),
            };
            while let Some(scene) = scenes.next_if(|scene| scene.chapter == chapter.id) {
                chapter_view.counts += scene.totals;
                chapter_view.scenes.push(SceneView {
                    id: scene.id,
                    title: scene.record.title,
                    status: scene.record.status,
                    version: scene.head,
                    counts: scene.totals,
                    not_for_print: scene.record.not_for_print,
                });
            }
            volume_view.counts += chapter_view.counts;
            volume_view.chapters.push(chapter_view);
        }
        view.volumes.push(volume_view);
    }
    Ok(view)
}

/// A part of the manuscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PartId {
    Volume(VolumeId),
    Chapter(ChapterId),
    Scene(SceneId),
}

/// The parent of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Parent {
    /// The manuscript, for volumes.
    Manuscript,
    /// A volume, for chapters.
    Volume(VolumeId),
    /// A chapter, for scenes.
    Chapter(ChapterId),
}

/// A part to create.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct CreatePart {
    /// The parent, which decides whether the part is a volume, a chapter or a scene.
    pub parent: Parent,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub title: String,
    /// Its index among its siblings, from 0; at the end when absent.
    pub at: Option<usize>,
}

/// A part that was changed.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct PartChanged {
    #[serde(flatten)]
    pub part: PartId,
}

/// Creates a volume, a chapter or a scene.
pub async fn create(project: &Project, request: CreatePart) -> Result<PartChanged> {
    let title = title(&request.title)?;
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let part = match request.parent {
        Parent::Manuscript => {
            let record = VolumeRecord { title, ..VolumeRecord::default() };
            let id = parts::insert_volume(&mut tx, &record, now).await?;
            place_new(&mut tx, id, (), request.at).await?;
            PartId::Volume(id)
        }
        Parent::Volume(volume) => {
            parts::require(&mut tx, volume).await?;
            let target = meta::require(&mut tx).await?.chapter_target;
            let record = ChapterRecord { title, target, ..ChapterRecord::default() };
            let id = parts::insert_chapter(&mut tx, volume, &record, now).await?;
            place_new(&mut tx, id, volume, request.at).await?;
            PartId::Chapter(id)
        }
        Parent::Chapter(chapter) => {
            parts::require(&mut tx, chapter).await?;
            let record = SceneRecord { title, ..SceneRecord::default() };
            let empty = (&CanonicalText::default(), Author::User);
            let id = versions::create_scene(&mut tx, now, (chapter, &record), empty).await?;
            place_new(&mut tx, id, chapter, request.at).await?;
            PartId::Scene(id)
        }
    };
    tx.commit().await?;
    Ok(PartChanged { part })
}

/// Moves a new part to its index; it was inserted at the end.
async fn place_new<P: Part>(tx: &mut WriteTx, id: P, parent: P::Parent, at: Option<usize>) -> Result<()> {
    if at.is_some() {
        parts::place(tx, id, parent, at).await?;
    }
    Ok(())
}

/// A part to rename.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct RenamePart {
    pub part: PartId,
    /// Its new title.
    pub title: String,
}

/// Renames a part.
pub async fn rename(project: &Project, request: RenamePart) -> Result<PartChanged> {
    let title = title(&request.title)?;
    let mut tx = project.begin_write().await?;
    match request.part {
        PartId::Volume(id) => set_title(&mut tx, id, title).await?,
        PartId::Chapter(id) => set_title(&mut tx, id, title).await?,
        PartId::Scene(id) => set_title(&mut tx, id, title).await?,
    }
    tx.commit().await?;
    Ok(PartChanged { part: request.part })
}

async fn set_title<P: Part>(tx: &mut WriteTx, id: P, title: String) -> Result<()> {
    let mut record = parts::require(tx, id).await?.record;
    record.set_title(title);
    Ok(parts::update(tx, id, &record).await?)
}

/// A part to move.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct MovePart {
    pub part: PartId,
    /// The new parent; the current one when absent.
    pub parent: Option<Parent>,
    /// Its index there, from 0; at the end when absent. A part in the bin without `parent` and `at` returns to its
    /// old place.
    pub at: Option<usize>,
}

/// Moves a part, also out of the bin.
pub async fn move_part(project: &Project, request: MovePart) -> Result<PartChanged> {
    let mut tx = project.begin_write().await?;
    if request.parent.is_none() && request.at.is_none() && put_back(&mut tx, request.part).await? {
        tx.commit().await?;
        return Ok(PartChanged { part: request.part });
    }
    match (request.part, request.parent) {
        (PartId::Volume(id), None | Some(Parent::Manuscript)) => {
            parts::place(&mut tx, id, (), request.at).await?;
        }
        (PartId::Chapter(id), None) => {
            let volume = parts::require(&mut tx, id).await?.parent;
            parts::place(&mut tx, id, volume, request.at).await?;
        }
        (PartId::Chapter(id), Some(Parent::Volume(volume))) => {
            parts::require(&mut tx, volume).await?;
            parts::place(&mut tx, id, volume, request.at).await?;
        }
        (PartId::Scene(id), None) => {
            let chapter = parts::require(&mut tx, id).await?.parent;
            parts::place(&mut tx, id, chapter, request.at).await?;
        }
        (PartId::Scene(id), Some(Parent::Chapter(chapter))) => {
            parts::require(&mut tx, chapter).await?;
            parts::place(&mut tx, id, chapter, request.at).await?;
        }
        _ => {
            return Err(wenfang_usecase::Error::bad_request(
                "a part of this kind cannot be placed there",
                "Nothing was changed. Volumes belong in the manuscript, chapters in volumes, scenes in chapters.",
            ));
        }
    }
    tx.commit().await?;
    Ok(PartChanged { part: request.part })
}

/// Restores a part from the bin to its old place; returns whether it was in the bin.
async fn put_back(tx: &mut WriteTx, part: PartId) -> Result<bool> {
    Ok(match part {
        PartId::Volume(id) => parts::put_back(tx, id).await?,
        PartId::Chapter(id) => parts::put_back(tx, id).await?,
        PartId::Scene(id) => parts::put_back(tx, id).await?,
    })
}

/// A scene to split.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct SplitScene {
    pub scene: SceneId,
    /// The position, in char offsets of its newest text.
    pub at: CharOffset,
}

/// Splits a scene in two.
pub async fn split(project: &Project, request: SplitScene) -> Result<SceneSplit> {
    let mut tx = project.begin_write().await?;
    let split = versions::split_scene(&mut tx, project.now(), request.scene, request.at).await?;
    tx.commit().await?;
    Ok(split)
}

/// The result of undoing a split or a merge.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct JoinUndone {
    /// The new version of the scene; none if something changed since and nothing was undone.
    pub version: Option<VersionNo>,
}

/// Joins the scenes of a split again, including changes made in them since.
pub async fn undo_split(project: &Project, request: SceneSplit) -> Result<JoinUndone> {
    let mut tx = project.begin_write().await?;
    let version = versions::undo_split(&mut tx, project.now(), &request).await?;
    tx.commit().await?;
    Ok(JoinUndone { version })
}

/// Two scenes to merge.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct MergeScenes {
    /// The scene that stays.
    pub scene: SceneId,
    /// The scene whose text is appended and which moves to the bin.
    pub with: SceneId,
}

/// Merges two scenes.
pub async fn merge(project: &Project, request: MergeScenes) -> Result<ScenesMerged> {
    let mut tx = project.begin_write().await?;
    let merged = versions::merge_scenes(&mut tx, project.now(), request.scene, request.with).await?;
    tx.commit().await?;
    Ok(merged)
}

/// Separates two merged scenes again, unless they were edited since.
pub async fn undo_merge(project: &Project, request: ScenesMerged) -> Result<JoinUndone> {
    let mut tx = project.begin_write().await?;
    let version = versions::undo_merge(&mut tx, project.now(), request).await?;
    tx.commit().await?;
    Ok(JoinUndone { version })
}

/// A part to move to the bin.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct PartRequest {
    pub part: PartId,
}

/// Moves a part to the bin, with everything in it.
pub async fn bin(project: &Project, request: PartRequest) -> Result<PartChanged> {
    let mut tx = project.begin_write().await?;
    match request.part {
        PartId::Volume(id) => bin_part(&mut tx, id, project.now()).await?,
        PartId::Chapter(id) => bin_part(&mut tx, id, project.now()).await?,
        PartId::Scene(id) => bin_part(&mut tx, id, project.now()).await?,
    }
    tx.commit().await?;
    Ok(PartChanged { part: request.part })
}

async fn bin_part<P: Part>(tx: &mut WriteTx, id: P, now: Timestamp) -> Result<()> {
    parts::require(tx, id).await?;
    parts::bin(tx, &[id], now).await?;
    Ok(())
}

/// The bin.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Bin {
    /// Its parts, latest first within each kind.
    pub parts: Vec<BinnedPart>,
}

/// A part in the bin.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BinnedPart {
    #[serde(flatten)]
    pub part: PartId,
    /// Its former parent.
    pub parent: Parent,
    pub title: String,
    pub binned_at: Option<Timestamp>,
}

/// Lists the bin.
pub async fn list_bin(project: &Project, _: NoParams) -> Result<Bin> {
    let mut tx = project.begin_read().await?;
    let mut listed = binned(&mut tx, PartId::Volume, |()| Parent::Manuscript).await?;
    listed.extend(binned(&mut tx, PartId::Chapter, Parent::Volume).await?);
    listed.extend(binned(&mut tx, PartId::Scene, Parent::Chapter).await?);
    Ok(Bin { parts: listed })
}

async fn binned<P: Part>(
    tx: &mut ReadTx,
    part: impl Fn(P) -> PartId,
    parent: impl Fn(P::Parent) -> Parent,
) -> Result<Vec<BinnedPart>> {
    let mut listed = Vec::new();
    for id in parts::list_binned::<P>(tx).await? {
        let row = parts::require(tx, id).await?;
        let title = row.record.title().to_owned();
        listed.push(BinnedPart {
            part: part(id),
            parent: parent(row.parent),
            title,
            binned_at: row.binned_at,
        });
    }
    Ok(listed)
}

/// Options for renumbering.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct RenumberChapters {
    /// Where numbers start again.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub numbering: Numbering,
}

/// Changed titles, or titles that would change.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ChaptersRenumbered {
    pub changes: Vec<Renumbered>,
}

/// Shows which 第X章 titles would change.
pub async fn preview_renumber(project: &Project, request: RenumberChapters) -> Result<ChaptersRenumbered> {
    let mut tx = project.begin_read().await?;
    Ok(ChaptersRenumbered { changes: renumbered(&mut tx, request.numbering).await? })
}

/// Renumbers 第X章 titles to follow the order of the chapters.
pub async fn renumber_chapters(project: &Project, request: RenumberChapters) -> Result<ChaptersRenumbered> {
    let mut tx = project.begin_write().await?;
    let changes = renumbered(&mut tx, request.numbering).await?;
    for change in &changes {
        set_title(&mut tx, change.chapter, change.to.clone()).await?;
    }
    tx.commit().await?;
    Ok(ChaptersRenumbered { changes })
}

async fn renumbered(conn: &mut sqlx::SqliteConnection, numbering: Numbering) -> Result<Vec<Renumbered>> {
    let titles: Vec<NumberedTitle> = manuscript::chapters(conn)
        .await?
        .into_iter()
        .map(|chapter| NumberedTitle {
            volume: chapter.volume,
            chapter: chapter.id,
            title: chapter.record.title,
        })
        .collect();
    Ok(renumber(&titles, numbering))
}
