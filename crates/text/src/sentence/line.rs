//! The ends of sentences in one line.

use super::graphemes;
use super::quotes::{Closed, Quotes};
use super::tag::follows_as_tag;
use super::terminator::{is_closer, is_terminator, stops_here, straight_closes};
use crate::paragraph::is_blank;

/// A place after a terminator and its closers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// Characters of the line before it.
    pub(super) at: usize,
    /// Whether no quote is open here.
    pub(super) outside_quotes: bool,
    /// Whether what follows belongs to the same sentence.
    pub(super) goes_on: bool,
}

/// The ends in `line`, in order. The end of the line itself is among them only when a terminator stands there.
pub(super) fn ends(line: &[char]) -> Vec<End> {
    let mut quotes = Quotes::default();
    let mut ends = Vec::new();
    let mut at = 0;
    while at < line.len() {
        if !is_terminator(line[at]) {
            quotes.pass(line, at);
            at += 1;
            continue;
        }
        let first = at;
        let mut closed: Option<Closed> = None;
        while at < line.len() && is_terminator(line[at]) {
            at += 1;
        }
        let marks = at;
        // Closers may have a terminator of the outer sentence after them: 他喊“走！”。
        while at < line.len() {
            let c = line[at];
            if is_closer(c) || straight_closes(line, at, &quotes) {
                closed = quotes.pass(line, at).or(closed);
            } else if !(is_terminator(c) && at > marks) {
                break;
            }
            at += 1;
        }
        if !stops_here(line, first..marks, at) {
            continue;
        }
        at = grapheme_end(line, first, at);
        ends.push(End { at, outside_quotes: quotes.none_open(), goes_on: goes_on(line, at, closed) });
    }
    ends
}

/// Whether the sentence goes on after the end at `at`, where the quote `closed` was closed.
fn goes_on(line: &[char], at: usize, closed: Option<Closed>) -> bool {
    let blanks = line[at..].iter().take_while(|&&c| is_blank(c)).count();
    let rest = &line[at + blanks..];
    let Some(&next) = rest.first() else { return false };
    if matches!(next, '，' | '、' | '；' | '：' | ',' | ';' | ':') || next.is_lowercase() {
        return true;
    }
    match closed {
        None => false,
        // 他说：“走吧。”她问：“去哪？” The speaker is named before the quote; what follows is the next one's.
        Some(Closed { led_in: true }) => next == '的',
        Some(Closed { led_in: false }) => {
            matches!(next, '的' | '—' | 'と') || rest.starts_with(&['っ', 'て']) || follows_as_tag(rest)
        }
    }
}

/// `end`, or the end of the grapheme it would split. The grapheme begins at or after `start`.
fn grapheme_end(line: &[char], start: usize, end: usize) -> usize {
    // Nothing joins a terminator or closer to a character of these ranges.
    if line.get(end).is_none_or(|&c| c < '\u{300}' || ('\u{3000}'..'\u{302a}').contains(&c) || is_han(c)) {
        return end;
    }
    let rest: String = line[start..].iter().collect();
    let mut border = start;
    for grapheme in graphemes(&rest) {
        border += grapheme.chars().count();
        if border >= end {
            break;
        }
    }
    border
}

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}
