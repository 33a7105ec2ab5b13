//! Walks over a text line by line and counts it.

use std::ops::Range;

use super::CountRule;
use super::Counts;
use super::class::{Class, class_of, is_common_han, is_invisible};
use super::plain_line::PlainLine;
use crate::marks::{HiddenLine, hidden, hidden_from};
use crate::sentence::graphemes;

/// Counts a text.
pub(super) fn walk(text: &str) -> Counts {
    let mut walk = Walk::new(text, &[]);
    walk.has_marks = true;
    walk.run();
    walk.counts
}

/// Counts words without looking for marks. No grapheme goes over a border.
pub(super) fn walk_plain(text: &str, borders: &[usize]) -> Counts {
    let mut walk = Walk::new(text, borders);
    walk.run();
    walk.counts
}

/// The same for a part of a line that has CJK characters outside the part.
fn walk_cjk(text: &str, borders: &[usize]) -> Counts {
    let mut walk = Walk::new(text, borders);
    walk.line.cjk_before = usize::MAX;
    walk.run();
    walk.counts
}

/// Counts the part of a line that has all its marks; `walk` counts the words of the part.
fn part_counts(
    (line, part): (&str, Range<usize>),
    found: &HiddenLine,
    walk: fn(&str, &[usize]) -> Counts,
) -> Counts {
    let plain = PlainLine::of((line, part.clone()), found);
    let mut counts = walk(&plain.words, &plain.borders);
    counts.attached += plain.attached;
    counts.whitespace += plain.whitespace;
    counts.notes = plain.notes.iter().map(|note| walk_plain(note, &[]).total(CountRule::Standard)).sum();
    counts.markup = line[part].chars().count() - counts.sum_of_classes();
    counts
}

/// The kind of the current run of letters and digits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// None.
    Nothing,
    /// A number so far.
    Number,
    /// A word.
    Word,
}

struct Walk<'t> {
    text: &'t str,
    counts: Counts,
    line: Line,
    /// Whether marks are recognised, here and in the current line.
    has_marks: bool,
    /// Bytes where a grapheme ends in any case.
    borders: &'t [usize],
}

/// The state of the current line, which is added to the counts at its end.
struct Line {
    start: usize,
    /// The counts when the line began, if it may have marks.
    before: Counts,
    /// Whether the line is known to have no marks.
    is_plain: bool,
    /// The number of Han, kana and Hangul, and of letters, when the line began.
    cjk_before: usize,
    letters_before: usize,
    /// The number of marks whose class the line decides.
    shared: usize,
}

impl<'t> Walk<'t> {
    fn new(text: &'t str, borders: &'t [usize]) -> Self {
        let line = Line {
            start: 0,
            before: Counts::default(),
            is_plain: false,
            cjk_before: 0,
            letters_before: 0,
            shared: 0,
        };
        Self { text, counts: Counts::default(), line, has_marks: false, borders }
    }

    fn run(&mut self) {
        let mut chars = self.text[self.line_start(0)..].chars();
        let mut open = Open::Nothing;
        // Nearly all of a CJK text; counted here and added to the counts line by line.
        let (mut han, mut kana) = (0, 0);
        while let Some(c) = chars.next() {
            if is_common_han(c) {
                han += 1;
                open = Open::Nothing;
                continue;
            }
            match class_of(c) {
                Class::Kana => kana += 1,
                Class::CjkPunctuation => self.counts.cjk_punctuation += 1,
                Class::Whitespace => self.counts.whitespace += 1,
                Class::Han => han += 1,
                Class::Hangul => self.counts.hangul += 1,
                Class::Letter => {
                    self.word(&mut open);
                    let rest = chars.as_str();
                    let more = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                    self.counts.letters += 1 + more;
                    chars = rest[more..].chars();
                    continue;
                }
                Class::Digit => {
                    self.number(&mut open);
                    self.counts.digits += 1;
                    continue;
                }
                Class::LineEnd => {
                    self.counts.han += std::mem::take(&mut han);
                    self.counts.kana += std::mem::take(&mut kana);
                    self.counts.line_ends += 1;
                    self.end_line();
                    chars = self.text[self.line_start(self.text.len() - chars.as_str().len())..].chars();
                }
                class @ (Class::Shared | Class::Punctuation | Class::Mark | Class::Slow) => {
                    let byte = self.text.len() - chars.as_str().len() - c.len_utf8();
                    if matches!(class, Class::Mark | Class::Punctuation)
                        && self.may_mark(byte, c)
                        && let Some(after) = {
                            self.counts.han += std::mem::take(&mut han);
                            self.counts.kana += std::mem::take(&mut kana);
                            self.marked_rest(byte)
                        }
                    {
                        open = Open::Nothing;
                        chars = self.text[after..].chars();
                        continue;
                    }
                    let after = match class {
                        Class::Slow => self.slow_run(byte, &mut open),
                        class => self.mark(byte, (c, class), &mut open),
                    };
                    chars = self.text[after..].chars();
                    continue;
                }
            }
            open = Open::Nothing;
        }
        self.counts.han += han;
        self.counts.kana += kana;
        self.end_line();
        self.counts.scalars = self.counts.sum_of_classes();
    }

