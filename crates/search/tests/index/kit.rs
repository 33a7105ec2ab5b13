//! What the tests of the index share.

use std::path::{Path, PathBuf};

use wenfang_search::{Index, Source, SourceKey, SourceKind};

/// Runs a test that awaits.
pub fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap().block_on(work)
}

/// A folder for one test, and an index in it.
pub async fn index() -> (tempfile::TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let opened = Index::open(&file(folder.path())).await.unwrap();
    assert_eq!(opened.made_anew, None);
    (folder, opened.index)
}

/// Where the index of a test lies; the folder is made with it.
pub fn file(folder: &Path) -> PathBuf {
    folder.join("search/novel.sqlite")
}

/// The text of a scene.
pub fn scene(id: i64) -> SourceKey {
    SourceKey { kind: SourceKind::Scene, id }
}

/// Puts the text of a scene.
pub async fn put(index: &Index, id: i64, text: &str) -> wenfang_search::Put {
    index.put(&[Source::new(scene(id), text)]).await.unwrap()
}

/// A vector that follows from a number; of unit length, near others of the same `about`.
pub fn vector(about: u64, seed: u64) -> Vec<f32> {
    let components = |seed: u64| {
        let mut state = seed;
        (0..64).map(move |_| {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut bits = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            (bits >> 40) as f32 / (1 << 23) as f32 - 1.0
        })
    };
    components(about).zip(components(seed ^ 0xABCD)).map(|(about, own)| about + own * 0.4).collect()
}

/// A file of the corpus; `None`, with a word on standard error, where it is not there.
pub fn corpus(name: &str) -> Option<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            eprintln!("skipped: {} is not there ({error})", path.display());
            None
        }
    }
}
