//! The part of the book that is exported or printed.

use std::collections::HashSet;
use std::ops::Range;

use serde::Deserialize;
use wenfang_interchange::{Manuscript, StoredChapter};
use wenfang_publish::{Book, Volume};
use wenfang_story::{ChapterId, ProjectRecord, SceneId};
use wenfang_usecase::{Code, Error, Result};

use super::lowering;

/// How much of the book is exported or printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum BookScope {
    #[default]
    Book,
    /// The volume of a chapter.
    Volume,
    /// One chapter.
    Chapter,
}

/// The chapters of a part of the book, by their places in it from 0.
#[derive(Clone, Debug)]
pub(super) struct Part {
    scope: BookScope,
    places: Range<usize>,
}

impl Part {
    /// Finds the part that `chapter` is in.
    ///
    /// # Errors
    /// A part without a chapter; a chapter that is not in the manuscript; a part in which nothing is for print.
    pub(super) fn find(
        manuscript: &Manuscript,
        scope: BookScope,
        chapter: Option<ChapterId>,
    ) -> Result<Self> {
        let total = manuscript.volumes.iter().map(|(_, chapters)| chapters.len()).sum();
        if scope == BookScope::Book {
            let is_left_out = total == 0 && !manuscript.unprinted.is_empty();
            return if is_left_out { Err(nothing_for_print()) } else { Ok(Self { scope, places: 0..total }) };
        }
        let wanted = chapter.ok_or_else(|| {
            Error::bad_request(
                "the chapter is missing",
                "Nothing was written. Name a chapter, or take the whole book.",
            )
        })?;
        let left_out = manuscript.unprinted.iter().find(|scene| scene.chapter == wanted);
        let mut first = 0;
        for (volume, (_, chapters)) in manuscript.volumes.iter().enumerate() {
            let at = chapters.iter().position(|one| one.id == wanted);
            let is_of_volume = at.is_some() || left_out.is_some_and(|scene| scene.volume == Some(volume));
            let places = match (scope, at) {
                (BookScope::Chapter, Some(at)) => Some(first + at..first + at + 1),
                (BookScope::Volume, _) if is_of_volume => Some(first..first + chapters.len()),
                _ => None,
            };
            if let Some(places) = places {
                return Ok(Self { scope, places });
            }
            first += chapters.len();
        }
        if left_out.is_some() {
            return Err(nothing_for_print());
        }
        Err(Error::new(
            Code::NotFound,
            format!("there is no chapter {}", wanted.get()),
            "Nothing was written. Choose a chapter of the outline.",
        ))
    }

    pub(super) fn chapters(&self) -> usize {
        self.places.len()
    }

    /// The place of its first chapter in the book, from 0.
    pub(super) fn first(&self) -> usize {
        self.places.start
    }

    /// The number of its last chapter; nothing for the whole book.
    pub(super) fn last_of_part(&self) -> Option<usize> {
        (self.scope != BookScope::Book).then_some(self.places.end)
    }

    /// Returns the part of a manuscript. The title of the volume does not belong to a single chapter.
    pub(super) fn cut(&self, manuscript: Manuscript) -> Manuscript {
        let volumes = self.of_volumes(manuscript.volumes.into_iter());
        Manuscript { volumes, unprinted: manuscript.unprinted }
    }

    /// Lowers the part of a manuscript. Chapters and paragraphs have their numbers of the whole book; comments of
    /// other chapters are not in it.
    pub(super) fn book(&self, record: &ProjectRecord, manuscript: &Manuscript, with_comments: bool) -> Book {
        let commented: Option<HashSet<SceneId>> = with_comments.then(|| {
            self.chapters_of(manuscript).flat_map(|chapter| &chapter.scenes).map(|scene| scene.id).collect()
        });
        let mut book = lowering::book(record, manuscript, commented.as_ref());
        let volumes = book.volumes.into_iter().map(|volume| (volume.title, volume.chapters));
        let volumes = self.of_volumes(volumes);
        book.volumes = volumes.into_iter().map(|(title, chapters)| Volume { title, chapters }).collect();
        book
    }

    fn of_volumes<C>(&self, volumes: impl Iterator<Item = (String, Vec<C>)>) -> Vec<(String, Vec<C>)> {
        let mut place = 0..;
        let mut kept = Vec::new();
        for (title, chapters) in volumes {
            let inside = chapters.into_iter().zip(place.by_ref()).filter(|(_, at)| self.places.contains(at));
            let chapters: Vec<C> = inside.map(|(chapter, _)| chapter).collect();
            match self.scope {
                BookScope::Book => kept.push((title, chapters)),
                BookScope::Volume if !chapters.is_empty() => kept.push((title, chapters)),
                BookScope::Chapter if !chapters.is_empty() => kept.push((String::new(), chapters)),
                BookScope::Volume | BookScope::Chapter => {}
            }
        }
        kept
    }

    /// The chapters of the part.
    pub(super) fn chapters_of<'m>(
        &self,
        manuscript: &'m Manuscript,
    ) -> impl Iterator<Item = &'m StoredChapter> {
        let chapters = manuscript.volumes.iter().flat_map(|(_, chapters)| chapters);
        chapters.skip(self.places.start).take(self.places.len())
    }

    /// The number of scenes of the part that are not for print.
    pub(super) fn unprinted_scenes(&self, manuscript: &Manuscript) -> usize {
        let first = self.chapters_of(manuscript).next().map(|chapter| chapter.id);
        let is_first = |chapter: &StoredChapter| Some(chapter.id) == first;
        let volume = manuscript.volumes.iter().position(|(_, chapters)| chapters.iter().any(is_first));
        let unprinted = manuscript.unprinted.iter();
        let inside = unprinted.filter(|scene| match self.scope {
            BookScope::Book => true,
            BookScope::Volume => scene.volume.is_some() && scene.volume == volume,
            BookScope::Chapter => Some(scene.chapter) == first,
        });
        inside.count()
    }

    /// What the part is called in a title: the volume or the chapter; nothing for the whole book.
    pub(super) fn name(&self, manuscript: &Manuscript) -> Option<String> {
        let first = self.chapters_of(manuscript).next()?;
        let volume = || {
            let mut volumes = manuscript.volumes.iter();
            let (title, _) = volumes.find(|(_, chapters)| chapters.iter().any(|one| one.id == first.id))?;
            Some(title.clone()).filter(|title| !title.is_empty())
        };
        match self.scope {
            BookScope::Book => None,
            BookScope::Volume => volume(),
            BookScope::Chapter if first.title.is_empty() => Some((self.places.start + 1).to_string()),
            BookScope::Chapter => Some(first.title.clone()),
        }
    }
}

fn nothing_for_print() -> Error {
    Error::new(
        Code::NothingForPrint,
        "everything in it is marked not for print",
        "Nothing was written. Mark a scene or a paragraph for print again, or choose another part of the book.",
    )
}
