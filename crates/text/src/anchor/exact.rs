//! Finds the identical text of a range.

/// Characters compared before and after a hit.
pub(super) const CONTEXT: usize = 64;

/// The search stops after this many hits.
const MAX_HITS: usize = 256;

/// The first places where `needle` occurs in `text`, overlapping ones included. Linear time (Knuth, Morris, Pratt
/// 1977).
pub(super) fn hits(text: &[char], needle: &[char]) -> Vec<usize> {
    let mut hits = Vec::new();
    if needle.is_empty() {
        return hits;
    }
    let mut borders = vec![0; needle.len()];
    let mut matched = 0;
    for at in 1..needle.len() {
        while matched > 0 && needle[at] != needle[matched] {
            matched = borders[matched - 1];
        }
        if needle[at] == needle[matched] {
            matched += 1;
        }
        borders[at] = matched;
    }
    matched = 0;
    for (at, c) in text.iter().enumerate() {
        while matched > 0 && *c != needle[matched] {
            matched = borders[matched - 1];
        }
        if *c == needle[matched] {
            matched += 1;
        }
        if matched == needle.len() {
            hits.push(at + 1 - matched);
            if hits.len() == MAX_HITS {
                break;
            }
            matched = borders[matched - 1];
        }
    }
    hits
}

/// A stretch of `len` characters in a text.
#[derive(Clone, Copy)]
pub(super) struct Spot<'t> {
    pub text: &'t [char],
    pub at: usize,
    pub len: usize,
}

impl<'t> Spot<'t> {
    fn before(self) -> &'t [char] {
        &self.text[self.at.saturating_sub(CONTEXT)..self.at]
    }

    fn after(self) -> &'t [char] {
        let end = self.at + self.len;
        &self.text[end..(end + CONTEXT).min(self.text.len())]
    }

    /// Whether `other` has the same neighbourhood, up to the end of the text if that is nearer.
    pub fn agrees_with(self, other: Self) -> bool {
        self.before() == other.before() && self.after() == other.after()
    }

    /// The number of characters directly before and directly after that agree.
    pub fn agreement(self, other: Self) -> (usize, usize) {
        let before = self.before().iter().rev().zip(other.before().iter().rev());
        let after = self.after().iter().zip(other.after());
        (before.take_while(|(a, b)| a == b).count(), after.take_while(|(a, b)| a == b).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_hits_all_count() {
        let text: Vec<char> = "哈哈哈哈".chars().collect();
        assert_eq!(hits(&text, &text[..2]), [0, 1, 2]);
        assert!(hits(&text, &[]).is_empty());
    }
}
