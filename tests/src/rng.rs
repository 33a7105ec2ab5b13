//! A seeded random number generator: the same seed gives the same cases on every machine.

use std::ops::Range;

/// The splitmix64 generator (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator whose sequence is determined by `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `range`; its start if it is empty.
    pub const fn within(&mut self, range: Range<usize>) -> usize {
        let len = range.end.saturating_sub(range.start) as u64;
        if len == 0 { range.start } else { range.start + (self.bits() % len) as usize }
    }

    /// True with probability `part` / `whole`.
    pub const fn chance(&mut self, part: u64, whole: u64) -> bool {
        self.bits() % whole < part
    }

    /// One of `items`; `None` if there are none.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        items.get(self.within(0..items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_determines_the_sequence() {
        assert_eq!(Rng::new(0).bits(), 0xE220_A839_7B1D_CDAF);
        assert!((0..100).all(|seed| (3..9).contains(&Rng::new(seed).within(3..9))));
    }
}
