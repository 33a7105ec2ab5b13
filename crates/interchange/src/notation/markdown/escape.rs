//! Encoding prose as Markdown, and decoding it.
//!
//! Only text that another program would take for structure or hide is escaped: marks at the start of a line, a
//! backslash before punctuation, character references, HTML tags, links, pictures, code and text struck through.
//! White space at the ends of a line and
//! separators of East Asian marks become character references, which every program displays as the characters
//! themselves. Emphasis inside a line is the author's and stays.

use std::borrow::Cow;

use super::inline;

/// The supported named references; all numeric ones are supported.
const NAMED: [(&str, char); 9] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", '\u{a0}'),
    ("emsp", '\u{2003}'),
    ("ensp", '\u{2002}'),
    ("ideographicspace", '\u{3000}'),
];

/// The maximum length of a reference, from & to ;.
const MAX_REFERENCE_LEN: usize = 20;

/// Escapes one non-empty line of prose.
pub(crate) fn line(out: &mut String, text: &str) {
    let body = text.trim();
    let lead = text.len() - text.trim_start().len();
    if body.is_empty() {
        text.chars().for_each(|c| reference(out, c));
        return;
    }
    text[..lead].chars().for_each(|c| reference(out, c));
    if is_separator(body) && !body.starts_with(|c: char| c.is_ascii_punctuation()) {
        let mut chars = body.chars();
        chars.by_ref().take(1).for_each(|c| reference(out, c));
        inline(out, chars.as_str());
    } else {
        match opening(body) {
            Some(at) => {
                inline(out, &body[..at]);
                out.push('\\');
                out.push_str(&body[at..at + 1]);
                inline(out, &body[at + 1..]);
            }
            None => inline(out, body),
        }
    }
    text[lead + body.len()..].chars().for_each(|c| reference(out, c));
}

/// Escapes a title: like a line, and also trailing `#`, which would be read as closing marks.
pub(crate) fn title(out: &mut String, text: &str) {
    let body = text.trim();
    if body.ends_with('#') {
        let open = body.trim_end_matches('#');
        let lead = text.len() - text.trim_start().len();
        text[..lead].chars().for_each(|c| reference(out, c));
        inline(out, open);
        body[open.len()..].chars().for_each(|c| reference(out, c));
        text[lead + body.len()..].chars().for_each(|c| reference(out, c));
    } else {
        line(out, text);
    }
}

fn is_separator(body: &str) -> bool {
    crate::lines::split(body).first().is_some_and(|line| line.ornament().is_some())
}

/// Returns the position of the character that would make the line a block of its own: ASCII punctuation, one
/// byte.
fn opening(body: &str) -> Option<usize> {
    let bytes = body.as_bytes();
    let digits = bytes.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
    let after = |at: usize| bytes.get(at).is_none_or(|byte| *byte == b' ' || *byte == b'\t');
    match bytes.first()? {
        b'#' | b'>' | b'|' => Some(0),
        b'+' | b'-' | b'*' if after(1) => Some(0),
        mark @ (b'-' | b'*' | b'_' | b'=' | b'~' | b'`')
            if bytes.get(1) == Some(mark) && is_run(bytes, *mark) =>
        {
            Some(0)
        }
        b'=' | b'-' | b'*' | b'_' if is_separator(body) || bytes.iter().all(|byte| *byte == bytes[0]) => {
            Some(0)
        }
        _ if (1..=9).contains(&digits)
            && matches!(bytes.get(digits), Some(b'.' | b')'))
            && after(digits + 1) =>
        {
            Some(digits)
        }
        _ => None,
    }
}

/// Whether a line is only `mark` and white space, or opens a code fence.
fn is_run(bytes: &[u8], mark: u8) -> bool {
    let fence = (mark == b'`' || mark == b'~') && bytes.get(2) == Some(&mark);
    fence || bytes.iter().all(|byte| *byte == mark || *byte == b' ' || *byte == b'\t')
}

