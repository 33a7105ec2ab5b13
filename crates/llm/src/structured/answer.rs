//! Finds the one JSON value in an answer, separating it from thinking and prose.

use serde_json::Value;

use super::error::{Ambiguity, Expected, Fault};
use super::exact::{self, Inexact};
use super::lenient;
use super::repair::{Repair, Repairs};
use super::schema::Root;
use super::{Ending, MAX_ANSWER_BYTES};

/// The value of an answer before validation.
#[derive(Debug)]
pub(super) struct Found {
    pub value: Value,
    pub repairs: Repairs,
}

/// Finds the value; exact JSON is taken unchanged.
pub(super) fn find(raw: &str, root: Root, ending: Ending) -> Result<Found, Fault> {
    if raw.len() > MAX_ANSWER_BYTES {
        return Err(Fault::TooLarge);
    }
    let text = raw.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let exact = exact::whole(text);
    if ending == Ending::Cut {
        return match exact {
            Ok(value @ (Value::Object(_) | Value::Array(_))) => {
                Ok(Found { value, repairs: Repairs::default() })
            }
            _ => Err(Fault::Cut),
        };
    }
    match exact {
        Ok(value) => Ok(decoded(value, root)),
        Err(Inexact::DuplicateKey(key)) => Err(Fault::Ambiguous(Ambiguity::DuplicateKey { key })),
        Err(Inexact::Syntax) => search(raw, root),
    }
}

/// Decodes JSON inside a JSON string where a string is not expected.
fn decoded(value: Value, root: Root) -> Found {
    let mut repairs = Repairs::default();
    if let (Value::String(text), Root::Object | Root::Array) = (&value, root)
        && let Ok(inner @ (Value::Object(_) | Value::Array(_))) = exact::whole(text)
    {
        repairs.note(Repair::DoubleEncoded);
        return Found { value: inner, repairs };
    }
    Found { value, repairs }
}

/// Finds the value among other text, or with broken syntax.
fn search(raw: &str, root: Root) -> Result<Found, Fault> {
    let head: String = raw.trim_start().chars().take(15).collect::<String>().to_lowercase();
    if head.starts_with("<!doctype") || head.starts_with("<html") {
        return Err(Fault::NoJson);
    }
    let mut repairs = Repairs::default();
    let from = after_thinking(raw).ok_or(Fault::NoJson)?;
    if from > 0 {
        repairs.note(Repair::Thinking);
    }
    let mut search = Search { raw, root, repairs, found: None, prose: Vec::new() };
    let mut at = from;
    while let Some(offset) = raw[at..].find(['{', '[', '｛', '［', '}', ']']) {
        at = search.bracket(from, at + offset)?;
    }
    let Search { found, mut repairs, .. } = search;
    let Some(AnswerLocation { value, begin, end }) = found else { return Err(Fault::NoJson) };
    note_surroundings(&raw[from..begin], &raw[end..], &mut repairs);
    Ok(Found { value, repairs })
}

/// A value and its position.
struct AnswerLocation {
    value: Value,
    begin: usize,
    end: usize,
}

struct Search<'t> {
    raw: &'t str,
    root: Root,
    repairs: Repairs,
    found: Option<AnswerLocation>,
    /// Open brackets of the prose.
    prose: Vec<char>,
}

