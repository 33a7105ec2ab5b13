//! Footnotes of Markdown: `[^a]` in a line, and `[^a]: words` elsewhere. The words go to their place, as a mark of ours.
//!
//! A place without words, and words without a place, stay as text and are counted.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{escape, front_matter, inline};
use crate::change::{ChangeLog, ChangeRule};
use crate::lines::{is_wide, visible};
use crate::notation::Prepared;

/// The longest label, in bytes.
const MAX_LABEL: usize = 100;

/// A definition.
struct Definition {
    lines: Range<usize>,
    /// Whether a place has its words already.
    is_placed: bool,
    /// Its words, as they are decoded again with the line that they go to.
    words: String,
}

/// Puts the footnotes of a text at their places; `None` if it has none.
pub(super) fn place(text: &str, log: &mut ChangeLog) -> Option<Prepared> {
    if !text.contains("[^") {
        return None;
    }
    let front = front_matter::read(text);
    if front.own {
        return None;
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let mut definitions = definitions(&lines, front.lines);
    let inside: BTreeSet<usize> = definitions.values().flat_map(|one| one.lines.clone()).collect();
    let outside = (front.lines..lines.len()).filter(|at| !inside.contains(at));
    let used: BTreeSet<&str> =
        outside.flat_map(|at| references(lines[at], 0)).map(|(_, label)| label).collect();
    definitions.retain(|label, _| used.contains(label));
    let ends: BTreeMap<usize, usize> =
        definitions.values().map(|one| (one.lines.start, one.lines.end)).collect();
    let mut prepared = Prepared::default();
    // Words that many places share make the text at most twice as long: a small file must not become a huge one.
    let mut spare = text.len();
    let mut behind = 0;
    for (at, line) in lines.iter().enumerate() {
        if let Some(end) = ends.get(&at) {
            log.drop_more(ChangeRule::Footnote, prepared.text.len(), visible(&line[..marker(line)]));
            // What remains has one gap where there were two around the definition.
            let is_apart = prepared.text.is_empty() || prepared.text.ends_with("\n\n");
            let blanks = lines[*end..].iter().take_while(|line| is_apart && line.trim().is_empty()).count();
            behind = end + blanks;
        }
        if at < behind {
            continue;
        }
        if at < front.lines {
            prepared.text.push_str(line);
        } else {
            write_line(line, (&mut definitions, &mut spare), &mut prepared.text, log);
        }
        prepared.text.push('\n');
        prepared.lines.push(at + 1);
    }
    // The last line has no line end of its own.
    if behind < lines.len() {
        prepared.text.pop();
    }
    Some(prepared)
}

/// Writes a line with the words of its footnotes.
fn write_line(
    line: &str,
    (definitions, spare): (&mut BTreeMap<&str, Definition>, &mut usize),
    out: &mut String,
    log: &mut ChangeLog,
) {
    let begin = out.len();
    let mut from = 0;
    if is_label_line(line) {
        log.add_at(ChangeRule::LooseFootnote, (begin, 0), line);
    }
    for (range, label) in references(line, usize::from(is_label_line(line))) {
        out.push_str(&line[from..range.start]);
        let room = *spare;
        let fits = |found: &&mut Definition| !found.is_placed || found.words.len() <= room;
        match definitions.get_mut(label).filter(fits) {
            Some(found) => {
                *spare -= if found.is_placed { found.words.len() } else { 0 };
                found.is_placed = true;
                log.add(ChangeRule::Footnote, begin, visible(&line[range.clone()]));
                out.extend(["^[", &found.words, "]"]);
            }
            None => {
                log.add_at(ChangeRule::LooseFootnote, (begin, 0), &line[range.clone()]);
                out.push_str(&line[range.clone()]);
            }
        }
        from = range.end;
    }
    out.push_str(&line[from..]);
}

/// The definitions of a text by their labels; of two with one label, the first.
fn definitions<'t>(lines: &[&'t str], first: usize) -> BTreeMap<&'t str, Definition> {
    let mut found = BTreeMap::new();
    let mut at = first;
    while let Some(line) = lines.get(at) {
        let end = if is_label_line(line) { end_of(lines, at) } else { at + 1 };
        if is_label_line(line)
            && let Some((_, label)) = references(line, 0).into_iter().next()
            && !found.contains_key(label)
        {
            let words = words(&lines[at..end]);
            if !words.is_empty() {
                found.insert(label, Definition { lines: at..end, is_placed: false, words });
            }
        }
        at = end;
    }
    found
}

/// Whether a line begins a definition: `[^a]: words`.
fn is_label_line(line: &str) -> bool {
    let indent = line.len() - line.trim_start_matches(' ').len();
    indent <= 3
        && references(line, 0)
            .first()
            .is_some_and(|(range, _)| range.start == indent && line[range.end..].starts_with(':'))
}

