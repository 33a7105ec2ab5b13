//! Tests the names of a whole novel. The corpus is stored outside the repository; tests skip if it is absent.

mod characters;
mod hints;
mod mentions;

use std::path::Path;

/// 红楼梦, simplified.
fn novel() -> Option<String> {
    corpus("hongloumeng.zh-Hans.txt")
}

/// Reads a text of the corpus; `None` if it is absent.
fn corpus(name: &str) -> Option<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {name} in the corpus");
    }
    text
}
