//! Deaths that the narrator states, and what the dead do afterwards, scene by scene.
//!
//! If a character acts often after a death stated only in the text, the statement was probably not a death and is
//! dropped.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use wenfang_text::CharRange;

use super::absent_acts::{Absence, acts_now, dies};
use super::prepared::{Language, Prepared};
use super::reading::{Mention, Reading};

/// The maximum number of acts after a death stated only in the text; with more, it was none.
const MAX_ACTS: usize = 3;

/// The deaths stated in each scene, and the acts of everyone who dies anywhere in the book.
#[derive(Debug)]
pub(super) struct Lives {
    /// Whose acts are known.
    dead: BTreeSet<usize>,
    scenes: Vec<Life>,
}

/// One scene. Mentions are given by their number in it.
#[derive(Clone, Debug, Default)]
struct Life {
    /// The mention of each death, and the range where it is stated.
    deaths: Arc<Vec<(usize, Mention, CharRange)>>,
    /// The mention of each act, and who acts.
    acts: Arc<Vec<(usize, usize)>>,
}

impl Lives {
    /// Reads the whole book.
    pub(super) fn new(prepared: &Prepared<'_>) -> Self {
        Self::read(prepared, |_| None, &BTreeSet::new())
    }

    /// Reads the changed scenes again, and takes the others from the same book before.
    pub(super) fn over(prepared: &Prepared<'_>, before: &Self, is_changed: &[bool]) -> Self {
        let kept = |rank: usize| match is_changed.get(rank) {
            Some(false) => before.scenes.get(rank),
            _ => None,
        };
        Self::read(prepared, kept, &before.dead)
    }

    /// Reads a book. A scene that is kept has the acts of the characters in `known`.
    fn read<'l>(
        prepared: &Prepared<'_>,
        kept: impl Fn(usize) -> Option<&'l Life>,
        known: &BTreeSet<usize>,
    ) -> Self {
        if prepared.language == Language::Other {
            return Self { dead: BTreeSet::new(), scenes: Vec::new() };
        }
        let all = 0..prepared.book.scenes.len();
        let deaths_at = |rank| match kept(rank) {
            Some(life) => Life::clone(life),
            None => Life { deaths: Arc::new(deaths(prepared, prepared.reading_at(rank))), ..Life::default() },
        };
        let mut scenes: Vec<Life> = all.map(deaths_at).collect();
        let stated = scenes.iter().flat_map(|life| life.deaths.iter());
        // What is kept may have acts of characters who no longer die. All scenes have the acts of the same characters.
        let dead: BTreeSet<usize> =
            stated.map(|(_, mention, _)| mention.who).chain(known.iter().copied()).collect();
        let unknown: BTreeSet<usize> = dead.difference(known).copied().collect();
        for (rank, life) in scenes.iter_mut().enumerate() {
            let missing = if kept(rank).is_some() { &unknown } else { &dead };
            if !missing.is_empty() {
                let added = acts(prepared, prepared.reading_at(rank), missing);
                Arc::make_mut(&mut life.acts).extend(added);
            }
        }
        Self { dead, scenes }
    }

    /// Returns the first death of each character, except those followed by too many acts, by the number of the
    /// character in the cast.
    pub(super) fn absences(&self, prepared: &Prepared<'_>) -> Vec<Absence> {
        let mut first: HashMap<usize, (usize, usize, CharRange)> = HashMap::new();
        let mut acts: HashMap<usize, usize> = HashMap::new();
        for (rank, life) in self.scenes.iter().enumerate() {
            for (number, mention, range) in life.deaths.iter() {
                first.entry(mention.who).or_insert((rank, *number, *range));
            }
            for (number, who) in life.acts.iter() {
                let is_after = first.get(who).is_some_and(|(scene, at, _)| (rank, *number) > (*scene, *at));
                *acts.entry(*who).or_default() += usize::from(is_after);
            }
        }
        let is_death = |who: &usize| acts.get(who).is_none_or(|acts| *acts <= MAX_ACTS);
        let deaths = first.into_iter().filter(|(who, _)| is_death(who));
        let mut absences: Vec<Absence> = deaths
            .filter_map(|(who, (rank, _, range))| {
                Some(Absence::stated(prepared.reading_at(rank)?, who, range))
            })
            .collect();
        absences.sort_by_key(Absence::who);
        absences
    }
}

fn deaths(prepared: &Prepared<'_>, reading: Option<&Reading<'_>>) -> Vec<(usize, Mention, CharRange)> {
    let stated = persons(prepared, reading).filter_map(|(reading, number, mention)| {
        Some((number, mention, dies(prepared, reading, mention.range)?))
    });
    stated.collect()
}

/// The acts of some characters in a scene.
fn acts(prepared: &Prepared<'_>, reading: Option<&Reading<'_>>, of: &BTreeSet<usize>) -> Vec<(usize, usize)> {
    let theirs = persons(prepared, reading).filter(|(_, _, mention)| of.contains(&mention.who));
    theirs
        .filter(|(reading, _, mention)| acts_now(prepared, reading, *mention).is_some())
        .map(|(_, number, mention)| (number, mention.who))
        .collect()
}

/// The mentions of persons, with their numbers among all mentions of the scene.
fn persons<'p, 'r>(
    prepared: &'p Prepared<'_>,
    reading: Option<&'p Reading<'r>>,
) -> impl Iterator<Item = (&'p Reading<'r>, usize, Mention)> {
    let mentions = reading.into_iter().flat_map(|reading| {
        reading.mentions.iter().enumerate().map(move |(number, mention)| (reading, number, *mention))
    });
    mentions.filter(|(_, _, mention)| prepared.is_person(mention.who))
}
