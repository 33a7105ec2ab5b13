//! The import plan: the result of an import, computed before anything is written.

mod front;
mod gathered;

use std::collections::BTreeSet;

use serde::Serialize;
use thiserror::Error;
use wenfang_documents::{Comment, Document, Format, ReadError, Tool};
use wenfang_project::manuscript::Totals;
use wenfang_story::canon::LoreRecord;
use wenfang_story::{ScenePlan, Status, Timestamp};
use wenfang_text::{CanonicalText, CharRange, Counts, count};

use crate::change::Change;
use crate::decode::{DecodeError, Undecodable, decode};
use crate::outline::TitleSource;
use crate::rich;
use crate::source::Place;
use crate::split::Split;
use crate::warning::Warning;
use crate::{Encoding, file_name, notation};
use gathered::Gathered;

/// Import options.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The encoding, if the author knows it.
    pub encoding: Option<Encoding>,
    /// How the text is split into chapters.
    pub split: Split,
    /// How to handle bytes that cannot be decoded.
    pub undecodable: Undecodable,
    /// The file name. Its extension selects the notation; unknown extensions are read as plain text.
    pub file_name: Option<String>,
}

/// The planned result of importing a file or a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportPlan {
    /// The title of the book, if the text has one.
    pub title: Option<String>,
    /// The author, if the text names one.
    pub author: Option<String>,
    /// The detected encoding; for several files, that of the first.
    pub encoding: Encoding,
    /// The format of the first document; `None` if all files are texts.
    pub format: Option<Format>,
    /// The volumes, in order. Chapters before the first volume heading are in one without a title.
    pub volumes: Vec<PlannedVolume>,
    /// Warnings for the author.
    pub warnings: Vec<Warning>,
    /// The changes, by rule.
    pub changes: Vec<Change>,
    /// The writing tool that the project is from; `None` for texts and documents.
    pub tool: Option<Tool>,
    /// The lore entries.
    pub cards: Vec<LoreRecord>,
    /// The writing history. A project has no place for it yet, so that it is only counted.
    pub days: Vec<PlannedDay>,
    /// The target for the whole text, in words. A project has no place for it yet.
    pub target: Option<u32>,
}

/// A day of the writing history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedDay {
    /// `YYYY-MM-DD`.
    pub date: String,
    /// The words written that day; negative if more was deleted.
    pub words: i64,
}

/// A planned volume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedVolume {
    /// The title as written, including the number; `None` for chapters without a volume heading.
    pub title: Option<String>,
    pub synopsis: String,
    pub chapters: Vec<PlannedChapter>,
}

/// A planned chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedChapter {
    /// The title as written, including the number, with white space collapsed to single spaces.
    pub title: String,
    /// The number, if the title has one.
    pub number: Option<u32>,
    pub source: TitleSource,
    pub about: About,
    /// The scenes; at least one.
    pub scenes: Vec<PlannedScene>,
}

/// What a source says about a chapter or a scene, besides its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    pub synopsis: String,
    pub notes: String,
    pub status: Status,
    /// In words.
    pub target: Option<u32>,
}

/// A planned scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedScene {
    /// One paragraph per line; blank lines are the author's.
    pub text: CanonicalText,
    /// The comments on passages of the text.
    pub comments: Vec<PlannedComment>,
    pub title: String,
    pub about: About,
    pub plan: ScenePlan,
    /// Whether the source leaves it out of its book.
    pub not_for_print: bool,
    /// Earlier texts, oldest first.
    pub versions: Vec<PlannedVersion>,
}

/// An earlier text of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedVersion {
    pub label: String,
    /// `None` if the source does not say when.
    pub taken_at: Option<Timestamp>,
    pub text: CanonicalText,
}

/// A comment on a passage of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedComment {
    /// The number of the comment in the documents of the plan, from 0.
    pub number: usize,
    pub passage: CharRange,
    pub comment: Comment,
}

impl PlannedChapter {
    /// Counts words without punctuation: each CJK character, Latin word and number is one.
    pub fn words(&self) -> usize {
        words(self.counts())
    }

    fn counts(&self) -> Counts {
        self.scenes.iter().map(|scene| count(&scene.text)).sum()
    }

    fn summary(&self) -> ChapterSummary<'_> {
        let counts = self.counts();
        ChapterSummary {
            title: &self.title,
            source: self.source,
            scenes: self.scenes.len(),
            paragraphs: self.scenes.iter().map(|scene| wenfang_text::paragraphs(&scene.text).count()).sum(),
            words: words(counts),
            counts: counts.into(),
            opening: self.opening(),
        }
    }
}

fn words(counts: Counts) -> usize {
    counts.han + counts.kana + counts.hangul + counts.words + counts.numbers
}

