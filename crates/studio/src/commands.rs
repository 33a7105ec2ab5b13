//! Every command, once, for every host.
//!
//! A command has a name, a request, an answer, and properties: the tags of what it reads and changes, by which a host knows
//! what to query again, and what it needs to run. Each domain lists its own commands; [`all`] joins the lists. The window, the
//! loopback host and the command line run a command through [`call`]; nothing else turns a request into a use case.

pub mod project;

use std::future::Future;
use std::ops::Deref;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::desk::{self, Desk};
use crate::drafting::{self, Session};
use crate::error::{Code, Error, Result};
use crate::meaning::{self, Meaning};
use crate::models::{self, Models};
use crate::typescript::Types;
use crate::workflows::{self, WorkflowService};
use crate::{completion, search};

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

/// What a command runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The desk around one window.
    Desk,
    /// The models of this machine.
    Models,
    /// The embedding model of this machine.
    Meaning,
    /// The open project.
    Project,
    /// The open project with the models of this machine.
    Session,
    /// The open project with the engine that runs its workflows.
    Workflows,
}

/// When the changes of a command are announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announce {
    /// When it succeeded: a refused request changed nothing.
    OnSuccess,
    /// Always: a command that fails half-way leaves usage, received text or downloaded files behind.
    Always,
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
    /// What it runs over.
    pub needs: Needs,
    /// When its changes are announced.
    pub announce: Announce,
    /// The field of its request that holds a path. The window sends a token there.
    pub path: Option<&'static str>,
}

impl Command {
    /// Whether it keeps running when the project closes.
    pub const fn outlives_project(&self) -> bool {
        matches!(self.needs, Needs::Meaning)
    }
}

/// What a host gives to the commands it runs.
pub trait CommandHost: Send + Sync {
    /// The desk.
    ///
    /// # Errors
    /// [`Code::BadRequest`] by default: a host without a window has none.
    fn desk(&self) -> Result<&Desk> {
        Err(Error::bad_request("this command needs a window", "Nothing was changed."))
    }

    /// The models of this machine.
    fn models(&self) -> impl Future<Output = Result<Models>> + Send;

    /// The embedding model of this machine.
    fn meaning(&self) -> impl Future<Output = Result<Meaning>> + Send;

    /// The open project, which stays open until the guard is dropped.
    fn project(&self) -> impl Future<Output = Result<ProjectGuard>> + Send;

    /// The engine of the open project.
    fn workflows(&self) -> impl Future<Output = Result<WorkflowService>> + Send;

    /// The open project with the models of this machine.
    fn session(&self) -> impl Future<Output = Result<Session>> + Send {
        async {
            let project = self.project().await?;
            Ok(Session { project, models: self.models().await?, meaning: self.meaning().await? })
        }
    }
}

/// Keeps a project open.
pub type ProjectGuard = Box<dyn Deref<Target = wenfang_project::Project> + Send + Sync>;

/// Every command.
pub fn all() -> impl Iterator<Item = &'static Command> {
    let lists = [
        project::COMMANDS,
        models::commands::COMMANDS,
        meaning::commands::COMMANDS,
        drafting::commands::COMMANDS,
        search::commands::COMMANDS,
        completion::commands::COMMANDS,
        workflows::commands::COMMANDS,
        desk::commands::COMMANDS,
    ];
    lists.into_iter().flatten()
}

/// The command with a name.
///
/// # Errors
/// [`Code::BadRequest`] when there is none.
pub fn find(name: &str) -> Result<&'static Command> {
    all().find(|command| command.name == name).ok_or_else(|| unknown(name))
}

/// Runs a command.
///
/// # Errors
/// [`Code::BadRequest`] for an unknown name or a request of the wrong shape; [`Code::NoProject`] when it needs a project and
/// none is open; the use case's own errors.
pub async fn call(host: &impl CommandHost, name: &str, request: Value) -> Result<Value> {
    match find(name)?.needs {
        Needs::Desk => desk::commands::call(host.desk()?, name, request).await,
        Needs::Models => models::commands::call(&host.models().await?, name, request).await,
        Needs::Meaning => meaning::commands::call(&host.meaning().await?, name, request).await,
        Needs::Project => {
            let project = host.project().await?;
            project::call(&project, name, request).await
        }
        Needs::Workflows => workflows::commands::call(&host.workflows().await?, name, request).await,
        Needs::Session => {
            let session = host.session().await?;
            // Three domains share this need: the name says which.
            match name {
                name if lists(drafting::commands::COMMANDS, name) => {
                    drafting::commands::call(&session, name, request).await
                }
                name if lists(search::commands::COMMANDS, name) => {
                    search::commands::call(&session, name, request).await
                }
                name => completion::commands::call(&session, name, request).await,
            }
        }
    }
}

fn lists(commands: &[Command], name: &str) -> bool {
    commands.iter().any(|command| command.name == name)
}

/// Collects the types of every request and answer.
pub(crate) fn describe(types: &mut Types) {
    project::describe(types);
    models::commands::describe(types);
    meaning::commands::describe(types);
    drafting::commands::describe(types);
    search::commands::describe(types);
    completion::commands::describe(types);
    workflows::commands::describe(types);
    desk::commands::describe(types);
}

/// Defines `COMMANDS`, `call` and `describe` for a list of commands over one context.
macro_rules! command_list {
    ($context:ty, $needs:path, $announce:path; $($name:literal => $function:path $(, reads [$($read:ident),*])? $(, changes [$($change:ident),*])? $(, path $path:literal)?;)*) => {
        /// Every command of this list.
        pub const COMMANDS: &[$crate::commands::Command] = &[$($crate::commands::Command {
            name: $name,
            reads: &[$($($crate::commands::Tag::$read),*)?],
            changes: &[$($($crate::commands::Tag::$change),*)?],
            needs: $needs,
            announce: $announce,
            path: $crate::commands::first(&[$($path)?]),
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

/// The path field of a command, if it has one.
pub(crate) const fn first(paths: &[&'static str]) -> Option<&'static str> {
    match paths {
        [path, ..] => Some(path),
        [] => None,
    }
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
    fn names_are_noun_and_verb_and_unique() {
        let mut seen = std::collections::HashSet::new();
        for command in all() {
            assert_eq!(command.name.split('.').count(), 2, "{}", command.name);
            assert!(seen.insert(command.name), "{}", command.name);
        }
    }
}
