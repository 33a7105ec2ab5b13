//! Joins the lines of a chapter into the texts of its scenes.
//!
//! A paragraph is one line of the text. Indents are dropped, hard-wrapped lines are joined, and blank lines
//! between paragraphs are dropped. If paragraphs usually have no blank line between them, a blank line is kept
//! (once), because authors use it to mark a pause. A separator line starts a new scene. So does a section
//! heading, which stays as the first line of its scene.

use std::borrow::Cow;

use crate::change::{ChangeLog, ChangeRule};
use crate::layout::TextLayout;
use crate::lines::{Line, Ornament, is_wide};
use crate::notation::markdown::inline::hard_break;

/// A line of a chapter.
#[derive(Clone, Debug)]
pub(crate) enum Piece<'t> {
    /// A line of prose. An empty one is a blank line that is always kept.
    Text {
        line: usize,
        /// The byte offset of the text in the file.
        at: usize,
        text: Cow<'t, str>,
        /// Whether it follows a heading on the same line; its sentence may then continue on the next line.
        tail: bool,
    },
    /// A blank line, or one with layout only.
    Blank(usize),
    /// A line of ornaments.
    Ornament(usize, Ornament),
    /// A section heading: starts a scene.
    Section(usize, Cow<'t, str>),
}

impl Piece<'_> {
    /// The line that it is in.
    pub(crate) fn line(&self) -> usize {
        match self {
            Self::Text { line, .. }
            | Self::Blank(line)
            | Self::Ornament(line, _)
            | Self::Section(line, _) => *line,
        }
    }
}

