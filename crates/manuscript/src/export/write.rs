//! Writes the files of an export, on a blocking thread.

use std::path::PathBuf;

use wenfang_interchange::{self as interchange, ExportWarning, Format, Layout, Manuscript};
use wenfang_project::watch::Watch;
use wenfang_publish::{
    Book, DocxLayout, DocxOptions, EpubOptions, HtmlOptions, PublishError, SiteProfile, SiteVolume,
    SiteWarning,
};
use wenfang_story::{ProjectRecord, Timestamp};
use wenfang_text::{CountRule, NovelLanguage};
use wenfang_usecase::{Error, Result};

use super::pdf::{self, PdfNotes};
use super::places::Place;
use super::request::{
    DocxChoice, DocxLayoutName, EpubChoice, ExportText, FormatName, LayoutName, MarksChoice,
};
use super::scope::Part;
use super::{internal, lowering, unmarked};

/// The largest cover, in Base64.
const MAX_COVER: usize = 30 * 1024 * 1024;

/// What an export was read from.
pub(super) struct Job {
    pub manuscript: Manuscript,
    pub part: Part,
    pub record: ProjectRecord,
    pub uid: String,
    pub site: Option<SiteProfile>,
    pub now: Timestamp,
    pub project_path: PathBuf,
    pub watch: Watch,
}

/// What an export wrote.
#[derive(Default)]
pub(super) struct Written {
    pub files: Vec<PathBuf>,
    /// The number of comments in them.
    pub comments: usize,
    pub warnings: Vec<ExportWarning>,
    pub site_warnings: Vec<SiteWarning>,
    pub pdf: Option<PdfNotes>,
}

impl Job {
    pub(super) fn run(self, request: &ExportText) -> Result<Written> {
        match request.format {
            FormatName::Txt => self.text(Format::Txt, request),
            FormatName::Md if request.marks == MarksChoice::Commonmark => self.commonmark(request),
            FormatName::Md => self.text(Format::Md, request),
            FormatName::Site => self.site(request),
            FormatName::Docx => self.file(request, |job, book| job.docx(book, &request.docx)),
            FormatName::Epub => self.file(request, |job, book| job.epub(book, &request.epub)),
            FormatName::Html => self.file(request, |_, book| {
                let options = HtmlOptions { is_numbered: request.html.numbers };
                Ok(wenfang_publish::html(book, options).into_bytes())
            }),
            FormatName::Pdf => self.pdf(request),
        }
    }

    fn book(&self, with_comments: bool) -> Book {
        self.part.book(&self.record, &self.manuscript, with_comments)
    }

    /// The title of a book for reading programs, which take two files of one title for one book.
    fn named_title(&self, title: &str) -> String {
        let name = self.part.name(&self.manuscript);
        name.map_or_else(|| title.to_owned(), |name| format!("{title} · {name}"))
    }

    /// An identifier; a part of the book has one of its own.
    fn identifier(&self) -> String {
        let book = format!("urn:wenfang:{}", self.uid);
        let Some(last) = self.part.last_of_part() else { return book };
        format!("{book}:{}-{last}", self.part.first() + 1)
    }

    fn language(&self) -> NovelLanguage {
        self.record.novel_language()
    }

    fn text(self, format: Format, request: &ExportText) -> Result<Written> {
        let language = self.language();
        let place = Place {
            out: &request.out,
            project_path: &self.project_path,
            existing: request.existing,
            watch: &self.watch,
        };
        let manuscript = self.part.cut(self.manuscript);
        let drops = request.marks == MarksChoice::Drop;
        let manuscript = match drops {
            true => unmarked::unmarked(manuscript, self.part.first(), language),
            false => manuscript,
        };
        let book = interchange::book(&self.record.title, manuscript);
        let layout = match request.layout {
            LayoutName::Whole => Layout::Whole,
            LayoutName::PerChapter => Layout::PerChapter,
        };
        let way = (format, layout, language);
        let report = |done, total| self.watch.report("render", done, total);
        let export = match drops {
            true => interchange::render_words(&book, way, report)?,
            false => interchange::render_telling(&book, way, report)?,
        };
        let files: Vec<(String, Vec<u8>)> =
            export.files.into_iter().map(|file| (file.name, file.text.into_bytes())).collect();
        let files = match (layout, files.as_slice()) {
            (Layout::Whole, [(_, bytes)]) => place.write_file(bytes)?,
            _ => place.write_folder(&files)?,
        };
        Ok(Written { files, warnings: export.warnings, ..Written::default() })
    }

    /// Writes one file.
    fn file(
        self,
        request: &ExportText,
        write: impl FnOnce(&Self, &Book) -> Result<Vec<u8>>,
    ) -> Result<Written> {
        let place = self.place(request);
        self.watch.report("render", 0, 1)?;
        let with_comments = request.format == FormatName::Docx && request.docx.comments;
        let mut book = self.book(with_comments);
        if matches!(request.format, FormatName::Epub | FormatName::Html) {
            book.title = self.named_title(&book.title);
        }
        let bytes = write(&self, &book)?;
        self.watch.report("render", 1, 1)?;
        let comments = book.comments.len();
        Ok(Written { files: place.write_file(&bytes)?, comments, ..Written::default() })
    }

    fn pdf(self, request: &ExportText) -> Result<Written> {
        let book = self.book(false);
        let (files, notes) = pdf::write(&book, &self.place(request), request.pdf)?;
        Ok(Written { files, pdf: Some(notes), ..Written::default() })
    }

