//! Damage to the open project: what is known about it, and the ways to recover.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_manuscript::projects;
use wenfang_manuscript::projects::KeepSalvaged;
use wenfang_project::salvage::DamagedScene;
use wenfang_project::{Mode, Project, backup};
use wenfang_story::Timestamp;
use wenfang_usecase::{Code, Error, Result};

use super::opened::{self, OpenedProject};
use super::{Desk, backup_folder};

/// Known damage to the open project.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Condition {
    /// Number of damaged places found by the check after opening.
    pub(super) damage: usize,
    /// The newest intact backup; determined only if there is damage.
    pub(super) backup: Option<Timestamp>,
}

/// The salvaged content that is open in place of a damaged project.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SalvagedProject {
    /// Number of scenes with readable text.
    pub readable: usize,
    /// Incomplete scenes, in reading order.
    pub scenes: Vec<DamagedScene>,
}

/// The salvaged content, if that is what is open.
pub(super) fn salvaged(project: &Project) -> Option<SalvagedProject> {
    let report = &project.salvaged()?.report;
    Some(SalvagedProject { readable: report.readable, scenes: report.scenes.clone() })
}

/// Stores the damage and looks for an intact backup.
pub(super) async fn note(desk: &Desk, path: &Path, damage: usize) {
    let backup = if damage > 0 { newest_backup(desk, path).await } else { None };
    *desk.inner.condition.lock() = Condition { damage, backup };
}

async fn newest_backup(desk: &Desk, path: &Path) -> Option<Timestamp> {
    backup::newest(&backup_folder::configured(desk), path).await.map(|(at, _)| at)
}

/// Adds the newest backup to the error of opening a damaged project.
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

/// A request to open the newest backup of a damaged project.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct OpenBackup {
    /// Token of the path of the damaged project.
    pub path: String,
    /// A label for the copy of the backup, such as its date; letters, digits, `-`, `.` and spaces of it become part of
    /// the file name.
    pub label: String,
}

/// Copies the newest intact backup next to the damaged project, and opens the copy. The damaged project and the backup
/// stay unchanged.
///
/// # Errors
/// [`Code::NotFound`] if there is no such backup.
pub async fn open_backup(desk: &Desk, request: OpenBackup) -> Result<OpenedProject> {
    let path = desk.inner.paths.lock().require(&request.path)?;
    let (_, backup) = backup::newest(&backup_folder::configured(desk), &path).await.ok_or_else(|| {
        Error::new(
            Code::NotFound,
            "there is no readable backup of this project",
            "The damaged file was left as it is. Check for copies that you made yourself.",
        )
    })?;
    let copy = beside(&path, &request.label);
    backup::copy_out(&backup, &copy)?;
    opened::open_path(desk, &copy, Mode::Write).await
}

/// `NAME (LABEL).wenfang` next to the damaged project, with a number if that name is taken.
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

/// The path for the salvaged content.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct KeepReadable {
    /// Token of the path that the author chose.
    pub path: String,
}

/// Writes the salvaged content of the damaged project to a new file and opens it for writing.
pub async fn keep_readable(desk: &Desk, request: KeepReadable) -> Result<OpenedProject> {
    let path = desk.inner.paths.lock().require(&request.path)?;
    let project = desk.open_project().await?;
    projects::keep_salvaged(&project, KeepSalvaged { path: path.clone() }).await?;
    drop(project);
    opened::open_path(desk, &path, Mode::Write).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copied_backup_never_overwrites_a_file() {
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
