//! The marks that Scrivener writes into its text: styles, and inline notes and annotations.

use std::mem;
use std::ops::Range;

use crate::inline;
use crate::loss::{LossKind, Losses};
use crate::tree::{Block, Comment, Paragraph, Span, Style};

/// Where a span that is no text stands in the flat text.
const OTHER: char = '\u{fffc}';

const ANNOTATION: &str = "{\\Scrv_annot";
const ANNOTATION_TEXT: &str = "\\text=";
const ANNOTATION_END: &str = "\\end_Scrv_annot}";
const NOTE: &str = "{\\Scrv_fn=";
const NOTE_END: &str = "\\end_Scrv_fn}";

/// The longest colour of an annotation, in bytes.
const MAX_COLOUR: usize = 200;

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
    let mut at = from;
    while let Some(found) = text[at..].find(['<', '{', '\\']) {
        at += found;
        let rest = &text[at..];
        let end = if open == Some(Kind::Note) { NOTE_END } else { ANNOTATION_END };
        let token = match open {
            _ if rest.starts_with('<') => style_mark(rest).map(|length| (Token::Style, length)),
            Some(_) if rest.starts_with(end) => Some((Token::End, end.len())),
            Some(_) => None,
            None => begin(rest),
        };
        if let Some((token, length)) = token {
            return Some((token, at..at + length));
        }
        at += 1;
    }
    None
}

/// The start of an inline note and its length. What stands between the name of an annotation and its text is its
/// colour.
fn begin(text: &str) -> Option<(Token, usize)> {
    if text.starts_with(NOTE) {
        return Some((Token::Begin(Kind::Note), NOTE.len()));
    }
    let after = text.strip_prefix(ANNOTATION)?;
    let colour =
        inline::window(after, MAX_COLOUR).find(ANNOTATION_TEXT).map_or(0, |at| at + ANNOTATION_TEXT.len());
    Some((Token::Begin(Kind::Annotation), ANNOTATION.len() + colour))
}

/// The length of a mark of a style: `<$Scr_Ps::0>`, `<!$Scr_Ps::0>`, `<$ScrKeepWithNext>`.
fn style_mark(text: &str) -> Option<usize> {
    let name = text.strip_prefix("<!$Scr").or_else(|| text.strip_prefix("<$Scr"))?;
    let length = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'))?;
    name[length..].starts_with('>').then(|| text.len() - name.len() + length + 1)
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
