//! Misspellings of known names in the whole book.

use std::collections::HashMap;

use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::{CharRange, Misspellings, NameHintKind};

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;

/// The minimum score of a reported misspelling in Han.
const MIN_SCORE: f64 = 0.3;
/// The maximum number of times a misspelling in Han occurs. A string with more occurrences is too often a name of
/// its own; the names that the text suggests list it.
const MAX_HAN_USES: usize = 3;
/// The minimum length of a name in Latin letters; shorter ones resemble too many words.
const MIN_LEN: usize = 5;
/// The maximum number of times a misspelling in Latin letters occurs.
const MAX_USES: usize = 2;
/// The minimum ratio between the uses of the name and of the misspelling.
const MIN_RATIO: usize = 8;

/// The misspellings, and the counts that they follow from.
#[derive(Clone, Debug)]
pub(super) struct Drifts {
    /// Only in Chinese.
    han: Option<Misspellings>,
    words: Words,
    found: Vec<Found>,
}

impl Drifts {
    /// Reads the whole book.
    pub(super) fn new(prepared: &Prepared<'_>) -> Self {
        let texts: Vec<&str> = prepared.book.scenes.iter().map(|scene| scene.text).collect();
        let is_chinese = prepared.language == Language::Chinese;
        let mut words = Words::default();
        if prepared.language != Language::Other {
            texts.iter().enumerate().for_each(|(rank, text)| words.add(rank, text));
        }
        let han = is_chinese.then(|| Misspellings::new(&texts, &prepared.lexicon));
        Self { han, words, found: Vec::new() }.finding(prepared)
    }

    /// Returns the misspellings of a book with other texts for the changed scenes.
    pub(super) fn over(prepared: &Prepared<'_>, base: &Prepared<'_>, is_changed: &[bool]) -> Self {
        let Self { mut han, mut words, .. } = base.drifts().clone();
        let pairs = base.book.scenes.iter().zip(&prepared.book.scenes).enumerate();
        for (rank, (old, new)) in pairs.filter(|(rank, _)| is_changed.get(*rank).copied().unwrap_or_default())
        {
            words.remove(rank, old.text);
            words.add(rank, new.text);
            if let Some(han) = &mut han {
                han.replace(rank, (old.text, new.text), &prepared.lexicon);
            }
        }
        Self { han, words, found: Vec::new() }.finding(prepared)
    }

    /// The findings of the rule.
    pub(super) fn found(&self) -> &[Found] {
        &self.found
    }

    fn finding(mut self, prepared: &Prepared<'_>) -> Self {
        if let Some(han) = &mut self.han {
            self.found = in_han(prepared, han);
        }
        self.found.extend(self.words.misspelt(prepared));
        self
    }
}

fn in_han(prepared: &Prepared<'_>, misspellings: &mut Misspellings) -> Vec<Found> {
    let texts: Vec<&str> = prepared.book.scenes.iter().map(|scene| scene.text).collect();
    let mut found = Vec::new();
    for hint in misspellings.hints(&texts) {
        let NameHintKind::Misspelling { of } = hint.kind else { continue };
        // Names of places consist of ordinary words: 怡红院 and 怡红公子.
        if !prepared.lexicon.owners(of).iter().all(|who| prepared.is_person(*who as usize)) {
            continue;
        }
        let name = prepared.lexicon.name(of).unwrap_or_default();
        if hint.score < MIN_SCORE || hint.total > MAX_HAN_USES || is_other_name(name, &hint.name) {
            continue;
        }
        let known = prepared.lexicon.owners(of).first().and_then(|who| prepared.known(*who as usize));
        for (rank, range) in hint.occurrences {
            let Some(reading) = prepared.reading_at(rank) else { continue };
            found.push(
                drift(reading, range, name)
                    .against(known.map(|known| known.against))
                    .with_confidence(hint.score.min(1.0)),
            );
        }
    }
    found
}

fn drift(reading: &Reading<'_>, range: CharRange, name: &str) -> Found {
    Found::new(Rule::NameDrift, Severity::Medium, reading.place(range))
        .values(name, reading.slice(range))
        .replaced_by(name)
}

/// The words in Latin letters of a book.
#[derive(Clone, Debug, Default)]
struct Words {
    /// The scene of each occurrence of a capitalised word, by rank.
    capital: HashMap<String, Vec<usize>>,
    /// The number of times a word occurs in lower case.
    lower: HashMap<String, usize>,
}

impl Words {
    /// Counts a text in.
    fn add(&mut self, rank: usize, text: &str) {
        for (_, word) in latin_words(text) {
            if !is_capitalised(word) {
                count(&mut self.lower, word, |count| *count += 1);
            } else {
                count(&mut self.capital, word, |ranks| ranks.push(rank));
            }
        }
    }

