//! Export: a book as files of plain text or Markdown.
//!
//! The law is that importing what was exported gives the same book: titles, structure and every character of the
//! texts. Only scenes without a word are left out, where their chapter has others: a reader would see two scene breaks with
//! nothing between them. The exporter keeps it by reading its own files back before it hands them out. It first writes them as
//! people expect such files to look; when they do not read back the same (prose that looks like a heading, white
//! space at the ends of a line, chapters without titles), it writes those again with marks that leave nothing open,
//! and says so ([`ExportWarning::Marked`]): plain text with 〔章〕 marks ([`crate::marked`]), Markdown with `wenfang: 1`
//! in its front matter, which readers do not see.
//!
//! Blank lines need no marks, wherever a text has them, its end included. In plain text one that the spacing would
//! swallow (at an end of a text, or next to another) is a line of white space of our own ([`crate::spaced::BLANK`]),
//! so k line ends at the end of a text show as k more blank lines before what follows; in Markdown it is
//! `&nbsp; &nbsp;` ([`crate::markdown::KEPT_BLANK`]).
//! When plain text still does not read back (a text with more pauses than paragraphs that touch), all its blank
//! lines are written so before there are marks.

mod book;
mod markdown;
mod plain;

use std::convert::Infallible;

use serde::Serialize;
use thiserror::Error;
use wenfang_text::NovelLanguage;

pub use book::{Book, BookChapter, BookVolume};
use markdown::Levels;

use crate::file_name;
use crate::plan::{ImportError, ImportOptions, ImportPlan, plan, plan_files, plan_in_order};
use crate::source::Place;

/// The notation of exported files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Plain text (.txt).
    Txt,
    /// Markdown (.md).
    Md,
}

/// How a book is laid out in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// One file.
    Whole,
    /// One file for each chapter; a volume's title is in the file of its first chapter.
    PerChapter,
}

/// A file to be written, in UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFile {
    /// A name safe on Windows, macOS and Linux, extension included; in the order of the chapters.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// What an export could not do as asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ExportWarning {
    /// The files carry marks, because without them they would not read back the same.
    #[error("the book has what the format cannot express, so the files carry marks")]
    Marked,
    /// Titles had line breaks or controls, which became spaces, or hidden characters, which are gone.
    #[error("line breaks in titles became spaces, and hidden characters went")]
    TitleLineBreaks,
}

/// The files of an export, and what to tell the author about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// At least one file.
    pub files: Vec<ExportFile>,
    /// The warnings.
    pub warnings: Vec<ExportWarning>,
}

/// Whether files carry marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    /// Laid out as people expect.
    Without,
    /// The same, with every blank line of a text written so that it cannot be taken for spacing.
    KeptBlanks,
    /// Nothing left open.
    With,
}

/// [`render_telling`] without anybody to tell.
pub fn render(book: &Book, way: (Format, Layout, NovelLanguage)) -> Export {
    let Ok(export) = render_telling::<Infallible>(book, way, |_, _| Ok(()));
    export
}

