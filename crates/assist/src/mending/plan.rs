//! Plans a round: which jobs it has, and which issues are left to the author.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_checks::mending::{self, Job, Plan};
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::issues::{self, Issue, IssueChange};
use wenfang_story::check::Severity;
use wenfang_story::generation::Act;
use wenfang_story::mend::{
    Actor, AuditAction, DeferReason, IssueEvent, IssueRecord, MendBy, MendScope, QcCode, SessionRecord, Tool,
    next,
};
use wenfang_story::{IssueId, SceneId, Timestamp};
use wenfang_text::CharRange;
use wenfang_usecase::Result;

use super::policy;
use super::setting::{Setting, SettingChange, propose};
use super::state::{State, hold, scenes_in_book};
use crate::Session;
use crate::drafting::can_ask;

/// A job of a round, as the steps of the workflow pass it on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoundJob {
    pub(crate) scene: SceneId,
    /// The round that it belongs to.
    pub(crate) round: u32,
    pub(crate) issues: Vec<IssueId>,
    /// In char offsets of the text before the round.
    pub(crate) range: CharRange,
    pub(crate) tool: Tool,
    pub(crate) severity: Severity,
}

impl RoundJob {
    fn new(scene: SceneId, round: u32, job: Job) -> Self {
        Self { scene, round, issues: job.issues, range: job.range, tool: job.tool, severity: job.severity }
    }

    /// The job as the rules of mending know it.
    pub(crate) fn job(&self) -> Job {
        Job { issues: self.issues.clone(), range: self.range, tool: self.tool, severity: self.severity }
    }
}

/// The plan of a round, not stored yet.
#[derive(Clone, Debug)]
pub(crate) struct RoundPlan {
    /// In the order in which they are done.
    pub(crate) jobs: Vec<RoundJob>,
    state: State,
    deferred: Vec<(IssueId, DeferReason)>,
    unsure: Vec<IssueId>,
    /// The changes of the setting that are proposed.
    changes: Vec<SettingChange>,
}

/// The most jobs of a round, below the limit of items of a step; the others are done in the next round.
const MAX_JOBS: usize = 5_000;

/// Whether a session may ask a model.
pub(super) fn has_model(session: &Session, by: MendBy) -> bool {
    by == MendBy::Model && can_ask(session, Act::Mend)
}

