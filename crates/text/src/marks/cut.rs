//! Cutting a line without leaving half a mark.

use super::inline::Inline;
use super::opening::{self, Rule};
use super::{LineSpan, MarkKind, line};
use crate::sentence::is_border;

/// Where a line can be cut so that no half of a mark remains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeCut {
    /// In bytes.
    pub at: usize,
    /// What ends the marks that are open there, to append.
    pub closing: String,
}

/// The last position of `line`, from `at` back, where it can be cut so that no half of a mark remains: a mark whose
/// words are cut is ended, one without words or reading goes. `is_complete` is whether the line ends after `line`; if
/// not, open marks are taken for marks whose end has not arrived.
pub fn cut_whole(line: &str, at: usize, is_complete: bool) -> WholeCut {
    let closed = if is_complete { line.to_owned() } else { closed(line) };
    let at = if is_complete { at } else { at.min(line.trim_end_matches(['\\', '^', '《', '｜']).len()) };
    let spans = if opening::is_break(&closed) { Vec::new() } else { line::spans(&closed) };
    (0..=at)
        .rev()
        .filter(|at| {
            line.is_char_boundary(*at) && is_border(line, *at) && !is_in_break(line, *at, is_complete)
        })
        .find_map(|at| Some(WholeCut { at, closing: ended(&closed, &spans, at)? }))
        .unwrap_or(WholeCut { at: 0, closing: String::new() })
}

/// A line that goes on with a word, and ends every mark that is open then.
fn closed(line: &str) -> String {
    let mut state = Inline::default();
    let start = opening::leading(line).last().map_or(0, |mark| mark.inner);
    let mut last = line[..start].chars().next_back();
    let mut push = |state: &mut Inline, c| {
        state.push(c, 0, last, &mut |_| {});
        last = Some(c);
    };
    line[start..].chars().for_each(|c| push(&mut state, c));
    let mut closed = line.to_owned();
    let end = if state.has_half_ended_dots() { "》一" } else { "一" };
    end.chars().for_each(|c| push(&mut state, c));
    closed.push_str(end);
    closed + &state.closing()
}

/// Whether a cut leaves a part of a break between scenes.
fn is_in_break(line: &str, at: usize, is_complete: bool) -> bool {
    let mut rule = Rule::default();
    let may_be_break = line.chars().all(|c| rule.pass(c)) && (!is_complete || rule.is_complete());
    at > 0 && may_be_break && !opening::is_break(&line[..at])
}

/// What ends the marks around a position; `None` if half a mark would remain.
fn ended(line: &str, spans: &[LineSpan], at: usize) -> Option<String> {
    let begun: Vec<&LineSpan> =
        spans.iter().filter(|span| is_inside_line(span.kind) && span.outer.start < at).collect();
    let mut around: Vec<&LineSpan> = begun.iter().copied().filter(|span| at < span.outer.end).collect();
    around.sort_by_key(|span| std::cmp::Reverse((span.outer.start, span.inner.start)));
    let mut closing = String::new();
    for span in around {
        let is_ended = !matches!(span.kind, MarkKind::Ruby | MarkKind::Literal)
            && (span.inner.start + 1..=span.inner.end).contains(&at);
        if !is_ended {
            return None;
        }
        closing.push_str(&line[span.inner.end..span.outer.end]);
    }
    let cut = format!("{}{closing}", &line[..at]);
    let left = line::spans(&cut).iter().filter(|span| is_inside_line(span.kind)).count();
    (left >= begun.len()).then_some(closing)
}

fn is_inside_line(kind: MarkKind) -> bool {
    use MarkKind::{Bold, BoldItalic, Dots, Italic, Literal, Note, Ruby};
    matches!(kind, Italic | Bold | BoldItalic | Ruby | Dots | Note | Literal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str, is_complete: bool) -> String {
        let (before, after) = line.split_once('|').unwrap();
        let WholeCut { at, closing } = cut_whole(&format!("{before}{after}"), before.len(), is_complete);
        format!("{}{closing}", &before[..at])
    }

    #[test]
    fn a_mark_is_ended_or_goes() {
        for (line, left) in [
            ("他*很|想*走", "他*很*"),
            ("他*很 |想*走", "他*很*"),
            ("他*|很想*走", "他"),
            ("他**很想*|*走", "他**很想**"),
            ("他**很想|**走", "他**很想**"),
            ("他**很想**|走", "他**很想**"),
            ("**他*很|想***走", "**他*很***"),
            ("*他《《很|想》》走*", "*他《《很》》*"),
            ("他^[很|想]走", "他^[很]"),
            ("他^[|很想]走", "他"),
            ("去｜东|京《とう》了", "去"),
            ("去｜东京《と|う》了", "去"),
            ("去｜东京《とう》|了", "去｜东京《とう》"),
            ("去\\|*了", "去"),
            ("*｜东|京《とう》*", ""),
            (">> *去|了* <<", ">> *去*"),
            ("**|*", ""),
            ("***|", "***"),
        ] {
            assert_eq!(cut(line, true), left, "{line}");
        }
    }

    #[test]
    fn an_open_mark_needs_a_line_that_goes_on() {
        for (line, open, literal) in [
            ("他*很|想", "他*很*", "他*很"),
            ("他《《很|", "他《《很》》", "他《《很"),
            ("他^[很|想", "他^[很]", "他^[很"),
            ("**他*很|", "**他*很***", "**他*很"),
            ("-|", "", "-"),
            ("他*|", "他", "他*"),
            ("他*|*", "他", "他*"),
            ("*他*|", "*他*", "*他*"),
            ("去｜|东", "去", "去｜"),
            ("去｜东|京《と", "去", "去｜东"),
            ("去《|《", "去", "去《"),
            ("《《去|》", "《《去》》", "《《去"),
            ("**去|*", "**去**", "**去"),
        ] {
            assert_eq!((cut(line, false), cut(line, true)), (open.to_owned(), literal.to_owned()), "{line}");
        }
    }
}
