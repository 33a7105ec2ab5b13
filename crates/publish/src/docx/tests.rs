use std::io::{Cursor, Read};

use expect_test::{Expect, expect};
use wenfang_text::NovelLanguage;

use super::*;
use crate::sample::{commented, sample};

fn options(layout: DocxLayout) -> DocxOptions {
    DocxOptions {
        layout,
        contact: vec!["Ann Lee".into(), "1 River Street".into()],
        length: 84_321,
        is_in_words: true,
        rule: "不计标点".into(),
        created_at: "2026-11-28T20:00:00Z".into(),
        ..DocxOptions::default()
    }
}

/// Returns a part of a document, a paragraph, a style or a comment a line.
fn part(bytes: &[u8], name: &str) -> String {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    let begins =
        ["<w:p>", "<w:style ", "<w:comment ", "<w15:commentEx ", "<w:sectPr>", "<Relationship ", " xmlns:"];
    begins.iter().fold(text, |text, begin| text.replace(begin, &format!("\n{begin}")))
}

#[track_caller]
fn check(book: &Book, layout: DocxLayout, name: &str, expected: Expect) {
    let bytes = docx(book, &options(layout)).unwrap();
    expected.assert_eq(&part(&bytes, name));
}

#[test]
fn dots_stand_where_the_language_has_them() {
    for (language, dots) in [(NovelLanguage::Zh, "underDot"), (NovelLanguage::Ja, "dot")] {
        let bytes = docx(&sample(language), &options(DocxLayout::Editor)).unwrap();
        assert!(part(&bytes, "word/document.xml").contains(&format!("<w:em w:val=\"{dots}\"/>")), "{dots}");
    }
}

#[test]
fn items_are_those_of_a_list() {
    let mut builder = crate::BookBuilder::new("", "", NovelLanguage::Zh);
    builder.chapter("一");
    builder.scene(None, ("* 注：有删节。", &[]), Vec::new());
    let bytes = docx(&builder.finish(), &options(DocxLayout::Editor)).unwrap();
    assert!(part(&bytes, "word/document.xml").contains("<w:pStyle w:val=\"Item\"/>"));
    assert!(part(&bytes, "word/styles.xml").contains("<w:numPr><w:numId w:val=\"1\"/></w:numPr>"));
    assert!(part(&bytes, "word/numbering.xml").contains("<w:lvlText w:val=\"•\"/>"));
}

