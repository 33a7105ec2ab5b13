//! Comments and their replies.

use std::collections::HashMap;

use crate::docx::inline::plain_text;
use crate::docx::package::Package;
use crate::xml::Element;
use crate::{Comment, Reply};

/// The comments of a document.
#[derive(Debug, Default)]
pub(super) struct Comments {
    pub list: Vec<Comment>,
    /// The numbers of comments by their ids in the file. Replies are not in it: their passage is that of the comment.
    pub anchors: HashMap<String, u32>,
}

/// What `commentsExtended` says about the comment that ends with a paragraph.
#[derive(Clone, Copy, Debug)]
struct Extended<'x> {
    parent: Option<&'x str>,
    is_done: bool,
}

pub(super) fn read(package: &Package) -> Comments {
    let mut comments = Comments::default();
    let Some(root) = package.comments.as_ref().map(|xml| xml.root()) else { return comments };
    let extended = extended(package);
    let mut by_paragraph: HashMap<&str, usize> = HashMap::new();
    for comment in root.all("comment") {
        let paragraph = last_paragraph(comment);
        let about = paragraph.and_then(|paragraph| extended.get(paragraph)).copied();
        let value = |name: &str| comment.attribute(name).unwrap_or_default().to_owned();
        let (author, at, text) = (value("author"), value("date"), plain_text(comment));
        let parent = about.and_then(|about| about.parent).and_then(|parent| by_paragraph.get(parent));
        if let Some(&parent) = parent {
            by_paragraph.extend(paragraph.map(|paragraph| (paragraph, parent)));
            comments.list[parent].replies.push(Reply { author, at, text });
            continue;
        }
        let id = comments.list.len() as u32;
        by_paragraph.extend(paragraph.map(|paragraph| (paragraph, comments.list.len())));
        comments.anchors.insert(value("id"), id);
        let is_done = about.is_some_and(|about| about.is_done);
        comments.list.push(Comment { id, author, at, text, is_done, replies: Vec::new() });
    }
    comments
}

fn extended(package: &Package) -> HashMap<&str, Extended<'_>> {
    let root = package.comments_extended.as_ref().map(|xml| xml.root());
    let all = root.into_iter().flat_map(|root| root.all("commentEx").collect::<Vec<_>>());
    all.filter_map(|comment| {
        let about = Extended {
            parent: comment.attribute("paraIdParent"),
            is_done: matches!(comment.attribute("done"), Some("1" | "true")),
        };
        Some((comment.attribute("paraId")?, about))
    })
    .collect()
}

/// The id of the last paragraph, by which other parts name a comment.
fn last_paragraph<'x>(comment: Element<'x>) -> Option<&'x str> {
    comment.descendants().filter(|part| part.is("p")).last()?.attribute("paraId")
}
