//! A sheet as plain text.

use super::{Marks, Sheet};
use crate::marked;
use crate::spaced::{AFTER_CHAPTER, AFTER_TITLE, AFTER_VOLUME, BEFORE_HEADING};

/// What separates scenes.
const SCENE: &str = "＊＊＊";

pub(super) fn write(sheet: &Sheet<'_>, marks: Marks) -> String {
    match marks {
        Marks::Without => spaced(sheet),
        Marks::With => with_marks(sheet),
    }
}

/// Headings told by the blank lines around them ([`crate::spaced`]); one paragraph a line, no indents.
fn spaced(sheet: &Sheet<'_>) -> String {
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
                    page.line(SCENE, 1);
                }
                if !scene.is_empty() {
                    page.line(scene, 1);
                }
            }
            page.gap = BEFORE_HEADING;
        }
    }
    page.text
}

/// Text and the blank lines that come before what is written next.
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

fn with_marks(sheet: &Sheet<'_>) -> String {
    let mut out = String::new();
    let mut mark = |mark: &str, title: &str| {
        out.push_str(mark);
        out.push_str(title);
        out.push('\n');
    };
    mark(marked::SIGNATURE, "");
    if let Some(title) = sheet.title {
        mark(marked::TITLE, title);
    }
    for volume in &sheet.volumes {
        if let Some(title) = volume.begins {
            begin(&mut out, (marked::VOLUME, title.unwrap_or("")));
        }
        for chapter in volume.chapters {
            begin(&mut out, (marked::CHAPTER, &chapter.title));
            for (at, scene) in chapter.scenes.iter().enumerate() {
                if at > 0 {
                    begin(&mut out, (marked::SCENE, ""));
                }
                if !scene.is_empty() {
                    scene.split('\n').for_each(|line| marked::write_line(&mut out, line));
                }
            }
        }
    }
    out
}

fn begin(out: &mut String, (mark, title): (&str, &str)) {
    out.push_str(mark);
    out.push_str(title);
    out.push('\n');
}
