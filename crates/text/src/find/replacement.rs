//! The replacement of a hit.

use super::{Matching, Pattern, PatternError};
use crate::CanonicalText;

/// A replacement for hits. For a regular expression, `$1` and `${name}` insert what the groups matched and `$$`
/// inserts one `$`; a `$` before anything else is literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Words(String),
    Group(usize),
}

impl Replacement {
    /// Parses a replacement for the hits of a pattern.
    ///
    /// # Errors
    ///
    /// [`PatternError::NoGroup`]: an unknown group would silently insert nothing.
    pub fn new(words: &str, pattern: &Pattern) -> Result<Self, PatternError> {
        let words = CanonicalText::new(words).into_string();
        if pattern.matching == Matching::Plain {
            return Ok(Self(vec![Piece::Words(words)]));
        }
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = words.as_str();
        while let Some(at) = rest.find('$') {
            literal.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let (name, length) = group_name(rest);
            if name.is_empty() {
                literal.push('$');
                rest = rest.strip_prefix('$').unwrap_or(rest);
                continue;
            }
            pieces.push(Piece::Words(std::mem::take(&mut literal)));
            pieces.push(Piece::Group(group(pattern, name)?));
            rest = &rest[length..];
        }
        literal.push_str(rest);
        pieces.push(Piece::Words(literal));
        Ok(Self(pieces))
    }

    pub(super) fn write<'t>(&self, to: &mut String, group: impl Fn(usize) -> &'t str) {
        for piece in &self.0 {
            match piece {
                Piece::Words(words) => to.push_str(words),
                Piece::Group(number) => to.push_str(group(*number)),
            }
        }
    }
}

/// The name of a group at the start of `rest` and its length in bytes; an empty name if there is none.
fn group_name(rest: &str) -> (&str, usize) {
    if let Some(inner) = rest.strip_prefix('{') {
        return inner.find('}').map_or(("", 0), |end| (&inner[..end], end + 2));
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (&rest[..digits], digits)
}

fn group(pattern: &Pattern, name: &str) -> Result<usize, PatternError> {
    let number = name.parse().ok().filter(|number| *number < pattern.regex.captures_len());
    let named = || pattern.regex.capture_names().position(|known| known == Some(name));
    number.or_else(named).ok_or_else(|| PatternError::NoGroup { name: name.to_owned() })
}