    /// Handles a letter: a word begins, or the number before it turns out to be a word.
    fn word(&mut self, open: &mut Open) {
        match open {
            Open::Nothing => self.counts.words += 1,
            Open::Number => {
                self.counts.numbers -= 1;
                self.counts.words += 1;
            }
            Open::Word => {}
        }
        *open = Open::Word;
    }

    /// Handles a digit: a number begins, or the word or number continues.
    fn number(&mut self, open: &mut Open) {
        if *open == Open::Nothing {
            self.counts.numbers += 1;
            *open = Open::Number;
        }
    }

    /// Counts a single punctuation mark; returns the byte after it.
    fn mark(&mut self, byte: usize, (mark, class): (char, Class), open: &mut Open) -> usize {
        if matches!(mark, '｜' | '《') {
            self.counts.cjk_punctuation += 1;
            *open = Open::Nothing;
            return byte + mark.len_utf8();
        }
        let joins = self.joins(byte, mark);
        if class == Class::Shared && !joins {
            self.line.shared += 1;
        } else {
            self.counts.punctuation += 1;
        }
        if !joins {
            *open = Open::Nothing;
        }
        byte + mark.len_utf8()
    }

    /// Begins a line. If it begins with a mark, counts it; returns the byte to continue from.
    #[inline]
    fn line_start(&mut self, start: usize) -> usize {
        if !self.has_marks {
            return start;
        }
        self.line.start = start;
        self.line.before = self.counts;
        self.line.is_plain = false;
        let rest = &self.text[start..];
        // Only these can begin a mark; spaces may precede it.
        match rest.as_bytes().first() {
            Some(b'#' | b'>' | b'*' | b'-' | b' ' | b'\t' | 0xe3 | 0xef) => self.indented_line_start(start),
            _ => start,
        }
    }

    /// The same for a line that may begin with an indent and a mark.
    #[inline(never)]
    fn indented_line_start(&mut self, start: usize) -> usize {
        let words = self.text[start..].trim_start_matches([' ', '\t', '\u{3000}']);
        match words.starts_with(['#', '>', '*', '-', '＊']) {
            true => self.marked_line().unwrap_or(start),
            false => start,
        }
    }

    /// Whether a character that is not at the start of its line may be part of a mark.
    #[inline]
    fn may_mark(&self, byte: usize, c: char) -> bool {
        if !self.has_marks || self.line.is_plain {
            return false;
        }
        match c {
            '*' | '\\' | '^' | '｜' => true,
            // Alone it is a mark only after `｜`.
            '《' => self.text[byte + c.len_utf8()..].starts_with('《'),
            _ => false,
        }
    }

    /// Counts the current line as a whole if it has marks; returns its end.
    #[cold]
    #[inline(never)]
    fn marked_line(&mut self) -> Option<usize> {
        let start = self.line.start;
        let line = self.text[start..].split('\n').next().unwrap_or_default();
        self.line.is_plain = true;
        let found = hidden(line)?;
        self.whole_line(line, &found);
        Some(start + line.len())
    }

    fn whole_line(&mut self, line: &str, found: &HiddenLine) {
        self.counts = self.line.before + part_counts((line, 0..line.len()), found, walk_plain);
        self.line.shared = 0;
    }