/// Writes a book as files. In plain text the language says how scenes are separated and whether paragraphs are indented. A
/// chapter without scenes is written as one with an empty scene. `tell` is told before each file how many are done and how
/// many there are.
///
/// # Errors
/// Those of `tell`: they end the work.
pub fn render_telling<E>(
    book: &Book,
    (format, layout, language): (Format, Layout, NovelLanguage),
    mut tell: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<Export, E> {
    let (book, titles_changed) = book.normalised();
    let mut warnings = Vec::new();
    if titles_changed {
        warnings.push(ExportWarning::TitleLineBreaks);
    }
    let sheets = match layout {
        Layout::Whole => vec![whole(&book)],
        Layout::PerChapter => per_chapter(&book),
    };
    let pen = Pen {
        format,
        layout,
        language,
        levels: if book.has_volumes() { Levels::VolumesAndChapters } else { Levels::Chapters },
        digits: sheets.len().to_string().len().max(3),
    };
    // Each file by itself first: one odd chapter should not put marks into a thousand others.
    let mut marked = false;
    let mut write = |(at, sheet): (usize, &Sheet<'_>)| {
        let alone = |file: &ExportFile| match layout {
            Layout::Whole => whole_reads_back(&book, file),
            Layout::PerChapter => {
                let place = if at == 0 { Place::First } else { Place::Later };
                let told = |_, _| Ok::<(), ImportError>(());
                let read = plan_in_order(&[bytes(file)], &ImportOptions::default(), (place, told));
                read.is_ok_and(same(&sheet.book()))
            }
        };
        let mut unmarked = pen.unmarked().iter().map(|marks| pen.write(at, sheet, *marks));
        unmarked.find(alone).unwrap_or_else(|| {
            marked = true;
            pen.write(at, sheet, Marks::With)
        })
    };
    let mut files = Vec::with_capacity(sheets.len());
    for (at, sheet) in sheets.iter().enumerate() {
        tell(at, sheets.len())?;
        files.push(write((at, sheet)));
    }
    tell(sheets.len(), sheets.len())?;
    let together = || plan_files(files.iter().map(bytes).collect(), &ImportOptions::default());
    if layout == Layout::PerChapter && !together().is_ok_and(same(&book)) {
        marked = true;
        files = sheets.iter().enumerate().map(|(at, sheet)| pen.write(at, sheet, Marks::With)).collect();
    }
    if marked {
        warnings.push(ExportWarning::Marked);
    }
    Ok(Export { files, warnings })
}

fn whole_reads_back(book: &Book, file: &ExportFile) -> bool {
    let options = ImportOptions { file_name: Some(file.name.clone()), ..ImportOptions::default() };
    plan(file.text.as_bytes(), &options).is_ok_and(same(book))
}

/// Whether a plan gives the book, and nothing besides.
fn same(book: &Book) -> impl Fn(ImportPlan) -> bool {
    move |plan| plan.author.is_none() && Book::from(&plan) == *book
}

fn bytes(file: &ExportFile) -> (String, Vec<u8>) {
    (file.name.clone(), file.text.clone().into_bytes())
}

/// A part of a book that goes into one file: what begins before its chapters, and the chapters.
struct Sheet<'b> {
    title: Option<&'b str>,
    /// Volumes, each with whether it begins in this file, and its chapters in this file.
    volumes: Vec<SheetVolume<'b>>,
}

struct SheetVolume<'b> {
    /// The volume's title, when the volume begins in this file.
    begins: Option<Option<&'b str>>,
    chapters: &'b [BookChapter],
}

impl Sheet<'_> {
    /// The book this sheet alone would be.
    fn book(&self) -> Book {
        let volumes = self.volumes.iter().map(|volume| BookVolume {
            title: volume.begins.flatten().map(str::to_owned),
            chapters: volume.chapters.to_vec(),
        });
        Book { title: self.title.map(str::to_owned), volumes: volumes.collect() }
    }
}

/// How sheets are written.
struct Pen {
    format: Format,
    layout: Layout,
    language: NovelLanguage,
    levels: Levels,
    /// Digits of the number in front of a file's name.
    digits: usize,
}

impl Pen {
    /// The ways to write without marks, the plainest first. In Markdown every blank line is kept already.
    fn unmarked(&self) -> &'static [Marks] {
        match self.format {
            Format::Txt => &[Marks::Without, Marks::KeptBlanks],
            Format::Md => &[Marks::Without],
        }
    }

    fn write(&self, at: usize, sheet: &Sheet<'_>, marks: Marks) -> ExportFile {
        let chapter = sheet.volumes.iter().flat_map(|volume| volume.chapters).next();
        let stem = match self.layout {
            Layout::Whole => file_name::safe(sheet.title.unwrap_or("")),
            Layout::PerChapter => {
                let title = chapter.map_or(sheet.title.unwrap_or(""), |chapter| &chapter.title);
                format!("{:0digits$} {}", at + 1, file_name::safe(title), digits = self.digits)
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

/// One sheet for each chapter. Volumes without chapters go before the next chapter, or after the last.
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
