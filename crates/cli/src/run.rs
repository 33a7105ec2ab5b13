//! Runs a command: opens the project, sends the request, closes the project.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use wenfang_studio::canon::evaluate::EvaluateNames;
use wenfang_studio::canon::semantics;
use wenfang_studio::commands::CommandHost;
use wenfang_studio::drafting::Observer;
use wenfang_studio::sample::{self, Machine};
use wenfang_studio::scenes::MAX_TEXT_BYTES;
use wenfang_studio::search::evaluate::EvaluateRetrieval;
use wenfang_studio::spelling::{self, Dictionaries};
use wenfang_studio::transfer::{read_utf8, utf8};
use wenfang_studio::watch::Watch;
use wenfang_studio::{
    Code, Error, Mode, NoParams, Project, canon, checkpoints, commands, diagnostics, export::sites, meaning,
    projects, prose, reanchor, search, workflows,
};

use crate::args::checks::Eval;
use crate::args::meaning::Model;
use crate::args::mend::Mend;
use crate::args::workflow::Workflow;
use crate::args::{Cli, Command, Sample};
use crate::evaluate::evaluate;
use crate::host::{Host, folders, known_meaning, known_models};
use crate::outcome;
use crate::request::{Mended, Request, Target, meaning::model, mend::tools, models::providers, request};

/// A command that was refused or failed.
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
        Command::New { file, title, author, language, chapter_target } => {
            let project = projects::create(projects::CreateProject {
                path: file.clone(),
                title: title.clone(),
                author: author.clone(),
                language: language.map(Into::into),
                chapter_target: *chapter_target,
            })
            .await?;
            info(project).await
        }
        Command::Sample(Sample { file, language }) => {
            let machine = Machine { models: known_models().await?, meaning: known_meaning()? };
            sample::create(file, (*language).into(), machine).await?;
            info(projects::open(file, Mode::Read).await?).await
        }
        Command::Diagnostics => to_value(&diagnostics::read(&folders()?)),
        Command::Count { rule } => {
            let text = standard_input()?;
            let request = from(json!({ "text": text, "rule": rule }))?;
            to_value(&prose::count(&request))
        }
        Command::Reanchor { old, new, start, end } => {
            let request = json!({
                "old": read_utf8(old, MAX_TEXT_BYTES)?,
                "new": read_utf8(new, MAX_TEXT_BYTES)?,
                "range": { "start": start, "end": end },
            });
            to_value(&reanchor::reanchor(&known_meaning()?, &from(request)?).await?)
        }
        Command::Providers(wanted) => {
            let (command, request) = providers(wanted, &standard_input)?;
            check_outcome(command, ask(&Host::of_machine(), command, request).await?)
        }
        Command::Mend(Mend::Tools(wanted)) => {
            let (command, request) = tools(wanted);
            Ok(ask(&Host::of_machine(), command, request).await?)
        }
        Command::Model(wanted) => on_meaning(wanted).await,
        Command::Eval(Eval::Checks { files }) => to_value(&evaluate(files.clone(), interruptible()).await?),
        Command::Eval(Eval::Retrieval { file, questions }) => {
            let questions = read_utf8(questions, MAX_TEXT_BYTES)?;
            let host = Host::of(Arc::new(projects::open(file, Mode::Read).await?));
            let answer = retrieval(&host, questions).await;
            close(host, answer).await
        }
        Command::Eval(Eval::Names { file, people }) => {
            let people = read_utf8(people, MAX_TEXT_BYTES)?;
            let project = Arc::new(projects::open(file, Mode::Read).await?);
            let answer = names(&project, people).await;
            close(Host::of(project), answer).await
        }
        Command::Workflow(Workflow::Validate { definition }) => {
            let validated = workflows::validate_text(&read_utf8(definition, workflows::MAX_DEFINITION_LEN)?);
            let answer = to_value(&validated)?;
            match outcome::faulty(validated.errors.len(), "definition", "run") {
                None => Ok(answer),
                Some(error) => Err(Failure { error: Box::new(error), answer: Some(answer) }),
            }
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
            semantics::attach(&project, Arc::new(known_meaning()?));
            spelling::attach(&project, Dictionaries::new(&folders()?));
            sites::attach(&project, &folders()?.config);
            let host = Host::of(Arc::clone(&project));
            let answer = on_project(&host, &project, wanted).await;
            drop(project);
            close(host, answer).await
        }
    }
}

