//! The records of a session, its rounds, its issues and their fixes, as stored in JSON.

use serde::{Deserialize, Serialize};
use wenfang_text::{Attempt, CharRange, Method};

use super::{Actor, DeferReason, MendBy, Policy, QcCode, Refusal, StopReason, ToolTable, Verification};
use crate::canon::Evidence;
use crate::check::{Against, FindingRecord, FoundBy, Rule, Severity};
use crate::generation::{Cost, Tokens};
use crate::record::is_default;
use crate::{GenerationId, IssueId, ProposalId, Record, RunId, SceneId, Timestamp};

/// A session: who opened it, what it may do, what it spent, and why it ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct SessionRecord {
    pub initiator: Actor,
    pub by: MendBy,
    /// The policy in force.
    pub policy: Policy,
    /// Earlier policies, in order.
    #[serde(skip_serializing_if = "is_default")]
    pub policy_history: Vec<PolicyChange>,
    /// The policy that the author wants from the next round on.
    #[serde(skip_serializing_if = "is_default")]
    pub next_policy: Option<Policy>,
    /// How often the author changed the policy.
    #[serde(skip_serializing_if = "is_default")]
    pub policy_changes: u32,
    pub tools: ToolTable,
    /// The rules whose findings it takes, although they may be switched off; empty for all rules that are on.
    #[serde(skip_serializing_if = "is_default")]
    pub rules: Vec<Rule>,
    /// The author's note to the model.
    #[serde(skip_serializing_if = "is_default")]
    pub note: String,
    pub spent: Spent,
    /// The last round before the author went on with it: the policy counts the rounds after it.
    #[serde(skip_serializing_if = "is_default")]
    pub resumed_after: u32,
    /// The texts that no source has and the author must supply, one a scene.
    #[serde(skip_serializing_if = "is_default")]
    pub missing: Vec<MissingText>,
    /// Why it ended, if its policy ended it.
    #[serde(skip_serializing_if = "is_default")]
    pub stop: Option<StopReason>,
    /// Why it ended, if it failed.
    #[serde(skip_serializing_if = "is_default")]
    pub qc: Option<QcCode>,
}

impl SessionRecord {
    /// The policy that the author wants: the one in force, or the one that waits for the next round.
    pub fn wanted_policy(&self) -> &Policy {
        self.next_policy.as_ref().unwrap_or(&self.policy)
    }

    /// Puts the policy in force that waits for the next round, if one does.
    pub fn apply_next_policy(&mut self, now: Timestamp) {
        if let Some(next) = self.next_policy.take() {
            let policy = std::mem::replace(&mut self.policy, next);
            self.policy_history.push(PolicyChange { policy, until: now });
        }
    }
}

/// A text of a session that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct MissingText {
    pub scene: SceneId,
    /// The round whose text it is; 0 for the input.
    pub round: u32,
    /// SHA-256 of the text, in hex.
    pub hash: String,
}

/// A policy that was replaced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct PolicyChange {
    /// The policy until then.
    pub policy: Policy,
    /// When it was replaced.
    pub until: Timestamp,
}

/// What a session has spent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
#[ts(rename = "MendSpent")]
pub struct Spent {
    /// Milliseconds of work, without waiting for the author.
    #[ts(type = "number")]
    pub worked_ms: u64,
    /// Calls of a model; a cached answer is none.
    pub calls: u32,
    /// Calls whose price is unknown. They are not in `cost`. Absent if there are none.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub unpriced_calls: u32,
    pub tokens: Tokens,
    /// Absent if no price is known.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(optional)]
    pub cost: Option<Cost>,
}

/// One round of one scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct RoundRecord {
    /// Issues that are open after it.
    pub open: u32,
    /// Issues that it resolved.
    pub resolved: u32,
    /// Issues that it brought in.
    #[serde(rename = "new")]
    pub new_issues: u32,
    /// Those of the new issues that are in text which it changed.
    pub reseeded: u32,
    /// The highest severity of the new issues.
    #[serde(skip_serializing_if = "is_default")]
    pub worst_new: Option<Severity>,
    /// Characters in which its text differs from the input: of each change the longer side.
    pub changed_chars: u32,
    /// Verdicts of the model.
    #[serde(skip_serializing_if = "is_default")]
    pub verdicts: u32,
    /// Verdicts that contradict the rules, the text or each other.
    #[serde(skip_serializing_if = "is_default")]
    pub contradictions: u32,
    /// Why no round followed.
    #[serde(skip_serializing_if = "is_default")]
    pub stop: Option<StopReason>,
}

