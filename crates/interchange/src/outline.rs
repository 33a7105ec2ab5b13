//! A book as a flat list of parts: the output of every importer and the input of an import plan.
//!
//! The lists of several files are concatenated before a plan is built.

use crate::heading::Confidence;

/// Where a chapter's title comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum TitleSource {
    /// A heading in the text.
    Heading(Confidence),
    /// The file name.
    FileName,
    /// A default (卷首, 正文), because no title was found.
    Rule,
}

#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// The title of the book.
    Title(String),
    /// The author of the book.
    Author(String),
    /// The start of a volume.
    Volume(Option<String>),
    /// The volume named in a chapter heading: starts a new volume unless it is the current one.
    VolumeName(String),
    /// The start of a chapter.
    Chapter(ChapterHead),
    /// A scene of the current chapter.
    Scene(String),
}

#[derive(Clone, Debug)]
pub(crate) struct ChapterHead {
    pub title: String,
    pub number: Option<u32>,
    pub source: TitleSource,
}

impl ChapterHead {
    pub fn certain(title: impl Into<String>) -> Self {
        Self { title: title.into(), number: None, source: TitleSource::Heading(Confidence::Certain) }
    }

    pub fn by_rule(title: impl Into<String>) -> Self {
        Self { title: title.into(), number: None, source: TitleSource::Rule }
    }
}

/// The script of a text, which decides its default titles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    Chinese,
    Japanese,
    Latin,
}

impl Script {
    /// Detects the script from the first 2,000 characters of a text that are not white space.
    pub fn of(text: &str) -> Self {
        let (mut kana, mut wide, mut letters) = (0_usize, 0_usize, 0_usize);
        for c in text.chars().filter(|c| !c.is_whitespace()).take(2000) {
            match c {
                'ぁ'..='ん' | 'ァ'..='ヺ' => kana += 1,
                c if crate::lines::is_wide(c) => wide += 1,
                c if c.is_alphabetic() => letters += 1,
                _ => {}
            }
        }
        if kana * 8 > kana + wide {
            Self::Japanese
        } else if letters > wide {
            Self::Latin
        } else {
            Self::Chinese
        }
    }

    /// The default title of the text before the first heading.
    pub fn front(self) -> &'static str {
        match self {
            Self::Chinese => "卷首",
            Self::Japanese => "冒頭",
            Self::Latin => "Front matter",
        }
    }

    /// The default title of a text without headings.
    pub fn whole(self) -> &'static str {
        match self {
            Self::Chinese => "正文",
            Self::Japanese => "本文",
            Self::Latin => "Text",
        }
    }
}
