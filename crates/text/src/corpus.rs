//! Real novels for tests. They are stored outside the repository; tests skip if they are absent.

use std::path::Path;

/// Reads a text of the corpus; `None` if it is absent.
pub(crate) fn corpus(name: &str) -> Option<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {name} in the corpus");
    }
    text
}
