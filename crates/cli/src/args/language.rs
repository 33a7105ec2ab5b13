//! Languages as arguments.

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

/// The arguments of `sample`.
#[derive(Debug, Args)]
pub struct Sample {
    /// Project file to create.
    pub file: PathBuf,
    /// Language of the sample: zh is 《渡口》, en is “Low Water”.
    #[arg(long, value_enum, default_value_t)]
    pub language: SampleLanguage,
}

/// The languages of the sample novels.
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
