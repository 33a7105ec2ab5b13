//! Reading a lorebook file.

use std::collections::HashSet;

use serde_json::Value;
use wenfang_story::canon::LorebookFormat;

use super::card;
use super::dialect::Dialect;
use super::document::{self, Layout};
use super::entry;
use super::error::{JsonShape, LorebookError};
use super::json::Fields;
use super::parse::parse;
use super::png;
use super::warning::{LorebookWarning, Tally};
use super::{ReadEntry, ReadLorebook};
use crate::MAX_BYTES;

/// Reads a lorebook or card in any of the known formats. `file_name` names a book that has no name of its own.
///
/// # Errors
/// See [`LorebookError`].
pub fn read(bytes: &[u8], file_name: &str) -> Result<ReadLorebook, LorebookError> {
    if bytes.len() > MAX_BYTES {
        return Err(LorebookError::TooLarge { bytes: bytes.len() });
    }
    let (parsed, picture) = if png::is_png(bytes) {
        let extracted = png::extract(bytes)?;
        (parse(&extracted.json)?, Some(extracted.picture))
    } else {
        (parse(bytes)?, None)
    };
    let mut document = parsed.value;
    let format = document::recognise(&document)?;
    let layout = Layout::of(&document, Dialect::of(format));
    let raws = take_entries(&mut document, layout)?;
    let name = document::name(&document, layout)?.unwrap_or_else(|| stem(file_name));
    let mut reading = Reading { format, layout, ..Reading::default() };
    parsed.repeated.iter().for_each(|path| reading.repeated_field.add(path));
    if layout.is_card() {
        if raws.is_none() {
            reading.warnings.push(LorebookWarning::NoLorebook);
        }
        if let Some(raw) = card::raw(&document, layout) {
            let record = card::parse(Fields { value: &raw, place: "data" })?;
            reading.titles.insert(record.title.clone());
            reading.entries.push(ReadEntry { key: card::KEY.to_owned(), record, raw });
        }
    }
    for (key, raw) in raws.unwrap_or_default() {
        reading.add(key, raw)?;
    }
    let Reading { entries, .. } = &mut reading;
    let entries = std::mem::take(entries);
    Ok(ReadLorebook { name, format, document, picture, entries, warnings: reading.into_warnings() })
}

/// Entries with their keys.
type Keyed = Vec<(String, Value)>;

/// Removes the entries from a document, leaving their list empty; `None` if there is no list.
fn take_entries(document: &mut Value, layout: Layout) -> Result<Option<Keyed>, LorebookError> {
    let path = layout.entries();
    let mut at = &mut *document;
    for (depth, name) in path.iter().enumerate() {
        if !at.is_object() {
            let file = Fields { value: &Value::Null, place: "" };
            return Err(file.wrong_shape(&path[..depth], JsonShape::Object, at));
        }
        match at.get_mut(*name) {
            None | Some(Value::Null) => return Ok(None),
            Some(found) => at = found,
        }
    }
    match at {
        Value::Array(items) => {
            let items = std::mem::take(items).into_iter().enumerate();
            Ok(Some(items.map(|(at, item)| (at.to_string(), item)).collect()))
        }
        Value::Object(fields) => Ok(Some(std::mem::take(fields).into_iter().collect())),
        other => Err(Fields { value: &Value::Null, place: "" }.wrong_shape(path, JsonShape::Entries, other)),
    }
}

/// A book that is being read.
struct Reading {
    format: LorebookFormat,
    layout: Layout,
    entries: Vec<ReadEntry>,
    titles: HashSet<String>,
    warnings: Vec<LorebookWarning>,
    untitled: Tally,
    other_logic: Tally,
    patterns: Tally,
    repeated: Tally,
    repeated_field: Tally,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            format: LorebookFormat::WorldInfo,
            layout: Layout::Book,
            entries: Vec::new(),
            titles: HashSet::new(),
            warnings: Vec::new(),
            untitled: Tally::default(),
            other_logic: Tally::default(),
            patterns: Tally::default(),
            repeated: Tally::default(),
            repeated_field: Tally::default(),
        }
    }
}

impl Reading {
    fn add(&mut self, key: String, raw: Value) -> Result<(), LorebookError> {
        let place = format!("{}.{key}", self.layout.entries().join("."));
        let fields = Fields { value: &raw, place: &place };
        if !raw.is_object() {
            return Err(fields.wrong_shape(&[], JsonShape::Object, &raw));
        }
        if self.layout.is_card() && key == card::KEY {
            return Err(fields.wrong_shape(&[], JsonShape::OtherName, &raw));
        }
        let parsed = entry::parse(Dialect::of(self.format), &key, fields)?;
        let title = &parsed.record.title;
        if parsed.is_untitled {
            self.untitled.add(&key);
        }
        if parsed.has_other_logic {
            self.other_logic.add(title);
        }
        let uses_patterns = fields.boolean(&["use_regex"]).ok().flatten().unwrap_or_default();
        if uses_patterns || parsed.record.keywords.iter().any(|word| is_pattern(word)) {
            self.patterns.add(title);
        }
        if !self.titles.insert(title.clone()) {
            self.repeated.add(title);
        }
        self.entries.push(ReadEntry { key, record: parsed.record, raw });
        Ok(())
    }

    fn into_warnings(self) -> Vec<LorebookWarning> {
        let mut warnings = self.warnings;
        warnings.extend(
            [
                self.untitled.into_warning(|count, first| LorebookWarning::Untitled { count, first }),
                self.other_logic.into_warning(|count, first| LorebookWarning::OtherLogic { count, first }),
                self.patterns.into_warning(|count, first| LorebookWarning::Patterns { count, first }),
                self.repeated.into_warning(|count, first| LorebookWarning::RepeatedTitle { count, first }),
                self.repeated_field
                    .into_warning(|count, first| LorebookWarning::RepeatedField { count, first }),
            ]
            .into_iter()
            .flatten(),
        );
        warnings
    }
}

/// Whether a keyword is a regular expression: `/…/` with or without flags.
fn is_pattern(word: &str) -> bool {
    let inner = word.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    inner.is_some_and(|(pattern, flags)| {
        !pattern.is_empty() && flags.chars().all(|flag| flag.is_ascii_lowercase())
    })
}

/// Returns a file name without folders and extension.
fn stem(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).trim().to_owned()
}
