//! The known names, and where they stand in a text.
//!
//! Mentions come in order and never overlap: at each place, from left to right, the longest name that stands there with
//! its borders is mentioned, and matching goes on behind it.

use std::collections::{BTreeMap, HashMap};

use aho_corasick::{AhoCorasick, AhoCorasickKind, Input, MatchKind};

use super::border::{follows_word, is_word, next_beginning, precedes_word};
use crate::CharRange;
use crate::position::Cursor;

/// A name in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention<'l> {
    /// Who bears the name: each owner once, in the order in which the lexicon got them; never empty.
    pub owners: &'l [u32],
    /// Which name it is, for [`Lexicon::name`].
    pub name: u32,
    /// Where it stands.
    pub range: CharRange,
}

/// Names with those who bear them, ready to be found.
#[derive(Clone, Debug)]
pub struct Lexicon {
    names: Vec<Name>,
    /// `None` without names.
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
    /// The lexicon of pairs of an owner and a name. White space around names is ignored, and so are names without
    /// anything else. Several owners may bear one name, and one owner several.
    ///
    /// Names of more than a gigabyte together cannot be found.
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
        nest(&mut names);
        let automaton = if names.is_empty() { None } else { automaton(&names) };
        Self { names, automaton }
    }

    /// Whether it has no names, so that nothing is ever mentioned.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The distinct names, in the order in which the lexicon got them: the first is name 0.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(|name| name.text.as_str())
    }

    /// The name with a number.
    pub fn name(&self, number: u32) -> Option<&str> {
        self.names.get(number as usize).map(|name| name.text.as_str())
    }

    /// Those who bear the name with a number; nobody when there is no such name.
    pub fn owners(&self, number: u32) -> &[u32] {
        self.names.get(number as usize).map_or(&[], |name| &name.owners)
    }

    /// The mentions in a text, in order.
    ///
    /// Takes one pass over the text; beyond that, a place where a name stands without its borders costs at most the
    /// length of the longest name.
    pub fn mentions(&self, text: &str) -> Vec<Mention<'_>> {
        let mut cursor = Cursor::new(text);
        let mut mentions = Vec::new();
        self.walk(text, |number, name, start| {
            let range = cursor.range(start..start + name.text.len());
            mentions.push(Mention { owners: &name.owners, name: number, range });
        });
        mentions
    }

    /// How often each owner is mentioned; those who are not are left out.
    pub fn count_by_owner(&self, text: &str) -> BTreeMap<u32, usize> {
        let mut counts = vec![0_usize; self.names.len()];
        self.walk(text, |number, _, _| {
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

    /// Tells of each mention: the number of the name, the name, and the byte where it begins.
    fn walk<'l>(&'l self, text: &str, mut found: impl FnMut(u32, &'l Name, usize)) {
        let Some(automaton) = &self.automaton else { return };
        let mut from = 0;
        while let Some(hit) = automaton.find(Input::new(text).range(from..)) {
            from = match self.bordered(text, hit.pattern().as_u32(), hit.start()) {
                Some((number, name)) => {
                    found(number, name, hit.start());
                    hit.start() + name.text.len()
                }
                None => next_beginning(text, hit.start()),
            };
        }
    }

    /// The longest name with its borders at byte `start`, where the name `longest` is the longest without regard to
    /// borders: all others there are beginnings of it.
    fn bordered(&self, text: &str, longest: u32, start: usize) -> Option<(u32, &Name)> {
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

/// Finds for each name the longest other one that it begins with.
fn nest(names: &mut [Name]) {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_unstable_by(|&a, &b| names[a].text.cmp(&names[b].text));
    // In this order a name follows those that it begins with, each of them the beginning of the next.
    let mut beginnings: Vec<usize> = Vec::new();
    for number in order {
        while beginnings
            .pop_if(|&mut beginning| !names[number].text.starts_with(&names[beginning].text))
            .is_some()
        {}
        names[number].within = beginnings.last().and_then(|&beginning| u32::try_from(beginning).ok());
        beginnings.push(number);
    }
}

/// The automaton that finds the leftmost hit, and of several there the longest.
///
/// Of the three kinds the contiguous one is built as fast as the plainest, searches several times as fast, and for some
/// thousand names faster than the table of all transitions, which takes ten times as long to build and no longer fits
/// into the caches.
fn automaton(names: &[Name]) -> Option<AhoCorasick> {
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(names.iter().map(|name| &name.text))
        .ok()
}
