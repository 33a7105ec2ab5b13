//! Character statistics of a book, and the likelihood of a character at a position.
//!
//! The likelihoods come from a trigram model with absolute discounting. A position is judged by the rest of the
//! book: its own counts are subtracted.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use crate::rules::reading::is_han;

/// Represents everything that is not Han.
pub(crate) const MARK: u32 = 0;
/// The discount subtracted from each count, in favour of unseen successors.
const DISCOUNT: f64 = 0.6;
/// The approximate number of different characters.
const VOCABULARY: f64 = 5_000.0;
/// The pseudo-count of an unseen character.
const UNSEEN_COUNT: f64 = 0.3;

/// A character with two on either side.
pub(crate) type Window = [u32; 5];

/// Returns the code of a character.
pub(crate) fn code(c: char) -> u32 {
    if is_han(c) { u32::from(c) } else { MARK }
}

/// Returns the codes of a text, with two marks at either end.
pub(crate) fn codes(text: impl Iterator<Item = char>) -> Vec<u32> {
    [MARK; 2].into_iter().chain(text.map(code)).chain([MARK; 2]).collect()
}

/// The counts of a book.
#[derive(Clone, Debug)]
pub(crate) struct Usage {
    /// Shared by the forms of the book that differ in a few scenes.
    counts: Arc<[Counts; 3]>,
    /// What was counted in and out since.
    changes: [GramMap<i64>; 3],
    len: f64,
}

impl Usage {
    /// Counts a book, scene by scene.
    pub(crate) fn new<'t>(scenes: impl Iterator<Item = &'t str>) -> Self {
        let (mut counts, mut len) = (<[Counts; 3]>::default(), 0.0);
        for scene in scenes {
            each_gram(scene, |order, gram| {
                *counts[order].entry(gram).or_default() += 1;
                len += f64::from(u8::from(order == 0));
            });
        }
        Self { counts: Arc::new(counts), changes: Default::default(), len }
    }

    /// Counts a scene in.
    pub(crate) fn add(&mut self, scene: &str) {
        self.change(scene, 1);
    }

    /// Counts a scene out that was counted in.
    pub(crate) fn remove(&mut self, scene: &str) {
        self.change(scene, -1);
    }

    fn change(&mut self, scene: &str, by: i8) {
        each_gram(scene, |order, gram| {
            *self.changes[order].entry(gram).or_default() += i64::from(by);
            self.len += f64::from(by) * f64::from(u8::from(order == 0));
        });
    }

    /// Returns the logarithm of the number of characters in the book, including marks, with which evidence
    /// grows. Books smaller than those the rules were fitted on count as the smallest of those.
    pub(crate) fn size(&self) -> f64 {
        /// The length of the smallest book, in characters.
        const SMALLEST: f64 = 20_000.0;
        self.len.max(SMALLEST).ln()
    }

    /// Whether the book predates modern spelling: it writes 那里 in questions, not 哪里.
    pub(crate) fn is_old(&self) -> bool {
        /// The minimum uses of 那, and its minimum ratio to 哪.
        const TIMES: u32 = 20;
        let [that, which] = ['那', '哪'].map(|c| self.count(&[u32::from(c)]));
        that >= TIMES && which * TIMES < that
    }

    /// Returns how often one to three characters occur in sequence.
    pub(crate) fn count(&self, gram: &[u32]) -> u32 {
        let (order, key) = (gram.len().wrapping_sub(1), key(gram));
        let counted = self.counts.get(order).and_then(|counts| counts.get(&key)).copied().unwrap_or_default();
        let changed = self.changes.get(order).filter(|changes| !changes.is_empty());
        match changed.and_then(|changes| changes.get(&key)) {
            Some(change) => u32::try_from(i64::from(counted) + change).unwrap_or_default(),
            None => counted,
        }
    }

    /// Returns the log-likelihood of the written character at its position, given the rest of the book.
    pub(crate) fn written(&self, [l2, l1, c, r1, r2]: Window) -> f64 {
        let own = |context, last| OwnCounts { context, last };
        self.third([l2, l1, c], [own(1, 1), own(1, 1), own(0, 1)]).ln()
            + self.third([l1, c, r1], [own(1, 1), own(1, 1), own(0, 0)]).ln()
            + self.third([c, r1, r2], [own(1, 1), own(0, 0), own(0, 0)]).ln()
    }

    /// Returns the log-likelihood of another character at that position.
    pub(crate) fn instead(&self, [l2, l1, _, r1, r2]: Window, other: u32) -> f64 {
        let own = |context| OwnCounts { context, last: 0 };
        self.third([l2, l1, other], [own(1), own(1), own(0)]).ln()
            + self.third([l1, other, r1], [own(0), own(0), own(0)]).ln()
            + self.third([other, r1, r2], [own(0), own(0), own(0)]).ln()
    }

    /// Returns the likelihood of the third of three characters after the other two. `own` has the counts that
    /// the position itself contributes, for three, two and one of them.
    fn third(&self, [a, b, c]: [u32; 3], own: [OwnCounts; 3]) -> f64 {
        let one = {
            let seen = self.count(&[c]).saturating_sub(own[2].last);
            (f64::from(seen) + UNSEEN_COUNT) / (self.len + UNSEEN_COUNT * VOCABULARY)
        };
        let two = self.discounted([self.count(&[b]), self.count(&[b, c])], own[1], one);
        self.discounted([self.count(&[a, b]), self.count(&[a, b, c])], own[0], two)
    }

    fn discounted(&self, [context, with]: [u32; 2], own: OwnCounts, shorter: f64) -> f64 {
        let context = f64::from(context.saturating_sub(own.context));
        if context == 0.0 {
            return shorter;
        }
        let with = f64::from(with.saturating_sub(own.last));
        // The more often the context occurs, the fewer of its successors are new.
        let left = DISCOUNT / context.sqrt().sqrt();
        (with - DISCOUNT).max(0.0) / context + left * shorter
    }
}

/// Calls `found` for each character of a scene, each pair and each three, with one less than their number.
fn each_gram(scene: &str, mut found: impl FnMut(usize, u64)) {
    let codes = codes(scene.chars());
    for window in codes.windows(3) {
        for order in 0..3 {
            found(order, key(&window[..=order]));
        }
    }
}

/// The counts that a position itself contributes.
#[derive(Clone, Copy)]
struct OwnCounts {
    context: u32,
    last: u32,
}

/// A map keyed by up to three characters.
pub(super) type GramMap<T> = HashMap<u64, T, BuildHasherDefault<NumberHasher>>;
type Counts = GramMap<u32>;

/// Packs up to three characters into one number, 21 bits each.
pub(super) fn key(gram: &[u32]) -> u64 {
    gram.iter().fold(0, |key, c| key << 21 | u64::from(*c))
}

/// A hasher for keys that are already numbers.
#[derive(Default)]
pub(super) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}
