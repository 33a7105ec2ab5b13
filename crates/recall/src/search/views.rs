//! Search hits as shown: location, snippet and ranks.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_canon::books::{Book, SceneRef};
use wenfang_manuscript::find::readable;
use wenfang_project::{canon, parts};
use wenfang_search::{Fused, Index, Kind, Passage, Query, Snippet, SourceKey, SourceKind, snippet};
use wenfang_story::{
    BibleFieldId, ChapterId, EntityId, LoreEntryId, SceneId, ThreadId, TimelineEventId, VersionNo, VolumeId,
};
use wenfang_text::CharRange;
use wenfang_usecase::Result;

use crate::Library;

/// A search hit.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "SearchHit")]
pub struct Hit {
    pub kind: Kind,
    pub place: Place,
    /// In that text; for a scene, in its working text.
    pub range: CharRange,
    pub snippet: Snippet,
    pub why: Why,
}

/// The ranks of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
#[ts(rename = "SearchWhy")]
pub struct Why {
    /// Rank in the search by words, from 1.
    pub words: Option<usize>,
    /// Rank in the search by meaning, from 1.
    pub meaning: Option<usize>,
    /// Cosine similarity; comparable within one search, not between models.
    pub similarity: Option<f32>,
}

impl Why {
    pub const fn of(fused: &Fused) -> Self {
        Self { words: fused.words, meaning: fused.meaning, similarity: fused.similarity }
    }

    /// The better of the two ranks; `usize::MAX` if it has none.
    pub fn best(&self) -> usize {
        let ranks = [self.words, self.meaning];
        ranks.into_iter().flatten().min().unwrap_or(usize::MAX)
    }
}

/// The location of a text.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
#[serde(tag = "of", rename_all = "snake_case")]
#[ts(rename = "SearchPlace")]
pub enum Place {
    /// The text of a scene.
    Scene {
        at: SceneRef,
        /// Often empty.
        title: String,
        /// The version of the text; for a draft, its base version.
        version: VersionNo,
    },
    /// The synopsis of a scene.
    SceneSynopsis {
        at: SceneRef,
        /// Often empty.
        title: String,
    },
    /// The synopsis of a chapter.
    Chapter { id: ChapterId, title: String },
    /// The summary of a chapter, by a model or the program.
    ChapterSummary { id: ChapterId, title: String },
    /// The synopsis of a volume.
    Volume {
        id: VolumeId,
        /// Empty for the only volume of an undivided novel.
        title: String,
    },
    /// A lore entry.
    Lore {
        id: LoreEntryId,
        title: String,
        /// Whether readers and models must not know it yet.
        secret: bool,
    },
    /// An entity.
    Entity { id: EntityId, title: String },
    /// A field of the bible.
    Bible { id: BibleFieldId, title: String },
    /// A plot thread.
    Thread { id: ThreadId, title: String },
    /// A timeline event.
    Event { id: TimelineEventId, title: String },
}

/// Builds the hits of passages. Passages deleted since they were indexed are omitted.
pub(super) async fn hits(
    library: &Library<'_>,
    index: &Index,
    found: (&[Fused], Option<&Query>),
) -> Result<Vec<Hit>> {
    Ok(placed(library, index, found).await?.into_iter().flatten().collect())
}

/// Builds one item per passage; none for a passage that is omitted.
pub(super) async fn placed(
    library: &Library<'_>,
    index: &Index,
    (found, query): (&[Fused], Option<&Query>),
) -> Result<Vec<Option<Hit>>> {
    let ids: Vec<_> = found.iter().map(|fused| fused.paragraph).collect();
    let passages: HashMap<_, Passage> =
        index.paragraphs(&ids).await?.into_iter().map(|passage| (passage.id, passage)).collect();
    let mut tx = library.project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let mut hits = Vec::with_capacity(found.len());
    for fused in found {
        // A passage found by meaning may contain an excluded word.
        let wanted = |passage: &&Passage| !query.is_some_and(|query| query.leaves_out(&passage.text));
        let passage = passages.get(&fused.paragraph).filter(wanted);
        let place = match passage {
            Some(passage) => place(&mut tx, (&book, passage.source)).await?,
            None => None,
        };
        hits.push(passage.zip(place).map(|(passage, place)| {
            let marks = query.map(|query| query.marks(&passage.text)).unwrap_or_default();
            Hit {
                kind: passage.source.kind.kind(),
                place,
                range: passage.range,
                snippet: snippet(&passage.text, &marks),
                why: Why::of(fused),
            }
        }));
    }
    Ok(hits)
}

/// The location of a source; none if it no longer exists.
async fn place(conn: &mut SqliteConnection, (book, source): (&Book, SourceKey)) -> Result<Option<Place>> {
    let id = source.id;
    Ok(Some(match source.kind {
        SourceKind::Scene => {
            let scene = SceneId::from(id);
            let Some(title) = existing(parts::require(conn, scene).await)?.map(|row| row.record.title) else {
                return Ok(None);
            };
            let Some(working) = readable(conn, scene).await? else { return Ok(None) };
            Place::Scene { at: book.place(scene), title, version: working.version.version }
        }
        SourceKind::SceneSynopsis => {
            let scene = SceneId::from(id);
            match existing(parts::require(conn, scene).await)? {
                Some(row) => Place::SceneSynopsis { at: book.place(scene), title: row.record.title },
                None => return Ok(None),
            }
        }
        SourceKind::ChapterSynopsis | SourceKind::ChapterSummary => {
            match existing(parts::require(conn, ChapterId::from(id)).await)? {
                Some(row) if source.kind == SourceKind::ChapterSummary => {
                    Place::ChapterSummary { id: id.into(), title: row.record.title }
                }
                Some(row) => Place::Chapter { id: id.into(), title: row.record.title },
                None => return Ok(None),
            }
        }
        SourceKind::VolumeSynopsis => match existing(parts::require(conn, VolumeId::from(id)).await)? {
            Some(row) => Place::Volume { id: id.into(), title: row.record.title },
            None => return Ok(None),
        },
        SourceKind::Lore | SourceKind::LoreSecret => {
            match existing(canon::live(conn, LoreEntryId::from(id)).await)? {
                Some(record) => Place::Lore {
                    id: id.into(),
                    title: record.title,
                    secret: source.kind == SourceKind::LoreSecret,
                },
                None => return Ok(None),
            }
        }
        SourceKind::Entity => match existing(canon::live(conn, EntityId::from(id)).await)? {
            Some(record) => Place::Entity { id: id.into(), title: record.name },
            None => return Ok(None),
        },
        SourceKind::Bible => match existing(canon::live(conn, BibleFieldId::from(id)).await)? {
            Some(record) => Place::Bible { id: id.into(), title: record.key },
            None => return Ok(None),
        },
        SourceKind::Thread => match existing(canon::live(conn, ThreadId::from(id)).await)? {
            Some(record) => Place::Thread { id: id.into(), title: record.title },
            None => return Ok(None),
        },
        SourceKind::Event => match existing(canon::live(conn, TimelineEventId::from(id)).await)? {
            Some(record) => Place::Event { id: id.into(), title: record.title },
            None => return Ok(None),
        },
    }))
}

/// Converts missing or damaged records to none, so that the other hits are still shown.
fn existing<T>(found: wenfang_project::Result<T>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(
            wenfang_project::Error::NoPart { .. }
            | wenfang_project::Error::NoScene(_)
            | wenfang_project::Error::Damaged(_),
        ) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
