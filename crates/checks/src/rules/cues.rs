//! Words that show how a passage is meant.

/// The passage is dreamt, imagined or supernatural.
const UNREAL: [&str; 30] = [
    "梦", "魂", "鬼", "幽灵", "亡灵", "幻", "仙", "阴间", "地府", "阴司", "显灵", "神游", "恍惚", "朦胧",
    "遗像", "画像", "灵前", "灵位", "dream", "ghost", "spirit", "phantom", "vision", "imagin", "haunt",
    "as if", "portrait", "灵柩", "扮", "戏",
];

/// The passage is about the past.
const BEFORE: [&str; 41] = [
    "想起",
    "忆",
    "记得",
    "当年",
    "当日",
    "昔日",
    "往日",
    "从前",
    "生前",
    "在世",
    "曾",
    "那年",
    "先前",
    "以前",
    "旧日",
    "原来",
    "原是",
    "素日",
    "昔",
    "那时",
    "早年",
    "幼时",
    "小时",
    "旧时",
    "remember",
    "recall",
    "recollect",
    "memory",
    "used to",
    " had been ",
    " had once ",
    " had always ",
    " had never ",
    "years ago",
    "formerly",
    "long before",
    "alive",
    "once upon",
    "in those days",
    "前儿",
    "旧年",
];

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
