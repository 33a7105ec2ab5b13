//! Headings that are none of a chapter: a table of contents, and a heading given twice in a row.

use std::collections::HashSet;

use crate::change::ChangeRule;
use crate::heading::{Heading, Role};
use crate::lines::Line;
use crate::source::Outcome;
use crate::warning::Warning;

/// Headings without text between them that make a table of contents, if all of them come again.
const MIN_LIST_LEN: usize = 3;

/// What two headings have in common that head the same chapter.
fn key(heading: &Heading) -> (Role, Option<u32>, String) {
    // A table of contents may leave out or shorten titles: the number is enough when there is one.
    match heading.number {
        Some(number) => (heading.role, Some(number), String::new()),
        None => (heading.role, None, heading.title.clone()),
    }
}

/// The headings without a table of contents at the front, and how many entries that had: headings with nothing
/// between them, up to where the first of them comes again, all of which come again.
pub(crate) fn without_list(lines: &[Line<'_>], headings: Vec<Heading>) -> (Vec<Heading>, usize) {
    let Some(first) = headings.first().map(key) else { return (headings, 0) };
    let Some(listed) = headings.iter().skip(1).position(|heading| key(heading) == first).map(|at| at + 1)
    else {
        return (headings, 0);
    };
    let bare = |at: usize| {
        headings[at].tail.is_none() && is_empty(&lines[headings[at].text_from..headings[at + 1].line])
    };
    let later: HashSet<_> = headings[listed..].iter().map(key).collect();
    let is_list = listed >= MIN_LIST_LEN
        && (0..listed - 1).all(bare)
        && headings[..listed].iter().all(|heading| later.contains(&key(heading)));
    if is_list { (headings.into_iter().skip(listed).collect(), listed) } else { (headings, 0) }
}

fn is_empty(lines: &[Line<'_>]) -> bool {
    lines.iter().all(|line| line.is_blank() || line.ornament().is_some())
}

/// The headings with each one that only repeats the one right before it taken into that one.
pub(crate) fn without_echoes(
    lines: &[Line<'_>],
    headings: Vec<Heading>,
    outcome: &mut Outcome,
) -> Vec<Heading> {
    let mut kept: Vec<Heading> = Vec::with_capacity(headings.len());
    for heading in headings {
        let echoes = kept.last().is_some_and(|last| {
            last.title == heading.title
                && last.role == heading.role
                && last.tail.is_none()
                && heading.tail.is_none()
                && is_empty(&lines[last.text_from..heading.line])
        });
        match kept.last_mut() {
            Some(last) if echoes => {
                for line in &lines[last.text_from..heading.end] {
                    let rule = match () {
                        () if line.is_blank() => ChangeRule::BlankLines,
                        () if line.ornament().is_some() => ChangeRule::RuleLine,
                        () => ChangeRule::RepeatedHeading,
                    };
                    outcome.log.note(rule, line.at, line.body);
                }
                outcome.warnings.push(Warning::RepeatedHeading { title: last.title.clone() });
                last.text_from = heading.end;
            }
            _ => kept.push(heading),
        }
    }
    kept
}
