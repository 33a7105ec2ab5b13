//! Arguments for bible, lore, graph, threads and timeline.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Project, Scene};

/// The story bible.
#[derive(Debug, Subcommand)]
pub enum Bible {
    /// Show the bible.
    List(Project),
    /// Set a field.
    Set {
        /// Project file.
        file: PathBuf,
        /// Field: genre, style, pov, tense, synopsis, characters, world_rules, outline, taboo, or a custom field.
        key: String,
        /// Text of the field; `-` reads standard input.
        #[arg(long)]
        value: Option<String>,
        /// Whether the field is a hard constraint.
        #[arg(long)]
        locked: Option<bool>,
        /// New name of a custom field.
        #[arg(long)]
        rename: Option<String>,
    },
    /// Remove a field; a standard field is emptied.
    Remove {
        /// Project file.
        file: PathBuf,
        /// Field to remove.
        key: String,
    },
}

/// Lore entries.
#[derive(Debug, Subcommand)]
pub enum Lore {
    /// List the entries.
    List(Project),
    /// Show an entry.
    Get {
        /// Project file.
        file: PathBuf,
        /// Entry id.
        #[arg(long)]
        entry: i64,
    },
    /// Change an entry; create one without --entry.
    Save(Box<SaveLore>),
    /// Remove entries; they can be restored with put-back.
    Remove(LoreEntries),
    /// Restore removed entries.
    PutBack(LoreEntries),
    /// List removed entries.
    Removed(Project),
    /// List the entries triggered by a scene.
    Triggered(Scene),
    /// Import a lorebook, a card (JSON, PNG) or Wenfang Markdown.
    Import {
        /// Project file.
        file: PathBuf,
        /// File to import.
        source: PathBuf,
        /// Only show what would be imported.
        #[arg(long)]
        dry_run: bool,
    },
    /// Export lore entries.
    Export {
        /// Project file.
        file: PathBuf,
        /// File to write.
        out: PathBuf,
        /// File format.
        #[arg(long, value_parser = ["world_info", "card_v2", "card_v3", "novel_ai", "markdown"], default_value = "markdown")]
        format: String,
        /// Write a PNG picture.
        #[arg(long)]
        png: bool,
        /// Export only the entries of this lorebook.
        #[arg(long)]
        book: Option<i64>,
        /// Include secrets.
        #[arg(long)]
        secrets: bool,
        /// Use English labels in Markdown.
        #[arg(long)]
        english: bool,
        /// Replace an existing file.
        #[arg(long)]
        overwrite: bool,
    },
}

/// The attributes of a lore entry; omitted ones are not changed.
#[derive(Debug, Args)]
pub struct SaveLore {
    /// Project file.
    pub file: PathBuf,
    /// Entry id; creates a new entry if omitted.
    #[arg(long)]
    pub entry: Option<i64>,
    /// Title.
    #[arg(long)]
    pub title: Option<String>,
    /// Kind of thing.
    #[arg(long, value_parser = ["character", "location", "item", "concept", "rule", "organization", "event"])]
    pub kind: Option<String>,
    /// Alias; may be repeated; replaces all existing aliases.
    #[arg(long = "alias")]
    pub aliases: Option<Vec<String>>,
    /// Content; `-` reads standard input.
    #[arg(long)]
    pub content: Option<String>,
    /// Secrets that neither readers nor models may know.
    #[arg(long)]
    pub secrets: Option<String>,
    /// Keyword that triggers the entry; may be repeated.
    #[arg(long = "keyword")]
    pub keywords: Option<Vec<String>>,
    /// Keyword that must occur, too; may be repeated.
    #[arg(long = "and-keyword")]
    pub and_keywords: Option<Vec<String>>,
    /// Priority, 1 to 10.
    #[arg(long)]
    pub priority: Option<u8>,
    /// Always include the entry.
    #[arg(long)]
    pub constant: Option<bool>,
    /// Allow changes only by the author.
    #[arg(long)]
    pub locked: Option<bool>,
    /// Disable the entry.
    #[arg(long)]
    pub disabled: Option<bool>,
}

#[derive(Debug, Args)]
pub struct LoreEntries {
    /// Project file.
    pub file: PathBuf,
    /// Entry ids.
    #[arg(required = true)]
    pub entries: Vec<i64>,
}

