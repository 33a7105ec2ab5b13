//! Search by meaning, and memories of scenes, on the command line.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Scene;

/// Bring the search index of a project up to date.
#[derive(Debug, Args)]
pub struct Index {
    /// The project file.
    pub file: PathBuf,
    /// Throw the index away first.
    #[arg(long)]
    pub rebuild: bool,
    /// Show how far the index is, and change nothing.
    #[arg(long, conflicts_with = "rebuild")]
    pub state: bool,
}

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// By words and by meaning.
    #[default]
    Hybrid,
    /// By words.
    Text,
    /// By meaning.
    Vector,
}

/// Where to look.
#[derive(Debug, Args)]
pub struct Where {
    /// Only what is told before this scene, or in it.
    #[arg(long)]
    pub as_of: Option<i64>,
    /// Only in this volume.
    #[arg(long)]
    pub volume: Option<i64>,
    /// Only from this chapter on.
    #[arg(long)]
    pub from_chapter: Option<i64>,
    /// Only up to this chapter, itself included.
    #[arg(long)]
    pub to_chapter: Option<i64>,
    /// Only scenes that are planned from this point of view.
    #[arg(long)]
    pub pov: Option<String>,
    /// Only scenes that mention this entity.
    #[arg(long)]
    pub character: Option<i64>,
    /// Only scenes that are this far.
    #[arg(long, value_parser = ["planned", "drafting", "completed"])]
    pub status: Option<String>,
    /// Only this kind of text; may be given several times.
    #[arg(long, value_parser = ["text", "lore", "summary", "note"])]
    pub kind: Vec<String>,
    /// The most hits; 50 when absent.
    #[arg(long = "k")]
    pub limit: Option<usize>,
}

/// Search by words and by meaning.
#[derive(Debug, Args)]
pub struct Search {
    /// The project file.
    pub file: PathBuf,
    /// What to look for: words, "phrases", -words that must not stand there, prefixes*.
    #[arg(allow_hyphen_values = true)]
    pub query: String,
    /// How to search.
    #[arg(long, value_enum, default_value_t)]
    pub mode: Mode,
    /// Where to look.
    #[command(flatten)]
    pub filters: Where,
}

/// Find passages that are like a text or a scene.
#[derive(Debug, Args)]
pub struct Similar {
    /// The project file.
    pub file: PathBuf,
    /// The text; `-` reads standard input.
    #[arg(long, required_unless_present = "scene", conflicts_with = "scene")]
    pub text: Option<String>,
    /// The scene.
    #[arg(long)]
    pub scene: Option<i64>,
    /// Where to look.
    #[command(flatten)]
    pub filters: Where,
}

/// Find passages that nearly repeat another one.
#[derive(Debug, Args)]
pub struct Duplicates {
    /// The project file.
    pub file: PathBuf,
    /// The most pairs; 50 when absent.
    #[arg(long = "k")]
    pub limit: Option<usize>,
}

/// What must be known of the book before a scene is written.
#[derive(Debug, Args)]
pub struct Memory {
    /// The scene.
    #[command(flatten)]
    pub of: Scene,
    /// Let a model say what to look for.
    #[arg(long)]
    pub ask_model: bool,
    /// Passages that each query brings; 10 when absent.
    #[arg(long = "k")]
    pub limit: Option<usize>,
    /// Show what was retrieved last, and look nothing up.
    #[arg(long, conflicts_with_all = ["ask_model", "limit", "drop"])]
    pub show: bool,
    /// An item that is not to be sent, by its id; may be given several times. All others are sent.
    #[arg(long, conflicts_with_all = ["ask_model", "limit"])]
    pub drop: Vec<String>,
    /// Send every item again.
    #[arg(long, conflicts_with_all = ["ask_model", "limit", "drop", "show"])]
    pub drop_nothing: bool,
}
