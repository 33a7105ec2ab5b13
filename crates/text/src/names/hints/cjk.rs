//! Likely names in Han: who begins a clause and then speaks or acts, and whom the text introduces by name.
//!
//! What stands at such places is a name when its neighbours everywhere in the book are those of the surest names of the
//! same book ([`Context`]), and when it stands in all the places where names stand.

use std::collections::{BTreeMap, HashSet};

use super::cjk_places::{Shape, Words};
use super::context::Context;
use super::passage::Passage;
use super::rivals;
use super::tally::{Tally, tally};
use super::{Bearer, NameHint, NameHintKind};

/// Places of a kind where names stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// At the beginning of a clause, before anything.
    pub(super) clauses: usize,
    pub(super) speaking: usize,
    pub(super) acting: usize,
    /// Right behind what somebody said, where it is told who says it.
    pub(super) behind_speech: usize,
    /// Called by name: alone between the opening of speech and a mark.
    pub(super) called: usize,
    pub(super) named: usize,
    pub(super) titled: usize,
}

impl Evidence {
    /// In places of speech: the other places are less sure. Weights are by judgement.
    pub(super) fn weight(self) -> f64 {
        let others =
            self.clauses.saturating_sub(self.speaking + self.acting + self.behind_speech + self.called);
        let weights = [
            (self.speaking, 1.0),
            (self.acting, 0.3),
            (self.behind_speech, 0.5),
            (self.called, 0.4),
            (self.named, 1.5),
            (self.titled, 0.5),
            (others, 0.1),
        ];
        weights.iter().map(|(count, weight)| *count as f64 * weight).sum()
    }

    fn add(&mut self, other: Self) {
        self.clauses += other.clauses;
        self.speaking += other.speaking;
        self.acting += other.acting;
        self.behind_speech += other.behind_speech;
        self.called += other.called;
        self.named += other.named;
        self.titled += other.titled;
    }
}

/// A string that may be a name.
pub(super) struct Candidate {
    pub(super) name: Vec<char>,
    pub(super) shape: Shape,
    pub(super) evidence: Evidence,
    pub(super) tally: Tally,
    /// How much its neighbours are like those of names, on each side.
    pub(super) likeness: [f64; 2],
    /// How much more often its ends stand before and behind names than anywhere.
    pub(super) lift: [f64; 2],
    /// Whether it seems to be a given name of one character with a word behind it.
    pub(super) is_lone_with_word: bool,
}

/// Least number of all its places.
const MIN_TOTAL: usize = 2;

