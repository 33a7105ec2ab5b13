//! Marked text: plain text with an explicit mark for each part.
//!
//! The exporter uses it only for books that plain text cannot express (lines with white space at their ends,
//! chapters without titles, prose that looks like a heading). The first line is a signature, which says in which
//! [words](Marks) the marks are. They start the title, a volume, a chapter, and a scene after the first of a chapter;
//! every other line is literal prose. A line of prose that begins with the bracket of the marks is escaped with
//! another one.

use wenfang_text::NovelLanguage;

use crate::change::{ChangeLog, ChangeRule};
use crate::outline::{ChapterHead, Part};

/// The marks in one language.
#[derive(Debug)]
pub(crate) struct Marks {
    /// The first line of a marked text.
    pub signature: &'static str,
    pub title: &'static str,
    pub volume: &'static str,
    pub chapter: &'static str,
    pub scene: &'static str,
    /// What stands between a mark and its title.
    gap: &'static str,
    open: char,
}

const CHINESE: Marks = Marks {
    signature: "〔文房文本 1〕",
    title: "〔书名〕",
    volume: "〔卷〕",
    chapter: "〔章〕",
    scene: "〔场〕",
    gap: "",
    open: '〔',
};

const ENGLISH: Marks = Marks {
    signature: "[Wenfang text 1]",
    title: "[Title]",
    volume: "[Volume]",
    chapter: "[Chapter]",
    scene: "[Scene]",
    gap: " ",
    open: '[',
};

impl Marks {
    /// The marks for a novel.
    pub fn of(language: NovelLanguage) -> &'static Self {
        if language == NovelLanguage::En { &ENGLISH } else { &CHINESE }
    }

    /// Writes a mark with its title.
    pub fn begin(&self, out: &mut String, mark: &str, title: &str) {
        out.push_str(mark);
        if !title.is_empty() {
            out.push_str(self.gap);
            out.push_str(title);
        }
        out.push('\n');
    }

    /// Writes one line of prose.
    pub fn write_line(&self, out: &mut String, line: &str) {
        if line.starts_with(self.open) {
            out.push(self.open);
        }
        out.push_str(line);
        out.push('\n');
    }
}

/// Reads a marked text. `None` if it has no signature, an unknown mark, or prose or a scene mark outside a
/// chapter.
pub(crate) fn read(text: &str, log: &mut ChangeLog) -> Option<Vec<Part>> {
    let marks = [&CHINESE, &ENGLISH].into_iter().find(|marks| text.starts_with(marks.signature))?;
    let body = &text[marks.signature.len()..];
    let body = if body.is_empty() { "" } else { body.strip_prefix('\n')? };
    let mut reader = Reader { marks, parts: Vec::new(), scene: None };
    log.note(ChangeRule::WenfangMark, 0, marks.signature);
    let mut at = text.len() - body.len();
    for line in body.split_terminator('\n') {
        let marked = reader.take(line)?;
        if marked > 0 {
            log.note(ChangeRule::WenfangMark, at, &line[..marked]);
        }
        at += line.len() + 1;
    }
    reader.end_scene();
    Some(reader.parts)
}

struct Reader<'t> {
    marks: &'static Marks,
    parts: Vec<Part>,
    /// The lines of the current scene.
    scene: Option<Vec<&'t str>>,
}

impl<'t> Reader<'t> {
    /// Reads a line and returns the length of its mark in bytes; `None` for an unknown mark, and for prose or a
    /// scene mark outside a chapter.
    fn take(&mut self, line: &'t str) -> Option<usize> {
        let Marks { title, volume, chapter, scene, gap, open, .. } = *self.marks;
        if !line.starts_with(open) {
            self.scene.as_mut()?.push(line);
            return Some(0);
        }
        if let Some(prose) = line.strip_prefix(open).filter(|prose| prose.starts_with(open)) {
            self.scene.as_mut()?.push(prose);
            return Some(open.len_utf8());
        }
        if line == scene {
            self.scene.as_ref()?;
            self.end_scene();
            self.scene = Some(Vec::new());
            return Some(scene.len());
        }
        self.end_scene();
        let named = |mark: &str| {
            let rest = line.strip_prefix(mark)?;
            Some(rest.strip_prefix(gap).unwrap_or(rest))
        };
        if let Some(name) = named(title) {
            self.parts.push(Part::Title(name.to_owned()));
            Some(title.len())
        } else if let Some(name) = named(volume) {
            self.parts.push(Part::Volume((!name.is_empty()).then(|| name.to_owned())));
            Some(volume.len())
        } else if let Some(name) = named(chapter) {
            self.parts.push(Part::Chapter(ChapterHead::certain(name)));
            self.scene = Some(Vec::new());
            Some(chapter.len())
        } else {
            None
        }
    }

    fn end_scene(&mut self) {
        if let Some(lines) = self.scene.take() {
            self.parts.push(Part::Scene(lines.join("\n")));
        }
    }
}
