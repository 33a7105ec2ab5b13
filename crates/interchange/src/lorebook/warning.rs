//! What the author should know of a lorebook that was read.

use serde::Serialize;
use thiserror::Error;

/// Something a lorebook says that our records do not. Unless said otherwise, it stays in the entries as they came, and in what is written.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LorebookWarning {
    /// The card has no lorebook.
    #[error("the card has no lorebook; it was read as one entry")]
    NoLorebook,
    /// Entries have neither a title nor a key; they were named after their place.
    #[error("{count} entries have no title, the first at {first}")]
    Untitled {
        /// How many.
        count: usize,
        /// The key of the first one.
        first: String,
    },
    /// Secondary keywords by another rule than "all of them".
    #[error("{count} entries ask for secondary keywords in a way we do not, the first is {first:?}")]
    OtherLogic {
        /// How many entries.
        count: usize,
        /// The title of the first one.
        first: String,
    },
    /// Keywords that are regular expressions; they are looked for as they stand.
    #[error("{count} entries have regular expressions as keywords, the first is {first:?}")]
    Patterns {
        /// How many entries.
        count: usize,
        /// The title of the first one.
        first: String,
    },
    /// A field stands twice in an object of the file. This is lost: only the last one counts.
    #[error("{count} fields stand twice in one object, of which the last was taken; the first is {first}")]
    RepeatedField {
        /// How many fields.
        count: usize,
        /// Where the first one is, as `entries.12.key`.
        first: String,
    },
    /// Titles that occur more than once.
    #[error("{count} entries have the title of an earlier one, the first is {first:?}")]
    RepeatedTitle {
        /// How many entries.
        count: usize,
        /// The first such title.
        first: String,
    },
}

/// Counts what occurs in many entries, and remembers the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    count: usize,
    first: String,
}

impl Tally {
    /// One more entry.
    pub(super) fn add(&mut self, entry: &str) {
        if self.count == 0 {
            entry.clone_into(&mut self.first);
        }
        self.count += 1;
    }

    /// The warning, when there was any.
    pub(super) fn into_warning(self, make: fn(usize, String) -> LorebookWarning) -> Option<LorebookWarning> {
        (self.count > 0).then(|| make(self.count, self.first))
    }
}
