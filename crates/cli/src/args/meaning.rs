//! The embedding model on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// The model that tells what texts mean, on this machine.
#[derive(Debug, Subcommand)]
pub enum Model {
    /// Show which model is used and how, and which can be downloaded.
    State,
    /// Use the model in a folder of yours, after it was checked; the folder is read and nothing else.
    Use {
        /// The folder, with model.safetensors, config.json, and tokenizer.json or vocab.txt.
        folder: PathBuf,
    },
    /// Download a model and use it, after it was checked. What came before a break is gone on with.
    Download(Download),
    /// Check the model in use: its files, and whether the two ways of computing agree.
    Check,
    /// Change how it is used; what is not named stays.
    Set(Set),
    /// Use none from now on, and remove what was downloaded; a folder of yours stays.
    Remove {
        /// A downloaded one that is not in use.
        #[arg(long)]
        model: Option<String>,
    },
    /// Show the vectors of texts.
    Embed {
        /// The texts.
        #[arg(required = true)]
        texts: Vec<String>,
        /// As words that are looked for, not as passages.
        #[arg(long)]
        query: bool,
    },
}

/// A download.
#[derive(Debug, Args)]
pub struct Download {
    /// Which one; the first that `model state` shows when absent.
    pub model: Option<String>,
    /// A server to ask first, as https://mirror.example.com, or an address with {file} in it.
    #[arg(long)]
    pub mirror: Option<String>,
    /// Agree to it. Without, it is only said what would be fetched, and from where.
    #[arg(long)]
    pub yes: bool,
}

/// How the model is used.
#[derive(Debug, Args)]
pub struct Set {
    /// How exactly: in floats, or in bytes, which is several times faster and a little less exact.
    #[arg(long, value_parser = ["f32", "int8"])]
    pub scheme: Option<String>,
    /// Threads; 0 for all cores but one.
    #[arg(long)]
    pub threads: Option<u32>,
    /// Whether work that nobody waits for goes on while the machine draws on its battery.
    #[arg(long, value_parser = ["pause", "work"])]
    pub battery: Option<String>,
    /// A mirror of your own, asked before the public ones; may be given several times.
    #[arg(long)]
    pub mirror: Vec<String>,
    /// Have no mirrors of your own.
    #[arg(long, conflicts_with = "mirror")]
    pub no_mirrors: bool,
}
