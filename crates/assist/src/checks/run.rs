//! Running a check for the author.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wenfang_canon::books::Book;
use wenfang_manuscript::find::FindScope;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, findings};
use wenfang_story::SceneId;
use wenfang_story::check::Rule;
use wenfang_usecase::{Error, Result};

use super::find::find_aside;
use super::gather::gather;
use super::list::{FindingView, views};
use super::store::store;

/// A check to run.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct RunCheck {
    /// The scope; the whole book when absent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub within: FindScope,
    /// The rules to run, even if they are off; the enabled rules when absent.
    pub rules: Option<Vec<Rule>>,
}

/// The result of a check.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct CheckRun {
    /// Number of current findings of these rules in these scenes, including waived ones.
    pub found: usize,
    /// Number of findings that are new since the last check.
    pub new: usize,
    /// Number of findings that are gone since the last check.
    pub gone: usize,
    /// The rules that ran.
    pub rules: Vec<Rule>,
    /// Scenes that could not be checked because their text is damaged.
    pub unreadable: Vec<SceneId>,
    /// In reading order.
    pub findings: Vec<FindingView>,
}

/// Checks a scene, a chapter or the book and stores the findings. A stopped check stores nothing.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) if a rule needs a model or the list is empty.
pub async fn run(project: &Project, request: RunCheck, watch: &Watch) -> Result<CheckRun> {
    if let Some(rules) = &request.rules {
        check_rules(rules)?;
    }
    let gathered = Arc::new(gather(project, request.within, request.rules.as_deref()).await?);
    let ran = find_aside(&gathered, watch).await?;
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let stored = store(&mut tx, now, (&gathered, &ran)).await?;
    tx.commit().await?;

    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let mut found = Vec::with_capacity(stored.found.len());
    for id in &stored.found {
        found.push(findings::require(&mut tx, *id).await?);
    }
    Ok(CheckRun {
        found: stored.found.len(),
        new: stored.new,
        gone: stored.gone,
        rules: gathered.rules.clone(),
        unreadable: gathered.unreadable.clone(),
        findings: views(&mut tx, &book, found).await?,
    })
}

fn check_rules(rules: &[Rule]) -> Result<()> {
    if rules.is_empty() {
        return Err(Error::bad_request(
            "the list of rules is empty",
            "Nothing was changed. Name at least one rule, or omit the list.",
        ));
    }
    match rules.iter().find(|rule| rule.needs_model()) {
        Some(rule) => Err(Error::bad_request(
            format!("the rule {rule} needs a model"),
            "Nothing was changed. Run a workflow that checks with a model, or choose other rules.",
        )),
        None => Ok(()),
    }
}
