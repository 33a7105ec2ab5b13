//! Runs a command: opens the project, sends the request, closes the project.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use wenfang_studio::canon::evaluate::EvaluateNames;
use wenfang_studio::desk::Folders;
use wenfang_studio::drafting::{self, Session};
use wenfang_studio::meaning::{self, Meaning, semantic};
use wenfang_studio::models::{self, Models};
use wenfang_studio::sample::{self, Machine};
use wenfang_studio::scenes::LARGEST_TEXT;
use wenfang_studio::search::evaluate::EvaluateRetrieval;
use wenfang_studio::spelling::{self, Dictionaries};
use wenfang_studio::transfer::{read_utf8, utf8};
use wenfang_studio::{
    Code, Error, Mode, Project, canon, checkpoints, checks, commands, completion, projects, prose, search,
    watch, workflows,
};

use crate::args::checks::Eval;
use crate::args::meaning::Model;
use crate::args::workflow::Workflow;
use crate::args::{Cli, Command, Sample};
use crate::outcome;
use crate::request::{Request, Target, meaning::model, models::providers, request};

/// The environment variable with a folder for separate settings and keys, as for the window.
const HOME: &str = "WENFANG_HOME";
/// The environment variable with the passphrase of the key file.
const PASSPHRASE: &str = "WENFANG_PASSPHRASE";
/// The folder name under which the window stores its settings.
const STUDIO: &str = "io.wenfang.desktop";

/// A refused or failed command.
#[derive(Debug)]
pub struct Failure {
    pub error: Box<Error>,
    /// The answer to print anyway, if any.
    pub answer: Option<Value>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error: Box::new(error), answer: None }
    }
}

/// A failure that the caller can do nothing about.
pub fn internal(error: &dyn std::error::Error) -> Failure {
    Error::new(Code::Internal, error.to_string(), "Please report this.").into()
}

/// Runs a command and returns its answer.
pub async fn run(cli: &Cli) -> Result<Value, Failure> {
    match &cli.command {
        Command::New { file, title, author, language } => {
            let project = projects::create(projects::CreateProject {
                path: file.clone(),
                title: title.clone(),
                author: author.clone(),
                language: language.map(Into::into),
            })
            .await?;
            let project = Arc::new(project);
            let info = ask(&project, "project.info", json!({})).await;
            close(project, info).await
        }
        Command::Sample(Sample { file, language }) => {
            let machine = Machine { models: known_models().await?, meaning: known_meaning()? };
            sample::create(file, (*language).into(), machine).await?;
            let project = Arc::new(projects::open(file, Mode::Read).await?);
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
                "old": read_utf8(old, LARGEST_TEXT)?,
                "new": read_utf8(new, LARGEST_TEXT)?,
                "range": { "start": start, "end": end },
            });
            to_value(&prose::reanchor(&known_meaning()?, &from(request)?).await?)
        }
        Command::Providers(wanted) => {
            let (command, request) = providers(wanted, &standard_input)?;
            let models = known_models().await?;
            let call = models::commands::call(&models, command, request);
            check_outcome(command, watch::scope(interruptible(), call).await?)
        }
        Command::Model(wanted) => on_meaning(wanted).await,
        Command::Eval(Eval::Checks { files }) => {
            let request = checks::EvaluateRules { files: files.clone() };
            to_value(&watch::scope(interruptible(), checks::evaluate(request)).await?)
        }
        Command::Eval(Eval::Retrieval { file, questions }) => {
            let questions = read_utf8(questions, LARGEST_TEXT)?;
            let project = Arc::new(projects::open(file, Mode::Read).await?);
            let answer = retrieval(&project, questions).await;
            close(project, answer).await
        }
        Command::Eval(Eval::Names { file, people }) => {
            let people = read_utf8(people, LARGEST_TEXT)?;
            let project = Arc::new(projects::open(file, Mode::Read).await?);
            let answer = names(&project, people).await;
            close(project, answer).await
        }
        Command::Workflow(Workflow::Validate { definition }) => {
            let validated = workflows::validate_text(&read_utf8(definition, workflows::MAX_DEFINITION_LEN)?);
            let answer = to_value(&validated)?;
            if validated.errors.is_empty() {
                return Ok(answer);
            }
            let error = Error::bad_request(
                format!("the definition has {} errors", validated.errors.len()),
                "Nothing was run. Fix the reported errors.",
            );
            Err(Failure { error: Box::new(error), answer: Some(answer) })
        }
        command => {
            let Some(wanted) = request(command, standard_input)? else {
                return Err(internal(&std::fmt::Error));
            };
            let project = match (wanted.target, cli.take_over) {
                (Target::Readable, _) => projects::open_readable(wanted.file).await?,
                (Target::Read, _) => projects::open(wanted.file, Mode::Read).await?,
                (Target::Write, false) => projects::open(wanted.file, Mode::Write).await?,
                (Target::Write, true) => projects::open(wanted.file, Mode::TakeOver).await?,
            };
            let project = Arc::new(project);
            semantic::attach(&project, known_meaning()?);
            spelling::attach(&project, Dictionaries::new(&folders()?));
            let answer = on_project(&project, wanted).await;
            close(project, answer).await
        }
    }
}