/// Plans one text.
pub(super) fn plan_text(
    text: &str,
    (issues, proposable): (&[mending::Issue<'_>], &BTreeSet<IssueId>),
    record: &SessionRecord,
    has_model: bool,
) -> Plan {
    mending::plan(&mending::Request {
        text,
        issues,
        table: &record.tools,
        by: record.by,
        has_model,
        least_severity: record.policy.least_severity,
        proposable,
    })
}

/// Whether every tool may be used without asking: the author pointed at the finding.
pub(super) fn approves_all(scope: MendScope) -> bool {
    scope == MendScope::Finding
}

/// Plans the next round of a session.
///
/// # Errors
/// Those of reading.
pub(crate) async fn plan_round(session: &Session, state: State) -> Result<RoundPlan> {
    let record = &state.session.record;
    let has_model = has_model(session, record.by);
    let round = state.next_round();
    let mut plan = RoundPlan {
        jobs: Vec::new(),
        deferred: Vec::new(),
        unsure: Vec::new(),
        changes: Vec::new(),
        state: state.clone(),
    };
    let mut tx = session.project.begin_read().await?;
    let here = scenes_in_book(&mut tx).await?;
    let setting = Setting::read(&mut tx).await?;
    drop(tx);
    let mut proposals = Vec::new();
    let active = state.scenes.iter().filter(|scene| scene.stop().is_none());
    for scene in active.filter(|scene| here.contains(&scene.scene.scene)) {
        let placed = scene.placed(approves_all(state.session.scope));
        let proposable = setting.proposable(scene.issues.iter().map(|issue| (issue.id, &issue.record)));
        let Plan { jobs, deferred, unsure, proposals: of_scene } =
            plan_text(scene.text(), (&placed, &proposable), record, has_model);
        proposals.extend(scene.issues.iter().filter(|issue| of_scene.contains(&issue.id)));
        plan.jobs.extend(jobs.into_iter().map(|job| RoundJob::new(scene.scene.scene, round, job)));
        plan.deferred.extend(deferred);
        plan.unsure.extend(unsure);
    }
    plan.changes = setting.changes(proposals.into_iter());
    plan.jobs.sort_by_key(|job| std::cmp::Reverse(job.severity));
    plan.jobs.truncate(MAX_JOBS);
    Ok(plan)
}

impl RoundPlan {
    /// Stores what the plan decided: fixes are begun, issues are left to the author.
    pub(crate) async fn store(
        &self,
        conn: &mut SqliteConnection,
        holder: &str,
        now: Timestamp,
    ) -> Result<()> {
        let id = self.state.session.id;
        hold(conn, (id, holder), now).await?;
        policy::apply_next(conn, id, now).await?;
        for issue in self.jobs.iter().flat_map(|job| &job.issues) {
            step(conn, *issue, IssueEvent::FixBegun, |_| {}, now).await?;
        }
        for (issue, reason) in &self.deferred {
            let qc = (*reason == DeferReason::NoTool).then_some(QcCode::ToolUnavailable);
            let note = |record: &mut IssueRecord| (record.reason, record.qc) = (Some(*reason), qc);
            step(conn, *issue, IssueEvent::Deferred, note, now).await?;
        }
        for issue in &self.unsure {
            let note = |record: &mut IssueRecord| record.qc = Some(QcCode::ManualAlignment);
            step(conn, *issue, IssueEvent::PlaceUnsure, note, now).await?;
        }
        propose(conn, (id, &self.changes), now).await?;
        let figures = serde_json::json!({
            "jobs": self.jobs.len(), "deferred": self.deferred.len(), "unsure": self.unsure.len(),
            "proposals": self.changes.len(),
        });
        log(conn, (id, AuditAction::Planned), figures, now).await
    }
}

/// Applies an event to an issue and changes its record. An event that cannot happen in its state changes nothing.
pub(super) async fn step(
    conn: &mut SqliteConnection,
    issue: IssueId,
    event: IssueEvent,
    change: impl FnOnce(&mut IssueRecord),
    now: Timestamp,
) -> Result<Issue> {
    step_as(conn, (issue, event), &actor(), change, now).await
}

/// The same for an actor other than the workflow.
pub(super) async fn step_as(
    conn: &mut SqliteConnection,
    (issue, event): (IssueId, IssueEvent),
    actor: &Actor,
    change: impl FnOnce(&mut IssueRecord),
    now: Timestamp,
) -> Result<Issue> {
    let known = issues::require(conn, issue).await?;
    if next(known.state, event).is_err() {
        return Ok(known);
    }
    let mut record = known.record.clone();
    change(&mut record);
    let change = IssueChange { issue, seen: known.revision, event: Some(event), record: Some(&record) };
    let changed = issues::change(conn, &change, now).await?;
    if changed.state != known.state {
        let figures = serde_json::json!({ "from": known.state, "to": changed.state });
        let entry = AuditEntry {
            session: Some(known.session),
            issue: Some(issue),
            qc: record.qc,
            metadata: Some(figures),
            ..AuditEntry::new(AuditAction::IssueChanged, actor.clone(), now)
        };
        audit::append(conn, &entry).await?;
    }
    Ok(changed)
}

/// The workflow as an actor.
pub(super) fn actor() -> Actor {
    Actor::Workflow(super::WORKFLOW.to_owned())
}

/// Writes an entry about a session into the audit log.
pub(super) async fn log(
    conn: &mut SqliteConnection,
    (session, action): (wenfang_story::MendSessionId, AuditAction),
    figures: serde_json::Value,
    now: Timestamp,
) -> Result<()> {
    let entry = AuditEntry {
        session: Some(session),
        metadata: Some(figures),
        ..AuditEntry::new(action, actor(), now)
    };
    audit::append(conn, &entry).await?;
    Ok(())
}
