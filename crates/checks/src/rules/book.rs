//! The input of the rules: the scenes of a book, with its canon.

use wenfang_story::canon::{
    BibleFieldRecord, EntityRecord, FactRecord, LoreRecord, RelationRecord, ThreadAnchorRecord, ThreadRecord,
    TimelineEventRecord,
};
use wenfang_story::{
    BibleFieldId, ChapterId, EntityId, FactId, LoreEntryId, RelationId, SceneId, ScenePlan, ThreadAnchorId,
    ThreadId, TimelineEventId,
};
use wenfang_text::NovelLanguage;

/// A book to be checked.
#[derive(Clone, Debug, Default)]
pub struct Book<'a> {
    /// The language that the author chose; detected by script if unknown.
    pub language: Option<NovelLanguage>,
    /// The scenes, in telling order.
    pub scenes: Vec<Scene<'a>>,
    pub canon: Canon<'a>,
    /// Words the author forbade, in addition to those in the bible.
    pub forbidden: &'a [String],
}

/// A scene of a book, with its plan and target.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub id: SceneId,
    pub chapter: ChapterId,
    pub text: &'a str,
    /// The plan of the scene.
    pub plan: Option<&'a ScenePlan>,
    /// The target length: in words in an English novel, otherwise in characters (`standard` rule).
    pub target: Option<u32>,
}

/// A thread with its anchors.
pub type AnchoredThread = (ThreadId, ThreadRecord, Vec<(ThreadAnchorId, ThreadAnchorRecord)>);

/// The canon that texts are checked against, without removed items.
#[derive(Clone, Copy, Debug, Default)]
pub struct Canon<'a> {
    pub bible: &'a [(BibleFieldId, BibleFieldRecord)],
    pub lore: &'a [(LoreEntryId, LoreRecord)],
    pub entities: &'a [(EntityId, EntityRecord)],
    pub relations: &'a [(RelationId, RelationRecord)],
    pub facts: &'a [(FactId, FactRecord)],
    pub threads: &'a [AnchoredThread],
    pub events: &'a [(TimelineEventId, TimelineEventRecord)],
}

impl Canon<'_> {
    /// Returns a field of the bible; `None` if it is missing or blank.
    pub(super) fn bible_field(&self, key: &str) -> Option<(BibleFieldId, &str)> {
        let field = self.bible.iter().find(|(_, field)| field.key == key)?;
        Some((field.0, field.1.value.as_str())).filter(|(_, value)| !value.trim().is_empty())
    }
}
