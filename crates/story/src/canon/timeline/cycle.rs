//! What is wrong with times that contradict each other: the shortest cycle.

use std::collections::VecDeque;

use crate::TimelineEventId;

/// Events each of which must happen before the next, and the last before the first, by `after` and by their keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} timeline events each happen before the next, and the last before the first", events.len())]
pub struct TimeCycle {
    /// The events of the cycle in order, the smallest id first. No cycle is shorter, as far as a bounded search can tell;
    /// only timelines of thousands of events with no short cycle meet the bound.
    pub events: Vec<TimelineEventId>,
}

/// The most edges that are walked in search of a shorter cycle: a fraction of a second.
const BUDGET: usize = 5_000_000;

/// The nodes of the shortest cycle among `left`, smallest first, without those from `events` on, which stand for no
/// event and do not count. Empty when there is none.
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
        // Two are as few as there can be; and once there is an answer, the search may give up.
        if best.len() == 2 || (!best.is_empty() && search.walked > BUDGET) {
            break;
        }
    }
    best
}

/// The edges among `left`, without nodes that lead nowhere back.
fn only_cyclic(next: &[Vec<usize>], left: &[usize]) -> Vec<Vec<usize>> {
    let mut is_left = vec![false; next.len()];
    left.iter().for_each(|node| is_left[*node] = true);
    let mut earlier = vec![Vec::new(); next.len()];
    let mut leads = vec![0_usize; next.len()];
    for &node in left {
        for &later in next[node].iter().filter(|later| is_left[**later]) {
            earlier[later].push(node);
            leads[node] += 1;
        }
    }
    let mut ends: Vec<usize> = left.iter().copied().filter(|node| leads[*node] == 0).collect();
    while let Some(end) = ends.pop() {
        is_left[end] = false;
        for &node in &earlier[end] {
            leads[node] -= 1;
            if leads[node] == 0 {
                ends.push(node);
            }
        }
    }
    let kept = |node: usize| next[node].iter().copied().filter(|later| is_left[*later]).collect();
    (0..next.len()).map(|node| if is_left[node] { kept(node) } else { Vec::new() }).collect()
}

/// Searches breadth first, by the number of events on the way.
struct Search<'a> {
    next: &'a [Vec<usize>],
    events: usize,
    /// The start, plus one, from which each node was reached last.
    seen: Vec<usize>,
    /// The node each was reached by.
    from: Vec<usize>,
    walked: usize,
}

impl Search<'_> {
    /// The events of the shortest cycle through `start` that has fewer than `shorter_than`.
    fn through(&mut self, start: usize, shorter_than: usize) -> Option<Vec<usize>> {
        let mut open = VecDeque::from([(start, 1)]);
        self.seen[start] = start + 1;
        let mut ways: VecDeque<(usize, usize)> = VecDeque::new();
        while let Some((node, length)) = open.pop_front() {
            if length >= shorter_than {
                return None;
            }
            self.walked += self.next[node].len();
            for &later in &self.next[node] {
                if later == start {
                    return Some(self.way(start, node));
                }
                if self.seen[later] != start + 1 {
                    self.seen[later] = start + 1;
                    self.from[later] = node;
                    // Links count nothing: they are looked at before any longer way.
                    if later < self.events {
                        ways.push_back((later, length + 1));
                    } else {
                        open.push_front((later, length));
                    }
                }
            }
            if open.is_empty() {
                std::mem::swap(&mut open, &mut ways);
            }
        }
        None
    }

    /// The events from `start` to `end`.
    fn way(&self, start: usize, end: usize) -> Vec<usize> {
        let mut way = Vec::new();
        let mut node = end;
        while node != start {
            way.extend((node < self.events).then_some(node));
            node = self.from[node];
        }
        way.push(start);
        way.reverse();
        way
    }
}
