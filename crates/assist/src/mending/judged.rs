//! Judges a scene after a round, and stores what was judged.

use std::collections::{BTreeSet, HashMap};

use sqlx::SqliteConnection;
use wenfang_checks::mending::{
    self, Judgement, Known, Place, Recheck, Scale, Trace, Verdict, judge_by_model, judge_by_rule,
};
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::fixes::{self, Fix, NewFix};
use wenfang_project::mend::issues::{self, Issue, IssueChange, NewIssue};
use wenfang_project::mend::{rounds, scenes};
use wenfang_story::canon::Evidence;
use wenfang_story::check::FindingRecord;
use wenfang_story::mend::{
    Applied, AuditAction, DeferReason, FixEdit, FixRecord, IssueAnchor, IssueEvent, IssueRecord, IssueState,
    Refusal, RoundRecord, SessionRecord, Tool, VerdictRecord, Verification, next,
};
use wenfang_story::{GenerationId, IssueId, MendSessionId, SceneId, Timestamp};
use wenfang_text::{CharRange, ContentHash, Lexicon, Method};
use wenfang_usecase::Result;

use super::canon::{canon_hash, has_changed};
use super::places::{is_about, is_resolved_by_author, is_unchanged, move_anchor};
use super::plan::{actor, plan_text, step};
use super::recheck::{ComposedScene, FoundInScene};
use super::state::{hex, open_count, weight};
use super::verdicts::Verdicts;
use crate::checks::GatheredCanon;

/// Fixes that were refused, or after which an issue was found again, before it is left to the author.
const MAX_TRIES: usize = 2;

/// What a scene is judged by.
pub(super) struct Material<'a> {
    pub(super) scene: &'a ComposedScene<'a>,
    pub(super) round: u32,
    pub(super) found: &'a FoundInScene,
    pub(super) verdicts: &'a Verdicts,
    /// The attempts of earlier rounds.
    pub(super) attempts: &'a HashMap<IssueId, Vec<Fix>>,
    pub(super) cast: &'a Lexicon,
    pub(super) record: &'a SessionRecord,
    /// The canon of now.
    pub(super) canon: &'a GatheredCanon,
    pub(super) has_model: bool,
    pub(super) approves_all: bool,
}

impl Material<'_> {
    fn recheck(&self) -> Recheck<'_> {
        Recheck { before: &self.found.before, after: &self.found.after, trace: &self.scene.composed.trace }
    }
}

/// A scene after a round.
#[derive(Clone, Debug)]
pub(super) struct JudgedScene {
    pub(super) scene: SceneId,
    pub(super) round: u32,
    text: String,
    weight: u32,
    pub(super) record: RoundRecord,
    /// The round as the policy sees it.
    pub(super) policy: mending::Round,
    /// The best round so far.
    pub(super) best: u32,
    fixes: Vec<MadeFix>,
    changes: Vec<IssueUpdate>,
    new: Vec<IssueRecord>,
    /// The generations with verdicts.
    generations: Vec<GenerationId>,
}

/// An attempt of this round.
#[derive(Clone, Debug)]
struct MadeFix {
    issue: IssueId,
    tool: Tool,
    generation: Option<GenerationId>,
    applied: Applied,
    verification: Verification,
    record: FixRecord,
}

/// What happened to an issue.
#[derive(Clone, Debug)]
struct IssueUpdate {
    issue: IssueId,
    events: Vec<IssueEvent>,
    record: IssueRecord,
}

/// An issue after the round, with what led there.
struct Judged {
    state: IssueState,
    update: IssueUpdate,
    judgement: Judgement,
    is_resolved: bool,
    is_stalled: bool,
}

