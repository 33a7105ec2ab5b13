//! Reads projects of Longform, the plug-in of Obsidian: an index note with the order of the scenes, and a note for
//! each scene.
//!
//! Index notes with the same title are drafts of one novel: the newest is the text, and the older ones become
//! snapshots of the scenes with the same names.

mod index;

#[cfg(test)]
pub(crate) mod tests;

use std::collections::{HashMap, HashSet};

use crate::ReadError;
use crate::archive::Archive;
use crate::loss::LossKind;
use crate::markdown::Markdown;
use crate::project::{
    Meaning, aliases, card_kind, field_meaning, file_name, has_ending, joined, plain, stem, text,
    without_passages,
};
use crate::tree::{Card, CardKind, Details, Document, Part, PartKind, Snapshot};
use crate::yaml::{Yaml, front_matter};
use index::{Index, Scene};

/// Whether an archive has an index note.
///
/// # Errors
/// The errors of archives.
pub fn is(archive: &mut Archive<'_>) -> Result<bool, ReadError> {
    Ok(!index::find(archive)?.is_empty())
}

/// Reads the project of the index note `chosen`, or the first project.
///
/// # Errors
/// There is no index note; the limits of archives. A scene that is missing is a loss.
pub fn read(archive: &mut Archive<'_>, chosen: Option<&str>) -> Result<Document, ReadError> {
    let mut indexes = index::find(archive)?;
    let first = indexes.iter().position(|index| Some(index.name.as_str()) == chosen).unwrap_or(0);
    let title = indexes.get(first).map(|index| index.title.clone());
    let title = title.ok_or(ReadError::WrongFormat { expected: "a Longform project" })?;
    let mut reader =
        Reader { archive, markdown: Markdown::default(), out: Document::default(), used: HashSet::new() };
    for index in indexes.iter().filter(|index| index.title != title) {
        reader.used.insert(index.name.clone());
        reader.out.losses.name(LossKind::Attachment, &index.title);
    }
    indexes.retain(|index| index.title == title);
    indexes.sort_by_key(|index| index.draft);
    let Some(newest) = indexes.pop() else { return Ok(reader.out) };
    reader.out.title = Some(title);
    reader.out.parts = reader.draft(&newest)?;
    for older in &indexes {
        let parts = reader.draft(older)?;
        reader.older(older, parts);
    }
    reader.rest(&newest, &indexes)?;
    Ok(reader.finish())
}

struct Reader<'a, 'b> {
    archive: &'a mut Archive<'b>,
    markdown: Markdown,
    out: Document,
    /// The names of the notes that were read.
    used: HashSet<String>,
}

impl Reader<'_, '_> {
    fn draft(&mut self, index: &Index) -> Result<Vec<Part>, ReadError> {
        self.used.insert(index.name.clone());
        if index.is_single {
            let part = self.note(&index.title, &index.body, PartKind::Flow);
            return Ok(vec![Part { title: None, ..part }]);
        }
        if !index.body.trim().is_empty() {
            let text = plain(&self.markdown.blocks(&index.body));
            let name = index.title.clone();
            let card = Card { kind: CardKind::Note, name, aliases: Vec::new(), text, tags: Vec::new() };
            self.out.cards.push(card);
        }
        self.scenes(index, &index.scenes)
    }

    fn scenes(&mut self, index: &Index, scenes: &[Scene]) -> Result<Vec<Part>, ReadError> {
        let mut parts = Vec::new();
        for scene in scenes {
            let name = format!("{}{}.md", index.scene_folder, scene.name);
            let kind = if scene.inside.is_empty() { PartKind::Scene } else { PartKind::Folder };
            let mut part = match self.archive.read_if_present(&name)? {
                Some(bytes) => {
                    self.used.insert(name);
                    let text = text(&bytes, &mut self.out.losses);
                    self.note(&scene.name, &text, kind)
                }
                None => {
                    self.out.losses.name(LossKind::MissingPart, &scene.name);
                    Part { kind, title: Some(scene.name.clone()), ..Part::default() }
                }
            };
            part.parts = self.scenes(index, &scene.inside)?;
            parts.push(part);
        }
        Ok(parts)
    }

    fn note(&mut self, title: &str, text: &str, kind: PartKind) -> Part {
        let (yaml, body) = front_matter(text);
        let mut details = Details::default();
        if let Some(Yaml::Map(entries)) = yaml {
            for (key, value) in &entries {
                self.property(&mut details, key, value);
            }
        }
        let blocks = self.markdown.blocks(body);
        Part { kind, title: Some(title.to_owned()), blocks, parts: Vec::new(), details }
    }

