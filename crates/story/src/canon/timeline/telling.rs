//! Finds events that are told out of the order in which they happen.
//!
//! In telling order, a book moves forward in story time except for some events. The largest set of events that move
//! forward together is told in order (a longest increasing subsequence; of several, the one whose events are told
//! first); all others are displaced. A displaced event that happens before an in-order event already told is a
//! flashback; one that happens after an in-order event told later is a flash-forward. No event is both, or it would
//! be in order itself.

use std::collections::HashMap;

use serde::Serialize;

use super::TimelineEventRecord;
use crate::TimelineEventId;
use crate::canon::StoryOrder;

/// How an event is told relative to story time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Telling {
    InOrder,
    /// Told later than it happens.
    Flashback,
    /// Told earlier than it happens.
    FlashForward,
}

/// How each told event is told, in story order ([`story_order`](super::story_order)), which must be given as `order`.
/// Events without a scene, or with a binned scene, are not told and not included. Events of one scene are assumed to
/// be told as they happen.
pub fn tellings(
    order: &[TimelineEventId],
    events: &[(TimelineEventId, TimelineEventRecord)],
    telling: &StoryOrder,
) -> Vec<(TimelineEventId, Telling)> {
    let ranks: HashMap<TimelineEventId, usize> =
        events.iter().filter_map(|(id, event)| Some((*id, telling.rank(event.scene?)?))).collect();
    let mut by_rank: Vec<(usize, usize)> = order
        .iter()
        .enumerate()
        .filter_map(|(position, id)| ranks.get(id).map(|rank| (*rank, position)))
        .collect();
    by_rank.sort_unstable();
    let positions: Vec<usize> = by_rank.into_iter().map(|(_, position)| position).collect();
    let mut found: Vec<(usize, Telling)> = positions.iter().copied().zip(classify(&positions)).collect();
    found.sort_unstable_by_key(|(position, _)| *position);
    found.into_iter().filter_map(|(position, telling)| Some((*order.get(position)?, telling))).collect()
}

/// The telling of each of some distinct positions in story time, in telling order.
fn classify(positions: &[usize]) -> Vec<Telling> {
    let mut lengths = vec![0; positions.len()];
    // The latest start of an increasing run of each length, among the positions seen so far; longer runs start
    // earlier.
    let mut starts: Vec<usize> = Vec::new();
    for (at, &position) in positions.iter().enumerate().rev() {
        let longer = starts.partition_point(|start| *start > position);
        lengths[at] = longer + 1;
        match starts.get_mut(longer) {
            Some(start) => *start = position,
            None => starts.push(position),
        }
    }
    let (mut wanted, mut last) = (starts.len(), None);
    let telling_of = |(position, length): (&usize, &usize)| {
        if *length == wanted && last.is_none_or(|last| last < *position) {
            (wanted, last) = (wanted - 1, Some(*position));
            Telling::InOrder
        } else if last.is_some_and(|last| last > *position) {
            Telling::Flashback
        } else {
            Telling::FlashForward
        }
    };
    positions.iter().zip(&lengths).map(telling_of).collect()
}
