//! Parts of the manuscript on the command line, and the bin.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Project;

/// What a new part goes into.
#[derive(Debug, Args)]
#[group(required = false, multiple = false)]
pub struct Parent {
    /// The volume of a new chapter.
    #[arg(long)]
    pub volume: Option<i64>,
    /// The chapter of a new scene.
    #[arg(long)]
    pub chapter: Option<i64>,
}

/// A part.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct Part {
    /// A volume.
    #[arg(long)]
    pub volume: Option<i64>,
    /// A chapter.
    #[arg(long)]
    pub chapter: Option<i64>,
    /// A scene.
    #[arg(long)]
    pub scene: Option<i64>,
}

/// The bin.
#[derive(Debug, Subcommand)]
pub enum Bin {
    /// List what lies in it.
    List(Project),
    /// Put a part into it, with everything in it.
    Put {
        /// The project file.
        file: PathBuf,
        /// The part.
        #[command(flatten)]
        part: Part,
    },
    /// Take a part out of it.
    Restore {
        /// The project file.
        file: PathBuf,
        /// The part.
        #[command(flatten)]
        part: Part,
        /// Its index among its siblings, from 0; at the end when absent.
        #[arg(long)]
        at: Option<usize>,
    },
}
