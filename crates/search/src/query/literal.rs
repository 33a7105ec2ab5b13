//! A literal: a word or phrase that is matched as written.

use wenfang_text::CharRange;

use crate::terms::{Class, MAX_WORD_LEN, Run, class, folded, runs};

/// Maximum number of terms of a literal sent to the word index; for a longer literal the paragraphs are read, too.
const MAX_TERMS: usize = 64;

/// Characters that are matched as written, after folding. A run of spaces matches any run of spaces. A word at
/// either end must be a whole word, unless it is a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    /// As the author typed it.
    pub(super) typed: String,
    /// Whether it was in quotation marks.
    pub(super) is_phrase: bool,
    chars: Vec<char>,
    /// Whether the last word is a prefix.
    is_prefix: bool,
}

/// A query for the word index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    /// An FTS5 expression.
    pub(super) expression: String,
    /// Whether it finds exactly the paragraphs with the literal; otherwise it finds a superset.
    pub(super) is_exact: bool,
}

impl Literal {
    /// Parses `typed`; `None` when nothing visible is left. A star after a word makes it a prefix.
    pub(super) fn new(typed: &str, is_phrase: bool) -> Option<Self> {
        let mut chars: Vec<char> = Vec::new();
        for c in folded(typed) {
            if c != ' ' || chars.last().is_some_and(|&before| before != ' ') {
                chars.push(c);
            }
        }
        chars.pop_if(|c| *c == ' ');
        let before_star = chars.iter().rev().find(|&&c| c != '*').map(|&c| class(c));
        let is_starred = !is_phrase && chars.last() == Some(&'*');
        let mut is_prefix = false;
        if is_starred && matches!(before_star, Some(Class::Word | Class::Joined)) {
            while chars.pop_if(|c| *c == '*').is_some() {}
            is_prefix = before_star == Some(Class::Word);
        }
        (!chars.is_empty()).then(|| Self { typed: typed.trim().to_owned(), is_phrase, chars, is_prefix })
    }

    /// The hits in a folded text, in order. Hits may overlap.
    pub(super) fn hits<'t>(&'t self, text: &'t [char]) -> impl Iterator<Item = CharRange> + 't {
        let first = self.chars.first().copied().unwrap_or_default();
        let starts = text.iter().enumerate().filter(move |&(_, &c)| c == first);
        starts.filter_map(|(at, _)| self.hit_at(text, at).map(|end| CharRange::new(at, end)))
    }

    /// Whether a folded text contains the literal.
    pub(super) fn is_in(&self, text: &[char]) -> bool {
        self.hits(text).next().is_some()
    }

    /// The end of the hit that starts at `start`; for a prefix, the end of the word.
    fn hit_at(&self, text: &[char], start: usize) -> Option<usize> {
        let is_word =
            |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(|&c| class(c) == Class::Word);
        let mut end = start;
        for &wanted in &self.chars {
            if *text.get(end)? != wanted {
                return None;
            }
            end += 1;
            while wanted == ' ' && text.get(end) == Some(&' ') {
                end += 1;
            }
        }
        let starts_word = self.chars.first().is_some_and(|&c| class(c) == Class::Word);
        if starts_word && is_word(start.checked_sub(1)) {
            return None;
        }
        let ends_word = self.chars.last().is_some_and(|&c| class(c) == Class::Word);
        if ends_word && is_word(Some(end)) {
            if !self.is_prefix {
                return None;
            }
            while is_word(Some(end)) {
                end += 1;
            }
        }
        Some(end)
    }

    /// The phrase for the word index; `None` when the index cannot evaluate the literal.
    pub(super) fn phrase(&self) -> Option<Phrase> {
        let mut terms: Vec<String> = Vec::new();
        let mut ends_open = false;
        let mut is_cut = false;
        let mut count = 0;
        for run in runs(&self.chars) {
            count += 1;
            if terms.len() >= MAX_TERMS {
                is_cut = true;
                break;
            }
            let Run { class, chars, is_last } = run;
            if class == Class::Word {
                is_cut |= chars.len() >= MAX_WORD_LEN;
                terms.push(chars.iter().take(MAX_WORD_LEN).collect());
                ends_open = is_last && self.is_prefix && chars.len() < MAX_WORD_LEN;
                continue;
            }
            terms.extend(chars.windows(2).map(|pair| pair.iter().collect::<String>()));
            // The last character of a run is a term of its own; at the end of the literal the run may continue.
            ends_open = is_last && chars.len() == 1;
            if !is_last || ends_open {
                terms.extend(chars.last().map(ToString::to_string));
            }
        }
        if terms.len() > MAX_TERMS {
            terms.truncate(MAX_TERMS);
            is_cut = true;
        }
        if terms.is_empty() {
            return None;
        }
        let star = if ends_open && !is_cut { " *" } else { "" };
        let expression = format!("\"{}\"{star}", terms.join(" "));
        let is_whole = runs(&self.chars).next().is_some_and(|run| run.chars.len() == self.chars.len());
        Some(Phrase { expression, is_exact: count == 1 && is_whole && !is_cut })
    }
}
