//! Which rules are on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_checks::rules::{Measured, default_on, measured};
use wenfang_project::{Project, findings, settings};
use wenfang_story::check::Rule;

use crate::error::Result;
use crate::projects::NoParams;

/// The rules of this novel.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Rules {
    /// Every rule.
    pub rules: Vec<RuleView>,
}

/// A rule.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct RuleView {
    /// Which one.
    pub rule: Rule,
    /// Whether it is on.
    pub on: bool,
    /// Whether it is on where the author says nothing.
    pub default_on: bool,
    /// Whether a model is asked.
    pub needs_model: bool,
    /// How well it does on real prose; none where that was not measured.
    pub measured: Option<Measured>,
}

const SETTING: &str = "checks.rules";

/// What the author chose. A name that this build does not know stays in the file and does nothing.
async fn chosen(conn: &mut SqliteConnection) -> Result<BTreeMap<String, bool>> {
    let stored = settings::get(conn, SETTING).await?;
    Ok(stored.and_then(|stored| serde_json::from_str(&stored).ok()).unwrap_or_default())
}

fn is_chosen(chosen: &BTreeMap<String, bool>, rule: Rule) -> bool {
    chosen.get(rule.as_str()).copied().unwrap_or_else(|| default_on(rule))
}

/// The rules that are on, those that ask a model among them.
pub(crate) async fn rules_on(conn: &mut SqliteConnection) -> Result<Vec<Rule>> {
    let chosen = chosen(conn).await?;
    Ok(Rule::ALL.into_iter().filter(|rule| is_chosen(&chosen, *rule)).collect())
}

/// Lists the rules.
pub async fn rules(project: &Project, _: NoParams) -> Result<Rules> {
    let mut tx = project.begin_read().await?;
    Ok(views(&chosen(&mut tx).await?))
}

fn views(chosen: &BTreeMap<String, bool>) -> Rules {
    let view = |rule: Rule| RuleView {
        rule,
        on: is_chosen(chosen, rule),
        default_on: default_on(rule),
        needs_model: rule.needs_model(),
        measured: measured(rule),
    };
    Rules { rules: Rule::ALL.into_iter().map(view).collect() }
}

/// Whether a rule shall be on.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct SetRule {
    /// The rule.
    pub rule: Rule,
    /// Whether it is on; null: as shipped.
    pub on: Option<bool>,
}

/// Turns a rule on or off. What one that is off found before is gone; turned on again it finds the same ones, with what
/// the author said of them.
pub async fn set_rule(project: &Project, request: SetRule) -> Result<Rules> {
    let mut tx = project.begin_write().await?;
    let mut chosen = chosen(&mut tx).await?;
    match request.on {
        Some(on) => chosen.insert(request.rule.as_str().to_owned(), on),
        None => chosen.remove(request.rule.as_str()),
    };
    settings::set(&mut tx, SETTING, &serde_json::to_string(&chosen).unwrap_or_default()).await?;
    if !is_chosen(&chosen, request.rule) {
        for finding in findings::list_open_by_rule(&mut tx, request.rule).await? {
            findings::mark_gone(&mut tx, &finding).await?;
        }
    }
    tx.commit().await?;
    Ok(views(&chosen))
}
