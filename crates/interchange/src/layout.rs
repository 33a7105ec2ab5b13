//! Layout detection for plain text: whether lines are hard-wrapped, and how paragraphs are marked.
//!
//! The layout is decided once per file from statistics of all its lines. A file is hard-wrapped if many lines
//! stop in mid-sentence close to the length of the longest line around them, and few lines are wider than any
//! wrapping makes them. The thresholds were set on the shared corpus: 红楼梦 as found (wrapped at 26 to 40
//! characters, differently from chapter to chapter) has 0.8 of its lines like this, *Pride and Prejudice* 0.6,
//! and files with one paragraph per line below 0.05.

use crate::lines::Line;

/// The number of lines before and after a line that determine its local width.
const NEIGHBOURS: usize = 6;

/// The minimum share of adjacent lines that flow into each other near the full width.
const MIN_FLOWING_SHARE: f64 = 0.3;

/// The maximum width in columns of hard-wrapped text; at most one line in twenty may exceed it.
const MAX_WRAP_WIDTH: usize = 130;

/// The minimum width in columns of wrapped prose; narrower lines are verse, lists or chat.
const MIN_WRAP_WIDTH: usize = 30;

/// How paragraphs of a file are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParagraphMark {
    /// Each line is a paragraph.
    Line,
    /// A paragraph starts with an indent.
    Indent,
    /// A paragraph ends with a blank line.
    Blank,
    /// A paragraph ends with a line that ends a sentence well before the full width.
    ShortLine,
}

/// The layout of a file.
#[derive(Clone, Debug)]
pub(crate) struct TextLayout {
    pub mark: ParagraphMark,
    /// The usual number of blank lines between two paragraphs; a longer run is a scene break.
    pub usual_blanks: usize,
    /// The width of the longest line around each line, in columns; empty unless lines are joined.
    full_width: Vec<usize>,
}

impl TextLayout {
    /// The literal layout: each line is a paragraph and each blank line is part of the text.
    pub fn literal() -> Self {
        Self { mark: ParagraphMark::Line, usual_blanks: 0, full_width: Vec::new() }
    }

