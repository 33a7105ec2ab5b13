//! Positions of names in Han, and strings that may be names, according to word lists.

use std::collections::{HashMap, HashSet};

use super::cjk::Evidence;
use super::passage::is_han;
use super::stations::Stations;
use super::tally::Tally;
use super::words::{
    ACTING, ADDRESSING, DOUBLE_SURNAMES, FORMS, GOVERNING, KINDS, NAMING, NEVER_IN_NAMES, PLACES,
    RARE_IN_GIVEN_NAMES, RARE_IN_NAMES, SPEAKING, SURNAMES, TITLES, VERBS,
};
use super::{HintTuning, lists};

/// What kind of name a string looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Not a name.
    None,
    /// Begins with a family name.
    Surname,
    /// Ends with a title: 祥林嫂.
    Titled,
    /// A station: 掌柜.
    Station,
    /// 阿, 老 or 小 before one character, or 阿 before two.
    Familiar,
    /// Possibly a given name.
    Given,
    /// Ends like a word for a kind of person.
    Doubtful,
}

impl Shape {
    /// The least weight of evidence that a candidate needs.
    pub(super) fn least_weight(self) -> f64 {
        match self {
            Self::Surname | Self::Titled | Self::Station | Self::Familiar => 0.8,
            Self::Given => 1.5,
            Self::Doubtful | Self::None => 3.0,
        }
    }

    /// How often such strings are names, relative to those with a family name.
    pub(super) fn prior(self) -> f64 {
        match self {
            Self::Surname => 1.0,
            Self::Titled => 0.9,
            Self::Familiar | Self::Given => 0.8,
            Self::Station | Self::Doubtful => 0.5,
            Self::None => 0.0,
        }
    }
}

/// What precedes a position where names occur.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The start of a clause.
    Clause,
    /// The end of speech.
    Speech,
    /// The start of speech.
    Opening,
    /// A word for speaking to a person.
    Addressing,
    /// A word that introduces a name.
    Naming,
}

/// Whether a Han string of two or three characters begins with a family name common in Chinese novels, or one of
/// three or four characters begins with a double family name.
pub fn begins_with_family_name(name: &str) -> bool {
    let length = name.chars().count();
    let double = DOUBLE_SURNAMES.iter().any(|surname| name.starts_with(surname));
    (double && (3..=4).contains(&length))
        || ((2..=3).contains(&length) && name.chars().next().is_some_and(|c| SURNAMES.contains(c)))
}

/// Words by their first or last character.
type Index = HashMap<char, Vec<Vec<char>>>;

fn by_first(words: &[&str]) -> Index {
    let mut index = Index::new();
    for word in lists(words) {
        index.entry(word.first().copied().unwrap_or_default()).or_default().push(word);
    }
    index
}

fn by_last(words: &[&str]) -> Index {
    let mut index = Index::new();
    for word in lists(words) {
        index.entry(word.last().copied().unwrap_or_default()).or_default().push(word);
    }
    index
}

/// The words that share an indexed character with a string.
fn near(index: &Index, c: Option<char>) -> impl Iterator<Item = &Vec<char>> {
    c.and_then(|c| index.get(&c)).into_iter().flatten()
}

/// The word lists, ready for lookup.
pub(super) struct Words {
    surnames: HashSet<char>,
    double_surnames: Vec<Vec<char>>,
    never: HashSet<char>,
    kinds: HashSet<char>,
    rare: HashSet<char>,
    verbs: HashSet<char>,
    addressing: HashSet<char>,
    governing: HashSet<char>,
    borders: HashSet<char>,
    titles: Index,
    forms: Index,
    places: Vec<Vec<char>>,
    speaking: Index,
    acting: Index,
    naming: Index,
    others: HashSet<Vec<char>>,
    pub(super) stations: Stations,
}

impl Words {
    pub(super) fn new(tuning: &HintTuning) -> Self {
        Self {
            surnames: SURNAMES.chars().collect(),
            double_surnames: lists(&DOUBLE_SURNAMES),
            never: NEVER_IN_NAMES.chars().collect(),
            kinds: KINDS.chars().collect(),
            verbs: VERBS.chars().collect(),
            rare: RARE_IN_NAMES.chars().collect(),
            addressing: ADDRESSING.chars().collect(),
            governing: GOVERNING.chars().collect(),
            borders: "，。！？；：、“”‘’「」『』（）《》…—·～　\n".chars().collect(),
            titles: by_first(&TITLES),
            forms: by_last(&FORMS),
            places: lists(&PLACES),
            speaking: by_first(&SPEAKING),
            acting: by_first(&ACTING),
            naming: by_last(&NAMING),
            others: tuning.common_han(),
            stations: Stations::new(),
        }
    }

    fn has_double_surname(&self, name: &[char]) -> bool {
        name.len() > 2 && self.double_surnames.iter().any(|surname| name.starts_with(surname))
    }

    fn has_surname(&self, name: &[char]) -> bool {
        self.has_double_surname(name)
            || (name.len() < 4 && name.first().is_some_and(|c| self.surnames.contains(c)))
    }

    /// Whether a character may be part of a name: Han, or a letter as in 阿Q and 小D.
    fn may_be_in_name(&self, c: char) -> bool {
        matches!(c, 'A'..='Z' | 'Ａ'..='Ｚ') || (is_han(c) && !self.never.contains(&c))
    }

