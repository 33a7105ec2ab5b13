//! Shows and saves the diagnostics.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use wenfang_usecase::{NoParams, Result, files};

use super::Desk;
use crate::diagnostics::{self, Diagnostics};

/// Returns the diagnostics of this machine.
pub(super) async fn show(desk: &Desk, _: NoParams) -> Result<Diagnostics> {
    Ok(diagnostics::read(&desk.inner.folders))
}

/// A file for the diagnostics.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SaveDiagnostics {
    pub out: PathBuf,
    /// What the window tells about itself, above the log.
    pub about: String,
}

/// The written file.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct DiagnosticsSaved {
    /// Its name, without the folder.
    pub file: String,
}

/// Writes the diagnostics to a file.
pub(super) async fn save(desk: &Desk, request: SaveDiagnostics) -> Result<DiagnosticsSaved> {
    let SaveDiagnostics { out, about } = request;
    let log = diagnostics::read(&desk.inner.folders).log;
    files::write_whole(&out, format!("{about}\n\n{log}").as_bytes())?;
    Ok(DiagnosticsSaved { file: out.file_name().unwrap_or_default().to_string_lossy().into_owned() })
}
