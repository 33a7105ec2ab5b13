//! The spacing of Wenfang's plain text export, which marks headings by blank lines only.
//!
//! A line is a heading if it is the first line of the file or follows at least two blank lines. The number of
//! blank lines after it gives its kind: four after the title of the book, three after a volume title, and one,
//! two (if the chapter is empty) or the end of the file after a chapter title. Paragraphs follow each other
//! without blank lines; a single blank line is part of the text. A file is read this way only if all of it
//! conforms, so a text with another layout is never misread.
//!
//! All other blank lines of a text (at its ends, so that it ends with a line break; next to each other) are
//! written as [`BLANK`] lines, which look blank and count as prose. Counting blank lines would not be enough:
//! people leave three before one heading and two before the next, and any number at the end of a file, without
//! meaning anything. For the same reason a file with a [`BLANK`] line is certainly our export, even if it has
//! one chapter or more pauses than paragraphs.

use crate::heading::{pattern, title};
use crate::lines::Line;
use pattern::Unit;

/// Blank lines after the title of the book.
pub(crate) const AFTER_TITLE: usize = 4;
/// Blank lines after the title of a volume.
pub(crate) const AFTER_VOLUME: usize = 3;
/// Blank lines after the title of a chapter.
pub(crate) const AFTER_CHAPTER: usize = 1;
/// Blank lines before a heading that follows text.
pub(crate) const BEFORE_HEADING: usize = 2;

/// Represents a blank line of the text. No other program leaves this white space on a line, and East Asian
/// encodings can encode it.
pub(crate) const BLANK: &str = "\u{3000} \u{3000}";

/// The maximum length of a heading, in characters.
const MAX_LEN: usize = 120;

/// The kind of a heading marked by spacing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spaced {
    Title,
    Volume,
    Chapter,
}

/// Whether a line is a blank line of the text, as opposed to the spacing.
pub(crate) fn is_kept_blank(line: &Line<'_>) -> bool {
    line.raw == BLANK
}

/// Returns the headings of a file with this spacing, with their lines; `None` if the file does not conform.
pub(crate) fn headings(lines: &[Line<'_>]) -> Option<Vec<(usize, Spaced)>> {
    let runs = Runs::of(lines)?;
    let mut found: Vec<(usize, Spaced)> = Vec::new();
    let mut spaces = 0;
    let mut single = 0;
    let mut adjacent = 0;
    let mut has_kept_blank = false;
    let last = runs.0.len() - 1;
    for (at, &(line, before)) in runs.0.iter().enumerate() {
        let after = runs.0.get(at + 1).map(|(_, blanks)| *blanks);
        if at > 0 && before < BEFORE_HEADING {
            has_kept_blank |= is_kept_blank(&lines[line]);
            let beside_ornament = [line, runs.0[at - 1].0].iter().any(|&at| lines[at].ornament().is_some());
            let under_heading = found.last().is_some_and(|(heading, _)| *heading == runs.0[at - 1].0);
            match before {
                1 if !under_heading && !beside_ornament => single += 1,
                0 if under_heading => return None,
                0 => adjacent += 1,
                _ => {}
            }
            if after.is_some_and(|after| after > BEFORE_HEADING) {
                return None;
            }
            continue;
        }
        let kind = match after {
            Some(AFTER_TITLE) if at == 0 => Spaced::Title,
            Some(AFTER_VOLUME) => Spaced::Volume,
            Some(AFTER_CHAPTER | BEFORE_HEADING) => Spaced::Chapter,
            None if at == last => Spaced::Chapter,
            _ => return None,
        };
        if !can_head(&lines[line]) {
            return None;
        }
        spaces += usize::from(at > 0);
        found.push((line, kind));
    }
    let any_chapter = found.iter().any(|(_, kind)| *kind == Spaced::Chapter);
    // If paragraphs are usually separated by blank lines, two blank lines mark a pause, not a heading.
    let paragraphs_touch = single <= adjacent;
    let is_ours = has_kept_blank || spaces > 0 && paragraphs_touch;
    (any_chapter && is_ours && agrees(lines, &found)).then_some(found)
}

/// Whether a line can be a title: no sentence, no indent, no ornament, not blank.
fn can_head(line: &Line<'_>) -> bool {
    line.indent == 0
        && !line.is_blank()
        && line.body.chars().count() <= MAX_LEN
        && line.ornament().is_none()
        && !line.body.ends_with(['。', '，', '；', ',', ';', '”', '」', '"'])
}

/// Whether every line that clearly has the form of a heading was found, with the matching kind.
fn agrees(lines: &[Line<'_>], found: &[(usize, Spaced)]) -> bool {
    let mut next = found.iter().peekable();
    for (at, line) in lines.iter().enumerate() {
        let spaced = next.next_if(|(line, _)| *line == at).map(|(_, kind)| *kind);
        if line.is_blank() || line.body.len() > MAX_LEN * 4 {
            continue;
        }
        let form = pattern::read(line.body).filter(|form| !form.attached && title::can_be_title(line.body));
        let fits = match (form.map(|form| form.unit), spaced) {
            (Some(Unit::Chapter | Unit::Named), None) => false,
            (Some(Unit::Volume), Some(Spaced::Title)) => false,
            (Some(Unit::Chapter), Some(kind)) => kind == Spaced::Chapter,
            _ => true,
        };
        if !fits {
            return false;
        }
    }
    true
}

/// Lines that are not blank or are [`BLANK`], each with the number of blank lines before it.
struct Runs(Vec<(usize, usize)>);

impl Runs {
    fn of(lines: &[Line<'_>]) -> Option<Self> {
        let mut runs = Vec::new();
        let mut blanks = 0;
        for (at, line) in lines.iter().enumerate() {
            if line.is_blank() && !is_kept_blank(line) {
                blanks += 1;
            } else {
                runs.push((at, blanks));
                blanks = 0;
            }
        }
        // An export begins with a heading; an editor may have added blank lines at the end.
        (!runs.is_empty() && runs[0].1 == 0).then_some(Self(runs))
    }
}
