//! The reading order of the book and its chapter titles, for queries about the canon.

use std::collections::HashMap;

use serde::Serialize;
use sqlx::SqliteConnection;
use wenfang_project::manuscript;
use wenfang_story::canon::StoryOrder;
use wenfang_story::{ChapterId, SceneId};

use wenfang_usecase::Result;

/// The reading order with chapter titles.
pub struct Book {
    pub order: StoryOrder,
    titles: HashMap<ChapterId, String>,
}

/// A scene with its place in the book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SceneRef {
    pub scene: SceneId,
    /// Its chapter; none if the scene is in the bin.
    pub chapter: Option<ChapterId>,
    /// The index of that chapter in the book, from 0.
    pub chapter_index: Option<usize>,
    /// The title of that chapter; empty if the scene is in the bin.
    pub chapter_title: String,
}

/// Reads only the reading order.
pub async fn telling_order(conn: &mut SqliteConnection) -> Result<StoryOrder> {
    Ok(StoryOrder::new(&manuscript::outline(conn).await?))
}

impl Book {
    pub async fn read(conn: &mut SqliteConnection) -> Result<Self> {
        let order = telling_order(conn).await?;
        let chapters = manuscript::chapters(conn).await?;
        let titles = chapters.into_iter().map(|chapter| (chapter.id, chapter.record.title)).collect();
        Ok(Self { order, titles })
    }

    pub fn place(&self, scene: SceneId) -> SceneRef {
        let chapter = self.order.chapter_of(scene);
        let title = chapter.and_then(|chapter| self.titles.get(&chapter));
        SceneRef {
            scene,
            chapter,
            chapter_index: self.order.chapter_index_of(scene),
            chapter_title: title.cloned().unwrap_or_default(),
        }
    }
}
