//! The query language of the word search.
//!
//! `雨夜 老周` finds paragraphs that contain both words. `"…"`, `“…”`, `「…」` and `『…』` enclose a phrase, including its
//! spaces; an unclosed quote extends to the end. `-词` or `NOT 词` excludes paragraphs. `eliz*` finds words with that
//! beginning; in scripts without spaces every word does. Everything is matched as written, including punctuation.
//! Letters and digits match whole words; `terms` defines how characters are compared.
//!
//! [`Query::matches`] defines the meaning of a query; [`Query::lookup`] asks the word index for the same
//! paragraphs, or for a superset that is then filtered by reading. Pure.

mod literal;
mod parse;

use wenfang_text::marks::Plain;
use wenfang_text::{CharRange, TextIndex};

use crate::terms::folded;
use literal::Literal;

/// Maximum number of literals sent to the word index; for longer queries the paragraphs are read.
const MAX_LITERALS: usize = 32;

/// A parsed query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    all: Vec<Literal>,
    none: Vec<Literal>,
}

/// The folded words of a text, without marks, and of its footnotes.
struct Words(Vec<Vec<char>>);

impl Words {
    fn of(text: &str) -> Self {
        let plain = Plain::of(text);
        let notes = plain.notes().iter().map(|note| folded(&note.text));
        Self(std::iter::once(folded(plain.text())).chain(notes).collect())
    }

    fn have(&self, literal: &Literal) -> bool {
        self.0.iter().any(|words| literal.is_in(words))
    }
}

/// How to look up a query in the word index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// The query is empty: nothing is found.
    Nothing,
    /// With an FTS5 expression.
    Match {
        expression: String,
        /// Whether the expression finds exactly the matches; otherwise the results must be read, too.
        is_exact: bool,
    },
    /// The word index cannot evaluate the query: every paragraph is read.
    Scan,
}

impl Query {
    /// Parses a query. Every input is valid.
    pub fn parse(typed: &str) -> Self {
        parse::parse(typed)
    }

    /// Whether the query has no literals; such a query matches nothing.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && self.none.is_empty()
    }

    /// Whether the query only excludes paragraphs.
    pub fn only_leaves_out(&self) -> bool {
        self.all.is_empty() && !self.none.is_empty()
    }

    /// Whether a text contains all quoted phrases of the query.
    pub fn phrases_are_in(&self, text: &str) -> bool {
        let text = Words::of(text);
        self.all.iter().filter(|literal| literal.is_phrase).all(|literal| text.have(literal))
    }

    /// Whether the query excludes a text.
    pub fn leaves_out(&self, text: &str) -> bool {
        let text = Words::of(text);
        self.none.iter().any(|literal| text.have(literal))
    }

    /// The included words as typed, separated by spaces: the input for an embedding model.
    pub fn plain(&self) -> String {
        self.all.iter().map(|literal| literal.typed.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Whether the query matches a text.
    pub fn matches(&self, text: &str) -> bool {
        let text = Words::of(text);
        !self.is_empty()
            && self.all.iter().all(|literal| text.have(literal))
            && !self.none.iter().any(|literal| text.have(literal))
    }

    /// The ranges of the included words in a text, in order and without overlaps, whether or not the query matches
    /// the text.
    pub fn marks(&self, text: &str) -> Vec<CharRange> {
        let plain = Plain::of(text);
        let mut hits = self.hits(plain.text());
        if !plain.is_whole() {
            hits.iter_mut().for_each(|hit| *hit = plain.to_raw(*hit));
            hits.extend(self.hits_in_notes(text, &plain));
        }
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

    fn hits(&self, text: &str) -> Vec<CharRange> {
        let text = folded(text);
        self.all.iter().flat_map(|literal| literal.hits(&text)).collect()
    }

    /// The hits in the footnotes of a text, as they are written.
    fn hits_in_notes(&self, text: &str, plain: &Plain<'_>) -> Vec<CharRange> {
        let index = TextIndex::new(text);
        let mut hits = Vec::new();
        for note in plain.notes() {
            let start = note.range.start().get();
            let found = self.hits(index.slice(note.range)).into_iter();
            hits.extend(found.map(|hit| CharRange::new(start + hit.start().get(), start + hit.end().get())));
        }
        hits
    }

    /// The included words that a text contains, as typed: the reason why it was found.
    pub fn found_in(&self, text: &str) -> Vec<&str> {
        let text = Words::of(text);
        self.all.iter().filter(|literal| text.have(literal)).map(|literal| literal.typed.as_str()).collect()
    }

    /// How to look up the query in the word index.
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
            // An exclusion must be exact: a phrase that matches too much would exclude too much.
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
