//! Imports novels that Pandoc converted to documents and compares them with their source.
//!
//! Pandoc and the shared corpus are not part of the repository; without them these tests print a message and pass.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed unwrap is a failed claim")]

mod kit;

use std::io::Write;
use std::process::{Command, Stdio};

use kit::novel::{Novel, check, chinese, english};

/// A document of a novel. `None`, with a message, without Pandoc.
fn converted(novel: &Novel, format: &str) -> Option<Vec<u8>> {
    let file = std::env::temp_dir().join(format!("wenfang-pandoc-{}.{format}", std::process::id()));
    let arguments = ["--from", "markdown-smart", "--standalone", "--metadata", "title=Title", "--output"];
    let child = Command::new("pandoc").args(arguments).arg(&file).stdin(Stdio::piped()).spawn();
    let Ok(mut child) = child else {
        eprintln!("skipped: pandoc is not installed");
        return None;
    };
    child.stdin.take().unwrap().write_all(novel.markdown().as_bytes()).unwrap();
    assert!(child.wait().unwrap().success(), "pandoc does not write {format}");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    Some(bytes)
}

#[test]
fn a_chinese_novel_survives_every_format() {
    let Some(novel) = chinese() else { return };
    for format in ["docx", "odt", "epub", "html"] {
        let Some(bytes) = converted(&novel, format) else { return };
        check(&novel, format, &bytes);
    }
}

#[test]
fn an_english_novel_survives_every_format() {
    let Some(novel) = english() else { return };
    for format in ["docx", "odt", "epub", "html"] {
        let Some(bytes) = converted(&novel, format) else { return };
        check(&novel, format, &bytes);
    }
}
