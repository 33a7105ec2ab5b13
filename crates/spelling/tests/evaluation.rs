//! Measures how many misspellings are found: 500 planted in a published novel, checked with Debian's dictionary.
//!
//! `cargo test -p wenfang-spelling --test evaluation -- --nocapture` prints the figures.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a failed unwrap fails the test; figures are printed"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use wenfang_spelling::{KnownWords, Speller};
use wenfang_text::{CharRange, TextIndex};

const PLANTED: usize = 500;

/// The people and places of Pride and Prejudice, as an author would enter them.
const NAMES: &str = "Elizabeth Bennet; Lizzy; Eliza; Jane; Mary; Catherine; Kitty; Lydia; Mr. Bennet; Mrs. Bennet; \
    Fitzwilliam Darcy; Georgiana Darcy; Charles Bingley; Caroline Bingley; Louisa Hurst; Mr. Hurst; George Wickham; \
    William Collins; Charlotte Lucas; Sir William Lucas; Maria Lucas; Lady Lucas; Lady Catherine de Bourgh; \
    Miss de Bourgh; Colonel Fitzwilliam; Colonel Forster; Harriet; Edward Gardiner; Mrs. Philips; Mrs. Phillips; \
    Mr. Denny; Mary King; Mrs. Reynolds; Mrs. Jenkinson; Mrs. Younge; Mrs. Annesley; Mrs. Hill; Mrs. Long; \
    Captain Carter; Chamberlayne; Pratt; Mr. Morris; Mr. Jones; Mr. Robinson; Miss Watson; Mrs. Nicholls; Haggerston; \
    Mr. Stone; Dawson; Metcalfe; Pope; Webb; Longbourn; Netherfield; Meryton; Pemberley; Rosings; Hunsford; \
    Lucas Lodge; Gracechurch Street; Derbyshire; Hertfordshire; Lambton; Brighton; Ramsgate; Cheapside; Westerham; \
    Bromley; Bakewell; Matlock; Dovedale; Chatsworth; Blenheim; Kenilworth; Birmingham; Oakham Mount; Haye Park; \
    Stoke; Purvis Lodge; Ashworth; Grosvenor Street; Clapham; Epsom; Newcastle; Eastbourne; Edward Street; \
    Scarborough; Gretna Green; Barnet; Hatfield; St. Clement’s; St. James’s; Warwick; Oxford; Cambridge";

/// The system's dictionary; `None` if it is not installed.
fn speller() -> Option<Speller> {
    let read = |ending: &str| std::fs::read(format!("/usr/share/hunspell/en_US.{ending}")).ok();
    let (Some(aff), Some(dic)) = (read("aff"), read("dic")) else {
        eprintln!("skipped: the dictionary en_US is not installed (Debian: hunspell-en-us)");
        return None;
    };
    Some(Speller::new(&aff, &dic).unwrap())
}

/// The novel without the publisher's front and back matter.
fn novel() -> Option<String> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/pride-and-prejudice.en.raw.txt");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: Pride and Prejudice is not in the corpus");
        return None;
    };
    let start = text.find("It is a truth universally").unwrap();
    let end = text.rfind("uniting them.").unwrap();
    Some(text[start..end].to_owned())
}

fn known() -> KnownWords {
    KnownWords::new(NAMES.split("; "), [])
}

/// The splitmix64 generator (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    fn letter(&mut self) -> char {
        char::from(b'a' + self.below(26) as u8)
    }
}

/// A word with one letter inserted, deleted or replaced, or with two neighbouring letters swapped.
fn misspell(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len());
    match random.below(4) {
        0 => letters.insert(at, random.letter()),
        1 => drop(letters.remove(at)),
        2 => letters[at] = random.letter(),
        _ => letters.swap(at.max(1) - 1, at.max(1)),
    }
    letters.into_iter().collect()
}

/// A misspelling in a text, and the word it replaced.
struct Planted<'n> {
    range: CharRange,
    meant: &'n str,
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
}

