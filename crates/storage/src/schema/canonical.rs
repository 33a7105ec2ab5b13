//! Brings the SQL of a schema into a comparable form: runs of whitespace become one line break, everything else
//! stays byte for byte.
//!
//! Whitespace is what SQLite treats as such (sqlite.org/lang.html), so a check-out with other line endings has the
//! same form. Quotes and comments are preserved; a string ends only where SQLite would end it.

/// A piece of SQL.
enum Piece<'a> {
    Space,
    /// A quoted name or string, or a comment.
    Opaque(&'a [u8]),
    Byte(u8),
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0c' | b'\r')
}

/// The length of `sql` up to and including the first `end`; all of it when there is none.
fn through(sql: &[u8], end: &[u8]) -> usize {
    sql.windows(end.len()).position(|window| window == end).map_or(sql.len(), |at| at + end.len())
}

/// Splits the first piece from `sql`, which must not be empty.
fn piece(sql: &[u8]) -> (Piece<'_>, &[u8]) {
    let quoted = |end: u8| 1 + through(&sql[1..], &[end]);
    let length = match sql {
        [b'\'' | b'"' | b'`', ..] => quoted(sql[0]),
        [b'[', ..] => quoted(b']'),
        [b'-', b'-', ..] => sql.iter().position(|byte| *byte == b'\n').unwrap_or(sql.len()),
        [b'/', b'*', ..] => 2 + through(&sql[2..], b"*/"),
        [first, ..] if is_space(*first) => {
            let length = sql.iter().position(|byte| !is_space(*byte)).unwrap_or(sql.len());
            return (Piece::Space, &sql[length..]);
        }
        _ => return (Piece::Byte(sql[0]), &sql[1..]),
    };
    let (opaque, rest) = sql.split_at(length);
    // The line ending after a comment may have two bytes.
    (Piece::Opaque(opaque.strip_suffix(b"\r").unwrap_or(opaque)), rest)
}

/// The comparable form of a statement.
pub(super) fn canonical(sql: &[u8]) -> Vec<u8> {
    let mut form = Vec::with_capacity(sql.len());
    let mut rest = sql.trim_ascii_start();
    while !rest.is_empty() {
        let (piece, after) = piece(rest);
        match piece {
            Piece::Space if after.is_empty() => {}
            // A line break, because it also ends a comment.
            Piece::Space => form.push(b'\n'),
            Piece::Opaque(opaque) => form.extend_from_slice(opaque),
            Piece::Byte(byte) => form.push(byte),
        }
        rest = after;
    }
    form
}

/// A parsed table definition: the text before, inside and after its outermost parentheses.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Definition {
    head: Vec<u8>,
    /// Columns and constraints, in order.
    items: Vec<Vec<u8>>,
    tail: Vec<u8>,
}

impl Definition {
    /// Parses a canonical `create table`.
    pub(super) fn of(form: &[u8]) -> Self {
        let mut definition = Self { head: Vec::new(), items: Vec::new(), tail: Vec::new() };
        let (mut depth, mut rest, mut item) = (0_usize, form, Vec::new());
        while !rest.is_empty() {
            let (piece, after) = piece(rest);
            let bytes = &rest[..rest.len() - after.len()];
            match piece {
                Piece::Byte(b'(') => depth += 1,
                Piece::Byte(b')') => depth = depth.saturating_sub(1),
                _ => {}
            }
            let is_body = !definition.items.is_empty() || !item.is_empty() || depth > 0;
            match (piece, depth) {
                (Piece::Byte(b','), 1) => definition.items.push(std::mem::take(&mut item)),
                (Piece::Byte(b'('), 1) => {}
                (Piece::Byte(b')'), 0) if is_body => definition.items.push(std::mem::take(&mut item)),
                (_, 0) if is_body => definition.tail.extend_from_slice(bytes),
                (_, 0) => definition.head.extend_from_slice(bytes),
                _ => item.extend_from_slice(bytes),
            }
            rest = after;
        }
        definition
    }

    /// Whether this equals `known`, possibly with more columns and constraints.
    pub(super) fn extends(&self, known: &Self) -> bool {
        let mut items = self.items.iter().map(|item| item.trim_ascii());
        self.head == known.head
            && self.tail == known.tail
            && known.items.iter().all(|wanted| items.any(|item| item == wanted.trim_ascii()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(sql: &str) -> Definition {
        Definition::of(&canonical(sql.as_bytes()))
    }

    #[test]
    fn whitespace_in_quotes_and_comments_is_preserved() {
        let same = |a: &str, b: &str| canonical(a.as_bytes()) == canonical(b.as_bytes());
        assert!(same("create table a (\r\n  b, -- c\r\n  d\r\n)", "create table a (\n\tb, -- c\n d\n)"));
        for (a, b) in [
            ("'a b'", "'a  b'"),
            ("\"a b\"", "\"a\tb\""),
            ("[a b]", "[a  b]"),
            ("`a b`", "`a  b`"),
            ("'it''s  '", "'it''s '"),
            ("/* a b */ c", "/* a  b */ c"),
            ("-- a b\n c", "-- a  b\n c"),
            ("-- a\n c", "-- a c"),
            ("a b", "ab"),
            ("a", "A"),
            ("'a", "'a "),
        ] {
            assert!(!same(a, b), "{a} and {b}");
        }
    }

    #[test]
    fn only_columns_and_constraints_extend_a_definition() {
        let known =
            definition("create table a (b text check (b in ('x', ')')), c int, primary key (b, c)) strict");
        assert!(known.extends(&known));
        let extends = |sql: &str| definition(sql).extends(&known);
        assert!(extends(
            "create table a (b text check (b in ('x', ')')), c int, d text default ',', primary key (b, c)) strict"
        ));
        for other in [
            "create table a (b text check (b in ('x', ')')), c int, primary key (b, c))",
            "create table a (b text check (b in ('x', ')')), c text, primary key (b, c)) strict",
            "create table a (b text check (b in ('x', ')')), /* c int, */ primary key (b, c)) strict",
            "create table z (b text check (b in ('x', ')')), c int, primary key (b, c)) strict",
            "create table a (c int, b text check (b in ('x', ')')), primary key (b, c)) strict",
            "create table a",
            "",
        ] {
            assert!(!extends(other), "{other}");
        }
    }
}
