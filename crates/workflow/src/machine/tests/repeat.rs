//! Repeated nodes: when they go on, what their items see, how they end, and that rows restore them at any point.

use super::*;

/// One repeated node `a` and one after it, `b`.
fn nodes(repeat: Value, on_error: &str) -> Value {
    json!([
        { "id": "a", "handler": "h", "depends_on": [], "repeat": repeat, "on_error": on_error,
          "params": { "n": "{{index}}", "last": "{{last}}", "deep": "{{last.n}}" } },
        { "id": "b", "handler": "h", "depends_on": ["a"], "params": { "x": "{{nodes.a.output}}" } }
    ])
}

fn repeated(condition: &str, most: usize) -> Machine {
    machine(nodes(json!({ "while": condition, "most": most }), "fail"), json!({ "rounds": 2 }))
}

fn item(item: usize) -> Slot {
    Slot { node: 0, item: Some(item) }
}

/// An output with the field that the params of the next item refer to.
fn numbered(n: usize) -> Value {
    json!({ "n": n })
}

/// Begins an item and returns its params.
fn begin(run: &mut Machine, number: usize) -> Value {
    let started =
        run.begin(item(number)).unwrap_or_else(|| panic!("item {number} is not ready: {}", states(run)));
    Value::clone(&started.params)
}

/// Does the next items with these outputs.
fn does(run: &mut Machine, outputs: impl IntoIterator<Item = Value>) {
    for output in outputs {
        let number = run.nodes()[0].items.len() - 1;
        begin(run, number);
        run.end(item(number), Outcome::Done(Arc::new(output)));
    }
}

fn fails(run: &mut Machine, number: usize, class: FailureClass) {
    begin(run, number);
    run.end(item(number), Outcome::Failed(Failure::new(class, "no"), 0.0));
}

/// What the node after the repeated one is given.
fn given(run: &mut Machine) -> Value {
    run.begin(Slot::of(1)).unwrap().params.get("x").cloned().unwrap()
}

#[test]
fn a_node_is_repeated_while_its_condition_holds() {
    let mut run = repeated("{{last.more}}", 10);
    assert_eq!(states(&run), "a:ru[\"re\"] b:pe running");
    assert_eq!(run.nodes()[0].tally(), Some((0, 0, 0, 1)));
    assert_eq!(
        begin(&mut run, 0),
        json!({ "n": 0, "last": null, "deep": null }),
        "the first item has no last output"
    );
    run.end(item(0), Outcome::Done(Arc::new(json!({ "n": "甲", "more": true }))));
    assert_eq!(states(&run), "a:ru[\"co\", \"re\"] b:pe running", "one after the other");
    assert_eq!(begin(&mut run, 1), json!({ "n": 1, "last": { "n": "甲", "more": true }, "deep": "甲" }));
    run.end(item(1), Outcome::Done(Arc::new(json!({ "n": "乙", "more": false }))));
    assert_eq!(states(&run), "a:co[\"co\", \"co\"] b:re running");
    assert_eq!(given(&mut run), json!({ "n": "乙", "more": false }), "the output is that of the last item");
}

#[test]
fn a_repetition_ends_after_its_maximum() {
    let mut run = repeated("true", 3);
    does(&mut run, [1, 2, 3].map(numbered));
    assert_eq!(states(&run), "a:co[\"co\", \"co\", \"co\"] b:re running");
    let mut once = repeated("true", 1);
    does(&mut once, [numbered(1)]);
    assert_eq!(states(&once), "a:co[\"co\"] b:re running");
    let mut never = repeated("false", 3);
    does(&mut never, [numbered(1)]);
    assert_eq!(states(&never), "a:co[\"co\"] b:re running", "the first item always runs");
}

#[test]
fn the_condition_knows_the_input_and_the_next_number() {
    let mut run = repeated("{{index}} < {{input.rounds}}", 10);
    does(&mut run, [1, 2].map(numbered));
    assert_eq!(states(&run), "a:co[\"co\", \"co\"] b:re running");
}

