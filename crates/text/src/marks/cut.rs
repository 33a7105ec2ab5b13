//! Cutting a line so that no mark is split.

use super::inline::OpenMark;
use super::line;
use super::{LineSpan, MarkKind};
use crate::paragraph::is_blank;
use crate::{CharOffset, Snap, snap_to_grapheme};

/// The longest base of a ruby whose reading has not arrived, in chars. A bar before more text is a bar.
const MAX_BASE: usize = 32;

/// A line of which the first part is kept.
#[derive(Clone, Copy, Debug)]
pub struct CutLine<'t> {
    /// The line, without its line end.
    pub line: &'t str,
    /// Where it is to be cut.
    pub at: usize,
    /// The earliest place where it may be cut.
    pub earliest: usize,
    /// Whether the line is complete. If it is not, a mark without its end may still get one.
    pub is_complete: bool,
}

/// The place where a line can be cut, and what closes the marks that are open there. Places are in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkedCut {
    pub at: usize,
    /// The start and the closing of each open mark, innermost first.
    pub closing: Vec<(usize, &'static str)>,
}

impl CutLine<'_> {
    /// Moves the cut out of the characters of a mark, and before a mark of which no words would be kept; closes every
    /// other mark that it splits.
    pub fn cut(self) -> MarkedCut {
        let marks = self.marks();
        let mut at = self.at;
        // A move ends beside a mark, where at most all marks around it move the cut further.
        for _ in 0..=marks.len() {
            let Some(better) = marks.iter().find_map(|mark| self.better(mark, at)) else { break };
            at = better;
        }
        let mut closing: Vec<(usize, &'static str)> = marks
            .iter()
            .filter(|mark| mark.start < at && at < mark.end)
            .filter_map(|mark| Some((mark.start, mark.closing?)))
            .collect();
        closing.sort_by_key(|(start, _)| std::cmp::Reverse(*start));
        // Asterisks after a blank close nothing.
        let trimmed = self.line[..at].trim_end_matches(is_blank).len();
        if !closing.is_empty() && trimmed >= self.earliest {
            at = trimmed;
        }
        closing.retain(|(start, _)| *start < at);
        self.verified(MarkedCut { at, closing })
    }

    /// The marks that a cut can split.
    fn marks(&self) -> Vec<Splittable> {
        let mut marks: Vec<Splittable> = line::spans(self.line).iter().map(Splittable::of_span).collect();
        if !self.is_complete {
            let open =
                line::open(self.line).into_iter().filter_map(|mark| Splittable::of_open(self.line, mark));
            let known: Vec<usize> = marks.iter().map(|mark| mark.start).collect();
            marks.extend(open.filter(|mark| !known.contains(&mark.start)));
        }
        marks
    }

    /// A place beside the mark, if the cut is inside its characters.
    fn better(&self, mark: &Splittable, at: usize) -> Option<usize> {
        if at <= mark.start || at >= mark.end {
            return None;
        }
        let is_border = |place: &usize| {
            let place = CharOffset::new(self.line[..*place].chars().count());
            snap_to_grapheme(self.line, place, Snap::Back) == place
        };
        let behind = (at >= mark.inner_end).then_some(mark.end).filter(is_border);
        let is_empty = at <= mark.inner || mark.closing.is_none() && mark.is_inline;
        let before =
            is_empty.then_some(mark.start).filter(|start| *start >= self.earliest && is_border(start));
        behind.or(before)
    }

    /// Leaves out a mark that cannot be closed there, or only its closing if it begins too early: `*a **b` would need
    /// `***`, which closes neither.
    fn verified(&self, mut cut: MarkedCut) -> MarkedCut {
        while !cut.closing.is_empty() {
            let text: String = cut.closing.iter().map(|(_, closing)| *closing).collect();
            let spans = line::spans(&format!("{}{text}", &self.line[..cut.at]));
            let is_closed =
                |start: usize| spans.iter().any(|span| span.outer.start == start && span.outer.end > cut.at);
            let Some(failed) = cut.closing.iter().position(|(start, _)| !is_closed(*start)) else { break };
            let (start, _) = cut.closing.remove(failed);
            if start >= self.earliest {
                cut.at = self.line[..start].trim_end_matches(is_blank).len().max(self.earliest);
                cut.closing.retain(|(start, _)| *start < cut.at);
            }
        }
        cut
    }
}

/// A mark that a cut can split.
#[derive(Debug)]
struct Splittable {
    start: usize,
    /// The start and the end of its words.
    inner: usize,
    inner_end: usize,
    end: usize,
    /// What closes it; `None` if nothing can.
    closing: Option<&'static str>,
    /// Whether the mark is around words of a line, not around the line.
    is_inline: bool,
}

