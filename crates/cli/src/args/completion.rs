//! Arguments for completing a chapter.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// The steps of completing a chapter.
#[derive(Debug, Subcommand)]
pub enum Chapter {
    /// Show the summary of a chapter and the directions for the next one.
    Show(ChapterArgs),
    /// Show the cost of the steps; sends nothing.
    Preview(Step),
    /// Summarize a chapter, with its key events.
    Summary(Step),
    /// Propose graph items found in a chapter.
    Extract(Step),
    /// Suggest directions for the next chapter.
    Suggest(Step),
    /// Have a model look for contradictions with the canon and slips of the point of view.
    Check(ChapterArgs),
    /// Make a direction the plan of the next chapter.
    Accept {
        #[command(flatten)]
        of: ChapterArgs,
        /// Number of the direction.
        #[arg(long)]
        suggestion: u32,
    },
}

#[derive(Debug, Args)]
pub struct ChapterArgs {
    /// Project file.
    pub file: PathBuf,
    /// Chapter id.
    pub chapter: i64,
}

#[derive(Debug, Args)]
pub struct Step {
    #[command(flatten)]
    pub of: ChapterArgs,
    /// Use a model, if one is set up for the task.
    #[arg(long)]
    pub model: bool,
}