/// Shows what a project is, and closes it.
async fn info(project: Project) -> Result<Value, Failure> {
    let host = Host::of(Arc::new(project));
    let answer = ask(&host, "project.info", json!({})).await.map_err(Failure::from);
    close(host, answer).await
}

/// Closes the host. A failure to close never hides why the command failed.
async fn close(host: Host, answer: Result<Value, Failure>) -> Result<Value, Failure> {
    let closed = host.close().await;
    let answer = answer?;
    closed?;
    Ok(answer)
}

/// How well search answers questions.
async fn retrieval(host: &Host, questions: String) -> Result<Value, Failure> {
    let session = host.session().await?;
    let library = session.library();
    let request = EvaluateRetrieval { questions };
    to_value(&search::evaluate::evaluate(&library, request, &interruptible()).await?)
}

/// Measures how well the people of a book are found.
async fn names(project: &Arc<Project>, people: String) -> Result<Value, Failure> {
    to_value(&canon::evaluate::evaluate(project, EvaluateNames { people }, &interruptible()).await?)
}

async fn on_meaning(wanted: &Model) -> Result<Value, Failure> {
    let meaning = known_meaning()?;
    if let Model::Embed { texts, query } = wanted {
        let role = if *query { "query" } else { "passage" };
        let request = from(json!({ "texts": texts, "role": role }))?;
        return to_value(&meaning::embed(&meaning, request).await?);
    }
    let Some((command, request)) = model(wanted) else { return Err(internal(&std::fmt::Error)) };
    Ok(ask(&Host::of_machine(), command, request).await?)
}

async fn on_project(host: &Host, project: &Project, mut wanted: Request<'_>) -> Result<Value, Failure> {
    for (field, name) in std::mem::take(&mut wanted.checkpoints) {
        wanted.request[field] = json!(checkpoint(project, name).await?);
    }
    let known_run = wanted.request.get("run").cloned();
    let by = wanted.request["by"].clone();
    let mut answer = ask(host, wanted.command, wanted.request).await?;
    if wanted.command == "project.rebuild" {
        // The search index is derived as well.
        answer["index"] = ask(host, "index.rebuild", json!({})).await?;
    }
    if wanted.command == "manuscript.outline" {
        // It decides which count is the length.
        answer["language"] = ask(host, "project.info", json!({})).await?["language"].take();
    }
    if wanted.accepts {
        answer["saved"] = accept(host, &answer).await?;
    }
    if let Some(mends) = wanted.mends {
        return mended(host, answer, (wanted.waits, mends), &by).await;
    }
    if wanted.waits {
        let run = answer.get("run").cloned().or(known_run).unwrap_or_default();
        return run_over(wait_for_run(host, run, &Observer::watching(interruptible())).await?);
    }
    check_outcome(wanted.command, answer)
}

