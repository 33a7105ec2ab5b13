//! Turns a profile into a workflow: the steps of `pre`, then the generation, then the steps of `post`.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};
use wenfang_story::GenerationId;
use wenfang_workflow::definition::Triggers;
use wenfang_workflow::read::{FaultCode, Miswired, suggestion, wired};
use wenfang_workflow::{Definition, Flow, Handlers, Node, OnError, Words};

use super::profile::{Profile, Step};
use super::steps::{STEPS, phases};
use crate::drafting::Phase;

/// The id of the workflow of a generation with steps.
pub const GENERATION: &str = "generation";
/// The id of the node of the generation.
pub const MAIN: &str = "main";
/// The handler of the generation.
pub const GENERATE: &str = "generate";

/// The id of the workflow of the steps after an acceptance.
pub fn settling_id(profile: &str) -> String {
    format!("settle.{profile}")
}

/// The concurrency key of the run after the acceptance of a generation.
pub fn settling_key(generation: GenerationId) -> String {
    format!("settle:{generation}")
}

/// The place of a step in a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub phase: Phase,
    /// Its number in the phase, from 0.
    pub at: usize,
}

impl Place {
    /// The JSON pointer of the step.
    pub fn pointer(self) -> String {
        format!("/{}/{}", self.phase.as_str(), self.at)
    }
}

/// A fault at a JSON pointer in a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileFault {
    pub pointer: String,
    pub code: FaultCode,
    pub message: String,
}

impl ProfileFault {
    pub(super) fn new(pointer: String, code: FaultCode, message: impl Into<String>) -> Self {
        Self { pointer, code, message: message.into() }
    }
}

/// A workflow with the place in the profile of each of its nodes; `None` for the generation.
struct Compiled {
    definition: Definition,
    places: Vec<Option<Place>>,
}

/// The workflow of a generation under a profile.
///
/// # Errors
/// The faults of the profile.
pub fn compile(profile: &Profile, handlers: &Handlers) -> Result<Flow, Vec<ProfileFault>> {
    flow(generation(profile), handlers)
}

/// The workflow that runs when the author accepted a generation; `None` without such steps.
///
/// # Errors
/// The faults of the profile.
pub fn settling(profile: &Profile, handlers: &Handlers) -> Result<Option<Flow>, Vec<ProfileFault>> {
    if profile.settled.is_empty() { Ok(None) } else { flow(settled(profile), handlers).map(Some) }
}

/// All faults of both workflows.
pub(super) fn faults(profile: &Profile, handlers: &Handlers) -> Vec<ProfileFault> {
    let mut faults = foreign(profile, handlers);
    let (generation, settled) = (compile(profile, handlers), settling(profile, handlers));
    let of_flows = generation.err().into_iter().chain(settled.err()).flatten();
    // Those are in `faults` with the handlers that there are.
    faults.extend(of_flows.filter(|fault| fault.code != FaultCode::UnknownHandler));
    faults
}

fn flow(compiled: Compiled, handlers: &Handlers) -> Result<Flow, Vec<ProfileFault>> {
    let Compiled { definition, places } = compiled;
    wired(definition, handlers)
        .map_err(|faults| faults.into_iter().map(|fault| in_profile(fault, &places)).collect())
}

/// A fault of a workflow, where the author wrote it.
fn in_profile(fault: Miswired, places: &[Option<Place>]) -> ProfileFault {
    let Miswired { pointer, code, message } = fault;
    let rest = pointer.strip_prefix("/nodes/");
    let (number, rest) = rest.map_or(("", ""), |rest| rest.split_once('/').unwrap_or((rest, "")));
    let place = number.parse::<usize>().ok().and_then(|number| *places.get(number)?);
    let pointer = place.map_or_else(String::new, |place| format!("{}/{rest}", place.pointer()));
    ProfileFault { pointer: pointer.trim_end_matches('/').to_owned(), code, message }
}

/// Handlers that do not exist, or do not belong where a step names them.
fn foreign(profile: &Profile, handlers: &Handlers) -> Vec<ProfileFault> {
    let wrong = profile.steps().filter(|(place, step)| !phases(&step.handler).contains(&place.phase));
    wrong
        .map(|(place, step)| ProfileFault {
            pointer: format!("{}/handler", place.pointer()),
            code: FaultCode::UnknownHandler,
            message: no_handler(&step.handler, place.phase, handlers),
        })
        .collect()
}

