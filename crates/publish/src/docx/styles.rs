//! The styles of a document, with the ids of Word's own.

use super::layout::{Setting, TEXT_SIZE, indent};
use super::parts;

/// A paragraph style.
struct Paragraph {
    id: &'static str,
    /// Word's name of it.
    name: &'static str,
    /// Properties of paragraphs, in the order of the schema.
    paragraph: String,
    run: String,
    next: Option<&'static str>,
}

/// Returns `styles.xml`.
pub(super) fn part(set: &Setting) -> String {
    let mut out = format!(
        r#"{}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr>{}<w:sz w:val="{TEXT_SIZE}"/><w:szCs w:val="{TEXT_SIZE}"/><w:lang w:val="{}" w:eastAsia="{}"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>"#,
        parts::DECLARATION,
        fonts(set.text_font),
        set.latin_language,
        set.asian_language
    );
    out.push_str(&format!(
        r#"<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr><w:widowControl/><w:spacing w:line="{}" w:lineRule="auto"/></w:pPr></w:style><w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/></w:style>"#,
        set.line
    ));
    texts(set).into_iter().chain(headings(set)).for_each(|style| write(&mut out, &style));
    for (id, name, run) in [
        ("FootnoteReference", "footnote reference", r#"<w:vertAlign w:val="superscript"/>"#),
        ("CommentReference", "annotation reference", r#"<w:sz w:val="16"/>"#),
    ] {
        out.push_str(&format!(
            r#"<w:style w:type="character" w:styleId="{id}"><w:name w:val="{name}"/><w:basedOn w:val="DefaultParagraphFont"/><w:rPr>{run}</w:rPr></w:style>"#
        ));
    }
    out.push_str("</w:styles>");
    out
}

fn fonts((latin, asian): (&str, &str)) -> String {
    format!(r#"<w:rFonts w:ascii="{latin}" w:hAnsi="{latin}" w:eastAsia="{asian}" w:cs="{latin}"/>"#)
}

fn write(out: &mut String, style: &Paragraph) {
    let next = style.next.map_or(String::new(), |next| format!(r#"<w:next w:val="{next}"/>"#));
    let run = if style.run.is_empty() { String::new() } else { format!("<w:rPr>{}</w:rPr>", style.run) };
    out.push_str(&format!(
        r#"<w:style w:type="paragraph" w:styleId="{}"><w:name w:val="{}"/><w:basedOn w:val="Normal"/>{next}<w:qFormat/><w:pPr>{}</w:pPr>{run}</w:style>"#,
        style.id, style.name, style.paragraph
    ));
}

fn style(id: &'static str, name: &'static str, paragraph: String) -> Paragraph {
    Paragraph { id, name, paragraph, run: String::new(), next: None }
}

const SINGLE: &str = r#"<w:spacing w:line="240" w:lineRule="auto"/>"#;
const CENTRE: &str = r#"<w:jc w:val="center"/>"#;

fn texts(set: &Setting) -> Vec<Paragraph> {
    let is_manuscript = set.is_manuscript();
    let justified = if is_manuscript { "" } else { r#"<w:jc w:val="both"/>"# };
    let space = if is_manuscript { "" } else { r#"<w:spacing w:before="240" w:after="240"/>"# };
    let small = |id, name| Paragraph {
        run: r#"<w:sz w:val="20"/><w:szCs w:val="20"/>"#.into(),
        ..style(id, name, SINGLE.into())
    };
    vec![
        style("BodyText", "Body Text", indent(set.indent) + justified),
        style("Centred", "Centred", CENTRE.into()),
        style("CoverLine", "Cover Line", CENTRE.into()),
        style("EndMark", "End Mark", CENTRE.into()),
        style("RightAligned", "Right Aligned", r#"<w:jc w:val="right"/>"#.into()),
        style("Quote", "Quote", r#"<w:ind w:left="720" w:right="720"/>"#.into()),
        Paragraph {
            next: Some("BodyText"),
            run: "<w:b/><w:bCs/>".into(),
            ..style("Subheading", "Subheading", format!("<w:keepNext/>{CENTRE}"))
        },
        style(
            "Item",
            "Item",
            format!(
                r#"<w:numPr><w:numId w:val="{}"/></w:numPr><w:ind w:left="480" w:hanging="240"/>"#,
                parts::LIST
            ),
        ),
        Paragraph {
            next: Some("BodyText"),
            ..style("SceneBreak", "Scene Break", format!("<w:keepNext/>{space}{CENTRE}"))
        },
        style(
            "Contact",
            "Cover Contact",
            format!(r#"<w:tabs><w:tab w:val="right" w:pos="{}"/></w:tabs>{SINGLE}"#, set.measure()),
        ),
        small("FootnoteText", "footnote text"),
        small("CommentText", "annotation text"),
        style("Header", "header", SINGLE.into()),
        style("Footer", "footer", SINGLE.into()),
    ]
}

fn headings(set: &Setting) -> Vec<Paragraph> {
    let run = |size: u32| match set.is_manuscript() {
        true => String::new(),
        false => format!(
            r#"{}<w:b/><w:bCs/><w:sz w:val="{size}"/><w:szCs w:val="{size}"/>"#,
            fonts(set.heading_font)
        ),
    };
    let title = format!(r#"<w:spacing w:before="4800" w:after="240"/>{CENTRE}"#);
    let heading = |id, name, level, size| Paragraph {
        next: Some("BodyText"),
        run: run(size),
        ..style(id, name, heading_paragraph(set, level))
    };
    vec![
        Paragraph { next: Some("CoverLine"), run: run(44), ..style("Title", "Title", title) },
        heading("Heading1", "heading 1", 1, 32),
        heading("Heading2", "heading 2", 2, 28),
    ]
}

fn heading_paragraph(set: &Setting, level: u8) -> String {
    let is_manuscript = set.is_manuscript();
    let is_volume = set.levels.0 == Some(level);
    let page = if is_manuscript || is_volume { "<w:pageBreakBefore/>" } else { "" };
    let spacing = match is_manuscript {
        // A chapter begins a third down its page.
        true => format!(r#"<w:spacing w:before="{}" w:after="480"/>"#, set.page.1 / 3 - set.margins.0),
        false => r#"<w:spacing w:before="480" w:after="240"/>"#.to_owned(),
    };
    format!(r#"<w:keepNext/><w:keepLines/>{page}{spacing}{CENTRE}<w:outlineLvl w:val="{}"/>"#, level - 1)
}
