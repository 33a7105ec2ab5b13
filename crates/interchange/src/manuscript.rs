//! The database half: inserts plans into a project and reads books from it, in the caller's transaction.

use std::collections::{HashMap, HashSet};

use sqlx::SqliteConnection;
use wenfang_project::watch::Watch;
use wenfang_project::{blobs, canon, drafts, manuscript, meta, parts, scene_versions};
use wenfang_story::canon::{AnchorRecord, CommentRecord, LoreRecord};
use wenfang_story::{
    Author, ChapterId, ChapterRecord, CommentId, LoreEntryId, ProjectRecord, SaveKind, SceneId, SceneRecord,
    Timestamp, VersionNo, VolumeId, VolumeRecord,
};
use wenfang_text::marks::Plain;
use wenfang_text::{CanonicalText, CharRange, TextIndex};
use wenfang_versions::{DraftFate, NewText, Result, create_scene, located_anchors, save, unprinted, without};

use crate::comments;
use crate::export::{Book, BookChapter, BookVolume};
use crate::plan::{About, ImportPlan, PlannedChapter, PlannedScene, PlannedVersion};

/// The number of parts that an import inserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inserted {
    pub volumes: usize,
    pub chapters: usize,
    pub scenes: usize,
    /// Earlier texts of scenes.
    pub versions: usize,
    /// Comments on passages.
    pub comments: usize,
    /// Lore entries.
    pub lore: usize,
}

/// Inserts the parts of a plan at the end of the manuscript.
///
/// Chapters without a volume heading go into a volume with the book's title. If the book has none or has the title of
/// the project, they go to the end of `untitled`, or into a volume without a title. The author is set if the project
/// has none. Earlier texts become versions before the newest one. Lore entries that the project has with the same words
/// are not added again.
pub async fn insert(
    conn: &mut SqliteConnection,
    now: Timestamp,
    plan: &ImportPlan,
    untitled: Option<VolumeId>,
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
        let record = VolumeRecord { title, synopsis: volume.synopsis.clone() };
        let id = match untitled.filter(|_| record == VolumeRecord::default()) {
            Some(id) => id,
            None => {
                inserted.volumes += 1;
                parts::insert_volume(conn, &record, now).await?
            }
        };
        for chapter in &volume.chapters {
            watch.report("import", inserted.chapters, chapters)?;
            let record = chapter_record(chapter);
            let id = parts::insert_chapter(conn, id, &record, now).await?;
            inserted.chapters += 1;
            for scene in &chapter.scenes {
                let id = insert_scene(conn, now, id, scene).await?;
                inserted.versions += scene.versions.len();
                inserted.comments += comments::insert(conn, now, (id, scene)).await?;
                inserted.scenes += 1;
            }
            wenfang_project::step("import.chapter");
        }
    }
    inserted.lore = insert_lore(conn, now, &plan.cards).await?;
    watch.report("import", chapters, chapters)?;
    Ok(inserted)
}

fn chapter_record(chapter: &PlannedChapter) -> ChapterRecord {
    let About { synopsis, notes, status, target } = chapter.about.clone();
    ChapterRecord {
        title: chapter.title.clone(),
        synopsis,
        notes,
        status,
        target,
        ..ChapterRecord::default()
    }
}

/// Inserts a scene with its earlier texts. Its newest text is the one of the plan.
async fn insert_scene(
    conn: &mut SqliteConnection,
    now: Timestamp,
    chapter: ChapterId,
    scene: &PlannedScene,
) -> Result<SceneId> {
    let About { synopsis, notes, status, target } = scene.about.clone();
    let (title, plan, not_for_print) = (scene.title.clone(), scene.plan.clone(), scene.not_for_print);
    let record = SceneRecord { title, synopsis, notes, status, target, plan, not_for_print };
    let mut versions = scene.versions.iter();
    let Some(first) = versions.next() else {
        return create_scene(conn, now, (chapter, &record), (&scene.text, Author::Import)).await;
    };
    // Versions follow each other in time, and none is from the future.
    let mut at = moment(first, now, Timestamp::from(0));
    let id = create_scene(conn, at, (chapter, &record), (&first.text, Author::Import)).await?;
    scene_versions::update_label(conn, id, VersionNo::FIRST, Some(&first.label)).await?;
    for version in versions {
        at = moment(version, now, at);
        let saved = save(conn, at, imported(id, &version.text)).await?;
        if !saved.unchanged {
            scene_versions::update_label(conn, id, saved.version, Some(&version.label)).await?;
        }
    }
    save(conn, now, imported(id, &scene.text)).await?;
    Ok(id)
}

/// When a version was taken: not after `now` and not before `earliest`.
fn moment(version: &PlannedVersion, now: Timestamp, earliest: Timestamp) -> Timestamp {
    let at = version.taken_at.unwrap_or(earliest);
    Timestamp::from(at.get().clamp(earliest.get().min(now.get()), now.get()))
}

fn imported(scene: SceneId, text: &CanonicalText) -> NewText<'_> {
    NewText {
        scene,
        base: None,
        text,
        spans: Some(&[]),
        author: Author::Import,
        kind: SaveKind::Explicit,
        draft: DraftFate::Superseded,
    }
}

async fn insert_lore(conn: &mut SqliteConnection, now: Timestamp, records: &[LoreRecord]) -> Result<usize> {
    if records.is_empty() {
        return Ok(0);
    }
    let known: Vec<(LoreEntryId, LoreRecord)> = canon::list(conn).await?;
    let mut added = 0;
    for record in records {
        let is_known =
            known.iter().any(|(_, known)| known.title == record.title && known.content == record.content);
        if !is_known {
            canon::insert::<LoreEntryId>(conn, record, now).await?;
            added += 1;
        }
    }
    Ok(added)
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
    /// The scenes that are not for print, or of which no paragraph is.
    pub unprinted: Vec<UnprintedScene>,
}

