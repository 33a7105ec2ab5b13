//! The folder that the author chose for backups: tried when it is chosen, and never made anew when it has gone.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{Desk, locked};
use crate::error::{Code, Error, Result};

/// What is written into a folder to try it.
const TRIED: &[u8] = b"Wenfang tries whether backups can be kept here.\n";

/// Where backups go. The program's own folder comes to be with the first backup; one that the author chose must be there.
///
/// # Errors
/// [`Code::BackupFolder`] when the chosen folder is not there: a disk may have been unplugged.
pub(super) fn ready(desk: &Desk) -> Result<PathBuf> {
    let chosen = locked(&desk.inner.settings).settings().backup_folder.clone();
    match chosen {
        Some(folder) if folder.is_dir() => Ok(folder),
        Some(folder) => Err(unusable(&folder, "it is not there")),
        None => Ok(own(desk)),
    }
}

/// Where backups go, whether that is there or not.
pub(super) fn named(desk: &Desk) -> PathBuf {
    let chosen = locked(&desk.inner.settings).settings().backup_folder.clone();
    chosen.unwrap_or_else(|| own(desk))
}

fn own(desk: &Desk) -> PathBuf {
    desk.inner.folders.data.join("backups")
}

/// Writes a small file into a folder, reads it back and removes it.
///
/// # Errors
/// [`Code::BackupFolder`] when any of that fails.
pub(super) fn try_out(folder: &Path) -> Result<()> {
    let path = folder.join(format!(".wenfang-{}", std::process::id()));
    let tried = || -> std::io::Result<bool> {
        let mut file = File::create_new(&path)?;
        let written = file.write_all(TRIED).and_then(|()| file.sync_all());
        let read = written.and_then(|()| std::fs::read(&path));
        std::fs::remove_file(&path)?;
        Ok(read? == TRIED)
    };
    match tried() {
        Ok(true) => Ok(()),
        Ok(false) => Err(unusable(folder, "it does not give back what is written into it")),
        Err(error) => Err(unusable(folder, &error.to_string())),
    }
}

/// Names the folder as the cause where writing into it failed.
pub(super) fn name_cause(error: Error, folder: &Path) -> Error {
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
        "The novel and older backups were not touched. Plug the disk in, or choose another folder.",
    )
    .with(json!({ "folder": shown }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_tried_and_left_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        try_out(folder.path()).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let gone = folder.path().join("usb");
        let refused = try_out(&gone).unwrap_err();
        assert_eq!(refused.code, Code::BackupFolder);
        assert!(refused.message.contains("usb"), "{}", refused.message);
        assert!(!gone.exists());
    }
}