impl Search<'_> {
    /// Examines a bracket outside of values; returns the byte at which to continue.
    fn bracket(&mut self, from: usize, at: usize) -> Result<usize, Fault> {
        let c = self.raw[at..].chars().next().unwrap_or_default();
        let after = at + c.len_utf8();
        if matches!(c, '}' | ']') {
            return self.closing(c, at).map(|()| after);
        }
        if !self.opens_json(c, after) {
            self.prose.push(if matches!(c, '{' | '｛') { '}' } else { ']' });
            return Ok(after);
        }
        if !self.prose.is_empty() {
            return Err(Fault::Syntax { at, expected: Expected::End });
        }
        let Some((value, end)) = self.value(c, at)? else {
            self.prose.push(']');
            return Ok(after);
        };
        if self.is_citation(&value) {
            return Ok(end);
        }
        if self.found.is_some() {
            return Err(Fault::Ambiguous(Ambiguity::TwoValues { at }));
        }
        let before = self.raw[from..at].trim_end();
        if before.strip_suffix(':').is_some_and(|key| key.trim_end().ends_with(['"', '\''])) {
            // A key without its object: the value extends further than this.
            return Err(Fault::Syntax { at: from, expected: Expected::Value });
        }
        self.found = Some(AnswerLocation { value, begin: at, end });
        self.after_value(before.is_empty() || is_fence(before), end)
    }

    /// Reads the value at a bracket; `None` if the bracket only looked like JSON.
    fn value(&mut self, c: char, at: usize) -> Result<Option<(Value, usize)>, Fault> {
        match exact::prefix(&self.raw[at..]) {
            Ok((value, length)) => return Ok(Some((value, at + length))),
            Err(Inexact::DuplicateKey(key)) => return Err(Fault::Ambiguous(Ambiguity::DuplicateKey { key })),
            Err(Inexact::Syntax) => {}
        }
        match lenient::read(self.raw, at, &mut self.repairs) {
            Ok(place) => Ok(Some(place)),
            // [12:30] and the like.
            Err(Fault::Syntax { .. })
                if c == '['
                    && self.root == Root::Object
                    && self.raw[at + 1..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    /// Whether the text after an opening bracket is JSON rather than prose.
    fn opens_json(&self, bracket: char, after: usize) -> bool {
        let next = lenient::trivia_end(self.raw, after);
        let Some(c) = self.raw[next..].chars().next() else { return true };
        if matches!(bracket, '{' | '｛') {
            return matches!(c, '}' | '｝' | ',')
                || lenient::is_quote(c)
                || lenient::begins_key(self.raw, next);
        }
        matches!(c, '"' | '\'' | '“' | '{' | '[' | ']' | '-' | ',' | '0'..='9' | '｛' | '［' | '］')
            || self.opens_with_literal(next)
    }

    /// Whether `true`, `null` or the like is an array item here. Where an object is expected, an array only gets in
    /// the way, so it must be unmistakable: `[true story]` is prose.
    fn opens_with_literal(&self, at: usize) -> bool {
        let rest = &self.raw[at..];
        let Some(after) = lenient::LITERALS.iter().find_map(|word| rest.strip_prefix(word)) else {
            return false;
        };
        let next = lenient::trivia_end(self.raw, self.raw.len() - after.len());
        let ends = !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        ends && (self.root != Root::Object || self.raw[next..].starts_with([',', ']']))
    }

    /// Whether an array is a citation such as `[1]`, where an object is expected.
    fn is_citation(&self, value: &Value) -> bool {
        let numbers = |items: &Vec<Value>| !items.is_empty() && items.iter().all(Value::is_number);
        self.root == Root::Object && value.as_array().is_some_and(numbers)
    }

    /// Handles a closing bracket of the prose, or an unmatched one.
    fn closing(&mut self, c: char, at: usize) -> Result<(), Fault> {
        if self.prose.last() == Some(&c) {
            self.prose.pop();
        } else if c == '}' {
            return Err(Fault::Syntax { at, expected: Expected::End });
        }
        Ok(())
    }

    /// Examines the text right after the value: surplus brackets are skipped if the value stands alone; anything that
    /// looks like a continuation is an error.
    fn after_value(&mut self, alone: bool, end: usize) -> Result<usize, Fault> {
        let mut at = lenient::trivia_end(self.raw, end);
        while let Some(c @ ('}' | ']' | '｝' | '］')) = self.raw[at..].chars().next() {
            if !alone {
                return Err(Fault::Syntax { at, expected: Expected::End });
            }
            self.repairs.note(Repair::ExtraBracket);
            at = lenient::trivia_end(self.raw, at + c.len_utf8());
        }
        let rest = &self.raw[at..];
        let more = match rest.chars().next() {
            Some(':') => true,
            Some(c @ (',' | '，')) => {
                let next = lenient::trivia_end(self.raw, at + c.len_utf8());
                self.raw[next..].starts_with(|c: char| matches!(c, '}' | ']') || lenient::is_quote(c))
            }
            _ => lenient::begins_key(self.raw, at) && rest.starts_with(['"', '\'']),
        };
        if more { Err(Fault::Syntax { at, expected: Expected::End }) } else { Ok(at) }
    }
}

/// The byte after the model's thinking; `None` if the thinking never ended.
fn after_thinking(raw: &str) -> Option<usize> {
    const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];
    let begin = raw.len() - raw.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
    for (open, close) in TAGS {
        let end = raw.find(close).map(|at| at + close.len());
        if raw[begin..].starts_with(open) {
            return end;
        }
        // Some servers strip the opening tag. A tag after a bracket might be inside a string.
        if let Some(end) = end
            && !raw[..end].contains(['{', '[', '`'])
        {
            return Some(end);
        }
    }
    Some(0)
}

fn is_fence(before: &str) -> bool {
    let line = before.trim();
    (line.starts_with("```") || line.starts_with("~~~"))
        && !line.contains('\n')
        && !line.contains(char::is_whitespace)
}

fn note_surroundings(before: &str, after: &str, repairs: &mut Repairs) {
    let fenced = |text: &str| text.contains("```") || text.contains("~~~");
    let is_prose = |line: &str| {
        let line = line
            .trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '}' | ']' | '｝' | '］'));
        !line.is_empty() && !line.starts_with("```") && !line.starts_with("~~~")
    };
    if fenced(before) || fenced(after) {
        repairs.note(Repair::Fence);
    }
    if before.lines().chain(after.lines()).any(is_prose) {
        repairs.note(Repair::Prose);
    }
}
