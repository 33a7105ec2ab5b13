//! Measures how much two texts repeat each other, by the four-character shingles they share.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::terms::{Class, class, folded};

/// Characters in a shingle; punctuation and spaces are removed first.
const LENGTH: usize = 4;

/// Minimum number of shingles: shorter texts, such as “是的。”, repeat all the time.
pub(crate) const MIN_COUNT: usize = 8;

/// A 64-bit hash of a few characters: a collision happens once in a million books.
pub(crate) type Shingle = u64;

/// The shingles of a text, sorted and without duplicates.
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

    pub(crate) fn iter(&self) -> impl Iterator<Item = Shingle> {
        self.0.iter().copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The share of the shorter text's shingles that the other text has, too, from 0 to 1. A passage copied into a
    /// longer one therefore counts as a repetition.
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
    fn a_slightly_changed_repetition_shares_most_shingles() {
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
