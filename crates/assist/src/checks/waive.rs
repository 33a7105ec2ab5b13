//! Waiving findings.

use serde::Deserialize;
use wenfang_project::{Project, findings, waivers};
use wenfang_story::FindingId;
use wenfang_story::check::WaiverScope;

use wenfang_canon::lore::Done;
use wenfang_canon::words;
use wenfang_usecase::{Error, Result};

/// A finding to waive.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct WaiveFinding {
    pub finding: FindingId,
    /// What the waiver applies to.
    pub scope: WaiverScope,
    /// Required if the text is meant to be so.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub reason: String,
}

/// Waives a finding: only this one, every one with these words about this item, or because the text is meant to
/// be so.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) if the text is meant to be so and no reason is given.
pub async fn waive(project: &Project, request: WaiveFinding) -> Result<Done> {
    let reason = words::text("reason", request.reason.trim())?;
    if request.scope == WaiverScope::Intended && reason.is_empty() {
        return Err(Error::bad_request(
            "a waiver for intended text needs a reason",
            "Nothing was changed. Give the reason why the text is meant to be so.",
        ));
    }
    let mut tx = project.begin_write().await?;
    let finding = findings::require(&mut tx, request.finding).await?;
    waivers::put(&mut tx, &finding, (request.scope, &reason), project.now()).await?;
    tx.commit().await?;
    Ok(Done { count: 1 })
}

/// Identifies a finding.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct FindingRequest {
    pub finding: FindingId,
}

/// Removes the waiver of a finding, including one that applies to all findings with its words.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) if the finding is not waived.
pub async fn unwaive(project: &Project, request: FindingRequest) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    let finding = findings::require(&mut tx, request.finding).await?;
    let count = waivers::delete_for(&mut tx, &finding).await?;
    if count == 0 {
        return Err(Error::bad_request(
            format!("finding {} is not waived", request.finding),
            "Nothing was changed. Choose a waived finding.",
        ));
    }
    tx.commit().await?;
    Ok(Done { count: usize::try_from(count).unwrap_or(usize::MAX) })
}
