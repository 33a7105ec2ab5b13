//! Runs the program and reads its PDF with poppler.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test program uses a part; a failed unwrap is a failed claim"
)]

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// What a run left.
pub struct Run {
    pub status: ExitStatus,
    pub pdf: Vec<u8>,
    pub said: String,
    pub took: Duration,
    /// The most memory of the process, in MiB; 0 where the system does not tell.
    pub peak: u64,
}

impl Run {
    /// The last line of standard error.
    pub fn last(&self) -> Value {
        let line = self.said.lines().last().unwrap_or_default();
        serde_json::from_str(line).unwrap_or_else(|_| panic!("no report: {}", self.said))
    }
}

pub fn run(job: &[u8], arguments: &[&str]) -> Run {
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_wenfang-pdf"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, job) = (child.stdin.take().unwrap(), job.to_vec());
    let writer = std::thread::spawn(move || drop(stdin.write_all(&job)));
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut pdf = Vec::new();
        stdout.read_to_end(&mut pdf).unwrap();
        pdf
    });
    let mut stderr = child.stderr.take().unwrap();
    let listener = std::thread::spawn(move || {
        let mut said = String::new();
        stderr.read_to_string(&mut said).unwrap();
        said
    });
    let mut peak = 0;
    let status = loop {
        peak = peak.max(peak_of(child.id()));
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    writer.join().unwrap();
    let (pdf, said) = (reader.join().unwrap(), listener.join().unwrap());
    Run { status, pdf, said, took: started.elapsed(), peak }
}

/// The most memory of a process so far, in MiB.
fn peak_of(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

/// Runs a job that must succeed.
pub fn printed(job: &Value) -> Run {
    let run = run(job.to_string().as_bytes(), &[]);
    assert!(run.status.success(), "{}", run.said);
    assert!(run.pdf.starts_with(b"%PDF-"));
    run
}

/// Whether poppler is installed; says so if not.
pub fn has_poppler() -> bool {
    let found = Command::new("pdftotext").arg("-v").output().is_ok();
    if !found {
        eprintln!("skipped: pdftotext is not installed (poppler-utils)");
    }
    found
}

/// Whether this machine has a font for Chinese; says so if not.
pub fn has_font() -> bool {
    let job = job("zh", json!([{ "title": "", "chapters": [] }]));
    let found = run(job.to_string().as_bytes(), &[]).status.success();
    if !found {
        eprintln!("skipped: no font for Chinese is installed (fonts-noto-cjk)");
    }
    found
}

/// The text of a PDF, page by page, in lines; `body` leaves out the head and foot of pages.
pub fn pages(pdf: &[u8], body: bool) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.pdf");
    std::fs::write(&file, pdf).unwrap();
    let mut command = Command::new("pdftotext");
    command.args(["-layout", "-enc", "UTF-8"]);
    if body {
        let (width, height) = size(&file);
        // The text of each page size begins below its head and ends above its number.
        let top = 50.0;
        command.args(["-x", "0", "-y", &format!("{top:.0}")]);
        command.args(["-W", &format!("{width:.0}"), "-H", &format!("{:.0}", height - top - 48.0)]);
    }
    let output = command.arg(&file).arg("-").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let page =
        |page: &str| page.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let mut pages: Vec<Vec<String>> = text.split('\u{c}').map(page).collect();
    pages.pop();
    pages
}

/// The words that begin a line, by their place: in text output, marks that hang together become lines of their own.
pub fn line_starts(pdf: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.pdf");
    std::fs::write(&file, pdf).unwrap();
    let output =
        Command::new("pdftotext").args(["-bbox", "-enc", "UTF-8"]).arg(&file).arg("-").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let words = text.lines().filter_map(|line| {
        let (left, rest) = line.trim().strip_prefix("<word xMin=\"")?.split_once('"')?;
        let word = rest.split_once('>')?.1.strip_suffix("</word>")?;
        Some((left.parse::<f64>().ok()?, word.to_owned()))
    });
    let words: Vec<(f64, String)> = words.collect();
    let mut counts = BTreeMap::new();
    words.iter().for_each(|(left, _)| *counts.entry(left.round() as i64).or_insert(0) += 1);
    // The edge of the text is where most words begin.
    let (edge, _) = counts.into_iter().max_by_key(|(_, count)| *count).unwrap();
    // An opening mark may begin left of the edge: half of it is empty.
    words.into_iter().filter(|(left, _)| *left < edge as f64 + 2.0).map(|(_, word)| word).collect()
}

/// The size of the first page, in points.
pub fn size(file: &Path) -> (f64, f64) {
    let output = Command::new("pdfinfo").arg(file).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("Page size:")).unwrap();
    let mut numbers = line.split_whitespace().filter_map(|word| word.parse::<f64>().ok());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

/// Text without white space and hyphens.
pub fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{ad}' | '\u{2010}')).collect()
}

/// A job with the volumes of a book.
pub fn job(language: &str, volumes: Value) -> Value {
    json!({
        "form": 1, "page": "a5", "contents": false,
        "book": { "title": "渡口", "author": "林河", "language": language, "volumes": volumes },
    })
}

/// A chapter of plain paragraphs.
pub fn chapter(number: usize, title: &str, paragraphs: &[String]) -> Value {
    let blocks: Vec<Value> = paragraphs.iter().map(|text| paragraph(text)).collect();
    json!({ "title": title, "number": number, "scenes": [{ "blocks": blocks }] })
}

pub fn paragraph(text: &str) -> Value {
    let plain = json!({ "bold": false, "italic": false, "dots": false });
    json!({ "kind": "paragraph", "form": "body", "spans": [{ "kind": "text", "text": text, "style": plain }] })
}
