//! Reads projects of yWriter 7: one XML file.
//!
//! A chapter that starts a section is a volume. Chapters and scenes that are notes or unused are not printed.

mod content;

#[cfg(test)]
pub(crate) mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::ReadError;
use crate::date;
use crate::loss::LossKind;
use crate::project::{joined, listed};
use crate::tree::{Card, CardKind, Day, Details, Document, Part, PartKind};
use crate::xml::{Dialect, Element, Xml};
use content::Content;

/// The words of the tool for the numbers of a scene's status.
const STATUSES: [&str; 6] = ["", "Outline", "Draft", "1st Edit", "2nd Edit", "Done"];

/// Reads a project.
///
/// # Errors
/// The file is no project of yWriter 7, or it is damaged.
pub fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    let entry = "the yWriter project";
    let xml = Xml::read(entry, bytes, Dialect::Xml)?;
    let root = xml.root();
    if !root.is("YWRITER7") {
        return Err(ReadError::WrongFormat { expected: "a yWriter 7 project" });
    }
    let mut reader = Reader::new(root);
    reader.cards(root);
    reader.chapters(root);
    Ok(reader.finish(root))
}

struct Reader<'x> {
    scenes: HashMap<String, Element<'x>>,
    /// The ids of the scenes, in the order of the file.
    order: Vec<String>,
    /// The ids of the scenes that are in a chapter.
    used: HashSet<String>,
    names: HashMap<(CardKind, String), String>,
    field_titles: Vec<String>,
    content: Content,
    out: Document,
}

impl<'x> Reader<'x> {
    fn new(root: Element<'x>) -> Self {
        let scenes: Vec<Element<'x>> = all(root, "SCENES", "SCENE").collect();
        let project = root.child("PROJECT");
        let title = |number| project.map(|project| value(project, &format!("FieldTitle{number}")));
        Self {
            order: scenes.iter().map(|scene| value(*scene, "ID")).collect(),
            scenes: scenes.into_iter().map(|scene| (value(scene, "ID"), scene)).collect(),
            used: HashSet::new(),
            names: HashMap::new(),
            field_titles: (1..=4).filter_map(title).collect(),
            content: Content::default(),
            out: Document::default(),
        }
    }

    fn cards(&mut self, root: Element<'_>) {
        let kinds = [
            (CardKind::Character, "CHARACTERS", "CHARACTER"),
            (CardKind::Place, "LOCATIONS", "LOCATION"),
            (CardKind::Item, "ITEMS", "ITEM"),
            (CardKind::Note, "PROJECTNOTES", "PROJECTNOTE"),
        ];
        for (kind, list, name) in kinds {
            for element in all(root, list, name) {
                let title = value(element, "Title");
                self.names.insert((kind, value(element, "ID")), title.clone());
                let mut also = listed(&value(element, "AKA"));
                also.extend(
                    Some(value(element, "FullName")).filter(|name| !name.is_empty() && *name != title),
                );
                let [description, bio, goals, notes] =
                    ["Desc", "Bio", "Goals", "Notes"].map(|field| value(element, field));
                let text = joined(&[&description, &bio, &goals, &notes]);
                self.picture(element);
                let tags = listed(&value(element, "Tags"));
                self.out.cards.push(Card { kind, name: title, aliases: also, text, tags });
            }
        }
    }

    fn picture(&mut self, element: Element<'_>) {
        let picture = value(element, "ImageFile");
        if !picture.is_empty() {
            self.out.losses.name(LossKind::Picture, &picture);
        }
    }

    fn chapters(&mut self, root: Element<'_>) {
        let mut chapters: Vec<Element<'_>> = all(root, "CHAPTERS", "CHAPTER").collect();
        chapters.sort_by_key(|chapter| value(*chapter, "SortOrder").parse().unwrap_or(i64::MAX));
        for chapter in chapters {
            let mut part = Part { title: Some(value(chapter, "Title")), ..Part::default() };
            part.details.synopsis = value(chapter, "Desc");
            part.details.is_printed = is_printed(chapter);
            part.kind = if is_true(chapter, "SectionStart") { PartKind::Volume } else { PartKind::Chapter };
            let ids = chapter.child("Scenes").into_iter().flat_map(|scenes| scenes.all("ScID"));
            for id in ids.map(|id| id.text().trim().to_owned()) {
                let Some(scene) = self.scenes.get(&id).copied() else {
                    self.out.losses.name(LossKind::MissingPart, &format!("scene {id}"));
                    continue;
                };
                self.used.insert(id);
                let mut scene = self.scene(scene);
                scene.details.is_printed &= part.details.is_printed;
                part.parts.push(scene);
            }
            match self.out.parts.last_mut() {
                Some(volume) if volume.kind == PartKind::Volume && part.kind == PartKind::Chapter => {
                    volume.parts.push(part);
                }
                _ => self.out.parts.push(part),
            }
        }
        // Scenes that no chapter lists are not printed.
        for id in std::mem::take(&mut self.order) {
            if let Some(scene) = self.scenes.get(&id).copied().filter(|_| !self.used.contains(&id)) {
                let mut scene = self.scene(scene);
                scene.details.is_printed = false;
                self.out.parts.push(scene);
            }
        }
    }

