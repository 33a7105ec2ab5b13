//! The timeline: what happens when in the time of the story, and where it is told.

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

/// A timeline event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct TimelineEventRecord {
    /// What happens. Never empty.
    pub title: String,
    /// More about it.
    #[serde(skip_serializing_if = "is_default")]
    pub description: String,
    /// When, in the author's words.
    #[serde(skip_serializing_if = "is_default")]
    pub time: String,
    /// When, for ordering.
    #[serde(skip_serializing_if = "is_default")]
    pub key: Option<TimeKey>,
    /// Events that happen before it.
    #[serde(skip_serializing_if = "is_default")]
    pub after: Vec<TimelineEventId>,
    /// Where, in words.
    #[serde(skip_serializing_if = "is_default")]
    pub place: String,
    /// Who takes part.
    #[serde(skip_serializing_if = "is_default")]
    pub participants: Vec<EntityId>,
    /// The scene that tells it.
    #[serde(skip_serializing_if = "is_default")]
    pub scene: Option<SceneId>,
}

impl Record for TimelineEventRecord {}
