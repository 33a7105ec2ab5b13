//! Prints the marks of every line of some files as JSON, for the page's test to compare with (`WENFANG_MARKS`, in
//! `ui/src/editor/prose-marks.test.ts`). Without files, prints `tests/golden/marks-random.json`.
//!
//! `cargo run -p wenfang-text --example marks -- FILE …`

#![allow(clippy::print_stdout, reason = "printing is what this program is for")]

use serde_json::{Value, json};
use wenfang_text::TextIndex;
use wenfang_text::marks::marks;

fn main() -> std::io::Result<()> {
    let mut texts = Vec::new();
    for path in std::env::args().skip(1) {
        texts.push(std::fs::read_to_string(path)?);
    }
    if texts.is_empty() {
        texts.push(random_lines());
    }
    let cases: Vec<String> =
        texts.iter().flat_map(|text| text.lines()).map(|line| format!("  {}", case(line))).collect();
    println!("[\n{}\n]", cases.join(",\n"));
    Ok(())
}

fn case(line: &str) -> Value {
    let index = TextIndex::new(line);
    let shown = |range| index.slice(range);
    let marks = marks(line);
    let marks = marks.iter().map(|span| json!([span.kind, shown(span.outer), shown(span.inner)]));
    json!({ "line": line, "marks": marks.collect::<Vec<_>>() })
}

/// The same lines each time, of the characters of marks and a few others.
fn random_lines() -> String {
    const PIECES: [&str; 26] = [
        "甲", "乙", "a", " ", "　", "。", "𠮷", "*", "*", "**", "***", "\\", "^[", "]", "^", "｜", "《",
        "》", "《《", "》》", "> ", ">>", "<<", "#", "-", "＊",
    ];
    let mut seed = 1_u64;
    let mut next = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap_or(0) % most
    };
    let mut line = || -> String {
        let length = 1 + next(14);
        (0..length).map(|_| PIECES[next(PIECES.len())]).collect()
    };
    (0..2_000).map(|_| line()).collect::<Vec<_>>().join("\n")
}
