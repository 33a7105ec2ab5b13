//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub mod canon;
pub mod cards;
pub mod checks;
pub mod completion;
mod history;
mod language;
pub mod meaning;
pub mod models;
mod part;
pub mod search;
pub mod spelling;
pub mod text;
pub mod workflow;

pub use history::{Branch, Checkpoint};
use language::Language;
pub use language::Sample;
pub use part::{Bin, Parent, Part};

/// Wenfang 文房: novels from the command line.
///
/// Prints one JSON document on standard output; errors are JSON on standard error. Exit status: 0 done, 1 refused or
/// failed, 2 wrong usage.
#[derive(Debug, Parser)]
#[command(name = "wenfang", version)]
pub struct Cli {
    /// Print text for people instead of JSON.
    #[arg(long, global = true)]
    pub pretty: bool,
    /// Open for writing although another machine's lock says that the project is open there.
    #[arg(long, global = true)]
    pub take_over: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Create a project.
    New {
        /// The project file to create.
        file: PathBuf,
        /// Title of the novel.
        #[arg(long)]
        title: String,
        /// Its author.
        #[arg(long, default_value = "")]
        author: String,
        /// The language it will be written in; found out at the first import when left out.
        #[arg(long)]
        language: Option<Language>,
    },
    /// Make a short novel of our own, to look around in.
    Sample(Sample),
    /// Show a project at a glance.
    Info(Project),
    /// Change what is said about the novel.
    Describe {
        /// The project file.
        file: PathBuf,
        /// Its title.
        #[arg(long)]
        title: Option<String>,
        /// Its author.
        #[arg(long)]
        author: Option<String>,
        /// The language it is written in.
        #[arg(long)]
        language: Option<Language>,
    },
    /// Import a text file, or a folder of them.
    Import(Import),
    /// Export the manuscript.
    Export {
        /// The project file.
        file: PathBuf,
        /// The file to write; the folder with --per-chapter.
        out: PathBuf,
        /// Plain text or Markdown.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
        /// One file per chapter.
        #[arg(long)]
        per_chapter: bool,
        /// Replace files that are there already.
        #[arg(long)]
        overwrite: bool,
    },
    /// Show volumes, chapters and scenes in order.
    Outline(Project),
    /// Show the text of a scene.
    Text {
        /// The project file.
        file: PathBuf,
        /// The scene.
        #[arg(long)]
        scene: i64,
        /// The version; the newest of the main line when absent.
        #[arg(long)]
        version: Option<i64>,
    },
    /// Save standard input as the next version of a scene.
    Save {
        /// The project file.
        file: PathBuf,
        /// The scene.
        #[arg(long)]
        scene: i64,
        /// The version the text was begun from; the newest when absent.
        #[arg(long)]
        base: Option<i64>,
        /// Keep it as the scene's draft instead.
        #[arg(long)]
        draft: bool,
        /// Save an empty text too.
        #[arg(long)]
        allow_empty: bool,
    },
    /// List the versions of a scene.
    History(Scene),
    /// Show two versions of a scene and what changed between them.
    Diff(Diff),
    /// Bring a version back as the newest of its scene.
    Restore(Version),
    /// Name a version, so that it is never thinned out.
    Label {
        /// Which version.
        #[command(flatten)]
        of: Version,
        /// The name; none takes it away.
        #[arg(long)]
        name: Option<String>,
    },
    /// Branches of a scene.
    #[command(subcommand)]
    Branch(Branch),
    /// Named states of the whole project.
    #[command(subcommand)]
    Checkpoint(Checkpoint),
    /// The story bible.
    #[command(subcommand)]
    Bible(canon::Bible),
    /// Lore entries.
    #[command(subcommand)]
    Lore(canon::Lore),
    /// Cards: one for each person or thing, with all that is known of it.
    #[command(subcommand)]
    Cards(cards::Cards),
    /// Names that are found in the text and that nobody entered.
    #[command(subcommand)]
    Hints(cards::Hints),
    /// Where the things of the canon are mentioned; counts of everything when nothing is named.
    Mentions(canon::Mentions),
    /// The knowledge graph.
    #[command(subcommand)]
    Kg(canon::Kg),
    /// Plot threads.
    #[command(subcommand)]
    Threads(canon::Threads),
    /// The timeline.
    #[command(subcommand)]
    Timeline(canon::Timeline),
    /// Say where a range of a version stands in the scene as it is now.
    Locate(canon::Locate),
    /// Models on this machine: who serves them, keys, routes, ceilings.
    #[command(subcommand)]
    Providers(models::Providers),
    /// The embedding model of this machine, by which search knows meaning.
    #[command(subcommand)]
    Model(meaning::Model),
    /// Have a model write a scene from its plan, go on with it, make a card of it, or find titles.
    Draft(models::Draft),
    /// Have a model rewrite, expand, compress or polish a passage.
    Rewrite(models::Rewrite),
    /// Show what a model would be sent; nothing is sent.
    Context(models::Context),
    /// What models wrote.
    #[command(subcommand)]
    Generations(models::Generations),
    /// Prompt templates.
    #[command(subcommand)]
    Prompts(models::Prompts),
    /// Show what models took and cost in a novel.
    Usage(models::Usage),
    /// Bring the search index of a project up to date.
    Index(search::Index),
    /// Search by words and by meaning.
    Search(search::Search),
    /// Find passages that are like a text or a scene.
    Similar(search::Similar),
    /// Find passages that nearly repeat another one.
    Duplicates(search::Duplicates),
    /// What must be known of the book before a scene is written.
    Memory(search::Memory),
    /// Complete a chapter: its summary, proposals, what a model finds wrong, directions for the next one.
    #[command(subcommand)]
    Chapter(completion::Chapter),
    /// Check the text, and keep what is found.
    Check(checks::Check),
    /// Show what checks found, as it stands now.
    Findings(checks::Findings),
    /// Let a finding be.
    Waive(checks::Waive),
    /// Take back what was said of a finding.
    Unwaive(checks::Finding),
    /// Show the rules of checks and how well they do, or turn one on or off.
    Rules(checks::Rules),
    /// English spelling: misspelt words, the novel's own dictionary, the dictionaries of this machine.
    #[command(subcommand)]
    Spelling(spelling::Spelling),
    /// How well parts of the studio do.
    #[command(subcommand)]
    Eval(checks::Eval),
    /// Run workflows over the novel.
    #[command(subcommand)]
    Workflow(workflow::Workflow),
    /// Create a volume, a chapter or a scene.
    Create {
        /// The project file.
        file: PathBuf,
        /// What it goes into; a volume of the manuscript when none is named.
        #[command(flatten)]
        parent: Parent,
        /// Its title.
        #[arg(long, default_value = "")]
        title: String,
        /// Its index among its siblings, from 0.
        #[arg(long)]
        at: Option<usize>,
    },
    /// Give a part another title.
    Rename {
        /// The project file.
        file: PathBuf,
        /// The part.
        #[command(flatten)]
        part: Part,
        /// Its title.
        #[arg(long)]
        title: String,
    },
    /// Move a part, or take it out of the bin.
    Move {
        /// The project file.
        file: PathBuf,
        /// The part.
        #[command(flatten)]
        part: Part,
        /// The volume (for a chapter) or chapter (for a scene) to move it into.
        #[arg(long)]
        into: Option<i64>,
        /// Its index there, from 0; at the end when absent.
        #[arg(long)]
        at: Option<usize>,
    },
    /// Show what is said about a part.
    #[command(name = "part")]
    About(text::PartArgs),
    /// Put a copy of a scene or chapter right behind it.
    Duplicate(text::Duplicate),
    /// Say how far a part is, how long it shall be, what happens in it.
    Plan(text::Plan),
    /// Look for words in the manuscript, drafts included.
    Find {
        /// What to look for.
        #[command(flatten)]
        find: text::Search,
        /// The most hits to show; all are counted.
        #[arg(long)]
        limit: Option<usize>,
    },
    /// Replace words in the manuscript, in one act.
    Replace(text::Replace),
    /// Take a replacement back where nothing was written since.
    UndoReplace(text::UndoReplace),
    /// Show how much was written on which day.
    Days(text::Days),
    /// Split a scene in two.
    Split {
        /// The project file.
        file: PathBuf,
        /// The scene.
        #[arg(long)]
        scene: i64,
        /// Where, in characters from the start of its newest text.
        #[arg(long)]
        at: usize,
    },
    /// Join the scenes of a split again, with what was written in them since.
    UndoSplit(text::UndoJoin),
    /// Append a scene to another one and put it into the bin.
    Merge {
        /// The project file.
        file: PathBuf,
        /// The scene that stays.
        #[arg(long)]
        scene: i64,
        /// The scene that is appended.
        #[arg(long)]
        with: i64,
    },
    /// Part two merged scenes again, unless something was written in them since.
    UndoMerge(text::UndoJoin),
    /// The bin.
    #[command(subcommand)]
    Bin(Bin),
    /// Make the numbers of 第X章 titles follow the order of the chapters.
    Renumber {
        /// The project file.
        file: PathBuf,
        /// Start at 1 in each volume.
        #[arg(long)]
        per_volume: bool,
        /// Show what would change.
        #[arg(long)]
        dry_run: bool,
    },
    /// Count standard input.
    Count {
        /// The rule whose total is wanted.
        #[arg(long, value_parser = ["standard", "word", "han", "all"], default_value = "standard")]
        rule: String,
    },
    /// Find a range of one text in another version of it.
    Reanchor {
        /// File with the text the range belongs to.
        #[arg(long)]
        old: PathBuf,
        /// File with the text to find it in.
        #[arg(long)]
        new: PathBuf,
        /// Start of the range in characters.
        #[arg(long)]
        start: usize,
        /// End of the range in characters.
        #[arg(long)]
        end: usize,
    },
    /// Copy the project into a folder and prove the copy.
    Backup {
        /// The project file.
        file: PathBuf,
        /// The folder.
        dir: PathBuf,
    },
    /// Thin out old automatic versions.
    Compact {
        /// The project file.
        file: PathBuf,
        /// Show what would go.
        #[arg(long)]
        dry_run: bool,
    },
    /// Write what can be read of a damaged project into a new file.
    Salvage {
        /// The damaged file; it is left as it is.
        file: PathBuf,
        /// The new file.
        to: PathBuf,
    },
    /// Verify everything in a project; of a damaged one, name pages, tables and scenes.
    Doctor {
        /// The project file.
        file: PathBuf,
        /// Make derived data anew first.
        #[arg(long)]
        rebuild: bool,
    },
}