/// The reason why an import is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// The file cannot be decoded.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// One of several files cannot be decoded.
    #[error("{name}: {error}")]
    File { name: String, error: DecodeError },
    /// A document cannot be read; `name` is its name among several files.
    #[error("{}{error}", name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default())]
    Document { name: Option<String>, error: ReadError },
    /// A document of a kind that readers return no comments in.
    #[error("this is not a Word, OpenDocument or RTF file, which can have comments")]
    NotReturned,
    /// A document without a word, heading or comment.
    #[error("the file has no text")]
    NoText,
    #[error("there are no files to import")]
    NoFiles,
    /// The pattern would be too expensive to match against a text of this size.
    #[error("matching a pattern of {places} positions against {bytes} bytes of text would take too long")]
    TooMuchWork {
        /// The number of positions of the pattern.
        places: u64,
        /// The total size of the texts, in bytes.
        bytes: usize,
    },
}

impl Split {
    fn require_affordable(&self, bytes: usize) -> Result<(), ImportError> {
        let Self::Pattern(pattern) = self else { return Ok(()) };
        pattern.too_expensive(bytes).map_or(Ok(()), |places| Err(ImportError::TooMuchWork { places, bytes }))
    }
}

/// Plans the import of one file.
///
/// # Errors
/// [`ImportError::Decode`], [`ImportError::Document`], [`ImportError::NoText`], [`ImportError::TooMuchWork`].
pub fn plan(bytes: &[u8], options: &ImportOptions) -> Result<ImportPlan, ImportError> {
    let mut gathered = Gathered::default();
    if let Some((format, document)) = document(bytes, options.file_name.as_deref(), None)? {
        gathered.format = Some(format);
        gathered.add_document(document, options, (None, Place::First))?;
        let plan = gathered.into_plan(Encoding::Utf8);
        return if plan.has_text() { Ok(plan) } else { Err(ImportError::NoText) };
    }
    let decoded = decode(bytes, options.encoding, options.undecodable)?;
    options.split.require_affordable(decoded.text.len())?;
    let notation = notation::of(options.file_name.as_deref());
    gathered.add_text(&decoded, options, (notation, None, Place::First));
    Ok(gathered.into_plan(decoded.encoding))
}

/// Plans the import of a document that is read already.
///
/// # Errors
/// [`ImportError::TooMuchWork`].
pub fn plan_document(document: Document, options: &ImportOptions) -> Result<ImportPlan, ImportError> {
    let mut gathered = Gathered::default();
    gathered.add_document(document, options, (None, Place::First))?;
    Ok(gathered.into_plan(Encoding::Utf8))
}

/// Plans the import of several files, without progress reports; see [`plan_files_telling`].
///
/// # Errors
/// The errors of [`plan_files_telling`].
pub fn plan_files(files: Vec<(String, Vec<u8>)>, options: &ImportOptions) -> Result<ImportPlan, ImportError> {
    plan_files_telling(files, options, |_, _| Ok(()))
}

