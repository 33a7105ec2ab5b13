//! Reading and writing documents of 3 million characters: time, and the most memory in use beside the size of the text
//! inside the file; beside Pandoc and python-docx where they are installed.
//!
//! `cargo xtask bench formats`; exits with status 1 when it misses a bar. `WENFANG_BENCH_PYTHON` names a Python that
//! has python-docx.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use wenfang_interchange::{ImportOptions, plan};
use wenfang_publish::{
    Book, BookBuilder, DocxLayout, DocxOptions, EpubOptions, HtmlOptions, commonmark, docx, epub, html,
};
use wenfang_text::NovelLanguage;

#[path = "../../../tests/src/measure.rs"]
#[allow(dead_code, unreachable_pub, reason = "other benchmarks use the rest")]
mod measure;

use measure::{Report, Times, millis, rounds, timed};

const CHARACTERS: usize = 3_000_000;
/// Characters of a chapter.
const CHAPTER: usize = 5_000;
const RUNS: usize = 5;
/// The bars: seconds, and times the size of the text inside the file.
const SECONDS: f64 = 3.0;
const MEMORY: f64 = 6.0;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let novel =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus/hongloumeng.zh-Hans.txt"));
    let Ok(novel) = std::fs::read_to_string(novel) else {
        eprintln!("skipped: no corpus beside the repository (../shared/corpus)");
        return Ok(ExitCode::SUCCESS);
    };
    let chapters = chapters(&novel);
    let book = book(&chapters);
    let mut report = Report::default();
    report.section("Writing 3 million characters");
    let word = DocxOptions {
        layout: DocxLayout::Editor,
        created_at: "2026-11-01T08:00:00Z".into(),
        ..DocxOptions::default()
    };
    let electronic = EpubOptions {
        identifier: "urn:wenfang:1".into(),
        modified_at: "2026-11-01T08:00:00Z".into(),
        ..EpubOptions::default()
    };
    let docx = written(&mut report, "DOCX", || docx(&book, &word))?;
    let epub = written(&mut report, "EPUB", || epub(&book, &electronic))?;
    let page = written(&mut report, "HTML", || Ok(html(&book, HtmlOptions::default()).into_bytes()))?;
    written(&mut report, "CommonMark", || Ok(commonmark(&book).into_bytes()))?;
    let odt = odt(&chapters)?;

    report.section("Reading 3 million characters to a plan");
    for (name, file) in [("a.docx", &docx), ("a.epub", &epub), ("a.odt", &odt)] {
        let inside = inflated(file)?;
        read(&mut report, name, file, Some(inside))?;
    }
    read(&mut report, "a.html", &page, None)?;

    report.section("The same DOCX in other programs");
    beside(&mut report, &docx)?;
    Ok(report.verdict())
}

/// The titles and texts of chapters, with marks in some paragraphs.
fn chapters(novel: &str) -> Vec<(String, String)> {
    let text: Vec<char> = novel.chars().cycle().take(CHARACTERS).collect();
    let chapter = |(at, text): (usize, &[char])| {
        let lines = text.iter().collect::<String>();
        let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate();
        let lines = lines.map(|(at, line)| match at % 8 {
            0 => format!("他想，*快走*，**不回头**。{line}"),
            1 => format!("{line}｜饕餮《tāo tiè》^[古代的怪兽。]"),
            _ => line.to_owned(),
        });
        (format!("第{}章 渡口", at + 1), lines.collect::<Vec<_>>().join("\n"))
    };
    text.chunks(CHAPTER).enumerate().map(chapter).collect()
}

fn book(chapters: &[(String, String)]) -> Book {
    let mut builder = BookBuilder::new("渡口", "林河", NovelLanguage::Zh);
    for (title, text) in chapters {
        builder.chapter(title);
        builder.scene(None, (text, &[]), Vec::new());
    }
    builder.finish()
}

/// An OpenDocument text of the plain lines.
fn odt(chapters: &[(String, String)]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let mut body = String::from(
        "<?xml version=\"1.0\"?><office:document-content \
         xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
         xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:text>",
    );
    for (title, text) in chapters {
        body.push_str(&format!("<text:h text:outline-level=\"1\">{}</text:h>", escaped(title)));
        text.lines().for_each(|line| body.push_str(&format!("<text:p>{}</text:p>", escaped(line))));
    }
    body.push_str("</office:text></office:body></office:document-content>");
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("mimetype", options)?;
    zip.write_all(b"application/vnd.oasis.opendocument.text")?;
    zip.start_file("content.xml", options)?;
    zip.write_all(body.as_bytes())?;
    Ok(zip.finish()?.into_inner())
}

