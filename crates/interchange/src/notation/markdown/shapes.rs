//! Lines with a shape in our own Markdown: quotations, items of lists, headings and breaks inside a scene, lines in the
//! middle or at the right. Other programs show them as such, and they read back as the same marks.
//!
//! Quotations and items have the marks of Markdown. A break inside a scene follows a comment, or it would be one
//! between two scenes. So does a heading, which is below those of chapters; its comment has its own level. Markdown has
//! no lines in the middle: they stand in an element of HTML.

use wenfang_text::marks::{MarkKind, marks};

use super::escape;
use crate::lines::Line;

/// Stands before a break inside a scene.
const BREAK: &str = "<!-- break -->";
const CENTRE: &str = "<div align=\"center\">";
const RIGHT: &str = "<div align=\"right\">";
const END: &str = "</div>";
/// Stand before a heading inside a scene, by its level.
const HEADINGS: [(&str, &str); 6] = [
    ("<!-- # -->", "# "),
    ("<!-- ## -->", "## "),
    ("<!-- ### -->", "### "),
    ("<!-- #### -->", "#### "),
    ("<!-- ##### -->", "##### "),
    ("<!-- ###### -->", "###### "),
];
/// The highest level that no chapter has.
const BELOW_CHAPTERS: usize = 3;

/// Writes a line that is not blank. `is_signed` says that it is read back line by line.
pub(crate) fn write(out: &mut String, line: &str, is_signed: bool) {
    let kind = marks(line).first().map(|mark| mark.kind);
    let after = |mark: &str| line.strip_prefix(mark).filter(|words| is_trimmed(words));
    if kind == Some(MarkKind::Heading) && heading(out, line, is_signed) {
        return;
    }
    let shape = match kind {
        Some(MarkKind::Quotation) => after("> ").map(|words| ("> ", words, "")),
        Some(MarkKind::Item) => after("* ").map(|words| ("* ", words, "")),
        _ if is_signed => None,
        Some(MarkKind::Break) if is_thematic(line) => {
            out.push_str(BREAK);
            out.push_str("\n\n");
            out.push_str(line);
            return;
        }
        Some(MarkKind::Centre) => {
            let words = after(">> ").and_then(|rest| rest.strip_suffix(" <<"));
            words.filter(|words| is_trimmed(words)).map(|words| (CENTRE, words, END))
        }
        Some(MarkKind::Right) => after(">> ").map(|words| (RIGHT, words, END)),
        _ => None,
    };
    match shape {
        Some((open, words, "")) => {
            out.push_str(open);
            escape::line(out, words);
        }
        Some((open, words, close)) => {
            out.push_str(open);
            out.push_str("\n\n");
            escape::line(out, words);
            out.push_str("\n\n");
            out.push_str(close);
        }
        None => escape::line(out, line),
    }
}

/// Writes a heading inside a scene; `false` if it cannot be one in Markdown.
fn heading(out: &mut String, line: &str, is_signed: bool) -> bool {
    let words = line.trim_start_matches('#');
    let level = line.len() - words.len();
    let Some((comment, marks)) = level.checked_sub(1).and_then(|at| HEADINGS.get(at)) else { return false };
    let Some(words) = line.strip_prefix(marks).filter(|words| is_trimmed(words)) else { return false };
    match (is_signed, level >= BELOW_CHAPTERS) {
        (true, false) => return false,
        (true, true) => out.push_str(marks),
        (false, _) => out.extend([comment, "\n\n", HEADINGS[level.max(BELOW_CHAPTERS) - 1].1]),
    }
    escape::title(out, words);
    true
}

fn is_trimmed(words: &str) -> bool {
    !words.is_empty() && words.trim() == words
}

/// Whether other programs take a line for a break.
fn is_thematic(line: &str) -> bool {
    let is_of = |mark: u8| {
        let marks = line.bytes().filter(|byte| *byte == mark).count();
        marks >= 3 && line.bytes().all(|byte| byte == mark || byte == b' ')
    };
    line.trim() == line && (is_of(b'*') || is_of(b'-'))
}

/// A line with a shape, among the lines of a file.
pub(super) struct Shaped<'t> {
    /// Where it begins.
    pub first: usize,
    /// The line with its words.
    pub line: usize,
    /// The marks around them.
    pub around: (&'static str, &'static str),
    /// The words, still encoded; of a break, the line itself.
    pub words: &'t str,
    pub is_break: bool,
    /// The line behind it.
    pub end: usize,
}

/// Reads what [`write`] wrote at a line.
pub(super) fn read<'t>(lines: &[Line<'t>], at: usize) -> Option<Shaped<'t>> {
    let is_blank = |at: usize| lines.get(at).is_some_and(Line::is_blank);
    let words = lines.get(at + 2).filter(|line| !line.is_blank() && is_blank(at + 1))?.body;
    let shaped = |around, end| Some(Shaped { first: at, line: at + 2, around, words, is_break: false, end });
    let is_closed = || is_blank(at + 3) && lines.get(at + 4).is_some_and(|line| line.body == END);
    match lines[at].body {
        BREAK if is_thematic(words) => {
            Some(Shaped { first: at, line: at + 2, around: ("", ""), words, is_break: true, end: at + 3 })
        }
        CENTRE if is_closed() => shaped((">> ", " <<"), at + 5),
        RIGHT if is_closed() => shaped((">> ", ""), at + 5),
        comment => {
            let (_, marks) = HEADINGS.iter().find(|(known, _)| *known == comment)?;
            let words = words.trim_start_matches('#').strip_prefix(' ').filter(|_| words.starts_with('#'))?;
            Some(Shaped { first: at, line: at + 2, around: (marks, ""), words, is_break: false, end: at + 3 })
        }
    }
}
