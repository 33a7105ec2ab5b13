//! What an author types to find words.
//!
//! `雨夜 老周` finds paragraphs that hold both. `"…"`, `“…”`, `「…」` and `『…』` hold a phrase, blanks and all; a quote
//! that is not closed goes on to the end. `-词` or `NOT 词` leaves paragraphs out. `eliz*` finds words that begin so; in
//! scripts without spaces every word does. Everything is found as it is written, punctuation too; letters and digits
//! are found as whole words, and how characters are compared is in `terms`.
//!
//! [`Query::matches`] is the meaning of a query; [`Query::lookup`] asks the word index for the same paragraphs, or for
//! some more that are then read. Pure.

mod literal;
mod parse;

use wenfang_text::CharRange;

use crate::terms::folded;
use literal::Literal;

/// Literals that go into the question to the word index; of a longer query the paragraphs are read.
const MAX_LITERALS: usize = 32;

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    all: Vec<Literal>,
    none: Vec<Literal>,
}

/// How the word index is asked for a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// The query names nothing: nothing is found.
    Nothing,
    /// By an expression of FTS5.
    Match {
        /// The expression.
        expression: String,
        /// Whether it finds what the query means; else what it finds must be read as well.
        is_exact: bool,
    },
    /// The word index knows nothing of it: every paragraph is read.
    Scan,
}

impl Query {
    /// Reads a query. Nothing is an error.
    pub fn parse(typed: &str) -> Self {
        parse::parse(typed)
    }

    /// Whether it names nothing, neither to find nor to leave out; such a query matches nothing.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && self.none.is_empty()
    }

    /// Whether it only says what to leave out.
    pub fn only_leaves_out(&self) -> bool {
        self.all.is_empty() && !self.none.is_empty()
    }

    /// Whether a paragraph holds what stood in quotation marks, whatever else it holds.
    pub fn phrases_are_in(&self, text: &str) -> bool {
        let text = folded(text);
        self.all.iter().filter(|literal| literal.is_phrase).all(|literal| literal.is_in(&text))
    }

    /// Whether it leaves a paragraph out, whatever else it says.
    pub fn leaves_out(&self, text: &str) -> bool {
        let text = folded(text);
        self.none.iter().any(|literal| literal.is_in(&text))
    }

    /// What it names to be found, as it was typed, parted by spaces: what a model is asked for.
    pub fn plain(&self) -> String {
        self.all.iter().map(|literal| literal.typed.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Whether a paragraph is found by it.
    pub fn matches(&self, text: &str) -> bool {
        let text = folded(text);
        !self.is_empty()
            && self.all.iter().all(|literal| literal.is_in(&text))
            && !self.none.iter().any(|literal| literal.is_in(&text))
    }

    /// Where in a text the words stand that it looks for, in order and never overlapping, whether the text is found by
    /// it or not.
    pub fn marks(&self, text: &str) -> Vec<CharRange> {
        let text = folded(text);
        let mut hits: Vec<CharRange> = self.all.iter().flat_map(|literal| literal.hits(&text)).collect();
        hits.sort_unstable_by_key(|hit| (hit.start(), hit.end()));
        let mut marks: Vec<CharRange> = Vec::with_capacity(hits.len());
        for hit in hits {
            match marks.last_mut() {
                Some(last) if last.overlaps(hit) => {
                    *last = CharRange::new(last.start().get(), last.end().max(hit.end()).get());
                }
                _ => marks.push(hit),
            }
        }
        marks
    }

    /// Which of the words it looks for stand in a text, as they were typed: why the text was found.
    pub fn found_in(&self, text: &str) -> Vec<&str> {
        let text = folded(text);
        self.all.iter().filter(|literal| literal.is_in(&text)).map(|literal| literal.typed.as_str()).collect()
    }

    /// How the word index is asked for it.
    pub fn lookup(&self) -> Lookup {
        if self.is_empty() {
            return Lookup::Nothing;
        }
        let phrases: Vec<_> = self.all.iter().map(Literal::phrase).collect();
        let mut is_exact = phrases.len() <= MAX_LITERALS
            && phrases.iter().all(|phrase| phrase.as_ref().is_some_and(|phrase| phrase.is_exact));
        let wanted: Vec<String> =
            phrases.into_iter().flatten().take(MAX_LITERALS).map(|phrase| phrase.expression).collect();
        if wanted.is_empty() {
            return Lookup::Scan;
        }
        let mut unwanted = Vec::new();
        for literal in &self.none {
            // What is left out must be left out rightly: a phrase that finds too much would leave out too much.
            match literal.phrase().filter(|phrase| phrase.is_exact && unwanted.len() < MAX_LITERALS) {
                Some(phrase) => unwanted.push(phrase.expression),
                None => is_exact = false,
            }
        }
        let mut expression = format!("({})", wanted.join(" AND "));
        if !unwanted.is_empty() {
            expression = format!("{expression} NOT ({})", unwanted.join(" OR "));
        }
        Lookup::Match { expression, is_exact }
    }
}

#[cfg(test)]
mod tests;
