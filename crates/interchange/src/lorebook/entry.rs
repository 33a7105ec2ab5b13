//! An entry as a file has it, to a record and back.
//!
//! A record is what the format says, with our own fields over it. Back, only what differs is laid over the entry; then
//! the entry is read again, and whatever it does not say becomes a field of ours. So an entry we wrote always reads
//! back to its record, and one nobody changed is as it came.

use serde_json::{Map, Value};
use wenfang_story::canon::LoreRecord;

use super::dialect::{Also, Dialect};
use super::error::LorebookError;
use super::json::{self, Fields};
use super::own;

/// What an entry says, and what it says that a record cannot.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// The record.
    pub(super) record: LoreRecord,
    /// Whether it has no title, and is named after its key.
    pub(super) is_untitled: bool,
    /// Whether it has secondary keywords by a rule we do not have.
    pub(super) has_other_logic: bool,
}

/// Reads an entry; `key` names it where nothing else does.
pub(super) fn said(dialect: Dialect, key: &str, raw: Fields<'_>) -> Result<Said, LorebookError> {
    let aliases = match own::get(raw.value) {
        Some(_) => {
            let alone = LoreRecord { title: String::from("-"), ..LoreRecord::default() };
            own::lay_over(alone, raw)?.aliases
        }
        None => Vec::new(),
    };
    let mut said = native(dialect, key, raw, &aliases)?;
    said.record = own::lay_over(said.record, raw)?;
    Ok(said)
}

/// Lays a record over an entry. A new entry has its title and aliases among the keys, so that they bring it up there
/// as they do here.
pub(super) fn lay_over(
    dialect: Dialect,
    key: &str,
    raw: &mut Value,
    record: &LoreRecord,
) -> Result<(), LorebookError> {
    let place = format!("entries.{key}");
    let record = own::clean(record);
    let mut before = said(dialect, key, Fields { value: raw, place: &place })?.record;
    if before == record {
        return Ok(());
    }
    let names = dialect.names();
    if before.content != record.content {
        json::set(raw, &[names.content], Value::from(record.content.as_str()));
        // An entry without a title is named in the language of its content.
        before = said(dialect, key, Fields { value: raw, place: &place })?.record;
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
        set_also(raw, also, &record.and_keywords);
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
    keep_rest(raw, &native, &record);
    Ok(())
}

/// Makes fields of ours of what the entry does not say, and only of that.
pub(super) fn keep_rest(raw: &mut Value, native: &LoreRecord, record: &LoreRecord) {
    for ((name, said), (_, meant)) in own::fields(native).into_iter().zip(own::fields(record)) {
        if said != meant {
            own::set(raw, name, meant);
        } else if let Some(ours) = own::get_mut(raw) {
            ours.shift_remove(name);
        }
    }
    if own::get(raw).is_some_and(Map::is_empty) {
        own::take(raw);
    }
}

/// A name on one line.
pub(super) fn one_line(name: &str) -> String {
    name.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What the format says. `aliases` are known from elsewhere, and no keywords.
fn native(dialect: Dialect, key: &str, raw: Fields<'_>, aliases: &[String]) -> Result<Said, LorebookError> {
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
        constant: raw.truth(&[names.constant])?.unwrap_or_default(),
        disabled: raw.truth(&[field])?.is_some_and(|is| is == off),
        ..LoreRecord::default()
    };
    Ok(Said { record, is_untitled, has_other_logic })
}

/// The name of an entry without one, in the language it seems to be in.
fn fallback(content: &str, key: &str) -> String {
    let is_han = |c: char| ('\u{3400}'..='\u{9fff}').contains(&c);
    let word = if content.chars().any(is_han) { "未命名" } else { "Untitled" };
    format!("{word} {key}").trim_end().to_owned()
}

/// The secondary keywords that are all needed, and whether there are some by another rule. With one word, "any" is
/// "all".
fn secondary(raw: Fields<'_>, also: Also) -> Result<(Vec<String>, bool), LorebookError> {
    let words = raw.words(&[also.keys])?;
    let logic = raw.number(also.logic)?.unwrap_or_default();
    let is_on = raw.truth(&[also.is_on])?.unwrap_or_default();
    if !is_on || words.is_empty() {
        return Ok((Vec::new(), false));
    }
    let all = logic == f64::from(Also::ALL) || logic == 0.0 && words.len() == 1;
    Ok(if all { (words, false) } else { (Vec::new(), true) })
}

fn set_also(raw: &mut Value, also: Also, words: &[String]) {
    json::set(raw, &[also.keys], Value::from(words));
    if !words.is_empty() {
        json::set(raw, &[also.is_on], Value::Bool(true));
        json::set(raw, also.logic, Value::from(Also::ALL));
    }
}

fn priority(dialect: Dialect, raw: Fields<'_>) -> Result<u8, LorebookError> {
    let names = dialect.names();
    if let Some(weight) = raw.number(names.weight)? {
        return Ok(names.priority(weight));
    }
    // A card may say how soon an entry is dropped instead of where it stands: small numbers, mostly up to ten.
    let stated = if dialect == Dialect::Card { raw.number(&["priority"])? } else { None };
    Ok(stated.map_or(LoreRecord::USUAL_PRIORITY, |stated| {
        (2..=10).rev().find(|step| f64::from(*step) <= stated).unwrap_or(1)
    }))
}

/// Renames an entry: every title field that said the old name; all of them when none did.
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
