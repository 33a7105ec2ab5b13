//! Workflow tests: a host, handlers that record their runs in a ledger outside the project file, and workflow shapes.

use std::collections::{BTreeMap, HashSet};
use std::fs::OpenOptions as FileOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use wenfang_engine::{Context, Done, Engine, Handler, Host, Limits, Registry, Start, Stop, WhenBusy};
use wenfang_project::Project;
use wenfang_project::artifacts::{self, Artifact};
use wenfang_story::RunId;
use wenfang_story::artifact::{ArtifactKind, Subject};
use wenfang_workflow::{Failure, FailureClass, Flow, HandlerSpec, Kind, Trigger, read};

/// The test host: a project and a ledger of handler runs.
pub struct Bench {
    pub project: Project,
    /// A file to which every start of a step is appended; none for no recording.
    pub ledger: Option<PathBuf>,
    /// The number of change notifications received.
    pub changes: AtomicU64,
}

impl Host for Bench {
    fn project(&self) -> &Project {
        &self.project
    }

    fn changed(&self, _: RunId) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }
}

impl Bench {
    fn note(&self, context: &Context<Self>) -> Result<(), Failure> {
        let Some(ledger) = &self.ledger else { return Ok(()) };
        // One write of one short line is atomic.
        let line = format!("{} {}\n", context.key(), context.attempt);
        let file = FileOptions::new().create(true).append(true).open(ledger);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .map_err(|error| Failure::permanent(error.to_string()))
    }
}

type HandlerFn = for<'a> fn(&'a Context<Bench>, Arc<Value>) -> BoxFuture<'a, Result<Done, Stop>>;

/// A handler defined by a function.
struct FnHandler(HandlerSpec, HandlerFn);

impl Handler<Bench> for FnHandler {
    fn spec(&self) -> HandlerSpec {
        self.0.clone()
    }

    fn run<'a>(
        &'a self,
        context: &'a Context<Bench>,
        params: Arc<Value>,
    ) -> BoxFuture<'a, Result<Done, Stop>> {
        (self.1)(context, params)
    }
}

fn noop() -> FnHandler {
    FnHandler(HandlerSpec::any("noop"), |_, _| Box::pin(async { Ok(Done::output(Value::Null)) }))
}

/// Returns its parameter `give`.
fn pass() -> FnHandler {
    FnHandler(HandlerSpec::any("pass"), |_, params| {
        Box::pin(async move { Ok(Done::output(params.get("give").cloned().unwrap_or_default())) })
    })
}

/// Sleeps, writes to the project and returns its parameter `give`.
fn work() -> FnHandler {
    FnHandler(HandlerSpec { kind: Kind::Cpu, ..HandlerSpec::any("work") }, |context, params| {
        Box::pin(async move {
            context.host.note(context)?;
            let millis = params.get("ms").and_then(Value::as_u64).unwrap_or(0);
            if millis > 0 {
                tokio::time::sleep(Duration::from_millis(millis)).await;
            }
            let (name, now) = (format!("work/{}", context.key()), context.host.project.now());
            Ok(Done::writing(move |conn| {
                Box::pin(async move {
                    let artifact = Artifact::new(&name, Subject::Novel, ArtifactKind::Other, "work");
                    // A second write would be refused, because it names no base version.
                    artifacts::put(conn, &artifact, (None, "1"), now)
                        .await
                        .map_err(|error| Failure::permanent(error.to_string()))?;
                    Ok(params.get("give").cloned().unwrap_or(Value::Null))
                })
            }))
        })
    })
}

/// Fails as often as its parameter `fails` says, then succeeds.
fn flaky() -> FnHandler {
    FnHandler(HandlerSpec::any("flaky"), |context, params| {
        Box::pin(async move {
            context.host.note(context)?;
            let fails = params.get("fails").and_then(Value::as_u64).unwrap_or(0);
            if u64::from(context.attempt) <= fails {
                let class = match params.get("class").and_then(Value::as_str) {
                    Some("permanent") => FailureClass::Permanent,
                    _ => FailureClass::Transient,
                };
                return Err(Failure::new(class, "not yet").into());
            }
            Ok(Done::output(json!({ "attempt": context.attempt })))
        })
    })
}

/// Asks the author and returns the answer.
fn asking() -> FnHandler {
    FnHandler(HandlerSpec::any("ask"), |context, _| {
        Box::pin(async move {
            context.host.note(context)?;
            match &context.answer {
                None => Err(Stop::Asks(json!({ "kind": "review" }))),
                Some(answer) => Ok(Done::output(answer.clone())),
            }
        })
    })
}

fn panicking() -> FnHandler {
    FnHandler(HandlerSpec::any("panic"), |_, _| Box::pin(async { panic!("requested by a test") }))
}

/// Deterministic: the same output for the same parameters. Records in the ledger when it actually runs.
fn pure() -> FnHandler {
    FnHandler(HandlerSpec { deterministic: true, ..HandlerSpec::any("pure") }, |context, params| {
        Box::pin(async move {
            context.host.note(context)?;
            Ok(Done::output(json!({ "made_of": *params })))
        })
    })
}

/// The handlers for tests.
pub fn registry() -> Registry<Bench> {
    let mut registry = Registry::default();
    for handler in [noop(), pass(), work(), flaky(), asking(), panicking(), pure()] {
        registry.register(handler);
    }
    for workflow in ["chain", "diamond"] {
        registry.add_workflow(workflow);
    }
    registry
}

/// A workflow with these nodes.
///
/// # Panics
/// If the definition has faults.
pub fn flow(id: &str, nodes: &Value) -> Flow {
    let text = json!({ "workflow_id": id, "nodes": nodes }).to_string();
    read(&text, registry().described()).unwrap_or_else(|faults| panic!("{id}: {faults:?}"))
}

