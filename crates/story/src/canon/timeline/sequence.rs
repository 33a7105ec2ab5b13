//! Sorts events in the order in which they happen.
//!
//! Two things are binding: `after`, and keys, of which the smaller comes before the greater. Equal keys are not
//! binding, and neither are a date and a day count ([`TimeKey::is_day_count`]) relative to each other; if a book has
//! both, day counts are placed like events without a key.
//!
//! An unbound event is placed where it is told: an event without a key follows the keyed event that is told last
//! before it, or in its scene; if there is none, it precedes the keyed event told first. Among events in one place,
//! the one told first comes first, then the smaller id. Exception: dates without a year ([`YearlessDate`]) order the
//! events told in one place among themselves, and an event without a date follows the last date told before it. An
//! event with neither key nor position in the manuscript follows the last event it is `after`; if there is none, it
//! comes last. Binding rules take precedence over all of these.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use super::cycle::{TimeCycle, shortest};
use super::{TimeKey, TimelineEventRecord, YearlessDate};
use crate::TimelineEventId;
use crate::canon::StoryOrder;

type Event = (TimelineEventId, TimelineEventRecord);

/// The ids of `events` in story time: a total order, independent of the order of the input. Unknown ids in `after`
/// are ignored; duplicate ids count once.
///
/// Takes O((n + e) log n) for n events and e entries of `after`; finding the cycle for an error takes longer, up to a
/// bound.
pub fn story_order(events: &[Event], telling: &StoryOrder) -> Result<Vec<TimelineEventId>, TimeCycle> {
    let mut sorted: Vec<&Event> = events.iter().collect();
    sorted.sort_by_key(|(id, _)| *id);
    sorted.dedup_by_key(|(id, _)| *id);
    let chains = Chains::new(&sorted);
    let precedence = Precedence::new(&sorted, &chains);
    let id = |node: usize| sorted.get(node).map(|(id, _)| *id);
    let some_order = precedence.some_order().map_err(|left| {
        let cycle = shortest(&precedence.next, &left, sorted.len());
        TimeCycle { events: cycle.into_iter().filter_map(id).collect() }
    })?;
    let places = places(&sorted, &chains, telling, (&precedence, &some_order));
    let order = precedence.order_by(&places, &some_order);
    Ok(order.into_iter().filter_map(id).collect())
}

/// Events with keys, grouped by equal keys, in the order of the keys.
struct Chains {
    /// The chain beside which other events are placed: dates, or day counts if there are no dates.
    main: Vec<Vec<usize>>,
    /// Day counts, if there are dates.
    beside: Vec<Vec<usize>>,
}

impl Chains {
    fn new(events: &[&Event]) -> Self {
        let mut chains = [BTreeMap::<&TimeKey, Vec<usize>>::new(), BTreeMap::new()];
        for (node, (_, event)) in events.iter().enumerate() {
            if let Some(key) = &event.key {
                chains[usize::from(key.is_day_count())].entry(key).or_default().push(node);
            }
        }
        let [dates, counts] = chains.map(|chain| chain.into_values().collect::<Vec<_>>());
        if dates.is_empty() {
            Self { main: counts, beside: dates }
        } else {
            Self { main: dates, beside: counts }
        }
    }
}

/// The precedence graph. Its nodes are the events by id, then links, one between any two neighbouring groups of a
/// chain: all of one group, the link, all of the other. This keeps the number of edges as low as that of events.
struct Precedence {
    next: Vec<Vec<usize>>,
    /// The number of direct predecessors of each node.
    before: Vec<usize>,
}

impl Precedence {
    fn new(events: &[&Event], chains: &Chains) -> Self {
        let places: HashMap<TimelineEventId, usize> =
            events.iter().enumerate().map(|(node, (id, _))| (*id, node)).collect();
        let mut precedence = Self { next: vec![Vec::new(); events.len()], before: vec![0; events.len()] };
        for (node, (_, event)) in events.iter().enumerate() {
            for earlier in event.after.iter().filter_map(|id| places.get(id)) {
                precedence.add(*earlier, node);
            }
        }
        for chain in [&chains.main, &chains.beside] {
            let mut last_link = None;
            for pair in chain.windows(2) {
                let link = precedence.next.len();
                precedence.next.push(Vec::new());
                precedence.before.push(0);
                pair[0].iter().for_each(|node| precedence.add(*node, link));
                pair[1].iter().for_each(|node| precedence.add(link, *node));
                if let Some(last) = last_link.replace(link) {
                    precedence.add(last, link);
                }
            }
        }
        precedence
    }

    fn add(&mut self, earlier: usize, later: usize) {
        self.next[earlier].push(later);
        self.before[later] += 1;
    }

