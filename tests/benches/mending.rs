//! Mending: 3,200 sessions with models that behave in a known way, what a re-check says beside the truth, an author who
//! writes meanwhile, taking up a killed session, and what is stored.
//!
//! `cargo xtask bench mending`; exits with status 1 when it misses a bar. `mending suite` runs the sessions alone, and so
//! do the names of the other parts.

mod meanwhile;
mod recheck;
mod resume;
mod state;
mod suite;

use std::process::ExitCode;

use anyhow::{Context, Result};
use wenfang_tests::measure::{Report, rounds};
use wenfang_tests::mending::{Book, Language, books};

pub(crate) fn measure(parts: &[String]) -> Result<ExitCode> {
    let is_wanted = |part: &str| parts.is_empty() || parts.iter().any(|wanted| wanted == part);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut report = Report::default();
    let all: Vec<Book> = runtime.block_on(books(1))?;
    let chinese = all.iter().find(|book| book.language == Language::Chinese).context("there are chapters")?;
    if is_wanted("suite") {
        let books = runtime.block_on(books(rounds(1, 10)))?;
        runtime.block_on(suite::measure(&mut report, &books))?;
    }
    if is_wanted("recheck") {
        recheck::measure(&mut report, &all)?;
    }
    if is_wanted("meanwhile") {
        let chapters: Vec<_> = all.iter().flat_map(|book| &book.chapters).collect();
        meanwhile::measure(&mut report, &chapters)?;
        let books = all.get(..rounds(all.len(), 3)).unwrap_or(&all);
        runtime.block_on(meanwhile::by_commands(&mut report, books))?;
    }
    if is_wanted("state") {
        runtime.block_on(state::writes(&mut report, chinese))?;
        runtime.block_on(state::audit_log(&mut report))?;
    }
    if is_wanted("resume") {
        runtime.block_on(resume::time_budgets(&mut report, chinese))?;
        runtime.block_on(resume::after_a_kill(&mut report, chinese))?;
    }
    Ok(report.verdict())
}