#[derive(Debug, Args)]
pub struct Mentions {
    /// Project file.
    pub file: PathBuf,
    /// Show mentions of this lore entry.
    #[arg(long, group = "what")]
    pub entry: Option<i64>,
    /// Show mentions of this entity.
    #[arg(long, group = "what")]
    pub entity: Option<i64>,
    /// Show the cast of this scene.
    #[arg(long, group = "what")]
    pub scene: Option<i64>,
    /// Show possible names without an entry, and misspelt names.
    #[arg(long, group = "what")]
    pub unknown: bool,
    /// Show all known names.
    #[arg(long, group = "what")]
    pub names: bool,
    /// Show the words marked as not being names.
    #[arg(long, group = "what")]
    pub ignored: bool,
    /// Set the words that are not names; may be repeated; replaces the existing list.
    #[arg(long, group = "what")]
    pub ignore: Option<Vec<String>>,
    /// Maximum number of mentions or hints to show.
    #[arg(long)]
    pub limit: Option<usize>,
}

/// The knowledge graph. Commands that change it take a JSON request: a literal, or `-` for standard input.
#[derive(Debug, Subcommand)]
pub enum Kg {
    /// Show the whole graph.
    Graph(Project),
    /// List the entities.
    Entities(Project),
    /// Show everything known about an entity.
    Entity(EntityAsOf),
    /// Show the state of an entity in a scene.
    State(EntityAsOf),
    /// Show the neighbours of an entity.
    Neighbours {
        #[command(flatten)]
        of: EntityAsOf,
        /// Number of steps, 1 or 2.
        #[arg(long, default_value_t = 2)]
        hops: u8,
        /// Include only what is narrated.
        #[arg(long)]
        narrated: bool,
    },
    /// Show how two entities are connected: the shortest chains of relations and facts between them.
    Path {
        /// Project file.
        file: PathBuf,
        /// Name or id of an entity.
        from: String,
        /// Name or id of another entity.
        to: String,
        /// Scene in which the relations and facts must hold; any scene if omitted.
        #[arg(long)]
        at: Option<i64>,
        /// Include only what is narrated.
        #[arg(long)]
        narrated: bool,
    },
    /// Show the changes in a chapter.
    Changes {
        /// Project file.
        file: PathBuf,
        /// Chapter id.
        #[arg(long)]
        chapter: i64,
    },
    /// Write an entity: {"entity": 3, "name": "…", "kind": "character", "aliases": [], "description": "…", "lore_entry": 1}.
    SaveEntity(Act),
    /// Write a relation: {"from": {"name": "…"}, "to": {"id": 2}, "kind": "…", "valid_from": 4, "passage": {"scene": 4, "quote": "…"}}.
    SaveRelation(Act),
    /// Write a fact: {"subject": {"name": "…"}, "predicate": "…", "object": {"text": "…"}, "valid_from": 4, "replaces": true}.
    SaveFact(Act),
    /// End a relation or fact at a scene: {"item": {"fact": 1}, "scene": 9}.
    End(Act),
    /// Reopen a relation or fact: {"item": {"fact": 1}, "scene": 12}.
    Reopen(Act),
    /// Remove from the graph: {"items": [{"entity": 1}, {"fact": 2}]}.
    Remove(Act),
    /// Restore removed items: {"items": [{"entity": 1}]}.
    PutBack(Act),
    /// Add proposals: {"source": "…", "proposals": [{"proposed": {…}, "confidence": 0.8, "scene": 4, "quote":
    /// "…"}]}.
    Propose(Act),
    /// Extract proposals from the text, without a model.
    Extract {
        /// Project file.
        file: PathBuf,
        /// Scene to read.
        #[arg(long, required_unless_present = "chapter", conflicts_with = "chapter")]
        scene: Option<i64>,
        /// Chapter to read.
        #[arg(long)]
        chapter: Option<i64>,
    },
    /// List proposals and their batches.
    Proposals {
        /// Project file.
        file: PathBuf,
        /// Show only this batch.
        #[arg(long)]
        batch: Option<i64>,
        /// Show only proposals with this status.
        #[arg(long, value_parser = ["pending", "applied", "rejected", "undone"])]
        status: Option<String>,
    },
    /// Decide many proposals: {"reviews": [{"proposal": 1, "decision": "accept"}], "not_names": ["…"]}.
    ReviewAll(Act),
    /// Count the occurrences of the names in pending proposals.
    ProposalCounts(Project),
    /// Decide a proposal.
    Review {
        /// Project file.
        file: PathBuf,
        /// Proposal id.
        #[arg(long)]
        proposal: i64,
        /// Decision.
        #[arg(value_parser = ["accept", "reject", "reopen"])]
        decision: String,
    },
    /// Undo a whole batch of proposals.
    UndoBatch {
        /// Project file.
        file: PathBuf,
        /// Batch id.
        #[arg(long)]
        batch: i64,
    },
    /// Show or set whether confident proposals are applied automatically.
    Settings {
        /// Project file.
        file: PathBuf,
        /// Whether to apply them.
        #[arg(long)]
        apply_sure: Option<bool>,
    },
}

