//! The database half: inserts plans into a project and reads books from it, in the caller's transaction.

use std::collections::HashMap;

use sqlx::SqliteConnection;
use wenfang_project::watch::Watch;
use wenfang_project::{blobs, drafts, manuscript, meta, parts, scene_versions};
use wenfang_story::{
    Author, ChapterId, ChapterRecord, ProjectRecord, SceneId, SceneRecord, Timestamp, VersionNo, VolumeId,
    VolumeRecord,
};
use wenfang_text::CanonicalText;
use wenfang_versions::{Result, create_scene};

use crate::export::{Book, BookChapter, BookVolume};
use crate::plan::ImportPlan;

/// The number of parts that an import inserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inserted {
    pub volumes: usize,
    pub chapters: usize,
    pub scenes: usize,
}

/// Inserts the parts of a plan at the end of the manuscript.
///
/// Chapters without a volume heading go into a volume with the book's title, or without a title if the book has
/// none or has the title of the project. The author is set if the project has none.
pub async fn insert(
    conn: &mut SqliteConnection,
    now: Timestamp,
    plan: &ImportPlan,
    watch: &Watch,
) -> Result<Inserted> {
    let project = meta::require(conn).await?;
    if let (true, Some(author)) = (project.author.is_empty(), &plan.author) {
        meta::update(conn, &ProjectRecord { author: author.clone(), ..project.clone() }).await?;
    }
    let book = plan.title.as_deref().filter(|title| *title != project.title);
    let chapters = plan.chapters().count();
    let mut inserted = Inserted::default();
    for volume in &plan.volumes {
        let title = volume.title.as_deref().or(book).unwrap_or_default().to_owned();
        let record = VolumeRecord { title, ..VolumeRecord::default() };
        let id = parts::insert_volume(conn, &record, now).await?;
        inserted.volumes += 1;
        for chapter in &volume.chapters {
            watch.report("import", inserted.chapters, chapters)?;
            let record = ChapterRecord { title: chapter.title.clone(), ..ChapterRecord::default() };
            let id = parts::insert_chapter(conn, id, &record, now).await?;
            inserted.chapters += 1;
            for scene in &chapter.scenes {
                let text = (&scene.text, Author::Import);
                create_scene(conn, now, (id, &SceneRecord::default()), text).await?;
                inserted.scenes += 1;
            }
            wenfang_project::step("import.chapter");
        }
    }
    watch.report("import", chapters, chapters)?;
    Ok(inserted)
}

/// Reads the drafts that continue the main line and differ from their version.
///
/// # Errors
/// Damage; database errors.
pub async fn newer_drafts(conn: &mut SqliteConnection) -> Result<HashMap<SceneId, CanonicalText>> {
    let mut newer = HashMap::new();
    for draft in drafts::list(conn).await? {
        let base = scene_versions::require(conn, draft.scene, draft.base).await?;
        if base.hash != draft.text.hash() && drafts::branch(conn, draft.scene).await?.is_none() {
            newer.insert(draft.scene, draft.text);
        }
    }
    Ok(newer)
}

/// A manuscript with the ids of its scenes.
#[derive(Clone, Debug, Default)]
pub struct Manuscript {
    /// Each volume with its title.
    pub volumes: Vec<(String, Vec<StoredChapter>)>,
}

/// A chapter of a manuscript.
#[derive(Clone, Debug)]
pub struct StoredChapter {
    pub id: ChapterId,
    pub title: String,
    pub scenes: Vec<StoredScene>,
}

/// The newest text of a scene.
#[derive(Clone, Debug)]
pub struct StoredScene {
    pub id: SceneId,
    /// The version with this text; `None` for a draft.
    pub version: Option<VersionNo>,
    pub text: CanonicalText,
}

/// Reads the manuscript, with the newest text of each scene, which is its draft if `drafts` has one.
///
/// # Errors
/// The manuscript is larger than [`manuscript::READ_BYTES`]; damage.
pub async fn collect(
    conn: &mut SqliteConnection,
    mut drafts: HashMap<SceneId, CanonicalText>,
    watch: &Watch,
) -> Result<Manuscript> {
    manuscript::require_within(conn, manuscript::READ_BYTES).await?;
    let mut volumes: Vec<(VolumeId, (String, Vec<StoredChapter>))> = Vec::new();
    for volume in manuscript::volumes(conn).await? {
        volumes.push((volume.id, (volume.record.title, Vec::new())));
    }
    let mut scenes = manuscript::scenes(conn).await?.into_iter().peekable();
    let chapters = manuscript::chapters(conn).await?;
    let total = chapters.len();
    for (done, chapter) in chapters.into_iter().enumerate() {
        watch.report("collect", done, total)?;
        let mut stored = StoredChapter { id: chapter.id, title: chapter.record.title, scenes: Vec::new() };
        while let Some(scene) = scenes.next_if(|scene| scene.chapter == chapter.id) {
            let (version, text) = match drafts.remove(&scene.id) {
                Some(draft) => (None, draft),
                None => {
                    let version = scene_versions::require(conn, scene.id, scene.head).await?;
                    (Some(scene.head), CanonicalText::new(blobs::read_text(conn, version.blob).await?))
                }
            };
            stored.scenes.push(StoredScene { id: scene.id, version, text });
        }
        if let Some((_, (_, chapters))) = volumes.iter_mut().find(|(id, _)| *id == chapter.volume) {
            chapters.push(stored);
        }
    }
    Ok(Manuscript { volumes: volumes.into_iter().map(|(_, volume)| volume).collect() })
}

/// Returns the book that a manuscript is.
pub fn book(title: &str, manuscript: Manuscript) -> Book {
    let some = |title: String| Some(title).filter(|title| !title.is_empty());
    let volumes = manuscript.volumes.into_iter().map(|(title, chapters)| BookVolume {
        title: some(title),
        chapters: chapters
            .into_iter()
            .map(|chapter| BookChapter {
                title: chapter.title,
                scenes: chapter.scenes.into_iter().map(|scene| scene.text).collect(),
            })
            .collect(),
    });
    Book { title: some(title.to_owned()), volumes: volumes.collect() }
}
