//! The headings of a whole file: collects candidates line by line and accepts them by the lines around them.

use super::{Confidence, Heading, Role, around, english, pattern, title};
use crate::layout::TextLayout;
use crate::lines::{Line, Ornament};
use pattern::{Form, Unit};

/// The maximum distance, in lines, between a numbered line and the title below it. Rules and blank lines may
/// lie between.
const MAX_TITLE_DISTANCE: usize = 8;

/// The share of untitled numbered lines that must have a title below them before such titles are used.
const MIN_TITLED_SHARE: f64 = 0.6;

/// The maximum share of a text that may come before the first bare number if these are its chapters.
const MAX_FRONT_SHARE: f64 = 0.2;

/// A line with the form of a heading.
struct Candidate<'t> {
    line: usize,
    form: Form<'t>,
    english: bool,
    /// The byte offset in the line's body where a chapter heading begins after a volume heading (第一卷 …
    /// 第一章 …).
    chapter_at: Option<usize>,
}

/// Returns the explicit headings of a plain text, in order; empty if there are none.
pub(crate) fn find(lines: &[Line<'_>], layout: &TextLayout) -> Vec<Heading> {
    let candidates = candidates(lines);
    let accepted = accept(lines, layout, candidates);
    let below = titles_below(lines, &accepted);
    let units = Units::of(&accepted);
    let mut headings: Vec<Heading> = accepted
        .iter()
        .zip(below)
        .map(|((candidate, confidence), below)| heading(lines, candidate, *confidence, (below, units)))
        .collect();
    // A title taken from the line below may itself look like a heading.
    let mut end = 0;
    headings.retain(|heading| {
        let free = heading.line >= end;
        end = end.max(heading.end);
        free
    });
    headings
}

fn candidates<'t>(lines: &[Line<'t>]) -> Vec<Candidate<'t>> {
    let mut candidates = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        // A character of a heading has at most four bytes.
        if line.is_blank() || line.body.len() > pattern::MAX_HEADING_LEN * 4 {
            continue;
        }
        if line.body.chars().count() > pattern::MAX_HEADING_LEN {
            continue;
        }
        if let Some(form) = pattern::read(line.body) {
            let chapter_at = if form.unit == Unit::Volume { chapter_in(line.body, form.rest) } else { None };
            candidates.push(Candidate { line: at, form, english: false, chapter_at });
        } else if let Some(form) = english::read(line.body) {
            candidates.push(Candidate { line: at, form, english: true, chapter_at: None });
        }
    }
    candidates
}

/// Returns where a chapter heading begins in `body`; `rest` is the part after the volume's number.
fn chapter_in(body: &str, rest: &str) -> Option<usize> {
    let base = (rest.as_ptr() as usize).checked_sub(body.as_ptr() as usize)?;
    rest.match_indices('第').find_map(|(at, _)| {
        let apart = at == 0 || rest[..at].ends_with(char::is_whitespace);
        let form = if apart { pattern::read(&rest[at..]) } else { None };
        form.filter(|form| form.unit == Unit::Chapter).map(|_| base + at)
    })
}

/// Whether the heading has no title on its own line.
fn has_no_title(form: &Form<'_>) -> bool {
    form.rest.chars().all(|c| matches!(c, '.' | '．' | ':' | '：' | '、' | '】' | ']' | '］' | '〗' | '·'))
}

