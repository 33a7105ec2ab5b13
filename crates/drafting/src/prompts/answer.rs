//! Structured answers: a scene card, a list of titles, and search queries.
//!
//! Their JSON schemas are sent to servers that accept one, so models read these doc comments too.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The plan of one scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct SceneCard {
    /// What the point-of-view character wants in this scene, concretely.
    pub goal: String,
    /// Who or what opposes the goal, and what is lost if it fails.
    pub conflict: String,
    /// The action or news that changes the situation, and how.
    pub turning_point: String,
    /// What happens, in order: in each beat a character acts, and something has changed afterwards.
    pub beats: Vec<String>,
    /// The image, line or question on which the scene ends.
    pub ending_hook: String,
}

/// What to look up in the book before a scene is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct SceneQueries {
    /// Names of the people, places and things that the scene needs, as used in the book.
    pub entities: Vec<String>,
    /// Earlier events that the scene builds on, one short phrase each.
    pub events: Vec<String>,
    /// Queries for searching the book: each asks for one thing that must be known, in the words the book would use.
    pub queries: Vec<String>,
}

/// Titles to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct TitleList {
    /// The candidates, best first, no two alike.
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
