//! The dependency graph of a definition's nodes, on petgraph.
//!
//! Nodes are numbered as in the definition. A graph may have cycles; that of a [`Flow`](crate::Flow) has none, because
//! [`read`](crate::read()) refuses them.

use petgraph::Direction;
use petgraph::algo::{astar, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, IntoNeighbors, Reversed, Visitable};

/// A graph with an edge from each dependency to the nodes that depend on it.
#[derive(Clone, Debug)]
pub struct Graph(DiGraph<(), ()>);

/// Nodes that depend on each other, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cycle {
    /// All of them, ascending.
    pub members: Vec<usize>,
    /// The shortest path from the first member back to it, each node followed by one it depends on. The first member
    /// is not repeated at the end.
    pub path: Vec<usize>,
}

impl Graph {
    /// Builds the graph from the dependencies of each node, which must be numbers of nodes.
    pub(crate) fn new(needs: &[Vec<usize>]) -> Self {
        let mut graph = DiGraph::with_capacity(needs.len(), needs.iter().map(Vec::len).sum());
        for _ in needs {
            graph.add_node(());
        }
        // petgraph lists the edge added last first.
        for (at, needs) in needs.iter().enumerate().rev() {
            for need in needs.iter().rev() {
                graph.add_edge(NodeIndex::new(*need), NodeIndex::new(at), ());
            }
        }
        Self(graph)
    }

    /// The nodes that a node depends on, as the definition lists them.
    pub fn needs(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        self.0.neighbors_directed(NodeIndex::new(at), Direction::Incoming).map(NodeIndex::index)
    }

    /// The nodes that depend on a node, ascending.
    pub fn feeds(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        self.0.neighbors(NodeIndex::new(at)).map(NodeIndex::index)
    }

    /// A node and everything after it, ascending.
    pub fn downstream(&self, at: usize) -> Vec<usize> {
        self.reached(&self.0, at)
    }

    /// A node and everything before it, ascending.
    pub fn upstream(&self, at: usize) -> Vec<usize> {
        self.reached(Reversed(&self.0), at)
    }

    fn reached<G>(&self, graph: G, at: usize) -> Vec<usize>
    where
        G: IntoNeighbors<NodeId = NodeIndex> + Visitable<Map = <DiGraph<(), ()> as Visitable>::Map>,
    {
        let start = (at < self.0.node_count()).then(|| NodeIndex::new(at));
        let mut search = Dfs::from_parts(Vec::from_iter(start), graph.visit_map());
        while search.next(graph).is_some() {}
        search.discovered.ones().collect()
    }

    /// All nodes, each after the nodes it depends on.
    pub fn order(&self) -> Vec<usize> {
        self.components().into_iter().rev().flatten().map(NodeIndex::index).collect()
    }

    /// The layer of each node in a drawing: 0 at the top without dependencies, otherwise the layer below its lowest
    /// dependency.
    pub fn layers(&self) -> Vec<usize> {
        let mut layers = vec![0; self.0.node_count()];
        for at in self.order() {
            let above = self.needs(at).filter_map(|need| layers.get(need).copied()).max();
            if let Some(layer) = layers.get_mut(at) {
                *layer = above.map_or(0, |above| above + 1);
            }
        }
        layers
    }

    /// The cycles, by their first members. Cycles with a common node are one.
    pub(crate) fn cycles(&self) -> Vec<Cycle> {
        let components = self.components().into_iter();
        let mut cycles: Vec<Cycle> = components.filter_map(|component| self.cycle(component)).collect();
        cycles.sort_by(|a, b| a.members.cmp(&b.members));
        cycles
    }

    /// The strongly connected components, in reverse topological order. Without cycles, each is one node.
    fn components(&self) -> Vec<Vec<NodeIndex>> {
        // petgraph's Tarjan recurses; its Kosaraju does not, so a long chain cannot overflow the stack.
        kosaraju_scc(&self.0)
    }

