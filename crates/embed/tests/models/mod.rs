//! Test models: seeded ones in temporary folders, and files from beside the repository.
#![allow(dead_code, reason = "each test program uses its part")]

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use wenfang_embed::seeded::{Seeded, Sizes, vocabulary_of, write};
use wenfang_embed::{Embedder, Engine, Folder, Options, Pooling, Role, Scheme, load};

/// Two hundred texts: short and beyond 512 tokens, Chinese, English, Japanese, mixed, emoji.
pub const TEXTS: &str = include_str!("../golden/texts.txt");

pub fn texts() -> Vec<&'static str> {
    TEXTS.strip_suffix('\n').unwrap().split('\n').collect()
}

/// A file of `shared`; `None`, with a message on standard error, if it is absent.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(name);
    if !path.exists() {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

/// The vocabulary of bge-small-zh-v1.5.
pub fn real_vocabulary() -> Option<String> {
    let path = shared("models/bge-small-zh-v1.5/vocab.txt")?;
    Some(std::fs::read_to_string(path).unwrap())
}

/// The vocabulary of the tiny models; some texts contain characters that are not in it.
pub fn tiny_vocabulary() -> String {
    vocabulary_of(&texts()[..100].join("\n"))
}

/// A folder with a seeded model, deleted with its guard.
pub fn seeded(seed: u64, (sizes, pooling): (Sizes, Pooling), vocabulary: &str) -> (TempDir, Folder) {
    let guard = tempfile::tempdir().unwrap();
    write(guard.path(), &Seeded { seed, sizes, vocabulary, pooling }).unwrap();
    let folder = Folder::open(guard.path()).unwrap();
    (guard, folder)
}

/// A tiny model.
pub fn tiny(seed: u64, pooling: Pooling) -> (TempDir, Folder) {
    seeded(seed, (Sizes::TINY, pooling), &tiny_vocabulary())
}

pub fn options(engine: Engine, scheme: Scheme, threads: usize) -> Options {
    Options { engine, scheme, threads: NonZeroUsize::new(threads).unwrap() }
}

pub fn loaded(folder: &Folder, engine: Engine, scheme: Scheme) -> Box<dyn Embedder> {
    load(folder, &options(engine, scheme, 2)).unwrap()
}

pub fn embedded(embedder: &dyn Embedder, texts: &[&str]) -> Vec<Vec<f32>> {
    embedder.embed(texts, Role::Passage).unwrap()
}

/// The cosine of two vectors.
pub fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot =
        |a: &[f32], b: &[f32]| -> f64 { a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum() };
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

/// The lowest cosine between vectors at the same index.
pub fn least(a: &[Vec<f32>], b: &[Vec<f32>]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| cosine(a, b)).fold(1.0, f64::min)
}
