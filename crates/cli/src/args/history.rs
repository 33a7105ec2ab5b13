//! Branches and checkpoints on the command line.

use std::path::PathBuf;

use clap::Subcommand;
use serde_json::{Value, json};

use super::{Project, Scene};

/// Branches of a scene.
#[derive(Debug, Subcommand)]
pub enum Branch {
    /// List the branches of a scene.
    List(Scene),
    /// Start a branch.
    Create {
        /// The project file.
        file: PathBuf,
        /// The scene.
        #[arg(long)]
        scene: i64,
        /// The version it starts from; the newest when absent.
        #[arg(long)]
        from: Option<i64>,
        /// Its name.
        #[arg(long, default_value = "")]
        name: String,
    },
    /// Give a branch another name.
    Rename {
        /// The project file.
        file: PathBuf,
        /// The scene.
        #[arg(long)]
        scene: i64,
        /// The branch.
        #[arg(long)]
        branch: i64,
        /// Its name.
        #[arg(long)]
        name: String,
    },
    /// Write on a branch, or on the main line again: from then on the scene's working text goes on there.
    Open {
        /// The project file.
        file: PathBuf,
        /// The scene.
        #[arg(long)]
        scene: i64,
        /// The branch.
        #[arg(long)]
        branch: i64,
    },
    /// Make a branch the main line of its scene.
    Adopt {
        /// The project file.
        file: PathBuf,
        /// The scene.
        #[arg(long)]
        scene: i64,
        /// The branch.
        #[arg(long)]
        branch: i64,
    },
    /// Merge a branch into the main line.
    Merge {
        /// The project file.
        file: PathBuf,
        /// The scene.
        #[arg(long)]
        scene: i64,
        /// The branch.
        #[arg(long)]
        branch: i64,
        /// Whose words stand wherever both changed the same place.
        #[arg(long, value_parser = ["main", "branch"])]
        prefer: Option<String>,
        /// Whose words stand at one of these places, once for each, in order: `main`, `branch`, `both`, or `=` and words
        /// of your own.
        #[arg(long, conflicts_with = "prefer", value_parser = place_choice)]
        place: Vec<Value>,
    },
}

/// Named states of the whole project.
#[derive(Debug, Subcommand)]
pub enum Checkpoint {
    /// Make a checkpoint.
    Create {
        /// The project file.
        file: PathBuf,
        /// Its name.
        #[arg(long)]
        name: String,
        /// A note.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// List the checkpoints.
    List(Project),
    /// Compare a checkpoint with another one, or with the project as it stands.
    Compare {
        /// The project file.
        file: PathBuf,
        /// The first checkpoint, by id or name.
        a: String,
        /// The second checkpoint; the project as it stands when absent.
        b: Option<String>,
        /// Show every change in the texts.
        #[arg(long)]
        words: bool,
    },
    /// Show the text of a scene in a checkpoint and in another one, or as it stands.
    Diff {
        /// The project file.
        file: PathBuf,
        /// The first checkpoint, by id or name.
        a: String,
        /// The second checkpoint; the scene as it stands, its draft included, when absent.
        b: Option<String>,
        /// The scene.
        #[arg(long)]
        scene: i64,
    },
    /// Bring a checkpoint's state back.
    Restore {
        /// The project file.
        file: PathBuf,
        /// The checkpoint, by id or name.
        a: String,
        /// Only this scene.
        #[arg(long, conflicts_with = "chapter")]
        scene: Option<i64>,
        /// Only this chapter.
        #[arg(long)]
        chapter: Option<i64>,
        /// Only this part of the canon.
        #[arg(long, value_parser = ["bible", "lore", "graph", "threads", "timeline"], conflicts_with_all = ["scene", "chapter"])]
        canon: Option<String>,
        /// Show what would change.
        #[arg(long)]
        dry_run: bool,
    },
}

/// What stands at a place that both lines changed.
fn place_choice(given: &str) -> Result<Value, String> {
    match given.strip_prefix('=') {
        Some(words) => Ok(json!({ "text": words })),
        None if ["main", "branch", "both"].contains(&given) => Ok(json!(given)),
        None => Err("one of main, branch, both, or = and words".to_owned()),
    }
}
