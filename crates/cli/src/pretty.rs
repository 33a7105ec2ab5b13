//! Answers as text for people.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

/// An answer as text that ends with a line end.
pub fn text(answer: &Value) -> String {
    // A scene's text is shown as it is.
    if let (Some(Value::String(words)), true) = (answer.get("text"), answer.get("scene").is_some()) {
        return if words.ends_with('\n') { words.clone() } else { format!("{words}\n") };
    }
    let mut out = String::new();
    match answer {
        Value::Object(fields) => show_fields(&mut out, fields, 0),
        other => show_item(&mut out, other, 0),
    }
    out
}

fn show_fields(out: &mut String, fields: &Map<String, Value>, depth: usize) {
    for (name, value) in fields {
        let label = name.replace('_', " ");
        match value {
            Value::Null => {}
            Value::Array(items) if items.is_empty() => line(out, depth, &format!("{label}: none")),
            Value::Array(items) => {
                line(out, depth, &format!("{label}:"));
                items.iter().for_each(|item| show_item(out, item, depth + 1));
            }
            Value::Object(inner) if row(inner).is_empty() => {}
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

/// An entry of a list: its plain fields in one line, its lists below.
fn show_item(out: &mut String, item: &Value, depth: usize) {
    let Value::Object(fields) = item else {
        return line(out, depth, &scalar("", item));
    };
    let (plain, nested): (Map<_, _>, Map<_, _>) =
        fields.clone().into_iter().partition(|(_, value)| !matches!(value, Value::Array(_)));
    line(out, depth, &row(&plain));
    let filled =
        nested.into_iter().filter(|(_, value)| value.as_array().is_some_and(|items| !items.is_empty()));
    show_fields(out, &filled.collect(), depth + 1);
}

fn row(fields: &Map<String, Value>) -> String {
    let cells: Vec<String> = fields
        .iter()
        .filter(|(_, value)| !value.is_null() && **value != Value::String(String::new()))
        .map(|(name, value)| match value {
            Value::Object(inner) => format!("{}({})", name.replace('_', " "), row(inner)),
            plain => format!("{} {}", name.replace('_', " "), scalar(name, plain)),
        })
        .collect();
    cells.join(" · ")
}

fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

/// A value in one line; times in the zone of this machine.
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
