//! Comments.

use std::collections::HashMap;

use crate::odt::reader::{Line, Reader};
use crate::xml::Element;
use crate::{Comment, Reply, Span};

/// The comments whose passages have begun, by their names in the file.
#[derive(Debug, Default)]
pub(super) struct Annotations {
    by_name: HashMap<String, u32>,
    open: HashMap<String, u32>,
}

impl<'x> Reader<'x> {
    pub fn annotation(&mut self, annotation: Element<'x>, line: &mut Line<'x>) {
        let name = annotation.attribute("name").unwrap_or_default().to_owned();
        let (author, at) = (annotation.child_text("creator"), annotation.child_text("date"));
        let paragraphs = annotation.elements().filter(|part| matches!(part.name(), "p" | "list"));
        let text = paragraphs.map(|part| part.text()).collect::<Vec<_>>().join("\n");
        let parent = annotation.attribute("parent-name").and_then(|name| self.annotations.by_name.get(name));
        if let Some(&parent) = parent {
            self.annotations.by_name.insert(name, parent);
            self.comments[parent as usize].replies.push(Reply { author, at, text });
            return;
        }
        let id = self.comments.len() as u32;
        let is_done = annotation.attribute("resolved") == Some("true");
        self.comments.push(Comment { id, author, at, text, is_done, replies: Vec::new() });
        line.spans.push(Span::CommentStart(id));
        if name.is_empty() {
            line.spans.push(Span::CommentEnd(id));
        } else {
            self.annotations.by_name.insert(name.clone(), id);
            self.annotations.open.insert(name, id);
        }
    }

    pub fn annotation_end(&mut self, end: Element<'x>, line: &mut Line<'x>) {
        let name = end.attribute("name").unwrap_or_default();
        if let Some(id) = self.annotations.open.remove(name) {
            line.spans.push(Span::CommentEnd(id));
        }
    }
}
