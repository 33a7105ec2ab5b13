//! The lines of a text, as an importer looks at them.

use std::ops::Range;

/// Columns a tab stands for at the start of a line.
const TAB_COLUMNS: usize = 4;

/// Columns of the smallest paragraph indent: one U+3000.
const PARAGRAPH_INDENT: usize = 2;

/// One line, without its line feed.
#[derive(Clone, Debug)]
pub(crate) struct Line<'t> {
    /// Byte offset of the line in its text.
    pub at: usize,
    /// The whole line.
    pub raw: &'t str,
    /// The line without white space at its ends; empty for a blank line.
    pub body: &'t str,
    /// White space before the body, in columns: U+3000 is two.
    pub indent: usize,
    /// Width of the body in columns: East Asian characters are two.
    pub width: usize,
}

/// What lines that hold only ornaments stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ornament {
    /// Dashes, equal signs and the like: a ruled line.
    Rule,
    /// Asterisks, stars, diamonds: a scene separator.
    Stars,
}

/// Characters that can be seen.
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

    /// Whether the indent marks a paragraph: one space at the start of a line is what wrapping left of a space
    /// after a full stop.
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

    /// Byte range of the line in the text, without its line feed.
    pub fn range(&self) -> Range<usize> {
        self.at..self.at + self.raw.len()
    }

    /// What kind of ornament the line is, if it is nothing else: three or more stars, or five or more dashes
    /// (three ASCII hyphens or equal signs are enough), one kind of mark throughout, white space between allowed.
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

    /// Whether the line ends a sentence, or a part of one that stands alone.
    pub fn ends_sentence(&self) -> bool {
        self.body.chars().next_back().is_some_and(is_sentence_end)
    }

    /// Whether the line ends in any punctuation.
    pub fn ends_in_punctuation(&self) -> bool {
        self.body.chars().next_back().is_some_and(|c| is_sentence_end(c) || is_pause(c))
    }
}

/// The lines of `text`; a line feed at the very end does not begin another line.
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

/// Columns a character takes in a fixed-width font.
pub(crate) fn columns(c: char) -> usize {
    if is_wide(c) { 2 } else { 1 }
}

/// Whether a character is East Asian wide: such characters are joined without a space between them.
pub(crate) fn is_wide(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}' | '“' | '”' | '‘' | '’' | '…' | '—' | '―' | '□')
}

/// Whether a sentence, or its closing quote or bracket, can end in `c`.
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

/// Punctuation inside a sentence.
pub(crate) fn is_pause(c: char) -> bool {
    matches!(c, '，' | ',' | '、' | '；' | ';' | '－' | '-' | '“' | '「' | '『' | '（' | '《' | '·')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ornaments_are_one_mark_repeated() {
        let kind = |text: &str| split(text).first().and_then(Line::ornament);
        assert_eq!(kind("  * * *"), Some(Ornament::Stars));
        assert_eq!(kind("※※※"), Some(Ornament::Stars));
        assert_eq!(kind("-----"), Some(Ornament::Rule));
        assert_eq!(kind("——"), None);
        assert_eq!(kind("…………"), None);
        assert_eq!(kind("**强调**"), None);
    }

    #[test]
    fn indents_are_columns() {
        let lines = split("　　甲\n \t乙\n　\n丙");
        assert_eq!(lines.iter().map(|line| line.indent).collect::<Vec<_>>(), [4, 5, 0, 0]);
        assert!(lines[2].is_blank());
        assert_eq!(split("a\n").len(), 1);
    }
}
