//! Reads projects of Manuskript: a folder with a `MANUSKRIPT` file, or the same in one zip file (`.msk`).
//!
//! The outline is a tree of folders and texts whose names begin with their place. Each text begins with its
//! properties. Earlier versions of all texts are in one file.

mod cards;
mod properties;
mod revisions;

#[cfg(test)]
pub(crate) mod tests;

use std::collections::{BTreeSet, HashMap};

use crate::ReadError;
use crate::archive::Archive;
use crate::inline::window;
use crate::loss::LossKind;
use crate::markdown::Markdown;
use crate::project::{file_name, has_ending, joined, main_file, stem, text_file};
use crate::tree::{Document, Part, PartKind, Snapshot};
use properties::Properties;

/// The deepest folders of an outline.
const MAX_DEPTH: usize = 64;

/// Whether an archive is a Manuskript project.
pub fn is(archive: &Archive<'_>) -> bool {
    main_file(archive, is_main).is_some()
}

fn is_main(name: &str) -> bool {
    name == "MANUSKRIPT"
}

/// Reads a project.
///
/// # Errors
/// It is no project, or of an early version; the limits of archives and XML.
pub fn read(archive: &mut Archive<'_>) -> Result<Document, ReadError> {
    let (root, main) =
        main_file(archive, is_main).ok_or(ReadError::WrongFormat { expected: "a Manuskript project" })?;
    let version = archive.read(&main)?;
    if version.trim_ascii() == b"0" {
        return Err(ReadError::Damaged { entry: main, reason: "it is of version 0".to_owned() });
    }
    let mut reader = Reader::new(archive, root)?;
    reader.about()?;
    reader.cards()?;
    reader.out.parts = reader.folder("outline/", 0)?;
    Ok(reader.finish())
}

struct Reader<'a, 'b> {
    archive: &'a mut Archive<'b>,
    root: String,
    /// The names of all files, below the root.
    names: Vec<String>,
    labels: Vec<String>,
    statuses: Vec<String>,
    /// The names of characters, by number.
    characters: HashMap<String, String>,
    revisions: HashMap<String, Vec<revisions::Revision>>,
    markdown: Markdown,
    out: Document,
}

impl<'a, 'b> Reader<'a, 'b> {
    fn new(archive: &'a mut Archive<'b>, root: String) -> Result<Self, ReadError> {
        let names: Vec<String> =
            archive.names().iter().filter_map(|name| name.strip_prefix(&root)).map(str::to_owned).collect();
        let revisions = revisions::read(archive, &root)?;
        let mut reader = Self {
            archive,
            root,
            names,
            labels: Vec::new(),
            statuses: Vec::new(),
            characters: HashMap::new(),
            revisions,
            markdown: Markdown::default(),
            out: Document::default(),
        };
        reader.statuses = reader.lines("status.txt")?;
        reader.labels = reader.lines("labels.txt")?;
        for label in &mut reader.labels {
            *label = label.split(':').next().unwrap_or_default().trim().to_owned();
        }
        Ok(reader)
    }

    fn text(&mut self, name: &str) -> Result<String, ReadError> {
        text_file(self.archive, &format!("{}{name}", self.root), &mut self.out.losses)
    }

    /// The lines of a list. The tool counts from 1; a blank line at the top is number 0.
    fn lines(&mut self, name: &str) -> Result<Vec<String>, ReadError> {
        let text = self.text(name)?;
        let mut lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
        if lines.first().is_some_and(|line| !line.is_empty()) {
            lines.insert(0, String::new());
        }
        Ok(lines)
    }

    fn about(&mut self) -> Result<(), ReadError> {
        let infos = Properties::read(&self.text("infos.txt")?).0;
        self.out.title = infos.get("title");
        self.out.author = infos.get("author");
        Ok(())
    }

    /// Reads a folder of the outline, in the order of the numbers.
    fn folder(&mut self, folder: &str, depth: usize) -> Result<Vec<Part>, ReadError> {
        let mut found: BTreeSet<String> = BTreeSet::new();
        for name in &self.names {
            let Some(rest) = name.strip_prefix(folder).filter(|rest| *rest != "folder.txt") else { continue };
            let end = rest.find('/').map_or(rest.len(), |at| at + 1);
            found.insert(format!("{folder}{}", &rest[..end]));
        }
        let mut inside: Vec<String> = found.into_iter().collect();
        inside.sort_by_key(|name| {
            let name = file_name(name.trim_end_matches('/'));
            let number: String = name.chars().take_while(char::is_ascii_digit).collect();
            (number.parse::<u64>().unwrap_or(u64::MAX), name.to_owned())
        });
        let mut parts = Vec::new();
        for name in inside {
            let is_text = ["md", "t2t", "txt", "html"].iter().any(|ending| has_ending(&name, ending));
            if is_text || (name.ends_with('/') && depth < MAX_DEPTH) {
                parts.push(self.part(&name, depth)?);
            } else {
                self.out.losses.name(LossKind::Attachment, &name);
            }
        }
        Ok(parts)
    }