    fn docx(&self, book: &Book, choice: &DocxChoice) -> Result<Vec<u8>> {
        let is_english = self.language() == NovelLanguage::En;
        let layout = match (choice.layout, is_english) {
            (Some(DocxLayoutName::Manuscript), _) | (None, true) => DocxLayout::Manuscript,
            (Some(DocxLayoutName::Editor), _) | (None, false) => DocxLayout::Editor,
        };
        let rule = choice.rule.unwrap_or(if is_english { CountRule::Word } else { CountRule::Standard });
        let lines = choice.contact.as_deref().unwrap_or_default().lines().map(str::trim);
        let options = DocxOptions {
            layout,
            contact: lines.filter(|line| !line.is_empty()).map(str::to_owned).collect(),
            surname: choice.surname.clone().filter(|surname| !surname.trim().is_empty()),
            length: self.length(rule),
            is_in_words: rule == CountRule::Word && is_english,
            rule: rule_name(rule).to_owned(),
            created_at: self.date()?,
        };
        wenfang_publish::docx(book, &options).map_err(|error| refused(&error))
    }

    fn epub(&self, book: &Book, choice: &EpubChoice) -> Result<Vec<u8>> {
        use base64::Engine;
        let cover = choice.cover.as_deref().filter(|cover| !cover.is_empty()).map(|cover| {
            let is_small = cover.len() <= MAX_COVER;
            let bytes =
                is_small.then(|| base64::engine::general_purpose::STANDARD.decode(cover).ok()).flatten();
            bytes.ok_or_else(|| refused(&PublishError::Cover))
        });
        let label = choice.ai_label.as_deref().map(str::trim).filter(|label| !label.is_empty());
        let options = EpubOptions {
            identifier: self.identifier(),
            modified_at: self.date()?,
            cover: cover.transpose()?,
            is_vertical: choice.vertical,
            ai_label: label.map(str::to_owned),
            is_numbered: choice.numbers,
        };
        wenfang_publish::epub(book, &options).map_err(|error| refused(&error))
    }

    /// Returns the length of the part.
    fn length(&self, rule: CountRule) -> usize {
        let scenes = self.part.chapters_of(&self.manuscript).flat_map(|chapter| &chapter.scenes);
        scenes.map(|scene| wenfang_text::count(&scene.printed()).total(rule)).sum()
    }

    fn date(&self) -> Result<String> {
        lowering::rfc3339(self.now).ok_or_else(|| internal(&"the clock shows no time"))
    }

    fn commonmark(self, request: &ExportText) -> Result<Written> {
        let place = self.place(request);
        let book = self.book(false);
        let files = match request.layout {
            LayoutName::Whole => place.write_file(wenfang_publish::commonmark(&book).as_bytes())?,
            LayoutName::PerChapter => {
                let chapters = book.chapters().map(|chapter| {
                    (chapter.number, chapter.label(), wenfang_publish::commonmark_chapter(chapter))
                });
                place.write_folder(&named(chapters.collect(), ("md", self.language())))?
            }
        };
        Ok(Written { files, ..Written::default() })
    }

    fn place<'p>(&'p self, request: &'p ExportText) -> Place<'p> {
        Place {
            out: &request.out,
            project_path: &self.project_path,
            existing: request.existing,
            watch: &self.watch,
        }
    }

    fn site(self, request: &ExportText) -> Result<Written> {
        let place = self.place(request);
        let profile = self.site.as_ref().ok_or_else(|| internal(&"the site is missing"))?;
        let book = self.book(false);
        let volumes = wenfang_publish::site(&book, profile);
        let files = match request.layout {
            LayoutName::Whole => place.write_file(joined(&volumes).as_bytes())?,
            LayoutName::PerChapter => {
                let chapters = volumes.iter().flat_map(|volume| &volume.chapters);
                let texts =
                    chapters.map(|chapter| (chapter.number, chapter.title.clone(), chapter.text.clone()));
                place.write_folder(&named(texts.collect(), ("txt", self.language())))?
            }
        };
        let chapters = volumes.into_iter().flat_map(|volume| volume.chapters);
        let site_warnings = chapters.flat_map(|chapter| chapter.warnings).collect();
        Ok(Written { files, site_warnings, ..Written::default() })
    }
}

/// Returns all chapters with their titles, and each volume's title once.
fn joined(volumes: &[SiteVolume]) -> String {
    let mut out = String::new();
    for volume in volumes {
        if !volume.title.is_empty() {
            out.push_str(&format!("{}\n\n\n", volume.title));
        }
        for chapter in &volume.chapters {
            out.push_str(&format!("{}\n\n{}\n\n", chapter.title, chapter.text));
        }
    }
    out.trim_end().to_owned() + "\n"
}

/// Returns one file for each chapter, by its number, title and text; names sort in the order of the book.
fn named(
    chapters: Vec<(usize, String, String)>,
    (ending, language): (&str, NovelLanguage),
) -> Vec<(String, Vec<u8>)> {
    let digits = chapters.len().to_string().len().max(3);
    let file = |(number, title, text): (usize, String, String)| {
        let title = interchange::safe_file_name(&title, language);
        (format!("{number:0digits$} {title}.{ending}"), text.into_bytes())
    };
    chapters.into_iter().map(file).collect()
}

/// Returns the Chinese name of a rule, for the cover of a Chinese editor's copy.
fn rule_name(rule: CountRule) -> &'static str {
    match rule {
        CountRule::Standard => "计标点，不计空白",
        CountRule::Word => "Word 口径",
        CountRule::Han => "只计汉字",
        CountRule::All => "计全部字符",
    }
}

fn refused(error: &PublishError) -> Error {
    match error {
        PublishError::Cover => Error::bad_request(
            error.to_string(),
            "Nothing was written. Choose a JPEG or PNG picture of at most 20 MB, or export without a cover.",
        ),
        PublishError::Container(_) => internal(error),
    }
}
