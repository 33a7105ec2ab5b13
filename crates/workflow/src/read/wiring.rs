//! What lies between the nodes: ids, dependencies, handlers, references, params.

use std::collections::HashMap;

use serde_json::Value;

use super::{FaultCode, meant};
use crate::condition::Condition;
use crate::definition::{Definition, Node};
use crate::flow::{Flow, FlowNode};
use crate::handler::Handlers;
use crate::reference::{Filling, Reference, Root, Template};

/// Takes a fault: the JSON pointer to it, its kind, and words.
type Tell<'a> = &'a mut dyn FnMut(String, FaultCode, String);

/// Makes a flow of a definition. What is wrong is told; the flow is good only when nothing was.
pub(super) fn wire(definition: Definition, handlers: &Handlers, tell: Tell<'_>) -> Flow {
    let numbers = numbers(&definition, tell);
    let needs: Vec<Vec<usize>> =
        (0..definition.nodes.len()).map(|at| needs(&definition, at, &numbers, tell)).collect();
    let mut feeds = vec![Vec::new(); needs.len()];
    for (at, needs) in needs.iter().enumerate() {
        for need in needs {
            if let Some(feeds) = feeds.get_mut(*need) {
                feeds.push(at);
            }
        }
    }
    if let Some(cycle) = cycle(&needs) {
        tell_cycle(&definition, &cycle, tell);
    }
    let upstream = Upstream::of(&needs);
    let key = definition.concurrency_key.as_deref().and_then(|text| key(text, tell));
    let mut nodes = Vec::with_capacity(needs.len());
    for (at, (needs, feeds)) in needs.into_iter().zip(feeds).enumerate() {
        let Some(node) = definition.nodes.get(at) else { continue };
        who(at, node, handlers, tell);
        let written = Value::Object(node.params.clone().into_iter().collect());
        let mut strings = Strings { at, node, numbers: &numbers, upstream: &upstream, tell };
        let (params, when, for_each) = (strings.params(&written), strings.when(), strings.for_each());
        if let Some(handler) = &node.handler {
            faults_of_params(at, (handler, &written), &params, handlers, tell);
        }
        nodes.push(FlowNode { needs, feeds, params, when, for_each });
    }
    Flow { definition, nodes, key, numbers }
}

/// The number of each id. The first node of an id keeps it.
fn numbers(definition: &Definition, tell: Tell<'_>) -> HashMap<String, usize> {
    let mut numbers = HashMap::new();
    for (at, node) in definition.nodes.iter().enumerate() {
        if numbers.contains_key(&node.id) {
            let message = format!("another node is called `{}` already", node.id);
            tell(format!("/nodes/{at}/id"), FaultCode::DuplicateNode, message);
        } else {
            numbers.insert(node.id.clone(), at);
        }
    }
    numbers
}

fn needs(definition: &Definition, at: usize, numbers: &HashMap<String, usize>, tell: Tell<'_>) -> Vec<usize> {
    let mut needs = Vec::new();
    let dependencies = definition.nodes.get(at).map(|node| node.depends_on.as_slice()).unwrap_or_default();
    for (place, id) in dependencies.iter().enumerate() {
        let message = match numbers.get(id) {
            None => format!("there is no node `{id}`{}", meant(id, numbers.keys().map(String::as_str))),
            Some(number) if needs.contains(number) => format!("`{id}` stands twice"),
            Some(number) => {
                needs.push(*number);
                continue;
            }
        };
        tell(format!("/nodes/{at}/depends_on/{place}"), FaultCode::BadDependency, message);
    }
    needs
}

