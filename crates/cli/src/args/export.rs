//! Arguments of exports.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub struct Export {
    /// Project file.
    pub file: PathBuf,
    /// File to write; a folder with --per-chapter.
    pub out: PathBuf,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Write one file per chapter: plain text, Markdown, text for a site.
    #[arg(long)]
    pub per_chapter: bool,
    /// Export one chapter, by its id.
    #[arg(long)]
    pub chapter: Option<i64>,
    /// Export the whole volume of the chapter.
    #[arg(long, requires = "chapter")]
    pub volume: bool,
    /// Replace existing files.
    #[arg(long)]
    pub overwrite: bool,
    /// What becomes of marks in plain text and Markdown. With keep, the files read back the same; with drop, they have
    /// words only, to send them to somebody. In Markdown, commonmark writes marks as other programs read them.
    #[arg(long, value_parser = ["keep", "drop", "commonmark"], default_value = "keep")]
    pub marks: String,
    /// Profile of the site, for text for a site; `wenfang sites` lists them.
    #[arg(long)]
    pub site: Option<String>,
    /// Layout of a Word document: the English manuscript, or the copy for a Chinese editor; by the language of the
    /// novel if omitted.
    #[arg(long, value_parser = ["manuscript", "editor"])]
    pub layout: Option<String>,
    /// Line of the author's name and address in a manuscript; repeat for more lines.
    #[arg(long)]
    pub contact: Vec<String>,
    /// Name in the header of a manuscript; the last word of the author's name if omitted.
    #[arg(long)]
    pub surname: Option<String>,
    /// Rule to count the length on the cover of a Word document by.
    #[arg(long, value_parser = ["standard", "word", "han", "all"])]
    pub rule: Option<String>,
    /// Write the comments into a Word document.
    #[arg(long)]
    pub comments: bool,
    /// JPEG or PNG picture for the cover of an EPUB.
    #[arg(long)]
    pub cover: Option<PathBuf>,
    /// Write an EPUB from top to bottom.
    #[arg(long)]
    pub vertical: bool,
    /// What an EPUB says about the use of models, on its title page and in its metadata.
    #[arg(long)]
    pub ai_label: Option<String>,
    /// Show the numbers of paragraphs in an EPUB or a web page, for the remarks of readers.
    #[arg(long)]
    pub numbers: bool,
    /// Size of the pages of a PDF.
    #[arg(long, value_parser = ["a4", "a5", "b6"], default_value = "a5")]
    pub page: String,
    /// Write one PDF for each volume, even if the book fits into one.
    #[arg(long)]
    pub per_volume: bool,
}

/// Output formats.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Format {
    /// Plain text.
    #[default]
    Txt,
    /// Markdown.
    Md,
    /// A Word document.
    Docx,
    /// An EPUB 3.
    Epub,
    /// One web page.
    Html,
    /// A PDF, laid out by the program wenfang-pdf beside this one.
    Pdf,
    /// Text for a site.
    Site,
}

impl Format {
    /// The name in requests.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Txt => "txt",
            Self::Md => "md",
            Self::Docx => "docx",
            Self::Epub => "epub",
            Self::Html => "html",
            Self::Pdf => "pdf",
            Self::Site => "site",
        }
    }
}

#[derive(Debug, Args)]
pub struct PrintText {
    /// Project file.
    pub file: PathBuf,
    /// Chapter id; the whole book if omitted.
    #[arg(long)]
    pub chapter: Option<i64>,
    /// Show the whole volume of the chapter.
    #[arg(long, requires = "chapter")]
    pub volume: bool,
}

#[derive(Debug, Args)]
pub struct SiteText {
    /// Project file.
    pub file: PathBuf,
    /// Chapter id.
    #[arg(long)]
    pub chapter: i64,
    /// Key of the profile.
    #[arg(long)]
    pub site: String,
}
