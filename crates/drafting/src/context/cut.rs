//! Cuts a text to a token limit at a sentence end.

use wenfang_text::{CharRange, TextIndex, sentences};

use super::Cut;

/// The part of a text that is kept.
pub(super) struct Piece {
    /// Its position in char offsets.
    pub(super) range: CharRange,
    /// Its tokens; at most the room available.
    pub(super) tokens: usize,
}

/// Returns as many whole sentences as fit, from the end that is kept; `None` if not even one fits.
///
/// Sentences are counted separately until they fill the room; then the piece is counted as a whole and shortened
/// while the tokenizer needs more for it than for its parts.
pub(super) fn cut(text: &str, cut: Cut, room: usize, count: &dyn Fn(&str) -> usize) -> Option<Piece> {
    if room == 0 || cut == Cut::Whole {
        return None;
    }
    let index = TextIndex::new(text);
    let sentences = sentences(text);
    let piece = |kept: usize| match cut {
        Cut::KeepEnd => &sentences[sentences.len() - kept..],
        Cut::Whole | Cut::KeepStart => &sentences[..kept],
    };
    let range = |kept: usize| match piece(kept) {
        [] => CharRange::default(),
        [first, .., last] | [first @ last] => CharRange::new(first.start().get(), last.end().get()),
    };
    let (mut kept, mut sum) = (0, 0);
    while kept < sentences.len() {
        let (before, after) = (range(kept), range(kept + 1));
        // The next sentence, with the white space between it and the others.
        let next = match cut {
            _ if kept == 0 => after,
            Cut::KeepEnd => CharRange::new(after.start().get(), before.start().get()),
            Cut::Whole | Cut::KeepStart => CharRange::new(before.end().get(), after.end().get()),
        };
        sum += count(index.slice(next));
        if sum > room {
            break;
        }
        kept += 1;
    }
    while kept > 0 {
        let range = range(kept);
        let tokens = count(index.slice(range));
        if tokens <= room {
            return Some(Piece { range, tokens });
        }
        kept -= 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str, how: Cut, room: usize) -> Option<String> {
        let count = |text: &str| text.chars().count();
        let piece = cut(text, how, room, &count)?;
        assert!(piece.tokens <= room);
        Some(TextIndex::new(text).slice(piece.range).to_owned())
    }

    #[test]
    fn cuts_are_made_at_sentence_ends() {
        let text = "　　雨停了。他走了。\n　　“你来了？”她问。\n";
        assert_eq!(kept(text, Cut::KeepStart, 9).unwrap(), "雨停了。他走了。");
        assert_eq!(kept(text, Cut::KeepEnd, 14).unwrap(), "“你来了？”她问。");
        assert_eq!(kept(text, Cut::KeepEnd, 16).unwrap(), "他走了。\n　　“你来了？”她问。");
        assert_eq!(kept(text, Cut::KeepStart, 3), None);
        assert_eq!(kept(text, Cut::KeepEnd, 0), None);
        assert_eq!(kept(text, Cut::Whole, 99), None);
    }

    #[test]
    fn pieces_are_shortened_if_the_whole_needs_more() {
        let count = |text: &str| text.chars().count().pow(2);
        let piece = cut("一二。三四。五六。", Cut::KeepStart, 40, &count).unwrap();
        assert_eq!((piece.range, piece.tokens), (CharRange::new(0, 6), 36));
    }
}
