//! Validation of text from requests: normalized, trimmed, and limited in length.

use wenfang_text::CanonicalText;

use wenfang_usecase::{Error, Result};

/// Maximum length of a name, predicate or keyword, in characters.
pub const MAX_NAME_LEN: usize = 200;
/// Maximum length of a text field such as the content of a lore entry, in characters.
pub const MAX_CONTENT_LEN: usize = 1_000_000;
/// Maximum number of aliases or keywords of one item.
pub const MAX_NAMES: usize = 1_000;

/// Normalizes a name: one line, not empty.
pub fn name(what: &str, words: &str) -> Result<String> {
    let name = line(what, words)?;
    if name.is_empty() {
        return Err(Error::bad_request(
            format!("the {what} is empty"),
            "Nothing was changed. Enter a value.",
        ));
    }
    Ok(name)
}

/// Normalizes one line of text, which may be empty.
pub fn line(what: &str, words: &str) -> Result<String> {
    let words = CanonicalText::new(words.replace(['\n', '\r', '\t'], " ")).into_string();
    let words = words.trim().to_owned();
    let length = words.chars().count();
    if length > MAX_NAME_LEN {
        return Err(Error::bad_request(
            format!("the {what} has {length} characters"),
            format!("Nothing was changed. Use at most {MAX_NAME_LEN} characters."),
        ));
    }
    Ok(words)
}

/// Normalizes names and drops empty and repeated ones, in order.
pub fn names(what: &str, words: &[String]) -> Result<Vec<String>> {
    let mut names: Vec<String> = Vec::with_capacity(words.len());
    for words in words {
        let name = line(what, words)?;
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > MAX_NAMES {
        return Err(Error::bad_request(
            format!("there are {} {what}", names.len()),
            format!("Nothing was changed. Use at most {MAX_NAMES}."),
        ));
    }
    Ok(names)
}

/// Normalizes text of several lines.
pub fn text(what: &str, words: &str) -> Result<String> {
    let words = CanonicalText::new(words).into_string();
    let length = words.chars().count();
    if length > MAX_CONTENT_LEN {
        return Err(Error::bad_request(
            format!("the {what} has {length} characters"),
            format!("Nothing was changed. Use at most {MAX_CONTENT_LEN} characters."),
        ));
    }
    Ok(words.trim_end().to_owned())
}