/// Measures how well search answers questions.
async fn retrieval(project: &Arc<Project>, questions: String) -> Result<Value, Failure> {
    let session = session(project).await?;
    let call = search::evaluate::evaluate(&session, EvaluateRetrieval { questions });
    to_value(&watch::scope(interruptible(), call).await?)
}

/// Measures how well the people of a book are found.
async fn names(project: &Arc<Project>, people: String) -> Result<Value, Failure> {
    let call = canon::evaluate::evaluate(project, EvaluateNames { people });
    to_value(&watch::scope(interruptible(), call).await?)
}

async fn on_meaning(wanted: &Model) -> Result<Value, Failure> {
    let meaning = known_meaning()?;
    if let Model::Embed { texts, query } = wanted {
        let role = if *query { "query" } else { "passage" };
        let request = from(json!({ "texts": texts, "role": role }))?;
        return to_value(&meaning::embed(&meaning, request).await?);
    }
    let Some((command, request)) = model(wanted) else { return Err(internal(&std::fmt::Error)) };
    let call = meaning::commands::call(&meaning, command, request);
    Ok(watch::scope(interruptible(), call).await?)
}

async fn on_project(project: &Arc<Project>, mut wanted: Request<'_>) -> Result<Value, Failure> {
    for (field, name) in std::mem::take(&mut wanted.checkpoints) {
        wanted.request[field] = json!(checkpoint(project, name).await?);
    }
    if workflows::commands::COMMANDS.iter().any(|known| known.name == wanted.command) {
        return with_workflows(project, wanted).await;
    }
    let call = ask(project, wanted.command, wanted.request);
    let mut answer = watch::scope(interruptible(), call).await?;
    if wanted.command == "project.rebuild" {
        // The index is derived data, too, and stored beside the project.
        let rebuilt = ask(project, "index.rebuild", json!({}));
        answer["index"] = watch::scope(interruptible(), rebuilt).await?;
    }
    if wanted.accepts {
        answer["saved"] = accept(project, &answer).await?;
    }
    check_outcome(wanted.command, answer)
}

/// Returns the answer, or the failure that it reports.
fn check_outcome(command: &str, answer: Value) -> Result<Value, Failure> {
    match outcome::failure(command, &answer) {
        Some(error) => Err(Failure { error: Box::new(error), answer: Some(answer) }),
        None => Ok(answer),
    }
}