/// Says which handlers there are for a phase instead of this one.
fn no_handler(handler: &str, phase: Phase, handlers: &Handlers) -> String {
    let known = handlers.get(handler).is_some();
    let problem =
        if known { format!("`{handler}` is no step for") } else { format!("there is no `{handler}` for") };
    let there_are = || STEPS.iter().filter(|step| step.phases.contains(&phase)).map(|step| step.name);
    match suggestion(handler, there_are()) {
        likely if !known && !likely.is_empty() => format!("{problem} `{}`{likely}", phase.as_str()),
        _ => format!(
            "{problem} `{}`; there are {}",
            phase.as_str(),
            there_are().collect::<Vec<_>>().join(", ")
        ),
    }
}

fn generation(profile: &Profile) -> Compiled {
    let definition = empty(profile, GENERATION.to_owned(), "turn:{{input.turn}}");
    let mut compiled = Compiled { definition, places: Vec::new() };
    compiled.add(Phase::Pre, profile, &profile.pre, &[]);
    let ids = distinct_ids(&profile.pre);
    let done: Vec<Value> = ids.iter().map(|id| json!(format!("{{{{nodes.{id}.output}}}}"))).collect();
    let params = BTreeMap::from([("steps".to_owned(), json!(ids)), ("done".to_owned(), json!(done))]);
    compiled.definition.nodes.push(Node { params, ..node(MAIN, GENERATE, ids) });
    compiled.places.push(None);
    compiled.add(Phase::Post, profile, &profile.post, &[MAIN.to_owned()]);
    compiled
}

/// The ids of steps in order, each once; a second step with an id is a fault of its own.
fn distinct_ids(steps: &[Step]) -> Vec<String> {
    let mut seen = HashSet::new();
    steps.iter().map(|step| step.id.clone()).filter(|id| seen.insert(id.clone())).collect()
}

fn settled(profile: &Profile) -> Compiled {
    let id = settling_id(&profile.profile_id);
    let definition = empty(profile, id, "settle:{{input.accepted.generation}}");
    let mut compiled = Compiled { definition, places: Vec::new() };
    compiled.add(Phase::Settled, profile, &profile.settled, &[]);
    compiled
}

impl Compiled {
    /// Adds the steps of a phase.
    fn add(&mut self, phase: Phase, profile: &Profile, steps: &[Step], after: &[String]) {
        for (at, step) in steps.iter().enumerate() {
            let is_waited_for = step.required || phase != Phase::Pre;
            let patience = (!is_waited_for).then_some(profile.patience_s);
            let depends_on = after.iter().chain(&step.depends_on).cloned().collect();
            self.definition.nodes.push(Node {
                title: step.title.clone(),
                params: step.params.clone(),
                when: step.when.clone(),
                timeout_s: [step.timeout_s, patience].into_iter().flatten().reduce(f64::min),
                on_error: if phase == Phase::Pre && step.required {
                    OnError::default()
                } else {
                    OnError::Continue
                },
                ..node(&step.id, &step.handler, depends_on)
            });
            self.places.push(Some(Place { phase, at }));
        }
    }
}

fn node(id: &str, handler: &str, depends_on: Vec<String>) -> Node {
    Node {
        id: id.to_owned(),
        title: Words::default(),
        handler: Some(handler.to_owned()),
        workflow: None,
        depends_on,
        params: BTreeMap::new(),
        when: None,
        for_each: None,
        repeat: None,
        retry: None,
        timeout_s: None,
        on_error: OnError::default(),
        confirm: false,
    }
}

fn empty(profile: &Profile, workflow_id: String, key: &str) -> Definition {
    Definition {
        schema: None,
        workflow_id,
        title: profile.title.clone(),
        description: profile.description.clone(),
        version: profile.version,
        trigger: Triggers { on: Vec::new() },
        concurrency_key: Some(key.to_owned()),
        nodes: Vec::new(),
    }
}
