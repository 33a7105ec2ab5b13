//! Decides which candidates may be sent at all, regardless of room, and in which order they are considered.

use std::collections::{HashMap, HashSet};

use super::fill::Item;
use super::{Candidate, DropReason, PackInput, Source, Subject};

/// Returns all candidates in the order they are considered, with their token counts and, for those that may not be
/// sent, the reason.
pub(super) fn admit<'c>(input: &'c PackInput, count: &dyn Fn(&str) -> usize) -> Vec<Item<'c>> {
    let excluded: HashSet<_> = input.excluded.iter().map(Source::identity).collect();
    let mut candidates: Vec<&Candidate> = input.candidates.iter().collect();
    candidates.sort_by(|a, b| a.considered(b));
    let refused = |candidate: &Candidate| {
        if candidate.text.trim().is_empty() {
            Some(DropReason::Empty)
        } else if excluded.contains(&candidate.source.identity()) {
            Some(DropReason::DroppedByAuthor)
        } else if candidate.standing == super::Authority::Unapproved {
            Some(DropReason::NotApproved)
        } else if candidate.at.is_some_and(|at| at > input.scene) {
            Some(DropReason::LaterThanScene)
        } else if candidate.secret && !input.allow_secrets {
            Some(DropReason::Secret)
        } else {
            None
        }
    };
    let mut items: Vec<Item<'c>> = candidates
        .into_iter()
        .map(|candidate| Item { candidate, tokens: count(&candidate.text), refused: refused(candidate) })
        .collect();
    refuse_contradicted(&mut items);
    items
}

/// Refuses candidates that a more authoritative one contradicts. Candidates that may not be sent contradict nothing.
fn refuse_contradicted(items: &mut [Item<'_>]) {
    let mut most_authoritative: HashMap<&Subject, Truth<'_>> = HashMap::new();
    for (subject, candidate) in items.iter().filter_map(Item::subject) {
        let truth = most_authoritative.entry(subject).or_insert_with(|| Truth::new(candidate));
        if candidate.standing < truth.first.standing {
            *truth = Truth::new(candidate);
        } else if candidate.standing == truth.first.standing {
            truth.texts.insert(candidate.text.trim());
        }
    }
    for item in items.iter_mut() {
        let Some((subject, candidate)) = item.subject() else { continue };
        let overruled_by = most_authoritative.get(subject).filter(|truth| {
            candidate.standing > truth.first.standing && !truth.texts.contains(candidate.text.trim())
        });
        if let Some(truth) = overruled_by {
            item.refused = Some(DropReason::OverruledBy { source: truth.first.source.clone() });
        }
    }
}

/// The most authoritative statements about a subject.
struct Truth<'c> {
    /// The first candidate considered.
    first: &'c Candidate,
    /// All texts with the same standing.
    texts: HashSet<&'c str>,
}

impl<'c> Truth<'c> {
    fn new(first: &'c Candidate) -> Self {
        Self { first, texts: HashSet::from([first.text.trim()]) }
    }
}