/// A project.
#[derive(Debug, Args)]
pub struct Project {
    /// The project file.
    pub file: PathBuf,
}

/// A scene of a project.
#[derive(Debug, Args)]
pub struct Scene {
    /// The project file.
    pub file: PathBuf,
    /// The scene.
    #[arg(long)]
    pub scene: i64,
}

/// Two versions of a scene.
#[derive(Debug, Args)]
pub struct Diff {
    /// The project file.
    pub file: PathBuf,
    /// The scene.
    #[arg(long)]
    pub scene: i64,
    /// The earlier version.
    #[arg(long)]
    pub from: i64,
    /// The later version; the draft, or the newest version, when absent.
    #[arg(long)]
    pub to: Option<i64>,
}

/// A version of a scene.
#[derive(Debug, Args)]
pub struct Version {
    /// The project file.
    pub file: PathBuf,
    /// The scene.
    #[arg(long)]
    pub scene: i64,
    /// The version.
    #[arg(long)]
    pub version: i64,
}

/// What to import and how.
#[derive(Debug, Args)]
pub struct Import {
    /// The project file.
    pub file: PathBuf,
    /// The text or Markdown file, or a folder of them.
    pub source: PathBuf,
    /// utf-8, utf-16le, utf-16be, gb18030, gbk, big5 or shift_jis; found out when absent.
    #[arg(long)]
    pub encoding: Option<String>,
    /// How chapters are found: auto, none, or a pattern that chapter titles match.
    #[arg(long, default_value = "auto")]
    pub split: String,
    /// File with the chapter titles, one a line, in place of --split.
    #[arg(long, conflicts_with = "split")]
    pub titles: Option<PathBuf>,
    /// Import although some bytes cannot be read; they become U+FFFD.
    #[arg(long)]
    pub lossy: bool,
    /// Show what was found and import nothing.
    #[arg(long)]
    pub dry_run: bool,
}

/// How an export is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Format {
    /// Plain text.
    #[default]
    Txt,
    /// Markdown.
    Md,
}
