//! Warnings about a lorebook that was read.

use serde::Serialize;
use thiserror::Error;

/// Data of a lorebook that our records cannot express. Unless noted, it is preserved in the original entries
/// and written back.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LorebookWarning {
    #[error("the card has no lorebook; it was read as one entry")]
    NoLorebook,
    /// Entries have neither a title nor a key and were named after their position.
    #[error("{count} entries have no title; the first is at {first}")]
    Untitled {
        count: usize,
        /// The key of the first one.
        first: String,
    },
    /// Secondary keywords have a rule other than "all of them".
    #[error("{count} entries have an unsupported rule for secondary keywords; the first is {first:?}")]
    OtherLogic {
        /// The number of entries.
        count: usize,
        /// The title of the first one.
        first: String,
    },
    /// Keywords are regular expressions; they are matched literally.
    #[error("{count} entries have regular expressions as keywords; the first is {first:?}")]
    Patterns {
        /// The number of entries.
        count: usize,
        /// The title of the first one.
        first: String,
    },
    /// A field occurs twice in an object of the file. Only the last value is used; the first is lost.
    #[error(
        "{count} fields occur twice in one object, where only the last value is used; the first is {first}"
    )]
    RepeatedField {
        /// The number of fields.
        count: usize,
        /// The path of the first one, such as `entries.12.key`.
        first: String,
    },
    /// A title occurs more than once.
    #[error("{count} entries have the title of an earlier entry; the first is {first:?}")]
    RepeatedTitle {
        /// The number of entries.
        count: usize,
        /// The first such title.
        first: String,
    },
}

/// Counts occurrences and remembers the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    count: usize,
    first: String,
}

impl Tally {
    /// Counts one more entry.
    pub(super) fn add(&mut self, entry: &str) {
        if self.count == 0 {
            entry.clone_into(&mut self.first);
        }
        self.count += 1;
    }

    /// Returns the warning if anything was counted.
    pub(super) fn into_warning(self, make: fn(usize, String) -> LorebookWarning) -> Option<LorebookWarning> {
        (self.count > 0).then(|| make(self.count, self.first))
    }
}
