//! Chapter boundaries: by detected headings, by a pattern, by a list of titles, or none.

use regex::{Regex, RegexBuilder};
use thiserror::Error;
use wenfang_text::pattern_weight;

use crate::heading::{Heading, around};
use crate::lines::Line;

/// The maximum length of a pattern in characters. The regex engine is linear in the text; this bounds the
/// pattern itself.
pub const MAX_PATTERN_LEN: usize = 500;

/// The maximum size of a compiled pattern, in bytes.
const PATTERN_BYTES: usize = 1 << 20;

/// How a text is split into chapters.
#[derive(Clone, Debug, Default)]
pub enum Split {
    /// By detected headings; Markdown and Wenfang's own exports by their markup.
    #[default]
    Auto,
    /// Not at all: the text is one chapter.
    None,
    /// By a pattern: a matching line starts a chapter and is its title.
    Pattern(ChapterPattern),
    /// By titles: a line equal to one of these starts a chapter. Surrounding white space and 《》 are ignored.
    Titles(Vec<String>),
}

/// A regular expression for chapter headings, matched against lines without surrounding white space.
#[derive(Clone, Debug)]
pub struct ChapterPattern {
    regex: Regex,
    /// The number of positions of the pattern; see [`wenfang_text::pattern_weight`].
    places: u64,
}

/// The reason why a pattern is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternError {
    /// The pattern has more than [`MAX_PATTERN_LEN`] characters.
    #[error("the pattern is longer than {MAX_PATTERN_LEN} characters")]
    TooLong,
    /// The pattern is not a regular expression, or its compiled form is too large.
    #[error("the pattern cannot be read: {message}")]
    Invalid {
        /// The message of the regex engine.
        message: String,
    },
    /// The pattern matches an empty line, so every line would be a heading.
    #[error("the pattern matches an empty line")]
    MatchesNothing,
}

impl ChapterPattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// See [`PatternError`].
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        if pattern.chars().count() > MAX_PATTERN_LEN {
            return Err(PatternError::TooLong);
        }
        let regex = RegexBuilder::new(pattern)
            .size_limit(PATTERN_BYTES)
            .build()
            .map_err(|error| PatternError::Invalid { message: error.to_string() })?;
        if regex.is_match("") {
            return Err(PatternError::MatchesNothing);
        }
        Ok(Self { regex, places: pattern_weight::places(pattern) })
    }

    /// Returns the number of positions if matching a text of this size would be too expensive.
    pub(crate) fn too_expensive(&self, bytes: usize) -> Option<u64> {
        (!pattern_weight::is_bearable(self.places, bytes)).then_some(self.places)
    }

    /// Returns the headings that the pattern matches.
    pub(crate) fn headings(&self, lines: &[Line<'_>]) -> Vec<Heading> {
        let matching =
            lines.iter().enumerate().filter(|(_, line)| !line.is_blank() && self.regex.is_match(line.body));
        matching.map(|(at, line)| Heading::whole_line(at, line.body)).collect()
    }
}

/// Returns the headings that equal a listed title, and the titles that no line equals. Each title is used once:
/// at its first occurrence after the previous title of the list or, if there is none, at its first occurrence.
pub(crate) fn by_titles(lines: &[Line<'_>], titles: &[String]) -> (Vec<Heading>, Vec<String>) {
    use std::collections::HashMap;
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    let wanted: std::collections::HashSet<String> = titles.iter().map(|title| key(title)).collect();
    let longest = wanted.iter().map(String::len).max().unwrap_or(0) * 2 + 32;
    for (at, line) in lines.iter().enumerate() {
        if line.is_blank() || line.body.len() > longest {
            continue;
        }
        let key = key(line.body);
        if wanted.contains(&key) {
            places.entry(key).or_default().push(at);
        }
    }
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    let mut last = None;
    for title in titles {
        let Some(at) = places.get(&key(title)) else {
            missing.push(title.clone());
            continue;
        };
        let after = at.partition_point(|&at| last.is_some_and(|last| at <= last));
        if let Some(&at) = at.get(after).or(at.first()) {
            found.push(at);
            last = Some(at);
        }
    }
    found.sort_unstable();
    found.dedup();
    (found.into_iter().map(|at| Heading::whole_line(at, lines[at].body)).collect(), missing)
}

/// Normalises a title for comparison.
fn key(text: &str) -> String {
    let text = around::without_marks(text);
    let text = text.strip_prefix('《').and_then(|inner| inner.strip_suffix('》')).unwrap_or(text);
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_bounded() {
        assert_eq!(ChapterPattern::new(&"a".repeat(501)).unwrap_err(), PatternError::TooLong);
        assert!(matches!(ChapterPattern::new("(").unwrap_err(), PatternError::Invalid { .. }));
        assert!(matches!(ChapterPattern::new("(a{1000}){1000}").unwrap_err(), PatternError::Invalid { .. }));
        assert_eq!(ChapterPattern::new(".*").unwrap_err(), PatternError::MatchesNothing);
    }

    #[test]
    fn titles_are_found_in_order() {
        let lines = crate::lines::split("目录\n甲\n乙\n\n甲\n话说甲\n乙\n完");
        let (found, missing) = by_titles(&lines, &["甲".into(), " 乙".into(), "丙".into()]);
        assert_eq!(found.iter().map(|heading| heading.line).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(missing, ["丙"]);
    }
}
