//! The package of a book: what it has and in which order.

use crate::ReadError;
use crate::archive::{Archive, resolve};
use crate::xml::{Dialect, Element, Xml};

/// A file of a book.
#[derive(Clone, Debug)]
pub(super) struct Item {
    id: String,
    pub name: String,
    /// The media type.
    pub kind: String,
    properties: String,
}

impl Item {
    /// Whether it is a page of text.
    pub fn is_page(&self) -> bool {
        matches!(
            self.kind.as_str(),
            "application/xhtml+xml" | "text/html" | "text/x-oeb1-document" | "application/x-dtbook+xml" | ""
        )
    }
}

/// A package.
#[derive(Debug, Default)]
pub(super) struct Package {
    pub title: Option<String>,
    pub author: Option<String>,
    pub language: Option<String>,
    pub items: Vec<Item>,
    pub spine: Vec<Item>,
    /// The names of the tables of contents of version 3 and 2.
    pub nav: Option<String>,
    pub ncx: Option<String>,
}

impl Package {
    pub fn read(archive: &mut Archive<'_>) -> Result<Self, ReadError> {
        let container = "META-INF/container.xml";
        let container = Xml::read(container, &archive.read(container)?, Dialect::Xml)?;
        let file = container.root().descendant("rootfile").and_then(|file| file.attribute("full-path"));
        let name = file.ok_or_else(|| ReadError::MissingEntry { entry: "rootfile".to_owned() })?;
        // Some programs write the names of HTML's characters into titles.
        let xml = Xml::read(name, &archive.read(name)?, Dialect::Html)?;
        Ok(Self::of(name, xml.root()))
    }

    fn of(file: &str, root: Element<'_>) -> Self {
        let mut package = Self::default();
        if let Some(metadata) = root.child("metadata") {
            // Version 1 has them in a group.
            let group = metadata.child("dc-metadata").unwrap_or(metadata);
            let value = |name: &str| {
                let text = group.elements().find(|part| part.name().eq_ignore_ascii_case(name))?.text();
                Some(text.trim().to_owned()).filter(|text| !text.is_empty())
            };
            package.title = value("title");
            package.author = value("creator");
            package.language = value("language");
        }
        for item in root.child("manifest").into_iter().flat_map(|manifest| manifest.all("item")) {
            let value = |name: &str| item.attribute(name).unwrap_or_default();
            package.items.push(Item {
                id: value("id").to_owned(),
                name: resolve(file, value("href")),
                kind: value("media-type").to_lowercase(),
                properties: value("properties").to_owned(),
            });
        }
        let spine = root.child("spine");
        for reference in spine.into_iter().flat_map(|spine| spine.all("itemref")) {
            let id = reference.attribute("idref").unwrap_or_default();
            // A page that occurs again would be the same text again.
            if let Some(item) = package.items.iter().find(|item| item.id == id)
                && !package.spine.iter().any(|known| known.name == item.name)
            {
                package.spine.push(item.clone());
            }
        }
        let by = |test: &dyn Fn(&Item) -> bool| package.items.iter().find(|item| test(item));
        let toc = spine.and_then(|spine| spine.attribute("toc")).unwrap_or_default();
        let nav = by(&|item| item.properties.split_whitespace().any(|word| word == "nav"));
        let ncx = by(&|item| !toc.is_empty() && item.id == toc);
        let ncx = ncx.or_else(|| by(&|item| item.kind == "application/x-dtbncx+xml"));
        let (nav, ncx) = (nav.map(|item| item.name.clone()), ncx.map(|item| item.name.clone()));
        (package.nav, package.ncx) = (nav, ncx);
        package
    }
}
