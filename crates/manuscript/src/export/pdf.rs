//! PDF: laid out by a program of its own, one file at a time, so that its memory has a ceiling.

mod program;

use std::path::{Path, PathBuf};

use serde::Serialize;
use wenfang_interchange as interchange;
use wenfang_publish::{Book, PdfPart, parts, pdf_job};
use wenfang_text::NovelLanguage;
use wenfang_usecase::Result;

use super::internal;
use super::places::{Place, refuse_place};
use super::request::{PdfChoice, PdfFiles};
use program::Program;

/// The most characters of one file. A million need about 700 MB.
const MAX_LENGTH: usize = 900_000;

/// What an author should know about PDF files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct PdfNotes {
    pub pages: usize,
    /// Characters that no font on this machine has: boxes are printed in their place.
    pub missing: Vec<String>,
    /// The number of readings that are behind their words, because the words are too long.
    pub readings_beside: usize,
    /// Whether page numbers in the table of contents may be wrong.
    pub is_unstable: bool,
}

impl PdfNotes {
    fn add(&mut self, other: Self) {
        self.pages += other.pages;
        self.readings_beside += other.readings_beside;
        self.is_unstable |= other.is_unstable;
        let new: Vec<String> = other.missing.into_iter().filter(|one| !self.missing.contains(one)).collect();
        self.missing.extend(new);
    }
}

/// Lays out a book and writes its files, all or none.
pub(super) fn write(book: &Book, place: &Place<'_>, choice: PdfChoice) -> Result<(Vec<PathBuf>, PdfNotes)> {
    let parts = parts(book, MAX_LENGTH, choice.files == PdfFiles::PerVolume);
    let (folder, names) = names(place.out, &parts, book.language);
    for name in &names {
        refuse_place(&folder.join(name), place.project_path, place.existing)?;
    }
    let program = Program::find()?;
    let mut notes = PdfNotes::default();
    let mut files = Vec::new();
    for (at, (part, name)) in parts.iter().zip(names).enumerate() {
        let bytes = pdf_job(book, part, choice.page).map_err(|error| internal(&error))?;
        let (pdf, report) = program.print(bytes, || Ok(place.watch.report("render", at, parts.len())?))?;
        notes.add(report);
        files.push((name, pdf));
    }
    let within = Place { out: &folder, ..*place };
    Ok((within.write_folder(&files)?, notes))
}

/// Returns the folder, and a name for each file: the chosen one, or that with a number and the title of the volume.
fn names(out: &Path, parts: &[PdfPart<'_>], language: NovelLanguage) -> (PathBuf, Vec<String>) {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map_or_else(|| PathBuf::from("."), Path::to_owned);
    let text = |name: Option<&std::ffi::OsStr>| name.unwrap_or_default().to_string_lossy().into_owned();
    if parts.len() == 1 {
        return (folder, vec![text(out.file_name())]);
    }
    let stem = text(out.file_stem());
    let digits = parts.len().to_string().len();
    let name = |(at, part): (usize, &PdfPart<'_>)| {
        let title = interchange::safe_file_name(&part.name, language);
        let number = at + 1;
        format!("{}.pdf", format!("{stem} {number:0digits$} {title}").trim_end())
    };
    (folder, parts.iter().enumerate().map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str) -> PdfPart<'static> {
        PdfPart { name: name.into(), volumes: Vec::new(), length: 0 }
    }

    #[test]
    fn one_file_has_the_chosen_name() {
        let (folder, names) = names(Path::new("a/渡口.pdf"), &[part("卷一")], NovelLanguage::Zh);
        assert_eq!((folder, names), (PathBuf::from("a"), vec!["渡口.pdf".to_owned()]));
    }

    #[test]
    fn several_files_have_numbers_and_titles() {
        let (folder, names) =
            names(Path::new("渡口.pdf"), &[part("卷一 1"), part("卷/二")], NovelLanguage::Zh);
        assert_eq!(folder, Path::new("."));
        assert_eq!(names[0], "渡口 1 卷一 1.pdf");
        assert!(names[1].starts_with("渡口 2 卷") && !names[1].contains('/'), "{names:?}");
    }

    #[test]
    fn notes_of_files_are_added_up() {
        let one = |missing: &str| PdfNotes {
            pages: 3,
            missing: vec![missing.into()],
            readings_beside: 1,
            is_unstable: missing == "乙",
        };
        let mut notes = one("甲");
        notes.add(one("甲"));
        assert!(!notes.is_unstable);
        notes.add(one("乙"));
        assert_eq!(
            notes,
            PdfNotes {
                pages: 9,
                missing: vec!["甲".into(), "乙".into()],
                readings_beside: 3,
                is_unstable: true
            }
        );
    }
}
