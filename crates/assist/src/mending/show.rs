//! Lists mendings and shows one.

use std::collections::HashMap;

use sqlx::SqliteConnection;
use wenfang_canon::books::Book;
use wenfang_project::mend::audit::{self, Logged};
use wenfang_project::mend::fixes::{self, Fix};
use wenfang_project::mend::issues::{self, Issue};
use wenfang_project::mend::rounds::{self, Round};
use wenfang_project::mend::scenes::{self, MendScene};
use wenfang_project::mend::sessions::{self, Session as MendSession};
use wenfang_project::{Project, findings, parts, proposals};
use wenfang_story::mend::{MendScope, MissingText, QcCode, SceneFate, SessionRecord};
use wenfang_story::{ChapterId, FindingId, IssueId, SceneId};
use wenfang_usecase::Result;

use super::request::{IssueRequest, ListMendings, MendingRequest};
use super::views::{
    IssueCounts, IssueView, MendedSceneView, MendingDetail, MendingList, MendingView, RoundView,
    SettingProposal,
};

/// Default page size.
const DEFAULT_PAGE_SIZE: u32 = 20;
/// Maximum page size.
const MAX_PAGE_SIZE: u32 = 500;
/// Maximum number of audit entries in one answer.
const MAX_ENTRIES: u32 = 1_000;

/// Lists mendings, newest first.
pub async fn list(project: &Project, request: ListMendings) -> Result<MendingList> {
    let limit = request.limit.unwrap_or(DEFAULT_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE);
    let mut tx = project.begin_read().await?;
    let mut found = match request.open {
        Some(true) => {
            let mut open = sessions::list_open(&mut tx).await?;
            open.reverse();
            open
        }
        _ => sessions::list(&mut tx, request.before, limit + 1).await?,
    };
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let mut shown = Vec::with_capacity(found.len());
    for session in found {
        let scenes = with_rounds(&mut tx, &session).await?;
        shown.push(view(&mut tx, session, &scenes).await?);
    }
    Ok(MendingList { sessions: shown, more })
}

/// Shows a mending with its scenes and issues.
pub async fn show(project: &Project, request: MendingRequest) -> Result<MendingDetail> {
    let mut tx = project.begin_read().await?;
    let session = sessions::require(&mut tx, request.session).await?;
    let scenes = with_rounds(&mut tx, &session).await?;
    let book = Book::read(&mut tx).await?;
    let mut fixes: HashMap<IssueId, Vec<Fix>> = HashMap::new();
    for fix in fixes::list_by_session(&mut tx, request.session).await? {
        fixes.entry(fix.issue).or_default().push(fix);
    }
    let mut issues = Vec::new();
    for issue in issues::list(&mut tx, request.session).await? {
        let own = fixes.remove(&issue.id).unwrap_or_default();
        let proposal = proposal_view(&mut tx, &issue).await?;
        issues.push(IssueView::new(issue, own, proposal));
    }
    let rank = |scene: SceneId| book.order.rank(scene).unwrap_or(usize::MAX);
    issues.sort_by_key(|issue| (rank(issue.scene), issue.range.start(), issue.id));
    let SessionRecord { policy, next_policy, policy_changes, note, .. } = session.record.clone();
    let missing = missing(&session);
    let mut shown = Vec::with_capacity(scenes.len());
    for (scene, rounds) in &scenes {
        shown.push(scene_view(&mut tx, (scene, rounds), (&book, &missing)).await?);
    }
    shown.sort_by_key(|scene: &MendedSceneView| rank(scene.scene));
    let session = view(&mut tx, session, &scenes).await?;
    Ok(MendingDetail { session, policy, next_policy, policy_changes, note, scenes: shown, issues })
}

/// Shows an issue with its attempts.
pub async fn issue(project: &Project, request: IssueRequest) -> Result<IssueView> {
    let mut tx = project.begin_read().await?;
    let issue = issues::require(&mut tx, request.issue).await?;
    issue_view(&mut tx, issue).await
}

/// An issue with its attempts and the change of the setting that was proposed for it.
pub(super) async fn issue_view(conn: &mut SqliteConnection, issue: Issue) -> Result<IssueView> {
    let fixes = fixes::list(conn, issue.id).await?;
    let proposal = proposal_view(conn, &issue).await?;
    Ok(IssueView::new(issue, fixes, proposal))
}

async fn proposal_view(conn: &mut SqliteConnection, issue: &Issue) -> Result<Option<SettingProposal>> {
    let Some(id) = issue.record.proposal else { return Ok(None) };
    let record = proposals::require(conn, id).await?;
    Ok(Some(SettingProposal { id, proposed: record.proposed, status: record.status }))
}

/// The texts that an open session waits for.
fn missing(session: &MendSession) -> Vec<MissingText> {
    if session.status.has_ended() { Vec::new() } else { session.record.missing.clone() }
}

type WithRounds = (MendScene, Vec<Round>);

