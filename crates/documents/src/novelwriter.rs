//! Reads projects of novelWriter: `nwProject.nwx` with its documents, in a folder or a zip file.
//!
//! The project lists documents in a tree; volumes, chapters and scenes are headings inside them, wherever they are.
//! Documents of other classes than the novel's are cards.

mod build;
mod document;
mod items;

#[cfg(test)]
pub(crate) mod tests;

use std::collections::BTreeMap;

use crate::ReadError;
use crate::archive::Archive;
use crate::date;
use crate::loss::LossKind;
use crate::project::{has_ending, main_file, stem, text};
use crate::tree::{Day, Document};
use crate::xml::{Dialect, Xml};

/// Whether an archive is a novelWriter project.
pub fn is(archive: &Archive<'_>) -> bool {
    main_file(archive, is_main).is_some()
}

fn is_main(name: &str) -> bool {
    name.eq_ignore_ascii_case("nwProject.nwx")
}

/// Reads a project.
///
/// # Errors
/// The project file is missing or damaged; the limits of archives and XML. A document that is missing is a loss.
pub fn read(archive: &mut Archive<'_>) -> Result<Document, ReadError> {
    let (root, main) =
        main_file(archive, is_main).ok_or(ReadError::WrongFormat { expected: "a novelWriter project" })?;
    let bytes = archive.read(&main)?;
    let xml = Xml::read(&main, &bytes, Dialect::Xml)?;
    let project = items::Project::read(xml.root());
    let mut builder = build::Builder::new(&project);
    for item in project.in_order() {
        if item.kind != items::Kind::File {
            continue;
        }
        match file(archive, &root, &item.handle)? {
            Some(bytes) => builder.file(item, &bytes),
            None => builder.out.losses.name(LossKind::MissingPart, &item.name),
        }
    }
    let mut document = builder.finish();
    unlisted(archive, &root, &project, &mut document)?;
    document.title = project.title;
    document.author = project.author;
    document.language = project.language;
    document.days = days(archive, &root, &mut document.losses)?;
    Ok(document.with_numbered_comments())
}

/// A document by its handle. Early versions have a folder for each first digit.
fn file(archive: &mut Archive<'_>, root: &str, handle: &str) -> Result<Option<Vec<u8>>, ReadError> {
    if let Some(bytes) = archive.read_if_present(&format!("{root}content/{handle}.nwd"))? {
        return Ok(Some(bytes));
    }
    match handle.char_indices().nth(1) {
        Some((at, _)) => {
            archive.read_if_present(&format!("{root}data_{}/{}_main.nwd", &handle[..at], &handle[at..]))
        }
        None => Ok(None),
    }
}

fn unlisted(
    archive: &mut Archive<'_>,
    root: &str,
    project: &items::Project,
    document: &mut Document,
) -> Result<(), ReadError> {
    for name in archive.names().to_vec() {
        let is_document = name.strip_prefix(root).is_some_and(|inside| inside.starts_with("content/"));
        if is_document && has_ending(&name, "nwd") && !project.has(stem(&name)) {
            let bytes = archive.read(&name)?;
            let text = text(&bytes, &mut document.losses);
            let body: Vec<&str> = text.lines().filter(|line| !line.starts_with("%%~")).collect();
            document.losses.note(LossKind::UnlistedPart, &body.join("\n"));
        }
    }
    Ok(())
}

/// The words of each day: how far the words of the novel grew from one session to the next.
fn days(archive: &mut Archive<'_>, root: &str, losses: &mut crate::Losses) -> Result<Vec<Day>, ReadError> {
    let Some(bytes) = archive.read_if_present(&format!("{root}meta/sessions.jsonl"))? else {
        return Ok(Vec::new());
    };
    let mut days: BTreeMap<String, i64> = BTreeMap::new();
    let mut before = 0;
    for line in text(&bytes, losses).lines() {
        let Ok(session) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        if session["type"] == "initial" {
            before = session["offset"].as_i64().unwrap_or(0);
            continue;
        }
        let (Some(end), Some(words)) = (session["end"].as_str(), session["novel"].as_i64()) else { continue };
        let Some(date) = date::day(end) else { continue };
        let day = days.entry(date).or_default();
        *day = day.saturating_add(words.saturating_sub(before));
        before = words;
    }
    Ok(days.into_iter().map(|(date, words)| Day { date, words }).collect())
}