#[test]
fn a_missing_field_is_false_but_fails_params() {
    let mut run = repeated("{{last.more}}", 10);
    does(&mut run, [numbered(1)]);
    assert_eq!(states(&run), "a:co[\"co\"] b:re running");
    let mut run = repeated("true", 10);
    does(&mut run, [json!({ "m": 1 })]);
    assert_eq!(run.begin(item(1)), None, "its params need `last.n`");
    assert_eq!(states(&run), "a:fa[\"co\", \"fa\"] b:sk failed");
    assert_eq!(run.nodes()[0].failure().unwrap().message, "`last.n` does not exist");
}

#[test]
fn a_failed_item_fails_the_node_until_resumed() {
    let mut run = repeated("true", 3);
    does(&mut run, [numbered(1)]);
    fails(&mut run, 1, FailureClass::Permanent);
    assert_eq!(states(&run), "a:fa[\"co\", \"fa\"] b:sk failed");
    run.reopen();
    assert_eq!(states(&run), "a:ru[\"co\", \"re\"] b:pe running");
    assert_eq!(begin(&mut run, 1).get("deep"), Some(&json!(1)), "it sees the item before");
    run.end(item(1), Outcome::Done(Arc::new(json!({ "n": 2 }))));
    does(&mut run, [numbered(3)]);
    assert_eq!(given(&mut run), json!({ "n": 3 }));
}

#[test]
fn a_failed_repetition_obeys_on_error() {
    let ends = |on_error: &str| {
        let mut run = machine(nodes(json!({ "while": "true", "most": 3 }), on_error), json!({}));
        does(&mut run, [numbered(1)]);
        fails(&mut run, 1, FailureClass::Permanent);
        run
    };
    assert_eq!(states(&ends("skip_dependents")), "a:fa[\"co\", \"fa\"] b:sk completed");
    let mut run = ends("continue");
    assert_eq!(states(&run), "a:fa[\"co\", \"fa\"] b:re running");
    assert_eq!(given(&mut run), Value::Null, "the output of an item in the middle is no output of the node");
    run.end(Slot::of(1), Outcome::Done(Arc::new(json!(1))));
    assert_eq!(run.status(), RunStatus::Partial);
}

#[test]
fn each_item_has_its_own_attempts() {
    let mut nodes = nodes(json!({ "while": "true", "most": 2 }), "fail");
    nodes[0]["retry"] = json!({ "max_attempts": 2, "backoff_ms": 10 });
    let mut run = machine(nodes, json!({}));
    for number in [0, 1] {
        fails(&mut run, number, FailureClass::Transient);
        assert_eq!(run.slot(item(number)).unwrap().status, NodeStatus::Ready);
        does(&mut run, [numbered(number)]);
    }
    assert_eq!(states(&run), "a:co[\"co\", \"co\"] b:re running");
    assert_eq!(run.slot(item(1)).unwrap().attempt, 2);
}

#[test]
fn a_cancelled_item_cancels_the_node_until_resumed() {
    let mut run = repeated("true", 3);
    does(&mut run, [numbered(1)]);
    begin(&mut run, 1);
    assert_eq!(run.cancel(Some(0)), [item(1)]);
    assert_eq!(states(&run), "a:ca[\"co\", \"ca\"] b:sk failed");
    assert_eq!(run.end(item(1), Outcome::Done(Arc::new(json!(1)))), None, "too late");
    run.reopen();
    assert_eq!(states(&run), "a:ru[\"co\", \"re\"] b:pe running");
    does(&mut run, [2, 3].map(numbered));
    assert_eq!(states(&run), "a:co[\"co\", \"co\", \"co\"] b:re running");
}