/// A circle of nodes that wait for each other, if there is one.
fn cycle(needs: &[Vec<usize>]) -> Option<Vec<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Not,
        OnTheWay,
        Done,
    }
    let mut seen = vec![Seen::Not; needs.len()];
    for start in 0..needs.len() {
        // The way to here, with how many needs of each were followed; no recursion, chains may be long.
        let mut way: Vec<(usize, usize)> = vec![(start, 0)];
        if seen.get(start) != Some(&Seen::Not) {
            continue;
        }
        while let Some((at, followed)) = way.last_mut() {
            let at = *at;
            let Some(next) = needs.get(at).and_then(|needs| needs.get(*followed)).copied() else {
                if let Some(seen) = seen.get_mut(at) {
                    *seen = Seen::Done;
                }
                way.pop();
                continue;
            };
            *followed += 1;
            if let Some(seen) = seen.get_mut(at) {
                *seen = Seen::OnTheWay;
            }
            match seen.get(next) {
                Some(Seen::OnTheWay) => {
                    let from = way.iter().position(|(on, _)| *on == next).unwrap_or(0);
                    return Some(way.iter().skip(from).map(|(on, _)| *on).collect());
                }
                Some(Seen::Not) if next == at => return Some(vec![at]),
                Some(Seen::Not) => way.push((next, 0)),
                _ => {}
            }
        }
    }
    None
}

fn tell_cycle(definition: &Definition, cycle: &[usize], tell: Tell<'_>) {
    let id = |at: &usize| definition.nodes.get(*at).map(|node| node.id.as_str()).unwrap_or_default();
    // Told from the node that is written first.
    let first = cycle.iter().enumerate().min_by_key(|(_, at)| **at).map_or(0, |(place, _)| place);
    let mut names: Vec<&str> = cycle.iter().cycle().skip(first).take(cycle.len()).map(id).collect();
    names.extend(names.first().copied());
    let at = cycle.get(first).copied().unwrap_or_default();
    let message = format!("these wait for each other: {}", names.join(" → "));
    tell(format!("/nodes/{at}/depends_on"), FaultCode::Cycle, message);
}

/// Which nodes are before which: a row of bits each.
struct Upstream {
    words: usize,
    bits: Vec<u64>,
}

impl Upstream {
    fn of(needs: &[Vec<usize>]) -> Self {
        let words = needs.len().div_ceil(64);
        let mut upstream = Self { words, bits: vec![0; words * needs.len()] };
        let mut done = vec![false; needs.len()];
        for start in 0..needs.len() {
            let mut way = vec![(start, false)];
            while let Some((at, are_needs_done)) = way.pop() {
                if done.get(at) != Some(&false) {
                    continue;
                }
                let needs = needs.get(at).map(Vec::as_slice).unwrap_or_default();
                if are_needs_done {
                    needs.iter().for_each(|need| upstream.join(at, *need));
                    if let Some(done) = done.get_mut(at) {
                        *done = true;
                    }
                } else if way.len() <= done.len() * 2 {
                    // In a circle, which is a fault of its own, the way would never end.
                    way.push((at, true));
                    way.extend(needs.iter().map(|need| (*need, false)));
                }
            }
        }
        upstream
    }

    fn join(&mut self, at: usize, need: usize) {
        for word in 0..self.words {
            let of_need = self.bits.get(need * self.words + word).copied().unwrap_or(0);
            let own = if word == need / 64 { 1 << (need % 64) } else { 0 };
            if let Some(bits) = self.bits.get_mut(at * self.words + word) {
                *bits |= of_need | own;
            }
        }
    }

    fn is_before(&self, before: usize, at: usize) -> bool {
        self.bits.get(at * self.words + before / 64).is_some_and(|word| word & (1 << (before % 64)) != 0)
    }
}

fn key(text: &str, tell: Tell<'_>) -> Option<Template> {
    let pointer = || "/concurrency_key".to_owned();
    let template = match Template::parse(text) {
        Ok(template) => template,
        Err(bad) => {
            tell(pointer(), FaultCode::BadReference, bad.to_string());
            return None;
        }
    };
    if let Some(other) = template.references().find(|reference| reference.root != Root::Input) {
        let message = format!("`{other}` is not known when a run begins; only `input` is");
        tell(pointer(), FaultCode::BadReference, message);
    }
    Some(template)
}

