//! Runs as an author sees them.

use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_engine::{Error, Start, WhenBusy};
use wenfang_tests::workflows::{chain, close, flow, shapes, start, states};
use wenfang_workflow::RunStatus;
use wenfang_workflow::machine::Answer;

use crate::{Bed, nothing};

pub fn yes(data: Value) -> Answer {
    Answer { accept: true, data }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_completes_and_logs_its_events() -> Result<()> {
    let bed = Bed::new(shapes()).await?;
    let run = bed.engine.start(start("diamond", nothing())).await?.run;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    let events = bed.events(run).await?;
    assert_eq!(events[0], "began a");
    assert_eq!(events.len(), 8, "{events:?}");
    assert_eq!(bed.ledger().len(), 4);
    assert!(!bed.engine.is_going(run));
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed), "the stored state");
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_click_starts_one_run() -> Result<()> {
    let text = json!({ "workflow_id": "w", "concurrency_key": "k:{{input.x}}",
        "nodes": [{ "id": "a", "handler": "ask", "depends_on": [] }] });
    let keyed =
        wenfang_workflow::read(&text.to_string(), wenfang_tests::workflows::registry().described()).unwrap();
    let bed = Bed::new(vec![keyed]).await?;
    let click = || bed.engine.start(start("w", json!({ "x": 1 })));
    let (first, second) = tokio::join!(click(), click());
    let (first, second) = (first?, second?);
    assert_eq!(first.run, second.run);
    assert!(first.already != second.already);
    let other = bed.engine.start(start("w", json!({ "x": 2 }))).await?;
    assert!(!other.already, "another key starts another run");
    // One run queues behind the first; a third start joins the second.
    let queue = || bed.engine.start(Start { when_busy: WhenBusy::Queue, ..start("w", json!({ "x": 1 })) });
    let (queued, again) = (queue().await?, queue().await?);
    assert!(!queued.already && again.already && queued.run == again.run && queued.run != first.run);
    wait_for_state(&bed, first.run, "waiting").await?;
    bed.engine.answer(first.run, ("a", None), yes(nothing())).await?;
    wait_for_state(&bed, queued.run, "waiting").await?;
    close(bed.engine).await
}

fn keyed(nodes: &Value) -> Vec<wenfang_workflow::Flow> {
    let text = json!({ "workflow_id": "w", "concurrency_key": "k", "nodes": nodes }).to_string();
    vec![wenfang_workflow::read(&text, wenfang_tests::workflows::registry().described()).unwrap()]
}

