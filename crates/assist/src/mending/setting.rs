//! Changes of the setting in place of a change of the text: which can be proposed, and their proposals.
//!
//! A proposal is made from what the finding says, without a model. Only facts of the graph get another value, and only
//! names another spelling; what else contradicts the canon is left to the author.

use std::collections::{BTreeSet, HashMap};

use sqlx::SqliteConnection;
use wenfang_canon::proposals::{NewProposal, Propose, take_all};
use wenfang_checks::rules::corrected;
use wenfang_project::canon;
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::issues::{self, Issue};
use wenfang_project::proposals;
use wenfang_story::canon::{EntityRecord, FactObject, FactRecord, Proposed};
use wenfang_story::check::{Against, Rule};
use wenfang_story::mend::{AuditAction, DeferReason, IssueEvent, IssueRecord, Tool};
use wenfang_story::{EntityId, FactId, IssueId, MendSessionId, ProposalId, SceneId, Timestamp};
use wenfang_text::is_same_value;
use wenfang_usecase::Result;

use super::plan::{actor, step};

/// The entities and facts of the graph.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    entities: HashMap<EntityId, EntityRecord>,
    facts: Vec<(FactId, FactRecord)>,
}

/// A change of the setting, for the issues that ask for it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SettingChange {
    proposed: Proposed,
    confidence: f64,
    scene: SceneId,
    quote: String,
    issues: Vec<IssueId>,
}

impl Setting {
    /// Reads the entities and facts.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) async fn read(conn: &mut SqliteConnection) -> Result<Self> {
        Ok(Self { entities: canon::list(conn).await?.into_iter().collect(), facts: canon::list(conn).await? })
    }

    /// The change that makes the text right; `None` if the finding does not say it.
    fn change(&self, record: &IssueRecord) -> Option<Proposed> {
        match (record.rule, record.against?) {
            (rule, Against::Fact(id)) => {
                let (_, fact) = self.facts.iter().find(|(known, _)| *known == id)?;
                self.correction(rule, fact, &record.found)
            }
            (Rule::NameDrift, Against::Entity(id)) => {
                let (name, alias) = (self.name(id)?, record.found.trim());
                let is_new = !alias.is_empty() && alias != name;
                is_new.then(|| Proposed::Alias { name: name.to_owned(), alias: alias.to_owned() })
            }
            // A model names whom it is about, and the value that it read; exactly one fact must have it.
            (Rule::ModelSetting, Against::Entity(id)) => {
                let has_value = |fact: &&FactRecord| {
                    let value = self.value(&fact.object);
                    fact.subject == id
                        && value.is_some_and(|value| is_same_value(value, &record.expected, None))
                };
                let mut facts = self.facts.iter().map(|(_, fact)| fact).filter(has_value);
                let fact = facts.next().filter(|_| facts.next().is_none())?;
                self.correction(record.rule, fact, &record.found)
            }
            _ => None,
        }
    }

    fn correction(&self, rule: Rule, fact: &FactRecord, found: &str) -> Option<Proposed> {
        let value = self.value(&fact.object)?;
        Some(Proposed::Fact {
            subject: self.name(fact.subject)?.to_owned(),
            predicate: fact.predicate.clone(),
            object: corrected(rule, (&fact.predicate, value), found)?,
            modality: fact.assertion.modality,
            replaces: false,
            corrects: Some(value.to_owned()),
        })
    }

    fn name(&self, entity: EntityId) -> Option<&str> {
        self.entities.get(&entity).map(|record| record.name.as_str())
    }

    fn value<'a>(&'a self, object: &'a FactObject) -> Option<&'a str> {
        match object {
            FactObject::Text(text) => Some(text.trim()),
            FactObject::Entity(entity) => self.name(*entity),
        }
    }

    /// The issues for which a change can be proposed. One that was proposed before is not proposed again.
    pub(super) fn proposable<'a>(
        &self,
        issues: impl Iterator<Item = (IssueId, &'a IssueRecord)>,
    ) -> BTreeSet<IssueId> {
        let can = |(_, record): &(IssueId, &IssueRecord)| {
            record.proposal.is_none() && record.round == 0 && self.change(record).is_some()
        };
        issues.filter(can).map(|(id, _)| id).collect()
    }

    /// The changes for issues. Issues that ask for the same share one change, which quotes the first.
    pub(super) fn changes<'a>(&self, issues: impl Iterator<Item = &'a Issue>) -> Vec<SettingChange> {
        let mut changes: Vec<SettingChange> = Vec::new();
        for issue in issues {
            let Some(proposed) = self.change(&issue.record) else { continue };
            match changes.iter_mut().find(|change| change.proposed == proposed) {
                Some(change) => change.issues.push(issue.id),
                None => changes.push(SettingChange {
                    proposed,
                    confidence: issue.record.confidence,
                    scene: issue.scene,
                    quote: issue.record.anchor.quote.clone(),
                    issues: vec![issue.id],
                }),
            }
        }
        changes
    }
}

/// The least confidence of a proposal that the author is to see.
const MIN_CONFIDENCE: f64 = wenfang_story::canon::Tier::REVIEW;

/// Stores the changes as proposals for the author, and leaves their issues to the author. A quote that left the text
/// meanwhile proves nothing, so its issues get no proposal.
pub(super) async fn propose(
    conn: &mut SqliteConnection,
    (session, changes): (MendSessionId, &[SettingChange]),
    now: Timestamp,
) -> Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let new = changes.iter().map(|change| NewProposal {
        proposed: change.proposed.clone(),
        confidence: change.confidence.clamp(MIN_CONFIDENCE, 1.0),
        scene: Some(change.scene),
        quote: Some(change.quote.clone()),
    });
    let source = super::accept::label(conn, session).await?;
    let request = Propose { source, proposals: new.collect(), for_author: Some(true) };
    let batch = take_all(conn, now, request).await?.batch;
    let stored = proposals::list(conn, Some(batch)).await?;
    for (change, (id, record)) in changes.iter().zip(stored) {
        let proposal = record.evidence.is_some().then_some(id);
        for issue in &change.issues {
            leave(conn, (session, *issue), proposal, now).await?;
        }
    }
    Ok(())
}

/// Leaves an issue to the author, with its proposal if there is one.
async fn leave(
    conn: &mut SqliteConnection,
    (session, issue): (MendSessionId, IssueId),
    proposal: Option<ProposalId>,
    now: Timestamp,
) -> Result<()> {
    let reason = if proposal.is_some() { DeferReason::Canon } else { DeferReason::NoProposal };
    let note = |record: &mut IssueRecord| (record.reason, record.proposal) = (Some(reason), proposal);
    step(conn, issue, IssueEvent::Deferred, note, now).await?;
    let entry = AuditEntry {
        session: Some(session),
        issue: Some(issue),
        tool: Some(Tool::Canon),
        metadata: Some(serde_json::json!({ "proposal": proposal })),
        ..AuditEntry::new(AuditAction::Fixed, actor(), now)
    };
    audit::append(conn, &entry).await?;
    Ok(())
}

/// The issues of a session that wait for the decision on a proposal, in the order in which they were filed.
pub(super) async fn waiting_for(
    conn: &mut SqliteConnection,
    (session, proposal): (MendSessionId, ProposalId),
) -> Result<Vec<Issue>> {
    let mut waiting = issues::list(conn, session).await?;
    waiting
        .retain(|issue| issue.record.proposal == Some(proposal) && super::close::waits_for_proposal(issue));
    Ok(waiting)
}
