//! Claims about the names in a whole novel. The corpus lies outside the repository; where it is absent there is nothing
//! to check.

mod characters;
mod hints;
mod mentions;

use std::path::Path;

/// 红楼梦, simplified.
fn novel() -> Option<String> {
    corpus("hongloumeng.zh-Hans.txt")
}

/// A text of the corpus.
fn corpus(name: &str) -> Option<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {name} in the corpus");
    }
    text
}
