//! The sources of indexed texts.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wenfang_text::ContentHash;

/// A kind of text, as the author sees and filters it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "SearchKind")]
pub enum Kind {
    /// The text of the novel.
    Text,
    /// The world of the novel: lore, entities, bible.
    Lore,
    /// Synopses of parts.
    Summary,
    /// Notes: threads, events.
    Note,
}

/// The kind of text, without the part or record it belongs to.
///
/// The numbers are stored and never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "SearchSourceKind")]
pub enum SourceKind {
    /// The text of a scene.
    Scene,
    /// The synopsis of a scene; a separate source from the scene's text.
    SceneSynopsis,
    /// The synopsis of a chapter.
    ChapterSynopsis,
    /// The synopsis of a volume.
    VolumeSynopsis,
    Lore,
    /// The secrets of a lore entry.
    LoreSecret,
    Entity,
    Bible,
    Thread,
    Event,
    /// The summary of a chapter, by a model or the program.
    ChapterSummary,
}

impl SourceKind {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Scene,
        Self::SceneSynopsis,
        Self::ChapterSynopsis,
        Self::VolumeSynopsis,
        Self::Lore,
        Self::LoreSecret,
        Self::Entity,
        Self::Bible,
        Self::Thread,
        Self::Event,
        Self::ChapterSummary,
    ];

    /// The kind that the author sees.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Scene => Kind::Text,
            Self::SceneSynopsis | Self::ChapterSynopsis | Self::VolumeSynopsis | Self::ChapterSummary => {
                Kind::Summary
            }
            Self::Lore | Self::LoreSecret | Self::Entity | Self::Bible => Kind::Lore,
            Self::Thread | Self::Event => Kind::Note,
        }
    }

    /// Whether the id of such a source is a scene id.
    pub const fn is_of_scene(self) -> bool {
        matches!(self, Self::Scene | Self::SceneSynopsis)
    }

    /// The stored number.
    pub(crate) const fn code(self) -> i64 {
        match self {
            Self::Scene => 0,
            Self::SceneSynopsis => 1,
            Self::ChapterSynopsis => 2,
            Self::VolumeSynopsis => 3,
            Self::Lore => 4,
            Self::LoreSecret => 5,
            Self::Entity => 6,
            Self::Bible => 7,
            Self::Thread => 8,
            Self::Event => 9,
            Self::ChapterSummary => 10,
        }
    }

    /// The kind with a stored number.
    pub(crate) fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// The key of a source: a text of the project that is indexed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "SearchSourceKey")]
pub struct SourceKey {
    pub kind: SourceKind,
    /// The id of its part or record.
    pub id: i64,
}

/// A text to index.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    pub key: SourceKey,
    /// Identifies the state of the text, usually its hash; returned by [`Index::sources`](crate::Index::sources). A
    /// source whose stamp equals the one in the index is skipped.
    pub stamp: ContentHash,
    pub text: &'t str,
}

impl<'t> Source<'t> {
    /// A source whose stamp is the hash of its text.
    pub fn new(key: SourceKey, text: &'t str) -> Self {
        Self { key, stamp: ContentHash::of(text.as_bytes()), text }
    }
}

/// The id of a paragraph in the index. It never changes while the text of the paragraph stays the same, and is
/// never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[serde(transparent)]
pub struct ParagraphId(pub i64);

/// The sources that a search covers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All sources.
    #[default]
    Everything,
    /// These sources; those that are not indexed are ignored.
    Sources(Arc<HashSet<SourceKey>>),
}

impl Scope {
    /// The scope of some sources.
    pub fn sources(keys: impl IntoIterator<Item = SourceKey>) -> Self {
        Self::Sources(Arc::new(keys.into_iter().collect()))
    }

    /// Whether the scope includes a source.
    pub fn contains(&self, key: &SourceKey) -> bool {
        match self {
            Self::Everything => true,
            Self::Sources(keys) => keys.contains(key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_kinds_are_read_back() {
        for (code, kind) in (0..).zip(SourceKind::ALL) {
            assert_eq!((kind.code(), SourceKind::from_code(code)), (code, Some(kind)));
        }
        assert_eq!(SourceKind::from_code(11), None);
    }
}
