//! Checks the relations between nodes: ids, dependencies, handlers, references, params.

use std::cell::OnceCell;
use std::collections::HashMap;

use serde_json::Value;

use super::{FaultCode, suggestion};
use crate::condition::Condition;
use crate::definition::{Definition, Node};
use crate::flow::{Flow, FlowNode, FlowRepeat};
use crate::graph::{Cycle, Graph};
use crate::handler::Handlers;
use crate::reference::{Filling, Reference, Root, Template};

/// Receives an error: its JSON pointer, kind and message.
type Report<'a> = &'a mut dyn FnMut(String, FaultCode, String);

/// Turns a definition into a flow and reports errors; the flow is valid only if there are none. The messages call a
/// node `noun`.
pub(super) fn wire(
    definition: Definition,
    handlers: &Handlers,
    noun: &'static str,
    report: Report<'_>,
) -> Flow {
    let numbers = numbers(&definition, noun, report);
    let needs: Vec<Vec<usize>> =
        (0..definition.nodes.len()).map(|at| needs(&definition, at, (&numbers, noun), report)).collect();
    let graph = Graph::new(&needs);
    for cycle in graph.cycles() {
        report_cycle(&definition, &cycle, noun, report);
    }
    let key = definition.concurrency_key.as_deref().and_then(|text| key(text, report));
    let mut nodes = Vec::with_capacity(needs.len());
    for (at, node) in definition.nodes.iter().enumerate() {
        check_handler(at, node, handlers, report);
        let written = Value::Object(node.params.clone().into_iter().collect());
        let upstream = OnceCell::new();
        let mut strings = Strings { at, node, noun, numbers: &numbers, graph: &graph, upstream, report };
        let (params, when) = (strings.params(&written), strings.when());
        let (for_each, repeat) = (strings.for_each(), strings.repeat());
        if let Some(handler) = &node.handler {
            faults_of_params(at, (handler, &written), &params, handlers, report);
        }
        nodes.push(FlowNode { params, when, for_each, repeat });
    }
    Flow { definition, nodes, graph, key, numbers }
}

/// The number of each id. With duplicate ids, the first node counts.
fn numbers(definition: &Definition, noun: &str, report: Report<'_>) -> HashMap<String, usize> {
    let mut numbers = HashMap::new();
    for (at, node) in definition.nodes.iter().enumerate() {
        if numbers.contains_key(&node.id) {
            let message = format!("another {noun} already has the id `{}`", node.id);
            report(format!("/nodes/{at}/id"), FaultCode::DuplicateNode, message);
        } else {
            numbers.insert(node.id.clone(), at);
        }
    }
    numbers
}

fn needs(
    definition: &Definition,
    at: usize,
    (numbers, noun): (&HashMap<String, usize>, &str),
    report: Report<'_>,
) -> Vec<usize> {
    let mut needs = Vec::new();
    let dependencies = definition.nodes.get(at).map(|node| node.depends_on.as_slice()).unwrap_or_default();
    for (place, id) in dependencies.iter().enumerate() {
        let message = match numbers.get(id) {
            None => {
                format!("there is no {noun} `{id}`{}", suggestion(id, numbers.keys().map(String::as_str)))
            }
            Some(number) if needs.contains(number) => format!("`{id}` appears twice"),
            Some(number) => {
                needs.push(*number);
                continue;
            }
        };
        report(format!("/nodes/{at}/depends_on/{place}"), FaultCode::BadDependency, message);
    }
    needs
}