    /// Reads a folder, whose name ends with `/`, or a text.
    fn part(&mut self, name: &str, depth: usize) -> Result<Part, ReadError> {
        let is_folder = name.ends_with('/');
        let text = self.text(&if is_folder { format!("{name}folder.txt") } else { name.to_owned() })?;
        let (properties, body) = Properties::read(&text);
        let mut part = Part {
            kind: if is_folder { PartKind::Folder } else { PartKind::Scene },
            title: properties.get("title").or_else(|| Some(title_of(name))),
            ..Part::default()
        };
        let summaries = ["summarySentence", "summaryFull"].map(|key| self.named(properties.get(key)));
        part.details.synopsis = joined(&[&summaries[0], &summaries[1]]);
        part.details.notes = self.named(properties.get("notes"));
        part.details.status = entry(&self.statuses, properties.get("status"));
        part.details.label = entry(&self.labels, properties.get("label"));
        part.details.pov = properties.get("POV").and_then(|number| self.characters.get(&number).cloned());
        part.details.target =
            properties.get("setGoal").and_then(|goal| goal.parse().ok()).filter(|goal| *goal > 0);
        part.details.is_printed = properties.get("compile").as_deref() != Some("0");
        let body = self.references(body, &mut part.details.characters);
        part.blocks = self.markdown.blocks(&body);
        let id = properties.get("ID").unwrap_or_default();
        for revision in self.revisions.remove(&id).unwrap_or_default() {
            let blocks = crate::project::without_passages(self.markdown.blocks(&revision.text));
            let taken_at = revision.taken_at;
            part.details.snapshots.push(Snapshot { title: String::new(), taken_at, blocks });
        }
        for (key, value) in properties.rest() {
            self.out.losses.note(LossKind::CustomField, &format!("{key}: {value}"));
        }
        if is_folder {
            part.parts = self.folder(name, depth + 1)?;
        }
        Ok(part)
    }

    /// A text with names instead of references.
    fn named(&self, text: Option<String>) -> String {
        self.references(&text.unwrap_or_default(), &mut Vec::new())
    }

    /// Replaces references such as `{C:2:Tom}` by their names, and lists the characters.
    fn references(&self, text: &str, characters: &mut Vec<String>) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('{') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            match reference(rest) {
                Some((kind, name, length)) => {
                    out.push_str(name);
                    if kind == 'C' && !characters.iter().any(|known| known == name) {
                        characters.push(name.to_owned());
                    }
                    rest = &rest[length..];
                }
                None => {
                    out.push('{');
                    rest = &rest[1..];
                }
            }
        }
        out.push_str(rest);
        out
    }

    fn finish(mut self) -> Document {
        for (_, revisions) in std::mem::take(&mut self.revisions) {
            for revision in revisions {
                self.out.losses.note(LossKind::UnlistedPart, &revision.text);
            }
        }
        self.out.comments = self.markdown.comments;
        self.out.losses.extend(self.markdown.losses);
        self.out.with_numbered_comments()
    }
}

/// Reads a reference: its kind, its name and its length.
fn reference(text: &str) -> Option<(char, &str, usize)> {
    let text = window(text, 300);
    let end = text.find('}')?;
    let mut pieces = text[1..end].splitn(3, ':');
    let kind = pieces.next().filter(|kind| matches!(*kind, "C" | "P" | "T" | "W"))?;
    pieces.next()?.parse::<u64>().ok()?;
    let name = pieces.next().filter(|name| !name.is_empty())?;
    Some((kind.chars().next()?, name, end + 1))
}

/// The entry of a list that a property names by its number, or by itself.
fn entry(list: &[String], value: Option<String>) -> Option<String> {
    let value = value?;
    let found = value.parse::<usize>().map_or(Some(value), |number| list.get(number).cloned());
    found.filter(|word| !word.is_empty())
}

/// The title in a file name: `1-The_sea.md` is "The sea".
fn title_of(name: &str) -> String {
    let name = stem(name.trim_end_matches('/'));
    let title = name.trim_start_matches(|c: char| c.is_ascii_digit());
    title.strip_prefix('-').unwrap_or(name).replace('_', " ")
}
