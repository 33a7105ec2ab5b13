//! Footnotes: a reference is a link to its note, which stands elsewhere in the page or in the book.

use std::collections::{HashMap, HashSet};

use crate::archive::resolve;
use crate::xml::Element;

/// The notes of a page or a book.
#[derive(Debug, Default)]
pub(crate) struct Notes<'x> {
    /// By file and id, as in `text/a.xhtml#n1`.
    by_target: HashMap<String, Element<'x>>,
    /// The files and places of the elements that are notes: they are no text where they stand.
    places: HashSet<(String, u32)>,
    /// The files and ids of the references.
    references: HashSet<String>,
}

impl<'x> Notes<'x> {
    /// Finds the notes of pages, each with the name of its file.
    pub fn find(pages: &[(&str, Element<'x>)]) -> Self {
        let mut notes = Self::default();
        let mut wanted = HashSet::new();
        for (file, root) in pages {
            for link in root.descendants().filter(is_reference) {
                wanted.insert(target_of(file, link));
                if let Some(id) = id_of(link) {
                    notes.references.insert(format!("{file}#{id}"));
                }
            }
        }
        if wanted.is_empty() {
            return notes;
        }
        for (file, root) in pages {
            notes.gather(file, *root, None, &wanted);
        }
        notes
    }

    fn gather(&mut self, file: &str, at: Element<'x>, around: Option<Element<'x>>, wanted: &HashSet<String>) {
        for element in at.elements() {
            let around = if is_note_like(element) || around.is_none() && is_block(element) {
                Some(element)
            } else {
                around
                    .filter(|around| is_note_like(*around))
                    .or(is_block(element).then_some(element))
                    .or(around)
            };
            if let (Some(id), Some(note)) = (id_of(element), around) {
                let target = format!("{file}#{id}");
                if wanted.contains(&target) && !is_reference(&element) {
                    self.places.insert((file.to_owned(), note.place()));
                    self.by_target.entry(target).or_insert(note);
                }
            }
            self.gather(file, element, around, wanted);
        }
    }

    /// Takes the note of a reference in a file; each is taken once.
    pub fn take(&mut self, file: &str, link: Element<'_>) -> Option<Element<'x>> {
        self.by_target.remove(&target_of(file, link))
    }

    /// Whether an element of a file is a note.
    pub fn has(&self, file: &str, element: Element<'_>) -> bool {
        !self.places.is_empty() && self.places.contains(&(file.to_owned(), element.place()))
    }

    /// Whether a link leads from a note back to its reference.
    pub fn is_back(&self, file: &str, link: Element<'_>) -> bool {
        let has = |name: &str, words: &[&str]| {
            let value = link.attribute(name).unwrap_or_default();
            value.split_whitespace().any(|word| words.contains(&word))
        };
        let target = link.attribute("href").unwrap_or_default();
        has("role", &["doc-backlink"])
            || has("class", &["footnote-back", "footnote-backref"])
            || has("type", &["backlink"])
            || target.starts_with("#_ftnref")
            || target.starts_with("#_ednref")
            || self.references.contains(&target_of(file, link))
    }
}

/// The id of an element, also in the old form of anchors.
pub(super) fn id_of<'x>(element: Element<'x>) -> Option<&'x str> {
    let id = element.attribute("id").or_else(|| element.attribute("name").filter(|_| element.is("a")));
    id.filter(|id| !id.is_empty())
}

fn target_of(file: &str, link: Element<'_>) -> String {
    let href = link.attribute("href").unwrap_or_default();
    let (path, id) = href.split_once('#').unwrap_or((href, ""));
    let path = if path.is_empty() { file.to_owned() } else { resolve(file, path) };
    format!("{path}#{id}")
}

/// Whether a link refers to a note.
pub(super) fn is_reference(link: &Element<'_>) -> bool {
    if !link.is("a") || !link.attribute("href").is_some_and(|href| href.contains('#')) {
        return false;
    }
    let has = |name: &str, words: &[&str]| {
        let value = link.attribute(name).unwrap_or_default();
        value.split_whitespace().any(|word| words.contains(&word))
    };
    let style = link.attribute("style").unwrap_or_default();
    let href = link.attribute("href").unwrap_or_default();
    let is_word = style.contains("mso-footnote-id") || style.contains("mso-endnote-id");
    has("type", &["noteref"])
        || has("role", &["doc-noteref"])
        || has("class", &["footnote-ref", "noteref"])
        || is_word && !href.starts_with("#_ftnref") && !href.starts_with("#_ednref")
}

/// Whether an element is marked as a note, or an item of a list of notes.
fn is_note_like(element: Element<'_>) -> bool {
    let style = element.attribute("style").unwrap_or_default();
    matches!(element.name(), "aside" | "li")
        || style.contains("mso-element:footnote")
        || style.contains("mso-element:endnote")
}

fn is_block(element: Element<'_>) -> bool {
    matches!(element.name(), "p" | "div" | "dd" | "dt" | "section" | "blockquote" | "td")
}