    /// A property of a scene.
    fn property(&mut self, details: &mut Details, key: &str, value: &Yaml) {
        let texts = value.texts();
        let names = || texts.iter().map(|text| without_link(text)).collect::<Vec<_>>();
        if texts.is_empty() {
            return;
        }
        match (key.to_lowercase().as_str(), field_meaning(key)) {
            ("longform", _) => {}
            ("synopsis" | "summary" | "description" | "简介" | "概要" | "梗概", _) => {
                details.synopsis = joined(&[&details.synopsis, &texts.join("\n")]);
            }
            ("notes" | "note" | "备注" | "笔记", _) => details.notes = texts.join("\n"),
            ("status" | "状态", _) => details.status = Some(texts.join(", ")),
            ("tags" | "tag" | "keywords" | "标签", _) => details.keywords.extend(names()),
            ("target" | "goal" | "wordtarget" | "目标", _) if texts[0].parse::<u32>().is_ok() => {
                details.target = texts[0].parse().ok();
            }
            (_, Some(Meaning::Pov)) => details.pov = names().into_iter().next(),
            (_, Some(Meaning::Characters)) => details.characters.extend(names()),
            (_, Some(Meaning::Locations)) => details.locations.extend(names()),
            (_, Some(Meaning::Items)) => details.items.extend(names()),
            (_, Some(Meaning::Time)) => details.story_time = Some(names().join(", ")),
            _ => self.out.losses.note(LossKind::CustomField, &format!("{key}: {}", texts.join(", "))),
        }
    }

    /// Makes the scenes of an older draft snapshots of the scenes with the same names.
    fn older(&mut self, index: &Index, parts: Vec<Part>) {
        let mut scenes: HashMap<String, Part> = HashMap::new();
        let mut order = Vec::new();
        for part in flat(parts) {
            let title = part.title.clone().unwrap_or_default();
            order.push(title.clone());
            scenes.insert(title, part);
        }
        snapshots(&mut self.out.parts, &index.draft_title, &mut scenes);
        let left: Vec<Part> =
            order.iter().filter_map(|title| scenes.remove(title)).map(not_printed).collect();
        if !left.is_empty() {
            let title = Some(index.draft_title.clone());
            let folder = Part { kind: PartKind::Folder, title, parts: left, ..Part::default() };
            self.out.parts.push(not_printed(folder));
        }
    }

    /// The other notes of the project: cards, notes that the index does not list, and attachments.
    fn rest(&mut self, newest: &Index, older: &[Index]) -> Result<(), ReadError> {
        let root = index::folder(&newest.name).to_owned();
        for name in self.archive.names().to_vec() {
            let Some(inside) = name.strip_prefix(&root).filter(|_| !self.used.contains(&name)) else {
                continue;
            };
            if inside.starts_with('.') || inside.contains("/.") || name.starts_with("__MACOSX/") {
                continue;
            }
            if !has_ending(&name, "md") {
                self.out.losses.name(LossKind::Attachment, inside);
                continue;
            }
            let bytes = self.archive.read(&name)?;
            let text = text(&bytes, &mut self.out.losses);
            let mut folders = inside.rsplit('/').skip(1);
            if let Some(kind) = folders.find_map(card_kind) {
                self.card(kind, &name, &text);
                continue;
            }
            let holder = older.iter().chain([newest]).find(|index| name.starts_with(&index.scene_folder));
            match holder {
                Some(index) if index.ignores(stem(file_name(&name))) => {}
                Some(_) => self.out.losses.note(LossKind::UnlistedPart, &joined(&[inside, &text])),
                None => self.out.losses.name(LossKind::Attachment, inside),
            }
        }
        Ok(())
    }

    fn card(&mut self, kind: CardKind, name: &str, text: &str) {
        let (yaml, body) = front_matter(text);
        let listed = |keys: &[&str]| -> Vec<String> {
            keys.iter().filter_map(|key| yaml.as_ref()?.get(key)).flat_map(Yaml::texts).collect()
        };
        let body = plain(&self.markdown.blocks(body));
        let mut also = listed(&["aliases", "alias"]);
        also.extend(aliases(&body));
        let tags = listed(&["tags", "tag"]);
        let mut lines = vec![body];
        if let Some(Yaml::Map(entries)) = &yaml {
            let known = ["aliases", "alias", "tags", "tag"];
            let other = entries.iter().filter(|(key, _)| !known.contains(&key.as_str()));
            lines.extend(other.map(|(key, value)| format!("{key}: {}", value.texts().join(", "))));
        }
        let text = lines.join("\n").trim().to_owned();
        self.out.cards.push(Card { kind, name: stem(name).to_owned(), aliases: also, text, tags });
    }

    fn finish(mut self) -> Document {
        self.out.comments = self.markdown.comments;
        self.out.losses.extend(self.markdown.losses);
        self.out.with_numbered_comments()
    }
}

/// `[[Jane|her]]` is Jane.
fn without_link(text: &str) -> String {
    let inside = text.trim().strip_prefix("[[").and_then(|text| text.strip_suffix("]]"));
    inside.map_or(text, |inside| inside.split(['|', '#']).next().unwrap_or(inside)).trim().to_owned()
}

fn flat(parts: Vec<Part>) -> Vec<Part> {
    let mut all = Vec::new();
    for mut part in parts {
        let inside = std::mem::take(&mut part.parts);
        all.push(part);
        all.extend(flat(inside));
    }
    all
}

fn not_printed(mut part: Part) -> Part {
    part.details.is_printed = false;
    part
}

fn snapshots(parts: &mut [Part], draft: &str, scenes: &mut HashMap<String, Part>) {
    for part in parts {
        if let Some(old) = scenes.remove(part.title.as_deref().unwrap_or_default()) {
            let blocks = without_passages(old.blocks);
            let snapshot = Snapshot { title: draft.to_owned(), taken_at: String::new(), blocks };
            part.details.snapshots.push(snapshot);
        }
        snapshots(&mut part.parts, draft, scenes);
    }
}