/// Waits until a run reaches a state.
pub async fn wait_for_state(bed: &Bed, run: wenfang_story::RunId, wanted: &str) -> Result<()> {
    for _ in 0..500 {
        if states(&bed.engine, run).await?.0 == wanted {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    anyhow::bail!("run {run} is {}, never {wanted}", states(&bed.engine, run).await?.0)
}

fn behind() -> Start {
    Start { when_busy: WhenBusy::Queue, ..start("w", nothing()) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_queued_behind_a_paused_run_starts() -> Result<()> {
    let bed = Bed::new(keyed(&json!([
        { "id": "a", "handler": "ask", "depends_on": [] },
        { "id": "b", "handler": "flaky", "depends_on": ["a"], "params": { "fails": 1 } }
    ])))
    .await?;
    let first = bed.engine.start(start("w", nothing())).await?.run;
    let second = bed.engine.start(behind()).await?.run;
    wait_for_state(&bed, first, "waiting").await?;
    bed.engine.answer(first, ("a", None), yes(nothing())).await?;
    wait_for_state(&bed, first, "interrupted").await?;
    wait_for_state(&bed, second, "waiting").await?;
    assert!(matches!(bed.engine.resume(first).await, Err(Error::Busy(busy)) if busy == second));
    bed.engine.cancel(second, None).await?;
    bed.engine.resume(first).await?;
    wait_for_state(&bed, first, "completed").await?;
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelling_a_waiting_run_starts_the_queued_one() -> Result<()> {
    let flows = || keyed(&json!([{ "id": "a", "handler": "ask", "depends_on": [] }]));
    let bed = Bed::new(flows()).await?;
    let first = bed.engine.start(start("w", nothing())).await?.run;
    wait_for_state(&bed, first, "waiting").await?;
    let bed = bed.reopen(flows()).await?;
    let second = bed.engine.start(behind()).await?.run;
    assert_eq!(states(&bed.engine, second).await?.0, "queued");
    bed.engine.cancel(first, None).await?;
    wait_for_state(&bed, second, "waiting").await?;
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_input_is_rejected() -> Result<()> {
    let nodes = json!([{ "id": "a", "handler": "noop", "depends_on": [], "params": { "x": "{{input.chapter_id}}" } }]);
    let bed = Bed::new(vec![flow("w", &nodes)]).await?;
    assert!(
        matches!(bed.engine.start(start("w", nothing())).await, Err(Error::NoInput(name)) if name == "chapter_id")
    );
    assert!(matches!(bed.engine.start(start("v", nothing())).await, Err(Error::NoWorkflow(_))));
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn transient_failures_are_retried_and_permanent_ones_skip_dependents() -> Result<()> {
    let nodes = json!([
        { "id": "a", "handler": "flaky", "depends_on": [], "params": { "fails": 2 }, "retry": { "max_attempts": 3, "backoff_ms": 2 } },
        { "id": "b", "handler": "flaky", "depends_on": [], "params": { "fails": 9, "class": "permanent" }, "retry": { "max_attempts": 9 } },
        { "id": "c", "handler": "noop", "depends_on": ["b"] },
        { "id": "p", "handler": "panic", "depends_on": [] }
    ]);
    let bed = Bed::new(vec![flow("w", &nodes)]).await?;
    let run = bed.engine.start(start("w", nothing())).await?.run;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Partial));
    let (_, nodes) = states(&bed.engine, run).await?;
    let nodes: Vec<&str> = nodes.values().map(String::as_str).collect();
    assert_eq!(nodes, ["completed", "failed", "skipped", "failed"]);
    assert_eq!(bed.ledger().len(), 4, "three attempts of a, one of b");
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_times_out_is_stopped() -> Result<()> {
    let nodes = json!([{ "id": "a", "handler": "work", "depends_on": [], "params": { "ms": 60_000 }, "timeout_s": 0.05 }]);
    let bed = Bed::new(vec![flow("w", &nodes)]).await?;
    let run = bed.engine.start(start("w", nothing())).await?.run;
    // A timeout is no fault of the work: the run pauses.
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Interrupted));
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelling_is_immediate_and_prevents_later_writes() -> Result<()> {
    let nodes = json!([
        { "id": "a", "handler": "work", "depends_on": [], "params": { "ms": 60_000 } },
        { "id": "b", "handler": "work", "depends_on": [], "params": { "ms": 60_000 } },
        { "id": "c", "handler": "noop", "depends_on": ["b"] }
    ]);
    let bed = Bed::new(vec![flow("w", &nodes)]).await?;
    let run = bed.engine.start(start("w", nothing())).await?.run;
    bed.engine.cancel(run, Some("b")).await?;
    let (status, nodes) = states(&bed.engine, run).await?;
    assert_eq!(
        (status.as_str(), nodes["a"].as_str(), nodes["b"].as_str()),
        ("running", "ready", "cancelled")
    );
    assert!(matches!(bed.engine.cancel(run, Some("x")).await, Err(Error::NoNode { .. })));
    bed.engine.cancel(run, None).await?;
    assert_eq!(states(&bed.engine, run).await?.0, "cancelled");
    assert!(matches!(bed.engine.cancel(run, None).await, Err(Error::WrongState { .. }) | Ok(())));
    assert_eq!(wenfang_tests::workflows::completed(&bed.engine.host().project).await?.len(), 0);
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_survives_a_restart() -> Result<()> {
    let bed = Bed::new(shapes()).await?;
    let run = bed.engine.start(start("waiting", nothing())).await?.run;
    wait_for(&bed, run, "waiting").await?;
    let bed = bed.reopen(shapes()).await?;
    assert_eq!(states(&bed.engine, run).await?.0, "waiting");
    assert!(matches!(bed.engine.answer(run, ("b", None), yes(nothing())).await, Err(Error::NotAsked(_))));
    bed.engine.answer(run, ("a", None), yes(json!({ "kept": [1] }))).await?;
    wait_for(&bed, run, "waiting").await?;
    assert!(matches!(bed.engine.answer(run, ("a", None), yes(nothing())).await, Err(Error::NotAsked(_))));
    bed.engine.answer(run, ("c", None), yes(nothing())).await?;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    let of_b = bed.ledger().iter().filter(|(key, _)| key.ends_with("/b")).count();
    assert_eq!(of_b, 1, "an answer does not rerun siblings");
    close(bed.engine).await
}

async fn wait_for(bed: &Bed, run: wenfang_story::RunId, wanted: &str) -> Result<()> {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        let (status, nodes) = states(&bed.engine, run).await?;
        if status == wanted && nodes.values().all(|node| node != "running" && node != "ready") {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    anyhow::bail!("{run} did not reach {wanted}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_active_at_closing_can_be_resumed() -> Result<()> {
    let flows = || vec![chain("w", (3, "work"), &json!({ "ms": 40 }))];
    let bed = Bed::new(flows()).await?;
    let run = bed.engine.start(start("w", nothing())).await?.run;
    tokio::time::sleep(Duration::from_millis(60)).await;
    let bed = bed.reopen(flows()).await?;
    assert_eq!(states(&bed.engine, run).await?.0, "interrupted");
    bed.engine.resume(run).await?;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    assert!(matches!(bed.engine.resume(run).await, Err(Error::WrongState { .. })));
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workflow_can_be_a_step_of_another() -> Result<()> {
    let bed = Bed::new(shapes()).await?;
    let run = bed.engine.start(start("sub", nothing())).await?.run;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    assert_eq!(bed.ledger().len(), 6);
    let mut tx = bed.engine.host().project.begin_read().await?;
    assert_eq!(
        wenfang_project::workflows::list(&mut tx, None, (10, false)).await?.len(),
        1,
        "lists do not show it as a separate run"
    );
    let loaded = bed.engine.load(&mut tx, run).await?;
    let inner = loaded.flow.number("inner").unwrap();
    assert_eq!(loaded.machine.nodes()[inner].whole.output.as_deref(), Some(&json!({ "d": null })));
    drop(tx);
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_items_run_and_keep_their_order() -> Result<()> {
    let bed = Bed::new(shapes()).await?;
    let run = bed.engine.start(start("fan", nothing())).await?.run;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    let mut tx = bed.engine.host().project.begin_read().await?;
    let loaded = bed.engine.load(&mut tx, run).await?;
    let each = loaded.flow.number("each").unwrap();
    let output = loaded.machine.nodes()[each].whole.output.clone().unwrap();
    assert_eq!(*output, json!((0..200).collect::<Vec<_>>()));
    drop(tx);
    close(bed.engine).await
}
