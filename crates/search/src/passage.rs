//! Passages: the pieces of a paragraph that get a vector each.
//!
//! A model reads a limited number of characters, and 红楼梦 has paragraphs of 7,000. A paragraph up to
//! [`MAX_PASSAGE_LEN`] is one passage; a longer one is split at sentence ends into pieces of about equal length.

use wenfang_text::{CharOffset, CharRange, Snap, sentences, snap_to_grapheme};

/// Maximum length of a passage in characters: a character is at most one token of a BERT model, which reads 512
/// tokens, and some are reserved for the model's own.
pub const MAX_PASSAGE_LEN: usize = 400;

/// Marks after which an overlong sentence is split.
const CLAUSE_MARKS: [char; 9] = ['，', '；', '：', '、', '—', ',', ';', ':', ' '];

/// The passages of a paragraph, in order. They are adjacent, cover the paragraph, and have at most
/// [`MAX_PASSAGE_LEN`] characters, unless a single grapheme has more.
pub fn passages(paragraph: &str) -> Vec<CharRange> {
    let chars = paragraph.chars().count();
    if chars <= MAX_PASSAGE_LEN {
        return if chars == 0 { Vec::new() } else { vec![CharRange::new(0, chars)] };
    }
    let ends: Vec<usize> = sentences(paragraph).into_iter().map(|sentence| sentence.end().get()).collect();
    let all: Vec<char> = paragraph.chars().collect();
    let mut passages = Vec::with_capacity(chars / MAX_PASSAGE_LEN + 1);
    let mut from = 0;
    while chars - from > MAX_PASSAGE_LEN {
        let left = chars - from;
        let goal = from + left.div_ceil(left.div_ceil(MAX_PASSAGE_LEN));
        let cut = cut(&ends, &all, (from, goal));
        let cut = snap_to_grapheme(paragraph, CharOffset::new(cut), Snap::Back).get();
        let cut = if cut > from { cut } else { after_grapheme(paragraph, from) };
        passages.push(CharRange::new(from, cut));
        from = cut;
    }
    if from < chars {
        passages.push(CharRange::new(from, chars));
    }
    passages
}

/// Where to end a passage that starts at `from` and should end near `goal`: at the nearest sentence end, else after
/// a clause, else at the goal.
fn cut(ends: &[usize], chars: &[char], (from, goal): (usize, usize)) -> usize {
    let (first, last) = (from + (goal - from) / 2, from + MAX_PASSAGE_LEN);
    let fits = |end: &usize| (first..=last).contains(end);
    let nearest = |end: &usize| end.abs_diff(goal);
    if let Some(end) = ends.iter().copied().filter(fits).min_by_key(nearest) {
        return end;
    }
    let clauses = (first..last).filter(|&at| chars.get(at).is_some_and(|c| CLAUSE_MARKS.contains(c)));
    clauses.map(|at| at + 1).min_by_key(nearest).unwrap_or(goal)
}

/// The end of the grapheme that starts at `from`.
fn after_grapheme(text: &str, from: usize) -> usize {
    snap_to_grapheme(text, CharOffset::new(from + 1), Snap::Forward).get()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_long_paragraph_is_split_evenly_at_sentence_ends() {
        let sentence = "雨下了一整夜，河水涨到了渡口的石阶。";
        let text = sentence.repeat(40);
        let found = passages(&text);
        assert_eq!(found.len(), 2);
        let length = sentence.chars().count();
        for passage in &found {
            assert_eq!(passage.end().get() % length, 0);
            assert!(passage.len() >= 300, "{passage:?}");
        }
    }

    #[test]
    fn an_overlong_sentence_is_split_at_clauses_then_anywhere() {
        let found = passages(&"河水涨到了渡口，".repeat(100));
        assert!(found.iter().all(|passage| passage.end().get() % 8 == 0), "{found:?}");
        let found = passages(&"水".repeat(801));
        assert_eq!(found.iter().map(|passage| passage.len()).collect::<Vec<_>>(), [267, 267, 267]);
    }

    proptest! {
        #[test]
        fn passages_cover_their_paragraph(text in "[水火。，”“a \u{301}]{0,1500}") {
            let mut end = 0;
            for passage in passages(&text) {
                prop_assert_eq!(passage.start().get(), end);
                prop_assert!(!passage.is_empty());
                end = passage.end().get();
            }
            prop_assert_eq!(end, text.chars().count());
        }
    }

    #[test]
    fn passages_are_short_and_never_split_graphemes() {
        let family = "👨‍👩‍👧‍👦";
        let text = family.repeat(200);
        for passage in passages(&text) {
            assert!(passage.len() <= MAX_PASSAGE_LEN && passage.len() % 7 == 0, "{passage:?}");
        }
    }
}
