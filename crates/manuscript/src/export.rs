//! Export of the manuscript: plain text and Markdown that read back the same, Word, EPUB, PDF, one web page, text for
//! sites, and the book for a printer.

mod lowering;
mod pdf;
pub mod places;
mod print;
pub mod remarks;
mod request;
mod scope;
pub mod sites;
mod unmarked;
mod write;

use std::collections::HashSet;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use wenfang_interchange::{self as interchange, ExportWarning, Manuscript, StoredScene};
use wenfang_project::watch::Watch;
use wenfang_project::{Project, meta};
use wenfang_publish::SiteWarning;
use wenfang_story::{ChapterId, SceneId};
use wenfang_usecase::{Code, Error, Result};

pub use pdf::PdfNotes;
pub use places::{Existing, refuse_place};
pub use print::{PrintText, print_text};
pub use request::{
    DocxChoice, DocxLayoutName, EpubChoice, ExportText, FormatName, HtmlChoice, LayoutName, MarksChoice,
    PdfChoice, PdfFiles,
};
pub use scope::BookScope;
use scope::Part;

/// The result of an export.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Exported {
    /// The files written.
    pub files: Vec<PathBuf>,
    /// The number of chapters in them.
    pub chapters: usize,
    /// The number of scenes whose text is a draft that is not a version yet.
    pub drafts: usize,
    /// What is not for print, and so is not in the files.
    pub left_out: LeftOut,
    /// The number of comments in the files.
    pub comments: usize,
    pub warnings: Vec<ExportWarning>,
    /// What the site may refuse.
    pub site_warnings: Vec<SiteWarning>,
    /// What to know about PDF files.
    pub pdf: Option<PdfNotes>,
}

/// What an export left out because it is not for print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct LeftOut {
    pub scenes: usize,
    /// Paragraphs of other scenes.
    pub paragraphs: usize,
}

/// Writes the newest text of the manuscript to files, drafts included. A draft on a branch is not the manuscript.
pub async fn export(project: &Project, request: ExportText, watch: &Watch) -> Result<Exported> {
    request.require_possible()?;
    let site = match &request.site {
        Some(key) if request.format == FormatName::Site => Some(sites::find(project, key)?),
        _ => None,
    };
    let mut tx = project.begin_read().await?;
    let newer = interchange::newer_drafts(&mut tx).await?;
    let unsaved: HashSet<SceneId> = newer.keys().copied().collect();
    let manuscript = interchange::collect(&mut tx, newer, watch).await?;
    let record = meta::require(&mut tx).await?;
    let uid = meta::uid(&mut tx).await?;
    drop(tx);
    let part = Part::find(&manuscript, request.scope, request.chapter)?;
    let (chapters, drafts) = (part.chapters(), drafts_of(&part, &manuscript, &unsaved));
    let left_out = left_out(&part, &manuscript);
    let job = write::Job {
        manuscript,
        part,
        record,
        uid,
        site,
        now: project.now(),
        project_path: project.path().to_owned(),
        watch: watch.clone(),
    };
    let written = tokio::task::spawn_blocking(move || job.run(&request));
    let written = written.await.map_err(|error| internal(&error))??;
    let write::Written { files, comments, warnings, site_warnings, pdf } = written;
    Ok(Exported { files, chapters, drafts, left_out, comments, warnings, site_warnings, pdf })
}

/// What is not for print in a part.
fn left_out(part: &Part, manuscript: &Manuscript) -> LeftOut {
    let scenes = part.chapters_of(manuscript).flat_map(|chapter| &chapter.scenes);
    LeftOut {
        scenes: part.unprinted_scenes(manuscript),
        paragraphs: scenes.map(StoredScene::unprinted_paragraphs).sum(),
    }
}

/// The number of scenes of a part whose text is a draft.
fn drafts_of(part: &Part, manuscript: &Manuscript, unsaved: &HashSet<SceneId>) -> usize {
    let chapters = part.chapters_of(manuscript);
    chapters.flat_map(|chapter| &chapter.scenes).filter(|scene| unsaved.contains(&scene.id)).count()
}

/// One chapter in the form of a site.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SiteText {
    pub chapter: ChapterId,
    /// The key of the profile.
    pub site: String,
}

/// A chapter for the clipboard.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SiteTextOf {
    pub title: String,
    pub text: String,
    /// Its length by the standard count.
    pub length: usize,
    /// What the site may refuse.
    pub warnings: Vec<SiteWarning>,
}

/// Returns a chapter in the form of a site, drafts included, to be copied into it.
pub async fn site_text(project: &Project, request: SiteText) -> Result<SiteTextOf> {
    let profile = sites::find(project, &request.site)?;
    let mut tx = project.begin_read().await?;
    let newer = interchange::newer_drafts(&mut tx).await?;
    let manuscript = interchange::collect(&mut tx, newer, &Watch::silent()).await?;
    let record = meta::require(&mut tx).await?;
    drop(tx);
    let part = Part::find(&manuscript, BookScope::Chapter, Some(request.chapter))?;
    let book = part.book(&record, &manuscript, false);
    let mut chapters = wenfang_publish::site(&book, &profile).into_iter().flat_map(|volume| volume.chapters);
    let chapter = chapters.next().ok_or_else(|| internal(&"a chapter was lost"))?;
    Ok(SiteTextOf {
        title: chapter.title,
        text: chapter.text,
        length: chapter.length,
        warnings: chapter.warnings,
    })
}

fn internal(error: &dyn std::fmt::Display) -> Error {
    Error::new(Code::Internal, error.to_string(), "Nothing was written. Please report this.")
}
