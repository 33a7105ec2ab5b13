//! Running a check at the author's wish.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wenfang_project::{Project, findings};
use wenfang_story::SceneId;
use wenfang_story::check::Rule;

use super::find::find_aside;
use super::gather::gather;
use super::list::{FindingView, views};
use super::store::store;
use crate::canon::books::Book;
use crate::error::{Error, Result};
use crate::find::FindScope;

/// What to check.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct RunCheck {
    /// Where; in the whole book when absent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub within: FindScope,
    /// By which rules, on or off; by those that are on when absent.
    pub rules: Option<Vec<Rule>>,
}

/// What a check found.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct CheckRun {
    /// How many findings there are now, by these rules in these scenes, waived ones among them.
    pub found: usize,
    /// How many of them were not there at the last check.
    pub new: usize,
    /// How many were there at the last check and are not any more.
    pub gone: usize,
    /// By which rules it was checked.
    pub rules: Vec<Rule>,
    /// Scenes whose text is damaged and could not be checked.
    pub unreadable: Vec<SceneId>,
    /// The findings, in reading order.
    pub findings: Vec<FindingView>,
}

/// Checks a scene, a chapter or the book, and stores what is found. Stopped, nothing of it is stored.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) for rules that ask a model, or none.
pub async fn run(project: &Project, request: RunCheck) -> Result<CheckRun> {
    if let Some(rules) = &request.rules {
        refuse_what_cannot_run(rules)?;
    }
    let gathered = Arc::new(gather(project, request.within, request.rules.as_deref()).await?);
    let ran = find_aside(&gathered).await?;
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

fn refuse_what_cannot_run(rules: &[Rule]) -> Result<()> {
    if rules.is_empty() {
        return Err(Error::bad_request(
            "no rule was named",
            "Nothing was changed. Name a rule, or leave it out.",
        ));
    }
    match rules.iter().find(|rule| rule.needs_model()) {
        Some(rule) => Err(Error::bad_request(
            format!("the rule {rule} asks a model"),
            "Nothing was changed. Run a workflow that checks with a model, or name other rules.",
        )),
        None => Ok(()),
    }
}
