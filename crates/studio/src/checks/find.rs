//! Looking through what was gathered. No file, no clock: work for a thread of its own.

use std::sync::Arc;

use wenfang_checks::rules::{Found, check, prepare};
use wenfang_project::watch::{self, Watch};
use wenfang_story::check::{FindingRecord, Rule};

use super::gather::Gathered;
use crate::error::{Code, Error, Result};

/// What a check found.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckOutcome {
    /// The rules it was made by: what they found before and did not find again is gone.
    pub(crate) rules: Vec<Rule>,
    /// What they found, in the ranges of the gathered texts.
    pub(crate) found: Vec<Found>,
    /// What models found, with evidence in versions of their scenes.
    pub(crate) proven: Vec<FindingRecord>,
}

/// Checks the scenes that are wanted by the rules that are wanted, one after another.
///
/// # Errors
/// [`Code::Stopped`].
pub(crate) fn find(gathered: &Gathered) -> Result<CheckOutcome> {
    let book = gathered.book();
    let prepared = prepare(&book);
    let total = gathered.wanted.len();
    let mut found = Vec::new();
    for (done, scene) in gathered.wanted.iter().enumerate() {
        watch::report("check", done, total)?;
        found.extend(check(&prepared, &gathered.rules, *scene));
    }
    watch::report("check", total, total)?;
    Ok(CheckOutcome { rules: gathered.rules.clone(), found, proven: Vec::new() })
}

/// [`find`] in a thread for work, watched by whoever watches this task.
///
/// # Errors
/// [`Code::Stopped`].
pub(crate) async fn find_aside(gathered: &Arc<Gathered>) -> Result<CheckOutcome> {
    let (gathered, watch) = (Arc::clone(gathered), Watch::current());
    tokio::task::spawn_blocking(move || watch::within(watch, || find(&gathered)))
        .await
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))?
}
