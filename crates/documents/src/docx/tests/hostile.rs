//! Files that are made to harm.

use super::builder::NAMESPACES;
use super::*;
use crate::docx::read;
use crate::{Limit, ReadError};

#[test]
fn entities_and_depth_are_refused() {
    let bomb = format!(
        "<!DOCTYPE d [<!ENTITY a 'aaaa'>]><w:document {NAMESPACES}><w:body>&a;</w:body></w:document>"
    );
    let error = read(&File::with_root(&bomb).bytes()).unwrap_err();
    assert_eq!(error, ReadError::Entities { entry: "word/document.xml".into() });
    let deep = "<w:sdt><w:sdtContent>".repeat(200) + &"</w:sdtContent></w:sdt>".repeat(200);
    let error = read(&File::new(&deep).bytes()).unwrap_err();
    assert_eq!(error, ReadError::TooLarge { what: Limit::Depth, limit: 256 });
}

#[test]
fn the_deepest_document_is_read() {
    let deep = "<w:sdt><w:sdtContent>".repeat(124);
    let text = format!("{deep}<w:p><w:r><w:t>底</w:t></w:r></w:p>{}", "</w:sdtContent></w:sdt>".repeat(124));
    assert_eq!(body(&text), "底");
}

#[test]
fn styles_in_circles_end() {
    let styles = "<w:style w:styleId='A'><w:basedOn w:val='A'/></w:style>";
    let text = "<w:p><w:pPr><w:pStyle w:val='A'/></w:pPr><w:r><w:t>一</w:t></w:r></w:p>";
    assert_eq!(File::new(text).styles(styles).shown(), "一");
}

#[test]
fn missing_bodies_are_an_error() {
    let root = format!("<w:document {NAMESPACES}/>");
    let error = read(&File::with_root(&root).bytes()).unwrap_err();
    assert_eq!(error, ReadError::MissingEntry { entry: "w:body".into() });
}