fn report_cycle(definition: &Definition, cycle: &Cycle, noun: &str, report: Report<'_>) {
    let id = |at: &usize| definition.nodes.get(*at).map(|node| node.id.as_str()).unwrap_or_default();
    let path: Vec<&str> = cycle.path.iter().chain(cycle.path.first()).map(id).collect();
    let path = path.join(" → ");
    let message = if cycle.path.len() == cycle.members.len() {
        format!("these {noun}s wait for each other: {path}")
    } else {
        let members: Vec<&str> = cycle.members.iter().map(id).collect();
        format!("these {noun}s wait for each other: {}; for example {path}", members.join(", "))
    };
    let at = cycle.members.first().copied().unwrap_or_default();
    report(format!("/nodes/{at}/depends_on"), FaultCode::Cycle, message);
}

fn key(text: &str, report: Report<'_>) -> Option<Template> {
    let pointer = || "/concurrency_key".to_owned();
    let template = match Template::parse(text) {
        Ok(template) => template,
        Err(bad) => {
            report(pointer(), FaultCode::BadReference, bad.to_string());
            return None;
        }
    };
    if let Some(other) = template.references().find(|reference| reference.root != Root::Input) {
        let message = format!("`{other}` is not known when a run starts; only `input` is");
        report(pointer(), FaultCode::BadReference, message);
    }
    Some(template)
}

fn check_handler(at: usize, node: &Node, handlers: &Handlers, report: Report<'_>) {
    match (&node.handler, &node.workflow) {
        (Some(handler), None) if handlers.get(handler).is_none() => {
            let suggestion = suggestion(handler, handlers.names());
            let message = format!("there is no handler `{handler}`{suggestion}");
            report(format!("/nodes/{at}/handler"), FaultCode::UnknownHandler, message);
        }
        (None, Some(workflow)) if !handlers.knows_workflow(workflow) => {
            let suggestion = suggestion(workflow, handlers.workflow_names());
            let message = format!("there is no workflow `{workflow}`{suggestion}");
            report(format!("/nodes/{at}/workflow"), FaultCode::UnknownWorkflow, message);
        }
        (Some(_), Some(_)) => {
            let message = "either `handler` or `workflow`, not both".to_owned();
            report(format!("/nodes/{at}/workflow"), FaultCode::NoHandler, message);
        }
        (None, None) => {
            let message = format!("`{}` has no `handler` and no `workflow`", node.id);
            report(format!("/nodes/{at}"), FaultCode::NoHandler, message);
        }
        _ => {}
    }
}

/// What the references of a string are filled for, which decides whether it may refer to an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    /// The node as a whole.
    Once,
    /// Each item of an array.
    ForEach,
    /// Each item of a repetition.
    Repeat,
}

/// The strings of a node that may contain references.
struct Strings<'a, 't> {
    at: usize,
    node: &'a Node,
    /// What the messages call a node.
    noun: &'static str,
    numbers: &'a HashMap<String, usize>,
    graph: &'a Graph,
    /// The nodes before it, computed when a reference first needs more than its direct dependencies.
    upstream: OnceCell<Vec<usize>>,
    report: Report<'t>,
}

impl Strings<'_, '_> {
    fn params(&mut self, written: &Value) -> Filling {
        let at = self.at;
        let filling = Filling::parse(written, &mut |pointer, bad| {
            (self.report)(format!("/nodes/{at}/params{pointer}"), FaultCode::BadReference, bad.to_string());
        });
        let filled = match (&self.node.for_each, &self.node.repeat) {
            (Some(_), _) => Filled::ForEach,
            (None, Some(_)) => Filled::Repeat,
            (None, None) => Filled::Once,
        };
        for (pointer, reference) in filling.references() {
            let place = || format!("/nodes/{at}/params{pointer}");
            self.check(&place, reference, filled);
        }
        filling
    }

    fn when(&mut self) -> Option<Condition> {
        let at = self.at;
        // This condition is evaluated once for the whole node.
        self.condition(&|| format!("/nodes/{at}/when"), self.node.when.as_deref()?, Filled::Once)
    }