/// The answer about a mending: as it began, or how it is when its rounds are over, with what was accepted.
/// Nothing is accepted before the rounds are over, nor of a mending that was begun before in another way.
async fn mended(
    host: &Host,
    mut answer: Value,
    (waits, mends): (bool, Mended),
    by: &Value,
) -> Result<Value, Failure> {
    let session = answer["session"].clone();
    if !waits || session.is_null() {
        return Ok(answer);
    }
    let run = answer["run"].clone();
    let mut failed = None;
    if !run.is_null() {
        let shown = wait_for_run(host, run, &Observer::watching(interruptible())).await?;
        failed = outcome::run(&shown);
    }
    let known = ask(host, "mend.show", json!({ "session": session })).await?["session"].take();
    let is_over = known["status"] == "waiting";
    if mends != Mended::None && is_over && answer["already"] == true && !by.is_null() && known["by"] != *by {
        failed = Some(Error::bad_request(
            format!("mending {session} was begun by {}, not by {by}", known["by"]),
            "Nothing was accepted. Look at its changes and use `wenfang mend accept`, or begin anew with --anew.",
        ));
    }
    if failed.is_none() && mends != Mended::None && is_over {
        let only = mends == Mended::Replacements;
        let request = json!({ "session": session, "replacements_only": only });
        answer["accepted"] = ask(host, "mend.accept", request).await?;
    }
    answer["mending"] = ask(host, "mend.show", json!({ "session": session })).await?["session"].take();
    match failed {
        Some(error) => Err(Failure { error: Box::new(error), answer: Some(answer) }),
        None => Ok(answer),
    }
}

/// The answer about a run that is over, or how it failed.
fn run_over(answer: Value) -> Result<Value, Failure> {
    match outcome::run(&answer) {
        Some(error) => Err(Failure { error: Box::new(error), answer: Some(answer) }),
        None => Ok(answer),
    }
}

/// Runs a command, which Ctrl-C stops.
async fn ask(host: &Host, command: &str, request: Value) -> Result<Value, Error> {
    commands::call(host, command, request, &Observer::watching(interruptible())).await
}

/// Returns the answer, or the failure that it reports.
fn check_outcome(command: &str, answer: Value) -> Result<Value, Failure> {
    match outcome::failure(command, &answer) {
        Some(error) => Err(Failure { error: Box::new(error), answer: Some(answer) }),
        None => Ok(answer),
    }
}

/// Waits until a run ends or needs the author. If the wait is interrupted, the run is left to be resumed.
async fn wait_for_run(host: &Host, run: Value, observer: &Observer) -> Result<Value, Error> {
    const POLL_INTERVAL: std::time::Duration = std::time::Duration::from_millis(50);
    loop {
        let shown = commands::call(host, "workflow.show", json!({ "run": run }), observer).await?;
        let status = shown["summary"]["status"].as_str().unwrap_or_default();
        if !matches!(status, "running" | "queued") || observer.watch.report("workflow", 0, 0).is_err() {
            return Ok(shown);
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Takes the first text that came into its scene.
async fn accept(host: &Host, answer: &Value) -> Result<Value, Error> {
    let came = |one: &&Value| one["text"].as_str().is_some_and(|text| !text.is_empty());
    let first = answer["generations"].as_array().into_iter().flatten().find(came);
    match first {
        Some(first) => ask(host, "generation.accept", json!({ "generation": first["id"] })).await,
        None => Ok(Value::Null),
    }
}

/// A watch that stops a long act at Ctrl-C with nothing of it stored; at the second one the process ends.
fn interruptible() -> Watch {
    let stop = Arc::<std::sync::atomic::AtomicBool>::default();
    #[cfg(unix)]
    {
        /// The number of SIGINT on every Unix.
        const SIGINT: i32 = 2;
        // If registration fails, Ctrl-C ends the process as usual.
        let _ = signal_hook::flag::register_conditional_shutdown(SIGINT, 1, stop.clone());
        let _ = signal_hook::flag::register(SIGINT, stop.clone());
    }
    Watch::new(stop, |_| {})
}

/// A checkpoint by id, or the newest one with a name.
async fn checkpoint(project: &Project, wanted: &str) -> Result<i64, Failure> {
    let listed = checkpoints::list(project, NoParams {}).await?.checkpoints;
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
        .take(MAX_TEXT_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::io(Path::new("standard input"), &error))?;
    if bytes.len() > MAX_TEXT_BYTES {
        return Err(Error::bad_request(
            format!("standard input has more than {MAX_TEXT_BYTES} bytes"),
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