/// An issue: a finding that a session works on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct IssueRecord {
    pub rule: Rule,
    pub severity: Severity,
    /// The passage that is to be mended.
    pub anchor: IssueAnchor,
    /// The passages with which it conflicts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub evidence: Vec<Evidence>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub against: Option<Against>,
    /// SHA-256 of what the canon said of that item when the issue was filed, in hex.
    #[serde(default, skip_serializing_if = "is_default")]
    pub canon_hash: Option<String>,
    /// The expected value, as in the canon or the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub expected: String,
    /// The value found in the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub found: String,
    /// A suggested replacement for the passage.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replacement: Option<String>,
    /// How sure the check was, 0 to 1.
    pub confidence: f64,
    #[serde(default, skip_serializing_if = "is_default")]
    pub found_by: FoundBy,
    /// The round whose text it was found in; 0 for the input.
    #[serde(default, skip_serializing_if = "is_default")]
    pub round: u32,
    /// The run in which it was found.
    #[serde(default, skip_serializing_if = "is_default")]
    pub run: Option<RunId>,
    /// Whether it is in text that no fix changed, so that a change elsewhere brought it in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_elsewhere: bool,
    /// Whether a change of the author's resolved it, not one of the session's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_author: bool,
    /// The issues of earlier sessions that it repeats.
    #[serde(default, skip_serializing_if = "is_default")]
    pub related: Vec<IssueId>,
    /// Why it was left to the author.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reason: Option<DeferReason>,
    /// The change of the setting that was proposed for it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub proposal: Option<ProposalId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub qc: Option<QcCode>,
}

/// The place of an issue in a named text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct IssueAnchor {
    /// SHA-256 of the text, in hex.
    pub text_hash: String,
    /// In char offsets of that text.
    pub range: CharRange,
    /// SHA-256 of the quote, in hex.
    pub checksum: String,
    /// The text of `range`.
    pub quote: String,
    /// The step that found the place.
    pub method: Method,
    /// 0 to 1; below [`wenfang_text::SURE`] the author must point at the place.
    pub confidence: f64,
    /// The steps taken, in order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attempts: Vec<Attempt>,
}

/// One attempt to mend an issue. Its tool, its result and its verification are columns beside it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct FixRecord {
    /// The edit; `None` if there is none.
    #[serde(skip_serializing_if = "is_default")]
    pub edit: Option<FixEdit>,
    /// Why the fence refused it.
    #[serde(skip_serializing_if = "is_default")]
    pub refusal: Option<Refusal>,
    /// The model's verdict on it.
    #[serde(skip_serializing_if = "is_default")]
    pub verdict: Option<VerdictRecord>,
    /// How much the issue is still there, 0 to 1.
    #[serde(skip_serializing_if = "is_default")]
    pub score: Option<f64>,
    #[serde(skip_serializing_if = "is_default")]
    pub qc: Option<QcCode>,
}

/// An edit of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct FixEdit {
    /// In char offsets of the text before the round.
    pub range: CharRange,
    /// SHA-256 of the text before the round, in hex.
    pub before: String,
    /// The words that replace those of `range`.
    pub words: String,
}

/// A verdict of a model, whose quote stands in the text after the round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct VerdictRecord {
    /// `passed`, `recurrence` or `partial`.
    pub outcome: Verification,
    pub quote: String,
    /// 0 to 1.
    pub confidence: f64,
    /// The generation that gave it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub generation: Option<GenerationId>,
}

