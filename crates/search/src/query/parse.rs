//! Parses queries.

use super::Query;
use super::literal::Literal;

/// The mark that closes `open`; `None` if `open` is not an opening mark.
fn closer(open: char) -> Option<char> {
    Some(match open {
        '"' => '"',
        '\u{ff02}' => '\u{ff02}',
        '“' => '”',
        '「' => '」',
        '『' => '』',
        _ => return None,
    })
}

/// Closing marks; a closing mark without an opening one separates words.
const CLOSERS: [char; 3] = ['”', '」', '』'];

/// Marks that exclude the next word.
const NOT_MARKS: [char; 2] = ['-', '\u{ff0d}'];

/// The word that excludes the next word.
const NOT: &str = "NOT";

pub(super) fn parse(typed: &str) -> Query {
    let mut query = Query::default();
    let mut rest = typed;
    let mut is_not = false;
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() || CLOSERS.contains(&c) {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let unmarked = rest.trim_start_matches(NOT_MARKS);
        let is_marked = unmarked.len() < rest.len();
        if is_marked && unmarked.chars().next().is_none_or(char::is_whitespace) {
            // A dash on its own.
            rest = unmarked;
            continue;
        }
        let (found, after) = match unmarked.chars().next().and_then(|open| Some((open, closer(open)?))) {
            Some((open, close)) => {
                let inside = &unmarked[open.len_utf8()..];
                // An unclosed phrase extends to the end: the author is still typing.
                let (phrase, after) = inside.split_once(close).unwrap_or((inside, ""));
                (Literal::new(phrase, true), after)
            }
            None => {
                let ends = |c: char| c.is_whitespace() || closer(c).is_some() || CLOSERS.contains(&c);
                let (word, after) = unmarked.split_at(unmarked.find(ends).unwrap_or(unmarked.len()));
                if word == NOT && !is_marked && !is_not && !after.trim().is_empty() {
                    is_not = true;
                    rest = after;
                    continue;
                }
                (Literal::new(word, false), after)
            }
        };
        rest = after;
        let list = if is_not || is_marked { &mut query.none } else { &mut query.all };
        if let Some(literal) = found.filter(|literal| !list.contains(literal)) {
            list.push(literal);
        }
        is_not = false;
    }
    query
}
