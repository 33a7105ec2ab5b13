//! Enabling and disabling rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_checks::rules::{Measured, default_on, measured};
use wenfang_project::{Project, findings, settings};
use wenfang_story::check::Rule;

use wenfang_usecase::{Error, NoParams, Result};

/// The rules of this novel.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Rules {
    pub rules: Vec<RuleView>,
}

/// A rule with its state and accuracy.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct RuleView {
    pub rule: Rule,
    pub on: bool,
    /// Whether it is on by default.
    pub default_on: bool,
    pub needs_model: bool,
    /// Its accuracy on real prose; none if it was not measured.
    pub measured: Option<Measured>,
    /// Whether a mending accepts its replacements by itself; none if it may not.
    pub accepts: Option<bool>,
}

/// The project setting with the author's choices.
const SETTING: &str = "checks.rules";
/// The project setting with the rules whose replacements are accepted by themselves.
const ACCEPTING: &str = "mending.accept";
/// The least precision of a rule whose replacements may be accepted by themselves: one in twenty may be wrong, and is
/// taken back with one click.
const MIN_PRECISION: f64 = 0.95;

/// Whether the replacements of a rule may be accepted by themselves.
fn may_accept(rule: Rule) -> bool {
    let has_replacements = matches!(
        rule,
        Rule::NameDrift
            | Rule::Tense
            | Rule::Punctuation
            | Rule::WrongCharacter
            | Rule::DeParticles
            | Rule::Doubled
    );
    has_replacements && measured(rule).is_some_and(|measured| measured.precision >= MIN_PRECISION)
}

/// The rules whose replacements the author wants to be accepted by themselves.
pub(crate) async fn accepting(conn: &mut SqliteConnection) -> Result<Vec<Rule>> {
    let stored = settings::get(conn, ACCEPTING).await?;
    let names: Vec<String> = stored.and_then(|stored| serde_json::from_str(&stored).ok()).unwrap_or_default();
    let rules = names.iter().filter_map(|name| name.parse().ok());
    Ok(rules.filter(|rule| may_accept(*rule)).collect())
}

/// The author's choices. Unknown rule names are preserved and ignored.
async fn chosen(conn: &mut SqliteConnection) -> Result<BTreeMap<String, bool>> {
    let stored = settings::get(conn, SETTING).await?;
    Ok(stored.and_then(|stored| serde_json::from_str(&stored).ok()).unwrap_or_default())
}

fn is_chosen(chosen: &BTreeMap<String, bool>, rule: Rule) -> bool {
    chosen.get(rule.as_str()).copied().unwrap_or_else(|| default_on(rule))
}

/// The enabled rules, including those that need a model.
pub(crate) async fn rules_on(conn: &mut SqliteConnection) -> Result<Vec<Rule>> {
    let chosen = chosen(conn).await?;
    Ok(Rule::ALL.into_iter().filter(|rule| is_chosen(&chosen, *rule)).collect())
}

/// Lists the rules.
pub async fn rules(project: &Project, _: NoParams) -> Result<Rules> {
    let mut tx = project.begin_read().await?;
    Ok(views(&chosen(&mut tx).await?, &accepting(&mut tx).await?))
}

fn views(chosen: &BTreeMap<String, bool>, accepting: &[Rule]) -> Rules {
    let view = |rule: Rule| RuleView {
        rule,
        on: is_chosen(chosen, rule),
        default_on: default_on(rule),
        needs_model: rule.needs_model(),
        measured: measured(rule),
        accepts: may_accept(rule).then(|| accepting.contains(&rule)),
    };
    Rules { rules: Rule::ALL.into_iter().map(view).collect() }
}

/// A rule to switch on or off.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct SetRule {
    pub rule: Rule,
    /// Null restores the default.
    pub on: Option<bool>,
}

/// Switches a rule on or off. Switching it off marks its findings as gone; switching it on finds them again,
/// with their waivers.
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
    let accepting = accepting(&mut tx).await?;
    tx.commit().await?;
    Ok(views(&chosen, &accepting))
}

/// Whether a mending accepts the replacements of a rule by itself.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct SetAccepting {
    pub rule: Rule,
    pub on: bool,
}

/// Lets mendings accept the replacements of a rule by themselves, or not.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a rule that is not measured or not precise enough.
pub async fn set_accepting(project: &Project, request: SetAccepting) -> Result<Rules> {
    let SetAccepting { rule, on } = request;
    if on && !may_accept(rule) {
        return Err(Error::bad_request(
            format!(
                "the rule {rule} is not measured, or less than {MIN_PRECISION} of its findings are right"
            ),
            "Nothing was changed. Look at its replacements before you accept them.",
        ));
    }
    let mut tx = project.begin_write().await?;
    let mut rules = accepting(&mut tx).await?;
    rules.retain(|one| *one != rule);
    rules.extend(on.then_some(rule));
    settings::set(&mut tx, ACCEPTING, &serde_json::to_string(&rules).unwrap_or_default()).await?;
    let chosen = chosen(&mut tx).await?;
    tx.commit().await?;
    Ok(views(&chosen, &rules))
}
