//! A seeded random generator: the same seed gives the same errors on every machine.

/// The splitmix64 generator (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number less than `below`, or 0 if `below` is 0.
    pub(super) const fn below(&mut self, below: usize) -> usize {
        if below == 0 { 0 } else { (self.bits() % below as u64) as usize }
    }

    /// Returns true in `part` percent of cases.
    pub(super) const fn percent(&mut self, part: usize) -> bool {
        self.below(100) < part
    }

    /// Picks a random item; `None` if there are none.
    pub(super) fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        items.get(self.below(items.len()))
    }

    /// Shuffles a list.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_determines_the_sequence() {
        assert_eq!(Chance::new(0).bits(), 0xE220_A839_7B1D_CDAF);
        let mut items: Vec<usize> = (0..20).collect();
        Chance::new(7).shuffle(&mut items);
        assert_ne!(items, (0..20).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }
}
