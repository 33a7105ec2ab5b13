//! Arguments for profiles of generation.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::artifact::About;
use super::models::Context;

/// Manage profiles: the steps before and after a generated text.
#[derive(Debug, Subcommand)]
pub enum Pipeline {
    /// List the profiles, where they are set, and which one a scene gets.
    List {
        /// Project file.
        file: PathBuf,
        /// Also tell the profile of this scene.
        #[arg(long)]
        scene: Option<i64>,
        /// The act that the scene is asked about.
        #[arg(long, requires = "scene")]
        act: Option<String>,
    },
    /// Show a profile as JSON.
    Show {
        #[command(flatten)]
        of: ProfileArgs,
        /// Show a copy with an id and a title of its own, to change and save.
        #[arg(long)]
        copy: bool,
    },
    /// List the steps that a profile may have, with the JSON Schemas of what they take and leave.
    Steps {
        /// Project file.
        file: PathBuf,
    },
    /// Report all faults in a profile.
    Validate {
        /// Project file.
        file: PathBuf,
        /// Profile file (JSON).
        profile: PathBuf,
    },
    /// List the steps that a text would get, and estimate what each takes and the whole; sends nothing.
    Preview(Trial),
    /// Run the steps before a text and show what would be sent to write it; the text is not asked for.
    Try(Trial),
    /// Save a profile from a file that you wrote.
    Save {
        /// Project file.
        file: PathBuf,
        /// Profile file (JSON).
        profile: PathBuf,
        /// Save it on this machine, for all its novels.
        #[arg(long)]
        machine: bool,
    },
    /// Remove a profile. Where it was set, the next level counts; the answer says which profile that is.
    Remove {
        #[command(flatten)]
        of: ProfileArgs,
        /// Remove it from this machine.
        #[arg(long)]
        machine: bool,
        /// Remove it although it is set somewhere.
        #[arg(long)]
        force: bool,
    },
    /// Set the profile of the novel, a part of it, or this machine.
    Use {
        /// Project file.
        file: PathBuf,
        /// Profile id; `-` to follow the next level again.
        profile: String,
        #[command(flatten)]
        about: About,
        /// Set it for all novels of this machine that choose none.
        #[arg(long, conflicts_with_all = ["volume", "chapter", "scene"])]
        machine: bool,
        /// Only for this act.
        #[arg(long)]
        act: Option<String>,
    },
    /// Let the steps of an imported profile ask a model.
    Trust(ProfileArgs),
    /// Write a profile to a file.
    Export {
        #[command(flatten)]
        of: ProfileArgs,
        /// File to write.
        out: PathBuf,
    },
    /// Take in a profile from somebody else. Its steps ask no model until you trust it.
    Import {
        /// Project file.
        file: PathBuf,
        /// Profile file (JSON).
        profile: PathBuf,
        /// Take it in on this machine, for all its novels.
        #[arg(long)]
        machine: bool,
        /// Replace another profile with its id. A checkpoint, or a file beside the settings, keeps that one.
        #[arg(long)]
        replace: bool,
    },
}

/// A text under a profile.
#[derive(Debug, Args)]
pub struct Trial {
    #[command(flatten)]
    pub asked: Context,
    /// Profile file (JSON) in place of the one in use.
    #[arg(long, conflicts_with = "profile")]
    pub from: Option<PathBuf>,
}

/// A profile.
#[derive(Debug, Args)]
pub struct ProfileArgs {
    /// Project file.
    pub file: PathBuf,
    /// Profile id.
    pub profile: String,
}
