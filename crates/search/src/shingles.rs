//! How nearly two texts say the same in the same words, by the stretches of four characters they share.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::terms::{Class, class, folded};

/// Characters of a shingle; punctuation and blanks are left out first.
const LENGTH: usize = 4;

/// Shingles that a text needs: of shorter ones, such as “是的。”, everybody writes many.
pub(crate) const MIN_COUNT: usize = 8;

/// A stretch of characters, as a number of 64 bits: two of a book are one by chance once in a million books.
pub(crate) type Shingle = u64;

/// The shingles of a text, each once, in order.
#[derive(Clone, Debug)]
pub(crate) struct Shingles(Box<[Shingle]>);

impl Shingles {
    /// The shingles of `text`; `None` when it has fewer than [`MIN_COUNT`].
    pub(crate) fn of(text: &str) -> Option<Self> {
        let mut chars = folded(text);
        chars.retain(|&c| matches!(class(c), Class::Joined | Class::Word));
        let mut all: Vec<Shingle> = chars.windows(LENGTH).map(number).collect();
        all.sort_unstable();
        all.dedup();
        (all.len() >= MIN_COUNT).then(|| Self(all.into()))
    }

    /// Each of them once.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Shingle> {
        self.0.iter().copied()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The part of the shingles of the shorter text that the other has too, from 0 to 1: a passage that was taken over
    /// into a longer one is a repetition all the same.
    pub(crate) fn shared(&self, other: &Self) -> f32 {
        let (small, large) =
            if self.0.len() <= other.0.len() { (&self.0, &other.0) } else { (&other.0, &self.0) };
        let shared = small.iter().filter(|four| large.binary_search(four).is_ok()).count();
        shared as f32 / small.len() as f32
    }
}

fn number(four: &[char]) -> Shingle {
    let mut hasher = DefaultHasher::new();
    four.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repetition_with_a_few_other_words_shares_most() {
        let one = Shingles::of("雨下了一整夜，河水涨到了渡口的石阶，没有人敢过河。").unwrap();
        let nearly = Shingles::of("雨下了一整夜……河水涨到了渡口的第三级石阶，没有人敢过河！").unwrap();
        let other = Shingles::of("他把船拴在柳树下，回头看了一眼镇上的灯火，没有说话。").unwrap();
        assert_eq!(one.shared(&one), 1.0);
        assert!(one.shared(&nearly) > 0.75, "{}", one.shared(&nearly));
        assert!(one.shared(&other) < 0.1, "{}", one.shared(&other));
        assert_eq!(one.shared(&nearly), nearly.shared(&one));
        assert!(Shingles::of("是的，老爷。").is_none());
    }
}
