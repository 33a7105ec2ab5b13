//! A text whose characters track their origin.

use std::ops::Range;

/// One character; `id` is its offset in the old text, `None` for new text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub c: char,
    pub id: Option<usize>,
    /// The old offset of the character that this one copies.
    pub copy_of: Option<usize>,
}

impl Cell {
    pub fn written(c: char) -> Self {
        Self { c, id: None, copy_of: None }
    }
}

/// The text being edited, and the tracked range in old offsets.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub cells: Vec<Cell>,
    pub anchor: Range<usize>,
}

impl Draft {
    pub fn new(text: &[char], anchor: Range<usize>) -> Self {
        let cells = text.iter().enumerate().map(|(id, &c)| Cell { c, id: Some(id), copy_of: None }).collect();
        Self { cells, anchor }
    }

    /// The range from the first to past the last survivor of the anchor.
    pub fn hull(&self) -> Option<Range<usize>> {
        let inside = |cell: &Cell| cell.id.is_some_and(|id| self.anchor.contains(&id));
        let start = self.cells.iter().position(inside)?;
        let last = self.cells.iter().rposition(inside)?;
        Some(start..last + 1)
    }

    pub fn text(&self) -> String {
        self.cells.iter().map(|cell| cell.c).collect()
    }

    /// The paragraphs, including their line ends.
    pub fn paragraphs(&self) -> Vec<Range<usize>> {
        split_after(&self.cells, |at| self.cells[at].c == '\n')
    }

    /// The sentences, including the line ends that follow.
    pub fn sentences(&self) -> Vec<Range<usize>> {
        split_after(&self.cells, |at| ends_sentence(&self.cells, at))
    }

    /// Inserts new text.
    pub fn insert(&mut self, at: usize, text: &[char]) {
        self.cells.splice(at..at, written(text));
    }

    /// Inserts a copy of a range.
    pub fn copy(&mut self, from: Range<usize>, at: usize) {
        let copies = self.cells[from]
            .iter()
            .map(|cell| Cell { c: cell.c, id: None, copy_of: cell.id })
            .collect::<Vec<_>>();
        self.cells.splice(at..at, copies);
    }

    /// Replaces a range with new text.
    pub fn replace(&mut self, range: Range<usize>, text: &[char]) {
        self.cells.splice(range, written(text));
    }
}

fn written(text: &[char]) -> Vec<Cell> {
    text.iter().copied().map(Cell::written).collect()
}

fn split_after(cells: &[Cell], ends: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 0..cells.len() {
        if ends(at) || at + 1 == cells.len() {
            parts.push(start..at + 1);
            start = at + 1;
        }
    }
    parts
}

fn ends_sentence(cells: &[Cell], at: usize) -> bool {
    let (c, next) = (cells[at].c, cells.get(at + 1).map(|cell| cell.c));
    let before = at.checked_sub(1).map(|at| cells[at].c);
    let terminator = |c: char| matches!(c, '。' | '！' | '？' | '!' | '?' | '.');
    let closer = |c: char| matches!(c, '”' | '’' | '」' | '』' | '）' | '"');
    let word: String =
        cells[..at].iter().rev().map(|cell| cell.c).take_while(|c| c.is_alphabetic()).collect();
    let latin_dot =
        |c: char| c == '.' && (next != Some(' ') || matches!(word.as_str(), "rM" | "srM" | "rD" | "tS"));
    c == '\n'
        || (terminator(c) && !latin_dot(c) && !next.is_some_and(|next| closer(next) || terminator(next)))
        || (closer(c) && before.is_some_and(terminator) && !next.is_some_and(closer))
}
