//! The timeline: when events happen in story time, and where they are told.

mod cycle;
mod key;
mod sequence;
mod telling;
#[cfg(test)]
mod tests;
mod words;
mod yearless;

use serde::{Deserialize, Serialize};

use crate::record::is_default;
use crate::{EntityId, Record, SceneId, TimelineEventId};

pub use cycle::TimeCycle;
pub use key::{NoTimeKey, TimeKey};
pub use sequence::story_order;
pub use telling::{Telling, tellings};
pub use yearless::YearlessDate;

/// An event that happens at a time of the story.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct TimelineEventRecord {
    /// Never empty.
    pub title: String,
    #[serde(skip_serializing_if = "is_default")]
    pub description: String,
    /// The time in the author's words.
    #[serde(skip_serializing_if = "is_default")]
    pub time: String,
    /// The time as a sort key.
    #[serde(skip_serializing_if = "is_default")]
    pub key: Option<TimeKey>,
    /// Events that happen before this one.
    #[serde(skip_serializing_if = "is_default")]
    pub after: Vec<TimelineEventId>,
    /// The place in words.
    #[serde(skip_serializing_if = "is_default")]
    pub place: String,
    #[serde(skip_serializing_if = "is_default")]
    pub participants: Vec<EntityId>,
    /// The scene that tells it.
    #[serde(skip_serializing_if = "is_default")]
    pub scene: Option<SceneId>,
}

impl Record for TimelineEventRecord {}
