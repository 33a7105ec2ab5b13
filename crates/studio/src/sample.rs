//! Our own short novel, to look around in.

use std::path::Path;

use wenfang_interchange::{self as interchange, ImportOptions};
use wenfang_project::{Clock, Project};
use wenfang_story::ProjectRecord;

use crate::error::Result;

const TEXT: &str = include_str!("../../../samples/渡口.md");

/// Makes the novel at `path`.
///
/// # Errors
/// Those of creating a project.
pub async fn create(path: &Path) -> Result<()> {
    let record =
        ProjectRecord { title: "渡口".to_owned(), author: "文房".to_owned(), ..ProjectRecord::default() };
    let project = Project::create(path, &record, Clock::system()).await?;
    let plan = interchange::plan(TEXT.as_bytes(), &ImportOptions::default())?;
    let mut tx = project.begin_write().await?;
    interchange::insert(&mut tx, project.now(), &plan).await?;
    tx.commit().await?;
    Ok(project.close().await?)
}
