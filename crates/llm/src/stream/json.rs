//! JSON as servers write it: tolerant parsing, and parsing of truncated values.

use serde_json::Value;

/// Parses a JSON value. Invalid UTF-8 becomes U+FFFD, as does half of a surrogate pair (`\ud83d` alone, from servers
/// that split their text by UTF-16 units). At most 128 levels deep.
pub fn parse(bytes: &[u8]) -> Option<Value> {
    let text = String::from_utf8_lossy(bytes);
    match serde_json::from_str(&text) {
        Ok(value) => Some(value),
        Err(_) if text.contains("\\u") => serde_json::from_str(&without_half_surrogates(&text)?).ok(),
        Err(_) => None,
    }
}

/// Parses the complete part of a truncated JSON value: an open string ends where the bytes end, and open brackets are
/// closed. `None` if the value is also broken elsewhere.
pub fn parse_cut(bytes: &[u8]) -> Option<Value> {
    let text = String::from_utf8_lossy(bytes);
    let truncated = Truncated::of(text.trim_end_matches('\u{FFFD}'));
    let mut whole = truncated.text[..truncated.clean].to_owned();
    if truncated.in_string {
        whole.push('"');
    }
    close(&mut whole, &truncated.open);
    parse(whole.as_bytes()).or_else(|| {
        let mut shorter = truncated.text[..truncated.last_border].to_owned();
        close(&mut shorter, &truncated.open[..truncated.open_at_border]);
        parse(shorter.as_bytes())
    })
}

/// A non-negative number, rounded; also given as text or with a fraction.
pub fn number(value: &Value) -> Option<u64> {
    let float = match value {
        Value::Number(number) => match number.as_u64() {
            Some(whole) => return Some(whole),
            None => number.as_f64()?,
        },
        Value::String(text) => match text.trim().parse::<u64>() {
            Ok(whole) => return Some(whole),
            Err(_) => text.trim().parse::<f64>().ok()?,
        },
        _ => return None,
    };
    (float.is_finite() && float >= 0.0).then_some(float.round() as u64)
}

/// A non-empty string.
pub fn words(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}

/// Whether a field is absent or blank: `null`, `false`, 0, empty.
pub fn is_nothing(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null | Value::Bool(false)) => true,
        Some(Value::Bool(true)) => false,
        Some(Value::Number(number)) => number.as_f64() == Some(0.0),
        Some(Value::String(text)) => text.trim().is_empty(),
        Some(Value::Array(parts)) => parts.is_empty(),
        Some(Value::Object(fields)) => fields.values().all(|field| is_nothing(Some(field))),
    }
}

/// The analysis of a JSON text without an end.
struct Truncated<'a> {
    text: &'a str,
    /// The text up to here contains no partial escape.
    clean: usize,
    in_string: bool,
    /// Missing closing brackets, outermost first.
    open: Vec<char>,
    /// Where the last member starts: after an opening bracket or before a comma.
    last_border: usize,
    /// The number of brackets open there.
    open_at_border: usize,
}

impl<'a> Truncated<'a> {
    fn of(text: &'a str) -> Self {
        let mut truncated = Truncated {
            text,
            clean: text.len(),
            in_string: false,
            open: Vec::new(),
            last_border: 0,
            open_at_border: 0,
        };
        let mut escape: Option<usize> = None;
        for (at, letter) in text.char_indices() {
            if let Some(start) = escape {
                let unicode = text[start..].starts_with("\\u");
                if !unicode || at >= start + 5 || !letter.is_ascii() {
                    escape = None;
                }
                continue;
            }
            if truncated.in_string {
                match letter {
                    '\\' => escape = Some(at),
                    '"' => truncated.in_string = false,
                    _ => {}
                }
                continue;
            }
            match letter {
                '"' => truncated.in_string = true,
                '{' | '[' => {
                    truncated.open.push(if letter == '{' { '}' } else { ']' });
                    truncated.border(at + 1);
                }
                ',' => truncated.border(at),
                '}' | ']' => {
                    truncated.open.pop();
                    truncated.border(at + 1);
                }
                _ => {}
            }
        }
        truncated.clean = escape.unwrap_or(text.len());
        truncated
    }

