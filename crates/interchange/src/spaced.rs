//! The spacing of Wenfang's own plain text export, which says what is a heading without a mark anyone can see.
//!
//! A line is a heading when it begins the file or follows two blank lines or more; the blank lines after it say
//! which: four after the title of the book, three after a volume's, one or two (when the chapter is empty) or the
//! end of the file after a chapter's. Paragraphs follow each other without blank lines; a single one is the text's
//! own. A file is read so only if all of it agrees, so a text laid out otherwise is never mistaken.
//!
//! Other blank lines of a text (at its ends, so that it ends with a line end; next to each other) are lines of
//! [`BLANK`], which look blank and count as prose. Mere counting would not do: people leave three blank lines before
//! one heading and two before the next, and any number at the end of a file, and mean nothing by it. For the same
//! reason a file with such a line is ours beyond doubt, even if it has one chapter or more pauses than paragraphs.

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

/// A line that stands for a blank line of the text: white space that no other program leaves on a line, and that the
/// encodings of East Asia have.
pub(crate) const BLANK: &str = "\u{3000} \u{3000}";

/// Longest heading that is believed, in characters.
const MAX_LEN: usize = 120;

/// What a spaced line heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spaced {
    Title,
    Volume,
    Chapter,
}

/// Whether a line is a blank line of the text, and not of the spacing.
pub(crate) fn is_kept_blank(line: &Line<'_>) -> bool {
    line.raw == BLANK
}

/// The headings of a file laid out so, with their lines; `None` when it is not.
pub(crate) fn headings(lines: &[Line<'_>]) -> Option<Vec<(usize, Spaced)>> {
    let runs = Runs::of(lines)?;
    let mut found: Vec<(usize, Spaced)> = Vec::new();
    let mut spaces = 0;
    let mut single = 0;
    let mut adjacent = 0;
    let mut kept = false;
    let last = runs.0.len() - 1;
    for (at, &(line, before)) in runs.0.iter().enumerate() {
        let after = runs.0.get(at + 1).map(|(_, blanks)| *blanks);
        if at > 0 && before < BEFORE_HEADING {
            kept |= is_kept_blank(&lines[line]);
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
    // Where paragraphs are usually apart, a double space is a pause, not a heading.
    let paragraphs_touch = single <= adjacent;
    let ours = kept || spaces > 0 && paragraphs_touch;
    (any_chapter && ours && agrees(lines, &found)).then_some(found)
}

/// Whether a line has the look of a title: no sentence, no indent, no ornament, not blank.
fn can_head(line: &Line<'_>) -> bool {
    line.indent == 0
        && !line.is_blank()
        && line.body.chars().count() <= MAX_LEN
        && line.ornament().is_none()
        && !line.body.ends_with(['。', '，', '；', ',', ';', '”', '」', '"'])
}

/// Whether every line that has the sure form of a heading is one of those found, as what it says it is.
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

/// Lines that are not blank but for those that are kept, each with the number of blank lines before it.
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
        // The export begins with a heading; an editor may have added blank lines at the end.
        (!runs.is_empty() && runs[0].1 == 0).then_some(Self(runs))
    }
}
