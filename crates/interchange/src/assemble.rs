//! Builds volumes, chapters and scenes from a list of parts.

use wenfang_documents::Comment;
use wenfang_text::CanonicalText;

use crate::outline::{ChapterHead, Part, TitleSource};
use crate::plan::{About, PlannedChapter, PlannedScene, PlannedVolume, planned_comments};
use crate::rich;

/// Returns the title, the author and the volumes. The first title and author win; every chapter gets at least
/// one scene.
pub(crate) fn tree(
    parts: Vec<Part>,
    comments: &[Comment],
) -> (Option<String>, Option<String>, Vec<PlannedVolume>) {
    let (mut title, mut author) = (None, None);
    let mut volumes: Vec<PlannedVolume> = Vec::new();
    for part in parts {
        match part {
            Part::Title(text) => _ = title.get_or_insert(text),
            Part::Author(text) => _ = author.get_or_insert(text),
            Part::Volume(title) => {
                volumes.push(PlannedVolume { title, synopsis: String::new(), chapters: Vec::new() });
            }
            Part::VolumeName(name) => {
                if volumes.last().is_none_or(|volume| volume.title.as_deref() != Some(&name)) {
                    volumes.push(PlannedVolume {
                        title: Some(name),
                        synopsis: String::new(),
                        chapters: Vec::new(),
                    });
                }
            }
            Part::Chapter(ChapterHead { title, number, source }) => {
                last_volume(&mut volumes).chapters.push(PlannedChapter {
                    title,
                    number,
                    source,
                    about: About::default(),
                    scenes: Vec::new(),
                });
            }
            Part::Scene(text) => {
                let volume = last_volume(&mut volumes);
                if volume.chapters.is_empty() {
                    let source = TitleSource::Rule;
                    volume.chapters.push(PlannedChapter {
                        title: String::new(),
                        number: None,
                        source,
                        about: About::default(),
                        scenes: Vec::new(),
                    });
                }
                if let Some(chapter) = volume.chapters.last_mut() {
                    chapter.scenes.push(scene(&text, comments));
                }
            }
        }
    }
    for chapter in volumes.iter_mut().flat_map(|volume| &mut volume.chapters) {
        if chapter.scenes.is_empty() {
            chapter.scenes.push(scene("", comments));
        }
    }
    (title, author, volumes)
}

/// A scene and the comments whose signs are in its text.
fn scene(text: &str, comments: &[Comment]) -> PlannedScene {
    let (text, anchors) = rich::taken(text);
    let comments = planned_comments(anchors, comments);
    PlannedScene { text: CanonicalText::new(text), comments, ..PlannedScene::default() }
}

/// Returns the current volume. Chapters before any volume heading go into one without a title.
fn last_volume(volumes: &mut Vec<PlannedVolume>) -> &mut PlannedVolume {
    if volumes.is_empty() {
        volumes.push(PlannedVolume { title: None, synopsis: String::new(), chapters: Vec::new() });
    }
    let last = volumes.len() - 1;
    &mut volumes[last]
}
