//! The heading of a template file: lines `key: value` between two `---` lines.
//!
//! Keys: `title`, `language`, `output`, `description`, each once and on one line, and `variables:` without a
//! value, followed by one line `  name: meaning` (two spaces) for each variable the template uses. No other keys, no
//! quotes, no comments.

use serde::{Deserialize, Serialize};
use wenfang_text::NovelLanguage;

use super::fault::{Fault, TemplateError};
use super::variables::variable;

/// The language of a template. The novel may be in another language.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "PromptLanguage")]
pub enum Language {
    #[default]
    Zh,
    En,
}

impl Language {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::Zh, Self::En];

    /// `zh` or `en`, as in file names.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::En => "en",
        }
    }

    /// The template language for a novel: English for an English novel, otherwise Chinese.
    pub const fn for_novel(novel: NovelLanguage) -> Self {
        match novel {
            NovelLanguage::En => Self::En,
            NovelLanguage::Zh | NovelLanguage::Ja => Self::Zh,
        }
    }
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// Manuscript text only.
    Prose,
    /// One JSON object.
    Json,
    /// A JSON object with a list of candidates to choose from.
    List,
}

impl Output {
    const WORDS: [(&'static str, Self); 3] =
        [("prose", Self::Prose), ("json", Self::Json), ("list", Self::List)];
}

/// A variable declared in a template's heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct DeclaredVariable {
    /// Its dotted name.
    pub name: String,
    /// Its meaning, for readers.
    pub meaning: String,
    /// The line of the file, from 1.
    pub line: usize,
}

/// The heading of a template file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Heading {
    /// Its name in lists.
    pub title: String,
    pub language: Language,
    pub output: Output,
    /// Its purpose, in one sentence.
    pub description: String,
    pub variables: Vec<DeclaredVariable>,
}

/// Reads the heading of `lines`; returns it and the number of lines it occupies, including both `---`.
///
/// # Errors
/// The first fault.
pub(super) fn read(lines: &[&str]) -> Result<(Heading, usize), TemplateError> {
    if lines.first() != Some(&"---") {
        return Err(TemplateError { line: 1, what: Fault::NoHeading });
    }
    let close = lines.iter().skip(1).position(|&line| line == "---");
    let close = close.ok_or(TemplateError { line: 1, what: Fault::HeadingNotClosed })? + 1;
    let mut open = Open::default();
    for (at, line) in lines.iter().enumerate().take(close).skip(1) {
        open.take(line, at + 1).map_err(|what| TemplateError { line: at + 1, what })?;
    }
    let heading = open.finish().map_err(|what| TemplateError { line: close + 1, what })?;
    Ok((heading, close + 1))
}

/// A partially read heading.
#[derive(Default)]
struct Open {
    title: Option<String>,
    language: Option<Language>,
    output: Option<Output>,
    description: Option<String>,
    variables: Option<Vec<DeclaredVariable>>,
    in_list: bool,
}

impl Open {
    fn take(&mut self, line: &str, number: usize) -> Result<(), Fault> {
        if let Some(item) = line.strip_prefix("  ") {
            let list = self.variables.as_mut().filter(|_| self.in_list).ok_or(Fault::NotAKey)?;
            let (name, meaning) = pair(item)?;
            variable(name).ok_or_else(|| Fault::UnknownVariable { name: name.to_owned() })?;
            if list.iter().any(|declared| declared.name == name) {
                return Err(Fault::DeclaredTwice { name: name.to_owned() });
            }
            list.push(DeclaredVariable { name: name.to_owned(), meaning: meaning.to_owned(), line: number });
            return Ok(());
        }
        self.in_list = line == "variables:";
        if self.in_list {
            return once(&mut self.variables, "variables", Vec::new());
        }
        let (key, value) = pair(line)?;
        match key {
            "title" => once(&mut self.title, "title", value.to_owned()),
            "description" => once(&mut self.description, "description", value.to_owned()),
            "language" => {
                let words = Language::ALL.map(|language| (language.code(), language));
                once(&mut self.language, "language", word(&words, "language", value)?)
            }
            // Templates of earlier releases have this key. Nothing reads it.
            "task" => Ok(()),
            "output" => once(&mut self.output, "output", word(&Output::WORDS, "output", value)?),
            "variables" => Err(Fault::NotAKey),
            _ => Err(Fault::UnknownKey { key: key.to_owned() }),
        }
    }

    fn finish(self) -> Result<Heading, Fault> {
        let missing = |key| Fault::MissingKey { key };
        Ok(Heading {
            title: self.title.ok_or(missing("title"))?,
            language: self.language.ok_or(missing("language"))?,
            output: self.output.ok_or(missing("output"))?,
            description: self.description.ok_or(missing("description"))?,
            variables: self.variables.ok_or(missing("variables"))?,
        })
    }
}

/// Splits `key: value`; both must be non-empty and the key must not contain white space.
fn pair(line: &str) -> Result<(&str, &str), Fault> {
    let (key, value) = line.split_once(": ").ok_or(Fault::NotAKey)?;
    let value = value.trim();
    let valid = !key.is_empty() && !key.contains(char::is_whitespace) && !value.is_empty();
    if valid { Ok((key, value)) } else { Err(Fault::NotAKey) }
}

fn once<T>(slot: &mut Option<T>, key: &str, value: T) -> Result<(), Fault> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(Fault::KeyTwice { key: key.to_owned() }),
    }
}

fn word<T: Copy>(words: &[(&str, T)], key: &'static str, value: &str) -> Result<T, Fault> {
    let found = words.iter().find(|(word, _)| *word == value);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| Fault::UnknownValue { key, value: value.to_owned() })
}
