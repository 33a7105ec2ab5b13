//! Lookahead: examines the text at a byte without consuming it.

/// Whether a character can open a string.
pub(in super::super) const fn is_quote(c: char) -> bool {
    closing_of(c).is_some()
}

/// The mark that closes a string opened by `c`, possibly the same one.
pub(super) const fn closing_of(c: char) -> Option<char> {
    Some(match c {
        '"' | '\'' | '”' | '＂' => c,
        '“' => '”',
        '‘' => '’',
        '「' => '」',
        '『' => '』',
        _ => return None,
    })
}

/// Maximum length of a comment in bytes. Comments are looked for after every quotation mark, so without a limit an
/// answer full of quotation marks and slashes would take quadratic time.
const MAX_COMMENT_BYTES: usize = 1024;

/// The byte after white space and comments. An unterminated or longer comment does not count as one.
pub(in super::super) fn trivia_end(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let trimmed =
            rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}'));
        let comment = if trimmed.starts_with("//") {
            match head(trimmed).find(['\n', '\r']) {
                Some(end) => end,
                None if trimmed.len() <= MAX_COMMENT_BYTES => trimmed.len(),
                None => 0,
            }
        } else if let Some(body) = trimmed.strip_prefix("/*") {
            head(body).find("*/").map_or(0, |end| end + 4)
        } else {
            0
        };
        at += rest.len() - trimmed.len() + comment;
        if comment == 0 {
            return at;
        }
    }
}

fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_COMMENT_BYTES)]
}

/// Whether the value must end here: at the end of the text or of its fence.
pub(super) fn is_end(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    rest.is_empty() || rest.starts_with("```") || rest.starts_with("~~~")
}

/// Whether a key with its colon starts here; the key is on one line.
pub(in super::super) fn begins_key(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    let Some(open) = rest.chars().next() else { return false };
    let end = match closing_of(open) {
        Some(close) => quoted_end(text, at + open.len_utf8(), close),
        None => ident_end(text, at),
    };
    end.is_some_and(|end| text[trivia_end(text, end)..].starts_with([':', '：']))
}

/// The byte after the closing mark, if it is on the same line.
fn quoted_end(text: &str, from: usize, close: char) -> Option<usize> {
    let length = text[from..].find([close, '\n'])?;
    let end = from + length;
    text[end..].starts_with(close).then(|| end + close.len_utf8())
}

/// The byte after an identifier that starts here: letters, digits, `_`, `-`, `$`, not starting with a digit.
pub(in super::super) fn ident_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let first = rest.chars().next()?;
    if !(first.is_alphabetic() || matches!(first, '_' | '$')) {
        return None;
    }
    let length =
        rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '$'))).unwrap_or(rest.len());
    Some(at + length)
}
