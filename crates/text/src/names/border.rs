//! Word borders, as far as names need them: by character, without dictionaries.

/// Whether `c` is part of a word in a spaced script: a letter, a digit, or a combining mark.
///
/// Superscript and enclosed numbers (`²`, `①`) are not: they mark notes and directly follow names.
pub(crate) fn is_word(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' => true,
        '\0'..='\u{7f}' => false,
        '\u{300}'..='\u{36f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' => true,
        '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}'..='\u{209f}' | '\u{2460}'..='\u{27bf}' => false,
        _ => !is_unspaced(c) && c.is_alphanumeric(),
    }
}

/// Whether `c` is of a script in which no space separates a name from its neighbours: Han, kana, Thai, Tibetan,
/// Khmer, Yi and others; also Hangul, whose particles follow names directly.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{109f}' | '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}' | '\u{1950}'..='\u{19df}'
        | '\u{1a20}'..='\u{1aaf}' | '\u{2e80}'..='\u{a4cf}' | '\u{a960}'..='\u{a97f}' | '\u{a9e0}'..='\u{a9ff}'
        | '\u{aa60}'..='\u{aa7f}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ffdc}'
        | '\u{1aff0}'..='\u{1b16f}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a word character directly precedes byte `at`, which lies between two characters.
pub(crate) fn follows_word(text: &str, at: usize) -> bool {
    text.get(..at).and_then(|before| before.chars().next_back()).is_some_and(is_word)
}

/// Whether a word character directly follows byte `at`, which lies between two characters.
pub(crate) fn precedes_word(text: &str, at: usize) -> bool {
    text.get(at..).and_then(|after| after.chars().next()).is_some_and(is_word)
}

/// The first byte after the character at `at` where a name may begin, which is not inside a word.
pub(crate) fn next_beginning(text: &str, at: usize) -> usize {
    let mut was_word = false;
    for (index, (byte, c)) in text.get(at..).unwrap_or_default().char_indices().enumerate() {
        let is_word = is_word(c);
        if index > 0 && !(was_word && is_word) {
            return at + byte;
        }
        was_word = is_word;
    }
    text.len()
}