    /// The cycle of a strongly connected component; `None` for a single node that does not depend on itself.
    fn cycle(&self, mut members: Vec<NodeIndex>) -> Option<Cycle> {
        members.sort_unstable();
        let first = *members.first()?;
        // Nearly every component: a search from each would visit everything before it.
        if members.len() == 1 && !self.0.contains_edge(first, first) {
            return None;
        }
        let depends_on_first = |at| self.0.contains_edge(first, at);
        let (_, path) = astar(Reversed(&self.0), first, depends_on_first, |_| 1, |_| 0)?;
        let numbers = |nodes: Vec<NodeIndex>| nodes.into_iter().map(NodeIndex::index).collect();
        Some(Cycle { members: numbers(members), path: numbers(path) })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MAX: usize = 12;

    /// The dependencies of up to [`MAX`] nodes, with or without cycles.
    fn any_needs() -> impl Strategy<Value = Vec<Vec<usize>>> {
        (1..=MAX).prop_flat_map(|count| {
            let needs = proptest::collection::btree_set(0..count, 0..=count.min(3));
            proptest::collection::vec(needs.prop_map(Vec::from_iter).prop_shuffle(), count)
        })
    }

    /// Dependencies without cycles, whose numbers do not follow the order.
    fn acyclic_needs() -> impl Strategy<Value = Vec<Vec<usize>>> {
        let order = any_needs().prop_flat_map(|needs| {
            let numbers = Vec::from_iter(0..needs.len());
            (Just(needs), Just(numbers).prop_shuffle())
        });
        order.prop_map(|(mut needs, rank)| {
            for (at, needs) in needs.iter_mut().enumerate() {
                needs.retain(|need| rank[*need] < rank[at]);
            }
            needs
        })
    }

    /// Whether the second node depends on the first, directly or through others (Warshall 1962).
    fn closure(needs: &[Vec<usize>]) -> Vec<Vec<bool>> {
        let count = needs.len();
        let mut is_before = vec![vec![false; count]; count];
        for (at, needs) in needs.iter().enumerate() {
            needs.iter().for_each(|need| is_before[*need][at] = true);
        }
        for via in 0..count {
            for from in 0..count {
                for to in 0..count {
                    is_before[from][to] |= is_before[from][via] && is_before[via][to];
                }
            }
        }
        is_before
    }

    proptest! {
        #[test]
        fn neighbours_are_listed_in_order(needs in any_needs()) {
            let graph = Graph::new(&needs);
            for (at, own) in needs.iter().enumerate() {
                prop_assert_eq!(&Vec::from_iter(graph.needs(at)), own);
                let feeds: Vec<usize> = (0..needs.len()).filter(|other| needs[*other].contains(&at)).collect();
                prop_assert_eq!(Vec::from_iter(graph.feeds(at)), feeds);
            }
        }

        #[test]
        fn the_order_respects_every_dependency(needs in acyclic_needs()) {
            let order = Graph::new(&needs).order();
            let mut numbers = order.clone();
            numbers.sort_unstable();
            prop_assert_eq!(numbers, Vec::from_iter(0..needs.len()));
            let place = |at: usize| order.iter().position(|number| *number == at);
            for (at, own) in needs.iter().enumerate() {
                prop_assert!(own.iter().all(|need| place(*need) < place(at)), "{:?}", order);
            }
        }

        #[test]
        fn each_layer_is_below_the_lowest_dependency(needs in acyclic_needs()) {
            let layers = Graph::new(&needs).layers();
            prop_assert_eq!(layers.len(), needs.len());
            for (at, own) in needs.iter().enumerate() {
                prop_assert_eq!(layers[at], own.iter().map(|need| layers[*need] + 1).max().unwrap_or(0));
            }
        }

        #[test]
        fn downstream_and_upstream_are_what_can_be_reached(needs in any_needs()) {
            let (graph, is_before) = (Graph::new(&needs), closure(&needs));
            let nodes = || 0..needs.len();
            for at in nodes() {
                let after: Vec<usize> = nodes().filter(|to| *to == at || is_before[at][*to]).collect();
                prop_assert_eq!(graph.downstream(at), after);
                let before: Vec<usize> = nodes().filter(|from| *from == at || is_before[*from][at]).collect();
                prop_assert_eq!(graph.upstream(at), before);
            }
            prop_assert!(graph.downstream(needs.len()).is_empty());
        }

        #[test]
        fn cycles_are_the_nodes_that_reach_each_other(needs in any_needs()) {
            let is_before = closure(&needs);
            let mut expected: Vec<Vec<usize>> = Vec::new();
            for at in (0..needs.len()).filter(|at| is_before[*at][*at]) {
                match expected.iter_mut().find(|members| is_before[at][members[0]] && is_before[members[0]][at]) {
                    Some(members) => members.push(at),
                    None => expected.push(vec![at]),
                }
            }
            let cycles = Graph::new(&needs).cycles();
            let members: Vec<&Vec<usize>> = cycles.iter().map(|cycle| &cycle.members).collect();
            prop_assert_eq!(members, Vec::from_iter(&expected));
            for Cycle { members, path } in &cycles {
                prop_assert_eq!(path.first(), members.first());
                prop_assert!(path.iter().all(|at| members.contains(at)));
                let next = path.iter().cycle().skip(1);
                prop_assert!(path.iter().zip(next).all(|(at, need)| needs[*at].contains(need)), "{:?}", path);
            }
        }

        #[test]
        fn a_graph_without_cycles_reports_none(needs in acyclic_needs()) {
            prop_assert!(Graph::new(&needs).cycles().is_empty());
        }
    }
}
