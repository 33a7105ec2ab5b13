//! Sources of context pieces.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use wenfang_story::{
    ArtifactId, BibleFieldId, ChapterId, EntityId, FactId, LoreEntryId, RelationId, SceneId, ThreadId,
    TimelineEventId, VersionNo,
};
use wenfang_text::CharRange;

/// The source of a context piece. Names and titles are for display; they do not identify the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(rename = "ContextSource")]
pub enum Source {
    /// The author's instruction.
    Instruction,
    ScenePlan {
        scene: SceneId,
    },
    /// The text being worked on.
    Selection {
        scene: SceneId,
        version: VersionNo,
        range: CharRange,
    },
    /// The text before the caret or the selection.
    TextBefore {
        scene: SceneId,
        version: VersionNo,
        range: CharRange,
    },
    /// The text after the caret or the selection.
    TextAfter {
        scene: SceneId,
        version: VersionNo,
        range: CharRange,
    },
    /// The whole text of an earlier scene.
    PreviousScene {
        scene: SceneId,
        version: VersionNo,
    },
    BibleField {
        id: BibleFieldId,
        key: String,
    },
    LoreEntry {
        id: LoreEntryId,
        title: String,
    },
    /// The state of an entity in the scene.
    EntityState {
        id: EntityId,
        name: String,
    },
    Fact {
        id: FactId,
    },
    Relation {
        id: RelationId,
    },
    Thread {
        id: ThreadId,
        title: String,
    },
    /// A timeline event.
    Event {
        id: TimelineEventId,
        title: String,
    },
    /// The summary of everything up to the end of a chapter.
    StorySoFar {
        /// The last chapter included.
        chapter: ChapterId,
    },
    Summary {
        chapter: ChapterId,
    },
    /// A passage retrieved because it is similar to the text to be written.
    Passage {
        scene: SceneId,
        version: VersionNo,
        range: CharRange,
    },
    /// A version of an artifact.
    Artifact {
        id: ArtifactId,
        name: String,
        version: i64,
    },
    /// What a step before the generation offered.
    Step {
        /// The number of the step in its profile, from 0.
        number: u32,
        /// The number of the offer among those of the step, from 0.
        offer: u32,
        /// The id of the step.
        title: String,
    },
}

/// A passage of one version of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextRange {
    pub scene: SceneId,
    pub version: VersionNo,
    pub range: CharRange,
}

/// The identity of a source and a total order of sources: kind, id, version, start, end.
pub(crate) type Identity = (u8, i64, i64, usize, usize);

impl Source {
    /// Whether both are the same source, regardless of names.
    pub fn is_same(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    /// The role of a source in a pack: its identity, except that text around a caret and the previous scene have the
    /// same role in every version and range.
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

    /// The passage of the source; `None` if it is not text of a scene. A whole scene is `0..characters`.
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
            Self::Artifact { id, version, .. } => (16, id.get(), *version, 0, 0),
            Self::Step { number, offer, .. } => (17, i64::from(*number), i64::from(*offer), 0, 0),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::BibleField { key: name, .. }
            | Self::LoreEntry { title: name, .. }
            | Self::EntityState { name, .. }
            | Self::Thread { title: name, .. }
            | Self::Event { title: name, .. }
            | Self::Artifact { name, .. }
            | Self::Step { title: name, .. } => name,
            _ => "",
        }
    }
}

/// Ordered by identity, then by name: total and stable.
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

/// Ordered by scene, version, start, end.
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
