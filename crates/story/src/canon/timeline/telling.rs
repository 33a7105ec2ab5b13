//! Which events are told out of the order in which they happen.
//!
//! Read as it is told, a book goes forward in story time but for some events. The most events that go forward together
//! are told in order (a longest increasing subsequence; of several, the one whose events are told first); the others are
//! displaced. A displaced event that happens before one in order that was told already is a flashback, one that happens
//! after something in order that is told later is a flash-forward; never both, or the ones in order would not be.

use std::collections::HashMap;

use serde::Serialize;

use super::TimelineEventRecord;
use crate::TimelineEventId;
use crate::canon::StoryOrder;

/// How an event is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Telling {
    /// When it happens.
    InOrder,
    /// Later.
    Flashback,
    /// Earlier.
    FlashForward,
}

/// How each told event is told, given the order of story time ([`story_order`](super::story_order)); in that order.
/// Events without a scene, or with one in the bin, are not told and not in the answer. Events of one scene are taken to
/// be told as they happen.
pub fn tellings(
    order: &[TimelineEventId],
    events: &[(TimelineEventId, TimelineEventRecord)],
    telling: &StoryOrder,
) -> Vec<(TimelineEventId, Telling)> {
    let ranks: HashMap<TimelineEventId, usize> =
        events.iter().filter_map(|(id, event)| Some((*id, telling.rank(event.scene?)?))).collect();
    let mut told: Vec<(usize, usize)> = order
        .iter()
        .enumerate()
        .filter_map(|(position, id)| ranks.get(id).map(|rank| (*rank, position)))
        .collect();
    told.sort_unstable();
    let positions: Vec<usize> = told.into_iter().map(|(_, position)| position).collect();
    let mut found: Vec<(usize, Telling)> = positions.iter().copied().zip(displaced(&positions)).collect();
    found.sort_unstable_by_key(|(position, _)| *position);
    found.into_iter().filter_map(|(position, telling)| Some((*order.get(position)?, telling))).collect()
}

/// How each of some distinct positions in story time is told, as they are told.
fn displaced(positions: &[usize]) -> Vec<Telling> {
    let mut lengths = vec![0; positions.len()];
    // The latest position that a row of each length begins with, among those looked at: longer ones begin earlier.
    let mut begins: Vec<usize> = Vec::new();
    for (at, &position) in positions.iter().enumerate().rev() {
        let longer = begins.partition_point(|begin| *begin > position);
        lengths[at] = longer + 1;
        match begins.get_mut(longer) {
            Some(begin) => *begin = position,
            None => begins.push(position),
        }
    }
    let (mut wanted, mut last) = (begins.len(), None);
    let tell = |(position, length): (&usize, &usize)| {
        if *length == wanted && last.is_none_or(|last| last < *position) {
            (wanted, last) = (wanted - 1, Some(*position));
            Telling::InOrder
        } else if last.is_some_and(|last| last > *position) {
            Telling::Flashback
        } else {
            Telling::FlashForward
        }
    };
    positions.iter().zip(&lengths).map(tell).collect()
}
