//! Pure functions on prose.
//!
//! Everything here is a function of values: no async, no SQL, no clock, no randomness. Positions are char offsets
//! ([`CharOffset`], [`CharRange`]) in a *named* text; only [`TextIndex`] converts them to bytes in Rust. Text enters
//! the studio through [`CanonicalText`].

mod anchor;
mod canonical;
#[cfg(test)]
mod corpus;
mod count;
mod diff;
mod everyday;
mod find;
mod hash;
mod language;
mod merge;
mod names;
mod numeral;
mod paragraph;
mod person;
mod position;
mod script;

pub mod marks;
mod sentence;
mod speech;
pub mod title;
mod value;
pub mod word_list;

pub use anchor::*;
pub use canonical::{CanonicalText, Cleaned};
pub use count::{CountRule, Counts, RunningCount, UnknownCountRule, count};
pub use diff::{Diff, Hunk, diff, edits};
pub use everyday::EverydayRun;
pub use find::weight as pattern_weight;
pub use find::{Case, Excerpt, MAX_PATTERN_LEN, Matching, Pattern, PatternError, Replacement};
pub use hash::ContentHash;
pub use language::{NovelLanguage, VISIBLE_PER_WORD, guess_language};
pub use merge::{Conflict, Merged, merge};
pub use names::{
    Bearer, HintTuning, Lexicon, Mention, Misspellings, NameHint, NameHintKind, SHOWN_OCCURRENCES,
    begins_with_family_name, common_words, name_hints, name_hints_tuned,
};
pub use numeral::{EnglishNumber, NumeralStyle, english_number, format_numeral, parse_numeral};
pub use paragraph::{Paragraph, Paragraphs, paragraphs};
pub use person::{Person, guess_person};
pub use position::{CharOffset, CharRange, TextIndex};
pub use script::traditional_share;
pub use sentence::{Followed, SentenceEnd, Snap, TextFollower, sentences, snap_to_grapheme, stopping_points};
pub use speech::{Speech, SpeechKind, narration, narration_beside, speech};
pub use value::{contradict, is_same_value};
