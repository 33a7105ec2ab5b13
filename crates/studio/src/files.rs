//! Small JSON files of the author's own: read with mercy, written whole or not at all.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Code, Error, Result};

/// What a file of ours held.
pub(crate) enum Read<T> {
    /// This.
    Found(T),
    /// Nothing: it is not there.
    Absent,
    /// Something else; it was put aside.
    Broken,
}

/// Reads a file; one that does not hold what it should is put aside as `….broken` and not overwritten.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Read<T> {
    let Ok(bytes) = std::fs::read(path) else { return Read::Absent };
    match serde_json::from_slice(&bytes) {
        Ok(value) => Read::Found(value),
        Err(error) => {
            tracing::warn!(line = error.line(), "a file of settings cannot be read and is put aside");
            let _ = std::fs::rename(path, path.with_extension("json.broken"));
            Read::Broken
        }
    }
}

/// Writes a file aside and puts it in its place.
pub(crate) fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    let json = serde_json::to_vec_pretty(value)
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))?;
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(|error| Error::io(folder, &error))?;
    crate::transfer::write_whole(path, &json)
}
