//! Arguments for search and memory.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Scene;

/// Update the search index of a project.
#[derive(Debug, Args)]
pub struct Index {
    /// Project file.
    pub file: PathBuf,
    /// Discard the index first.
    #[arg(long)]
    pub rebuild: bool,
    /// Show the state of the index; changes nothing.
    #[arg(long, conflicts_with = "rebuild")]
    pub state: bool,
}

/// Search modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// Search by words and by meaning.
    #[default]
    Hybrid,
    /// Search by words.
    Text,
    /// Search by meaning.
    Vector,
}

/// Search filters.
#[derive(Debug, Args)]
pub struct Where {
    /// Only up to this scene, itself included.
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
    /// Only scenes planned with this point of view.
    #[arg(long)]
    pub pov: Option<String>,
    /// Only scenes that mention this entity.
    #[arg(long)]
    pub character: Option<i64>,
    /// Only scenes with this status.
    #[arg(long, value_parser = ["planned", "drafting", "completed"])]
    pub status: Option<String>,
    /// Only this kind of text; may be repeated.
    #[arg(long, value_parser = ["text", "lore", "summary", "note"])]
    pub kind: Vec<String>,
    /// Maximum number of hits; 50 if omitted.
    #[arg(long = "k")]
    pub limit: Option<usize>,
}

/// Search by words and by meaning.
#[derive(Debug, Args)]
pub struct Search {
    /// Project file.
    pub file: PathBuf,
    /// Query: words, "phrases", -excluded words, prefixes*.
    #[arg(allow_hyphen_values = true)]
    pub query: String,
    /// Search mode.
    #[arg(long, value_enum, default_value_t)]
    pub mode: Mode,
    #[command(flatten)]
    pub filters: Where,
}

/// Find passages similar to a text or a scene.
#[derive(Debug, Args)]
pub struct Similar {
    /// Project file.
    pub file: PathBuf,
    /// Text; `-` reads standard input.
    #[arg(long, required_unless_present = "scene", conflicts_with = "scene")]
    pub text: Option<String>,
    /// Scene id.
    #[arg(long)]
    pub scene: Option<i64>,
    #[command(flatten)]
    pub filters: Where,
}

/// Find passages that nearly repeat each other.
#[derive(Debug, Args)]
pub struct Duplicates {
    /// Project file.
    pub file: PathBuf,
    /// Maximum number of pairs; 50 if omitted.
    #[arg(long = "k")]
    pub limit: Option<usize>,
}

/// Retrieve what matters from the book before a scene is written.
#[derive(Debug, Args)]
pub struct Memory {
    #[command(flatten)]
    pub of: Scene,
    /// Let a model choose the queries.
    #[arg(long)]
    pub ask_model: bool,
    /// Passages per query; 10 if omitted.
    #[arg(long = "k")]
    pub limit: Option<usize>,
    /// Show the last retrieval without searching again.
    #[arg(long, conflicts_with_all = ["ask_model", "limit", "drop"])]
    pub show: bool,
    /// Id of an item not to send; may be repeated. All other items are sent.
    #[arg(long, conflicts_with_all = ["ask_model", "limit"])]
    pub drop: Vec<String>,
    /// Send all items again.
    #[arg(long, conflicts_with_all = ["ask_model", "limit", "drop", "show"])]
    pub drop_nothing: bool,
}