impl IssueRecord {
    /// The issue of a finding at its place, found in the input.
    pub fn of(finding: &FindingRecord, anchor: IssueAnchor) -> Self {
        Self {
            rule: finding.rule,
            severity: finding.severity,
            anchor,
            evidence: finding.evidence.iter().skip(1).cloned().collect(),
            against: finding.against,
            canon_hash: None,
            expected: finding.expected.clone(),
            found: finding.found.clone(),
            replacement: finding.replacement.clone(),
            confidence: finding.confidence,
            found_by: finding.found_by.clone(),
            round: 0,
            run: None,
            is_elsewhere: false,
            by_author: false,
            related: Vec::new(),
            reason: None,
            proposal: None,
            qc: None,
        }
    }
}

impl Record for SessionRecord {}
impl Record for RoundRecord {}
impl Record for IssueRecord {}
impl Record for FixRecord {}

#[cfg(test)]
mod tests {
    use super::*;

    fn issue() -> IssueRecord {
        IssueRecord {
            rule: Rule::Attribute,
            severity: Severity::High,
            anchor: IssueAnchor {
                text_hash: "ab".into(),
                range: CharRange::new(3, 6),
                checksum: "cd".into(),
                quote: "十七岁".into(),
                method: Method::ExactMatch,
                confidence: 1.0,
                attempts: Vec::new(),
            },
            evidence: Vec::new(),
            against: Some(Against::Fact(4.into())),
            canon_hash: None,
            expected: "十六".into(),
            found: "十七".into(),
            replacement: None,
            confidence: 0.9,
            found_by: FoundBy::Rule,
            round: 0,
            run: None,
            is_elsewhere: false,
            by_author: false,
            related: Vec::new(),
            reason: None,
            proposal: None,
            qc: None,
        }
    }

    #[track_caller]
    fn check_round_trip<R: Record + PartialEq + std::fmt::Debug>(record: &R, canonical: &str) {
        assert_eq!(record.canonical(), canonical);
        assert_eq!(&serde_json::from_str::<R>(canonical).unwrap(), record);
    }

    #[test]
    fn an_issue_omits_what_it_does_not_have() {
        check_round_trip(
            &issue(),
            r#"{"rule":"attribute","severity":"high","anchor":{"text_hash":"ab","range":{"start":3,"end":6},"checksum":"cd","quote":"十七岁","method":"exact_match","confidence":1.0},"against":{"kind":"fact","id":4},"expected":"十六","found":"十七","confidence":0.9}"#,
        );
    }

    #[test]
    fn an_issue_keeps_the_attempts_to_find_it() {
        let mut record = issue();
        record.anchor.attempts =
            vec![Attempt { strategy: Method::Diff3, range: Some(CharRange::new(4, 7)), confidence: 0.8 }];
        record.reason = Some(DeferReason::Fence);
        record.qc = Some(QcCode::ManualAlignment);
        assert_eq!(serde_json::from_str::<IssueRecord>(&record.canonical()).unwrap(), record);
    }

    #[test]
    fn a_round_and_a_fix_have_short_forms() {
        let round =
            RoundRecord { open: 2, resolved: 1, stop: Some(StopReason::Count), ..RoundRecord::default() };
        check_round_trip(
            &round,
            r#"{"open":2,"resolved":1,"new":0,"reseeded":0,"changed_chars":0,"stop":"count"}"#,
        );
        let fix = FixRecord {
            edit: Some(FixEdit { range: CharRange::new(1, 2), before: "ab".into(), words: "六".into() }),
            refusal: Some(Refusal::DeletesTooMuch { deleted: 40, job: 100 }),
            ..FixRecord::default()
        };
        check_round_trip(
            &fix,
            r#"{"edit":{"range":{"start":1,"end":2},"before":"ab","words":"六"},"refusal":{"reason":"deletes_too_much","deleted":40,"job":100}}"#,
        );
    }

    #[test]
    fn a_session_without_anything_is_the_default() {
        assert_eq!(serde_json::from_str::<SessionRecord>("{}").unwrap(), SessionRecord::default());
        assert!(!SessionRecord::default().canonical().contains("unpriced"), "records keep their hash");
        let record = SessionRecord {
            initiator: Actor::CommandLine,
            policy_history: vec![PolicyChange { policy: Policy::default(), until: 5.into() }],
            ..SessionRecord::default()
        };
        assert_eq!(serde_json::from_str::<SessionRecord>(&record.canonical()).unwrap(), record);
    }
}
