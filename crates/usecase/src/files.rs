//! Files beside the project: small JSON config files with tolerant reads, and atomic writes of any file.

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wenfang_project::refuse_special;
use wenfang_project::watch::Watch;

use crate::{Code, Error, Result};

/// The result of reading a config file.
pub enum Read<T> {
    Found(T),
    /// The file does not exist.
    Absent,
    /// The file has invalid content and was renamed aside.
    Broken,
}

/// Reads a file. One with invalid content is renamed to `….broken` and never overwritten.
pub fn read<T: DeserializeOwned>(path: &Path) -> Read<T> {
    let Ok(bytes) = std::fs::read(path) else { return Read::Absent };
    match serde_json::from_slice(&bytes) {
        Ok(value) => Read::Found(value),
        Err(error) => {
            tracing::warn!(line = error.line(), "a settings file is invalid and was renamed");
            let _ = std::fs::rename(path, path.with_extension("json.broken"));
            Read::Broken
        }
    }
}

/// Writes a file atomically.
pub fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    let json = serde_json::to_vec_pretty(value)
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))?;
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(|error| Error::io(folder, &error))?;
    write_whole(path, &json)
}

/// Writes a file atomically.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    write_together(&[(path, bytes)], &Watch::silent())
}

/// Writes all files to temporary names first and renames them once every one is synced. No partial file ever appears
/// under a final name, and an export that stops or fails before the renames changes nothing. Devices and pipes are not
/// replaced.
pub fn write_together(files: &[(&Path, &[u8])], watch: &Watch) -> Result<()> {
    for (path, _) in files {
        refuse_special(path)?;
    }
    let mut temp_files = Vec::with_capacity(files.len());
    let written = files.iter().enumerate().try_for_each(|(done, (path, bytes))| {
        watch.report("write", done, files.len())?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temp_file = path.with_file_name(format!(".{name}.{}", std::process::id()));
        temp_files.push(temp_file.clone());
        write_new(&temp_file, bytes).map_err(|error| Error::unwritten(path, &error))
    });
    let placed = written.and_then(|()| Ok(watch.report("write", files.len(), files.len())?)).and_then(|()| {
        files.iter().zip(&temp_files).try_for_each(|((path, _), temp_file)| {
            std::fs::rename(temp_file, path).map_err(|error| Error::unwritten(path, &error))
        })
    });
    if placed.is_err() {
        // Only temporary files that were not renamed are left.
        temp_files.iter().for_each(|temp_file| drop(std::fs::remove_file(temp_file)));
    }
    placed
}

/// Creates a file, after removing a leftover of a killed process with the same id. Never writes through a link.
fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let _ = std::fs::remove_file(path);
    let mut file = std::fs::File::options().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
