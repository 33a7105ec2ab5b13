use crate::odt::{read, read_flat, read_flat_with};
use crate::testing::{packed, shown};
use crate::{Block, Changes, Document, Form, LossKind, ReadError, TrackedChanges};

const NAMESPACES: &str = r#"xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0""#;

const STYLES: &str = r#"<office:styles><style:style style:name="Emphasis" style:family="text"><style:text-properties fo:font-style="italic"/></style:style><style:style style:name="Heading_20_1" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style><text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="一, 二, 三, ..." style:num-prefix="第" style:num-suffix="章"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles><office:master-styles><style:master-page><style:header><text:p>书名</text:p></style:header></style:master-page></office:master-styles>"#;

const AUTOMATIC: &str = r##"<office:automatic-styles><style:style style:name="T1" style:family="text" style:parent-style-name="Emphasis"/><style:style style:name="T2" style:family="text"><style:text-properties fo:font-weight="bold" style:font-style-asian="italic"/></style:style><style:style style:name="T3" style:family="text"><style:text-properties style:text-emphasize="dot above"/></style:style><style:style style:name="T4" style:family="text"><style:text-properties text:display="none"/></style:style><style:style style:name="T5" style:family="text"><style:text-properties fo:color="#ff0000"/></style:style><style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:text-align="center" fo:break-before="page"/></style:style><style:style style:name="P2" style:family="paragraph" style:parent-style-name="Quotations"/><text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="I" style:num-suffix="."/></text:list-style></office:automatic-styles>"##;

