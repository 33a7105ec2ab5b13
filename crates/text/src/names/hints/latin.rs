//! Likely names in scripts with capitals, and misspellings of known ones: capitalised words that do not begin a
//! sentence and are not written in lower case elsewhere.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::latin_bearer::Bearing;
use super::latin_words::{Word, is_one_edit, shortened, words};
use super::misspelt::is_rare;
use super::passage::Passage;
use super::tally::Tally;
use super::{HintTuning, NameHint, NameHintKind};
use crate::Lexicon;

/// The most consecutive words of a name.
const MAX_RUN_LEN: usize = 4;

/// The least number of occurrences inside sentences.
const MIN_INSIDE: usize = 2;

/// The least length of a word that can be misspelt: shorter ones resemble too many others.
const MIN_LETTERS: usize = 5;

/// Suggests names in scripts with capitals.
pub(super) fn hints(passages: &[Passage<'_>], (lexicon, tuning): (&Lexicon, &HintTuning)) -> Vec<NameHint> {
    let common = tuning.common_capitalised();
    let mut small: HashMap<String, usize> = HashMap::new();
    let mut capital: BTreeMap<String, usize> = BTreeMap::new();
    let mut inside: BTreeMap<String, usize> = BTreeMap::new();
    for passage in passages {
        let chars = passage.unknown();
        let words = words(&chars);
        for word in &words {
            let text = word.text(&chars);
            if word.is_capitalised {
                *capital.entry(text).or_default() += 1;
            } else {
                *small.entry(text).or_default() += 1;
            }
        }
        for run in runs(&words, &chars, &common) {
            *inside.entry(run).or_default() += 1;
        }
    }
    let is_small = |word: &str| {
        let frequency = capital.get(word).copied().unwrap_or_default();
        small.get(&word.to_lowercase()).is_some_and(|small| small * 10 >= frequency)
    };
    let known = known_words(passages, lexicon);
    // A plural such as the Bennets contains a known name.
    let is_known = |word: &str| {
        ["s", "es"]
            .iter()
            .any(|ending| word.strip_suffix(ending).is_some_and(|word| known.contains_key(word)))
    };
    inside.retain(|run, count| *count >= MIN_INSIDE && !is_known(run) && !run.split(' ').all(is_small));
    let families = plurals(&inside);
    inside.retain(|run, _| !families.contains(run));
    let misspellings = misspellings(&known, &capital, &small);

    let names: Vec<&str> =
        inside.keys().map(String::as_str).chain(misspellings.keys().map(String::as_str)).collect();
    let tallies = tally(passages, &names);
    let hint = |name: &str| {
        let (tally, bearing) = tallies.get(name).filter(|(tally, _)| tally.total > 0)?.clone();
        let total = tally.total as f64;
        let (kind, score) = match (misspellings.get(name), inside.get(name)) {
            (Some(&(of, frequency)), _) => {
                let frequency = frequency as f64;
                (NameHintKind::Misspelling { of }, 0.8 * frequency / (frequency + 3.0 * total))
            }
            (None, Some(&inside)) => {
                let inside = inside as f64;
                let weight = (1.0 - (-inside / 5.0).exp()) * (inside / total).min(1.0).powf(0.3) * 0.9;
                (NameHintKind::New, weight * (0.4 + 0.6 * bearing.certainty()))
            }
            (None, None) => return None,
        };
        Some(NameHint {
            name: name.to_owned(),
            kind,
            bearer: bearing.bearer(name),
            occurrences: tally.occurrences,
            total: tally.total,
            score,
        })
    };
    let mut names = names;
    names.sort_unstable();
    names.dedup();
    names.into_iter().filter_map(hint).collect()
}

/// The runs that are the plural of another run, as the Bennets is of Bennet.
fn plurals(runs: &BTreeMap<String, usize>) -> HashSet<String> {
    let singular = |run: &&String| {
        ["s", "es", "’s"].iter().any(|end| run.strip_suffix(end).is_some_and(|one| runs.contains_key(one)))
    };
    runs.keys().filter(singular).cloned().collect()
}

/// Consecutive capitalised words that do not begin a sentence.
fn runs(words: &[Word], chars: &[char], common: &HashSet<&str>) -> Vec<String> {
    let mut runs: Vec<(String, usize)> = Vec::new();
    let mut expected_start = None;
    for word in words {
        let text = word.text(chars);
        if !word.is_capitalised || word.begins_sentence || common.contains(text.as_str()) {
            expected_start = None;
            continue;
        }
        let follows =
            expected_start == Some(word.range.start) && chars.get(word.range.start - 1) == Some(&' ');
        match runs.last_mut() {
            Some((run, count)) if follows && *count < MAX_RUN_LEN => {
                *run += &format!(" {text}");
                *count += 1;
            }
            _ => runs.push((text, 1)),
        }
        // A possessive ends a run, because the next word begins farther on.
        expected_start = Some(word.range.end + 1);
    }
    runs.into_iter().map(|(run, _)| run).collect()
}

/// The capitalised words of known names, with the number and the frequency of the name.
fn known_words(passages: &[Passage<'_>], lexicon: &Lexicon) -> HashMap<String, (u32, usize)> {
    let mut frequency: HashMap<u32, usize> = HashMap::new();
    for (name, _) in passages.iter().flat_map(|passage| &passage.known) {
        *frequency.entry(*name).or_default() += 1;
    }
    let mut known: HashMap<String, (u32, usize)> = HashMap::new();
    for (number, name) in (0..).zip(lexicon.names()) {
        let chars: Vec<char> = name.chars().collect();
        let frequency = frequency.get(&number).copied().unwrap_or_default();
        for word in words(&chars).iter().filter(|word| word.is_capitalised) {
            let entry = known.entry(word.text(&chars)).or_insert((number, 0));
            if frequency > entry.1 {
                *entry = (number, frequency);
            }
        }
    }
    known
}

/// The words one edit away from a word of a known name, with that name.
fn misspellings(
    known: &HashMap<String, (u32, usize)>,
    capital: &BTreeMap<String, usize>,
    small: &HashMap<String, usize>,
) -> BTreeMap<String, (u32, usize)> {
    let mut shapes: HashMap<String, Vec<&str>> = HashMap::new();
    for word in known.keys().filter(|word| is_long(word)) {
        for shape in shortened(word) {
            shapes.entry(shape).or_default().push(word);
        }
    }
    let misspelling = |(word, count): (&String, &usize)| {
        if word.chars().count() < MIN_LETTERS
            || known.contains_key(word)
            || small.contains_key(&word.to_lowercase())
        {
            return None;
        }
        let near = shortened(word).into_iter().filter_map(|shape| shapes.get(&shape)).flatten();
        let of = near.filter(|name| is_one_edit(word, name)).filter_map(|name| known.get(*name));
        let of = of.max_by_key(|(number, frequency)| (*frequency, std::cmp::Reverse(*number)))?;
        is_rare(*count, of.1).then(|| (word.clone(), *of))
    };
    capital.iter().filter_map(misspelling).collect()
}

fn is_long(word: &str) -> bool {
    word.chars().count() >= MIN_LETTERS
}

/// The occurrences of each of `names` as words, and the evidence for its bearer.
fn tally<'n>(passages: &[Passage<'_>], names: &[&'n str]) -> HashMap<&'n str, (Tally, Bearing)> {
    let lexicon = Lexicon::new(names.iter().map(|name| (0, *name)));
    let mut by_number = vec![(Tally::default(), Bearing::default()); names.len()];
    for passage in passages.iter().filter(|_| !names.is_empty()) {
        let chars = passage.unknown();
        let text: String = chars.iter().collect();
        for mention in lexicon.mentions(&text) {
            if let Some((tally, bearing)) = by_number.get_mut(mention.name as usize) {
                tally.note(passage.scene, mention.range);
                bearing.note(&chars, &mention.range.as_range());
            }
        }
    }
    let numbered = lexicon.names().zip(by_number);
    let tallies: HashMap<&str, (Tally, Bearing)> = numbered.collect();
    names.iter().filter_map(|name| Some((*name, tallies.get(name)?.clone()))).collect()
}
