//! Lowers lines.

use std::collections::VecDeque;

use wenfang_text::marks::{MarkKind, Span as Mark, marks};
use wenfang_text::{CharRange, TextIndex};

use super::is_empty;
use crate::book::{Block, Form, Paragraph, Span, Style};

/// The ends of the passages of comments in a text, in order.
pub(super) struct Boundaries {
    /// Places in chars, with what is there.
    waiting: VecDeque<(usize, Span)>,
}

impl Boundaries {
    /// The ends of passages, whose comments are numbered from `first`.
    pub(super) fn new(passages: impl Iterator<Item = CharRange>, first: usize) -> Self {
        let mut ends: Vec<(usize, u8, Span)> = Vec::new();
        for (at, range) in passages.enumerate() {
            let id = first + at;
            ends.push((range.start().get(), 1, Span::CommentStart(id)));
            // A passage without a length ends after it begins; others end before the next begins.
            let rank = if range.is_empty() { 2 } else { 0 };
            ends.push((range.end().get(), rank, Span::CommentEnd(id)));
        }
        ends.sort_by_key(|(place, rank, _)| (*place, *rank));
        Self { waiting: ends.into_iter().map(|(place, _, span)| (place, span)).collect() }
    }

    /// Takes what is at or before a place.
    fn take(&mut self, place: usize) -> Option<Span> {
        let is_due = self.waiting.front().is_some_and(|(at, _)| *at <= place);
        if is_due { self.waiting.pop_front().map(|(_, span)| span) } else { None }
    }

    /// Takes the end of a passage that is at or before a place.
    fn take_end(&mut self, place: usize) -> Option<Span> {
        let is_end = matches!(self.waiting.front(), Some((_, Span::CommentEnd(_))));
        if is_end { self.take(place) } else { None }
    }

    /// The next place before an end.
    fn next_before(&self, end: usize) -> Option<usize> {
        self.waiting.front().map(|(at, _)| *at).filter(|at| *at < end)
    }
}

/// Returns the blocks of a text. `number` is the number of the last paragraph.
pub(super) fn blocks(
    (text, unprinted): (&str, &[CharRange]),
    mut boundaries: Boundaries,
    number: &mut usize,
) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut start = 0;
    for (line, content) in text.split('\n').enumerate() {
        let length = content.chars().count();
        let is_unprinted = |passage: &CharRange| {
            let (from, to) = (passage.start().get(), passage.end().get());
            from < to && from < start + length.max(1) && to > start
        };
        if !unprinted.iter().any(is_unprinted) {
            blocks.push(block(content, (line, start), &mut boundaries, number));
        }
        start += length + 1;
    }
    let mut rest: Vec<Span> = boundaries.waiting.into_iter().map(|(_, span)| span).collect();
    let last = blocks.iter_mut().rev().find_map(|block| match block {
        Block::Paragraph(paragraph) => Some(paragraph),
        Block::Break | Block::Blank => None,
    });
    if let Some(paragraph) = last {
        paragraph.spans.append(&mut rest);
    }
    let is_shown = |block: &Block| *block != Block::Blank;
    let first = blocks.iter().position(is_shown).unwrap_or(blocks.len());
    let end = blocks.iter().rposition(is_shown).map_or(first, |last| last + 1);
    blocks.drain(first..end).collect()
}

fn block(
    content: &str,
    (line, start): (usize, usize),
    boundaries: &mut Boundaries,
    number: &mut usize,
) -> Block {
    if content.trim().is_empty() {
        return Block::Blank;
    }
    let marks = marks(content);
    if marks.first().is_some_and(|mark| mark.kind == MarkKind::Break) {
        return Block::Break;
    }
    let mut lowering =
        Lowering { index: TextIndex::new(content), start, boundaries, form: Form::Body, is_in_note: false };
    let whole = shown(content);
    let mut spans = Vec::new();
    lowering.range(whole, &marks, Style::default(), &mut spans);
    while let Some(end) = lowering.boundaries.take_end(start + content.chars().count()) {
        spans.push(end);
    }
    let form = lowering.form;
    if is_empty(&spans) {
        return Block::Blank;
    }
    *number += 1;
    Block::Paragraph(Paragraph { number: *number, line, form, spans })
}

/// Returns the line without the white space around it: an indent is a matter of layout.
fn shown(line: &str) -> CharRange {
    let before = line.chars().take_while(|c| c.is_whitespace()).count();
    let after = line.chars().rev().take_while(|c| c.is_whitespace()).count();
    CharRange::new(before, (line.chars().count() - after).max(before))
}

