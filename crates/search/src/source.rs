//! Where indexed texts come from.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wenfang_text::ContentHash;

/// What kind of text it is, as an author thinks of it and filters by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "SearchKind")]
pub enum Kind {
    /// The text of the novel.
    Text,
    /// What is known about its world: lore, entities, bible.
    Lore,
    /// What a part is about.
    Summary,
    /// What the author keeps in mind: threads, events.
    Note,
}

/// Which text of the project it is, without saying of which part or record.
///
/// The numbers are stored; they never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "SearchSourceKind")]
pub enum SourceKind {
    /// The text of a scene.
    Scene,
    /// What a scene is about; a source of its own beside the scene's text.
    SceneSynopsis,
    /// What a chapter is about.
    ChapterSynopsis,
    /// What a volume is about.
    VolumeSynopsis,
    /// A lore entry.
    Lore,
    /// The secrets of a lore entry.
    LoreSecret,
    /// An entity.
    Entity,
    /// A bible field.
    Bible,
    /// A plot thread.
    Thread,
    /// A timeline event.
    Event,
}

impl SourceKind {
    /// Every kind of source, each once.
    pub const ALL: [Self; 10] = [
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
    ];

    /// What an author takes it for.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Scene => Kind::Text,
            Self::SceneSynopsis | Self::ChapterSynopsis | Self::VolumeSynopsis => Kind::Summary,
            Self::Lore | Self::LoreSecret | Self::Entity | Self::Bible => Kind::Lore,
            Self::Thread | Self::Event => Kind::Note,
        }
    }

    /// Whether the id of such a source is that of a scene.
    pub const fn is_of_scene(self) -> bool {
        matches!(self, Self::Scene | Self::SceneSynopsis)
    }

    /// The number it is stored as.
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
        }
    }

    /// The kind that is stored as `code`.
    pub(crate) fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// The name of a source: a text of the project that is indexed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "SearchSourceKey")]
pub struct SourceKey {
    /// Which text.
    pub kind: SourceKind,
    /// The part or record it belongs to.
    pub id: i64,
}

/// A text that is to be indexed.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    /// Its name.
    pub key: SourceKey,
    /// What tells one state of the text from another, usually its hash; [`Index::sources`](crate::Index::sources)
    /// answers it again. A source whose stamp is the one in the index is not looked at.
    pub stamp: ContentHash,
    /// The whole text.
    pub text: &'t str,
}

impl<'t> Source<'t> {
    /// A source whose stamp is the hash of its text.
    pub fn new(key: SourceKey, text: &'t str) -> Self {
        Self { key, stamp: ContentHash::of(text.as_bytes()), text }
    }
}

/// A paragraph of the index. Its number is never given to another paragraph, and it stays the paragraph's as long as
/// its words stay the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[serde(transparent)]
pub struct ParagraphId(pub i64);

/// Which sources a search looks through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    #[default]
    Everything,
    /// These; those that are not indexed are passed over.
    Sources(Arc<HashSet<SourceKey>>),
}

impl Scope {
    /// The scope of some sources.
    pub fn sources(keys: impl IntoIterator<Item = SourceKey>) -> Self {
        Self::Sources(Arc::new(keys.into_iter().collect()))
    }

    /// Whether a source is looked through.
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
    fn a_kind_is_read_back_as_it_was_stored() {
        for (code, kind) in (0..).zip(SourceKind::ALL) {
            assert_eq!((kind.code(), SourceKind::from_code(code)), (code, Some(kind)));
        }
        assert_eq!(SourceKind::from_code(10), None);
    }
}