#[test]
fn declining_an_item_ends_only_the_repetition() {
    let decline = |run: &mut Machine, number: usize| {
        begin(run, number);
        run.end(item(number), Outcome::Asks(json!("?")));
        assert_eq!(run.status(), RunStatus::Waiting);
        assert!(run.answer(item(number), Answer { accept: false, data: Value::Null }));
    };
    let mut run = repeated("true", 3);
    does(&mut run, [numbered(1)]);
    decline(&mut run, 1);
    assert_eq!(states(&run), "a:co[\"co\", \"sk\"] b:re running");
    assert_eq!(given(&mut run), json!({ "n": 1 }), "what was done counts");
    let mut run = repeated("true", 3);
    decline(&mut run, 0);
    assert_eq!(given(&mut run), Value::Null);
}

#[test]
fn a_repeated_node_is_confirmed_once() {
    let mut nodes = nodes(json!({ "while": "true", "most": 2 }), "fail");
    nodes[0]["confirm"] = json!(true);
    let mut run = machine(nodes, json!({}));
    assert_eq!(states(&run), "a:wa b:pe waiting");
    assert!(run.answer(Slot::of(0), Answer { accept: true, data: Value::Null }));
    does(&mut run, [1, 2].map(numbered));
    assert_eq!(states(&run), "a:co[\"co\", \"co\"] b:re running");
}

/// Does one thing in a run: begins an item or the node after, or ends what runs. Returns what it did.
fn step(run: &mut Machine, round: usize) -> Option<String> {
    let number = run.nodes()[0].items.len() - 1;
    let slot = if run.nodes()[0].whole.status.is_over() { Slot::of(1) } else { item(number) };
    if let Some(started) = run.begin(slot) {
        return Some(format!("begin {slot:?} {}", started.params));
    }
    if run.slot(slot)?.status != NodeStatus::Running {
        return None;
    }
    // The second item fails once.
    let outcome = match (slot.item, round) {
        (Some(1), 0..5) => Outcome::Failed(Failure::new(FailureClass::Transient, "busy"), 0.0),
        _ => Outcome::Done(Arc::new(json!({ "n": number, "more": number < 3 }))),
    };
    run.end(slot, outcome);
    Some(format!("end {slot:?}"))
}

/// Runs to the end, restored after `cut` steps; returns what was done and the final state.
fn run_restored(flow: &Arc<Flow>, cut: usize) -> (Vec<String>, String, Option<Arc<Value>>) {
    let mut machine = Machine::new(Arc::clone(flow), Arc::new(json!({})));
    machine.start();
    let (mut rows, mut did) = (Rows::default(), Vec::new());
    for round in 0.. {
        rows.store(&mut machine);
        if round == cut {
            let was_running = did.last().is_some_and(|done: &String| done.starts_with("begin"));
            let before = states(&machine);
            machine = Machine::restore(Arc::clone(flow), Arc::new(json!({})), rows.stored(flow));
            if was_running {
                // The attempt is lost, and the next one begins in the same way.
                let lost = did.pop();
                assert_eq!(step(&mut machine, round), lost);
                did.extend(lost);
            } else {
                assert_eq!(states(&machine), before, "after {cut} steps");
            }
        }
        match step(&mut machine, round) {
            Some(done) => did.push(done),
            None => break,
        }
    }
    (did, states(&machine), machine.nodes()[0].whole.output.clone())
}

#[test]
fn a_run_restored_anywhere_continues_in_the_same_way() {
    let mut nodes = nodes(json!({ "while": "{{last.more}}", "most": 10 }), "fail");
    nodes[0]["retry"] = json!({ "max_attempts": 2, "backoff_ms": 1 });
    let flow = flow(nodes);
    let whole = run_restored(&flow, usize::MAX);
    assert_eq!(whole.1, "a:co[\"co\", \"co\", \"co\", \"co\"] b:co completed");
    assert_eq!(whole.2.as_deref(), Some(&json!({ "n": 3, "more": false })));
    assert_eq!(whole.0.len(), 12, "{:?}", whole.0);
    for cut in 0..whole.0.len() {
        assert_eq!(run_restored(&flow, cut), whole, "restored after {cut} steps");
    }
}
