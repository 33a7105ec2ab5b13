//! Reading of the small files of a folder.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::FolderError;

pub(crate) const CONFIG: &str = "config.json";
pub(crate) const WEIGHTS: &str = "model.safetensors";
pub(crate) const POOLING: &str = "1_Pooling/config.json";

/// The files of one folder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Files<'p> {
    folder: &'p Path,
}

impl<'p> Files<'p> {
    pub(crate) fn of(folder: &'p Path) -> Self {
        Self { folder }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Reads an optional file.
    pub(crate) fn optional(&self, file: &str) -> Result<Option<Vec<u8>>, FolderError> {
        match std::fs::read(self.path(file)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(source) => Err(FolderError::Unreadable { file: file.to_owned(), source }),
        }
    }

    /// Reads an optional JSON file.
    pub(crate) fn optional_json<T: DeserializeOwned>(&self, file: &str) -> Result<Option<T>, FolderError> {
        let parse = |bytes: Vec<u8>| {
            serde_json::from_slice(&bytes)
                .map_err(|error| FolderError::NotJson { file: file.to_owned(), reason: error.to_string() })
        };
        self.optional(file)?.map(parse).transpose()
    }

    /// Reads a required JSON file.
    pub(crate) fn json<T: DeserializeOwned>(&self, file: &str) -> Result<T, FolderError> {
        self.optional_json(file)?.ok_or_else(|| FolderError::Missing { file: file.to_owned() })
    }
}
