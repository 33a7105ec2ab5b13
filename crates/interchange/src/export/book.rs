//! The book to export, independent of its storage.

use wenfang_text::CanonicalText;
use wenfang_text::title::is_hidden;

use crate::plan::ImportPlan;

/// A book: a title and volumes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    pub title: Option<String>,
    pub volumes: Vec<BookVolume>,
}

/// A volume of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookVolume {
    /// The title; `None` for chapters outside any volume.
    pub title: Option<String>,
    pub chapters: Vec<BookChapter>,
}

/// A chapter of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookChapter {
    /// The title, including the number; may be empty.
    pub title: String,
    /// The texts of its scenes, in order.
    pub scenes: Vec<CanonicalText>,
}

impl Book {
    /// Returns the book in writable form, and whether titles had to change. Titles are single lines, an empty
    /// title of the book or a volume is `None`, scenes without text are omitted unless their chapter has no
    /// other, and a chapter has at least one scene.
    pub(super) fn normalised(&self) -> (Self, bool) {
        let mut changed = false;
        let mut line = |title: &str| -> String {
            let shown = title.chars().filter(|c| !is_hidden(*c));
            let plain: String = shown.map(|c| if c.is_control() && c != '\t' { ' ' } else { c }).collect();
            changed |= plain != title;
            plain
        };
        let optional = |title: Option<String>| title.filter(|title| !title.is_empty());
        let title = optional(self.title.as_deref().map(&mut line));
        let mut volumes = Vec::with_capacity(self.volumes.len());
        for volume in &self.volumes {
            let title = optional(volume.title.as_deref().map(&mut line));
            let chapters = volume.chapters.iter().map(|chapter| {
                let written = chapter.scenes.iter().filter(|scene| !scene.is_empty());
                let mut scenes: Vec<CanonicalText> = written.cloned().collect();
                if scenes.is_empty() {
                    scenes.push(CanonicalText::default());
                }
                BookChapter { title: line(&chapter.title), scenes }
            });
            let chapters = chapters.collect();
            volumes.push(BookVolume { title, chapters });
        }
        (Self { title, volumes }, changed)
    }

    /// Whether the book has more than one volume, or one with a title.
    pub(super) fn has_volumes(&self) -> bool {
        self.volumes.len() > 1 || self.volumes.iter().any(|volume| volume.title.is_some())
    }
}

/// The book that an import would give.
impl From<&ImportPlan> for Book {
    fn from(plan: &ImportPlan) -> Self {
        let volumes = plan.volumes.iter().map(|volume| BookVolume {
            title: volume.title.clone(),
            chapters: volume
                .chapters
                .iter()
                .map(|chapter| BookChapter {
                    title: chapter.title.clone(),
                    scenes: chapter.scenes.iter().map(|scene| scene.text.clone()).collect(),
                })
                .collect(),
        });
        Self { title: plan.title.clone(), volumes: volumes.collect() }
    }
}
