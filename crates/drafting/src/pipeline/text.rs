//! The text of an artifact's value, as it is printed in a prompt.

use serde_json::Value;
use wenfang_story::artifact::ContentType;
use wenfang_text::TextIndex;

use crate::prompts::Language;

/// The greatest length of a value or of a history, in characters.
pub const MAX_CHARACTERS: usize = 4_000;

/// A value as text. Of a JSON object, each key is a line `key：value`; an object with a `text` is that text.
pub fn text_of(content: ContentType, value: &str, language: Language) -> String {
    let json = match content {
        ContentType::Json => serde_json::from_str::<Value>(value).ok(),
        ContentType::Text | ContentType::Markdown => None,
    };
    let Some(json) = json else { return value.trim().to_owned() };
    if let Some(text) = json.get("text").and_then(Value::as_str) {
        return text.trim().to_owned();
    }
    let mut lines = Vec::new();
    push(&json, (0, language), &mut lines);
    lines.join("\n")
}

fn push(json: &Value, (depth, language): (usize, Language), lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    match json {
        Value::Object(fields) => {
            for (key, value) in fields {
                let colon = if language == Language::Zh { "：" } else { ": " };
                match inline(value, language) {
                    Some(text) if text.is_empty() => {}
                    Some(text) => lines.push(format!("{indent}{key}{colon}{text}")),
                    None => {
                        lines.push(format!("{indent}{key}{}", colon.trim_end()));
                        push(value, (depth + 1, language), lines);
                    }
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                match inline(item, language) {
                    Some(text) => lines.push(format!("{indent}- {text}")),
                    None => {
                        let first = lines.len();
                        push(item, (depth + 1, language), lines);
                        // The first line of an item carries its mark.
                        if let Some(line) = lines.get_mut(first) {
                            line.replace_range(indent.len()..indent.len() + 2, "- ");
                        }
                    }
                }
            }
        }
        Value::String(text) => lines.extend(text.trim().lines().map(|line| format!("{indent}{line}"))),
        scalar => lines.extend(inline(scalar, language).map(|text| format!("{indent}{text}"))),
    }
}

/// A value that takes one line: a scalar, or a list of scalars.
fn inline(json: &Value, language: Language) -> Option<String> {
    match json {
        Value::Null => Some(String::new()),
        Value::Bool(known) => Some(known.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if text.trim().contains('\n') => None,
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Array(items) if items.iter().all(|item| !item.is_array() && !item.is_object()) => {
            let between = if language == Language::Zh { "、" } else { ", " };
            let items: Option<Vec<String>> = items.iter().map(|item| inline(item, language)).collect();
            Some(items?.join(between))
        }
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// The beginning of a text that is not longer than [`MAX_CHARACTERS`], and how many characters were left out.
pub fn fitted(text: String) -> (String, usize) {
    let index = TextIndex::new(&text);
    let left_out = index.len().saturating_sub(MAX_CHARACTERS);
    if left_out == 0 {
        return (text, 0);
    }
    let kept: String = text.chars().take(MAX_CHARACTERS).collect();
    (kept, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_becomes_lines() {
        let value = r#"{"局面":"等人","悬念":["信","归字"],"人物":[{"名":"沈砚","在":"渡口"},{"名":"阿蘅"}],"空":null,
            "天气":{"风":"大"}}"#;
        assert_eq!(
            text_of(ContentType::Json, value, Language::Zh),
            "局面：等人\n悬念：信、归字\n人物：\n  - 名：沈砚\n    在：渡口\n  - 名：阿蘅\n天气：\n  风：大"
        );
    }

    #[test]
    fn several_lines_stay_lines() {
        let value = r#"{"笔记":"一\n二","各条":["三\n四","五"]}"#;
        assert_eq!(
            text_of(ContentType::Json, value, Language::Zh),
            "笔记：\n  一\n  二\n各条：\n  - 三\n    四\n  - 五"
        );
    }

    #[test]
    fn an_object_with_a_text_is_that_text() {
        assert_eq!(
            text_of(ContentType::Json, r#"{"text":" 渡口。 ","texts":"ab12"}"#, Language::Zh),
            "渡口。"
        );
    }

    #[test]
    fn other_formats_are_printed_as_they_are() {
        assert_eq!(text_of(ContentType::Markdown, "# 一\n{}\n", Language::Zh), "# 一\n{}");
        assert_eq!(text_of(ContentType::Json, "not json", Language::En), "not json");
        assert_eq!(text_of(ContentType::Json, r#""一\n二""#, Language::En), "一\n二");
    }

    #[test]
    fn a_long_text_is_cut() {
        let (kept, left_out) = fitted("字".repeat(MAX_CHARACTERS + 3));
        assert_eq!((kept.chars().count(), left_out), (MAX_CHARACTERS, 3));
        assert_eq!(fitted("短".to_owned()), ("短".to_owned(), 0));
    }
}
