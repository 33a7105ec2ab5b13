//! Puts the headings of the table of contents into the text.

use std::collections::HashMap;

use crate::Block;
use crate::epub::contents::Entry;
use crate::html::PageText;
use crate::spans::{is_blank_block, push_text, spans_of, text_of};
use crate::{Paragraph, Span, Style};

/// The longest paragraph that can be a heading, in characters.
const MAX_HEADING: usize = 80;

/// The number of entries from which a table of contents decides about headings: one that names only the text itself
/// says nothing about chapters.
const MIN_ENTRIES: usize = 2;

/// The headings of a book.
#[derive(Debug)]
pub(super) struct Headings<'e> {
    by_file: HashMap<&'e str, Vec<&'e Entry>>,
    /// The deepest level of the table of contents; 0 if headings are those of the pages.
    deepest: u8,
    /// The title of the book: an entry with it is no chapter.
    title: String,
}

impl<'e> Headings<'e> {
    /// The headings of entries that begin in one of these files.
    pub fn of<'f>(entries: &'e [Entry], files: impl Iterator<Item = &'f str>, title: Option<&str>) -> Self {
        let title = title.map(squeezed).unwrap_or_default();
        let mut by_file: HashMap<&str, Vec<&Entry>> = HashMap::new();
        let files: std::collections::HashSet<&str> = files.collect();
        let known: Vec<&Entry> = entries.iter().filter(|entry| files.contains(entry.file.as_str())).collect();
        if known.len() < MIN_ENTRIES {
            return Self { by_file, deepest: 0, title };
        }
        let deepest = known.iter().map(|entry| entry.level).max().unwrap_or(0);
        for entry in known {
            by_file.entry(&entry.file).or_default().push(entry);
        }
        Self { by_file, deepest, title }
    }

    /// Adds the text of a file.
    pub fn add(&mut self, file: &str, page: PageText, blocks: &mut Vec<Block>) {
        if self.deepest == 0 {
            blocks.extend(page.blocks);
            return;
        }
        let mut places: Vec<(usize, &Entry)> = Vec::new();
        for entry in self.by_file.remove(file).unwrap_or_default() {
            let at = entry.id.as_ref().and_then(|id| page.ids.get(id)).copied().unwrap_or(0);
            places.push((at, entry));
        }
        places.sort_by_key(|(at, _)| *at);
        let mut rest: Vec<Option<Block>> = page.blocks.into_iter().map(Some).collect();
        let mut next = 0;
        for (at, entry) in places {
            while next < at.min(rest.len()) {
                blocks.extend(rest[next].take().map(|block| self.deeper(block)));
                next += 1;
            }
            next = self.head(entry, &mut rest, next, blocks);
        }
        blocks.extend(rest.into_iter().flatten().map(|block| self.deeper(block)));
    }

    /// Adds the heading of an entry that begins at block `from`, and returns the block after it.
    fn head(&self, entry: &Entry, rest: &mut [Option<Block>], from: usize, blocks: &mut Vec<Block>) -> usize {
        let wanted = squeezed(&entry.title);
        let first =
            (from..rest.len()).find(|at| rest[*at].as_ref().is_some_and(|block| !is_blank_block(block)));
        let is_heading = |block: &Block| matches!(block, Block::Heading { .. });
        let fits = |block: &Block| {
            let text = squeezed(&text_of(spans_of(block)));
            let is_short = text.chars().count() <= MAX_HEADING;
            let is_most = wanted.starts_with(&text) && text.len() * 2 >= wanted.len();
            !text.is_empty() && (is_heading(block) || is_short && is_most)
        };
        let picture = |block: &Block| spans_of(block).iter().all(|span| matches!(span, Span::Picture { .. }));
        // A heading may stand below a picture.
        let text = first.and_then(|first| {
            let below = (first..rest.len().min(first + 3))
                .find(|at| rest[*at].as_ref().is_some_and(|block| !is_blank_block(block) && !picture(block)));
            below.filter(|at| rest[*at].as_ref().is_some_and(fits))
        });
        let Some(mut at) = text else {
            if wanted == self.title {
                return from;
            }
            let spans = vec![Span::Text { text: entry.title.clone(), style: Style::default() }];
            blocks.push(Block::Heading { level: entry.level, spans });
            return from;
        };
        let above: Vec<Block> = rest[from..at].iter_mut().filter_map(Option::take).collect();
        let mut spans = rest[at].take().map(into_spans).unwrap_or_default();
        at += 1;
        // A title over several lines: 第一章, 初遇.
        while let Some(block) = rest.get(at).and_then(Option::as_ref) {
            let so_far = squeezed(&text_of(&spans));
            let both = so_far + &squeezed(&text_of(spans_of(block)));
            if is_blank_block(block) || !wanted.starts_with(&both) {
                break;
            }
            push_text(&mut spans, " ", Style::default());
            spans.extend(rest[at].take().map(into_spans).unwrap_or_default());
            at += 1;
        }
        blocks.push(Block::Heading { level: entry.level, spans });
        blocks.extend(above);
        at
    }

    /// A heading that is not in the table of contents is below those that are.
    fn deeper(&self, block: Block) -> Block {
        match block {
            Block::Heading { level, spans } if level > 0 => {
                Block::Heading { level: level.saturating_add(self.deepest).min(9), spans }
            }
            other => other,
        }
    }
}

fn into_spans(block: Block) -> Vec<Span> {
    match block {
        Block::Heading { spans, .. } | Block::Paragraph(Paragraph { spans, .. }) => spans,
        Block::Break | Block::PageStart => Vec::new(),
    }
}

/// The letters and digits of a title, by which titles are compared.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
