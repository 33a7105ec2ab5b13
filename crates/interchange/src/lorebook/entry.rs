//! Conversion between an entry of a file and a record.
//!
//! A record is the native data of the format, overridden by our own fields. When writing, only the differences
//! are applied to the entry. Then the entry is read again, and whatever it cannot express is stored in our
//! fields. So an entry we wrote always reads back to its record, and an unchanged entry stays as it was.

use serde_json::{Map, Value};
use wenfang_story::canon::LoreRecord;

use super::dialect::{Dialect, SecondaryKeys};
use super::error::LorebookError;
use super::json::{self, Fields};
use super::own;

/// A parsed entry.
#[derive(Clone, Debug)]
pub(super) struct ParsedEntry {
    pub(super) record: LoreRecord,
    /// Whether the entry has no title and is named after its key.
    pub(super) is_untitled: bool,
    /// Whether the entry has secondary keywords with a rule we do not support.
    pub(super) has_other_logic: bool,
}

/// Parses an entry; `key` names it if nothing else does.
pub(super) fn parse(dialect: Dialect, key: &str, raw: Fields<'_>) -> Result<ParsedEntry, LorebookError> {
    let aliases = match own::get(raw.value) {
        Some(_) => {
            let alone = LoreRecord { title: String::from("-"), ..LoreRecord::default() };
            own::overlay(alone, raw)?.aliases
        }
        None => Vec::new(),
    };
    let mut parsed = native(dialect, key, raw, &aliases)?;
    parsed.record = own::overlay(parsed.record, raw)?;
    Ok(parsed)
}

/// Applies a record to an entry. In a new entry the keys include the title and aliases, so that other programs
/// activate it by them.
pub(super) fn overlay(
    dialect: Dialect,
    key: &str,
    raw: &mut Value,
    record: &LoreRecord,
) -> Result<(), LorebookError> {
    let place = format!("entries.{key}");
    let record = own::clean(record);
    let mut before = parse(dialect, key, Fields { value: raw, place: &place })?.record;
    if before == record {
        return Ok(());
    }
    let names = dialect.names();
    if before.content != record.content {
        json::set(raw, &[names.content], Value::from(record.content.as_str()));
        // The default title depends on the language of the content.
        before = parse(dialect, key, Fields { value: raw, place: &place })?.record;
    }
    if before.title != record.title {
        set_title(raw, names.titles, &before.title, &record.title);
    }
    let is_title_key = own::is_marked(raw, own::TITLE_KEY);
    let is_renamed = is_title_key && before.title != record.title;
    if is_renamed || before.aliases != record.aliases || before.keywords != record.keywords {
        let title = is_title_key.then_some(&record.title);
        let mut keys: Vec<&str> = Vec::new();
        for key in title.into_iter().chain(&record.aliases).chain(&record.keywords) {
            if !key.trim().is_empty() && !keys.contains(&key.as_str()) {
                keys.push(key);
            }
        }
        json::set(raw, &[names.keys], Value::from(keys));
    }
    if let Some(also) = names.also.filter(|_| before.and_keywords != record.and_keywords) {
        set_secondary(raw, also, &record.and_keywords);
    }
    if before.priority != record.priority {
        json::set(raw, names.weight, Value::from(names.weight(record.priority)));
    }
    if before.constant != record.constant {
        json::set(raw, &[names.constant], Value::from(record.constant));
    }
    if before.disabled != record.disabled {
        let (field, off) = names.off;
        json::set(raw, &[field], Value::from(record.disabled == off));
    }
    let native = native(dialect, key, Fields { value: raw, place: &place }, &record.aliases)?.record;
    store_differences(raw, &native, &record);
    Ok(())
}

/// Stores in our own fields exactly what the entry cannot express.
pub(super) fn store_differences(raw: &mut Value, native: &LoreRecord, record: &LoreRecord) {
    for ((name, parsed), (_, meant)) in own::fields(native).into_iter().zip(own::fields(record)) {
        if parsed != meant {
            own::set(raw, name, meant);
        } else if let Some(ours) = own::get_mut(raw) {
            ours.shift_remove(name);
        }
    }
    if own::get(raw).is_some_and(Map::is_empty) {
        own::take(raw);
    }
}

