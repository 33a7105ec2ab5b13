//! Lossless import and export of lorebooks and character cards.
//!
//! [`read`] turns a file into records, and [`write()`] turns records into a file; both are pure functions
//! without IO or SQL. Four formats are recognised by their contents, never by the file name: SillyTavern world
//! info, character cards V2 and V3 (JSON or PNG), and NovelAI lorebooks (JSON or PNG).
//!
//! Guarantees:
//! - Reading a file and writing it in its own format gives an equal JSON value, including fields we do not
//!   know.
//! - The author's changes are applied on top of the original entry; an unchanged entry is written as it was
//!   read.
//! - What a format cannot express of a record is stored in `extensions.wenfang` of the entry and read from
//!   there, so a file we wrote reads back to equal records in every format. Data that belongs to another format
//!   is stored there too and is restored when the book is converted back.
//! - A file is read completely or refused with a position: byte, line and column, or the path in its JSON.
//!
//! The text of records is canonical ([`wenfang_text::CanonicalText`]); the original entries are stored
//! unchanged.

mod card;
mod convert;
mod dialect;
mod document;
mod entry;
mod error;
mod json;
pub mod markdown;
mod own;
mod parse;
mod png;
mod read;
mod warning;
mod write;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_story::canon::{LoreRecord, LorebookFormat};

pub use error::{JsonShape, LorebookError, PngProblem};
pub use png::MAX_INFLATED;
pub use read::read;
pub use warning::LorebookWarning;
pub use write::write;

/// A lorebook or card that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadLorebook {
    /// The name in the file, or else the file name without its extension.
    pub name: String,
    pub format: LorebookFormat,
    /// The file without its entries; the list that contained them is present and empty.
    pub document: Value,
    /// The PNG that contained it, without the card's chunks.
    pub picture: Option<Vec<u8>>,
    /// The entries in file order; the first may be the card itself.
    pub entries: Vec<ReadEntry>,
    pub warnings: Vec<LorebookWarning>,
}

/// An entry that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadEntry {
    /// Its field name or index among the entries; `#card` for the card itself.
    pub key: String,
    /// The entry as a record, without an origin, which only the caller knows.
    pub record: LoreRecord,
    /// The original entry.
    pub raw: Value,
}

/// A lorebook to write.
#[derive(Clone, Debug, PartialEq)]
pub struct BookToWrite {
    pub name: String,
    /// The format of `document`.
    pub format: LorebookFormat,
    /// The original file without its entries; `Null` for a book that was never a file.
    pub document: Value,
    /// The PNG that contained it.
    pub picture: Option<Vec<u8>>,
    /// The entries, in order.
    pub entries: Vec<EntryToWrite>,
}

/// An entry to write.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryToWrite {
    /// The current record; its `origin` is ignored.
    pub record: LoreRecord,
    /// The original entry, if it came from a file.
    pub origin: Option<EntryOrigin>,
}

/// The original entry of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryOrigin {
    /// The format of `raw`: that of the book, unless the entry came from another one.
    pub format: LorebookFormat,
    /// [`ReadEntry::key`].
    pub key: String,
    /// [`ReadEntry::raw`].
    pub raw: Value,
}

/// Options for writing a lorebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    pub format: LorebookFormat,
    pub container: Container,
    pub secrets: Secrets,
}

/// The container for the JSON of a lorebook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Container {
    /// A JSON file.
    #[default]
    Json,
    /// A PNG picture; not available for world info.
    Png,
}

/// Whether secrets are written. By default they are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Secrets {
    /// Secrets are omitted entirely.
    #[default]
    Leave,
    /// Secrets are written.
    Keep,
}

impl From<ReadLorebook> for BookToWrite {
    /// Prepares a book for writing exactly as it was read.
    fn from(book: ReadLorebook) -> Self {
        let format = book.format;
        let entries = book.entries.into_iter().map(|entry| EntryToWrite {
            record: entry.record,
            origin: Some(EntryOrigin { format, key: entry.key, raw: entry.raw }),
        });
        Self {
            name: book.name,
            format,
            document: book.document,
            picture: book.picture,
            entries: entries.collect(),
        }
    }
}
