//! The story bible: facts and rules that hold for the whole book.

use serde::{Deserialize, Serialize};

use crate::Record;
use crate::record::is_default;

/// The fields that every book has, in display order. The author may add others.
pub const STANDARD_FIELDS: [&str; 9] =
    ["genre", "style", "pov", "tense", "synopsis", "characters", "world_rules", "outline", "taboo"];

/// A bible field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct BibleFieldRecord {
    /// One of [`STANDARD_FIELDS`], or the author's name for a custom field. Unique among live fields.
    pub key: String,
    #[serde(skip_serializing_if = "is_default")]
    pub value: String,
    /// Whether the field is a hard constraint: only the author may change it, and it is never omitted.
    #[serde(skip_serializing_if = "is_default")]
    pub locked: bool,
}

impl Record for BibleFieldRecord {}

impl BibleFieldRecord {
    /// Whether the field is one of [`STANDARD_FIELDS`].
    pub fn is_standard(&self) -> bool {
        STANDARD_FIELDS.contains(&self.key.as_str())
    }
}
