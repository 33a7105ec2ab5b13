//! What may be written to a terminal: no character that moves its cursor, changes its title, or turns the order of the text
//! around.
//!
//! Titles, paths, notes and the words of servers come from anywhere. Everything that is printed goes through here, once, as
//! text for people ([`shown`]) or as JSON ([`json`]), where an escape stands for the same character.

use std::fmt::Write;

use serde_json::Value;

/// Text for people: control and bidi characters as `\u{9b}`, line ends and tabs as they are.
pub fn shown(text: &str) -> String {
    escaped(text, |out, c| {
        // Writing to a string does not fail.
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    })
}

/// A JSON document in one line. What is escaped stands in strings, since nothing else in JSON holds such characters.
pub fn json(value: &Value) -> String {
    escaped(&value.to_string(), |out, c| {
        let _ = write!(out, "\\u{:04x}", u32::from(c));
    })
}

fn escaped(text: &str, escape: impl Fn(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_harmful(c) { escape(&mut out, c) } else { out.push(c) }
    }
    out
}

/// C0 and C1 controls and DEL, but for line feed and tab, and the controls of the bidirectional algorithm (UAX #9): marks,
/// embeddings, overrides and isolates. All of them lie in the Basic Multilingual Plane.
fn is_harmful(c: char) -> bool {
    let bidi =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    bidi || (c.is_control() && !matches!(c, '\n' | '\t'))
}

#[cfg(test)]
mod tests {
    use serde_json::json as value;

    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        let hostile = "\u{1b}]0;owned\u{7}\u{9b}31m 第一章\u{202e}abc\u{2066}\r\u{7f}";
        let shown = shown(hostile);
        assert_eq!(shown, "\\u{1b}]0;owned\\u{7}\\u{9b}31m 第一章\\u{202e}abc\\u{2066}\\u{d}\\u{7f}");
        assert!(!shown.chars().any(is_harmful));
        assert_eq!(super::shown("甲\n\t乙 👩‍👩‍👧 é"), "甲\n\t乙 👩‍👩‍👧 é", "words stay as they are");
    }

    #[test]
    fn json_says_the_same_and_holds_none_of_them() {
        let answer = value!({ "title\u{9b}": "\u{1b}[2J\u{85}\u{202e}章\u{7f}\n" });
        let printed = json(&answer);
        assert!(!printed.chars().any(is_harmful), "{printed}");
        assert_eq!(serde_json::from_str::<Value>(&printed).ok(), Some(answer));
    }
}
