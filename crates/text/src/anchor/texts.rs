//! The two texts of an alignment in folded form, and the information of their characters.

use std::ops::Range;

use super::fold::fold;

/// The bits of an uncounted character, and the most any character counts: a rare character proves nothing by itself.
const MAX_BITS: i32 = 10;

/// The length from which a text is long, in characters: the shortest scenes of the evaluation have 1,500.
const LONG_TEXT: usize = 1_000;

/// Two texts, folded, with the information of their characters.
pub(super) struct Texts {
    pub old: Vec<char>,
    pub new: Vec<char>,
    /// Occurrences of each scalar of the basic plane in both texts.
    counts: Vec<u32>,
    /// Bits of the mean character, rounded; at least 1.
    mean_bits: usize,
}

impl Texts {
    pub fn new(old: &str, new: &str) -> Self {
        let (old, new) = (fold(old), fold(new));
        let mut counts = vec![0_u32; 0x1_0000];
        for &c in old.iter().chain(&new) {
            if let Some(count) = counts.get_mut(c as usize) {
                *count += 1;
            }
        }
        let mut texts = Self { old, new, counts, mean_bits: 1 };
        let sampled = texts.old.iter().step_by(texts.old.len() / 512 + 1);
        let (bits, chars) = sampled.fold((0, 0), |(bits, chars), &c| (bits + texts.bits(c), chars + 1));
        texts.mean_bits = usize::try_from(bits / chars.max(1)).unwrap_or(1).max(1);
        texts
    }

    /// The information of one occurrence of `c`: the logarithm of its rarity in the two texts, 1 to 10 bits.
    pub fn bits(&self, c: char) -> i32 {
        let total = u32::try_from(self.old.len() + self.new.len()).unwrap_or(u32::MAX);
        match self.counts.get(c as usize) {
            Some(&count) if count > 0 => ((total / count).max(1).ilog2() as i32).clamp(1, MAX_BITS),
            _ => MAX_BITS,
        }
    }

    /// The information of a stretch of the old text.
    pub fn old_bits(&self, range: Range<usize>) -> i32 {
        self.old[range].iter().map(|&c| self.bits(c)).sum()
    }

    /// The evidence that a place needs in these texts if it needs `bits` in long ones. A short text has fewer places
    /// where chance matches, and its characters carry less information; both scale with the logarithm of its length.
    /// From [`LONG_TEXT`] characters up, nothing is deducted.
    pub fn least(&self, bits: i32) -> i32 {
        let length = self.old.len().max(self.new.len()).clamp(2, LONG_TEXT);
        let part = (length as f64).ln() / (LONG_TEXT as f64).ln();
        (f64::from(bits) * part * part) as i32
    }

    /// How many characters of these texts carry about `bits` bits; at least 3.
    pub fn chars_for(&self, bits: usize) -> usize {
        bits.div_ceil(self.mean_bits).max(3)
    }
}
