//! Reports in files.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Value, json};
use wenfang_story::GenerationId;
use wenfang_usecase::{Code, Error, Result, files};

use super::{ReportRequest, report};
use crate::Session;

/// A report to write to a file.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ExportReport {
    pub generation: GenerationId,
    pub path: PathBuf,
    /// Whether texts are replaced by their lengths and hashes.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub redact: bool,
}

/// Writes the report of a generation to a file, as JSON.
///
/// # Errors
/// An unknown generation; those of the file system.
pub async fn export(session: &Session, request: ExportReport) -> Result<Value> {
    let ExportReport { generation, path, redact } = request;
    let report = report(session, ReportRequest { generation, redact }).await?;
    let text = serde_json::to_string_pretty(&report)
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Nothing was written."))?;
    files::write_whole(&path, (text + "\n").as_bytes())?;
    Ok(json!({ "path": path }))
}
