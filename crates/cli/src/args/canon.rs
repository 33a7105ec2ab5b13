//! Bible, lore, graph, threads and timeline on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Project, Scene};

/// The story bible.
#[derive(Debug, Subcommand)]
pub enum Bible {
    /// Show the bible.
    List(Project),
    /// Set a field; its words may come from standard input.
    Set {
        /// The project file.
        file: PathBuf,
        /// The field: genre, style, pov, tense, synopsis, characters, world_rules, outline, taboo, or one of your own.
        key: String,
        /// What it says; `-` reads standard input.
        #[arg(long)]
        value: Option<String>,
        /// Whether it is a hard constraint.
        #[arg(long)]
        locked: Option<bool>,
        /// Another name for one of your own fields.
        #[arg(long)]
        rename: Option<String>,
    },
    /// Remove a field; a standard one is emptied.
    Remove {
        /// The project file.
        file: PathBuf,
        /// The field.
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
        /// The project file.
        file: PathBuf,
        /// The entry.
        #[arg(long)]
        entry: i64,
    },
    /// Write an entry; a new one without --entry.
    Save(Box<SaveLore>),
    /// Remove entries. They can be put back.
    Remove(LoreEntries),
    /// Put removed entries back.
    PutBack(LoreEntries),
    /// List what was removed.
    Removed(Project),
    /// List what a scene brings up.
    Triggered(Scene),
    /// Import a lorebook, a card (JSON, PNG) or our Markdown.
    Import {
        /// The project file.
        file: PathBuf,
        /// The file to import.
        source: PathBuf,
        /// Show what would be done.
        #[arg(long)]
        dry_run: bool,
    },
    /// Export lore.
    Export {
        /// The project file.
        file: PathBuf,
        /// The file to write.
        out: PathBuf,
        /// The notation.
        #[arg(long, value_parser = ["world_info", "card_v2", "card_v3", "novel_ai", "markdown"], default_value = "markdown")]
        format: String,
        /// As a picture.
        #[arg(long)]
        png: bool,
        /// Only the entries of this lorebook.
        #[arg(long)]
        book: Option<i64>,
        /// With secrets.
        #[arg(long)]
        secrets: bool,
        /// Labels of Markdown in English.
        #[arg(long)]
        english: bool,
        /// Replace a file that is there already.
        #[arg(long)]
        overwrite: bool,
    },
}

/// What a lore entry shall say; what is absent stays.
#[derive(Debug, Args)]
pub struct SaveLore {
    /// The project file.
    pub file: PathBuf,
    /// The entry; a new one when absent.
    #[arg(long)]
    pub entry: Option<i64>,
    /// What it is called.
    #[arg(long)]
    pub title: Option<String>,
    /// What it is about.
    #[arg(long, value_parser = ["character", "location", "item", "concept", "rule", "organization", "event"])]
    pub kind: Option<String>,
    /// Another name; may be given several times, and replaces those that are there.
    #[arg(long = "alias")]
    pub aliases: Option<Vec<String>>,
    /// What is known of it; `-` reads standard input.
    #[arg(long)]
    pub content: Option<String>,
    /// What nobody is to know yet.
    #[arg(long)]
    pub secrets: Option<String>,
    /// A word that brings it up; may be given several times.
    #[arg(long = "keyword")]
    pub keywords: Option<Vec<String>>,
    /// A word that must be there too; may be given several times.
    #[arg(long = "and-keyword")]
    pub and_keywords: Option<Vec<String>>,
    /// 1 to 10.
    #[arg(long)]
    pub priority: Option<u8>,
    /// Whether it always counts.
    #[arg(long)]
    pub constant: Option<bool>,
    /// Whether nothing but the author changes it.
    #[arg(long)]
    pub locked: Option<bool>,
    /// Whether it is set aside.
    #[arg(long)]
    pub disabled: Option<bool>,
}

