//! What a mending would take: its issues, and the calls of a model in the first round.

use std::collections::HashSet;
use std::sync::Arc;

use sqlx::SqliteConnection;
use wenfang_checks::mending::{self, Job};
use wenfang_engine::{Asks, Estimate as RunEstimate};
use wenfang_manuscript::find::FindScope;
use wenfang_project::mend::audit;
use wenfang_project::watch::Watch;
use wenfang_story::check::Rule;
use wenfang_story::generation::Cost;
use wenfang_story::mend::{AuditAction, DeferReason, IssueRecord, SessionRecord, Tool, ToolTable};
use wenfang_story::{IssueId, MendSessionId};
use wenfang_text::CharRange;
use wenfang_usecase::Result;

use super::file::{ScenePlan, Taken, add_found, take};
use super::plan::{approves_all, has_model, plan_text};
use super::policy_of;
use super::questions::{self, Asked};
use super::request::BeginMending;
use super::setting::Setting;
use super::state::State;
use super::views::MendEstimate;
use crate::Session;
use crate::checks::{find_aside, gather};
use crate::drafting::{Estimate, ValueQuestion, estimate as estimate_question};

/// The most questions that are rendered for an estimate; with more of them, every so many stand for the others.
const MAX_RENDERED: usize = 24;

/// Estimates a mending. Nothing is sent.
///
/// # Errors
/// Those of reading; [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for an invalid policy.
pub(crate) async fn estimate(session: &Session, request: &BeginMending) -> Result<MendEstimate> {
    let taken = match request.target.within() {
        None => take(&mut *session.project.begin_read().await?, request).await?,
        Some(within) => checked(session, (request, within)).await?,
    };
    of_taken(session, request, &taken).await
}

/// What a mending would take after a check by rules, without storing that check.
async fn checked(session: &Session, (request, within): (&BeginMending, FindScope)) -> Result<Taken> {
    let gathered = Arc::new(gather(&session.project, within, request.rules.as_deref()).await?);
    let outcome = find_aside(&gathered, &Watch::silent()).await?;
    let mut tx = session.project.begin_read().await?;
    // Only a model finds what these rules find, so what is stored is all there is.
    let of_model: Vec<Rule> = Rule::ALL.into_iter().filter(|rule| rule.needs_model()).collect();
    let wanted =
        of_model.into_iter().filter(|rule| request.rules.as_ref().is_none_or(|all| all.contains(rule)));
    let stored = BeginMending { rules: Some(wanted.collect()), ..request.clone() };
    let mut taken = take(&mut tx, &stored).await?;
    add_found(&mut tx, (request, &gathered), outcome.found, &mut taken).await?;
    Ok(taken)
}

/// Estimates what was taken.
pub(super) async fn of_taken(
    session: &Session,
    request: &BeginMending,
    taken: &Taken,
) -> Result<MendEstimate> {
    let record = session_record(request, session.models.tools());
    let setting = Setting::read(&mut *session.project.begin_read().await?).await?;
    let has_model = has_model(session, record.by);
    let mut estimate = MendEstimate {
        claimed: taken.claimed.clone(),
        scenes: taken.scenes.len(),
        max_rounds: record.policy.max_rounds,
        ..MendEstimate::default()
    };
    let mut asking: Vec<Call<'_>> = Vec::new();
    let approves_all = approves_all(request.target.stored().0);
    for scene in &taken.scenes {
        let placed = placed(scene, approves_all);
        let proposable = setting.proposable(placed.iter().map(|issue| (issue.id, issue.record)));
        let plan = plan_text(&scene.text, (&placed, &proposable), &record, has_model);
        estimate.proposals += plan.proposals.len();
        estimate.issues += scene.issues.len();
        estimate.deferred += plan.deferred.len() + plan.unsure.len();
        let replaced = plan.jobs.iter().filter(|job| job.tool == Tool::Replace);
        estimate.replacements += replaced.map(|job| job.issues.len()).sum::<usize>();
        asking.extend(calls(scene, plan.jobs));
    }
    add_calls(session, (&record.note, &asking), &mut estimate).await?;
    Ok(estimate)
}