    fn repeat(&mut self) -> Option<FlowRepeat> {
        let at = self.at;
        let repeat = self.node.repeat.as_ref()?;
        if self.node.for_each.is_some() {
            let message = "either `for_each` or `repeat`, not both".to_owned();
            (self.report)(format!("/nodes/{at}/repeat"), FaultCode::BadValue, message);
        }
        let place = || format!("/nodes/{at}/repeat/while");
        let condition = self.condition(&place, &repeat.condition, Filled::Repeat)?;
        Some(FlowRepeat { condition, most: repeat.most })
    }

    fn condition(&mut self, place: &dyn Fn() -> String, text: &str, filled: Filled) -> Option<Condition> {
        match Condition::parse(text) {
            Ok(condition) => {
                for reference in condition.references() {
                    self.check(place, reference, filled);
                }
                Some(condition)
            }
            Err(message) => {
                (self.report)(place(), FaultCode::BadCondition, message);
                None
            }
        }
    }

    fn for_each(&mut self) -> Option<Reference> {
        let text = self.node.for_each.as_deref()?;
        let at = self.at;
        let place = || format!("/nodes/{at}/for_each");
        let inner = text.trim().strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}"));
        let reference = match inner.map(Reference::parse) {
            Some(Ok(reference)) => reference,
            Some(Err(bad)) => {
                (self.report)(place(), FaultCode::BadReference, bad.to_string());
                return None;
            }
            None => {
                let message =
                    "one reference in braces is expected here: `{{nodes.a.output.items}}`".to_owned();
                (self.report)(place(), FaultCode::BadReference, message);
                return None;
            }
        };
        self.check(&place, &reference, Filled::Once);
        Some(reference)
    }

    fn check(&mut self, place: &dyn Fn() -> String, reference: &Reference, filled: Filled) {
        let message = match &reference.root {
            Root::Input => return,
            Root::Item if filled == Filled::ForEach => return,
            Root::Index if filled != Filled::Once => return,
            Root::Last if filled == Filled::Repeat => return,
            Root::Item => format!("`{reference}` can only be used in the params of a node with `for_each`"),
            Root::Index => {
                format!(
                    "`{reference}` can only be used in the params of a node with `for_each` or `repeat`, and in its `while`"
                )
            }
            Root::Last => {
                format!(
                    "`{reference}` can only be used in the params and the `while` of a node with `repeat`"
                )
            }
            Root::Node(id) if *id == self.node.id && filled == Filled::Repeat => {
                format!(
                    "`{id}` has no output while it is repeated: `{{{{last}}}}` is the output of the item before"
                )
            }
            Root::Node(id) => match self.numbers.get(id) {
                None => {
                    let suggestion = suggestion(id, self.numbers.keys().map(String::as_str));
                    format!("there is no {} `{id}`{suggestion}", self.noun)
                }
                Some(number) if self.is_before(*number) => return,
                Some(_) => format!("`{id}` is not before `{}`: name it in `depends_on`", self.node.id),
            },
        };
        (self.report)(place(), FaultCode::BadReference, message);
    }

    fn is_before(&self, other: usize) -> bool {
        other != self.at
            && (self.graph.needs(self.at).any(|need| need == other)
                || self.upstream.get_or_init(|| self.graph.upstream(self.at)).contains(&other))
    }
}

/// Validates params with the schema of the handler, as far as they are known before the run.
fn faults_of_params(
    at: usize,
    (handler, written): (&str, &Value),
    params: &Filling,
    handlers: &Handlers,
    report: Report<'_>,
) {
    for (pointer, message) in handlers.faults_of_params(handler, written) {
        // The value of a string with references is validated when it is filled at run time.
        let is_filled = |(filled, _): &(String, &Reference)| {
            *filled == pointer || filled.starts_with(&format!("{pointer}/"))
        };
        if pointer.is_empty() || !params.references().iter().any(is_filled) {
            let message = format!("invalid params for `{handler}`: {message}");
            report(format!("/nodes/{at}/params{pointer}"), FaultCode::BadParams, message);
        }
    }
}
