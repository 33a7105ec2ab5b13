//! A definition that was read: its nodes by number, with what they wait for.

use std::collections::HashMap;

use crate::condition::Condition;
use crate::definition::{Definition, Node};
use crate::hash::{Hash, hash};
use crate::reference::{Filling, Reference, Root, Template};

/// A workflow without faults.
#[derive(Clone, Debug)]
pub struct Flow {
    /// As it is written.
    pub definition: Definition,
    /// Its nodes, in the order they are written.
    pub nodes: Vec<FlowNode>,
    /// Its concurrency key.
    pub key: Option<Template>,
    pub(crate) numbers: HashMap<String, usize>,
}

/// A node, with its strings read.
#[derive(Clone, Debug)]
pub struct FlowNode {
    /// Numbers of the nodes it waits for.
    pub needs: Vec<usize>,
    /// Numbers of the nodes that wait for it.
    pub feeds: Vec<usize>,
    /// Its params.
    pub params: Filling,
    /// When it runs.
    pub when: Option<Condition>,
    /// What it runs for each item of.
    pub for_each: Option<Reference>,
}

impl Flow {
    /// The hash that stands for the definition.
    pub fn hash(&self) -> Hash {
        // Structs of strings, numbers and lists always have a JSON form.
        hash(&serde_json::to_value(&self.definition).unwrap_or_default())
    }

    /// A node as it is written.
    pub fn node(&self, at: usize) -> Option<&Node> {
        self.definition.nodes.get(at)
    }

    /// The number of a node.
    pub fn number(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }

    /// The numbers of a node and of everything after it, ascending.
    pub fn from(&self, at: usize) -> Vec<usize> {
        let mut is_in = vec![false; self.nodes.len()];
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            let Some(seen) = is_in.get_mut(at) else { continue };
            if !std::mem::replace(seen, true) {
                open.extend(self.nodes.get(at).map(|node| node.feeds.as_slice()).unwrap_or_default());
            }
        }
        (0..is_in.len()).filter(|at| is_in.get(*at) == Some(&true)).collect()
    }

    /// Names of the input that its strings refer to.
    pub fn reads(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        let key = self.key.iter().flat_map(Template::references);
        let nodes = self.nodes.iter().flat_map(|node| {
            let params = node.params.references().into_iter().map(|(_, reference)| reference);
            let when = node.when.iter().flat_map(Condition::references);
            params.chain(when).chain(node.for_each.iter())
        });
        for reference in key.chain(nodes) {
            if let (Root::Input, Some(name)) = (&reference.root, reference.path.first())
                && !names.contains(&name.as_str())
            {
                names.push(name);
            }
        }
        names
    }
}
