//! The file around the entries: its format, where its entries are, and its conversion to another format.

use serde_json::{Map, Value, json};
use wenfang_story::canon::LorebookFormat;

use super::dialect::Dialect;
use super::entry::one_line;
use super::error::{JsonShape, LorebookError};
use super::json::{self, Fields};
use super::own;

/// The layout of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Entries at the top level: world info, NovelAI, or a character book without its card.
    Book,
    /// A V3 lorebook in its own envelope.
    Envelope,
    /// A card with its fields in `data`.
    Card,
    /// A V1 card with its fields at the top level.
    FlatCard,
}

impl Layout {
    /// Returns the layout of a document in a dialect.
    pub(super) fn of(document: &Value, dialect: Dialect) -> Self {
        let has = |field| document.get(field).is_some();
        if dialect != Dialect::Card {
            Self::Book
        } else if document.get("spec").and_then(Value::as_str) == Some("lorebook_v3") {
            Self::Envelope
        } else if document.get("data").is_some_and(Value::is_object) {
            Self::Card
        } else if has("entries") {
            Self::Book
        } else {
            Self::FlatCard
        }
    }

    /// Returns the path of the entries.
    pub(super) const fn entries(self) -> &'static [&'static str] {
        match self {
            Self::Book => &["entries"],
            Self::Envelope => &["data", "entries"],
            Self::Card => &["data", "character_book", "entries"],
            Self::FlatCard => &["character_book", "entries"],
        }
    }

    /// Returns the field that contains the document's fields; `None` if they are at the top level.
    const fn inner(self) -> Option<&'static str> {
        match self {
            Self::Book | Self::FlatCard => None,
            Self::Envelope | Self::Card => Some("data"),
        }
    }

    /// Returns the object with the document's fields.
    pub(super) fn fields(self, document: &Value) -> Option<&Value> {
        self.inner().map_or(Some(document), |name| document.get(name))
    }

    /// Returns the object with the document's fields for writing, creating it if needed.
    pub(super) fn fields_mut(self, document: &mut Value) -> &mut Value {
        match self.inner() {
            None => document,
            Some(name) => json::object(document).entry(name).or_insert(Value::Null),
        }
    }

    /// Whether the document is a card, whose character is imported as an entry.
    pub(super) const fn is_card(self) -> bool {
        matches!(self, Self::Card | Self::FlatCard)
    }
}

/// Detects the format of a file from its fields.
pub(super) fn recognise(document: &Value) -> Result<LorebookFormat, LorebookError> {
    let file = Fields { value: document, place: "" };
    if !document.is_object() {
        return Err(file.wrong_shape(&[], JsonShape::Object, document));
    }
    let has = |path: &[&str]| json::get(document, path).is_some();
    let format = match document.get("spec").and_then(Value::as_str) {
        Some("chara_card_v2") => Some(LorebookFormat::CardV2),
        Some("chara_card_v3" | "lorebook_v3") => Some(LorebookFormat::CardV3),
        Some(other) if !has(&["entries"]) => {
            return Err(LorebookError::UnknownSpec { spec: other.to_owned() });
        }
        _ => None,
    };
    if let Some(format) = format {
        return match document.get("data") {
            Some(Value::Object(_)) => Ok(format),
            other => Err(file.wrong_shape(&["data"], JsonShape::Object, other.unwrap_or(&Value::Null))),
        };
    }
    if has(&["lorebookVersion"]) {
        return Ok(LorebookFormat::NovelAi);
    }
    if let Some(entries) = document.get("entries") {
        let first = match entries {
            Value::Array(items) => items.iter().find(|item| item.is_object()),
            Value::Object(items) => items.values().find(|item| item.is_object()),
            other => return Err(file.wrong_shape(&["entries"], JsonShape::Entries, other)),
        };
        let is_book_of_card =
            first.is_some_and(|entry| entry.get("key").is_none() && entry.get("keys").is_some());
        return Ok(if is_book_of_card { LorebookFormat::CardV2 } else { LorebookFormat::WorldInfo });
    }
    // Many JSON files have a name and a description, so one more field is required.
    let described = ["personality", "scenario", "first_mes", "mes_example"];
    let is_card = |inner: &[&str]| {
        has(&[inner, &["name"]].concat()) && described.iter().any(|field| has(&[inner, &[*field]].concat()))
    };
    if has(&["data", "character_book"]) || is_card(&["data"]) || is_card(&[]) {
        return Ok(LorebookFormat::CardV2);
    }
    Err(LorebookError::UnknownFormat)
}

/// Returns the name in a document, or the name we stored in it if its format has none.
pub(super) fn name(document: &Value, layout: Layout) -> Result<Option<String>, LorebookError> {
    let Some(fields) = layout.fields(document) else { return Ok(None) };
    let name = Fields { value: fields, place: layout.inner().unwrap_or_default() }.text(&["name"])?;
    let ours = || own::get(fields)?.get(own::BOOK)?.as_str().map(json::canonical);
    Ok(name.or_else(ours).map(|name| one_line(&name)).filter(|name| !name.is_empty()))
}

