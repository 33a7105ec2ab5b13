//! The lists, read once.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::usage::{Quick, key};

/// How one character is like another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Likeness {
    /// They share a syllable, whatever the tone.
    Sound,
    /// They look alike.
    Shape,
    /// Many speakers do not tell their syllables apart: zh and z, in and ing.
    NearSound,
}

/// The characters that one is taken for, each once, the likest first.
pub(crate) fn alike(c: u32) -> &'static [(u32, Likeness)] {
    static READ: LazyLock<Quick<Vec<(u32, Likeness)>>> = LazyLock::new(alikes);
    READ.get(&key(&[c])).map_or(&[], Vec::as_slice)
}

/// Whether two characters are a common word.
pub(crate) fn is_word(pair: [u32; 2]) -> bool {
    static READ: LazyLock<Quick<()>> = LazyLock::new(|| {
        let lines = lines(include_str!("words.txt")).filter_map(|line| line.split_once(' '));
        lines
            .flat_map(|(first, seconds)| seconds.chars().map(|c| (key(&[first_of(first), u32::from(c)]), ())))
            .collect()
    });
    READ.contains_key(&key(&pair))
}

/// The set phrases of four characters that begin with two characters, or end with them.
pub(crate) fn idioms_by(half: [u32; 2], end: End) -> &'static [[u32; 4]] {
    type Halves = HashMap<([u32; 2], End), Vec<[u32; 4]>>;
    static READ: LazyLock<Halves> = LazyLock::new(|| {
        let mut halves = Halves::new();
        for idiom in lines(include_str!("idioms.txt")).flat_map(str::split_whitespace) {
            let codes: Vec<u32> = idiom.chars().map(u32::from).collect();
            if let &[a, b, c, d] = codes.as_slice() {
                halves.entry(([a, b], End::First)).or_default().push([a, b, c, d]);
                halves.entry(([c, d], End::Last)).or_default().push([a, b, c, d]);
            }
        }
        halves
    });
    READ.get(&(half, end)).map_or(&[], Vec::as_slice)
}

/// Which two of four characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum End {
    First,
    Last,
}

/// Misspellings, each with what is meant, of as many characters.
pub(crate) fn mistakes() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(include_str!("mistakes.txt")).filter_map(|line| line.split_once(' '))
}

fn lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

fn first_of(text: &str) -> u32 {
    text.chars().next().map_or(super::MARK, u32::from)
}

fn alikes() -> Quick<Vec<(u32, Likeness)>> {
    let syllables = || lines(include_str!("sounds.txt")).filter_map(|line| line.split_once(' '));
    let mut near: HashMap<String, String> = HashMap::new();
    for (syllable, characters) in syllables() {
        near.entry(loosened(syllable)).or_default().push_str(characters);
    }
    let mut groups: Vec<(Likeness, &str)> = syllables().map(|(_, group)| (Likeness::Sound, group)).collect();
    groups.extend(lines(include_str!("shapes.txt")).map(|group| (Likeness::Shape, group)));
    groups.extend(near.values().map(|group| (Likeness::NearSound, group.as_str())));
    let mut alike: HashMap<u32, HashMap<u32, Likeness>> = HashMap::new();
    for (likeness, group) in groups {
        for c in group.chars().map(u32::from) {
            let others = alike.entry(c).or_default();
            for other in group.chars().map(u32::from).filter(|other| *other != c) {
                let known = others.entry(other).or_insert(likeness);
                *known = likeness.min(*known);
            }
        }
    }
    let sorted = |others: HashMap<u32, Likeness>| {
        let mut others: Vec<(u32, Likeness)> = others.into_iter().collect();
        others.sort_by_key(|(c, likeness)| (*likeness, *c));
        others
    };
    alike.into_iter().map(|(c, others)| (key(&[c]), sorted(others))).collect()
}

/// A syllable as those say it who do not curl the tongue, nor tell -n from -ng after i and e.
fn loosened(syllable: &str) -> String {
    let flat = syllable.replacen("zh", "z", 1).replacen("ch", "c", 1).replacen("sh", "s", 1);
    match flat.strip_suffix('g').filter(|stem| stem.ends_with("in") || stem.ends_with("en")) {
        Some(stem) => stem.to_owned(),
        None => flat,
    }
}