fn written(
    report: &mut Report,
    name: &str,
    write: impl Fn() -> Result<Vec<u8>, wenfang_publish::PublishError>,
) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let file = write()?;
    let mut times = Times::default();
    for _ in 0..rounds(RUNS, 2) {
        times.push(timed(|| black_box(write().is_ok())).1);
    }
    report.figure(
        &format!("{name}, median ms, MB"),
        &format!("{:.0}, {:.1}", millis(times.median()), megabytes(file.len())),
    );
    Ok(file)
}

/// Reads a file to a plan. `inside` is the size of the text in it.
fn read(
    report: &mut Report,
    name: &str,
    file: &[u8],
    inside: Option<usize>,
) -> Result<(), Box<dyn std::error::Error>> {
    let options = ImportOptions { file_name: Some(name.to_owned()), ..ImportOptions::default() };
    let mut times = Times::default();
    for _ in 0..rounds(RUNS, 2) {
        times.push(timed(|| black_box(plan(file, &options).is_ok())).1);
    }
    let before = IN_USE.load(Relaxed);
    MOST.store(before, Relaxed);
    let chapters = plan(file, &options)?.chapters().count();
    let used = MOST.load(Relaxed) - before;
    report.figure(&format!("{name}: chapters found"), &chapters.to_string());
    report.at_most(&format!("{name}, median"), (times.median().as_secs_f64(), SECONDS), "s");
    match inside {
        None => report
            .figure(&format!("{name}: memory, times the file"), &format!("{:.2}", ratio(used, file.len()))),
        Some(inside) => {
            report.figure(&format!("{name}: text inside, MB"), &format!("{:.1}", megabytes(inside)));
            report.at_most(&format!("{name}: memory, times the text"), (ratio(used, inside), MEMORY), "×");
        }
    }
    Ok(())
}

/// The size of the text inside a file.
fn inflated(file: &[u8]) -> Result<usize, Box<dyn std::error::Error>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(file))?;
    let mut size = 0;
    for at in 0..zip.len() {
        let mut entry = zip.by_index(at)?;
        let name = entry.name()?.clone();
        if name == "word/document.xml" || name == "content.xml" || name.ends_with(".xhtml") {
            let mut text = Vec::new();
            size += entry.read_to_end(&mut text)?;
        }
    }
    Ok(size)
}

/// Reads the document with Pandoc and python-docx, once each.
fn beside(report: &mut Report, docx: &[u8]) -> std::io::Result<()> {
    let file = std::env::temp_dir().join(format!("wenfang-formats-{}.docx", std::process::id()));
    std::fs::write(&file, docx)?;
    let script = "import sys, docx\nfor p in docx.Document(sys.argv[1]).paragraphs: p.text";
    let python = std::env::var("WENFANG_BENCH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut pandoc = Command::new("pandoc");
    pandoc.args(["--from", "docx", "--to", "plain", "--output"]).arg(file.with_extension("txt")).arg(&file);
    let mut library = Command::new(python);
    library.args(["-c", script]).arg(&file);
    for (name, command) in [("Pandoc", &mut pandoc), ("python-docx", &mut library)] {
        let figure = match seconds(command) {
            Some(time) => format!("{:.1}", time.as_secs_f64()),
            None => "not installed".to_owned(),
        };
        report.figure(&format!("{name}, s"), &figure);
    }
    let _ = std::fs::remove_file(file.with_extension("txt"));
    std::fs::remove_file(file)
}

fn seconds(command: &mut Command) -> Option<Duration> {
    let (status, time) = timed(|| command.stdout(Stdio::null()).stderr(Stdio::null()).status());
    status.is_ok_and(|status| status.success()).then_some(time)
}

fn ratio(part: usize, whole: usize) -> f64 {
    megabytes(part) / megabytes(whole)
}

fn megabytes(bytes: usize) -> f64 {
    u32::try_from(bytes).map_or(f64::INFINITY, |bytes| f64::from(bytes) / 1e6)
}

/// The system's allocator, which counts the bytes in use and their maximum.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on unchanged to the system's allocator; only sizes are recorded.
#[allow(unsafe_code, reason = "an allocator that counts is a global allocator")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        MOST.fetch_max(used, Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(block, layout) }
    }
}
