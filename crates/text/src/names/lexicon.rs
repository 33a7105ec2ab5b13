//! Finds known names in a text.
//!
//! Mentions are in order and never overlap: at each position, from left to right, the longest name with valid borders
//! is mentioned, and the search continues after it.

use std::collections::{BTreeMap, HashMap};

use aho_corasick::{AhoCorasick, AhoCorasickKind, Input, MatchKind};

use super::border::{follows_word, is_word, next_beginning, precedes_word};
use crate::CharRange;
use crate::marks::Plain;
use crate::position::Cursor;

/// An occurrence of a known name in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention<'l> {
    /// The owners of the name, each once, in the order in which the lexicon received them; never empty.
    pub owners: &'l [u32],
    /// The number of the name, for [`Lexicon::name`].
    pub name: u32,
    pub range: CharRange,
}

/// Names and their owners, ready for searching.
#[derive(Clone, Debug)]
pub struct Lexicon {
    names: Vec<Name>,
    /// `None` if there are no names.
    automaton: Option<AhoCorasick>,
}

#[derive(Clone, Debug)]
struct Name {
    text: String,
    owners: Vec<u32>,
    /// The longest other name that this one begins with.
    within: Option<u32>,
    begins_a_word: bool,
    ends_a_word: bool,
}

impl Lexicon {
    /// Builds a lexicon from pairs of an owner and a name. White space around names is ignored, and so are empty
    /// names. A name may have several owners, and an owner several names.
    ///
    /// Names of more than a gigabyte in total cannot be found.
    pub fn new<'n>(pairs: impl IntoIterator<Item = (u32, &'n str)>) -> Self {
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut names: Vec<Name> = Vec::new();
        for (owner, text) in pairs {
            let text = text.trim();
            let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else { continue };
            let number = *numbers.entry(text).or_insert(names.len());
            match names.get_mut(number) {
                Some(name) if name.owners.contains(&owner) => {}
                Some(name) => name.owners.push(owner),
                None => names.push(Name {
                    text: text.to_owned(),
                    owners: vec![owner],
                    within: None,
                    begins_a_word: is_word(first),
                    ends_a_word: is_word(last),
                }),
            }
        }
        link_prefixes(&mut names);
        let automaton = if names.is_empty() { None } else { automaton(&names) };
        Self { names, automaton }
    }

    /// Whether there are no names, so that nothing is ever mentioned.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The distinct names, in the order in which the lexicon received them: the first is name 0.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(|name| name.text.as_str())
    }

    /// The name with a number.
    pub fn name(&self, number: u32) -> Option<&str> {
        self.names.get(number as usize).map(|name| name.text.as_str())
    }

    /// The owners of the name with a number; empty if there is no such name.
    pub fn owners(&self, number: u32) -> &[u32] {
        self.names.get(number as usize).map_or(&[], |name| &name.owners)
    }

    /// The mentions in a text, in order.
    ///
    /// Takes one pass over the text; in addition, an occurrence of a name without valid borders costs at most the
    /// length of the longest name.
    ///
    /// [Marks](crate::marks) are ignored: `*宝*玉` mentions 宝玉. Footnotes are not searched.
    pub fn mentions(&self, text: &str) -> Vec<Mention<'_>> {
        let plain = Plain::of(text);
        let mut mentions = self.mentions_in(plain.text());
        if !plain.is_whole() {
            mentions.iter_mut().for_each(|mention| mention.range = plain.to_raw(mention.range));
        }
        mentions
    }

    fn mentions_in(&self, text: &str) -> Vec<Mention<'_>> {
        let mut cursor = Cursor::new(text);
        let mut mentions = Vec::new();
        self.walk(text, |number, name, start| {
            let range = cursor.range(start..start + name.text.len());
            mentions.push(Mention { owners: &name.owners, name: number, range });
        });
        mentions
    }

    /// The number of mentions of each owner, without owners that are not mentioned.
    pub fn count_by_owner(&self, text: &str) -> BTreeMap<u32, usize> {
        let mut counts = vec![0_usize; self.names.len()];
        self.walk(Plain::of(text).text(), |number, _, _| {
            if let Some(count) = counts.get_mut(number as usize) {
                *count += 1;
            }
        });
        let mut by_owner = BTreeMap::new();
        for (name, count) in self.names.iter().zip(counts).filter(|(_, count)| *count > 0) {
            for owner in &name.owners {
                *by_owner.entry(*owner).or_default() += count;
            }
        }
        by_owner
    }

    /// Calls `found` for each mention with the number of the name, the name, and its start byte.
    fn walk<'l>(&'l self, text: &str, mut found: impl FnMut(u32, &'l Name, usize)) {
        let Some(automaton) = &self.automaton else { return };
        let mut from = 0;
        while let Some(hit) = automaton.find(Input::new(text).range(from..)) {
            from = match self.longest_with_borders(text, hit.pattern().as_u32(), hit.start()) {
                Some((number, name)) => {
                    found(number, name, hit.start());
                    hit.start() + name.text.len()
                }
                None => next_beginning(text, hit.start()),
            };
        }
    }

    /// The longest name with valid borders at byte `start`. `longest` is the longest name there regardless of
    /// borders; all other names at this position are prefixes of it.
    fn longest_with_borders(&self, text: &str, longest: u32, start: usize) -> Option<(u32, &Name)> {
        let mut candidate = Some(longest);
        while let Some(number) = candidate {
            let name = self.names.get(number as usize)?;
            if name.begins_a_word && follows_word(text, start) {
                return None;
            }
            if !(name.ends_a_word && precedes_word(text, start + name.text.len())) {
                return Some((number, name));
            }
            candidate = name.within;
        }
        None
    }
}

/// Finds for each name the longest other name that it begins with.
fn link_prefixes(names: &mut [Name]) {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_unstable_by(|&a, &b| names[a].text.cmp(&names[b].text));
    // In this order, a name follows its prefixes, each of which is a prefix of the next.
    let mut prefixes: Vec<usize> = Vec::new();
    for number in order {
        while prefixes.pop_if(|&mut prefix| !names[number].text.starts_with(&names[prefix].text)).is_some() {}
        names[number].within = prefixes.last().and_then(|&prefix| u32::try_from(prefix).ok());
        prefixes.push(number);
    }
}

/// The automaton that finds the leftmost-longest hit.
///
/// Of the three kinds, the contiguous NFA is built as fast as the simplest and searches several times as fast. For
/// some thousand names it is also faster than the DFA, which takes ten times as long to build and no longer fits into
/// the caches.
fn automaton(names: &[Name]) -> Option<AhoCorasick> {
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(names.iter().map(|name| &name.text))
        .ok()
}
