//! Our own fields in an entry: `extensions.wenfang`.
//!
//! Fields of records there override the native data of the format. The other fields are `title_key` (the keys
//! include the title), `card` (the entry is the character of a card) and `rest` (the data of other formats, by
//! dialect).

use serde_json::{Map, Value};
use wenfang_story::canon::LoreRecord;

use super::error::{JsonShape, LorebookError};
use super::json::{self, Fields};

/// Marks an entry whose keys include the title.
pub(super) const TITLE_KEY: &str = "title_key";

/// Marks the entry of the card itself.
pub(super) const CARD: &str = "card";

/// The data of other formats.
pub(super) const REST: &str = "rest";

/// Content that readers must not know.
pub(super) const SECRETS: &str = "secrets";

/// The name of a book whose format has no field for it.
pub(super) const BOOK: &str = "name";

/// The name of our object in files.
pub(super) const NAME: &str = "wenfang";

/// Returns the path of our fields. If a file has a non-object `extensions`, it is preserved and another path is
/// used.
fn own_path(value: &Value) -> &'static [&'static str] {
    match value.get("extensions") {
        None | Some(Value::Null | Value::Object(_)) => &["extensions", NAME],
        Some(_) => &[NAME],
    }
}

/// Returns our fields in an entry or a document.
pub(super) fn get(value: &Value) -> Option<&Map<String, Value>> {
    json::get(value, own_path(value))?.as_object()
}

/// Returns our fields in an entry or a document for writing.
pub(super) fn get_mut(value: &mut Value) -> Option<&mut Map<String, Value>> {
    own_path(value).iter().try_fold(value, |at, name| at.get_mut(*name))?.as_object_mut()
}

/// Sets one of our fields.
pub(super) fn set(value: &mut Value, name: &str, new: Value) {
    if get(value).is_none() {
        let own_path = own_path(value);
        json::set(value, own_path, Value::Object(Map::new()));
    }
    if let Some(ours) = get_mut(value) {
        ours.insert(name.to_owned(), new);
    }
}

/// Removes and returns our fields, and drops `extensions` if nothing else is in it.
pub(super) fn take(value: &mut Value) -> Map<String, Value> {
    let in_extensions = own_path(value).len() > 1;
    let Value::Object(fields) = value else { return Map::new() };
    let found = if in_extensions {
        let Some(Value::Object(extensions)) = fields.get_mut("extensions") else { return Map::new() };
        let found = extensions.shift_remove(NAME);
        if found.is_some() && extensions.is_empty() {
            fields.shift_remove("extensions");
        }
        found
    } else {
        fields.shift_remove(NAME)
    };
    match found {
        Some(Value::Object(own)) => own,
        _ => Map::new(),
    }
}

/// Stores our fields; an empty map removes them entirely.
pub(super) fn put(value: &mut Value, own: Map<String, Value>) {
    if own.is_empty() {
        if get(value).is_some() {
            take(value);
        }
    } else {
        let own_path = own_path(value);
        json::set(value, own_path, Value::Object(own));
    }
}

/// Whether one of our marks is set.
pub(super) fn is_marked(value: &Value, mark: &str) -> bool {
    get(value).and_then(|own| own.get(mark)) == Some(&Value::Bool(true))
}

/// Returns every field of a record except its origin, by name.
pub(super) fn fields(record: &LoreRecord) -> [(&'static str, Value); 11] {
    [
        ("title", Value::from(record.title.as_str())),
        ("kind", Value::from(record.kind.as_str())),
        ("aliases", Value::from(record.aliases.as_slice())),
        ("content", Value::from(record.content.as_str())),
        (SECRETS, Value::from(record.secrets.as_str())),
        ("keywords", Value::from(record.keywords.as_slice())),
        ("and_keywords", Value::from(record.and_keywords.as_slice())),
        ("priority", Value::from(record.priority)),
        ("constant", Value::from(record.constant)),
        ("locked", Value::from(record.locked)),
        ("disabled", Value::from(record.disabled)),
    ]
}

/// Overrides a record with our fields.
pub(super) fn overlay(record: LoreRecord, raw: Fields<'_>) -> Result<LoreRecord, LorebookError> {
    let Some(own) = get(raw.value) else { return Ok(record) };
    let mut all = Map::new();
    let mut has_own_fields = false;
    for (name, parsed) in fields(&record) {
        let ours = own.get(name);
        has_own_fields |= ours.is_some();
        all.insert(name.to_owned(), ours.cloned().unwrap_or(parsed));
    }
    if !has_own_fields {
        return Ok(record);
    }
    match serde_json::from_value(Value::Object(all)) {
        Ok(record) => Ok(clean(&record)),
        Err(_) => Err(invalid_field(own, raw)),
    }
}

/// Returns a record with canonical text and a priority within its range, without its origin.
pub(super) fn clean(record: &LoreRecord) -> LoreRecord {
    let words = |words: &[String]| words.iter().map(|word| json::canonical(word)).collect();
    LoreRecord {
        title: json::canonical(&record.title),
        kind: record.kind,
        aliases: words(&record.aliases),
        content: json::canonical(&record.content),
        secrets: json::canonical(&record.secrets),
        keywords: words(&record.keywords),
        and_keywords: words(&record.and_keywords),
        priority: record.priority.clamp(1, 10),
        constant: record.constant,
        locked: record.locked,
        disabled: record.disabled,
        origin: None,
    }
}

/// Returns the error for the invalid one among our fields.
fn invalid_field(own: &Map<String, Value>, raw: Fields<'_>) -> LorebookError {
    let own_path = own_path(raw.value);
    for (name, _) in fields(&LoreRecord::default()) {
        let Some(ours) = own.get(name) else { continue };
        let alone = Map::from_iter([(name.to_owned(), ours.clone())]);
        if serde_json::from_value::<LoreRecord>(Value::Object(alone)).is_err() {
            return raw.wrong_shape(&[own_path, &[name]].concat(), JsonShape::Own, ours);
        }
    }
    raw.wrong_shape(own_path, JsonShape::Own, raw.value)
}