    /// Whether a string consists of such characters, or is a station, with a family name or without.
    pub(super) fn may_be_name(&self, name: &[char]) -> bool {
        let mut others = name.iter().filter(|c| !self.may_be_in_name(**c)).peekable();
        if others.peek().is_none() {
            return true;
        }
        let behind = if self.has_surname(name) { &name[1..] } else { name };
        others.all(|c| self.stations.has(*c))
            && (self.stations.contains(name) || self.stations.contains(behind))
    }

    /// Whether a string ends like the name of a place.
    pub(super) fn is_place(&self, name: &[char]) -> bool {
        self.places.iter().any(|end| name.ends_with(end))
    }

    /// What kind of name a string looks like.
    pub(super) fn shape(&self, name: &[char]) -> Shape {
        let is_letter = |c: &char| !is_han(*c);
        let Some((last, rest)) = name.split_last() else { return Shape::None };
        if self.stations.contains(name) {
            return Shape::Station;
        }
        if self.stations.is_titled(name) {
            return Shape::Titled;
        }
        if self.others.contains(name) || rest.iter().any(is_letter) {
            return Shape::None;
        }
        let titled = near(&self.forms, Some(*last)).any(|form| {
            name.strip_suffix(form.as_slice()).is_some_and(|bearer| self.may_bear_title(bearer, form))
        });
        if self.has_surname(name) {
            let is_clause = name.len() == 2 && self.verbs.contains(last);
            let is_house = *last == '家';
            return if is_clause || is_house || is_letter(last) { Shape::None } else { Shape::Surname };
        }
        if titled {
            return Shape::Titled;
        }
        let familiar = matches!(name, ['阿' | '老' | '小', _] | ['阿', _, _]);
        if familiar && !self.rare.contains(last) && name.first() != Some(last) {
            return Shape::Familiar;
        }
        let (first, behind) = (name.first(), name.get(1..).unwrap_or_default());
        let is_number = first.is_some_and(|c| "二三四五六七八九".contains(*c)) && name.len() == 2;
        let is_rare = |c: &char| self.rare.contains(c) && !RARE_IN_GIVEN_NAMES.contains(*c);
        if is_letter(last) || name.len() > 3 || behind.iter().any(is_rare) {
            return Shape::None;
        }
        if first.is_some_and(is_rare) && !is_number {
            return Shape::None;
        }
        let is_doubtful = is_number || first == Some(last) || self.kinds.contains(last);
        if is_doubtful || name.iter().any(|c| RARE_IN_GIVEN_NAMES.contains(*c)) {
            Shape::Doubtful
        } else {
            Shape::Given
        }
    }

    /// Whether the string before a title can bear one: a family name, a number of seniority, or two characters.
    fn may_bear_title(&self, bearer: &[char], form: &[char]) -> bool {
        const NUMBERS: &str = "二三四五六七八九";
        match bearer {
            [one] => self.surnames.contains(one) || (form.len() < 3 && NUMBERS.contains(*one)),
            [one, two] => {
                let is_word = self.others.contains(bearer);
                !is_word && !self.rare.contains(one) && (NUMBERS.contains(*two) || !self.rare.contains(two))
            }
            _ => false,
        }
    }

    /// The position after the text `before`; `None` if no name is expected there.
    pub(super) fn place(&self, before: &[char]) -> Option<Place> {
        match before.last() {
            None => Some(Place::Clause),
            Some('”' | '’' | '」' | '』') => Some(Place::Speech),
            Some('“' | '‘' | '「' | '『') => Some(Place::Opening),
            Some(c) if c.is_ascii() || self.borders.contains(c) => Some(Place::Clause),
            Some(c) if near(&self.naming, Some(*c)).any(|word| before.ends_with(word)) => Some(Place::Naming),
            Some(c) => self.addressing.contains(c).then_some(Place::Addressing),
        }
    }

    /// How many occurrences directly follow a word that acts on a person.
    pub(super) fn governed(&self, tally: &Tally) -> usize {
        tally.before.iter().filter(|(c, _)| self.governing.contains(c)).map(|(_, count)| count).sum()
    }

    /// The evidence for a name at a position, given the text that follows.
    pub(super) fn evidence(&self, place: Option<Place>, name: &[char], after: &[char]) -> Evidence {
        let follows = |list: &Index| near(list, after.first().copied()).any(|word| after.starts_with(word));
        let is_clause = matches!(place, Some(Place::Clause | Place::Speech | Place::Opening));
        let mut evidence = Evidence { clauses: usize::from(is_clause), ..Evidence::default() };
        match place {
            None => {}
            Some(Place::Naming) => evidence.named = 1,
            Some(Place::Clause | Place::Speech) if follows(&self.speaking) => evidence.speaking = 1,
            Some(Place::Addressing) => {
                evidence.acting = usize::from(matches!(after.first(), Some('道' | '说' | '說' | '笑')));
            }
            Some(Place::Speech) => {
                evidence.behind_speech = usize::from(after.first().is_some_and(|c| is_han(*c)));
            }
            Some(Place::Opening) if after.first().is_some_and(|c| "，！。？,!".contains(*c)) => {
                evidence.called = 1;
            }
            Some(Place::Opening) if follows(&self.speaking) => evidence.speaking = 1,
            Some(Place::Opening) => evidence.acting = usize::from(follows(&self.acting)),
            Some(Place::Clause) if follows(&self.acting) || is_manner(after) => evidence.acting = 1,
            Some(Place::Clause) => {
                evidence.titled = usize::from(self.has_surname(name) && follows(&self.titles));
            }
        }
        evidence
    }
}

/// Whether an adverb of manner follows: 高兴地, 慢慢的说.
fn is_manner(after: &[char]) -> bool {
    matches!(after, [_, _, '地', ..])
}