/// Judges a scene. Whether it stops, and which round is best, is decided by its rounds together.
pub(super) fn judge_scene(material: &Material<'_>) -> JudgedScene {
    let scene = material.scene;
    let trace = &scene.composed.trace;
    let mut fixes = made_fixes(material);
    let judged: Vec<Judged> =
        scene.state.issues.iter().map(|issue| judge_issue(material, issue, &fixes)).collect();
    for fix in &mut fixes {
        let of_issue = judged.iter().find(|judged| judged.update.issue == fix.issue);
        if let Some(judged) = of_issue.filter(|_| fix.applied == Applied::Applied) {
            fix.verification = verification(judged.judgement.event);
            fix.record.score = Some(judged.judgement.score);
            fix.record.verdict = proven(material, fix.issue);
        }
    }
    let new = new_issues(material, &judged);
    let after: Vec<Issue> = issues_after(scene, &judged, &new);
    let open = open_count(after.iter(), material.record.policy.least_severity);
    let weight = weight(after.iter());
    let changed = Trace::of_texts(scene.state.input(), &scene.composed.text).changed_chars();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let came = || after.iter().filter(|issue| issue.finding.is_none() && issue.state.is_open());
    let record = RoundRecord {
        open,
        resolved: count(judged.iter().filter(|judged| judged.is_resolved).count()),
        new_issues: count(new.len()),
        reseeded: count(new.iter().filter(|record| trace.is_changed(record.anchor.range)).count()),
        worst_new: came().map(|issue| issue.record.severity).max(),
        changed_chars: count(changed),
        verdicts: count(material.verdicts.by_issue.len()),
        contradictions: count(judged.iter().filter(|judged| judged.judgement.is_contradicted).count()),
        stop: None,
    };
    let policy = mending::Round {
        text: ContentHash::of(scene.composed.text.as_bytes()),
        weight,
        changed_chars: changed,
        open,
        reseeded: record.reseeded,
        worst_new: record.worst_new,
        stalled: count(judged.iter().filter(|judged| judged.is_stalled).count()),
        verdicts: record.verdicts,
        contradicted: record.contradictions,
        passed_fence: true,
        has_tools: has_tools(material, &after),
    };
    JudgedScene {
        scene: scene.id(),
        round: material.round,
        text: scene.composed.text.clone(),
        weight,
        record,
        policy,
        best: 0,
        fixes,
        changes: judged.into_iter().map(|judged| judged.update).collect(),
        new,
        generations: material.verdicts.generations.clone(),
    }
}

/// The attempts of this round, one for each issue of a job.
fn made_fixes(material: &Material<'_>) -> Vec<MadeFix> {
    let scene = material.scene;
    let before = hex(scene.state.text());
    let mut fixes = Vec::new();
    for (number, (job, fixed)) in scene.jobs.iter().enumerate() {
        for issue in &job.issues {
            let offer =
                scene.offers.iter().position(|offer| offer.job == number && offer.issues.contains(issue));
            let refusal: Option<&Refusal> = offer.and_then(|at| {
                scene.composed.refused.iter().find(|(refused, _)| *refused == at).map(|(_, refusal)| refusal)
            });
            let applied = match (offer, refusal) {
                (Some(_), None) => Applied::Applied,
                (Some(_), Some(_)) => Applied::Refused,
                (None, _) if fixed.qc.is_some() => Applied::Failed,
                (None, _) => Applied::Empty,
            };
            let edit = offer.and_then(|at| scene.offers.get(at)?.edits.first()).map(|edit| FixEdit {
                range: edit.range,
                before: before.clone(),
                words: edit.words.clone(),
            });
            let record = FixRecord { edit, refusal: refusal.cloned(), qc: fixed.qc, ..FixRecord::default() };
            fixes.push(MadeFix {
                issue: *issue,
                tool: job.tool,
                generation: fixed.generation,
                applied,
                verification: Verification::Unverified,
                record,
            });
        }
    }
    fixes
}

/// A verdict whose quote stands in the text.
fn proven(material: &Material<'_>, issue: IssueId) -> Option<VerdictRecord> {
    let verdict = material.verdicts.by_issue.get(&issue)?;
    let is_proven = !verdict.quote.is_empty() && material.scene.composed.text.contains(&verdict.quote);
    is_proven.then(|| verdict.clone())
}

const fn verification(event: IssueEvent) -> Verification {
    match event {
        IssueEvent::VerifiedGone => Verification::Passed,
        IssueEvent::FoundAgain => Verification::Recurrence,
        IssueEvent::VerifiedPartly | IssueEvent::PlaceUnsure => Verification::Partial,
        _ => Verification::Unverified,
    }
}