/// Renames a document that has a name. The name of a card belongs to its character, which is an entry.
pub(super) fn rename(document: &mut Value, layout: Layout, name: &str) {
    let name = one_line(&json::canonical(name));
    let is_named = self::name(document, layout).ok().flatten().is_some_and(|current| current != name);
    if layout.is_card() || name.is_empty() || !is_named {
        return;
    }
    let fields = layout.fields_mut(document);
    if fields.get("name").is_some() {
        json::set(fields, &["name"], Value::from(name));
    } else {
        own::set(fields, own::BOOK, Value::from(name));
    }
}

/// Converts a document to another format. If the book had that format before, its old document is restored;
/// otherwise a new one is created. The current document is stored under `extensions.wenfang.rest`.
pub(super) fn convert(name: &str, document: &Value, formats: (LorebookFormat, LorebookFormat)) -> Value {
    let (from, to) = (Dialect::of(formats.0), Dialect::of(formats.1));
    let mut old = document.clone();
    if from == to {
        if formats.0 != formats.1 {
            return as_card(name, old, formats.1);
        }
        return old;
    }
    let layout = Layout::of(&old, from);
    let mut ours = own::take(layout.fields_mut(&mut old));
    let mut rests = match ours.shift_remove(own::REST) {
        Some(Value::Object(rests)) => rests,
        _ => Map::new(),
    };
    let kept = rests.shift_remove(to.as_str()).filter(Value::is_object);
    let mut new = kept.unwrap_or_else(|| empty(name, formats.1));
    // A format with a name field does not need our stored name.
    ours.shift_remove(own::BOOK);
    if to == Dialect::Card {
        new = as_card(name, new, formats.1);
    }
    rests.insert(from.as_str().to_owned(), old);
    // Our data about the card moves with its entry.
    ours.shift_remove(own::CARD);
    ours.insert(own::REST.to_owned(), Value::Object(rests));
    let fields = Layout::of(&new, to).fields_mut(&mut new);
    for (name, ours) in ours {
        own::set(fields, &name, ours);
    }
    if to == Dialect::NovelAi {
        own::set(fields, own::BOOK, Value::from(name));
    }
    new
}

/// Converts any document with card entries to a card of the given version.
pub(super) fn as_card(name: &str, document: Value, format: LorebookFormat) -> Value {
    let mut card = match Layout::of(&document, Dialect::Card) {
        Layout::Card => document,
        layout @ (Layout::Book | Layout::Envelope) => {
            let book = layout.fields(&document).cloned().unwrap_or(Value::Null);
            let mut card = empty(name, format);
            json::set(&mut card, &["data", "character_book"], book);
            card
        }
        Layout::FlatCard => {
            let mut card = empty(name, format);
            if let Value::Object(fields) = document {
                for (field, value) in fields {
                    json::set(&mut card, &["data", &field], value);
                }
            }
            card
        }
    };
    let (spec, version) = match format {
        LorebookFormat::CardV3 => ("chara_card_v3", "3.0"),
        _ => ("chara_card_v2", "2.0"),
    };
    if card.get("spec").and_then(Value::as_str) != Some(spec) {
        json::set(&mut card, &["spec"], Value::from(spec));
        json::set(&mut card, &["spec_version"], Value::from(version));
    }
    if format == LorebookFormat::CardV3 && card["data"].get("group_only_greetings").is_none() {
        json::set(&mut card, &["data", "group_only_greetings"], json!([]));
    }
    card
}

/// Returns a document without entries.
pub(super) fn empty(name: &str, format: LorebookFormat) -> Value {
    match format {
        LorebookFormat::WorldInfo => json!({ "name": name, "entries": {} }),
        LorebookFormat::NovelAi => json!({
            "lorebookVersion": 5,
            "entries": [],
            "settings": { "orderByKeyLocations": false },
            "categories": [],
            "extensions": { own::NAME: { own::BOOK: name } },
        }),
        LorebookFormat::CardV2 | LorebookFormat::CardV3 => {
            let is_v3 = format == LorebookFormat::CardV3;
            json!({
                "spec": if is_v3 { "chara_card_v3" } else { "chara_card_v2" },
                "spec_version": if is_v3 { "3.0" } else { "2.0" },
                "data": {
                    "name": name,
                    "description": "",
                    "personality": "",
                    "scenario": "",
                    "first_mes": "",
                    "mes_example": "",
                    "creator_notes": "",
                    "system_prompt": "",
                    "post_history_instructions": "",
                    "alternate_greetings": [],
                    "tags": [],
                    "creator": "",
                    "character_version": "",
                    "extensions": {},
                    "character_book": { "name": name, "extensions": {}, "entries": [] },
                },
            })
        }
    }
}
