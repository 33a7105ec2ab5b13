//! Whatever step ends first, the prompt is the same.

use std::collections::BTreeSet;

use wenfang_drafting::context::{Budget, Layer, PackInput, StoryPosition, pack};
use wenfang_workflow::machine::{Machine, Outcome};
use wenfang_workflow::{Failure, FailureClass, Flow};

use super::*;
use crate::pipelines::compile::{MAIN, compile};
use crate::workflows::handlers::registry;

/// The number of different orders in which the steps end.
const ORDERS: usize = 1_000;

/// A profile with ten steps before the text: some wait for others, none is required.
fn input() -> TurnInput {
    let needs: [&[&str]; 10] = [&[], &[], &["a"], &["a", "b"], &[], &["c"], &[], &["d", "e"], &[], &["h"]];
    let steps = ('a'..='j').zip(needs).map(
        |(id, needs)| json!({ "id": id, "handler": "situation", "depends_on": needs, "required": false }),
    );
    let profile = json!({
        "profile_id": "many", "title": { "zh": "多步", "en": "Many" }, "pre": steps.collect::<Vec<_>>(),
    });
    let request = json!({ "scene": 1, "act": "draft" });
    TurnInput {
        turn: "turn".to_owned(),
        request: serde_json::from_value(request).unwrap(),
        profile: serde_json::from_value(profile).unwrap(),
        profile_hash: "profile".to_owned(),
        level: "asked".to_owned(),
        trial: false,
        accepted: None,
    }
}

/// What a step returns: the same in every order. One fails, one offers nothing, two set the instruction, and some
/// offers are equal to others in everything but their step.
fn outcome(id: &str) -> Outcome {
    let number = usize::from(id.as_bytes()[0] - b'a');
    if id == "e" {
        return Outcome::Failed(Failure::new(FailureClass::Permanent, "no answer"), 0.0);
    }
    let offer = |layer: &str, text: String, priority: usize| json!({ "do": "offer", "layer": layer, "text": text, "priority": priority });
    let layer = ["notes", "structured", "long_term"][number % 3];
    let mut effects = vec![
        offer(layer, format!("第{id}步的笔记。他还没有来。"), number % 2),
        offer("notes", "船还没有来。".to_owned(), 0),
    ];
    match id {
        "b" => effects.clear(),
        "c" | "f" => effects.push(json!({ "do": "instruct", "instruction": format!("照{id}写") })),
        _ => {}
    }
    Outcome::Done(Arc::new(json!({ "effects": effects, "people": number })))
}

/// Numbers of a linear congruential generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// Runs the steps so that they end in a random order; returns that order, and the params of the generation.
fn run(flow: &Arc<Flow>, numbers: &mut Numbers) -> (String, Arc<Value>) {
    let mut machine = Machine::new(Arc::clone(flow), Arc::new(serde_json::to_value(input()).unwrap()));
    machine.start();
    let (mut running, mut order) = (Vec::new(), String::new());
    loop {
        for slot in machine.take_ready() {
            let started = machine.begin(slot).unwrap();
            if flow.definition.nodes[slot.node].id == MAIN {
                return (order, started.params);
            }
            running.push(slot);
        }
        let slot = running.swap_remove(numbers.below(running.len()));
        let id = &flow.definition.nodes[slot.node].id;
        order.push_str(id);
        machine.end(slot, outcome(id));
    }
}

/// Everything that the steps contribute to the prompt: the pack with their offers, and the instruction.
fn prompt(input: &TurnInput, params: &Value) -> String {
    let before: Before = crate::workflows::handlers::parse_params(params).unwrap();
    let made = made(input, &before, 1.into());
    let input = PackInput {
        // Not all of it fits.
        budget: Budget::new(1_600, 200),
        scene: StoryPosition { chapter: 1, scene: 1 },
        candidates: made.offers,
        excluded: Vec::new(),
        allow_secrets: false,
    };
    let packed = pack(&input, &|text: &str| text.chars().count());
    assert!(!packed.text(Layer::Notes).is_empty());
    json!({ "pack": packed, "instruction": made.instruction }).to_string()
}

#[test]
fn any_order_of_ending_gives_the_same_prompt() {
    let input = input();
    let flow = Arc::new(compile(&input.profile, registry().described()).unwrap());
    let (mut orders, mut prompts) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..10 * ORDERS as u64 {
        if orders.len() == ORDERS {
            break;
        }
        let (order, params) = run(&flow, &mut Numbers(seed));
        orders.insert(order);
        prompts.insert(prompt(&input, &params));
    }
    assert_eq!(orders.len(), ORDERS, "different orders");
    assert_eq!(prompts.len(), 1, "{prompts:#?}");
    let prompt = prompts.first().unwrap();
    assert!(prompt.contains(r#""instruction":"照f写""#), "the last one in the profile counts: {prompt}");
}
