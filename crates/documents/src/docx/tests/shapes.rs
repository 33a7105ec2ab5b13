//! Content controls, choices, text boxes, pictures, headers.

use super::builder::loss;
use super::*;
use crate::LossKind;

#[test]
fn content_controls_may_be_nested() {
    let inner = "<w:sdt><w:sdtPr/><w:sdtContent><w:sdt><w:sdtContent><w:r><w:t>二</w:t></w:r></w:sdtContent></w:sdt></w:sdtContent></w:sdt>";
    let text = format!(
        "<w:sdt><w:sdtContent><w:sdt><w:sdtContent><w:p><w:r><w:t>一</w:t></w:r>{inner}</w:p></w:sdtContent></w:sdt></w:sdtContent></w:sdt>"
    );
    assert_eq!(body(&text), "一二");
}

#[test]
fn one_branch_of_a_choice_is_read() {
    let text_box = "<w:txbxContent><w:p><w:r><w:t>框</w:t></w:r></w:p></w:txbxContent>";
    let text = format!(
        "<w:p><w:r><w:t>一</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wps:txbx>{text_box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{text_box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>二</w:t></w:r></w:p>"
    );
    let document = File::new(&text).read();
    assert_eq!(shown_of(&document), "一二\n框");
    assert_eq!(loss(&document, LossKind::TextBox), (1, 0, "框"));
    let text = "<w:p><mc:AlternateContent><mc:Choice/><mc:Fallback><w:r><w:t>后</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>";
    assert_eq!(body(text), "后");
}

#[test]
fn pictures_are_named_and_never_opened() {
    let text = r#"<w:p><w:r><w:drawing><a:blip r:embed="p1"/></w:drawing></w:r><w:r><w:pict><v:imagedata r:id="x"/></w:pict></w:r><w:r><w:drawing><a:chart/></w:drawing></w:r></w:p>"#;
    let document = File::new(text).part("image", "x", "").external("x", "file:///etc/passwd").read();
    assert_eq!(shown_of(&document), "!image0.xml!!file:///etc/passwd!");
    assert_eq!(loss(&document, LossKind::Picture).0, 1);
}

#[test]
fn text_of_drawings_is_not_text_of_the_document() {
    assert_eq!(body("<w:p><w:r><w:t>一</w:t></w:r></w:p><a:p><a:r><a:t>图</a:t></a:r></a:p>"), "一");
}

#[test]
fn headers_and_footers_are_counted() {
    let document = File::new("<w:p><w:r><w:t>一</w:t></w:r></w:p>")
        .part("header", "w:hdr", "<w:p><w:r><w:t>渡口</w:t></w:r></w:p>")
        .part("footer", "w:ftr", "<w:p/>")
        .read();
    assert_eq!(loss(&document, LossKind::HeaderFooter), (1, 2, "渡口"));
}

#[test]
fn external_parts_are_not_parts() {
    let file = File::new("<w:p><w:r><w:t>一</w:t></w:r></w:p>").external("s", "file:///etc/styles.xml");
    assert_eq!(file.shown(), "一");
}
