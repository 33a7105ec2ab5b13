//! The part with the footnotes.

use super::layout::Setting;
use super::runs::Runs;
use crate::book::Span;

/// Returns `footnotes.xml`, with the two separators that Word expects.
pub(super) fn part(notes: &[&[Span]], set: &Setting) -> String {
    let mut runs = Runs {
        out: String::new(),
        notes: Vec::new(),
        comments: Vec::new(),
        asian_language: set.asian_language,
        dots: set.dots,
    };
    runs.out.push_str(super::parts::DECLARATION);
    runs.out
        .push_str(r#"<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">"#);
    for (id, kind) in [(-1, "separator"), (0, "continuationSeparator")] {
        runs.out.push_str(&format!(
            r#"<w:footnote w:type="{kind}" w:id="{id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:{kind}/></w:r></w:p></w:footnote>"#
        ));
    }
    for (at, note) in notes.iter().enumerate() {
        runs.out.push_str(&format!(
            r#"<w:footnote w:id="{}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>"#,
            at + 1
        ));
        runs.spans(note);
        runs.out.push_str("</w:p></w:footnote>");
    }
    runs.out.push_str("</w:footnotes>");
    runs.out
}
