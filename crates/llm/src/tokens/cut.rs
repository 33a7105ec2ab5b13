//! Cutting of texts to a token limit.

use super::class::class_of;
use super::{TokenCounter, Tokens};

/// The end of a text to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Start,
    End,
}

/// Returns the longest beginning or end of a text that `counter` counts at no more than `limit` tokens. Cuts between
/// characters; cutting between sentences is the caller's task. Walks the text once and stops at the limit.
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
    // The cost of everything after the current character, counted as following it.
    let mut following = 0;
    let mut chars = text.char_indices().rev().peekable();
    let mut start = text.len();
    while let Some((at, c)) = chars.next() {
        if counter.tokens_of(following + counter.cost(&mut None, c)) > limit {
            break;
        }
        start = at;
        let mut before = chars.peek().map(|(_, earlier)| class_of(*earlier));
        following += counter.cost(&mut before, c);
    }
    &text[start..]
}
