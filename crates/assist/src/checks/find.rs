//! Runs the rules on gathered material. Uses no file and no clock, so it can run on its own thread.

use std::sync::Arc;

use wenfang_checks::rules::{Found, check, prepare};
use wenfang_project::watch::Watch;
use wenfang_story::check::{FindingRecord, Rule};
use wenfang_usecase::{Code, Error, Result};

use super::gather::Gathered;

/// The outcome of a check.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckOutcome {
    /// The rules that ran: their earlier findings that were not found again are gone.
    pub(crate) rules: Vec<Rule>,
    /// Findings of rules, in ranges of the gathered texts.
    pub(crate) found: Vec<Found>,
    /// Findings of models, with evidence in stored versions.
    pub(crate) proven: Vec<FindingRecord>,
}

/// Runs the rules on the scenes, one rule after another.
///
/// # Errors
/// [`Code::Stopped`].
pub(crate) fn find(gathered: &Gathered, watch: &Watch) -> Result<CheckOutcome> {
    let book = gathered.book();
    let prepared = prepare(&book);
    let total = gathered.wanted.len();
    let mut found = Vec::new();
    for (done, scene) in gathered.wanted.iter().enumerate() {
        watch.report("check", done, total)?;
        found.extend(check(&prepared, &gathered.rules, *scene));
    }
    watch.report("check", total, total)?;
    Ok(CheckOutcome { rules: gathered.rules.clone(), found, proven: Vec::new() })
}

/// Runs [`find`] on a blocking thread.
///
/// # Errors
/// [`Code::Stopped`].
pub(crate) async fn find_aside(gathered: &Arc<Gathered>, watch: &Watch) -> Result<CheckOutcome> {
    let (gathered, watch) = (Arc::clone(gathered), watch.clone());
    tokio::task::spawn_blocking(move || find(&gathered, &watch))
        .await
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))?
}
