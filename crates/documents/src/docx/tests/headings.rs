//! Headings, their numbers, titles and fields.

use super::builder::loss;
use super::*;
use crate::{Block, Form, LossKind};

/// Styles `H1` and `H2` by outline level, `H1x` based on `H1`, and `标题`.
const STYLES: &str = r#"<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:rPr><w:b/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="odd"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="1"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="H1x"><w:name w:val="chapter"/><w:basedOn w:val="H1"/></w:style><w:style w:type="paragraph" w:styleId="Body"><w:basedOn w:val="H1"/><w:pPr><w:outlineLvl w:val="9"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="S"><w:name w:val="Subtitle"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="A"><w:name w:val="Author"/></w:style>"#;

/// Level 1 is 第一卷, level 2 第1章 and goes on over volumes.
const NUMBERS: &str = r#"<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCountingThousand"/><w:lvlText w:val="第%1卷"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlRestart w:val="0"/><w:suff w:val="nothing"/><w:lvlText w:val="第%2章·"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>"#;

fn styled(style: &str, text: &str) -> String {
    format!("<w:p><w:pPr><w:pStyle w:val='{style}'/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn file(body: &str) -> File {
    File::new(body).styles(STYLES).numbering(NUMBERS)
}

#[test]
fn headings_come_from_styles_and_outline_levels() {
    let text = styled("H1", "甲")
        + &styled("H2", "乙")
        + &styled("H1x", "丙")
        + &styled("Body", "丁")
        + r#"<w:p><w:pPr><w:outlineLvl w:val="2"/></w:pPr><w:r><w:t>戊</w:t></w:r></w:p>"#;
    let shown = File::new(&text).styles(STYLES).shown();
    assert_eq!(shown, "# 甲\n## 乙\n# 丙\n**丁**\n### 戊");
}

#[test]
fn automatic_numbers_are_in_the_headings() {
    let text: String =
        [("H1", "甲"), ("H2", "子"), ("H2", "丑"), ("H1x", "乙"), ("H2", "寅"), ("Body", "文")]
            .map(|(style, text)| styled(style, text))
            .concat();
    assert_eq!(
        file(&text).shown(),
        "# 第一卷 甲\n## 第1章·子\n## 第2章·丑\n# 第二卷 乙\n## 第3章·寅\n**文**"
    );
}

#[test]
fn a_heading_may_be_its_number_alone() {
    assert_eq!(file("<w:p><w:pPr><w:pStyle w:val='H2'/></w:pPr></w:p>").shown(), "## 第1章·");
}

#[test]
fn lists_start_where_they_say() {
    let numbers = r#"<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:isLgl/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num><w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>"#;
    let item = |list: u32, level: u32| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='{list}'/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>"
        )
    };
    let text = [(1, 0), (1, 1), (1, 1), (1, 0), (1, 1), (2, 0), (2, 0), (3, 0), (9, 0)]
        .map(|(list, level)| item(list, level));
    let document = File::new(&text.concat()).numbering(numbers).read();
    assert_eq!(shown_of(&document), "I. x\n1.1 x\n1.2 x\nII. x\n2.1 x\nV. x\nVI. x\nx\nx");
    let is_item =
        |block: &Block| matches!(block, Block::Paragraph(paragraph) if paragraph.form == Form::Item);
    let items: Vec<usize> = (0..9).filter(|at| is_item(&document.parts[0].blocks[*at])).collect();
    assert_eq!(items, [7], "the bullet is a mark of the text");
}

#[test]
fn one_title_names_the_document() {
    let document = file(&(styled("Title", "渡 口") + &styled("A", "某人") + &styled("N", "文"))).read();
    assert_eq!((document.title.as_deref(), document.author.as_deref()), (Some("渡 口"), Some("某人")));
    assert_eq!(shown_of(&document), "文");
}

#[test]
fn a_subtitle_belongs_to_the_title_page() {
    let document = file(&(styled("Title", "渡口") + &styled("S", "一部小说") + &styled("H1x", "雨"))).read();
    assert_eq!((document.title.as_deref(), &*shown_of(&document)), (Some("渡口"), "# 第一卷 雨"));
    assert_eq!(loss(&document, LossKind::TitlePage), (1, 4, "一部小说"));
    let inside = file(&(styled("H1x", "雨") + &styled("S", "又名") + &styled("N", "文")));
    assert_eq!(inside.shown(), "# 第一卷 雨\n又名\n文", "elsewhere it is a line of the text");
}

