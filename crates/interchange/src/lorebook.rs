//! Lorebooks and character cards, in and out without loss.
//!
//! [`read`] makes records of a file, [`write()`] a file of records; both are functions of values, without IO or SQL.
//! Four formats are known by what is in the file, never by its name: SillyTavern world info, character cards V2 and
//! V3 (JSON or PNG), NovelAI lorebooks (JSON or PNG).
//!
//! What always holds:
//! - Writing what was read, in its own format, gives an equal JSON value: every field, known to us or not.
//! - What the author changed lies over the entry as it came; an entry nobody changed is written as it came.
//! - What a format cannot say of a record goes into `extensions.wenfang` of the entry, and is read from there: a file
//!   we wrote reads back to equal records in every format. What another format said of an entry lies there too, and
//!   comes back when the book goes back to that format.
//! - A file is read whole or refused with a place: byte, line and column, or the path in its JSON.
//!
//! Text of records is canonical ([`wenfang_text::CanonicalText`]); text of the entries as they came is untouched.

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

/// A lorebook or card as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadLorebook {
    /// What it calls itself, else the name of the file without its extension.
    pub name: String,
    /// Its format.
    pub format: LorebookFormat,
    /// The file without its entries; the list they stood in is there and empty.
    pub document: Value,
    /// The PNG it came in, without the chunks of the card.
    pub picture: Option<Vec<u8>>,
    /// Its entries in the order of the file; the first one may be the card itself.
    pub entries: Vec<ReadEntry>,
    /// What the author should know.
    pub warnings: Vec<LorebookWarning>,
}

/// An entry as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadEntry {
    /// The field or index it had among the entries; `#card` for the card itself.
    pub key: String,
    /// What it says to us; without an origin, which its caller knows.
    pub record: LoreRecord,
    /// The entry as the file had it.
    pub raw: Value,
}

/// A lorebook to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct BookToWrite {
    /// What it is called.
    pub name: String,
    /// The format of `document`.
    pub format: LorebookFormat,
    /// The file it was read from without its entries; `Null` for a book that never was a file.
    pub document: Value,
    /// The PNG it came in.
    pub picture: Option<Vec<u8>>,
    /// Its entries in order.
    pub entries: Vec<EntryToWrite>,
}

/// An entry to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryToWrite {
    /// What it says now; its `origin` is not looked at.
    pub record: LoreRecord,
    /// What it was read from.
    pub origin: Option<EntryOrigin>,
}

/// The entry of a file that a record was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryOrigin {
    /// The format of `raw`; that of the book, unless the entry came from another one.
    pub format: LorebookFormat,
    /// [`ReadEntry::key`].
    pub key: String,
    /// [`ReadEntry::raw`].
    pub raw: Value,
}

/// How a lorebook is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// In which format.
    pub format: LorebookFormat,
    /// In what.
    pub container: Container,
    /// With or without what readers are not to know.
    pub secrets: Secrets,
}

/// What the JSON of a lorebook is written into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Container {
    /// A file of its own.
    #[default]
    Json,
    /// A picture; world info has none.
    Png,
}

/// Whether secrets are written. They are left unless somebody asks for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Secrets {
    /// Not a word of them is in the file.
    #[default]
    Leave,
    /// They are in the file.
    Keep,
}

impl From<ReadLorebook> for BookToWrite {
    /// The book as it was read, to be written.
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
