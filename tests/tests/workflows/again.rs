//! Rerunning runs, in whole or in part, and reusing outputs.

use anyhow::Result;
use serde_json::json;
use wenfang_engine::{Again, Error};
use wenfang_tests::workflows::{close, flow, start};
use wenfang_workflow::{Flow, RunStatus};

use crate::runs::{wait_for_state, yes};
use crate::{Bed, nothing};

fn pure(changed: i32) -> Vec<Flow> {
    let nodes = json!([
        { "id": "a", "handler": "pure", "depends_on": [], "params": { "n": 1 } },
        { "id": "b", "handler": "pure", "depends_on": ["a"], "params": { "n": changed, "a": "{{nodes.a.output}}" } },
        { "id": "c", "handler": "pure", "depends_on": ["b"], "params": { "b": "{{nodes.b.output}}" } },
        { "id": "d", "handler": "pure", "depends_on": ["a"], "params": { "n": 4 } }
    ]);
    vec![flow("w", &nodes)]
}

fn again(run: wenfang_story::RunId, node: Option<&str>) -> Again {
    Again { run, node: node.map(str::to_owned), only: false, params: None, fresh: true }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_fresh_run_repeats_deterministic_steps() -> Result<()> {
    let bed = Bed::new(pure(2)).await?;
    let first = bed.engine.start(start("w", nothing())).await?.run;
    bed.engine.wait(first).await;
    assert_eq!(bed.ledger().len(), 4);
    let second = bed.engine.start(start("w", nothing())).await?.run;
    assert_eq!(bed.engine.wait(second).await, Some(RunStatus::Completed));
    assert_eq!(bed.ledger().len(), 4, "nothing ran");
    assert!(bed.events(second).await?.contains(&"reused a".to_owned()), "the event log says so");
    let fresh = bed.engine.again(&again(first, None)).await?;
    bed.engine.wait(fresh).await;
    assert_eq!(bed.ledger().len(), 8);
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_is_rerun_with_its_dependents() -> Result<()> {
    let bed = Bed::new(pure(2)).await?;
    let first = bed.engine.start(start("w", nothing())).await?.run;
    bed.engine.wait(first).await;
    let from_b = again(first, Some("b"));
    let plan = bed.engine.preview_again(&from_b).await?;
    assert_eq!(
        (plan.runs, plan.reused),
        (vec!["b".to_owned(), "c".to_owned()], vec!["a".to_owned(), "d".to_owned()])
    );
    let run = bed.engine.again(&from_b).await?;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    let ran: Vec<String> = bed.ledger().into_iter().skip(4).map(|(key, _)| key).collect();
    assert_eq!(ran, [format!("{run}/b"), format!("{run}/c")]);
    // Only that node, with other parameters.
    let only = Again { only: true, params: Some(json!({ "n": 9 })), ..again(first, Some("b")) };
    let run = bed.engine.again(&only).await?;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    let mut tx = bed.engine.host().project.begin_read().await?;
    let loaded = bed.engine.load(&mut tx, run).await?;
    drop(tx);
    let b = loaded.flow.number("b").unwrap();
    assert_eq!(loaded.machine.nodes()[b].whole.output.as_deref(), Some(&json!({ "made_of": { "n": 9 } })));
    assert_eq!(bed.ledger().len(), 7);
    let missing = bed.engine.preview_again(&again(first, Some("x"))).await;
    assert!(matches!(missing, Err(Error::NoNode { .. })));
    for (node, params) in [(None, json!({ "n": 1 })), (Some("b"), json!([1]))] {
        let wrong = Again { params: Some(params), ..again(first, node) };
        assert!(matches!(bed.engine.preview_again(&wrong).await, Err(Error::BadParams)), "{node:?}");
    }
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_reuses_unchanged_nodes() -> Result<()> {
    let bed = Bed::new(pure(2)).await?;
    let first = bed.engine.start(start("w", nothing())).await?.run;
    bed.engine.wait(first).await;
    let bed = bed.reopen(pure(3)).await?;
    let mut tx = bed.engine.host().project.begin_read().await?;
    let loaded = bed.engine.load(&mut tx, first).await?;
    drop(tx);
    assert!(bed.engine.changed_definition(&loaded).is_some());
    let run = bed.engine.upgrade(first).await?.run;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    let ran: Vec<String> = bed.ledger().into_iter().skip(4).map(|(key, _)| key).collect();
    assert_eq!(ran, [format!("{run}/b"), format!("{run}/c")]);
    close(bed.engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_also_runs_what_was_left() -> Result<()> {
    let flows = |changed: i32| {
        let nodes = json!([
            { "id": "a", "handler": "ask", "depends_on": [] },
            { "id": "b", "handler": "pure", "depends_on": ["a"], "params": { "n": 1 } },
            { "id": "c", "handler": "pure", "depends_on": [], "params": { "n": changed } },
            { "id": "d", "handler": "pure", "depends_on": [], "params": { "n": 4 } }
        ]);
        vec![flow("w", &nodes)]
    };
    let bed = Bed::new(flows(2)).await?;
    let first = bed.engine.start(start("w", nothing())).await?.run;
    wait_for_state(&bed, first, "waiting").await?;
    let bed = bed.reopen(flows(3)).await?;
    let mut tx = bed.engine.host().project.begin_read().await?;
    let loaded = bed.engine.load(&mut tx, first).await?;
    drop(tx);
    let plan = bed.engine.preview_upgrade(&loaded).await.unwrap();
    assert_eq!((plan.runs, plan.reused), (["a", "b", "c"].map(str::to_owned).into(), vec!["d".to_owned()]));
    let run = bed.engine.upgrade(first).await?.run;
    wait_for_state(&bed, run, "waiting").await?;
    bed.engine.answer(run, ("a", None), yes(nothing())).await?;
    assert_eq!(bed.engine.wait(run).await, Some(RunStatus::Completed));
    let ran: Vec<String> = bed.ledger().into_iter().map(|(key, _)| key).collect();
    assert!(ran.contains(&format!("{run}/b")), "{ran:?}");
    close(bed.engine).await
}
