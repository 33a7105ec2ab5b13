//! Snapshots of documents and the writing history.

use std::collections::HashMap;

use super::text;
use crate::ReadError;
use crate::archive::Archive;
use crate::date::{self, Moment};
use crate::loss::{LossKind, Losses};
use crate::project::{self, has_ending, stem};
use crate::tree::{Day, Snapshot};
use crate::xml::{Dialect, Xml};

/// The names of the snapshot files of each document.
pub(super) struct Snapshots {
    by_document: HashMap<String, Vec<String>>,
}

impl Snapshots {
    pub fn find(archive: &Archive<'_>, root: &str) -> Self {
        let mut by_document: HashMap<String, Vec<String>> = HashMap::new();
        for name in archive.names() {
            let Some(inside) = name.strip_prefix(root).and_then(|name| name.strip_prefix("Snapshots/"))
            else {
                continue;
            };
            if let Some((folder, _)) = inside.split_once('/')
                && has_ending(inside, "rtf")
            {
                let document = folder.strip_suffix(".snapshots").unwrap_or(folder);
                by_document.entry(document.to_owned()).or_default().push(name.clone());
            }
        }
        Self { by_document }
    }

    /// Reads the snapshots of a document, oldest first.
    pub fn take(
        &mut self,
        archive: &mut Archive<'_>,
        document: &str,
        losses: &mut Losses,
    ) -> Result<Vec<Snapshot>, ReadError> {
        let Some(names) = self.by_document.remove(document) else { return Ok(Vec::new()) };
        let titles = titles(archive, &names)?;
        let mut found: Vec<(Option<Moment>, Vec<u8>, Snapshot)> = Vec::new();
        for name in names {
            let bytes = archive.read(&name)?;
            let at = Moment::read(stem(&name));
            // Files of one instant in two time zones are copies.
            if found.iter().any(|(other, same, _)| *other == at && at.is_some() && *same == bytes) {
                continue;
            }
            let title = at.and_then(|at| titles.get(&at).cloned()).unwrap_or_default();
            let taken_at = at.and_then(Moment::rfc_3339).unwrap_or_else(|| stem(&name).to_owned());
            let text = match text::read(&bytes, HashMap::new(), &mut 1, losses) {
                Ok(text) => text,
                Err(_) => {
                    losses.name(LossKind::MissingPart, &name);
                    continue;
                }
            };
            for comment in &text.comments {
                losses.note(LossKind::ToolMark, &comment.text);
            }
            let blocks = project::without_passages(text.blocks);
            found.push((at, bytes, Snapshot { title, taken_at, blocks }));
        }
        found.sort_by(|(one, _, first), (other, _, second)| {
            one.cmp(other).then_with(|| first.taken_at.cmp(&second.taken_at))
        });
        Ok(found.into_iter().map(|(_, _, snapshot)| snapshot).collect())
    }

    /// The snapshot files of documents that are not in the binder.
    pub fn left(&self) -> impl Iterator<Item = &String> {
        self.by_document.values().flatten()
    }
}

fn titles(archive: &mut Archive<'_>, names: &[String]) -> Result<HashMap<Moment, String>, ReadError> {
    let Some((folder, _)) = names.first().and_then(|name| name.rsplit_once('/')) else {
        return Ok(HashMap::new());
    };
    let index = format!("{folder}/index.xml");
    let Some(bytes) = archive.read_if_present(&index)? else { return Ok(HashMap::new()) };
    let xml = Xml::read(&index, &bytes, Dialect::Xml)?;
    let title = |snapshot: crate::xml::Element<'_>| {
        let at = Moment::read(snapshot.child_text("Date").trim())?;
        Some((at, snapshot.child_text("Title").trim().to_owned()))
    };
    Ok(xml.root().all("Snapshot").filter_map(title).collect())
}

/// Reads the words of each day.
pub(super) fn history(archive: &mut Archive<'_>, root: &str) -> Result<Vec<Day>, ReadError> {
    let name = format!("{root}Files/writing.history");
    let Some(bytes) = archive.read_if_present(&name)? else { return Ok(Vec::new()) };
    let xml = Xml::read(&name, &bytes, Dialect::Xml)?;
    let day = |day: crate::xml::Element<'_>| {
        let text = day.text();
        let date = date::day(day.attribute("Date").unwrap_or(&text))?;
        let words = day.attribute("dwc").and_then(|words| words.parse().ok()).unwrap_or(0);
        Some(Day { date, words })
    };
    Ok(xml.root().descendants().filter(|element| element.is("Day")).filter_map(day).collect())
}
