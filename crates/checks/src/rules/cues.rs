//! Words that show how a passage is meant.

wenfang_text::words! {
    const UNREAL = "cues/unreal";
    const BEFORE = "cues/before";
}

/// Whether a passage is dreamt, imagined or supernatural.
pub(super) fn is_unreal(passage: &str) -> bool {
    contains_any(passage, &UNREAL)
}

/// Whether a passage looks back at the past.
pub(super) fn looks_back(passage: &str) -> bool {
    contains_any(passage, &BEFORE)
}

/// Whether a passage contains any of the words.
pub(super) fn contains_any(passage: &str, words: &[&str]) -> bool {
    words.iter().any(|word| passage.contains(word))
}

/// Strips the words from the start of a text repeatedly, longest match first.
pub(super) fn strip_words<'t>(text: &'t str, words: &[&str]) -> &'t str {
    let mut rest = text;
    loop {
        let longest = words.iter().filter(|word| rest.starts_with(**word)).max_by_key(|word| word.len());
        match longest {
            Some(word) if !word.is_empty() => rest = &rest[word.len()..],
            _ => return rest,
        }
    }
}

/// Returns the longest of the words that the text starts with.
pub(super) fn longest_prefix<'w>(text: &str, words: &[&'w str]) -> Option<&'w str> {
    words.iter().copied().filter(|word| text.starts_with(word)).max_by_key(|word| word.len())
}

/// Returns the Latin word at the start of a text if it is one of the words.
pub(super) fn first_word<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let word = &text[..end];
    words.contains(&word).then_some(word)
}
