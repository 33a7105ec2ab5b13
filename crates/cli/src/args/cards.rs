//! Cards, and names found in the text, on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Project;

/// Cards: one for each person or thing.
#[derive(Debug, Subcommand)]
pub enum Cards {
    /// List the cards.
    List {
        /// The project.
        #[command(flatten)]
        of: Project,
        /// Count how often the book mentions each.
        #[arg(long)]
        mentions: bool,
    },
    /// Show a card whole.
    Show {
        /// The project file.
        file: PathBuf,
        /// The card: a name, `entry:3` or `entity:5`.
        card: String,
    },
    /// Make one card of two; `cards undo` takes it back.
    Merge(MergeCards),
    /// Undo `cards merge`, `hints accept` or `hints reject`.
    Undo {
        /// The project file.
        file: PathBuf,
        /// The act, as it answered.
        act: i64,
    },
}

/// Two cards that are one.
#[derive(Debug, Args)]
pub struct MergeCards {
    /// The project file.
    pub file: PathBuf,
    /// The card that goes: a name, `entry:3` or `entity:5`.
    pub from: String,
    /// The card that stays.
    #[arg(long)]
    pub into: String,
    /// What is taken of the card that goes where the two differ; may be given several times.
    #[arg(long, value_parser = ["name", "kind", "priority", "and_keywords"])]
    pub take: Vec<String>,
    /// Show what the two would be as one.
    #[arg(long)]
    pub dry_run: bool,
}

/// Names that are found in the text and that nobody entered.
#[derive(Debug, Subcommand)]
pub enum Hints {
    /// List what may be names, the surest first.
    List {
        /// The project file.
        file: PathBuf,
        /// The most hints in the answer.
        #[arg(long)]
        limit: Option<usize>,
    },
    /// Make cards of names; `cards undo` takes it back.
    Accept {
        /// The project file.
        file: PathBuf,
        /// The names, a card for each.
        #[arg(required_unless_present = "all")]
        names: Vec<String>,
        /// Every new name that is found.
        #[arg(long, conflicts_with_all = ["names", "alias"])]
        all: bool,
        /// What they are.
        #[arg(long, default_value = "character", value_parser = ["character", "location", "item", "concept", "rule", "organization", "event"])]
        kind: String,
        /// Another name of the one name that is given; may be given several times. A card that has the name already gets it too.
        #[arg(long)]
        alias: Vec<String>,
    },
    /// Say that words are no names; `cards undo` takes it back.
    Reject {
        /// The project file.
        file: PathBuf,
        /// The words.
        #[arg(required = true)]
        names: Vec<String>,
    },
}
