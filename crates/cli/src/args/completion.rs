//! Completing a chapter on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Complete a chapter.
#[derive(Debug, Subcommand)]
pub enum Chapter {
    /// Show the summary of a chapter and the directions for the next one.
    Show(ChapterArgs),
    /// Say what the steps would cost; nothing is sent.
    Preview(Step),
    /// Sum a chapter up, with its key events.
    Summary(Step),
    /// Propose what a chapter says for the graph.
    Extract(Step),
    /// Think of directions for the next chapter.
    Suggest(Step),
    /// Have a model look for contradictions of the setting and slips of the point of view.
    Check(ChapterArgs),
    /// Make a direction the plan of the next chapter.
    Accept {
        /// The chapter that the direction comes after.
        #[command(flatten)]
        of: ChapterArgs,
        /// The number of the direction.
        #[arg(long)]
        suggestion: u32,
    },
}

/// A chapter of a project.
#[derive(Debug, Args)]
pub struct ChapterArgs {
    /// The project file.
    pub file: PathBuf,
    /// The chapter.
    pub chapter: i64,
}

/// A step of a chapter.
#[derive(Debug, Args)]
pub struct Step {
    /// The chapter.
    #[command(flatten)]
    pub of: ChapterArgs,
    /// Ask a model, where one is set up for it.
    #[arg(long)]
    pub model: bool,
}
