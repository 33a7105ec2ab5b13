//! Generations with steps: what a press costs before its request, steps side by side, how soon a stop acts, reports,
//! profiles, and what is stored.
//!
//! `cargo xtask bench pipelines`; exits with status 1 when it misses a bar. The names of the parts run one alone:
//! `press`, `steps`, `stop`, `report`, `profile`, `stored`.

mod desk;
mod press;
mod profile;
mod report;
mod steps;
mod stop;
mod stored;

use std::process::ExitCode;

use anyhow::Result;
use wenfang_tests::measure::Report;

pub(crate) fn measure(parts: &[String]) -> Result<ExitCode> {
    let is_wanted = |part: &str| parts.is_empty() || parts.iter().any(|wanted| wanted == part);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut report = Report::default();
    if is_wanted("press") {
        runtime.block_on(press::measure(&mut report))?;
    }
    if is_wanted("steps") {
        runtime.block_on(steps::measure(&mut report))?;
    }
    if is_wanted("stop") {
        runtime.block_on(stop::measure(&mut report))?;
    }
    if is_wanted("report") {
        runtime.block_on(report::measure(&mut report))?;
    }
    if is_wanted("profile") {
        runtime.block_on(profile::measure(&mut report))?;
    }
    if is_wanted("stored") {
        runtime.block_on(stored::measure(&mut report))?;
    }
    Ok(report.verdict())
}
