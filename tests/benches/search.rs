//! The search index: by meaning beside sqlite-vec, by words beside a scan of the whole book, and the cost of an edit.
//!
//! `cargo xtask bench search [vectors]`; `vectors` is their number, 200,000 by default. Exits with status 1 when it
//! misses a bar.

use std::process::ExitCode;

use anyhow::Result;
use wenfang_tests::measure::{Report, rounds};

mod reference;
mod synthetic;
mod vectors;
mod words;

/// Default number of vectors: a novel of thirty million characters.
const VECTORS: usize = 200_000;

pub(crate) fn measure(words: &[String]) -> Result<ExitCode> {
    reference::register();
    let asked = words.first().and_then(|word| word.parse().ok());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut report = Report::default();
    runtime.block_on(words::measure(&mut report))?;
    for shape in [synthetic::Shape::Clusters, synthetic::Shape::Cone] {
        runtime.block_on(vectors::measure(
            &mut report,
            shape,
            asked.unwrap_or_else(|| rounds(VECTORS, VECTORS / 4)),
        ))?;
    }
    Ok(report.verdict())
}
