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
