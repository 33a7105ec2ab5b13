//! Footnotes and endnotes.

use super::*;

fn reference(kind: &str, id: u32) -> String {
    format!("<w:r><w:{kind}Reference w:id='{id}'/></w:r>")
}

const FOOTNOTES: &str = r#"<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> 注</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>斜</w:t></w:r></w:p><w:sdt><w:sdtContent><w:p><w:r><w:t>又</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p></w:sdtContent></w:sdt></w:footnote>"#;

const ENDNOTES: &str = r#"<w:endnote w:id="2"><w:p><w:r><w:t>尾</w:t></w:r></w:p></w:endnote>"#;

#[test]
fn notes_stand_where_they_are_referenced() {
    let text = format!(
        "<w:p><w:r><w:t>一</w:t></w:r>{}<w:r><w:t>二</w:t></w:r>{}</w:p>",
        reference("footnote", 2),
        reference("endnote", 2)
    );
    let file =
        File::new(&text).part("footnotes", "w:footnotes", FOOTNOTES).part("endnotes", "w:endnotes", ENDNOTES);
    assert_eq!(file.shown(), "一{n: 注*斜* / 又}二{n: 尾}");
}

#[test]
fn a_note_is_used_once_and_may_be_missing() {
    let text = format!(
        "<w:p>{0}{0}{1}<w:r><w:t>一</w:t></w:r></w:p>",
        reference("footnote", 2),
        reference("footnote", 9)
    );
    let file = File::new(&text).part("footnotes", "w:footnotes", FOOTNOTES);
    assert_eq!(file.shown(), "{n: 注*斜* / 又}一");
}