#[test]
fn several_titles_are_the_highest_headings() {
    let text = styled("Title", "一") + &styled("H2", "甲") + &styled("Title", "二");
    assert_eq!(File::new(&text).styles(STYLES).shown(), "# 一\n### 甲\n# 二");
    let late = styled("N", "文") + &styled("Title", "一");
    assert_eq!(File::new(&late).styles(STYLES).shown(), "文\n# 一");
}

#[test]
fn properties_name_title_and_author() {
    let part = "<dc:title xmlns:dc='d'> 渡口 </dc:title><dc:creator xmlns:dc='d'>python-docx</dc:creator><dc:language xmlns:dc='d'>zh-CN</dc:language>";
    let top = "<Relationships><Relationship Id='a' Type='x/officeDocument' Target='d.xml'/><Relationship Id='b' Type='x/core-properties' Target='c.xml'/></Relationships>";
    let root = format!("<w:document {}><w:body/></w:document>", builder::NAMESPACES);
    let bytes = crate::testing::packed(&[
        ("_rels/.rels", top),
        ("d.xml", &root),
        ("c.xml", &format!("<p>{part}</p>")),
    ]);
    let document = crate::docx::read(&bytes).unwrap();
    assert_eq!(document.title.as_deref(), Some("渡口"));
    assert_eq!((document.author, document.language.as_deref()), (None, Some("zh-CN")));
}

#[test]
fn tables_of_contents_are_left_out_and_counted() {
    let field = |kind: &str| format!("<w:r><w:fldChar w:fldCharType='{kind}'/></w:r>");
    let entry = |text: &str| format!("<w:hyperlink w:anchor='a'><w:r><w:t>{text}</w:t></w:r></w:hyperlink>");
    let page = format!(
        "{}<w:r><w:instrText>PAGEREF a</w:instrText></w:r>{}<w:r><w:t>7</w:t></w:r>{}",
        field("begin"),
        field("separate"),
        field("end")
    );
    let text = format!(
        "<w:p>{}<w:r><w:instrText> TOC \\o </w:instrText></w:r>{}{}{page}</w:p><w:p>{}</w:p><w:p>{}</w:p><w:p><w:r><w:t>文</w:t></w:r></w:p>",
        field("begin"),
        field("separate"),
        entry("第一章"),
        entry("第二章"),
        field("end"),
    );
    let document = File::new(&text).read();
    assert_eq!(shown_of(&document), "\n文");
    assert_eq!(loss(&document, LossKind::Field), (1, 7, "第一章7\n第二章"));
    let control = "<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val='Table of Contents'/></w:docPartObj></w:sdtPr><w:sdtContent><w:p><w:r><w:t>目录</w:t></w:r></w:p></w:sdtContent></w:sdt>";
    let document = File::new(control).read();
    assert_eq!((shown_of(&document).as_str(), loss(&document, LossKind::Field)), ("", (1, 2, "目录")));
}

#[test]
fn other_fields_keep_their_result() {
    let text = "<w:p><w:fldSimple w:instr=' REF a '><w:r><w:t>一</w:t></w:r></w:fldSimple><w:fldSimple w:instr='PAGE'><w:r><w:t>3</w:t></w:r></w:fldSimple><w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>QUOTE </w:instrText></w:r><w:r><w:fldChar w:fldCharType='separate'/></w:r><w:r><w:t>二</w:t></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>";
    let document = File::new(text).read();
    assert_eq!(shown_of(&document), "一二");
    assert_eq!(loss(&document, LossKind::Field), (1, 1, "3"));
}

#[test]
fn a_field_that_does_not_end_hides_nothing() {
    let open = "<w:p><w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>TOC</w:instrText></w:r>";
    let text = format!("{open}</w:p><w:p><w:r><w:t>一</w:t></w:r></w:p>");
    assert_eq!(body(&text), "\n一");
    let text = format!(
        "{open}<w:r><w:fldChar w:fldCharType='separate'/></w:r></w:p><w:p><w:r><w:t>一</w:t></w:r></w:p>"
    );
    assert_eq!(body(&text), "\n一");
}