#[test]
fn the_text_of_a_manuscript() {
    check(
        &sample(NovelLanguage::En),
        DocxLayout::Manuscript,
        "word/document.xml",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <w:document
             xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
             xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>
            <w:p><w:pPr><w:pStyle w:val="Contact"/></w:pPr><w:r><w:t xml:space="preserve">Ann Lee</w:t><w:tab/><w:t xml:space="preserve">about 84,000 words</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Contact"/></w:pPr><w:r><w:t xml:space="preserve">1 River Street</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t xml:space="preserve">渡口</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="CoverLine"/></w:pPr><w:r><w:t xml:space="preserve">by 林 河</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t xml:space="preserve">第一卷 雾</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t xml:space="preserve">第一章 夜渡</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr><w:r><w:t xml:space="preserve">他想，</w:t></w:r><w:r><w:rPr><w:i/><w:iCs/></w:rPr><w:t xml:space="preserve">快走</w:t></w:r><w:r><w:t xml:space="preserve">！墙上是</w:t></w:r><w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t xml:space="preserve">系统</w:t></w:r><w:r><w:t xml:space="preserve">和</w:t></w:r><w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="distributeSpace"/><w:hps w:val="12"/><w:hpsRaise w:val="22"/><w:hpsBaseText w:val="24"/><w:lid w:val="zh-CN"/></w:rubyPr><w:rt><w:r><w:rPr><w:sz w:val="12"/></w:rPr><w:t xml:space="preserve">tāo tiè</w:t></w:r></w:rt><w:rubyBase><w:r><w:t xml:space="preserve">饕餮</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:t xml:space="preserve">，</w:t></w:r><w:r><w:rPr><w:em w:val="dot"/></w:rPr><w:t xml:space="preserve">绝不</w:t></w:r><w:r><w:t xml:space="preserve">&lt;&amp;&gt;</w:t></w:r><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="1"/></w:r><w:r><w:t xml:space="preserve">。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr></w:p>
            <w:p><w:pPr><w:pStyle w:val="Centred"/></w:pPr><w:r><w:t xml:space="preserve">渡口</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="RightAligned"/></w:pPr><w:r><w:t xml:space="preserve">一九二六年</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Quote"/><w:keepNext/></w:pPr><w:r><w:t xml:space="preserve">见字如面。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="SceneBreak"/></w:pPr><w:r><w:t xml:space="preserve">#</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/><w:keepNext/></w:pPr><w:r><w:t xml:space="preserve">雾散了。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="SceneBreak"/></w:pPr><w:r><w:t xml:space="preserve">#</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr><w:r><w:t xml:space="preserve">第二天。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t xml:space="preserve">第二章 灯</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr><w:r><w:t xml:space="preserve">灯亮了。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t xml:space="preserve">第二卷 归</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t xml:space="preserve">3</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr><w:r><w:t xml:space="preserve">归来。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="EndMark"/></w:pPr><w:r><w:t xml:space="preserve">END</w:t></w:r></w:p>
            <w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/><w:titlePg/></w:sectPr></w:body></w:document>"#]],
    );
}

#[test]
fn the_styles_of_a_manuscript() {
    check(
        &sample(NovelLanguage::En),
        DocxLayout::Manuscript,
        "word/styles.xml",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <w:styles
             xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体" w:cs="Times New Roman"/><w:sz w:val="24"/><w:szCs w:val="24"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>
            <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr><w:widowControl/><w:spacing w:line="480" w:lineRule="auto"/></w:pPr></w:style>
            <w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/></w:style>
            <w:style w:type="paragraph" w:styleId="BodyText"><w:name w:val="Body Text"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:ind w:firstLine="720"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Centred"><w:name w:val="Centred"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="CoverLine"><w:name w:val="Cover Line"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="EndMark"><w:name w:val="End Mark"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="RightAligned"><w:name w:val="Right Aligned"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:jc w:val="right"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:ind w:left="720" w:right="720"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Subheading"><w:name w:val="Subheading"/><w:basedOn w:val="Normal"/><w:next w:val="BodyText"/><w:qFormat/><w:pPr><w:keepNext/><w:jc w:val="center"/></w:pPr><w:rPr><w:b/><w:bCs/></w:rPr></w:style>
            <w:style w:type="paragraph" w:styleId="Item"><w:name w:val="Item"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:ind w:left="480" w:hanging="240"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="SceneBreak"><w:name w:val="Scene Break"/><w:basedOn w:val="Normal"/><w:next w:val="BodyText"/><w:qFormat/><w:pPr><w:keepNext/><w:jc w:val="center"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Contact"><w:name w:val="Cover Contact"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:tabs><w:tab w:val="right" w:pos="9360"/></w:tabs><w:spacing w:line="240" w:lineRule="auto"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:style>
            <w:style w:type="paragraph" w:styleId="CommentText"><w:name w:val="annotation text"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:style>
            <w:style w:type="paragraph" w:styleId="Header"><w:name w:val="header"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:line="240" w:lineRule="auto"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Footer"><w:name w:val="footer"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:line="240" w:lineRule="auto"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:next w:val="CoverLine"/><w:qFormat/><w:pPr><w:spacing w:before="4800" w:after="240"/><w:jc w:val="center"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next w:val="BodyText"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:pageBreakBefore/><w:spacing w:before="3840" w:after="480"/><w:jc w:val="center"/><w:outlineLvl w:val="0"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:next w:val="BodyText"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:pageBreakBefore/><w:spacing w:before="3840" w:after="480"/><w:jc w:val="center"/><w:outlineLvl w:val="1"/></w:pPr></w:style>
            <w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:basedOn w:val="DefaultParagraphFont"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>
            <w:style w:type="character" w:styleId="CommentReference"><w:name w:val="annotation reference"/><w:basedOn w:val="DefaultParagraphFont"/><w:rPr><w:sz w:val="16"/></w:rPr></w:style></w:styles>"#]],
    );
}

