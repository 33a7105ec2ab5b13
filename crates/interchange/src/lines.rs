//! The lines of a text, with their indent and width.

use std::ops::Range;

/// The width of a tab at the start of a line, in columns.
const TAB_COLUMNS: usize = 4;

/// The minimum paragraph indent, in columns: one U+3000.
const PARAGRAPH_INDENT: usize = 2;

/// One line, without its line break.
#[derive(Clone, Debug)]
pub(crate) struct Line<'t> {
    /// Byte offset of the line in its text.
    pub at: usize,
    pub raw: &'t str,
    /// The line without surrounding white space; empty for a blank line.
    pub body: &'t str,
    /// Width of the leading white space in columns: U+3000 has two.
    pub indent: usize,
    /// Width of the body in columns: East Asian characters have two.
    pub width: usize,
}

/// The kind of a line of ornaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ornament {
    /// Dashes, equals signs and the like: a rule.
    Rule,
    /// Asterisks, stars or diamonds: a scene separator.
    Stars,
}

/// Counts visible characters.
pub(crate) fn visible(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

impl<'t> Line<'t> {
    fn new(at: usize, raw: &'t str) -> Self {
        let body = raw.trim();
        let lead = if body.is_empty() { "" } else { &raw[..raw.len() - raw.trim_start().len()] };
        let indent = lead.chars().map(|c| if c == '\t' { TAB_COLUMNS } else { columns(c) }).sum();
        Self { at, raw, body, indent, width: body.chars().map(columns).sum() }
    }

    /// Whether the indent marks a paragraph. A single leading space is a leftover of wrapping after a full
    /// stop.
    pub fn is_indented(&self) -> bool {
        self.indent >= PARAGRAPH_INDENT
    }

    pub fn is_blank(&self) -> bool {
        self.body.is_empty()
    }

    /// Byte offset of the body in the text.
    pub fn body_at(&self) -> usize {
        self.at + (self.raw.len() - self.raw.trim_start().len())
    }

    /// Byte range of the line in the text, without its line break.
    pub fn range(&self) -> Range<usize> {
        self.at..self.at + self.raw.len()
    }

    /// Returns the kind of ornament if the line consists of one repeated mark: at least three stars, or at
    /// least five dashes (three ASCII hyphens or equals signs are enough). White space between the marks is
    /// allowed.
    pub fn ornament(&self) -> Option<Ornament> {
        let mut marks = self.body.chars().filter(|c| !c.is_whitespace());
        let mark = marks.next()?;
        let kind = match mark {
            '*' | '＊' | '※' | '◇' | '◆' | '☆' | '★' | '●' | '○' | '■' | '×' | '⁂' | '✦' | '❖' => {
                Ornament::Stars
            }
            '-' | '－' | '—' | '―' | '─' | '━' | '=' | '＝' | '_' | '＿' | '~' | '～' => {
                Ornament::Rule
            }
            _ => return None,
        };
        let enough = match mark {
            '⁂' => 1,
            '-' | '=' => 3,
            _ if kind == Ornament::Stars => 3,
            _ => 5,
        };
        let mut count = 1;
        for next in marks {
            if next != mark {
                return None;
            }
            count += 1;
        }
        (count >= enough).then_some(kind)
    }

    /// Whether the line ends a sentence, or an independent part of one.
    pub fn ends_sentence(&self) -> bool {
        self.body.chars().next_back().is_some_and(is_sentence_end)
    }

    /// Whether the line ends in any punctuation.
    pub fn ends_in_punctuation(&self) -> bool {
        self.body.chars().next_back().is_some_and(|c| is_sentence_end(c) || is_pause(c))
    }
}

/// Splits `text` into lines; a line break at the very end does not start another line.
pub(crate) fn split(text: &str) -> Vec<Line<'_>> {
    let mut at = 0;
    let mut lines = Vec::with_capacity(text.len() / 60);
    for raw in text.split('\n') {
        lines.push(Line::new(at, raw));
        at += raw.len() + 1;
    }
    if lines.last().is_some_and(|line| line.raw.is_empty()) {
        lines.pop();
    }
    lines
}

/// Returns the width of a character in a fixed-width font, in columns.
pub(crate) fn columns(c: char) -> usize {
    if is_wide(c) { 2 } else { 1 }
}

/// Whether a character is East Asian wide. Lines are joined without a space at such characters.
pub(crate) fn is_wide(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}' | '“' | '”' | '‘' | '’' | '…' | '—' | '―' | '□')
}

/// Whether `c` can end a sentence, as punctuation or as a closing quote or bracket.
pub(crate) fn is_sentence_end(c: char) -> bool {
    matches!(c, '。' | '．' | '！' | '？' | '…' | '.' | '!' | '?' | '：' | ':' | '—' | '～' | '~' | '｡')
        || is_closing(c)
}

fn is_closing(c: char) -> bool {
    matches!(
        c,
        '”' | '"' | '’' | '\'' | '」' | '』' | '）' | ')' | '》' | '】' | ']' | '］' | '〉' | '〕' | '〗'
    )
}

/// Whether `c` is punctuation inside a sentence.
pub(crate) fn is_pause(c: char) -> bool {
    matches!(c, '，' | ',' | '、' | '；' | ';' | '－' | '-' | '“' | '「' | '『' | '（' | '《' | '·')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ornament_is_one_repeated_mark() {
        let kind = |text: &str| split(text).first().and_then(Line::ornament);
        assert_eq!(kind("  * * *"), Some(Ornament::Stars));
        assert_eq!(kind("※※※"), Some(Ornament::Stars));
        assert_eq!(kind("-----"), Some(Ornament::Rule));
        assert_eq!(kind("——"), None);
        assert_eq!(kind("…………"), None);
        assert_eq!(kind("**强调**"), None);
    }

    #[test]
    fn indents_are_measured_in_columns() {
        let lines = split("　　甲\n \t乙\n　\n丙");
        assert_eq!(lines.iter().map(|line| line.indent).collect::<Vec<_>>(), [4, 5, 0, 0]);
        assert!(lines[2].is_blank());
        assert_eq!(split("a\n").len(), 1);
    }
}
