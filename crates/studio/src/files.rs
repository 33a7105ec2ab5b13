//! Small JSON config files: tolerant reads, atomic writes.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Code, Error, Result};

/// The result of reading a config file.
pub(crate) enum Read<T> {
    Found(T),
    /// The file does not exist.
    Absent,
    /// The file has invalid content and was renamed aside.
    Broken,
}

/// Reads a file. One with invalid content is renamed to `….broken` and never overwritten.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Read<T> {
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
pub(crate) fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    let json = serde_json::to_vec_pretty(value)
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))?;
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(|error| Error::io(folder, &error))?;
    crate::transfer::write_whole(path, &json)
}