#[test]
fn the_header_of_a_manuscript() {
    check(
        &sample(NovelLanguage::En),
        DocxLayout::Manuscript,
        "word/header1.xml",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <w:hdr
             xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
            <w:p><w:pPr><w:pStyle w:val="Header"/><w:jc w:val="right"/></w:pPr><w:r><w:t xml:space="preserve">河 / 渡口 / </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:hdr>"#]],
    );
}

#[test]
fn the_text_of_an_editors_copy() {
    check(
        &sample(NovelLanguage::Zh),
        DocxLayout::Editor,
        "word/document.xml",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <w:document
             xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
             xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>
            <w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t xml:space="preserve">渡口</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="CoverLine"/></w:pPr><w:r><w:t xml:space="preserve">林 河</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="CoverLine"/></w:pPr><w:r><w:t xml:space="preserve">全文 84,321 字（不计标点）</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Heading1"/><w:pageBreakBefore/></w:pPr><w:r><w:t xml:space="preserve">第一卷 雾</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t xml:space="preserve">第一章 夜渡</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr><w:r><w:t xml:space="preserve">他想，</w:t></w:r><w:r><w:rPr><w:i/><w:iCs/></w:rPr><w:t xml:space="preserve">快走</w:t></w:r><w:r><w:t xml:space="preserve">！墙上是</w:t></w:r><w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t xml:space="preserve">系统</w:t></w:r><w:r><w:t xml:space="preserve">和</w:t></w:r><w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="distributeSpace"/><w:hps w:val="12"/><w:hpsRaise w:val="22"/><w:hpsBaseText w:val="24"/><w:lid w:val="zh-CN"/></w:rubyPr><w:rt><w:r><w:rPr><w:sz w:val="12"/></w:rPr><w:t xml:space="preserve">tāo tiè</w:t></w:r></w:rt><w:rubyBase><w:r><w:t xml:space="preserve">饕餮</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:t xml:space="preserve">，</w:t></w:r><w:r><w:rPr><w:em w:val="underDot"/></w:rPr><w:t xml:space="preserve">绝不</w:t></w:r><w:r><w:t xml:space="preserve">&lt;&amp;&gt;</w:t></w:r><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="1"/></w:r><w:r><w:t xml:space="preserve">。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr></w:p>
            <w:p><w:pPr><w:pStyle w:val="Centred"/></w:pPr><w:r><w:t xml:space="preserve">渡口</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="RightAligned"/></w:pPr><w:r><w:t xml:space="preserve">一九二六年</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Quote"/><w:keepNext/></w:pPr><w:r><w:t xml:space="preserve">见字如面。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="SceneBreak"/></w:pPr><w:r><w:t xml:space="preserve">＊＊＊</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/><w:keepNext/></w:pPr><w:r><w:t xml:space="preserve">雾散了。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="SceneBreak"/></w:pPr><w:r><w:t xml:space="preserve">＊＊＊</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr><w:r><w:t xml:space="preserve">第二天。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t xml:space="preserve">第二章 灯</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr><w:r><w:t xml:space="preserve">灯亮了。</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t xml:space="preserve">第二卷 归</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t xml:space="preserve">3</w:t></w:r></w:p>
            <w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr><w:r><w:t xml:space="preserve">归来。</w:t></w:r></w:p>
            <w:sectPr><w:footerReference w:type="default" r:id="rId1"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="1800" w:header="720" w:footer="720" w:gutter="0"/><w:pgNumType w:start="0"/><w:titlePg/></w:sectPr></w:body></w:document>"#]],
    );
}

