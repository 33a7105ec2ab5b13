//! Repeated nodes in the engine: what each item stores and costs, and what becomes of them when the run is interrupted,
//! cancelled or fails in the middle.

use wenfang_story::generation::Cost;

use super::*;
use crate::Usage;

/// Counts on from the parameter `before` until `until`, and writes an artifact named after its step. The first attempt
/// of the item `fails_at` fails, that of the item `waits_at` waits until it is cancelled.
pub(super) fn round() -> Acts {
    Acts(HandlerSpec::any("round"), |context, params| {
        Box::pin(async move {
            let number = |name: &str| params.get(name).and_then(Value::as_u64);
            let is_at = |name: &str| {
                context.attempt == 1 && number(name).is_some_and(|at| number("index") == Some(at))
            };
            if is_at("fails_at") {
                return Err(Failure::permanent("requested by a test").into());
            }
            if is_at("waits_at") {
                context.log("waits");
                context.cancel.cancelled().await;
            }
            let count = number("before").unwrap_or(0) + 1;
            let output =
                json!({ "count": count, "more": number("until").is_some_and(|until| count < until) });
            let (name, now) = (format!("round/{}", context.key()), context.host.project.now());
            let done = Done::writing(move |conn| {
                Box::pin(async move {
                    let artifact = Artifact::new(&name, Subject::Novel, ArtifactKind::Other, "test");
                    let put = artifacts::put(conn, &artifact, (None, "1"), now).await;
                    put.map_err(|error| Failure::permanent(error.to_string()))?;
                    Ok(output)
                })
            });
            let cost = Some(Cost { currency: "CNY".to_owned(), micros: 5 });
            Ok(done.by(Usage { model: Some("m".to_owned()), cost }))
        })
    })
}

/// A node that counts to three, with further parameters, and a node that is given its output.
fn counting(more: &Value) -> Value {
    let mut params = json!({ "index": "{{index}}", "before": "{{last.count}}", "until": 3 });
    params.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    let after = json!({ "before": "{{nodes.rounds.output.count}}" });
    json!([
        { "id": "rounds", "handler": "round", "depends_on": [], "params": params,
          "repeat": { "while": "{{last.more}}", "most": 10 } },
        { "id": "after", "handler": "round", "depends_on": ["rounds"], "params": after }
    ])
}

impl Bed {
    /// The item rows of `rounds`: item, attempt and state.
    async fn items(&self, run: RunId) -> Vec<(i64, u32, String)> {
        let steps = self.loaded(run).await.steps;
        let items = steps.into_iter().filter(|step| step.node == "rounds");
        items.filter_map(|step| Some((step.item?, step.attempt, step.status))).collect()
    }

    /// The output of a node.
    async fn output(&self, run: RunId, node: usize) -> Value {
        let loaded = self.loaded(run).await;
        loaded.machine.nodes()[node].whole.output.as_deref().cloned().unwrap()
    }
}

fn rows(rows: &[(i64, u32, &str)]) -> Vec<(i64, u32, String)> {
    rows.iter().map(|(item, attempt, status)| (*item, *attempt, (*status).to_owned())).collect()
}

const ALL_DONE: [(i64, u32, &str); 3] = [(0, 1, "completed"), (1, 1, "completed"), (2, 1, "completed")];

#[tokio::test]
async fn each_time_has_its_row_events_and_price() {
    let bed = Bed::new(&counting(&json!({}))).await;
    let (run, status) = bed.run().await;
    assert_eq!(status, RunStatus::Completed);
    assert_eq!(bed.items(run).await, rows(&ALL_DONE));
    assert_eq!(bed.output(run, 0).await, json!({ "count": 3, "more": false }));
    assert_eq!(bed.output(run, 1).await, json!({ "count": 4, "more": false }), "it is given the last output");
    let usages = bed.loaded(run).await.steps.into_iter().filter(|step| step.usage.is_some()).count();
    assert_eq!(usages, 4, "each item has its price");
    let mut tx = bed.engine.host().project.begin_read().await.unwrap();
    let events = rows::events(&mut tx, run, 0, 100).await.unwrap().into_iter();
    let of_items: Vec<(String, i64)> = events.filter_map(|event| Some((event.kind, event.item?))).collect();
    let expected = (0..3).flat_map(|item| ["began", "completed"].map(|kind| (kind.to_owned(), item)));
    assert_eq!(of_items, expected.collect::<Vec<_>>());
}

#[tokio::test]
async fn an_interrupted_repetition_resumes_at_its_newest_item() {
    let nodes = counting(&json!({ "waits_at": 1 }));
    let bed = Bed::new(&nodes).await;
    let run = bed.start().await.run;
    bed.until_it_waits(run).await;
    let bed = bed.reopened(&[("w", &nodes)]).await;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Interrupted));
    assert_eq!(bed.items(run).await, rows(&[(0, 1, "completed"), (1, 1, "running")]));
    bed.engine.resume(run).await.unwrap();
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    let expected = [(0, 1, "completed"), (1, 1, "ready"), (1, 2, "completed"), (2, 1, "completed")];
    assert_eq!(bed.items(run).await, rows(&expected));
    assert_eq!(bed.output(run, 1).await, json!({ "count": 4, "more": false }));
}