    /// The nodes in some order that satisfies the binding rules, or the nodes on and behind cycles.
    fn some_order(&self) -> Result<Vec<usize>, Vec<usize>> {
        let mut before = self.before.clone();
        let mut order: Vec<usize> = (0..before.len()).filter(|node| before[*node] == 0).collect();
        let mut at = 0;
        while let Some(&node) = order.get(at) {
            at += 1;
            for &later in &self.next[node] {
                before[later] -= 1;
                if before[later] == 0 {
                    order.push(later);
                }
            }
        }
        if order.len() == before.len() {
            Ok(order)
        } else {
            Err((0..before.len()).filter(|node| before[*node] > 0).collect())
        }
    }

    /// The nodes as close to their places as the binding rules allow: predecessors of an event come just in time for
    /// it.
    fn order_by(&self, places: &[Place], some_order: &[usize]) -> Vec<usize> {
        let mut due = places.to_vec();
        for &node in some_order.iter().rev() {
            let earliest = self.next[node].iter().map(|later| due[*later]).min();
            due[node] = earliest.map_or(due[node], |earliest| earliest.min(due[node]));
        }
        let mut before = self.before.clone();
        let ready = |node: usize| Reverse((due[node], places[node], node));
        let mut open: BinaryHeap<_> =
            (0..before.len()).filter(|node| before[*node] == 0).map(ready).collect();
        let mut order = Vec::with_capacity(before.len());
        while let Some(Reverse((_, _, node))) = open.pop() {
            order.push(node);
            for &later in &self.next[node] {
                before[later] -= 1;
                if before[later] == 0 {
                    open.push(ready(later));
                }
            }
        }
        order
    }
}

/// The place of a node if nothing bound it. Compared field by field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// The index of the group of the main chain that it is placed with.
    group: usize,
    side: Side,
    /// The rank of the scene that tells it.
    scene_rank: usize,
    node: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Before,
    In,
    After,
}

/// The places of all nodes. Links have no place, so they never delay anything.
fn places(
    events: &[&Event],
    chains: &Chains,
    telling: &StoryOrder,
    (precedence, some_order): (&Precedence, &[usize]),
) -> Vec<Place> {
    let nowhere = |node| Place { group: usize::MAX, side: Side::After, scene_rank: usize::MAX, node };
    let mut places: Vec<Place> = (0..precedence.next.len()).map(nowhere).collect();
    let rank = |node: usize| events.get(node).and_then(|(_, event)| telling.rank(event.scene?));
    let mut told_keys: Vec<(usize, usize)> = Vec::new();
    let mut has_place = vec![false; places.len()];
    for (group, nodes) in chains.main.iter().enumerate() {
        for &node in nodes {
            told_keys.extend(rank(node).map(|rank| (rank, group)));
            places[node] =
                Place { group, side: Side::In, scene_rank: rank(node).unwrap_or(usize::MAX), node };
            has_place[node] = true;
        }
    }
    told_keys.sort_unstable();
    for node in (0..events.len()).filter(|node| !has_place[*node]).collect::<Vec<_>>() {
        let Some(rank) = rank(node) else { continue };
        let earlier = told_keys.partition_point(|(scene_rank, _)| *scene_rank <= rank);
        let (group, side) = match (earlier.checked_sub(1).and_then(|at| told_keys.get(at)), told_keys.first())
        {
            (Some((_, group)), _) => (*group, Side::After),
            (None, Some((_, group))) => (*group, Side::Before),
            (None, None) => (chains.main.len().saturating_sub(1), Side::After),
        };
        places[node] = Place { group, side, scene_rank: rank, node };
        has_place[node] = true;
    }
    order_yearless(events, &mut places);
    // Told nowhere and without a key: placed behind the event it is after, which comes first in any valid order.
    let mut last_before: Vec<Option<Place>> = vec![None; places.len()];
    for &node in some_order.iter().filter(|node| **node < events.len()) {
        if let (false, Some(last)) = (has_place[node], last_before[node]) {
            places[node] = Place { node, ..last };
        }
        for &later in &precedence.next[node] {
            last_before[later] = last_before[later].max(Some(places[node]));
        }
    }
    places
}

/// Orders events without a key in one place by their dates without a year.
fn order_yearless(events: &[&Event], places: &mut [Place]) {
    let mut by_place = BTreeMap::<(usize, Side), Vec<usize>>::new();
    for (node, place) in places.iter().enumerate().take(events.len()) {
        if place.side != Side::In && place.scene_rank != usize::MAX {
            by_place.entry((place.group, place.side)).or_default().push(node);
        }
    }
    for mut nodes in by_place.into_values() {
        nodes.sort_by_key(|&node| places[node]);
        let (mut latest, mut last) = (None, i64::MIN);
        let dated = nodes.iter().map(|&node| {
            if let Some(date) = YearlessDate::of_words(&events[node].1.time) {
                last = date.near(latest);
                latest = latest.max(Some(last));
            }
            (last, node)
        });
        let mut dated: Vec<(i64, usize)> = dated.collect();
        dated.sort_by_key(|(at, _)| *at);
        for (scene_rank, (_, node)) in dated.into_iter().enumerate() {
            places[node].scene_rank = scene_rank;
        }
    }
}
