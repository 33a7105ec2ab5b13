//! The commands of the domains: those that need no window.

use std::future::Future;

use serde_json::Value;
use wenfang_assist::drafting::Observer;
use wenfang_assist::models::Models;
use wenfang_assist::workflows::WorkflowService;
use wenfang_assist::{self as assist, Session, completion, drafting, memory_queries, models, workflows};
use wenfang_canon as canon;
use wenfang_manuscript as manuscript;
use wenfang_project::Project;
use wenfang_project::watch::Watch;
use wenfang_recall::{Meaning, meaning, search};
use wenfang_usecase::{Command, ProjectGuard, Result, Types, unknown};

/// What a host gives to the commands it runs.
pub trait CommandHost: Send + Sync {
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
    Turns,
    Profiles,
}

const DOMAINS: [(Domain, &[Command]); 12] = [
    (Domain::Manuscript, manuscript::commands::COMMANDS),
    (Domain::Canon, canon::commands::COMMANDS),
    (Domain::Assist, assist::commands::COMMANDS),
    (Domain::Models, models::commands::COMMANDS),
    (Domain::Meaning, meaning::commands::COMMANDS),
    (Domain::Drafting, drafting::commands::COMMANDS),
    (Domain::Memory, memory_queries::commands::COMMANDS),
    (Domain::Search, search::commands::COMMANDS),
    (Domain::Completion, completion::commands::COMMANDS),
    (Domain::Workflows, workflows::commands::COMMANDS),
    (Domain::Turns, workflows::turn_commands::COMMANDS),
    (Domain::Profiles, workflows::profile_commands::COMMANDS),
];

/// Every command of the domains.
pub(crate) fn all() -> impl Iterator<Item = &'static Command> {
    DOMAINS.into_iter().flat_map(|(_, commands)| commands)
}

/// The command of a domain with a name.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) when there is none.
pub(crate) fn find(name: &str) -> Result<&'static Command> {
    Ok(in_domain(name)?.1)
}

fn in_domain(name: &str) -> Result<(Domain, &'static Command)> {
    let find = |(domain, commands): (Domain, &'static [Command])| {
        commands.iter().find(|command| command.name == name).map(|command| (domain, command))
    };
    DOMAINS.into_iter().find_map(find).ok_or_else(|| unknown(name))
}

/// Runs a command of a domain.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) for an unknown name or a request of the wrong shape;
/// [`Code::NoProject`](crate::Code::NoProject) when it needs a project and none is open; the use case's own errors.
pub(crate) async fn call(
    host: &impl CommandHost,
    name: &str,
    request: Value,
    observer: &Observer,
) -> Result<Value> {
    let watch = &observer.watch;
    match in_domain(name)?.0 {
        Domain::Manuscript | Domain::Canon | Domain::Assist => {
            watched_call_on(&**host.project().await?, name, request, watch).await
        }
        Domain::Models => models::commands::call(&host.models().await?, name, request, watch).await,
        Domain::Meaning => meaning::commands::call(&host.meaning().await?, name, request, watch).await,
        Domain::Drafting => drafting::commands::call(&host.session().await?, name, request, observer).await,
        Domain::Memory => {
            memory_queries::commands::call(&host.session().await?, name, request, observer).await
        }
        Domain::Search => {
            search::commands::call(&host.session().await?.library(), name, request, watch).await
        }
        Domain::Completion => {
            completion::commands::call(&host.session().await?, name, request, observer).await
        }
        Domain::Workflows => workflows::commands::call(&host.workflows().await?, name, request, watch).await,
        Domain::Profiles => {
            workflows::profile_commands::call(&host.session().await?, name, request, watch).await
        }
        Domain::Turns => {
            workflows::turn_commands::call(&host.workflows().await?, name, request, observer).await
        }
    }
}

/// Runs a command that needs only an open project.
///
/// # Errors
/// As [`call`]; an unknown command also for one that needs more.
pub async fn call_on(project: &Project, name: &str, request: Value) -> Result<Value> {
    watched_call_on(project, name, request, &Watch::silent()).await
}

/// Runs a command that needs only an open project, under a watch.
///
/// # Errors
/// As [`call_on`].
pub async fn watched_call_on(project: &Project, name: &str, request: Value, watch: &Watch) -> Result<Value> {
    match in_domain(name)?.0 {
        Domain::Manuscript => manuscript::commands::call(project, name, request, watch).await,
        Domain::Canon => canon::commands::call(project, name, request, watch).await,
        Domain::Assist => assist::commands::call(project, name, request, watch).await,
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
    memory_queries::commands::describe(types);
    search::commands::describe(types);
    completion::commands::describe(types);
    workflows::commands::describe(types);
    workflows::turn_commands::describe(types);
    workflows::profile_commands::describe(types);
}
