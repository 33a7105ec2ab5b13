//! Import and export of manuscripts.
//!
//! Two halves. The pure one: bytes become an [`ImportPlan`] ([`plan`], [`plan_files`]), a [`Book`] becomes files
//! ([`render`]), and importing what was exported gives the same book; no IO, no SQL, no async. The other one writes
//! plans into a project and reads books out of it ([`insert`], [`book`]).
//!
//! What always holds: every visible character of a source is in its plan, in order, except what [`Change`] names and
//! counts; a file that cannot be decoded is refused with the place, not guessed at; time is linear in the size.

mod aozora;
mod assemble;
mod change;
mod contents;
mod decode;
mod encoding;
mod export;
mod file_name;
mod front;
mod heading;
mod layout;
mod lines;
pub mod lorebook;
mod manuscript;
mod markdown;
mod marked;
mod notation;
mod outline;
mod plain_text;
mod plan;
mod scenes;
mod source;
mod spaced;
mod split;
mod warning;

pub use change::{Change, ChangeRule};
pub use decode::{BinaryKind, DecodeError, Decoded, MAX_BYTES, MAX_LINES, Undecodable, decode};
pub use encoding::{Encoding, UnknownEncoding};
pub use export::{
    Book, BookChapter, BookVolume, Export, ExportFile, ExportWarning, Format, Layout, render, render_telling,
};
pub use heading::Confidence;
pub use manuscript::{Inserted, book, insert};
pub use notation::{endings, is_text};
pub use outline::TitleSource;
pub use plan::{
    ChapterSummary, ImportError, ImportOptions, ImportPlan, PlanSummary, PlannedChapter, PlannedScene,
    PlannedVolume, VolumeSummary, plan, plan_files, plan_files_telling,
};
pub use split::{ChapterPattern, MAX_PATTERN_LEN, PatternError, Split};
pub use warning::{GIANT_TIMES_MEDIAN, GIANT_WORDS, Warning};
