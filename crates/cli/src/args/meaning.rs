//! Arguments for the embedding model.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// The embedding model of this machine.
#[derive(Debug, Subcommand)]
pub enum Model {
    /// Show the model in use, its settings, and the models available for download.
    State,
    /// Check and use the model in a local folder; the folder is only read.
    Use {
        /// Folder with model.safetensors, config.json, and tokenizer.json or vocab.txt.
        folder: PathBuf,
        /// Engine that computes vectors; the one chosen before if omitted.
        #[arg(long, value_parser = ["auto", "candle"])]
        engine: Option<String>,
    },
    /// Download, check and use a model; resumes an interrupted download.
    Download(Download),
    /// Check the model in use: its files, and whether both computation schemes agree.
    Check,
    /// Change the settings; omitted ones are not changed.
    Set(Set),
    /// Stop using a model and delete the download; a local folder is kept.
    Remove {
        /// Delete this downloaded model, which is not in use, instead.
        #[arg(long)]
        model: Option<String>,
    },
    /// Show the vectors of texts.
    Embed {
        /// Texts.
        #[arg(required = true)]
        texts: Vec<String>,
        /// Embed the texts as search queries instead of passages.
        #[arg(long)]
        query: bool,
    },
}

#[derive(Debug, Args)]
pub struct Download {
    /// Model; the first one listed by `model state` if omitted.
    pub model: Option<String>,
    /// Server to try first, such as https://mirror.example.com, or an address that contains {file}.
    #[arg(long)]
    pub mirror: Option<String>,
    /// Agree to the download. Without it, only shows the files and servers.
    #[arg(long)]
    pub yes: bool,
}

#[derive(Debug, Args)]
pub struct Set {
    /// Precision: floats, or bytes, which is several times faster and slightly less accurate.
    #[arg(long, value_parser = ["f32", "int8"])]
    pub scheme: Option<String>,
    /// Engine: the fast one where it agrees with candle on this machine (auto), or candle, which is slower.
    #[arg(long, value_parser = ["auto", "candle"])]
    pub engine: Option<String>,
    /// Number of threads; 0 for all cores but one.
    #[arg(long)]
    pub threads: Option<u32>,
    /// Whether background work continues on battery power.
    #[arg(long, value_parser = ["pause", "work"])]
    pub battery: Option<String>,
    /// Own mirror, tried before the public ones; may be repeated.
    #[arg(long)]
    pub mirror: Vec<String>,
    /// Remove all own mirrors.
    #[arg(long, conflicts_with = "mirror")]
    pub no_mirrors: bool,
}
