//! What a mending would take: its issues, and the calls of a model in the first round.

use std::sync::Arc;

use wenfang_checks::mending::{self, Job};
use wenfang_manuscript::find::FindScope;
use wenfang_project::watch::Watch;
use wenfang_story::IssueId;
use wenfang_story::check::Rule;
use wenfang_story::generation::Cost;
use wenfang_story::mend::{IssueRecord, SessionRecord, Tool};
use wenfang_text::CharRange;
use wenfang_usecase::Result;

use super::file::{ScenePlan, Taken, add_found, take};
use super::plan::{approves_all, has_model, plan_text};
use super::policy_of;
use super::questions::{self, Asked};
use super::request::BeginMending;
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
    let record = session_record(request);
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
        let plan = plan_text(&scene.text, &placed(scene, approves_all), &record, has_model);
        estimate.issues += scene.issues.len();
        estimate.deferred += plan.deferred.len() + plan.unsure.len();
        let replaced = plan.jobs.iter().filter(|job| job.tool == Tool::Replace);
        estimate.replacements += replaced.map(|job| job.issues.len()).sum::<usize>();
        asking.extend(calls(scene, plan.jobs));
    }
    add_calls(session, (request, &asking), &mut estimate).await?;
    Ok(estimate)
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
    (request, asking): (&BeginMending, &[Call<'_>]),
    estimate: &mut MendEstimate,
) -> Result<()> {
    let every = asking.len().div_ceil(MAX_RENDERED).max(1);
    let mut rendered = Vec::new();
    for call in asking.iter().step_by(every) {
        let question = question(session, call, &request.note).await?;
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
            is_approved,
        })
        .collect()
}

fn number_of(id: IssueId) -> Option<usize> {
    usize::try_from(id.get()).ok()
}

/// The record of the session that a request would open.
pub(super) fn session_record(request: &BeginMending) -> SessionRecord {
    SessionRecord {
        initiator: super::begin::initiator(request),
        by: request.by,
        policy: policy_of(request),
        rules: request.rules.clone().unwrap_or_default(),
        note: request.note.trim().to_owned(),
        ..SessionRecord::default()
    }
}