/// Joins pieces into scenes. Returns at least one scene, which may be empty.
pub(crate) fn compose(
    lines: &[Line<'_>],
    layout: &TextLayout,
    pieces: &[Piece<'_>],
    log: &mut ChangeLog,
) -> Vec<String> {
    let mut composer = Composer {
        lines,
        layout,
        scenes: Vec::new(),
        text: String::new(),
        last: None,
        blanks: Vec::new(),
        ornaments: Vec::new(),
        log,
    };
    for piece in pieces {
        composer.take(piece);
    }
    composer.finish()
}

struct Composer<'c, 't> {
    lines: &'c [Line<'t>],
    layout: &'c TextLayout,
    scenes: Vec<String>,
    text: String,
    /// The last line of prose in this scene, and whether it was on a heading's line.
    last: Option<(usize, bool)>,
    /// Blank lines since `last`.
    blanks: Vec<usize>,
    /// Ornament lines since `last`.
    ornaments: Vec<(usize, Ornament)>,
    log: &'c mut ChangeLog,
}

impl Composer<'_, '_> {
    fn take(&mut self, piece: &Piece<'_>) {
        match piece {
            Piece::Blank(line) => self.blanks.push(*line),
            Piece::Ornament(line, kind) => self.ornaments.push((*line, *kind)),
            Piece::Section(line, text) => {
                self.end_scene();
                self.add(*line, text);
                self.last = Some((*line, false));
            }
            Piece::Text { line, at, text, tail } => {
                if !tail {
                    self.note_edges(*line);
                }
                let joined = !text.is_empty() && self.last.is_some_and(|last| self.joins(last, *line));
                self.handle_gap(joined);
                match (self.last, joined) {
                    (None, _) => self.add(*line, text),
                    (Some(_), true) => {
                        self.log.add(ChangeRule::JoinedLine, *at, 0);
                        if needs_space(&self.text, text) {
                            self.text.push(' ');
                        }
                        self.text.push_str(text);
                    }
                    (Some(_), false) => {
                        self.text.push('\n');
                        self.text.push_str(text);
                    }
                }
                self.last = Some((*line, *tail));
            }
        }
    }

    fn add(&mut self, line: usize, text: &str) {
        self.drop_blanks(0);
        for (rule, _) in std::mem::take(&mut self.ornaments) {
            self.log.note(ChangeRule::RuleLine, self.lines[rule].at, self.lines[rule].body);
        }
        debug_assert!(self.text.is_empty() || self.lines[line].at > 0);
        self.text.push_str(text);
    }

    /// Records the white space dropped at both ends of a line.
    fn note_edges(&mut self, line: usize) {
        let line = &self.lines[line];
        if line.indent > 0 {
            self.log.add(ChangeRule::Indent, line.at, 0);
        }
        if line.raw.trim_end().len() < line.raw.len() {
            self.log.add(ChangeRule::TrailingSpace, line.at, 0);
        }
    }

    /// Whether the line continues the paragraph of the last one.
    fn joins(&self, (last, tail): (usize, bool), next: usize) -> bool {
        let (before, after) = (&self.lines[last], &self.lines[next]);
        if after.is_indented() || ends_paragraph(before) {
            return false;
        }
        if !self.ornaments.is_empty() {
            // A rule inside a sentence marks a page break or the end of a heading block.
            let rules = self.ornaments.iter().all(|(_, kind)| *kind == Ornament::Rule);
            return rules && self.layout.is_wrapped() && !before.ends_sentence();
        }
        if tail && self.blanks.is_empty() {
            return !before.ends_sentence();
        }
        self.layout.continues(self.lines, last, next)
    }

    /// Handles the blank and ornament lines before a line of prose.
    fn handle_gap(&mut self, joined: bool) {
        if self.last.is_none() || joined {
            self.drop_blanks(0);
            for (line, _) in std::mem::take(&mut self.ornaments) {
                self.log.note(ChangeRule::RuleLine, self.lines[line].at, self.lines[line].body);
            }
        } else if !self.ornaments.is_empty() {
            self.end_scene();
        } else if self.blanks.len() > self.layout.usual_blanks {
            self.drop_blanks(1);
            self.text.push('\n');
        } else {
            self.drop_blanks(0);
        }
    }

    /// Drops the pending blank lines and records all but `kept` of them.
    fn drop_blanks(&mut self, kept: usize) {
        for line in std::mem::take(&mut self.blanks).into_iter().skip(kept) {
            self.log.add(ChangeRule::BlankLines, self.lines[line].at, 0);
        }
    }

    /// Ends the scene if it has text; pending ornaments are its separator.
    fn end_scene(&mut self) {
        self.drop_blanks(0);
        let rule = if self.last.is_some() { ChangeRule::SceneMark } else { ChangeRule::RuleLine };
        for (line, _) in std::mem::take(&mut self.ornaments) {
            self.log.note(rule, self.lines[line].at, self.lines[line].body);
        }
        if self.last.take().is_some() {
            self.scenes.push(std::mem::take(&mut self.text));
        }
    }

    fn finish(mut self) -> Vec<String> {
        self.drop_blanks(0);
        for (line, _) in std::mem::take(&mut self.ornaments) {
            self.log.note(ChangeRule::RuleLine, self.lines[line].at, self.lines[line].body);
        }
        if self.last.is_some() || self.scenes.is_empty() {
            self.scenes.push(self.text);
        }
        self.scenes
    }
}

/// Whether a line says that its paragraph ends with it: a row of a table, or a line break of Markdown.
fn ends_paragraph(line: &Line<'_>) -> bool {
    line.body.starts_with('|') && line.body.ends_with('|') || hard_break(line.body)
}

/// Whether two joined lines need a space between them. East Asian characters need none, and neither does a
/// hyphen or dash, which is kept as it is.
fn needs_space(before: &str, after: &str) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else { return false };
    // Curly quotes and ellipses count as wide but also occur in Latin prose, so the characters beside them
    // decide.
    let latin_quote = |c: char| matches!(c, '“' | '”' | '‘' | '’' | '…');
    let wide = |c: char| is_wide(c) && !latin_quote(c);
    if matches!(last, '-' | '—' | '‐') {
        return false;
    }
    let around = |c: char, mut others: Box<dyn Iterator<Item = char> + '_>| {
        if latin_quote(c) { others.find(|c| !latin_quote(*c)).is_some_and(wide) } else { wide(c) }
    };
    !around(last, Box::new(before.chars().rev().skip(1).take(8)))
        && !around(first, Box::new(after.chars().skip(1).take(8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cjk_is_joined_without_a_space() {
        assert!(!needs_space("一一", "細考"));
        assert!(!needs_space("道：“", "大師"));
        assert!(!needs_space("明白。”", "雨村"));
        assert!(needs_space("single man", "in"));
        assert!(needs_space("said,", "“My dear"));
        assert!(needs_space("place.”", "He"));
        assert!(!needs_space("well-", "known"));
    }
}
