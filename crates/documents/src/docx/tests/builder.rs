//! Builds small Word documents.

use crate::docx::read;
use crate::testing::{packed, shown};
use crate::{Document, LossKind};

const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const RELATION: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

/// The namespaces of a part.
pub(super) const NAMESPACES: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office""#;

/// A document in parts.
pub(super) struct File {
    main: String,
    parts: Vec<(String, String)>,
    relations: String,
}

impl File {
    /// A document with this body.
    pub fn new(body: &str) -> Self {
        Self::with_root(&format!("<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>"))
    }

    /// A document whose main part is `xml`.
    pub fn with_root(xml: &str) -> Self {
        Self { main: xml.to_owned(), parts: Vec::new(), relations: String::new() }
    }

    /// Adds a part with a root element such as `w:styles`. `kind` is the last word of its relationship.
    pub fn part(mut self, kind: &str, root: &str, content: &str) -> Self {
        let name = format!("{kind}{}.xml", self.parts.len());
        self.parts.push((format!("word/{name}"), format!("<{root} {NAMESPACES}>{content}</{root}>")));
        let id = self.parts.len();
        self.relations += &format!("<Relationship Id='p{id}' Type='{RELATION}/{kind}' Target='{name}'/>");
        self
    }

    pub fn styles(self, styles: &str) -> Self {
        self.part("styles", "w:styles", styles)
    }

    pub fn numbering(self, numbering: &str) -> Self {
        self.part("numbering", "w:numbering", numbering)
    }

    /// Adds a relationship to a file outside.
    pub fn external(mut self, id: &str, target: &str) -> Self {
        let kind = format!("{RELATION}/image");
        self.relations +=
            &format!("<Relationship Id='{id}' Type='{kind}' Target='{target}' TargetMode='External'/>");
        self
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.bytes_with_main("word/document.xml")
    }

    /// The packed file, with the main part under another name in `word/`.
    pub fn bytes_with_main(&self, main: &str) -> Vec<u8> {
        let name = main.trim_start_matches("word/");
        let top = format!(
            "<Relationships xmlns='{PACKAGE}'><Relationship Id='a' Type='{RELATION}/officeDocument' Target='/{main}'/></Relationships>"
        );
        let own = format!("<Relationships xmlns='{PACKAGE}'>{}</Relationships>", self.relations);
        let own_name = format!("word/_rels/{name}.rels");
        let mut files = vec![("_rels/.rels", &*top), (main, &*self.main), (&*own_name, &*own)];
        files.extend(self.parts.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        packed(&files)
    }

    pub fn read(&self) -> Document {
        read(&self.bytes()).unwrap()
    }

    pub fn shown(&self) -> String {
        shown_of(&self.read())
    }
}

/// The text of a document in a short form.
pub(super) fn shown_of(document: &Document) -> String {
    shown(&document.parts[0].blocks)
}

/// What is shown of a body.
pub(super) fn body(body: &str) -> String {
    File::new(body).shown()
}

/// The count, the lost characters and the first of a kind of loss.
pub(super) fn loss(document: &Document, kind: LossKind) -> (usize, usize, &str) {
    document.losses.of(kind).map_or((0, 0, ""), |loss| (loss.count, loss.characters, &loss.first))
}

/// The same body in the strict namespace and with another prefix.
pub(super) fn strict(body: &str) -> String {
    let root = format!("<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>");
    root.replace(WORD, "http://purl.oclc.org/ooxml/wordprocessingml/main")
        .replace("<w:", "<ns0:")
        .replace("</w:", "</ns0:")
        .replace(" w:", " ns0:")
        .replace("xmlns:w=", "xmlns:ns0=")
}
