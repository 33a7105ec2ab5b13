//! Emphasis in plain text: `*…*`, `**…**`, `_…_` and the codes of writing tools.
//!
//! A run of marks opens emphasis if something visible follows it and closes it if something visible precedes it. A
//! run closes the nearest open run of the same character and length; every other run is text. That is the rule of
//! our own marks, and unlike that of CommonMark it works beside Chinese punctuation.

use std::collections::HashMap;

use crate::loss::{LossKind, Losses};
use crate::tree::{Span, Style};

/// What marks do to the text between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Italic,
    Bold,
    BoldItalic,
    /// A format that is lost: the marks are dropped and counted.
    Lost,
}

/// What a code of a tool stands for.
pub(crate) enum Code {
    /// An effect begins or ends.
    On(Effect),
    Off(Effect),
    Spans(Vec<Span>),
    /// Text that is read on: its marks count.
    Text(String),
}

/// A way to write emphasis.
pub(crate) struct Notation<'a> {
    /// The effect of a run of marks; `None` if it is text.
    pub effect: fn(mark: char, length: usize) -> Option<Effect>,
    /// Reads a code at the start of a text: its length in bytes and its meaning.
    pub code: &'a mut dyn FnMut(&str) -> Option<(usize, Code)>,
    /// Whether a backslash makes the mark after it text.
    pub has_escapes: bool,
}

enum Piece {
    Text(String),
    Run { mark: char, length: usize, opens: bool, closes: bool, effect: Effect },
    On(Effect),
    Off(Effect),
    Span(Span),
}

/// Reads a line or a paragraph.
pub(crate) fn spans(text: &str, notation: &mut Notation<'_>, losses: &mut Losses) -> Vec<Span> {
    let mut pieces = pieces(text, notation);
    pair(&mut pieces);
    laid_out(pieces, losses)
}

/// The start of a text, at most `bytes` long: codes are not searched further, so that reading stays linear.
pub(crate) fn window(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Markdown as writers use it.
pub(crate) fn markdown(mark: char, length: usize) -> Option<Effect> {
    match (mark, length) {
        ('*' | '_', 1) => Some(Effect::Italic),
        ('*' | '_', 2) => Some(Effect::Bold),
        ('*' | '_', 3) => Some(Effect::BoldItalic),
        ('~' | '=', 2) => Some(Effect::Lost),
        _ => None,
    }
}

fn pieces(text: &str, notation: &mut Notation<'_>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut before: Option<char> = None;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if notation.has_escapes
            && c == '\\'
            && rest[1..].starts_with(|next: char| next.is_ascii_punctuation())
        {
            plain.push_str(&rest[1..2]);
            before = rest[1..2].chars().next();
            at += 2;
            continue;
        }
        if c.is_ascii_punctuation()
            && let Some((length, code)) = (notation.code)(rest)
        {
            push_text(&mut pieces, &mut plain);
            match code {
                Code::On(effect) => pieces.push(Piece::On(effect)),
                Code::Off(effect) => pieces.push(Piece::Off(effect)),
                Code::Spans(spans) => pieces.extend(spans.into_iter().map(Piece::Span)),
                Code::Text(text) => plain.push_str(&text),
            }
            before = rest[..length].chars().next_back();
            at += length.max(1);
            continue;
        }
        let length = if matches!(c, '*' | '_' | '~' | '=') {
            rest.chars().take_while(|mark| *mark == c).count()
        } else {
            0
        };
        match (notation.effect)(c, length).filter(|_| length > 0) {
            Some(effect) => {
                push_text(&mut pieces, &mut plain);
                let after = rest[length..].chars().next();
                let (mut opens, mut closes) = (is_visible(after), is_visible(before));
                if c == '_' {
                    // Inside a word it is a letter: `snake_case`.
                    opens &= !is_word(before);
                    closes &= !is_word(after);
                }
                pieces.push(Piece::Run { mark: c, length, opens, closes, effect });
                at += length;
            }
            None => {
                let length = length.max(1) * c.len_utf8();
                plain.push_str(&rest[..length]);
                at += length;
            }
        }
        before = Some(c);
    }
    push_text(&mut pieces, &mut plain);
    pieces
}

