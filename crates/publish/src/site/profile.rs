//! Profiles of sites.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a site wants the text of a chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct SiteProfile {
    /// Lower case letters, digits and hyphens; the name of its file.
    pub key: String,
    pub name: LocalName,
    /// When it was compared with its source, as `2026-11-28`.
    pub checked: String,
    /// Where the rules were read.
    pub source: String,
    /// What no source says, and the profile assumes.
    #[serde(default)]
    pub assumes: LocalName,
    /// The first line of a chapter, with `{title}` and `{number}`; none if the site has a field for the title.
    #[serde(default)]
    pub title_line: Option<String>,
    /// What stands before a paragraph.
    #[serde(default)]
    pub indent: String,
    /// Whether paragraphs that begin with an opening bracket have no indent.
    #[serde(default)]
    pub brackets_hang: bool,
    /// Empty lines between paragraphs.
    #[serde(default)]
    pub blank_lines: usize,
    /// Whether the empty lines of the text stay.
    #[serde(default)]
    pub keeps_blank_lines: bool,
    /// The line of a scene break.
    pub scene_break: String,
    #[serde(default)]
    pub escape: Escape,
    /// Characters of the text that the site would read as a mark, and what is written for them.
    #[serde(default)]
    pub replace: Vec<(String, String)>,
    #[serde(default)]
    pub marks: SiteMarks,
    #[serde(default)]
    pub length: Length,
    /// Words to look for before a chapter is published.
    #[serde(default)]
    pub watch_words: Vec<String>,
}

/// A text in the languages of the window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct LocalName {
    #[serde(default)]
    pub zh: String,
    #[serde(default)]
    pub en: String,
}

/// Which characters of a text are written as entities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Escape {
    #[default]
    None,
    Html,
}

/// What becomes of each mark. A mark that a profile does not name is dropped, and its words stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields, default)]
pub struct SiteMarks {
    pub italic: Wrap,
    pub bold: Wrap,
    pub dots: Dots,
    pub ruby: Ruby,
    pub note: Note,
    pub centre: Wrap,
    pub right: Wrap,
    pub quotation: Wrap,
}

/// What stands before and after the words of a mark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields, default)]
pub struct Wrap {
    pub open: String,
    pub close: String,
}

/// What becomes of emphasis dots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields, default)]
pub struct Dots {
    pub open: String,
    pub close: String,
    /// Written for each character, with `{character}`, in place of the words.
    pub each: String,
}

/// What becomes of ruby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields, default)]
pub struct Ruby {
    /// With `{base}` and `{reading}`.
    pub pattern: String,
    /// The longest base and reading that the site shows; 0 for no limit.
    pub most_base: usize,
    pub most_reading: usize,
    /// For longer ones.
    pub otherwise: String,
}

impl Default for Ruby {
    fn default() -> Self {
        Self {
            pattern: "{base}（{reading}）".into(),
            most_base: 0,
            most_reading: 0,
            otherwise: "{base}（{reading}）".into(),
        }
    }
}

/// What becomes of footnotes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields, default)]
pub struct Note {
    /// In the text, with `{note}` and `{number}`.
    pub reference: String,
    /// A line at the end of the chapter, with the same; empty if the reference holds the note.
    pub end: String,
}

impl Default for Note {
    fn default() -> Self {
        Self { reference: "（注：{note}）".into(), end: String::new() }
    }
}

/// How long a chapter and a paragraph should be, by the standard count; 0 for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields, default)]
pub struct Length {
    pub least: usize,
    pub most: usize,
    pub most_in_paragraph: usize,
}

/// Why a file is no profile.
#[derive(Debug, Error)]
pub enum ProfileError {
    #[error("it is not a profile: {0}")]
    Invalid(#[from] serde_json::Error),
    #[error("the key {0:?} may have lower case letters, digits and hyphens only")]
    Key(String),
    #[error("the date {0:?} is not written as 2026-11-28")]
    Date(String),
}

/// Reads a profile from its JSON file.
///
/// # Errors
/// JSON of another shape; a key or a date of another form.
pub fn profile(json: &str) -> Result<SiteProfile, ProfileError> {
    let profile: SiteProfile = serde_json::from_str(json)?;
    let is_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if profile.key.is_empty() || !profile.key.chars().all(is_key) {
        return Err(ProfileError::Key(profile.key));
    }
    let digits = profile.checked.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    if profile.checked.len() != 10 || !digits {
        return Err(ProfileError::Date(profile.checked));
    }
    Ok(profile)
}
