//! Arguments for parts of the manuscript and the bin.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Project;

#[derive(Debug, Args)]
#[group(required = false, multiple = false)]
pub struct Parent {
    /// Volume for a new chapter.
    #[arg(long)]
    pub volume: Option<i64>,
    /// Chapter for a new scene.
    #[arg(long)]
    pub chapter: Option<i64>,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct Part {
    /// Volume id.
    #[arg(long)]
    pub volume: Option<i64>,
    /// Chapter id.
    #[arg(long)]
    pub chapter: Option<i64>,
    /// Scene id.
    #[arg(long)]
    pub scene: Option<i64>,
}

#[derive(Debug, Subcommand)]
pub enum Bin {
    /// List the parts in the bin.
    List(Project),
    /// Move a part to the bin, with everything in it.
    Put {
        /// Project file.
        file: PathBuf,
        #[command(flatten)]
        part: Part,
    },
    /// Restore a part from the bin.
    Restore {
        /// Project file.
        file: PathBuf,
        #[command(flatten)]
        part: Part,
        /// Index among its siblings, from 0; at the end if omitted.
        #[arg(long)]
        at: Option<usize>,
    },
}
