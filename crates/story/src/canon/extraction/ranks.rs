//! Ranks and offices of people: directly before the name, or after a verb for holding one.

use wenfang_text::{CharRange, Mention, TextIndex};

wenfang_text::words! {
    const CHINESE = "ranks/chinese";
    const HOLDING = "ranks/holding";
    const ENGLISH = "ranks/english";
    const JAPANESE = "ranks/japanese";
}

/// A rank, and the passage that gives it.
pub(super) struct Ranked {
    pub(super) rank: &'static str,
    /// The predicate of the statement, in the language of the text.
    pub(super) predicate: &'static str,
    pub(super) range: CharRange,
}

/// The rank next to a mention.
pub(super) fn ranked(index: &TextIndex<'_>, mention: &Mention<'_>) -> Option<Ranked> {
    /// The greatest length of a rank with the words around it, in characters.
    const MAX_LEN: usize = 14;
    let (start, end) = (mention.range.start().get(), mention.range.end().get());
    let before = index.slice(CharRange::new(start.saturating_sub(MAX_LEN), start));
    let after = index.slice(CharRange::new(end, (end + MAX_LEN).min(index.len())));
    let length = |words: &str| words.chars().count();
    let ends = |list: &[&'static str], text: &str| {
        list.iter().copied().filter(|rank| text.ends_with(rank)).max_by_key(|rank| rank.len())
    };
    let begins = |list: &[&'static str], text: &str| {
        list.iter().copied().filter(|rank| text.starts_with(rank)).max_by_key(|rank| rank.len())
    };
    if let Some(rank) = ends(&CHINESE, before) {
        return Some(Ranked { rank, predicate: "官职", range: CharRange::new(start - length(rank), end) });
    }
    let title = before.strip_suffix(' ').and_then(|before| Some((ends(&ENGLISH, before)?, before)));
    if let Some((rank, before)) = title
        && !before[..before.len() - rank.len()].ends_with(|c: char| c.is_alphanumeric())
    {
        return Some(Ranked {
            rank,
            predicate: "title",
            range: CharRange::new(start - length(rank) - 1, end),
        });
    }
    // 先生 after a name is Japanese if kana follow.
    let is_japanese = after.chars().any(|c| matches!(c, 'ぁ'..='ん'));
    if let Some(rank) = begins(&JAPANESE, after).filter(|_| is_japanese) {
        return Some(Ranked { rank, predicate: "肩書", range: CharRange::new(start, end + length(rank)) });
    }
    let holding = HOLDING.iter().filter(|word| after.starts_with(**word)).max_by_key(|word| word.len())?;
    let rank = begins(&CHINESE, &after[holding.len()..])?;
    let rest = after[holding.len() + rank.len()..].chars().next();
    let ends = rest.is_none_or(|c| !c.is_alphanumeric() || c == '了');
    let range = CharRange::new(start, end + length(holding) + length(rank));
    ends.then_some(Ranked { rank, predicate: "官职", range })
}
