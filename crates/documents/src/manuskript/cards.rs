//! Characters, the world, plots and the summary of the book.

use super::Reader;
use super::properties::Properties;
use crate::ReadError;
use crate::project::{Meaning, aliases, card_kind, field_meaning, has_ending, joined, listed};
use crate::tree::{Card, CardKind};
use crate::xml::{Dialect, Element, Xml};

impl Reader<'_, '_> {
    pub(super) fn cards(&mut self) -> Result<(), ReadError> {
        self.people()?;
        self.world()?;
        self.plots()?;
        let summary = Properties::read(&self.text("summary.txt")?).0;
        let lines: Vec<String> = summary.all().map(|(_, value)| self.named(Some(value.to_owned()))).collect();
        let text = joined(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        if !text.is_empty() {
            let name = self.out.title.clone().unwrap_or_else(|| "Summary".to_owned());
            self.note(name, text, Vec::new());
        }
        Ok(())
    }

    fn note(&mut self, name: String, text: String, tags: Vec<String>) {
        self.out.cards.push(Card { kind: CardKind::Note, name, aliases: Vec::new(), text, tags });
    }

    fn people(&mut self) -> Result<(), ReadError> {
        let is_character = |name: &&String| name.starts_with("characters/") && has_ending(name, "txt");
        let mut names: Vec<String> = self.names.iter().filter(is_character).cloned().collect();
        names
            .sort_by_key(|name| super::file_name(name).split('-').next().and_then(|n| n.parse::<u64>().ok()));
        for name in names {
            let properties = Properties::read(&self.text(&name)?).0;
            let title = properties.get("Name").unwrap_or_else(|| super::title_of(&name));
            if let Some(id) = properties.get("ID") {
                self.characters.insert(id, title.clone());
            }
            let mut lines = Vec::new();
            let mut also = Vec::new();
            for (key, value) in properties.all() {
                match key {
                    "Name" | "ID" | "Importance" | "POV" | "Color" => {}
                    _ if field_meaning(key) == Some(Meaning::Aliases) => also.extend(listed(value)),
                    _ => lines.push(format!("{key}: {}", self.named(Some(value.trim().to_owned())))),
                }
            }
            let text = lines.join("\n");
            also.extend(aliases(&text));
            self.out.cards.push(Card {
                kind: CardKind::Character,
                name: title,
                aliases: also,
                text,
                tags: Vec::new(),
            });
        }
        Ok(())
    }

    fn xml(&mut self, name: &str) -> Result<Option<Xml>, ReadError> {
        let name = format!("{}{name}", self.root);
        match self.archive.read_if_present(&name)? {
            Some(bytes) if !bytes.trim_ascii().is_empty() => Xml::read(&name, &bytes, Dialect::Xml).map(Some),
            _ => Ok(None),
        }
    }

    fn world(&mut self) -> Result<(), ReadError> {
        if let Some(xml) = self.xml("world.opml")?
            && let Some(body) = xml.root().child("body")
        {
            for entry in body.all("outline") {
                self.world_entry(entry, CardKind::Note, "");
            }
        }
        Ok(())
    }

    fn world_entry(&mut self, entry: Element<'_>, kind: CardKind, folder: &str) {
        let name = entry.attribute("name").unwrap_or_default().to_owned();
        let kind = card_kind(&name).unwrap_or(kind);
        let value = |key| self.named(entry.attribute(key).map(str::to_owned));
        let text = joined(&["description", "passion", "conflict"].map(value).each_ref().map(String::as_str));
        let has_inside = entry.all("outline").next().is_some();
        if !has_inside || !text.is_empty() {
            let tags = Some(folder.to_owned()).filter(|folder| !folder.is_empty()).into_iter().collect();
            self.out.cards.push(Card { kind, name: name.clone(), aliases: Vec::new(), text, tags });
        }
        for inside in entry.all("outline") {
            self.world_entry(inside, kind, &name);
        }
    }

    /// A plot with its steps is a note.
    fn plots(&mut self) -> Result<(), ReadError> {
        let Some(xml) = self.xml("plots.xml")? else { return Ok(()) };
        for plot in xml.root().all("plot") {
            let value = |of: Element<'_>, key: &str| self.named(of.attribute(key).map(str::to_owned));
            let mut lines = vec![value(plot, "description"), value(plot, "result")];
            for step in plot.all("step") {
                let texts = ["name", "meta", "summary"].map(|key| value(step, key));
                let texts: Vec<&str> =
                    texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
                lines.push(texts.join(" – "));
            }
            let text = joined(&lines.iter().map(String::as_str).collect::<Vec<_>>());
            let name = plot.attribute("name").unwrap_or_default().to_owned();
            let people = listed(plot.attribute("characters").unwrap_or_default());
            let tags = people.iter().filter_map(|id| self.characters.get(id).cloned()).collect();
            self.note(name, text, tags);
        }
        Ok(())
    }
}
