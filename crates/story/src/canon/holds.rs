//! Determines in which scenes an assertion holds.
//!
//! It holds from `valid_from`, inclusive, to `valid_to`, exclusive, in the *current* order of the book: when scenes
//! move, the span moves with them.
//!
//! - Without `valid_from` it has held since before the book; without `valid_to` it holds to the end.
//! - `valid_from` in the bin: it holds nowhere, because its beginning is not in the book.
//! - `valid_to` in the bin: it never ends, because its end is not in the book.
//! - An end at or before the beginning (scenes changed places): it holds nowhere.

use super::graph::Assertion;
use super::order::StoryOrder;

/// The ranks of the scenes in which a statement holds; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The rank of the first scene; also 0 if it has held since before the book.
    pub from: usize,
    /// The rank of the first scene in which it no longer holds; `None` if it holds to the end.
    pub until: Option<usize>,
}

impl Span {
    /// Whether the span contains the scene of this rank.
    pub fn contains(self, rank: usize) -> bool {
        self.from <= rank && self.until.is_none_or(|until| rank < until)
    }
}

/// The span of an assertion; `None` if it holds nowhere.
pub fn span(assertion: &Assertion, order: &StoryOrder) -> Option<Span> {
    let from = match assertion.valid_from {
        Some(scene) => order.rank(scene)?,
        None => 0,
    };
    let until = assertion.valid_to.and_then(|scene| order.rank(scene));
    until.is_none_or(|until| from < until).then_some(Span { from, until })
}

/// Whether an assertion holds in the scene of rank `at`.
pub fn holds(assertion: &Assertion, at: usize, order: &StoryOrder) -> bool {
    span(assertion, order).is_some_and(|span| span.contains(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scenes 1 to 5 in order; 9 is in the bin.
    fn bar(from: Option<i64>, to: Option<i64>) -> String {
        let order = StoryOrder::new(&serde_json::from_str("[[1,[[1,[1,2,3]],[2,[4,5]]]]]").unwrap());
        let assertion = Assertion {
            valid_from: from.map(Into::into),
            valid_to: to.map(Into::into),
            ..Default::default()
        };
        (0..order.len()).map(|rank| if holds(&assertion, rank, &order) { '#' } else { '.' }).collect()
    }

    #[test]
    fn the_beginning_is_included_and_the_end_is_not() {
        assert_eq!(bar(Some(2), Some(4)), ".##..");
        assert_eq!(bar(None, Some(2)), "#....");
        assert_eq!(bar(Some(5), None), "....#");
        assert_eq!(bar(None, None), "#####");
    }

    #[test]
    fn an_empty_span_holds_nowhere() {
        assert_eq!(bar(Some(3), Some(3)), ".....");
        assert_eq!(bar(Some(4), Some(2)), ".....");
        assert_eq!(bar(None, Some(1)), ".....");
    }

    #[test]
    fn binned_scenes_neither_begin_nor_end_anything() {
        assert_eq!(bar(Some(9), None), ".....");
        assert_eq!(bar(Some(9), Some(4)), ".....");
        assert_eq!(bar(Some(2), Some(9)), ".####");
    }
}
