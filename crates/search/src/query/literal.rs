//! One thing that is looked for: characters that stand in a text as they are written here.

use wenfang_text::CharRange;

use crate::terms::{Class, MAX_WORD_LEN, Run, class, folded, runs};

/// Terms of one literal that go into the question to the word index; of a longer one these are asked for, and the
/// paragraphs are read.
const MAX_TERMS: usize = 64;

/// Characters that are looked for as they are written, compared folded. A run of blanks stands for any run of blanks. A
/// word at either end is a whole word, save one that is a beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    /// As the author wrote it.
    pub(super) typed: String,
    /// Whether it stood in quotation marks.
    pub(super) is_phrase: bool,
    chars: Vec<char>,
    /// Whether the last word may go on.
    is_prefix: bool,
}

/// A question to the word index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    /// In the language of FTS5.
    pub(super) expression: String,
    /// Whether the paragraphs it finds are those that hold the literal; else some may be too many.
    pub(super) is_exact: bool,
}

impl Literal {
    /// A literal of `typed`; `None` when it shows nothing. A star after a word means that the word may go on.
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

    /// Where it stands in a folded text, from the front. Hits may overlap.
    pub(super) fn hits<'t>(&'t self, text: &'t [char]) -> impl Iterator<Item = CharRange> + 't {
        let first = self.chars.first().copied().unwrap_or_default();
        let starts = text.iter().enumerate().filter(move |&(_, &c)| c == first);
        starts.filter_map(|(at, _)| self.hit_at(text, at).map(|end| CharRange::new(at, end)))
    }

    /// Whether it stands in a folded text.
    pub(super) fn is_in(&self, text: &[char]) -> bool {
        self.hits(text).next().is_some()
    }

    /// The end of the hit that starts at `start`; of a word that may go on, the end of the word.
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

    /// What to ask the word index for; `None` when it knows nothing of the literal.
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
            // The last character of a run stands alone; at the end of the literal the run may go on.
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
