//! Arguments for cards and hints.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Project;

/// Cards: one for each person or thing.
#[derive(Debug, Subcommand)]
pub enum Cards {
    /// List the cards.
    List {
        #[command(flatten)]
        of: Project,
        /// Count the mentions of each card in the book.
        #[arg(long)]
        mentions: bool,
    },
    /// Show a card with everything known about it.
    Show {
        /// Project file.
        file: PathBuf,
        /// Card: a name, `entry:3` or `entity:5`.
        card: String,
    },
    /// Merge two cards; `cards undo` reverts it.
    Merge(MergeCards),
    /// Undo `cards merge`, `hints accept` or `hints reject`.
    Undo {
        /// Project file.
        file: PathBuf,
        /// Number of the operation, as printed by that command.
        act: i64,
    },
}

/// Two cards to merge.
#[derive(Debug, Args)]
pub struct MergeCards {
    /// Project file.
    pub file: PathBuf,
    /// Card to merge into the other: a name, `entry:3` or `entity:5`.
    pub from: String,
    /// Card to keep.
    #[arg(long)]
    pub into: String,
    /// Attribute to take from the merged card where the two differ; may be repeated.
    #[arg(long, value_parser = ["name", "kind", "priority", "and_keywords"])]
    pub take: Vec<String>,
    /// Only show the merged card.
    #[arg(long)]
    pub dry_run: bool,
}

/// Possible names in the text that have no entry.
#[derive(Debug, Subcommand)]
pub enum Hints {
    /// List possible names, most likely first.
    List {
        /// Project file.
        file: PathBuf,
        /// Maximum number of hints to show.
        #[arg(long)]
        limit: Option<usize>,
    },
    /// Create cards for names; `cards undo` reverts it.
    Accept {
        /// Project file.
        file: PathBuf,
        /// Names; each gets its own card.
        #[arg(required_unless_present = "all")]
        names: Vec<String>,
        /// Accept every new name.
        #[arg(long, conflicts_with_all = ["names", "alias"])]
        all: bool,
        /// Kind of thing.
        #[arg(long, default_value = "character", value_parser = ["character", "location", "item", "concept", "rule", "organization", "event"])]
        kind: String,
        /// Alias of the single given name; may be repeated. An existing card with that name gets the alias, too.
        #[arg(long)]
        alias: Vec<String>,
    },
    /// Mark words as not being names; `cards undo` reverts it.
    Reject {
        /// Project file.
        file: PathBuf,
        /// Words to reject.
        #[arg(required = true)]
        names: Vec<String>,
    },
}
