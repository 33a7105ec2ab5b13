//! Builds volumes, chapters and scenes from the headings of all documents, and cards from notes.

use std::collections::HashMap;

use super::document::{Lines, Section};
use super::items::{Item, Project};
use crate::loss::LossKind;
use crate::project::{joined, plain, text};
use crate::tree::{Card, CardKind, Details, Document, Part, PartKind};

pub(super) struct Builder<'p> {
    project: &'p Project,
    lines: Lines<'p>,
    /// The names of cards, by tag in lower case.
    names: HashMap<String, String>,
    /// The name of the novel that is being read, if there are several.
    novel: Option<String>,
    pub out: Document,
}

impl<'p> Builder<'p> {
    pub fn new(project: &'p Project) -> Self {
        let lines = Lines {
            replacements: &project.replacements,
            next_comment: 1,
            comments: Vec::new(),
            losses: crate::Losses::default(),
        };
        Self { project, lines, names: HashMap::new(), novel: None, out: Document::default() }
    }

    pub fn file(&mut self, item: &Item, bytes: &[u8]) {
        let text = text(bytes, &mut self.out.losses);
        match item.class.as_str() {
            "TRASH" => self.out.losses.note(LossKind::Trash, &body(&text)),
            "TEMPLATE" => self.out.losses.note(LossKind::Attachment, &body(&text)),
            "NOVEL" | "ARCHIVE" if !item.is_note => self.parts(item, &text),
            class => {
                let kind = match class {
                    "CHARACTER" => CardKind::Character,
                    "WORLD" => CardKind::Place,
                    "OBJECT" => CardKind::Item,
                    _ => CardKind::Note,
                };
                self.cards(item, kind, &text);
            }
        }
    }

    fn parts(&mut self, item: &Item, text: &str) {
        let root = self.project.root_of(item);
        if self.project.novels() > 1 && root.class == "NOVEL" && self.novel.as_ref() != Some(&root.name) {
            self.novel = Some(root.name.clone());
            let novel = Part { kind: PartKind::Folder, title: self.novel.clone(), ..Part::default() };
            self.out.parts.push(novel);
        }
        let in_novel = self.project.novels() > 1 && root.class == "NOVEL";
        for section in self.lines.read(text) {
            let is_empty = section.blocks.is_empty() && section.synopsis.is_empty();
            if section.level == 0 && is_empty {
                continue;
            }
            let is_printed = item.is_active && item.class == "NOVEL";
            let level = if section.is_title_page { 0 } else { section.level };
            let mut part = self.part(section, item);
            part.details.is_printed = is_printed;
            let parts = match self.out.parts.last_mut() {
                Some(novel) if in_novel => &mut novel.parts,
                _ => &mut self.out.parts,
            };
            put(parts, part, level, is_printed);
        }
    }

    fn part(&self, section: Section, item: &Item) -> Part {
        let kind = match section.level {
            1 if !section.is_title_page => PartKind::Volume,
            2 => PartKind::Chapter,
            _ => PartKind::Scene,
        };
        let mut details = Details {
            synopsis: section.synopsis,
            notes: section.notes.join("\n"),
            status: item.status.clone(),
            ..Details::default()
        };
        for (name, values) in section.tags {
            match name.as_str() {
                "pov" => details.pov = values.into_iter().next(),
                "char" | "focus" => details.characters.extend(values),
                "location" => details.locations.extend(values),
                "object" => details.items.extend(values),
                "time" => details.story_time = Some(values.join(", ")),
                _ => details.keywords.extend(values),
            }
        }
        let title = if section.level == 0 { &item.name } else { &section.title };
        let title = Some(title.clone()).filter(|title| !title.is_empty());
        Part { kind, title, blocks: section.blocks, parts: Vec::new(), details }
    }

    fn cards(&mut self, item: &Item, kind: CardKind, text: &str) {
        for section in self.lines.read(text) {
            let body = joined(&[&section.synopsis, &plain(&section.blocks), &section.notes.join("\n")]);
            if section.level == 0 && body.is_empty() {
                continue;
            }
            // Headings below the first are part of the card.
            if section.level > 1
                && let Some(card) = self.out.cards.last_mut()
            {
                card.text = joined(&[&card.text, &section.title, &body]);
                continue;
            }
            let name = if section.title.is_empty() { item.name.clone() } else { section.title };
            let mut card = Card { kind, name, aliases: Vec::new(), text: body, tags: Vec::new() };
            for (tag, values) in section.tags {
                if tag == "tag" {
                    for value in &values {
                        self.names.insert(value.to_lowercase(), card.name.clone());
                    }
                    card.aliases.extend(values.into_iter().filter(|value| *value != card.name));
                } else {
                    card.tags.extend(values);
                }
            }
            card.tags.extend(item.importance.clone());
            self.out.cards.push(card);
        }
    }

    pub fn finish(mut self) -> Document {
        let names = &self.names;
        name_all(&mut self.out.parts, &|tag: &mut String| {
            if let Some(name) = names.get(&tag.to_lowercase()) {
                tag.clone_from(name);
            }
        });
        self.out.comments = self.lines.comments;
        self.out.losses.extend(self.lines.losses);
        self.out
    }
}

/// Puts a part below the last volume or chapter. Level 4 is a heading inside a scene.
fn put(parts: &mut Vec<Part>, part: Part, level: u8, is_printed: bool) {
    let rank = |kind: PartKind| match kind {
        PartKind::Volume => 1,
        PartKind::Chapter => 2,
        _ => 3,
    };
    match parts.last_mut() {
        Some(last) if level == 4 && last.kind == PartKind::Scene => {
            let spans = part.title.as_deref().map(crate::project::span).into_iter().collect();
            last.blocks.push(crate::tree::Block::Heading { level, spans });
            last.blocks.extend(part.blocks);
            last.details.synopsis = joined(&[&last.details.synopsis, &part.details.synopsis]);
        }
        Some(last)
            if level > 1
                && last.details.is_printed == is_printed
                && rank(last.kind) < rank(part.kind)
                && last.kind != PartKind::Folder =>
        {
            put(&mut last.parts, part, level, is_printed);
        }
        _ => parts.push(part),
    }
}

/// Replaces tags by the names of their cards.
fn name_all(parts: &mut [Part], name: &dyn Fn(&mut String)) {
    for part in parts {
        let details = &mut part.details;
        let lists =
            [&mut details.characters, &mut details.locations, &mut details.items, &mut details.keywords];
        lists.into_iter().flatten().chain(&mut details.pov).chain(&mut details.story_time).for_each(name);
        name_all(&mut part.parts, name);
    }
}

fn body(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("%%~")).collect::<Vec<_>>().join("\n")
}
