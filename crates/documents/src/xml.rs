//! Reads XML into a small read-only tree.
//!
//! Nodes are kept in document order in one list, with their texts in one buffer, so that a whole novel in one part
//! stays small and dropping it needs no recursion. Names are compared without their prefixes. Entities other than
//! the five of XML and, in [`Dialect::Html`], the named characters of HTML are never expanded.

mod decode;
mod element;
mod read;

pub(crate) use read::Builder;

pub use element::{Attribute, Child, Element};

use std::collections::HashMap;
use std::ops::Range;

use crate::ReadError;

/// The deepest nesting of elements.
pub const MAX_DEPTH: usize = 256;

/// The most elements, texts and attributes of one file.
pub const MAX_NODES: usize = 16_000_000;

/// What a file may declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// A DOCTYPE is skipped if it declares nothing; `&name;` other than the five of XML stays as it is written.
    Xml,
    /// XHTML and its relatives: as [`Dialect::Xml`], and `&nbsp;` and the like are characters.
    Html,
}

/// An XML file.
#[derive(Debug)]
pub struct Xml {
    nodes: Vec<Node>,
    attributes: Vec<Stored>,
    /// All texts and attribute values, one after the other.
    buffer: String,
    /// Names and namespaces, each once.
    words: Vec<String>,
}

/// The kind, content and extent of a node. The children of a node follow it in the list.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The index of the name in `words`, or [`TEXT`].
    name: u32,
    namespace: u32,
    /// The range of the attributes, or of the text in the buffer.
    from: u32,
    to: u32,
    /// The index after the last descendant.
    end: u32,
}

/// Marks a node as text.
const TEXT: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Stored {
    name: u32,
    namespace: u32,
    from: u32,
    to: u32,
}

impl Xml {
    /// Reads a file. `entry` names it in errors. The encoding is that of the byte order mark, else of the
    /// declaration, else UTF-8.
    ///
    /// # Errors
    /// [`ReadError::DamagedXml`], [`ReadError::Entities`], [`ReadError::TooLarge`].
    pub fn read(entry: &str, bytes: &[u8], dialect: Dialect) -> Result<Self, ReadError> {
        let text = decode::text(entry, bytes)?;
        Self::read_text(entry, &text, dialect)
    }

    /// Reads a file that is decoded already.
    ///
    /// # Errors
    /// The errors of [`Self::read`].
    pub fn read_text(entry: &str, text: &str, dialect: Dialect) -> Result<Self, ReadError> {
        read::tree(entry, text, dialect)
    }

    /// The first element of the file.
    pub fn root(&self) -> Element<'_> {
        Element { tree: self, at: 0 }
    }

    fn range(&self, from: u32, to: u32) -> &str {
        &self.buffer[Range { start: from as usize, end: to as usize }]
    }

    fn word(&self, at: u32) -> &str {
        &self.words[at as usize]
    }
}

/// Gives each word a number.
#[derive(Debug, Default)]
struct Words {
    numbers: HashMap<String, u32>,
    list: Vec<String>,
}

impl Words {
    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = self.list.len() as u32;
        self.numbers.insert(word.to_owned(), number);
        self.list.push(word.to_owned());
        number
    }
}

#[cfg(test)]
mod tests;
