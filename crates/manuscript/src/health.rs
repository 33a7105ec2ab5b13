//! The health of a project: verification, rebuilding derived data, history compaction.

use serde::{Deserialize, Serialize};
use wenfang_project::salvage::{self, Report};
use wenfang_project::verify::{self, Depth, Verified};
use wenfang_project::watch::Watch;
use wenfang_project::{Mode, OpenOptions, Project, schema};
use wenfang_versions as versions;

use wenfang_usecase::{Code, NoParams, Result};

/// The result of a verification.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Diagnosis {
    /// Whether no damage and no wrong count was found.
    pub healthy: bool,
    /// Schema version of the file.
    pub schema: i64,
    /// What was checked and what is damaged.
    #[serde(flatten)]
    pub verified: Verified,
    /// The number of wrong derived figures that were fixed; none if nothing was rebuilt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rebuilt: Option<usize>,
    /// For a damaged file: which pages, tables and scenes are damaged, and what can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salvage: Option<Report>,
}

/// Verifies everything in the project. For a damaged file, lists the damaged pages, tables and scenes.
pub async fn doctor(project: &Project, _: NoParams, watch: &Watch) -> Result<Diagnosis> {
    if let Some(salvaged) = project.salvaged() {
        return with_report(project, salvaged.report.clone(), watch).await;
    }
    let found = async { diagnosis(&mut *project.begin_read().await?, watch).await }.await;
    match found {
        Ok(diagnosis) if diagnosis.healthy => Ok(diagnosis),
        Ok(diagnosis) => {
            let report = salvage::salvage(project.path(), project.now()).await.ok();
            Ok(Diagnosis { salvage: report.map(|salvaged| salvaged.report.clone()), ..diagnosis })
        }
        Err(error) if error.code == Code::Damaged => {
            let salvaged = Project::open_damaged(project.path(), OpenOptions::new(Mode::Read)).await?;
            let report = salvaged.salvaged().map(|salvaged| salvaged.report.clone()).unwrap_or_default();
            with_report(&salvaged, report, watch).await
        }
        Err(error) => Err(error),
    }
}

/// Verifies the salvaged copy, which is intact, and adds the report on the damaged file it comes from.
async fn with_report(project: &Project, report: Report, watch: &Watch) -> Result<Diagnosis> {
    let found = diagnosis(&mut *project.begin_read().await?, watch).await?;
    let verified = Verified { damage: report.damage.clone(), ..found.verified };
    Ok(Diagnosis { healthy: false, verified, salvage: Some(report), ..found })
}

/// Rebuilds derived data from the author's texts, then verifies everything.
pub async fn rebuild(project: &Project, _: NoParams, watch: &Watch) -> Result<Diagnosis> {
    let mut tx = project.begin_write().await?;
    let rebuilt = versions::rebuild_derived(&mut tx, watch).await?;
    // Verifies before the commit, so that stopping the verification also undoes the rebuild.
    let diagnosis = diagnosis(&mut tx, watch).await?;
    tx.commit().await?;
    Ok(Diagnosis { rebuilt: Some(rebuilt), ..diagnosis })
}

async fn diagnosis(conn: &mut sqlx::SqliteConnection, watch: &Watch) -> Result<Diagnosis> {
    let verified = verify::verify(conn, Depth::Everything, watch).await?;
    let schema = schema::version(conn).await?;
    let healthy = verified.damage.is_empty() && verified.miscounted.is_empty();
    Ok(Diagnosis { healthy, schema, verified, rebuilt: None, salvage: None })
}

/// Whether history is compacted or only previewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Compaction {
    /// Shows what would be removed.
    #[default]
    Preview,
    Apply,
}

/// A compaction to preview or apply.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct CompactHistory {
    /// Whether to apply it.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub compaction: Compaction,
}

/// The result of a compaction or of its preview.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct HistoryCompacted {
    /// Whether it was applied.
    pub applied: bool,
    pub versions_before: usize,
    pub versions_removed: usize,
    /// Bytes of stored texts and receipts before.
    pub bytes_before: u64,
    /// Bytes of stored texts and receipts after.
    pub bytes_after: u64,
}

/// Thins old automatic versions, or shows how much that would free.
pub async fn compact(project: &Project, request: CompactHistory, watch: &Watch) -> Result<HistoryCompacted> {
    let mut tx = project.begin_write().await?;
    let compacted = versions::compact(&mut tx, project.now(), "⌛", watch).await?;
    let applied = request.compaction == Compaction::Apply;
    if applied && (compacted.versions_removed > 0 || compacted.bytes_after < compacted.bytes_before) {
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
