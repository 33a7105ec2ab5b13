//! Finds the lore entries that a passage triggers.
//!
//! Names, keywords and `and_keywords` are found as [`Lexicon`] finds names: Han characters anywhere, Latin words as
//! whole words, the longest at each position. The three are searched for separately, so a keyword is found inside a
//! name (剑 in 青锋剑), and only a longer keyword hides it. A word is present if it is in any of the texts.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::Serialize;
use wenfang_text::Lexicon;

use super::lore::LoreRecord;
use crate::LoreEntryId;

/// A triggered entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Triggered {
    pub entry: LoreEntryId,
    pub by: Trigger,
    /// The number of occurrences of its names and keywords in the texts; a keyword that is also one of its names
    /// counts once.
    pub hits: usize,
}

/// Why an entry was triggered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// It is a constant entry.
    Constant,
    /// One of its names is present; the first in the order of the entry.
    Name(String),
    /// A keyword is present, but no name; the first in the order of the entry.
    Keyword(String),
}

/// The entries that `texts` trigger: constant ones first, then by priority from 10 down, by hits, by id.
///
/// Constant entries are always triggered, disabled ones never. Other entries are triggered if a name or keyword and
/// all their `and_keywords` are present. For repeated queries, build a [`LoreTriggers`] once.
pub fn triggered(entries: &[(LoreEntryId, LoreRecord)], texts: &[&str]) -> Vec<Triggered> {
    LoreTriggers::new(entries).triggered(texts)
}

/// The words of many entries, ready for searching.
#[derive(Clone, Debug)]
pub struct LoreTriggers {
    entries: Vec<Entry>,
    names: Lexicon,
    keywords: Lexicon,
    and_keywords: Lexicon,
}

/// The data of an entry that is not disabled.
#[derive(Clone, Debug)]
struct Entry {
    id: LoreEntryId,
    is_constant: bool,
    priority: u8,
    /// The number of different words that must all be present.
    needed: usize,
    /// In the order of the record.
    names: Vec<String>,
    keywords: Vec<String>,
}

impl LoreTriggers {
    /// Prepares the words of these entries.
    pub fn new(entries: &[(LoreEntryId, LoreRecord)]) -> Self {
        let live: Vec<&(LoreEntryId, LoreRecord)> =
            entries.iter().filter(|(_, record)| !record.disabled).collect();
        let needed =
            live.iter().map(|(_, record)| words(record.and_keywords.iter().map(String::as_str), &[]));
        let needed: Vec<Vec<String>> = needed.collect();
        let prepared = live.iter().zip(&needed).map(|((id, record), needed)| {
            let names = words(record.names(), &[]);
            let keywords = words(record.keywords.iter().map(String::as_str), &names);
            let (is_constant, priority) = (record.constant, record.priority);
            Entry { id: *id, is_constant, priority, needed: needed.len(), names, keywords }
        });
        let entries: Vec<Entry> = prepared.collect();
        Self {
            names: lexicon(entries.iter().map(|entry| &entry.names)),
            keywords: lexicon(entries.iter().map(|entry| &entry.keywords)),
            and_keywords: lexicon(needed.iter()),
            entries,
        }
    }

    /// The entries that `texts` trigger; see [`triggered`].
    pub fn triggered(&self, texts: &[&str]) -> Vec<Triggered> {
        let names = Found::new(&self.names, texts);
        let keywords = Found::new(&self.keywords, texts);
        let and_keywords = Found::new(&self.and_keywords, texts);
        let mut all = Vec::new();
        for (owner, entry) in (0_u32..).zip(&self.entries) {
            let name = || names.first(owner, &entry.names).map(Trigger::Name);
            let keyword = || keywords.first(owner, &entry.keywords).map(Trigger::Keyword);
            let is_met = || and_keywords.distinct(owner) == entry.needed;
            let by = if entry.is_constant {
                Some(Trigger::Constant)
            } else {
                name().or_else(keyword).filter(|_| is_met())
            };
            let hits = names.hits(owner) + keywords.hits(owner);
            all.extend(by.map(|by| (entry, Triggered { entry: entry.id, by, hits })));
        }
        all.sort_by_key(|(entry, found)| {
            (!entry.is_constant, std::cmp::Reverse(entry.priority), std::cmp::Reverse(found.hits), entry.id)
        });
        all.into_iter().map(|(_, found)| found).collect()
    }
}

/// The words, trimmed and without duplicates, empty ones and those in `excluded`.
fn words<'a>(list: impl Iterator<Item = &'a str>, excluded: &[String]) -> Vec<String> {
    let mut seen: HashSet<&str> = excluded.iter().map(String::as_str).chain([""]).collect();
    list.map(str::trim).filter(|word| seen.insert(word)).map(str::to_owned).collect()
}

/// A lexicon in which the owner of a word is the index of its list.
fn lexicon<'a>(lists: impl Iterator<Item = &'a Vec<String>>) -> Lexicon {
    Lexicon::new(
        (0_u32..).zip(lists).flat_map(|(owner, words)| words.iter().map(move |word| (owner, word.as_str()))),
    )
}

/// The matches of one lexicon.
struct Found<'l> {
    lexicon: &'l Lexicon,
    /// By owner: its words that are present, and the number of their occurrences.
    by_owner: BTreeMap<u32, (BTreeSet<u32>, usize)>,
}

impl<'l> Found<'l> {
    fn new(lexicon: &'l Lexicon, texts: &[&str]) -> Self {
        let mut by_owner: BTreeMap<u32, (BTreeSet<u32>, usize)> = BTreeMap::new();
        for mention in texts.iter().flat_map(|text| lexicon.mentions(text)) {
            for owner in mention.owners {
                let (words, hits) = by_owner.entry(*owner).or_default();
                words.insert(mention.name);
                *hits += 1;
            }
        }
        Self { lexicon, by_owner }
    }

    fn hits(&self, owner: u32) -> usize {
        self.by_owner.get(&owner).map_or(0, |(_, hits)| *hits)
    }

    fn distinct(&self, owner: u32) -> usize {
        self.by_owner.get(&owner).map_or(0, |(words, _)| words.len())
    }

    /// The first of `words` that is present for the owner.
    fn first(&self, owner: u32, words: &[String]) -> Option<String> {
        let (found, _) = self.by_owner.get(&owner)?;
        let found: Vec<&str> = found.iter().filter_map(|number| self.lexicon.name(*number)).collect();
        words.iter().find(|word| found.contains(&word.as_str())).cloned()
    }
}

#[cfg(test)]
mod tests;
