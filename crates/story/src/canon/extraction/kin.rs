//! Words for what one person is to another.

wenfang_text::words! {
    const CHINESE = "kin/chinese";
    const SERVANTS = "kin/servants";
    const CLOSE = "kin/close";
    const PAIRS = "kin/pairs";
    const ENGLISH = "kin/english";
    const JAPANESE = "kin/japanese";
}

wenfang_text::letters! {
    const CHINESE_SHORT = "kin/chinese_short";
}

/// The longest word of a list at the start of a text.
fn longest(words: &[&'static str], text: &str) -> Option<&'static str> {
    words.iter().copied().filter(|word| text.starts_with(word)).max_by_key(|word| word.len())
}

/// The kinship word at the start of a Chinese text.
pub(super) fn chinese(text: &str) -> Option<&'static str> {
    longest(&CHINESE, text)
}

/// The same after 之 or 其, where one character is enough.
pub(super) fn chinese_owned(text: &str) -> Option<&'static str> {
    let short = || {
        let first = text.chars().next()?;
        let at = CHINESE_SHORT.find(first)?;
        CHINESE_SHORT.get(at..at + first.len_utf8())
    };
    chinese(text).or_else(short)
}

/// The word for a servant, if the text is one.
pub(super) fn servant(text: &str) -> Option<&'static str> {
    SERVANTS.iter().find(|servant| **servant == text).copied()
}

/// Whether a text is a single character for a close relative, as in 操父曹嵩.
pub(super) fn is_short(text: &str) -> bool {
    CLOSE.contains(&text)
}

/// The word at the start of a text for what two people are to each other.
pub(super) fn pair(text: &str) -> Option<&'static str> {
    longest(&PAIRS, text)
}

/// The kinship word at the start of an English text, as a whole word.
pub(super) fn english(text: &str) -> Option<&'static str> {
    let word = longest(&ENGLISH, text)?;
    let ends = text[word.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-');
    ends.then_some(word)
}

/// The kinship word at the start of a Japanese text.
pub(super) fn japanese(text: &str) -> Option<&'static str> {
    longest(&JAPANESE, text)
}
