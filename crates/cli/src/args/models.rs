//! Arguments for models, drafting and prompts.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Project, Scene};

/// Model providers on this machine.
#[derive(Debug, Subcommand)]
pub enum Providers {
    /// Show providers, routes, ceilings, the key storage and the presets.
    List,
    /// Add or change a provider.
    Add(AddProvider),
    /// Add or change a provider with all settings: a JSON object as shown by `providers list` under `provider`; `-`
    /// reads standard input.
    Save {
        /// Provider as JSON.
        provider: String,
    },
    /// Remove a provider, its key and all routes to it.
    Remove(Provider),
    /// Store the key that is read from standard input.
    SetKey(Provider),
    /// Delete the key of a provider.
    ForgetKey(Provider),
    /// Choose the key storage. The file needs its passphrase in WENFANG_PASSPHRASE at every start.
    Keys {
        /// Storage.
        #[arg(value_parser = ["keychain", "memory", "file"])]
        place: String,
    },
    /// Agree that text is sent to the host of a provider; `context` shows what would be sent.
    Consent {
        /// Provider id.
        provider: String,
        /// Withdraw consent.
        #[arg(long)]
        withdraw: bool,
    },
    /// Set the maximum tokens of a request that the window sends without asking. The command line never asks.
    Unasked {
        /// Provider id.
        provider: String,
        /// Model name.
        model: String,
        /// Prompt and answer tokens together; 0 to be asked about each request.
        tokens: u64,
    },
    /// Test a provider; sends none of your text.
    Test {
        /// Provider id.
        provider: String,
        /// Model to test; the first one that is set up if omitted.
        #[arg(long)]
        model: Option<String>,
    },
    /// List the models that a server offers.
    Models(Provider),
    /// Assign models to tasks: a JSON object as shown by `providers list`; `-` reads standard input.
    Routes {
        /// Routes as JSON.
        routes: String,
    },
    /// Set the ceilings: a JSON object as shown by `providers list`; `-` reads standard input.
    Ceilings {
        /// Ceilings as JSON.
        ceilings: String,
    },
}

#[derive(Debug, Args)]
pub struct Provider {
    /// Provider id.
    pub provider: String,
}

/// A provider to add.
#[derive(Debug, Args)]
pub struct AddProvider {
    /// Id for routes: letters, digits, `-` and `_`.
    pub id: String,
    /// Kind of server: openai, anthropic, gemini, azure, deepseek, dashscope, volcengine, moonshot, zhipu,
    /// siliconflow, openrouter, ollama, lm_studio, llama_cpp, vllm, custom.
    #[arg(long)]
    pub preset: String,
    /// Base address of the API, such as https://api.example.com/v1; the default of the preset if omitted.
    #[arg(long)]
    pub url: Option<String>,
    /// Display name; the id if omitted.
    #[arg(long)]
    pub name: Option<String>,
    /// Model to use there; may be repeated.
    #[arg(long)]
    pub model: Vec<String>,
    /// Replace names of persons, places and organizations, and personal data, with stand-ins.
    #[arg(long)]
    pub mask_names: bool,
}

/// A request for text for a scene.
#[derive(Debug, Args)]
pub struct Asked {
    #[command(flatten)]
    pub of: Scene,
    /// Additional instructions for the model.
    #[arg(long, default_value = "")]
    pub instruction: String,
    /// Target length in 字; taken from the plan or the text if omitted.
    #[arg(long)]
    pub target: Option<u32>,
    /// File with a prompt template to try instead of the one in use.
    #[arg(long)]
    pub template: Option<PathBuf>,
    /// Send the secrets of lore entries, too.
    #[arg(long)]
    pub allow_secrets: bool,
    /// Profile to use this time; the one that is set if omitted.
    #[arg(long)]
    pub profile: Option<String>,
    /// Steps of the profile to leave out this time.
    #[arg(long, value_delimiter = ',')]
    pub skip: Vec<String>,
}

/// Generate text from the plan, or from where the text ends.
#[derive(Debug, Args)]
pub struct Draft {
    #[command(flatten)]
    pub asked: Asked,
    /// Draft the scene from its plan, continue it, write a card for it, or suggest titles for its chapter.
    #[arg(long, value_parser = ["draft", "continue", "card", "titles"], default_value = "draft")]
    pub act: String,
    /// Position to insert the text, in characters; the end if omitted.
    #[arg(long)]
    pub at: Option<usize>,
    /// Number of candidates, 1–3.
    #[arg(long)]
    pub candidates: Option<u32>,
    /// Accept the first candidate into the scene.
    #[arg(long)]
    pub accept: bool,
    /// Reuse the cached answer to an identical request, if there is one; for cards and titles.
    #[arg(long)]
    pub reuse: bool,
}

