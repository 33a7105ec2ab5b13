//! What Markdown of other programs has inside a line and prose has not: pictures, links, code, text struck through,
//! spans with attributes, rows of tables. Their words stay; each is a counted change.

use std::borrow::Cow;

use wenfang_text::marks::write::literal;

use super::escape::read_escape;
use super::html;
use crate::change::{ChangeLog, ChangeRule};
use crate::lines::visible;

/// The longest construct, in bytes, so that the work stays linear.
const MAX_LEN: usize = 4000;

/// The deepest constructs inside each other.
const MAX_DEPTH: usize = 8;

/// Returns a line as text, and counts what was changed. `at` is the byte offset of the line.
pub(super) fn decode<'l>(line: Cow<'l, str>, at: usize, log: &mut ChangeLog) -> Cow<'l, str> {
    if !line.contains(['\\', '&', '[', '`', '~', '|', '<']) {
        return line;
    }
    if let Some((open, words, close)) = html::placed(&line) {
        let tags = visible(&line).saturating_sub(visible(open) + visible(words) + visible(close));
        log.add(ChangeRule::HtmlMark, at, tags);
        let words = decode(Cow::Borrowed(words), at, log);
        return Cow::Owned(format!("{open}{words}{close}"));
    }
    if is_table_rule(&line) {
        log.add(ChangeRule::Table, at, visible(&line));
        return Cow::Borrowed("");
    }
    let mut decoder = Decoder { at, log, escapes: 0, dropped: 0, depth: 0 };
    let decoded = match table_row(&line) {
        Some(cells) => {
            decoder.log.drop_more(ChangeRule::Table, at, cells.len() + 1);
            let cells: Vec<String> = cells.iter().map(|cell| decoder.decode(cell)).collect();
            cells.join("\t")
        }
        None if hard_break(&line) => {
            decoder.escapes += 1;
            decoder.dropped += 1;
            decoder.decode(line[..line.len() - 1].trim_end())
        }
        None => decoder.decode(&line),
    };
    if decoder.escapes > 0 {
        decoder.log.add(ChangeRule::MarkdownEscape, at, decoder.dropped);
    }
    if decoded == *line { line } else { Cow::Owned(decoded) }
}

/// Whether a line ends with a backslash that is no escaped one: its line end is one of the text.
pub(crate) fn hard_break(line: &str) -> bool {
    let marks = line.bytes().rev().take_while(|byte| *byte == b'\\').count();
    marks % 2 == 1 && marks < line.len()
}

/// Whether a line is the rule under the head of a table: `|---|:---:|`.
pub(super) fn is_table_rule(line: &str) -> bool {
    let cell = |cell: &str| {
        let cell = cell.trim();
        let bare = cell.trim_start_matches(':').trim_end_matches(':');
        !bare.is_empty() && bare.bytes().all(|byte| byte == b'-')
    };
    inside_bars(line).is_some_and(|inside| inside.split('|').all(cell))
}

