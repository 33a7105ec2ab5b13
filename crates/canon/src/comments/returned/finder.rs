//! Finds one passage of the returned text in the text of the novel.

use wenfang_text::{Alignment, CharRange, TextIndex, ngram_similarity};

use super::WhyUnplaced;

/// The parts of a passage that are tried if the whole has no certain place, in quarters: the author may have deleted one
/// end, moved one sentence away, or inserted a page in the middle.
const PARTS: [(usize, usize); 4] = [(0, 3), (1, 4), (0, 2), (2, 4)];

/// The shortest part, in characters.
const MIN_PART: usize = 8;

/// A passage shorter than this proves little by itself, in characters.
const SHORT: usize = 12;

/// How many characters around a short passage must be the same, unless both texts have its words only once.
const MIN_AROUND: usize = 8;

/// The least share of character pairs that a changed passage has in common with what it was.
const MIN_SIMILARITY: f64 = 0.35;

/// Two texts that are compared.
pub(super) struct Finder<'t> {
    alignment: Alignment<'t>,
    old: TextIndex<'t>,
    pub new: TextIndex<'t>,
}

impl<'t> Finder<'t> {
    pub fn new(old: &'t str, new: &'t str) -> Self {
        Self { alignment: Alignment::new(old, new), old: TextIndex::new(old), new: TextIndex::new(new) }
    }

    /// Where a passage is, or the largest part of it that has a certain place.
    ///
    /// # Errors
    /// [`WhyUnplaced::Gone`], [`WhyUnplaced::Unsure`].
    pub fn find(&self, passage: CharRange) -> Result<CharRange, WhyUnplaced> {
        let (start, length) = (passage.start().get(), passage.len());
        let parts = PARTS.iter().map(|(from, to)| (start + length * from / 4, start + length * to / 4));
        let mut parts = parts.filter(|(from, to)| to - from >= MIN_PART);
        let part = || parts.find_map(|(from, to)| self.sure(CharRange::new(from, to)));
        self.sure(passage).or_else(part).ok_or_else(|| match self.alignment.reanchor(passage, None).range {
            Some(_) => WhyUnplaced::Unsure,
            None => WhyUnplaced::Gone,
        })
    }

    /// The place of a passage, if nothing speaks against it. The comparison follows a passage through every change; what
    /// it finds must also look like the passage, which must not be elsewhere word for word.
    pub fn sure(&self, passage: CharRange) -> Option<CharRange> {
        let found = self.alignment.reanchor(passage, None).sure().filter(|found| !found.is_empty())?;
        let (was, is) = (self.old.slice(passage), self.new.slice(found));
        let is_short = passage.len().min(found.len()) < SHORT;
        if is_short && self.same_around(passage, found) < MIN_AROUND && !(was == is && self.is_unique(was)) {
            return None;
        }
        if was == is {
            return Some(found);
        }
        let elsewhere = self.new.text().find(was).map(|at| self.new.range_of(at..at + was.len()));
        let is_like = ngram_similarity(was, is) >= MIN_SIMILARITY;
        (is_like && elsewhere.is_none_or(|other| other.overlaps(found))).then_some(found)
    }

    /// Whether both texts have these words once.
    fn is_unique(&self, words: &str) -> bool {
        [self.old.text(), self.new.text()].iter().all(|text| text.matches(words).take(2).count() == 1)
    }

    /// How many characters next to both ranges are the same, up to [`MIN_AROUND`] on each side.
    fn same_around(&self, old: CharRange, new: CharRange) -> usize {
        let before = |index: &TextIndex<'t>, at: usize| -> Vec<char> {
            let range = CharRange::new(at.saturating_sub(MIN_AROUND), at);
            index.slice(range).chars().rev().collect()
        };
        let after = |index: &TextIndex<'t>, at: usize| -> Vec<char> {
            let range = CharRange::new(at, (at + MIN_AROUND).min(index.len()));
            index.slice(range).chars().collect()
        };
        let same = |a: Vec<char>, b: Vec<char>| a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        same(before(&self.old, old.start().get()), before(&self.new, new.start().get()))
            + same(after(&self.old, old.end().get()), after(&self.new, new.end().get()))
    }
}
