//! Likely names in Han: subjects that begin a clause and then speak or act, and people the text introduces by name.
//!
//! A candidate is a name if its neighbours throughout the book resemble those of the surest names of the same book
//! ([`Context`]), and if it occurs in all the positions in which names occur.

use std::collections::{BTreeMap, HashSet};

use super::cjk_places::{Shape, Words};
use super::context::Context;
use super::passage::Passage;
use super::rivals;
use super::stations;
use super::tally::{Tally, tally};
use super::{Bearer, HintTuning, NameHint, NameHintKind};

/// The number of occurrences in each position where names occur.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// At the start of a clause.
    pub(super) clauses: usize,
    pub(super) speaking: usize,
    pub(super) acting: usize,
    /// Directly after speech, where the narration says who speaks.
    pub(super) behind_speech: usize,
    /// Called by name: alone between an opening quote and a punctuation mark.
    pub(super) called: usize,
    pub(super) named: usize,
    pub(super) titled: usize,
    /// Directly after a word that acts on a person.
    pub(super) governed: usize,
}

impl Evidence {
    /// The weighted sum of the counts; a speaking position weighs 1. The weights were set by judgement.
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
        let subject: f64 = weights.iter().map(|(count, weight)| *count as f64 * weight).sum();
        // Things are acted upon too, so this counts at most as much as the other evidence.
        subject + (self.governed as f64 * 0.2).min(subject)
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
    /// How similar its neighbours are to those of names, on each side.
    pub(super) likeness: [f64; 2],
    /// How much more often its first and last characters occur next to names than in the book as a whole.
    pub(super) lift: [f64; 2],
    /// Whether it seems to be a given name of one character followed by another word.
    pub(super) is_lone_with_word: bool,
}

/// Minimum number of occurrences of a candidate.
const MIN_TOTAL: usize = 2;

