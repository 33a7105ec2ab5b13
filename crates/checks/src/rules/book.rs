//! What is checked: the scenes of a book with what the author knows about it.

use wenfang_story::canon::{
    BibleFieldRecord, EntityRecord, FactRecord, LoreRecord, RelationRecord, ThreadAnchorRecord, ThreadRecord,
    TimelineEventRecord,
};
use wenfang_story::{
    BibleFieldId, ChapterId, EntityId, FactId, LoreEntryId, RelationId, SceneId, ScenePlan, ThreadAnchorId,
    ThreadId, TimelineEventId,
};

/// A book as rules see it.
#[derive(Clone, Debug, Default)]
pub struct Book<'a> {
    /// Its scenes as they are told.
    pub scenes: Vec<Scene<'a>>,
    /// What the author knows about it.
    pub canon: Canon<'a>,
    /// Words the author forbade, beside those of the bible.
    pub forbidden: &'a [String],
}

/// A scene.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Which.
    pub id: SceneId,
    /// The chapter it is in.
    pub chapter: ChapterId,
    /// What it says.
    pub text: &'a str,
    /// What it was written from.
    pub plan: Option<&'a ScenePlan>,
    /// How long it should be, in 字 by the standard rule.
    pub target: Option<u32>,
}

/// A thread with its anchors.
pub type AnchoredThread = (ThreadId, ThreadRecord, Vec<(ThreadAnchorId, ThreadAnchorRecord)>);

/// The canon that texts are held against. Items that the author took away are not in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Canon<'a> {
    /// Bible fields.
    pub bible: &'a [(BibleFieldId, BibleFieldRecord)],
    /// Lore entries.
    pub lore: &'a [(LoreEntryId, LoreRecord)],
    /// Entities.
    pub entities: &'a [(EntityId, EntityRecord)],
    /// Relations.
    pub relations: &'a [(RelationId, RelationRecord)],
    /// Facts.
    pub facts: &'a [(FactId, FactRecord)],
    /// Threads with their anchors.
    pub threads: &'a [AnchoredThread],
    /// Timeline events.
    pub events: &'a [(TimelineEventId, TimelineEventRecord)],
}

impl Canon<'_> {
    /// What a standard or own field of the bible says; nothing when it is not there.
    pub(super) fn bible_field(&self, key: &str) -> Option<(BibleFieldId, &str)> {
        let field = self.bible.iter().find(|(_, field)| field.key == key)?;
        Some((field.0, field.1.value.as_str())).filter(|(_, value)| !value.trim().is_empty())
    }
}
