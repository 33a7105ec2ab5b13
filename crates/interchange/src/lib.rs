//! Import and export of manuscripts.
//!
//! The crate has two halves. The pure half turns bytes, texts and documents alike, into an [`ImportPlan`]
//! ([`plan`], [`plan_files`]) and a
//! [`Book`] into files ([`render`]); it has no IO, no SQL and no async code. The other half writes plans to a
//! project and reads manuscripts from it ([`insert`], [`collect`]).
//!
//! Guarantees: importing an export gives the same book. A plan contains every visible character of its source,
//! in order, except those that a [`Change`] names and counts. A file that cannot be decoded is refused with the
//! position, never guessed at. Time is linear in the size of the source.

mod aozora;
mod assemble;
mod change;
mod comments;
mod contents;
mod decode;
mod emphasis;
mod encoding;
mod export;
mod file_name;
mod foreign;
mod front;
mod heading;
mod layout;
mod lines;
pub mod lorebook;
mod manuscript;
mod marked;
mod notation;
mod outline;
mod plain_text;
mod plan;
mod project;
mod returned;
mod rich;
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
    render_words, scene_break,
};
pub use file_name::safe_in as safe_file_name;
pub use heading::Confidence;
pub use manuscript::{
    Inserted, Manuscript, StoredChapter, StoredScene, UnprintedScene, book, collect, insert, newer_drafts,
};
pub use notation::{endings, is_importable};
pub use outline::TitleSource;
pub use plan::{
    About, ChapterSummary, ImportError, ImportOptions, ImportPlan, PlanSummary, PlannedChapter,
    PlannedComment, PlannedDay, PlannedScene, PlannedVersion, PlannedVolume, VolumeSummary, plan,
    plan_document, plan_files, plan_files_telling,
};
pub use project::plan_project;
pub use returned::{NoPassage, Returned, ReturnedComment, ReturnedReply, returned, returned_endings};
pub use split::{ChapterPattern, MAX_PATTERN_LEN, PatternError, Split};
pub use warning::{GIANT_TIMES_MEDIAN, GIANT_WORDS, Warning};
pub use wenfang_documents::ReadError;
pub use wenfang_documents::project_endings;