    fn border(&mut self, at: usize) {
        self.last_border = at;
        self.open_at_border = self.open.len();
    }
}

fn close(text: &mut String, open: &[char]) {
    text.extend(open.iter().rev());
}

/// Replaces each escaped half of a surrogate pair with U+FFFD; `None` if there is none.
fn without_half_surrogates(text: &str) -> Option<String> {
    let mut repaired = String::with_capacity(text.len());
    let mut rest = text;
    let mut changed = false;
    while let Some(at) = rest.find('\\') {
        repaired.push_str(&rest[..at]);
        let escape = &rest[at..];
        let length = match (surrogate(escape), escape.get(6..).and_then(surrogate)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(_), _) => {
                repaired.push('\u{FFFD}');
                changed = true;
                rest = &escape[6..];
                continue;
            }
            (None, _) => 1 + escape[1..].chars().next().map_or(0, char::len_utf8),
        };
        repaired.push_str(&escape[..length]);
        rest = &escape[length..];
    }
    repaired.push_str(rest);
    changed.then_some(repaired)
}

/// The code of the escaped surrogate at the start of a text; the escape is six bytes long.
fn surrogate(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let code = u16::from_str_radix(digits, 16).ok()?;
    matches!(code, 0xD800..=0xDFFF).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn half_a_surrogate_pair_becomes_a_replacement_character() {
        let parsed = |text: &str| parse(text.as_bytes());
        assert_eq!(parsed(r#""a\ud83d""#), Some(json!("a\u{FFFD}")));
        assert_eq!(parsed(r#""\ud83d\ude00\ud83d\u4e00\\ud83d""#), Some(json!("😀\u{FFFD}一\\ud83d")));
        assert_eq!(parsed(r#""\ude00\n""#), Some(json!("\u{FFFD}\n")));
        assert_eq!(parsed(r#""\ud83d"#), None);
    }

    #[test]
    fn the_complete_part_of_a_truncated_value_is_parsed() {
        let parsed = |text: &str| parse_cut(text.as_bytes());
        assert_eq!(parsed(r#"{"a":[{"b":"雨停"#), Some(json!({"a": [{"b": "雨停"}]})));
        assert_eq!(parsed(r#"{"a":"x\n\u4e"#), Some(json!({"a": "x\n"})));
        assert_eq!(parsed(r#"{"a":"x\"#), Some(json!({"a": "x"})));
        assert_eq!(parsed(r#"{"a":1,"bc"#), Some(json!({"a": 1})));
        assert_eq!(parsed(r#"{"a":{"b":1},"#), Some(json!({"a": {"b": 1}})));
        assert_eq!(parsed(r#"{"a":{"b":1}"#), Some(json!({"a": {"b": 1}})));
        assert_eq!(parsed(r#"{"a":[1,tru"#), Some(json!({"a": [1]})));
        assert_eq!(parsed(r#"{"a":"#), Some(json!({})));
        assert_eq!(parsed("{\"a\":\"\\u4e00\\u4e8c"), Some(json!({"a": "一二"})));
        assert_eq!(parse_cut(b"{\"a\":\"\xe9\x9b"), Some(json!({"a": ""})), "half a character is dropped");
        assert_eq!(parsed(r#"{"a" 1 "#), Some(json!({})));
        assert_eq!(parsed("junk"), None);
    }

    #[test]
    fn every_prefix_of_a_value_can_be_parsed() {
        let whole = json!({"a": [{"b": "雨停了。\n“走”\\"}, 1.5, null, true], "c": {"d": []}}).to_string();
        for end in 1..whole.len() {
            assert!(
                parse_cut(&whole.as_bytes()[..end]).is_some(),
                "{}",
                &whole[..whole.floor_char_boundary(end)]
            );
        }
    }

    #[test]
    fn numbers_are_read_in_many_forms() {
        for (value, expected) in [
            (json!(12), Some(12)),
            (json!(11.6), Some(12)),
            (json!("12"), Some(12)),
            (json!(" 12.0 "), Some(12)),
            (json!(-1), None),
            (json!("-1"), None),
            (json!("NaN"), None),
            (json!(null), None),
            (json!(1e300), Some(u64::MAX)),
        ] {
            assert_eq!(number(&value), expected, "{value}");
        }
    }
}
