//! Likely names in Han: who begins a clause and then speaks or acts, and whom the text introduces by name.

use std::collections::{BTreeMap, HashSet};

use super::passage::{Passage, is_han};
use super::rivals;
use super::tally::{Tally, tally};
use super::words::{
    ACTING, ADDRESSING, COMMON, DOUBLE_SURNAMES, KINDS, NAMING, NEVER, SELDOM, SPEAKING, SURNAMES, TITLES,
    VERBS,
};
use super::{NameHint, NameHintKind};

/// Places of a kind where names stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    pub(super) speaking: usize,
    pub(super) acting: usize,
    pub(super) named: usize,
    pub(super) titled: usize,
}

impl Evidence {
    /// In places of speech: what is done and what a title follows is less sure.
    pub(super) fn weight(self) -> f64 {
        let [speaking, acting, named, titled] =
            [self.speaking, self.acting, self.named, self.titled].map(|count| count as f64);
        speaking + 0.3 * acting + 1.5 * named + 0.5 * titled
    }

    fn add(&mut self, other: Self) {
        self.speaking += other.speaking;
        self.acting += other.acting;
        self.named += other.named;
        self.titled += other.titled;
    }
}

/// A string that may be a name.
pub(super) struct Candidate {
    pub(super) name: Vec<char>,
    pub(super) has_surname: bool,
    pub(super) evidence: Evidence,
    pub(super) tally: Tally,
}

/// Least weight of the places of a candidate with a family name, and of one without.
const LEAST_WEIGHT: [f64; 2] = [1.5, 2.0];

/// Least number of all its places.
const LEAST_TOTAL: usize = 2;

/// New names in Han.
pub(super) fn hints(passages: &[Passage<'_>]) -> Vec<NameHint> {
    let mut gathered: BTreeMap<Vec<char>, Evidence> = BTreeMap::new();
    let words = Words::new();
    for passage in passages {
        gather(&passage.unknown(), &words, &mut gathered);
    }
    gathered
        .retain(|name, evidence| evidence.weight() >= LEAST_WEIGHT[usize::from(!words.has_surname(name))]);
    let names: Vec<String> = gathered.keys().map(|name| name.iter().collect()).collect();
    let tallies = tally(passages, &names);
    let candidates = gathered.into_iter().zip(tallies).map(|((name, evidence), tally)| {
        let has_surname = words.has_surname(&name);
        Candidate { name, has_surname, evidence, tally }
    });
    let candidates = rivals::settle(candidates.filter(|it| it.tally.total >= LEAST_TOTAL).collect());
    candidates.into_iter().filter_map(hint).collect()
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
            if !name.iter().all(|c| is_han(*c) && !words.never.contains(c)) {
                break;
            }
            if words.may_be_name(name) {
                let evidence = words.evidence(place, name, &chars[at + len..]);
                if evidence.weight() > 0.0 {
                    gathered.entry(name.to_vec()).or_default().add(evidence);
                }
            }
        }
    }
}

/// What stands before a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The beginning of a clause.
    Clause,
    /// The end of speech.
    Speech,
    /// A word for speaking to somebody.
    Addressing,
    /// A word for telling a name.
    Naming,
}

/// The hint at a candidate, unless it hangs together with its neighbours.
fn hint(candidate: Candidate) -> Option<NameHint> {
    let Candidate { name, has_surname, evidence, tally } = candidate;
    let [total, left, right] = [tally.total, tally.before, tally.after].map(|count| count as f64);
    let weight = evidence.weight();
    // Up to eight different neighbours on a side are what one expects beside a name.
    let freedom = |neighbours: f64| (neighbours / total.min(8.0)).min(1.0);
    let share = (weight / total).min(1.0);
    let surname = if has_surname { 1.0 } else { 0.7 };
    let score =
        (1.0 - (-weight / 5.0).exp()) * freedom(left).min(freedom(right)).sqrt() * share.powf(0.3) * surname;
    (score > LEAST_SCORE).then(|| NameHint {
        name: name.iter().collect(),
        kind: NameHintKind::New,
        occurrences: tally.occurrences,
        total: tally.total,
        score,
    })
}

