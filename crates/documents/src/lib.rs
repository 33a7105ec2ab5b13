//! Readers of documents and writing projects.
//!
//! Every reader turns bytes into one [`Document`]: parts, paragraphs, spans, notes and comments. The caller decides
//! what becomes of it: a manuscript is lowered to marks in plain text, a library of sources keeps more. The readers
//! touch no file, fetch nothing and never panic; bad input is a [`ReadError`].
//!
//! Guarantee: every visible character of a source is in the tree or in a counted [`Loss`].

pub mod archive;
mod date;
pub mod docx;
pub mod epub;
mod error;
mod format;
pub mod html;
mod inline;
mod kind;
pub mod longform;
mod loss;
pub mod manuskript;
mod markdown;
#[cfg(test)]
mod mutated;
#[cfg(test)]
mod mutated_projects;
pub mod novelwriter;
mod numbered;
mod numerals;
pub mod odt;
mod project;
mod rows;
pub mod rtf;
pub mod scrivener;
#[cfg(test)]
mod show;
mod spans;
#[cfg(test)]
mod testing;
mod titles;
mod tool;
mod tree;
pub mod xml;
mod yaml;
pub mod ywriter;

pub use error::{Limit, ReadError};
pub use format::{Format, endings, refused_endings};
pub use kind::BinaryKind;
pub use loss::{Loss, LossKind, Losses};
pub use tool::{Tool, project_endings};
pub use tree::{
    Alignment, Block, Card, CardKind, Changes, Comment, Day, Details, Document, Form, Paragraph, Part,
    PartKind, Reply, Snapshot, Span, Style, TrackedChanges,
};
