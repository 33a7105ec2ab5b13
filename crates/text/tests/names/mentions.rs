//! Compares the mentions of forty characters with a reference implementation.

use std::collections::BTreeMap;

use wenfang_text::{Lexicon, TextIndex};

use crate::characters::pairs;
use crate::novel;

/// How often each name is mentioned: tries every name at each position, longest first, and continues after the match.
fn reference_counts(text: &str) -> BTreeMap<&'static str, usize> {
    let mut names: Vec<&str> = pairs().map(|(_, name)| name).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut counts = BTreeMap::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let name = names.iter().find(|name| rest.starts_with(**name));
        if let Some(name) = name {
            *counts.entry(*name).or_default() += 1;
        }
        rest = &rest[name.map_or(c.len_utf8(), |name| name.len())..];
    }
    counts
}

#[test]
fn mention_counts_match_the_reference_implementation() {
    let Some(text) = novel() else { return };
    let lexicon = Lexicon::new(pairs());
    let expected = reference_counts(&text);
    let mentions = lexicon.mentions(&text);
    let index = TextIndex::new(&text);
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for mention in &mentions {
        assert_eq!(lexicon.name(mention.name), index.get(mention.range));
        *by_name.entry(index.slice(mention.range)).or_default() += 1;
    }
    assert_eq!(by_name, expected);

    let mut by_character: BTreeMap<u32, usize> = BTreeMap::new();
    for (owner, name) in pairs() {
        *by_character.entry(owner).or_default() += expected.get(name).copied().unwrap_or_default();
    }
    assert_eq!(by_character.len(), 40);
    assert!(by_character.values().all(|count| *count > 0), "{by_character:?}");
    assert_eq!(lexicon.count_by_owner(&text), by_character);
    assert!(mentions.windows(2).all(|pair| pair[0].range.end() <= pair[1].range.start()));
}

#[test]
fn a_long_name_does_not_mention_the_short_one() {
    let Some(text) = novel() else { return };
    let counts = reference_counts(&text);
    let occurrences = |name: &str| text.matches(name).count();
    // No other name of the table overlaps these.
    for (long, short) in [("凤姐儿", "凤姐"), ("林黛玉", "黛玉"), ("邢岫烟", "岫烟")] {
        assert_eq!(counts[long], occurrences(long), "{long}");
        assert_eq!(counts[short], occurrences(short) - occurrences(long), "{short}");
    }
    let lexicon = Lexicon::new(pairs());
    let mentioned = |text: &str| -> Vec<String> {
        let names = lexicon.mentions(text).into_iter();
        names.filter_map(|mention| lexicon.name(mention.name).map(str::to_owned)).collect()
    };
    assert_eq!(mentioned("贾宝玉和甄宝玉"), ["贾宝玉", "宝玉"]);
    assert_eq!(mentioned("琏二爷见了琏二奶奶，宝二爷见了二爷"), ["琏二爷", "琏二奶奶", "宝二爷", "二爷"]);
    assert_eq!(mentioned("薛宝琴、宝钗、薛姨妈、姨太太"), ["薛宝琴", "宝钗", "薛姨妈", "姨太太"]);
    assert_eq!(lexicon.mentions("二爷")[0].owners, [0, 7]);
}
