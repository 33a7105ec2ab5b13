//! Every command, once, for every host.
//!
//! Each domain lists its own commands; [`all`] joins the lists. The window, the loopback host and the command line run a
//! command through [`call`]; nothing else turns a request into a use case.

use std::future::Future;

use serde_json::Value;
use wenfang_assist::models::Models;
use wenfang_assist::workflows::WorkflowService;
use wenfang_assist::{self as assist, Session, completion, drafting, memory, models, workflows};
use wenfang_canon as canon;
use wenfang_manuscript as manuscript;
use wenfang_project::Project;
use wenfang_recall::{Meaning, meaning, search};
pub use wenfang_usecase::{Announce, Command, Needs, ProjectGuard, Tag};
use wenfang_usecase::{Error, Result, Types, unknown};

use crate::desk::{self, Desk};

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

/// A list of commands over one context.
#[derive(Clone, Copy)]
enum Domain {
    Manuscript,
    Canon,
    Assist,
    Models,
    Meaning,
    Drafting,
    Memory,
    Search,
    Completion,
    Workflows,
    Desk,
}

const DOMAINS: [(Domain, &[Command]); 11] = [
    (Domain::Manuscript, manuscript::commands::COMMANDS),
    (Domain::Canon, canon::commands::COMMANDS),
    (Domain::Assist, assist::commands::COMMANDS),
    (Domain::Models, models::commands::COMMANDS),
    (Domain::Meaning, meaning::commands::COMMANDS),
    (Domain::Drafting, drafting::commands::COMMANDS),
    (Domain::Memory, memory::commands::COMMANDS),
    (Domain::Search, search::commands::COMMANDS),
    (Domain::Completion, completion::commands::COMMANDS),
    (Domain::Workflows, workflows::commands::COMMANDS),
    (Domain::Desk, desk::commands::COMMANDS),
];

/// Every command.
pub fn all() -> impl Iterator<Item = &'static Command> {
    DOMAINS.into_iter().flat_map(|(_, commands)| commands)
}

/// The command with a name.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) when there is none.
pub fn find(name: &str) -> Result<&'static Command> {
    all().find(|command| command.name == name).ok_or_else(|| unknown(name))
}

fn domain(name: &str) -> Result<Domain> {
    let of = |(_, commands): &&(Domain, &[Command])| commands.iter().any(|command| command.name == name);
    DOMAINS.iter().find(of).map(|(domain, _)| *domain).ok_or_else(|| unknown(name))
}

/// Runs a command.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) for an unknown name or a request of the wrong shape;
/// [`Code::NoProject`](crate::Code::NoProject) when it needs a project and none is open; the use case's own errors.
pub async fn call(host: &impl CommandHost, name: &str, request: Value) -> Result<Value> {
    match domain(name)? {
        Domain::Manuscript | Domain::Canon | Domain::Assist => {
            call_on(&**host.project().await?, name, request).await
        }
        Domain::Models => models::commands::call(&host.models().await?, name, request).await,
        Domain::Meaning => meaning::commands::call(&host.meaning().await?, name, request).await,
        Domain::Drafting => drafting::commands::call(&host.session().await?, name, request).await,
        Domain::Memory => memory::commands::call(&host.session().await?, name, request).await,
        Domain::Search => search::commands::call(&host.session().await?.library(), name, request).await,
        Domain::Completion => completion::commands::call(&host.session().await?, name, request).await,
        Domain::Workflows => workflows::commands::call(&host.workflows().await?, name, request).await,
        Domain::Desk => desk::commands::call(host.desk()?, name, request).await,
    }
}

/// Runs a command that needs only an open project.
///
/// # Errors
/// As [`call`]; an unknown command also for one that needs more.
pub async fn call_on(project: &Project, name: &str, request: Value) -> Result<Value> {
    match domain(name)? {
        Domain::Manuscript => manuscript::commands::call(project, name, request).await,
        Domain::Canon => canon::commands::call(project, name, request).await,
        Domain::Assist => assist::commands::call(project, name, request).await,
        _ => Err(unknown(name)),
    }
}

/// Collects the types of every request and answer.
pub(crate) fn describe(types: &mut Types) {
    manuscript::commands::describe(types);
    canon::commands::describe(types);
    assist::commands::describe(types);
    models::commands::describe(types);
    meaning::commands::describe(types);
    drafting::commands::describe(types);
    memory::commands::describe(types);
    search::commands::describe(types);
    completion::commands::describe(types);
    workflows::commands::describe(types);
    desk::commands::describe(types);
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
