//! Writes a sheet as Markdown.

use super::plain::is_beside_blank;
use super::{Marks, Sheet};
use crate::notation::markdown::front_matter::{self, Own};
use crate::notation::markdown::{BLANK, KEPT_BLANK, SCENE, escape, shapes};

/// The heading levels in the files of one book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Levels {
    /// `# volume`, `## chapter`.
    VolumesAndChapters,
    /// `# chapter`; with marks, `## chapter`.
    Chapters,
}

/// Writes a sheet.
pub(super) fn write(sheet: &Sheet<'_>, levels: Levels, marks: Marks) -> String {
    let own = if marks == Marks::With { Own::Signed } else { Own::Unsigned };
    let chapter_mark = if levels == Levels::VolumesAndChapters || marks == Marks::With { "##" } else { "#" };
    let mut out = String::new();
    front_matter::write(&mut out, sheet.title, own);
    for volume in &sheet.volumes {
        match volume.begins {
            Some(None) if marks == Marks::Without => {}
            Some(title) => heading(&mut out, "#", title.unwrap_or("")),
            None => {}
        }
        for chapter in volume.chapters {
            heading(&mut out, chapter_mark, &chapter.title);
            for (at, scene) in chapter.scenes.iter().enumerate() {
                if at > 0 {
                    out.push_str(SCENE);
                    out.push_str("\n\n");
                }
                // Among several scenes, an empty one needs a line too, or the separators around it would merge.
                if !scene.is_empty() || chapter.scenes.len() > 1 {
                    prose(&mut out, scene, marks);
                }
            }
        }
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}

fn heading(out: &mut String, mark: &str, title: &str) {
    out.push_str(mark);
    if !title.is_empty() {
        out.push(' ');
        escape::title(out, title);
    }
    out.push_str("\n\n");
}

/// Writes each line as a paragraph; a blank line becomes a paragraph that displays as blank.
fn prose(out: &mut String, text: &str, marks: Marks) {
    let lines: Vec<&str> = text.split('\n').collect();
    for (at, line) in lines.iter().enumerate() {
        match *line {
            "" if marks != Marks::With && is_beside_blank(&lines, at) => out.push_str(KEPT_BLANK),
            "" => out.push_str(BLANK),
            line => shapes::write(out, line, marks == Marks::With),
        }
        out.push_str("\n\n");
    }
}
