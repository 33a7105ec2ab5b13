//! Marks that begin a line: headings, quotations, list stars, `>>`; and lines that are a break.

use crate::paragraph::is_blank;

use super::MarkKind;

/// A mark at the start of a line, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leading {
    pub(crate) kind: MarkKind,
    pub(crate) start: usize,
    /// The start of the words after it.
    pub(crate) inner: usize,
}

/// Whether `line`, which has no line end, is a break.
pub(crate) fn is_break(line: &str) -> bool {
    let mut rule = if begins_strangely(line.chars().next()) { Rule::BROKEN } else { Rule::default() };
    line.chars().all(|c| rule.pass(c)) && rule.is_complete()
}

/// Whether a line begins with a blank that may not precede a mark.
pub(crate) fn begins_strangely(first: Option<char>) -> bool {
    first.is_some_and(|c| c.is_whitespace() && !is_indent(c))
}

/// The marks at the start of `line`, which is not a break. The first is `Right` if the line is set apart.
pub(crate) fn leading(line: &str) -> Vec<Leading> {
    let mut found: Vec<Leading> = Vec::new();
    let mut opening = Opening::default();
    let mut apart = Apart::default();
    let mut bytes = 0;
    for c in line.chars().chain(['\n']) {
        apart.pass(c);
        match opening.pass(c) {
            Passed::Nothing => {}
            Passed::Marks(_) if c == '>' => {
                let inner = bytes + 1 + one_blank(&line[bytes + 1..]);
                found.push(Leading { kind: MarkKind::Quotation, start: bytes, inner });
            }
            Passed::Marks(marks) => {
                let kind = if line[..bytes].ends_with('*') { MarkKind::Item } else { MarkKind::Heading };
                let inner = bytes + one_blank(&line[bytes..]);
                found.push(Leading { kind, start: bytes - marks, inner });
            }
            Passed::Text { .. } => break,
        }
        bytes += c.len_utf8();
    }
    if apart.is_apart() && found.len() >= 2 {
        let first = found.remove(0);
        found[0] = Leading { kind: MarkKind::Right, start: first.start, ..found[0] };
    }
    found
}

/// The length of the blank that completes a mark.
fn one_blank(rest: &str) -> usize {
    usize::from(rest.starts_with([' ', '\t']))
}

/// Whether a line begins with `>>`, character by character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Apart {
    #[default]
    Blank,
    One,
    Two,
    Yes,
    No,
}

impl Apart {
    pub(crate) fn pass(&mut self, c: char) {
        *self = match (*self, c) {
            (Self::Blank, c) if is_indent(c) => Self::Blank,
            (Self::Blank, '>') => Self::One,
            (Self::One, '>') => Self::Two,
            (Self::Two, c) if c != '>' => Self::Yes,
            (Self::Yes, _) => Self::Yes,
            _ => Self::No,
        };
    }

    #[inline]
    pub(crate) fn is_apart(self) -> bool {
        matches!(self, Self::Two | Self::Yes)
    }
}

/// The `<<` at the end of a centred line, character by character.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tail {
    length: usize,
    is_over: bool,
}

impl Tail {
    /// Processes the next character; a literal one has a backslash before it.
    pub(crate) fn pass(&mut self, c: char, is_literal: bool) {
        if c == '<' && !is_literal {
            self.length = if self.is_over { 1 } else { self.length + 1 };
            self.is_over = false;
        } else if is_blank(c) {
            self.is_over = true;
        } else {
            *self = Self::default();
        }
    }

    /// Whether the line ends with `<<`.
    #[inline]
    pub(crate) fn is_complete(self) -> bool {
        self.length >= 2
    }

    /// The number of characters that are part of a mark if the line goes on with `<` or ends.
    #[inline]
    pub(crate) fn possible(self) -> usize {
        self.length.min(2)
    }
}

/// Whether a line is a break: three or more `*`, `-` or `＊`, all alike, and blanks only.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rule {
    mark: Option<char>,
    length: usize,
    is_broken: bool,
}

impl Rule {
    /// An impossible rule: the line begins with a blank that is not an indent.
    pub(crate) const BROKEN: Self = Self { mark: None, length: 0, is_broken: true };

    /// Processes the next character of the line; returns whether the line may still be a rule.
    pub(crate) fn pass(&mut self, c: char) -> bool {
        if !self.is_broken && !c.is_whitespace() {
            self.is_broken = !matches!(c, '-' | '*' | '＊') || self.mark.is_some_and(|mark| mark != c);
            self.mark = Some(c);
            self.length += 1;
        }
        !self.is_broken
    }

    /// Whether the line is a rule, if it ends here.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_possible() && self.length >= 3
    }

    /// Whether the line may still become a rule, and is more than blanks.
    #[inline]
    pub(crate) fn has_begun(&self) -> bool {
        self.is_possible() && self.length > 0
    }

    /// Whether the line may still become a rule.
    #[inline]
    pub(crate) fn is_possible(&self) -> bool {
        !self.is_broken
    }
}

/// The state at the start of a line, character by character, while it holds only marks and blanks. Rules are
/// separate.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Opening {
    /// Only marks and blanks so far.
    #[default]
    Blank,
    /// This number of `#`, which are marks if a blank follows.
    Hashes(usize),
    /// A `*`, which is a mark if a blank follows.
    Star,
    /// The text has begun.
    Over,
}

/// The effect of one character at the start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passed {
    /// Nothing is decided yet, or the character is a blank.
    Nothing,
    /// This number of characters are marks: up to and including a `>`, otherwise up to but excluding this character.
    Marks(usize),
    /// The text begins: with this number of `#`, with a `*`, or with this character.
    Text { hashes: usize },
}

impl Opening {
    /// Processes the next character of the line, or its end.
    pub(crate) fn pass(&mut self, c: char) -> Passed {
        let (next, passed) = match *self {
            Self::Hashes(length) if c == '#' && length < 6 => (Self::Hashes(length + 1), Passed::Nothing),
            Self::Hashes(length) if !c.is_whitespace() => (Self::Over, Passed::Text { hashes: length }),
            Self::Star if !c.is_whitespace() => (Self::Over, Passed::Text { hashes: 0 }),
            Self::Hashes(length) => (Self::after_blank(c), Passed::Marks(length)),
            Self::Star => (Self::after_blank(c), Passed::Marks(1)),
            Self::Blank => match c {
                '>' => (Self::Blank, Passed::Marks(1)),
                '#' => (Self::Hashes(1), Passed::Nothing),
                '*' => (Self::Star, Passed::Nothing),
                c if is_indent(c) => (Self::Blank, Passed::Nothing),
                _ => (Self::Over, Passed::Text { hashes: 0 }),
            },
            Self::Over => (Self::Over, Passed::Text { hashes: 0 }),
        };
        *self = next;
        passed
    }

    /// The number of `#` not yet known to be marks.
    pub(crate) fn hashes(&self) -> usize {
        if let Self::Hashes(length) = self { *length } else { 0 }
    }

    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        matches!(self, Self::Over)
    }

    fn after_blank(c: char) -> Self {
        if is_indent(c) { Self::Blank } else { Self::Over }
    }
}

/// Blanks that may precede a mark.
pub(crate) fn is_indent(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}')
}
