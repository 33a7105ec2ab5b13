//! The headings of a whole file: candidates line by line, accepted by what stands around them.

use super::{Confidence, Heading, Role, around, english, pattern, title};
use crate::layout::TextLayout;
use crate::lines::{Line, Ornament};
use pattern::{Form, Unit};

/// Lines between a numbered line and the title below it: rules and blanks.
const TITLE_WITHIN: usize = 8;

/// Share of the numbered lines without a title that must have one below them before such titles are taken.
const TITLES_BELOW: f64 = 0.6;

/// Most of a text that may stand before the first of a file's bare numbers when these are its chapters.
const FRONT_SHARE: f64 = 0.2;

/// A line with the form of a heading.
struct Candidate<'t> {
    line: usize,
    form: Form<'t>,
    english: bool,
    /// Byte offset in the line's body where the chapter's own heading begins after a volume's (第一卷 … 第一章 …).
    chapter_at: Option<usize>,
}

/// The headings of a plain text that say what they are, in order; empty when it has none.
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
    // A title taken from the line below may itself have the form of a heading.
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
        // A char of a heading takes at most four bytes.
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

/// Where a chapter's heading begins in `body`, whose `rest` follows a volume's number.
fn chapter_in(body: &str, rest: &str) -> Option<usize> {
    let base = (rest.as_ptr() as usize).checked_sub(body.as_ptr() as usize)?;
    rest.match_indices('第').find_map(|(at, _)| {
        let apart = at == 0 || rest[..at].ends_with(char::is_whitespace);
        let form = if apart { pattern::read(&rest[at..]) } else { None };
        form.filter(|form| form.unit == Unit::Chapter).map(|_| base + at)
    })
}

/// What a title without a number-and-rest form leaves to be read below.
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
        let apart = stands_apart(lines, candidate.line);
        let verdict = if candidate.english {
            accept_english(lines, layout, &candidate)
        } else if form.attached {
            let plain =
                !form.rest.contains(|c| "，。．；：“”,;".contains(c)) && line.body.chars().count() <= 30;
            // Right after a line that stops in mid-sentence it goes on with that sentence.
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

/// Whether a blank line, a rule or an end of the text is on one side of the line.
fn stands_apart(lines: &[Line<'_>], at: usize) -> bool {
    let free = |line: Option<&Line<'_>>| line.is_none_or(|line| line.is_blank() || line.ornament().is_some());
    free(at.checked_sub(1).and_then(|before| lines.get(before))) || free(lines.get(at + 1))
}

fn previous_ends(lines: &[Line<'_>], at: usize) -> bool {
    at == 0 || lines[at - 1].is_blank() || lines[at - 1].ends_sentence()
}

/// For each accepted heading, the line of the title below it, if it has one there.
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
    let usual = open >= 3 && titled as f64 >= open as f64 * TITLES_BELOW;
    below.into_iter().map(|at| at.filter(|&at| usual || title::is_couplet(lines[at].body))).collect()
}

/// The line under `at`, past blanks and rules, when it can be a title.
fn title_line(lines: &[Line<'_>], at: usize) -> Option<usize> {
    let below = (at + 1..lines.len().min(at + 1 + TITLE_WITHIN))
        .find(|&below| !lines[below].is_blank() && lines[below].ornament() != Some(Ornament::Rule))?;
    let line = &lines[below];
    let heading = pattern::read(line.body).is_some() || english::read(line.body).is_some();
    let flows = lines.get(below + 1).is_some_and(|next| {
        !next.is_blank() && next.ornament().is_none() && !next.is_indented() && line.width >= 60
    });
    (!heading && !flows && line.ornament().is_none() && title::can_be_title(line.body)).then_some(below)
}

/// Which units a file's headings count.
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

    /// The role of a unit: the smallest unit a file counts above sections heads its chapters.
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
    // `rest` is a slice of the body: its distance from the end of the body is known.
    let tail = tail.map(|at| line.body.len() - (trailing(line.body, form.rest) - at));
    let head = tail.map_or(line.body, |at| &line.body[..at]);
    let mut title = title::plain(around::trimmed(head));
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

/// Bytes of `body` from where its slice `rest` begins.
fn trailing(body: &str, rest: &str) -> usize {
    body.len() - (rest.as_ptr() as usize - body.as_ptr() as usize)
}

/// Numbers alone on their lines, as the chapters of a file that has no other headings: 1, 2, 3 … without a gap, at
/// least three, with little before the first.
pub(crate) fn bare_chapters(lines: &[Line<'_>]) -> Vec<Heading> {
    let numbers = bare_numbers(lines, 0..lines.len());
    let in_order = numbers.iter().enumerate().all(|(at, (_, number))| *number as usize == at + 1);
    let Some(&(first, _)) = numbers.first() else { return Vec::new() };
    let visible = |lines: &[Line<'_>]| lines.iter().map(|line| line.body.len()).sum::<usize>() as f64;
    if !in_order || numbers.len() < 3 || visible(&lines[..first]) > visible(lines) * FRONT_SHARE {
        return Vec::new();
    }
    numbers.into_iter().map(|(line, number)| bare(lines, line, number)).collect()
}

/// Numbers alone on their lines within one chapter, as the sections of it: 1, 2 … in order and nothing else.
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

fn bare(lines: &[Line<'_>], line: usize, number: u32) -> Heading {
    let body = around::trimmed(lines[line].body);
    Heading { number: Some(number), confidence: Confidence::Likely, ..Heading::whole_line(line, body) }
}
