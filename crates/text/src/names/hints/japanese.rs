//! Likely names in Japanese: people addressed with an honorific, and subjects with a particle that then speak.
//!
//! Runs of one script are taken as words; readings 《…》 are ignored. Deliberately absent: names written in hiragana,
//! and people whom a book calls by a common word of one character, as 父.

use std::collections::{BTreeMap, HashSet};

use super::japanese_words::{
    ACTING, ADDRESSES, GIVEN, HONORIFICS, KNOWN_PLACES, PLACE_ENDS, QUOTING, ROLES, SPEAKING, SURNAMES,
    TITLES,
};
use super::passage::{Passage, is_han};
use super::tally::tally;
use super::{Bearer, HintTuning, NameHint, NameHintKind, lists};

/// A book with at least one kana in this many letters is Japanese.
const MAX_LETTERS_PER_KANA: usize = 5;

/// Whether a book is in Japanese.
pub(super) fn is_japanese(passages: &[Passage<'_>]) -> bool {
    let (mut kana, mut letters) = (0, 0);
    for c in passages.iter().flat_map(|passage| passage.text.chars()) {
        kana += usize::from(matches!(c, 'ぁ'..='ヶ'));
        letters += usize::from(c.is_alphabetic());
    }
    kana > 0 && kana * MAX_LETTERS_PER_KANA >= letters
}

/// The number of occurrences of a string in each position.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    total: usize,
    /// Before は, が or も.
    topics: usize,
    /// Those of them without an honorific or a title.
    bare_topics: usize,
    speaking: usize,
    acting: usize,
    /// Before an honorific or a title.
    honoured: usize,
    /// Before an honorific in kana.
    kana_honorifics: usize,
    /// The particles that follow, one bit each.
    particles: u8,
    /// Before へ, which marks a destination.
    places: usize,
}

impl Places {
    /// Whether it is mostly a subject, and one that speaks, as only people are.
    fn is_speaker(self) -> bool {
        const MIN_TOPICS: usize = 6;
        const MIN_SPEAKING: usize = 3;
        /// Of the subjects, at least one in this many speaks or acts.
        const MAX_TOPICS_PER_DEED: usize = 2;
        let deeds = self.speaking.max(self.acting);
        self.topics >= MIN_TOPICS
            && self.topics * 3 >= self.total
            && self.speaking >= MIN_SPEAKING
            && deeds * MAX_TOPICS_PER_DEED >= self.topics
            && self.particles.count_ones() > 3
    }
}

/// Suggests new names in Japanese.
pub(super) fn hints(passages: &[Passage<'_>], tuning: &HintTuning) -> Vec<NameHint> {
    let words = Words::new(tuning);
    let mut gathered: BTreeMap<String, Places> = BTreeMap::new();
    for passage in passages {
        gather(&passage.unknown(), &words, &mut gathered);
    }
    let judged: Vec<(String, Bearer, f64)> = gathered
        .into_iter()
        .filter_map(|(name, places)| {
            let (bearer, weight) = words.judge(&name, places)?;
            Some((name, bearer, 1.0 - (-weight / 5.0).exp()))
        })
        .collect();
    let names: Vec<String> = judged.iter().map(|(name, ..)| name.clone()).collect();
    let tallies = tally(passages, &names);
    let hint = |((name, bearer, score), tally): ((String, Bearer, f64), super::tally::Tally)| {
        let (kind, total) = (NameHintKind::New, tally.total);
        let occurrences = tally.occurrences;
        (total > 0).then_some(NameHint { name, kind, bearer, occurrences, total, score })
    };
    judged.into_iter().zip(tallies).filter_map(hint).collect()
}

/// The script of a run of characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Kanji,
    Katakana,
    Capital,
    Other,
}

fn script(c: char) -> Script {
    match c {
        '々' | 'ヶ' | '〆' => Script::Kanji,
        'ァ'..='ヴ' | 'ー' | '・' => Script::Katakana,
        'A'..='Z' | 'Ａ'..='Ｚ' => Script::Capital,
        c if is_han(c) => Script::Kanji,
        _ => Script::Other,
    }
}

/// Counts the runs of kanji, katakana and capitals by what follows them.
fn gather(chars: &[char], words: &Words, gathered: &mut BTreeMap<String, Places>) {
    let mut at = 0;
    while at < chars.len() {
        let kind = script(chars[at]);
        let start = at;
        at += 1;
        if kind == Script::Other {
            // Nothing inside a reading is a word of its own.
            if chars[start] == '《' {
                at = after_reading(chars, start);
            }
            continue;
        }
        while at < chars.len() && script(chars[at]) == kind {
            at += 1;
        }
        if kind == Script::Kanji {
            // Katakana directly behind kanji continue the word.
            while at < chars.len() && script(chars[at]) == Script::Katakana {
                at += 1;
            }
        }
        let run = &chars[start..at];
        let after = chars.get(after_reading(chars, at)..).unwrap_or_default();
        let is_inside_word = kind == Script::Capital
            && [start.checked_sub(1).and_then(|at| chars.get(at)), chars.get(at)]
                .into_iter()
                .flatten()
                .any(|c| c.is_alphanumeric() && !is_han(*c) && !matches!(c, 'ぁ'..='ヶ'));
        if is_inside_word {
            continue;
        }
        for (name, honoured) in words.names(chars, start, (run, after)) {
            let places = gathered.entry(name).or_default();
            places.total += 1;
            places.honoured += usize::from(honoured);
            places.kana_honorifics += usize::from(honoured && words.honorific(after).is_some());
            let topics = places.topics;
            words.note(places, if honoured { words.after_honorific(after) } else { after });
            let is_topic = places.topics > topics;
            places.speaking += usize::from(is_topic && words.is_quoted(&chars[..start], after));
            places.bare_topics += if honoured { 0 } else { places.topics - topics };
        }
    }
}

