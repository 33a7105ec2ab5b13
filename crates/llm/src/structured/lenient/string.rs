//! Strings with nonstandard quotation marks, escapes or line ends.
//!
//! The question is which quotation mark ends a string. It is the first at which a string can end: before a colon for
//! a key; before a comma and the next item, or before the closing mark of an open bracket, for a value. Earlier marks
//! are unescaped parts of the text; they must come in pairs, and none may look like an item boundary, otherwise the
//! answer is ambiguous.

use super::lookahead::{begins_key, closing_of, is_end, trivia_end};
use super::{LITERALS, Open, Reader, is_quote};
use crate::structured::error::{Ambiguity, Expected, Fault};
use crate::structured::repair::Repair;

/// The role of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Key,
    Value,
}

/// The role of a quotation mark within a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QuoteRole {
    Ends,
    Belongs,
    Unclear,
}

impl Reader<'_, '_> {
    /// Reads a string at its opening mark.
    pub(super) fn string(&mut self, role: Role) -> Result<String, Fault> {
        let Some(open) = self.peek() else { return Err(self.expected(Expected::Quote)) };
        let Some(close) = closing_of(open) else { return Err(self.expected(Expected::Quote)) };
        match open {
            '"' => {}
            '\'' => self.repairs.note(Repair::SingleQuotes),
            _ => self.repairs.note(Repair::WideQuotes),
        }
        self.at += open.len_utf8();
        if open == close { self.straight(close, role) } else { self.paired((open, close), role) }
    }

    /// Reads a string that opens and closes with the same mark.
    fn straight(&mut self, quote: char, role: Role) -> Result<String, Fault> {
        let begin = self.at;
        let mut text = String::new();
        let mut inner = 0_usize;
        loop {
            match self.next_char(&mut text)? {
                Some(c) if c == quote => {}
                Some(other) => {
                    text.push(other);
                    continue;
                }
                None => continue,
            }
            let at = self.at - quote.len_utf8();
            if quote == '\'' && self.is_apostrophe(begin, at) {
                text.push(quote);
                continue;
            }
            match self.mark(at, quote, role) {
                QuoteRole::Ends if inner.is_multiple_of(2) => {
                    if inner > 0 {
                        self.repairs.note(Repair::UnescapedQuotes);
                    }
                    return Ok(text);
                }
                QuoteRole::Belongs if !self.looks_opening(begin, at) => {
                    inner += 1;
                    text.push(quote);
                }
                _ => return Err(self.unclear(role, at)),
            }
        }
    }

