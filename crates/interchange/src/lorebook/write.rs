//! Writing a lorebook file.

use std::collections::HashSet;

use serde_json::{Map, Value};
use wenfang_story::canon::LorebookFormat;

use super::card;
use super::convert;
use super::dialect::Dialect;
use super::document::{self, Layout};
use super::entry;
use super::error::LorebookError;
use super::json;
use super::own;
use super::png::{self, Keyword};
use super::{BookToWrite, Container, EntryToWrite, Secrets, WriteOptions};

/// Writes a lorebook. In its original format and unchanged, its JSON equals that of the original file. The
/// picture is preserved; a card without one gets a placeholder.
///
/// # Errors
/// [`LorebookError::NoPictureForm`] for world info as a picture, [`LorebookError::WrongShape`] if an origin is
/// not a valid entry of its format, [`LorebookError::TooDeep`] if the file would be nested too deep to be read.
pub fn write(book: &BookToWrite, options: WriteOptions) -> Result<Vec<u8>, LorebookError> {
    if options.container == Container::Png && options.format == LorebookFormat::WorldInfo {
        return Err(LorebookError::NoPictureForm { format: options.format });
    }
    let document = build_document(book, options)?;
    json::check_depth(&document)?;
    // A value of strings, numbers and lists can always be serialised.
    let json = |value: &Value| serde_json::to_vec(value).unwrap_or_default();
    if options.container == Container::Json {
        return Ok(serde_json::to_vec_pretty(&document).unwrap_or_default());
    }
    let picture = book.picture.as_deref();
    match options.format {
        LorebookFormat::NovelAi => png::embed(picture, &[(Keyword::NaiData, json(&document))]),
        LorebookFormat::CardV3 => {
            // Programs that only know V2 find the same card in the older chunk.
            let older = document::as_card(&book.name, document.clone(), LorebookFormat::CardV2);
            png::embed(picture, &[(Keyword::Chara, json(&older)), (Keyword::Ccv3, json(&document))])
        }
        _ => png::embed(picture, &[(Keyword::Chara, json(&document))]),
    }
}

/// Builds the JSON of the file.
fn build_document(book: &BookToWrite, options: WriteOptions) -> Result<Value, LorebookError> {
    let dialect = Dialect::of(options.format);
    let mut document = if book.document.is_object() {
        document::convert(&book.name, &book.document, (book.format, options.format))
    } else {
        document::empty(&book.name, options.format)
    };
    let mut layout = Layout::of(&document, dialect);
    let is_of_card =
        |entry: &&EntryToWrite| layout.is_card() && dialect == Dialect::Card && is_card_entry(entry);
    let of_card = book.entries.iter().find(is_of_card);
    let mut placer = EntryPlacer::new(dialect, List::of(&document, layout, dialect), book);
    for entry in &book.entries {
        if of_card.is_none_or(|card| !std::ptr::eq(card, entry)) {
            placer.add(entry)?;
        }
    }
    let lacks_list = document.get("character_book").is_none() && !placer.placed.is_empty();
    if layout == Layout::FlatCard && lacks_list
        || options.container == Container::Png && dialect == Dialect::Card && !layout.is_card()
    {
        document = document::as_card(&book.name, document, options.format);
        layout = Layout::Card;
    }
    if let Some(entry) = of_card {
        card::overlay(&mut document, layout, &entry.record)?;
    }
    document::rename(&mut document, layout, &book.name);
    put_entries(&mut document, layout, placer);
    if options.secrets == Secrets::Leave {
        remove_secrets(&mut document);
    }
    Ok(document)
}

/// Whether an entry is the character of a card, or was when the book was a card.
fn is_card_entry(entry: &EntryToWrite) -> bool {
    entry.origin.as_ref().is_some_and(|origin| match Dialect::of(origin.format) {
        Dialect::Card => origin.key == card::KEY,
        _ => own::is_marked(&origin.raw, own::CARD),
    })
}

/// The JSON form of the entry list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    /// Fields of an object.
    Fields,
    /// Items of an array.
    Items,
}

impl List {
    fn of(document: &Value, layout: Layout, dialect: Dialect) -> Self {
        match json::get(document, layout.entries()) {
            Some(Value::Array(_)) => Self::Items,
            Some(Value::Object(_)) => Self::Fields,
            _ if dialect == Dialect::WorldInfo => Self::Fields,
            _ => Self::Items,
        }
    }

