//! The marks that Scrivener writes into its text: styles, and inline notes and annotations.

use std::mem;
use std::ops::Range;

use crate::loss::{LossKind, Losses};
use crate::tree::{Block, Comment, Paragraph, Span, Style};

/// Where a span that is no text stands in the flat text.
const OTHER: char = '\u{fffc}';

const ANNOTATION: &str = "{\\Scrv_annot";
const ANNOTATION_TEXT: &str = "\\text=";
const ANNOTATION_END: &str = "\\end_Scrv_annot}";
const NOTE: &str = "{\\Scrv_fn=";
const NOTE_END: &str = "\\end_Scrv_fn}";

/// The comments that annotations become, and the next number of a comment.
pub(super) struct Annotations<'a> {
    pub next: &'a mut u32,
    pub comments: Vec<Comment>,
}

/// Removes marks of styles, and turns inline annotations into comments and inline footnotes into notes.
pub(super) fn remove(
    blocks: Vec<Block>,
    annotations: &mut Annotations<'_>,
    losses: &mut Losses,
) -> Vec<Block> {
    let mut cleaner = Cleaner { annotations, losses, open: None, blocks: Vec::new() };
    for block in blocks {
        cleaner.block(block);
    }
    cleaner.finish()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Annotation,
    Note,
}

/// An inline note whose end has not been read.
struct Open {
    kind: Kind,
    /// The block around it, and its spans before the note.
    block: Block,
    before: Vec<Span>,
    /// The finished paragraphs of the note.
    paragraphs: Vec<Paragraph>,
}

struct Cleaner<'a, 'n> {
    annotations: &'a mut Annotations<'n>,
    losses: &'a mut Losses,
    open: Option<Open>,
    blocks: Vec<Block>,
}

impl Cleaner<'_, '_> {
    fn block(&mut self, mut block: Block) {
        let spans = match &mut block {
            Block::Heading { spans, .. } => mem::take(spans),
            Block::Paragraph(paragraph) => mem::take(&mut paragraph.spans),
            Block::Break | Block::PageStart => {
                self.blocks.push(block);
                return;
            }
        };
        let flat = Flat::new(spans);
        let mut line = Vec::new();
        let mut at = 0;
        while let Some((token, range)) = next_token(&flat.text, at, self.open.as_ref().map(|open| open.kind))
        {
            line.extend(flat.spans(at..range.start));
            at = range.end;
            match token {
                Token::Style => self.losses.name(LossKind::ToolMark, &flat.text[range]),
                Token::Begin(kind) => {
                    let block = mem::replace(&mut block, Block::Break);
                    self.open =
                        Some(Open { kind, block, before: mem::take(&mut line), paragraphs: Vec::new() });
                }
                Token::End => {
                    if let Some(open) = self.open.take() {
                        (block, line) = self.end(open, mem::take(&mut line));
                    }
                }
            }
        }
        line.extend(flat.spans(at..flat.text.len()));
        match &mut self.open {
            Some(open) => open.paragraphs.push(Paragraph { spans: line, ..Paragraph::default() }),
            None => self.blocks.push(with_spans(block, line)),
        }
    }

    /// Ends an inline note: returns the block around it and its spans so far.
    fn end(&mut self, open: Open, last: Vec<Span>) -> (Block, Vec<Span>) {
        let mut paragraphs = open.paragraphs;
        paragraphs.push(Paragraph { spans: last, ..Paragraph::default() });
        let mut spans = open.before;
        match open.kind {
            Kind::Note => spans.push(Span::Note(paragraphs)),
            Kind::Annotation => {
                let id = *self.annotations.next;
                *self.annotations.next = id.wrapping_add(1);
                let text =
                    crate::project::plain(&paragraphs.into_iter().map(Block::Paragraph).collect::<Vec<_>>());
                self.annotations.comments.push(Comment { id, text, ..Comment::default() });
                spans.extend([Span::CommentStart(id), Span::CommentEnd(id)]);
            }
        }
        (open.block, spans)
    }