/// Hints with less are noise.
const LEAST_SCORE: f64 = 0.1;

/// The lists, ready for looking up.
struct Words {
    surnames: HashSet<char>,
    double_surnames: Vec<Vec<char>>,
    never: HashSet<char>,
    kinds: HashSet<char>,
    seldom: HashSet<char>,
    verbs: HashSet<char>,
    addressing: HashSet<char>,
    borders: HashSet<char>,
    titles: Vec<Vec<char>>,
    speaking: Vec<Vec<char>>,
    acting: Vec<Vec<char>>,
    naming: Vec<Vec<char>>,
    others: HashSet<Vec<char>>,
}

impl Words {
    fn new() -> Self {
        let lists = |words: &str| -> Vec<Vec<char>> {
            words.split_whitespace().map(|word| word.chars().collect()).collect()
        };
        Self {
            surnames: SURNAMES.chars().collect(),
            double_surnames: lists(DOUBLE_SURNAMES),
            never: NEVER.chars().collect(),
            kinds: KINDS.chars().collect(),
            verbs: VERBS.chars().collect(),
            seldom: SELDOM.chars().collect(),
            addressing: ADDRESSING.chars().collect(),
            borders: "，。！？；：、“”‘’「」『』（）《》…—·～　\n".chars().collect(),
            titles: lists(TITLES),
            speaking: lists(SPEAKING),
            acting: lists(ACTING),
            naming: lists(NAMING),
            others: lists(COMMON).into_iter().collect(),
        }
    }

    fn has_double_surname(&self, name: &[char]) -> bool {
        name.len() > 2 && self.double_surnames.iter().any(|surname| name.starts_with(surname))
    }

    fn has_surname(&self, name: &[char]) -> bool {
        self.has_double_surname(name)
            || (name.len() < 4 && name.first().is_some_and(|c| self.surnames.contains(c)))
    }

    fn may_be_name(&self, name: &[char]) -> bool {
        if self.others.contains(name) {
            return false;
        }
        if self.has_surname(name) {
            let is_clause = name.len() == 2 && self.verbs.contains(&name[1]);
            return !is_clause && !name.ends_with(&['家']);
        }
        name.len() < 4
            && !name.iter().any(|c| self.seldom.contains(c))
            && !name.last().is_some_and(|c| self.kinds.contains(c))
    }

    /// What the text before a place says of it; `None` where no name is expected.
    fn place(&self, before: &[char]) -> Option<Place> {
        match before.last() {
            None => Some(Place::Clause),
            Some('”' | '’' | '」' | '』') => Some(Place::Speech),
            Some(c) if c.is_ascii() || self.borders.contains(c) => Some(Place::Clause),
            Some(_) if self.naming.iter().any(|word| before.ends_with(word)) => Some(Place::Naming),
            Some(c) => self.addressing.contains(c).then_some(Place::Addressing),
        }
    }

    /// What speaks for a name at a place, seen from what follows it.
    fn evidence(&self, place: Option<Place>, name: &[char], after: &[char]) -> Evidence {
        let follows = |list: &[Vec<char>]| list.iter().any(|word| after.starts_with(word));
        let mut evidence = Evidence::default();
        match place {
            None => {}
            Some(Place::Naming) => evidence.named = 1,
            Some(Place::Clause | Place::Speech) if follows(&self.speaking) => evidence.speaking = 1,
            Some(Place::Addressing) => {
                evidence.acting = usize::from(matches!(after.first(), Some('道' | '说' | '說' | '笑')));
            }
            Some(Place::Speech) => evidence.acting = 1,
            Some(Place::Clause) if follows(&self.acting) || is_manner(after) => evidence.acting = 1,
            Some(Place::Clause) => {
                evidence.titled = usize::from(self.has_surname(name) && follows(&self.titles));
            }
        }
        evidence
    }
}

/// Whether a word of manner follows: 高兴地, 慢慢的说.
fn is_manner(after: &[char]) -> bool {
    matches!(after, [_, _, '地', ..])
}
