//! The character of a card as an entry of its own.
//!
//! Its content is the description, then personality and scenario under headings. It goes back field by field; when
//! the headings do not say what belongs where, all of it is the description. It is never an entry of the card's
//! lorebook, and taking it out of the book leaves the card as it is.

use serde_json::{Map, Value};
use wenfang_story::canon::{LoreKind, LoreRecord};

use super::document::Layout;
use super::entry::{keep_rest, one_line};
use super::error::LorebookError;
use super::json::{self, Fields};
use super::own;

/// The key of the card itself among its entries; refused as the key of another one.
pub(super) const KEY: &str = "#card";

/// The fields that make up the content, in order.
const TEXTS: [&str; 3] = ["description", "personality", "scenario"];

/// The headings over the second and third, for texts with Han characters and for others.
const HAN: [&str; 2] = ["性格", "场景"];
const LATIN: [&str; 2] = ["Personality", "Scenario"];

/// What a card says of its character; `None` when it says nothing.
pub(super) fn raw(document: &Value, layout: Layout) -> Option<Value> {
    let fields = layout.fields(document)?;
    let card = part(fields);
    (!is_blank(&card) || own::get(&card).is_some()).then_some(card)
}

/// Reads what [`raw`] gave.
pub(super) fn said(raw: Fields<'_>) -> Result<LoreRecord, LorebookError> {
    own::lay_over(native(raw)?.0, raw)
}

/// Lays a record over the card.
pub(super) fn lay_over(
    document: &mut Value,
    layout: Layout,
    record: &LoreRecord,
) -> Result<(), LorebookError> {
    let record = own::clean(record);
    let mut card = part(layout.fields_mut(document));
    let old = card.clone();
    let place = Fields { value: &old, place: "data" };
    let before = said(place)?;
    if before == record {
        return Ok(());
    }
    if before.title != record.title {
        json::set(&mut card, &["name"], Value::from(record.title.as_str()));
    }
    if before.content != record.content {
        let (_, is_whole) = native(place)?;
        let texts = if is_whole {
            parted(&record.content).map(Some)
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
    keep_rest(&mut card, &native, &record);
    if is_blank(&card) && own::get(&card).is_none() {
        // Without a word of the card, a mark says that there is an entry.
        own::put(&mut card, Map::from_iter([(own::CARD.to_owned(), Value::Bool(true))]));
    }
    put_back(document, layout, (&old, &card));
    Ok(())
}

/// The fields of the card that we read, ours among them.
fn part(fields: &Value) -> Value {
    let names = std::iter::once("name").chain(TEXTS);
    let found = names.filter_map(|name| Some((name.to_owned(), fields.get(name)?.clone())));
    let mut card = Value::Object(Map::from_iter(found));
    if let Some(Value::Object(ours)) = own::get(fields).and_then(|own| own.get(own::CARD)) {
        own::put(&mut card, ours.clone());
    }
    card
}

/// Whether a card says nothing of its character.
fn is_blank(card: &Value) -> bool {
    TEXTS.into_iter().all(|name| {
        json::get(card, &[name]).and_then(Value::as_str).is_none_or(|text| text.trim().is_empty())
    })
}

/// Puts what changed back into the document. Some tools write the fields of a card a second time at the top, for
/// readers of V1; these follow.
fn put_back(document: &mut Value, layout: Layout, (old, new): (&Value, &Value)) {
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
        Some(said) => _ = ours.insert(own::CARD.to_owned(), Value::Object(said.clone())),
        None => _ = ours.shift_remove(own::CARD),
    }
    own::put(fields, ours);
}

/// What the card says without our fields, and whether the content is all of it.
fn native(raw: Fields<'_>) -> Result<(LoreRecord, bool), LorebookError> {
    let mut texts: [String; 3] = Default::default();
    for (text, name) in texts.iter_mut().zip(TEXTS) {
        *text = raw.text(&[name])?.unwrap_or_default();
    }
    let name = raw.text(&["name"])?.map(|name| one_line(&name)).filter(|name| !name.is_empty());
    let joined = joined(&texts);
    let is_whole = parted(&joined) == texts;
    let [description, ..] = texts;
    let record = LoreRecord {
        title: name.unwrap_or_else(|| "Untitled".to_owned()),
        kind: LoreKind::Character,
        content: if is_whole { joined } else { description },
        ..LoreRecord::default()
    };
    Ok((record, is_whole))
}

/// The texts of a card as one.
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

/// The texts that make up a content; all of it the first when they would not make it up again.
fn parted(content: &str) -> [String; 3] {
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
