//! The artifacts that the author keeps out of prompts. Their steps go on writing them.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::SqliteConnection;
use wenfang_project::{Project, artifacts, settings};
use wenfang_usecase::{Code, Error, Result};

/// The setting with their names, as a JSON list.
const SETTING: &str = "artifacts.withheld";

/// The names that no prompt takes, whatever they are about.
pub(super) async fn names(conn: &mut SqliteConnection) -> Result<BTreeSet<String>> {
    let stored = settings::get(conn, SETTING).await?;
    Ok(stored.and_then(|names| serde_json::from_str(&names).ok()).unwrap_or_default())
}

/// What goes into prompts.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct WithholdArtifact {
    pub name: String,
    /// Whether no prompt takes it any more.
    pub withheld: bool,
}

/// Keeps the values of a name out of prompts, or lets them in again.
///
/// # Errors
/// [`Code::NotFound`] for a name of which the author may see nothing.
pub async fn withhold(project: &Project, request: WithholdArtifact) -> Result<Value> {
    let WithholdArtifact { name, withheld } = request;
    let mut tx = project.begin_write().await?;
    let known = artifacts::list(&mut tx, None).await?;
    if !known.iter().any(|known| known.name == name && known.visibility.is_for_author()) {
        return Err(Error::new(
            Code::NotFound,
            format!("there is no artifact {name} that you may see"),
            "Nothing was changed. List the artifacts to see their names.",
        ));
    }
    let mut names = names(&mut tx).await?;
    if withheld {
        names.insert(name);
    } else {
        names.remove(&name);
    }
    settings::set(&mut tx, SETTING, &serde_json::to_string(&names).unwrap_or_default()).await?;
    tx.commit().await?;
    Ok(json!({}))
}
