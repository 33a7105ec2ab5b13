//! English spelling: the machine's dictionaries, the names of the novel, and the author's own words.
//!
//! [`dictionaries`] finds and loads dictionaries, [`known`] collects the words the novel knows, [`check`] checks texts
//! against both as readers see them, without marks, [`words`] is the novel's own dictionary.
//!
//! Always: only English novels are checked; dictionary files are never written; a dictionary problem is reported as a
//! state in the answer, so that it never interrupts writing.

pub mod check;
pub mod dictionaries;
mod known;
mod prose;
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
    /// Spelling can be checked.
    Ready,
    /// The novel is in another language, or its language is unknown.
    NotEnglish,
    /// There is no English dictionary on this machine.
    NoDictionary,
    /// The dictionary cannot be read.
    Unusable,
}