    /// Counts a text out that was counted in.
    fn remove(&mut self, rank: usize, text: &str) {
        for (_, word) in latin_words(text) {
            if is_capitalised(word) {
                count(&mut self.capital, word, |ranks| ranks.retain(|other| *other != rank));
            } else {
                count(&mut self.lower, word, |count| *count = count.saturating_sub(1));
            }
        }
    }

    /// Finds capitalised words one letter away from a much more frequent name.
    fn misspelt(&self, prepared: &Prepared<'_>) -> Vec<Found> {
        let names = names_of(prepared);
        let is_rare = |ranks: &[usize]| (1..=MAX_USES).contains(&ranks.len());
        let mut rare: Vec<(&str, &[usize])> = self
            .capital
            .iter()
            .map(|(word, ranks)| (word.as_str(), ranks.as_slice()))
            .filter(|(word, ranks)| is_rare(ranks) && word.len() + 1 >= MIN_LEN && !names.contains_key(word))
            .collect();
        rare.sort_unstable();
        let mut found = Vec::new();
        for (word, ranks) in rare {
            if self.lower.get(&word.to_ascii_lowercase()).is_some_and(|uses| *uses > 0) {
                continue;
            }
            let uses = |name: &str| self.capital.get(name).map_or(0, Vec::len);
            let near = names
                .iter()
                .filter(|(name, _)| is_misspelling(word, name) && uses(name) >= MIN_RATIO * ranks.len());
            let Some((name, against)) = near.min_by_key(|(name, _)| **name) else { continue };
            let mut ranks = ranks.to_vec();
            ranks.sort_unstable();
            ranks.dedup();
            for reading in ranks.into_iter().filter_map(|rank| prepared.reading_at(rank)) {
                for (byte, _) in latin_words(reading.scene.text).filter(|(_, other)| *other == word) {
                    let range = reading.index.range_of(byte..byte + word.len());
                    found.push(drift(reading, range, name).against(Some(*against)));
                }
            }
        }
        found
    }
}

/// Changes the entry of a word.
fn count<V: Default>(map: &mut HashMap<String, V>, word: &str, change: impl FnOnce(&mut V)) {
    match map.get_mut(word) {
        Some(value) => change(value),
        None => change(map.entry(word.to_owned()).or_default()),
    }
}

/// The words of names of the cast that can be misspelt.
fn names_of<'a>(prepared: &Prepared<'a>) -> HashMap<&'a str, Against> {
    let mut names = HashMap::new();
    for known in prepared.cast.iter() {
        for part in known.names.iter().flat_map(|name| name.split(' ')) {
            let part = part.trim_end_matches('.');
            if part.len() >= MIN_LEN && part.is_ascii() {
                names.entry(part).or_insert(known.against);
            }
        }
    }
    names
}

fn is_capitalised(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Returns the words of a text with their byte offsets.
pub(super) fn latin_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = text.get(from..)?;
        let start = from + rest.find(|c: char| c.is_ascii_alphabetic())?;
        let len = text[start..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len() - start);
        from = start + len;
        Some((start, &text[start..from]))
    })
}

/// Whether a word is a name with one letter changed, dropped, doubled or swapped with the next. Plurals are no
/// misspellings.
fn is_misspelling(word: &str, name: &str) -> bool {
    let (a, b) = (word.as_bytes(), name.as_bytes());
    if a.first() != b.first() {
        return false;
    }
    let start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    match a.len().abs_diff(b.len()) {
        0 => {
            let left = a.len() - (start + end).min(a.len());
            // The last letter often varies between names: Martha and Marthe, Maria and Marie.
            left == 1 && start + 1 < a.len()
                || left == 2 && a[start] == b[start + 1] && a[start + 1] == b[start]
        }
        1 => {
            let shorter = a.len().min(b.len());
            start + end >= shorter && start < shorter
        }
        _ => false,
    }
}

/// Whether `other` is another name rather than a misspelling: 赵太爷 and 钱太爷 are two people; 周瑞家的 is a
/// name with words.
fn is_other_name(name: &str, other: &str) -> bool {
    wenfang_text::words! {
        const TITLES = "name_drift/shared_titles";
    }
    let titled = TITLES.iter().find(|title| name.ends_with(**title) && name.len() > title.len());
    name.ends_with('的')
        || titled.is_some_and(|title| {
            other.ends_with(title)
                || name.starts_with(|c| other.starts_with(c)) && other.ends_with(['爷', '子'])
        })
}
