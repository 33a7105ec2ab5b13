//! Formats answers as readable text.

use std::io::IsTerminal;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use wenfang_studio::projects::NovelLanguage;

use crate::terminal;

/// Formats an answer as text with a final line end; the text of a scene is printed unchanged.
pub fn text(answer: &Value) -> String {
    // The text of a scene is printed as it is.
    if let (Some(Value::String(words)), true) = (answer.get("text"), answer.get("scene").is_some()) {
        // A pipe gets the exact text, so that saving it again preserves it.
        return if std::io::stdout().is_terminal() { for_terminal(words) } else { words.clone() };
    }
    let mut out = String::new();
    match answer {
        Value::Object(fields) if fields.get("volumes").is_some_and(Value::is_array) => {
            show_outline(&mut out, &fields["volumes"], language(fields.get("language")));
        }
        Value::Object(fields) => show_fields(&mut out, fields, 0),
        other => show_item(&mut out, other, 0),
    }
    terminal::shown(&out)
}

/// The text of a scene as a terminal shows it.
fn for_terminal(words: &str) -> String {
    let end = if words.ends_with('\n') { "" } else { "\n" };
    format!("{}{end}", terminal::shown(words))
}

/// The language of a novel by its tag; Chinese if it has none.
fn language(tag: Option<&Value>) -> NovelLanguage {
    tag.and_then(Value::as_str).and_then(NovelLanguage::of_tag).unwrap_or(NovelLanguage::Zh)
}

/// The outline for authors: titles, ids for other commands, lengths.
fn show_outline(out: &mut String, volumes: &Value, language: NovelLanguage) {
    if volumes.as_array().is_none_or(Vec::is_empty) {
        return line(out, 0, "the manuscript is empty");
    }
    let rule = language.count_rule().as_str();
    let unit = match language {
        NovelLanguage::Zh => "字",
        NovelLanguage::Ja => "文字",
        NovelLanguage::En => "words",
    };
    for (depth, kind, part) in parts(volumes, 0) {
        let title = part.get("title").and_then(Value::as_str).unwrap_or_default();
        let count = &part["counts"][rule];
        let gap = if title.is_empty() { "" } else { "  " };
        line(out, depth, &format!("{title}{gap}[{kind} {}] {count} {unit}", part["id"]));
    }
}

/// Volumes with chapters with scenes in reading order, each with its depth and kind.
fn parts(siblings: &Value, depth: usize) -> Vec<(usize, &'static str, &Value)> {
    const KINDS: [(&str, &str); 3] = [("volume", "chapters"), ("chapter", "scenes"), ("scene", "")];
    let (kind, inner) = KINDS[depth];
    let mut found = Vec::new();
    for part in siblings.as_array().into_iter().flatten() {
        found.push((depth, kind, part));
        if let Some(children) = part.get(inner) {
            found.extend(parts(children, depth + 1));
        }
    }
    found
}

fn show_fields(out: &mut String, fields: &Map<String, Value>, depth: usize) {
    for (name, value) in fields {
        let label = name.replace('_', " ");
        match value {
            Value::Array(items) if items.is_empty() => line(out, depth, &format!("{label}: none")),
            empty if is_empty(empty) => {}
            Value::Array(items) => {
                line(out, depth, &format!("{label}:"));
                items.iter().for_each(|item| show_item(out, item, depth + 1));
            }
            Value::Object(inner) if inner.values().all(is_plain) => {
                line(out, depth, &format!("{label}: {}", row(inner)));
            }
            Value::Object(inner) => {
                line(out, depth, &format!("{label}:"));
                show_fields(out, inner, depth + 1);
            }
            plain => line(out, depth, &format!("{label}: {}", scalar(name, plain))),
        }
    }
}

/// An entry of a list: its plain fields on one line, its lists below.
fn show_item(out: &mut String, item: &Value, depth: usize) {
    let Value::Object(fields) = item else {
        return line(out, depth, &scalar("", item));
    };
    let (plain, nested): (Map<_, _>, Map<_, _>) =
        fields.clone().into_iter().partition(|(_, value)| !matches!(value, Value::Array(_)));
    match row(&plain) {
        row if row.is_empty() => {}
        row => line(out, depth, &row),
    }
    let filled =
        nested.into_iter().filter(|(_, value)| value.as_array().is_some_and(|items| !items.is_empty()));
    show_fields(out, &filled.collect(), depth + 1);
}

fn row(fields: &Map<String, Value>) -> String {
    // Identifying fields first.
    const FIRST: [&str; 5] = ["id", "version", "kind", "name", "title"];
    let first = FIRST.iter().filter_map(|name| fields.get_key_value(*name));
    let rest = fields.iter().filter(|(name, _)| !FIRST.contains(&name.as_str()));
    let cells: Vec<String> = first
        .chain(rest)
        .filter(|(_, value)| !is_empty(value))
        .map(|(name, value)| match value {
            Value::Object(inner) => format!("{}({})", name.replace('_', " "), row(inner)),
            plain => format!("{} {}", name.replace('_', " "), scalar(name, plain)),
        })
        .collect();
    cells.join(" · ")
}

/// Whether a value has nothing to show.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_empty),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

/// A value on one line; times in local time.
fn scalar(name: &str, value: &Value) -> String {
    match value {
        Value::Number(number) if name.ends_with("_at") || name == "since" => {
            number.as_i64().and_then(|millis| Timestamp::from_millisecond(millis).ok()).map_or_else(
                || number.to_string(),
                |time| time.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
            )
        }
        Value::String(text) => text.replace('\n', "⏎"),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        other => other.to_string(),
    }
}

fn line(out: &mut String, depth: usize, text: &str) {
    out.push_str(&"  ".repeat(depth));
    out.push_str(text);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let answer =
            serde_json::json!({ "volumes": [{ "id": 1, "title": "\u{1b}]0;x\u{7}卷一", "counts": {} }] });
        assert!(text(&answer).contains("\\u{1b}]0;x\\u{7}卷一"), "{}", text(&answer));
        assert_eq!(for_terminal("雨\u{9b}2J\n"), "雨\\u{9b}2J\n");
        assert_eq!(for_terminal("雨"), "雨\n");
    }

    #[test]
    fn a_pipe_gets_the_unchanged_text() {
        let answer = serde_json::json!({ "scene": 1, "text": "雨\u{9b}停" });
        if !std::io::stdout().is_terminal() {
            assert_eq!(text(&answer), "雨\u{9b}停");
        }
    }
}
