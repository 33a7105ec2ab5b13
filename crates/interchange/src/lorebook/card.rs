//! The character of a card as an entry.
//!
//! Its content is the description, followed by personality and scenario under headings. It is written back
//! field by field; if the headings cannot be assigned to fields, all of it becomes the description. It is never
//! card_fields of the card's lorebook, and removing it from the book leaves the card unchanged.

use serde_json::{Map, Value};
use wenfang_story::canon::{LoreKind, LoreRecord};

use super::document::Layout;
use super::entry::{one_line, store_differences};
use super::error::LorebookError;
use super::json::{self, Fields};
use super::own;

/// The key of the card itself; no other entry may use it.
pub(super) const KEY: &str = "#card";

/// The fields that make up the content, in order.
const TEXTS: [&str; 3] = ["description", "personality", "scenario"];

/// The headings of the second and third field, for texts with Han characters and for others.
const HAN: [&str; 2] = ["性格", "场景"];
const LATIN: [&str; 2] = ["Personality", "Scenario"];

/// Returns the character fields of a card; `None` if they are empty.
pub(super) fn raw(document: &Value, layout: Layout) -> Option<Value> {
    let fields = layout.fields(document)?;
    let card = card_fields(fields);
    (!is_blank(&card) || own::get(&card).is_some()).then_some(card)
}

/// Parses the result of [`raw`].
pub(super) fn parse(raw: Fields<'_>) -> Result<LoreRecord, LorebookError> {
    own::overlay(native(raw)?.0, raw)
}

/// Applies a record to the card.
pub(super) fn overlay(
    document: &mut Value,
    layout: Layout,
    record: &LoreRecord,
) -> Result<(), LorebookError> {
    let record = own::clean(record);
    let mut card = card_fields(layout.fields_mut(document));
    let old = card.clone();
    let place = Fields { value: &old, place: "data" };
    let before = parse(place)?;
    if before == record {
        return Ok(());
    }
    if before.title != record.title {
        json::set(&mut card, &["name"], Value::from(record.title.as_str()));
    }
    if before.content != record.content {
        let (_, is_whole) = native(place)?;
        let texts = if is_whole {
            split_content(&record.content).map(Some)
        } else {
            [Some(record.content.clone()), None, None]
        };
        for (name, text) in TEXTS.into_iter().zip(texts) {
            let Some(text) = text else { continue };
            if place.text(&[name])?.unwrap_or_default() != text {
                json::set(&mut card, &[name], Value::from(text));
            }
        }
    }
    let (native, _) = native(Fields { value: &card, place: "data" })?;
    store_differences(&mut card, &native, &record);
    if is_blank(&card) && own::get(&card).is_none() {
        // If all fields are empty, a mark shows that there is an entry.
        own::put(&mut card, Map::from_iter([(own::CARD.to_owned(), Value::Bool(true))]));
    }
    write_back(document, layout, (&old, &card));
    Ok(())
}

/// Returns the card fields that we read, with our own.
fn card_fields(fields: &Value) -> Value {
    let names = std::iter::once("name").chain(TEXTS);
    let found = names.filter_map(|name| Some((name.to_owned(), fields.get(name)?.clone())));
    let mut card = Value::Object(Map::from_iter(found));
    if let Some(Value::Object(ours)) = own::get(fields).and_then(|own| own.get(own::CARD)) {
        own::put(&mut card, ours.clone());
    }
    card
}

/// Whether all character fields of a card are blank.
fn is_blank(card: &Value) -> bool {
    TEXTS.into_iter().all(|name| {
        json::get(card, &[name]).and_then(Value::as_str).is_none_or(|text| text.trim().is_empty())
    })
}

/// Writes changed fields back to the document. Some programs repeat the card's fields at the top level for V1
/// readers; these copies are updated too.
fn write_back(document: &mut Value, layout: Layout, (old, new): (&Value, &Value)) {
    for name in std::iter::once("name").chain(TEXTS) {
        let (Some(text), before) = (new.get(name), old.get(name)) else { continue };
        if Some(text) == before {
            continue;
        }
        if before.is_some() && document.get(name) == before {
            json::set(document, &[name], text.clone());
        }
        json::set(layout.fields_mut(document), &[name], text.clone());
    }
    let fields = layout.fields_mut(document);
    let mut ours = own::get(fields).cloned().unwrap_or_default();
    match own::get(new) {
        Some(parsed) => _ = ours.insert(own::CARD.to_owned(), Value::Object(parsed.clone())),
        None => _ = ours.shift_remove(own::CARD),
    }
    own::put(fields, ours);
}

/// Parses the native fields of a card, and returns whether the content contains all of them.
fn native(raw: Fields<'_>) -> Result<(LoreRecord, bool), LorebookError> {
    let mut texts: [String; 3] = Default::default();
    for (text, name) in texts.iter_mut().zip(TEXTS) {
        *text = raw.text(&[name])?.unwrap_or_default();
    }
    let name = raw.text(&["name"])?.map(|name| one_line(&name)).filter(|name| !name.is_empty());
    let joined = joined(&texts);
    let is_whole = split_content(&joined) == texts;
    let [description, ..] = texts;
    let record = LoreRecord {
        title: name.unwrap_or_else(|| "Untitled".to_owned()),
        kind: LoreKind::Character,
        content: if is_whole { joined } else { description },
        ..LoreRecord::default()
    };
    Ok((record, is_whole))
}

/// Joins the texts of a card into one.
fn joined(texts: &[String; 3]) -> String {
    let is_han = |c: char| ('\u{3400}'..='\u{9fff}').contains(&c);
    let labels = if texts.iter().any(|text| text.chars().any(is_han)) { HAN } else { LATIN };
    let [description, rest @ ..] = texts;
    let mut all = String::new();
    if !description.is_empty() {
        all = format!("\n\n{description}");
    }
    for (label, text) in labels.into_iter().zip(rest) {
        if !text.is_empty() {
            all.push_str(&format!("\n\n## {label}\n\n{text}"));
        }
    }
    all.strip_prefix("\n\n").map(str::to_owned).unwrap_or_default()
}

/// Splits a content into the texts of a card; all of it is the first if joining them would not restore it.
fn split_content(content: &str) -> [String; 3] {
    for [personality, scenario] in [HAN, LATIN] {
        let all = format!("\n\n{content}");
        let cut = |text: &str, label: &str| match text.split_once(&format!("\n\n## {label}\n\n")) {
            Some((before, after)) => (before.to_owned(), after.to_owned()),
            None => (text.to_owned(), String::new()),
        };
        let (all, scenario) = cut(&all, scenario);
        let (description, personality) = cut(&all, personality);
        let description = description.strip_prefix("\n\n").unwrap_or_default().to_owned();
        let texts = [description, personality, scenario];
        if joined(&texts) == content {
            return texts;
        }
    }
    [content.to_owned(), String::new(), String::new()]
}
