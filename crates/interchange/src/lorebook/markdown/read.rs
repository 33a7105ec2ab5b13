//! Reading the canon from a document.

use wenfang_story::canon::{BibleFieldRecord, LoreRecord};
use wenfang_text::CanonicalText;

use super::escape::{self, LabelValue, Line};
use super::labels::{self, BIBLE, LORE, Label, NO, YES};
use super::{Canon, MarkdownError};

/// Reads a document that [`super::write()`] wrote, in either language and with any edits by the author.
///
/// # Errors
/// See [`MarkdownError`]; on an error nothing is read.
pub fn read(text: &str) -> Result<Canon, MarkdownError> {
    let text = CanonicalText::new(text.strip_prefix('\u{feff}').unwrap_or(text));
    let lines: Vec<&str> = text.split('\n').collect();
    let mut canon = Canon::default();
    let mut section = None;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let number = at + 1;
        at += 1;
        match Line::of(line) {
            Line::Blank | Line::Heading(1, _) => {}
            Line::Heading(2, name) if BIBLE.is(name) => section = Some(Section::Bible),
            Line::Heading(2, name) if LORE.is(name) => section = Some(Section::Lore),
            Line::Heading(2, name) => {
                return Err(MarkdownError::UnknownSection { line: number, heading: name.to_owned() });
            }
            Line::Heading(_, "") => return Err(MarkdownError::NoName { line: number }),
            Line::Heading(_, name) => {
                let Some(section) = section else {
                    return Err(MarkdownError::NoSection { line: number, heading: name.to_owned() });
                };
                let length = lines[at..].iter().take_while(|line| !is_heading(line)).count();
                let body = Body { lines: &lines[at..at + length], first: number + 1 };
                match section {
                    Section::Bible => canon.bible.push(field(name, body)?),
                    Section::Lore => canon.lore.push(entry(name, body)?),
                }
                at += length;
            }
            _ => return Err(MarkdownError::Stray { line: number }),
        }
    }
    Ok(canon)
}

#[derive(Clone, Copy)]
enum Section {
    Bible,
    Lore,
}

/// The lines below a heading.
#[derive(Clone, Copy)]
struct Body<'t> {
    lines: &'t [&'t str],
    /// The line number of the first line.
    first: usize,
}

fn is_heading(line: &str) -> bool {
    matches!(Line::of(line), Line::Heading(..))
}

fn field(name: &str, body: Body<'_>) -> Result<BibleFieldRecord, MarkdownError> {
    let (name, is_quoted) = escape::read_name(name);
    let key = if is_quoted { None } else { labels::field_of(&name) };
    let mut field = BibleFieldRecord { key: key.map_or(name, str::to_owned), ..BibleFieldRecord::default() };
    let (labelled, text) = split_body(body, |label| label == Label::Locked)?;
    for found in labelled {
        field.locked = found.boolean()?;
    }
    field.value = escape::read_text(&text);
    Ok(field)
}

fn entry(name: &str, body: Body<'_>) -> Result<LoreRecord, MarkdownError> {
    let mut entry = LoreRecord { title: escape::read_name(name).0, ..LoreRecord::default() };
    let (labelled, text) = split_body(body, |_| true)?;
    for found in labelled {
        match found.label {
            Label::Kind => entry.kind = found.kind()?,
            Label::Aliases => entry.aliases = found.words()?,
            Label::Keywords => entry.keywords = found.words()?,
            Label::AndKeywords => entry.and_keywords = found.words()?,
            Label::Priority => entry.priority = found.priority()?,
            Label::Constant => entry.constant = found.boolean()?,
            Label::Locked => entry.locked = found.boolean()?,
            Label::Disabled => entry.disabled = found.boolean()?,
        }
    }
    // Only the first secrets heading counts; later ones are text of the secrets.
    let cut = text.iter().position(|line| Line::of(line) == Line::Secrets);
    let (content, secrets) = text.split_at(cut.unwrap_or(text.len()));
    entry.content = escape::read_text(content);
    entry.secrets = escape::read_text(secrets.get(1..).unwrap_or_default());
    Ok(entry)
}

/// A labelled value with its line.
struct LabelledValue<'t> {
    line: usize,
    label: Label,
    labelled: LabelValue<'t>,
}

/// Splits a body into the labelled lines at its start and its other lines. The list ends at the first blank
/// line after it or at a line that is not a list item. List items without a known label are text.
fn split_body<'t>(
    body: Body<'t>,
    belongs: fn(Label) -> bool,
) -> Result<(Vec<LabelledValue<'t>>, Vec<&'t str>), MarkdownError> {
    let (mut labelled, mut text) = (Vec::<LabelledValue<'t>>::new(), Vec::new());
    let blank = body.lines.iter().take_while(|line| Line::of(line) == Line::Blank).count();
    let list = body.lines[blank..].iter().take_while(|line| line.starts_with(['-', '*'])).count();
    for (at, line) in body.lines.iter().enumerate() {
        match Line::of(line) {
            Line::Labelled(label, found) if at < blank + list && belongs(label) => {
                let line = body.first + at;
                if labelled.iter().any(|earlier| earlier.label == label) {
                    return Err(MarkdownError::Repeated { line, label: found.label.to_owned() });
                }
                labelled.push(LabelledValue { line, label, labelled: found });
            }
            _ => text.push(*line),
        }
    }
    Ok((labelled, text))
}

impl LabelledValue<'_> {
    fn boolean(&self) -> Result<bool, MarkdownError> {
        match self.labelled.value {
            value if YES.is(value) || value.eq_ignore_ascii_case("true") => Ok(true),
            value if NO.is(value) || value.eq_ignore_ascii_case("false") => Ok(false),
            _ => Err(self.invalid_value()),
        }
    }

    fn words(&self) -> Result<Vec<String>, MarkdownError> {
        escape::read_words(self.labelled.value).ok_or_else(|| self.invalid_value())
    }

    fn priority(&self) -> Result<u8, MarkdownError> {
        let priority = self.labelled.value.parse().ok().filter(|priority| (1..=10).contains(priority));
        priority.ok_or_else(|| self.invalid_value())
    }

    fn kind(&self) -> Result<wenfang_story::canon::LoreKind, MarkdownError> {
        labels::kind_of(self.labelled.value).ok_or_else(|| self.invalid_value())
    }

    fn invalid_value(&self) -> MarkdownError {
        let LabelValue { label, value } = self.labelled;
        MarkdownError::Value { line: self.line, label: label.to_owned(), value: value.to_owned() }
    }
}
