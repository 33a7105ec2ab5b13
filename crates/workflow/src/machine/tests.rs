//! Random runs compared with a small model, and the rules of a run.

mod model;
mod random;
mod repeat;

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::failure::FailureClass;
use crate::handler::{HandlerSpec, Handlers};

fn flow(nodes: Value) -> Arc<Flow> {
    let mut handlers = Handlers::new();
    handlers.add(HandlerSpec::any("h"));
    let text = json!({ "workflow_id": "w", "nodes": nodes }).to_string();
    Arc::new(crate::read(&text, &handlers).unwrap_or_else(|faults| panic!("{faults:?}")))
}

fn machine(nodes: Value, input: Value) -> Machine {
    let mut machine = Machine::new(flow(nodes), Arc::new(input));
    machine.start();
    machine
}

fn done(machine: &mut Machine, id: &str, output: Value) {
    let slot = Slot::of(machine.flow().number(id).unwrap());
    assert!(machine.begin(slot).is_some(), "{id} is not ready");
    machine.end(slot, Outcome::Done(Arc::new(output)));
}

fn states(machine: &Machine) -> String {
    let of = |state: &SlotState| &state.status.as_str()[..2];
    let nodes = machine.nodes().iter().enumerate().map(|(at, node)| {
        let id = &machine.flow().node(at).unwrap().id;
        let items: Vec<&str> = node.items.iter().map(of).collect();
        if items.is_empty() {
            format!("{id}:{}", of(&node.whole))
        } else {
            format!("{id}:{}{items:?}", of(&node.whole))
        }
    });
    format!("{} {}", nodes.collect::<Vec<_>>().join(" "), machine.status().as_str())
}

#[test]
fn a_node_is_ready_once_its_dependencies_are_done() {
    let mut run = machine(
        json!([
            { "id": "a", "handler": "h", "depends_on": [] },
            { "id": "b", "handler": "h", "depends_on": [] },
            { "id": "c", "handler": "h", "depends_on": ["a"], "params": { "x": "{{nodes.a.output.n}}" } }
        ]),
        json!({}),
    );
    done(&mut run, "a", json!({ "n": 4 }));
    // `b` has not started yet.
    let started = run.begin(Slot::of(2)).unwrap();
    assert_eq!(*started.params, json!({ "x": 4 }));
}

#[test]
fn waiting_for_the_author_is_a_state() {
    let nodes = json!([
        { "id": "a", "handler": "h", "depends_on": [], "confirm": true },
        { "id": "b", "handler": "h", "depends_on": ["a"] }
    ]);
    let mut run = machine(nodes.clone(), json!({}));
    assert_eq!(states(&run), "a:wa b:pe waiting");
    assert!(run.answer(Slot::of(0), Answer { accept: true, data: json!({ "n": 1 }) }));
    assert_eq!(run.begin(Slot::of(0)).unwrap().answer, Some(json!({ "n": 1 })));
    run.end(Slot::of(0), Outcome::Asks(json!("?")));
    assert_eq!(states(&run), "a:wa b:pe waiting");
    assert!(run.answer(Slot::of(0), Answer { accept: true, data: json!(2) }));
    assert_eq!(run.begin(Slot::of(0)).unwrap().answer, Some(json!(2)));
    run.end(Slot::of(0), Outcome::Done(Arc::new(json!(0))));
    assert!(!run.answer(Slot::of(0), Answer { accept: true, data: json!(3) }), "no step is waiting any more");
    let mut run = machine(nodes, json!({}));
    run.answer(Slot::of(0), Answer { accept: false, data: Value::Null });
    assert_eq!(states(&run), "a:sk b:sk completed");
}

#[test]
fn items_run_independently_and_outputs_keep_their_order() {
    let mut run = machine(
        json!([
            { "id": "a", "handler": "h", "depends_on": [], "for_each": "{{input.list}}", "params": { "x": "{{item}}", "n": "{{index}}" } },
            { "id": "b", "handler": "h", "depends_on": ["a"], "params": { "all": "{{nodes.a.output}}" } }
        ]),
        json!({ "list": ["甲", "乙", "丙"] }),
    );
    assert_eq!(states(&run), "a:ru[\"re\", \"re\", \"re\"] b:pe running");
    for item in [2, 0, 1] {
        let slot = Slot { node: 0, item: Some(item) };
        let started = run.begin(slot).unwrap();
        assert_eq!(started.params.get("n"), Some(&json!(item)));
        run.end(slot, Outcome::Done(Arc::new(started.params.get("x").cloned().unwrap())));
    }
    assert_eq!(*run.begin(Slot::of(1)).unwrap().params, json!({ "all": ["甲", "乙", "丙"] }));
}

#[test]
fn an_empty_array_completes_and_a_missing_one_fails() {
    let nodes = json!([{ "id": "a", "handler": "h", "depends_on": [], "for_each": "{{input.list}}" }]);
    assert_eq!(states(&machine(nodes.clone(), json!({ "list": [] }))), "a:co completed");
    assert_eq!(states(&machine(nodes.clone(), json!({ "list": 3 }))), "a:fa failed");
    assert_eq!(states(&machine(nodes, json!({}))), "a:fa failed");
}

