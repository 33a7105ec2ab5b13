//! The health of a project: verification, rebuilding of what is derived, history compaction.

use serde::{Deserialize, Serialize};
use wenfang_project::salvage::{self, Report};
use wenfang_project::verify::{self, Depth, Verified};
use wenfang_project::{Mode, OpenOptions, Project, schema};
use wenfang_versions as versions;

use crate::error::{Code, Result};
use crate::projects::NoParams;

/// What the doctor found.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Diagnosis {
    /// Whether everything is as it was written.
    pub healthy: bool,
    /// Schema of the file.
    pub schema: i64,
    /// What was looked at and what is damaged.
    #[serde(flatten)]
    pub verified: Verified,
    /// Derived figures that were wrong and are right again; none when nothing was rebuilt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rebuilt: Option<usize>,
    /// Of a damaged file: which pages, tables and scenes are damaged, and what can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salvage: Option<Report>,
}

/// Verifies everything in the project. Of a damaged file it names the pages, tables and scenes that are damaged.
pub async fn doctor(project: &Project, _: NoParams) -> Result<Diagnosis> {
    if let Some(salvaged) = project.salvaged() {
        return with_report(project, salvaged.report.clone()).await;
    }
    let found = async { diagnosis(&mut *project.begin_read().await?).await }.await;
    match found {
        Ok(diagnosis) if diagnosis.healthy => Ok(diagnosis),
        Ok(diagnosis) => {
            let report = salvage::salvage(project.path(), project.now()).await.ok();
            Ok(Diagnosis { salvage: report.map(|salvaged| salvaged.report.clone()), ..diagnosis })
        }
        Err(error) if error.code == Code::Damaged => {
            let salvaged = Project::open_damaged(project.path(), OpenOptions::new(Mode::Read)).await?;
            let report = salvaged.salvaged().map(|salvaged| salvaged.report.clone()).unwrap_or_default();
            with_report(&salvaged, report).await
        }
        Err(error) => Err(error),
    }
}

/// What can be read is whole; the report says what is damaged in the file that it comes from.
async fn with_report(project: &Project, report: Report) -> Result<Diagnosis> {
    let found = diagnosis(&mut *project.begin_read().await?).await?;
    let verified = Verified { damage: report.damage.clone(), ..found.verified };
    Ok(Diagnosis { healthy: false, verified, salvage: Some(report), ..found })
}

/// Makes derived data anew from the author's words, then verifies everything.
pub async fn rebuild(project: &Project, _: NoParams) -> Result<Diagnosis> {
    let mut tx = project.begin_write().await?;
    let rebuilt = versions::rebuild_derived(&mut tx).await?;
    // Before the commit, so that a verification that is stopped leaves nothing half told.
    let diagnosis = diagnosis(&mut tx).await?;
    tx.commit().await?;
    Ok(Diagnosis { rebuilt: Some(rebuilt), ..diagnosis })
}

async fn diagnosis(conn: &mut sqlx::SqliteConnection) -> Result<Diagnosis> {
    let verified = verify::verify(conn, Depth::Everything).await?;
    let schema = schema::version(conn).await?;
    let healthy = verified.damage.is_empty() && verified.miscounted.is_empty();
    Ok(Diagnosis { healthy, schema, verified, rebuilt: None, salvage: None })
}

/// Whether history is compacted or only looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Compaction {
    /// Shows what would go.
    #[default]
    Preview,
    /// Does it.
    Apply,
}

/// A compaction to do or to look at.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct CompactHistory {
    /// Whether it is done.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub compaction: Compaction,
}

/// What compaction removed, or would remove.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct HistoryCompacted {
    /// Whether it was done.
    pub applied: bool,
    /// Versions before.
    pub versions_before: usize,
    /// Versions removed.
    pub versions_removed: usize,
    /// Bytes of stored texts before.
    pub bytes_before: u64,
    /// Bytes of stored texts after.
    pub bytes_after: u64,
}

/// Thins old automatic versions, or shows what that would free.
pub async fn compact(project: &Project, request: CompactHistory) -> Result<HistoryCompacted> {
    let mut tx = project.begin_write().await?;
    let compacted = versions::compact(&mut tx, project.now(), "⌛").await?;
    let applied = request.compaction == Compaction::Apply;
    if applied && compacted.versions_removed > 0 {
        tx.commit().await?;
        wenfang_project::step("compact.committed");
        project.shrink().await?;
    } else {
        tx.rollback().await?;
    }
    Ok(HistoryCompacted {
        applied,
        versions_before: compacted.versions_before,
        versions_removed: compacted.versions_removed,
        bytes_before: compacted.bytes_before,
        bytes_after: compacted.bytes_after,
    })
}
