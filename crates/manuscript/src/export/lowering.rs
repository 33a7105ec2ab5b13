//! The book that the writers take.

use wenfang_interchange::Manuscript;
use wenfang_publish::{Book, BookBuilder, Source};
use wenfang_story::ProjectRecord;

/// Lowers a manuscript.
pub(super) fn book(record: &ProjectRecord, manuscript: &Manuscript) -> Book {
    let mut builder = BookBuilder::new(&record.title, &record.author, record.novel_language());
    for (title, chapters) in &manuscript.volumes {
        builder.volume(title);
        for chapter in chapters {
            builder.chapter(&chapter.title);
            for scene in &chapter.scenes {
                let version = scene.version.map(|version| version.get());
                let source = Source { scene: scene.id.get(), version };
                builder.scene(Some(source), &scene.text, Vec::new());
            }
        }
    }
    builder.finish()
}
