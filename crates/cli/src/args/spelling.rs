//! English spelling on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Project;
use super::checks::Within;

/// English spelling.
#[derive(Debug, Subcommand)]
pub enum Spelling {
    /// List the misspelt words of the manuscript, or check texts that are given.
    Check(Check),
    /// Suggest what may be meant by a word.
    Suggest(Word),
    /// List the words of the novel's own dictionary.
    Words(Project),
    /// Add a word to the novel's own dictionary.
    Add(Word),
    /// Remove a word from the novel's own dictionary.
    Remove(Word),
    /// List the English dictionaries of this machine, and show which one is used.
    Dictionaries(Project),
    /// Choose the dictionary that this novel is checked with.
    Use {
        /// The project file.
        file: PathBuf,
        /// Its name, as en_GB; the system decides when it is left out.
        name: Option<String>,
    },
}

/// What to check.
#[derive(Debug, Args)]
pub struct Check {
    /// The project file.
    pub file: PathBuf,
    /// Where; in the whole book when nothing is named.
    #[command(flatten)]
    pub within: Within,
    /// The most words to show; all are counted.
    #[arg(long)]
    pub limit: Option<usize>,
    /// Check this text instead; may be given several times.
    #[arg(long, conflicts_with_all = ["scene", "chapter", "limit"])]
    pub text: Vec<String>,
}

/// A word.
#[derive(Debug, Args)]
pub struct Word {
    /// The project file.
    pub file: PathBuf,
    /// The word.
    pub word: String,
}
