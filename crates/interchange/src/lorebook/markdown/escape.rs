//! Escaping that separates names, lists and texts from the structure of the document.

use super::LabelLanguage;
use super::labels::{Label, SECRETS};

/// The kind of an unescaped line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    /// A heading: `#`, `##` or `###`.
    Heading(usize, &'t str),
    /// The heading of the secrets.
    Secrets,
    /// A list line with a known label and its value.
    Labelled(Label, LabelValue<'t>),
    /// A line with white space only.
    Blank,
    Text,
}

/// A label and its value, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LabelValue<'t> {
    pub(super) label: &'t str,
    pub(super) value: &'t str,
}

impl<'t> Line<'t> {
    /// Classifies a line.
    pub(super) fn of(line: &'t str) -> Self {
        if line.trim().is_empty() {
            return Line::Blank;
        }
        let rest = line.trim_start_matches('#');
        let level = line.len() - rest.len();
        let name = rest.trim();
        if level > 0 && (rest.is_empty() || rest.starts_with(char::is_whitespace)) {
            return match level {
                1..=3 => Line::Heading(level, name),
                4 if SECRETS.is(name) => Line::Secrets,
                _ => Line::Text,
            };
        }
        let item = line.strip_prefix(['-', '*']).filter(|item| item.starts_with(char::is_whitespace));
        let labelled = item.and_then(|item| item.split_once([':', '：']));
        let labelled = labelled.map(|(label, value)| LabelValue { label: label.trim(), value: value.trim() });
        match labelled.and_then(|labelled| Some((Label::of(labelled.label)?, labelled))) {
            Some((label, labelled)) => Line::Labelled(label, labelled),
            None => Line::Text,
        }
    }
}

/// Escapes a text so that no line is read as structure. A backslash preserves blank lines at its edges.
pub(super) fn text(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let is_blank = |line: &&str| line.trim().is_empty();
    let before = lines.iter().take_while(|line| is_blank(line)).count();
    let after = lines.iter().rev().take_while(|line| is_blank(line)).count();
    let mut out = String::with_capacity(text.len() + 8);
    for (at, line) in lines.iter().enumerate() {
        let is_edge = at < before || at + after >= lines.len();
        if at > 0 {
            out.push('\n');
        }
        let inner = line.trim_start_matches('\\');
        let is_plain = match Line::of(inner) {
            Line::Text => true,
            Line::Blank => inner.len() == line.len() && !is_edge,
            _ => false,
        };
        if !is_plain {
            out.push('\\');
        }
        out.push_str(line);
    }
    out
}

/// Reverses [`text`]; unescaped blank lines at the edges are layout.
pub(super) fn read_text(lines: &[&str]) -> String {
    let is_blank = |line: &&&str| line.trim().is_empty();
    let before = lines.iter().take_while(is_blank).count();
    let lines = &lines[before..];
    let after = lines.iter().rev().take_while(is_blank).count();
    let lines = &lines[..lines.len() - after];
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let inner = line.trim_start_matches('\\');
        let is_escaped = inner.len() < line.len() && Line::of(inner) != Line::Text;
        out.push_str(if is_escaped { &line[1..] } else { line });
    }
    out
}

/// Writes a name for a heading: as a JSON string if it would not read back unquoted.
pub(super) fn name(name: &str) -> String {
    let is_plain = !name.is_empty() && name.trim() == name && !name.starts_with('"') && !name.contains('\n');
    if is_plain { name.to_owned() } else { quoted(name) }
}

/// Quotes a name as a JSON string.
pub(super) fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

/// Reads the name in a heading and returns whether it was quoted. Quotes that are not a valid JSON string are
/// part of the name.
pub(super) fn read_name(text: &str) -> (String, bool) {
    match unquoted(text) {
        Some(name) => (name, true),
        None => (text.to_owned(), false),
    }
}

/// Writes a list of words.
pub(super) fn words(words: &[String], language: LabelLanguage) -> String {
    let between = match language {
        LabelLanguage::Chinese => "、",
        LabelLanguage::English => ", ",
    };
    let word = |word: &String| {
        let is_plain = !word.is_empty()
            && word.trim() == word
            && !word.starts_with('"')
            && !word.contains(['、', ',', '，', '\n']);
        if is_plain { word.clone() } else { quoted(word) }
    };
    words.iter().map(word).collect::<Vec<_>>().join(between)
}

/// Reads a list of words; `None` if a quote is not closed.
pub(super) fn read_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = if rest.starts_with('"') { end_of_quote(rest)? } else { 0 };
        let cut = rest[end..].find(['、', ',', '，']).map_or(rest.len(), |at| end + at);
        let word = rest[..cut].trim();
        match unquoted(word) {
            Some(word) => words.push(word),
            None if word.starts_with('"') => return None,
            None if word.is_empty() => {}
            None => words.push(word.to_owned()),
        }
        rest = rest[cut..].trim_start_matches(['、', ',', '，']).trim_start();
    }
    Some(words)
}

fn unquoted(text: &str) -> Option<String> {
    text.starts_with('"').then(|| serde_json::from_str(text).ok()).flatten()
}

/// Returns the end of the quoted string at the start of a text, in bytes.
fn end_of_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}