    fn finish(mut self) -> Vec<Block> {
        if let Some(mut open) = self.open.take() {
            let last = open.paragraphs.pop().unwrap_or_default();
            let (block, spans) = self.end(open, last.spans);
            self.blocks.push(with_spans(block, spans));
        }
        self.blocks
    }
}

fn with_spans(block: Block, spans: Vec<Span>) -> Block {
    match block {
        Block::Heading { level, .. } => Block::Heading { level, spans },
        Block::Paragraph(paragraph) => Block::Paragraph(Paragraph { spans, ..paragraph }),
        Block::Break | Block::PageStart => Block::Paragraph(Paragraph { spans, ..Paragraph::default() }),
    }
}

enum Token {
    Style,
    Begin(Kind),
    End,
}

/// The next mark from byte `from`.
fn next_token(text: &str, from: usize, open: Option<Kind>) -> Option<(Token, Range<usize>)> {
    let rest = &text[from..];
    let found = |(start, end): (usize, usize)| from + start..from + end;
    let style = style_mark(rest).map(|range| (Token::Style, range));
    let note = match open {
        Some(kind) => {
            let end = if kind == Kind::Note { NOTE_END } else { ANNOTATION_END };
            rest.find(end).map(|at| (Token::End, (at, at + end.len())))
        }
        None => begin(rest),
    };
    let first = match (style, note) {
        (Some(style), Some(note)) if note.1.0 < style.1.0 => note,
        (Some(style), _) => style,
        (None, note) => note?,
    };
    Some((first.0, found(first.1)))
}

/// The start of an inline note. What stands between the name of an annotation and its text is its colour.
fn begin(text: &str) -> Option<(Token, (usize, usize))> {
    let note = text.find(NOTE).map(|at| (Token::Begin(Kind::Note), (at, at + NOTE.len())));
    let annotation = text.find(ANNOTATION).map(|at| {
        let after = at + ANNOTATION.len();
        let end = text[after..]
            .find(ANNOTATION_TEXT)
            .map_or(after, |length| after + length + ANNOTATION_TEXT.len());
        (Token::Begin(Kind::Annotation), (at, end))
    });
    match (note, annotation) {
        (Some(note), Some(annotation)) => Some(if note.1.0 < annotation.1.0 { note } else { annotation }),
        (note, annotation) => note.or(annotation),
    }
}

/// The first mark of a style: `<$Scr_Ps::0>`, `<!$Scr_Ps::0>`, `<$ScrKeepWithNext>`.
fn style_mark(text: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(found) = text[from..].find("$Scr") {
        let at = from + found;
        let start = ["<!", "<"].iter().find(|open| text[..at].ends_with(*open)).map(|open| at - open.len());
        let name = text[at + 4..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'));
        if let (Some(start), Some(length)) = (start, name)
            && text[at + 4 + length..].starts_with('>')
        {
            return Some((start, at + 4 + length + 1));
        }
        from = at + 4;
    }
    None
}

/// Spans as one text, so that a mark is found even if its style changes inside.
struct Flat {
    text: String,
    pieces: Vec<(Range<usize>, Span)>,
}

impl Flat {
    fn new(spans: Vec<Span>) -> Self {
        let mut flat = Self { text: String::new(), pieces: Vec::with_capacity(spans.len()) };
        for span in spans {
            let start = flat.text.len();
            match &span {
                Span::Text { text, .. } => flat.text.push_str(text),
                _ => flat.text.push(OTHER),
            }
            flat.pieces.push((start..flat.text.len(), span));
        }
        flat
    }

    /// The spans of a range.
    fn spans(&self, range: Range<usize>) -> Vec<Span> {
        let mut spans = Vec::new();
        for (place, span) in &self.pieces {
            let (start, end) = (place.start.max(range.start), place.end.min(range.end));
            if start >= end {
                continue;
            }
            match span {
                Span::Text { style, .. } => spans.push(text_span(&self.text[start..end], *style)),
                span => spans.push(span.clone()),
            }
        }
        spans
    }
}

fn text_span(text: &str, style: Style) -> Span {
    Span::Text { text: text.to_owned(), style }
}
