//! How usual a word is in the book.

use std::collections::{HashMap, HashSet};

/// A word: two Chinese characters or kana beside each other, or a word in letters, as a number.
pub(super) type Term = u64;

/// In how many chapters of a book each word stands.
#[derive(Clone, Debug, Default)]
pub struct Background {
    chapters: u32,
    frequency: HashMap<Term, u32>,
}

impl Background {
    /// Of the chapters of a book, each given as its texts.
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

    /// How rare a word is: 0 for one of every chapter.
    pub(super) fn rarity(&self, term: Term) -> f64 {
        let frequency = self.frequency.get(&term).copied().unwrap_or(0).max(1);
        (f64::from(self.chapters.max(1) + 1) / f64::from(frequency)).ln()
    }
}

/// Whether two such characters beside each other are a word of their own.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{30a1}'..='\u{30fa}')
}

/// Calls `visit` with each word of a text, in order.
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

/// A word in letters, while it is read.
#[derive(Default)]
struct Word {
    hash: u64,
    letters: u32,
}

impl Word {
    /// FNV-1a, whose result is the same on every machine.
    fn take(&mut self, c: char) {
        let hash = if self.letters == 0 { 0xcbf2_9ce4_8422_2325 } else { self.hash };
        self.hash = (hash ^ u64::from(c)).wrapping_mul(0x0100_0000_01b3);
        self.letters += 1;
    }

    /// A word of three letters and less says little.
    fn end(&mut self, visit: &mut impl FnMut(Term)) {
        if self.letters > 3 {
            visit(self.hash | (1 << 63));
        }
        self.letters = 0;
    }
}
