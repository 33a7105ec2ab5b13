//! English spelling: by the dictionaries of this machine, the names of the novel, and the words that its author added.
//!
//! [`dictionaries`] finds and loads dictionaries, [`known`] gathers what the novel knows, [`check`] holds texts against both,
//! [`words`] is the novel's own dictionary.
//!
//! Always: only English novels are checked; a dictionary is read and never written; whatever is wrong with it is told in the
//! state of an answer, so that writing goes on without.

pub mod check;
pub mod dictionaries;
mod known;
mod scan;
pub mod words;

use serde::Serialize;

pub use check::{CheckSpelling, SpellingChecked, SuggestSpelling, SuggestedSpelling, check, suggest};
pub use dictionaries::{Dictionaries, SpellingDictionaries, attach};
pub use scan::{MisspeltWord, ScanSpelling, SpellingScanned, scan};

/// Whether spelling can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum SpellingState {
    /// It can.
    Ready,
    /// The novel is written in another language, or in none that is known.
    NotEnglish,
    /// There is no English dictionary on this machine.
    NoDictionary,
    /// The dictionary cannot be read.
    Unusable,
}
