//! Detects folders watched by a sync service. Such a service copies files one by one at any moment, so a
//! write-ahead log beside a file would reach the other machine separately from it.

use std::path::Path;

use serde::Serialize;

/// Folder names of known services in lower case (the defaults of their Windows, macOS and Linux clients).
const FOLDERS: &[(&str, &str)] = &[
    ("onedrive", "OneDrive"),
    ("dropbox", "Dropbox"),
    ("icloud drive", "iCloud"),
    ("iclouddrive", "iCloud"),
    ("mobile documents", "iCloud"),
    ("google drive", "Google Drive"),
    ("googledrive", "Google Drive"),
    ("nutstore", "坚果云"),
    ("nutstore files", "坚果云"),
    ("我的坚果云", "坚果云"),
    ("坚果云", "坚果云"),
    ("baidusyncdisk", "百度同步盘"),
    ("baidunetdiskworkspace", "百度同步盘"),
    ("百度同步盘", "百度同步盘"),
    ("百度云同步盘", "百度同步盘"),
    ("syncthing", "Syncthing"),
    ("nextcloud", "Nextcloud"),
];

/// Marks that services add to the names of conflict copies.
const CONFLICT_MARKS: &[&str] =
    &["conflicted copy", "conflict copy", "sync-conflict", "冲突副本", "的冲突", "nsconflict"];

/// Why a folder is believed to be synced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(tag = "sign", rename_all = "snake_case")]
pub enum CloudFolder {
    /// A parent folder of the file is named like a sync service's folder.
    Service { name: &'static str },
    /// A conflict copy of the file is in the same folder.
    ConflictCopy { file: String },
}

/// Looks for signs that `file` is in a synced folder.
pub(crate) fn cloud_folder(file: &Path) -> Option<CloudFolder> {
    by_name(file).or_else(|| by_conflict_copy(file))
}

fn by_name(file: &Path) -> Option<CloudFolder> {
    file.parent()?.components().find_map(|component| {
        let folder = component.as_os_str().to_str()?.to_lowercase();
        let named = FOLDERS.iter().find(|(name, _)| {
            // "OneDrive - Contoso", "Dropbox (Privat)"
            folder == *name || folder.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '(', '-']))
        })?;
        Some(CloudFolder::Service { name: named.1 })
    })
}

fn by_conflict_copy(file: &Path) -> Option<CloudFolder> {
    let stem = file.file_stem()?.to_str()?;
    let own_name = file.file_name()?.to_str()?;
    let entries = std::fs::read_dir(file.parent()?).ok()?;
    entries.flatten().find_map(|entry| {
        let file = entry.file_name().to_str()?.to_owned();
        let lower = file.to_lowercase();
        let marked = CONFLICT_MARKS.iter().any(|mark| lower.contains(mark));
        (file != own_name && file.starts_with(stem) && marked).then_some(CloudFolder::ConflictCopy { file })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_services_are_recognized_by_folder_name() {
        for (path, service) in [
            ("/home/a/Dropbox/小说/江.wenfang", "Dropbox"),
            ("/Users/a/OneDrive - Contoso/a.wenfang", "OneDrive"),
            ("/Users/a/Library/Mobile Documents/com~apple~CloudDocs/a.wenfang", "iCloud"),
            ("/d/我的坚果云/a.wenfang", "坚果云"),
            ("/d/BaiduSyncdisk/a.wenfang", "百度同步盘"),
        ] {
            assert_eq!(cloud_folder(Path::new(path)), Some(CloudFolder::Service { name: service }), "{path}");
        }
        assert_eq!(cloud_folder(Path::new("/home/a/dropboxes/a.wenfang")), None);
    }

    #[test]
    fn a_conflict_copy_marks_the_folder_as_synced() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("江.wenfang");
        assert_eq!(cloud_folder(&file), None);
        std::fs::write(dir.path().join("江 (Ann's conflicted copy 2026-01-01).wenfang"), "").unwrap();
        assert!(matches!(cloud_folder(&file), Some(CloudFolder::ConflictCopy { .. })));
    }
}
