//! The tokens of a tag.

use super::not_closed;
use crate::prompts::fault::Fault;

/// A token of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A dotted name.
    Name(&'t str),
    /// The text between two quotes.
    Text(&'t str),
    /// A whole number.
    Number,
    /// `|`
    Pipe,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `==`, `!=`, `<`, `<=`, `>` or `>=`
    Compare,
}

/// Splits `tag` into tokens up to `closing`; returns them and the bytes consumed, including `closing`.
pub(super) fn tokens<'t>(tag: &'t str, closing: &str) -> Result<(Vec<Token<'t>>, usize), Fault> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = tag[at..].chars().next() {
        let rest = &tag[at..];
        if rest.starts_with(closing) {
            return Ok((found, at + closing.len()));
        }
        if first.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let (token, bytes) = one(rest, first)?;
        found.push(token);
        at += bytes;
    }
    Err(not_closed(if closing == "}}" { "{{" } else { "{%" }))
}

/// Reads the token at the start of `rest`; returns it and its length in bytes.
fn one(rest: &str, first: char) -> Result<(Token<'_>, usize), Fault> {
    let token = match first {
        '|' => (Token::Pipe, 1),
        '(' => (Token::Open, 1),
        ')' => (Token::Close, 1),
        '<' | '>' => (Token::Compare, if rest[1..].starts_with('=') { 2 } else { 1 }),
        '=' | '!' if rest[1..].starts_with('=') => (Token::Compare, 2),
        '"' | '\'' => {
            let text = &rest[1..];
            let end = text.find([first, '\\', '\n']).ok_or_else(|| not_closed(&first.to_string()))?;
            match text[end..].chars().next() {
                Some('\\') => return Err(Fault::Unexpected { character: '\\' }),
                Some('\n') => return Err(not_closed(&first.to_string())),
                _ => (Token::Text(&text[..end]), end + 2),
            }
        }
        '0'..='9' => {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            (Token::Number, end)
        }
        'a'..='z' | 'A'..='Z' | '_' => {
            let in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
            let end = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
            (Token::Name(&rest[..end]), end)
        }
        character => return Err(Fault::Unexpected { character }),
    };
    Ok(token)
}