fn accept<'t>(
    lines: &[Line<'_>],
    layout: &TextLayout,
    candidates: Vec<Candidate<'t>>,
) -> Vec<(Candidate<'t>, Confidence)> {
    let attached = candidates.iter().filter(|candidate| candidate.form.attached).count();
    let attached_style = attached * 2 > candidates.len() && attached >= 3;
    let mut last: Option<u32> = None;
    let mut accepted = Vec::new();
    for candidate in candidates {
        let form = &candidate.form;
        let line = &lines[candidate.line];
        let follows = form.number.is_some_and(|number| number == last.map_or(1, |last| last + 1));
        let apart = is_separated(lines, candidate.line);
        let verdict = if candidate.english {
            accept_english(lines, layout, &candidate)
        } else if form.attached {
            let plain =
                !form.rest.contains(|c| "，。．；：“”,;".contains(c)) && line.body.chars().count() <= 30;
            // A line that follows an unfinished sentence continues that sentence.
            let runs_on = layout.is_wrapped() && !apart && !previous_ends(lines, candidate.line);
            (plain && !runs_on && (follows || attached_style)).then_some(Confidence::Likely)
        } else if has_no_title(form) {
            Some(Confidence::Certain)
        } else {
            let sentence =
                form.rest.ends_with(['。', '，', '；', '、', ',', ';', '：']) || form.rest.contains('。');
            let couplet = title::prose_after_couplet(form.rest).is_some();
            let runs_on = layout.is_wrapped() && !apart && !previous_ends(lines, candidate.line) && !follows;
            match () {
                () if runs_on => None,
                () if couplet || !sentence => Some(Confidence::Certain),
                () if follows && line.body.chars().count() <= 30 => Some(Confidence::Likely),
                () => None,
            }
        };
        if let Some(confidence) = verdict {
            if form.unit == Unit::Chapter {
                last = form.number;
            }
            accepted.push((candidate, confidence));
        }
    }
    accepted
}