fn judge_issue(material: &Material<'_>, issue: &Issue, fixes: &[MadeFix]) -> Judged {
    if is_resolved_by_author(issue) {
        return left_alone(material, issue);
    }
    let (place, judgement) = judgement(material, issue);
    let own = fixes.iter().find(|fix| fix.issue == issue.id);
    let earlier = material.attempts.get(&issue.id).map_or(&[][..], Vec::as_slice);
    let tries = |applied: Applied| {
        earlier.iter().filter(|fix| fix.applied == applied).count()
            + usize::from(own.is_some_and(|fix| fix.applied == applied))
    };
    let is_there = judgement.event == IssueEvent::FoundAgain;
    let mut state = issue.state;
    let mut events = Vec::new();
    let mut apply = |event| {
        if let Ok(following) = next(state, event) {
            state = following;
            events.push(event);
        }
    };
    // A step of an interrupted run may have left it new.
    if own.is_some() {
        apply(IssueEvent::FixBegun);
    }
    let mut record = issue.record.clone();
    let is_untouched = own.is_none_or(|fix| fix.applied != Applied::Applied) && is_there;
    // Nothing was tried, so nothing was found again.
    let may_begin = matches!(issue.state, IssueState::New | IssueState::Partial | IssueState::Recurrence);
    let was_begun = issue.state == IssueState::InProgress || own.is_some() && may_begin;
    apply(if is_untouched && was_begun { IssueEvent::LeftInFlight } else { judgement.event });
    record.qc = judgement.qc.or_else(|| own.and_then(|fix| fix.record.qc));
    let reason = if tries(Applied::Refused) >= MAX_TRIES {
        Some(DeferReason::Fence)
    } else if is_there && tries(Applied::Applied) >= MAX_TRIES {
        Some(DeferReason::Stall)
    } else if own.is_some_and(|fix| fix.tool == Tool::Canon) {
        Some(DeferReason::NoTool)
    } else {
        None
    };
    if let Some(reason) = reason.filter(|_| judgement.event != IssueEvent::VerifiedGone) {
        apply(IssueEvent::Deferred);
        record.reason = Some(reason);
    }
    let found = judgement.again.filter(|_| is_there).and_then(|at| material.found.after.get(at));
    move_anchor(&mut record, (&material.scene.composed.text, place), found);
    Judged {
        state,
        is_resolved: state == IssueState::Resolved && issue.state != IssueState::Resolved,
        is_stalled: reason == Some(DeferReason::Stall),
        update: IssueUpdate { issue: issue.id, events, record },
        judgement,
    }
}

/// An issue that is not judged; only its place moves.
fn left_alone(material: &Material<'_>, issue: &Issue) -> Judged {
    let composed = &material.scene.composed;
    let mut record = issue.record.clone();
    let place = composed.trace.map(record.anchor.range).range;
    move_anchor(&mut record, (&composed.text, place), None);
    let event = IssueEvent::VerifiedGone;
    Judged {
        state: issue.state,
        update: IssueUpdate { issue: issue.id, events: Vec::new(), record },
        judgement: Judgement { event, score: 0.0, qc: None, is_contradicted: false, again: None },
        is_resolved: false,
        is_stalled: false,
    }
}

/// The place of an issue in the new text, and what the re-check says.
fn judgement(material: &Material<'_>, issue: &Issue) -> (CharRange, Judgement) {
    let record = &issue.record;
    let text = &material.scene.composed.text;
    let mapped = material.scene.composed.trace.map(record.anchor.range);
    let is_here = record.anchor.text_hash == hex(material.scene.state.text());
    let sureness = if is_here { record.anchor.confidence } else { 0.0 };
    let is_unchanged = is_unchanged(record, text, mapped.range);
    let place = Place { range: Some(mapped.range), sureness, is_unchanged };
    let known = Known { record, place, has_changed_canon: has_changed(record, material.canon) };
    let scale = Scale { names: Some(material.cast), ..Scale::default() };
    let judgement = if record.rule.needs_model() {
        let verdict = material.verdicts.by_issue.get(&issue.id);
        let verdict = verdict.map(|verdict| Verdict { outcome: verdict.outcome, quote: &verdict.quote });
        judge_by_model(&known, text, verdict.as_ref(), &material.verdicts.problems, &scale)
    } else {
        judge_by_rule(&known, &material.recheck(), &scale)
    };
    (mapped.range, judgement)
}

/// The findings that the round brought in: they were not there before and are no issue again.
fn new_issues(material: &Material<'_>, judged: &[Judged]) -> Vec<IssueRecord> {
    let trace = &material.scene.composed.trace;
    let recheck = material.recheck();
    let of_rules = material.found.after.iter().filter(|found| recheck.is_new(found));
    let all = of_rules.chain(&material.verdicts.problems);
    let fresh = all.filter(|found| !judged.iter().any(|judged| repeats(judged, found)));
    let records = fresh.filter_map(|found| {
        let passage = found.passage()?;
        let severe = found.severity >= material.record.policy.least_severity;
        severe.then(|| filed(found, passage, (material, !trace.is_changed(passage.range))))
    });
    records.collect()
}

/// Whether a finding is an issue that is still there.
fn repeats(judged: &Judged, found: &FindingRecord) -> bool {
    let record = &judged.update.record;
    let is_there = judged.state != IssueState::Resolved || record.by_author;
    is_there && is_about(record, found, record.anchor.range)
}

