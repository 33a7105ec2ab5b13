//! Large books.

use std::time::Instant;

use serde_json::{Map, Value, json};
use wenfang_interchange::lorebook::{BookToWrite, Container, read};
use wenfang_story::canon::LorebookFormat;

use crate::samples::{FORMATS, open, written};

fn book(entries: usize) -> Vec<u8> {
    let entry = |at: usize| {
        json!({"uid": at, "key": [format!("词{at}")], "comment": format!("条{at}"), "content": "一段不长的说明。",
            "order": at % 1200, "x": {"y": [1.5]}})
    };
    let entries: Map<String, Value> = (0..entries).map(|at| (at.to_string(), entry(at))).collect();
    json!({ "entries": entries }).to_string().into_bytes()
}

#[test]
fn fifty_thousand_entries_are_read_and_written() {
    let bytes = book(50_000);
    let start = Instant::now();
    let book = read(&bytes, "big.json").unwrap();
    eprintln!("read {} bytes: {:?}", bytes.len(), start.elapsed());
    assert_eq!(book.entries.len(), 50_000);
    let start = Instant::now();
    let again = written(&book.into(), LorebookFormat::WorldInfo, Container::Json).unwrap();
    eprintln!("written: {:?}", start.elapsed());
    assert_eq!(serde_json::from_slice::<Value>(&again).unwrap().to_string().into_bytes(), bytes);
}

#[test]
fn conversion_time_is_not_quadratic() {
    let book = BookToWrite::from(read(&book(2_000), "big.json").unwrap());
    for format in FORMATS {
        let start = Instant::now();
        let written = written(&book, format, Container::Json).unwrap();
        eprintln!("written as {format}, {} bytes: {:?}", written.len(), start.elapsed());
        // The bound allows for an unoptimised build on a busy machine; a quadratic step would exceed it.
        assert!(start.elapsed().as_secs() < 30);
    }
}

#[test]
fn long_and_identical_entries_stay_separate() {
    let long = "长".repeat(300_000);
    let entry = json!({"key": ["同"], "comment": "同", "content": long});
    let value = json!({"entries": [entry, entry, {"key": ["同"], "comment": "同", "content": "短"}]});
    let book = open(&value);
    assert_eq!(book.warnings.len(), 1);
    assert_eq!(book.entries[1].record.content.chars().count(), 300_000);
    let bytes = written(&book.into(), LorebookFormat::WorldInfo, Container::Json).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&bytes).unwrap(), value);
}
