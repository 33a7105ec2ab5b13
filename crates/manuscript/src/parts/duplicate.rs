//! Duplicating scenes and chapters.

use serde::Deserialize;
use wenfang_project::{Project, WriteTx, parts};
use wenfang_story::{ChapterId, SceneId, Titled};
use wenfang_usecase::{Error, Result};
use wenfang_versions as versions;

use super::{PartChanged, PartId};
use crate::title::title;

/// A part to duplicate.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct DuplicatePart {
    /// A scene, or a chapter with its scenes.
    pub part: PartId,
    /// The title of the copy; the original title when absent.
    pub title: Option<String>,
}

/// Inserts a copy of a scene or chapter right after it. The copy has the working texts with their AI-written spans,
/// and the plans; history, branches and thread anchors are not copied. Returns the copy.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a volume.
pub async fn duplicate(project: &Project, request: DuplicatePart) -> Result<PartChanged> {
    let title = request.title.as_deref().map(title).transpose()?;
    let mut tx = project.begin_write().await?;
    let part = match request.part {
        PartId::Scene(scene) => {
            let chapter = parts::require(&mut tx, scene).await?.parent;
            let copy = copy_scene(project, &mut tx, (scene, chapter), title).await?;
            parts::place_behind(&mut tx, copy, scene).await?;
            PartId::Scene(copy)
        }
        PartId::Chapter(chapter) => PartId::Chapter(copy_chapter(project, &mut tx, chapter, title).await?),
        PartId::Volume(_) => {
            return Err(Error::bad_request(
                "a volume cannot be copied",
                "Nothing was changed. Copy its chapters one by one.",
            ));
        }
    };
    tx.commit().await?;
    Ok(PartChanged { part })
}

async fn copy_chapter(
    project: &Project,
    tx: &mut WriteTx,
    chapter: ChapterId,
    title: Option<String>,
) -> Result<ChapterId> {
    let row = parts::require(tx, chapter).await?;
    let mut record = row.record;
    if let Some(title) = title {
        record.set_title(title);
    }
    let copy = parts::insert_chapter(tx, row.parent, &record, project.now()).await?;
    let scenes: Vec<SceneId> = parts::list_by_parent(tx, chapter).await?;
    for scene in scenes {
        copy_scene(project, tx, (scene, copy), None).await?;
    }
    parts::place_behind(tx, copy, chapter).await?;
    Ok(copy)
}

async fn copy_scene(
    project: &Project,
    tx: &mut WriteTx,
    (scene, chapter): (SceneId, ChapterId),
    title: Option<String>,
) -> Result<SceneId> {
    let mut record = parts::require(tx, scene).await?.record;
    if let Some(title) = title {
        record.set_title(title);
    }
    Ok(versions::copy_scene(tx, project.now(), scene, (chapter, &record)).await?)
}
