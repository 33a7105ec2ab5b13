//! A workflow as it is written: the JSON of `workflows/*.json`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Bytes of a definition at most. A definition of [`MAX_NODES`] nodes has about a third of it.
pub const MAX_DEFINITION_LEN: usize = 1 << 20;

/// Nodes of a workflow at most: what people draw up has fewer than a hundred, and a node fans out over many items by itself.
pub const MAX_NODES: usize = 1_000;

/// Items that a node fans out over at most.
pub const MAX_ITEMS: usize = 10_000;

/// Words for people, in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "Said")]
pub struct Words {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

/// What starts a run.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "RunTrigger")]
pub enum Trigger {
    /// The author, from the menu, the palette or the command line.
    Menu,
    /// A chapter was marked completed.
    ChapterCompleted,
    /// A version of a scene was saved.
    SceneSaved,
    /// A bible field or a lore entry changed.
    CanonChanged,
    /// A long text was imported.
    Imported,
}

impl Trigger {
    /// Every trigger.
    pub const ALL: [Self; 5] =
        [Self::Menu, Self::ChapterCompleted, Self::SceneSaved, Self::CanonChanged, Self::Imported];

    /// Its name in JSON and in SQL.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Menu => "menu",
            Self::ChapterCompleted => "chapter_completed",
            Self::SceneSaved => "scene_saved",
            Self::CanonChanged => "canon_changed",
            Self::Imported => "imported",
        }
    }
}

/// When a workflow is offered or starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Triggers {
    /// What may start it. Whether it does is the author's switch.
    pub on: Vec<Trigger>,
}

impl Default for Triggers {
    fn default() -> Self {
        Self { on: vec![Trigger::Menu] }
    }
}

/// A workflow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// The address of the JSON Schema that editors check it by.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Its name: lower-case letters, digits and `_`.
    #[schemars(regex(pattern = "^[a-z][a-z0-9_]{0,63}$"))]
    pub workflow_id: String,
    /// What people call it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub title: Words,
    /// What it does, in a sentence.
    #[serde(default, skip_serializing_if = "is_default")]
    pub description: Words,
    /// Rises with every change that matters to runs.
    #[serde(default = "one")]
    #[schemars(range(min = 1))]
    pub version: u32,
    /// What starts it.
    #[serde(default)]
    pub trigger: Triggers,
    /// Runs with the same key never go on at once. May refer to the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency_key: Option<String>,
    /// Its steps.
    #[schemars(length(min = 1))]
    pub nodes: Vec<Node>,
}

/// A step of a workflow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Its name in the workflow: lower-case letters, digits and `_`.
    #[schemars(regex(pattern = "^[a-z][a-z0-9_]{0,63}$"))]
    pub id: String,
    /// What people call it; the title of its handler otherwise.
    #[serde(default, skip_serializing_if = "is_default")]
    pub title: Words,
    /// What does it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handler: Option<String>,
    /// Another workflow that does it; its input is `params`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workflow: Option<String>,
    /// The nodes that must be done before.
    pub depends_on: Vec<String>,
    /// What the handler is given. Strings may hold references: `{{input.x}}`, `{{nodes.a.output.y}}`, `{{item}}`, `{{index}}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Value>,
    /// A condition over references; when it does not hold, the node is skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// A reference to an array: the node runs once for each of its items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_each: Option<String>,
    /// How often it is tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Retry")]
    pub retry: Option<Retry>,
    /// Seconds that one attempt may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.001, max = 86400.0))]
    pub timeout_s: Option<f64>,
    /// What becomes of the nodes after it when it fails.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_error: OnError,
    /// Whether the author is asked before it runs.
    #[serde(default, skip_serializing_if = "is_default")]
    pub confirm: bool,
}

/// How often a node is tried, and how long is waited between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retry {
    /// Attempts in all.
    #[serde(default = "three")]
    #[schemars(range(min = 1, max = 100))]
    pub max_attempts: u32,
    /// Milliseconds before the second attempt; doubled before each further one.
    #[serde(default = "second")]
    #[schemars(range(max = 3_600_000))]
    pub backoff_ms: u64,
    /// Most milliseconds between two attempts.
    #[serde(default = "minute")]
    #[schemars(range(max = 86_400_000))]
    pub max_backoff_ms: u64,
}

impl Default for Retry {
    fn default() -> Self {
        Self { max_attempts: three(), backoff_ms: second(), max_backoff_ms: minute() }
    }
}

/// What becomes of the rest when a node fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnError {
    /// What depends on it is skipped, and the run ends as one in which something failed.
    #[default]
    Fail,
    /// What depends on it runs with `null` in the place of its output. The run ends as one in which something failed, and
    /// taking it up again runs this node alone. Where a node has items, those that failed are left out and it is completed.
    Continue,
    /// What depends on it is skipped; the run is no worse for it.
    SkipDependents,
}

impl OnError {
    /// Whether the run in which such a node failed is one in which something failed.
    pub fn fails_run(self) -> bool {
        self != Self::SkipDependents
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn one() -> u32 {
    1
}

fn three() -> u32 {
    3
}

fn second() -> u64 {
    1_000
}

fn minute() -> u64 {
    60_000
}

/// The JSON Schema of definitions, for editors.
pub fn schema() -> Value {
    schemars::schema_for!(Definition).to_value()
}
