//! The answers that are values: a scene card, a list of titles, what to look for in the book.
//!
//! Their JSON schemas are sent to servers that take one, so the sentences here are read by models too.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The plan of one scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct SceneCard {
    /// What the point-of-view character wants in this scene, concretely.
    pub goal: String,
    /// Who or what stands against it, and what is lost if it fails.
    pub conflict: String,
    /// The act or the news that changes the situation, and how.
    pub turning_point: String,
    /// What happens, in order: in each beat somebody does something and something is different after it.
    pub beats: Vec<String>,
    /// The picture, line or question on which the scene ends.
    pub ending_hook: String,
}

/// What to look for in the book before a scene is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct SceneQueries {
    /// Names of the people, places and things the scene cannot do without, as the book calls them.
    pub entities: Vec<String>,
    /// Earlier events the scene rests on, a short phrase each.
    pub events: Vec<String>,
    /// What to search the book for: each one thing that must be known, in the words the book would use.
    pub queries: Vec<String>,
}

/// Titles to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct TitleList {
    /// The candidates, the best first, no two alike.
    pub candidates: Vec<TitleCandidate>,
}

/// One title.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct TitleCandidate {
    /// The title alone, without a chapter number.
    pub title: String,
    /// Why it fits, in one short sentence.
    pub reason: String,
}