fn who(at: usize, node: &Node, handlers: &Handlers, tell: Tell<'_>) {
    match (&node.handler, &node.workflow) {
        (Some(handler), None) if handlers.get(handler).is_none() => {
            let meant = meant(handler, handlers.names());
            let message = format!("there is no handler `{handler}`{meant}");
            tell(format!("/nodes/{at}/handler"), FaultCode::UnknownHandler, message);
        }
        (None, Some(workflow)) if !handlers.knows_workflow(workflow) => {
            let meant = meant(workflow, handlers.workflow_names());
            let message = format!("there is no workflow `{workflow}`{meant}");
            tell(format!("/nodes/{at}/workflow"), FaultCode::UnknownWorkflow, message);
        }
        (Some(_), Some(_)) => {
            let message = "either `handler` or `workflow`, not both".to_owned();
            tell(format!("/nodes/{at}/workflow"), FaultCode::NoHandler, message);
        }
        (None, None) => {
            let message = format!("`{}` has no `handler` and no `workflow`", node.id);
            tell(format!("/nodes/{at}"), FaultCode::NoHandler, message);
        }
        _ => {}
    }
}

/// The strings of a node that hold references.
struct Strings<'a, 't> {
    at: usize,
    node: &'a Node,
    numbers: &'a HashMap<String, usize>,
    upstream: &'a Upstream,
    tell: Tell<'t>,
}

impl Strings<'_, '_> {
    fn params(&mut self, written: &Value) -> Filling {
        let at = self.at;
        let filling = Filling::parse(written, &mut |pointer, bad| {
            (self.tell)(format!("/nodes/{at}/params{pointer}"), FaultCode::BadReference, bad.to_string());
        });
        for (pointer, reference) in filling.references() {
            let place = || format!("/nodes/{at}/params{pointer}");
            self.check(&place, reference, self.node.for_each.is_some());
        }
        filling
    }

    fn when(&mut self) -> Option<Condition> {
        let text = self.node.when.as_deref()?;
        let at = self.at;
        let place = || format!("/nodes/{at}/when");
        match Condition::parse(text) {
            Ok(condition) => {
                for reference in condition.references() {
                    // A condition is asked once for the whole node.
                    self.check(&place, reference, false);
                }
                Some(condition)
            }
            Err(message) => {
                (self.tell)(place(), FaultCode::BadCondition, message);
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
                (self.tell)(place(), FaultCode::BadReference, bad.to_string());
                return None;
            }
            None => {
                let message =
                    "one reference in braces is expected here: `{{nodes.a.output.items}}`".to_owned();
                (self.tell)(place(), FaultCode::BadReference, message);
                return None;
            }
        };
        self.check(&place, &reference, false);
        Some(reference)
    }

    fn check(&mut self, place: &dyn Fn() -> String, reference: &Reference, has_items: bool) {
        let message = match &reference.root {
            Root::Input => return,
            Root::Item | Root::Index if has_items => return,
            Root::Item | Root::Index => {
                format!("`{reference}` is known only in the params of a node with `for_each`")
            }
            Root::Node(id) => match self.numbers.get(id) {
                None => {
                    let meant = meant(id, self.numbers.keys().map(String::as_str));
                    format!("there is no node `{id}`{meant}")
                }
                Some(number) if self.upstream.is_before(*number, self.at) && *number != self.at => return,
                Some(_) => format!("`{id}` is not before `{}`: name it in `depends_on`", self.node.id),
            },
        };
        (self.tell)(place(), FaultCode::BadReference, message);
    }
}

/// Params are held against the handler's schema as far as they are known before the run.
fn faults_of_params(
    at: usize,
    (handler, written): (&str, &Value),
    params: &Filling,
    handlers: &Handlers,
    tell: Tell<'_>,
) {
    for (pointer, message) in handlers.faults_of_params(handler, written) {
        // A string with references becomes something else; what it becomes is held against the schema when it runs.
        let is_filled = |(filled, _): &(String, &Reference)| {
            *filled == pointer || filled.starts_with(&format!("{pointer}/"))
        };
        if pointer.is_empty() || !params.references().iter().any(is_filled) {
            let message = format!("`{handler}` does not take this: {message}");
            tell(format!("/nodes/{at}/params{pointer}"), FaultCode::BadParams, message);
        }
    }
}
