//! The parts of a package, found by their relationships.

use std::collections::HashMap;

use crate::ReadError;
use crate::archive::{Archive, resolve};
use crate::xml::{Dialect, Xml};

/// The name of the main part in files without relationships.
const USUAL_MAIN: &str = "word/document.xml";

/// The parts of a document.
#[derive(Debug)]
pub(super) struct Package {
    pub document: Xml,
    pub styles: Option<Xml>,
    pub numbering: Option<Xml>,
    pub footnotes: Option<Xml>,
    pub endnotes: Option<Xml>,
    pub comments: Option<Xml>,
    /// Replies and states of comments.
    pub comments_extended: Option<Xml>,
    /// Headers and footers.
    pub margins: Vec<Xml>,
    pub properties: Option<Xml>,
    /// Targets by id, of the main part and the notes, inside the package or not. They are names, never opened.
    pub targets: HashMap<String, String>,
}

/// A relationship to a part inside the package.
#[derive(Debug)]
struct Relation {
    /// The last word of the type: `styles`, `footnotes`.
    kind: String,
    target: String,
}

impl Package {
    pub fn read(archive: &mut Archive<'_>) -> Result<Self, ReadError> {
        let top = Relations::read(archive, "")?;
        let main = top.first("officeDocument").unwrap_or(USUAL_MAIN).to_owned();
        let own = Relations::read(archive, &main)?;
        let document = Xml::read(&main, &archive.read(&main)?, Dialect::Xml)?;
        let mut part = |kind: &str| own.first(kind).map_or(Ok(None), |name| xml(archive, name));
        let (styles, numbering) = (part("styles")?, part("numbering")?);
        let (footnotes, endnotes) = (part("footnotes")?, part("endnotes")?);
        let (comments, comments_extended) = (part("comments")?, part("commentsExtended")?);
        let mut margins = Vec::new();
        for relation in own.inside.iter().filter(|one| matches!(&*one.kind, "header" | "footer")) {
            margins.extend(xml(archive, &relation.target)?);
        }
        let properties = top.first("core-properties").map_or(Ok(None), |name| xml(archive, name))?;
        Ok(Self {
            document,
            styles,
            numbering,
            footnotes,
            endnotes,
            comments,
            comments_extended,
            margins,
            properties,
            targets: own.targets,
        })
    }
}

fn xml(archive: &mut Archive<'_>, name: &str) -> Result<Option<Xml>, ReadError> {
    let bytes = archive.read_if_present(name)?;
    bytes.map(|bytes| Xml::read(name, &bytes, Dialect::Xml)).transpose()
}

/// The relationships of a part.
#[derive(Debug, Default)]
struct Relations {
    inside: Vec<Relation>,
    targets: HashMap<String, String>,
}

impl Relations {
    /// Reads the relationships of the part `name`; of the package if it is empty.
    fn read(archive: &mut Archive<'_>, name: &str) -> Result<Self, ReadError> {
        let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
        let mut relations = Self::default();
        let Some(tree) = xml(archive, &format!("{folder}/_rels/{file}.rels"))? else { return Ok(relations) };
        for relation in tree.root().all("Relationship") {
            let value = |name: &str| relation.attribute(name).unwrap_or_default();
            let (id, target) = (value("Id"), value("Target"));
            relations.targets.insert(id.to_owned(), target.to_owned());
            if !value("TargetMode").eq_ignore_ascii_case("external") {
                let kind = value("Type").rsplit('/').next().unwrap_or_default().to_owned();
                relations.inside.push(Relation { kind, target: resolve(name, target) });
            }
        }
        Ok(relations)
    }

    fn first(&self, kind: &str) -> Option<&str> {
        self.inside.iter().find(|one| one.kind == kind).map(|one| one.target.as_str())
    }
}
