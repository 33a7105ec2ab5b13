//! JSON as servers write it: reading what is nearly right, and the whole part of what was cut.

use serde_json::Value;

/// Reads a JSON value. Invalid UTF-8 becomes U+FFFD, and so does half of a surrogate pair (`\ud83d` alone, from servers that
/// cut their text by UTF-16 units). At most 128 levels deep.
pub fn parse(bytes: &[u8]) -> Option<Value> {
    let text = String::from_utf8_lossy(bytes);
    match serde_json::from_str(&text) {
        Ok(value) => Some(value),
        Err(_) if text.contains("\\u") => serde_json::from_str(&without_half_surrogates(&text)?).ok(),
        Err(_) => None,
    }
}

/// Reads the whole part of a JSON value whose end is missing: an open string ends where the bytes end, and what is open is
/// closed. `None` if it is broken elsewhere too.
pub fn parse_cut(bytes: &[u8]) -> Option<Value> {
    let text = String::from_utf8_lossy(bytes);
    let cut = Cut::of(text.trim_end_matches('\u{FFFD}'));
    let mut whole = cut.text[..cut.clean].to_owned();
    if cut.in_string {
        whole.push('"');
    }
    close(&mut whole, &cut.open);
    parse(whole.as_bytes()).or_else(|| {
        let mut shorter = cut.text[..cut.last_border].to_owned();
        close(&mut shorter, &cut.open[..cut.open_at_border]);
        parse(shorter.as_bytes())
    })
}

/// A number that is not negative, rounded; also as text or with a fraction.
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

/// A string that is not empty.
pub fn words(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}

/// Whether a field says nothing: absent, `null`, `false`, 0, empty.
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

/// What is known of a JSON text without an end.
struct Cut<'a> {
    text: &'a str,
    /// Up to here without half an escape.
    clean: usize,
    in_string: bool,
    /// Closing brackets that are missing, outermost first.
    open: Vec<char>,
    /// Where the last member begins: after an opening bracket or before a comma.
    last_border: usize,
    /// How many brackets are open there.
    open_at_border: usize,
}

impl<'a> Cut<'a> {
    fn of(text: &'a str) -> Self {
        let mut cut = Cut {
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
            if cut.in_string {
                match letter {
                    '\\' => escape = Some(at),
                    '"' => cut.in_string = false,
                    _ => {}
                }
                continue;
            }
            match letter {
                '"' => cut.in_string = true,
                '{' | '[' => {
                    cut.open.push(if letter == '{' { '}' } else { ']' });
                    cut.border(at + 1);
                }
                ',' => cut.border(at),
                '}' | ']' => {
                    cut.open.pop();
                    cut.border(at + 1);
                }
                _ => {}
            }
        }
        cut.clean = escape.unwrap_or(text.len());
        cut
    }

    fn border(&mut self, at: usize) {
        self.last_border = at;
        self.open_at_border = self.open.len();
    }
}

fn close(text: &mut String, open: &[char]) {
    text.extend(open.iter().rev());
}

/// The text with U+FFFD for each escaped half of a surrogate pair; `None` if it has none.
fn without_half_surrogates(text: &str) -> Option<String> {
    let mut mended = String::with_capacity(text.len());
    let mut rest = text;
    let mut changed = false;
    while let Some(at) = rest.find('\\') {
        mended.push_str(&rest[..at]);
        let escape = &rest[at..];
        let length = match (surrogate(escape), escape.get(6..).and_then(surrogate)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(_), _) => {
                mended.push('\u{FFFD}');
                changed = true;
                rest = &escape[6..];
                continue;
            }
            (None, _) => 1 + escape[1..].chars().next().map_or(0, char::len_utf8),
        };
        mended.push_str(&escape[..length]);
        rest = &escape[length..];
    }
    mended.push_str(rest);
    changed.then_some(mended)
}

/// The code of an escaped surrogate that a text begins with; it is six bytes long.
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
    fn the_whole_part_of_a_cut_value_is_read() {
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
        assert_eq!(parse_cut(b"{\"a\":\"\xe9\x9b"), Some(json!({"a": ""})), "half a character is left out");
        assert_eq!(parsed(r#"{"a" 1 "#), Some(json!({})));
        assert_eq!(parsed("junk"), None);
    }

    #[test]
    fn every_beginning_of_a_value_can_be_read() {
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
    fn numbers_come_in_many_forms() {
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
