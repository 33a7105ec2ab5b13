//! Tracked changes.

use super::builder::loss;
use super::*;
use crate::docx::read_with;
use crate::{Changes, LossKind, TrackedChanges};

#[test]
fn insertions_are_text_and_deletions_are_counted() {
    let text = r#"<w:p><w:ins w:id="1"><w:r><w:t>一</w:t></w:r><w:del w:id="2"><w:r><w:delText>删</w:delText></w:r></w:del></w:ins><w:del w:id="3"><w:r><w:delText xml:space="preserve">去 了</w:delText></w:r></w:del><w:moveFrom w:id="4"><w:r><w:t>移</w:t></w:r></w:moveFrom><w:moveTo w:id="5"><w:r><w:t>移</w:t></w:r></w:moveTo></w:p>"#;
    let document = File::new(text).read();
    assert_eq!(shown_of(&document), "一移");
    assert_eq!(loss(&document, LossKind::TrackedDeletion), (3, 4, "删"));
    assert_eq!(document.tracked, TrackedChanges { insertions: 2, deletions: 3 });
}

#[test]
fn rejected_changes_leave_the_text_before_them() {
    let mark = |name: &str| format!("<w:pPr><w:rPr><w:{name} w:id='1'/></w:rPr></w:pPr>");
    let comment = r#"<w:comment w:id="4"><w:p><w:r><w:t>为何？</w:t></w:r></w:p></w:comment>"#;
    let text = format!(
        "<w:p><w:r><w:t>一</w:t></w:r><w:commentRangeStart w:id='4'/><w:del><w:r><w:delText>删</w:delText></w:r></w:del><w:ins><w:r><w:t>新</w:t><w:br/><w:t>新</w:t></w:r><w:commentRangeEnd w:id='4'/></w:ins></w:p><w:p>{}<w:ins><w:r><w:t>整段</w:t></w:r></w:ins></w:p><w:p>{}<w:r><w:t>二</w:t></w:r></w:p><w:p><w:r><w:t>三</w:t></w:r></w:p><w:ins><w:p><w:r><w:t>又新</w:t></w:r></w:p></w:ins><w:del><w:p><w:r><w:t>又删</w:t></w:r></w:p></w:del>",
        mark("ins"),
        mark("del"),
    );
    let bytes = File::new(&text).part("comments", "w:comments", comment).bytes();
    let document = read_with(&bytes, Changes::Rejected).unwrap();
    assert_eq!(shown_of(&document), "一<0删0>\n二\n三\n又删");
    assert_eq!(document.tracked, TrackedChanges { insertions: 3, deletions: 2 });
    assert!(document.losses.is_empty());
}

#[test]
fn a_deleted_paragraph_end_joins_paragraphs() {
    let mark = |name: &str| format!("<w:pPr><w:rPr><w:{name} w:id='1'/></w:rPr></w:pPr>");
    let text = format!(
        "<w:p>{}<w:r><w:t>一</w:t></w:r></w:p><w:p>{}<w:r><w:t>二</w:t></w:r></w:p><w:p><w:r><w:t>三</w:t></w:r></w:p><w:p>{}<w:del><w:r><w:delText>四</w:delText></w:r></w:del></w:p>",
        mark("del"),
        mark("ins"),
        mark("del"),
    );
    assert_eq!(body(&text), "一二\n三");
}

#[test]
fn deleted_rows_are_counted() {
    let text = "<w:tbl><w:tr><w:trPr><w:del w:id='1'/></w:trPr><w:tc><w:p><w:r><w:t>删</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>留</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    let document = File::new(text).read();
    assert_eq!(shown_of(&document), "留");
    assert_eq!(loss(&document, LossKind::TrackedDeletion), (1, 1, "删"));
}