/// Rewrite a passage.
#[derive(Debug, Args)]
pub struct Rewrite {
    #[command(flatten)]
    pub asked: Asked,
    /// What to do with the passage.
    #[arg(long, value_parser = ["rewrite", "expand", "compress", "polish"], default_value = "rewrite")]
    pub act: String,
    /// Start of the passage, in characters.
    #[arg(long)]
    pub start: usize,
    /// End of the passage, in characters.
    #[arg(long)]
    pub end: usize,
    /// Number of candidates, 1–3.
    #[arg(long)]
    pub candidates: Option<u32>,
    /// Accept the first candidate into the scene.
    #[arg(long)]
    pub accept: bool,
}

/// Show what would be sent to a model, and what would be omitted and why; sends nothing.
#[derive(Debug, Args)]
pub struct Context {
    #[command(flatten)]
    pub asked: Asked,
    /// What to ask for.
    #[arg(
        long,
        value_parser = ["draft", "continue", "rewrite", "expand", "compress", "polish", "card", "titles"],
        default_value = "draft"
    )]
    pub act: String,
    /// Start of the passage, in characters; the end of the text if omitted.
    #[arg(long, requires = "end")]
    pub start: Option<usize>,
    /// End of the passage, in characters.
    #[arg(long, requires = "start")]
    pub end: Option<usize>,
}

#[derive(Debug, Subcommand)]
pub enum Generations {
    /// List the generations, newest first.
    List {
        /// Project file.
        file: PathBuf,
        /// List only those for this scene.
        #[arg(long)]
        scene: Option<i64>,
        /// List only undecided ones.
        #[arg(long)]
        open: bool,
    },
    /// List the texts of a scene that were never asked for, because the program ended during the steps before them.
    Unwritten(Scene),
    /// Show a generation with its receipt: what was sent to the model, and what was omitted and why.
    Get(Generation),
    /// Report how a text came about: why, by which steps, with which prompt, and what is left of it.
    Report {
        #[command(flatten)]
        of: Generation,
        /// Replace texts by their lengths and hashes, to show the report to others.
        #[arg(long)]
        redact: bool,
        /// Write it to this file.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Show the origin of a character in a scene, with the receipt.
    At {
        #[command(flatten)]
        of: Scene,
        /// Version number; the working text if omitted.
        #[arg(long)]
        version: Option<i64>,
        /// Position, in characters.
        #[arg(long)]
        offset: usize,
    },
    /// List the AI spans in the text of a scene.
    Spans(Scene),
    /// Compare how two texts came about: profiles, steps, artifacts, prices, and what was sent.
    Compare {
        /// Project file.
        file: PathBuf,
        /// Earlier generation.
        #[arg(long)]
        from: i64,
        /// Later generation.
        #[arg(long)]
        to: i64,
    },
    /// Accept the whole text of a generation into its scene.
    Accept(Generation),
    /// Record a decision about a generation.
    Decide {
        #[command(flatten)]
        of: Generation,
        /// Decision about its text.
        #[arg(long, value_parser = ["open", "accepted", "dismissed"])]
        fate: Option<String>,
        /// Decision about its overflow.
        #[arg(long, value_parser = ["kept", "used", "dismissed"])]
        overflow: Option<String>,
    },
    /// Show undecided overflow (余稿).
    Shelf(Project),
}

#[derive(Debug, Args)]
pub struct Generation {
    /// Project file.
    pub file: PathBuf,
    /// Generation id.
    #[arg(long)]
    pub generation: i64,
}

#[derive(Debug, Subcommand)]
pub enum Prompts {
    /// List the templates, your own versions, and the variables available to templates.
    List(Project),
    /// Show a template.
    Get(Prompt),
    /// Save standard input as the next version, and enable it.
    Save {
        #[command(flatten)]
        of: PromptKey,
        /// Note.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Enable a version; the shipped one without --id.
    Enable(Prompt),
    /// Compare two versions; the shipped one if none is given.
    Compare {
        #[command(flatten)]
        of: PromptKey,
        /// Earlier version.
        #[arg(long)]
        from: Option<i64>,
        /// Later version.
        #[arg(long)]
        to: Option<i64>,
    },
    /// Check the template on standard input, and render it with an example.
    Check(Project),
    /// Write a template to a file.
    Export {
        #[command(flatten)]
        of: Prompt,
        /// File to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Import a template from a file as the next version, and enable it.
    Import {
        #[command(flatten)]
        of: PromptKey,
        /// File to import.
        #[arg(long)]
        source: PathBuf,
    },
}

#[derive(Debug, Args)]
pub struct PromptKey {
    /// Project file.
    pub file: PathBuf,
    /// Group and key, such as scene_generation/continue.
    pub prompt: String,
    /// Language of the prompt: zh or en.
    #[arg(long, value_parser = ["zh", "en"], default_value = "zh")]
    pub language: String,
}

#[derive(Debug, Args)]
pub struct Prompt {
    #[command(flatten)]
    pub key: PromptKey,
    /// Your own version; the shipped one if omitted.
    #[arg(long)]
    pub id: Option<i64>,
}

#[derive(Debug, Args)]
pub struct Usage {
    /// Project file.
    pub file: PathBuf,
    /// First day, such as 2026-09-01, in local time; everything if omitted.
    #[arg(long)]
    pub since: Option<jiff::civil::Date>,
}
