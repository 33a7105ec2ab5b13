//! Ten thousand random workflows with random failures, run in random order with crashes in between.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde_json::{Value, json};

use super::model::{End, ends};
use super::{Rows, flow};
use crate::definition::OnError;
use crate::failure::{Failure, FailureClass};
use crate::machine::{Answer, Detail, Machine, Outcome, Slot, WhySkipped};
use crate::state::{NodeStatus, RunStatus};

/// A pseudorandom number (SplitMix64, Steele et al. 2014).
pub(super) fn mixed(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = mixed(self.0);
        self.0 % most
    }
}

/// A random workflow and the results of its handlers.
pub(super) struct Plot {
    pub(super) seed: u64,
    pub(super) needs: Vec<Vec<usize>>,
    pub(super) when: Vec<Option<usize>>,
    pub(super) items: Vec<Option<usize>>,
    /// Repeated while the output is below the first number, at most the second number of times.
    pub(super) repeat: Vec<Option<(usize, usize)>>,
    pub(super) attempts: Vec<u32>,
    pub(super) on_error: Vec<OnError>,
    pub(super) confirms: Vec<bool>,
}

/// The result of a handler in an attempt: 0 a transient failure, 1 a permanent one, 2 a question, otherwise done.
pub(super) fn result_of(seed: u64, (node, item): (usize, Option<usize>), attempt: u32) -> u64 {
    let number =
        seed ^ mixed(node as u64) ^ mixed(item.map_or(77, |item| item as u64 + 1000)) ^ u64::from(attempt);
    match mixed(number) % 20 {
        0..=2 => 0,
        3 => 1,
        4 => 2,
        _ => 3,
    }
}

/// The output of a slot that is done.
pub(super) fn output_of(node: usize, item: Option<usize>) -> Value {
    json!(node * 7 + item.unwrap_or(0))
}

impl Plot {
    fn random(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let count = 1 + dice.below(12) as usize;
        let mut plot = Self {
            seed,
            needs: Vec::new(),
            when: Vec::new(),
            items: Vec::new(),
            repeat: Vec::new(),
            attempts: Vec::new(),
            on_error: Vec::new(),
            confirms: Vec::new(),
        };
        for node in 0..count {
            let needs: Vec<usize> = (0..node).filter(|_| dice.below(3) == 0).collect();
            let when = needs.first().copied().filter(|_| dice.below(5) == 0);
            let (below, most) = (node * 7 + dice.below(6) as usize, 1 + dice.below(5) as usize);
            plot.repeat.push((dice.below(4) == 0).then_some((below, most)));
            let has_items = plot.repeat[node].is_none() && dice.below(4) == 0;
            plot.items.push(has_items.then(|| dice.below(5) as usize));
            plot.attempts.push(1 + dice.below(3) as u32);
            plot.on_error
                .push([OnError::Fail, OnError::Continue, OnError::SkipDependents][dice.below(3) as usize]);
            plot.confirms.push(dice.below(10) == 0);
            plot.when.push(when);
            plot.needs.push(needs);
        }
        plot
    }

    /// Whether the author accepts the question of a slot.
    pub(super) fn accepts(&self, node: usize, item: Option<usize>) -> bool {
        let number = mixed(self.seed ^ (node as u64 * 31 + item.map_or(0, |item| item as u64 + 1)));
        !number.is_multiple_of(3)
    }

    fn definition(&self) -> Value {
        let nodes = (0..self.needs.len()).map(|node| {
            let needs: Vec<String> = self.needs[node].iter().map(|need| format!("n{need}")).collect();
            let mut json = json!({
                "id": format!("n{node}"), "handler": "h", "depends_on": needs,
                "retry": { "max_attempts": self.attempts[node], "backoff_ms": 1 },
                "on_error": self.on_error[node], "confirm": self.confirms[node],
            });
            if let Some(need) = self.when[node] {
                json["when"] = json!(format!("{{{{nodes.n{need}.output}}}} > 20"));
            }
            if let Some(count) = self.items[node] {
                json["for_each"] = json!(format!("{{{{input.l{count}}}}}"));
            }
            if let Some((below, most)) = self.repeat[node] {
                json["repeat"] = json!({ "while": format!("{{{{last}}}} < {below}"), "most": most });
                json["params"] = json!({ "index": "{{index}}", "last": "{{last}}" });
            }
            json
        });
        nodes.collect()
    }
}

fn input() -> Arc<Value> {
    Arc::new((0..5).map(|n| (format!("l{n}"), json!(vec![0; n]))).collect::<serde_json::Map<_, _>>().into())
}