/// Plans the import of a folder's files as one book, in the natural order of their names: 2 before 10, 第二章
/// before 第十章. A file without a heading is a chapter named after the file. `report` is called before each file
/// with the number of files done and the total; its errors stop the planning.
///
/// # Errors
/// [`ImportError::File`] for the first file that cannot be decoded; [`ImportError::NoFiles`];
/// [`ImportError::TooMuchWork`]; the errors of `report`.
pub fn plan_files_telling<E: From<ImportError>>(
    mut files: Vec<(String, Vec<u8>)>,
    options: &ImportOptions,
    report: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<ImportPlan, E> {
    files.sort_by_cached_key(|(name, _)| file_name::sort_key(name));
    plan_in_order(&files, options, (Place::First, report))
}

/// Plans the import of files in the given order. `place` is the position of the first file among the files of
/// its book.
pub(crate) fn plan_in_order<E: From<ImportError>>(
    files: &[(String, Vec<u8>)],
    options: &ImportOptions,
    (mut place, mut report): (Place, impl FnMut(usize, usize) -> Result<(), E>),
) -> Result<ImportPlan, E> {
    let mut gathered = Gathered::default();
    let mut encoding = None;
    let mut searched = 0;
    for (done, (name, bytes)) in files.iter().enumerate() {
        report(done, files.len())?;
        if let Some((format, document)) = document(bytes, Some(name), Some(name))? {
            gathered.format.get_or_insert(format);
            searched += gathered.add_document(document, options, (Some(name), place))?;
            options.split.require_affordable(searched)?;
            encoding.get_or_insert(Encoding::Utf8);
            place = Place::Later;
            continue;
        }
        let decoded = decode(bytes, options.encoding, options.undecodable)
            .map_err(|error| ImportError::File { name: name.clone(), error })?;
        searched += decoded.text.len();
        options.split.require_affordable(searched)?;
        let notation = notation::of(Some(name));
        gathered.add_text(&decoded, options, (notation, Some(name), place));
        encoding.get_or_insert(decoded.encoding);
        place = Place::Later;
    }
    Ok(gathered.into_plan(encoding.ok_or(ImportError::NoFiles)?))
}

/// Reads a document; `None` for a text. `among` names it in errors if it is one of several files.
fn document(
    bytes: &[u8],
    name: Option<&str>,
    among: Option<&str>,
) -> Result<Option<(Format, Document)>, ImportError> {
    let failed = |error| ImportError::Document { name: among.map(str::to_owned), error };
    let Some(format) = Format::of(bytes, name).map_err(failed)? else { return Ok(None) };
    Ok(Some((format, format.read(bytes).map_err(failed)?)))
}

/// The comments whose passages are in a text.
pub(crate) fn planned_comments(anchors: rich::Anchors, comments: &[Comment]) -> Vec<PlannedComment> {
    let planned = |(number, passage): (usize, CharRange)| {
        Some(PlannedComment { number, passage, comment: comments.get(number)?.clone() })
    };
    anchors.into_iter().filter_map(planned).collect()
}

/// The numbers of the comments that have a passage in a scene.
pub(crate) fn placed_comments(volumes: &[PlannedVolume]) -> BTreeSet<usize> {
    let scenes = volumes.iter().flat_map(|volume| &volume.chapters).flat_map(|chapter| &chapter.scenes);
    scenes.flat_map(|scene| &scene.comments).map(|comment| comment.number).collect()
}

/// A plan in numbers, for a dry run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct PlanSummary<'p> {
    pub title: Option<&'p str>,
    pub author: Option<&'p str>,
    #[ts(type = "string")]
    pub encoding: Encoding,
    /// The name of the document's format, such as `docx`; `null` for a text.
    pub format: Option<&'static str>,
    /// The name of the writing tool that the project is from; `null` for a text or a document.
    pub tool: Option<&'static str>,
    /// Lore entries.
    pub lore: usize,
    /// Earlier texts of scenes.
    pub versions: usize,
    /// Comments on passages.
    pub comments: usize,
    /// Days of the writing history.
    pub days: usize,
    /// The total number of words.
    pub words: usize,
    /// The counts of all texts by the four rules, as the manuscript will have them.
    pub counts: Totals,
    /// Whether the first chapter is the text before the first heading.
    pub has_front: bool,
    pub volumes: Vec<VolumeSummary<'p>>,
    pub warnings: &'p [Warning],
    pub changes: &'p [Change],
}

/// A volume of a plan in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct VolumeSummary<'p> {
    pub title: Option<&'p str>,
    pub chapters: Vec<ChapterSummary<'p>>,
}

/// A chapter of a plan in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ChapterSummary<'p> {
    pub title: &'p str,
    pub source: TitleSource,
    /// The number of scenes.
    pub scenes: usize,
    /// The number of paragraphs.
    pub paragraphs: usize,
    /// The number of words.
    pub words: usize,
    /// The counts by the four rules.
    pub counts: Totals,
    /// The first words.
    pub opening: String,
}

impl ImportPlan {
    /// Returns the plan in numbers.
    pub fn summary(&self) -> PlanSummary<'_> {
        let volumes: Vec<VolumeSummary<'_>> = self
            .volumes
            .iter()
            .map(|volume| VolumeSummary {
                title: volume.title.as_deref(),
                chapters: volume.chapters.iter().map(PlannedChapter::summary).collect(),
            })
            .collect();
        let mut counts = Totals::default();
        for chapter in volumes.iter().flat_map(|volume| &volume.chapters) {
            counts += chapter.counts;
        }
        PlanSummary {
            counts,
            title: self.title.as_deref(),
            author: self.author.as_deref(),
            encoding: self.encoding,
            format: self.format.map(Format::name),
            tool: self.tool.map(Tool::name),
            lore: self.cards.len(),
            versions: self
                .chapters()
                .flat_map(|chapter| &chapter.scenes)
                .map(|scene| scene.versions.len())
                .sum(),
            comments: placed_comments(&self.volumes).len(),
            days: self.days.len(),
            words: volumes.iter().flat_map(|volume| &volume.chapters).map(|chapter| chapter.words).sum(),
            has_front: self.has_front(),
            volumes,
            warnings: &self.warnings,
            changes: &self.changes,
        }
    }

    /// Iterates over all chapters, in order.
    pub fn chapters(&self) -> impl Iterator<Item = &PlannedChapter> {
        self.volumes.iter().flat_map(|volume| &volume.chapters)
    }
}
