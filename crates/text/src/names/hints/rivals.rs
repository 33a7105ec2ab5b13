//! Decides which of several overlapping candidates is the name.

use std::collections::HashMap;

use super::cjk::Candidate;
use super::cjk_places::Shape;

/// A longer candidate replaces a shorter one inside it if it has at least this share of its occurrences.
const MIN_SHARE: f64 = 0.6;

/// The candidates, without pieces of other candidates and without candidates extended by another word.
pub(super) fn resolve(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let by_name: HashMap<&[char], usize> =
        candidates.iter().enumerate().map(|(at, candidate)| (candidate.name.as_slice(), at)).collect();
    let mut is_kept = vec![true; candidates.len()];
    for (at, long) in candidates.iter().enumerate() {
        for len in 2..long.name.len() {
            if let Some(&short) = by_name.get(&long.name[..len]) {
                let replaces = share(long, &candidates[short]) >= MIN_SHARE;
                is_kept[if replaces { short } else { at }] = false;
            }
            // A family name before a word for a person makes it a name.
            if let Some(&short) = by_name.get(&long.name[long.name.len() - len..]) {
                let replaces = share(long, &candidates[short]) >= MIN_SHARE;
                if replaces {
                    is_kept[short] = false;
                } else if long.shape != Shape::Surname {
                    is_kept[at] = false;
                }
            }
        }
    }
    let mut is_kept = is_kept.into_iter();
    candidates.into_iter().filter(|_| is_kept.next().unwrap_or_default()).collect()
}

fn share(long: &Candidate, short: &Candidate) -> f64 {
    let [long, short] = [long.tally.total, short.tally.total].map(|total| total as f64);
    long / short
}
