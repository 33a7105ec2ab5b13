//! Command-line arguments. Doc comments here are the help text of `wenfang`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub mod artifact;
pub mod canon;
pub mod cards;
pub mod checks;
pub mod comment;
pub mod completion;
pub mod export;
mod history;
mod language;
pub mod meaning;
pub mod mend;
pub mod models;
mod part;
pub mod pipeline;
pub mod search;
pub mod spelling;
pub mod text;
pub mod workflow;

pub use history::{Branch, Checkpoint};
use language::Language;
pub use language::Sample;
pub use part::{Bin, Parent, Part};

/// Wenfang 文房: write novels from the command line.
///
/// Prints one JSON document on standard output and errors as JSON on standard error. Exit status: 0 success, 1
/// refused or failed, 2 invalid usage.
#[derive(Debug, Parser)]
#[command(name = "wenfang", version)]
pub struct Cli {
    /// Print readable text instead of JSON.
    #[arg(long, global = true)]
    pub pretty: bool,
    /// Open for writing even if the lock of another machine says that the project is open there.
    #[arg(long, global = true)]
    pub take_over: bool,
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Create a project.
    New {
        /// Project file to create.
        file: PathBuf,
        /// Title of the novel.
        #[arg(long)]
        title: String,
        /// Name of the author.
        #[arg(long, default_value = "")]
        author: String,
        /// Language of the novel; detected at the first import if omitted.
        #[arg(long)]
        language: Option<Language>,
        /// Target length of each new chapter: words in English, otherwise characters.
        #[arg(long)]
        chapter_target: Option<u32>,
    },
    /// Create one of the sample novels.
    Sample(Sample),
    /// Show an overview of a project.
    Info(Project),
    /// Change the title, author, language or chapter target of the novel.
    Describe {
        /// Project file.
        file: PathBuf,
        /// New title.
        #[arg(long)]
        title: Option<String>,
        /// New author.
        #[arg(long)]
        author: Option<String>,
        /// New language.
        #[arg(long)]
        language: Option<Language>,
        /// Target length of each new chapter: words in English, otherwise characters; 0 for none.
        #[arg(long)]
        chapter_target: Option<u32>,
    },
    /// Import a text or a document (Word, OpenDocument, RTF, EPUB, HTML), a folder of them, or a project of Scrivener,
    /// novelWriter, yWriter, Longform or Manuskript.
    Import(Import),
    /// Export the manuscript.
    Export(export::Export),
    /// Show the book as it is printed, with its marks read, for a layout of your own.
    PrintText(export::PrintText),
    /// List the profiles of sites for exports, and invalid files among the author's own.
    Sites(Project),
    /// Show a chapter in the form of a site, to be copied into it.
    SiteText(export::SiteText),
    /// Show volumes, chapters and scenes in order.
    Outline(Project),
    /// Show the text of a scene.
    Text {
        /// Project file.
        file: PathBuf,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        /// Version number; the newest of the main line if omitted.
        #[arg(long)]
        version: Option<i64>,
    },
    /// Save standard input as the next version of a scene.
    Save {
        /// Project file.
        file: PathBuf,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        /// Version that the text is based on; the newest if omitted.
        #[arg(long)]
        base: Option<i64>,
        /// Save the text as the scene's draft instead.
        #[arg(long)]
        draft: bool,
        /// Characters FROM-TO of the text were pasted from outside the novel and do not count as written.
        #[arg(long, value_name = "FROM-TO", requires = "base", conflicts_with = "draft", value_parser = character_range)]
        pasted: Vec<(usize, usize)>,
        /// Allow an empty text.
        #[arg(long)]
        allow_empty: bool,
    },
    /// List the versions of a scene.
    History(Scene),
    /// Show two versions of a scene and their differences.
    Diff(Diff),
    /// Restore a version as the newest version of its scene.
    Restore(Version),
    /// Name a version, which protects it from compaction.
    Label {
        #[command(flatten)]
        of: Version,
        /// New name; removes the name if omitted.
        #[arg(long)]
        name: Option<String>,
    },
    /// Manage branches of a scene.
    #[command(subcommand)]
    Branch(Branch),
    /// Manage checkpoints, the named states of the whole project.
    #[command(subcommand)]
    Checkpoint(Checkpoint),
    /// Manage the story bible.
    #[command(subcommand)]
    Bible(canon::Bible),
    /// Manage lore entries.
    #[command(subcommand)]
    Lore(canon::Lore),
    /// Manage cards: one for each person or thing, with everything known about it.
    #[command(subcommand)]
    Cards(cards::Cards),
    /// Manage hints: possible names in the text that have no entry.
    #[command(subcommand)]
    Hints(cards::Hints),
    /// Show where items of the canon are mentioned; counts for all items if none is given.
    Mentions(canon::Mentions),
    /// Manage the knowledge graph.
    #[command(subcommand)]
    Kg(canon::Kg),
    /// Manage plot threads.
    #[command(subcommand)]
    Threads(canon::Threads),
    /// Manage comments on passages of the text.
    #[command(subcommand)]
    Comment(comment::Comment),
    /// Manage the timeline.
    #[command(subcommand)]
    Timeline(canon::Timeline),
    /// Find the position of a range of a version in the current text of its scene.
    Locate(canon::Locate),
    /// Manage model providers, keys, routes and ceilings on this machine.
    #[command(subcommand)]
    Providers(models::Providers),
    /// Manage the embedding model of this machine, which enables semantic search.
    #[command(subcommand)]
    Model(meaning::Model),
    /// Have a model draft or continue a scene, write a card for it, or suggest titles.
    Draft(models::Draft),
    /// Have a model rewrite, expand, compress or polish a passage.
    Rewrite(models::Rewrite),
    /// Show what would be sent to a model; sends nothing.
    Context(models::Context),
    /// Manage the texts that models wrote.
    #[command(subcommand)]
    Generations(models::Generations),
    /// Manage prompt templates.
    #[command(subcommand)]
    Prompts(models::Prompts),
    /// Show the usage and cost of models in a novel.
    Usage(models::Usage),
    /// Update the search index of a project.
    Index(search::Index),
    /// Search by words and by meaning.
    Search(search::Search),
    /// Find passages similar to a text or a scene.
    Similar(search::Similar),
    /// Find passages that nearly repeat each other.
    Duplicates(search::Duplicates),
    /// Retrieve what matters from the book before a scene is written.
    Memory(search::Memory),
    /// Manage artifacts: what steps and the author left for prompts and panels.
    #[command(subcommand)]
    Artifact(artifact::Artifact),
    /// Complete a chapter: summary, proposals, model checks, directions for the next chapter.
    #[command(subcommand)]
    Chapter(completion::Chapter),
    /// Check the text and store the findings.
    Check(checks::Check),
    /// Mend what checks found, on copies of the text.
    #[command(subcommand)]
    Mend(mend::Mend),
    /// Show the current findings.
    Findings(checks::Findings),
    /// Waive a finding.
    Waive(checks::Waive),
    /// Remove the waivers of a finding.
    Unwaive(checks::Finding),
    /// Show the check rules and their accuracy, or switch a rule on or off.
    Rules(checks::Rules),
    /// Check English spelling, and manage the novel's dictionary.
    #[command(subcommand)]
    Spelling(spelling::Spelling),
    /// Measure the quality of checks, search and name extraction.
    #[command(subcommand)]
    Eval(checks::Eval),
    /// Run workflows.
    #[command(subcommand)]
    Workflow(workflow::Workflow),
    #[command(subcommand)]
    Pipeline(pipeline::Pipeline),
    /// Create a volume, a chapter or a scene.
    Create {
        /// Project file.
        file: PathBuf,
        #[command(flatten)]
        parent: Parent,
        /// Title.
        #[arg(long, default_value = "")]
        title: String,
        /// Index among its siblings, from 0.
        #[arg(long)]
        at: Option<usize>,
    },
    /// Change the title of a part.
    Rename {
        /// Project file.
        file: PathBuf,
        #[command(flatten)]
        part: Part,
        /// New title.
        #[arg(long)]
        title: String,
    },
    /// Move a part, also out of the bin.
    Move {
        /// Project file.
        file: PathBuf,
        #[command(flatten)]
        part: Part,
        /// Target volume (for a chapter) or chapter (for a scene).
        #[arg(long)]
        into: Option<i64>,
        /// Index in the target, from 0; at the end if omitted.
        #[arg(long)]
        at: Option<usize>,
    },
    /// Show the record of a part.
    #[command(name = "part")]
    About(text::PartArgs),
    /// Copy a scene or chapter and insert the copy after it.
    Duplicate(text::Duplicate),
    /// Set the status, target length and plan of a part.
    Plan(text::Plan),
    /// Find text in the manuscript, drafts included.
    Find {
        #[command(flatten)]
        find: text::Search,
        /// Maximum number of hits to show; all are counted.
        #[arg(long)]
        limit: Option<usize>,
    },
    /// Replace text in the manuscript in one operation.
    Replace(text::Replace),
    /// Undo a replacement, except in scenes edited since.
    UndoReplace(text::UndoReplace),
    /// Show how much was written on each day.
    Days(text::Days),
    /// Split a scene in two.
    Split {
        /// Project file.
        file: PathBuf,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        /// Position of the split, in characters from the start of the newest text.
        #[arg(long)]
        at: usize,
    },
    /// Undo a split: join the scenes again, including changes made since.
    UndoSplit(text::UndoJoin),
    /// Append a scene to another one and move it to the bin.
    Merge {
        /// Project file.
        file: PathBuf,
        /// Scene to keep.
        #[arg(long)]
        scene: i64,
        /// Scene to append.
        #[arg(long)]
        with: i64,
    },
    /// Undo a merge, unless the scenes were edited since.
    UndoMerge(text::UndoJoin),
    /// Manage the bin.
    #[command(subcommand)]
    Bin(Bin),
    /// Renumber 第X章 titles to follow the order of the chapters.
    Renumber {
        /// Project file.
        file: PathBuf,
        /// Start at 1 in each volume.
        #[arg(long)]
        per_volume: bool,
        /// Only show the changes.
        #[arg(long)]
        dry_run: bool,
    },
    /// Count the characters and words of standard input.
    Count {
        /// Rule to count by.
        #[arg(long, value_parser = ["standard", "word", "han", "all"], default_value = "standard")]
        rule: String,
    },
    /// Find a range of a text in another version of the text.
    Reanchor {
        /// File with the old text.
        #[arg(long)]
        old: PathBuf,
        /// File with the new text.
        #[arg(long)]
        new: PathBuf,
        /// Start of the range, in characters.
        #[arg(long)]
        start: usize,
        /// End of the range, in characters.
        #[arg(long)]
        end: usize,
    },
    /// Copy the project into a folder and verify the copy.
    Backup {
        /// Project file.
        file: PathBuf,
        /// Target folder.
        dir: PathBuf,
    },
    /// Compact the history: remove old automatic versions.
    Compact {
        /// Project file.
        file: PathBuf,
        /// Only show what would be removed.
        #[arg(long)]
        dry_run: bool,
    },
    /// Write the readable parts of a damaged project to a new file.
    Salvage {
        /// Damaged file; it is not changed.
        file: PathBuf,
        /// File to create.
        to: PathBuf,
    },
    /// Show the version, the system and the log of the window, for a report of a problem
    Diagnostics,
    /// Verify a project completely; lists damaged pages, tables and scenes.
    Doctor {
        /// Project file.
        file: PathBuf,
        /// Rebuild derived data first.
        #[arg(long)]
        rebuild: bool,
    },
}

