//! The terms of a text, as stored in the word index.
//!
//! Scripts without spaces between words (Han, kana, hangul, Thai and related scripts) are *joined*: each character
//! forms a term with the next one, and the last of a run is a term of its own. So a run of characters is searched
//! as a phrase of terms, and a single character as a prefix. Letters and digits of other scripts form whole
//! *words*. Marks (punctuation, symbols, emoji) and spaces form no terms; queries for them read the paragraphs.
//!
//! Characters are compared after folding: full-width ASCII to ASCII, upper case to lower case, curly apostrophes to
//! straight ones; each character stays one character. Accents are preserved, and so are simplified and traditional
//! forms.
//!
//! FTS5 receives the terms through its `ascii` tokenizer, which splits only at spaces: all characters above U+007F
//! are part of a term, whatever the Unicode version. `unicode61` only knows the characters of Unicode 6.1 and would
//! drop Han characters added later.

use wenfang_text::marks::Plain;

/// Maximum length of a word term; longer words are truncated.
pub(crate) const MAX_WORD_LEN: usize = 64;

/// The class of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A character of a script without spaces between words.
    Joined,
    /// A letter or digit of a script with spaces.
    Word,
    /// Punctuation, a symbol, an emoji.
    Mark,
    /// White space, or a zero-width character that separates words.
    Blank,
}

/// Folds `c` for comparison; blanks become a space.
pub(crate) fn fold(c: char) -> char {
    if c.is_ascii() {
        return if c.is_ascii_whitespace() { ' ' } else { c.to_ascii_lowercase() };
    }
    // Covers most of a Chinese text without a lookup in the Unicode tables.
    match c {
        '\u{3001}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => return c,
        '\u{ff01}'..='\u{ff5e}' => {
            return char::from_u32(u32::from(c) - 0xfee0).map_or(c, |c| c.to_ascii_lowercase());
        }
        '\u{2018}' | '\u{2019}' => return '\'',
        '\u{2010}'..='\u{2027}' => return c,
        '\u{200b}' | '\u{2060}' | '\u{feff}' => return ' ',
        c if c.is_whitespace() => return ' ',
        _ => {}
    }
    let mut small = c.to_lowercase();
    match (small.next(), small.next()) {
        (Some(small), None) => small,
        _ => c,
    }
}

/// The class of a folded character.
pub(crate) fn class(c: char) -> Class {
    match c {
        ' ' => Class::Blank,
        '\0'..='\u{7f}' if c.is_ascii_alphanumeric() => Class::Word,
        '\0'..='\u{7f}' => Class::Mark,
        c if is_joined(c) => Class::Joined,
        // Combining accents belong to their letter.
        '\u{300}'..='\u{36f}' => Class::Word,
        c if c.is_alphanumeric() => Class::Word,
        _ => Class::Mark,
    }
}

/// Whether `c` belongs to a script without spaces between words, by Unicode block.
fn is_joined(c: char) -> bool {
    matches!(c,
        '\u{4e00}'..='\u{9fff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{3041}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}'
        | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3031}'..='\u{3035}' | '\u{3038}'..='\u{303c}'
        | '\u{3100}'..='\u{318f}' | '\u{31a0}'..='\u{31bf}' | '\u{31f0}'..='\u{31ff}'
        | '\u{ac00}'..='\u{d7ff}' | '\u{1100}'..='\u{11ff}' | '\u{a960}'..='\u{a97f}'
        | '\u{2e80}'..='\u{2fdf}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ffdc}'
        | '\u{20000}'..='\u{3ffff}' | '\u{16fe0}'..='\u{18dff}' | '\u{1aff0}'..='\u{1b2ff}'
        | '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
}

/// Folds each character of `text`.
pub(crate) fn folded(text: &str) -> Vec<char> {
    text.chars().map(fold).collect()
}

/// A run of folded characters of one class that forms terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run<'c> {
    /// Joined or word.
    pub(crate) class: Class,
    pub(crate) chars: &'c [char],
    /// Whether it is the last run.
    pub(crate) is_last: bool,
}

/// The runs of joined and word characters, in order.
pub(crate) fn runs(folded: &[char]) -> impl Iterator<Item = Run<'_>> {
    let mut rest = folded;
    std::iter::from_fn(move || {
        let start = rest.iter().position(|&c| matches!(class(c), Class::Joined | Class::Word))?;
        let kind = class(*rest.get(start)?);
        let from = rest.get(start..)?;
        let end = from.iter().position(|&c| class(c) != kind).unwrap_or(from.len());
        let (chars, after) = from.split_at(end);
        rest = after;
        Some(Run { class: kind, chars, is_last: after.is_empty() })
    })
}

/// The terms of a text in order, separated by spaces, for the word index.
///
/// [Marks](wenfang_text::marks) form no terms and separate none; footnotes come after the words.
pub fn terms(text: &str) -> String {
    let plain = Plain::of(text);
    let mut terms = terms_of(plain.text());
    for note in plain.notes() {
        terms.push(' ');
        terms.push_str(&terms_of(&note.text));
    }
    terms.truncate(terms.trim_end().len());
    terms
}

fn terms_of(text: &str) -> String {
    let folded = folded(text);
    let mut terms = String::with_capacity(text.len() * 5 / 2);
    for run in runs(&folded) {
        if run.class == Class::Word {
            terms.extend(run.chars.iter().take(MAX_WORD_LEN));
            terms.push(' ');
            continue;
        }
        for (at, &c) in run.chars.iter().enumerate() {
            terms.push(c);
            terms.extend(run.chars.get(at + 1));
            terms.push(' ');
        }
    }
    terms.pop();
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn joined_scripts_become_pairs_and_words_stay_whole() {
        for (text, wanted) in [
            ("雨停了。他走", "雨停 停了 了 他走 走"),
            ("阿Ｑ正传", "阿 q 正传 传"),
            ("It’s 1,000 Café—NAÏVE", "it s 1 000 café naïve"),
            ("こころ・ココロー", "ここ ころ ろ ココ コロ ロー ー"),
            ("한국어 소설", "한국 국어 어 소설 설"),
            ("𠮷野家𰻞", "𠮷野 野家 家𰻞 𰻞"),
            ("👨‍👩‍👧😀……——", ""),
            ("", ""),
            ("　雨　", "雨"),
        ] {
            assert_eq!(terms(text), wanted, "{text}");
        }
    }

    #[test]
    fn an_overlong_word_is_truncated() {
        assert_eq!(terms(&"x".repeat(1_000)).len(), MAX_WORD_LEN);
    }

    proptest! {
        #[test]
        fn folding_keeps_the_length_and_is_idempotent(text in "\\PC{0,40}") {
            let once = folded(&text);
            prop_assert_eq!(once.len(), text.chars().count());
            let again: Vec<char> = once.iter().map(|&c| fold(c)).collect();
            prop_assert_eq!(once, again);
        }

        #[test]
        fn terms_contain_no_separators(text in "\\PC{0,40}") {
            for c in terms(&text).chars() {
                prop_assert!(c == ' ' || c.is_ascii_alphanumeric() || !c.is_ascii(), "{:?}", c);
            }
        }
    }
}