    /// Counts the rest of the current line up to its last mark if it has marks; returns the byte after them. `byte`
    /// is the first place where a mark may be.
    #[cold]
    #[inline(never)]
    fn marked_rest(&mut self, byte: usize) -> Option<usize> {
        let start = self.line.start;
        let line = self.text[start..].split('\n').next().unwrap_or_default();
        let from = byte - start;
        if line[..from].trim().is_empty() {
            // It may be a break, which is a whole line.
            return self.marked_line();
        }
        self.line.is_plain = true;
        let found = hidden_from(line, from)?;
        let end = found.hidden.last().map_or(line.len(), |last| last.end);
        // Nothing is joined with such neighbours, so that the part in between can be counted apart.
        let before = line[..from].chars().next_back().map(class_of);
        let after = line[end..].chars().next().map(class_of);
        let is_apart = matches!(before, Some(Class::Han | Class::Kana))
            && matches!(after, None | Some(Class::Han | Class::Kana | Class::CjkPunctuation));
        if !is_apart {
            self.whole_line(line, &found);
            return Some(start + line.len());
        }
        self.counts += part_counts((line, from..end), &found, walk_cjk);
        Some(start + end)
    }

    /// Whether the mark at `byte` is inside a word or number, with no word border on either side.
    fn joins(&self, byte: usize, mark: char) -> bool {
        let before = self.text[..byte].chars().next_back();
        let after = self.text[byte + mark.len_utf8()..].chars().next();
        let (Some(before), Some(after)) = (before, after) else { return false };
        let is = |c: char, classes: &[Class]| classes.contains(&class_of(c));
        match mark {
            '\'' | '’' | '.' | '-' | '\u{2010}' | '\u{2011}' | '_' => {
                is(before, &[Class::Letter, Class::Digit]) && is(after, &[Class::Letter, Class::Digit])
            }
            ',' | ':' | '/' => is(before, &[Class::Digit]) && is(after, &[Class::Digit]),
            _ => false,
        }
    }

    /// Counts scalars that may join a neighbour, grapheme by grapheme, from `start` up to the next scalar that may
    /// not; returns the byte after them.
    fn slow_run(&mut self, start: usize, open: &mut Open) -> usize {
        let end = self.text[start..]
            .char_indices()
            .find(|&(_, c)| class_of(c) != Class::Slow)
            .map_or(self.text.len(), |(at, _)| start + at);
        let border = self.borders.partition_point(|border| *border <= start);
        let end = self.borders.get(border).map_or(end, |border| end.min(*border));
        let is_border = border > 0 && self.borders[border - 1] == start;
        // The previous scalar is already counted, but the next ones may attach to it.
        let before = self.text[..start].chars().next_back().map_or(0, char::len_utf8);
        let before = if is_border { 0 } else { before };
        let mut at = start - before;
        for grapheme in graphemes(&self.text[start - before..end]) {
            let from = at;
            at += grapheme.len();
            if at <= start {
                continue;
            }
            if from < start {
                self.counts.attached += self.text[start..at].chars().count();
            } else {
                self.slow_grapheme(grapheme, open);
            }
        }
        end
    }

    /// Counts one grapheme by its first scalar.
    fn slow_grapheme(&mut self, grapheme: &str, open: &mut Open) {
        let mut chars = grapheme.chars();
        let Some(first) = chars.next() else { return };
        self.counts.attached += chars.count();
        let class = match first {
            c if is_invisible(c) => {
                self.counts.attached += 1;
                return;
            }
            '\u{1100}'..='\u{11ff}'
            | '\u{3130}'..='\u{318f}'
            | '\u{a960}'..='\u{a97f}'
            | '\u{d7b0}'..='\u{d7ff}' => &mut self.counts.hangul,
            '\u{1aff0}'..='\u{1b16f}' => &mut self.counts.kana,
            c if c.is_alphabetic() => {
                self.word(open);
                self.counts.letters += 1;
                return;
            }
            c if c.is_numeric() => {
                self.number(open);
                self.counts.digits += 1;
                return;
            }
            c if c.is_whitespace() => &mut self.counts.whitespace,
            '\u{2e00}'..='\u{2e7f}' => &mut self.line.shared,
            '\u{2070}'..='\u{218f}' | '\u{2200}'..='\u{22ff}' => &mut self.counts.punctuation,
            _ => &mut self.counts.other,
        };
        *class += 1;
        *open = Open::Nothing;
    }

    /// Decides what depends on the whole line.
    fn end_line(&mut self) {
        let cjk = self.counts.han + self.counts.kana + self.counts.hangul;
        if self.line.shared > 0 {
            let is_latin = cjk == self.line.cjk_before && self.counts.letters > self.line.letters_before;
            let side = if is_latin { &mut self.counts.punctuation } else { &mut self.counts.cjk_punctuation };
            *side += std::mem::take(&mut self.line.shared);
        }
        self.line.cjk_before = cjk;
        self.line.letters_before = self.counts.letters;
    }
}
