//! The bible and the lore as one Markdown document that authors can edit in any editor and import again.
//!
//! `##` starts the bible and the lore, `###` a field or an entry, and `#### 秘密` content that readers must not
//! know. A heading is followed by a list of `- label：value` lines, then by the text. Labels are written in
//! Chinese or English and read in either; a list line with an unknown label is text. Names in a list are
//! separated by `、` or `,`, and quoted if they contain one.
//!
//! Guarantee: `read(write(canon)) == canon`, except for the origins of imported entries, which are not written,
//! and secrets if they are omitted. Lines of a text that would be read as structure are escaped with a
//! backslash; headings below `###` need none.

mod escape;
mod labels;
mod read;
mod write;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wenfang_story::canon::{BibleFieldRecord, LoreRecord};

pub use read::read;
pub use write::write;

/// The bible and the lore of a book, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Canon {
    pub bible: Vec<BibleFieldRecord>,
    /// The lore entries; their origins are neither written nor read.
    pub lore: Vec<LoreRecord>,
}

/// The language of the labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum LabelLanguage {
    /// 中文
    #[default]
    Chinese,
    /// English
    English,
}

/// The reason why a document cannot be read. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MarkdownError {
    /// A `##` heading is neither the bible nor the lore.
    #[error("line {line}: {heading:?} is neither the bible (设定) nor the lore (条目)")]
    UnknownSection { line: usize, heading: String },
    /// Some text is outside any field or entry.
    #[error("line {line}: this text is outside any field or entry; start one with a ### heading")]
    Stray { line: usize },
    /// A field or an entry comes before the bible and the lore.
    #[error("line {line}: {heading:?} comes before «## 设定 / Bible» and «## 条目 / Lore»")]
    NoSection { line: usize, heading: String },
    /// A field or an entry has no name.
    #[error("line {line}: this heading has no name")]
    NoName { line: usize },
    /// A value is not valid for its label.
    #[error("line {line}: {value:?} is not a valid value for {label:?}")]
    Value {
        line: usize,
        /// The label as written.
        label: String,
        /// The value as written.
        value: String,
    },
    /// A label occurs twice.
    #[error("line {line}: {label:?} occurs twice")]
    Repeated {
        line: usize,
        /// The label as written.
        label: String,
    },
}
