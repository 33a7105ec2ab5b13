//! Splits a text into words for spell-checking.
//!
//! A compound is a run of Latin letters and digits, with the apostrophes and hyphens inside it. Everything else
//! separates words, including emphasis marks and letters of other scripts.

use crate::links::links;

/// A run of letters with the apostrophes and hyphens between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Compound<'t> {
    pub(crate) text: &'t str,
    /// In chars of the text.
    pub(crate) start: usize,
    /// The marks directly before and after it.
    pub(crate) around: Around,
}

/// The marks that touch a word and may belong to it: apostrophes, which may also be quotation marks, and a full stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Around {
    pub(crate) before: bool,
    pub(crate) behind: bool,
    pub(crate) stop: bool,
}

/// Whether a text is exactly one word.
pub fn is_word(text: &str) -> bool {
    matches!(compounds(text).as_slice(), [only] if only.text.len() == text.len())
}

/// The compounds of a text, in order, without those inside addresses.
pub(crate) fn compounds(text: &str) -> Vec<Compound<'_>> {
    let links = links(text);
    let mut links = links.iter().peekable();
    let mut compounds = Vec::new();
    let mut chars = text.char_indices().enumerate().peekable();
    let mut previous = None;
    while let Some((start, (from, c))) = chars.next() {
        if !is_letter(c) {
            previous = Some(c);
            continue;
        }
        let (mut to, mut last) = (from + c.len_utf8(), c);
        while let Some((_, (at, c))) = chars.peek().copied() {
            let next = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
            let joins = is_inside(c) && next.is_some_and(is_letter);
            if !is_letter(c) && !joins {
                break;
            }
            (to, last) = (at + c.len_utf8(), c);
            chars.next();
        }
        let next = text.get(to..).and_then(|rest| rest.chars().next());
        let around = Around {
            before: previous.is_some_and(is_apostrophe),
            behind: next.is_some_and(is_apostrophe),
            stop: next == Some('.'),
        };
        while links.next_if(|link| link.end <= from).is_some() {}
        if links.peek().is_none_or(|link| link.start >= to)
            && let Some(text) = text.get(from..to)
        {
            compounds.push(Compound { text, start, around });
        }
        previous = Some(last);
    }
    compounds
}

/// The parts of a compound between hyphens, each with its start in chars of the compound.
pub(crate) fn parts(compound: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    compound.split(is_hyphen).map(move |part| {
        let at = start;
        start += part.chars().count() + 1;
        (at, part)
    })
}

/// A word as dictionaries spell it: with straight apostrophes and plain hyphens, without soft hyphens.
pub(crate) fn plain(word: &str) -> String {
    let normalised = |c: char| match c {
        c if is_apostrophe(c) => '\'',
        c if is_hyphen(c) => '-',
        c => c,
    };
    word.chars().filter(|c| *c != SOFT_HYPHEN).map(normalised).collect()
}

const SOFT_HYPHEN: char = '\u{ad}';

/// Letters and digits of words in Latin script, and combining marks.
fn is_letter(c: char) -> bool {
    match c {
        '0'..='9' | 'A'..='Z' | 'a'..='z' | SOFT_HYPHEN => true,
        // Latin-1, Latin Extended-A and -B, combining marks, Latin Extended Additional, ligatures as characters.
        '\u{c0}'..='\u{24f}' => !matches!(c, '×' | '÷'),
        '\u{300}'..='\u{36f}' | '\u{1e00}'..='\u{1eff}' | '\u{fb00}'..='\u{fb06}' => true,
        _ => false,
    }
}

fn is_inside(c: char) -> bool {
    is_apostrophe(c) || is_hyphen(c)
}

pub(crate) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | 'ʼ')
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        compounds(text).into_iter().map(|compound| compound.text).collect()
    }

    #[test]
    fn words_contain_no_marks_but_apostrophes_and_hyphens() {
        assert_eq!(
            texts("“Don’t,” said he, 'or I'll--well…'"),
            ["Don’t", "said", "he", "or", "I'll", "well"]
        );
        assert_eq!(texts("a well-known _very_ **old** man"), ["a", "well-known", "very", "old", "man"]);
        assert_eq!(texts("naïve café, Brontë—Æsop"), ["naïve", "café", "Brontë", "Æsop"]);
        assert_eq!(
            texts("the girls’ 2nd room, the year 1812"),
            ["the", "girls", "2nd", "room", "the", "year", "1812"]
        );
    }

    #[test]
    fn other_scripts_and_addresses_are_ignored() {
        assert_eq!(texts("他说hello，又说привет。"), ["hello"]);
        assert_eq!(texts("see https://x.example/mispelt and joe@x.example now"), ["see", "and", "now"]);
    }

    #[test]
    fn marks_that_touch_a_word_are_reported() {
        let around = |text: &'static str| compounds(text).first().unwrap().around;
        assert_eq!(around("’tis"), Around { before: true, ..Around::default() });
        assert_eq!(around("goin’ on"), Around { behind: true, ..Around::default() });
        assert_eq!(around("etc."), Around { stop: true, ..Around::default() });
        assert_eq!(around("plain"), Around::default());
    }

    #[test]
    fn is_word_accepts_exactly_one_word() {
        assert!(is_word("Pemberley") && is_word("mother-in-law") && is_word("ma’am"));
        assert!(!is_word("two words") && !is_word("") && !is_word("-x") && !is_word("文房"));
    }

    proptest! {
        #[test]
        fn compounds_report_their_position(text in "[a-z'’\\- é文@.:/0-9*_\u{1d11e}]{0,60}") {
            let chars: Vec<char> = text.chars().collect();
            let mut end = 0;
            for compound in compounds(&text) {
                let length = compound.text.chars().count();
                prop_assert!(compound.start >= end);
                end = compound.start + length;
                prop_assert_eq!(chars[compound.start..end].iter().collect::<String>(), compound.text);
                for (at, part) in parts(compound.text) {
                    let here = compound.start + at;
                    let found: String = chars[here..here + part.chars().count()].iter().collect();
                    prop_assert_eq!(found, part);
                }
            }
        }
    }
}