/// The length of the label of a definition with its colon.
fn marker(line: &str) -> usize {
    line.find("]:").map_or(0, |at| at + "]:".len())
}

/// The line behind a definition: indented lines belong to it, also behind blank ones.
fn end_of(lines: &[&str], at: usize) -> usize {
    let mut end = at + 1;
    let mut next = end;
    while let Some(line) = lines.get(next) {
        next += 1;
        if line.trim().is_empty() {
            continue;
        }
        if !line.starts_with(['\t']) && !line.starts_with("  ") || is_label_line(line) {
            break;
        }
        end = next;
    }
    end
}

/// The words of a definition in one line, so that decoding them again changes nothing.
fn words(lines: &[&str]) -> String {
    let mut joined = String::new();
    for (place, line) in lines.iter().enumerate() {
        let line = if place == 0 { &line[marker(line)..] } else { line }.trim();
        let (last, first) = (joined.chars().next_back(), line.chars().next());
        if let (Some(last), Some(first)) = (last, first)
            && !(is_wide(last) && is_wide(first))
        {
            joined.push(' ');
        }
        joined.push_str(line);
    }
    // What this changes is part of the footnote's change.
    let decoded = inline::decode(Cow::Owned(joined), 0, &mut ChangeLog::default());
    let mut encoded = String::new();
    escape::inline(&mut encoded, &decoded.replace(']', "\\]").replace("^[", "\\^["));
    encoded
}

/// The references in a line behind the first `skip` ones, in bytes, with their labels.
fn references(line: &str, skip: usize) -> Vec<(Range<usize>, &str)> {
    let found = line.match_indices("[^").filter_map(|(at, _)| {
        let inside = &line[at + 2..];
        let end = inside.find(']')?;
        let label = &inside[..end];
        let is_label = (1..=MAX_LABEL).contains(&end)
            && !label.contains(['[', '^', '`'])
            && !label.contains(char::is_whitespace);
        let is_free = !line[..at].ends_with(['\\', '^', '!']);
        (is_label && is_free).then_some((at..at + 2 + end + 1, label))
    });
    found.skip(skip).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, counts: [usize; 2]) {
        let mut log = ChangeLog::default();
        assert_eq!(place(text, &mut log).unwrap().text, expected);
        let changes = log.into_changes(expected);
        let count = |rule| changes.iter().find(|change| change.rule == rule).map_or(0, |change| change.count);
        assert_eq!([ChangeRule::Footnote, ChangeRule::LooseFootnote].map(count), counts);
    }

    #[test]
    fn the_words_go_to_their_place() {
        check("Rain[^a].\n\n[^a]: First.\n\nSun.\n", "Rain^[First.].\n\nSun.\n", [1, 0]);
        check("雨[^1]，[^2]\n[^1]: 一\n    二\n\n    三\n[^2]: b\n", "雨^[一二三]，^[b]\n", [2, 0]);
        check("A[^1] b[^1]\n\n[^1]: Of *May* [5]", "A^[Of *May* [5\\\\]] b^[Of *May* [5\\\\]]\n\n", [2, 0]);
    }

    #[test]
    fn shared_words_do_not_blow_up_a_text() {
        let text = format!("{}\n\n[^a]: {}\n", "[^a]".repeat(2_000), "雨".repeat(10_000));
        let found = place(&text, &mut ChangeLog::default()).unwrap();
        assert!(found.text.len() < 3 * text.len(), "{} of {}", found.text.len(), text.len());
        assert!(found.text.ends_with("[^a]\n\n"));
    }

    #[test]
    fn lines_keep_their_numbers() {
        let found = place("Rain[^a].\n\n[^a]: First.\n\nSun.\n", &mut ChangeLog::default());
        assert_eq!(found.unwrap().lines, [1, 2, 5, 6]);
    }

    #[test]
    fn what_belongs_to_nothing_stays() {
        let nested = "A[^a]\n\n[^a]: b[^b]\n\n[^b]: c\n";
        check(nested, "A^[b[^b\\\\]]\n\n[^b]: c\n", [1, 1]);
        check("A[^b].\n\n[^a]: First.\n", "A[^b].\n\n[^a]: First.\n", [0, 2]);
        check("A\\[^a] ^[^a] [^a b]\n[^a]:\n", "A\\[^a] ^[^a] [^a b]\n[^a]:\n", [0, 1]);
    }

    #[test]
    fn texts_without_footnotes_are_left() {
        let log = &mut ChangeLog::default();
        assert!(place("a[b]^[c]", log).is_none());
        assert!(place("---\nwenfang: 1\n---\n\na[^1]\n", log).is_none());
    }
}
