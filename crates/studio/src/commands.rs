//! The command list: every use case over an open project, defined once for every host.
//!
//! A command has a name, a request, an answer, and tags for what it reads and changes; a host uses the tags to decide
//! what to fetch again. Hosts dispatch with [`call`]; nothing else knows how a request reaches its use case.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::canon::{
    bible, cards, exchange, graph, hints, lore, mentions, passages, proposals, threads, timeline, triggers,
};
use crate::drafting::{generations, prompts};
use crate::error::{Code, Error, Result};
use crate::{
    branches, checkpoints, checks, find, health, manuscript, plans, projects, replace, scenes, spelling,
    statistics, transfer,
};

/// A kind of data that a command reads or changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    /// The description of the novel.
    Project,
    /// Volumes, chapters, scenes, their titles and their order.
    Manuscript,
    /// The newest texts.
    Texts,
    /// Versions and branches.
    History,
    Drafts,
    Checkpoints,
    /// Which project is open.
    Desk,
    /// The author's settings.
    Settings,
    /// Recently opened projects.
    Recent,
    /// The story bible.
    Bible,
    /// Lore entries.
    Lore,
    /// Entities, relations, facts.
    Graph,
    Proposals,
    /// Plot threads and their passages.
    Threads,
    /// Timeline events.
    Timeline,
    /// Providers, keys, routes, and spending ceilings.
    Models,
    /// The project's own prompt templates.
    Prompts,
    /// Texts written by models.
    Generations,
    /// The cost of model calls.
    Usage,
    /// The search index.
    Index,
    /// The embedding model in use.
    Meaning,
    /// Memories of scenes.
    Memory,
    /// Findings of checks, and the author's decisions on them.
    Findings,
    /// Workflows, their runs, and the chapter data they store.
    Workflows,
    /// The novel's own dictionary, and the spelling dictionary in use.
    Spelling,
}

impl Tag {
    pub const ALL: [Self; 25] = [
        Self::Project,
        Self::Manuscript,
        Self::Texts,
        Self::History,
        Self::Drafts,
        Self::Checkpoints,
        Self::Desk,
        Self::Settings,
        Self::Recent,
        Self::Bible,
        Self::Lore,
        Self::Graph,
        Self::Proposals,
        Self::Threads,
        Self::Timeline,
        Self::Models,
        Self::Prompts,
        Self::Generations,
        Self::Usage,
        Self::Index,
        Self::Meaning,
        Self::Memory,
        Self::Findings,
        Self::Workflows,
        Self::Spelling,
    ];
}

/// A command.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its name, `noun.verb`.
    pub name: &'static str,
    /// The data its answer depends on; empty for a write.
    pub reads: &'static [Tag],
    /// The data it changes; empty for a query.
    pub changes: &'static [Tag],
}

/// Defines `COMMANDS`, `call` and `describe` for a list of commands over one context.
macro_rules! command_list {
    ($context:ty; $($name:literal => $function:path $(, reads [$($read:ident),*])? $(, changes [$($change:ident),*])?;)*) => {
        /// Every command of this list.
        pub const COMMANDS: &[$crate::commands::Command] = &[$($crate::commands::Command {
            name: $name,
            reads: &[$($($crate::commands::Tag::$read),*)?],
            changes: &[$($($crate::commands::Tag::$change),*)?],
        },)*];

        /// Runs a command.
        ///
        /// # Errors
        /// [`Code::BadRequest`](crate::Code::BadRequest) for an unknown name or a request of the wrong shape; the use
        /// case's own errors.
        pub async fn call(context: &$context, name: &str, request: serde_json::Value) -> $crate::Result<serde_json::Value> {
            match name {
                $($name => $crate::commands::answer($function(context, $crate::commands::parse(name, request)?).await?),)*
                _ => Err($crate::commands::unknown(name)),
            }
        }

        /// Registers the types of every request and answer.
        pub fn describe(types: &mut $crate::typescript::Types) {
            $(types.command(&COMMANDS, $name, $function);)*
        }
    };
}
pub(crate) use command_list;

