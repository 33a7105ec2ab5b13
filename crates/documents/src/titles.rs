//! The title and the author of a document, by their styles.

use crate::spans::{self, is_blank_block};
use crate::{Block, Document, Span};

/// The level of a heading that may be the title of the document, until [`take`] decides about it.
pub(crate) const TITLE_LEVEL: u8 = 0;

/// The level of the author's line until [`take`] takes it.
pub(crate) const AUTHOR_LEVEL: u8 = u8::MAX;

/// The deepest heading.
const MAX_LEVEL: u8 = 9;

/// Takes the title and the author out of the text. A single title before all other text is that of the document; if
/// there are several, they are the highest headings.
pub(crate) fn take(blocks: &mut Vec<Block>, document: &mut Document) {
    take_author(blocks, document);
    let is_title = |block: &Block| matches!(block, Block::Heading { level: TITLE_LEVEL, .. });
    let titles = blocks.iter().filter(|block| is_title(block)).count();
    let first = blocks.iter().position(|block| !is_blank_block(block));
    match first {
        Some(first) if titles == 1 && is_title(&blocks[first]) && is_plain(&blocks[first]) => {
            if let Block::Heading { spans, .. } = blocks.remove(first) {
                document.title = Some(line_of(&spans));
                document.has_title_line = true;
            }
        }
        _ if titles > 0 => {
            for block in blocks {
                if let Block::Heading { level, .. } = block {
                    *level = (*level + 1).min(MAX_LEVEL);
                }
            }
        }
        _ => {}
    }
}

/// Whether blocks have nothing but titles and their author: what follows them is on the title page.
pub(crate) fn are_only_titles(blocks: &[Block]) -> bool {
    let is_title = |block: &Block| matches!(block, Block::Heading { level: TITLE_LEVEL | AUTHOR_LEVEL, .. });
    blocks.iter().any(is_title) && blocks.iter().all(|block| is_title(block) || is_blank_block(block))
}

fn take_author(blocks: &mut Vec<Block>, document: &mut Document) {
    let is_author = |block: &Block| matches!(block, Block::Heading { level: AUTHOR_LEVEL, .. });
    if let Some(at) = blocks.iter().position(is_author).filter(|at| is_plain(&blocks[*at]))
        && let Block::Heading { spans, .. } = blocks.remove(at)
    {
        document.author = Some(line_of(&spans));
    }
    for block in blocks.iter_mut().filter(|block| is_author(block)) {
        if let Block::Heading { spans, .. } = block {
            let spans = std::mem::take(spans);
            *block = Block::Paragraph(crate::Paragraph { spans, ..crate::Paragraph::default() });
        }
    }
}

/// Whether a block has nothing but text, which a title can hold.
fn is_plain(block: &Block) -> bool {
    let Block::Heading { spans, .. } = block else { return false };
    spans.iter().all(|span| match span {
        Span::Text { style, .. } => !style.hidden,
        Span::LineBreak => true,
        _ => false,
    })
}

fn line_of(spans: &[Span]) -> String {
    spans::text_of(spans).split_whitespace().collect::<Vec<_>>().join(" ")
}
