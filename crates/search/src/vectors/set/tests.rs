use proptest::prelude::*;

use super::*;
use crate::vectors::{to_bytes, unit};

/// A deterministic vector for a seed.
fn vector(seed: u64, dimension: usize) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let components = (0..dimension).map(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0 + 0.5
    });
    unit(&components.collect::<Vec<_>>()).unwrap()
}

fn place(at: usize) -> Place {
    Place { paragraph: at as i64, text: at as i64 + 1_000, start: 0, chars: 9, source: at as u32 % 4 }
}

fn set(vectors: &[Vec<f32>]) -> VectorSet {
    let bytes: Vec<Vec<u8>> = vectors.iter().map(|vector| to_bytes(vector)).collect();
    let mut set = VectorSet::new(vectors[0].len(), bytes.iter().map(Vec::as_slice));
    for (at, bytes) in bytes.iter().enumerate() {
        set.add(place(at), bytes);
    }
    set
}

#[test]
fn the_estimate_finds_the_nearest() {
    let vectors: Vec<Vec<f32>> = (0..2_000).map(|seed| vector(seed, 128)).collect();
    let set = set(&vectors);
    let mut found = 0;
    for query in vectors.iter().take(50) {
        let mut exact: Vec<(usize, f32)> =
            vectors.iter().enumerate().map(|(at, vector)| (at, dot(query, vector))).collect();
        exact.sort_by(|one, other| other.1.total_cmp(&one.1));
        let candidates = set.candidates(query, &Sources::All, 100);
        assert_eq!(candidates.len(), 100);
        found += exact.iter().take(10).filter(|(at, _)| candidates.contains(&place(*at))).count();
    }
    assert!(found >= 480, "{found} of 500");
}

#[test]
fn only_the_given_sources_are_searched() {
    let vectors: Vec<Vec<f32>> = (0..100).map(|seed| vector(seed, 16)).collect();
    let found = set(&vectors).candidates(&vectors[0], &Sources::these(&[1, 9]), 100);
    assert_eq!(found.len(), 25);
    assert!(found.iter().all(|place| place.paragraph % 4 == 1));
    assert!(set(&vectors).candidates(&vectors[0], &Sources::these(&[]), 100).is_empty());
}

#[test]
fn a_query_of_another_dimension_finds_nothing() {
    let set = set(&[vector(1, 16)]);
    assert!(set.candidates(&vector(1, 8), &Sources::All, 3).is_empty());
}

proptest! {
    #[test]
    fn dropped_vectors_leave_no_trace(
        count in 1usize..60,
        gone in prop::collection::hash_set(0i64..60, 0..60),
        dimension in 1usize..40,
    ) {
        let vectors: Vec<Vec<f32>> = (0..count as u64).map(|seed| vector(seed + 1, dimension)).collect();
        let mut dropped = set(&vectors);
        let mut without = VectorSet { mean: dropped.mean.clone(), dimension, ..VectorSet::default() };
        let (even, odd): (HashSet<i64>, HashSet<i64>) = gone.iter().partition(|at| **at % 2 == 0);
        dropped.remove(&even, &odd.iter().map(|at| at + 1_000).collect());
        for (at, vector) in vectors.iter().enumerate().filter(|(at, _)| !gone.contains(&(*at as i64))) {
            without.add(place(at), &to_bytes(vector));
        }
        prop_assert_eq!(&dropped.places, &without.places);
        prop_assert_eq!(&dropped.codes, &without.codes);
        prop_assert_eq!(&dropped.terms, &without.terms);
    }

    #[test]
    fn the_best_are_kept(scores in prop::collection::vec(-50i8..50, 0..200), count in 1usize..20) {
        let mut best = Best::new(count);
        for (at, &score) in scores.iter().enumerate() {
            best.offer(f32::from(score), at);
        }
        let mut best_scores: Vec<i8> = best.into_scored().map(|(_, at)| scores[at]).collect();
        best_scores.sort_unstable();
        let mut wanted = scores.clone();
        wanted.sort_unstable();
        prop_assert_eq!(best_scores.as_slice(), &wanted[scores.len().saturating_sub(count)..]);
    }
}
