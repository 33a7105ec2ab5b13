//! Finds the template in use.

use sqlx::SqliteConnection;
use wenfang_drafting::context::Layer;
use wenfang_drafting::prompts::{Language, Template, TemplateError, shipped_template};
use wenfang_project::{canon, meta};
use wenfang_story::PromptId;
use wenfang_story::generation::{Act, PromptRecord, PromptRef};
use wenfang_usecase::{Code, Error, Result};

use super::prompts::PromptFault;
use super::read_artifacts::unknown_artifacts;

/// A template with its reference.
pub(super) struct InUse {
    pub(super) template: Template,
    pub(super) reference: PromptRef,
}

/// The project's versions of a template, oldest first.
pub(super) async fn versions(
    conn: &mut SqliteConnection,
    (group, key, language): (&str, &str, Language),
) -> Result<Vec<(PromptId, PromptRecord)>> {
    let all: Vec<(PromptId, PromptRecord)> = canon::list(conn).await?;
    let same = |record: &PromptRecord| {
        record.group == group && record.key == key && record.language == language.code()
    };
    Ok(all.into_iter().filter(|(_, record)| same(record)).collect())
}

/// The template in use: the project's enabled version, else the shipped one.
///
/// # Errors
/// [`Code::NotFound`] for an unknown key.
pub(super) async fn in_use(
    conn: &mut SqliteConnection,
    (group, key, language): (&str, &str, Language),
) -> Result<InUse> {
    let own = versions(conn, (group, key, language)).await?;
    // The newest one wins if an older release or a restore left two enabled.
    if let Some((id, record)) = own.into_iter().rev().find(|(_, record)| record.enabled) {
        let template = known(conn, parsed(&record.template)?).await?;
        let reference = reference(&template, (group, key), Some((id, record.version)));
        return Ok(InUse { template, reference });
    }
    let template = shipped_template(group, key, language).ok_or_else(|| {
        Error::new(
            Code::NotFound,
            format!("there is no prompt {group}/{key} ({})", language.code()),
            "Choose a prompt from the list.",
        )
    })?;
    let reference = reference(&template, (group, key), None);
    Ok(InUse { template, reference })
}

/// The acts that write prose by a template in use without working notes.
pub(crate) async fn acts_without_notes(conn: &mut SqliteConnection) -> Result<Vec<Act>> {
    let language = Language::for_novel(meta::require(conn).await?.novel_language());
    let mut without = Vec::new();
    for act in Act::ALL.into_iter().filter(|act| act.is_prose() && act.is_of_scene()) {
        let (group, key) = act.prompt();
        // A template that cannot be used says so where it is used.
        let Ok(InUse { template, .. }) = in_use(conn, (group, key, language)).await else { continue };
        let notes = Layer::Notes.variable();
        if template.heading().variables.iter().all(|declared| declared.name != notes) {
            without.push(act);
        }
    }
    Ok(without)
}

/// Parses a template for a trial; nothing is stored.
pub(super) async fn on_trial(
    conn: &mut SqliteConnection,
    source: &str,
    (group, key): (&str, &str),
) -> Result<InUse> {
    let template = known(conn, parsed(source)?).await?;
    let reference = reference(&template, (group, key), None);
    Ok(InUse { template, reference })
}

fn reference(template: &Template, (group, key): (&str, &str), own: Option<(PromptId, u32)>) -> PromptRef {
    PromptRef {
        group: group.to_owned(),
        key: key.to_owned(),
        language: template.heading().language.code().to_owned(),
        id: own.map(|(id, _)| id),
        version: own.map(|(_, version)| version),
        hash: template.hash().to_string(),
    }
}

/// Parses a template file that must have no faults.
///
/// # Errors
/// [`Code::PromptFaulty`] with every fault and its line.
pub(super) fn parsed(source: &str) -> Result<Template> {
    Template::import(source).map_err(|faults| faulty(&faults))
}

/// The template, if it uses no artifact that is unknown.
///
/// # Errors
/// [`Code::PromptFaulty`] with every such use and its line.
pub(super) async fn known(conn: &mut SqliteConnection, template: Template) -> Result<Template> {
    let faults = unknown_artifacts(conn, &template).await?;
    if faults.is_empty() { Ok(template) } else { Err(faulty(&faults)) }
}

pub(super) fn faulty(faults: &[TemplateError]) -> Error {
    let first = faults.first().map(ToString::to_string).unwrap_or_default();
    Error::new(
        Code::PromptFaulty,
        format!("the prompt cannot be used: {first}"),
        "Nothing was changed and nothing was sent. Fix the line, or go back to the shipped prompt.",
    )
    .with(serde_json::json!({ "faults": PromptFault::all(faults) }))
}
