//! The story bible: what holds for the whole book.

use serde::{Deserialize, Serialize};

use crate::Record;
use crate::record::is_default;

/// The fields every book has, in the order they are shown. Others are the author's own.
pub const STANDARD_FIELDS: [&str; 9] =
    ["genre", "style", "pov", "tense", "synopsis", "characters", "world_rules", "outline", "taboo"];

/// A bible field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct BibleFieldRecord {
    /// One of [`STANDARD_FIELDS`], or the name the author gave a field of their own. No two live fields share one.
    pub key: String,
    /// What it says.
    #[serde(skip_serializing_if = "is_default")]
    pub value: String,
    /// Whether it is a hard constraint: nothing but the author changes it, and it is never left out.
    #[serde(skip_serializing_if = "is_default")]
    pub locked: bool,
}

impl Record for BibleFieldRecord {}

impl BibleFieldRecord {
    /// Whether every book has this field.
    pub fn is_standard(&self) -> bool {
        STANDARD_FIELDS.contains(&self.key.as_str())
    }
}
