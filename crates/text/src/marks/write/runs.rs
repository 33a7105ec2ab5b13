//! Lowers the runs of a line.

use super::literal::{self, Escaping};
use super::{Run, Style, one_line};
use crate::paragraph::is_blank;

/// The runs as text with marks, and the number of stretches that lost formatting.
pub(super) fn lower(runs: &[Run], escaping: Escaping) -> (String, usize) {
    let mut writer =
        Writer { line: String::new(), lost: 0, in_note: false, escaping, emphasis_end: usize::MAX };
    writer.runs(runs);
    (writer.line, writer.lost)
}

struct Writer {
    line: String,
    lost: usize,
    in_note: bool,
    escaping: Escaping,
    /// The length of the line after its last emphasis.
    emphasis_end: usize,
}

/// Words or a ruby, with a style.
#[derive(Clone, Debug)]
struct Piece {
    text: String,
    reading: Option<String>,
    style: Style,
}

impl Writer {
    fn runs(&mut self, runs: &[Run]) {
        let mut waiting = Vec::new();
        for run in runs {
            match run {
                Run::Words { text, style } => {
                    waiting.push(Piece { text: one_line(text), reading: None, style: *style });
                }
                Run::Ruby { base, reading, style } => waiting.push(self.ruby(base, reading, *style)),
                Run::Note(inner) => {
                    self.pieces(std::mem::take(&mut waiting));
                    self.note(inner);
                }
            }
        }
        self.pieces(waiting);
    }

    fn ruby(&mut self, base: &str, reading: &str, style: Style) -> Piece {
        let (text, reading) = (one_line(base), one_line(reading));
        let reading = Some(reading).filter(|reading| !reading.is_empty() && !text.is_empty());
        self.lost += usize::from(reading.is_none() || style.dots);
        Piece { text, style: Style { dots: style.dots && reading.is_none(), ..style }, reading }
    }

    fn note(&mut self, inner: &[Run]) {
        let has_words = inner.iter().any(|run| match run {
            Run::Words { text, .. } | Run::Ruby { base: text, .. } => !text.is_empty(),
            Run::Note(_) => false,
        });
        if self.in_note || !has_words {
            self.lost += 1;
            if self.in_note {
                self.runs(inner);
            }
            return;
        }
        self.line.push_str("^[");
        self.in_note = true;
        self.runs(inner);
        self.in_note = false;
        self.line.push(']');
    }

    /// Writes pieces between two footnotes, grouped by emphasis.
    fn pieces(&mut self, pieces: Vec<Piece>) {
        let mut pieces = split_blanks(joined(pieces));
        pieces.retain(|piece| !piece.text.is_empty());
        let emphasis = |piece: &Piece| (piece.style.italic, piece.style.bold);
        for group in pieces.chunk_by(|one, next| emphasis(one) == emphasis(next)) {
            let (italic, bold) = emphasis(&group[0]);
            let stars = usize::from(italic) + 2 * usize::from(bold);
            // Two runs of asterisks that touch are one run.
            let is_touching = stars > 0 && self.line.len() == self.emphasis_end;
            self.lost += usize::from(is_touching);
            let stars = "*".repeat(if is_touching { 0 } else { stars });
            self.line.push_str(&stars);
            for dotted in group.chunk_by(|one, next| one.style.dots == next.style.dots) {
                self.dotted(dotted);
            }
            self.line.push_str(&stars);
            if !stars.is_empty() {
                self.emphasis_end = self.line.len();
            }
        }
    }

    fn dotted(&mut self, pieces: &[Piece]) {
        let is_dotted = pieces.iter().all(|piece| piece.style.dots);
        if is_dotted {
            self.line.push_str("《《");
        }
        let escaping = if is_dotted { Escaping::Angles } else { self.escaping };
        for piece in pieces {
            match &piece.reading {
                None => literal::push(&mut self.line, &piece.text, escaping, self.in_note),
                Some(reading) => {
                    self.line.push('｜');
                    literal::push(&mut self.line, &piece.text, Escaping::Angles, self.in_note);
                    self.line.push('《');
                    literal::push(&mut self.line, reading, Escaping::Angles, self.in_note);
                    self.line.push('》');
                }
            }
        }
        if is_dotted {
            self.line.push_str("》》");
        }
    }
}

/// Joins neighbours of one style.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match joined.last_mut() {
            Some(last) if last.style == piece.style && last.reading.is_none() && piece.reading.is_none() => {
                last.text.push_str(&piece.text);
            }
            _ => joined.push(piece),
        }
    }
    joined
}

/// Moves the blanks at both ends of emphasis out of it: a run of asterisks needs a visible character inside.
fn split_blanks(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut split: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if piece.reading.is_some() || !(piece.style.italic || piece.style.bold) {
            split.push(piece);
            continue;
        }
        let words = piece.text.trim_start_matches(is_blank);
        let before = piece.text.len() - words.len();
        let words = words.trim_end_matches(is_blank);
        let after = before + words.len();
        let outside = |text: &str| Piece { text: text.to_owned(), reading: None, style: Style::default() };
        split.push(outside(&piece.text[..before]));
        split.push(Piece { text: words.to_owned(), ..piece.clone() });
        split.push(outside(&piece.text[after..]));
    }
    split
}
