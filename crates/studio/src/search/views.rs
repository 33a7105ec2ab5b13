//! What was found, as it is shown: where it stands, the words around it, and why it was found.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::{canon, parts};
use wenfang_search::{Fused, Index, Kind, Passage, Query, Snippet, SourceKey, SourceKind, snippet};
use wenfang_story::{
    BibleFieldId, ChapterId, EntityId, LoreEntryId, SceneId, ThreadId, TimelineEventId, VersionNo, VolumeId,
};
use wenfang_text::CharRange;

use crate::canon::books::{Book, SceneRef};
use crate::drafting::Session;
use crate::error::Result;
use crate::find::readable;

/// A passage that was found.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "SearchHit")]
pub struct Hit {
    /// What kind of text it is.
    pub kind: Kind,
    /// Where it stands.
    pub place: Place,
    /// Where in that text; of a scene, in its working text.
    pub range: CharRange,
    /// The words around what was found.
    pub snippet: Snippet,
    /// Why it was found.
    pub why: Why,
}

/// Why something was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
#[ts(rename = "SearchWhy")]
pub struct Why {
    /// Its rank among what holds the words, from 1.
    pub words: Option<usize>,
    /// Its rank among what is near in meaning, from 1.
    pub meaning: Option<usize>,
    /// How near it is in meaning: a cosine, to compare hits of one search, not of two models.
    pub similarity: Option<f32>,
}

impl Why {
    pub(super) const fn of(fused: &Fused) -> Self {
        Self { words: fused.words, meaning: fused.meaning, similarity: fused.similarity }
    }

    /// The better of its two ranks; the last of all where it has none.
    pub(crate) fn best(&self) -> usize {
        let ranks = [self.words, self.meaning];
        ranks.into_iter().flatten().min().unwrap_or(usize::MAX)
    }
}

/// Where a text stands.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
#[serde(tag = "of", rename_all = "snake_case")]
#[ts(rename = "SearchPlace")]
pub enum Place {
    /// The text of a scene.
    Scene {
        /// The scene, in the book.
        at: SceneRef,
        /// Its title; often empty.
        title: String,
        /// The version of the text; of a draft the one it was begun from.
        version: VersionNo,
    },
    /// What a scene is about.
    SceneSynopsis {
        /// The scene, in the book.
        at: SceneRef,
        /// Its title; often empty.
        title: String,
    },
    /// What a chapter is about.
    Chapter {
        /// The chapter.
        id: ChapterId,
        /// Its title.
        title: String,
    },
    /// What a volume is about.
    Volume {
        /// The volume.
        id: VolumeId,
        /// Its title; empty for the one volume of an undivided novel.
        title: String,
    },
    /// A lore entry.
    Lore {
        /// The entry.
        id: LoreEntryId,
        /// Its title.
        title: String,
        /// Whether it is what readers and models are not to know yet.
        secret: bool,
    },
    /// An entity.
    Entity {
        /// The entity.
        id: EntityId,
        /// Its name.
        title: String,
    },
    /// A bible field.
    Bible {
        /// The field.
        id: BibleFieldId,
        /// Its key.
        title: String,
    },
    /// A plot thread.
    Thread {
        /// The thread.
        id: ThreadId,
        /// Its title.
        title: String,
    },
    /// A timeline event.
    Event {
        /// The event.
        id: TimelineEventId,
        /// Its title.
        title: String,
    },
}

/// What was found, read and placed. What left the project since it was indexed is left out.
pub(super) async fn hits(
    session: &Session,
    index: &Index,
    found: (&[Fused], Option<&Query>),
) -> Result<Vec<Hit>> {
    Ok(placed(session, index, found).await?.into_iter().flatten().collect())
}

/// The same, with a gap for each that is left out.
pub(super) async fn placed(
    session: &Session,
    index: &Index,
    (found, query): (&[Fused], Option<&Query>),
) -> Result<Vec<Option<Hit>>> {
    let ids: Vec<_> = found.iter().map(|fused| fused.paragraph).collect();
    let passages: HashMap<_, Passage> =
        index.paragraphs(&ids).await?.into_iter().map(|passage| (passage.id, passage)).collect();
    let mut tx = session.project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let mut hits = Vec::with_capacity(found.len());
    for fused in found {
        // What is near in meaning may hold a word that was to be left out.
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

/// Where a source stands; none when it is there no more.
async fn place(conn: &mut SqliteConnection, (book, source): (&Book, SourceKey)) -> Result<Option<Place>> {
    let id = source.id;
    Ok(Some(match source.kind {
        SourceKind::Scene => {
            let scene = SceneId::from(id);
            let Some(title) = gone(parts::require(conn, scene).await)?.map(|row| row.record.title) else {
                return Ok(None);
            };
            let Some(working) = readable(conn, scene).await? else { return Ok(None) };
            Place::Scene { at: book.place(scene), title, version: working.version.version }
        }
        SourceKind::SceneSynopsis => {
            let scene = SceneId::from(id);
            match gone(parts::require(conn, scene).await)? {
                Some(row) => Place::SceneSynopsis { at: book.place(scene), title: row.record.title },
                None => return Ok(None),
            }
        }
        SourceKind::ChapterSynopsis => match gone(parts::require(conn, ChapterId::from(id)).await)? {
            Some(row) => Place::Chapter { id: id.into(), title: row.record.title },
            None => return Ok(None),
        },
        SourceKind::VolumeSynopsis => match gone(parts::require(conn, VolumeId::from(id)).await)? {
            Some(row) => Place::Volume { id: id.into(), title: row.record.title },
            None => return Ok(None),
        },
        SourceKind::Lore | SourceKind::LoreSecret => {
            match gone(canon::live(conn, LoreEntryId::from(id)).await)? {
                Some(record) => Place::Lore {
                    id: id.into(),
                    title: record.title,
                    secret: source.kind == SourceKind::LoreSecret,
                },
                None => return Ok(None),
            }
        }
        SourceKind::Entity => match gone(canon::live(conn, EntityId::from(id)).await)? {
            Some(record) => Place::Entity { id: id.into(), title: record.name },
            None => return Ok(None),
        },
        SourceKind::Bible => match gone(canon::live(conn, BibleFieldId::from(id)).await)? {
            Some(record) => Place::Bible { id: id.into(), title: record.key },
            None => return Ok(None),
        },
        SourceKind::Thread => match gone(canon::live(conn, ThreadId::from(id)).await)? {
            Some(record) => Place::Thread { id: id.into(), title: record.title },
            None => return Ok(None),
        },
        SourceKind::Event => match gone(canon::live(conn, TimelineEventId::from(id)).await)? {
            Some(record) => Place::Event { id: id.into(), title: record.title },
            None => return Ok(None),
        },
    }))
}

/// What is there; none for what is there no more, or is damaged: the rest is shown all the same.
fn gone<T>(found: wenfang_project::Result<T>) -> Result<Option<T>> {
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
