//! From a job to a PDF.

use serde::Serialize;
use typst::diag::SourceDiagnostic;
use typst::foundations::Smart;
use typst_kit::fonts::FontStore;
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use crate::error::{Error, Report};
use crate::fonts::{self, Families};
use crate::job::{Job, Language, Page};
use crate::readings;
use crate::world::Desk;

/// What the layout reads.
#[derive(Serialize)]
struct Data<'j> {
    look: Look,
    families: Named,
    job: &'j Job,
}

/// Families, as the layout reads them.
#[derive(Serialize)]
struct Named {
    latin: Option<String>,
    text: Vec<String>,
    kai: Option<String>,
}

/// The sizes of a page in points, and what the language decides.
#[derive(Serialize)]
struct Look {
    width: f64,
    height: f64,
    /// The size of the text.
    size: f64,
    /// The width of the text, in its own size, so that whole characters fill a line.
    measure: f64,
    /// The height of the text, in lines.
    lines: f64,
    /// From one line to the next, in the size of the text.
    pitch: f64,
    /// In the size of the text.
    indent: f64,
    /// Whether the first paragraph after a heading or a break is indented too.
    indents_all: bool,
    language: &'static str,
    region: Option<&'static str>,
    contents: &'static str,
    scene_break: &'static str,
}

const POINTS_PER_MM: f64 = 72.0 / 25.4;

fn look(page: Page, language: Language) -> Look {
    // Width and height in millimetres; size of the text in points; measure; lines.
    let (width, height, size, measure, lines) = match page {
        Page::A4 => (210.0, 297.0, 12.0, 36.0, 34.0),
        Page::A5 => (148.0, 210.0, 10.5, 29.0, 26.0),
        Page::B6 => (128.0, 182.0, 9.5, 28.0, 25.0),
    };
    let is_english = language == Language::En;
    Look {
        width: width * POINTS_PER_MM,
        height: height * POINTS_PER_MM,
        size,
        measure,
        lines,
        pitch: if is_english { 1.5 } else { 1.7 },
        indent: match language {
            Language::Zh => 2.0,
            Language::Ja => 1.0,
            Language::En => 1.5,
        },
        indents_all: !is_english,
        language: match language {
            Language::Zh => "zh",
            Language::Ja => "ja",
            Language::En => "en",
        },
        region: (language == Language::Zh).then_some("cn"),
        contents: match language {
            Language::Zh => "目录",
            Language::Ja => "目次",
            Language::En => "Contents",
        },
        scene_break: if is_english { "* * *" } else { "＊＊＊" },
    }
}

/// Lays out a job; returns the PDF and what the caller should know about it.
///
/// # Errors
/// No font has the letters of the book; the layout fails.
pub fn print(mut job: Job, store: FontStore) -> Result<(Vec<u8>, Report), Error> {
    let Families { latin, text, kai } = fonts::choose(store.book(), job.book.language)?;
    let missing = fonts::missing(store.book(), &job);
    let readings_beside = readings::move_long_ones(&mut job);
    let look = look(job.page, job.book.language);
    let data = Data { look, families: Named { latin, text, kai }, job: &job };
    let data = serde_json::to_vec(&data).map_err(|error| Error::Layout(error.to_string()))?;
    drop(job);
    let desk = Desk::new(store, data)?;
    let compiled = typst::compile::<PagedDocument>(&desk);
    let document = compiled.output.map_err(|errors| Error::Layout(message(&errors)))?;
    let is_unstable = compiled.warnings.iter().any(|warning| warning.message.contains("converge"));
    let options = PdfOptions { creator: Smart::Custom(Some("Wenfang".into())), ..PdfOptions::default() };
    let pages = document.pages().len();
    let pdf = typst_pdf::pdf(&document, &options).map_err(|errors| Error::Layout(message(&errors)))?;
    Ok((pdf, Report { pages, missing, readings_beside, is_unstable }))
}

fn message(errors: &[SourceDiagnostic]) -> String {
    errors.first().map_or_else(String::new, |error| error.message.to_string())
}
