//! Markdown marks that stand where a line begins: headings, quotes, list stars and rules.

/// What a line begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineMarks {
    /// Scalars that are marks.
    pub(super) marks: usize,
    /// Blanks before and between the marks. Blanks after the last one are not part of this.
    pub(super) blanks: usize,
    /// Bytes of both.
    pub(super) bytes: usize,
}

/// The marks `line` (without its line end) begins with. A rule is marks to its end.
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
                // A mark of several is told by the blank after it.
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

/// Whether a line is a Markdown rule: three or more `-`, or `*`, and nothing else but blanks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rule {
    mark: Option<char>,
    length: usize,
    is_broken: bool,
}

impl Rule {
    /// A rule that cannot be: the line begins with a blank that is no indent.
    pub(super) const BROKEN: Self = Self { mark: None, length: 0, is_broken: true };

    /// Takes the next character of the line; says whether the line may still be a rule.
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

    /// Whether the line may be one when it goes on.
    #[inline]
    pub(super) fn is_possible(&self) -> bool {
        !self.is_broken
    }
}

/// The beginning of a line, character by character, as far as it is marks and blanks; a rule aside.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Opening {
    /// All so far is marks and blanks.
    #[default]
    Blank,
    /// As many `#`, marks if a blank follows.
    Hashes(usize),
    /// A `*`, a mark if a blank follows.
    Star,
    /// The text has begun.
    Over,
}

/// What a character makes of the beginning of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// Nothing is known yet, or the character is a blank.
    Nothing,
    /// As many characters, up to this one where it is `>` and otherwise before it, are marks.
    Marks(usize),
    /// The text begins before it with as many `#`, or else with a `*`, or with it.
    Text { hashes: usize },
}

impl Opening {
    /// Takes the next character of the line or its end.
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

    /// `#` of which it is not known yet whether they are marks.
    pub(super) fn hashes(&self) -> usize {
        if let Self::Hashes(length) = self { *length } else { 0 }
    }

    /// Whether the text has begun.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        matches!(self, Self::Over)
    }

    fn after_blank(c: char) -> Self {
        if is_indent(c) { Self::Blank } else { Self::Over }
    }
}

/// Blanks that may stand before a mark.
pub(super) fn is_indent(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}')
}