/// Suggests new names in Han.
pub(super) fn hints(passages: &[Passage<'_>], tuning: &HintTuning) -> Vec<NameHint> {
    let words = Words::new(tuning);
    let mut gathered: BTreeMap<Vec<char>, Evidence> = BTreeMap::new();
    for passage in passages {
        gather(&passage.unknown(), &words, &mut gathered);
    }
    gathered.retain(|name, evidence| evidence.weight() * 2.0 >= words.shape(name).least_weight());
    let names: Vec<String> = gathered.keys().map(|name| name.iter().collect()).collect();
    let tallies = tally(passages, &names);
    let candidates = gathered.into_iter().zip(tallies).map(|((name, mut evidence), tally)| {
        let shape = words.shape(&name);
        evidence.governed = words.governed(&tally);
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
    let mut candidates = rivals::resolve(candidates.filter(|it| it.is_likely(tuning)).collect());
    let context = Context::learn(passages, candidates.iter().filter(|it| it.is_sure()).map(|it| &it.tally));
    let lone = lone_names(&candidates);
    for candidate in &mut candidates {
        candidate.is_lone_with_word = candidate.is_lone_with_word(&lone);
        candidate.likeness = context.likeness(&candidate.tally);
        candidate.lift = context.lift_of_ends(&candidate.name);
    }
    let mut hints: Vec<NameHint> = candidates
        .into_iter()
        .map(|it| hint(it, &words))
        .filter(|hint| hint.score > tuning.min_score)
        .collect();
    let surest = hints.iter().map(|hint| hint.score).fold(0.0, f64::max);
    hints.retain(|hint| hint.score >= surest * surest * tuning.min_share_of_best);
    hints
}

/// Counts the positions where a name may occur, by the strings found there.
fn gather(chars: &[char], words: &Words, gathered: &mut BTreeMap<Vec<char>, Evidence>) {
    for at in 0..chars.len() {
        let place = words.place(&chars[..at]);
        if place.is_none() {
            continue;
        }
        for len in 2..=4 {
            let Some(name) = chars.get(at..at + len) else { break };
            if !words.may_be_name(name) {
                break;
            }
            let behind = &chars[at + len..];
            if words.shape(name) != Shape::None && !words.stations.continues(name, behind) {
                let evidence = words.evidence(place, name, behind);
                gathered.entry(name.to_vec()).or_default().add(evidence);
            }
        }
    }
}

/// Given names of one character that follow a family name, as 操 in 曹操: classical prose uses them alone.
fn lone_names(candidates: &[Candidate]) -> HashSet<char> {
    let sure = candidates.iter().filter(|it| it.is_sure() && it.name.len() == 2);
    sure.filter_map(|it| it.name.last().copied()).collect()
}

impl Candidate {
    /// Whether it begins with one of these given names ([`lone_names`]) and does not end like a pet name.
    fn is_lone_with_word(&self, lone: &HashSet<char>) -> bool {
        let is_given = matches!(self.shape, Shape::Given | Shape::Doubtful);
        is_given
            && self.name.first().is_some_and(|c| lone.contains(c))
            && !self.name.last().is_some_and(|c| "儿兒哥姐妹郎".contains(*c))
    }

    /// Whether there is enough evidence to judge it.
    fn is_likely(&self, tuning: &HintTuning) -> bool {
        let is_used_as_name = self.shape != Shape::Station
            || (self.tally.total >= tuning.min_station_occurrences
                && stations::is_name(self.evidence, &self.tally));
        is_used_as_name
            && self.tally.total >= MIN_TOTAL
            && self.evidence.weight() >= self.shape.least_weight()
    }

    /// Whether it is certainly a name, so that [`Context`] may learn from it.
    fn is_sure(&self) -> bool {
        /// With this many speaking positions there is little doubt.
        const MIN_SPEAKING: usize = 3;
        /// A string with this many different neighbours on each side is a word of its own.
        const MIN_NEIGHBOURS: usize = 3;
        self.shape == Shape::Surname
            && self.evidence.speaking >= MIN_SPEAKING
            && self.tally.before.len() >= MIN_NEIGHBOURS
            && self.tally.after.len() > MIN_NEIGHBOURS
    }
}

/// A first or last character with this lift is probably a word beside a name, not part of one.
const MAX_LIFT: f64 = 4.0;

/// The confidence in a candidate, 0 to 1.
fn score(candidate: &Candidate) -> f64 {
    let Candidate { shape, evidence, tally, likeness: [before, after], lift, is_lone_with_word, .. } =
        candidate;
    let [total, left, right] = [tally.total, tally.before.len(), tally.after.len()].map(|count| count as f64);
    let weight = evidence.weight();
    // A name is expected to have up to eight different neighbours on each side.
    let freedom = |neighbours: f64| (neighbours / total.min(8.0)).min(1.0);
    let share = (weight / total).min(1.0);
    let like = |likeness: f64| 1.0 / (1.0 + (-3.0 * likeness).exp());
    (1.0 - (-weight / 5.0).exp())
        * freedom(left).min(freedom(right))
        * share.powf(0.3)
        * shape.prior()
        * (like(*before) * like(*after)).sqrt()
        * if *is_lone_with_word || lift.iter().any(|lift| *lift >= MAX_LIFT) { 0.3 } else { 1.0 }
}

fn hint(candidate: Candidate, words: &Words) -> NameHint {
    let score = score(&candidate);
    let Candidate { name, evidence, tally, .. } = candidate;
    // Places do not speak and are not addressed.
    let spoken = evidence.speaking + evidence.behind_speech + evidence.called;
    let is_place = words.is_place(&name) && spoken * 4 < evidence.clauses;
    let bearer = if is_place { Bearer::Place } else { Bearer::Person };
    NameHint {
        name: name.iter().collect(),
        kind: NameHintKind::New,
        bearer,
        occurrences: tally.occurrences,
        total: tally.total,
        score: score.min(1.0),
    }
}
