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

impl Piece {
    fn emphasis(&self) -> (bool, bool) {
        (self.style.italic, self.style.bold)
    }

    fn is_emphasised(&self) -> bool {
        self.emphasis() != (false, false)
    }
}

/// A stretch in italics with bold parts inside, or the other way round.
struct Nested {
    /// Whether the whole stretch is bold.
    is_bold: bool,
    /// The blanks before and after it.
    before: String,
    after: String,
    pieces: Vec<Piece>,
}

impl Nested {
    /// `None` if one emphasis is not around all others: asterisks of both would touch at its ends.
    fn of(stretch: &[Piece]) -> Option<Self> {
        let (first, last) = (stretch.first()?, stretch.last()?);
        let outer = first.emphasis();
        let is_around = stretch.len() > 2
            && matches!(outer, (true, false) | (false, true))
            && last.emphasis() == outer
            && stretch.iter().all(|piece| piece.emphasis() == outer || piece.emphasis() == (true, true))
            && stretch.iter().any(|piece| piece.emphasis() != outer);
        let is_shown = |piece: &Piece| piece.reading.is_some() || piece.text.contains(|c| !is_blank(c));
        let has_words = stretch
            .chunk_by(|one, next| one.emphasis() == next.emphasis())
            .all(|group| group[0].emphasis() == outer || group.iter().any(is_shown));
        if !is_around || !is_shown(first) || !is_shown(last) || !has_words {
            return None;
        }
        let mut pieces = stretch.to_vec();
        let (mut before, mut after) = (String::new(), String::new());
        if let Some(first) = pieces.first_mut().filter(|piece| piece.reading.is_none()) {
            let words = first.text.trim_start_matches(is_blank).to_owned();
            before.push_str(&first.text[..first.text.len() - words.len()]);
            first.text = words;
        }
        if let Some(last) = pieces.last_mut().filter(|piece| piece.reading.is_none()) {
            let words = last.text.trim_end_matches(is_blank).to_owned();
            after.push_str(&last.text[words.len()..]);
            last.text = words;
        }
        Some(Self { is_bold: outer.1, before, after, pieces })
    }
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

    /// Writes pieces between two footnotes.
    fn pieces(&mut self, pieces: Vec<Piece>) {
        let pieces = joined(pieces);
        for stretch in pieces.chunk_by(|one, next| one.is_emphasised() == next.is_emphasised()) {
            match Nested::of(stretch) {
                Some(nested) => self.nested(&nested),
                None => self.side_by_side(stretch),
            }
        }
    }

    /// Writes a stretch with emphasis inside emphasis: `*one **both** one*`.
    fn nested(&mut self, nested: &Nested) {
        let (outer, inner) = if nested.is_bold { ("**", "*") } else { ("*", "**") };
        self.line.push_str(&nested.before);
        self.line.push_str(outer);
        for group in nested.pieces.chunk_by(|one, next| one.emphasis() == next.emphasis()) {
            let is_inner = group[0].emphasis() == (true, true);
            let mut blanks = if is_inner { split_blanks(group.to_vec()) } else { group.to_vec() };
            blanks.retain(|piece| !piece.text.is_empty());
            for part in blanks.chunk_by(|one, next| one.emphasis() == next.emphasis()) {
                let stars = if part[0].emphasis() == (true, true) { inner } else { "" };
                self.line.push_str(stars);
                self.dotted_groups(part);
                self.line.push_str(stars);
            }
        }
        self.line.push_str(outer);
        self.emphasis_end = self.line.len();
        self.line.push_str(&nested.after);
    }

    /// Writes pieces grouped by emphasis, one group beside the other. The third of three groups that touch loses its
    /// emphasis, unless the whole is [`Nested`]: no line says it, because asterisks that touch are one run and a run
    /// pairs with the last one of its length. `*甲***乙***丙*` reads as italics with bold italics inside. Only a blank
    /// between the groups would tell them apart, and that would change the words.
    fn side_by_side(&mut self, pieces: &[Piece]) {
        let mut pieces = split_blanks(pieces.to_vec());
        pieces.retain(|piece| !piece.text.is_empty());
        let groups: Vec<&[Piece]> = pieces.chunk_by(|one, next| one.emphasis() == next.emphasis()).collect();
        let mut rest = groups.as_slice();
        while let Some((group, after)) = rest.split_first() {
            // Two marks may touch, three may not.
            let is_touching = group[0].is_emphasised() && self.line.len() == self.emphasis_end;
            let pair = after.first().filter(|next| group[0].is_emphasised() && next[0].is_emphasised());
            match pair {
                Some(next) if !is_touching => self.touching(group, next),
                _ => self.group(group, if is_touching { 0 } else { stars(group) }),
            }
            self.lost += usize::from(is_touching);
            rest = &after[usize::from(pair.is_some() && !is_touching)..];
        }
    }

    /// Writes two groups of different emphasis that touch.
    fn touching(&mut self, one: &[Piece], next: &[Piece]) {
        let (first, second) = (stars(one), stars(next));
        let middle = if first + second == 3 { 3 } else { first.abs_diff(second) };
        self.push_stars(first);
        self.dotted_groups(one);
        self.push_stars(middle);
        self.dotted_groups(next);
        self.push_stars(second);
        self.emphasis_end = self.line.len();
    }

    fn group(&mut self, pieces: &[Piece], stars: usize) {
        self.push_stars(stars);
        self.dotted_groups(pieces);
        self.push_stars(stars);
        if stars > 0 {
            self.emphasis_end = self.line.len();
        }
    }

    fn push_stars(&mut self, stars: usize) {
        self.line.extend(std::iter::repeat_n('*', stars));
    }

    fn dotted_groups(&mut self, pieces: &[Piece]) {
        pieces.chunk_by(|one, next| one.style.dots == next.style.dots).for_each(|dotted| self.dotted(dotted));
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

/// The number of asterisks on each side of a group of one emphasis.
fn stars(group: &[Piece]) -> usize {
    let (italic, bold) = group[0].emphasis();
    usize::from(italic) + 2 * usize::from(bold)
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