/// The position after a reading that begins at `at`; `at` if none does.
fn after_reading(chars: &[char], at: usize) -> usize {
    const MAX_LEN: usize = 20;
    if chars.get(at) != Some(&'《') {
        return at;
    }
    let end = chars.iter().skip(at).take(MAX_LEN).position(|c| *c == '》');
    end.map_or(at + 1, |length| at + length + 1)
}

/// The rest of the sentence, without the speech in it.
fn narration_after(after: &[char]) -> Vec<char> {
    /// How many characters of a sentence are searched.
    const MAX_DISTANCE: usize = 60;
    let (mut narration, mut depth) = (Vec::new(), 0_usize);
    for c in after.iter().copied().take(MAX_DISTANCE) {
        match c {
            '「' | '『' => depth += 1,
            '」' | '』' => depth = depth.saturating_sub(1),
            '。' | '\n' if depth == 0 => break,
            _ if depth == 0 => narration.push(c),
            _ => {}
        }
    }
    narration
}

/// Whether one of the words is in a clause, after its first character.
fn contains(clause: &[char], words: &[Vec<char>]) -> bool {
    (1..clause.len()).any(|at| words.iter().any(|word| clause[at..].starts_with(word)))
}

struct Words {
    honorifics: Vec<Vec<char>>,
    titles: Vec<Vec<char>>,
    addresses: Vec<Vec<char>>,
    given: Vec<Vec<char>>,
    speaking: Vec<Vec<char>>,
    quoting: Vec<Vec<char>>,
    acting: Vec<Vec<char>>,
    place_ends: Vec<Vec<char>>,
    roles: HashSet<&'static str>,
    surnames: HashSet<&'static str>,
    common: HashSet<&'static str>,
    places: HashSet<&'static str>,
}

impl Words {
    fn new(tuning: &HintTuning) -> Self {
        Self {
            honorifics: lists(&HONORIFICS),
            titles: lists(&TITLES),
            addresses: lists(&ADDRESSES),
            given: lists(&GIVEN),
            speaking: lists(&SPEAKING),
            quoting: lists(&QUOTING),
            acting: lists(&ACTING),
            place_ends: lists(&PLACE_ENDS),
            roles: ROLES.into_iter().collect(),
            surnames: SURNAMES.into_iter().collect(),
            common: tuning.common_japanese(),
            places: KNOWN_PLACES.into_iter().collect(),
        }
    }

    /// The possible names at a run, and whether each has an honorific there.
    fn names(&self, chars: &[char], start: usize, (run, after): (&[char], &[char])) -> Vec<(String, bool)> {
        /// The greatest length of a name in kanji and in katakana, in characters.
        const MAX_LEN: [usize; 2] = [4, 12];
        let text = |chars: &[char]| chars.iter().collect::<String>();
        let is_katakana = run.first().is_some_and(|c| script(*c) == Script::Katakana);
        let whole = text(run);
        if let Some(honorific) = self.honorific(after) {
            let prefix = if chars.get(start.wrapping_sub(1)) == Some(&'お') { "お" } else { "" };
            let called = format!("{prefix}{whole}{}", text(honorific));
            let role =
                self.roles.iter().filter(|role| called.ends_with(**role)).max_by_key(|role| role.len());
            return match role {
                Some(role) => vec![((*role).to_owned(), false)],
                None if self.common.contains(whole.as_str()) => Vec::new(),
                None if run.len() > 1 || self.surnames.contains(whole.as_str()) => vec![(whole, true)],
                None if honorific == &['く', 'ん'] => Vec::new(),
                None => vec![(called, false)],
            };
        }
        let title = self.titles.iter().find(|title| run.len() > title.len() && run.ends_with(title));
        if let Some(title) = title {
            let bearer = &run[..run.len() - title.len()];
            let name = text(bearer);
            // A reduplicated word such as 時々 is an adverb.
            let is_address =
                self.addresses.contains(title) && bearer.len() > 1 && bearer.last() != Some(&'々');
            let is_word = self.common.contains(name.as_str()) || self.common.contains(whole.as_str());
            let is_name = self.surnames.contains(name.as_str()) || (is_address && !is_word);
            return if is_name { vec![(name, true)] } else { Vec::new() };
        }
        let is_honoured = is_katakana && self.titles.iter().any(|title| after.starts_with(title));
        let whole =
            if run.len() < 3 && !is_katakana && start.checked_sub(1).is_some_and(|at| chars[at] == 'お') {
                format!("お{whole}")
            } else {
                whole
            };
        if run.len() <= MAX_LEN[usize::from(is_katakana)] { vec![(whole, is_honoured)] } else { Vec::new() }
    }

