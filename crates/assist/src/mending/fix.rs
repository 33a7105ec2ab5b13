//! Makes the offers for a job: by the words of rules, or by a model.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_checks::mending::{self, Edit, Job, Offer, Progress, exhausted, own_words};
use wenfang_project::generations::Generation;
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::sessions;
use wenfang_story::generation::{Cost, GenerationStatus, Tokens};
use wenfang_story::mend::{Actor, AuditAction, IssueRecord, QcCode, Spent, StopReason, Tool};
use wenfang_story::{GenerationId, IssueId, MendSessionId, Timestamp};
use wenfang_text::CharRange;
use wenfang_usecase::Result;

use super::plan::{RoundJob, approves_all};
use super::questions::{self, Asked};
use super::state::{State, hold};
use crate::Session;
use crate::drafting::{Observer, ask_passage};

/// The result of a job, as the steps of the workflow pass it on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fixed {
    pub(crate) offers: Vec<FixedOffer>,
    /// The generation, if a model was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) generation: Option<GenerationId>,
    /// Why there is no offer, if something went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) qc: Option<QcCode>,
    /// The model that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cost: Option<Cost>,
}

/// Words for a passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FixedOffer {
    pub(crate) issues: Vec<IssueId>,
    /// In char offsets of the text before the round.
    pub(crate) range: CharRange,
    pub(crate) words: String,
    /// What the model was told about the issues; empty if none was asked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) instruction: String,
}

impl From<Offer> for FixedOffer {
    fn from(offer: Offer) -> Self {
        let edit = offer.edits.into_iter().next();
        let (range, words) =
            edit.map_or((CharRange::new(0, 0), String::new()), |edit| (edit.range, edit.words));
        Self { issues: offer.issues, range, words, instruction: offer.instruction }
    }
}

impl FixedOffer {
    /// The offer as the rules of mending know it.
    pub(super) fn offer(&self, job: usize) -> Offer {
        Offer {
            job,
            issues: self.issues.clone(),
            edits: vec![Edit { range: self.range, words: self.words.clone() }],
            instruction: self.instruction.clone(),
        }
    }
}

/// Makes the offers for a job. Trouble that another attempt does not mend is part of the result.
///
/// # Errors
/// Those of reading, and of a model when another attempt may succeed.
pub(crate) async fn fix(
    session: &Session,
    (state, job): (&State, &RoundJob),
    observer: &Observer,
) -> Result<(Fixed, Spent)> {
    let none = |qc| Ok((Fixed { qc, ..Fixed::default() }, Spent::default()));
    let Some(scene) = state.scene(job.scene) else { return none(None) };
    let placed = scene.placed(approves_all(state.session.scope));
    let own: Vec<mending::Issue<'_>> =
        placed.into_iter().filter(|issue| job.issues.contains(&issue.id)).collect();
    // The author may have refused issues since the round was planned.
    let wanted = Job { issues: own.iter().map(|issue| issue.id).collect(), ..job.job() };
    if own.is_empty() {
        return none(None);
    }
    match job.tool {
        Tool::Replace => {
            let offers = own_words(0, &wanted, &own).into_iter().map(FixedOffer::from).collect();
            Ok((Fixed { offers, ..Fixed::default() }, Spent::default()))
        }
        Tool::Rewrite | Tool::Shorten | Tool::Lengthen => {
            let records: Vec<&IssueRecord> = own.iter().map(|issue| issue.record).collect();
            if let Some(qc) = spent_up(state) {
                return none(Some(qc));
            }
            let (chapter, language) = questions::place(session, job.scene).await?;
            let (version, text) = (scene.scene.version, scene.text());
            let asked = Asked { scene: job.scene, chapter, version, text, language };
            let note = &state.session.record.note;
            by_model(session, (asked, &wanted, &records), note, observer).await
        }
        // The author changes the setting, or the text.
        Tool::Canon | Tool::Author => none(None),
    }
}