/// A scene that is not for print.
#[derive(Clone, Copy, Debug)]
pub struct UnprintedScene {
    /// Its volume among those of the manuscript; `None` if nothing in the volume is for print.
    pub volume: Option<usize>,
    pub chapter: ChapterId,
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
    /// The paragraphs of the text that are not for print, with their line ends, in order.
    pub unprinted: Vec<CharRange>,
    /// The comments whose passage is in the text.
    pub comments: Vec<(CommentRecord, CharRange)>,
}

impl StoredScene {
    /// The text without the paragraphs that are not for print.
    pub fn printed(&self) -> CanonicalText {
        without(&self.text, &self.unprinted)
    }

    /// Whether paragraphs that are not for print leave no words of the text.
    fn is_left_out(&self) -> bool {
        !self.unprinted.is_empty() && Plain::of(&self.printed()).text().trim().is_empty()
    }

    /// The number of paragraphs that are not for print.
    pub fn unprinted_paragraphs(&self) -> usize {
        if self.unprinted.is_empty() {
            return 0;
        }
        let index = TextIndex::new(&self.text);
        let lines = self.unprinted.iter().flat_map(|range| index.slice(*range).lines());
        lines.filter(|line| !line.trim().is_empty()).count()
    }
}

/// Reads the manuscript, with the newest text of each scene, which is its draft if `drafts` has one. Scenes that are
/// not for print, or of which no paragraph is, are left out, and so are chapters that have no others, and volumes that
/// have no other chapters.
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
    let comments: Vec<(CommentId, CommentRecord)> = canon::list(conn).await?;
    let commented: HashSet<SceneId> = comments.iter().map(|(_, comment)| comment.scene).collect();
    let mut scenes = manuscript::scenes(conn).await?.into_iter().peekable();
    let chapters = manuscript::chapters(conn).await?;
    let total = chapters.len();
    let mut skipped: Vec<(VolumeId, ChapterId)> = Vec::new();
    for (done, chapter) in chapters.into_iter().enumerate() {
        watch.report("collect", done, total)?;
        let mut stored = StoredChapter { id: chapter.id, title: chapter.record.title, scenes: Vec::new() };
        let before = skipped.len();
        while let Some(scene) = scenes.next_if(|scene| scene.chapter == chapter.id) {
            if scene.record.not_for_print {
                skipped.push((chapter.volume, chapter.id));
                continue;
            }
            let (version, text) = match drafts.remove(&scene.id) {
                Some(draft) => (None, draft),
                None => {
                    let version = scene_versions::require(conn, scene.id, scene.head).await?;
                    (Some(scene.head), CanonicalText::new(blobs::read_text(conn, version.blob).await?))
                }
            };
            let mut stored_scene =
                StoredScene { id: scene.id, version, text, unprinted: Vec::new(), comments: Vec::new() };
            if commented.contains(&scene.id) {
                stored_scene.unprinted = unprinted(conn, scene.id, &stored_scene.text).await?;
                stored_scene.comments = standing_comments(conn, scene.id, &stored_scene.text).await?;
            }
            if stored_scene.is_left_out() {
                skipped.push((chapter.volume, chapter.id));
                continue;
            }
            stored.scenes.push(stored_scene);
        }
        if stored.scenes.is_empty() && skipped.len() > before {
            continue;
        }
        if let Some((_, (_, chapters))) = volumes.iter_mut().find(|(id, _)| *id == chapter.volume) {
            chapters.push(stored);
        }
    }
    Ok(of_printed(volumes, &skipped))
}

/// A manuscript without the volumes in which nothing is for print. `skipped` are the scenes that are not for print,
/// with their volumes and chapters.
fn of_printed(
    mut volumes: Vec<(VolumeId, (String, Vec<StoredChapter>))>,
    skipped: &[(VolumeId, ChapterId)],
) -> Manuscript {
    volumes
        .retain(|(id, (_, chapters))| !chapters.is_empty() || skipped.iter().all(|(volume, _)| volume != id));
    let unprinted = skipped.iter().map(|(volume, chapter)| UnprintedScene {
        volume: volumes.iter().position(|(id, _)| id == volume),
        chapter: *chapter,
    });
    let unprinted = unprinted.collect();
    Manuscript { volumes: volumes.into_iter().map(|(_, volume)| volume).collect(), unprinted }
}

/// Locates the comments of a scene in a text of it; none if the author works on another text, such as a branch.
async fn standing_comments(
    conn: &mut SqliteConnection,
    scene: SceneId,
    text: &CanonicalText,
) -> Result<Vec<(CommentRecord, CharRange)>> {
    let (working, anchors) = located_anchors(conn, scene, None).await?;
    if working.hash() != text.hash() {
        return Ok(Vec::new());
    }
    let standing = anchors.into_iter().filter_map(|anchor| match anchor.record {
        AnchorRecord::Comment(comment) if !comment.not_for_print => Some((comment, anchor.now?)),
        AnchorRecord::Comment(_) | AnchorRecord::Thread(_) => None,
    });
    Ok(standing.collect())
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
                scenes: chapter.scenes.iter().map(StoredScene::printed).collect(),
            })
            .collect(),
    });
    Book { title: some(title.to_owned()), volumes: volumes.collect() }
}
