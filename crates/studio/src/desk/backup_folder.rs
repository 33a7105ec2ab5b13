//! The backup folder chosen by the author: tested when it is chosen, and never recreated if it disappears.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;
use wenfang_usecase::{Code, Error, Folders, Result};

use super::Desk;
use super::settings::SettingsStore;

/// The content of the test file.
const PROBE_CONTENT: &[u8] = b"Wenfang tries whether backups can be kept here.\n";

/// The folder for backups. The program's own folder is created by the first backup; a chosen folder must exist.
///
/// # Errors
/// [`Code::BackupFolder`] if the chosen folder does not exist: a disk may be unplugged.
pub(super) fn ready(desk: &Desk) -> Result<PathBuf> {
    let chosen = desk.inner.settings.lock().settings().backup_folder.clone();
    match chosen {
        Some(folder) if folder.is_dir() => Ok(folder),
        Some(folder) => Err(unusable(&folder, "it does not exist")),
        None => Ok(own(desk)),
    }
}

/// The folder for backups, even if it does not exist.
pub(super) fn configured(desk: &Desk) -> PathBuf {
    let chosen = desk.inner.settings.lock().settings().backup_folder.clone();
    chosen.unwrap_or_else(|| own(desk))
}

/// The folder for backups of a machine, as its window would use it.
pub fn of_machine(folders: &Folders) -> PathBuf {
    let chosen = SettingsStore::read(&folders.config).settings().backup_folder.clone();
    chosen.unwrap_or_else(|| within(folders))
}

fn own(desk: &Desk) -> PathBuf {
    within(&desk.inner.folders)
}

fn within(folders: &Folders) -> PathBuf {
    folders.data.join("backups")
}

/// Tests a folder: writes a small file, reads it back and removes it.
///
/// # Errors
/// [`Code::BackupFolder`] if any of that fails.
pub(super) fn probe(folder: &Path) -> Result<()> {
    let path = folder.join(format!(".wenfang-{}", std::process::id()));
    let tried = || -> std::io::Result<bool> {
        let mut file = File::create_new(&path)?;
        let written = file.write_all(PROBE_CONTENT).and_then(|()| file.sync_all());
        let read = written.and_then(|()| std::fs::read(&path));
        std::fs::remove_file(&path)?;
        Ok(read? == PROBE_CONTENT)
    };
    match tried() {
        Ok(true) => Ok(()),
        Ok(false) => Err(unusable(folder, "it returned different content than was written")),
        Err(error) => Err(unusable(folder, &error.to_string())),
    }
}

/// Converts an error of writing to the folder into one that names the folder.
pub(super) fn with_folder(error: Error, folder: &Path) -> Error {
    match error.code {
        Code::Io | Code::NotWritable | Code::FileNotFound => unusable(folder, &error.message),
        _ => error,
    }
}

fn unusable(folder: &Path, why: &str) -> Error {
    let shown = folder.display().to_string();
    Error::new(
        Code::BackupFolder,
        format!("the backup folder {shown} cannot be used: {why}"),
        "The novel and older backups are unchanged. Plug the disk in, or choose another folder.",
    )
    .with(json!({ "folder": shown }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn testing_a_folder_leaves_no_files() {
        let folder = tempfile::tempdir().unwrap();
        probe(folder.path()).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let gone = folder.path().join("usb");
        let refused = probe(&gone).unwrap_err();
        assert_eq!(refused.code, Code::BackupFolder);
        assert!(refused.message.contains("usb"), "{}", refused.message);
        assert!(!gone.exists());
    }
}
