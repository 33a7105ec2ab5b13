//! Where a part in the bin stood among its siblings, so that it can come back there even after the siblings were moved or
//! put into the bin as well.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// How many siblings are remembered on each side. More of them would make a bin of many parts large; with fewer, the
/// place is lost sooner when siblings move away.
const REMEMBERED: usize = 50;

/// The siblings around a part when it was put into the bin, those in the bin included, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BinPlace {
    /// The nearest siblings before it.
    pub before: Vec<i64>,
    /// The nearest siblings after it.
    pub after: Vec<i64>,
}

impl BinPlace {
    /// The place of `id` in an order; `None` where it is not in it.
    pub fn of(order: &[i64], id: i64) -> Option<Self> {
        let at = order.iter().position(|other| *other == id)?;
        let before = order[at.saturating_sub(REMEMBERED)..at].to_vec();
        let after = order[at + 1..].iter().take(REMEMBERED).copied().collect();
        Some(Self { before, after })
    }

    /// The index in `order` (0 to its length) that leaves the fewest remembered siblings on the wrong side, beside one of
    /// them; the end when none of them is in it.
    pub fn index_in(&self, order: &[i64]) -> usize {
        let sides: HashMap<i64, isize> =
            self.before.iter().map(|id| (*id, -1)).chain(self.after.iter().map(|id| (*id, 1))).collect();
        let Some(first) = order.iter().position(|id| sides.contains_key(id)) else { return order.len() };
        // In front of all, the whole of `before` is on the wrong side; each step past a sibling takes one away or adds one.
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

/// The standing siblings with those in the bin where they would come back. `binned` has the latest first: a part knows
/// only the places of those that were in the bin before it.
pub fn order_with_binned(standing: &[i64], binned: impl IntoIterator<Item = (i64, BinPlace)>) -> Vec<i64> {
    let mut order = standing.to_vec();
    for (id, place) in binned {
        let at = place.index_in(&order);
        order.insert(at, id);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts parts into the bin one after another; gives what stands and the bin, latest first.
    fn bin(order: &[i64], ids: &[i64]) -> (Vec<i64>, Vec<(i64, BinPlace)>) {
        let (mut standing, mut binned) = (order.to_vec(), Vec::new());
        for id in ids {
            let whole = order_with_binned(&standing, binned.clone());
            let place = BinPlace::of(&whole, *id).expect("it stands");
            binned.insert(0, (*id, place));
            standing.retain(|other| other != id);
        }
        (standing, binned)
    }

    #[test]
    fn parts_come_back_to_their_places_in_whatever_order_they_went() {
        let order = [1, 2, 3, 4];
        for first in order {
            for second in order.into_iter().filter(|id| *id != first) {
                for third in order.into_iter().filter(|id| ![first, second].contains(id)) {
                    let (standing, binned) = bin(&order, &[first, second, third]);
                    assert_eq!(order_with_binned(&standing, binned), order, "{first} {second} {third}");
                }
            }
        }
    }

    #[test]
    fn a_part_comes_back_between_what_is_left_of_its_neighbours() {
        let place = BinPlace::of(&[1, 2, 3, 4, 5], 3).expect("it stands");
        assert_eq!(place.index_in(&[1, 2, 4, 5]), 2);
        assert_eq!(place.index_in(&[1, 5]), 1);
        assert_eq!(place.index_in(&[9, 2, 8, 4]), 2, "right behind the one it stood behind");
        assert_eq!(place.index_in(&[9, 8, 4]), 2, "right before the one it stood before");
        assert_eq!(
            place.index_in(&[1, 4, 5, 2]),
            1,
            "one neighbour that was moved to the end does not take it along"
        );
        assert_eq!(place.index_in(&[8, 9]), 2, "at the end when no neighbour is left");
        assert_eq!(place.index_in(&[]), 0);
    }

    #[test]
    fn a_place_among_thousands_remembers_the_nearest() {
        let order: Vec<i64> = (0..3000).collect();
        let place = BinPlace::of(&order, 1500).expect("it stands");
        assert_eq!((place.before.len(), place.after.len()), (REMEMBERED, REMEMBERED));
        let (standing, binned) = bin(&order, &(1400..1600).collect::<Vec<_>>());
        assert_eq!(order_with_binned(&standing, binned), order);
    }
}
