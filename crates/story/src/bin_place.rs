//! The position of a binned part among its siblings, so that it can be restored there even after siblings were moved
//! or binned too.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// How many siblings are stored on each side. A higher number makes a bin of many parts large; with a lower one, the
/// position is lost sooner when siblings move away.
const MAX_NEIGHBOURS: usize = 50;

/// The siblings around a part when it was binned, in order, including siblings that were in the bin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BinPlace {
    /// The nearest siblings before the part.
    pub before: Vec<i64>,
    /// The nearest siblings after the part.
    pub after: Vec<i64>,
}

impl BinPlace {
    /// The place of `id` in an order; `None` if the order does not contain it.
    pub fn of(order: &[i64], id: i64) -> Option<Self> {
        let at = order.iter().position(|other| *other == id)?;
        let before = order[at.saturating_sub(MAX_NEIGHBOURS)..at].to_vec();
        let after = order[at + 1..].iter().take(MAX_NEIGHBOURS).copied().collect();
        Some(Self { before, after })
    }

    /// The index in `order` (0 to its length) next to a stored sibling that leaves the fewest stored siblings on the
    /// wrong side; the end if none of them is present.
    pub fn index_in(&self, order: &[i64]) -> usize {
        let sides: HashMap<i64, isize> =
            self.before.iter().map(|id| (*id, -1)).chain(self.after.iter().map(|id| (*id, 1))).collect();
        let Some(first) = order.iter().position(|id| sides.contains_key(id)) else { return order.len() };
        // At the very front, all of `before` is on the wrong side; each step past a sibling removes one or adds one.
        let (mut wrong, mut least, mut best) = (0, 0, first);
        for (at, id) in order.iter().enumerate() {
            wrong += sides.get(id).copied().unwrap_or_default();
            if wrong < least {
                (least, best) = (wrong, at + 1);
            }
        }
        best
    }
}

/// The live siblings and the binned ones, each where it would be restored. `binned` must be latest first: a part
/// knows only the places of those binned before it.
pub fn order_with_binned(live: &[i64], binned: impl IntoIterator<Item = (i64, BinPlace)>) -> Vec<i64> {
    let mut order = live.to_vec();
    for (id, place) in binned {
        let at = place.index_in(&order);
        order.insert(at, id);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bins parts one after another; returns the live parts and the bin, latest first.
    fn bin(order: &[i64], ids: &[i64]) -> (Vec<i64>, Vec<(i64, BinPlace)>) {
        let (mut live, mut binned) = (order.to_vec(), Vec::new());
        for id in ids {
            let whole = order_with_binned(&live, binned.clone());
            let place = BinPlace::of(&whole, *id).expect("the id is in the order");
            binned.insert(0, (*id, place));
            live.retain(|other| other != id);
        }
        (live, binned)
    }

    #[test]
    fn parts_are_restored_to_their_places_from_any_order() {
        let order = [1, 2, 3, 4];
        for first in order {
            for second in order.into_iter().filter(|id| *id != first) {
                for third in order.into_iter().filter(|id| ![first, second].contains(id)) {
                    let (live, binned) = bin(&order, &[first, second, third]);
                    assert_eq!(order_with_binned(&live, binned), order, "{first} {second} {third}");
                }
            }
        }
    }

    #[test]
    fn a_part_is_restored_between_its_remaining_neighbours() {
        let place = BinPlace::of(&[1, 2, 3, 4, 5], 3).expect("the id is in the order");
        assert_eq!(place.index_in(&[1, 2, 4, 5]), 2);
        assert_eq!(place.index_in(&[1, 5]), 1);
        assert_eq!(place.index_in(&[9, 2, 8, 4]), 2, "directly after its former predecessor");
        assert_eq!(place.index_in(&[9, 8, 4]), 2, "directly before its former successor");
        assert_eq!(
            place.index_in(&[1, 4, 5, 2]),
            1,
            "a single neighbour moved to the end does not pull the part along"
        );
        assert_eq!(place.index_in(&[8, 9]), 2, "at the end if no neighbour is left");
        assert_eq!(place.index_in(&[]), 0);
    }

    #[test]
    fn a_place_stores_only_the_nearest_siblings() {
        let order: Vec<i64> = (0..400).collect();
        let place = BinPlace::of(&order, 200).expect("the id is in the order");
        assert_eq!((place.before.len(), place.after.len()), (MAX_NEIGHBOURS, MAX_NEIGHBOURS));
        // More parts beside each other than one of them stores.
        let (live, binned) = bin(&order, &(140..260).collect::<Vec<_>>());
        assert_eq!(order_with_binned(&live, binned), order);
    }
}
