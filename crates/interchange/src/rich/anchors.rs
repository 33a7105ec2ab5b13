//! The passages of comments, on their way from a document to the scenes.
//!
//! A passage travels inside the text as two signs, which no text has: noncharacters of Unicode, taken out of every
//! document before. So it follows its words through the search for chapters and scenes.

use std::collections::BTreeMap;

use wenfang_text::CharRange;
use wenfang_text::marks::Plain;
use wenfang_text::{CharOffset, CharRange as Range};

const START: char = '\u{fdd0}';
const END: char = '\u{fdd1}';
/// The first of ten digits.
const ZERO: u32 = 0xfdd2;
const STOP: char = '\u{fddf}';

/// Whether a character may be one of the signs.
pub(super) fn is_sign(c: char) -> bool {
    ('\u{fdd0}'..='\u{fdef}').contains(&c)
}

/// A place in a line, in characters of its plain words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub comment: usize,
    pub at: usize,
    pub is_end: bool,
}

/// Puts the signs of `marks` into a line with marks.
pub(super) fn signed(line: &str, marks: &[Mark]) -> String {
    if marks.is_empty() {
        return line.to_owned();
    }
    let plain = Plain::of(line);
    // A passage without words has its end where it starts.
    let is_point = |mark: &Mark| {
        marks.iter().any(|other| !other.is_end && other.comment == mark.comment && other.at == mark.at)
    };
    let raw_at = |mark: &Mark| match mark.at.checked_sub(1).filter(|_| mark.is_end && !is_point(mark)) {
        Some(last) => plain.to_raw(Range::new(last, mark.at)).end().get(),
        None => plain.to_raw_offset(CharOffset::new(mark.at)).get(),
    };
    let mut signs: Vec<(usize, String)> = marks.iter().map(|mark| (raw_at(mark), sign(mark))).collect();
    signs.sort_by_key(|(at, _)| *at);
    let mut signs = signs.into_iter().peekable();
    let mut text = String::with_capacity(line.len() + 16 * marks.len());
    for (at, c) in line.chars().enumerate() {
        while let Some((_, sign)) = signs.next_if(|(place, _)| *place <= at) {
            text.push_str(&sign);
        }
        text.push(c);
    }
    text.extend(signs.map(|(_, sign)| sign));
    text
}

fn sign(mark: &Mark) -> String {
    let digit = |digit: char| char::from_u32(ZERO + digit as u32 - '0' as u32).unwrap_or(STOP);
    let mut sign = String::from(if mark.is_end { END } else { START });
    sign.extend(mark.comment.to_string().chars().map(digit));
    sign.push(STOP);
    sign
}

/// The comments that begin in a line with signs.
pub(super) fn begun(line: &str) -> Vec<usize> {
    line.split(START).skip(1).map(|sign| number(&mut sign.chars())).collect()
}

/// A scene with comments on its first line, beside those that it has.
pub(crate) fn on_first_line(scene: &str, comments: &[usize]) -> String {
    let start = scene.len() - scene.trim_start().len();
    let end = scene[start..].find('\n').map_or(scene.len(), |length| start + length);
    let end = scene[..end].trim_end().len().max(start);
    let signs =
        |is_end| comments.iter().map(|&comment| sign(&Mark { comment, at: 0, is_end })).collect::<String>();
    [&scene[..start], &signs(false), &scene[start..end], &signs(true), &scene[end..]].concat()
}

/// The number at the beginning of what follows a sign.
fn number(chars: &mut impl Iterator<Item = char>) -> usize {
    let digits = chars.take_while(|c| *c != STOP).map(|c| (c as u32).wrapping_sub(ZERO) as usize);
    digits.fold(0, |number, digit| number.saturating_mul(10).saturating_add(digit))
}

/// The passages of comments in a text, by the number of the comment.
pub(crate) type Anchors = BTreeMap<usize, CharRange>;

/// Takes the signs out of a scene. A passage that ends in a later scene goes to the end of this one.
pub(crate) fn taken(text: &str) -> (String, Anchors) {
    if !text.contains([START, END]) {
        return (text.to_owned(), Anchors::new());
    }
    let mut clean = String::with_capacity(text.len());
    let mut starts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut anchors = Anchors::new();
    let mut length = 0;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != START && c != END {
            clean.push(c);
            length += 1;
            continue;
        }
        let comment = number(&mut chars);
        match (c, starts.remove(&comment)) {
            (START, _) => _ = starts.insert(comment, length),
            (_, Some(start)) => _ = anchors.insert(comment, CharRange::new(start, length.max(start))),
            // It began in an earlier scene, which has it.
            (_, None) => {}
        }
    }
    let text_end = length;
    anchors.extend(starts.into_iter().map(|(comment, start)| (comment, CharRange::new(start, text_end))));
    (clean, anchors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_survive_the_way() {
        let mark = |comment, at, is_end| Mark { comment, at, is_end };
        let line = signed(
            "他*很好*。",
            &[mark(12, 1, false), mark(12, 3, true), mark(3, 3, false), mark(3, 3, true)],
        );
        let (text, anchors) = taken(&format!("一\n{line}\n二"));
        assert_eq!(text, "一\n他*很好*。\n二");
        let of = |comment: usize| {
            let range = anchors[&comment];
            text.chars().skip(range.start().get()).take(range.len()).collect::<String>()
        };
        assert_eq!((of(12).as_str(), of(3).as_str()), ("很好", ""));
    }

    #[test]
    fn an_open_passage_goes_to_the_end() {
        let line = signed("一二", &[Mark { comment: 0, at: 1, is_end: false }]);
        assert_eq!(taken(&line).1[&0], CharRange::new(1, 2));
        let line = signed("一二", &[Mark { comment: 0, at: 1, is_end: true }]);
        assert_eq!(taken(&line), ("一二".to_owned(), Anchors::new()));
    }
}
