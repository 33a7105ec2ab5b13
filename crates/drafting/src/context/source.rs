//! Where a piece of context comes from.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use wenfang_story::{
    BibleFieldId, ChapterId, EntityId, FactId, LoreEntryId, RelationId, SceneId, ThreadId, TimelineEventId,
    VersionNo,
};
use wenfang_text::CharRange;

/// Where a piece of context comes from. Names and titles are for people: they say nothing about which thing it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(rename = "ContextSource")]
pub enum Source {
    /// What the author asks for.
    Instruction,
    /// The plan of a scene.
    ScenePlan {
        /// The scene.
        scene: SceneId,
    },
    /// The text that is to be worked on.
    Selection {
        /// The scene.
        scene: SceneId,
        /// The version of its text.
        version: VersionNo,
        /// Where in that text.
        range: CharRange,
    },
    /// The text before the caret or the selection.
    TextBefore {
        /// The scene.
        scene: SceneId,
        /// The version of its text.
        version: VersionNo,
        /// Where in that text.
        range: CharRange,
    },
    /// The text behind the caret or the selection.
    TextAfter {
        /// The scene.
        scene: SceneId,
        /// The version of its text.
        version: VersionNo,
        /// Where in that text.
        range: CharRange,
    },
    /// The whole text of a scene told before.
    PreviousScene {
        /// The scene.
        scene: SceneId,
        /// The version of its text.
        version: VersionNo,
    },
    /// A bible field.
    BibleField {
        /// The field.
        id: BibleFieldId,
        /// Its key.
        key: String,
    },
    /// A lore entry.
    LoreEntry {
        /// The entry.
        id: LoreEntryId,
        /// Its title.
        title: String,
    },
    /// What is so of an entity in the scene.
    EntityState {
        /// The entity.
        id: EntityId,
        /// Its name.
        name: String,
    },
    /// A fact.
    Fact {
        /// The fact.
        id: FactId,
    },
    /// A relation.
    Relation {
        /// The relation.
        id: RelationId,
    },
    /// A plot thread.
    Thread {
        /// The thread.
        id: ThreadId,
        /// Its title.
        title: String,
    },
    /// An event of the timeline.
    Event {
        /// The event.
        id: TimelineEventId,
        /// What happened.
        title: String,
    },
    /// The summary of all that happened up to the end of a chapter.
    StorySoFar {
        /// The last chapter in it.
        chapter: ChapterId,
    },
    /// The summary of a chapter.
    Summary {
        /// The chapter.
        chapter: ChapterId,
    },
    /// A passage that was found because it is like what is to be written.
    Passage {
        /// The scene.
        scene: SceneId,
        /// The version of its text.
        version: VersionNo,
        /// Where in that text.
        range: CharRange,
    },
}

/// A passage of one version of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextRange {
    /// The scene.
    pub scene: SceneId,
    /// The version of its text.
    pub version: VersionNo,
    /// Where in that text.
    pub range: CharRange,
}

/// Which thing a source is, and a total order of all things: kind, id, version, start, end.
pub(crate) type Identity = (u8, i64, i64, usize, usize);

impl Source {
    /// Whether both are the same thing, whatever it is called.
    pub fn is_same(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    /// Which part it plays in a pack: its identity, but the text around a caret and the scene before it play the same
    /// part whatever their version and range.
    pub(crate) fn part_played(&self) -> Identity {
        let identity = self.identity();
        match self {
            Self::Selection { .. }
            | Self::TextBefore { .. }
            | Self::TextAfter { .. }
            | Self::PreviousScene { .. } => (identity.0, identity.1, 0, 0, 0),
            _ => identity,
        }
    }

    /// The passage it is; `None` for what is no text of a scene. The whole of a scene is `0..characters`.
    pub(super) fn text_range(&self, characters: usize) -> Option<TextRange> {
        match *self {
            Self::Selection { scene, version, range }
            | Self::TextBefore { scene, version, range }
            | Self::TextAfter { scene, version, range }
            | Self::Passage { scene, version, range } => Some(TextRange { scene, version, range }),
            Self::PreviousScene { scene, version } => {
                Some(TextRange { scene, version, range: CharRange::new(0, characters) })
            }
            _ => None,
        }
    }

    pub(super) fn identity(&self) -> Identity {
        let thing = |kind: u8, id: i64| (kind, id, 0, 0, 0);
        let passage = |kind: u8, scene: &SceneId, version: &VersionNo, range: &CharRange| {
            (kind, scene.get(), version.get(), range.start().get(), range.end().get())
        };
        match self {
            Self::Instruction => thing(0, 0),
            Self::ScenePlan { scene } => thing(1, scene.get()),
            Self::Selection { scene, version, range } => passage(2, scene, version, range),
            Self::TextBefore { scene, version, range } => passage(3, scene, version, range),
            Self::TextAfter { scene, version, range } => passage(4, scene, version, range),
            Self::PreviousScene { scene, version } => (5, scene.get(), version.get(), 0, 0),
            Self::BibleField { id, .. } => thing(6, id.get()),
            Self::LoreEntry { id, .. } => thing(7, id.get()),
            Self::EntityState { id, .. } => thing(8, id.get()),
            Self::Fact { id } => thing(9, id.get()),
            Self::Relation { id } => thing(10, id.get()),
            Self::Thread { id, .. } => thing(11, id.get()),
            Self::StorySoFar { chapter } => thing(12, chapter.get()),
            Self::Summary { chapter } => thing(13, chapter.get()),
            Self::Passage { scene, version, range } => passage(14, scene, version, range),
            Self::Event { id, .. } => thing(15, id.get()),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::BibleField { key: name, .. }
            | Self::LoreEntry { title: name, .. }
            | Self::EntityState { name, .. }
            | Self::Thread { title: name, .. }
            | Self::Event { title: name, .. } => name,
            _ => "",
        }
    }
}

/// By identity, then by name: total and stable.
impl Ord for Source {
    fn cmp(&self, other: &Self) -> Ordering {
        self.identity().cmp(&other.identity()).then_with(|| self.name().cmp(other.name()))
    }
}

impl PartialOrd for Source {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl TextRange {
    fn key(self) -> (SceneId, VersionNo, usize, usize) {
        (self.scene, self.version, self.range.start().get(), self.range.end().get())
    }
}

/// By scene, version, start, end.
impl Ord for TextRange {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for TextRange {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
