//! How a plain text is laid out: whether its lines are cut to a width, and how its paragraphs are marked.
//!
//! Decided once for a file, on statistics of all its lines. A file is hard-wrapped when many lines stop in
//! mid-sentence close to the longest line around them, and no tenth of the lines is longer than any wrapping makes
//! them. The thresholds were set on the shared corpus: 红楼梦 as found (cut at 26 to 40 characters, differently from
//! chapter to chapter) has 0.8 of its lines so, *Pride and Prejudice* 0.6, files of one paragraph a line under 0.05.

use crate::lines::Line;

/// Lines before and after a line that its local width is taken from.
const NEIGHBOURS: usize = 6;

/// Share of adjacent lines that must flow into each other near the full width.
const WRAPPED_SHARE: f64 = 0.3;

/// Columns nothing hard-wrapped reaches with more than one line in twenty.
const WIDEST_WRAP: usize = 130;

/// Columns under which lines are verse, lists or chat, not wrapped prose.
const NARROWEST_WRAP: usize = 30;

/// How the paragraphs of a file are told apart.
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
    /// Blank lines that usually stand between two paragraphs; a longer run is a scene break.
    pub usual_blanks: usize,
    /// For each line, the width of the longest line around it, in columns; empty unless lines are joined.
    full_width: Vec<usize>,
}

impl TextLayout {
    /// Each line a paragraph, each blank line meant.
    pub fn literal() -> Self {
        Self { mark: ParagraphMark::Line, usual_blanks: 0, full_width: Vec::new() }
    }

    /// Whether lines are cut to a width and have to be joined.
    pub fn is_wrapped(&self) -> bool {
        self.mark != ParagraphMark::Line
    }

    /// Reads the layout off the lines.
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

    /// Whether the line at `next` continues the paragraph that the line at `previous` belongs to, with `blanks`
    /// blank lines between them.
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

/// Whether the first word of `after` would have had room on the line of `before`, four columns to spare: then the
/// line was ended on purpose. Greedy wrapping leaves less; the four columns are for hand-set lines.
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
    if widths[widths.len() * 19 / 20] > WIDEST_WRAP || widths[widths.len() * 3 / 4] < NARROWEST_WRAP {
        return false;
    }
    let (mut pairs, mut flowing) = (0_usize, 0_usize);
    for (at, pair) in lines.windows(2).enumerate() {
        if is_prose(&pair[0]) && is_prose(&pair[1]) {
            pairs += 1;
            flowing += usize::from(!pair[0].ends_in_punctuation() && pair[0].width * 4 >= full_width[at] * 3);
        }
    }
    pairs >= 3 && flowing as f64 >= pairs as f64 * WRAPPED_SHARE
}

fn is_prose(line: &Line<'_>) -> bool {
    !line.is_blank() && line.ornament().is_none()
}

/// The longest prose line within [`NEIGHBOURS`] of each line, in columns.
fn local_widths(lines: &[Line<'_>]) -> Vec<usize> {
    let widths: Vec<usize> = lines.iter().map(|line| if is_prose(line) { line.width } else { 0 }).collect();
    (0..widths.len())
        .map(|at| {
            let window = &widths[at.saturating_sub(NEIGHBOURS)..(at + NEIGHBOURS + 1).min(widths.len())];
            window.iter().copied().max().unwrap_or(0)
        })
        .collect()
}

/// Blank lines between lines of prose.
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

    /// Blank lines that usually stand between two paragraphs of a file with a paragraph on each line: none, unless
    /// most paragraphs have some between them.
    fn usual(&self) -> usize {
        if self.runs > self.adjacent { self.most_common } else { 0 }
    }
}
