//! How common words are in the book.

use std::collections::{HashMap, HashSet};

/// A term as a number: two adjacent Chinese characters or kana, or a word of letters.
pub(super) type Term = u64;

/// The number of chapters of a book in which each term occurs.
#[derive(Clone, Debug, Default)]
pub struct Background {
    chapters: u32,
    frequency: HashMap<Term, u32>,
}

impl Background {
    /// Builds the background from the chapters of a book, each given as its texts.
    pub fn of<'t, Texts>(chapters: impl IntoIterator<Item = Texts>) -> Self
    where
        Texts: IntoIterator<Item = &'t str>,
    {
        let mut background = Self::default();
        let mut seen: HashSet<Term> = HashSet::new();
        for texts in chapters {
            seen.clear();
            for text in texts {
                for_each_term(text, |term| {
                    seen.insert(term);
                });
            }
            background.chapters += 1;
            for term in &seen {
                *background.frequency.entry(*term).or_default() += 1;
            }
        }
        background
    }

    /// The rarity of a term: 0 if it occurs in every chapter.
    pub(super) fn rarity(&self, term: Term) -> f64 {
        let frequency = self.frequency.get(&term).copied().unwrap_or(0).max(1);
        (f64::from(self.chapters.max(1) + 1) / f64::from(frequency)).ln()
    }
}

/// Whether adjacent characters of this kind form terms in pairs.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{30a1}'..='\u{30fa}')
}

/// Calls `visit` with each term of a text, in order.
pub(super) fn for_each_term(text: &str, mut visit: impl FnMut(Term)) {
    let mut before: Option<char> = None;
    let mut word = Word::default();
    for c in text.chars().chain([' ']) {
        if is_han(c) {
            word.end(&mut visit);
            if let Some(before) = before {
                visit((u64::from(before) << 32) | u64::from(c));
            }
            before = Some(c);
            continue;
        }
        before = None;
        if c.is_alphabetic() {
            c.to_lowercase().for_each(|c| word.take(c));
        } else {
            word.end(&mut visit);
        }
    }
}

/// A word of letters being read.
#[derive(Default)]
struct Word {
    hash: u64,
    letters: u32,
}

impl Word {
    /// FNV-1a, which gives the same result on every machine.
    fn take(&mut self, c: char) {
        let hash = if self.letters == 0 { 0xcbf2_9ce4_8422_2325 } else { self.hash };
        self.hash = (hash ^ u64::from(c)).wrapping_mul(0x0100_0000_01b3);
        self.letters += 1;
    }

    /// Ends the word. Words of three letters or fewer carry little meaning and are skipped.
    fn end(&mut self, visit: &mut impl FnMut(Term)) {
        if self.letters > 3 {
            visit(self.hash | (1 << 63));
        }
        self.letters = 0;
    }
}