fn accept_english(lines: &[Line<'_>], layout: &TextLayout, candidate: &Candidate<'_>) -> Option<Confidence> {
    let line = &lines[candidate.line];
    if line.body.ends_with([',', ';']) {
        return None;
    }
    let before =
        candidate.line.checked_sub(1).is_none_or(|at| lines[at].is_blank() || lines[at].ornament().is_some());
    let after = lines.get(candidate.line + 1).is_none_or(|next| next.is_blank() || next.ornament().is_some());
    match (before, after) {
        (true, true) => Some(Confidence::Certain),
        (_, _) if layout.is_wrapped() => None,
        _ => Some(Confidence::Likely),
    }
}

/// Whether the line has a blank line, a rule or an end of the text above or below it.
fn is_separated(lines: &[Line<'_>], at: usize) -> bool {
    let free = |line: Option<&Line<'_>>| line.is_none_or(|line| line.is_blank() || line.ornament().is_some());
    free(at.checked_sub(1).and_then(|before| lines.get(before))) || free(lines.get(at + 1))
}

fn previous_ends(lines: &[Line<'_>], at: usize) -> bool {
    at == 0 || lines[at - 1].is_blank() || lines[at - 1].ends_sentence()
}

/// Returns, for each accepted heading, the line of the title below it, if there is one.
fn titles_below(lines: &[Line<'_>], accepted: &[(Candidate<'_>, Confidence)]) -> Vec<Option<usize>> {
    let below: Vec<Option<usize>> = accepted
        .iter()
        .map(|(candidate, _)| {
            if candidate.form.unit != Unit::Named && has_no_title(&candidate.form) {
                title_line(lines, candidate.line)
            } else {
                None
            }
        })
        .collect();
    let open = accepted.iter().filter(|(c, _)| c.form.unit == Unit::Chapter && has_no_title(&c.form)).count();
    let titled = accepted
        .iter()
        .zip(&below)
        .filter(|((c, _), below)| c.form.unit == Unit::Chapter && below.is_some())
        .count();
    let usual = open >= 3 && titled as f64 >= open as f64 * MIN_TITLED_SHARE;
    below.into_iter().map(|at| at.filter(|&at| usual || title::is_couplet(lines[at].body))).collect()
}

/// Returns the next line below `at`, past blank lines and rules, if it can be a title.
fn title_line(lines: &[Line<'_>], at: usize) -> Option<usize> {
    let below = (at + 1..lines.len().min(at + 1 + MAX_TITLE_DISTANCE))
        .find(|&below| !lines[below].is_blank() && lines[below].ornament() != Some(Ornament::Rule))?;
    let line = &lines[below];
    let heading = pattern::read(line.body).is_some() || english::read(line.body).is_some();
    let flows = lines.get(below + 1).is_some_and(|next| {
        !next.is_blank() && next.ornament().is_none() && !next.is_indented() && line.width >= 60
    });
    (!heading && !flows && line.ornament().is_none() && title::can_be_title(line.body)).then_some(below)
}

/// The units that a file's headings use.
#[derive(Clone, Copy)]
struct Units {
    chapters: bool,
    sections: bool,
}

impl Units {
    fn of(accepted: &[(Candidate<'_>, Confidence)]) -> Self {
        let any = |unit: Unit| accepted.iter().any(|(candidate, _)| candidate.form.unit == unit);
        let combined = accepted.iter().any(|(candidate, _)| candidate.chapter_at.is_some());
        Self { chapters: any(Unit::Chapter) || combined, sections: any(Unit::Section) }
    }

    /// Returns the role of a unit. The smallest unit above sections starts chapters.
    fn role(self, unit: Unit) -> Role {
        match unit {
            Unit::Volume if self.chapters || self.sections => Role::Volume,
            Unit::Section if self.chapters => Role::Section,
            _ => Role::Chapter,
        }
    }
}

fn heading(
    lines: &[Line<'_>],
    candidate: &Candidate<'_>,
    confidence: Confidence,
    (below, units): (Option<usize>, Units),
) -> Heading {
    let line = &lines[candidate.line];
    let form = &candidate.form;
    if let Some(at) = candidate.chapter_at {
        let chapter = pattern::read(&line.body[at..]);
        return Heading {
            title: title::plain(&line.body[at..]),
            number: chapter.and_then(|form| form.number),
            confidence,
            volume: Some((title::plain(&line.body[..at]), form.number)),
            ..Heading::whole_line(candidate.line, line.body)
        };
    }
    let tail = if form.attached { None } else { title::prose_after_couplet(form.rest) };
    // `rest` is a slice of the body, so its distance from the end of the body is known.
    let tail = tail.map(|at| line.body.len() - (bytes_from(line.body, form.rest) - at));
    let head = tail.map_or(line.body, |at| &line.body[..at]);
    let mut title = title::plain(around::without_marks(head));
    if let Some(below) = below {
        title.push(' ');
        title.push_str(&title::plain(lines[below].body));
    }
    Heading {
        role: units.role(form.unit),
        line: candidate.line,
        end: below.unwrap_or(candidate.line) + 1,
        text_from: below.unwrap_or(candidate.line) + 1,
        title,
        number: form.number,
        confidence,
        tail: tail.map(|at| line.body_at() + at),
        volume: None,
    }
}

/// Returns the number of bytes from the start of the slice `rest` to the end of `body`.
fn bytes_from(body: &str, rest: &str) -> usize {
    body.len() - (rest.as_ptr() as usize - body.as_ptr() as usize)
}

/// Returns bare numbers on lines of their own as chapters, for a file without other headings. They must be at
/// least three, count 1, 2, 3 … without a gap, and have little text before the first.
pub(crate) fn bare_chapters(lines: &[Line<'_>]) -> Vec<Heading> {
    let numbers = bare_numbers(lines, 0..lines.len());
    let in_order = numbers.iter().enumerate().all(|(at, (_, number))| *number as usize == at + 1);
    let Some(&(first, _)) = numbers.first() else { return Vec::new() };
    let visible = |lines: &[Line<'_>]| lines.iter().map(|line| line.body.len()).sum::<usize>() as f64;
    if !in_order || numbers.len() < 3 || visible(&lines[..first]) > visible(lines) * MAX_FRONT_SHARE {
        return Vec::new();
    }
    numbers.into_iter().map(|(line, number)| bare_heading(lines, line, number)).collect()
}

/// Returns bare numbers on lines of their own in one chapter as its sections. They must count 1, 2 … without a
/// gap.
pub(crate) fn bare_sections(lines: &[Line<'_>], range: std::ops::Range<usize>) -> Vec<usize> {
    let numbers = bare_numbers(lines, range);
    let in_order = numbers.iter().enumerate().all(|(at, (_, number))| *number as usize == at + 1);
    if in_order && numbers.len() >= 2 {
        numbers.into_iter().map(|(line, _)| line).collect()
    } else {
        Vec::new()
    }
}

fn bare_numbers(lines: &[Line<'_>], range: std::ops::Range<usize>) -> Vec<(usize, u32)> {
    range
        .filter(|&at| !lines[at].is_blank() && lines[at].body.len() <= 40)
        .filter_map(|at| pattern::read_bare(lines[at].body).map(|number| (at, number)))
        .collect()
}

fn bare_heading(lines: &[Line<'_>], line: usize, number: u32) -> Heading {
    let body = around::without_marks(lines[line].body);
    Heading { number: Some(number), confidence: Confidence::Likely, ..Heading::whole_line(line, body) }
}
