//! A project with one chapter and one scene, for the tests beside the code.

use std::sync::atomic::{AtomicI64, Ordering};

use sqlx::SqliteConnection;
use wenfang_project::{Clock, Project, WriteTx, parts, scene_versions};
use wenfang_story::{
    Author, ChapterId, ChapterRecord, ProjectRecord, SaveKind, SceneId, SceneRecord, Timestamp, VersionNo,
    VolumeRecord,
};
use wenfang_text::CanonicalText;

use crate::{DraftFate, NewText, Saved, create_scene, save, text};

pub(crate) struct Novel {
    pub(crate) tx: WriteTx,
    pub(crate) project: Project,
    pub(crate) chapter: ChapterId,
    pub(crate) scene: SceneId,
    _folder: tempfile::TempDir,
}

impl Novel {
    /// A novel whose scene has one version with this text.
    pub(crate) async fn with(words: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let millis = AtomicI64::new(1_767_225_600_000);
        let clock = Clock::new(move || Timestamp::from(millis.fetch_add(1000, Ordering::Relaxed)));
        let file = folder.path().join("novel.wenfang");
        let project = Project::create(&file, &ProjectRecord::default(), clock).await.unwrap();
        let mut tx = project.begin_write().await.unwrap();
        let volume = parts::insert_volume(&mut tx, &VolumeRecord::default(), project.now()).await.unwrap();
        let chapter =
            parts::insert_chapter(&mut tx, volume, &ChapterRecord::default(), project.now()).await.unwrap();
        let mut novel = Self { tx, project, chapter, scene: 0.into(), _folder: folder };
        novel.scene = novel.add(words).await;
        novel
    }

    /// Adds a scene to the end of the chapter.
    pub(crate) async fn add(&mut self, words: &str) -> SceneId {
        let of = (self.chapter, &SceneRecord::default());
        let words = (&CanonicalText::new(words), Author::User);
        create_scene(&mut self.tx, self.project.now(), of, words).await.unwrap()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.project.now()
    }

    /// Saves words over a version of the scene, or over its newest.
    pub(crate) async fn save(&mut self, base: Option<i64>, words: &str, draft: DraftFate) -> Saved {
        let new = NewText {
            scene: self.scene,
            base: base.map(VersionNo::from),
            text: &CanonicalText::new(words),
            spans: None,
            author: Author::User,
            kind: SaveKind::Explicit,
            draft,
        };
        save(&mut self.tx, self.project.now(), new).await.unwrap()
    }

    /// The text of a version of the scene.
    pub(crate) async fn text(&mut self, version: VersionNo) -> String {
        text(&mut self.tx, self.scene, Some(version)).await.unwrap().1
    }
}

/// The number of versions of a scene.
pub(crate) async fn count(conn: &mut SqliteConnection, scene: SceneId) -> usize {
    scene_versions::list_by_scene(conn, scene).await.unwrap().len()
}