    /// The honorific that follows. If kana continue it, it is another word, as in 行くんです.
    fn honorific(&self, after: &[char]) -> Option<&Vec<char>> {
        crate::letters! {
            const MAY_FOLLOW = "names/japanese/may_follow";
        }
        self.honorifics.iter().find(|honorific| {
            let next = after.strip_prefix(honorific.as_slice()).map(|rest| rest.first());
            next.is_some_and(|next| next.is_none_or(|c| MAY_FOLLOW.contains(*c) || !matches!(c, 'ぁ'..='ん')))
        })
    }

    /// The text after an honorific.
    fn after_honorific<'c>(&self, after: &'c [char]) -> &'c [char] {
        self.honorific(after).and_then(|honorific| after.get(honorific.len()..)).unwrap_or(after)
    }

    /// Counts what follows a string: a particle, and the narration after it in the sentence.
    fn note(&self, places: &mut Places, after: &[char]) {
        const PARTICLES: [char; 8] = ['は', 'が', 'も', 'の', 'を', 'に', 'と', 'へ'];
        let after = self.after_honorific(after);
        let Some(particle) = after.first().and_then(|c| PARTICLES.iter().position(|one| one == c)) else {
            return;
        };
        places.particles |= 1 << particle;
        let clause = narration_after(after);
        match particle {
            0..=2 => {
                places.topics += 1;
                places.speaking += usize::from(contains(&clause, &self.speaking));
                places.acting += usize::from(contains(&clause, &self.acting));
            }
            7 => places.places += 1,
            _ => {}
        }
    }

    /// Whether a subject follows what it says: …と赤シャツが聞いた.
    fn is_quoted(&self, before: &[char], after: &[char]) -> bool {
        let clause = narration_after(self.after_honorific(after));
        // With と in the clause as well, the speech was counted there.
        before.last() == Some(&'と') && !contains(&clause, &self.speaking) && contains(&clause, &self.quoting)
    }

    /// The kind of bearer of a string and the weight of evidence; `None` if it is not a name.
    fn judge(&self, name: &str, places: Places) -> Option<(Bearer, f64)> {
        /// This many occurrences make a common word the name of a person.
        const MIN_ROLE_OCCURRENCES: usize = 20;
        let chars: Vec<char> = name.chars().collect();
        let Places { total, topics, speaking, acting, honoured, particles, .. } = places;
        let kinds = particles.count_ones();
        let evidence = speaking as f64 + 0.3 * acting as f64;
        let person = |weight: f64| Some((Bearer::Person, weight));
        let ends =
            |list: &[Vec<char>]| list.iter().any(|end| chars.len() > end.len() && chars.ends_with(end));
        if self.roles.contains(name) {
            return if total >= MIN_ROLE_OCCURRENCES && topics * 10 >= total {
                person(total as f64 / 10.0)
            } else {
                None
            };
        }
        if self.common.contains(name) {
            return None;
        }
        if total > 1 && (self.places.contains(name) || name.contains('ヶ')) {
            return Some((Bearer::Place, total as f64));
        }
        let is_surname = self.surnames.contains(name);
        // An adverb may precede a title as well, but it is never a subject.
        let is_subject = is_surname || places.kana_honorifics > 0 || places.bare_topics > 2;
        let is_titled = honoured > 0 && total > 1 && is_subject;
        let is_called = self.honorifics.iter().any(|end| chars.ends_with(end)) && total > 1;
        if is_titled || is_called {
            return person((2 * honoured) as f64 + evidence + 1.0);
        }
        match script(*chars.first()?) {
            Script::Capital => {
                (chars.len() == 1 && total > 4 && kinds > 2).then_some((Bearer::Person, evidence + 1.0))
            }
            Script::Katakana => {
                let is_topic = topics * 4 >= total;
                if chars.len() > 1 && total > 2 && kinds > 1 && is_topic && evidence >= 1.5 {
                    person(evidence)
                } else {
                    None
                }
            }
            _ if chars.len() > 2 && total > 1 && ends(&self.place_ends) => {
                let is_gone_to = places.places > 0;
                is_gone_to.then_some((Bearer::Place, total as f64))
            }
            _ if is_surname && total > 3 && kinds > 2 && evidence >= 1.0 => person(evidence),
            _ if chars.len() > 1 && ends(&self.given) => {
                if total > 3 && kinds > 2 && evidence >= 1.5 && topics * 5 >= total {
                    person(evidence)
                } else {
                    None
                }
            }
            _ if (2..=4).contains(&chars.len()) && places.is_speaker() => person(speaking as f64),
            _ => None,
        }
    }
}