/// Lowers one line.
struct Lowering<'l> {
    index: TextIndex<'l>,
    /// Where the line begins in its text.
    start: usize,
    boundaries: &'l mut Boundaries,
    form: Form,
    is_in_note: bool,
}

impl Lowering<'_> {
    /// Lowers a range with the marks that begin in it.
    fn range(&mut self, range: CharRange, marks: &[Mark], style: Style, out: &mut Vec<Span>) {
        let (mut at, end) = (range.start().get(), range.end().get());
        let mut next = 0;
        while let Some(mark) = marks.get(next) {
            let inside =
                marks[next + 1..].iter().take_while(|inner| inner.outer.end() <= mark.outer.end()).count();
            let inner = &marks[next + 1..next + 1 + inside];
            next += 1 + inside;
            self.text(at, mark.outer.start().get().min(end), style, out);
            self.mark(mark, inner, (style, end), out);
            at = mark.outer.end().get().max(at);
        }
        self.text(at, end, style, out);
    }

    fn mark(&mut self, mark: &Mark, inner: &[Mark], (style, end): (Style, usize), out: &mut Vec<Span>) {
        // White space at the end of a line can be inside its mark.
        let start = mark.inner.start().get();
        let words = CharRange::new(start, mark.inner.end().get().min(end).max(start));
        match mark.kind {
            MarkKind::Italic => self.range(words, inner, Style { italic: true, ..style }, out),
            MarkKind::Bold => self.range(words, inner, Style { bold: true, ..style }, out),
            MarkKind::BoldItalic => {
                self.range(words, inner, Style { bold: true, italic: true, ..style }, out);
            }
            MarkKind::Dots => self.range(words, inner, Style { dots: true, ..style }, out),
            MarkKind::Literal => self.text(words.start().get(), words.end().get(), style, out),
            MarkKind::Ruby => self.ruby(mark, inner, style, out),
            MarkKind::Note => {
                let mut note = Vec::new();
                let outside = std::mem::replace(&mut self.is_in_note, true);
                self.range(words, inner, Style::default(), &mut note);
                self.is_in_note = outside;
                out.push(Span::Note(note));
            }
            MarkKind::Break => {}
            MarkKind::Centre | MarkKind::Right | MarkKind::Quotation | MarkKind::Heading | MarkKind::Item => {
                self.form = match mark.kind {
                    MarkKind::Centre => Form::Centre,
                    MarkKind::Right => Form::Right,
                    MarkKind::Quotation => Form::Quotation,
                    MarkKind::Heading => Form::Heading,
                    _ => Form::Item,
                };
                self.range(words, inner, style, out);
            }
        }
    }

    fn ruby(&mut self, mark: &Mark, inner: &[Mark], style: Style, out: &mut Vec<Span>) {
        let mut base = Vec::new();
        let outside = std::mem::replace(&mut self.is_in_note, true);
        self.range(mark.inner, inner, style, &mut base);
        let mut reading = Vec::new();
        if let Some(range) = mark.reading() {
            let inner: Vec<Mark> =
                inner.iter().filter(|mark| mark.outer.start() >= range.start()).copied().collect();
            self.range(range, &inner, style, &mut reading);
        }
        self.is_in_note = outside;
        let text = |spans: &[Span]| crate::book::plain(spans);
        out.push(Span::Ruby { base: text(&base), reading: text(&reading), style });
    }

    /// Writes text, divided by the ends of passages.
    fn text(&mut self, start: usize, end: usize, style: Style, out: &mut Vec<Span>) {
        if self.is_in_note {
            return self.piece(start, end, style, out);
        }
        let mut at = start;
        while at < end {
            while let Some(boundary) = self.boundaries.take(self.start + at) {
                out.push(boundary);
            }
            let until = self.boundaries.next_before(self.start + end).map_or(end, |place| place - self.start);
            self.piece(at, until, style, out);
            at = until;
        }
    }

    fn piece(&self, start: usize, end: usize, style: Style, out: &mut Vec<Span>) {
        if start >= end {
            return;
        }
        let piece = self.index.slice(CharRange::new(start, end));
        match out.last_mut() {
            Some(Span::Text { text, style: last }) if *last == style => text.push_str(piece),
            _ => out.push(Span::Text { text: piece.to_owned(), style }),
        }
    }
}