/// The record of an issue that a round brought in.
fn filed(
    found: &FindingRecord,
    passage: &Evidence,
    (material, is_elsewhere): (&Material<'_>, bool),
) -> IssueRecord {
    let anchor = IssueAnchor {
        text_hash: hex(&material.scene.composed.text),
        range: passage.range,
        checksum: ContentHash::of(passage.quote.as_bytes()).to_string(),
        quote: passage.quote.clone(),
        method: Method::ExactMatch,
        confidence: 1.0,
        attempts: Vec::new(),
    };
    IssueRecord {
        round: material.round,
        is_elsewhere,
        canon_hash: found.against.and_then(|against| canon_hash(material.canon, against)),
        ..IssueRecord::of(found, anchor)
    }
}

/// The issues of a scene as they are after the round, for weighing and planning; new ones have no id yet.
fn issues_after(scene: &ComposedScene<'_>, judged: &[Judged], new: &[IssueRecord]) -> Vec<Issue> {
    let known = scene.state.issues.iter().zip(judged).map(|(issue, judged)| Issue {
        state: judged.state,
        record: judged.update.record.clone(),
        ..issue.clone()
    });
    let session = scene.state.scene.session;
    let new = (1..).zip(new).map(|(number, record): (i64, _)| Issue {
        id: (-number).into(),
        session,
        scene: scene.id(),
        finding: None,
        state: IssueState::New,
        revision: 1,
        record: record.clone(),
        created_at: scene.state.scene.held_since,
        changed_at: scene.state.scene.held_since,
    });
    known.chain(new).collect()
}

/// Whether another round would have anything to do.
fn has_tools(material: &Material<'_>, after: &[Issue]) -> bool {
    let placed: Vec<mending::Issue<'_>> = after
        .iter()
        .filter(|issue| super::is_worked_on(issue))
        .map(|issue| mending::Issue {
            id: issue.id,
            record: &issue.record,
            range: issue.record.anchor.range,
            sureness: issue.record.anchor.confidence,
            is_approved: material.approves_all || super::is_approved(issue),
        })
        .collect();
    let text = &material.scene.composed.text;
    // What can be proposed to the setting was proposed when the issue was filed.
    !plan_text(text, (&placed, &BTreeSet::new()), material.record, material.has_model).jobs.is_empty()
}

impl JudgedScene {
    /// Whether anything was tried in the round.
    pub(super) fn has_fixes(&self) -> bool {
        !self.fixes.is_empty()
    }

    /// Stores the round of a scene with everything that it changed.
    pub(super) async fn store(
        &self,
        conn: &mut SqliteConnection,
        session: MendSessionId,
        now: Timestamp,
    ) -> Result<()> {
        let new = rounds::NewRound {
            session,
            scene: self.scene,
            round: self.round,
            text: &self.text,
            weight: self.weight,
            record: &self.record,
        };
        rounds::insert(conn, &new, now).await?;
        for fix in &self.fixes {
            self.store_fix(conn, (session, fix), now).await?;
        }
        for change in &self.changes {
            for event in &change.events {
                step(conn, change.issue, *event, |record| record.qc = change.record.qc, now).await?;
            }
            update_record(conn, change, now).await?;
        }
        let filed: Vec<NewIssue<'_>> =
            self.new.iter().map(|record| NewIssue { scene: self.scene, finding: None, record }).collect();
        issues::file(conn, session, &filed, now).await?;
        scenes::set_best_round(conn, (session, self.scene), self.best).await?;
        let figures = serde_json::json!({
            "scene": self.scene, "round": self.round, "weight": self.weight, "open": self.record.open,
            "resolved": self.record.resolved, "new": self.record.new_issues, "stop": self.record.stop,
            "generations": self.generations,
        });
        super::plan::log(conn, (session, AuditAction::Rechecked), figures, now).await
    }

    async fn store_fix(
        &self,
        conn: &mut SqliteConnection,
        (session, fix): (MendSessionId, &MadeFix),
        now: Timestamp,
    ) -> Result<()> {
        let new = NewFix {
            issue: fix.issue,
            round: self.round,
            tool: fix.tool,
            generation: fix.generation,
            applied: fix.applied,
            record: &fix.record,
        };
        let attempt = fixes::insert(conn, &new, now).await?;
        if fix.verification != Verification::Unverified {
            fixes::verify(conn, (fix.issue, attempt), (fix.verification, &fix.record)).await?;
        }
        if fix.applied == Applied::Refused {
            let entry = AuditEntry {
                session: Some(session),
                issue: Some(fix.issue),
                tool: Some(fix.tool),
                ..AuditEntry::new(AuditAction::Refused, actor(), now)
            };
            audit::append(conn, &entry).await?;
        }
        Ok(())
    }
}

/// Stores the new place of an issue. A reason that the author gave meanwhile stays.
async fn update_record(conn: &mut SqliteConnection, change: &IssueUpdate, now: Timestamp) -> Result<()> {
    let known = issues::require(conn, change.issue).await?;
    let record =
        IssueRecord { reason: change.record.reason.or(known.record.reason), ..change.record.clone() };
    let seen = known.revision;
    let change = IssueChange { issue: change.issue, seen, event: None, record: Some(&record) };
    issues::change(conn, &change, now).await?;
    Ok(())
}
