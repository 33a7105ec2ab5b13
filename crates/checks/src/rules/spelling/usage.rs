//! How often characters follow one another in a book, and how likely that makes a character at a place.
//!
//! The likelihoods are those of a trigram model with absolute discounting. A place is judged by the rest of the book:
//! the counts that it makes itself are taken away.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::rules::reading::is_han;

/// What stands for everything that is not Han.
pub(crate) const MARK: u32 = 0;
/// What is taken from each count and given to what was not seen.
const DISCOUNT: f64 = 0.6;
/// Characters there are, about.
const CHARACTERS: f64 = 5_000.0;
/// What a character counts that was never seen.
const UNSEEN: f64 = 0.3;

/// A character with two on either side.
pub(crate) type Window = [u32; 5];

/// A character as counts have it.
pub(crate) fn code(c: char) -> u32 {
    if is_han(c) { u32::from(c) } else { MARK }
}

/// The characters of a text, with two marks at either end.
pub(crate) fn codes(text: impl Iterator<Item = char>) -> Vec<u32> {
    [MARK; 2].into_iter().chain(text.map(code)).chain([MARK; 2]).collect()
}

/// The counts of a book.
#[derive(Debug)]
pub(crate) struct Usage {
    counts: [Counts; 3],
    len: f64,
}

impl Usage {
    /// Counts a book, each scene by itself.
    pub(crate) fn new<'t>(scenes: impl Iterator<Item = &'t str>) -> Self {
        let mut usage = Self { counts: Default::default(), len: 0.0 };
        for scene in scenes {
            let codes = codes(scene.chars());
            for window in codes.windows(3) {
                usage.len += 1.0;
                for (counts, len) in usage.counts.iter_mut().zip(1..) {
                    *counts.entry(key(&window[..len])).or_default() += 1;
                }
            }
        }
        usage
    }

    /// The logarithm of how many characters the book has, marks among them: evidence grows with it. Smaller books than
    /// the rules were fitted on count as the smallest of those.
    pub(crate) fn size(&self) -> f64 {
        /// Characters of the smallest book.
        const SMALLEST: f64 = 20_000.0;
        self.len.max(SMALLEST).ln()
    }

    /// Whether the book is older than today's spelling: it writes 那里 where one asks, not 哪里.
    pub(crate) fn is_old(&self) -> bool {
        /// Times so often 那 stands where 哪 is hardly written.
        const TIMES: u32 = 20;
        let [that, which] = ['那', '哪'].map(|c| self.count(&[u32::from(c)]));
        that >= TIMES && which * TIMES < that
    }

    /// How often one to three characters stand together.
    pub(crate) fn count(&self, gram: &[u32]) -> u32 {
        self.counts
            .get(gram.len().wrapping_sub(1))
            .and_then(|counts| counts.get(&key(gram)))
            .copied()
            .unwrap_or_default()
    }

    /// How well the written character fits its place, by the rest of the book: the logarithm of a likelihood.
    pub(crate) fn written(&self, [l2, l1, c, r1, r2]: Window) -> f64 {
        let own = |context, last| Own { context, last };
        self.third([l2, l1, c], [own(1, 1), own(1, 1), own(0, 1)]).ln()
            + self.third([l1, c, r1], [own(1, 1), own(1, 1), own(0, 0)]).ln()
            + self.third([c, r1, r2], [own(1, 1), own(0, 0), own(0, 0)]).ln()
    }

    /// How well another character would fit there.
    pub(crate) fn instead(&self, [l2, l1, _, r1, r2]: Window, other: u32) -> f64 {
        let own = |context| Own { context, last: 0 };
        self.third([l2, l1, other], [own(1), own(1), own(0)]).ln()
            + self.third([l1, other, r1], [own(0), own(0), own(0)]).ln()
            + self.third([other, r1, r2], [own(0), own(0), own(0)]).ln()
    }

    /// The likelihood of the third of three characters after the other two; `own` is what the place itself counts, of
    /// three, two and one of them.
    fn third(&self, [a, b, c]: [u32; 3], own: [Own; 3]) -> f64 {
        let one = {
            let seen = self.count(&[c]).saturating_sub(own[2].last);
            (f64::from(seen) + UNSEEN) / (self.len + UNSEEN * CHARACTERS)
        };
        let two = self.discounted([self.count(&[b]), self.count(&[b, c])], own[1], one);
        self.discounted([self.count(&[a, b]), self.count(&[a, b, c])], own[0], two)
    }

    fn discounted(&self, [context, with]: [u32; 2], own: Own, shorter: f64) -> f64 {
        let context = f64::from(context.saturating_sub(own.context));
        if context == 0.0 {
            return shorter;
        }
        let with = f64::from(with.saturating_sub(own.last));
        // The more often the context stands, the fewer of its successors are new.
        let left = DISCOUNT / context.sqrt().sqrt();
        (with - DISCOUNT).max(0.0) / context + left * shorter
    }
}

/// What a place adds to the counts that it is judged by.
#[derive(Clone, Copy)]
struct Own {
    context: u32,
    last: u32,
}

/// Something by up to three characters.
pub(super) type Quick<T> = HashMap<u64, T, BuildHasherDefault<Mixed>>;
type Counts = Quick<u32>;

/// Up to three characters in one number: they have 21 bits each.
pub(super) fn key(gram: &[u32]) -> u64 {
    gram.iter().fold(0, |key, c| key << 21 | u64::from(*c))
}

/// Multiplies keys that are numbers already.
#[derive(Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
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
