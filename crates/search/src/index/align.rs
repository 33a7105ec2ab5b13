//! Matches the paragraphs of a text with those of its previous text.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// For each new item, the index of the equal old item; each old item is used at most once. Unchanged items at the
/// front and back are paired first, so that of several equal items those that did not move keep their place.
pub(super) fn align<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<Option<usize>> {
    let front = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - front;
    let back = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let mut unmatched: HashMap<&T, VecDeque<usize>> = HashMap::new();
    for (at, item) in old.iter().enumerate().take(old.len() - back).skip(front) {
        unmatched.entry(item).or_default().push_back(at);
    }
    let pair = |(at, item): (usize, &T)| {
        if at < front {
            Some(at)
        } else if at >= new.len() - back {
            Some(at + old.len() - new.len())
        } else {
            unmatched.get_mut(item).and_then(VecDeque::pop_front)
        }
    };
    new.iter().enumerate().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn moved_items_are_matched() {
        assert_eq!(align(&["甲", "乙", "丙"], &["丙", "甲", "丁"]), [Some(2), Some(0), None]);
        assert_eq!(align(&["甲", "甲", "乙"], &["甲", "新", "甲", "乙"]), [Some(0), None, Some(1), Some(2)]);
        assert_eq!(align::<u8>(&[], &[]), []);
    }

    proptest! {
        #[test]
        fn the_number_of_pairs_is_maximal(
            old in prop::collection::vec(0u8..6, 0..12),
            new in prop::collection::vec(0u8..6, 0..12),
        ) {
            let pairs = align(&old, &new);
            let mut used = std::collections::HashSet::new();
            for (item, pair) in new.iter().zip(&pairs) {
                if let Some(at) = pair {
                    prop_assert_eq!(old[*at], *item);
                    prop_assert!(used.insert(*at));
                }
            }
            let count = |list: &[u8], item: u8| list.iter().filter(|other| **other == item).count();
            let most: usize = (0..6).map(|item| count(&old, item).min(count(&new, item))).sum();
            prop_assert_eq!(used.len(), most);
        }
    }
}
