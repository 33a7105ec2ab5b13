//! What an author sees of a plan before the import: the first words of chapters, and the text before the first of them.

use wenfang_text::marks::Plain;

use super::{ImportPlan, PlannedChapter, PlannedScene};
use crate::outline::TitleSource;
use crate::warning::Warning;

/// The characters of a chapter's beginning. A plan of thousands of chapters stays small.
const OPENING_CHARS: usize = 160;

impl PlannedChapter {
    /// The first words, one paragraph per line, without marks.
    pub(super) fn opening(&self) -> String {
        let written = self.scenes.iter().find(|scene| !scene.text.trim().is_empty());
        let text = written.map_or("", |scene| scene.text.trim());
        // Marks are not among the characters that are shown, so that twice as many are read.
        let end = text.char_indices().nth(2 * OPENING_CHARS).map_or(text.len(), |(at, _)| at);
        let plain = Plain::of(&text[..end]);
        let lines = plain.text().lines().filter(|line| !line.trim().is_empty());
        let shown: String = lines.collect::<Vec<_>>().join("\n").chars().take(OPENING_CHARS).collect();
        shown.trim_end().to_owned()
    }

    fn has_heading(&self) -> bool {
        matches!(self.source, TitleSource::Heading(_))
    }
}

impl ImportPlan {
    /// Whether there is a visible character in a scene, or a heading.
    pub(super) fn has_text(&self) -> bool {
        let is_written = |scene: &PlannedScene| !scene.text.trim().is_empty();
        self.volumes.iter().any(|volume| volume.title.is_some())
            || self.chapters().any(|one| one.has_heading() || one.scenes.iter().any(is_written))
    }

    /// Whether the first chapter is the text before the first heading (卷首).
    pub fn has_front(&self) -> bool {
        let mut chapters = self.chapters();
        chapters.next().is_some_and(|first| first.source == TitleSource::Rule)
            && chapters.any(PlannedChapter::has_heading)
    }

    /// The plan without the text before the first heading.
    pub fn without_front(mut self) -> Self {
        if !self.has_front() {
            return self;
        }
        let Some(volume) = self.volumes.iter_mut().find(|volume| !volume.chapters.is_empty()) else {
            return self;
        };
        let front = volume.chapters.remove(0);
        self.volumes.retain(|volume| volume.title.is_some() || !volume.chapters.is_empty());
        self.warnings.retain(|warning| match warning {
            Warning::Untitled { title, .. } => *title != front.title,
            Warning::ContentsList { .. } => false,
            _ => true,
        });
        self
    }
}

#[cfg(test)]
mod tests {
    use crate::{ImportOptions, plan};

    const NOVEL: &str = "这是网友整理的版本。\n请勿转载。\n\n第一章 初遇\n\n他*推开*门。\n\n雪还在下。\n\n第二章 再会\n\n无话。\n";

    #[test]
    fn the_front_can_be_left_out() {
        let whole = plan(NOVEL.as_bytes(), &ImportOptions::default()).unwrap();
        assert!(whole.has_front());
        assert_eq!(whole.chapters().count(), 3);
        let rest = whole.without_front();
        let titles: Vec<&str> = rest.chapters().map(|chapter| chapter.title.as_str()).collect();
        assert_eq!(titles, ["第一章 初遇", "第二章 再会"]);
        assert_eq!((rest.has_front(), rest.warnings.len()), (false, 0), "{:?}", rest.warnings);
        assert_eq!(rest.clone().without_front(), rest);
    }

    #[test]
    fn a_text_without_headings_has_no_front() {
        let plan = plan("灯。\n雨。\n".as_bytes(), &ImportOptions::default()).unwrap();
        assert!(!plan.has_front());
        assert_eq!(plan.clone().without_front(), plan);
    }

    #[test]
    fn a_chapter_shows_its_first_words() {
        let plan = plan(NOVEL.as_bytes(), &ImportOptions::default()).unwrap();
        let openings: Vec<String> = plan.chapters().map(super::PlannedChapter::opening).collect();
        assert_eq!(openings[1..], ["他推开门。\n雪还在下。", "无话。"]);
        let long = format!("第一章\n\n{}\n", "长".repeat(5_000));
        let plan = super::super::plan(long.as_bytes(), &ImportOptions::default()).unwrap();
        assert_eq!(plan.chapters().next().unwrap().opening().chars().count(), 160);
    }
}
