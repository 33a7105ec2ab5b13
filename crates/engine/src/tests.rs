//! The engine over a real project file, with handlers that show its promises: what is stored with what, and what is
//! discarded.

mod repeat;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use wenfang_project::artifacts::{self, Artifact};
use wenfang_project::workflows as rows;
use wenfang_project::{Clock, Project};
use wenfang_story::artifact::{ArtifactKind, Subject};
use wenfang_story::{ProjectRecord, RunId};
use wenfang_workflow::{Failure, FailureClass, Flow, HandlerSpec, Kind, RunStatus, Trigger, read};

use crate::{
    Again, Asked, Asks, Context, Done, Engine, Error, Estimate, Handler, Host, Limits, Loaded, Registry,
    Start, Started, Stop, WhenBusy,
};

struct TestHost {
    project: Project,
    /// How many times a run was reported as changed.
    changes: AtomicUsize,
    /// Steps with a key that run now, and the most at any time.
    running: AtomicUsize,
    most: AtomicUsize,
}

impl Host for TestHost {
    fn project(&self) -> &Project {
        &self.project
    }

    fn changed(&self, _: RunId) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }
}

type Act = for<'a> fn(&'a Context<TestHost>, Arc<Value>) -> BoxFuture<'a, Result<Done, Stop>>;

struct Acts(HandlerSpec, Act);

impl Handler<TestHost> for Acts {
    fn spec(&self) -> HandlerSpec {
        self.0.clone()
    }

    fn run<'a>(
        &'a self,
        context: &'a Context<TestHost>,
        params: Arc<Value>,
    ) -> BoxFuture<'a, Result<Done, Stop>> {
        (self.1)(context, params)
    }

    fn turn(&self, _: &Context<TestHost>, _: &Value) -> Option<String> {
        (self.0.name == "keyed").then(|| "provider".to_owned())
    }

    /// A keyed step makes as many requests as its parameter or input `calls` says; of others nothing is known.
    fn estimate<'a>(&'a self, _: &'a TestHost, asked: Asked<'a>) -> BoxFuture<'a, Estimate> {
        Box::pin(async move {
            if self.0.name != "keyed" {
                return Estimate::default();
            }
            let calls =
                asked.params.get("calls").or_else(|| asked.input.get("calls")).and_then(Value::as_u64);
            let Some(calls) = calls.filter(|_| !asked.is_item) else { return Estimate::UNKNOWN };
            let asks = Asks { requests: usize::try_from(calls).unwrap(), ..Asks::default() };
            Estimate { may_cost: true, asks: Some(asks), ..Estimate::default() }
        })
    }
}

/// A result that writes an artifact named after its node, then ends as `end` says.
fn written(context: &Context<TestHost>, end: Result<Value, Failure>) -> Done {
    let (name, now) = (context.node.clone(), context.host.project.now());
    Done::writing(move |conn| {
        Box::pin(async move {
            let artifact = Artifact::new(&name, Subject::Novel, ArtifactKind::Other, "test");
            let put = artifacts::put(conn, &artifact, (None, "1"), now).await;
            put.map_err(|error| Failure::permanent(error.to_string()))?;
            end
        })
    })
}

/// Writes, and fails after the write if its parameter `fail` is set.
fn writing() -> Acts {
    Acts(HandlerSpec::any("write"), |context, params| {
        let end = match params.get("fail") {
            Some(_) => Err(Failure::permanent("after the write")),
            None => Ok(Value::Null),
        };
        Box::pin(async { Ok(written(context, end)) })
    })
}

/// Waits until it is cancelled, then writes all the same.
fn stubborn() -> Acts {
    Acts(HandlerSpec::any("stubborn"), |context, _| {
        Box::pin(async {
            context.log("waits");
            context.cancel.cancelled().await;
            Ok(written(context, Ok(Value::Null)))
        })
    })
}

/// Six items for a fan-out.
fn listing() -> Acts {
    Acts(HandlerSpec::any("list"), |_, _| Box::pin(async { Ok(Done::output(json!([0, 1, 2, 3, 4, 5]))) }))
}

/// A step under a key, like one that calls a provider.
fn keyed() -> Acts {
    Acts(HandlerSpec { kind: Kind::Model, ..HandlerSpec::any("keyed") }, |context, _| {
        Box::pin(async move {
            let running = context.host.running.fetch_add(1, Ordering::SeqCst) + 1;
            context.host.most.fetch_max(running, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_millis(5)).await;
            context.host.running.fetch_sub(1, Ordering::SeqCst);
            Ok(Done::output(json!(context.item)))
        })
    })
}

fn panicking() -> Acts {
    Acts(HandlerSpec::any("panic"), |_, _| Box::pin(async { panic!("requested by a test") }))
}

/// Takes the lease of its own run, as another process would.
fn leasing() -> Acts {
    Acts(HandlerSpec::any("lease"), |context, _| {
        Box::pin(async move {
            let lease = async {
                let mut tx = context.host.project.begin_write().await?;
                rows::lease(&mut tx, context.run).await?;
                tx.commit().await.map_err(wenfang_project::Error::from)
            };
            lease.await.map_err(|error| Failure::permanent(error.to_string()))?;
            Ok(Done::output(Value::Null))
        })
    })
}

