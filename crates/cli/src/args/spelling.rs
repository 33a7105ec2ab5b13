//! Arguments for English spelling.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Project;
use super::checks::Within;

/// English spelling.
#[derive(Debug, Subcommand)]
pub enum Spelling {
    /// List the misspelt words of the manuscript, or of given texts.
    Check(Check),
    /// Suggest corrections for a word.
    Suggest(Word),
    /// List the words of the novel's own dictionary.
    Words(Project),
    /// Add a word to the novel's own dictionary.
    Add(Word),
    /// Remove a word from the novel's own dictionary.
    Remove(Word),
    /// List the English dictionaries of this machine, and show which one is used.
    Dictionaries(Project),
    /// Choose the dictionary for this novel.
    Use {
        /// Project file.
        file: PathBuf,
        /// Dictionary, such as en_GB; the system default if omitted.
        name: Option<String>,
    },
}

#[derive(Debug, Args)]
pub struct Check {
    /// Project file.
    pub file: PathBuf,
    #[command(flatten)]
    pub within: Within,
    /// Maximum number of words to show; all are counted.
    #[arg(long)]
    pub limit: Option<usize>,
    /// Check this text instead; may be repeated.
    #[arg(long, conflicts_with_all = ["scene", "chapter", "limit"])]
    pub text: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Word {
    /// Project file.
    pub file: PathBuf,
    /// Word.
    pub word: String,
}
