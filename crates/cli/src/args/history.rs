//! Arguments for branches and checkpoints.

use std::path::PathBuf;

use clap::Subcommand;
use serde_json::{Value, json};

use super::{Project, Scene};

#[derive(Debug, Subcommand)]
pub enum Branch {
    /// List the branches of a scene.
    List(Scene),
    /// Start a branch.
    Create {
        /// Project file.
        file: PathBuf,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        /// Version to start from; the newest if omitted.
        #[arg(long)]
        from: Option<i64>,
        /// Name.
        #[arg(long, default_value = "")]
        name: String,
    },
    /// Rename a branch.
    Rename {
        /// Project file.
        file: PathBuf,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        /// Branch number.
        #[arg(long)]
        branch: i64,
        /// New name.
        #[arg(long)]
        name: String,
    },
    /// Continue the working text of a scene on a branch, or on the main line again.
    Open {
        /// Project file.
        file: PathBuf,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        /// Branch number.
        #[arg(long)]
        branch: i64,
    },
    /// Make a branch the main line of its scene.
    Adopt {
        /// Project file.
        file: PathBuf,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        /// Branch number.
        #[arg(long)]
        branch: i64,
    },
    /// Merge a branch into the main line.
    Merge {
        /// Project file.
        file: PathBuf,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        /// Branch number.
        #[arg(long)]
        branch: i64,
        /// Side to use wherever both changed the same place.
        #[arg(long, value_parser = ["main", "branch"])]
        prefer: Option<String>,
        /// Text to use at one such place, once for each place in order: `main`, `branch`, `both`, or `=` and your
        /// own words.
        #[arg(long, conflicts_with = "prefer", value_parser = place_choice)]
        place: Vec<Value>,
    },
}

#[derive(Debug, Subcommand)]
pub enum Checkpoint {
    /// Create a checkpoint.
    Create {
        /// Project file.
        file: PathBuf,
        /// Name.
        #[arg(long)]
        name: String,
        /// Note.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// List the checkpoints.
    List(Project),
    /// Compare a checkpoint with another one, or with the current project.
    Compare {
        /// Project file.
        file: PathBuf,
        /// First checkpoint, by id or name.
        a: String,
        /// Second checkpoint; the current project if omitted.
        b: Option<String>,
        /// Show every change in the texts.
        #[arg(long)]
        words: bool,
    },
    /// Compare the text of a scene in a checkpoint with another checkpoint, or with its current text.
    Diff {
        /// Project file.
        file: PathBuf,
        /// First checkpoint, by id or name.
        a: String,
        /// Second checkpoint; the current text, including the draft, if omitted.
        b: Option<String>,
        /// Scene id.
        #[arg(long)]
        scene: i64,
    },
    /// Restore a checkpoint.
    Restore {
        /// Project file.
        file: PathBuf,
        /// Checkpoint, by id or name.
        a: String,
        /// Restore only this scene.
        #[arg(long, conflicts_with = "chapter")]
        scene: Option<i64>,
        /// Restore only this chapter.
        #[arg(long)]
        chapter: Option<i64>,
        /// Restore only this part of the canon.
        #[arg(long, value_parser = ["bible", "lore", "graph", "threads", "timeline"], conflicts_with_all = ["scene", "chapter"])]
        canon: Option<String>,
        /// Only show the changes.
        #[arg(long)]
        dry_run: bool,
    },
}

/// Parses the choice for a place that both branches changed.
fn place_choice(given: &str) -> Result<Value, String> {
    match given.strip_prefix('=') {
        Some(words) => Ok(json!({ "text": words })),
        None if ["main", "branch", "both"].contains(&given) => Ok(json!(given)),
        None => Err("expected main, branch, both, or = and a text".to_owned()),
    }
}