async fn with_rounds(conn: &mut SqliteConnection, session: &MendSession) -> Result<Vec<WithRounds>> {
    let mut found = Vec::new();
    for scene in scenes::list(conn, session.id).await? {
        let rounds = rounds::list(conn, (session.id, scene.scene)).await?;
        found.push((scene, rounds));
    }
    Ok(found)
}

async fn scene_view(
    conn: &mut SqliteConnection,
    (scene, rounds): (&MendScene, &[Round]),
    (book, missing): (&Book, &[MissingText]),
) -> Result<MendedSceneView> {
    Ok(MendedSceneView {
        scene: scene.scene,
        chapter_title: book.place(scene.scene).chapter_title,
        title: parts::require(conn, scene.scene).await?.record.title,
        version: scene.version,
        fate: scene.fate,
        best_round: scene.best_round,
        rounds: rounds.iter().map(RoundView::from).collect(),
        stop: rounds.last().and_then(|round| round.record.stop),
        missing: missing.iter().find(|one| one.scene == scene.scene).cloned(),
    })
}

async fn view(
    conn: &mut SqliteConnection,
    session: MendSession,
    scenes: &[WithRounds],
) -> Result<MendingView> {
    let issues = issues::list(conn, session.id).await?;
    let last = scenes.iter().filter_map(|(_, rounds)| rounds.last());
    let mut stops: Vec<_> = last.clone().filter_map(|round| round.record.stop).collect();
    stops.sort_unstable_by_key(|stop| stop.as_str());
    stops.dedup();
    let missing = missing(&session);
    let waiting =
        scenes.iter().filter(|(scene, _)| scene.fate == SceneFate::Open && scene.best_round > Some(0));
    let waiting = waiting.filter(|(scene, _)| missing.iter().all(|one| one.scene != scene.scene));
    Ok(MendingView {
        id: session.id,
        scope: session.scope,
        target: session.target,
        title: title(conn, &session).await?,
        status: session.status,
        run: session.run,
        by: session.record.by,
        round: last.map(|round| round.round).max().unwrap_or_default(),
        max_rounds: session.record.wanted_policy().max_rounds,
        issues: IssueCounts::of(&issues),
        waiting: waiting.count(),
        spent: session.record.spent,
        stops,
        missing: missing.len(),
        qc: session.record.qc.or(missing.first().map(|_| QcCode::WaitsForText)),
        state_version: session.state_version,
        created_at: session.created_at,
        ended_at: session.ended_at,
        uid: session.uid,
    })
}

/// What a session is about, in words of the novel. A target that is gone has none.
async fn title(conn: &mut SqliteConnection, session: &MendSession) -> Result<String> {
    let Some(id) = session.target else { return Ok(String::new()) };
    let title = match session.scope {
        MendScope::Finding => findings::require(conn, FindingId::from(id))
            .await
            .map(|finding| finding.record.passage().map(|passage| passage.quote.clone()).unwrap_or_default()),
        MendScope::Scene => parts::require(conn, SceneId::from(id)).await.map(|part| part.record.title),
        MendScope::Chapter => parts::require(conn, ChapterId::from(id)).await.map(|part| part.record.title),
        MendScope::Book => Ok(String::new()),
    };
    Ok(title.unwrap_or_default())
}

/// A page of the audit log of a mending.
#[derive(Clone, Copy, Debug, serde::Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ListAudit {
    pub session: wenfang_story::MendSessionId,
    /// Only entries after this one.
    #[ts(type = "number | null", optional)]
    pub after: Option<i64>,
}

/// Entries of the audit log.
#[derive(Clone, Debug, serde::Serialize, ts_rs::TS)]
pub struct AuditLog {
    /// In order.
    pub entries: Vec<AuditView>,
}

/// An entry of the audit log.
#[derive(Clone, Debug, serde::Serialize, ts_rs::TS)]
pub struct AuditView {
    #[ts(type = "number")]
    pub id: i64,
    pub at: wenfang_story::Timestamp,
    pub action: wenfang_story::mend::AuditAction,
    pub actor: wenfang_story::mend::Actor,
    pub issue: Option<IssueId>,
    pub tool: Option<wenfang_story::mend::Tool>,
    pub qc: Option<QcCode>,
    /// Ids and figures.
    #[ts(type = "JsonValue")]
    pub metadata: Option<serde_json::Value>,
}

impl From<Logged> for AuditView {
    fn from(logged: Logged) -> Self {
        let entry = logged.entry;
        Self {
            id: logged.id,
            at: entry.at,
            action: entry.action,
            actor: entry.actor,
            issue: entry.issue,
            tool: entry.tool,
            qc: entry.qc,
            metadata: entry.metadata,
        }
    }
}

/// Shows what was done in a mending, in order.
pub async fn audit_log(project: &Project, request: ListAudit) -> Result<AuditLog> {
    let mut tx = project.begin_read().await?;
    let after = request.after.unwrap_or_default();
    let entries = audit::list(&mut tx, request.session, (after, MAX_ENTRIES)).await?;
    Ok(AuditLog { entries: entries.into_iter().map(AuditView::from).collect() })
}
