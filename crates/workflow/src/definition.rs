//! The JSON format of workflows, as in `workflows/*.json`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Maximum size of a definition in bytes. A definition of [`MAX_NODES`] nodes has about a third of it.
pub const MAX_DEFINITION_LEN: usize = 1 << 20;

/// Maximum number of nodes: workflows drawn up by people have fewer than a hundred, and a node can fan out over
/// many items.
pub const MAX_NODES: usize = 1_000;

/// Maximum number of items of a fan-out node.
pub const MAX_ITEMS: usize = 10_000;

/// Maximum number of times that a node is repeated. A repetition should end by its condition; this is its bound if the
/// condition never becomes false.
pub const MAX_REPEATS: usize = 100;

/// A text for people, in both languages.
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
    /// The author started it from the menu, the palette or the command line.
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

    /// The name in JSON and SQL.
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
    /// The triggers. The author can switch each of them off.
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
    /// The address of the JSON Schema, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The id of the workflow: lower-case letters, digits and `_`; a dot separates the two ids of a derived one.
    #[schemars(regex(pattern = "^[a-z][a-z0-9_]{0,63}([.][a-z][a-z0-9_]{0,63})?$"))]
    pub workflow_id: String,
    /// The title for people.
    #[serde(default, skip_serializing_if = "is_default")]
    pub title: Words,
    /// What the workflow does, in one sentence.
    #[serde(default, skip_serializing_if = "is_default")]
    pub description: Words,
    /// Rises with every change that affects runs.
    #[serde(default = "one")]
    #[schemars(range(min = 1))]
    pub version: u32,
    /// The triggers that start it.
    #[serde(default)]
    pub trigger: Triggers,
    /// Runs with the same key never run at the same time. May refer to the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency_key: Option<String>,
    /// The steps.
    #[schemars(length(min = 1))]
    pub nodes: Vec<Node>,
}

/// A step of a workflow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The id of the node in the workflow: lower-case letters, digits and `_`.
    #[schemars(regex(pattern = "^[a-z][a-z0-9_]{0,63}$"))]
    pub id: String,
    /// The title for people; defaults to the title of the handler.
    #[serde(default, skip_serializing_if = "is_default")]
    pub title: Words,
    /// The handler that does the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handler: Option<String>,
    /// A workflow that does the work instead; its input is `params`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workflow: Option<String>,
    /// The nodes that must end before this one.
    pub depends_on: Vec<String>,
    /// The params of the handler. Strings may contain references: `{{input.x}}`, `{{nodes.a.output.y}}`,
    /// `{{item}}`, `{{index}}`, `{{last}}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Value>,
    /// A condition over references; if it is false, the node is skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// A reference to an array: the node runs once for each item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_each: Option<String>,
    /// The node is done again while a condition holds; not together with `for_each`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Repeat")]
    pub repeat: Option<Repeat>,
    /// How often the node is tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Retry")]
    pub retry: Option<Retry>,
    /// Time limit of one attempt, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.001, max = 86400.0))]
    pub timeout_s: Option<f64>,
    /// What happens to the nodes after this one when it fails.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_error: OnError,
    /// Whether the author must confirm before the node runs.
    #[serde(default, skip_serializing_if = "is_default")]
    pub confirm: bool,
}

/// The repetition of a node. Each time is an item with its own rows; the next one begins when the one before is
/// completed and the condition holds. The first one always runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// A condition over references. `{{last}}` is the output of the item that just completed, `{{index}}` the number
    /// of the item that would be next.
    #[serde(rename = "while")]
    pub condition: String,
    /// The maximum number of items.
    #[schemars(range(min = 1, max = MAX_REPEATS))]
    pub most: usize,
}

/// How often a node is tried, and the delays between attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retry {
    /// Total number of attempts.
    #[serde(default = "three")]
    #[schemars(range(min = 1, max = 100))]
    pub max_attempts: u32,
    /// Milliseconds before the second attempt; doubled before each further one.
    #[serde(default = "second")]
    #[schemars(range(max = 3_600_000))]
    pub backoff_ms: u64,
    /// Maximum milliseconds between two attempts.
    #[serde(default = "minute")]
    #[schemars(range(max = 86_400_000))]
    pub max_backoff_ms: u64,
}

impl Default for Retry {
    fn default() -> Self {
        Self { max_attempts: three(), backoff_ms: second(), max_backoff_ms: minute() }
    }
}

/// What happens to the other nodes when a node fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnError {
    /// Nodes that depend on it are skipped, and the run counts as failed.
    #[default]
    Fail,
    /// Nodes that depend on it run with `null` as its output. The run counts as failed, and resuming it runs only
    /// this node. A node with `for_each` completes without the items that failed.
    Continue,
    /// Nodes that depend on it are skipped; the run does not count as failed.
    SkipDependents,
}

impl OnError {
    /// Whether the failure of such a node fails the run.
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
