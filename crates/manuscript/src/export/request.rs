//! What an export can be asked for.

use std::path::PathBuf;

use serde::Deserialize;
use wenfang_publish::PageSize;
use wenfang_story::ChapterId;
use wenfang_text::CountRule;
use wenfang_usecase::{Error, Result};

use super::places::Existing;
use super::scope::BookScope;

/// A manuscript export.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ExportText {
    /// The file to write, or the folder for one file per chapter.
    pub out: PathBuf,
    pub format: FormatName,
    /// One file or one per chapter.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub layout: LayoutName,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub scope: BookScope,
    /// A chapter of the part, unless the whole book is exported.
    pub chapter: Option<ChapterId>,
    /// What to do with existing files.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub existing: Existing,
    /// What becomes of marks in plain text and Markdown.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub marks: MarksChoice,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub docx: DocxChoice,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub epub: EpubChoice,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub html: HtmlChoice,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub pdf: PdfChoice,
    /// The key of the profile, for text for a site.
    pub site: Option<String>,
}

/// The format of exported files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum FormatName {
    /// Plain text.
    Txt,
    /// Markdown.
    Md,
    /// A Word document.
    Docx,
    Epub,
    /// One web page.
    Html,
    /// Laid out by the program `wenfang-pdf`, if it is installed.
    Pdf,
    /// Text for a site.
    Site,
}

/// How the book is split into files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum LayoutName {
    /// One file.
    #[default]
    Whole,
    /// One file per chapter.
    PerChapter,
}

/// What becomes of marks in plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum MarksChoice {
    /// They stay as written, and the files read back the same.
    #[default]
    Keep,
    /// The words stay, footnotes in brackets.
    Drop,
    /// In Markdown: as other programs read them.
    Commonmark,
}

/// How a Word document is set.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct DocxChoice {
    /// By the language of the novel if absent.
    pub layout: Option<DocxLayoutName>,
    /// The author's name and address, in lines.
    pub contact: Option<String>,
    /// The name in the header.
    pub surname: Option<String>,
    /// How the length on the cover is counted; by the language of the novel if absent.
    pub rule: Option<CountRule>,
    /// Whether the comments go along; they are not for everybody.
    #[ts(as = "Option<_>", optional)]
    pub comments: bool,
}

/// The layout of a Word document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum DocxLayoutName {
    /// The English manuscript.
    Manuscript,
    /// The copy for a Chinese editor.
    Editor,
}

/// What an EPUB has besides the text.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct EpubChoice {
    /// A JPEG or PNG picture in Base64.
    pub cover: Option<String>,
    #[ts(as = "Option<_>", optional)]
    pub vertical: bool,
    /// What the author says about the use of models.
    pub ai_label: Option<String>,
    /// Whether paragraphs show their numbers.
    #[ts(as = "Option<_>", optional)]
    pub numbers: bool,
}

/// What a web page has besides the text.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct HtmlChoice {
    /// Whether paragraphs show their numbers.
    #[ts(as = "Option<_>", optional)]
    pub numbers: bool,
}

/// How a PDF is laid out.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct PdfChoice {
    #[ts(as = "Option<_>", optional)]
    pub page: PageSize,
    #[ts(as = "Option<_>", optional)]
    pub files: PdfFiles,
}

/// The files of a PDF export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PdfFiles {
    /// One file, or one for each volume when the book is too long for that.
    #[default]
    Fit,
    /// One file for each volume.
    PerVolume,
}

impl ExportText {
    /// Refuses what no format can do.
    pub(super) fn require_possible(&self) -> Result<()> {
        let by_chapter = matches!(self.format, FormatName::Txt | FormatName::Md | FormatName::Site);
        if self.layout == LayoutName::PerChapter && !by_chapter {
            return Err(Error::bad_request(
                "this format is one file",
                "Nothing was written. Only plain text, Markdown and text for a site can be one file per chapter.",
            ));
        }
        if self.marks == MarksChoice::Commonmark && self.format != FormatName::Md {
            return Err(Error::bad_request(
                "only Markdown has marks in the form of CommonMark",
                "Nothing was written. Keep or drop the marks of plain text.",
            ));
        }
        if self.format == FormatName::Site && self.site.is_none() {
            return Err(Error::bad_request(
                "the site is missing",
                "Nothing was written. Name a profile, for example `--site kakuyomu`; `wenfang sites` lists them.",
            ));
        }
        Ok(())
    }
}
