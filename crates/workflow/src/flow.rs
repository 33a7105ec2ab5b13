//! A parsed definition: its nodes by number, and their graph.

use std::collections::HashMap;

use crate::condition::Condition;
use crate::definition::{Definition, Node};
use crate::graph::Graph;
use crate::hash::{Hash, hash};
use crate::reference::{Filling, Reference, Root, Template};

/// A valid workflow.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The definition as written.
    pub definition: Definition,
    /// The nodes, in the order of the definition.
    pub nodes: Vec<FlowNode>,
    pub graph: Graph,
    pub key: Option<Template>,
    pub(crate) numbers: HashMap<String, usize>,
}

/// A node with parsed strings.
#[derive(Clone, Debug)]
pub struct FlowNode {
    pub params: Filling,
    /// The condition under which it runs.
    pub when: Option<Condition>,
    /// The array over whose items it fans out.
    pub for_each: Option<Reference>,
    pub repeat: Option<FlowRepeat>,
}

/// The parsed repetition of a node.
#[derive(Clone, Debug)]
pub struct FlowRepeat {
    /// The condition under which there is a next item.
    pub condition: Condition,
    /// The maximum number of items.
    pub most: usize,
}

impl FlowNode {
    /// Whether the work of the node is done by its items.
    pub fn has_items(&self) -> bool {
        self.for_each.is_some() || self.repeat.is_some()
    }
}

impl Flow {
    /// The hash of the definition.
    pub fn hash(&self) -> Hash {
        // Serializing structs of strings, numbers and lists cannot fail.
        hash(&serde_json::to_value(&self.definition).unwrap_or_default())
    }

    /// A node of the definition.
    pub fn node(&self, at: usize) -> Option<&Node> {
        self.definition.nodes.get(at)
    }

    /// The number of a node.
    pub fn number(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }

    /// The names of input fields that the definition refers to.
    pub fn reads(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        let key = self.key.iter().flat_map(Template::references);
        let nodes = self.nodes.iter().flat_map(|node| {
            let params = node.params.references().into_iter().map(|(_, reference)| reference);
            let repeat = node.repeat.as_ref().map(|repeat| &repeat.condition);
            let conditions = node.when.iter().chain(repeat).flat_map(Condition::references);
            params.chain(conditions).chain(node.for_each.iter())
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
