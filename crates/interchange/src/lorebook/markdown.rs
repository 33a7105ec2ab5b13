//! The bible and the lore as one Markdown document that authors can edit anywhere and bring back.
//!
//! `##` begins the bible and the lore, `###` a field or an entry, `#### 秘密` what readers are not to know. Under a
//! heading comes a list of `- label：value` lines, then the text. Labels are Chinese or English on writing, either on
//! reading; a list line with a label we do not know is text. Lists of names stand between `、` or `,`, and in quotes
//! when they hold one.
//!
//! What always holds: `read(write(canon)) == canon`, but for where entries were imported from, which is not written,
//! and secrets when they are left. Lines of a text that would be read as structure get a backslash in front; headings
//! below `###` do not need any.

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
    /// The fields of the bible.
    pub bible: Vec<BibleFieldRecord>,
    /// The lore entries; their origins are neither written nor read.
    pub lore: Vec<LoreRecord>,
}

/// The language of labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum LabelLanguage {
    /// 中文
    #[default]
    Chinese,
    /// English
    English,
}

/// Why a document cannot be read. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MarkdownError {
    /// A `##` heading that is neither the bible nor the lore.
    #[error("line {line}: {heading:?} is neither the bible (设定) nor the lore (条目)")]
    UnknownSection {
        /// The line.
        line: usize,
        /// What the heading says.
        heading: String,
    },
    /// Text that belongs to no field and no entry.
    #[error("line {line}: this text belongs to no field and no entry; a heading with ### begins one")]
    Stray {
        /// The line.
        line: usize,
    },
    /// A field or an entry outside the bible and the lore.
    #[error("line {line}: {heading:?} stands before «## 设定 / Bible» and «## 条目 / Lore»")]
    NoSection {
        /// The line.
        line: usize,
        /// What the heading says.
        heading: String,
    },
    /// A field or an entry without a name.
    #[error("line {line}: this heading names nothing")]
    NoName {
        /// The line.
        line: usize,
    },
    /// A value that its label does not have.
    #[error("line {line}: {value:?} is no value of {label:?}")]
    Value {
        /// The line.
        line: usize,
        /// The label as written.
        label: String,
        /// The value as written.
        value: String,
    },
    /// A label that stands twice.
    #[error("line {line}: {label:?} is here twice")]
    Repeated {
        /// The line.
        line: usize,
        /// The label as written.
        label: String,
    },
}