#[test]
fn the_styles_of_an_editors_copy() {
    check(
        &sample(NovelLanguage::Zh),
        DocxLayout::Editor,
        "word/styles.xml",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <w:styles
             xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体" w:cs="Times New Roman"/><w:sz w:val="24"/><w:szCs w:val="24"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>
            <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr><w:widowControl/><w:spacing w:line="360" w:lineRule="auto"/></w:pPr></w:style>
            <w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/></w:style>
            <w:style w:type="paragraph" w:styleId="BodyText"><w:name w:val="Body Text"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:ind w:firstLineChars="200" w:firstLine="480"/><w:jc w:val="both"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Centred"><w:name w:val="Centred"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="CoverLine"><w:name w:val="Cover Line"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="EndMark"><w:name w:val="End Mark"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="RightAligned"><w:name w:val="Right Aligned"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:jc w:val="right"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:ind w:left="720" w:right="720"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Subheading"><w:name w:val="Subheading"/><w:basedOn w:val="Normal"/><w:next w:val="BodyText"/><w:qFormat/><w:pPr><w:keepNext/><w:jc w:val="center"/></w:pPr><w:rPr><w:b/><w:bCs/></w:rPr></w:style>
            <w:style w:type="paragraph" w:styleId="Item"><w:name w:val="Item"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:ind w:left="480" w:hanging="240"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="SceneBreak"><w:name w:val="Scene Break"/><w:basedOn w:val="Normal"/><w:next w:val="BodyText"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="240"/><w:jc w:val="center"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Contact"><w:name w:val="Cover Contact"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:tabs><w:tab w:val="right" w:pos="8306"/></w:tabs><w:spacing w:line="240" w:lineRule="auto"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:style>
            <w:style w:type="paragraph" w:styleId="CommentText"><w:name w:val="annotation text"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:style>
            <w:style w:type="paragraph" w:styleId="Header"><w:name w:val="header"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:line="240" w:lineRule="auto"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Footer"><w:name w:val="footer"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:line="240" w:lineRule="auto"/></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:next w:val="CoverLine"/><w:qFormat/><w:pPr><w:spacing w:before="4800" w:after="240"/><w:jc w:val="center"/></w:pPr><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="黑体" w:cs="Arial"/><w:b/><w:bCs/><w:sz w:val="44"/><w:szCs w:val="44"/></w:rPr></w:style>
            <w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next w:val="BodyText"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:pageBreakBefore/><w:spacing w:before="480" w:after="240"/><w:jc w:val="center"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="黑体" w:cs="Arial"/><w:b/><w:bCs/><w:sz w:val="32"/><w:szCs w:val="32"/></w:rPr></w:style>
            <w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:next w:val="BodyText"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="480" w:after="240"/><w:jc w:val="center"/><w:outlineLvl w:val="1"/></w:pPr><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="黑体" w:cs="Arial"/><w:b/><w:bCs/><w:sz w:val="28"/><w:szCs w:val="28"/></w:rPr></w:style>
            <w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:basedOn w:val="DefaultParagraphFont"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>
            <w:style w:type="character" w:styleId="CommentReference"><w:name w:val="annotation reference"/><w:basedOn w:val="DefaultParagraphFont"/><w:rPr><w:sz w:val="16"/></w:rPr></w:style></w:styles>"#]],
    );
}

#[test]
fn the_footer_of_an_editors_copy() {
    check(
        &sample(NovelLanguage::Zh),
        DocxLayout::Editor,
        "word/footer1.xml",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <w:ftr
             xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
            <w:p><w:pPr><w:pStyle w:val="Footer"/><w:jc w:val="center"/></w:pPr><w:r><w:t xml:space="preserve">第 </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t xml:space="preserve"> 页</w:t></w:r></w:p></w:ftr>"#]],
    );
}