    fn empty(self) -> Value {
        match self {
            Self::Fields => Value::Object(Map::new()),
            Self::Items => Value::Array(Vec::new()),
        }
    }
}

/// Collects entries for the list of a document.
struct EntryPlacer {
    dialect: Dialect,
    list: List,
    /// Keys already in use.
    taken: HashSet<String>,
    /// The first unused number.
    next: u64,
    placed: Vec<(String, Value)>,
}

impl EntryPlacer {
    fn new(dialect: Dialect, list: List, book: &BookToWrite) -> Self {
        let numbers = book.entries.iter().filter_map(|entry| {
            let origin = entry.origin.as_ref()?;
            let number = |name: &str| origin.raw.get(name).and_then(Value::as_u64);
            [origin.key.parse().ok(), number("uid"), number("id")].into_iter().flatten().max()
        });
        let next = numbers.filter(|number| *number < 1 << 53).max().map_or(0, |most| most + 1);
        Self { dialect, list, taken: HashSet::new(), next, placed: Vec::with_capacity(book.entries.len()) }
    }

    fn add(&mut self, entry: &EntryToWrite) -> Result<(), LorebookError> {
        let dialect = self.dialect;
        let (key, mut raw) = match &entry.origin {
            None => self.numbered(convert::new(dialect)),
            Some(origin) if origin.key == card::KEY && Dialect::of(origin.format) == Dialect::Card => {
                let mut raw = convert::new(dialect);
                let mut ours = own::take(&mut raw);
                ours.insert(own::CARD.to_owned(), Value::Bool(true));
                own::put(&mut raw, ours);
                self.numbered(raw)
            }
            Some(origin) => {
                let from = Dialect::of(origin.format);
                let (key, raw) = if from == dialect {
                    (Some(origin.key.clone()), origin.raw.clone())
                } else {
                    let converted = convert::convert((&origin.key, &origin.raw), from, dialect);
                    (converted.key, converted.raw)
                };
                match key {
                    Some(key) if self.list == List::Items || self.taken.insert(key.clone()) => (key, raw),
                    _ => self.numbered(raw),
                }
            }
        };
        // An entry without a title is named after its position, so use the position it will have.
        let key = if self.list == List::Items { self.placed.len().to_string() } else { key };
        entry::overlay(dialect, &key, &mut raw, &entry.record)?;
        self.placed.push((key, raw));
        Ok(())
    }

    /// Gives an entry a number of its own.
    fn numbered(&mut self, mut raw: Value) -> (String, Value) {
        let number = self.next;
        self.next += 1;
        let (field, value) = match self.dialect {
            Dialect::WorldInfo => ("uid", Value::from(number)),
            Dialect::Card => ("id", Value::from(number)),
            // NovelAI uses UUIDs as ids; the number is formatted as a valid one.
            Dialect::NovelAi => ("id", Value::from(format!("00000000-0000-4000-8000-{number:012x}"))),
        };
        json::set(&mut raw, &[field], value);
        self.taken.insert(number.to_string());
        (number.to_string(), raw)
    }
}

/// Stores the entries in the list of a document, creating the list if it is missing and there are entries.
fn put_entries(document: &mut Value, layout: Layout, placer: EntryPlacer) {
    let path = layout.entries();
    if json::get(document, path).is_none() {
        if placer.placed.is_empty() {
            return;
        }
        if layout == Layout::Card && json::get(document, &path[..2]).is_none() {
            json::set(document, &["data", "character_book", "extensions"], Value::Object(Map::new()));
        }
        json::set(document, path, placer.list.empty());
    }
    let Some(list) = path.iter().try_fold(document, |at, name| at.get_mut(*name)) else { return };
    match list {
        Value::Object(fields) => fields.extend(placer.placed),
        list => *list = Value::Array(placer.placed.into_iter().map(|(_, raw)| raw).collect()),
    }
}

/// Removes every secret from all of our fields.
fn remove_secrets(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_secrets),
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                if name == own::NAME {
                    remove_own_secrets(value);
                }
                remove_secrets(value);
            }
        }
        _ => {}
    }
}

/// Removes the secrets from one of our fields and from its data about the card.
fn remove_own_secrets(ours: &mut Value) {
    if let Value::Object(fields) = ours {
        fields.shift_remove(own::SECRETS);
        fields.get_mut(own::CARD).map(remove_own_secrets).unwrap_or_default();
    }
}