    fn scene(&mut self, scene: Element<'_>) -> Part {
        let names = |kind, list: &str, id: &'static str| -> Vec<String> {
            let ids: Vec<String> = all(scene, list, id).map(|id| id.text().trim().to_owned()).collect();
            ids.into_iter().filter_map(|id| self.names.get(&(kind, id)).cloned()).collect()
        };
        let characters = names(CardKind::Character, "Characters", "CharID");
        let mut details = Details {
            synopsis: value(scene, "Desc"),
            // The first character is the point of view.
            pov: characters.first().cloned(),
            characters,
            locations: names(CardKind::Place, "Locations", "LocID"),
            items: names(CardKind::Item, "Items", "ItemID"),
            keywords: listed(&value(scene, "Tags")),
            is_printed: is_printed(scene),
            story_time: time(scene),
            ..Details::default()
        };
        let status = value(scene, "Status").parse::<usize>().ok().and_then(|number| STATUSES.get(number));
        details.status = status.filter(|status| !status.is_empty()).map(|status| (*status).to_owned());
        let mut notes = vec![value(scene, "Notes")];
        for name in ["Goal", "Conflict", "Outcome"] {
            let text = value(scene, name);
            if !text.is_empty() {
                notes.push(format!("{name}: {text}"));
            }
        }
        details.notes = joined(&notes.iter().map(String::as_str).collect::<Vec<_>>());
        for (title, number) in self.field_titles.iter().zip(1..) {
            // 1 is what a rating is before the author touches it.
            let rating = value(scene, &format!("Field{number}"));
            if !rating.is_empty() && rating != "1" {
                self.out.losses.note(LossKind::CustomField, &format!("{title}: {rating}"));
            }
        }
        self.picture(scene);
        let text = scene.child_text("SceneContent");
        let blocks = self.content.blocks(&text);
        let title = Some(value(scene, "Title")).filter(|title| !title.is_empty());
        Part { kind: PartKind::Scene, title, blocks, parts: Vec::new(), details }
    }

    fn finish(mut self, root: Element<'_>) -> Document {
        if let Some(project) = root.child("PROJECT") {
            let some = |name| Some(value(project, name)).filter(|text| !text.is_empty());
            self.out.title = some("Title");
            self.out.author = some("AuthorName").or_else(|| some("Author"));
            self.out.target =
                some("WordTarget").and_then(|target| target.parse().ok()).filter(|target| *target > 0);
            if let Some(text) = some("Desc") {
                let name = self.out.title.clone().unwrap_or_default();
                let card = Card { kind: CardKind::Note, name, aliases: Vec::new(), text, tags: Vec::new() };
                self.out.cards.push(card);
            }
        }
        self.out.days = days(root);
        self.out.comments = self.content.comments;
        self.out.losses.extend(self.content.losses);
        self.out.with_numbered_comments()
    }
}

/// The text of a child element, without control characters: yWriter writes some that XML forbids.
fn value(element: Element<'_>, name: &str) -> String {
    let text = element.child_text(name).replace("\r\n", "\n");
    text.trim().chars().filter(|c| !c.is_control() || *c == '\n' || *c == '\t').collect()
}

fn all<'x>(root: Element<'x>, list: &str, name: &'static str) -> impl Iterator<Item = Element<'x>> {
    root.child(list).into_iter().flat_map(move |list| list.all(name))
}

/// Numbers other than 0 are true.
fn is_true(element: Element<'_>, name: &str) -> bool {
    let value = value(element, name);
    !value.is_empty() && value != "0"
}

/// Whether a chapter or a scene is printed: it is used, and neither a note nor a task.
fn is_printed(element: Element<'_>) -> bool {
    let fields = element.child("Fields");
    let is_other = ["Type", "ChapterType"].iter().any(|name| is_true(element, name))
        || fields.is_some_and(|fields| is_true(fields, "Field_SceneType"));
    !is_other && !is_true(element, "Unused")
}

/// The time of a scene: a date, or a day of the story.
fn time(scene: Element<'_>) -> Option<String> {
    let specific = joined_words(&[value(scene, "SpecificDateTime")]);
    if let Some(time) = specific.filter(|time| !time.starts_with("0001-")) {
        return Some(time);
    }
    let date = joined_words(&["SpecificDate", "SpecificTime"].map(|name| value(scene, name)));
    if date.is_some() {
        return date;
    }
    let [day, hour, minute] = ["Day", "Hour", "Minute"].map(|name| value(scene, name));
    let clock = match (hour.parse::<u32>(), minute.parse::<u32>()) {
        (Ok(hour), Ok(minute)) if hour + minute > 0 => format!("{hour:02}:{minute:02}"),
        _ => String::new(),
    };
    let day = if day.is_empty() || day == "0" { String::new() } else { format!("Day {day}") };
    joined_words(&[day, clock])
}

fn joined_words(words: &[String]) -> Option<String> {
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
    Some(words.join(" ")).filter(|text| !text.is_empty())
}

/// The words of each day: how far the count grew since the day before.
fn days(root: Element<'_>) -> Vec<Day> {
    let mut counts: BTreeMap<String, i64> = BTreeMap::new();
    for entry in root.descendants().filter(|element| element.is("WC")) {
        if let (Some(date), Ok(count)) = (date::day(&value(entry, "Date")), value(entry, "Count").parse()) {
            counts.insert(date, count);
        }
    }
    let mut before = 0_i64;
    let mut day = |(date, count): (String, i64)| {
        let words = count.saturating_sub(before);
        before = count;
        Day { date, words }
    };
    counts.into_iter().map(&mut day).collect()
}
