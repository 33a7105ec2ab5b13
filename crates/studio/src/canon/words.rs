//! Words that come from a form: made canonical, trimmed, and held to a length.

use wenfang_text::CanonicalText;

use crate::error::{Error, Result};

/// The longest name, predicate or keyword, in characters.
pub const MAX_NAME_LEN: usize = 200;
/// The longest content of a lore entry or bible field, in characters.
pub const MAX_CONTENT_LEN: usize = 1_000_000;
/// The most aliases, or keywords, of one thing.
pub const MAX_NAMES: usize = 1_000;

/// A name: one line, not empty.
pub(crate) fn name(what: &str, words: &str) -> Result<String> {
    let name = line(what, words)?;
    if name.is_empty() {
        return Err(Error::bad_request(
            format!("the {what} is empty"),
            "Nothing was changed. Write something there.",
        ));
    }
    Ok(name)
}

/// One line of words, maybe empty.
pub(crate) fn line(what: &str, words: &str) -> Result<String> {
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

/// Names without empty and repeated ones, in the order they were given.
pub(crate) fn names(what: &str, words: &[String]) -> Result<Vec<String>> {
    let mut names: Vec<String> = Vec::with_capacity(words.len());
    for words in words {
        let name = line(what, words)?;
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > MAX_NAMES {
        return Err(Error::bad_request(
            format!("there are {} of {what}", names.len()),
            format!("Nothing was changed. Use at most {MAX_NAMES}."),
        ));
    }
    Ok(names)
}

/// Words over several lines.
pub(crate) fn text(what: &str, words: &str) -> Result<String> {
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
