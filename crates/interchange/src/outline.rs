//! A book as a row of parts: what every importer produces, and what a plan is built of.
//!
//! Files of one book are imported one after the other; their rows are laid end to end before anything is built.

use crate::heading::Confidence;

/// Where a chapter's title comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum TitleSource {
    /// A heading in the text.
    Heading(Confidence),
    /// The name of the file.
    FileName,
    /// None was found: the importer named the chapter by what it is (卷首, 正文).
    Rule,
}

/// One part of a book.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// The title of the book.
    Title(String),
    /// Its author.
    Author(String),
    /// A volume begins.
    Volume(Option<String>),
    /// The volume a chapter's heading names: begins one unless it is the current one.
    VolumeName(String),
    /// A chapter begins.
    Chapter(ChapterHead),
    /// A scene of the current chapter.
    Scene(String),
}

/// What is known of a chapter besides its scenes.
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

/// The language a text is in, as far as the titles given by rule need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    Chinese,
    Japanese,
    Latin,
}

impl Script {
    /// Judged on the first characters of a text.
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

    /// The title of what stands before the first heading.
    pub fn front(self) -> &'static str {
        match self {
            Self::Chinese => "卷首",
            Self::Japanese => "冒頭",
            Self::Latin => "Front matter",
        }
    }

    /// The title of a text without headings.
    pub fn whole(self) -> &'static str {
        match self {
            Self::Chinese => "正文",
            Self::Japanese => "本文",
            Self::Latin => "Text",
        }
    }
}