#[test]
fn the_output_of_a_skipped_node_is_null() {
    let mut run = machine(
        json!([
            { "id": "a", "handler": "h", "depends_on": [], "when": "{{input.wanted}}" },
            { "id": "b", "handler": "h", "depends_on": ["a"], "params": { "x": "{{nodes.a.output.y}}" } }
        ]),
        json!({}),
    );
    assert_eq!(states(&run), "a:sk b:re running");
    assert_eq!(*run.begin(Slot::of(1)).unwrap().params, json!({ "x": null }));
}

#[test]
fn a_persistent_transient_failure_pauses_the_run() {
    let nodes = json!([
        { "id": "a", "handler": "h", "depends_on": [], "retry": { "max_attempts": 2, "backoff_ms": 10 } },
        { "id": "b", "handler": "h", "depends_on": ["a"] },
        { "id": "c", "handler": "h", "depends_on": [] }
    ]);
    let mut run = machine(nodes, json!({}));
    done(&mut run, "c", json!(1));
    let busy = || Outcome::Failed(Failure::new(FailureClass::Transient, "busy"), 0.0);
    run.begin(Slot::of(0)).unwrap();
    assert_eq!(run.end(Slot::of(0), busy()), Some(10));
    run.begin(Slot::of(0)).unwrap();
    assert_eq!(run.end(Slot::of(0), busy()), None);
    assert_eq!(states(&run), "a:fa b:sk c:co interrupted");
    run.reopen();
    assert_eq!(states(&run), "a:re b:pe c:co running");
    done(&mut run, "a", json!(1));
    done(&mut run, "b", json!(1));
    assert_eq!(run.status(), RunStatus::Completed);
}

#[test]
fn resuming_after_continue_runs_only_the_failed_node() {
    let mut run = machine(
        json!([
            { "id": "a", "handler": "h", "depends_on": [], "on_error": "continue" },
            { "id": "b", "handler": "h", "depends_on": ["a"], "params": { "x": "{{nodes.a.output.y}}" } }
        ]),
        json!({}),
    );
    run.begin(Slot::of(0)).unwrap();
    run.end(Slot::of(0), Outcome::Failed(Failure::permanent("no"), 0.0));
    assert_eq!(*run.begin(Slot::of(1)).unwrap().params, json!({ "x": null }));
    run.end(Slot::of(1), Outcome::Done(Arc::new(json!(1))));
    assert_eq!(states(&run), "a:fa b:co partial");
    run.reopen();
    assert_eq!(states(&run), "a:re b:co running");
    done(&mut run, "a", json!(1));
    assert_eq!(run.status(), RunStatus::Completed);
}

#[test]
fn cancelling_a_node_cancels_only_its_dependents() {
    let mut run = machine(
        json!([
            { "id": "a", "handler": "h", "depends_on": [] },
            { "id": "b", "handler": "h", "depends_on": ["a"] },
            { "id": "c", "handler": "h", "depends_on": [] }
        ]),
        json!({}),
    );
    run.begin(Slot::of(0)).unwrap();
    assert_eq!(run.cancel(Some(0)), [Slot::of(0)]);
    assert_eq!(run.end(Slot::of(0), Outcome::Done(Arc::new(json!(1)))), None, "too late");
    done(&mut run, "c", json!(1));
    assert_eq!(run.status(), RunStatus::Partial);
}

#[test]
fn long_chains_are_skipped_without_recursion() {
    let nodes: Vec<Value> = (0..crate::definition::MAX_NODES)
        .map(|at| {
            let needs: Vec<String> = (at > 0).then(|| format!("n{}", at - 1)).into_iter().collect();
            json!({ "id": format!("n{at}"), "handler": "h", "depends_on": needs })
        })
        .collect();
    let mut run = machine(Value::Array(nodes), json!({}));
    run.begin(Slot::of(0)).unwrap();
    run.end(Slot::of(0), Outcome::Failed(Failure::permanent("no"), 0.0));
    assert_eq!(run.status(), RunStatus::Failed);
}

/// Rows as a file would store them: the newest change of each attempt.
#[derive(Default)]
struct Rows(HashMap<(Slot, u32), Change>);

impl Rows {
    fn store(&mut self, machine: &mut Machine) {
        for change in machine.take_changes() {
            self.0.insert((change.slot, change.attempt), change);
        }
    }

    fn stored(&self, flow: &Flow) -> Vec<StoredAttempt> {
        let mut rows: Vec<&Change> = self.0.values().collect();
        rows.sort_by_key(|change| (change.slot, change.attempt));
        rows.into_iter()
            .map(|change| StoredAttempt {
                node: flow.node(change.slot.node).unwrap().id.clone(),
                item: change.slot.item,
                attempt: change.attempt,
                status: change.status,
                detail: change.detail.clone(),
                output: change.output.clone(),
            })
            .collect()
    }
}
