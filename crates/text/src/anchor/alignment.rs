//! Two texts prepared for re-anchoring any number of ranges.

use std::ops::Range;

use super::backbone::backbone;
use super::moves::{Chain, between, moved};
use super::place::{Place, place};
use super::slide::slide;
use super::texts::Texts;
use crate::marks::Plain;
use crate::{CharRange, TextIndex};

/// The common text of an old and a new version, computed once.
///
/// Takes linear time and memory in the length of both texts.
pub struct Alignment<'t> {
    pub(super) old: TextIndex<'t>,
    pub(super) new: TextIndex<'t>,
    pub(super) texts: Texts,
    /// The backbone first, then the moved stretches.
    chains: Vec<Chain>,
    /// The stretches of the new text that have no counterpart in the old one.
    pub(super) added: Vec<Range<usize>>,
    /// The plain views of both texts, if these differ in marks alone.
    views: Option<(Plain<'t>, Plain<'t>)>,
}

impl<'t> Alignment<'t> {
    /// Aligns `new` with `old`.
    pub fn new(old: &'t str, new: &'t str) -> Self {
        let texts = Texts::new(old, new);
        let mut runs = backbone(&texts);
        slide(&texts, &mut runs);
        let mut chains = moved(&texts, &runs);
        chains.insert(0, Chain { runs, old: 0..texts.old.len(), new: 0..texts.new.len() });
        let mut taken: Vec<Range<usize>> =
            chains.iter().flat_map(|chain| &chain.runs).map(|run| run.new..run.new_end()).collect();
        taken.sort_unstable_by_key(|run| run.start);
        let added = between(taken.into_iter(), texts.new.len());
        Self {
            old: TextIndex::new(old),
            new: TextIndex::new(new),
            texts,
            chains,
            added,
            views: views(old, new),
        }
    }

    /// Whether both texts compare equal.
    pub(super) fn is_identity(&self) -> bool {
        self.texts.old == self.texts.new
    }

    /// The range in the new text, if the texts differ in marks alone. A range of marks or in a footnote has none.
    pub(super) fn in_other_marks(&self, range: &Range<usize>) -> Option<CharRange> {
        let (old, new) = self.views.as_ref()?;
        let words = old.to_plain(CharRange::new(range.start, range.end));
        (!words.is_empty()).then(|| new.to_raw(words))
    }

    /// Where `range` went, according to the chain that has the most of it.
    pub(super) fn place(&self, range: &Range<usize>) -> Place {
        let (main, rest) = self.chains.split_at(1);
        let main = place(&self.texts, &self.chains, &main[0], range);
        rest.iter()
            .filter(|chain| chain.old.start < range.end && range.start < chain.old.end)
            .map(|chain| place(&self.texts, &self.chains, chain, range))
            .fold(main, |best, place| if place.inner_bits > best.inner_bits { place } else { best })
    }

    /// Whether part of the new text in `range` is known to come from outside `old`.
    pub(super) fn is_taken(&self, range: &Range<usize>, old: &Range<usize>) -> bool {
        self.chains.iter().any(|chain| {
            let runs = chain.runs.iter().filter(|run| run.new < range.end && range.start < run.new_end());
            runs.into_iter().any(|run| !(old.start < run.old_end() && run.old < old.end))
        })
    }

    /// Whether the old character at `old` is known to be more than a few characters away from `new`.
    pub(super) fn is_elsewhere(&self, old: usize, new: usize) -> bool {
        self.chains.iter().any(|chain| {
            let at = chain.runs.partition_point(|run| run.old_end() <= old);
            let run = chain.runs.get(at).filter(|run| run.old <= old);
            run.is_some_and(|run| (run.new + old - run.old).abs_diff(new) > 8)
        })
    }

    /// The longest stretch of old text overlapping `range` that has no counterpart; empty if there is none.
    pub(super) fn lost_around(&self, range: &Range<usize>) -> Range<usize> {
        let mut taken: Vec<_> =
            self.chains.iter().flat_map(|chain| &chain.runs).map(|run| run.old..run.old_end()).collect();
        taken.sort_unstable_by_key(|run| run.start);
        let lost = between(taken.into_iter(), self.texts.old.len());
        lost.into_iter()
            .filter(|lost| lost.start < range.end && range.start < lost.end)
            .max_by_key(Range::len)
            .unwrap_or(0..0)
    }
}

/// The plain views of two texts that differ in marks alone.
fn views<'t>(old: &'t str, new: &'t str) -> Option<(Plain<'t>, Plain<'t>)> {
    let (before, after) = (Plain::of(old), Plain::of(new));
    let have_marks = !(before.is_whole() && after.is_whole());
    (have_marks && before.text() == after.text()).then_some((before, after))
}