fn push_text(pieces: &mut Vec<Piece>, text: &mut String) {
    if !text.is_empty() {
        pieces.push(Piece::Text(std::mem::take(text)));
    }
}

fn is_visible(c: Option<char>) -> bool {
    c.is_some_and(|c| !c.is_whitespace())
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_alphanumeric())
}

/// Turns pairs of runs into effects, and all other runs into text.
fn pair(pieces: &mut [Piece]) {
    let mut open: HashMap<(char, usize), Vec<usize>> = HashMap::new();
    for at in 0..pieces.len() {
        let Piece::Run { mark, length, opens, closes, effect } = pieces[at] else { continue };
        match open.entry((mark, length)).or_default().last().copied().filter(|_| closes) {
            Some(opener) => {
                // Runs between the two stay open for nobody.
                for places in open.values_mut() {
                    places.truncate(places.partition_point(|place| *place < opener));
                }
                pieces[opener] = Piece::On(effect);
                pieces[at] = Piece::Off(effect);
            }
            None if opens => open.entry((mark, length)).or_default().push(at),
            None => {}
        }
    }
    for piece in pieces {
        if let Piece::Run { mark, length, .. } = piece {
            *piece = Piece::Text(mark.to_string().repeat(*length));
        }
    }
}

fn laid_out(pieces: Vec<Piece>, losses: &mut Losses) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let (mut italic, mut bold) = (0_i32, 0_i32);
    for piece in pieces {
        let style = Style { italic: italic > 0, bold: bold > 0, ..Style::default() };
        match piece {
            Piece::Text(text) => match spans.last_mut() {
                Some(Span::Text { text: last, style: same }) if *same == style => last.push_str(&text),
                _ => spans.push(Span::Text { text, style }),
            },
            Piece::Span(span) => spans.push(span),
            Piece::On(effect) => {
                if effect == Effect::Lost {
                    losses.name(LossKind::Formatting, "");
                }
                change(&mut italic, &mut bold, effect, 1);
            }
            Piece::Off(effect) => change(&mut italic, &mut bold, effect, -1),
            Piece::Run { .. } => {}
        }
    }
    spans
}

fn change(italic: &mut i32, bold: &mut i32, effect: Effect, by: i32) {
    if matches!(effect, Effect::Italic | Effect::BoldItalic) {
        *italic = (*italic + by).max(0);
    }
    if matches!(effect, Effect::Bold | Effect::BoldItalic) {
        *bold = (*bold + by).max(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Block, Paragraph};

    fn check(text: &str, expected: &str) {
        let mut notation = Notation { effect: markdown, code: &mut |_| None, has_escapes: true };
        let spans = spans(text, &mut notation, &mut Losses::default());
        let block = Block::Paragraph(Paragraph { spans, ..Paragraph::default() });
        assert_eq!(crate::show::blocks(&[block], "").trim_end(), format!("| {expected}"));
    }

    #[test]
    fn emphasis_works_beside_chinese_marks() {
        check("这是**我想做的事。**所以继续。", "这是<b>我想做的事。</b>所以继续。");
        check("*「啊」*他叫道", "<i>「啊」</i>他叫道");
        check("**bold *both* end**", "<b>bold </b><b><i>both</i></b><b> end</b>");
        check("***all***", "<b><i>all</i></b>");
    }

    #[test]
    fn single_marks_are_text() {
        check("2 * 3 and a*", "2 * 3 and a*");
        check("snake_case_name and _so_", "snake_case_name and <i>so</i>");
        check(r"\*not\* and \\", r"*not* and \");
        check("*open **and", "*open **and");
        check("a == b", "a == b");
    }
}
