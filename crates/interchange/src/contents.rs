//! Removes headings that start no chapter: a table of contents, and repeated headings.

use std::collections::HashSet;

use crate::change::ChangeRule;
use crate::heading::{Heading, Role};
use crate::lines::Line;
use crate::source::Outcome;
use crate::warning::Warning;

/// The minimum number of consecutive headings that make a table of contents.
const MIN_CONTENTS_LEN: usize = 3;

/// The key by which two headings of the same chapter are matched.
fn key(heading: &Heading) -> (Role, Option<u32>, String) {
    // A table of contents may omit or shorten titles, so the number alone decides if there is one.
    match heading.number {
        Some(number) => (heading.role, Some(number), String::new()),
        None => (heading.role, None, heading.title.clone()),
    }
}

/// Removes a table of contents at the front and returns the number of its entries. A table of contents is a run
/// of headings with no text between them, up to the repetition of the first, all of which occur again later.
pub(crate) fn without_contents(lines: &[Line<'_>], headings: Vec<Heading>) -> (Vec<Heading>, usize) {
    let Some(first) = headings.first().map(key) else { return (headings, 0) };
    let Some(entries) = headings.iter().skip(1).position(|heading| key(heading) == first).map(|at| at + 1)
    else {
        return (headings, 0);
    };
    let is_bare = |at: usize| {
        headings[at].tail.is_none() && is_empty(&lines[headings[at].text_from..headings[at + 1].line])
    };
    let later: HashSet<_> = headings[entries..].iter().map(key).collect();
    let is_contents = entries >= MIN_CONTENTS_LEN
        && (0..entries - 1).all(is_bare)
        && headings[..entries].iter().all(|heading| later.contains(&key(heading)));
    if is_contents { (headings.into_iter().skip(entries).collect(), entries) } else { (headings, 0) }
}

fn is_empty(lines: &[Line<'_>]) -> bool {
    lines.iter().all(|line| line.is_blank() || line.ornament().is_some())
}

/// Merges each heading that repeats the one right before it into that one.
pub(crate) fn without_repeats(
    lines: &[Line<'_>],
    headings: Vec<Heading>,
    outcome: &mut Outcome,
) -> Vec<Heading> {
    let mut kept: Vec<Heading> = Vec::with_capacity(headings.len());
    for heading in headings {
        let repeats = kept.last().is_some_and(|last| {
            last.title == heading.title
                && last.role == heading.role
                && last.tail.is_none()
                && heading.tail.is_none()
                && is_empty(&lines[last.text_from..heading.line])
        });
        match kept.last_mut() {
            Some(last) if repeats => {
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
