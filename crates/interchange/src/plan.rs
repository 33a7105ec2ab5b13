//! The import plan: what an import would make of a file, before anything is written.

use serde::Serialize;
use thiserror::Error;
use wenfang_project::manuscript::Totals;
use wenfang_text::{CanonicalText, Counts, count};

use crate::change::{Change, ChangeRule};
use crate::decode::{DecodeError, Decoded, Undecodable, decode};
use crate::outline::{Part, TitleSource};
use crate::source::{Outcome, Place, Source};
use crate::split::Split;
use crate::warning::{self, Warning};
use crate::{Encoding, assemble, file_name, notation, plain_text};

/// How to import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The encoding, when the author knows it.
    pub encoding: Option<Encoding>,
    /// Where chapters begin.
    pub split: Split,
    /// What to do with bytes that do not decode.
    pub undecodable: Undecodable,
    /// The name of the file: its ending says how it is written, what is not known is read as plain text.
    pub file_name: Option<String>,
}

/// What an import would make of a file or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportPlan {
    /// The title of the book, when the text says it.
    pub title: Option<String>,
    /// The author, when the text says so.
    pub author: Option<String>,
    /// The encoding that was read; of several files, that of the first.
    pub encoding: Encoding,
    /// The volumes, in order. Chapters before the first volume's heading are in one without a title.
    pub volumes: Vec<PlannedVolume>,
    /// What the author should look at.
    pub warnings: Vec<Warning>,
    /// What was changed, rule by rule.
    pub changes: Vec<Change>,
}

/// A volume to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedVolume {
    /// Its title as written, number included; `None` for chapters under no volume heading.
    pub title: Option<String>,
    /// Its chapters, in order.
    pub chapters: Vec<PlannedChapter>,
}

/// A chapter to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedChapter {
    /// Its title as written, number included, white space made single spaces.
    pub title: String,
    /// Its number, when the title has one.
    pub number: Option<u32>,
    /// Where the title comes from.
    pub source: TitleSource,
    /// Its scenes, at least one.
    pub scenes: Vec<PlannedScene>,
}

/// A scene to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedScene {
    /// One paragraph a line; a blank line is one the author set.
    pub text: CanonicalText,
}

impl PlannedChapter {
    /// Its length in words, punctuation aside: a CJK character is one, a Latin word or a number is one.
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
        }
    }
}

fn words(counts: Counts) -> usize {
    counts.han + counts.kana + counts.hangul + counts.words + counts.numbers
}

/// Why nothing can be imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// The file is no text that can be read.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// One of several files is no text that can be read.
    #[error("{name}: {error}")]
    File {
        /// The file.
        name: String,
        /// What is wrong with it.
        error: DecodeError,
    },
    /// No files were given.
    #[error("there are no files to import")]
    NoFiles,
    /// The pattern is too much work in a text of this size.
    #[error("a pattern of {places} places in {bytes} bytes of text would take too long")]
    TooMuchWork {
        /// The places of the pattern.
        places: u64,
        /// Bytes of the texts.
        bytes: usize,
    },
}

impl Split {
    fn require_bearable(&self, bytes: usize) -> Result<(), ImportError> {
        let Self::Pattern(pattern) = self else { return Ok(()) };
        pattern.unbearable(bytes).map_or(Ok(()), |places| Err(ImportError::TooMuchWork { places, bytes }))
    }
}

/// Plans the import of one file.
///
/// # Errors
/// [`ImportError::Decode`], [`ImportError::TooMuchWork`].
pub fn plan(bytes: &[u8], options: &ImportOptions) -> Result<ImportPlan, ImportError> {
    let decoded = decode(bytes, options.encoding, options.undecodable)?;
    options.split.require_bearable(decoded.text.len())?;
    let notation = notation::of(options.file_name.as_deref());
    let source = Source { text: &decoded.text, notation, name: None, place: Place::First };
    let outcome = read(&source, &options.split);
    let mut gathered = Gathered::default();
    gathered.add(outcome, &decoded, None);
    Ok(gathered.into_plan(decoded.encoding))
}

/// [`plan_files_telling`] without anybody to tell.
///
/// # Errors
/// The same.
pub fn plan_files(files: Vec<(String, Vec<u8>)>, options: &ImportOptions) -> Result<ImportPlan, ImportError> {
    plan_files_telling(files, options, |_, _| Ok(()))
}

