//! Snippets: the words around a search hit.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use wenfang_text::marks::Plain;
use wenfang_text::{CharOffset, CharRange, Snap, TextIndex, sentences, snap_to_grapheme};

/// Maximum length of a snippet in characters, unless a mark is longer.
pub const SNIPPET_ROOM: usize = 120;

/// Characters before the mark when a sentence is too long to be shown from its beginning.
const LEAD: usize = 30;

/// An excerpt of a text with the marked hits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "SearchSnippet")]
pub struct Snippet {
    pub text: String,
    /// The marks in characters of the snippet, in order and without overlaps.
    pub marks: Vec<CharRange>,
    /// The range of the snippet in its text.
    pub range: CharRange,
    /// Whether the text continues before the snippet.
    pub more_before: bool,
    /// Whether the text continues after the snippet.
    pub more_after: bool,
}

/// Cuts a snippet from a paragraph: as many whole sentences around the best mark as fit, or a piece of a sentence
/// that is too long. The best mark is the one with the most different marked words within a snippet's length after
/// it; of equal ones, the one whose word is marked least often, then the first. Marks must be in order. Without
/// marks, the snippet is the beginning of the text.
///
/// The snippet has no marks of formatting, unless the best mark is in a footnote; `range` is in the text itself.
pub fn snippet(text: &str, marks: &[CharRange]) -> Snippet {
    let plain = Plain::of(text);
    let seen: Vec<CharRange> = marks.iter().map(|mark| plain.to_plain(*mark)).collect();
    if plain.is_whole() || seen.iter().any(|mark| mark.is_empty()) {
        return cut_out(text, marks);
    }
    let snippet = cut_out(plain.text(), &seen);
    Snippet { range: plain.to_raw(snippet.range), ..snippet }
}

fn cut_out(text: &str, marks: &[CharRange]) -> Snippet {
    let index = TextIndex::new(text);
    let window = window(&index, best_mark(&index, marks));
    let (start, end) = (window.start().get(), window.end().get());
    let inside = marks.iter().filter(|mark| start <= mark.start().get() && mark.start().get() < end);
    let moved =
        inside.map(|mark| CharRange::new(mark.start().get() - start, mark.end().get().min(end) - start));
    Snippet {
        text: index.slice(window).to_owned(),
        marks: moved.collect(),
        range: window,
        more_before: start > 0,
        more_after: end < index.len(),
    }
}

/// The best mark, as defined for [`snippet()`]. Takes as many steps as there are pairs of marks that fit into one
/// snippet.
fn best_mark(index: &TextIndex<'_>, marks: &[CharRange]) -> CharRange {
    let words: Vec<String> = marks.iter().map(|mark| index.slice(*mark).to_lowercase()).collect();
    let mut times = HashMap::<&str, usize>::new();
    words.iter().for_each(|word| *times.entry(word).or_default() += 1);
    let worth = |at: usize| {
        let reach = marks[at].start().get() + SNIPPET_ROOM;
        let behind = marks[at..].iter().zip(&words[at..]).take_while(|(mark, _)| mark.end().get() <= reach);
        let different: HashSet<&str> = behind.map(|(_, word)| word.as_str()).collect();
        (different.len(), Reverse(times[words[at].as_str()]), Reverse(at))
    };
    (0..marks.len()).max_by_key(|&at| worth(at)).map(|at| marks[at]).unwrap_or_default()
}

/// The range to show around `mark`.
fn window(index: &TextIndex<'_>, mark: CharRange) -> CharRange {
    let whole = index.whole();
    if whole.len() <= SNIPPET_ROOM {
        return whole;
    }
    let sentences = sentences(index.text());
    // A mark may extend across sentence ends.
    let mut first = sentences.partition_point(|sentence| sentence.end() <= mark.start());
    let mut last = sentences.partition_point(|sentence| sentence.start() < mark.end()).max(first + 1);
    let range = |first: usize, last: usize| {
        let start = sentences.get(first).map_or(0, |sentence| sentence.start().get());
        let end = last.checked_sub(1).and_then(|last| sentences.get(last));
        CharRange::new(start, end.map_or(index.len(), |sentence| sentence.end().get()))
    };
    let core = range(first, last);
    if core.len() > SNIPPET_ROOM || mark.start() < core.start() || mark.end() > core.end() {
        return piece(index, core, mark);
    }
    // Prefer the text after the mark.
    while last < sentences.len() && range(first, last + 1).len() <= SNIPPET_ROOM {
        last += 1;
    }
    while first > 0 && range(first - 1, last).len() <= SNIPPET_ROOM {
        first -= 1;
    }
    range(first, last)
}