impl Splittable {
    fn of_span(span: &LineSpan) -> Self {
        let (closing, is_inline) = match span.kind {
            MarkKind::Italic => (Some("*"), true),
            MarkKind::Bold => (Some("**"), true),
            MarkKind::BoldItalic => (Some("***"), true),
            MarkKind::Dots => (Some("》》"), true),
            MarkKind::Note => (Some("]"), true),
            MarkKind::Ruby | MarkKind::Literal => (None, true),
            MarkKind::Centre => (Some("<<"), false),
            MarkKind::Right | MarkKind::Quotation | MarkKind::Heading | MarkKind::Item | MarkKind::Break => {
                (None, false)
            }
        };
        let (inner, inner_end) = (span.inner.start, span.inner.end);
        Self { start: span.outer.start, inner, inner_end, end: span.outer.end, closing, is_inline }
    }

    fn of_open(line: &str, mark: OpenMark) -> Option<Self> {
        let end = line.len() + 1;
        let open = |start, inner, closing| {
            Some(Self { start, inner, inner_end: end, end, closing, is_inline: true })
        };
        match mark {
            OpenMark::Emphasis { length, at } => {
                let closing = match length {
                    1 => "*",
                    2 => "**",
                    _ => "***",
                };
                open(at, at + length, Some(closing))
            }
            OpenMark::Run { at } => open(at, end, None),
            OpenMark::Dots { at } => open(at, at + "《《".len(), Some("》》")),
            OpenMark::Note { at } => open(at, at + "^[".len(), Some("]")),
            OpenMark::Ruby { bar, reading: Some(reading) } => open(bar, reading + "《".len(), Some("》")),
            OpenMark::Ruby { bar, reading: None } => {
                let is_base = line[bar..].chars().count() <= MAX_BASE;
                open(bar, end, None).filter(|_| is_base)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts at `|`; returns the kept text, with what was added after `+`.
    fn cut(marked: &str, earliest: usize, is_complete: bool) -> String {
        let at = marked.find('|').unwrap();
        let line = marked.replace('|', "");
        let MarkedCut { at, closing } = CutLine { line: &line, at, earliest, is_complete }.cut();
        let closing: String = closing.into_iter().map(|(_, closing)| closing).collect();
        if closing.is_empty() { line[..at].to_owned() } else { format!("{}+{closing}", &line[..at]) }
    }

    #[test]
    fn a_split_mark_is_closed() {
        for (marked, expected) in [
            ("雨**停了|下来**了", "雨**停了+**"),
            ("雨^[见|第一章]", "雨^[见+]"),
            ("雨《《停了|下来》》", "雨《《停了+》》"),
            ("雨^[见**第一|章**]", "雨^[见**第一+**]"),
            ("*a **b|c** d*", "*a+*"),
            (">> 第|一章 <<", ">> 第+<<"),
        ] {
            assert_eq!(cut(marked, 0, true), expected);
        }
    }

    #[test]
    fn a_mark_with_all_its_words_is_kept_whole() {
        for (marked, expected) in [
            ("雨**停了。|**他", "雨**停了。**"),
            ("雨**停了。*|*他", "雨**停了。**"),
            ("｜漢字|《かんじ》だ", "｜漢字《かんじ》"),
            ("｜漢字《か|んじ》だ", "｜漢字《かんじ》"),
            ("他^[见*注|*]。", "他^[见*注*]"),
        ] {
            assert_eq!(cut(marked, 0, true), expected);
        }
    }

    #[test]
    fn a_mark_without_its_words_is_left_out() {
        for (marked, expected) in [
            ("雨**|停了**", "雨"),
            ("雨*|*停了**", "雨"),
            ("雨^|[见]", "雨"),
            ("雨｜漢|字《かんじ》", "雨"),
            ("雨\\|*停", "雨"),
            ("雨**｜漢|字《かんじ》**", "雨"),
        ] {
            assert_eq!(cut(marked, 0, true), expected);
        }
        // What was shown stays.
        assert_eq!(cut("雨**|停了**", "雨*".len(), true), "雨**");
    }

    #[test]
    fn a_mark_may_still_end_in_an_incomplete_line() {
        assert_eq!(cut("雨**停了|下来", 0, false), "雨**停了+**");
        assert_eq!(cut("雨**停了|下来", 0, true), "雨**停了");
        assert_eq!(cut("雨｜漢|字", 0, false), "雨");
        assert_eq!(cut("雨｜漢字《か|ん", 0, false), "雨｜漢字《か+》");
        assert_eq!(cut("雨^[见 |第", 0, false), "雨^[见+]");
        assert_eq!(cut("5 * 7 |是", 0, false), "5 * 7 ");
    }

    #[test]
    fn asterisks_behind_shown_blanks_close_nothing() {
        assert_eq!(cut("雨**停了 |下", "雨**停了 ".len(), false), "雨**停了 ");
    }
}
