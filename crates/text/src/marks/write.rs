//! Writes marks: lowers formatted lines of any source to a text.
//!
//! An importer builds a [`Line`] for each paragraph and calls [`lower`]. It may hand over runs as it finds them: runs
//! of one style are joined, blanks at the ends of emphasis are moved out of it, and characters that would be read as marks
//! get a backslash, only where they need it.
//!
//! The words are never changed: the plain view of [`lower`]`(lines)` is [`words`]`(lines)`. What marks cannot express
//! loses its formatting and is counted in [`Lowered::lost`]: the third of three stretches of emphasis that touch, dots on
//! a ruby, a ruby without base, an empty footnote.

mod literal;
mod runs;

use super::line::spans;
use literal::Escaping;

/// A line of formatted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Words(Shape, Vec<Run>),
    /// A break inside a scene.
    Break,
}

/// The shape of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    #[default]
    Paragraph,
    /// A heading of level 1 to 6; other levels are brought into this range.
    Heading(u8),
    Quotation,
    Centre,
    Right,
    /// An item of a list.
    Item,
}

/// A stretch of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    Words {
        text: String,
        style: Style,
    },
    Ruby {
        base: String,
        reading: String,
        style: Style,
    },
    /// A footnote. Notes inside notes become words.
    Note(Vec<Run>),
}

/// The style of a stretch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    pub italic: bool,
    pub bold: bool,
    pub dots: bool,
}

impl Run {
    /// Words without a style.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::styled(text, Style::default())
    }

    /// Words with a style.
    pub fn styled(text: impl Into<String>, style: Style) -> Self {
        Self::Words { text: text.into(), style }
    }
}

impl Line {
    /// A paragraph of plain words.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::Words(Shape::Paragraph, vec![Run::plain(text)])
    }
}

/// A text with marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowered {
    pub text: String,
    /// The number of stretches whose formatting marks cannot express. None of their words is lost.
    pub lost: usize,
}

/// The text of `lines`, one per line. Line ends inside a run become blanks.
pub fn lower(lines: &[Line]) -> Lowered {
    let mut lowered = Lowered::default();
    for (place, line) in lines.iter().enumerate() {
        if place > 0 {
            lowered.text.push('\n');
        }
        match line {
            Line::Break => lowered.text.push_str("***"),
            Line::Words(shape, runs) => lower_line(*shape, runs, &mut lowered),
        }
    }
    lowered
}

/// The words of `lines` without their formatting and footnotes: what the plain view of [`lower`] is.
pub fn words(lines: &[Line]) -> String {
    let line_words = |line: &Line| match line {
        Line::Break => String::new(),
        Line::Words(_, runs) => runs.iter().map(run_words).collect(),
    };
    lines.iter().map(line_words).collect::<Vec<_>>().join("\n")
}

/// Writes words so that none of them is read as a mark.
pub fn literal(text: &str) -> String {
    text.split('\n').map(literal_line).collect::<Vec<_>>().join("\n")
}

fn literal_line(line: &str) -> String {
    if spans(line).is_empty() {
        return line.to_owned();
    }
    let mut lowered = Lowered::default();
    lower_line(Shape::Paragraph, &[Run::plain(line)], &mut lowered);
    lowered.text
}

fn run_words(run: &Run) -> String {
    match run {
        Run::Words { text, .. } => one_line(text),
        Run::Ruby { base, .. } => one_line(base),
        Run::Note(_) => String::new(),
    }
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

fn lower_line(shape: Shape, runs: &[Run], lowered: &mut Lowered) {
    let only_words =
        runs.iter().all(|run| matches!(run, Run::Words { style, .. } if *style == Style::default()));
    if shape == Shape::Paragraph && only_words {
        let line: String = runs.iter().map(run_words).collect();
        if spans(&line).is_empty() {
            lowered.text.push_str(&line);
            return;
        }
    }
    let (words, lost) = runs::lower(runs, Escaping::Line);
    lowered.lost += lost;
    let prefix = match shape {
        Shape::Paragraph => String::new(),
        Shape::Heading(level) => "#".repeat(usize::from(level.clamp(1, 6))) + " ",
        Shape::Quotation => "> ".to_owned(),
        Shape::Item => "* ".to_owned(),
        Shape::Centre | Shape::Right => ">> ".to_owned(),
    };
    let words = literal::guard_start(&prefix, words);
    let words = if shape == Shape::Right { literal::guard_end(words) } else { words };
    lowered.text.push_str(&prefix);
    lowered.text.push_str(&words);
    if shape == Shape::Centre {
        lowered.text.push_str(" <<");
    }
}
