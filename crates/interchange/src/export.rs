//! Export: writes a book to files of plain text or Markdown.
//!
//! Importing an export must give the same book: its titles, its structure and every character of its texts. The
//! only exception is scenes without text, which are omitted if their chapter has other scenes, because a reader
//! would see two scene breaks with nothing between them. To guarantee this, the exporter reads its own files
//! back before returning them. It first writes files that look the way people expect. If they do not read back
//! the same (prose that looks like a heading, white space at the ends of a line, chapters without titles), it
//! writes those files again with explicit marks and warns with [`ExportWarning::Marked`]: plain text with
//! marks such as 〔章〕 ([`crate::marked`]), Markdown with `wenfang: 1` in its front matter, which readers do not see.
//!
//! Blank lines need no marks, not even at the end of a text. In plain text, a blank line that would merge with
//! the spacing (at an end of a text, or next to another) is written as a line of white space
//! ([`crate::spaced::BLANK`]), so k line breaks at the end of a text appear as k more blank lines. In Markdown
//! it is written as `&nbsp; &nbsp;` ([`crate::notation::markdown::KEPT_BLANK`]). If plain text still does not read back
//! (a text with more pauses than touching paragraphs), all its blank lines are written this way before marks
//! are tried.

mod book;
mod markdown;
mod plain;

use std::convert::Infallible;

use serde::Serialize;
use thiserror::Error;
use wenfang_text::NovelLanguage;

pub use book::{Book, BookChapter, BookVolume};
use markdown::Levels;
pub use plain::scene_break;

use crate::file_name;
use crate::plan::{ImportError, ImportOptions, ImportPlan, plan, plan_files, plan_in_order};
use crate::source::Place;

/// The notation of exported files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    Txt,
    Md,
}

/// How a book is divided into files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    Whole,
    /// One file per chapter; a volume's title is in the file of its first chapter.
    PerChapter,
}

/// An exported file, in UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFile {
    /// A name that is valid on Windows, macOS and Linux, with extension. Names sort in chapter order.
    pub name: String,
    pub text: String,
}

/// A deviation from the requested export that the author should know about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ExportWarning {
    /// The files contain marks, because without them they would not read back the same.
    #[error("the format cannot express everything in the book, so the files contain marks")]
    Marked,
    /// Line breaks and control characters in titles were replaced by spaces; hidden characters were removed.
    #[error("line breaks in titles were replaced by spaces, and hidden characters were removed")]
    TitleLineBreaks,
}

/// The files of an export, with warnings for the author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// At least one file.
    pub files: Vec<ExportFile>,
    pub warnings: Vec<ExportWarning>,
}

/// Whether files contain explicit marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    /// The layout people expect.
    Without,
    /// The same, with every blank line of a text written so that it cannot be taken for spacing.
    KeptBlanks,
    /// Explicit marks for every part.
    With,
}

/// Writes a book to files, without progress reports; see [`render_telling`].
pub fn render(book: &Book, way: (Format, Layout, NovelLanguage)) -> Export {
    let Ok(export) = render_telling::<Infallible>(book, way, |_, _| Ok(()));
    export
}

/// Writes a book to files. In plain text, `language` decides the scene separator and whether paragraphs are
/// indented. A chapter without scenes is written as one with an empty scene. `report` is called before each file
/// and at the end with the number of files done and the total.
///
/// # Errors
/// The errors of `report`, which stop the export.
pub fn render_telling<E>(
    book: &Book,
    (format, layout, language): (Format, Layout, NovelLanguage),
    mut report: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<Export, E> {
    let (book, mut warnings) = normalised(book);
    let sheets = sheets(&book, layout);
    let writer = SheetWriter::new(&book, (format, layout, language), sheets.len());
    // Check each file on its own first, so that one unusual chapter does not put marks into all other files.
    let mut marked = false;
    let mut write = |(at, sheet): (usize, &Sheet<'_>)| {
        let alone = |file: &ExportFile| match layout {
            Layout::Whole => whole_reads_back(&book, file),
            Layout::PerChapter => {
                let place = if at == 0 { Place::First } else { Place::Later };
                let progress = |_, _| Ok::<(), ImportError>(());
                let read = plan_in_order(&[bytes(file)], &ImportOptions::default(), (place, progress));
                read.is_ok_and(same(&sheet.book()))
            }
        };
        let mut unmarked = writer.unmarked().iter().map(|marks| writer.write(at, sheet, *marks));
        unmarked.find(alone).unwrap_or_else(|| {
            marked = true;
            writer.write(at, sheet, Marks::With)
        })
    };
    let mut files = Vec::with_capacity(sheets.len());
    for (at, sheet) in sheets.iter().enumerate() {
        report(at, sheets.len())?;
        files.push(write((at, sheet)));
    }
    report(sheets.len(), sheets.len())?;
    let together = || plan_files(files.iter().map(bytes).collect(), &ImportOptions::default());
    if layout == Layout::PerChapter && !together().is_ok_and(same(&book)) {
        marked = true;
        files = sheets.iter().enumerate().map(|(at, sheet)| writer.write(at, sheet, Marks::With)).collect();
    }
    if marked {
        warnings.push(ExportWarning::Marked);
    }
    Ok(Export { files, warnings })
}

/// Writes a book for people: never with explicit marks, so that it may not read back the same.
///
/// # Errors
/// The errors of `report`, which stop the export.
pub fn render_words<E>(
    book: &Book,
    (format, layout, language): (Format, Layout, NovelLanguage),
    mut report: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<Export, E> {
    let (book, warnings) = normalised(book);
    let sheets = sheets(&book, layout);
    let writer = SheetWriter::new(&book, (format, layout, language), sheets.len());
    let mut files = Vec::with_capacity(sheets.len());
    for (at, sheet) in sheets.iter().enumerate() {
        report(at, sheets.len())?;
        files.push(writer.write(at, sheet, Marks::Without));
    }
    report(sheets.len(), sheets.len())?;
    Ok(Export { files, warnings })
}

fn normalised(book: &Book) -> (Book, Vec<ExportWarning>) {
    let (book, titles_changed) = book.normalised();
    (book, titles_changed.then_some(ExportWarning::TitleLineBreaks).into_iter().collect())
}

fn sheets(book: &Book, layout: Layout) -> Vec<Sheet<'_>> {
    match layout {
        Layout::Whole => vec![whole(book)],
        Layout::PerChapter => per_chapter(book),
    }
}

fn whole_reads_back(book: &Book, file: &ExportFile) -> bool {
    let options = ImportOptions { file_name: Some(file.name.clone()), ..ImportOptions::default() };
    plan(file.text.as_bytes(), &options).is_ok_and(same(book))
}

/// Whether a plan gives exactly this book.
fn same(book: &Book) -> impl Fn(ImportPlan) -> bool {
    move |plan| plan.author.is_none() && Book::from(&plan) == *book
}

fn bytes(file: &ExportFile) -> (String, Vec<u8>) {
    (file.name.clone(), file.text.clone().into_bytes())
}

/// The part of a book that goes into one file.
struct Sheet<'b> {
    title: Option<&'b str>,
    volumes: Vec<SheetVolume<'b>>,
}

