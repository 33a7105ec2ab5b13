//! The book, with its marks read, for the window when it prints.

use serde::Deserialize;
use wenfang_interchange::{self as interchange};
use wenfang_project::watch::Watch;
use wenfang_project::{Project, meta};
use wenfang_publish::{Book, Chapter, PdfPart, PrintBook};
use wenfang_story::ChapterId;
use wenfang_usecase::{Code, Error, Result};

use super::{internal, lowering};

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PrintScope {
    #[default]
    Book,
    /// The volume of a chapter.
    Volume,
    /// One chapter.
    Chapter,
}

/// A wish to print.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct PrintText {
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub scope: PrintScope,
    /// The chapter, unless the whole book is printed.
    pub chapter: Option<ChapterId>,
}

/// Returns the newest text of the manuscript, drafts included, as it is printed.
pub async fn print_text(project: &Project, request: PrintText) -> Result<PrintBook> {
    let mut tx = project.begin_read().await?;
    let newer = interchange::newer_drafts(&mut tx).await?;
    let manuscript = interchange::collect(&mut tx, newer, &Watch::silent()).await?;
    let record = meta::require(&mut tx).await?;
    drop(tx);
    let place = match (request.scope, request.chapter) {
        (PrintScope::Book, _) => None,
        (_, None) => {
            return Err(Error::bad_request(
                "the chapter is missing",
                "Nothing was printed. Name a chapter, or print the whole book.",
            ));
        }
        (_, Some(wanted)) => {
            let mut ids =
                manuscript.volumes.iter().flat_map(|(_, chapters)| chapters).map(|chapter| chapter.id);
            let place = ids.position(|id| id == wanted).ok_or_else(|| {
                Error::new(
                    Code::NotFound,
                    format!("there is no chapter {}", wanted.get()),
                    "Nothing was printed. Choose a chapter of the outline.",
                )
            })?;
            Some(place)
        }
    };
    let book = lowering::book(&record, &manuscript, false);
    let part = part(&book, request.scope, place).ok_or_else(|| internal(&"a chapter was lost"))?;
    Ok(PrintBook::of(&book, &part))
}

/// Returns what is printed; `place` is that of the chapter in the book, from 0.
fn part(book: &Book, scope: PrintScope, place: Option<usize>) -> Option<PdfPart<'_>> {
    let volumes = book.volumes.iter();
    let volumes: Vec<(&str, Vec<&Chapter>)> =
        volumes.map(|volume| (volume.title.as_str(), volume.chapters.iter().collect())).collect();
    let chapter = match place {
        Some(place) => Some(book.chapters().nth(place)?),
        None => None,
    };
    let has_it = |chapters: &[&Chapter]| {
        chapter.is_some_and(|wanted| chapters.iter().any(|one| one.number == wanted.number))
    };
    let volumes = match (scope, chapter) {
        (PrintScope::Volume, Some(_)) => {
            volumes.into_iter().filter(|(_, chapters)| has_it(chapters)).collect()
        }
        (PrintScope::Chapter, Some(chapter)) => vec![("", vec![chapter])],
        _ => volumes,
    };
    Some(PdfPart { name: String::new(), volumes, length: 0 })
}
