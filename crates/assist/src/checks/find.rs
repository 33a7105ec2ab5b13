//! Runs the rules on gathered material. Uses no file and no clock, so it can run on its own thread.

use std::sync::Arc;

use wenfang_checks::rules::{Found, check, prepare};
use wenfang_project::watch::Watch;
use wenfang_story::SceneId;
use wenfang_story::check::{FindingRecord, Rule};
use wenfang_text::CharRange;
use wenfang_usecase::{Result, aside};

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
    /// The passages about which a model was not asked again, in ranges of the gathered texts.
    pub(crate) not_asked: Vec<(SceneId, CharRange)>,
}

/// Runs the rules on the wanted scenes.
///
/// # Errors
/// [`Code::Stopped`](wenfang_usecase::Code::Stopped).
pub(crate) fn find(gathered: &Gathered, watch: &Watch) -> Result<CheckOutcome> {
    let mut found = Vec::new();
    check_scenes(gathered, &gathered.wanted, watch, |_, of_scene| found.extend(of_scene))?;
    Ok(CheckOutcome { rules: gathered.rules.clone(), found, ..CheckOutcome::default() })
}

/// Runs the rules on some scenes, one scene after another, and passes on the findings of each.
///
/// # Errors
/// [`Code::Stopped`](wenfang_usecase::Code::Stopped); what was found before was passed on.
pub(super) fn check_scenes(
    gathered: &Gathered,
    scenes: &[SceneId],
    watch: &Watch,
    mut take: impl FnMut(SceneId, Vec<Found>),
) -> Result<()> {
    if scenes.is_empty() {
        return Ok(());
    }
    let book = gathered.book();
    let prepared = prepare(&book);
    for (done, scene) in scenes.iter().enumerate() {
        watch.report("check", done, scenes.len())?;
        take(*scene, gathered.in_texts(check(&prepared, &gathered.rules, *scene)));
    }
    watch.report("check", scenes.len(), scenes.len())?;
    Ok(())
}

/// Runs [`find`] on a blocking thread.
///
/// # Errors
/// [`Code::Stopped`](wenfang_usecase::Code::Stopped).
pub(crate) async fn find_aside(gathered: &Arc<Gathered>, watch: &Watch) -> Result<CheckOutcome> {
    let (gathered, watch) = (Arc::clone(gathered), watch.clone());
    aside(move || find(&gathered, &watch)).await?
}
