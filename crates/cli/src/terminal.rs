//! Escapes characters that could control a terminal: move its cursor, change its title, or reorder the text.
//!
//! Titles, paths, notes and server messages may come from anywhere. All output goes through here once, as readable
//! text ([`shown`]) or as JSON ([`json`]), where an escape denotes the same character.

use std::fmt::Write;

use serde_json::Value;

/// Escapes control and bidi characters as `\u{9b}`; line ends and tabs are kept.
pub fn shown(text: &str) -> String {
    escaped(text, |out, c| {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    })
}

/// A JSON document on one line. Only strings can contain characters to escape.
pub fn json(value: &Value) -> String {
    escaped(&value.to_string(), |out, c| {
        let _ = write!(out, "\\u{:04x}", u32::from(c));
    })
}

fn escaped(text: &str, escape: impl Fn(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if must_be_escaped(c) { escape(&mut out, c) } else { out.push(c) }
    }
    out
}

/// C0 and C1 controls and DEL, except line feed and tab, and the controls of the bidirectional algorithm (UAX #9):
/// marks, embeddings, overrides and isolates. All of them are in the Basic Multilingual Plane.
fn must_be_escaped(c: char) -> bool {
    let bidi =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    bidi || (c.is_control() && !matches!(c, '\n' | '\t'))
}

#[cfg(test)]
mod tests {
    use serde_json::json as value;

    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let hostile = "\u{1b}]0;owned\u{7}\u{9b}31m 第一章\u{202e}abc\u{2066}\r\u{7f}";
        let shown = shown(hostile);
        assert_eq!(shown, "\\u{1b}]0;owned\\u{7}\\u{9b}31m 第一章\\u{202e}abc\\u{2066}\\u{d}\\u{7f}");
        assert!(!shown.chars().any(must_be_escaped));
        assert_eq!(super::shown("甲\n\t乙 👩‍👩‍👧 é"), "甲\n\t乙 👩‍👩‍👧 é", "ordinary text is unchanged");
    }

    #[test]
    fn escaped_json_has_the_same_value() {
        let answer = value!({ "title\u{9b}": "\u{1b}[2J\u{85}\u{202e}章\u{7f}\n" });
        let printed = json(&answer);
        assert!(!printed.chars().any(must_be_escaped), "{printed}");
        assert_eq!(serde_json::from_str::<Value>(&printed).ok(), Some(answer));
    }
}