    /// Reads a string with different opening and closing marks, which may contain nested pairs. `"` may close it too.
    fn paired(&mut self, (open, close): (char, char), role: Role) -> Result<String, Fault> {
        let mut text = String::new();
        let mut depth = 1_usize;
        loop {
            let Some(c) = self.next_char(&mut text)? else { continue };
            let at = self.at - c.len_utf8();
            if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
            }
            let may_end = depth == 0 || (c == '"' && open == '“' && depth == 1);
            if may_end {
                match self.mark(at, c, role) {
                    QuoteRole::Ends => return Ok(text),
                    QuoteRole::Belongs if depth > 0 => {}
                    _ => return Err(self.unclear(role, at)),
                }
            }
            text.push(c);
        }
    }

    /// The error for a quotation mark that neither ends the string nor belongs to it.
    fn unclear(&self, role: Role, at: usize) -> Fault {
        match role {
            Role::Key => self.expected(Expected::Colon),
            Role::Value => Fault::Ambiguous(Ambiguity::Quotes { at }),
        }
    }

    /// Consumes a character: returns a quotation mark for the caller to judge; appends anything else to the text and
    /// returns `None`.
    fn next_char(&mut self, text: &mut String) -> Result<Option<char>, Fault> {
        let Some(c) = self.peek() else { return Err(self.expected(Expected::Quote)) };
        self.at += c.len_utf8();
        match c {
            '\\' => text.push(self.escape()?),
            '’' | '」' | '』' => return Ok(Some(c)),
            c if is_quote(c) => return Ok(Some(c)),
            c => {
                if c.is_control() && c < ' ' {
                    self.repairs.note(Repair::RawControl);
                }
                text.push(c);
            }
        }
        Ok(None)
    }

    /// Reads an escape after its backslash.
    fn escape(&mut self) -> Result<char, Fault> {
        let Some(c) = self.peek() else { return Err(self.expected(Expected::Quote)) };
        let unescaped = match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unicode_escape(),
            '\'' => {
                self.repairs.note(Repair::Escape);
                c
            }
            _ => return Err(self.expected(Expected::Escape)),
        };
        self.at += c.len_utf8();
        Ok(unescaped)
    }

    /// Reads `uXXXX`, or two of them for a character beyond the basic plane.
    fn unicode_escape(&mut self) -> Result<char, Fault> {
        let wrong = self.expected(Expected::Escape);
        let unit = |at: usize| {
            let digits =
                self.text.get(at..at + 4).filter(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()));
            digits.and_then(|digits| u16::from_str_radix(digits, 16).ok())
        };
        let first = self.at + 1;
        let Some(high) = unit(first) else { return Err(wrong) };
        if let Some(c) = char::from_u32(u32::from(high)) {
            self.at = first + 4;
            return Ok(c);
        }
        let low = if self.text[first + 4..].starts_with("\\u") { unit(first + 6) } else { None };
        let Some(Ok(c)) = low.and_then(|low| char::decode_utf16([high, low]).next()) else {
            return Err(wrong);
        };
        self.at = first + 10;
        Ok(c)
    }

    /// Whether a `'` is between two letters, as in it's.
    fn is_apostrophe(&self, begin: usize, at: usize) -> bool {
        let before = self.text[begin..at].chars().next_back();
        let after = self.text[at + 1..].chars().next();
        before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic)
    }

    /// Whether a mark that does not end the string looks like one that opens the next.
    fn looks_opening(&self, begin: usize, at: usize) -> bool {
        self.text[begin..at].trim_end().ends_with([',', ':', '[', '{'])
    }

    /// Determines the role of a quotation mark from the text after it.
    fn mark(&self, at: usize, quote: char, role: Role) -> QuoteRole {
        let after = at + quote.len_utf8();
        let next = trivia_end(self.text, after);
        if role == Role::Key {
            return if self.text[next..].starts_with([':', '：']) {
                QuoteRole::Ends
            } else {
                QuoteRole::Unclear
            };
        }
        if is_end(self.text, next) {
            return QuoteRole::Ends;
        }
        match self.text[next..].chars().next() {
            Some('}' | '｝') if self.open.contains(&Open::Object) => QuoteRole::Ends,
            Some(']' | '］') if self.open.contains(&Open::Array) => QuoteRole::Ends,
            Some(',') => {
                if self.item_after_comma(next + 1) {
                    QuoteRole::Ends
                } else {
                    QuoteRole::Unclear
                }
            }
            Some(c @ ('，' | '、')) => {
                if self.item_after_comma(next + c.len_utf8()) {
                    QuoteRole::Ends
                } else {
                    QuoteRole::Belongs
                }
            }
            // Two strings that JavaScript or Python would concatenate.
            Some(':' | '+') => QuoteRole::Unclear,
            Some(c) => self.mark_before(c, after, next),
            None => QuoteRole::Ends,
        }
    }

    /// Determines the role of a quotation mark before a character that is not syntax: an item with a missing comma,
    /// or text.
    fn mark_before(&self, c: char, after: usize, next: usize) -> QuoteRole {
        let in_object = self.open.last() == Some(&Open::Object);
        let spaced = next > after;
        if in_object && is_quote(c) && begins_key(self.text, next) {
            return QuoteRole::Ends;
        }
        if in_object && self.text[after..next].contains('\n') && begins_key(self.text, next) {
            return QuoteRole::Ends;
        }
        if !in_object && spaced && (is_quote(c) || matches!(c, '{' | '[' | '-' | '0'..='9')) {
            return QuoteRole::Ends;
        }
        if is_quote(c) && !spaced {
            // Two adjacent marks: the second may end the string, if it can.
            let beyond = trivia_end(self.text, next + c.len_utf8());
            let can_end = self.text[beyond..].starts_with([',', '}', ']', '，', '、', '｝', '］']);
            return if can_end || is_end(self.text, beyond) {
                QuoteRole::Belongs
            } else {
                QuoteRole::Unclear
            };
        }
        QuoteRole::Belongs
    }

    /// Whether an item, or the end of the items, follows a comma.
    fn item_after_comma(&self, at: usize) -> bool {
        let mut next = trivia_end(self.text, at);
        while self.text[next..].starts_with([',', '，', '、']) {
            next = trivia_end(self.text, next + self.text[next..].chars().next().map_or(1, char::len_utf8));
        }
        let Some(c) = self.text[next..].chars().next() else { return true };
        if matches!(c, '}' | ']' | '｝' | '］') || is_end(self.text, next) {
            return true;
        }
        if self.open.last() == Some(&Open::Object) {
            return begins_key(self.text, next);
        }
        is_quote(c)
            || matches!(c, '{' | '[' | '｛' | '［' | '-' | '0'..='9')
            || LITERALS.iter().any(|word| self.text[next..].starts_with(word))
    }
}
