//! What a scene's memory holds. It is stored as it stands here.

use serde::{Deserialize, Serialize};
use wenfang_story::{ChapterId, EntityId, SceneId, TimelineEventId, Timestamp, VersionNo};
use wenfang_text::CharRange;

use crate::error::{Code, Error};
use crate::search::views::Why;

/// Passages that a query brings when nobody says how many.
pub(super) const TOP_K: usize = 10;

/// What the model that writes a scene must know of what came before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct SceneMemory {
    /// The id of the novel.
    pub project_id: String,
    /// The scene.
    pub scene: SceneId,
    /// Its chapter in the book, from 0.
    pub chapter_index: usize,
    /// Its place among the scenes of the chapter, from 0.
    pub scene_index: usize,
    /// Stands for the plan it was retrieved for.
    pub plan_hash: String,
    /// Who said what to look for.
    pub queries_from: QueriesFrom,
    /// What was looked for.
    pub queries: MemoryQueries,
    /// Who and what is in play, and what is so of them in the scene.
    pub entity_states: Vec<EntityMemory>,
    /// Passages of the book, in the order they are told.
    pub relevant_memories: Vec<TextMemory>,
    /// What happened before, in the order of the story.
    pub timeline_context: Vec<EventMemory>,
    /// What could not be looked up, and why.
    pub degraded: Vec<Degraded>,
    /// Items the author does not want sent.
    pub dropped: Vec<String>,
    /// When it was retrieved.
    pub retrieved_at: Timestamp,
}

impl SceneMemory {
    /// Whether it holds an item.
    pub fn has(&self, id: &str) -> bool {
        self.entity_states.iter().any(|item| item.id == id)
            || self.relevant_memories.iter().any(|item| item.id == id)
            || self.timeline_context.iter().any(|item| item.id == id)
    }

    /// Drops what was dropped of an earlier memory and is in this one too.
    pub(crate) fn drop_as(&mut self, earlier: &Self) {
        self.dropped = earlier.dropped.iter().filter(|id| self.has(id)).cloned().collect();
    }

    /// Whether an item is to be sent.
    pub fn keeps(&self, item: &impl MemoryItem) -> bool {
        !self.dropped.iter().any(|dropped| dropped == item.id())
    }
}

/// Something that the author may drop.
pub trait MemoryItem {
    /// Its id in the memory.
    fn id(&self) -> &str;
}

macro_rules! items {
    ($($item:ident)*) => {$(
        impl MemoryItem for $item {
            fn id(&self) -> &str {
                &self.id
            }
        }
    )*};
}
items!(EntityMemory TextMemory EventMemory);

/// Who says what to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum QueriesFrom {
    /// The plan of the scene, with the names in it and their aliases.
    #[default]
    Plan,
    /// A model that reads the plan.
    Model,
}

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct MemoryQueries {
    /// Who and what is in play, by name.
    pub entities: Vec<String>,
    /// Questions to the text.
    pub queries: Vec<String>,
}

/// Who or what is in play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct EntityMemory {
    /// Its id in the memory.
    pub id: String,
    /// The entity; none where nobody entered one of this name.
    pub entity: Option<EntityId>,
    /// What it is called.
    pub name: String,
    /// What is so of it in the scene, a sentence each; none where nothing is known.
    pub state: Option<Vec<String>>,
}

/// A passage of the book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct TextMemory {
    /// Its id in the memory.
    pub id: String,
    /// The scene that tells it.
    pub scene: SceneId,
    /// Its chapter.
    pub chapter: Option<ChapterId>,
    /// The title of that.
    pub chapter_title: String,
    /// The version of its text; of a draft the one it was begun from.
    pub version: VersionNo,
    /// Where in that text.
    pub range: CharRange,
    /// The words.
    pub text: String,
    /// Why it was found.
    pub why: Why,
    /// The query that found it best, by its number.
    pub query: usize,
}

/// What happened before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct EventMemory {
    /// Its id in the memory.
    pub id: String,
    /// The event.
    pub event: TimelineEventId,
    /// When, in the author's words.
    pub time: String,
    /// What happened.
    pub text: String,
}

/// A part of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum MemoryPart {
    /// What to look for, said by a model.
    Queries,
    /// Search by meaning.
    Vectors,
    /// Search altogether.
    Search,
    /// States of entities.
    Facts,
    /// The timeline.
    Timeline,
}

/// A part that could not be done, or not as well as it might.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Degraded {
    /// Which part.
    pub part: MemoryPart,
    /// Why.
    #[serde(flatten)]
    pub why: DegradedWhy,
}

impl Degraded {
    /// A part that failed.
    pub(super) fn failed(part: MemoryPart, error: &Error) -> Self {
        let why = match error.code {
            Code::NoModel => DegradedWhy::NoModel,
            Code::ConsentNeeded => DegradedWhy::ConsentNeeded,
            _ => DegradedWhy::Failed { message: error.message.clone() },
        };
        Self { part, why }
    }
}

/// Why a part of a memory could not be done, or not as well as it might.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum DegradedWhy {
    /// No model is set up.
    NoModel,
    /// The author has not agreed to send text to the model's host.
    ConsentNeeded,
    /// The model named nothing to look for.
    NothingNamed,
    /// The model's answer did not come to its end.
    Unfinished,
    /// Texts are not in the index yet.
    NotIndexed {
        /// How many.
        texts: usize,
    },
    /// It failed.
    Failed {
        /// What was said of it.
        message: String,
    },
}
