//! Which of several overlapping candidates is the name.

use std::collections::HashMap;

use super::cjk::Candidate;
use super::cjk_places::Shape;

/// A longer candidate takes the place of the shorter one in it when it has this share of its places.
const MAX_PLACES: f64 = 0.6;

/// The candidates without those that are a piece of another, or another with a word behind it.
pub(super) fn settle(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let by_name: HashMap<&[char], usize> =
        candidates.iter().enumerate().map(|(at, candidate)| (candidate.name.as_slice(), at)).collect();
    let mut stays = vec![true; candidates.len()];
    for (at, long) in candidates.iter().enumerate() {
        for len in 2..long.name.len() {
            if let Some(&short) = by_name.get(&long.name[..len]) {
                let takes_over = share(long, &candidates[short]) >= MAX_PLACES;
                stays[if takes_over { short } else { at }] = false;
            }
            // With a family name before it, a word for persons is who bears the name.
            if let Some(&short) = by_name.get(&long.name[long.name.len() - len..]) {
                let takes_over = share(long, &candidates[short]) >= MAX_PLACES;
                if takes_over {
                    stays[short] = false;
                } else if long.shape != Shape::Surname {
                    stays[at] = false;
                }
            }
        }
    }
    let mut stays = stays.into_iter();
    candidates.into_iter().filter(|_| stays.next().unwrap_or_default()).collect()
}

fn share(long: &Candidate, short: &Candidate) -> f64 {
    let [long, short] = [long.tally.total, short.tally.total].map(|total| total as f64);
    long / short
}
