//! The table of contents.

use crate::Losses;
use crate::ReadError;
use crate::archive::{Archive, resolve};
use crate::epub::package::Package;
use crate::html;
use crate::xml::{Dialect, Element, Xml};

/// The most entries that are read.
const MAX_ENTRIES: usize = 50_000;

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub title: String,
    pub file: String,
    /// The id at which it begins; the beginning of the file without one.
    pub id: Option<String>,
    /// From 1.
    pub level: u8,
}

/// Reads `nav.xhtml`, else `toc.ncx`. A damaged one is none.
pub(super) fn read(archive: &mut Archive<'_>, package: &Package) -> Result<Vec<Entry>, ReadError> {
    let mut entries = Vec::new();
    if let Some(name) = &package.nav
        && let Some(bytes) = archive.read_if_present(name)?
        && let Ok(xml) = html::tree_of(name, &bytes, &mut Losses::default())
    {
        let is_toc = |part: &Element<'_>| {
            part.is("nav") && part.attributes().any(|one| one.value == "toc" || one.value == "doc-toc")
        };
        if let Some(list) = xml.root().descendants().find(is_toc).and_then(|nav| nav.descendant("ol")) {
            from_list(name, list, 1, &mut entries);
        }
    }
    if entries.is_empty()
        && let Some(name) = &package.ncx
        && let Some(bytes) = archive.read_if_present(name)?
        && let Ok(xml) = Xml::read(name, &bytes, Dialect::Html)
        && let Some(map) = xml.root().child("navMap")
    {
        from_points(name, map, 1, &mut entries);
    }
    Ok(entries)
}

fn from_list(file: &str, list: Element<'_>, level: u8, entries: &mut Vec<Entry>) {
    for item in list.all("li") {
        // An item without a link is a group; its title is that of its first link's place.
        let link = item.elements().find(|part| matches!(part.name(), "a" | "span"));
        let own = link.and_then(|link| link.attribute("href"));
        let target = own.or_else(|| item.descendant("a").and_then(|link| link.attribute("href")));
        if let (Some(link), Some(target)) = (link, target) {
            push(file, &link.text(), target, level, entries);
        }
        for list in item.all("ol") {
            from_list(file, list, level.saturating_add(1), entries);
        }
    }
}

fn from_points(file: &str, map: Element<'_>, level: u8, entries: &mut Vec<Entry>) {
    for point in map.all("navPoint") {
        let title = point.child("navLabel").map(|label| label.text()).unwrap_or_default();
        let target = point.child("content").and_then(|content| content.attribute("src"));
        if let Some(target) = target {
            push(file, &title, target, level, entries);
        }
        from_points(file, point, level.saturating_add(1), entries);
    }
}

fn push(file: &str, title: &str, target: &str, level: u8, entries: &mut Vec<Entry>) {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let (path, id) = target.split_once('#').unwrap_or((target, ""));
    if !title.is_empty() && entries.len() < MAX_ENTRIES {
        let file = if path.is_empty() { file.to_owned() } else { resolve(file, path) };
        let id = Some(id.to_owned()).filter(|id| !id.is_empty());
        entries.push(Entry { title, file, id, level: level.min(9) });
    }
}
