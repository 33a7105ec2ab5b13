//! Running a command: open, ask, close.

use std::io::Read;
use std::path::Path;

use serde_json::{Value, json};
use wenfang_studio::{Code, Error, Mode, Project, checkpoints, commands, projects, prose, sample, watch};

use crate::args::{Cli, Command};
use crate::request::{Request, Target, request};

/// A command that was refused or failed.
#[derive(Debug)]
pub struct Failure {
    /// Why.
    pub error: Box<Error>,
    /// What was found all the same.
    pub answer: Option<Value>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error: Box::new(error), answer: None }
    }
}

/// A failure that nothing can be done about.
pub fn internal(error: &dyn std::error::Error) -> Failure {
    Error::new(Code::Internal, error.to_string(), "Please report this.").into()
}

/// Runs a command and gives its answer.
pub async fn run(cli: &Cli) -> Result<Value, Failure> {
    match &cli.command {
        Command::New { file, title, author } => {
            let project = projects::create(projects::CreateProject {
                path: file.clone(),
                title: title.clone(),
                author: author.clone(),
            })
            .await?;
            let info = ask(&project, "project.info", json!({})).await;
            close(project, info).await
        }
        Command::Sample(of) => {
            sample::create(&of.file).await?;
            let project = projects::open(&of.file, Mode::Read).await?;
            let info = ask(&project, "project.info", json!({})).await;
            close(project, info).await
        }
        Command::Count { rule } => {
            let text = standard_input()?;
            let request = from(json!({ "text": text, "rule": rule }))?;
            to_value(&prose::count(&request))
        }
        Command::Reanchor { old, new, start, end } => {
            let request = json!({
                "old": read_text(old)?,
                "new": read_text(new)?,
                "range": { "start": start, "end": end },
            });
            to_value(&prose::reanchor(&from(request)?)?)
        }
        command => {
            let Some(wanted) = request(command, standard_input)? else {
                return Err(internal(&std::fmt::Error));
            };
            let mode = match (wanted.target, cli.take_over) {
                (Target::Read, _) => Mode::Read,
                (Target::Write, false) => Mode::Write,
                (Target::Write, true) => Mode::TakeOver,
            };
            let project = projects::open(wanted.file, mode).await?;
            let answer = on_project(&project, wanted).await;
            close(project, answer).await
        }
    }
}

async fn on_project(project: &Project, mut wanted: Request<'_>) -> Result<Value, Failure> {
    for (field, name) in wanted.checkpoints {
        wanted.request[field] = json!(checkpoint(project, name).await?);
    }
    let asked = ask(project, wanted.command, wanted.request);
    let answer = watch::scope(interruptible(), asked).await?;
    if answer.get("healthy") == Some(&json!(false)) {
        let error = Error::new(
            Code::Damaged,
            "the project is damaged",
            "What is not named in the report can still be read. Restore what is from an earlier version or a backup.",
        );
        return Err(Failure { error: Box::new(error), answer: Some(answer) });
    }
    Ok(answer)
}

async fn ask(project: &Project, command: &str, request: Value) -> Result<Value, Failure> {
    Ok(commands::call(project, command, request).await?)
}

/// A watch that stops a long act at Ctrl-C with nothing of it stored; at the second one the process ends.
fn interruptible() -> watch::Watch {
    let stop = std::sync::Arc::<std::sync::atomic::AtomicBool>::default();
    #[cfg(unix)]
    {
        /// SIGINT has this number everywhere.
        const SIGINT: i32 = 2;
        // Where they cannot be registered Ctrl-C ends the process as it would have.
        let _ = signal_hook::flag::register_conditional_shutdown(SIGINT, 1, stop.clone());
        let _ = signal_hook::flag::register(SIGINT, stop.clone());
    }
    watch::Watch::new(stop, |_| {})
}

/// Closes the project; a failure to tidy up never hides what was done.
async fn close(project: Project, answer: Result<Value, Failure>) -> Result<Value, Failure> {
    let closed = project.close().await;
    let answer = answer?;
    closed.map_err(Error::from)?;
    Ok(answer)
}

/// A checkpoint by id, or the newest one with a name.
async fn checkpoint(project: &Project, wanted: &str) -> Result<i64, Failure> {
    let listed = checkpoints::list(project, projects::Nothing {}).await?.checkpoints;
    let id = wanted.parse::<i64>().ok();
    let known = listed
        .iter()
        .find(|checkpoint| Some(checkpoint.id.get()) == id)
        .or_else(|| listed.iter().rev().find(|checkpoint| checkpoint.name == wanted));
    known.map(|checkpoint| checkpoint.id.get()).ok_or_else(|| {
        Error::new(
            Code::NotFound,
            format!("there is no checkpoint {wanted}"),
            "Nothing was changed. `wenfang checkpoint list` shows what there is.",
        )
        .into()
    })
}

fn standard_input() -> Result<String, Error> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Error::io(Path::new("standard input"), &error))?;
    utf8(bytes, "standard input")
}

fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(path).map_err(|error| Error::io(path, &error))?;
    utf8(bytes, &path.display().to_string())
}

fn utf8(bytes: Vec<u8>, name: &str) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::bad_request(
            format!("{name} is not UTF-8: byte {at}"),
            "Nothing was changed. Convert it to UTF-8, or use `wenfang import`, which knows other encodings.",
        )
    })
}

fn from<T: serde::de::DeserializeOwned>(request: Value) -> Result<T, Error> {
    serde_json::from_value(request)
        .map_err(|error| Error::bad_request(error.to_string(), "Nothing was changed."))
}

fn to_value(answer: &impl serde::Serialize) -> Result<Value, Failure> {
    serde_json::to_value(answer).map_err(|error| internal(&error))
}