/// Joins the lines of a name into one.
pub(super) fn one_line(name: &str) -> String {
    name.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Parses the native data of the format. `aliases` are already known and are not keywords.
fn native(
    dialect: Dialect,
    key: &str,
    raw: Fields<'_>,
    aliases: &[String],
) -> Result<ParsedEntry, LorebookError> {
    let names = dialect.names();
    let mut keywords = raw.words(&[names.keys])?;
    let mut title = None;
    for name in names.titles {
        let found = raw.text(&[name])?.map(|text| one_line(&text));
        title = title.or(found.filter(|text| !text.is_empty()));
    }
    let title = title.or_else(|| keywords.first().map(|word| one_line(word)));
    let content = raw.text(&[names.content])?.unwrap_or_default();
    let is_untitled = title.is_none();
    let title = title.unwrap_or_else(|| fallback(&content, key));
    let title_key = own::is_marked(raw.value, own::TITLE_KEY).then_some(&title);
    for name in title_key.into_iter().chain(aliases) {
        if let Some(at) = keywords.iter().position(|word| word == name) {
            keywords.remove(at);
        }
    }
    let (and_keywords, has_other_logic) = match names.also {
        Some(also) => secondary(raw, also)?,
        None => (Vec::new(), false),
    };
    let (field, off) = names.off;
    let record = LoreRecord {
        title,
        content,
        keywords,
        and_keywords,
        priority: priority(dialect, raw)?,
        constant: raw.boolean(&[names.constant])?.unwrap_or_default(),
        disabled: raw.boolean(&[field])?.is_some_and(|is| is == off),
        ..LoreRecord::default()
    };
    Ok(ParsedEntry { record, is_untitled, has_other_logic })
}

/// Returns the default title, in the language of the content.
fn fallback(content: &str, key: &str) -> String {
    let is_han = |c: char| ('\u{3400}'..='\u{9fff}').contains(&c);
    let word = if content.chars().any(is_han) { "未命名" } else { "Untitled" };
    format!("{word} {key}").trim_end().to_owned()
}

/// Returns the secondary keywords that are all required, and whether there are some with another rule. With one
/// keyword, "any" equals "all".
fn secondary(raw: Fields<'_>, also: SecondaryKeys) -> Result<(Vec<String>, bool), LorebookError> {
    let words = raw.words(&[also.keys])?;
    let logic = raw.number(also.logic)?.unwrap_or_default();
    let is_on = raw.boolean(&[also.is_on])?.unwrap_or_default();
    if !is_on || words.is_empty() {
        return Ok((Vec::new(), false));
    }
    let all = logic == f64::from(SecondaryKeys::ALL) || logic == 0.0 && words.len() == 1;
    Ok(if all { (words, false) } else { (Vec::new(), true) })
}

fn set_secondary(raw: &mut Value, also: SecondaryKeys, words: &[String]) {
    json::set(raw, &[also.keys], Value::from(words));
    if !words.is_empty() {
        json::set(raw, &[also.is_on], Value::Bool(true));
        json::set(raw, also.logic, Value::from(SecondaryKeys::ALL));
    }
}

fn priority(dialect: Dialect, raw: Fields<'_>) -> Result<u8, LorebookError> {
    let names = dialect.names();
    if let Some(weight) = raw.number(names.weight)? {
        return Ok(names.priority(weight));
    }
    // A card may give a drop priority instead of an insertion order: small numbers, mostly up to ten.
    let stated = if dialect == Dialect::Card { raw.number(&["priority"])? } else { None };
    Ok(stated.map_or(LoreRecord::USUAL_PRIORITY, |stated| {
        (2..=10).rev().find(|step| f64::from(*step) <= stated).unwrap_or(1)
    }))
}

/// Renames an entry: sets every title field that has the old title, or all of them if none has.
fn set_title(raw: &mut Value, fields: &[&str], old: &str, new: &str) {
    let says_old = |raw: &Value, field: &str| {
        json::get(raw, &[field])
            .and_then(Value::as_str)
            .is_some_and(|text| one_line(&json::canonical(text)) == old)
    };
    let saying: Vec<&str> = fields.iter().copied().filter(|field| says_old(raw, field)).collect();
    for field in if saying.is_empty() { fields } else { &saying } {
        json::set(raw, &[field], Value::from(new));
    }
}
