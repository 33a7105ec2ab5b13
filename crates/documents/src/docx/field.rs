//! Fields: instructions with a result. The result is text, except where it is layout.

use crate::docx::flow::{Line, Reader};
use crate::xml::Element;
use crate::{LossKind, Span, Style};

/// Fields whose result is layout.
const LAYOUT: [&str; 8] = ["TOC", "PAGE", "NUMPAGES", "SECTIONPAGES", "PAGEREF", "INDEX", "TOA", "SECTION"];

/// The longest instruction that is kept, in bytes.
const MAX_INSTRUCTION: usize = 4096;

/// The fields around the place that is being read.
#[derive(Debug, Default)]
pub(super) struct Fields {
    open: Vec<Field>,
    /// The open fields whose result has not begun.
    unfinished: usize,
    /// The open fields whose result is layout.
    layout: usize,
    dropped: String,
    /// Whether every field ends. Otherwise all results are kept, so that a damaged field hides no text.
    are_closed: bool,
}

#[derive(Debug, Default)]
struct Field {
    instruction: String,
    has_result: bool,
    is_layout: bool,
}

impl Fields {
    /// The state before a text, which is asked whether its fields end.
    pub fn of(text: Element<'_>) -> Self {
        let kinds = text.descendants().filter(|part| part.is("fldChar"));
        let depth = kinds.map(|part| part.attribute("fldCharType")).fold(0_i64, |depth, kind| match kind {
            Some("begin") => depth + 1,
            Some("end") => depth - 1,
            _ => depth,
        });
        Self { are_closed: depth == 0, ..Self::default() }
    }

    /// Whether text here is visible.
    pub fn is_shown(&self) -> bool {
        self.unfinished == 0 && self.layout == 0
    }

    pub fn begin(&mut self) {
        self.open.push(Field::default());
        self.unfinished += 1;
    }

    pub fn instruct(&mut self, text: &str) {
        if let Some(field) = self.open.last_mut().filter(|field| !field.has_result)
            && field.instruction.len() + text.len() <= MAX_INSTRUCTION
        {
            field.instruction.push_str(text);
        }
    }

    /// The result begins.
    pub fn separate(&mut self) {
        let Some(field) = self.open.last_mut().filter(|field| !field.has_result) else { return };
        field.has_result = true;
        self.unfinished -= 1;
        let kind = field.instruction.split_whitespace().next().unwrap_or_default().to_uppercase();
        field.is_layout = self.are_closed && LAYOUT.contains(&kind.as_str());
        self.layout += usize::from(field.is_layout);
    }

    /// Keeps text that is not shown, to count it.
    pub fn drop_text(&mut self, text: &str) {
        if self.layout > 0 {
            self.dropped.push_str(text);
        }
    }

    /// A field without a result ends with its paragraph, so that a damaged one hides no more text.
    pub fn end_paragraph(&mut self) {
        while self.open.last().is_some_and(|field| !field.has_result) && !self.are_closed {
            self.open.pop();
            self.unfinished -= 1;
        }
        if self.layout > 0 && !self.dropped.is_empty() {
            self.dropped.push('\n');
        }
    }

    /// Ends the innermost field. Returns the instruction if the field had no result.
    fn end(&mut self) -> Option<String> {
        let field = self.open.pop()?;
        self.layout -= usize::from(field.is_layout);
        if !field.has_result {
            self.unfinished -= 1;
        }
        (!field.has_result).then_some(field.instruction)
    }
}

impl<'x> Reader<'x> {
    pub fn end_field(&mut self, line: &mut Line<'x>, style: Style) {
        let instruction = self.fields.end();
        if self.fields.layout == 0 && !self.fields.dropped.is_empty() {
            let dropped = std::mem::take(&mut self.fields.dropped);
            self.losses.note(LossKind::Field, &dropped);
        }
        if let (Some(instruction), true) = (instruction, self.fields.is_shown()) {
            match equation(&instruction) {
                Some(Equation::Ruby { base, reading }) => {
                    line.spans.push(Span::Ruby { base, reading, style });
                }
                Some(Equation::Text(text)) => line.push_text(&text, style),
                None => self.losses.name(LossKind::Field, instruction.trim()),
            }
        }
    }
}

/// What an `EQ` field shows: Word writes ruby and enclosed characters this way.
#[derive(Debug, PartialEq, Eq)]
enum Equation {
    Ruby { base: String, reading: String },
    Text(String),
}

/// Reads `EQ \* jc2 \* hps10 \o\ad(\s\up 9(かん),漢)` and `EQ \o\ac(○,字)`.
fn equation(instruction: &str) -> Option<Equation> {
    let rest = instruction.trim_start();
    let rest = rest.get(..2).filter(|word| word.eq_ignore_ascii_case("EQ")).map(|_| &rest[2..])?;
    let over = rest.get(rest.find(r"\o")?..)?;
    let parts = arguments(over)?;
    let [first, second] = parts.as_slice() else { return None };
    let (first, is_raised) = innermost(first);
    let (second, _) = innermost(second);
    Some(if is_raised { Equation::Ruby { base: second, reading: first } } else { Equation::Text(second) })
}

/// The arguments in the first parentheses of a text.
fn arguments(text: &str) -> Option<Vec<&str>> {
    let begin = text.find('(')? + 1;
    let mut depth = 0_usize;
    let mut parts = Vec::new();
    let mut from = begin;
    for (at, c) in text[begin..].char_indices().map(|(at, c)| (begin + at, c)) {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' => {
                parts.push(&text[from..at]);
                return Some(parts);
            }
            ',' | ';' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// The text in `\s\up 9(text)`, and whether it stands above the line.
fn innermost(argument: &str) -> (String, bool) {
    let is_raised = argument.contains(r"\up");
    let inner = argument.trim_start().strip_prefix('\\').and_then(|_| arguments(argument));
    let text = inner.and_then(|parts| parts.first().copied()).unwrap_or(argument);
    (text.trim().to_owned(), is_raised)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ruby_is_read_from_equations() {
        let ruby = |text| equation(text).unwrap();
        assert_eq!(
            ruby(r#"EQ \* jc2 \* "Font:ＭＳ 明朝" \* hps10 \o\ad(\s\up 9(かん),漢)"#),
            Equation::Ruby { base: "漢".into(), reading: "かん".into() }
        );
        assert_eq!(ruby(r" eq \o\ac(○,字) "), Equation::Text("字".into()));
        assert_eq!(equation(r"EQ \f(1,2)"), None);
        assert_eq!(equation(r"PAGE"), None);
        assert_eq!(equation(r"EQ \o(("), None);
    }
}
