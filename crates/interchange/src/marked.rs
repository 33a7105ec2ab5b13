//! Marked text: plain text with an explicit mark for each part.
//!
//! The exporter uses it only for books that plain text cannot express (lines with white space at their ends,
//! chapters without titles, prose that looks like a heading). The first line is a signature. The marks 〔书名〕,
//! 〔卷〕, 〔章〕 and 〔场〕 start the title, a volume, a chapter, and a scene after the first of a chapter; every other
//! line is literal prose.
//! A line of prose that begins with 〔 is escaped with another 〔.

use crate::change::{ChangeLog, ChangeRule};
use crate::outline::{ChapterHead, Part};

/// The first line of a marked text.
pub(crate) const SIGNATURE: &str = "〔文房文本 1〕";

pub(crate) const TITLE: &str = "〔书名〕";
pub(crate) const VOLUME: &str = "〔卷〕";
pub(crate) const CHAPTER: &str = "〔章〕";
pub(crate) const SCENE: &str = "〔场〕";
const OPEN: char = '〔';

/// Writes one line of prose to a marked text.
pub(crate) fn write_line(out: &mut String, line: &str) {
    if line.starts_with(OPEN) {
        out.push(OPEN);
    }
    out.push_str(line);
    out.push('\n');
}

/// Reads a marked text. `None` if it has no signature, an unknown mark, or prose or a scene mark outside a
/// chapter.
pub(crate) fn read(text: &str, log: &mut ChangeLog) -> Option<Vec<Part>> {
    let body = text.strip_prefix(SIGNATURE)?;
    let body = if body.is_empty() { "" } else { body.strip_prefix('\n')? };
    let mut reader = Reader { parts: Vec::new(), scene: None };
    log.note(ChangeRule::WenfangMark, 0, SIGNATURE);
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
    parts: Vec<Part>,
    /// The lines of the current scene.
    scene: Option<Vec<&'t str>>,
}

impl<'t> Reader<'t> {
    /// Reads a line and returns the length of its mark in bytes; `None` for an unknown mark, and for prose or a
    /// scene mark outside a chapter.
    fn take(&mut self, line: &'t str) -> Option<usize> {
        if !line.starts_with(OPEN) {
            self.scene.as_mut()?.push(line);
            return Some(0);
        }
        if let Some(prose) = line.strip_prefix(OPEN).filter(|prose| prose.starts_with(OPEN)) {
            self.scene.as_mut()?.push(prose);
            return Some(OPEN.len_utf8());
        }
        if line == SCENE {
            self.scene.as_ref()?;
            self.end_scene();
            self.scene = Some(Vec::new());
            return Some(SCENE.len());
        }
        self.end_scene();
        if let Some(title) = line.strip_prefix(TITLE) {
            self.parts.push(Part::Title(title.to_owned()));
            Some(TITLE.len())
        } else if let Some(title) = line.strip_prefix(VOLUME) {
            self.parts.push(Part::Volume((!title.is_empty()).then(|| title.to_owned())));
            Some(VOLUME.len())
        } else if let Some(title) = line.strip_prefix(CHAPTER) {
            self.parts.push(Part::Chapter(ChapterHead::certain(title)));
            self.scene = Some(Vec::new());
            Some(CHAPTER.len())
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
