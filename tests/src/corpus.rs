//! Real novels for tests, read from outside the repository.

use std::path::PathBuf;

/// Names the folder of the corpus; beside the repository by default.
const FOLDER: &str = "WENFANG_CORPUS";

/// Reads a corpus file; `None`, with a message on standard error, if it does not exist.
pub fn bytes(name: &str) -> Option<Vec<u8>> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let path = std::env::var_os(FOLDER).map_or_else(beside, PathBuf::from).join(name);
    match std::fs::read(&path) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            eprintln!("skipped: {} does not exist ({error})", path.display());
            None
        }
    }
}

/// Reads a corpus file as UTF-8.
pub fn text(name: &str) -> Option<String> {
    bytes(name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// 红楼梦, simplified: one paragraph per line, 120 headings.
pub const HONGLOUMENG: &str = "hongloumeng.zh-Hans.txt";

/// The chapters of 红楼梦, simplified: title and text.
pub fn hongloumeng() -> Option<Vec<(String, String)>> {
    let text = text(HONGLOUMENG)?;
    let mut chapters: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let is_heading =
            line.starts_with('第') && line.contains('回') && line.chars().count() < 40 && line.contains(' ');
        match chapters.last_mut() {
            _ if is_heading => chapters.push((line.to_owned(), String::new())),
            Some((_, text)) => {
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    Some(chapters)
}
