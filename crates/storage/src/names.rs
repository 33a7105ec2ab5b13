//! Names beside a file.

use std::path::{Path, PathBuf};

/// Suffixes of the files that SQLite stores beside a database.
pub const LOGS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// The path with a suffix appended to its file name.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The file and those that SQLite stores beside it.
pub fn with_logs(path: &Path) -> impl Iterator<Item = PathBuf> {
    std::iter::once("").chain(LOGS).map(|suffix| beside(path, suffix))
}

/// A name beside `path` that no other process uses.
pub(crate) fn sibling(path: &Path, purpose: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{purpose}-{}", std::process::id()))
}
