//! Models, drafting and prompts on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Project, Scene};

/// Who serves models, on this machine.
#[derive(Debug, Subcommand)]
pub enum Providers {
    /// Show what is set up: providers, routes, ceilings, where keys are, and the presets.
    List,
    /// Set a provider up, or change it.
    Add(AddProvider),
    /// The same with everything: a JSON object as `providers list` shows it under `provider`; `-` reads standard input.
    Save {
        /// The provider.
        provider: String,
    },
    /// Remove a provider, its key and every route to it.
    Remove(Provider),
    /// Keep the key that is read from standard input.
    SetKey(Provider),
    /// Forget the key of a provider.
    ForgetKey(Provider),
    /// Say where keys are kept. A file wants its passphrase in WENFANG_PASSPHRASE, at every start.
    Keys {
        /// Where.
        #[arg(value_parser = ["keychain", "memory", "file"])]
        place: String,
    },
    /// Agree that text is sent to the host of a provider. `context` shows what would be sent.
    Consent {
        /// Its id.
        provider: String,
        /// Take it back.
        #[arg(long)]
        withdraw: bool,
    },
    /// Set how many tokens a request of a model may take in the window without asking you. The command line never asks.
    Unasked {
        /// The id of its provider.
        provider: String,
        /// The model.
        model: String,
        /// Tokens, sent and answered together; 0 to be asked about each request.
        tokens: u64,
    },
    /// Test a provider; no text of yours is sent.
    Test {
        /// Its id.
        provider: String,
        /// With this model; the first one that is set up when absent.
        #[arg(long)]
        model: Option<String>,
    },
    /// List the models that a server says it has.
    Models(Provider),
    /// Say which model does which task: a JSON object as `providers list` shows it; `-` reads standard input.
    Routes {
        /// The routes.
        routes: String,
    },
    /// Set the most that may be spent: a JSON object as `providers list` shows it; `-` reads standard input.
    Ceilings {
        /// The ceilings.
        ceilings: String,
    },
}

/// A provider that is set up.
#[derive(Debug, Args)]
pub struct Provider {
    /// Its id.
    pub provider: String,
}

/// A provider to set up.
#[derive(Debug, Args)]
pub struct AddProvider {
    /// A short name for routes: letters, digits, `-` and `_`.
    pub id: String,
    /// Which kind of server: openai, anthropic, gemini, azure, deepseek, dashscope, volcengine, moonshot, zhipu, siliconflow,
    /// openrouter, ollama, lm_studio, llama_cpp, vllm, custom.
    #[arg(long)]
    pub preset: String,
    /// Where its API begins, as https://api.example.com/v1; where servers of its kind usually are when absent.
    #[arg(long)]
    pub url: Option<String>,
    /// What it is called; its id when absent.
    #[arg(long)]
    pub name: Option<String>,
    /// A model that is used there; may be given several times.
    #[arg(long)]
    pub model: Vec<String>,
    /// Send stand-ins in place of names of persons, places and organizations, and of personal data.
    #[arg(long)]
    pub mask_names: bool,
}

/// Text to be written for a scene.
#[derive(Debug, Args)]
pub struct Asked {
    /// The scene.
    #[command(flatten)]
    pub of: Scene,
    /// Your own words on it.
    #[arg(long, default_value = "")]
    pub instruction: String,
    /// Wanted length in 字; what the plan or the text asks for when absent.
    #[arg(long)]
    pub target: Option<u32>,
    /// A file with a prompt template to try in place of the one in use.
    #[arg(long)]
    pub template: Option<PathBuf>,
    /// Send secrets of lore entries too.
    #[arg(long)]
    pub allow_secrets: bool,
}

/// Have text written from the plan, or where the text ends.
#[derive(Debug, Args)]
pub struct Draft {
    /// What is asked for.
    #[command(flatten)]
    pub asked: Asked,
    /// What shall be done: the scene from its plan, more text, a card of the scene, titles for its chapter.
    #[arg(long, value_parser = ["draft", "continue", "card", "titles"], default_value = "draft")]
    pub act: String,
    /// Where the text goes in, in characters from the start; at the end when absent.
    #[arg(long)]
    pub at: Option<usize>,
    /// How many candidates, 1–3.
    #[arg(long)]
    pub candidates: Option<u32>,
    /// Take the first candidate into the scene.
    #[arg(long)]
    pub accept: bool,
    /// Take the answer that the very same question had before, if it had one; for cards and titles.
    #[arg(long)]
    pub reuse: bool,
}

/// Have a passage written anew.
#[derive(Debug, Args)]
pub struct Rewrite {
    /// What is asked for.
    #[command(flatten)]
    pub asked: Asked,
    /// What shall be done with the passage.
    #[arg(long, value_parser = ["rewrite", "expand", "compress", "polish"], default_value = "rewrite")]
    pub act: String,
    /// Where the passage starts, in characters.
    #[arg(long)]
    pub start: usize,
    /// Where it ends.
    #[arg(long)]
    pub end: usize,
    /// How many candidates, 1–3.
    #[arg(long)]
    pub candidates: Option<u32>,
    /// Take the first candidate into the scene.
    #[arg(long)]
    pub accept: bool,
}

