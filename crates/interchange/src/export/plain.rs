//! Writes a sheet as plain text.

use wenfang_text::NovelLanguage;

use super::{Marks, Sheet};
use crate::marked;
use crate::spaced::{AFTER_CHAPTER, AFTER_TITLE, AFTER_VOLUME, BEFORE_HEADING, BLANK};

/// The sign between two scenes in a plain text.
pub const fn scene_break(language: NovelLanguage) -> &'static str {
    match language {
        NovelLanguage::En => "* * *",
        NovelLanguage::Zh | NovelLanguage::Ja => "＊＊＊",
    }
}

/// Returns the indent of a paragraph.
fn indent(line: &str, language: NovelLanguage) -> &'static str {
    // Japanese paragraphs are indented by one character unless they begin with an opening bracket.
    let brackets = ['「', '『', '（', '〈', '《', '【', '〔'];
    let is_plain = line.starts_with(|c: char| !c.is_whitespace() && !brackets.contains(&c));
    if language == NovelLanguage::Ja && is_plain && line != scene_break(language) { "\u{3000}" } else { "" }
}

pub(super) fn write(sheet: &Sheet<'_>, language: NovelLanguage, marks: Marks) -> String {
    match marks {
        Marks::Without => spaced(sheet, language, is_beside_blank),
        Marks::KeptBlanks => spaced(sheet, language, |_, _| true),
        Marks::With => with_marks(sheet, language),
    }
}

/// Writes headings marked by the blank lines around them ([`crate::spaced`]) and one paragraph per line.
/// `keeps` decides, for the lines of a text and an index, whether a blank line is written as [`BLANK`].
fn spaced(sheet: &Sheet<'_>, language: NovelLanguage, keeps: fn(&[&str], usize) -> bool) -> String {
    let mut page = Page::default();
    if let Some(title) = sheet.title {
        page.line(title, AFTER_TITLE);
    }
    for volume in &sheet.volumes {
        if let Some(Some(title)) = volume.begins {
            page.line(title, AFTER_VOLUME);
        }
        for chapter in volume.chapters {
            page.line(&chapter.title, AFTER_CHAPTER);
            for (at, scene) in chapter.scenes.iter().enumerate() {
                if at > 0 {
                    page.line(scene_break(language), 1);
                }
                if !scene.is_empty() {
                    page.line(&prose(scene, language, keeps), 1);
                }
            }
            page.gap = BEFORE_HEADING;
        }
    }
    page.text
}

/// Returns a text with its indents, and with [`BLANK`] for the blank lines that `keeps` selects.
fn prose(text: &str, language: NovelLanguage, keeps: fn(&[&str], usize) -> bool) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let written = |(at, &line): (usize, &&str)| match line {
        "" if keeps(&lines, at) => BLANK.to_owned(),
        line => format!("{}{line}", indent(line, language)),
    };
    lines.iter().enumerate().map(written).collect::<Vec<_>>().join("\n")
}

/// Whether a blank line or an end of the text is before or after the line. Readers take a blank line there for
/// layout.
pub(super) fn is_beside_blank(lines: &[&str], at: usize) -> bool {
    let nothing = |line: Option<&&str>| line.is_none_or(|line| line.is_empty());
    nothing(at.checked_sub(1).and_then(|before| lines.get(before))) || nothing(lines.get(at + 1))
}

/// A text, and the number of blank lines before the next line.
#[derive(Default)]
struct Page {
    text: String,
    gap: usize,
}

impl Page {
    fn line(&mut self, text: &str, after: usize) {
        if !self.text.is_empty() {
            (0..self.gap).for_each(|_| self.text.push('\n'));
        }
        self.text.push_str(text);
        self.text.push('\n');
        self.gap = after;
    }
}

fn with_marks(sheet: &Sheet<'_>, language: NovelLanguage) -> String {
    let marks = marked::Marks::of(language);
    let mut out = String::new();
    marks.begin(&mut out, marks.signature, "");
    if let Some(title) = sheet.title {
        marks.begin(&mut out, marks.title, title);
    }
    for volume in &sheet.volumes {
        if let Some(title) = volume.begins {
            marks.begin(&mut out, marks.volume, title.unwrap_or(""));
        }
        for chapter in volume.chapters {
            marks.begin(&mut out, marks.chapter, &chapter.title);
            for (at, scene) in chapter.scenes.iter().enumerate() {
                if at > 0 {
                    marks.begin(&mut out, marks.scene, "");
                }
                if !scene.is_empty() {
                    scene.split('\n').for_each(|line| marks.write_line(&mut out, line));
                }
            }
        }
    }
    out
}