/// Plans the import of the files of a folder as one book, in the natural order of their names: 2 before 10, 第二章
/// before 第十章. A file without a heading is a chapter with the file's name. `tell` is told before each file how many are
/// done and how many there are; an error of its own ends the planning.
///
/// # Errors
/// [`ImportError::File`] for the first file that cannot be read; [`ImportError::NoFiles`]; [`ImportError::TooMuchWork`];
/// those of `tell`.
pub fn plan_files_telling<E: From<ImportError>>(
    mut files: Vec<(String, Vec<u8>)>,
    options: &ImportOptions,
    tell: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<ImportPlan, E> {
    files.sort_by_cached_key(|(name, _)| file_name::sort_key(name));
    plan_in_order(&files, options, (Place::First, tell))
}

/// Plans the import of files in the order given, the first of which has its place in a longer row.
pub(crate) fn plan_in_order<E: From<ImportError>>(
    files: &[(String, Vec<u8>)],
    options: &ImportOptions,
    (mut place, mut tell): (Place, impl FnMut(usize, usize) -> Result<(), E>),
) -> Result<ImportPlan, E> {
    let mut gathered = Gathered::default();
    let mut encoding = None;
    let mut searched = 0;
    for (done, (name, bytes)) in files.iter().enumerate() {
        tell(done, files.len())?;
        let decoded = decode(bytes, options.encoding, options.undecodable)
            .map_err(|error| ImportError::File { name: name.clone(), error })?;
        searched += decoded.text.len();
        options.split.require_bearable(searched)?;
        let notation = notation::of(Some(name));
        let source = Source { text: &decoded.text, notation, name: Some(name), place };
        let outcome = read(&source, &options.split);
        encoding.get_or_insert(decoded.encoding);
        place = Place::Later;
        gathered.add(outcome, &decoded, Some(name));
    }
    Ok(gathered.into_plan(encoding.ok_or(ImportError::NoFiles)?))
}

fn read(source: &Source<'_>, split: &Split) -> Outcome {
    let by_marks = if matches!(split, Split::Auto) { (source.notation.read)(source) } else { None };
    by_marks.unwrap_or_else(|| plain_text::import(source, split))
}

/// The parts, warnings and changes of the files read so far.
#[derive(Default)]
struct Gathered {
    parts: Vec<Part>,
    warnings: Vec<Warning>,
    changes: Vec<Change>,
}

impl Gathered {
    fn add(&mut self, mut outcome: Outcome, decoded: &Decoded, file: Option<&str>) {
        outcome.log.add_many(ChangeRule::LineEnds, decoded.cleaned.line_ends);
        outcome.log.add_many(ChangeRule::Controls, decoded.cleaned.controls);
        outcome.log.add_many(ChangeRule::Replaced, decoded.replacements);
        if decoded.replacements > 0 {
            self.warnings.push(Warning::Replaced { count: decoded.replacements });
        }
        self.parts.append(&mut outcome.parts);
        self.warnings.append(&mut outcome.warnings);
        let changes = outcome.log.into_changes(&decoded.text);
        self.changes
            .extend(changes.into_iter().map(|change| Change { file: file.map(str::to_owned), ..change }));
    }

    fn into_plan(self, encoding: Encoding) -> ImportPlan {
        let mut warnings = self.warnings;
        let (title, author, volumes) = assemble::tree(self.parts);
        warnings.extend(warning::on(&volumes));
        ImportPlan { title, author, encoding, volumes, warnings, changes: self.changes }
    }
}

/// The plan in numbers, for a dry run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct PlanSummary<'p> {
    /// The title of the book.
    pub title: Option<&'p str>,
    /// The author.
    pub author: Option<&'p str>,
    /// The encoding.
    #[ts(type = "string")]
    pub encoding: Encoding,
    /// Words in all.
    pub words: usize,
    /// Counts of all texts by the four rules, as the manuscript will have them.
    pub counts: Totals,
    /// The volumes.
    pub volumes: Vec<VolumeSummary<'p>>,
    /// The warnings.
    pub warnings: &'p [Warning],
    /// The changes.
    pub changes: &'p [Change],
}

/// A volume in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct VolumeSummary<'p> {
    /// Its title.
    pub title: Option<&'p str>,
    /// Its chapters.
    pub chapters: Vec<ChapterSummary<'p>>,
}

/// A chapter in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ChapterSummary<'p> {
    /// Its title.
    pub title: &'p str,
    /// Where the title comes from.
    pub source: TitleSource,
    /// Its scenes.
    pub scenes: usize,
    /// Its lines of prose.
    pub paragraphs: usize,
    /// Its words.
    pub words: usize,
    /// Its counts by the four rules.
    pub counts: Totals,
}

impl ImportPlan {
    /// The plan in numbers.
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
            words: volumes.iter().flat_map(|volume| &volume.chapters).map(|chapter| chapter.words).sum(),
            volumes,
            warnings: &self.warnings,
            changes: &self.changes,
        }
    }

    /// All chapters, in order.
    pub fn chapters(&self) -> impl Iterator<Item = &PlannedChapter> {
        self.volumes.iter().flat_map(|volume| &volume.chapters)
    }
}