/// The cells of a line that has a bar at both ends.
fn table_row(line: &str) -> Option<Vec<&str>> {
    let inside = inside_bars(line)?;
    let mut cells = Vec::new();
    let (mut start, mut is_escaped) = (0, false);
    for (at, byte) in inside.bytes().enumerate() {
        if byte == b'|' && !is_escaped {
            cells.push(inside[start..at].trim());
            start = at + 1;
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    cells.push(inside[start..].trim());
    Some(cells)
}

fn inside_bars(line: &str) -> Option<&str> {
    line.trim().strip_prefix('|')?.strip_suffix('|').filter(|inside| !inside.trim().is_empty())
}

struct Decoder<'l> {
    at: usize,
    log: &'l mut ChangeLog,
    /// Escapes, and the visible characters that they drop.
    escapes: usize,
    dropped: usize,
    depth: usize,
}

impl Decoder<'_> {
    fn decode(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(['\\', '&', '!', '[', '`', '~', '^', '<']) {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            rest = &rest[self.mark(rest, &mut out)..];
        }
        out.push_str(rest);
        out
    }

    /// Writes what begins with a mark, and returns its length.
    fn mark(&mut self, rest: &str, out: &mut String) -> usize {
        if rest.starts_with("\\*") && !out.trim_start().is_empty() {
            // Inside a line this is a mark of ours, too.
            out.push_str("\\*");
            return 2;
        }
        if let Some((c, length)) = read_escape(rest) {
            self.escapes += 1;
            self.dropped += visible(&rest[..length]).saturating_sub(visible(c.encode_utf8(&mut [0; 4])));
            out.push(c);
            return length;
        }
        let window = window(rest);
        let read = if rest.starts_with("^[") {
            // A footnote in the text is a mark of ours.
            out.push_str("^[");
            return 2;
        } else if rest.starts_with("![") {
            self.picture(window)
        } else if rest.starts_with('[') {
            self.bracketed(window, out)
        } else if rest.starts_with('`') {
            self.code(window, out)
        } else if rest.starts_with("~~") {
            self.struck(window, out)
        } else if rest.starts_with('<') {
            self.html(window, out)
        } else {
            None
        };
        read.unwrap_or_else(|| {
            let run = rest.bytes().take_while(|byte| *byte == rest.as_bytes()[0]).count();
            let run = if matches!(rest.as_bytes()[0], b'`' | b'~') { run } else { 1 };
            out.push_str(&rest[..run]);
            run
        })
    }

    fn note(&mut self, rule: ChangeRule, dropped: usize, sample: &str) {
        self.log.add_at(rule, (self.at, dropped), sample);
    }

    /// `![words](place)`: left out.
    fn picture(&mut self, rest: &str) -> Option<usize> {
        let inside = &rest[2..];
        let words = closing(inside)?;
        let (place, length) = target(&inside[words + 1..])?;
        let length = 2 + words + 1 + length;
        self.note(ChangeRule::Picture, visible(&rest[..length]), place);
        Some(length)
    }

    /// `[words](place)` or `[words]{.class}`: its words.
    fn bracketed(&mut self, rest: &str, out: &mut String) -> Option<usize> {
        let inside = &rest[1..];
        let end = closing(inside)?;
        let (words, after) = (&inside[..end], &inside[end + 1..]);
        let (rule, sample, length) = match target(after) {
            Some((place, length)) => (ChangeRule::Link, place, length),
            None => (ChangeRule::Formatting, words, attributes(after)?),
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.depth -= 1;
            return None;
        }
        let text = self.decode(words);
        self.depth -= 1;
        self.note(rule, 2 + visible(&after[..length]), sample);
        out.push_str(&text);
        Some(1 + end + 1 + length)
    }

    /// `` `words` ``: its words, in which nothing is a mark.
    fn code(&mut self, rest: &str, out: &mut String) -> Option<usize> {
        let ticks = rest.bytes().take_while(|byte| *byte == b'`').count();
        let inside = &rest[ticks..];
        let mut from = 0;
        let end = loop {
            let at = from + inside[from..].find('`')?;
            let run = inside[at..].bytes().take_while(|byte| *byte == b'`').count();
            if run == ticks {
                break at;
            }
            from = at + run;
        };
        let words = inside[..end].trim();
        if words.is_empty() {
            return None;
        }
        self.note(ChangeRule::Formatting, 2 * ticks, words);
        out.push_str(&literal(words));
        Some(ticks + end + ticks)
    }

    /// HTML that is a mark of ours.
    fn html(&mut self, rest: &str, out: &mut String) -> Option<usize> {
        let found = html::read(rest)?;
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let words = self.decode(found.words);
        self.depth -= 1;
        self.log.add(ChangeRule::HtmlMark, self.at, found.dropped(rest));
        out.extend([found.open, &words, &found.close]);
        Some(found.length)
    }

    /// `~~words~~`: its words.
    fn struck(&mut self, rest: &str, out: &mut String) -> Option<usize> {
        let inside = &rest[2..];
        let end = inside.find("~~")?;
        let words = &inside[..end];
        let is_edge = |c: char| c.is_whitespace() || c == '~';
        if words.is_empty() || words.starts_with(is_edge) || words.ends_with(is_edge) {
            return None;
        }
        self.note(ChangeRule::Formatting, 4, words);
        let text = self.decode(words);
        out.push_str(&text);
        Some(2 + end + 2)
    }
}

/// The beginning of a text, not longer than a construct may be.
fn window(text: &str) -> &str {
    let mut end = text.len().min(MAX_LEN);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Where the bracket closes that is open before `text`.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => {}
            b'[' if depth == MAX_DEPTH => return None,
            b'[' => depth += 1,
            b']' if depth == 0 => return Some(at),
            b']' => depth -= 1,
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    None
}