#[test]
fn footnotes_have_their_own_part() {
    check(
        &sample(NovelLanguage::Zh),
        DocxLayout::Editor,
        "word/footnotes.xml",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <w:footnotes
             xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:type="separator" w:id="-1">
            <w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0">
            <w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:continuationSeparator/></w:r></w:p></w:footnote><w:footnote w:id="1">
            <w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r><w:r><w:t xml:space="preserve">古代的</w:t></w:r><w:r><w:rPr><w:i/><w:iCs/></w:rPr><w:t xml:space="preserve">怪兽</w:t></w:r><w:r><w:t xml:space="preserve">。</w:t></w:r></w:p></w:footnote></w:footnotes>"#]],
    );
}

#[test]
fn comments_have_answers_and_a_state() {
    let book = commented(NovelLanguage::Zh);
    check(
        &book,
        DocxLayout::Editor,
        "word/comments.xml",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <w:comments
             xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
             xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"
             xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="w14">
            <w:comment w:id="0" w:author="Bo Li" w:initials="BL" w:date="2026-11-01T08:00:00Z">
            <w:p><w:pPr><w:pStyle w:val="CommentText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:annotationRef/></w:r><w:r><w:t xml:space="preserve">太快了？</w:t></w:r></w:p><w:p w14:paraId="10000000"><w:pPr><w:pStyle w:val="CommentText"/></w:pPr><w:r><w:t xml:space="preserve">改。</w:t></w:r></w:p></w:comment>
            <w:comment w:id="1" w:author="林 河" w:initials="林河" w:date="2026-11-01T08:00:00Z"><w:p w14:paraId="10000001"><w:pPr><w:pStyle w:val="CommentText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:annotationRef/></w:r><w:r><w:t xml:space="preserve">好。</w:t></w:r></w:p></w:comment></w:comments>"#]],
    );
    check(
        &book,
        DocxLayout::Editor,
        "word/commentsExtended.xml",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <w15:commentsEx
             xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">
            <w15:commentEx w15:paraId="10000000" w15:done="1"/>
            <w15:commentEx w15:paraId="10000001" w15:paraIdParent="10000000" w15:done="1"/></w15:commentsEx>"#]],
    );
    let bytes = docx(&book, &options(DocxLayout::Editor)).unwrap();
    let text = part(&bytes, "word/document.xml");
    let order = [
        "commentRangeStart w:id=\"0\"",
        "commentRangeStart w:id=\"1\"",
        "\">灯</w:t>",
        "commentRangeEnd w:id=\"0\"",
    ];
    let places: Vec<_> = order.iter().map(|mark| text.find(mark).unwrap()).collect();
    assert!(places.is_sorted(), "{text}");
}

#[test]
fn relations_name_existing_parts() {
    let bytes = docx(&commented(NovelLanguage::Zh), &options(DocxLayout::Editor)).unwrap();
    let names: Vec<String> = zip::ZipArchive::new(Cursor::new(&bytes[..]))
        .unwrap()
        .file_names()
        .map(|name| name.unwrap().into_owned())
        .collect();
    let relations = part(&bytes, "word/_rels/document.xml.rels");
    let targets: Vec<&str> =
        relations.split("Target=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(targets.len(), 7);
    let types = part(&bytes, "[Content_Types].xml");
    for target in targets {
        assert!(names.contains(&format!("word/{target}")), "{target} in {names:?}");
        assert!(types.contains(&format!("/word/{target}")), "{target} in {types}");
    }
}

#[test]
fn the_same_book_gives_the_same_file() {
    let write = || docx(&sample(NovelLanguage::Zh), &options(DocxLayout::Editor)).unwrap();
    assert_eq!(write(), write());
}