command_list! {
    wenfang_project::Project;
    "project.info" => projects::info, reads [Project, Manuscript, Texts, History, Drafts, Checkpoints];
    "project.describe" => projects::describe, changes [Project];
    "project.back_up" => projects::back_up;
    "project.doctor" => health::doctor;
    "project.keep_salvaged" => projects::keep_salvaged;
    "project.rebuild" => health::rebuild, changes [Manuscript, History];
    "project.import" => transfer::import, changes [Project, Manuscript, Texts, History, Drafts, Checkpoints];
    "project.preview_import" => transfer::preview;
    "project.export" => transfer::export;
    "history.compact" => health::compact, changes [History, Drafts, Checkpoints];
    "manuscript.outline" => manuscript::outline, reads [Manuscript, Texts];
    "manuscript.create" => manuscript::create, changes [Manuscript, Texts, History];
    "manuscript.rename" => manuscript::rename, changes [Manuscript];
    "manuscript.move" => manuscript::move_part, changes [Manuscript];
    "manuscript.duplicate" => manuscript::duplicate, changes [Manuscript, Texts, History];
    "manuscript.bin" => manuscript::bin, changes [Manuscript];
    "manuscript.list_bin" => manuscript::list_bin, reads [Manuscript];
    "manuscript.preview_renumber" => manuscript::preview_renumber, reads [Manuscript];
    "manuscript.renumber" => manuscript::renumber_chapters, changes [Manuscript];
    "manuscript.describe" => plans::describe, changes [Manuscript];
    "manuscript.part" => plans::part, reads [Manuscript];
    "manuscript.find" => find::find, reads [Manuscript, Texts, Drafts];
    "manuscript.replace" => replace::replace, changes [Texts, History, Drafts];
    "manuscript.undo_replace" => replace::undo, changes [Texts, History, Drafts];
    "scene.split" => manuscript::split, changes [Manuscript, Texts, History, Drafts, Threads];
    "scene.merge" => manuscript::merge, changes [Manuscript, Texts, History, Drafts, Threads];
    "scene.undo_split" => manuscript::undo_split, changes [Manuscript, Texts, History, Drafts, Threads];
    "scene.undo_merge" => manuscript::undo_merge, changes [Manuscript, Texts, History, Drafts, Threads];
    "scene.text" => scenes::text, reads [Texts, History, Drafts];
    "scene.save" => scenes::save, changes [Texts, History, Drafts, Threads, Generations];
    "scene.save_draft" => scenes::save_draft, changes [Drafts];
    "scene.history" => scenes::history, reads [Texts, History];
    "scene.compare" => scenes::compare, reads [Texts, History, Drafts];
    "scene.restore" => scenes::restore, changes [Texts, History, Drafts];
    "scene.label" => scenes::label, changes [History];
    "branch.list" => branches::list, reads [History, Texts];
    "branch.create" => branches::create, changes [History];
    "branch.rename" => branches::rename, changes [History];
    "branch.open" => branches::open, changes [Texts, History, Drafts];
    "branch.adopt" => branches::adopt, changes [Texts, History, Drafts];
    "branch.merge" => branches::merge, changes [Texts, History, Drafts];
    "checkpoint.create" => checkpoints::create, changes [Checkpoints, Texts, History, Drafts];
    "checkpoint.list" => checkpoints::list, reads [Checkpoints];
    "checkpoint.compare" => checkpoints::compare, reads [Project, Manuscript, Texts, Drafts, Checkpoints, Bible, Lore, Graph, Threads, Timeline, Prompts];
    "checkpoint.diff_text" => checkpoints::diff_text, reads [Manuscript, Texts, Drafts, Checkpoints];
    "checkpoint.preview_restore" => checkpoints::preview_restore, reads [Project, Manuscript, Texts, Drafts, Checkpoints, Bible, Lore, Graph, Threads, Timeline, Prompts];
    "checkpoint.restore" => checkpoints::restore, changes [Project, Manuscript, Texts, History, Drafts, Checkpoints, Bible, Lore, Graph, Threads, Timeline, Prompts];
    "scene.spans" => generations::spans_in, reads [Texts, History, Drafts, Generations];
    "generation.at" => generations::at, reads [Texts, History, Drafts, Generations];
    "generation.compare" => generations::compare, reads [Generations];
    "generation.accept" => generations::accept, changes [Texts, History, Drafts, Generations];
    "generation.decide" => generations::decide, changes [Generations];
    "generation.shelf" => generations::shelf, reads [Generations];
    "prompts.list" => prompts::list, reads [Prompts, Project];
    "prompts.get" => prompts::get, reads [Prompts];
    "prompts.save" => prompts::save, changes [Prompts];
    "prompts.enable" => prompts::enable, changes [Prompts];
    "prompts.compare" => prompts::compare, reads [Prompts];
    "prompts.check" => prompts::check;
    "prompts.export" => prompts::export;
    "prompts.import" => prompts::import, changes [Prompts];
    "scene.locate" => passages::locate, reads [Texts, History, Drafts];
    "bible.list" => bible::list, reads [Bible];
    "bible.set" => bible::set, changes [Bible];
    "bible.remove" => bible::remove, changes [Bible];
    "lore.list" => lore::list, reads [Lore];
    "lore.get" => lore::get, reads [Lore, Graph];
    "lore.save" => lore::save, changes [Lore];
    "lore.remove" => lore::remove, changes [Lore];
    "lore.put_back" => lore::put_back, changes [Lore];
    "lore.list_removed" => lore::list_removed, reads [Lore];
    "lore.triggered" => triggers::of_scene, reads [Lore, Manuscript, Texts, Drafts];
    "lore.preview_import" => exchange::preview_import;
    "lore.import" => exchange::import, changes [Bible, Lore, Checkpoints, Texts, History, Drafts];
    "lore.export" => exchange::export;
    "cards.list" => cards::list, reads [Bible, Lore, Graph, Threads, Timeline, Proposals];
    "cards.list_mentioned" => cards::list_mentioned, reads [Bible, Lore, Graph, Threads, Timeline, Proposals, Manuscript, Texts, Drafts];
    "cards.get" => cards::get, reads [Bible, Lore, Graph, Threads, Timeline, Proposals, Manuscript, Texts, Drafts];
    "cards.enter" => cards::enter, changes [Lore, Graph];
    "cards.preview_merge" => cards::preview, reads [Bible, Lore, Graph, Timeline];
    "cards.merge" => cards::merge, changes [Lore, Graph, Timeline];
    "cards.undo" => cards::undo, changes [Lore, Graph, Timeline];
    "mentions.hints" => hints::hints, reads [Lore, Graph, Manuscript, Texts, Drafts];
    "mentions.ignored" => hints::ignored, reads [Lore];
    "mentions.ignore" => hints::ignore, changes [Lore];
    "mentions.names" => mentions::known_names, reads [Lore, Graph];
    "mentions.counts" => mentions::counts, reads [Lore, Graph, Manuscript, Texts, Drafts];
    "mentions.of" => mentions::of, reads [Lore, Graph, Manuscript, Texts, Drafts];
    "mentions.cast" => mentions::cast, reads [Lore, Graph, Texts, Drafts];
    "kg.graph" => graph::whole, reads [Graph];
    "kg.entities" => graph::entities, reads [Graph];
    "kg.entity" => graph::entity, reads [Graph, Manuscript];
    "kg.state" => graph::state, reads [Graph, Manuscript];
    "kg.neighbours" => graph::neighbours, reads [Graph, Manuscript];
    "kg.changes" => graph::changes, reads [Graph, Manuscript];
    "kg.save_entity" => graph::save_entity, changes [Graph];
    "kg.save_relation" => graph::save_relation, changes [Graph, Texts, History, Drafts];
    "kg.save_fact" => graph::save_fact, changes [Graph, Texts, History, Drafts];
    "kg.end" => graph::end, changes [Graph];
    "kg.reopen" => graph::reopen, changes [Graph];
    "kg.remove" => graph::remove, changes [Graph];
    "kg.put_back" => graph::put_back, changes [Graph];
    "kg.propose" => proposals::propose, changes [Graph, Timeline, Threads, Proposals, Texts, History, Drafts];
    "kg.extract" => proposals::extract, changes [Graph, Timeline, Threads, Proposals, Texts, History, Drafts];
    "kg.proposals" => proposals::list, reads [Proposals, Manuscript, Texts, Drafts];
    "kg.review" => proposals::review, changes [Graph, Timeline, Threads, Proposals];
    "kg.review_all" => proposals::review_all, changes [Lore, Graph, Timeline, Threads, Proposals];
    "kg.proposal_counts" => proposals::counts, reads [Proposals, Manuscript, Texts, Drafts];
    "kg.undo_batch" => proposals::undo_batch, changes [Graph, Timeline, Threads, Proposals];
    "kg.proposal_settings" => proposals::proposal_settings, reads [Proposals];
    "kg.set_proposal_settings" => proposals::set_proposal_settings, changes [Proposals];
    "threads.list" => threads::list, reads [Threads, Manuscript, Texts];
    "threads.save" => threads::save, changes [Threads, Texts, History, Drafts];
    "threads.add_anchor" => threads::add_anchor, changes [Threads, Texts, History, Drafts];
    "threads.act" => threads::act, changes [Threads];
    "threads.remove" => threads::remove, changes [Threads];
    "threads.put_back" => threads::put_back, changes [Threads];
    "threads.remove_anchor" => threads::remove_anchor, changes [Threads];
    "threads.put_back_anchor" => threads::put_back_anchor, changes [Threads];
    "threads.place_anchor" => threads::place_anchor, changes [Threads, Texts, History, Drafts];
    "threads.in_scene" => threads::in_scene, reads [Threads, Texts, History, Drafts];
    "timeline.list" => timeline::list, reads [Timeline, Graph, Manuscript];
    "timeline.save" => timeline::save, changes [Timeline, Graph];
    "timeline.remove" => timeline::remove, changes [Timeline];
    "timeline.put_back" => timeline::put_back, changes [Timeline];
    "check.run" => checks::run, changes [Findings, Texts, History, Drafts];
    "check.list" => checks::list, reads [Findings, Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline];
    "check.waive" => checks::waive, changes [Findings];
    "check.unwaive" => checks::unwaive, changes [Findings];
    "check.rules" => checks::rules, reads [Findings];
    "check.set_rule" => checks::set_rule, changes [Findings];
    "spelling.check" => spelling::check, reads [Project, Lore, Graph, Bible, Spelling];
    "spelling.scan" => spelling::scan, reads [Project, Manuscript, Texts, Drafts, Lore, Graph, Bible, Spelling];
    "spelling.suggest" => spelling::suggest, reads [Project, Lore, Graph, Bible, Spelling];
    "spelling.words" => spelling::words::list, reads [Spelling];
    "spelling.add" => spelling::words::add, changes [Spelling];
    "spelling.remove" => spelling::words::remove, changes [Spelling];
    "spelling.dictionaries" => spelling::dictionaries::list, reads [Project, Spelling];
    "spelling.choose" => spelling::dictionaries::choose, changes [Spelling];
    "statistics.days" => statistics::days, reads [Manuscript, Texts, History, Drafts];
}

/// Deserializes the request of a command.
pub(crate) fn parse<T: DeserializeOwned>(name: &str, request: Value) -> Result<T> {
    serde_json::from_value(request).map_err(|error| {
        Error::bad_request(format!("{name}: {error}"), "Nothing was changed. Check the request.")
    })
}

/// The error for an unknown command.
pub(crate) fn unknown(name: &str) -> Error {
    Error::bad_request(format!("unknown command: {name}"), "Nothing was changed.")
}

/// Serializes the answer of a command.
pub(crate) fn answer(answer: impl Serialize) -> Result<Value> {
    serde_json::to_value(answer)
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_names_are_noun_verb_and_unique() {
        let mut seen = std::collections::HashSet::new();
        for command in COMMANDS {
            assert_eq!(command.name.split('.').count(), 2, "{}", command.name);
            assert!(seen.insert(command.name), "{}", command.name);
        }
    }
}
