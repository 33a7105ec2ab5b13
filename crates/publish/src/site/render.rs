//! Writes chapters by a profile.

use super::check::{SiteWarning, check};
use super::profile::{Escape, SiteProfile, Wrap};
use crate::book::{Block, Book, Chapter, Form, ITEM, Paragraph, Span, Style};
use crate::xml::push_text;

/// A volume for a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteVolume {
    pub title: String,
    pub chapters: Vec<SiteChapter>,
}

/// A chapter for a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteChapter {
    /// Its place in the book, from 1.
    pub number: usize,
    pub title: String,
    pub text: String,
    /// By the standard count.
    pub length: usize,
    pub warnings: Vec<SiteWarning>,
}

/// Writes a book for a site.
pub fn site(book: &Book, profile: &SiteProfile) -> Vec<SiteVolume> {
    let volumes = book.volumes.iter().map(|volume| SiteVolume {
        title: volume.title.clone(),
        chapters: volume.chapters.iter().map(|chapter| written(chapter, profile)).collect(),
    });
    volumes.collect()
}

fn written(chapter: &Chapter, profile: &SiteProfile) -> SiteChapter {
    let (length, warnings) = check(chapter, profile);
    SiteChapter {
        number: chapter.number,
        title: chapter.label(),
        text: chapter_text(chapter, profile),
        length,
        warnings,
    }
}

/// Returns the text of a chapter for a site. It ends with a line end.
pub fn chapter_text(chapter: &Chapter, profile: &SiteProfile) -> String {
    let mut writer = Writer { profile, lines: Vec::new(), gap: 0, notes: Vec::new() };
    if let Some(line) = &profile.title_line {
        let number = chapter.number.to_string();
        writer.line(filled(line, &[("{title}", &chapter.label()), ("{number}", &number)]));
        writer.gap = 1;
    }
    for (at, scene) in chapter.scenes.iter().enumerate() {
        if at > 0 {
            writer.scene_break();
        }
        for block in &scene.blocks {
            match block {
                Block::Paragraph(paragraph) => writer.paragraph(paragraph),
                Block::Break => writer.scene_break(),
                Block::Blank if profile.keeps_blank_lines => writer.gap += 1,
                Block::Blank => {}
            }
        }
    }
    writer.close_notes();
    writer.lines.join("\n") + "\n"
}

/// Returns a pattern with its names filled in. What is filled in is not searched for names.
fn filled(pattern: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(start) = rest.find('{') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        match values.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, value)) => {
                out.push_str(value);
                rest = &rest[name.len()..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

struct Writer<'p> {
    profile: &'p SiteProfile,
    lines: Vec<String>,
    /// Empty lines before the next line.
    gap: usize,
    notes: Vec<String>,
}

impl Writer<'_> {
    fn line(&mut self, line: String) {
        let gap = std::mem::replace(&mut self.gap, self.profile.blank_lines);
        if !self.lines.is_empty() {
            self.lines.extend(std::iter::repeat_n(String::new(), gap));
        }
        self.lines.push(line);
    }

    fn scene_break(&mut self) {
        self.gap = 1;
        self.line(self.profile.scene_break.clone());
        self.gap = 1;
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        let mut text = if paragraph.form == Form::Item { ITEM.to_owned() } else { String::new() };
        self.spans(&paragraph.spans, &mut text);
        let marks = &self.profile.marks;
        let wrap = match paragraph.form {
            Form::Body | Form::Item => None,
            Form::Centre | Form::Heading => Some(&marks.centre),
            Form::Right => Some(&marks.right),
            Form::Quotation => Some(&marks.quotation),
        };
        let brackets = ['「', '『', '（', '〈', '《', '【', '〔', '“', '"'];
        let hangs = self.profile.brackets_hang && text.starts_with(brackets);
        let indent = if hangs { "" } else { self.profile.indent.as_str() };
        let line = match wrap {
            Some(Wrap { open, close }) if !open.is_empty() || !close.is_empty() => {
                format!("{open}{text}{close}")
            }
            _ => format!("{indent}{text}"),
        };
        self.line(line);
    }

    fn spans(&mut self, spans: &[Span], out: &mut String) {
        for span in spans {
            match span {
                Span::Text { text, style } => self.text(text, *style, out),
                Span::Ruby { base, reading, style } => {
                    let ruby = self.ruby(base, reading);
                    self.styled(&ruby, Style { dots: false, ..*style }, out);
                }
                Span::Note(note) => self.note(note, out),
                Span::CommentStart(_) | Span::CommentEnd(_) => {}
            }
        }
    }

    fn text(&self, text: &str, style: Style, out: &mut String) {
        let dots = &self.profile.marks.dots;
        let written = match style.dots {
            true if !dots.each.is_empty() => {
                let each = text
                    .chars()
                    .map(|c| filled(&dots.each, &[("{character}", &self.literal(&c.to_string()))]));
                each.collect()
            }
            true => format!("{}{}{}", dots.open, self.literal(text), dots.close),
            false => self.literal(text),
        };
        self.styled(&written, style, out);
    }

    /// Writes what is already in the form of the site, in bold and italics.
    fn styled(&self, written: &str, style: Style, out: &mut String) {
        let marks = &self.profile.marks;
        let wraps = [(style.bold, &marks.bold), (style.italic, &marks.italic)];
        let set = || wraps.iter().filter(|(is_set, _)| *is_set).map(|(_, wrap)| wrap);
        set().for_each(|wrap| out.push_str(&wrap.open));
        out.push_str(written);
        set().rev().for_each(|wrap| out.push_str(&wrap.close));
    }

    /// Returns text whose characters the site does not take for marks.
    fn literal(&self, text: &str) -> String {
        let mut out = text.to_owned();
        for (from, to) in self.profile.replace.iter().filter(|(from, _)| !from.is_empty()) {
            out = out.replace(from.as_str(), to);
        }
        if self.profile.escape == Escape::Html {
            let mut escaped = String::new();
            push_text(&mut escaped, &out);
            out = escaped;
        }
        out
    }

    fn ruby(&self, base: &str, reading: &str) -> String {
        let rule = &self.profile.marks.ruby;
        let fits = |text: &str, most: usize| most == 0 || text.chars().count() <= most;
        let is_short = fits(base, rule.most_base) && fits(reading, rule.most_reading);
        let pattern = if is_short { &rule.pattern } else { &rule.otherwise };
        filled(pattern, &[("{base}", &self.literal(base)), ("{reading}", &self.literal(reading))])
    }

    fn note(&mut self, note: &[Span], out: &mut String) {
        let mut text = String::new();
        self.spans(note, &mut text);
        let rule = &self.profile.marks.note;
        let number = (self.notes.len() + 1).to_string();
        let values = [("{note}", text.as_str()), ("{number}", number.as_str())];
        out.push_str(&filled(&rule.reference, &values));
        self.notes.push(filled(&rule.end, &values));
    }

    fn close_notes(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        if notes.iter().all(String::is_empty) {
            return;
        }
        self.gap = 1;
        notes.into_iter().for_each(|note| self.line(note));
    }
}