    /// The layout of lines that are paragraphs. The usual number of blank lines between them is detected.
    pub fn paragraphs(lines: &[Line<'_>]) -> Self {
        let usual_blanks = BlankRuns::of(lines).usual();
        Self { mark: ParagraphMark::Line, usual_blanks, full_width: Vec::new() }
    }

    /// Whether lines are hard-wrapped and must be joined.
    pub fn is_wrapped(&self) -> bool {
        self.mark != ParagraphMark::Line
    }

    /// Detects the layout from the lines.
    pub fn of(lines: &[Line<'_>]) -> Self {
        let full_width = local_widths(lines);
        let blanks = BlankRuns::of(lines);
        if !is_wrapped(lines, &full_width) {
            return Self { mark: ParagraphMark::Line, usual_blanks: blanks.usual(), full_width: Vec::new() };
        }
        let indented = lines.iter().filter(|line| !line.is_blank() && line.is_indented()).count();
        let texts = lines.iter().filter(|line| !line.is_blank()).count();
        let mark = if blanks.runs > indented && blanks.runs * 50 > texts {
            ParagraphMark::Blank
        } else if indented * 50 > texts {
            ParagraphMark::Indent
        } else {
            ParagraphMark::ShortLine
        };
        let usual_blanks = if mark == ParagraphMark::Blank { blanks.most_common.max(1) } else { 0 };
        Self { mark, usual_blanks, full_width }
    }

    /// Whether the line at `next` continues the paragraph of the line at `previous`. Any lines between them are
    /// blank.
    pub fn continues(&self, lines: &[Line<'_>], previous: usize, next: usize) -> bool {
        let (before, after) = (&lines[previous], &lines[next]);
        let blanks = next - previous - 1;
        let full = self.full_width.get(previous).copied().unwrap_or(0);
        match self.mark {
            ParagraphMark::Line => false,
            _ if after.is_indented() => false,
            // A page break or a stray blank line inside a sentence.
            ParagraphMark::Indent | ParagraphMark::ShortLine if blanks > 0 => {
                !before.ends_sentence() && before.width * 2 >= full
            }
            ParagraphMark::Indent => !(before.ends_sentence() && before.width * 2 < full),
            ParagraphMark::Blank => blanks == 0 && !before.is_indented() && !stops_short(before, after, full),
            ParagraphMark::ShortLine => !(before.ends_sentence() && before.width + 4 < full),
        }
    }
}

/// Whether the first word of `after` would have fit on the line of `before` with four columns to spare, so that
/// the line was ended on purpose. Greedy wrapping leaves less space; the four columns allow for hand-set lines.
fn stops_short(before: &Line<'_>, after: &Line<'_>, full: usize) -> bool {
    let word: usize =
        after.body.chars().take_while(|c| !c.is_whitespace()).take(full).map(crate::lines::columns).sum();
    let word = if after.body.chars().next().is_some_and(crate::lines::is_wide) { 4 } else { word };
    before.width + 1 + word + 4 <= full
}

fn is_wrapped(lines: &[Line<'_>], full_width: &[usize]) -> bool {
    let mut widths: Vec<usize> = lines.iter().filter(|line| is_prose(line)).map(|line| line.width).collect();
    if widths.len() < 4 {
        return false;
    }
    widths.sort_unstable();
    if widths[widths.len() * 19 / 20] > MAX_WRAP_WIDTH || widths[widths.len() * 3 / 4] < MIN_WRAP_WIDTH {
        return false;
    }
    let (mut pairs, mut flowing) = (0_usize, 0_usize);
    for (at, pair) in lines.windows(2).enumerate() {
        if is_prose(&pair[0]) && is_prose(&pair[1]) {
            pairs += 1;
            flowing += usize::from(!pair[0].ends_in_punctuation() && pair[0].width * 4 >= full_width[at] * 3);
        }
    }
    pairs >= 3 && flowing as f64 >= pairs as f64 * MIN_FLOWING_SHARE
}

fn is_prose(line: &Line<'_>) -> bool {
    !line.is_blank() && line.ornament().is_none()
}

/// Returns the width of the longest prose line within [`NEIGHBOURS`] of each line, in columns.
fn local_widths(lines: &[Line<'_>]) -> Vec<usize> {
    let widths: Vec<usize> = lines.iter().map(|line| if is_prose(line) { line.width } else { 0 }).collect();
    (0..widths.len())
        .map(|at| {
            let window = &widths[at.saturating_sub(NEIGHBOURS)..(at + NEIGHBOURS + 1).min(widths.len())];
            window.iter().copied().max().unwrap_or(0)
        })
        .collect()
}

/// Statistics of blank lines between lines of prose.
struct BlankRuns {
    runs: usize,
    adjacent: usize,
    most_common: usize,
}

impl BlankRuns {
    fn of(lines: &[Line<'_>]) -> Self {
        let mut by_length = [0_usize; 8];
        let mut adjacent = 0;
        let mut blanks = None;
        for line in lines {
            if line.is_blank() {
                blanks = blanks.map(|count| count + 1);
                continue;
            }
            match blanks {
                Some(0) => adjacent += 1,
                Some(count) => by_length[usize::min(count, 7)] += 1,
                None => {}
            }
            blanks = Some(0);
        }
        let most_common = (1..8).max_by_key(|&length| (by_length[length], 8 - length)).unwrap_or(1);
        Self { runs: by_length.iter().sum(), adjacent, most_common }
    }

    /// Returns the usual number of blank lines between two paragraphs in a file with one paragraph per line:
    /// none, unless most paragraphs are separated by some.
    fn usual(&self) -> usize {
        if self.runs > self.adjacent { self.most_common } else { 0 }
    }
}
