//! Real novels for tests. They lie outside the repository; where they are absent there is nothing to check.

use std::path::Path;

/// A text of the corpus.
pub(crate) fn corpus(name: &str) -> Option<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {name} in the corpus");
    }
    text
}
