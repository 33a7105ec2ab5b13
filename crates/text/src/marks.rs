//! The marks inside a text (文房标记): italics, bold, ruby, emphasis dots, footnotes, and marks of a whole line.
//!
//! This is the only parser of marks in Rust. The counter, the plain view and every export use it, and the editor has
//! the same rule in `ui/src/editor/prose-marks.ts`; both are tested with `tests/golden/marks.json`.
//!
//! | Mark | Written | Plain view |
//! |---|---|---|
//! | italics, bold, both | `*…*`, `**…**`, `***…***` | the words |
//! | ruby | `｜base《reading》` | the base |
//! | emphasis dots | `《《…》》` | the words |
//! | footnote | `^[…]` | nothing; see [`Plain::notes`] |
//! | centre, right | `>> … <<`, `>> …` | the words |
//! | quotation | `> …` | the words |
//! | heading, list item | `# …` to `###### …`, `* …` | the words |
//! | break | a line of three or more `*`, `-` or `＊` | an empty line |
//! | literal mark | a backslash before it | the mark |
//!
//! Rules where a choice was needed:
//! - Marks never cross a line end.
//! - A run of asterisks opens if a visible character follows, and closes if a visible character precedes. A closing run
//!   pairs with the last open run of the same length. Without one, it ends two marks that touch if it and the last two
//!   open runs have one, two and three asterisks in any order: `*a***b**`, `***a**b*`, `*a**b***`.
//! - The mark that closes first is valid; what is open inside it is literal. Asterisks inside dots and footnotes pair
//!   only with each other. A second `｜`, `《《` or `^[` replaces an open one of its kind. `《《` and `^[` end an open
//!   ruby.
//! - Base, reading, dots and footnotes are never empty. `《` and `》` alone end open dots.
//! - A backslash makes exactly one character literal, of these: `\ * ＊ # > < - ^ [ ] ｜ 《 》`.
//!
//! The work is linear in the length of the text.

mod cut;
mod hidden;
pub(crate) mod inline;
mod line;
pub(crate) mod opening;
mod plain;
pub mod write;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::CharRange;
use crate::position::TextIndex;

pub use cut::{WholeCut, cut_whole};
pub(crate) use hidden::{HiddenLine, hidden, hidden_from, without};
pub(crate) use plain::in_plain;
pub use plain::{Plain, PlainNote, find_quote};

/// The version of the marks, which a new project records. It grows when a text would read differently: a project of
/// version 0 is older than the record. In versions 0 and 1, emphasis could not touch other emphasis.
pub const VERSION: u32 = 2;

/// The kind of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    Italic,
    Bold,
    BoldItalic,
    /// Its reading is between `inner` and the end of `outer`, without the brackets.
    Ruby,
    Dots,
    Note,
    Centre,
    Right,
    Quotation,
    Heading,
    Item,
    Break,
    /// A backslash and the character that it makes literal.
    Literal,
}

/// A mark with its positions in the text that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub kind: MarkKind,
    /// With the mark itself.
    pub outer: CharRange,
    /// The words that the mark applies to: the base of a ruby, the text of a footnote. Empty for a break.
    pub inner: CharRange,
}

impl Span {
    /// The reading of a ruby.
    pub fn reading(self) -> Option<CharRange> {
        let (start, end) = (self.inner.end().get() + 1, self.outer.end().get() - 1);
        (self.kind == MarkKind::Ruby).then(|| CharRange::new(start, end))
    }
}

/// The marks of a text. Outer marks come before the marks inside them.
pub fn marks(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut index = None;
    for line in text.split('\n') {
        let mut spans = line::spans(line);
        if !spans.is_empty() {
            let index = index.get_or_insert_with(|| TextIndex::new(text));
            spans.sort_by_key(|span| (span.outer.start, std::cmp::Reverse(span.outer.end)));
            found.extend(spans.into_iter().map(|span| Span {
                kind: span.kind,
                outer: index.range_of(shifted(span.outer, start)),
                inner: index.range_of(shifted(span.inner, start)),
            }));
        }
        start += line.len() + 1;
    }
    found
}

/// A mark with its byte positions in its line.
#[derive(Clone, Debug)]
struct LineSpan {
    kind: MarkKind,
    outer: Range<usize>,
    inner: Range<usize>,
}

fn shifted(range: Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

#[cfg(test)]
mod tests;
