//! The part of a text that fits a number of tokens.

use super::class::class_of;
use super::{TokenCounter, Tokens};

/// Which end of a text is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The beginning is kept.
    Start,
    /// The end is kept.
    End,
}

/// The longest beginning or end of a text that `counter` counts at no more than `limit` tokens, cut between
/// characters (not between sentences: that is for the caller). One walk, which stops where the limit is reached.
pub fn cut_to_tokens<'a>(counter: &TokenCounter, text: &'a str, limit: Tokens, keep: End) -> &'a str {
    match keep {
        End::Start => beginning(counter, text, limit.0),
        End::End => ending(counter, text, limit.0),
    }
}

fn beginning<'a>(counter: &TokenCounter, text: &'a str, limit: usize) -> &'a str {
    let mut sum = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        sum += counter.cost(&mut before, c);
        if counter.tokens_of(sum) > limit {
            return &text[..at];
        }
    }
    text
}

fn ending<'a>(counter: &TokenCounter, text: &'a str, limit: usize) -> &'a str {
    // What follows the character at hand, all of it counted as it stands after that character.
    let mut following = 0;
    let mut chars = text.char_indices().rev().peekable();
    let mut kept = text.len();
    while let Some((at, c)) = chars.next() {
        if counter.tokens_of(following + counter.cost(&mut None, c)) > limit {
            break;
        }
        kept = at;
        let mut before = chars.peek().map(|(_, earlier)| class_of(*earlier));
        following += counter.cost(&mut before, c);
    }
    &text[kept..]
}
