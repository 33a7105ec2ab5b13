//! The search index: by meaning beside sqlite-vec, by words beside a scan of the whole book, and the cost of an edit.
//!
//! `cargo xtask bench search [vectors]`; `vectors` is their number; by default 10,000, then 35,000, then 200,000.
//! Exits with status 1 when it misses a bar.

use std::process::ExitCode;

use anyhow::Result;
use wenfang_tests::measure::{Report, rounds};

mod reference;
mod synthetic;
mod vectors;
mod words;

/// Numbers of vectors: a novel of a million characters, a long novel, and one of thirty million characters, for which
/// the index has codes. In a short run, the last is just large enough for codes.
const VECTORS: [usize; 2] = [10_000, 35_000];
const LARGE: usize = 200_000;
const LARGE_SHORT: usize = 60_000;

pub(crate) fn measure(words: &[String]) -> Result<ExitCode> {
    let asked = words.first().and_then(|word| word.parse().ok());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut report = Report::default();
    runtime.block_on(words::measure(&mut report))?;
    let counts = match asked {
        Some(count) => vec![count],
        None => [&VECTORS[..], &[rounds(LARGE, LARGE_SHORT)]].concat(),
    };
    for count in counts {
        for shape in [synthetic::Shape::Clusters, synthetic::Shape::Cone] {
            runtime.block_on(vectors::measure(&mut report, shape, count))?;
        }
    }
    Ok(report.verdict())
}