/// Show what a model would be sent, and what would be left out and why; nothing is sent.
#[derive(Debug, Args)]
pub struct Context {
    /// What is asked for.
    #[command(flatten)]
    pub asked: Asked,
    /// What shall be done.
    #[arg(
        long,
        value_parser = ["draft", "continue", "rewrite", "expand", "compress", "polish", "card", "titles"],
        default_value = "draft"
    )]
    pub act: String,
    /// Where the passage starts, in characters; the end of the text when absent.
    #[arg(long, requires = "end")]
    pub start: Option<usize>,
    /// Where it ends.
    #[arg(long, requires = "start")]
    pub end: Option<usize>,
}

/// What models wrote.
#[derive(Debug, Subcommand)]
pub enum Generations {
    /// List what models wrote, newest first.
    List {
        /// The project file.
        file: PathBuf,
        /// For this scene alone.
        #[arg(long)]
        scene: Option<i64>,
        /// Only what is not decided.
        #[arg(long)]
        open: bool,
    },
    /// Show a generation with its receipt: what the model was sent, and what was left out and why.
    Get(Generation),
    /// Show where a character of a scene came from, with the receipt.
    At {
        /// The scene.
        #[command(flatten)]
        of: Scene,
        /// The version; the working text when absent.
        #[arg(long)]
        version: Option<i64>,
        /// The place, in characters.
        #[arg(long)]
        offset: usize,
    },
    /// List the stretches of a scene's text that models wrote.
    Spans(Scene),
    /// Show how two receipts differ.
    Compare {
        /// The project file.
        file: PathBuf,
        /// The earlier generation.
        #[arg(long)]
        from: i64,
        /// The later one.
        #[arg(long)]
        to: i64,
    },
    /// Take the whole text of a generation into its scene.
    Accept(Generation),
    /// Note what you decided.
    Decide {
        /// The generation.
        #[command(flatten)]
        of: Generation,
        /// About its text.
        #[arg(long, value_parser = ["open", "accepted", "dismissed"])]
        fate: Option<String>,
        /// About its overflow.
        #[arg(long, value_parser = ["kept", "used", "dismissed"])]
        overflow: Option<String>,
    },
    /// Show the overflow (余稿) that you have not decided on.
    Shelf(Project),
}

/// A generation.
#[derive(Debug, Args)]
pub struct Generation {
    /// The project file.
    pub file: PathBuf,
    /// Which one.
    #[arg(long)]
    pub generation: i64,
}

/// Prompt templates.
#[derive(Debug, Subcommand)]
pub enum Prompts {
    /// List the templates, your own versions, and what a template may use.
    List(Project),
    /// Show a template.
    Get(Prompt),
    /// Keep standard input as the next version, and switch it on.
    Save {
        /// Which one.
        #[command(flatten)]
        of: PromptKey,
        /// What you note.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Switch a version on; the shipped one without --id.
    Enable(Prompt),
    /// Compare two versions; the shipped one where none is named.
    Compare {
        /// Which one.
        #[command(flatten)]
        of: PromptKey,
        /// The earlier version.
        #[arg(long)]
        from: Option<i64>,
        /// The later version.
        #[arg(long)]
        to: Option<i64>,
    },
    /// Check the template on standard input, and show what it makes of an example.
    Check(Project),
    /// Write a template to a file.
    Export {
        /// Which one.
        #[command(flatten)]
        of: Prompt,
        /// The file to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Keep a template out of a file as the next version, and switch it on.
    Import {
        /// Which one.
        #[command(flatten)]
        of: PromptKey,
        /// The file.
        #[arg(long)]
        source: PathBuf,
    },
}

/// A template.
#[derive(Debug, Args)]
pub struct PromptKey {
    /// The project file.
    pub file: PathBuf,
    /// Group and key, as scene_generation/continue.
    pub prompt: String,
    /// The language it speaks to the model: zh or en.
    #[arg(long, value_parser = ["zh", "en"], default_value = "zh")]
    pub language: String,
}

/// A version of a template.
#[derive(Debug, Args)]
pub struct Prompt {
    /// Which one.
    #[command(flatten)]
    pub key: PromptKey,
    /// Your own version; the shipped one when absent.
    #[arg(long)]
    pub id: Option<i64>,
}

/// What was spent in a novel.
#[derive(Debug, Args)]
pub struct Usage {
    /// The project file.
    pub file: PathBuf,
    /// From this day on, as 2026-09-01, in the zone of this machine; all of it when absent.
    #[arg(long)]
    pub since: Option<jiff::civil::Date>,
}
