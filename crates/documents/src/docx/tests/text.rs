//! Text: runs, characters, breaks, tables, links.

use super::builder::{loss, strict};
use super::*;
use crate::docx::read;
use crate::testing::packed;
use crate::{LossKind, ReadError};

#[test]
fn runs_keep_italics_bold_dots_and_hidden_text() {
    let text = r#"<w:p><w:r><w:t xml:space="preserve">一 </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>二</w:t></w:r><w:r><w:rPr><w:b w:val="1"/></w:rPr><w:t>三</w:t></w:r><w:r><w:rPr><w:em w:val="dot"/></w:rPr><w:t>四</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>五</w:t></w:r><w:r><w:rPr><w:i w:val="0"/><w:b w:val="off"/><w:em w:val="none"/><w:vanish w:val="false"/></w:rPr><w:t>六</w:t></w:r></w:p>"#;
    assert_eq!(body(text), "一 *二***三**.四.~五~六");
}

#[test]
fn runs_of_one_style_are_one_span() {
    let document = File::new("<w:p><w:r><w:t>一</w:t></w:r><w:r><w:t>二</w:t></w:r></w:p>").read();
    let crate::Block::Paragraph(paragraph) = &document.parts[0].blocks[0] else { panic!() };
    assert_eq!(paragraph.spans.len(), 1);
}

#[test]
fn styles_are_inherited_and_italics_inside_italics_are_upright() {
    let styles = r#"<w:style w:type="paragraph" w:styleId="T"><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="T"/><w:rPr><w:i/></w:rPr></w:style><w:style w:type="character" w:styleId="E"><w:name w:val="Emphasis"/><w:rPr><w:i/></w:rPr></w:style>"#;
    let text = r#"<w:p><w:pPr><w:pStyle w:val="T"/></w:pPr><w:r><w:t>一</w:t></w:r><w:r><w:rPr><w:rStyle w:val="E"/></w:rPr><w:t>二</w:t></w:r></w:p><w:p><w:r><w:rPr><w:rStyle w:val="E"/></w:rPr><w:t>三</w:t></w:r></w:p>"#;
    assert_eq!(File::new(text).styles(styles).shown(), "*一*二\n*三*");
}

#[test]
fn the_strict_namespace_and_any_prefix_are_read() {
    let text =
        r#"<w:p><w:pPr><w:jc w:val="end"/></w:pPr><w:r><w:rPr><w:i/></w:rPr><w:t>一</w:t></w:r></w:p>"#;
    assert_eq!(File::with_root(&strict(text)).shown(), ">>*一*");
}

#[test]
fn the_main_part_is_found_by_its_relationship() {
    let file = File::new("<w:p><w:r><w:t>一</w:t></w:r></w:p>");
    assert_eq!(shown_of(&read(&file.bytes_with_main("word/other2.xml")).unwrap()), "一");
    let bare = packed(&[(
        "word/document.xml",
        "<w:document xmlns:w='http://purl.oclc.org/ooxml/wordprocessingml/main'><w:body/></w:document>",
    )]);
    assert_eq!(shown_of(&read(&bare).unwrap()), "");
    let missing = read(&packed(&[("a", "")])).unwrap_err();
    assert_eq!(missing, ReadError::MissingEntry { entry: "word/document.xml".into() });
}

#[test]
fn ruby_is_read_also_from_equations() {
    let text = r#"<w:p><w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>かん</w:t></w:r></w:rt><w:rubyBase><w:r><w:rPr><w:b/></w:rPr><w:t>漢</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>EQ \* jc2 \o\ad(\s\up 9(</w:instrText></w:r><w:r><w:instrText>じ),字)</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>"#;
    assert_eq!(body(text), "**[漢|かん]**[字|じ]");
}

#[test]
fn special_characters_are_characters() {
    let text = r#"<w:p><w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:t>c&#xAD;d</w:t><w:tab/><w:t>e</w:t><w:br/><w:t>f</w:t><w:cr/><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0E0"/><w:sym w:font="Odd" w:char="F0FF"/></w:r></w:p>"#;
    let document = File::new(text).read();
    assert_eq!(shown_of(&document), "a\u{2011}bcd\te/f/α→");
    assert_eq!(loss(&document, LossKind::Undecodable), (1, 7, "Odd F0FF"));
}

#[test]
fn spaces_at_ends_of_texts_need_the_mark() {
    let text = "<w:p><w:r><w:t>\n  a\n b </w:t></w:r><w:r><w:t xml:space='preserve'> c</w:t></w:r></w:p>";
    assert_eq!(body(text), "a  b c");
}

