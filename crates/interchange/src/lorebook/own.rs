//! Our own fields in an entry: `extensions.wenfang`.
//!
//! Beside fields of records, which count before what the format says: `title_key` (the title is among the keys as
//! well), `card` (the entry is what a card says of its character), `rest` (what other formats said of it, by dialect).

use serde_json::{Map, Value};
use wenfang_story::canon::LoreRecord;

use super::error::{JsonShape, LorebookError};
use super::json::{self, Fields};

/// Whether the title is among the keys.
pub(super) const TITLE_KEY: &str = "title_key";

/// Whether the entry is the card itself.
pub(super) const CARD: &str = "card";

/// What other formats said.
pub(super) const REST: &str = "rest";

/// What is not for readers.
pub(super) const SECRETS: &str = "secrets";

/// What a book is called whose format has no place for it.
pub(super) const BOOK: &str = "name";

/// Our name in files.
pub(super) const NAME: &str = "wenfang";

/// Where our fields are. A file may have something else than an object as `extensions`; that stays.
fn home(value: &Value) -> &'static [&'static str] {
    match value.get("extensions") {
        None | Some(Value::Null | Value::Object(_)) => &["extensions", NAME],
        Some(_) => &[NAME],
    }
}

/// Our fields in an entry or a document.
pub(super) fn get(value: &Value) -> Option<&Map<String, Value>> {
    json::get(value, home(value))?.as_object()
}

/// Our fields in an entry or a document, to be changed.
pub(super) fn get_mut(value: &mut Value) -> Option<&mut Map<String, Value>> {
    home(value).iter().try_fold(value, |at, name| at.get_mut(*name))?.as_object_mut()
}

/// Sets one of our fields.
pub(super) fn set(value: &mut Value, name: &str, new: Value) {
    if get(value).is_none() {
        let home = home(value);
        json::set(value, home, Value::Object(Map::new()));
    }
    if let Some(ours) = get_mut(value) {
        ours.insert(name.to_owned(), new);
    }
}

/// Takes our fields out, and `extensions` with them when nothing else is in it.
pub(super) fn take(value: &mut Value) -> Map<String, Value> {
    let in_extensions = home(value).len() > 1;
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

/// Puts our fields in; none leave no trace of us.
pub(super) fn put(value: &mut Value, own: Map<String, Value>) {
    if own.is_empty() {
        if get(value).is_some() {
            take(value);
        }
    } else {
        let home = home(value);
        json::set(value, home, Value::Object(own));
    }
}

/// Whether a mark of ours is set.
pub(super) fn is_marked(value: &Value, mark: &str) -> bool {
    get(value).and_then(|own| own.get(mark)) == Some(&Value::Bool(true))
}

/// Every field of a record but its origin, by name.
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

/// Lays our fields over what the format says.
pub(super) fn lay_over(record: LoreRecord, raw: Fields<'_>) -> Result<LoreRecord, LorebookError> {
    let Some(own) = get(raw.value) else { return Ok(record) };
    let mut all = Map::new();
    let mut is_said = false;
    for (name, said) in fields(&record) {
        let ours = own.get(name);
        is_said |= ours.is_some();
        all.insert(name.to_owned(), ours.cloned().unwrap_or(said));
    }
    if !is_said {
        return Ok(record);
    }
    match serde_json::from_value(Value::Object(all)) {
        Ok(record) => Ok(clean(&record)),
        Err(_) => Err(blame(own, raw)),
    }
}

/// A record with canonical text and a priority in its range, without its origin.
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

/// The field of ours that is not as our records have it.
fn blame(own: &Map<String, Value>, raw: Fields<'_>) -> LorebookError {
    let home = home(raw.value);
    for (name, _) in fields(&LoreRecord::default()) {
        let Some(ours) = own.get(name) else { continue };
        let alone = Map::from_iter([(name.to_owned(), ours.clone())]);
        if serde_json::from_value::<LoreRecord>(Value::Object(alone)).is_err() {
            return raw.wrong(&[home, &[name]].concat(), JsonShape::Own, ours);
        }
    }
    raw.wrong(home, JsonShape::Own, raw.value)
}