/// Why no model may be asked any more.
fn spent_up(state: &State) -> Option<QcCode> {
    let record = &state.session.record;
    let progress = Progress { spent: record.spent.clone(), is_stopped: false };
    match exhausted(&record.policy, &progress) {
        None | Some(StopReason::Author) => None,
        Some(_) => Some(QcCode::ToolUnavailable),
    }
}

/// Asks a model for the words of a job's passage.
async fn by_model(
    session: &Session,
    (asked, job, records): (Asked<'_>, &Job, &[&IssueRecord]),
    note: &str,
    observer: &Observer,
) -> Result<(Fixed, Spent)> {
    let question = questions::passage(asked, job, records, note);
    let instruction = question.issues.clone();
    let generation = match ask_passage(session, &question, observer).await {
        Ok(generation) => generation,
        Err(error) => match error.code.qc().filter(|qc| *qc != QcCode::StatePersistence) {
            Some(qc) => return Ok((Fixed { qc: Some(qc), ..Fixed::default() }, Spent::default())),
            None => return Err(error),
        },
    };
    let spent = spent_on(&generation);
    let record = &generation.record;
    let words = whole_words(&generation);
    let mut fixed = Fixed {
        generation: Some(generation.id),
        model: Some(record.model.clone()),
        cost: record.cost.clone(),
        ..Fixed::default()
    };
    if let Some(words) = words {
        let issues = job.issues.clone();
        fixed.offers.push(FixedOffer { issues, range: job.range, words, instruction });
    } else {
        fixed.qc = Some(QcCode::PromptExecution);
    }
    Ok((fixed, spent))
}

/// The words that a model wrote for a passage; `None` if it did not write all of it.
pub(crate) fn whole_words(generation: &Generation) -> Option<String> {
    let record = &generation.record;
    let is_cut = record.requests.last().is_some_and(|last| last.outcome == "cut");
    let is_whole = record.status == GenerationStatus::Complete && generation.overflow.is_empty() && !is_cut;
    let words = generation.text.trim_matches('\n');
    (is_whole && !words.is_empty()).then(|| words.to_owned())
}

/// What a generation cost.
pub(super) fn spent_on(generation: &Generation) -> Spent {
    call(generation.record.tokens, generation.record.cost.clone())
}

/// One call of a model.
pub(super) fn call(tokens: Tokens, cost: Option<Cost>) -> Spent {
    Spent { worked_ms: 0, calls: 1, unpriced_calls: u32::from(cost.is_none()), tokens, cost }
}

/// Stores what a job took, and notes that it was done.
pub(crate) async fn store_fixed(
    conn: &mut SqliteConnection,
    (session, holder): (MendSessionId, &str),
    (job, fixed, spent): (&RoundJob, &Fixed, &Spent),
    now: Timestamp,
) -> Result<()> {
    hold(conn, (session, holder), now).await?;
    sessions::change(conn, session, |record| add(&mut record.spent, spent)).await?;
    let entry = AuditEntry {
        session: Some(session),
        issue: job.issues.first().copied(),
        tool: Some(job.tool),
        qc: fixed.qc,
        metadata: Some(serde_json::json!({
            "round": job.round, "issues": job.issues, "generation": fixed.generation, "offers": fixed.offers.len(),
        })),
        ..AuditEntry::new(AuditAction::Fixed, actor(fixed), now)
    };
    audit::append(conn, &entry).await?;
    Ok(())
}

fn actor(fixed: &Fixed) -> Actor {
    fixed.model.clone().map_or_else(super::plan::actor, Actor::Model)
}

/// Adds what was spent.
pub(super) fn add(sum: &mut Spent, spent: &Spent) {
    sum.worked_ms = sum.worked_ms.saturating_add(spent.worked_ms);
    sum.calls = sum.calls.saturating_add(spent.calls);
    sum.unpriced_calls = sum.unpriced_calls.saturating_add(spent.unpriced_calls);
    sum.tokens.prompt += spent.tokens.prompt;
    sum.tokens.completion += spent.tokens.completion;
    sum.tokens.cached += spent.tokens.cached;
    sum.tokens.estimated |= spent.tokens.estimated;
    sum.cost = Cost::sum(sum.cost.take().into_iter().chain(spent.cost.clone()));
}