#[test]
fn breaks_and_sections_start_pages() {
    let text = r#"<w:p><w:r><w:t>一</w:t></w:r><w:r><w:br w:type="page"/></w:r><w:r><w:t>二</w:t></w:r></w:p><w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:lastRenderedPageBreak/><w:t>三</w:t></w:r></w:p><w:p><w:pPr><w:sectPr/></w:pPr></w:p><w:p><w:pPr><w:sectPr><w:type w:val="continuous"/></w:sectPr></w:pPr><w:r><w:t>四</w:t></w:r></w:p><w:p><w:r><w:br w:type="page"/></w:r></w:p>"#;
    assert_eq!(body(text), "一\n=== page\n二\n=== page\n三\n\n=== page\n四\n=== page");
}

#[test]
fn alignment_quotations_and_rules_are_kept() {
    let styles =
        r#"<w:style w:type="paragraph" w:styleId="Q"><w:name w:val="Quote"/><w:rPr><w:i/></w:rPr></w:style>"#;
    let text = r#"<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:t>一</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="Q"/></w:pPr><w:r><w:t>二</w:t></w:r></w:p><w:p><w:pPr><w:ind w:left="720" w:right="720"/></w:pPr><w:r><w:t>三</w:t></w:r></w:p><w:p><w:pPr><w:pBdr><w:bottom w:val="single"/></w:pBdr></w:pPr></w:p><w:p><w:r><w:pict><v:rect o:hr="t"/></w:pict></w:r></w:p><w:p/>"#;
    assert_eq!(File::new(text).styles(styles).shown(), "=一\n> 二\n> 三\n---\n---\n");
}

#[test]
fn a_style_may_set_the_line_of_a_rule() {
    let style = |id: &str, borders: &str| {
        format!(
            "<w:style w:type='paragraph' w:styleId='{id}'><w:name w:val='{id}'/><w:pPr><w:pBdr>{borders}</w:pBdr></w:pPr></w:style>"
        )
    };
    let line = "<w:bottom w:val='double'/>";
    let frame = "<w:top w:val='single'/><w:left w:val='single'/><w:bottom w:val='single'/>";
    let styles = style("HorizontalLine", line) + &style("Title", line) + &style("Panel", frame);
    let paragraph =
        |id: &str, text: &str| format!("<w:p><w:pPr><w:pStyle w:val='{id}'/></w:pPr>{text}</w:p>");
    let words = "<w:r><w:t>一</w:t></w:r>";
    let shown = |id: &str, text: &str| File::new(&paragraph(id, text)).styles(&styles).shown();
    assert_eq!(shown("HorizontalLine", ""), "---");
    assert_eq!(shown("HorizontalLine", words), "一");
    assert_eq!(shown("Title", ""), "");
    assert_eq!(shown("Panel", ""), "");
}

#[test]
fn other_formatting_is_counted() {
    let text = r#"<w:p><w:r><w:rPr><w:color w:val="FF0000"/><w:u w:val="single"/><w:sz w:val="40"/></w:rPr><w:t>红</w:t></w:r><w:r><w:rPr><w:color w:val="auto"/><w:u w:val="none"/></w:rPr><w:t>黑</w:t></w:r></w:p>"#;
    let document = File::new(text).read();
    assert_eq!(shown_of(&document), "红黑");
    assert_eq!(loss(&document, LossKind::Formatting), (1, 0, "红"));
}

#[test]
fn a_table_becomes_lines_and_a_frame_paragraphs() {
    let cell = |text: &str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
    let two = format!(
        "<w:tbl><w:tr>{}{}</w:tr><w:sdt><w:sdtContent><w:tr>{}{}</w:tr></w:sdtContent></w:sdt></w:tbl>",
        cell("甲"),
        cell("乙"),
        cell("丙"),
        cell("丁")
    );
    let document = File::new(&two).read();
    assert_eq!(shown_of(&document), "甲\t乙\n丙\t丁");
    assert_eq!(loss(&document, LossKind::Table), (1, 0, "甲\t乙"));
    let frame = "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>一</w:t></w:r></w:p><w:p><w:r><w:t>二</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    let document = File::new(frame).read();
    assert_eq!((shown_of(&document).as_str(), document.losses.is_empty()), ("一\n二", true));
}

#[test]
fn a_link_keeps_its_text_and_names_its_target() {
    let text = r#"<w:p><w:hyperlink r:id="x"><w:r><w:t>一</w:t></w:r></w:hyperlink><w:hyperlink w:anchor="_b"><w:r><w:t>二</w:t></w:r></w:hyperlink></w:p>"#;
    let document = File::new(text).external("x", "https://example.org/a").read();
    assert_eq!(shown_of(&document), "一二");
    assert_eq!(loss(&document, LossKind::Link), (1, 0, "https://example.org/a"));
}

#[test]
fn formulas_are_text() {
    let text = "<w:p><w:r><w:t>设</w:t></w:r><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></w:p><m:oMathPara><m:oMath><m:r><m:t>y</m:t></m:r></m:oMath></m:oMathPara>";
    assert_eq!(body(text), "设x=1\ny");
}
