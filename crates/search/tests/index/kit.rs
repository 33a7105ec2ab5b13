//! Shared code of the index tests.

use std::path::{Path, PathBuf};

use wenfang_search::{Index, Source, SourceKey, SourceKind};

/// Runs an async test.
pub fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap().block_on(work)
}

/// Creates a folder for a test and an index in it.
pub async fn index() -> (tempfile::TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let opened = Index::open(&file(folder.path())).await.unwrap();
    assert_eq!(opened.recreated, None);
    (folder, opened.index)
}

/// The path of the index of a test; its folder is created with it.
pub fn file(folder: &Path) -> PathBuf {
    folder.join("search/novel.sqlite")
}

/// The key of the text of a scene.
pub fn scene(id: i64) -> SourceKey {
    SourceKey { kind: SourceKind::Scene, id }
}

/// Indexes the text of a scene.
pub async fn put(index: &Index, id: i64, text: &str) -> wenfang_search::Put {
    index.put(&[Source::new(scene(id), text)]).await.unwrap()
}

/// A deterministic vector for a seed; close to others with the same `about`.
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

/// Reads a file of the corpus; `None`, with a message on standard error, if it is missing.
pub fn corpus(name: &str) -> Option<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            eprintln!("skipped: cannot read {} ({error})", path.display());
            None
        }
    }
}