#[derive(Debug, Args)]
pub struct EntityAsOf {
    /// Project file.
    pub file: PathBuf,
    /// Entity id.
    #[arg(long)]
    pub entity: i64,
    /// Scene id; the last scene of the book if omitted.
    #[arg(long)]
    pub at: Option<i64>,
}

#[derive(Debug, Args)]
pub struct Act {
    /// Project file.
    pub file: PathBuf,
    /// Request in JSON; `-` reads standard input.
    pub request: String,
}

/// Plot threads. Commands that change them take a JSON request: a literal, or `-` for standard input.
#[derive(Debug, Subcommand)]
pub enum Threads {
    /// List the threads.
    List {
        /// Project file.
        file: PathBuf,
        /// Show the state as of this scene; the last one with text if omitted.
        #[arg(long)]
        at: Option<i64>,
    },
    /// Show the thread anchors in a scene.
    InScene(Scene),
    /// Write a thread: {"title": "…", "due_after": 20, "passage": {"scene": 4, "quote": "…"}}.
    Save(Act),
    /// Add an anchor: {"thread": 1, "role": "payoff", "whole": true, "passage": {"scene": 24, "quote": "…"}}.
    AddAnchor(Act),
    /// Change the state of a thread without an anchor.
    Act {
        /// Project file.
        file: PathBuf,
        /// Thread id.
        #[arg(long)]
        thread: i64,
        /// Change to make.
        #[arg(value_parser = ["pay_off_partly", "pay_off", "abandon", "reopen"])]
        act: String,
        /// Reason for abandoning the thread.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Remove threads; they can be restored with put-back.
    Remove(ThreadIds),
    /// Restore removed threads.
    PutBack(ThreadIds),
    /// Remove an anchor.
    RemoveAnchor(Anchor),
    /// Restore a removed anchor.
    PutBackAnchor(Anchor),
    /// Set the position of an anchor: {"anchor": 1, "passage": {"scene": 4, "quote": "…"}}.
    PlaceAnchor(Act),
}

#[derive(Debug, Args)]
pub struct ThreadIds {
    /// Project file.
    pub file: PathBuf,
    /// Thread ids.
    #[arg(required = true)]
    pub threads: Vec<i64>,
}

#[derive(Debug, Args)]
pub struct Anchor {
    /// Project file.
    pub file: PathBuf,
    /// Anchor id.
    #[arg(long)]
    pub anchor: i64,
}

/// The timeline. Commands that change it take a JSON request: a literal, or `-` for standard input.
#[derive(Debug, Subcommand)]
pub enum Timeline {
    /// List the events in story order.
    List(Project),
    /// Write an event: {"title": "…", "time": "康熙五十一年三月", "place": "…", "participants": [{"name": "…"}], "scene": 4}.
    Save(Act),
    /// Remove events; they can be restored with put-back.
    Remove(Events),
    /// Restore removed events.
    PutBack(Events),
}

#[derive(Debug, Args)]
pub struct Events {
    /// Project file.
    pub file: PathBuf,
    /// Event ids.
    #[arg(required = true)]
    pub events: Vec<i64>,
}

#[derive(Debug, Args)]
pub struct Locate {
    /// Project file.
    pub file: PathBuf,
    /// Scene id.
    #[arg(long)]
    pub scene: i64,
    /// Version number.
    #[arg(long)]
    pub version: i64,
    /// Start of the range, in characters.
    #[arg(long)]
    pub start: usize,
    /// End of the range, in characters.
    #[arg(long)]
    pub end: usize,
}
