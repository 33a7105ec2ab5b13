//! The language of a novel as an argument; our own novels go by it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wenfang_studio::desk;
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

/// Which of our own novels to make, and where.
#[derive(Debug, Args)]
pub struct Sample {
    /// The project file to create.
    pub file: PathBuf,
    /// The language it is written in: zh is 《渡口》, en is “Low Water”.
    #[arg(long, value_enum, default_value_t)]
    pub language: SampleLanguage,
}

/// The language of one of our own novels.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum SampleLanguage {
    /// Chinese.
    #[default]
    Zh,
    /// English.
    En,
}

impl From<SampleLanguage> for desk::Language {
    fn from(language: SampleLanguage) -> Self {
        match language {
            SampleLanguage::Zh => Self::Zh,
            SampleLanguage::En => Self::En,
        }
    }
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