/// Runs a plot to its end in random order; now and then the process dies and the run is restored from its rows.
fn run(plot: &Plot, ledger: &mut HashMap<Slot, u32>) -> Machine {
    let (mut dice, flow) = (Dice(plot.seed ^ 0xABCD), flow(plot.definition()));
    let mut machine = Machine::new(Arc::clone(&flow), input());
    machine.start();
    let mut rows = Rows::default();
    let mut open: VecDeque<Slot> = VecDeque::new();
    let mut running: Vec<(Slot, u32)> = Vec::new();
    // Lost attempts have no result; the next attempt gets the result they would have had.
    let mut results: HashMap<Slot, u32> = HashMap::new();
    loop {
        rows.store(&mut machine);
        if dice.below(25) == 0 {
            machine = Machine::restore(Arc::clone(&flow), input(), rows.stored(&flow));
            (open, running) = (VecDeque::new(), Vec::new());
        }
        open.extend(machine.take_ready());
        let choice = dice.below(2);
        if choice == 0 && !open.is_empty() {
            let slot = open.swap_remove_back(dice.below(open.len() as u64) as usize).unwrap();
            if let Some(started) = machine.begin(slot) {
                if plot.repeat[slot.node].is_some() {
                    assert_eq!(*started.params, repeated_params(slot));
                    assert!(running.iter().all(|(other, _)| other.node != slot.node), "two items at a time");
                }
                running.push((slot, started.attempt));
            }
        } else if !running.is_empty() {
            let (slot, _) = running.swap_remove(dice.below(running.len() as u64) as usize);
            let attempt = results.entry(slot).or_insert(0);
            *attempt += 1;
            let outcome = match result_of(plot.seed, (slot.node, slot.item), *attempt) {
                0 => Outcome::Failed(Failure::new(FailureClass::Transient, "busy"), 0.5),
                1 => Outcome::Failed(Failure::permanent("no"), 0.5),
                2 => Outcome::Asks(json!("?")),
                _ => {
                    *ledger.entry(slot).or_insert(0) += 1;
                    Outcome::Done(Arc::new(output_of(slot.node, slot.item)))
                }
            };
            if machine.end(slot, outcome).is_some() {
                machine.wake(slot);
            }
        } else if open.is_empty() {
            let waiting: Vec<Slot> = slots(&machine)
                .filter(|slot| machine.slot(*slot).is_some_and(|state| state.status == NodeStatus::Waiting))
                .collect();
            if waiting.is_empty() {
                break;
            }
            let slot = waiting[dice.below(waiting.len() as u64) as usize];
            let accept = plot.accepts(slot.node, slot.item);
            machine.answer(slot, Answer { accept, data: json!(1) });
        }
    }
    machine
}

/// The params of an item of a repeated node.
fn repeated_params(slot: Slot) -> Value {
    let before = slot.item.and_then(|item| item.checked_sub(1));
    let last = before.map_or(Value::Null, |before| output_of(slot.node, Some(before)));
    json!({ "index": slot.item, "last": last })
}

fn slots(machine: &Machine) -> impl Iterator<Item = Slot> {
    let all = machine.nodes().iter().enumerate().flat_map(|(node, state)| {
        (0..state.items.len()).map(move |item| Slot { node, item: Some(item) }).chain([Slot::of(node)])
    });
    all.collect::<Vec<_>>().into_iter()
}

#[test]
fn ten_thousand_random_runs_match_the_model() {
    for seed in 0..10_000 {
        let plot = Plot::random(mixed(seed));
        let mut ledger = HashMap::new();
        let machine = run(&plot, &mut ledger);
        for (node, end) in ends(&plot).into_iter().enumerate() {
            let state = &machine.nodes()[node].whole;
            let actual = match (state.status, &state.detail) {
                (NodeStatus::Completed, _) => End::Done(state.output.as_deref().cloned().unwrap()),
                (NodeStatus::Failed, _) => End::Failed,
                (NodeStatus::Skipped, Detail::Skipped(WhySkipped::Condition)) => End::Skipped,
                (NodeStatus::Skipped, _) => End::Blocked,
                other => panic!("run {seed}, n{node}: {other:?}"),
            };
            assert_eq!(actual, end, "run {seed}, n{node}: {}", plot.definition());
        }
        assert!(ledger.values().all(|times| *times == 1), "run {seed}: something finished twice");
        assert!(machine.status().is_over() || machine.status() == RunStatus::Interrupted, "run {seed}");
    }
}
