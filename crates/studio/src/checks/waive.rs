//! What the author says of findings.

use serde::Deserialize;
use wenfang_project::{Project, findings, waivers};
use wenfang_story::FindingId;
use wenfang_story::check::WaiverScope;

use crate::canon::lore::Done;
use crate::canon::words;
use crate::error::{Error, Result};

/// A finding to let be.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct WaiveFinding {
    /// Which one.
    pub finding: FindingId,
    /// How far it goes.
    pub scope: WaiverScope,
    /// Why; needed where it is meant so.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub reason: String,
}

/// Lets a finding be: this one, every one with its words about its item, or since it is meant so.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) where it is meant so and no reason is given.
pub async fn waive(project: &Project, request: WaiveFinding) -> Result<Done> {
    let reason = words::text("reason", request.reason.trim())?;
    if request.scope == WaiverScope::Intended && reason.is_empty() {
        return Err(Error::bad_request(
            "no reason was given",
            "Nothing was changed. Say why it is meant so.",
        ));
    }
    let mut tx = project.begin_write().await?;
    let finding = findings::require(&mut tx, request.finding).await?;
    waivers::put(&mut tx, &finding, (request.scope, &reason), project.now()).await?;
    tx.commit().await?;
    Ok(Done { count: 1 })
}

/// A finding.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct FindingRequest {
    /// Which one.
    pub finding: FindingId,
}

/// Takes back what was said of a finding, also where it was said of every one with its words.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) where nothing was said.
pub async fn unwaive(project: &Project, request: FindingRequest) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    let finding = findings::require(&mut tx, request.finding).await?;
    let count = waivers::delete_for(&mut tx, &finding).await?;
    if count == 0 {
        return Err(Error::bad_request(
            format!("finding {} is not waived", request.finding),
            "Nothing was changed.",
        ));
    }
    tx.commit().await?;
    Ok(Done { count: usize::try_from(count).unwrap_or(usize::MAX) })
}
