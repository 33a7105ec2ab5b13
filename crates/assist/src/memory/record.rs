//! The types of a scene's memory, which are also its storage format.

use serde::{Deserialize, Serialize};
use wenfang_story::{ChapterId, EntityId, SceneId, TimelineEventId, Timestamp, VersionNo};
use wenfang_text::CharRange;

use wenfang_recall::search::views::Why;
use wenfang_usecase::{Code, Error};

/// Default number of passages per query.
pub(crate) const TOP_K: usize = 10;

/// What the model that writes a scene must know of earlier events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct SceneMemory {
    /// The id of the novel.
    pub project_id: String,
    pub scene: SceneId,
    /// Index of its chapter in the book, from 0.
    pub chapter_index: usize,
    /// Index of the scene in its chapter, from 0.
    pub scene_index: usize,
    /// Hash of the plan it was retrieved for.
    pub plan_hash: String,
    pub queries_from: QueriesFrom,
    pub queries: MemoryQueries,
    /// The entities in play with their states as of the scene.
    pub entity_states: Vec<EntityMemory>,
    /// Passages of the book, in story order.
    pub relevant_memories: Vec<TextMemory>,
    /// Earlier events, in chronological order.
    pub timeline_context: Vec<EventMemory>,
    /// The parts that failed, with reasons.
    pub degraded: Vec<Degraded>,
    /// Ids of items the author does not want sent.
    pub dropped: Vec<String>,
    pub retrieved_at: Timestamp,
}

impl SceneMemory {
    /// Whether it contains an item.
    pub fn has(&self, id: &str) -> bool {
        self.entity_states.iter().any(|item| item.id == id)
            || self.relevant_memories.iter().any(|item| item.id == id)
            || self.timeline_context.iter().any(|item| item.id == id)
    }

    /// Carries over the dropped items of an earlier memory that are also in this one.
    pub(crate) fn drop_as(&mut self, earlier: &Self) {
        self.dropped = earlier.dropped.iter().filter(|id| self.has(id)).cloned().collect();
    }

    /// Whether an item is sent.
    pub fn keeps(&self, item: &impl MemoryItem) -> bool {
        !self.dropped.iter().any(|dropped| dropped == item.id())
    }
}

/// An item that the author may drop.
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

/// Who chooses the queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum QueriesFrom {
    /// The plan of the scene, with its names and their aliases.
    #[default]
    Plan,
    /// A model that reads the plan.
    Model,
}

/// The queries of a memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct MemoryQueries {
    /// Names of the entities in play.
    pub entities: Vec<String>,
    /// Queries for the text.
    pub queries: Vec<String>,
}

/// An entity in play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct EntityMemory {
    /// Its id in the memory.
    pub id: String,
    /// None if the canon has no entity of this name.
    pub entity: Option<EntityId>,
    pub name: String,
    /// Statements about it as of the scene, one sentence each; none if nothing is known.
    pub state: Option<Vec<String>>,
}

/// A passage of the book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct TextMemory {
    /// Its id in the memory.
    pub id: String,
    /// The scene that contains it.
    pub scene: SceneId,
    pub chapter: Option<ChapterId>,
    pub chapter_title: String,
    /// The version of its text; for a draft, its base version.
    pub version: VersionNo,
    /// Its range in that text.
    pub range: CharRange,
    pub text: String,
    pub why: Why,
    /// Index of the query that ranked it highest.
    pub query: usize,
}

/// An earlier event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct EventMemory {
    /// Its id in the memory.
    pub id: String,
    pub event: TimelineEventId,
    /// In the author's words.
    pub time: String,
    /// Its title and description.
    pub text: String,
}

/// A part of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum MemoryPart {
    /// The queries chosen by a model.
    Queries,
    /// Search by meaning.
    Vectors,
    /// Search as a whole.
    Search,
    /// States of entities.
    Facts,
    /// The timeline.
    Timeline,
    /// Storing the memory.
    Storage,
}

/// A part that failed or is incomplete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Degraded {
    pub part: MemoryPart,
    #[serde(flatten)]
    pub why: DegradedWhy,
}

impl Degraded {
    /// The entry for a part that failed.
    pub(crate) fn failed(part: MemoryPart, error: &Error) -> Self {
        let why = match error.code {
            Code::NoModel => DegradedWhy::NoModel,
            Code::ConsentNeeded => DegradedWhy::ConsentNeeded,
            _ => DegradedWhy::Failed { message: error.message.clone() },
        };
        Self { part, why }
    }
}

/// Why a part of a memory failed or is incomplete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum DegradedWhy {
    /// No model is set up.
    NoModel,
    /// The author has not agreed to send text to the model's host.
    ConsentNeeded,
    /// The model returned no query.
    NothingNamed,
    /// The model's answer is incomplete.
    Unfinished,
    /// Texts are not indexed yet.
    NotIndexed { texts: usize },
    /// An error occurred.
    Failed { message: String },
}