/// A piece of `core` that contains the mark, starting at the beginning of `core` if possible.
fn piece(index: &TextIndex<'_>, core: CharRange, mark: CharRange) -> CharRange {
    let snap = |at: usize, snap| snap_to_grapheme(index.text(), CharOffset::new(at), snap).get();
    let core_start = core.start().get().min(mark.start().get());
    let fits = mark.end().get() <= core_start + SNIPPET_ROOM - LEAD;
    let start = if fits { core_start } else { mark.start().get().saturating_sub(LEAD).max(core_start) };
    let start = snap(start, Snap::Forward).min(mark.start().get());
    let end = (start + SNIPPET_ROOM).min(core.end().get().max(mark.end().get()));
    CharRange::new(start, snap(end, Snap::Back).max(mark.end().get()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Query;
    use proptest::prelude::*;

    fn of(typed: &str, text: &str) -> Snippet {
        snippet(text, &Query::parse(typed).marks(text))
    }

    #[test]
    fn a_short_paragraph_is_shown_whole() {
        let found = of("老周", "雾来得早，老周把船拴住。");
        assert_eq!(
            (found.text.as_str(), found.marks.as_slice()),
            ("雾来得早，老周把船拴住。", &[CharRange::new(5, 7)][..])
        );
        assert!(!found.more_before && !found.more_after);
    }

    #[test]
    fn a_long_paragraph_is_cut_at_sentence_ends() {
        let filler = "河水一夜之间涨到了渡口的第三级石阶，没有人敢过河。";
        let text = format!(
            "{filler}{filler}{filler}{filler}老周把船拴住。{filler}{filler}{filler}{filler}{filler}{filler}"
        );
        let found = of("老周", &text);
        assert!(
            found.text.starts_with("老周把船拴住。河水") && found.text.ends_with("过河。"),
            "{}",
            found.text
        );
        assert!(found.text.chars().count() <= SNIPPET_ROOM && found.more_before && found.more_after);
        assert_eq!(found.marks, [CharRange::new(0, 2)]);
    }

    #[test]
    fn a_long_sentence_is_cut_around_the_mark() {
        let text = format!("{}老周{}", "水，".repeat(200), "火，".repeat(200));
        let found = of("老周", &text);
        assert_eq!(found.marks, [CharRange::new(30, 32)]);
        assert_eq!(found.text.chars().count(), SNIPPET_ROOM);
    }

    #[test]
    fn the_place_where_all_words_are_close_is_shown() {
        let filler = "河水一夜之间涨到了渡口的第三级石阶，没有人敢过河。";
        let text = format!("宝玉来了。{}宝玉便要摔玉。{}", filler.repeat(8), filler.repeat(8));
        assert!(of("宝玉 摔玉", &text).text.contains("宝玉便要摔玉"));
    }

    #[test]
    fn of_distant_words_the_rarer_is_shown() {
        let filler = "河水一夜之间涨到了渡口的第三级石阶，没有人敢过河。";
        let text = format!("宝玉来了。宝玉笑道。{}忽然要摔玉。{}", filler.repeat(8), filler.repeat(8));
        assert!(of("宝玉 摔玉", &text).text.contains("忽然要摔玉"));
    }

    #[test]
    fn formatting_is_not_shown() {
        let found = of("很累", "他*很*累了。");
        assert_eq!((found.text.as_str(), found.range), ("他很累了。", CharRange::new(0, 7)));
        assert_eq!(found.marks, [CharRange::new(1, 3)]);
        assert_eq!(of("东京", "他去了^[东京。]。").text, "他去了^[东京。]。");
    }

    proptest! {
        #[test]
        fn a_mark_is_always_shown(text in "[水火。，“” a]{0,400}", typed in "[水火。，a]{1,5}") {
            let query = Query::parse(&typed);
            let marks = query.marks(&text);
            let found = snippet(&text, &marks);
            let index = TextIndex::new(&text);
            prop_assert_eq!(index.slice(found.range), found.text.as_str());
            let inside = TextIndex::new(&found.text);
            for mark in &found.marks {
                prop_assert!(inside.contains(*mark) && !mark.is_empty());
            }
            let best = best_mark(&index, &marks);
            prop_assert!(marks.is_empty() || found.range.start() <= best.start() && best.end() <= found.range.end());
            prop_assert_eq!(marks.is_empty(), found.marks.is_empty());
            let longest = marks.iter().map(|mark| mark.len()).max().unwrap_or(0);
            prop_assert!(inside.len() <= SNIPPET_ROOM.max(longest + LEAD));
        }
    }
}