/// What is left of a session: a round with what is open, and at most the rounds that its policy still allows. Fixes of
/// an interrupted round that came are not paid again.
///
/// # Errors
/// An unknown session; those of reading.
pub(crate) async fn rest(session: &Session, id: MendSessionId) -> Result<RunEstimate> {
    let state = State::read(&session.project, id).await?.between_rounds(session.project.now());
    let record = &state.session.record;
    let mut tx = session.project.begin_read().await?;
    let setting = Setting::read(&mut tx).await?;
    let fixed = fixed_in_round(&mut tx, &state).await?;
    drop(tx);
    let is_left = !state.session.status.has_ended();
    let active = state.scenes.iter().filter(|scene| is_left && scene.stop().is_none());
    let scenes: Vec<ScenePlan> = active.map(ScenePlan::of_state).collect();
    let mut asking: Vec<Call<'_>> = Vec::new();
    for scene in &scenes {
        let placed = placed(scene, approves_all(state.session.scope));
        let proposable = setting.proposable(placed.iter().map(|issue| (issue.id, issue.record)));
        let plan = plan_text(&scene.text, (&placed, &proposable), record, has_model(session, record.by));
        let is_due = |call: &Call<'_>| {
            let mut ids = call.jobs.iter().flat_map(|job| &job.issues).filter_map(|id| number_of(*id));
            call.is_verdict || !ids.all(|at| scene.filed.get(at).is_some_and(|id| fixed.contains(id)))
        };
        asking.extend(calls(scene, plan.jobs).into_iter().filter(is_due));
    }
    let mut estimate = MendEstimate::default();
    add_calls(session, (&record.note, &asking), &mut estimate).await?;
    let done = state.next_round().saturating_sub(1).saturating_sub(record.resumed_after);
    let rounds = record.policy.max_rounds.saturating_sub(done).max(1);
    Ok(estimate.run_estimate().repeated(rounds as usize))
}

/// The issues whose fixes of the round that is due came already.
async fn fixed_in_round(conn: &mut SqliteConnection, state: &State) -> Result<HashSet<IssueId>> {
    let log = audit::list(conn, state.session.id, (0, u32::MAX)).await?;
    let of_round = log.into_iter().filter(|logged| {
        let metadata = logged.entry.metadata.as_ref();
        logged.entry.action == AuditAction::Fixed
            && metadata.and_then(|known| known["round"].as_u64()) == Some(state.next_round().into())
    });
    let ids = of_round.filter_map(|logged| logged.entry.metadata?["issues"].as_array().cloned());
    Ok(ids.flatten().filter_map(|id| id.as_i64().map(IssueId::from)).collect())
}

impl MendEstimate {
    /// The first round as the estimate of a run.
    fn run_estimate(&self) -> RunEstimate {
        let number = |tokens: u64| usize::try_from(tokens).unwrap_or(usize::MAX);
        let asks = Asks {
            models: self.model.iter().map(|model| model.model.clone()).collect(),
            requests: self.requests as usize,
            prompt_tokens: number(self.prompt),
            answer_tokens: number(self.answer),
        };
        let may_cost = self.requests > 0;
        RunEstimate { cost: self.cost.clone(), may_cost, asks: may_cost.then_some(asks), least: None }
    }
}

/// A call that a mending would make: the words of a job's passage or, for issues of a model, verdicts on them.
struct Call<'a> {
    scene: &'a ScenePlan,
    jobs: Vec<Job>,
    is_verdict: bool,
}

