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
    if is_rule(line) {
        let blanks = line.chars().filter(|c| c.is_whitespace()).count();
        return LineMarks { marks: line.chars().count() - blanks, blanks, bytes: line.len() };
    }
    let mut found = LineMarks::default();
    loop {
        let after = &line[found.bytes..];
        let rest = after.trim_start_matches([' ', '\t', '\u{3000}']);
        let marks = match rest.chars().next() {
            Some('>') => 1,
            Some('#') => run_before_space(rest, '#', 6),
            Some('*') => run_before_space(rest, '*', 1),
            _ => 0,
        };
        if marks == 0 {
            return found;
        }
        let blanks = &after[..after.len() - rest.len()];
        found.blanks += blanks.chars().count();
        found.marks += marks;
        found.bytes += blanks.len() + marks;
    }
}

/// Whether a line is a Markdown rule: three or more `-`, or `*`, and nothing else but blanks.
fn is_rule(line: &str) -> bool {
    let mut marks = line.chars().filter(|c| !c.is_whitespace());
    let Some(mark @ ('-' | '*')) = marks.next() else { return false };
    let mut length = 1;
    for c in marks {
        if c != mark {
            return false;
        }
        length += 1;
    }
    length >= 3
}

/// Length of the run of `mark` that `text` begins with, if it is at most `longest` and a blank or the line end
/// follows; otherwise 0.
fn run_before_space(text: &str, mark: char, longest: usize) -> usize {
    let rest = text.trim_start_matches(mark);
    let length = (text.len() - rest.len()) / mark.len_utf8();
    let ends = rest.chars().next().is_none_or(char::is_whitespace);
    if length <= longest && ends { length } else { 0 }
}
