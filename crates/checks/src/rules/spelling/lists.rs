//! The word lists, parsed once.

use std::collections::HashMap;
use std::sync::LazyLock;

use wenfang_text::word_file;
use wenfang_text::word_list::entries;

use super::usage::{GramMap, key};

/// The kind of similarity between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Similarity {
    /// The same syllable, regardless of tone.
    Sound,
    /// A similar shape.
    Shape,
    /// Syllables that many speakers do not distinguish: zh and z, in and ing.
    NearSound,
}

/// Returns the characters that one is confused with, without duplicates, most similar first.
pub(crate) fn similar(c: u32) -> &'static [(u32, Similarity)] {
    static TABLE: LazyLock<GramMap<Vec<(u32, Similarity)>>> = LazyLock::new(load_similar);
    TABLE.get(&key(&[c])).map_or(&[], Vec::as_slice)
}

/// Whether two characters form a common word.
pub(crate) fn is_word(pair: [u32; 2]) -> bool {
    static TABLE: LazyLock<GramMap<()>> = LazyLock::new(|| {
        entries(word_file!("spelling/words"))
            .flat_map(|(first, seconds)| seconds.chars().map(|c| (key(&[first_of(first), u32::from(c)]), ())))
            .collect()
    });
    TABLE.contains_key(&key(&pair))
}

/// Returns the set phrases of four characters whose first or last two are given.
pub(crate) fn idioms_by(half: [u32; 2], end: End) -> &'static [[u32; 4]] {
    type Halves = HashMap<([u32; 2], End), Vec<[u32; 4]>>;
    static TABLE: LazyLock<Halves> = LazyLock::new(|| {
        let mut halves = Halves::new();
        for (idiom, _) in entries(word_file!("spelling/idioms")) {
            let codes: Vec<u32> = idiom.chars().map(u32::from).collect();
            if let &[a, b, c, d] = codes.as_slice() {
                halves.entry(([a, b], End::First)).or_default().push([a, b, c, d]);
                halves.entry(([c, d], End::Last)).or_default().push([a, b, c, d]);
            }
        }
        halves
    });
    TABLE.get(&(half, end)).map_or(&[], Vec::as_slice)
}

/// The first or the last two of four characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum End {
    First,
    Last,
}

/// Returns misspellings with their corrections, which have the same length.
pub(crate) fn mistakes() -> impl Iterator<Item = (&'static str, &'static str)> {
    entries(word_file!("spelling/mistakes"))
}

fn first_of(text: &str) -> u32 {
    text.chars().next().map_or(super::MARK, u32::from)
}

fn load_similar() -> GramMap<Vec<(u32, Similarity)>> {
    let syllables = || entries(word_file!("spelling/sounds"));
    let mut near: HashMap<String, String> = HashMap::new();
    for (syllable, characters) in syllables() {
        near.entry(merged_syllable(syllable)).or_default().push_str(characters);
    }
    let mut groups: Vec<(Similarity, &str)> =
        syllables().map(|(_, group)| (Similarity::Sound, group)).collect();
    groups.extend(entries(word_file!("spelling/shapes")).map(|(group, _)| (Similarity::Shape, group)));
    groups.extend(near.values().map(|group| (Similarity::NearSound, group.as_str())));
    let mut similar: HashMap<u32, HashMap<u32, Similarity>> = HashMap::new();
    for (similarity, group) in groups {
        for c in group.chars().map(u32::from) {
            let others = similar.entry(c).or_default();
            for other in group.chars().map(u32::from).filter(|other| *other != c) {
                let known = others.entry(other).or_insert(similarity);
                *known = similarity.min(*known);
            }
        }
    }
    let sorted = |others: HashMap<u32, Similarity>| {
        let mut others: Vec<(u32, Similarity)> = others.into_iter().collect();
        others.sort_by_key(|(c, similarity)| (*similarity, *c));
        others
    };
    similar.into_iter().map(|(c, others)| (key(&[c]), sorted(others))).collect()
}

/// Merges syllables that many speakers do not distinguish: retroflex initials, and -n and -ng after i and e.
fn merged_syllable(syllable: &str) -> String {
    let flat = syllable.replacen("zh", "z", 1).replacen("ch", "c", 1).replacen("sh", "s", 1);
    match flat.strip_suffix('g').filter(|stem| stem.ends_with("in") || stem.ends_with("en")) {
        Some(stem) => stem.to_owned(),
        None => flat,
    }
}