#[tokio::test]
async fn a_cancelled_repetition_keeps_what_was_done() {
    let bed = Bed::new(&counting(&json!({ "waits_at": 1 }))).await;
    let run = bed.start().await.run;
    bed.until_it_waits(run).await;
    bed.engine.cancel(run, Some("rounds")).await.unwrap();
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Failed));
    assert_eq!(bed.items(run).await, rows(&[(0, 1, "completed"), (1, 1, "cancelled")]));
    assert_eq!(bed.written().await, [format!("round/{run}/rounds/0")]);
    bed.engine.resume(run).await.unwrap();
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    assert_eq!(bed.output(run, 0).await, json!({ "count": 3, "more": false }));
}

#[tokio::test]
async fn resuming_a_failed_repetition_repeats_only_the_failed_item() {
    let bed = Bed::new(&counting(&json!({ "fails_at": 1 }))).await;
    let (run, status) = bed.run().await;
    assert_eq!(status, RunStatus::Failed);
    assert_eq!(bed.items(run).await, rows(&[(0, 1, "completed"), (1, 1, "failed")]));
    bed.engine.resume(run).await.unwrap();
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    let expected = [(0, 1, "completed"), (1, 1, "failed"), (1, 2, "completed"), (2, 1, "completed")];
    assert_eq!(bed.items(run).await, rows(&expected));
}

/// A workflow of one round, and one that repeats it.
fn nested() -> (Value, Value) {
    let params = json!({ "index": "{{input.n}}", "before": "{{input.before}}", "until": 3, "waits_at": "{{input.waits_at}}" });
    let child = json!([
        { "id": "first", "handler": "list", "depends_on": [] },
        { "id": "count", "handler": "round", "depends_on": ["first"], "params": params }
    ]);
    let params = json!({ "n": "{{index}}", "before": "{{last.count.count}}", "waits_at": 1 });
    let outer = json!([
        { "id": "rounds", "workflow": "child", "depends_on": [], "params": params,
          "repeat": { "while": "{{last.count.more}}", "most": 10 } }
    ]);
    (child, outer)
}

#[tokio::test]
async fn a_workflow_is_repeated_as_runs_of_its_own() {
    let (child, outer) = nested();
    let workflows = [("child", &child), ("w", &outer)];
    let bed = Bed::with(&workflows).await;
    let run = bed.start().await.run;
    let of_item = async |bed: &Bed, item: i64| {
        let parent = rows::Parent { run, node: "rounds".to_owned(), item: Some(item) };
        let mut tx = bed.engine.host().project.begin_read().await.unwrap();
        rows::child(&mut tx, &parent).await.unwrap().map(|child| child.id)
    };
    let second = loop {
        match of_item(&bed, 1).await {
            Some(second) => break second,
            None => tokio::time::sleep(Duration::from_millis(2)).await,
        }
    };
    bed.until_it_waits(second).await;
    let first = of_item(&bed, 0).await.unwrap();
    let bed = bed.reopened(&workflows).await;
    bed.engine.resume(run).await.unwrap();
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    assert_eq!(bed.output(run, 0).await, json!({ "count": { "count": 3, "more": false } }));
    assert_eq!((of_item(&bed, 0).await, of_item(&bed, 1).await), (Some(first), Some(second)), "each went on");
    let third = of_item(&bed, 2).await.unwrap();
    assert_eq!(of_item(&bed, 3).await, None);
    let written = bed.written().await;
    assert_eq!(written, [first, second, third].map(|run| format!("round/{run}/count")), "each counted once");
}

#[tokio::test]
async fn the_estimate_of_a_repeated_node_is_a_range() {
    let child = json!([node("ask", "keyed", &[])]);
    let requests = async |(kind, name): (&str, &str), most: usize| {
        let repeated = json!([{ "id": "run", (kind): name, "depends_on": [],
            "params": { "calls": 2, "before": "{{last}}" }, "repeat": { "while": "{{last}}", "most": most } }]);
        let bed = Bed::with(&[("child", &child), ("w", &repeated)]).await;
        let estimate = bed.estimate(&json!({})).await;
        let least = estimate.least.map(|least| least.asks.unwrap().requests);
        (least, estimate.asks.unwrap().requests)
    };
    assert_eq!(requests(("handler", "keyed"), 3).await, (Some(2), 6));
    assert_eq!(requests(("workflow", "child"), 3).await, (Some(2), 6));
    assert_eq!(requests(("handler", "keyed"), 1).await, (None, 2));
}
