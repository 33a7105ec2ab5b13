//! A damaged project on the desk: what is known of the damage, and the ways on from there.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_project::salvage::DamagedScene;
use wenfang_project::{Mode, Project, backup};
use wenfang_story::Timestamp;

use super::opened::{self, OpenedProject};
use super::{Desk, backup_folder, locked};
use crate::error::{Code, Error, Result};
use crate::projects::{self, KeepSalvaged};

/// What is known of damage to the open project.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Condition {
    /// Places that the check after opening found damaged.
    pub(super) damage: usize,
    /// The newest backup that holds what was written; looked for only when there is damage.
    pub(super) backup: Option<Timestamp>,
}

/// What is open instead of a damaged project.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SalvagedProject {
    /// Scenes that have a text.
    pub readable: usize,
    /// Scenes that are not whole, in reading order.
    pub scenes: Vec<DamagedScene>,
}

/// What could be read of the project, where that is what is open.
pub(super) fn salvaged(project: &Project) -> Option<SalvagedProject> {
    let report = &project.salvaged()?.report;
    Some(SalvagedProject { readable: report.readable, scenes: report.scenes.clone() })
}

/// Looks for a backup that helps, and remembers what is damaged.
pub(super) async fn note(desk: &Desk, path: &Path, damage: usize) {
    let backup = if damage > 0 { newest_backup(desk, path).await } else { None };
    *locked(&desk.inner.condition) = Condition { damage, backup };
}

async fn newest_backup(desk: &Desk, path: &Path) -> Option<Timestamp> {
    backup::newest(&backup_folder::named(desk), path).await.map(|(at, _)| at)
}

/// A failure to open a damaged project says which backup there is.
pub(super) async fn with_backup(desk: &Desk, path: &Path, mut error: Error) -> Error {
    if matches!(error.code, Code::Damaged | Code::ForeignSchema)
        && let Some(at) = newest_backup(desk, path).await
    {
        match error.details.as_object_mut() {
            Some(details) => drop(details.insert("backup".to_owned(), json!(at))),
            None => error.details = Box::new(json!({ "backup": at })),
        }
    }
    error
}

/// A damaged project whose newest backup is to be opened.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct OpenBackup {
    /// Token of the path of the damaged project.
    pub path: String,
    /// What the copy of the backup is told apart by, such as its date; letters, digits, `-`, `.` and spaces of it go
    /// into the name of the file.
    pub label: String,
}

/// Copies the newest backup that holds what was written to a place beside the damaged project, and opens the copy. Both the damaged project
/// and the backup stay as they are.
///
/// # Errors
/// [`Code::NotFound`] when there is no such backup.
pub async fn open_backup(desk: &Desk, request: OpenBackup) -> Result<OpenedProject> {
    let path = locked(&desk.inner.paths).require(&request.path)?;
    let (_, backup) = backup::newest(&backup_folder::named(desk), &path).await.ok_or_else(|| {
        Error::new(
            Code::NotFound,
            "there is no backup of this project that can be read",
            "The damaged file was left as it is. Look for copies that you made yourself.",
        )
    })?;
    let copy = beside(&path, &request.label);
    backup::copy_out(&backup, &copy)?;
    opened::open_path(desk, &copy, Mode::Write).await
}

/// `NAME (LABEL).wenfang` beside the damaged project, with a number where that is taken.
fn beside(path: &Path, label: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let label: String =
        label.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '.' | ' ')).take(40).collect();
    let label = label.trim().trim_matches('.');
    let name = |number: usize| match number {
        1 => format!("{stem} ({label}).wenfang"),
        number => format!("{stem} ({label} {number}).wenfang"),
    };
    (1..).map(|number| path.with_file_name(name(number))).find(|path| !path.exists()).unwrap_or_default()
}

/// A place for what can be read.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct KeepReadable {
    /// Token of the path that the author chose.
    pub path: String,
}

/// Writes what can be read of the damaged project into a new file and opens that for writing.
pub async fn keep_readable(desk: &Desk, request: KeepReadable) -> Result<OpenedProject> {
    let path = locked(&desk.inner.paths).require(&request.path)?;
    let project = desk.open_project().await?;
    projects::keep_salvaged(&project, KeepSalvaged { path: path.clone() }).await?;
    drop(project);
    opened::open_path(desk, &path, Mode::Write).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_a_backup_never_takes_a_name_that_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("渡口.wenfang");
        let first = beside(&path, "2026-03-01 10.20/..");
        assert_eq!(first, folder.path().join("渡口 (2026-03-01 10.20).wenfang"));
        std::fs::write(&first, "").unwrap();
        assert_eq!(
            beside(&path, "2026-03-01 10.20"),
            folder.path().join("渡口 (2026-03-01 10.20 2).wenfang")
        );
    }
}