/// Lore entries.
#[derive(Debug, Args)]
pub struct LoreEntries {
    /// The project file.
    pub file: PathBuf,
    /// Which ones.
    #[arg(required = true)]
    pub entries: Vec<i64>,
}

/// Where things are mentioned.
#[derive(Debug, Args)]
pub struct Mentions {
    /// The project file.
    pub file: PathBuf,
    /// The places of this lore entry.
    #[arg(long, group = "what")]
    pub entry: Option<i64>,
    /// The places of this entity.
    #[arg(long, group = "what")]
    pub entity: Option<i64>,
    /// Who and what is in this scene.
    #[arg(long, group = "what")]
    pub scene: Option<i64>,
    /// What may be names nobody entered, or known names misspelt.
    #[arg(long, group = "what")]
    pub unknown: bool,
    /// Every name that is known.
    #[arg(long, group = "what")]
    pub names: bool,
    /// Words that are no names.
    #[arg(long, group = "what")]
    pub ignored: bool,
    /// From now on these words are no names, and no others; may be given several times.
    #[arg(long, group = "what")]
    pub ignore: Option<Vec<String>>,
    /// The most places, or hints, in the answer.
    #[arg(long)]
    pub limit: Option<usize>,
}

/// The knowledge graph. Acts take a request in JSON: a literal, or `-` for standard input.
#[derive(Debug, Subcommand)]
pub enum Kg {
    /// Show the whole graph.
    Graph(Project),
    /// List the entities.
    Entities(Project),
    /// Show all that is known of an entity.
    Entity(EntityAsOf),
    /// Show what is so of an entity in a scene.
    State(EntityAsOf),
    /// Show who is near an entity.
    Neighbours {
        /// Which entity, as of which scene.
        #[command(flatten)]
        of: EntityAsOf,
        /// 1 or 2.
        #[arg(long, default_value_t = 2)]
        hops: u8,
        /// Only what the story itself says.
        #[arg(long)]
        narrated: bool,
    },
    /// Show what changes in a chapter.
    Changes {
        /// The project file.
        file: PathBuf,
        /// The chapter.
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
    /// Let a relation or fact be so again: {"item": {"fact": 1}, "scene": 12}.
    Reopen(Act),
    /// Remove from the graph: {"items": [{"entity": 1}, {"fact": 2}]}.
    Remove(Act),
    /// Put back what was removed: {"items": [{"entity": 1}]}.
    PutBack(Act),
    /// Propose: {"source": "…", "proposals": [{"proposed": {…}, "confidence": 0.8, "scene": 4, "quote": "…"}]}.
    Propose(Act),
    /// Look for proposals in the text, without a model.
    Extract {
        /// The project file.
        file: PathBuf,
        /// In this scene.
        #[arg(long, required_unless_present = "chapter", conflicts_with = "chapter")]
        scene: Option<i64>,
        /// In this chapter.
        #[arg(long)]
        chapter: Option<i64>,
    },
    /// List proposals and their batches.
    Proposals {
        /// The project file.
        file: PathBuf,
        /// Only of this batch.
        #[arg(long)]
        batch: Option<i64>,
        /// Only those of which this became.
        #[arg(long, value_parser = ["pending", "applied", "rejected", "undone"])]
        status: Option<String>,
    },
    /// Decide many proposals: {"reviews": [{"proposal": 1, "decision": "accept"}], "not_names": ["…"]}.
    ReviewAll(Act),
    /// Count how often the names that waiting proposals are about stand in the book.
    ProposalCounts(Project),
    /// Decide a proposal.
    Review {
        /// The project file.
        file: PathBuf,
        /// The proposal.
        #[arg(long)]
        proposal: i64,
        /// What is decided.
        #[arg(value_parser = ["accept", "reject", "reopen"])]
        decision: String,
    },
    /// Take a whole batch of proposals back.
    UndoBatch {
        /// The project file.
        file: PathBuf,
        /// The batch.
        #[arg(long)]
        batch: i64,
    },
    /// Show, or set, whether sure proposals are applied at once.
    Settings {
        /// The project file.
        file: PathBuf,
        /// Whether they are.
        #[arg(long)]
        apply_sure: Option<bool>,
    },
}

/// An entity as of a scene.
#[derive(Debug, Args)]
pub struct EntityAsOf {
    /// The project file.
    pub file: PathBuf,
    /// The entity.
    #[arg(long)]
    pub entity: i64,
    /// The scene; the last one of the book when absent.
    #[arg(long)]
    pub at: Option<i64>,
}

/// An act with its request.
#[derive(Debug, Args)]
pub struct Act {
    /// The project file.
    pub file: PathBuf,
    /// The request in JSON; `-` reads standard input.
    pub request: String,
}

/// Plot threads. Acts take a request in JSON: a literal, or `-` for standard input.
#[derive(Debug, Subcommand)]
pub enum Threads {
    /// List the threads.
    List {
        /// The project file.
        file: PathBuf,
        /// As of this scene; the last one with words when absent.
        #[arg(long)]
        at: Option<i64>,
    },
    /// Show where the passages of threads stand in a scene.
    InScene(Scene),
    /// Write a thread: {"title": "…", "due_after": 20, "passage": {"scene": 4, "quote": "…"}}.
    Save(Act),
    /// Add a passage: {"thread": 1, "role": "payoff", "whole": true, "passage": {"scene": 24, "quote": "…"}}.
    AddAnchor(Act),
    /// Take a thread on without a passage.
    Act {
        /// The project file.
        file: PathBuf,
        /// The thread.
        #[arg(long)]
        thread: i64,
        /// What is done.
        #[arg(value_parser = ["pay_off_partly", "pay_off", "abandon", "reopen"])]
        act: String,
        /// Why, when it is given up.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Remove threads. They can be put back.
    Remove(ThreadIds),
    /// Put removed threads back.
    PutBack(ThreadIds),
    /// Take a passage away.
    RemoveAnchor(Anchor),
    /// Give a passage that was taken away back.
    PutBackAnchor(Anchor),
    /// Say where a passage stands: {"anchor": 1, "passage": {"scene": 4, "quote": "…"}}.
    PlaceAnchor(Act),
}

/// Plot threads.
#[derive(Debug, Args)]
pub struct ThreadIds {
    /// The project file.
    pub file: PathBuf,
    /// Which ones.
    #[arg(required = true)]
    pub threads: Vec<i64>,
}

/// A passage of a thread.
#[derive(Debug, Args)]
pub struct Anchor {
    /// The project file.
    pub file: PathBuf,
    /// Which one.
    #[arg(long)]
    pub anchor: i64,
}

/// The timeline. Acts take a request in JSON: a literal, or `-` for standard input.
#[derive(Debug, Subcommand)]
pub enum Timeline {
    /// List the events in the order of the story.
    List(Project),
    /// Write an event: {"title": "…", "time": "康熙五十一年三月", "place": "…", "participants": [{"name": "…"}], "scene": 4}.
    Save(Act),
    /// Remove events. They can be put back.
    Remove(Events),
    /// Put removed events back.
    PutBack(Events),
}

/// Timeline events.
#[derive(Debug, Args)]
pub struct Events {
    /// The project file.
    pub file: PathBuf,
    /// Which ones.
    #[arg(required = true)]
    pub events: Vec<i64>,
}

/// A range of a version of a scene.
#[derive(Debug, Args)]
pub struct Locate {
    /// The project file.
    pub file: PathBuf,
    /// The scene.
    #[arg(long)]
    pub scene: i64,
    /// The version.
    #[arg(long)]
    pub version: i64,
    /// Where it begins, in char offsets.
    #[arg(long)]
    pub start: usize,
    /// Where it ends.
    #[arg(long)]
    pub end: usize,
}
