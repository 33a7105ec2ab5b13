//! Turns of phrase that say how a passage is to be taken.

/// What is told is dreamt, imagined or of another world.
const UNREAL: [&str; 30] = [
    "梦", "魂", "鬼", "幽灵", "亡灵", "幻", "仙", "阴间", "地府", "阴司", "显灵", "神游", "恍惚", "朦胧",
    "遗像", "画像", "灵前", "灵位", "dream", "ghost", "spirit", "phantom", "vision", "imagin", "haunt",
    "as if", "portrait", "灵柩", "扮", "戏",
];

/// What is told was before.
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

/// Whether a passage is dreamt, imagined or of another world.
pub(super) fn is_unreal(passage: &str) -> bool {
    holds_any(passage, &UNREAL)
}

/// Whether a passage looks back.
pub(super) fn looks_back(passage: &str) -> bool {
    holds_any(passage, &BEFORE)
}

/// Whether a passage holds any of some words.
pub(super) fn holds_any(passage: &str, words: &[&str]) -> bool {
    words.iter().any(|word| passage.contains(word))
}

/// What is left of a text after all of some words that it begins with, one after another, the longest first.
pub(super) fn without<'t>(text: &'t str, words: &[&str]) -> &'t str {
    let mut rest = text;
    loop {
        let longest = words.iter().filter(|word| rest.starts_with(**word)).max_by_key(|word| word.len());
        match longest {
            Some(word) if !word.is_empty() => rest = &rest[word.len()..],
            _ => return rest,
        }
    }
}

/// The longest of some words that a text begins with.
pub(super) fn beginning<'w>(text: &str, words: &[&'w str]) -> Option<&'w str> {
    words.iter().copied().filter(|word| text.starts_with(word)).max_by_key(|word| word.len())
}

/// Whether the Latin word at the beginning of a text is one of some words; gives it.
pub(super) fn first_word<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let word = &text[..end];
    words.contains(&word).then_some(word)
}
