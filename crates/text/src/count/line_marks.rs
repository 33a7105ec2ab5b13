//! Markdown marks at the start of a line: headings, quotes, list stars and rules.

/// The marks and blanks at the start of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineMarks {
    /// The number of scalars that are marks.
    pub(super) marks: usize,
    /// The blanks before and between the marks, without those after the last one.
    pub(super) blanks: usize,
    /// The length of both in bytes.
    pub(super) bytes: usize,
}

/// The marks at the start of `line`, which has no line end. A rule consists of marks to its end.
pub(super) fn line_marks(line: &str) -> LineMarks {
    let mut rule = Rule::default();
    if line.chars().all(|c| rule.pass(c)) && rule.is_complete() {
        let blanks = line.chars().filter(|c| c.is_whitespace()).count();
        return LineMarks { marks: line.chars().count() - blanks, blanks, bytes: line.len() };
    }
    let mut found = LineMarks::default();
    let mut opening = Opening::default();
    let (mut blanks, mut bytes) = (0, 0);
    for c in line.chars().chain(['\n']) {
        match opening.pass(c) {
            Passed::Nothing => {}
            Passed::Marks(marks) => {
                // The blank after a mark of several characters completes it.
                let after = if c == '>' { bytes + 1 } else { bytes };
                found = LineMarks { marks: found.marks + marks, blanks, bytes: after };
            }
            Passed::Text { .. } => break,
        }
        blanks += usize::from(is_indent(c));
        bytes += c.len_utf8();
    }
    found
}

/// Whether a line is a Markdown rule: three or more `-` or `*`, and blanks only.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rule {
    mark: Option<char>,
    length: usize,
    is_broken: bool,
}

impl Rule {
    /// An impossible rule: the line begins with a blank that is not an indent.
    pub(super) const BROKEN: Self = Self { mark: None, length: 0, is_broken: true };

    /// Processes the next character of the line; returns whether the line may still be a rule.
    pub(super) fn pass(&mut self, c: char) -> bool {
        if !self.is_broken && !c.is_whitespace() {
            self.is_broken = !matches!(c, '-' | '*') || self.mark.is_some_and(|mark| mark != c);
            self.mark = Some(c);
            self.length += 1;
        }
        !self.is_broken
    }

    /// Whether the line is a rule, if it ends here.
    pub(super) fn is_complete(&self) -> bool {
        self.is_possible() && self.length >= 3
    }

    /// Whether the line may still become a rule.
    #[inline]
    pub(super) fn is_possible(&self) -> bool {
        !self.is_broken
    }
}

/// The state at the start of a line, character by character, while it holds only marks and blanks. Rules are
/// separate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Opening {
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
pub(super) enum Passed {
    /// Nothing is decided yet, or the character is a blank.
    Nothing,
    /// This number of characters are marks: up to and including a `>`, otherwise up to but excluding this character.
    Marks(usize),
    /// The text begins: with this number of `#`, with a `*`, or with this character.
    Text { hashes: usize },
}

impl Opening {
    /// Processes the next character of the line, or its end.
    pub(super) fn pass(&mut self, c: char) -> Passed {
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
    pub(super) fn hashes(&self) -> usize {
        if let Self::Hashes(length) = self { *length } else { 0 }
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        matches!(self, Self::Over)
    }

    fn after_blank(c: char) -> Self {
        if is_indent(c) { Self::Blank } else { Self::Over }
    }
}

/// Blanks that may precede a mark.
pub(super) fn is_indent(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}')
}