/// A chain of `count` nodes with the same handler.
pub fn chain(id: &str, (count, handler): (usize, &str), params: &Value) -> Flow {
    let nodes = (0..count).map(|at| {
        let needs: Vec<String> = at.checked_sub(1).map(|before| format!("n{before}")).into_iter().collect();
        json!({ "id": format!("n{at}"), "handler": handler, "depends_on": needs, "params": params })
    });
    flow(id, &nodes.collect())
}

/// The workflow shapes for the kill tests.
pub fn shapes() -> Vec<Flow> {
    let work = json!({ "ms": 2 });
    let node = |id: &str, needs: &[&str]| json!({ "id": id, "handler": "work", "depends_on": needs, "params": work });
    let fan = json!([
        { "id": "list", "handler": "work", "depends_on": [], "params": { "give": (0..200).collect::<Vec<_>>() } },
        { "id": "each", "handler": "work", "depends_on": ["list"], "for_each": "{{nodes.list.output}}",
          "params": { "give": "{{item}}" } },
        { "id": "end", "handler": "work", "depends_on": ["each"] }
    ]);
    let repeat = json!([
        { "id": "rounds", "handler": "work", "depends_on": [], "params": { "ms": 2, "give": { "n": "{{index}}" } },
          "repeat": { "while": "{{last.n}} < 7", "most": 20 } },
        { "id": "end", "handler": "work", "depends_on": ["rounds"],
          "params": { "give": "{{nodes.rounds.output.n}}" } }
    ]);
    let retry = json!([
        { "id": "a", "handler": "flaky", "depends_on": [], "params": { "fails": 2 },
          "retry": { "max_attempts": 5, "backoff_ms": 3 } },
        { "id": "b", "handler": "work", "depends_on": ["a"], "params": work }
    ]);
    let waiting = json!([
        { "id": "a", "handler": "ask", "depends_on": [] },
        { "id": "b", "handler": "work", "depends_on": [], "params": work },
        { "id": "c", "handler": "work", "depends_on": ["a", "b"], "confirm": true }
    ]);
    let sub = json!([
        { "id": "a", "handler": "work", "depends_on": [], "params": work },
        { "id": "inner", "workflow": "diamond", "depends_on": ["a"] },
        { "id": "z", "handler": "work", "depends_on": ["inner"] }
    ]);
    let cancel = json!([node("a", &[]), node("b", &["a"]), node("c", &[]), node("d", &["b", "c"])]);
    vec![
        chain("chain", (8, "work"), &work),
        flow(
            "diamond",
            &json!([node("a", &[]), node("b", &["a"]), node("c", &["a"]), node("d", &["b", "c"])]),
        ),
        flow("fan", &fan),
        flow("repeat", &repeat),
        flow("retry", &retry),
        flow("waiting", &waiting),
        flow("sub", &sub),
        flow("cancel", &cancel),
    ]
}

/// Starts an engine over a project.
///
/// # Errors
/// Errors of the engine.
pub async fn engine(project: Project, ledger: Option<&Path>, flows: Vec<Flow>) -> Result<Engine<Bench>> {
    let host = Bench { project, ledger: ledger.map(Path::to_owned), changes: AtomicU64::new(0) };
    Ok(Engine::begin(host, registry(), flows, Limits::default()).await?)
}

/// Stops an engine and closes its project.
///
/// # Errors
/// Errors of closing.
pub async fn close(engine: Engine<Bench>) -> Result<()> {
    engine.stop().await;
    let host = engine.into_host().context("the engine is still in use")?;
    Ok(host.project.close().await?)
}

/// A request to start a run from the menu.
pub fn start(workflow: &str, input: Value) -> Start {
    Start { workflow: workflow.to_owned(), input, trigger: Trigger::Menu, when_busy: WhenBusy::Join }
}

/// The lines of a ledger: the started steps with their attempts.
///
/// # Errors
/// Errors of reading.
pub fn ledger(path: &Path) -> Result<Vec<(String, u32)>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let lines = std::fs::read_to_string(path)?;
    lines
        .lines()
        .map(|line| {
            let (key, attempt) = line.split_once(' ').context("incomplete line")?;
            Ok((key.to_owned(), attempt.parse()?))
        })
        .collect()
}

/// The keys of all completed steps of all runs.
///
/// # Errors
/// Errors of reading.
pub async fn completed(project: &Project) -> Result<HashSet<String>> {
    let mut tx = project.begin_read().await?;
    let rows: Vec<(i64, String, i64)> =
        sqlx::query_as("select run_id, node, item from workflow_node_runs where status = 'completed'")
            .fetch_all(&mut *tx)
            .await?;
    Ok(rows
        .into_iter()
        .map(
            |(run, node, item)| {
                if item < 0 { format!("{run}/{node}") } else { format!("{run}/{node}/{item}") }
            },
        )
        .collect())
}

/// The status of a run and of each of its nodes.
///
/// # Errors
/// Errors of reading.
pub async fn states(engine: &Engine<Bench>, run: RunId) -> Result<(String, BTreeMap<String, String>)> {
    let mut tx = engine.host().project.begin_read().await?;
    let loaded = engine.load(&mut tx, run).await?;
    let nodes = loaded.machine.nodes().iter().enumerate().map(|(at, node)| {
        let id = loaded.flow.node(at).map(|node| node.id.clone()).unwrap_or_default();
        (id, node.whole.status.as_str().to_owned())
    });
    Ok((loaded.status.as_str().to_owned(), nodes.collect()))
}
