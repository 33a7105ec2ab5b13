//! A document to the canon.

use wenfang_story::canon::{BibleFieldRecord, LoreRecord};
use wenfang_text::CanonicalText;

use super::escape::{self, Line, Stated};
use super::labels::{self, BIBLE, LORE, Label, NO, YES};
use super::{Canon, MarkdownError};

/// Reads what [`super::write()`] wrote, in either language, whatever an author made of it since.
///
/// # Errors
/// See [`MarkdownError`]; nothing is half read.
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

/// The lines under a heading.
#[derive(Clone, Copy)]
struct Body<'t> {
    lines: &'t [&'t str],
    /// The number of the first one.
    first: usize,
}

fn is_heading(line: &str) -> bool {
    matches!(Line::of(line), Line::Heading(..))
}

fn field(name: &str, body: Body<'_>) -> Result<BibleFieldRecord, MarkdownError> {
    let (name, is_quoted) = escape::read_name(name);
    let key = if is_quoted { None } else { labels::field_of(&name) };
    let mut field = BibleFieldRecord { key: key.map_or(name, str::to_owned), ..BibleFieldRecord::default() };
    let (stated, text) = parted(body, |label| label == Label::Locked)?;
    for found in stated {
        field.locked = found.truth()?;
    }
    field.value = escape::read_text(&text);
    Ok(field)
}

fn entry(name: &str, body: Body<'_>) -> Result<LoreRecord, MarkdownError> {
    let mut entry = LoreRecord { title: escape::read_name(name).0, ..LoreRecord::default() };
    let (stated, text) = parted(body, |_| true)?;
    for found in stated {
        match found.label {
            Label::Kind => entry.kind = found.kind()?,
            Label::Aliases => entry.aliases = found.words()?,
            Label::Keywords => entry.keywords = found.words()?,
            Label::AndKeywords => entry.and_keywords = found.words()?,
            Label::Priority => entry.priority = found.priority()?,
            Label::Constant => entry.constant = found.truth()?,
            Label::Locked => entry.locked = found.truth()?,
            Label::Disabled => entry.disabled = found.truth()?,
        }
    }
    // Of several headings over secrets the first counts; the others are text under it.
    let cut = text.iter().position(|line| Line::of(line) == Line::Secrets);
    let (content, secrets) = text.split_at(cut.unwrap_or(text.len()));
    entry.content = escape::read_text(content);
    entry.secrets = escape::read_text(secrets.get(1..).unwrap_or_default());
    Ok(entry)
}

/// A labelled value and its line.
struct Found<'t> {
    line: usize,
    label: Label,
    stated: Stated<'t>,
}

/// The labelled lines at the start of a body, and its other lines. The list ends at the first blank line after it,
/// and where a line is no list item; what it has besides labels of ours is text.
fn parted<'t>(
    body: Body<'t>,
    belongs: fn(Label) -> bool,
) -> Result<(Vec<Found<'t>>, Vec<&'t str>), MarkdownError> {
    let (mut stated, mut text) = (Vec::<Found<'t>>::new(), Vec::new());
    let blank = body.lines.iter().take_while(|line| Line::of(line) == Line::Blank).count();
    let list = body.lines[blank..].iter().take_while(|line| line.starts_with(['-', '*'])).count();
    for (at, line) in body.lines.iter().enumerate() {
        match Line::of(line) {
            Line::Labelled(label, found) if at < blank + list && belongs(label) => {
                let line = body.first + at;
                if stated.iter().any(|earlier| earlier.label == label) {
                    return Err(MarkdownError::Repeated { line, label: found.label.to_owned() });
                }
                stated.push(Found { line, label, stated: found });
            }
            _ => text.push(*line),
        }
    }
    Ok((stated, text))
}

impl Found<'_> {
    fn truth(&self) -> Result<bool, MarkdownError> {
        match self.stated.value {
            value if YES.is(value) || value.eq_ignore_ascii_case("true") => Ok(true),
            value if NO.is(value) || value.eq_ignore_ascii_case("false") => Ok(false),
            _ => Err(self.wrong()),
        }
    }

    fn words(&self) -> Result<Vec<String>, MarkdownError> {
        escape::read_words(self.stated.value).ok_or_else(|| self.wrong())
    }

    fn priority(&self) -> Result<u8, MarkdownError> {
        let priority = self.stated.value.parse().ok().filter(|priority| (1..=10).contains(priority));
        priority.ok_or_else(|| self.wrong())
    }

    fn kind(&self) -> Result<wenfang_story::canon::LoreKind, MarkdownError> {
        labels::kind_of(self.stated.value).ok_or_else(|| self.wrong())
    }

    fn wrong(&self) -> MarkdownError {
        let Stated { label, value } = self.stated;
        MarkdownError::Value { line: self.line, label: label.to_owned(), value: value.to_owned() }
    }
}
