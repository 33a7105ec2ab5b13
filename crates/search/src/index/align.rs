//! Which paragraphs of a text are those of its text before, by what they say.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// For each new item the place of the old one that it is; each old item is at most one new one. Items at the front and
/// at the back that stayed are paired first, so that of several equal ones those keep their place that did not move.
pub(super) fn align<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<Option<usize>> {
    let front = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - front;
    let back = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let mut left: HashMap<&T, VecDeque<usize>> = HashMap::new();
    for (at, item) in old.iter().enumerate().take(old.len() - back).skip(front) {
        left.entry(item).or_default().push_back(at);
    }
    let pair = |(at, item): (usize, &T)| {
        if at < front {
            Some(at)
        } else if at >= new.len() - back {
            Some(at + old.len() - new.len())
        } else {
            left.get_mut(item).and_then(VecDeque::pop_front)
        }
    };
    new.iter().enumerate().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_stayed_is_found_where_it_went() {
        assert_eq!(align(&["甲", "乙", "丙"], &["丙", "甲", "丁"]), [Some(2), Some(0), None]);
        assert_eq!(align(&["甲", "甲", "乙"], &["甲", "新", "甲", "乙"]), [Some(0), None, Some(1), Some(2)]);
        assert_eq!(align::<u8>(&[], &[]), []);
    }

    proptest! {
        #[test]
        fn as_many_are_paired_as_can_be(
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
