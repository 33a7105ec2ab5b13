//! The book, with its marks read, for the window when it prints.

use serde::Deserialize;
use wenfang_interchange::{self as interchange};
use wenfang_project::watch::Watch;
use wenfang_project::{Project, meta};
use wenfang_publish::{PdfPart, PrintBook};
use wenfang_story::ChapterId;
use wenfang_usecase::Result;

use super::scope::{BookScope, Part};

/// A wish to print.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct PrintText {
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub scope: BookScope,
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
    let part = Part::find(&manuscript, request.scope, request.chapter)?;
    let book = part.book(&record, &manuscript, false);
    let volumes = book.volumes.iter();
    let volumes = volumes.map(|volume| (volume.title.as_str(), volume.chapters.iter().collect())).collect();
    let printed = PdfPart { name: String::new(), volumes, length: 0 };
    Ok(PrintBook::of(&book, &printed))
}