struct SheetVolume<'b> {
    /// The volume's title if the volume begins in this file.
    begins: Option<Option<&'b str>>,
    chapters: &'b [BookChapter],
}

impl Sheet<'_> {
    /// Returns the book that this sheet alone would give.
    fn book(&self) -> Book {
        let volumes = self.volumes.iter().map(|volume| BookVolume {
            title: volume.begins.flatten().map(str::to_owned),
            chapters: volume.chapters.to_vec(),
        });
        Book { title: self.title.map(str::to_owned), volumes: volumes.collect() }
    }
}

/// The settings for writing sheets.
struct SheetWriter {
    format: Format,
    layout: Layout,
    language: NovelLanguage,
    levels: Levels,
    /// The number of digits in file name prefixes.
    digits: usize,
}

impl SheetWriter {
    fn new(book: &Book, (format, layout, language): (Format, Layout, NovelLanguage), sheets: usize) -> Self {
        Self {
            format,
            layout,
            language,
            levels: if book.has_volumes() { Levels::VolumesAndChapters } else { Levels::Chapters },
            digits: sheets.to_string().len().max(3),
        }
    }

    /// Returns the ways to write without marks, plainest first. Markdown always preserves every blank line.
    fn unmarked(&self) -> &'static [Marks] {
        match self.format {
            Format::Txt => &[Marks::Without, Marks::KeptBlanks],
            Format::Md => &[Marks::Without],
        }
    }

    fn write(&self, at: usize, sheet: &Sheet<'_>, marks: Marks) -> ExportFile {
        let chapter = sheet.volumes.iter().flat_map(|volume| volume.chapters).next();
        let stem = match self.layout {
            Layout::Whole => file_name::safe_in(sheet.title.unwrap_or(""), self.language),
            Layout::PerChapter => {
                let title = chapter.map_or(sheet.title.unwrap_or(""), |chapter| &chapter.title);
                let name = file_name::safe_in(title, self.language);
                format!("{:0digits$} {name}", at + 1, digits = self.digits)
            }
        };
        let (extension, text) = match self.format {
            Format::Txt => ("txt", plain::write(sheet, self.language, marks)),
            Format::Md => ("md", markdown::write(sheet, self.levels, marks)),
        };
        ExportFile { name: format!("{stem}.{extension}"), text }
    }
}

fn whole(book: &Book) -> Sheet<'_> {
    let volumes = book
        .volumes
        .iter()
        .map(|volume| SheetVolume { begins: Some(volume.title.as_deref()), chapters: &volume.chapters })
        .collect();
    Sheet { title: book.title.as_deref(), volumes }
}

/// Splits a book into one sheet per chapter. Volumes without chapters go before the next chapter, or after the
/// last.
fn per_chapter(book: &Book) -> Vec<Sheet<'_>> {
    let mut sheets: Vec<Sheet<'_>> = Vec::new();
    let mut sheet = Sheet { title: book.title.as_deref(), volumes: Vec::new() };
    for volume in &book.volumes {
        sheet.volumes.push(SheetVolume { begins: Some(volume.title.as_deref()), chapters: &[] });
        for chapter in volume.chapters.chunks(1) {
            match sheet.volumes.last_mut() {
                Some(volume) => volume.chapters = chapter,
                None => sheet.volumes.push(SheetVolume { begins: None, chapters: chapter }),
            }
            sheets.push(std::mem::replace(&mut sheet, Sheet { title: None, volumes: Vec::new() }));
        }
    }
    match sheets.last_mut() {
        Some(last) => last.volumes.append(&mut sheet.volumes),
        None => sheets.push(sheet),
    }
    sheets
}

#[cfg(test)]
mod tests;