/// The calls for the jobs of a scene.
fn calls(scene: &ScenePlan, jobs: Vec<Job>) -> Vec<Call<'_>> {
    let asking: Vec<Job> = jobs.into_iter().filter(|job| job.tool.needs_model()).collect();
    let is_of_model = |id: &IssueId| {
        number_of(*id)
            .and_then(|at| scene.issues.get(at))
            .is_some_and(|(_, record)| record.rule.needs_model())
    };
    let judged: Vec<Job> = asking.iter().filter(|job| job.issues.iter().any(is_of_model)).cloned().collect();
    let fixes = asking.into_iter().map(|job| Call { scene, jobs: vec![job], is_verdict: false });
    let verdicts = (!judged.is_empty()).then_some(Call { scene, jobs: judged, is_verdict: true });
    fixes.chain(verdicts).collect()
}

async fn add_calls(
    session: &Session,
    (note, asking): (&str, &[Call<'_>]),
    estimate: &mut MendEstimate,
) -> Result<()> {
    let every = asking.len().div_ceil(MAX_RENDERED).max(1);
    let mut rendered = Vec::new();
    for call in asking.iter().step_by(every) {
        let question = question(session, call, note).await?;
        rendered.push(estimate_question(session, &question).await?);
    }
    let scaled = |of: fn(&Estimate) -> usize| {
        let sum: usize = rendered.iter().map(of).sum();
        u64::try_from(sum * asking.len() / rendered.len().max(1)).unwrap_or(u64::MAX)
    };
    estimate.requests = u32::try_from(asking.len()).unwrap_or(u32::MAX);
    (estimate.prompt, estimate.answer) = (scaled(|one| one.prompt), scaled(|one| one.answer));
    estimate.model = rendered.first().and_then(|one| one.target.clone());
    let is_known = rendered.iter().all(|one| one.cost.is_some());
    let cost = Cost::sum(rendered.iter().filter_map(|one| one.cost.clone())).filter(|_| is_known);
    estimate.cost = cost.map(|cost| Cost {
        micros: cost.micros * u64::from(estimate.requests) / rendered.len().max(1) as u64,
        ..cost
    });
    Ok(())
}

/// The question of a call.
async fn question(session: &Session, call: &Call<'_>, note: &str) -> Result<ValueQuestion> {
    let scene = call.scene;
    let (chapter, language) = questions::place(session, scene.scene).await?;
    let asked = Asked { scene: scene.scene, chapter, version: scene.version, text: &scene.text, language };
    let ids = call.jobs.iter().flat_map(|job| &job.issues);
    let records: Vec<&IssueRecord> =
        ids.filter_map(|id| Some(&scene.issues.get(number_of(*id)?)?.1)).collect();
    let parts: Vec<CharRange> = call.jobs.iter().map(|job| job.range).collect();
    Ok(match call.jobs.first().filter(|_| !call.is_verdict) {
        Some(job) => questions::passage(asked, job, &records, note),
        None => questions::verdicts(asked, &parts, &records),
    })
}

/// The issues of a scene, each with its number in place of an id.
fn placed(scene: &ScenePlan, is_approved: bool) -> Vec<mending::Issue<'_>> {
    let numbered = (0_i64..).zip(&scene.issues);
    numbered
        .map(|(number, (_, record))| mending::Issue {
            id: number.into(),
            record,
            range: record.anchor.range,
            sureness: record.anchor.confidence,
            // A worked-on issue keeps the reason as the author's consent.
            is_approved: is_approved || record.reason == Some(DeferReason::AskFirst),
        })
        .collect()
}

fn number_of(id: IssueId) -> Option<usize> {
    usize::try_from(id.get()).ok()
}

/// The record of the session that a request would open.
pub(super) fn session_record(request: &BeginMending, tools: ToolTable) -> SessionRecord {
    SessionRecord {
        initiator: super::begin::initiator(request),
        by: request.by,
        policy: policy_of(request),
        tools,
        rules: request.rules.clone().unwrap_or_default(),
        note: request.note.trim().to_owned(),
        ..SessionRecord::default()
    }
}
