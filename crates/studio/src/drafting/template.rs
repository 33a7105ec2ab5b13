//! Which template is in use.

use sqlx::SqliteConnection;
use wenfang_drafting::prompts::{Language, Template, TemplateError, shipped_template};
use wenfang_project::canon;
use wenfang_story::PromptId;
use wenfang_story::generation::{PromptRecord, PromptRef};

use super::prompts::PromptFault;
use crate::error::{Code, Error, Result};

/// A template and where it comes from.
pub(super) struct InUse {
    pub(super) template: Template,
    pub(super) reference: PromptRef,
}

/// The versions of a template that the project has of its own, oldest first.
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

/// The template in use: the project's own version that is switched on, else the shipped one.
///
/// # Errors
/// [`Code::NotFound`] for a key that there is none for.
pub(super) async fn in_use(
    conn: &mut SqliteConnection,
    (group, key, language): (&str, &str, Language),
) -> Result<InUse> {
    let own = versions(conn, (group, key, language)).await?;
    // The newest one, should an older release or a restore have left two switched on.
    if let Some((id, record)) = own.into_iter().rev().find(|(_, record)| record.enabled) {
        let template = parsed(&record.template)?;
        let reference = reference(&template, (group, key), Some((id, record.version)));
        return Ok(InUse { template, reference });
    }
    let template = shipped_template(group, key, language).ok_or_else(|| {
        Error::new(
            Code::NotFound,
            format!("there is no prompt {group}/{key} ({})", language.code()),
            "Look at the list of prompts.",
        )
    })?;
    let reference = reference(&template, (group, key), None);
    Ok(InUse { template, reference })
}

/// A template to try, that is stored nowhere.
pub(super) fn on_trial(source: &str, (group, key): (&str, &str)) -> Result<InUse> {
    let template = parsed(source)?;
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

/// A template out of a file, without faults.
///
/// # Errors
/// [`Code::PromptFaulty`] with every fault and its line.
pub(super) fn parsed(source: &str) -> Result<Template> {
    Template::import(source).map_err(|faults| faulty(&faults))
}

pub(super) fn faulty(faults: &[TemplateError]) -> Error {
    let first = faults.first().map(ToString::to_string).unwrap_or_default();
    Error::new(
        Code::PromptFaulty,
        format!("the prompt cannot be used: {first}"),
        "Nothing was changed and nothing was sent. Mend the line, or go back to the shipped prompt.",
    )
    .with(serde_json::json!({ "faults": PromptFault::all(faults) }))
}
