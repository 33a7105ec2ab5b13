//! Misspellings of known names, and wrong titles.

use std::collections::HashMap;

use wenfang_story::canon::{FactObject, Modality};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::{CharRange, NameHintKind, name_hints};

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;

/// The misspellings in the whole book.
pub(super) type Drifts = Vec<Found>;

/// The minimum score of a reported hint.
const MIN_SCORE: f64 = 0.3;

wenfang_text::words! {
    const TITLE = "name_drift/predicates";
    const CHINESE_TITLES = "name_drift/chinese_titles";
    const ENGLISH_TITLES = "name_drift/english_titles";
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let drifts = prepared.drifts.get_or_init(|| drifts(prepared));
    let mut found = prepared.findings_in(drifts, reading.scene.id);
    found.extend(titles(prepared, reading));
    found
}

fn drifts(prepared: &Prepared<'_>) -> Drifts {
    match prepared.language {
        Language::Chinese => han(prepared),
        Language::English => latin(prepared),
        Language::Other => Vec::new(),
    }
}

fn han(prepared: &Prepared<'_>) -> Drifts {
    let scenes = prepared.book.scenes.iter().enumerate().map(|(rank, scene)| (rank, scene.text));
    let mut found = Vec::new();
    for hint in name_hints(scenes, &prepared.lexicon) {
        let NameHintKind::Misspelling { of } = hint.kind else { continue };
        // Names of places consist of ordinary words: 怡红院 and 怡红公子.
        if !prepared.lexicon.owners(of).iter().all(|who| prepared.is_person(*who as usize)) {
            continue;
        }
        let name = prepared.lexicon.name(of).unwrap_or_default();
        if hint.score < MIN_SCORE || is_other_name(name, &hint.name) {
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

/// Finds capitalised words one letter away from a much more frequent name.
fn latin(prepared: &Prepared<'_>) -> Drifts {
    /// The minimum length of a name; shorter ones resemble too many words.
    const MIN_LEN: usize = 5;
    /// The maximum number of times a misspelling occurs.
    const MAX_USES: usize = 2;
    /// The minimum ratio between the uses of the name and of the misspelling.
    const MIN_RATIO: usize = 8;
    let mut words: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
    let mut lower: std::collections::HashSet<&str> = std::collections::HashSet::new();
    for (rank, scene) in prepared.book.scenes.iter().enumerate() {
        for (byte, word) in latin_words(scene.text) {
            if word.starts_with(|c: char| c.is_ascii_uppercase()) {
                words.entry(word).or_default().push((rank, byte));
            } else {
                lower.insert(word);
            }
        }
    }
    let mut names: HashMap<&str, Against> = HashMap::new();
    for known in prepared.cast.iter() {
        for part in known.names.iter().flat_map(|name| name.split(' ')) {
            let part = part.trim_end_matches('.');
            if part.len() >= MIN_LEN && part.is_ascii() {
                names.entry(part).or_insert(known.against);
            }
        }
    }
    let mut found = Vec::new();
    let mut rare: Vec<(&&str, &Vec<(usize, usize)>)> =
        words.iter().filter(|(word, places)| places.len() <= MAX_USES && word.len() + 1 >= MIN_LEN).collect();
    rare.sort();
    for (word, places) in rare {
        if names.contains_key(*word) || lower.contains(word.to_ascii_lowercase().as_str()) {
            continue;
        }
        let near = names.iter().filter(|(name, _)| {
            is_misspelling(word, name) && words.get(**name).map_or(0, Vec::len) >= MIN_RATIO * places.len()
        });
        let Some((name, against)) = near.min_by_key(|(name, _)| **name) else { continue };
        for (rank, byte) in places {
            let Some(reading) = prepared.reading_at(*rank) else { continue };
            let range = reading.index.range_of(*byte..byte + word.len());
            found.push(drift(reading, range, name).against(Some(*against)));
        }
    }
    found
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

/// Finds names with a title that contradicts the canon.
fn titles(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    for (id, fact) in prepared.book.canon.facts {
        let FactObject::Text(expected) = &fact.object else { continue };
        let expected = expected.trim();
        let is_title = TITLE.contains(&fact.predicate.trim().to_lowercase().as_str());
        if !is_title || fact.assertion.modality != Modality::Narrated {
            continue;
        }
        let list: &[&str] = match prepared.language {
            Language::Chinese => &CHINESE_TITLES,
            Language::English => &ENGLISH_TITLES,
            Language::Other => return found,
        };
        let (Some(who), Some(span)) = (prepared.who(fact.subject), prepared.span(&fact.assertion)) else {
            continue;
        };
        if !list.contains(&expected) || !span.contains(reading.rank) {
            continue;
        }
        for mention in reading.mentions.iter().filter(|mention| mention.who == who) {
            let Some((title, range)) = titled(prepared.language, reading, mention.range) else { continue };
            let others = prepared.book.canon.facts.iter().any(|(_, other)| {
                other.subject == fact.subject
                    && matches!(&other.object, FactObject::Text(value) if value.trim() == title)
            });
            let alias =
                prepared.known(who).is_some_and(|known| known.names.iter().any(|name| name.contains(title)));
            if title != expected && !others && !alias && !is_of_family(expected, title) {
                found.push(
                    Found::new(Rule::NameDrift, Severity::Medium, reading.place(range))
                        .and_at(prepared.place_of(&fact.assertion.evidence))
                        .against(Some(Against::Fact(*id)))
                        .values(expected, title)
                        .with_confidence(0.8),
                );
            }
        }
    }
    found
}

/// Returns the title that a name is used with, and the range of both.
fn titled(language: Language, reading: &Reading<'_>, name: CharRange) -> Option<(&'static str, CharRange)> {
    let (start, end) = (name.start().get(), name.end().get());
    if language == Language::Chinese {
        let after = reading.clause_after(end, 4);
        let title = CHINESE_TITLES.into_iter().find(|title| after.starts_with(title))?;
        return Some((title, CharRange::new(start, end + title.chars().count())));
    }
    let before = reading.before(start, 14, 0);
    let trimmed = before.trim_end();
    let title = ENGLISH_TITLES.into_iter().find(|title| {
        trimmed.strip_suffix(title).is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphabetic()))
    })?;
    let back = before.chars().count() - trimmed.chars().count() + title.len();
    Some((title, CharRange::new(start - back, end)))
}

/// Whether two titles can belong to two members of a family: Mr. Darcy and Miss Darcy.
fn is_of_family(expected: &str, title: &str) -> bool {
    const OF_WOMEN: [&str; 8] = ["Mrs.", "Miss", "Ms.", "Lady", "夫人", "太太", "小姐", "姑娘"];
    OF_WOMEN.contains(&expected) != OF_WOMEN.contains(&title) || OF_WOMEN.contains(&title)
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
