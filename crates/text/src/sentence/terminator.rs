//! Marks that end a sentence, and the full stops that do not.

use std::ops::Range;

use super::quotes::Quotes;
use crate::paragraph::is_blank;

/// Abbreviations after which a sentence goes on, whatever follows.
const ABBREVIATIONS: [&str; 34] = [
    "Mr", "Mrs", "Ms", "Mx", "Dr", "Prof", "St", "Messrs", "Mme", "Mlle", "Mt", "Ft", "Capt", "Cpt", "Col",
    "Gen", "Lt", "Cmdr", "Maj", "Sgt", "Rev", "Hon", "Gov", "Sen", "Rep", "Pres", "Jr", "Sr", "vs", "cf",
    "viz", "al", "approx", "ca",
];

/// Abbreviations only where a number follows: `No. 7`, but not `No. I said no.`
const BEFORE_NUMBERS: [&str; 9] = ["No", "Nos", "Vol", "Fig", "Ch", "Sec", "Art", "p", "pp"];

/// Whether a mark can end a sentence. `.` does so only where [`stops_here`].
pub(super) fn is_terminator(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '!' | '?' | '…' | '.' | '．' | '｡' | '‼' | '⁇' | '⁈' | '⁉')
}

/// Whether a mark closes a quote or bracket, wherever it stands.
pub(super) fn is_closer(c: char) -> bool {
    matches!(
        c,
        '”' | '’'
            | '」'
            | '』'
            | '）'
            | '》'
            | '】'
            | '〉'
            | '〕'
            | '〗'
            | '］'
            | '｝'
            | ')'
            | ']'
            | '}'
    )
}

/// Whether the straight mark at `at` closes: a double one when one is open, a single one at the end of a word.
pub(super) fn straight_closes(line: &[char], at: usize, quotes: &Quotes) -> bool {
    match line[at] {
        c @ ('"' | '＂') => quotes.is_open(c),
        '\'' => line.get(at + 1).is_none_or(|c| !c.is_alphanumeric()),
        _ => false,
    }
}

/// Whether the marks at `marks`, followed by closers up to `after`, end a sentence. All but a lone `.` do; that one
/// does before a blank, a closer or the line end, when it is not part of an abbreviation, initial or list number.
pub(super) fn stops_here(line: &[char], marks: Range<usize>, after: usize) -> bool {
    if line[marks.clone()] != ['.'] {
        return true;
    }
    match line.get(after) {
        None => true,
        Some(&next) if is_blank(next) || after > marks.end => !is_abbreviated(line, marks.start),
        Some(_) => false,
    }
}

/// Whether the full stop at `stop` belongs to the word before it.
pub(super) fn is_abbreviated(line: &[char], stop: usize) -> bool {
    let is_part = |c: &&char| c.is_ascii_alphanumeric() || **c == '.';
    let length = line[..stop].iter().rev().take_while(is_part).count();
    let word: String = line[stop - length..stop].iter().collect();
    let next = line[stop + 1..].iter().find(|&&c| !is_blank(c));
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (None, _) => false,
        // An initial, J. or U.S.; `I` is a word.
        (Some(initial), None) if initial.is_ascii_uppercase() => initial != 'I',
        (Some(initial), Some('.')) if initial.is_ascii_alphabetic() => true,
        _ if word.chars().all(|c| c.is_ascii_digit()) => line[..stop - length].iter().all(|&c| is_blank(c)),
        _ => {
            ABBREVIATIONS.contains(&word.as_str())
                || BEFORE_NUMBERS.contains(&word.as_str()) && next.is_some_and(char::is_ascii_digit)
        }
    }
}