/// Runs a workflow command. If requested, waits for the run; otherwise leaves it to be resumed.
async fn with_workflows(project: &Arc<Project>, wanted: Request<'_>) -> Result<Value, Failure> {
    let workflow_service = workflows::open(session(project).await?, |_| {}).await?;
    let known = wanted.request.get("run").cloned();
    let call = workflows::commands::call(&workflow_service, wanted.command, wanted.request);
    let mut answer = watch::scope(interruptible(), call).await;
    if wanted.waits
        && let Ok(started) = &answer
    {
        let run = started.get("run").cloned().or(known).unwrap_or_default();
        answer = watch::scope(interruptible(), wait_for_run(&workflow_service, run)).await;
    }
    workflow_service.close().await;
    let answer = answer?;
    match outcome::run(&answer).filter(|_| wanted.waits) {
        Some(error) => Err(Failure { error: Box::new(error), answer: Some(answer) }),
        None => Ok(answer),
    }
}

/// Waits until a run ends or needs the author. If the wait is interrupted, the run is left to be resumed.
async fn wait_for_run(workflow_service: &workflows::WorkflowService, run: Value) -> Result<Value, Error> {
    const POLL_INTERVAL: std::time::Duration = std::time::Duration::from_millis(50);
    loop {
        let shown =
            workflows::commands::call(workflow_service, "workflow.show", json!({ "run": run })).await?;
        let status = shown["summary"]["status"].as_str().unwrap_or_default();
        if !matches!(status, "running" | "queued") || watch::report("workflow", 0, 0).is_err() {
            return Ok(shown);
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// The session: the project with the models of this machine.
async fn session(project: &Arc<Project>) -> Result<Session, Error> {
    Ok(Session {
        project: Box::new(project.clone()),
        models: known_models().await?,
        meaning: known_meaning()?,
    })
}

async fn ask(project: &Arc<Project>, command: &str, request: Value) -> Result<Value, Failure> {
    if drafting::commands::COMMANDS.iter().any(|known| known.name == command) {
        return Ok(drafting::commands::call(&session(project).await?, command, request).await?);
    }
    if completion::commands::COMMANDS.iter().any(|known| known.name == command) {
        return Ok(completion::commands::call(&session(project).await?, command, request).await?);
    }
    if search::commands::COMMANDS.iter().any(|known| known.name == command) {
        return Ok(search::commands::call(&session(project).await?, command, request).await?);
    }
    Ok(commands::call(project, command, request).await?)
}

/// Accepts the first generated text into its scene.
async fn accept(project: &Arc<Project>, answer: &Value) -> Result<Value, Failure> {
    let has_text = |one: &&Value| one["text"].as_str().is_some_and(|text| !text.is_empty());
    let first = answer["generations"].as_array().into_iter().flatten().find(has_text);
    match first {
        Some(first) => ask(project, "generation.accept", json!({ "generation": first["id"] })).await,
        None => Ok(Value::Null),
    }
}

/// The model providers of this machine; unlocks the key file if the passphrase is known.
async fn known_models() -> Result<Models, Error> {
    let models = Models::new(folders()?.config);
    if let Some(passphrase) = passphrase()
        && models.keys_are_in_a_file()
    {
        models::commands::call(&models, "providers.unlock", json!({ "passphrase": passphrase })).await?;
    }
    Ok(models)
}

/// The passphrase of the key file, if it is set.
pub fn passphrase() -> Option<String> {
    std::env::var(PASSPHRASE).ok().filter(|passphrase| !passphrase.is_empty())
}

/// The embedding model of this machine.
fn known_meaning() -> Result<Meaning, Error> {
    Ok(Meaning::new(&folders()?))
}

/// The folders where the window stores settings and data.
fn folders() -> Result<Folders, Error> {
    let home = std::env::var_os(HOME).filter(|home| !home.is_empty());
    let within = |folder: Option<PathBuf>| folder.map(|folder| folder.join(STUDIO));
    let folders = match home {
        Some(home) => Some(Folders::within(Path::new(&home))),
        None => within(dirs::config_dir())
            .zip(within(dirs::data_dir()))
            .zip(within(dirs::cache_dir()))
            .map(|((config, data), cache)| Folders { config, data, cache }),
    };
    folders.ok_or_else(|| {
        Error::new(
            Code::Io,
            "no folder for settings was found",
            format!("Nothing was changed. Set one with {HOME}."),
        )
    })
}

/// A watch that stops a long operation at Ctrl-C with nothing stored; a second Ctrl-C ends the process.
fn interruptible() -> watch::Watch {
    let stop = Arc::<std::sync::atomic::AtomicBool>::default();
    #[cfg(unix)]
    {
        /// The number of SIGINT on every Unix.
        const SIGINT: i32 = 2;
        // If registration fails, Ctrl-C ends the process as usual.
        let _ = signal_hook::flag::register_conditional_shutdown(SIGINT, 1, stop.clone());
        let _ = signal_hook::flag::register(SIGINT, stop.clone());
    }
    watch::Watch::new(stop, |_| {})
}

/// Closes the project. A failure to close never hides a failed answer.
async fn close(project: Arc<Project>, answer: Result<Value, Failure>) -> Result<Value, Failure> {
    search::close(&project).await;
    if let Some(project) = Arc::into_inner(project) {
        let closed = project.close().await;
        let answer = answer?;
        closed.map_err(Error::from)?;
        return Ok(answer);
    }
    answer
}

/// Finds a checkpoint by id, or the newest one with a name.
async fn checkpoint(project: &Project, wanted: &str) -> Result<i64, Failure> {
    let listed = checkpoints::list(project, projects::NoParams {}).await?.checkpoints;
    let id = wanted.parse::<i64>().ok();
    let known = listed
        .iter()
        .find(|checkpoint| Some(checkpoint.id.get()) == id)
        .or_else(|| listed.iter().rev().find(|checkpoint| checkpoint.name == wanted));
    known.map(|checkpoint| checkpoint.id.get()).ok_or_else(|| {
        Error::new(
            Code::NotFound,
            format!("there is no checkpoint {wanted}"),
            "Nothing was changed. `wenfang checkpoint list` shows all checkpoints.",
        )
        .into()
    })
}

/// Reads standard input.
///
/// # Errors
/// When standard input is absent (closed, or `/dev/null`): then no empty text was meant. An empty file or pipe is
/// an empty text.
fn standard_input() -> Result<String, Error> {
    if is_absent() {
        return Err(Error::bad_request(
            "there is nothing on standard input: it is closed or /dev/null",
            "Nothing was changed. Pipe the text, or redirect a file.",
        ));
    }
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(LARGEST_TEXT as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::io(Path::new("standard input"), &error))?;
    if bytes.len() > LARGEST_TEXT {
        return Err(Error::bad_request(
            format!("standard input has more than {LARGEST_TEXT} bytes"),
            "Nothing was changed. Split the text into scenes, or use `wenfang import`.",
        ));
    }
    utf8(bytes, "standard input")
}

/// Whether standard input is the null device, which also replaces one that was closed when the program started.
#[cfg(unix)]
fn is_absent() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let stdin = std::io::stdin().as_fd().try_clone_to_owned();
    let input = stdin.and_then(|stdin| std::fs::File::from(stdin).metadata());
    let null = std::fs::metadata("/dev/null");
    match (input, null) {
        (Ok(input), Ok(null)) => input.file_type().is_char_device() && input.rdev() == null.rdev(),
        (Err(_), _) => true,
        (Ok(_), Err(_)) => false,
    }
}

#[cfg(not(unix))]
fn is_absent() -> bool {
    false
}

fn from<T: serde::de::DeserializeOwned>(request: Value) -> Result<T, Error> {
    serde_json::from_value(request)
        .map_err(|error| Error::bad_request(error.to_string(), "Nothing was changed."))
}

fn to_value(answer: &impl serde::Serialize) -> Result<Value, Failure> {
    serde_json::to_value(answer).map_err(|error| internal(&error))
}
