//! Building spans.

use crate::{Block, Paragraph, Span, Style};

/// Adds text to spans; one span for texts of one style that follow each other.
pub(crate) fn push_text(spans: &mut Vec<Span>, text: &str, style: Style) {
    if text.is_empty() {
        return;
    }
    match spans.last_mut() {
        Some(Span::Text { text: last, style: of_last }) if *of_last == style => last.push_str(text),
        _ => spans.push(Span::Text { text: text.to_owned(), style }),
    }
}

/// The visible text of spans: text and the bases of ruby.
pub(crate) fn text_of(spans: &[Span]) -> String {
    let mut text = String::new();
    for span in spans {
        match span {
            Span::Text { text: part, style } if !style.hidden => text.push_str(part),
            Span::Ruby { base, .. } => text.push_str(base),
            Span::LineBreak => text.push('\n'),
            _ => {}
        }
    }
    text
}

/// Whether spans have neither text nor notes nor pictures.
pub(crate) fn is_blank(spans: &[Span]) -> bool {
    spans.iter().all(|span| match span {
        Span::Text { text, .. } => text.trim().is_empty(),
        Span::LineBreak | Span::CommentStart(_) | Span::CommentEnd(_) => true,
        Span::Ruby { .. } | Span::Note(_) | Span::Picture { .. } => false,
    })
}

/// The paragraphs of a note.
pub(crate) fn paragraphs_of(blocks: Vec<Block>) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => paragraphs.push(paragraph),
            Block::Heading { spans, .. } => paragraphs.push(Paragraph { spans, ..Paragraph::default() }),
            Block::Break | Block::PageStart => {}
        }
    }
    paragraphs.retain(|paragraph| !is_blank(&paragraph.spans));
    if let Some(first) = paragraphs.first_mut() {
        trim_start(&mut first.spans);
    }
    paragraphs
}

/// Removes the white space between the number of a note and its text, also where the text begins with another style.
fn trim_start(spans: &mut Vec<Span>) {
    while let Some(Span::Text { text, .. }) = spans.first_mut() {
        *text = text.trim_start().to_owned();
        if !text.is_empty() {
            break;
        }
        spans.remove(0);
    }
}

/// The spans of a block.
pub(crate) fn spans_of(block: &Block) -> &[Span] {
    match block {
        Block::Heading { spans, .. } => spans,
        Block::Paragraph(paragraph) => &paragraph.spans,
        Block::Break | Block::PageStart => &[],
    }
}

/// Whether a block has no text, note or picture.
pub(crate) fn is_blank_block(block: &Block) -> bool {
    is_blank(spans_of(block))
}