/// New names in Han.
pub(super) fn hints(passages: &[Passage<'_>]) -> Vec<NameHint> {
    let words = Words::new();
    let mut gathered: BTreeMap<Vec<char>, Evidence> = BTreeMap::new();
    for passage in passages {
        gather(&passage.unknown(), &words, &mut gathered);
    }
    gathered.retain(|name, evidence| evidence.weight() >= words.shape(name).least_weight());
    let names: Vec<String> = gathered.keys().map(|name| name.iter().collect()).collect();
    let tallies = tally(passages, &names);
    let candidates = gathered.into_iter().zip(tallies).map(|((name, evidence), tally)| {
        let shape = words.shape(&name);
        Candidate {
            name,
            shape,
            evidence,
            tally,
            likeness: [0.0; 2],
            lift: [0.0; 2],
            is_lone_with_word: false,
        }
    });
    let mut candidates = rivals::settle(candidates.filter(|it| it.tally.total >= MIN_TOTAL).collect());
    let context = Context::learn(passages, candidates.iter().filter(|it| it.is_sure()).map(|it| &it.tally));
    let lone = lone_names(&candidates);
    for candidate in &mut candidates {
        candidate.is_lone_with_word = candidate.is_lone_with_word(&lone);
        candidate.likeness = context.likeness(&candidate.tally);
        candidate.lift = context.lift_of_ends(&candidate.name);
    }
    let mut hints: Vec<NameHint> = candidates.into_iter().filter_map(|it| hint(it, &words)).collect();
    let surest = hints.iter().map(|hint| hint.score).fold(0.0, f64::max);
    hints.retain(|hint| hint.score >= surest * surest * OF_SUREST);
    hints
}

/// Counts the places where a name may stand by the strings that stand there.
fn gather(chars: &[char], words: &Words, gathered: &mut BTreeMap<Vec<char>, Evidence>) {
    for at in 0..chars.len() {
        let place = words.place(&chars[..at]);
        if place.is_none() {
            continue;
        }
        for len in 2..=4 {
            let Some(name) = chars.get(at..at + len) else { break };
            if !name.iter().all(|c| words.may_be_in_name(*c)) {
                break;
            }
            if words.shape(name) != Shape::None {
                let evidence = words.evidence(place, name, &chars[at + len..]);
                gathered.entry(name.to_vec()).or_default().add(evidence);
            }
        }
    }
}

/// Given names of one character, as they stand behind a family name: 操 of 曹操, who is called so alone in classical prose.
fn lone_names(candidates: &[Candidate]) -> HashSet<char> {
    let sure = candidates.iter().filter(|it| it.is_sure() && it.name.len() == 2);
    sure.filter_map(|it| it.name.last().copied()).collect()
}

impl Candidate {
    /// Whether it begins with such a name without its family name, and does not end as pet names do.
    fn is_lone_with_word(&self, lone: &HashSet<char>) -> bool {
        let is_given = matches!(self.shape, Shape::Given | Shape::Doubtful);
        is_given
            && self.name.first().is_some_and(|c| lone.contains(c))
            && !self.name.last().is_some_and(|c| "儿兒哥姐妹郎".contains(*c))
    }

    /// Whether it is a name beyond doubt, to learn from.
    fn is_sure(&self) -> bool {
        /// So many places of speech leave little doubt.
        const MANY: usize = 3;
        /// So many different neighbours on each side show a word of its own.
        const FREE: usize = 3;
        self.shape == Shape::Surname
            && self.evidence.speaking >= MANY
            && self.tally.before.len() >= FREE
            && self.tally.after.len() > FREE
    }
}

/// An end that stands so much more often beside names than anywhere is no part of a name.
const LIFTED: f64 = 4.0;

/// How sure a candidate is, 0 to 1.
fn score(candidate: &Candidate) -> f64 {
    let Candidate { shape, evidence, tally, likeness: [before, after], lift, is_lone_with_word, .. } =
        candidate;
    let [total, left, right] = [tally.total, tally.before.len(), tally.after.len()].map(|count| count as f64);
    let weight = evidence.weight();
    // Up to eight different neighbours on a side are what one expects beside a name.
    let freedom = |neighbours: f64| (neighbours / total.min(8.0)).min(1.0);
    let share = (weight / total).min(1.0);
    let like = |likeness: f64| 1.0 / (1.0 + (-3.0 * likeness).exp());
    (1.0 - (-weight / 5.0).exp())
        * freedom(left).min(freedom(right))
        * share.powf(0.3)
        * shape.prior()
        * (like(*before) * like(*after)).sqrt()
        * if *is_lone_with_word || lift.iter().any(|lift| *lift >= LIFTED) { 0.3 } else { 1.0 }
}

/// The hint at a candidate, unless it hangs together with its neighbours.
fn hint(candidate: Candidate, words: &Words) -> Option<NameHint> {
    let score = score(&candidate);
    let Candidate { name, evidence, tally, .. } = candidate;
    // Places do not speak, and nobody calls them.
    let spoken = evidence.speaking + evidence.behind_speech + evidence.called;
    let is_place = words.is_place(&name) && spoken * 4 < evidence.clauses;
    let bearer = if is_place { Bearer::Place } else { Bearer::Person };
    (score > MIN_SCORE).then(|| NameHint {
        name: name.iter().collect(),
        kind: NameHintKind::New,
        bearer,
        occurrences: tally.occurrences,
        total: tally.total,
        score: score.min(1.0),
    })
}

/// A book that has sure names is held to them: what has less than this share of the square of the surest score is noise. Short
/// books have no sure names, and little noise.
const OF_SUREST: f64 = 0.18;

/// Hints with less are noise.
const MIN_SCORE: f64 = 0.02;
