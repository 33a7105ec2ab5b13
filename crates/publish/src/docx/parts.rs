//! The parts of the package around the body.

use super::body::Body;
use super::layout::Setting;
use super::{DocxOptions, comments, notes, styles};
use crate::book::Book;
use crate::xml::escaped;

pub(super) const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

const W: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main""#;
const R: &str = r#"xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships""#;
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MICROSOFT: &str = "http://schemas.microsoft.com/office/2011/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const WORD_TYPE: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/// A part beside the document.
struct Part {
    path: &'static str,
    /// The namespace of its relation, and the relation.
    relation: (&'static str, &'static str),
    content: String,
}

/// Returns the files of the package.
pub(super) fn all(
    book: &Book,
    options: &DocxOptions,
    set: &Setting,
    body: &Body<'_>,
) -> Vec<(&'static str, String)> {
    let part = |path, relation, content| Part { path, relation: (OFFICE, relation), content };
    let mut parts = vec![
        // The relation of this part is PAGE_PART.
        match set.is_manuscript() {
            true => part("word/header1.xml", "header", header(book, options)),
            false => part("word/footer1.xml", "footer", footer(set)),
        },
        part("word/styles.xml", "styles", styles::part(set)),
        part("word/numbering.xml", "numbering", numbering()),
        part("word/settings.xml", "settings", settings(set)),
        part("word/footnotes.xml", "footnotes", notes::part(&body.notes, set)),
    ];
    if !book.comments.is_empty() {
        parts.push(part("word/comments.xml", "comments", comments::part(&book.comments)));
        parts.push(Part {
            path: "word/commentsExtended.xml",
            relation: (MICROSOFT, "commentsExtended"),
            content: comments::extended(&book.comments),
        });
    }
    let mut files = vec![
        ("[Content_Types].xml", content_types(&parts)),
        ("_rels/.rels", relations_of_package()),
        ("docProps/core.xml", properties(book, options)),
        ("word/document.xml", document(set, &body.xml)),
        ("word/_rels/document.xml.rels", relations(&parts)),
    ];
    files.extend(parts.into_iter().map(|part| (part.path, part.content)));
    files
}

fn content_types(parts: &[Part]) -> String {
    let mut out = format!(
        r#"{DECLARATION}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/word/document.xml" ContentType="{WORD_TYPE}.document.main+xml"/>"#
    );
    for Part { path, relation: (_, kind), .. } in parts {
        out.push_str(&format!(r#"<Override PartName="/{path}" ContentType="{WORD_TYPE}.{kind}+xml"/>"#));
    }
    out.push_str("</Types>");
    out
}

fn relations_of_package() -> String {
    format!(
        r#"{DECLARATION}<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="{PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>"#
    )
}

/// The list of items, by its number.
pub(super) const LIST: u32 = 1;

/// The sign before items.
fn numbering() -> String {
    format!(
        r#"{DECLARATION}<w:numbering {W}><w:abstractNum w:abstractNumId="{LIST}"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:pStyle w:val="Item"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="480" w:hanging="240"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="{LIST}"><w:abstractNumId w:val="{LIST}"/></w:num></w:numbering>"#
    )
}

/// The relation of the header or footer.
const PAGE_PART: &str = "rId1";

fn relations(parts: &[Part]) -> String {
    let mut out = format!(r#"{DECLARATION}<Relationships xmlns="{PACKAGE}/relationships">"#);
    for (at, Part { path, relation: (space, kind), .. }) in parts.iter().enumerate() {
        let target = path.trim_start_matches("word/");
        let id = at + 1;
        out.push_str(&format!(r#"<Relationship Id="rId{id}" Type="{space}/{kind}" Target="{target}"/>"#));
    }
    out.push_str("</Relationships>");
    out
}

fn properties(book: &Book, options: &DocxOptions) -> String {
    let at = escaped(&options.created_at);
    format!(
        r#"{DECLARATION}<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>{}</dc:title><dc:creator>{}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">{at}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">{at}</dcterms:modified></cp:coreProperties>"#,
        escaped(&book.title),
        escaped(&book.author)
    )
}

fn document(set: &Setting, body: &str) -> String {
    let (width, height) = set.page;
    let (above, beside) = set.margins;
    let (reference, numbering) = match set.is_manuscript() {
        true => ("headerReference", ""),
        false => ("footerReference", r#"<w:pgNumType w:start="0"/>"#),
    };
    // The first page is the cover, which has neither header nor footer.
    format!(
        r#"{DECLARATION}<w:document {W} {R}><w:body>{body}<w:sectPr><w:{reference} w:type="default" r:id="{PAGE_PART}"/><w:pgSz w:w="{width}" w:h="{height}"/><w:pgMar w:top="{above}" w:right="{beside}" w:bottom="{above}" w:left="{beside}" w:header="720" w:footer="720" w:gutter="0"/>{numbering}<w:titlePg/></w:sectPr></w:body></w:document>"#
    )
}

fn settings(set: &Setting) -> String {
    format!(
        r#"{DECLARATION}<w:settings {W}><w:zoom w:percent="100"/><w:characterSpacingControl w:val="compressPunctuation"/><w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat><w:themeFontLang w:val="{}" w:eastAsia="{}"/></w:settings>"#,
        set.latin_language, set.asian_language
    )
}

const PAGE_FIELD: &str = r#"<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>"#;

fn header(book: &Book, options: &DocxOptions) -> String {
    let surname = options.surname.as_deref().or_else(|| book.author.split_whitespace().last());
    let words = [surname.unwrap_or_default().to_owned(), book.title.to_uppercase()];
    let words: String =
        words.iter().filter(|word| !word.is_empty()).map(|word| format!("{word} / ")).collect();
    format!(
        r#"{DECLARATION}<w:hdr {W}><w:p><w:pPr><w:pStyle w:val="Header"/><w:jc w:val="right"/></w:pPr>{}{PAGE_FIELD}</w:p></w:hdr>"#,
        run(&words)
    )
}

fn footer(set: &Setting) -> String {
    let (before, after) = if set.asian_language == "zh-CN" { ("第 ", " 页") } else { ("", "") };
    format!(
        r#"{DECLARATION}<w:ftr {W}><w:p><w:pPr><w:pStyle w:val="Footer"/><w:jc w:val="center"/></w:pPr>{}{PAGE_FIELD}{}</w:p></w:ftr>"#,
        run(before),
        run(after)
    )
}

fn run(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!(r#"<w:r><w:t xml:space="preserve">{}</w:t></w:r>"#, escaped(text))
}