struct Bed {
    engine: Engine<TestHost>,
    folder: tempfile::TempDir,
}

impl Bed {
    /// An engine with one workflow, `w`, of these nodes.
    async fn new(nodes: &Value) -> Self {
        Self::with(&[("w", nodes)]).await
    }

    /// An engine with these workflows. All but `w` have one key.
    async fn with(workflows: &[(&'static str, &Value)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("novel.wenfang");
        let project = Project::create(&path, &ProjectRecord::default(), Clock::system()).await.unwrap();
        Self::over(project, folder, workflows).await
    }

    /// Ends the program and starts it over the same project.
    async fn reopened(self, workflows: &[(&'static str, &Value)]) -> Self {
        self.engine.stop().await;
        let host = self.engine.into_host().unwrap();
        Self::over(host.project, self.folder, workflows).await
    }

    async fn over(project: Project, folder: tempfile::TempDir, workflows: &[(&'static str, &Value)]) -> Self {
        let mut registry = Registry::default();
        for handler in [writing(), stubborn(), listing(), keyed(), panicking(), leasing(), repeat::round()] {
            registry.register(handler);
        }
        workflows.iter().for_each(|(id, _)| registry.add_workflow(id));
        let flow = |(id, nodes): &(&str, &Value)| {
            let mut definition = json!({ "workflow_id": id, "nodes": nodes });
            if *id != "w" {
                definition["concurrency_key"] = json!("the same");
            }
            read(&definition.to_string(), registry.described()).unwrap()
        };
        let flows: Vec<Flow> = workflows.iter().map(flow).collect();
        let zero = AtomicUsize::default;
        let host = TestHost { project, changes: zero(), running: zero(), most: zero() };
        let engine = Engine::begin(host, registry, flows, Limits::default()).await.unwrap();
        Self { engine, folder }
    }

    /// The estimate of the node `run` of `w`.
    async fn estimate(&self, input: &Value) -> Estimate {
        let flow = self.engine.flows().find(|flow| flow.definition.workflow_id == "w").unwrap();
        self.engine.estimate(flow, &["run".to_owned()], (input, true)).await
    }

    async fn start(&self) -> Started {
        let start = Start {
            workflow: "w".to_owned(),
            input: json!({}),
            trigger: Trigger::Menu,
            when_busy: WhenBusy::Join,
        };
        self.engine.start(start).await.unwrap()
    }

    async fn run(&self) -> (RunId, RunStatus) {
        let run = self.start().await.run;
        (run, self.engine.wait(run).await.unwrap())
    }

    /// The names of the artifacts that steps wrote.
    async fn written(&self) -> Vec<String> {
        let mut tx = self.engine.host().project.begin_read().await.unwrap();
        let written = artifacts::list(&mut tx, None).await.unwrap();
        written.into_iter().map(|artifact| artifact.name).collect()
    }

    async fn loaded(&self, run: RunId) -> Loaded {
        let mut tx = self.engine.host().project.begin_read().await.unwrap();
        self.engine.load(&mut tx, run).await.unwrap()
    }

    /// Waits until a step of a run logs that it waits.
    async fn until_it_waits(&self, run: RunId) {
        while !self.events(run).await.iter().any(|(kind, _)| kind == "log") {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// The kinds of the events of a run, with their nodes.
    async fn events(&self, run: RunId) -> Vec<(String, String)> {
        let mut tx = self.engine.host().project.begin_read().await.unwrap();
        let events = rows::events(&mut tx, run, 0, 100).await.unwrap();
        events.into_iter().map(|event| (event.kind, event.node.unwrap_or_default())).collect()
    }
}

fn node(id: &str, handler: &str, needs: &[&str]) -> Value {
    json!({ "id": id, "handler": handler, "depends_on": needs })
}

#[tokio::test]
async fn a_failing_write_undoes_only_its_own_changes() {
    let mut fails = node("b", "write", &[]);
    fails["params"] = json!({ "fail": true });
    let bed = Bed::new(&json!([node("a", "write", &[]), fails, node("c", "write", &["a"])])).await;
    let (_, status) = bed.run().await;
    assert_eq!(status, RunStatus::Partial);
    assert_eq!(bed.written().await, ["a", "c"]);
}

#[tokio::test]
async fn writes_of_a_cancelled_step_are_discarded() {
    let bed = Bed::new(&json!([node("a", "stubborn", &[])])).await;
    let run = bed.start().await.run;
    bed.until_it_waits(run).await;
    bed.engine.cancel(run, None).await.unwrap();
    assert!(matches!(bed.engine.wait(run).await, Some(RunStatus::Cancelled)));
    assert_eq!(bed.written().await, [""; 0]);
    let again = bed.engine.cancel(run, None).await;
    assert!(matches!(again, Err(Error::WrongState { status: RunStatus::Cancelled, .. })), "{again:?}");
}

#[tokio::test]
async fn a_run_without_its_lease_stores_nothing() {
    let bed = Bed::new(&json!([node("a", "lease", &[]), node("b", "write", &["a"])])).await;
    let (run, status) = bed.run().await;
    assert_eq!(status, RunStatus::Interrupted);
    assert_eq!(bed.written().await, [""; 0]);
    assert_eq!(bed.events(run).await, [("began".to_owned(), "a".to_owned())]);
}

#[tokio::test]
async fn a_panic_fails_its_step_only() {
    let bed = Bed::new(&json!([node("a", "panic", &[]), node("b", "write", &[])])).await;
    let (run, status) = bed.run().await;
    assert_eq!(status, RunStatus::Partial);
    assert_eq!(bed.written().await, ["b"]);
    let loaded = bed.loaded(run).await;
    let failure = loaded.machine.nodes().first().and_then(|node| node.failure()).unwrap();
    assert_eq!(failure.class, FailureClass::Permanent);
}

#[tokio::test]
async fn steps_with_one_key_run_two_at_once() {
    let mut each = node("each", "keyed", &["list"]);
    each["for_each"] = json!("{{nodes.list.output}}");
    let bed = Bed::new(&json!([node("list", "list", &[]), each])).await;
    assert_eq!(bed.run().await.1, RunStatus::Completed);
    assert_eq!(bed.engine.host().most.load(Ordering::SeqCst), Limits::default().per_key);
}

#[tokio::test]
async fn failed_items_of_a_reused_node_stay_failed() {
    let mut each = node("each", "round", &["list"]);
    each["for_each"] = json!("{{nodes.list.output}}");
    each["params"] = json!({ "index": "{{index}}", "fails_at": 2 });
    each["on_error"] = json!("continue");
    let bed = Bed::new(&json!([node("list", "list", &[]), each, node("after", "list", &["each"])])).await;
    let (run, status) = bed.run().await;
    assert_eq!(status, RunStatus::Completed);
    let after = Some("after".to_owned());
    let run =
        bed.engine.again(&Again { run, node: after, only: false, params: None, fresh: false }).await.unwrap();
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    let began: Vec<String> = bed.events(run).await.into_iter().map(|(_, node)| node).collect();
    assert!(began.contains(&"after".to_owned()) && !began.contains(&"each".to_owned()), "{began:?}");
    let loaded = bed.loaded(run).await;
    assert_eq!(loaded.machine.nodes()[1].tally(), Some((5, 1, 0, 6)));
}

#[tokio::test]
async fn a_run_reports_each_turn() {
    let bed = Bed::new(&json!([node("a", "write", &[]), node("b", "write", &["a"])])).await;
    let (run, status) = bed.run().await;
    assert_eq!(status, RunStatus::Completed);
    // The beginning and the two ends.
    assert!(bed.engine.host().changes.load(Ordering::Relaxed) >= 3);
    let kinds: Vec<String> = bed.events(run).await.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds.iter().filter(|kind| *kind == "completed").count(), 2, "{kinds:?}");
    assert!(!bed.engine.is_going(run));
}

#[tokio::test]
async fn an_estimate_goes_into_the_workflows_of_steps() {
    let child = json!([node("ask", "keyed", &[]), node("write", "write", &[])]);
    let runs =
        |params: Value| json!({ "id": "run", "workflow": "child", "depends_on": [], "params": params });
    let estimate = async |step: Value, input: Value| {
        Bed::with(&[("child", &child), ("w", &json!([step]))]).await.estimate(&input).await
    };
    let known = estimate(runs(json!({ "calls": "{{input.n}}" })), json!({ "n": 3 })).await;
    assert_eq!(known.asks.map(|asks| asks.requests), Some(3));
    let unknown = estimate(runs(json!({ "calls": "{{input.n}}" })), json!({})).await;
    assert_eq!(unknown, Estimate::UNKNOWN);
    let mut fan_out = runs(json!({ "calls": 1 }));
    fan_out["for_each"] = json!("{{input.list}}");
    assert_eq!(estimate(fan_out, json!({ "list": [1, 2] })).await, Estimate::UNKNOWN);
    // A workflow that runs itself ends only by a condition.
    let itself = json!([{ "id": "run", "workflow": "w", "depends_on": [] }]);
    let bed = Bed::with(&[("w", &itself)]).await;
    assert_eq!(bed.estimate(&json!({})).await, Estimate::UNKNOWN);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_of_a_step_waits_for_its_key() {
    let running = |workflow: &str| json!([{ "id": "run", "workflow": workflow, "depends_on": [] }]);
    let inner = json!([node("a", "keyed", &[]), node("b", "keyed", &["a"])]);
    // The inner run has the key of the run that it is a step of, and does not wait for it.
    let bed = Bed::with(&[("w", &running("outer")), ("outer", &running("inner")), ("inner", &inner)]).await;
    let runs = [bed.start().await.run, bed.start().await.run, bed.start().await.run];
    for run in runs {
        assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    }
    assert_eq!(bed.engine.host().most.load(Ordering::SeqCst), 1);
}
