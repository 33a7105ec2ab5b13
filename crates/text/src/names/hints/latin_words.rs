//! Words of scripts with capitals, and words that nearly equal each other.

use std::ops::Range;

use crate::names::border::is_word;

/// A word in a text.
pub(super) struct Word {
    /// In characters of the text, without `'s`.
    pub(super) range: Range<usize>,
    /// Whether the first letter is a capital, and not all are.
    pub(super) is_capitalised: bool,
    /// Whether it begins a sentence, a line of speech or a title.
    pub(super) begins_sentence: bool,
}

impl Word {
    pub(super) fn text(&self, chars: &[char]) -> String {
        chars[self.range.clone()].iter().collect()
    }
}

/// The words of a text, in order.
pub(super) fn words(chars: &[char]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !is_word(chars[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < chars.len() && (is_word(chars[at]) || joins(chars, at)) {
            at += 1;
        }
        let word = &chars[start..at];
        let possessive = matches!(word, [_, .., '\'' | '’', 's' | 'S']);
        let end = if possessive { at - 2 } else { at };
        let word = &chars[start..end];
        words.push(Word {
            range: start..end,
            is_capitalised: word[0].is_uppercase() && word.iter().any(|c| c.is_lowercase()),
            begins_sentence: begins_sentence(&chars[..start]),
        });
    }
    words
}

/// Whether an apostrophe or hyphen joins two letters.
fn joins(chars: &[char], at: usize) -> bool {
    matches!(chars[at], '\'' | '’' | '-')
        && chars.get(at + 1).is_some_and(|c| c.is_alphabetic() && is_word(*c))
}

/// Whether a sentence begins after `before`.
fn begins_sentence(before: &[char]) -> bool {
    let blanks = before.iter().rev().take_while(|c| c.is_whitespace());
    let (mut count, mut line_ends) = (0, 0);
    for c in blanks {
        count += 1;
        line_ends += usize::from(*c == '\n');
    }
    match before[..before.len() - count].last() {
        None => true,
        Some(_) if line_ends > 1 => true,
        // A full stop after a short title does not end a sentence.
        Some('.') => !ends_with_title(&before[..before.len() - count - 1]),
        Some(c) => matches!(
            c,
            '!' | '?'
                | '…'
                | ':'
                | '"'
                | '“'
                | '”'
                | '‘'
                | '«'
                | '»'
                | '_'
                | '['
                | ']'
                | '*'
                | '—'
                | '-'
                | '。'
                | '！'
                | '？'
                | '：'
                | '「'
                | '」'
                | '『'
        ),
    }
}

fn ends_with_title(before: &[char]) -> bool {
    ["Mr", "Mrs", "Ms", "Dr", "St", "Prof", "Capt", "Col"].iter().any(|title| {
        let title: Vec<char> = title.chars().collect();
        before.ends_with(&title) && !before[..before.len() - title.len()].last().is_some_and(|c| is_word(*c))
    })
}

/// A word and all its forms with one letter removed: two words one edit apart share one of these.
pub(super) fn shortened(word: &str) -> Vec<String> {
    let without = |at: usize| word.char_indices().filter(|(byte, _)| *byte != at).map(|(_, c)| c).collect();
    let mut all: Vec<String> = word.char_indices().map(|(at, _)| without(at)).collect();
    all.push(word.to_owned());
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether one word becomes the other by adding, dropping or changing one letter or by swapping two neighbours
/// (Damerau 1964). An added final `s` is a plural, not an edit.
pub(super) fn is_one_edit(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let same = short.iter().zip(&long).take_while(|(a, b)| a == b).count();
    let (short_rest, long_rest) = (&short[same..], &long[same..]);
    match (short_rest, long_rest) {
        ([], ['s']) => false,
        (_, [_, tail @ ..]) if short.len() + 1 == long.len() => short_rest == tail,
        ([_, a @ ..], [_, b @ ..]) if short.len() == long.len() && a == b => true,
        ([a, b, rest @ ..], [c, d, tail @ ..]) if short.len() == long.len() => {
            a == d && b == c && rest == tail
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_edit_is_recognised() {
        for near in ["Elizabth", "Elizabeht", "Elisabeth", "Elizzabeth", "lizabeth", "Elizabethe"] {
            assert!(is_one_edit(near, "Elizabeth") && is_one_edit("Elizabeth", near), "{near}");
            assert!(shortened(near).iter().any(|shape| shortened("Elizabeth").contains(shape)), "{near}");
        }
        for far in ["Elizabeth", "Elizabeths", "Eliza", "Elsiabeht", ""] {
            assert!(!is_one_edit(far, "Elizabeth"), "{far}");
        }
    }

    #[test]
    fn words_at_the_start_of_a_sentence_are_detected() {
        let text = "When Ann's aunt, Mr. Bo and I met. Then O'Hara—见Eve了。\n\nFin";
        let chars: Vec<char> = text.chars().collect();
        let found: Vec<(String, bool)> = words(&chars)
            .iter()
            .filter(|word| word.is_capitalised)
            .map(|word| (word.text(&chars), word.begins_sentence))
            .collect();
        let found: Vec<(&str, bool)> = found.iter().map(|(word, begins)| (word.as_str(), *begins)).collect();
        let expected =
            [("When", true), ("Ann", false), ("Mr", false), ("Bo", false), ("Then", true), ("O'Hara", false)];
        assert_eq!(found, [&expected[..], &[("Eve", false), ("Fin", true)]].concat());
    }
}
