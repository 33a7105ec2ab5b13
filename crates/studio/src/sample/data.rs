//! The shape of a sample's JSON file. Hours count back from the moment the sample is made; a place is `[chapter, scene]`,
//! both from 1.

use serde::Deserialize;
use wenfang_story::canon::{AnchorRole, Modality};
use wenfang_story::check::Rule;
use wenfang_story::{Status, VersionNo};
use wenfang_text::NovelLanguage;

use crate::canon::bible::SetBibleField;
use crate::canon::graph::SaveEntity;
use crate::canon::lore::SaveLoreEntry;
use crate::plans::PlanChange;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Data {
    pub title: String,
    pub author: String,
    pub language: NovelLanguage,
    /// Hours ago that the novel was begun, with bible, lore and entities.
    pub begun: u32,
    pub bible: Vec<SetBibleField>,
    pub lore: Vec<SaveLoreEntry>,
    pub entities: Vec<SaveEntity>,
    pub relations: Vec<Relation>,
    /// In the order they are written: one that replaces ends what was so before.
    pub facts: Vec<Fact>,
    pub threads: Vec<Thread>,
    pub events: Vec<Event>,
    /// As many as the Markdown file has, with as many scenes.
    pub chapters: Vec<Chapter>,
    pub branch: Branch,
    pub checkpoint: Checkpoint,
    /// Rules that are turned on besides those that are on unasked.
    pub rules: Vec<Rule>,
    pub waive: Waive,
}

/// A scene: the chapter, and the scene within it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Place(pub usize, pub usize);

/// Words of the finished text.
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

/// Words, or the name of an entity.
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
    /// After how many chapters it is overdue.
    pub due_after: u32,
    pub passages: Vec<ThreadPassage>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThreadPassage {
    pub role: AnchorRole,
    pub scene: Place,
    pub quote: String,
    /// Of a payoff: whether nothing is left to pay off.
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
    /// For ordering; read from `time` when absent.
    pub key: Option<String>,
    pub place: String,
    pub participants: Vec<String>,
    /// The scene that tells it.
    pub scene: Option<Place>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chapter {
    /// Hours ago that it was begun.
    pub begun: u32,
    pub target: u32,
    pub synopsis: String,
    pub goal: String,
    /// A completed chapter went through the workflow that completes one.
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
    /// What it said before, in order.
    pub drafts: Vec<Draft>,
    /// Hours ago that it got the text of the Markdown file.
    pub finished: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draft {
    /// Hours ago that it was saved.
    pub at: u32,
    /// A name for the version.
    pub label: Option<String>,
    /// By paragraph.
    pub text: Vec<String>,
}

/// Another text of a scene on a branch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Branch {
    pub scene: Place,
    /// The version it starts from; the first one is empty.
    pub from: VersionNo,
    /// Hours ago.
    pub at: u32,
    pub name: String,
    /// By paragraph.
    pub text: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    /// Hours ago.
    pub at: u32,
    pub name: String,
    pub note: String,
}

/// The finding that is meant so.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Waive {
    pub rule: Rule,
    pub scene: Place,
    pub reason: String,
}