fn content(body: &str) -> String {
    format!(
        "<office:document-content {NAMESPACES}>{AUTOMATIC}<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
}

fn document(body: &str) -> Document {
    let styles = format!("<office:document-styles {NAMESPACES}>{STYLES}</office:document-styles>");
    read(&packed(&[("content.xml", &content(body)), ("styles.xml", &styles)])).unwrap()
}

fn shown_of(body: &str) -> String {
    shown(&document(body).parts[0].blocks)
}

fn loss(document: &Document, kind: LossKind) -> (usize, usize, &str) {
    document.losses.of(kind).map_or((0, 0, ""), |loss| (loss.count, loss.characters, &loss.first))
}

#[test]
fn italics_come_from_automatic_styles_and_their_parents() {
    let text = r#"<text:p>一<text:span text:style-name="T1">二<text:span text:style-name="T2">三</text:span></text:span><text:span text:style-name="T3">四</text:span><text:span text:style-name="T4">五</text:span><text:span text:style-name="T5">六</text:span></text:p>"#;
    let document = document(text);
    assert_eq!(shown(&document.parts[0].blocks), "一*二****三***.四.~五~六");
    assert_eq!(loss(&document, LossKind::Formatting), (1, 0, "六"));
    assert_eq!(loss(&document, LossKind::HeaderFooter), (1, 2, "书名"));
}

#[test]
fn headings_have_levels_and_numbers() {
    let text = r#"<text:h text:style-name="Heading_20_1" text:outline-level="1">甲</text:h><text:h text:outline-level="2">子</text:h><text:h text:outline-level="1" text:is-list-header="true">序</text:h><text:h text:outline-level="1">乙</text:h><text:h text:outline-level="2">丑</text:h><text:h text:outline-level="3">寅</text:h>"#;
    assert_eq!(shown_of(text), "# 第一章 甲\n## 一.1 子\n# 序\n# 第二章 乙\n## 二.1 丑\n### 寅");
}

#[test]
fn white_space_is_collapsed_as_the_format_says() {
    let text = "<text:p>\n  a\n  b <text:span> c</text:span><text:s text:c='2'/>d<text:tab/>e<text:line-break/>f</text:p>";
    assert_eq!(shown_of(text), "a b c  d\te/f");
}

#[test]
fn notes_comments_and_ruby_are_read() {
    let text = r#"<text:p>一<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>注</text:p><text:p>又</text:p></text:note-body></text:note><office:annotation office:name="c1" loext:resolved="true"><dc:creator>编辑</dc:creator><dc:date>2026-01-02</dc:date><text:p>改</text:p><text:p>否</text:p></office:annotation>二<office:annotation office:name="c2" loext:parent-name="c1"><dc:creator>我</dc:creator><text:p>好</text:p></office:annotation><office:annotation-end office:name="c1"/><office:annotation><text:p>点</text:p></office:annotation><text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>かん</text:ruby-text></text:ruby></text:p>"#;
    let document = document(text);
    assert_eq!(shown(&document.parts[0].blocks), "一{n: 注 / 又}<0二0><11>[漢|かん]");
    let first = &document.comments[0];
    assert_eq!(
        (&*first.author, &*first.at, &*first.text, first.is_done),
        ("编辑", "2026-01-02", "改\n否", true)
    );
    assert_eq!((&*first.replies[0].author, &*first.replies[0].text), ("我", "好"));
    assert_eq!(document.comments[1].text, "点");
}

#[test]
fn deletions_are_counted_and_insertions_are_text() {
    let text = r#"<text:tracked-changes><text:changed-region text:id="a"><text:deletion><office:change-info><dc:creator>我</dc:creator></office:change-info><text:p>删去</text:p></text:deletion></text:changed-region><text:changed-region text:id="b"><text:insertion/></text:changed-region></text:tracked-changes><text:p>一<text:change text:change-id="a"/><text:change-start text:change-id="b"/>二<text:change-end text:change-id="b"/></text:p>"#;
    let document = document(text);
    assert_eq!(shown(&document.parts[0].blocks), "一二");
    assert_eq!(loss(&document, LossKind::TrackedDeletion), (1, 2, "删去"));
    assert_eq!(document.tracked, TrackedChanges { insertions: 1, deletions: 1 });
}

#[test]
fn rejected_changes_leave_the_text_before_them() {
    let text = r#"<text:tracked-changes><text:changed-region text:id="a"><text:deletion><office:change-info/><text:p>删<office:annotation office:name="c"><dc:creator>我</dc:creator><text:p>为何？</text:p></office:annotation>去<office:annotation-end office:name="c"/></text:p><text:p>又删</text:p></text:deletion></text:changed-region><text:changed-region text:id="b"><text:insertion/></text:changed-region><text:changed-region text:id="c"><text:deletion><text:p>整段</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>一<text:change text:change-id="a"/>二<text:change-start text:change-id="b"/>新</text:p><text:change text:change-id="c"/><text:change text:change-id="a"/><text:p>新<text:change-end text:change-id="b"/>三</text:p>"#;
    let flat = format!(
        "<office:document {NAMESPACES}><office:body><office:text>{text}</office:text></office:body></office:document>"
    );
    let document = read_flat_with(flat.as_bytes(), Changes::Rejected).unwrap();
    assert_eq!(shown(&document.parts[0].blocks), "一删<0去0>/又删二\n整段\n三");
    assert_eq!(document.tracked, TrackedChanges { insertions: 1, deletions: 2 });
    assert!(document.losses.is_empty());
}

#[test]
fn pages_alignment_quotations_and_lists_are_kept() {
    let text = r#"<text:p text:style-name="P1">一</text:p><text:section><text:p text:style-name="P2">二</text:p></text:section><text:list text:style-name="L1"><text:list-item><text:p>三</text:p><text:p>四</text:p></text:list-item><text:list-item><text:p>五</text:p></text:list-item></text:list><text:p/>"#;
    assert_eq!(shown_of(text), "=== page\n=一\n> 二\nI. 三\n四\nII. 五\n");
}

#[test]
fn empty_paragraphs_with_a_line_are_breaks() {
    let rule = |attributes: &str| {
        let style = format!(
            "<office:automatic-styles><style:style style:name='R' style:family='paragraph'><style:paragraph-properties {attributes}/></style:style></office:automatic-styles>"
        );
        let text = "<text:p>一</text:p><text:p text:style-name='R'/><text:p text:style-name='R'>二</text:p>";
        let flat = format!(
            "<office:document {NAMESPACES}>{style}<office:body><office:text>{text}</office:text></office:body></office:document>"
        );
        shown(&read_flat(flat.as_bytes()).unwrap().parts[0].blocks)
    };
    assert_eq!(rule("fo:border-bottom='0.06pt solid #000000'"), "一\n---\n二");
    assert_eq!(rule("fo:border-top='1.1pt double #808080' fo:border-left='none'"), "一\n---\n二");
    assert_eq!(rule("fo:border='0.06pt solid #000000'"), "一\n\n二");
    assert_eq!(rule("fo:border-bottom='none'"), "一\n\n二");
    let named = r#"<text:p>一</text:p><text:p text:style-name="Horizontal_20_Line"/><text:p>二</text:p>"#;
    assert_eq!(shown_of(named), "一\n---\n二");
}

#[test]
fn hidden_sections_are_hidden_text() {
    let text =
        r#"<text:section text:display="none"><text:h text:outline-level="1">一</text:h></text:section>"#;
    assert_eq!(shown_of(text), "~第一章 一~");
}

#[test]
fn frames_tables_and_indexes_are_counted() {
    let text = r#"<text:table-of-content><text:index-body><text:p>目录</text:p></text:index-body></text:table-of-content><text:p>一<draw:frame><draw:text-box><text:p>框</text:p></draw:text-box></draw:frame><draw:frame><draw:image xlink:href="Pictures/1.png"/></draw:frame></text:p><table:table><table:table-row><table:table-cell><text:p>甲</text:p></table:table-cell><table:table-cell><text:p>乙</text:p></table:table-cell></table:table-row></table:table>"#;
    let document = document(text);
    assert_eq!(shown(&document.parts[0].blocks), "一!Pictures/1.png!\n框\n甲\t乙");
    assert_eq!(loss(&document, LossKind::Field), (1, 2, "目录"));
    assert_eq!(loss(&document, LossKind::TextBox), (1, 0, "框"));
    assert_eq!(loss(&document, LossKind::Table), (1, 0, "甲\t乙"));
}

#[test]
fn the_deepest_document_is_read() {
    for element in ["text:section", "text:list><text:list-item"] {
        let depth = 240 / (1 + element.matches('<').count());
        let end: String =
            element.split("><").collect::<Vec<_>>().iter().rev().map(|name| format!("</{name}>")).collect();
        let deep = format!("<{element}>").repeat(depth) + "<text:p>底</text:p>" + &end.repeat(depth);
        assert_eq!(shown_of(&deep), "底");
    }
}

#[test]
fn flat_files_are_read() {
    let flat = format!(
        "<office:document {NAMESPACES}><office:meta><dc:title>渡口</dc:title></office:meta>{STYLES}{AUTOMATIC}<office:body><office:text><text:h text:outline-level='1'>甲</text:h></office:text></office:body></office:document>"
    );
    let document = read_flat(flat.as_bytes()).unwrap();
    assert_eq!(
        (document.title.as_deref(), &*shown(&document.parts[0].blocks)),
        (Some("渡口"), "# 第一章 甲")
    );
}

#[test]
fn protected_files_are_refused() {
    let manifest = "<m:manifest xmlns:m='x'><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>";
    let bytes = packed(&[("META-INF/manifest.xml", manifest), ("content.xml", "\u{1}")]);
    assert_eq!(read(&bytes).unwrap_err(), ReadError::Protected);
}

#[test]
fn a_flat_rectangle_is_a_rule() {
    let shape = |height: &str| {
        format!("<text:p><draw:rect svg:width='6.5in' svg:height='{height}'><text:p/></draw:rect></text:p>")
    };
    let text = format!("<text:p>一</text:p>{}<text:p>二</text:p>{}", shape("0.0213in"), shape("2in"));
    let text = text.replace("svg:", "fo:");
    let document = document(&text);
    assert_eq!(shown(&document.parts[0].blocks), "一\n---\n二\n");
    assert_eq!(loss(&document, LossKind::Picture), (1, 0, ""));
}

#[test]
fn items_have_their_bullets_and_subtitles_stand_apart() {
    let bullets =
        "<text:list text:style-name='L2'><text:list-item><text:p>灯</text:p></text:list-item></text:list>";
    let style = "<text:list-style style:name='L2'><text:list-level-style-bullet text:level='1'/></text:list-style></office:automatic-styles>";
    let body = "<text:p text:style-name='Title'>渡口</text:p><text:h text:style-name='Subtitle' text:outline-level='2'>小说</text:h>";
    let content = content(&format!("{body}{bullets}")).replace("</office:automatic-styles>", style);
    let document = read(&packed(&[("content.xml", &content)])).unwrap();
    assert_eq!((document.title.as_deref(), &*shown(&document.parts[0].blocks)), (Some("渡口"), "灯"));
    let Block::Paragraph(paragraph) = &document.parts[0].blocks[0] else { panic!("no paragraph") };
    assert_eq!(paragraph.form, Form::Item);
    assert_eq!(loss(&document, LossKind::TitlePage), (1, 2, "小说"));
}
