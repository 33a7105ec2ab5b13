//! Arguments for artifacts.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Manage artifacts: what steps and the author left for prompts and panels.
#[derive(Debug, Subcommand)]
pub enum Artifact {
    /// List artifacts with their values.
    List {
        /// Project file.
        file: PathBuf,
        /// Only those with a value as of this scene, and that value.
        #[arg(long)]
        as_of: Option<i64>,
        #[command(flatten)]
        about: About,
    },
    /// Show an artifact and its newest value.
    Get {
        #[command(flatten)]
        of: Named,
        /// Show this version.
        #[arg(long)]
        version: Option<i64>,
    },
    /// List the versions of an artifact, newest first, and those that were deleted.
    History {
        #[command(flatten)]
        of: Named,
        /// Maximum number; 50 if omitted.
        #[arg(long)]
        limit: Option<u32>,
    },
    /// Write standard input as the newest value, also over what a step wrote.
    Set {
        #[command(flatten)]
        of: Named,
        /// The version that was read; refused if there is a newer one.
        #[arg(long)]
        based_on: Option<i64>,
        /// The scene that the value is told up to; that of the version before if omitted.
        #[arg(long)]
        at: Option<i64>,
        /// Format of a new artifact.
        #[arg(long = "type", value_parser = ["text", "markdown", "json"])]
        content_type: Option<String>,
        /// Never put it into a prompt; for a new artifact.
        #[arg(long)]
        ui_only: bool,
        /// Write the one about the whole novel, although the name belongs to other parts.
        #[arg(long, conflicts_with_all = ["volume", "chapter", "scene"])]
        novel: bool,
    },
    /// Never delete a version.
    Pin {
        #[command(flatten)]
        of: Named,
        /// Version.
        version: i64,
        /// Take the pin away.
        #[arg(long)]
        remove: bool,
    },
    /// Keep an artifact out of prompts. Its step goes on writing it.
    Withhold {
        /// Project file.
        file: PathBuf,
        /// Name of the artifact.
        name: String,
        /// Let it into prompts again.
        #[arg(long)]
        allow: bool,
    },
    /// Delete old versions, by the rules of each artifact or of one by number.
    Prune {
        /// Project file.
        file: PathBuf,
        /// Name of the artifact; all if omitted.
        #[arg(requires = "keep")]
        name: Option<String>,
        /// Versions to keep.
        #[arg(long, requires = "name")]
        keep: Option<u32>,
        #[command(flatten)]
        about: About,
    },
}

/// An artifact.
#[derive(Debug, Args)]
pub struct Named {
    /// Project file.
    pub file: PathBuf,
    /// Name of the artifact.
    pub name: String,
    #[command(flatten)]
    pub about: About,
}

/// What an artifact is about; the novel if nothing is named.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct About {
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
