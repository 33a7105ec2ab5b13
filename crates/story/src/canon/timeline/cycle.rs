//! Explains contradictory times by the shortest cycle.

use std::collections::VecDeque;

use crate::TimelineEventId;

/// A cycle of events, each of which must happen before the next and the last before the first, by `after` and by
/// their keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("timeline cycle: {} events must each happen before the next, and the last before the first", events.len())]
pub struct TimeCycle {
    /// In order, smallest id first. No cycle is shorter, as far as a bounded search can tell; only timelines of
    /// thousands of events without a short cycle reach the bound.
    pub events: Vec<TimelineEventId>,
}

/// The most edges walked in search of a shorter cycle; takes a fraction of a second.
const MAX_EDGES: usize = 5_000_000;

/// The nodes of the shortest cycle among `left`, smallest first. Nodes from index `events` up represent no event and
/// are not counted. Empty if there is no cycle.
pub(super) fn shortest(next: &[Vec<usize>], left: &[usize], events: usize) -> Vec<usize> {
    let next = only_cyclic(next, left);
    if let Some(itself) = (0..events.min(next.len())).find(|node| next[*node].contains(node)) {
        return vec![itself];
    }
    let mut best = Vec::new();
    let mut search =
        Search { next: &next, events, seen: vec![0; next.len()], from: vec![0; next.len()], walked: 0 };
    for start in (0..events).filter(|node| !next[*node].is_empty()) {
        let shorter_than = if best.is_empty() { usize::MAX } else { best.len() };
        if let Some(cycle) = search.through(start, shorter_than) {
            best = cycle;
        }
        // No cycle is shorter than two; and once a cycle is found, the search may give up.
        if best.len() == 2 || (!best.is_empty() && search.walked > MAX_EDGES) {
            break;
        }
    }
    best
}

/// The edges among `left`, without dead ends, from which no cycle can be reached.
fn only_cyclic(next: &[Vec<usize>], left: &[usize]) -> Vec<Vec<usize>> {
    let mut is_left = vec![false; next.len()];
    left.iter().for_each(|node| is_left[*node] = true);
    let mut earlier = vec![Vec::new(); next.len()];
    let mut successors = vec![0_usize; next.len()];
    for &node in left {
        for &later in next[node].iter().filter(|later| is_left[**later]) {
            earlier[later].push(node);
            successors[node] += 1;
        }
    }
    let mut dead_ends: Vec<usize> = left.iter().copied().filter(|node| successors[*node] == 0).collect();
    while let Some(end) = dead_ends.pop() {
        is_left[end] = false;
        for &node in &earlier[end] {
            successors[node] -= 1;
            if successors[node] == 0 {
                dead_ends.push(node);
            }
        }
    }
    let kept = |node: usize| next[node].iter().copied().filter(|later| is_left[*later]).collect();
    (0..next.len()).map(|node| if is_left[node] { kept(node) } else { Vec::new() }).collect()
}

/// A breadth-first search by the number of events on the path.
struct Search<'a> {
    next: &'a [Vec<usize>],
    events: usize,
    /// The start (plus one) from which each node was last reached.
    seen: Vec<usize>,
    /// The predecessor of each node.
    from: Vec<usize>,
    walked: usize,
}

impl Search<'_> {
    /// The events of the shortest cycle through `start` with fewer than `shorter_than` events.
    fn through(&mut self, start: usize, shorter_than: usize) -> Option<Vec<usize>> {
        let mut open = VecDeque::from([(start, 1)]);
        self.seen[start] = start + 1;
        let mut longer: VecDeque<(usize, usize)> = VecDeque::new();
        while let Some((node, length)) = open.pop_front() {
            if length >= shorter_than {
                return None;
            }
            self.walked += self.next[node].len();
            for &later in &self.next[node] {
                if later == start {
                    return Some(self.path(start, node));
                }
                if self.seen[later] != start + 1 {
                    self.seen[later] = start + 1;
                    self.from[later] = node;
                    // Non-event nodes add no length, so they are processed before any longer path.
                    if later < self.events {
                        longer.push_back((later, length + 1));
                    } else {
                        open.push_front((later, length));
                    }
                }
            }
            if open.is_empty() {
                std::mem::swap(&mut open, &mut longer);
            }
        }
        None
    }

    /// The events from `start` to `end`.
    fn path(&self, start: usize, end: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut node = end;
        while node != start {
            path.extend((node < self.events).then_some(node));
            node = self.from[node];
        }
        path.push(start);
        path.reverse();
        path
    }
}