#[derive(Debug, Args)]
pub struct Project {
    /// Project file.
    pub file: PathBuf,
}

#[derive(Debug, Args)]
pub struct Scene {
    /// Project file.
    pub file: PathBuf,
    /// Scene id.
    #[arg(long)]
    pub scene: i64,
}

#[derive(Debug, Args)]
pub struct Diff {
    /// Project file.
    pub file: PathBuf,
    /// Scene id.
    #[arg(long)]
    pub scene: i64,
    /// Earlier version.
    #[arg(long)]
    pub from: i64,
    /// Later version; the draft or newest version if omitted.
    #[arg(long)]
    pub to: Option<i64>,
}

#[derive(Debug, Args)]
pub struct Version {
    /// Project file.
    pub file: PathBuf,
    /// Scene id.
    #[arg(long)]
    pub scene: i64,
    /// Version number.
    #[arg(long)]
    pub version: i64,
}

#[derive(Debug, Args)]
pub struct Import {
    /// Project file.
    pub file: PathBuf,
    /// Text or document, a folder of them, or the folder or main file of a project of a writing tool.
    pub source: PathBuf,
    /// Encoding: utf-8, utf-16le, utf-16be, gb18030, gbk, big5 or shift_jis; detected if omitted.
    #[arg(long)]
    pub encoding: Option<String>,
    /// How to find chapters: auto, none, or a pattern that matches chapter titles.
    #[arg(long, default_value = "auto")]
    pub split: String,
    /// File with the chapter titles, one per line; replaces --split.
    #[arg(long, conflicts_with = "split")]
    pub titles: Option<PathBuf>,
    /// Import even if some bytes are unreadable; they become U+FFFD.
    #[arg(long)]
    pub lossy: bool,
    /// Leave out the text before the first heading.
    #[arg(long)]
    pub without_front: bool,
    /// Show what was detected, but import nothing.
    #[arg(long)]
    pub dry_run: bool,
}

fn character_range(value: &str) -> Result<(usize, usize), String> {
    let ends = value.split_once('-').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    ends.ok_or_else(|| format!("{value} is no range of characters; write it as 120-2400"))
}
