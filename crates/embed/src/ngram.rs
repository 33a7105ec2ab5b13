//! The fallback without a model: counts of characters, pairs and triples of characters, hashed into 512 buckets.
//!
//! Texts that share words get similar vectors; meaning is not considered. Always: identical on every machine and in
//! every release with the same [`crate::PREPARATION`].

use crate::embedder::{EmbedError, Embedder, Role, normalise};
use crate::identity::{Identity, Scheme};
use crate::prepare::PREPARATION;

/// The number of floats in a vector.
const DIMENSION: usize = 512;

/// Weights of single characters, pairs and triples: longer n-grams are more specific.
const WEIGHTS: [f32; 3] = [0.5, 1.0, 1.0];

/// Hashed n-grams of characters.
#[derive(Clone, Debug)]
pub struct NGram {
    identity: Identity,
}

impl Default for NGram {
    fn default() -> Self {
        Self::new()
    }
}

impl NGram {
    /// Creates the fallback embedder.
    pub fn new() -> Self {
        Self {
            identity: Identity {
                name: "ngram".to_owned(),
                weights: "ngram".to_owned(),
                preparation: PREPARATION,
                scheme: Scheme::NGram,
                dimension: DIMENSION,
            },
        }
    }
}

/// 64-bit FNV-1a of a few characters, finished with the mixing step of splitmix64 so that every bit counts.
fn hash(gram: &[char]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for c in gram {
        for byte in u32::from(*c).to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    hash ^ (hash >> 31)
}

/// The letters and digits of a text in lower case, each run of other characters as one space.
fn letters(text: &str) -> Vec<char> {
    let mut letters = Vec::new();
    for c in text.chars() {
        match c.is_alphanumeric() {
            true => letters.extend(c.to_lowercase()),
            false if letters.last().is_some_and(|last| *last != ' ') => letters.push(' '),
            false => {}
        }
    }
    letters
}

impl Embedder for NGram {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn embed(&self, texts: &[&str], _: Role) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vector = |(at, text): (usize, &&str)| {
            let letters = letters(text);
            let mut vector = vec![0.0_f32; DIMENSION];
            for (length, weight) in (1..).zip(WEIGHTS) {
                for gram in letters.windows(length).filter(|gram| !gram.contains(&' ')) {
                    let hash = hash(gram);
                    let sign = if hash >> 63 == 0 { weight } else { -weight };
                    vector[hash as usize % DIMENSION] += sign;
                }
            }
            // Repetitions of an n-gram count less than its first occurrence.
            for x in &mut vector {
                *x = x.signum() * x.abs().sqrt();
            }
            // A text without letters has a fixed vector.
            if vector.iter().all(|x| *x == 0.0) {
                vector[0] = 1.0;
            }
            normalise(&mut vector, at)?;
            Ok(vector)
        };
        texts.iter().enumerate().map(vector).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(a: &str, b: &str) -> f32 {
        let vectors = NGram::new().embed(&[a, b], Role::Passage).unwrap();
        vectors[0].iter().zip(&vectors[1]).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn texts_with_common_words_are_similar() {
        let text = "黛玉把花瓣收在绢袋里，埋在沁芳闸边。";
        assert!((cosine(text, text) - 1.0).abs() < 1e-6);
        assert!(cosine(text, "她在沁芳闸边埋花瓣。") > 0.25);
        assert!(cosine(text, "The regiment left Meryton at noon.").abs() < 0.2);
        assert!(cosine("Tom left.", "tom LEFT") > 0.99);
    }

    #[test]
    fn vectors_are_the_same_in_every_release() {
        let vectors = NGram::new().embed(&["文房", "", "……"], Role::Query).unwrap();
        let places: Vec<(usize, f32)> =
            vectors[0].iter().copied().enumerate().filter(|(_, x)| *x != 0.0).collect();
        assert_eq!(places, vec![(107, 0.5), (163, 0.707_106_77), (382, 0.5)]);
        assert_eq!(vectors[1], vectors[2]);
        assert!(vectors.iter().all(|v| (v.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-6));
    }
}
