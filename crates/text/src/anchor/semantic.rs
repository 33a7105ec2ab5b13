//! Compares the meaning of passages that were rewritten beyond recognition.

use std::collections::HashMap;

/// Compares passages by meaning; implemented by callers with an embedding model.
///
/// Called only when the comparison of characters is unsure, with a few passages of at most some hundred characters.
pub trait SemanticSearch: Sync {
    /// The similarity of `passage` to each of `windows`, in order, each 0 to 1. `None` if no model is available:
    /// character n-grams are used instead.
    fn similarities(&self, passage: &str, windows: &[&str]) -> Option<Vec<f64>>;
}

/// The similarity of two passages without a model: the share of common character pairs (Dice 1945), 0 to 1.
pub fn ngram_similarity(a: &str, b: &str) -> f64 {
    let mut counts: HashMap<(char, char), (usize, usize)> = HashMap::new();
    let pairs = |text: &str| text.chars().zip(text.chars().skip(1)).collect::<Vec<_>>();
    let (a, b) = (pairs(a), pairs(b));
    a.iter().for_each(|&pair| counts.entry(pair).or_default().0 += 1);
    b.iter().for_each(|&pair| counts.entry(pair).or_default().1 += 1);
    let shared: usize = counts.values().map(|(a, b)| a.min(b)).sum();
    if a.is_empty() || b.is_empty() { 0.0 } else { 2.0 * shared as f64 / (a.len() + b.len()) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ngram_similarity_is_between_0_and_1() {
        assert_eq!(ngram_similarity("春眠不觉晓", "春眠不觉晓"), 1.0);
        assert_eq!(ngram_similarity("春眠不觉晓", "处处闻啼鸟"), 0.0);
        assert_eq!(ngram_similarity("春", "春"), 0.0);
    }
}
