//! Dialogue tags: 他问, 陆远低声说道, John asked.

use super::word::is_abbreviated;

/// A tag names its verb within this many characters (five times as many in Latin); otherwise it is a sentence of its
/// own.
const MAX_TAG_LEN: usize = 24;

crate::pairs! {
    /// Verbs, each with the characters that form another word with it (知道, 小说).
    const VERBS = "sentence/verbs" or "";
}

crate::letters! {
    const AFTER_VERB = "sentence/after_verb";
    const DENIALS = "sentence/denials";
}

/// Phrases for no one speaking.
const NO_ONE: [&str; 6] = ["没人", "没有人", "无人", "沒人", "沒有人", "無人"];

crate::words! {
    const ENGLISH = "sentence/english_verbs";
}

/// Whether `rest`, the text of a line after a closing quote, begins with a tag for that quote.
pub(super) fn follows_as_tag(rest: &[char]) -> bool {
    if rest.first().is_some_and(char::is_ascii_alphabetic) {
        is_english_tag(rest)
    } else {
        is_chinese_tag(rest)
    }
}

fn is_chinese_tag(rest: &[char]) -> bool {
    let ends = |c: &char| !c.is_alphanumeric() && !matches!(c, '·' | '、');
    let Some(length) = rest
        .iter()
        .take(MAX_TAG_LEN + 1)
        .position(ends)
        .or((rest.len() <= MAX_TAG_LEN).then_some(rest.len()))
    else {
        return false;
    };
    let clause = &rest[..length];
    let text: String = clause.iter().collect();
    if NO_ONE.iter().any(|no_one| text.contains(no_one)) {
        return false;
    }
    (0..clause.len()).any(|at| VERBS.iter().any(|verb| is_verb_at(*verb, clause, at)))
}

fn is_verb_at((verb, not_after): (&str, &str), clause: &[char], at: usize) -> bool {
    let mut after = clause[at..].iter();
    if !verb.chars().all(|c| after.next() == Some(&c)) {
        return false;
    }
    let before = &clause[at.saturating_sub(2)..at];
    after.next().is_none_or(|&c| AFTER_VERB.contains(c))
        && before.last().is_none_or(|&c| !not_after.contains(c))
        && !before.iter().any(|&c| DENIALS.contains(c))
}

fn is_english_tag(rest: &[char]) -> bool {
    let ends = |at: usize| match rest[at] {
        '.' => !is_abbreviated(rest, at),
        c => !(c.is_alphanumeric() || c == ' ' || c == '-' || c == '’' || c == '\''),
    };
    let limit = rest.len().min(5 * MAX_TAG_LEN);
    let length = (0..limit).find(|&at| ends(at)).unwrap_or(limit);
    let clause: String = rest[..length].iter().collect();
    clause.split(' ').take(6).any(|word| ENGLISH.contains(&word))
}
