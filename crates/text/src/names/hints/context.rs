//! The context of names: the characters before and after the surest names of a book, compared with all characters of
//! the book.
//!
//! Learnt from each book separately, so it knows 曰 in books that use 曰 and 说 in books that use 说.

use std::collections::HashMap;

use super::passage::Passage;
use super::tally::Tally;

/// Relative frequencies of characters on one side of something; they sum to one.
#[derive(Clone, Debug, Default)]
struct Shares(HashMap<char, f64>);

/// Character frequencies around names and in the whole book.
pub(super) struct Context {
    before: Shares,
    after: Shares,
    anywhere: Shares,
}

/// The most that one character counts for or against a name, in nats.
const MAX_LOG_RATIO: f64 = 3.0;

/// The number of names that the defaults below weigh as much as, before a book contributes more.
const DEFAULTS_WEIGHT: f64 = 6.0;

crate::numbers! {
    const BEFORE = "names/context/before";
    const AFTER = "names/context/after";
}

/// The part of its share in the book that a character never seen next to a name gets.
const UNSEEN_SHARE: f64 = 0.15;

impl Context {
    /// Learns from the neighbours of sure names; each name counts the same.
    pub(super) fn learn<'t>(passages: &[Passage<'_>], sure: impl Iterator<Item = &'t Tally>) -> Self {
        let mut context =
            Self { before: Shares::default(), after: Shares::default(), anywhere: Shares::default() };
        for passage in passages {
            for c in passage.text.chars() {
                *context.anywhere.0.entry(class(c)).or_default() += 1.0;
            }
        }
        context.before.add_defaults(&BEFORE);
        context.after.add_defaults(&AFTER);
        for tally in sure {
            context.before.add(&tally.before);
            context.after.add(&tally.after);
        }
        for shares in [&mut context.before, &mut context.after, &mut context.anywhere] {
            shares.normalise();
        }
        context
    }

    /// How much more the neighbours on each side resemble those of names than any others, in nats per occurrence:
    /// above 0 for names. Few occurrences count less.
    pub(super) fn likeness(&self, tally: &Tally) -> [f64; 2] {
        [self.side(&self.before, &tally.before), self.side(&self.after, &tally.after)]
    }

    /// How much more often each end of a string occurs next to names than anywhere: verbs that names govern or
    /// follow. 笑 follows names, 见 precedes them.
    pub(super) fn lift_of_ends(&self, name: &[char]) -> [f64; 2] {
        let lift = |shares: &Shares, c: Option<&char>| {
            c.map_or(0.0, |c| shares.of(class(*c)) / self.anywhere.of(class(*c)).max(1e-7))
        };
        [lift(&self.before, name.first()), lift(&self.after, name.last())]
    }

    fn side(&self, near_names: &Shares, seen: &HashMap<char, usize>) -> f64 {
        let total: usize = seen.values().sum();
        let log_ratio: f64 = seen
            .iter()
            .map(|(c, count)| {
                let c = class(*c);
                let anywhere = self.anywhere.of(c).max(1e-7);
                let ratio = ((1.0 - UNSEEN_SHARE) * near_names.of(c) + UNSEEN_SHARE * anywhere) / anywhere;
                ratio.ln().clamp(-MAX_LOG_RATIO, MAX_LOG_RATIO) * *count as f64
            })
            .sum();
        // One neutral occurrence is added, for caution with few of them.
        log_ratio / (total as f64 + 1.0)
    }
}

impl Shares {
    fn add(&mut self, seen: &HashMap<char, usize>) {
        let total: usize = seen.values().sum();
        for (c, count) in seen {
            *self.0.entry(class(*c)).or_default() += *count as f64 / total.max(1) as f64;
        }
    }

    fn add_defaults(&mut self, defaults: &[(&str, u32)]) {
        let all: u32 = defaults.iter().map(|(chars, share)| chars.chars().count() as u32 * share).sum();
        for (chars, share) in defaults {
            for c in chars.chars() {
                *self.0.entry(c).or_default() += DEFAULTS_WEIGHT * f64::from(*share) / f64::from(all);
            }
        }
    }

    fn normalise(&mut self) {
        let total: f64 = self.0.values().sum();
        for share in self.0.values_mut() {
            *share /= total.max(f64::MIN_POSITIVE);
        }
    }

    fn of(&self, c: char) -> f64 {
        self.0.get(&c).copied().unwrap_or_default()
    }
}

/// Groups marks that end or open alike.
fn class(c: char) -> char {
    match c {
        '。' | '！' | '？' | '!' | '?' | '.' | '…' | '\n' | '\0' => '。',
        '，' | '；' | ',' | ';' => '，',
        '：' | ':' => '：',
        '“' | '「' | '『' | '‘' | '《' | '（' | '(' => '“',
        '”' | '」' | '』' | '’' | '》' | '）' | ')' => '”',
        c if c.is_whitespace() => '。',
        c => c,
    }
}
