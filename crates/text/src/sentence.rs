//! Sentences, and the positions where a text may stop.
//!
//! A sentence ends after `。 ！ ？ ! ? …` or a full stop, with the closing quotes and brackets that follow, and at the
//! end of its line. It continues if the following text belongs to it: a dialogue tag (`“去哪？”他问。` is one sentence), a
//! comma or colon, 的 after a quote, a lower-case Latin letter. A *stopping point* is a position after a terminator
//! and its closers, outside open quotes, whatever follows. A run of marks (…… ？！ ——) is never split, nor is a
//! grapheme.
//!
//! Quotes are tracked within a line: a speech over several paragraphs reopens in each, so a quote still open at the
//! end of a line prevents a stopping point there and is then forgotten. One missing mark affects one paragraph, not
//! the book. Deliberately absent: who speaks.

mod clause;
mod follower;
mod grapheme;
mod line;
mod quotes;
mod tag;
mod terminator;
mod word;

pub use follower::{Followed, SentenceEnd, TextFollower};
pub use grapheme::{Snap, snap_to_grapheme};
pub(crate) use grapheme::{graphemes, is_border};

use crate::marks::in_plain;
use crate::paragraph::is_blank;
use crate::{CharOffset, CharRange};
use line::ends;

/// The sentences of a text, in order.
///
/// They do not overlap, never cross a line end, contain every visible character of the text except marks and
/// footnotes, and have no blank at either end, except one that carries a combining mark. A sentence begins and ends
/// with its words: [marks](crate::marks) around them are outside.
pub fn sentences(text: &str) -> Vec<CharRange> {
    in_plain(text, of_plain)
}

fn of_plain(text: &str) -> Vec<CharRange> {
    let chars: Vec<char> = text.chars().collect();
    let mut sentences = Vec::new();
    for_each_line(&chars, |start, line| {
        let mut from = 0;
        let mut in_line: Vec<CharRange> = Vec::new();
        let ends = ends(line).into_iter().filter(|end| !end.continues(line)).map(|end| end.at);
        for end in ends.chain([line.len()]) {
            let piece = &line[from..end];
            if let (Some(first), Some(last)) =
                (piece.iter().position(|&c| !is_blank(c)), piece.iter().rposition(|&c| !is_blank(c)))
            {
                let is_attached = first > 0 && grapheme::joins(piece[first - 1], piece[first]);
                let first = if is_attached { first - 1 } else { first };
                let range = CharRange::new(start + from + first, start + from + last + 1);
                match in_line.last_mut() {
                    // A stray closing mark, as in `他走了。 ”`.
                    Some(before) if piece.iter().all(|&c| is_blank(c) || terminator::is_closer(c)) => {
                        *before = CharRange::new(before.start().get(), range.end().get());
                    }
                    _ => in_line.push(range),
                }
            }
            from = end;
        }
        sentences.append(&mut in_line);
    });
    sentences
}

/// The positions where a text may stop, in order: each is after a terminator and its closers.
pub fn stopping_points(text: &str) -> Vec<CharOffset> {
    let chars: Vec<char> = text.chars().collect();
    let mut points = Vec::new();
    for_each_line(&chars, |start, line| {
        let outside = ends(line).into_iter().filter(|end| end.outside_quotes);
        points.extend(outside.map(|end| CharOffset::new(start + end.at)));
    });
    points
}

/// Calls `visit` with the start of each line and its characters without the line end.
fn for_each_line(chars: &[char], mut visit: impl FnMut(usize, &[char])) {
    let mut start = 0;
    for line in chars.split(|&c| c == '\n') {
        visit(start, line);
        start += line.len() + 1;
    }
}

#[cfg(test)]
mod tests;
