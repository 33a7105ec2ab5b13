//! The parts with the comments: their texts, and which answers which.

use crate::book::{Comment, Remark};
use crate::xml::{escaped, push_text};

/// The paragraph id of a comment, which ties an answer to it.
fn paragraph_id(id: usize) -> String {
    format!("{:08X}", 0x1000_0000 + id)
}

/// Returns `comments.xml`.
pub(super) fn part(comments: &[Comment]) -> String {
    let mut out = super::parts::DECLARATION.to_owned();
    out.push_str(r#"<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="w14">"#);
    let remarks =
        comments.iter().flat_map(|comment| std::iter::once(&comment.remark).chain(&comment.replies));
    for (id, remark) in remarks.enumerate() {
        write(&mut out, id, remark);
    }
    out.push_str("</w:comments>");
    out
}

fn write(out: &mut String, id: usize, remark: &Remark) {
    let initials: String = remark.author.split_whitespace().filter_map(|word| word.chars().next()).collect();
    out.push_str(&format!(
        r#"<w:comment w:id="{id}" w:author="{}" w:initials="{}""#,
        escaped(&remark.author),
        escaped(&initials)
    ));
    if let Some(at) = &remark.at {
        out.push_str(&format!(r#" w:date="{}""#, escaped(at)));
    }
    out.push('>');
    let lines: Vec<&str> = remark.text.split('\n').collect();
    for (at, line) in lines.iter().enumerate() {
        // The id belongs to the last paragraph of a comment.
        match at + 1 == lines.len() {
            true => out.push_str(&format!(r#"<w:p w14:paraId="{}">"#, paragraph_id(id))),
            false => out.push_str("<w:p>"),
        }
        out.push_str(r#"<w:pPr><w:pStyle w:val="CommentText"/></w:pPr>"#);
        if at == 0 {
            out.push_str(
                r#"<w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:annotationRef/></w:r>"#,
            );
        }
        out.push_str(r#"<w:r><w:t xml:space="preserve">"#);
        push_text(out, line);
        out.push_str("</w:t></w:r></w:p>");
    }
    out.push_str("</w:comment>");
}

/// Returns `commentsExtended.xml`: which comment is an answer, and which is done.
pub(super) fn extended(comments: &[Comment]) -> String {
    let mut out = super::parts::DECLARATION.to_owned();
    out.push_str(r#"<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">"#);
    let mut id = 0;
    for comment in comments {
        let done = u8::from(comment.is_done);
        let first = paragraph_id(id);
        out.push_str(&format!(r#"<w15:commentEx w15:paraId="{first}" w15:done="{done}"/>"#));
        for reply in 1..=comment.replies.len() {
            let answer = paragraph_id(id + reply);
            out.push_str(&format!(
                r#"<w15:commentEx w15:paraId="{answer}" w15:paraIdParent="{first}" w15:done="{done}"/>"#
            ));
        }
        id += 1 + comment.replies.len();
    }
    out.push_str("</w15:commentsEx>");
    out
}