/// The place of a link, `(place "title")`, and the length of it all.
fn target(text: &str) -> Option<(&str, usize)> {
    let inside = text.strip_prefix('(')?;
    let mut depth = 0_usize;
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => {
                let place = inside[..at].trim();
                let place = place.split([' ', '\t']).next().unwrap_or(place);
                return Some((place.trim_start_matches('<').trim_end_matches('>'), at + 2));
            }
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The length of attributes: `{.smallcaps}`.
fn attributes(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('{').filter(|inside| inside.starts_with(['.', '#']))?;
    let end = inside.find('}')?;
    (!inside[..end].contains('{')).then_some(end + 2)
}

/// Whether a character of a text could begin what [`decode`] reads, so that our export escapes it.
pub(super) fn may_begin(text: &str) -> bool {
    let behind = |length: usize, mark: &str| text.get(length..).is_some_and(|rest| rest.contains(mark));
    match text.as_bytes().first() {
        Some(b'[') => behind(1, "](") || behind(1, "]{"),
        Some(b'`') => behind(1, "`"),
        Some(b'~') => text.starts_with("~~") && behind(2, "~~"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, text: &str, rules: &[(ChangeRule, usize)]) {
        let mut log = ChangeLog::default();
        assert_eq!(decode(Cow::Borrowed(line), 0, &mut log), text);
        let changes = log.into_changes(line);
        let found: Vec<_> = changes.iter().map(|change| (change.rule, change.count)).collect();
        assert_eq!(found, rules, "{line}");
        let dropped: usize = changes.iter().map(|change| change.dropped).sum();
        assert_eq!(visible(text) + dropped, visible(line), "{line}");
    }

    #[test]
    fn the_words_stay_and_the_rest_is_counted() {
        check("See [the *map*](map.html \"x\") now.", "See the *map* now.", &[(ChangeRule::Link, 1)]);
        check("A ![map](a(1).png) here", "A  here", &[(ChangeRule::Picture, 1)]);
        check("It was ~~never~~ `so`.", "It was never so.", &[(ChangeRule::Formatting, 2)]);
        check("[The End]{.smallcaps}", "The End", &[(ChangeRule::Formatting, 1)]);
        check("one\\", "one", &[(ChangeRule::MarkdownEscape, 1)]);
        check("5 \\[a\\](b) &amp; c", "5 [a](b) & c", &[(ChangeRule::MarkdownEscape, 1)]);
        check("5 \\* 3 \\* 2", "5 \\* 3 \\* 2", &[]);
        check("`` a`b ``", "a`b", &[(ChangeRule::Formatting, 1)]);
    }

    #[test]
    fn html_of_marks_becomes_marks() {
        let html = &[(ChangeRule::HtmlMark, 1)];
        check("<ruby>漢字<rt>かんじ</rt></ruby>の", "｜漢字《かんじ》の", html);
        check("<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>", "｜a《b》", html);
        check("<span class=\"dots\">绝不</span>", "《《绝不》》", html);
        check("这是<strong>我。</strong>", "这是**我。**", &[(ChangeRule::HtmlMark, 2)]);
        check("<p align=\"center\">碑</p>", ">> 碑 <<", html);
        check("<div align=\"right\">A.</div>", ">> A.", html);
        for text in ["a < b", "<u>a</u>", "<ruby>a</ruby>", "<p align=\"center\">a"] {
            check(text, text, &[]);
        }
    }

    #[test]
    fn what_is_no_mark_of_markdown_stays() {
        for text in ["a[b] (c)", "^[a note](b)", "~ 5 ~~ 6", "it`s", "[x]", "a | b", "![a", "[a](b"] {
            check(text, text, &[]);
        }
    }

    #[test]
    fn rows_of_tables_are_lines() {
        check("| Day | [Rain](r) |", "Day\tRain", &[(ChangeRule::Table, 1), (ChangeRule::Link, 1)]);
        check("| a \\| b | c |", "a | b\tc", &[(ChangeRule::MarkdownEscape, 1), (ChangeRule::Table, 1)]);
        check("|:--|---:|", "", &[(ChangeRule::Table, 1)]);
    }
}
