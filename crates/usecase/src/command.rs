//! A command: its name, request, answer and properties, and the macro that lists the commands of a domain.

use std::ops::Deref;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{Code, Error, Result};

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
    /// Comments on passages.
    Comments,
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
    /// Profiles of generation, and where they are set.
    Pipelines,
    /// Mendings with their issues and proposals.
    Mending,
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
    pub const ALL: [Self; 28] = [
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
        Self::Comments,
        Self::Timeline,
        Self::Models,
        Self::Prompts,
        Self::Generations,
        Self::Usage,
        Self::Index,
        Self::Meaning,
        Self::Pipelines,
        Self::Mending,
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

/// Keeps a project open.
pub type ProjectGuard = Box<dyn Deref<Target = wenfang_project::Project> + Send + Sync>;

/// Defines `COMMANDS`, `call` and `describe` for a list of commands over one context. A use case takes the context and
/// its request; one marked `watched` also takes the watch of the call, to report progress and to be stopped.
#[macro_export]
macro_rules! command_list {
    (@run $function:path, $context:ident, $request:expr, $watch:ident) => {
        $function($context, $request)
    };
    (@run $function:path, $context:ident, $request:expr, $watch:ident, watched) => {
        $function($context, $request, $watch)
    };
    (@describe $types:ident, $name:literal, $function:path) => {
        $types.command(&COMMANDS, $name, $function)
    };
    (@describe $types:ident, $name:literal, $function:path, watched) => {
        $types.watched_command(&COMMANDS, $name, $function)
    };
    ($context:ty, $watch:ty, $needs:ident, $announce:ident; $($name:literal $($watched:ident)? => $function:path $(, reads [$($read:ident),*])? $(, changes [$($change:ident),*])? $(, path $path:literal)?;)*) => {
        /// Every command of this list.
        pub const COMMANDS: &[$crate::Command] = &[$($crate::Command {
            name: $name,
            reads: &[$($($crate::Tag::$read),*)?],
            changes: &[$($($crate::Tag::$change),*)?],
            needs: $crate::Needs::$needs,
            announce: $crate::Announce::$announce,
            path: $crate::first(&[$($path)?]),
        },)*];

        /// Runs a command.
        ///
        /// # Errors
        /// A bad request for an unknown name or a request of the wrong shape; the use
        /// case's own errors.
        pub async fn call(context: &$context, name: &str, request: serde_json::Value, watch: &$watch) -> $crate::Result<serde_json::Value> {
            // Unused in a list without a watched command.
            let _ = watch;
            match name {
                // Boxed: the future of a list would be as large as that of its largest command, on every stack.
                $($name => {
                    let request = $crate::parse(name, request)?;
                    $crate::answer(Box::pin($crate::command_list!(@run $function, context, request, watch $(, $watched)?)).await?)
                })*
                _ => Err($crate::unknown(name)),
            }
        }

        /// Registers the types of every request and answer.
        pub fn describe(types: &mut $crate::Types) {
            $($crate::command_list!(@describe types, $name, $function $(, $watched)?);)*
        }
    };
}
/// The path field of a command, if it has one.
pub const fn first(paths: &[&'static str]) -> Option<&'static str> {
    match paths {
        [path, ..] => Some(path),
        [] => None,
    }
}

/// Deserializes the request of a command.
pub fn parse<T: DeserializeOwned>(name: &str, request: Value) -> Result<T> {
    serde_json::from_value(request).map_err(|error| {
        Error::bad_request(format!("{name}: {error}"), "Nothing was changed. Check the request.")
    })
}

/// The error for an unknown command.
pub fn unknown(name: &str) -> Error {
    Error::bad_request(format!("unknown command: {name}"), "Nothing was changed.")
}

/// Serializes the answer of a command.
pub fn answer(answer: impl Serialize) -> Result<Value> {
    serde_json::to_value(answer)
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))
}
