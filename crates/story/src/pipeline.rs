//! The record of a profile of generation (生成方案).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Record;

/// A profile as the author wrote it: a JSON object with a `profile_id`. What it means is defined where it is compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PipelineProfileRecord(pub Value);

impl Record for PipelineProfileRecord {}

impl PipelineProfileRecord {
    /// The name of the profile; `None` if it has none.
    pub fn profile_id(&self) -> Option<&str> {
        self.0.get("profile_id")?.as_str().filter(|id| !id.is_empty())
    }
}
