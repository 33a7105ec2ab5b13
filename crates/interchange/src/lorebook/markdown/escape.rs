//! What keeps names, lists and texts apart from the structure around them.

use super::LabelLanguage;
use super::labels::{Label, SECRETS};

/// What a line is when no backslash is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    /// A heading: `#`, `##` or `###`.
    Heading(usize, &'t str),
    /// The heading over secrets.
    Secrets,
    /// A list line with a label of ours and its value.
    Labelled(Label, Stated<'t>),
    /// Nothing but blanks.
    Blank,
    /// Anything else.
    Text,
}

/// A label and its value, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stated<'t> {
    pub(super) label: &'t str,
    pub(super) value: &'t str,
}

impl<'t> Line<'t> {
    /// What a line is.
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
        let stated = item.and_then(|item| item.split_once([':', '：']));
        let stated = stated.map(|(label, value)| Stated { label: label.trim(), value: value.trim() });
        match stated.and_then(|stated| Some((Label::of(stated.label)?, stated))) {
            Some((label, stated)) => Line::Labelled(label, stated),
            None => Line::Text,
        }
    }
}

/// A text whose lines are none of the structure; blank lines at its edges are kept by a backslash.
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

/// The text that [`text`] made these lines of; blank lines around it are layout.
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

/// A name in a heading: in quotes, as JSON has them, when it would not come back as it is.
pub(super) fn name(name: &str) -> String {
    let is_plain = !name.is_empty() && name.trim() == name && !name.starts_with('"') && !name.contains('\n');
    if is_plain { name.to_owned() } else { quoted(name) }
}

/// A name, in quotes whatever it is.
pub(super) fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

/// The name in a heading, and whether it stood in quotes; quotes that are none of ours are part of the name.
pub(super) fn read_name(text: &str) -> (String, bool) {
    match unquoted(text) {
        Some(name) => (name, true),
        None => (text.to_owned(), false),
    }
}

/// Words in a row.
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

/// The words in a row; `None` when a quote does not end.
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

/// Where the quote at the start of a text ends, in bytes.
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
