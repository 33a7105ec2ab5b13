//! The schema of a sample's JSON file. Times are in hours before the sample is created; a place is `[chapter, scene]`,
//! both from 1.

use serde::Deserialize;
use wenfang_story::canon::{AnchorRole, Modality};
use wenfang_story::check::Rule;
use wenfang_story::{Status, VersionNo};
use wenfang_text::NovelLanguage;

use wenfang_canon::bible::SetBibleField;
use wenfang_canon::graph::SaveEntity;
use wenfang_canon::lore::SaveLoreEntry;
use wenfang_canon::spelling::words::SpellingWord;
use wenfang_manuscript::plans::PlanChange;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Data {
    pub title: String,
    pub author: String,
    pub language: NovelLanguage,
    /// When the novel was started, with bible, lore and entities, in hours ago.
    pub begun: u32,
    /// Words of the novel's own dictionary: those that English dictionaries of another country lack.
    #[serde(default)]
    pub dictionary: Vec<SpellingWord>,
    pub bible: Vec<SetBibleField>,
    pub lore: Vec<SaveLoreEntry>,
    pub entities: Vec<SaveEntity>,
    pub relations: Vec<Relation>,
    /// In writing order, because a fact that replaces others ends the earlier ones.
    pub facts: Vec<Fact>,
    pub threads: Vec<Thread>,
    pub events: Vec<Event>,
    /// The same numbers of chapters and scenes as in the Markdown file.
    pub chapters: Vec<Chapter>,
    pub branch: Branch,
    pub checkpoint: Checkpoint,
    /// Rules to enable in addition to the defaults.
    pub rules: Vec<Rule>,
    pub waive: Waive,
}

/// A scene, by chapter and index within the chapter.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Place(pub usize, pub usize);

/// A quote from the finished text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Quote {
    pub scene: Place,
    pub quote: String,
}

/// `from` is the `kind` of `to`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Relation {
    pub from: String,
    pub to: String,
    pub kind: String,
    pub since: Option<Place>,
    pub proof: Option<Quote>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fact {
    pub subject: String,
    pub predicate: String,
    pub object: Value,
    pub since: Option<Place>,
    #[serde(default)]
    pub replaces: bool,
    pub modality: Option<Modality>,
    pub proof: Option<Quote>,
}

/// A text, or the name of an entity.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Value {
    Text(String),
    Entity(String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Thread {
    pub title: String,
    pub description: String,
    /// Number of chapters after which it is overdue.
    pub due_after: u32,
    pub passages: Vec<ThreadPassage>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThreadPassage {
    pub role: AnchorRole,
    pub scene: Place,
    pub quote: String,
    /// For a payoff: whether it resolves the thread completely.
    pub whole: Option<bool>,
    #[serde(default)]
    pub note: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Event {
    pub title: String,
    #[serde(default)]
    pub description: String,
    pub time: String,
    /// The time for sorting; derived from `time` when absent.
    pub key: Option<String>,
    pub place: String,
    pub participants: Vec<String>,
    /// The scene that tells it.
    pub scene: Option<Place>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chapter {
    /// When it was started, in hours ago.
    pub begun: u32,
    pub target: u32,
    pub synopsis: String,
    pub goal: String,
    /// Completed chapters are run through the completion workflow.
    #[serde(default)]
    pub status: Status,
    pub scenes: Vec<Scene>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scene {
    #[serde(default)]
    pub title: String,
    pub synopsis: Option<String>,
    pub plan: Option<PlanChange>,
    /// Earlier texts, in order.
    pub drafts: Vec<Draft>,
    /// When it got the text of the Markdown file, in hours ago.
    pub finished: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draft {
    /// When it was saved, in hours ago.
    pub at: u32,
    /// A name for the version.
    pub label: Option<String>,
    /// One entry per paragraph.
    pub text: Vec<String>,
}

/// An alternative text of a scene, on a branch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Branch {
    pub scene: Place,
    /// The version it starts from; the first version is empty.
    pub from: VersionNo,
    /// When it was saved, in hours ago.
    pub at: u32,
    pub name: String,
    /// One entry per paragraph.
    pub text: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    /// When it was created, in hours ago.
    pub at: u32,
    pub name: String,
    pub note: String,
}

/// The finding to waive as intended.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Waive {
    pub rule: Rule,
    pub scene: Place,
    pub reason: String,
}
