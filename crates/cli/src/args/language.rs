//! The language of a novel as an argument.

use clap::ValueEnum;
use wenfang_studio::projects::NovelLanguage;

/// The language of a novel.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Language {
    /// Chinese.
    Zh,
    /// English.
    En,
    /// Japanese.
    Ja,
}

impl From<Language> for NovelLanguage {
    fn from(language: Language) -> Self {
        match language {
            Language::Zh => Self::Zh,
            Language::En => Self::En,
            Language::Ja => Self::Ja,
        }
    }
}