/// The novel with misspellings spread over it, in words of at least `least` letters. An edit that yields another word
/// of the novel is not a misspelling. One that yields a word the novel lacks counts, even if it is a real word, which
/// no dictionary can find.
fn planted(novel: &str, seed: u64, least: usize) -> (String, Vec<Planted<'_>>) {
    let random = &mut Random(seed);
    let vocabulary: BTreeSet<String> = novel.split(|c| !is_letter(c)).map(str::to_lowercase).collect();
    let stretch = novel.len() / PLANTED;
    let (mut text, mut all, mut copied) = (String::with_capacity(novel.len() + PLANTED), Vec::new(), 0);
    while all.len() < PLANTED {
        let next = word_at(novel, all.len() * stretch + random.below(stretch - 100));
        let Some((at, meant)) = next.filter(|(_, word)| word.len() >= least) else { continue };
        let wrong = misspell(meant, random);
        if at < copied || vocabulary.contains(&wrong) {
            continue;
        }
        text.push_str(&novel[copied..at]);
        let start = text.chars().count();
        text.push_str(&wrong);
        all.push(Planted { range: CharRange::new(start, start + wrong.chars().count()), meant });
        copied = at + meant.len();
    }
    text.push_str(&novel[copied..]);
    (text, all)
}

/// The next word after `byte`, if it can be misspelt: entirely lower case, and a whole word.
fn word_at(novel: &str, byte: usize) -> Option<(usize, &str)> {
    let from = (byte..novel.len()).find(|at| novel.is_char_boundary(*at))?;
    let at = from + novel[from..].find(' ')? + 1;
    let word = novel[at..].split(|c| !is_letter(c)).next()?;
    let behind = novel[at + word.len()..].chars().next()?;
    let fits = word.chars().all(|c| c.is_ascii_lowercase()) && !"’'-_".contains(behind);
    fits.then_some((at, word))
}

#[test]
fn planted_misspellings_are_found() {
    let (Some(speller), Some(novel)) = (speller(), novel()) else { return };
    for (seed, least, bar) in [(1, 5, 95), (2, 5, 95), (3, 5, 95), (1, 4, 90)] {
        let (text, all) = planted(&novel, seed, least);
        let begun = Instant::now();
        let found: BTreeSet<(usize, usize)> =
            speller.misspelt(&text, &known()).into_iter().map(ends).collect();
        let took = begun.elapsed();
        let index = TextIndex::new(&text);
        let missed = all.iter().filter(|planted| !found.contains(&ends(planted.range)));
        let missed: Vec<&str> = missed.map(|planted| index.slice(planted.range)).collect();
        let hit = PLANTED - missed.len();
        println!(
            "seed {seed}, words from {least} letters: {hit} of {PLANTED} in {took:?}; missed: {missed:?}"
        );
        assert!(hit * 100 >= PLANTED * bar, "{missed:?}");
    }
}

fn ends(range: CharRange) -> (usize, usize) {
    (range.start().get(), range.end().get())
}

#[test]
fn the_original_novel_has_few_false_alarms() {
    let (Some(speller), Some(novel)) = (speller(), novel()) else { return };
    let index = TextIndex::new(&novel);
    let mut marked: BTreeMap<&str, usize> = BTreeMap::new();
    for range in speller.misspelt(&novel, &known()) {
        *marked.entry(index.slice(range)).or_default() += 1;
    }
    let words = novel.split_whitespace().count();
    let total: usize = marked.values().sum();
    println!("{total} of {words} words marked, {} different: {marked:?}", marked.len());
    let name_words: BTreeSet<&str> = NAMES.split(|c| !is_letter(c)).collect();
    let names: Vec<_> =
        marked.keys().filter(|word| name_words.contains(word.trim_end_matches('s'))).collect();
    assert!(names.is_empty(), "{names:?}");
    // The rest is Austen's spelling, which modern dictionaries lack.
    assert!(total * 100 < words, "{total} of {words}");
}

#[test]
fn suggestions_usually_include_the_original_word() {
    let (Some(speller), Some(novel)) = (speller(), novel()) else { return };
    let (text, all) = planted(&novel, 4, 5);
    let index = TextIndex::new(&text);
    let begun = Instant::now();
    let suggested = |planted: &&Planted<'_>| {
        speller.suggestions(index.slice(planted.range), &known(), 5).iter().any(|word| word == planted.meant)
    };
    let given = all.iter().take(100).filter(suggested).count();
    println!("{given} of 100 are among five suggestions, {:?} each", begun.elapsed() / 100);
    assert!(given >= 85, "{given}");
}