/// Escapes characters that have a meaning anywhere in a line.
pub(super) fn inline(out: &mut String, text: &str) {
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        let special = match c {
            '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
            '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
            '&' => read_reference(&text[at..]).is_some(),
            '[' => !text[..at].ends_with('^') && inline::may_begin(&text[at..]),
            '`' | '~' => inline::may_begin(&text[at..]),
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(c);
    }
}

/// Writes a character as a numeric reference, where it would not survive as itself.
fn reference(out: &mut String, c: char) {
    out.push_str(&format!("&#{};", u32::from(c)));
}

/// Decodes a line of Markdown to text.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains(['\\', '&']) {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '&']) {
        let (before, mark) = rest.split_at(at);
        decoded.push_str(before);
        let next = mark[1..].chars().next();
        if mark.starts_with('\\') && next.is_some_and(|next| next.is_ascii_punctuation()) {
            decoded.push_str(&mark[1..2]);
            rest = &mark[2..];
        } else if let Some((c, length)) = read_reference(mark) {
            decoded.push(c);
            rest = &mark[length..];
        } else {
            decoded.push_str(&mark[..1]);
            rest = &mark[1..];
        }
    }
    decoded.push_str(rest);
    if decoded == text { Cow::Borrowed(text) } else { Cow::Owned(decoded) }
}

/// Parses the backslash escape or character reference at the start of `text` and returns its character and length in
/// bytes.
pub(super) fn read_escape(text: &str) -> Option<(char, usize)> {
    match text.strip_prefix('\\') {
        Some(rest) => rest.chars().next().filter(char::is_ascii_punctuation).map(|c| (c, 2)),
        None if text.starts_with('&') => read_reference(text),
        None => None,
    }
}

/// Parses the character reference at the start of `text` and returns its character and length in bytes.
/// References to control characters and line breaks are not decoded, because a text contains none.
fn read_reference(text: &str) -> Option<(char, usize)> {
    let head = text.char_indices().nth(MAX_REFERENCE_LEN).map_or(text, |(at, _)| &text[..at]);
    let end = head.find(';')?;
    let name = head.get(1..end)?;
    let c = match name.strip_prefix('#') {
        Some(number) => {
            let value = match number.strip_prefix(['x', 'X']) {
                Some(hex) if hex.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                    u32::from_str_radix(hex, 16).ok()?
                }
                None if number.bytes().all(|byte| byte.is_ascii_digit()) => number.parse().ok()?,
                _ => return None,
            };
            char::from_u32(value).filter(|c| *c >= ' ' || *c == '\t')?
        }
        None => NAMED.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((c, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::ChangeLog;
    use proptest::prelude::*;

    fn escaped(text: &str) -> String {
        let mut out = String::new();
        line(&mut out, text);
        out
    }

    #[test]
    fn only_ambiguous_text_is_escaped() {
        assert_eq!(escaped("他说：5*3，**真的**。"), "他说：5*3，**真的**。");
        assert_eq!(escaped("# 题"), "\\# 题");
        assert_eq!(escaped("***"), "\\***");
        assert_eq!(escaped("＊＊＊"), "&#65290;＊＊");
        assert_eq!(escaped("1. 买米"), "1\\. 买米");
        assert_eq!(escaped("- 一"), "\\- 一");
        assert_eq!(escaped("　　甲 "), "&#12288;&#12288;甲&#32;");
        assert_eq!(escaped("<hp>90</hp> a<b"), "\\<hp>90\\</hp> a\\<b");
        assert_eq!(escaped("&nbsp; & 乙"), "\\&nbsp; & 乙");
        assert_eq!(escaped("-5度"), "-5度");
    }

    proptest! {
        #[test]
        fn escaped_text_reads_back(text in "[ \t　#*\\-_=~`>+|0-9.()\\[\\]{}^\\\\&;a-z<!甲＊nbsp]{1,12}|\\PC{1,20}") {
            prop_assume!(!text.contains('\n'));
            let out = escaped(&text);
            prop_assert_eq!(decode(&out), text.as_str());
            let read = inline::decode(Cow::Borrowed(&out), 0, &mut ChangeLog::default());
            prop_assert_eq!(read, text.as_str());
            prop_assert_eq!(out.trim(), &out);
        }
    }
}
