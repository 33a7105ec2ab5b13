//! Numbers the comments of a document by their places in its list.

use std::collections::HashMap;

use crate::tree::{Block, Document, Paragraph, Part, Span};

impl Document {
    /// Gives each comment its place in the list as its number, and removes passages without a comment.
    pub(crate) fn with_numbered_comments(mut self) -> Self {
        let mut numbers = HashMap::with_capacity(self.comments.len());
        for (place, comment) in self.comments.iter_mut().enumerate() {
            let number = u32::try_from(place).unwrap_or(u32::MAX);
            numbers.insert(comment.id, number);
            comment.id = number;
        }
        for part in &mut self.parts {
            renumber(part, &numbers);
        }
        self
    }
}

fn renumber(part: &mut Part, numbers: &HashMap<u32, u32>) {
    for block in &mut part.blocks {
        let (Block::Heading { spans, .. } | Block::Paragraph(Paragraph { spans, .. })) = block else {
            continue;
        };
        spans.retain_mut(|span| match span {
            Span::CommentStart(id) | Span::CommentEnd(id) => match numbers.get(id) {
                Some(number) => {
                    *id = *number;
                    true
                }
                None => false,
            },
            _ => true,
        });
    }
    for part in &mut part.parts {
        renumber(part, numbers);
    }
}
