//! What the page sees of mendings.

use serde::Serialize;
use wenfang_project::mend::{fixes::Fix, issues::Issue, rounds::Round};
use wenfang_story::canon::{ProposalStatus, Proposed};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_story::generation::Cost;
use wenfang_story::mend::{
    Applied, DeferReason, IssueState, MendBy, MendScope, MendStatus, MissingText, Policy, QcCode, Refusal,
    SceneFate, Spent, StopReason, Tool, VerdictRecord, Verification,
};
use wenfang_story::{
    FindingId, GenerationId, IssueId, MendSessionId, ProposalId, RunId, SceneId, Timestamp, VersionNo,
};
use wenfang_text::CharRange;

use crate::drafting::request::AskedModel;

/// What a mending would take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ts_rs::TS)]
pub struct MendEstimate {
    /// The issues that would be worked on.
    pub issues: usize,
    /// Those of them that rules replace by their own words.
    pub replacements: usize,
    /// Those for which a change of the setting is proposed.
    pub proposals: usize,
    /// Those that are left to the author, because no tool can mend them or the author is asked first.
    pub deferred: usize,
    /// The scenes with issues.
    pub scenes: usize,
    /// Scenes that another mending holds; they are left out.
    pub claimed: Vec<ClaimedScene>,
    /// The model that would be called first; `None` if none is.
    pub model: Option<AskedModel>,
    /// Calls of a model in the first round.
    pub requests: u32,
    /// Prompt tokens of the first round.
    #[ts(type = "number")]
    pub prompt: u64,
    /// Answer tokens of the first round.
    #[ts(type = "number")]
    pub answer: u64,
    /// The cost of the first round, if the price is known.
    pub cost: Option<Cost>,
    /// The most rounds; each takes at most as much as the first one.
    pub max_rounds: u32,
}

impl MendEstimate {
    /// All tokens, if every round takes as much as the first one.
    pub fn max_tokens(&self) -> u64 {
        self.prompt.saturating_add(self.answer).saturating_mul(self.max_rounds.into())
    }
}

/// A scene that another mending holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ClaimedScene {
    pub scene: SceneId,
    /// The mending that holds it.
    pub session: MendSessionId,
}

/// A mending that was begun or taken up.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MendBegun {
    /// `None` if there was nothing to mend.
    pub session: Option<MendSessionId>,
    /// Its UUID, for exports.
    pub uid: Option<String>,
    /// The run that works on it; `None` if it waits for the author.
    pub run: Option<RunId>,
    /// Whether it had been begun before.
    pub already: bool,
    /// The issues.
    pub issues: Vec<IssueId>,
    pub estimate: MendEstimate,
}

/// A mending.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MendingView {
    pub id: MendSessionId,
    pub uid: String,
    pub scope: MendScope,
    /// The id of the finding, scene or chapter.
    #[ts(type = "number | null")]
    pub target: Option<i64>,
    /// The title of the chapter or scene, or the words of the finding; empty for the book, and for what has
    /// no title: its place names it.
    pub title: String,
    pub status: MendStatus,
    pub run: Option<RunId>,
    pub by: MendBy,
    /// The last round of any scene.
    pub round: u32,
    pub max_rounds: u32,
    /// Issues by state.
    pub issues: IssueCounts,
    /// Scenes whose changes wait for the author.
    pub waiting: usize,
    /// Scenes with a text that cannot be read and that the author must supply.
    pub missing: usize,
    pub spent: Spent,
    /// Why no further round followed, for all its scenes.
    pub stops: Vec<StopReason>,
    /// Why it failed, or that it waits for a text.
    pub qc: Option<QcCode>,
    #[ts(type = "number")]
    pub state_version: i64,
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// The number of issues by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "MendIssueCounts")]
pub struct IssueCounts {
    /// New, in progress or found again.
    pub open: usize,
    pub resolved: usize,
    pub partial: usize,
    pub deferred: usize,
}

impl IssueCounts {
    pub(super) fn of(issues: &[Issue]) -> Self {
        let number =
            |states: &[IssueState]| issues.iter().filter(|issue| states.contains(&issue.state)).count();
        Self {
            open: number(&[IssueState::New, IssueState::InProgress, IssueState::Recurrence]),
            resolved: number(&[IssueState::Resolved]),
            partial: number(&[IssueState::Partial]),
            deferred: number(&[IssueState::Deferred]),
        }
    }
}

/// The mendings, newest first.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MendingList {
    pub sessions: Vec<MendingView>,
    /// Whether there are older ones.
    pub more: bool,
}

/// A mending with its scenes and issues.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MendingDetail {
    pub session: MendingView,
    /// The policy in force.
    pub policy: Policy,
    /// The policy from the next round on, if the author changed it.
    pub next_policy: Option<Policy>,
    /// How often the author changed the policy: `seen` of [`SetMendPolicy`](super::SetMendPolicy).
    pub policy_changes: u32,
    pub note: String,
    /// In reading order.
    pub scenes: Vec<MendedSceneView>,
    /// In the order of scenes and places.
    pub issues: Vec<IssueView>,
}

/// A scene of a mending.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MendedSceneView {
    pub scene: SceneId,
    /// The title of its chapter.
    pub chapter_title: String,
    /// Its own title.
    pub title: String,
    /// The version that is mended.
    pub version: VersionNo,
    pub fate: SceneFate,
    /// The round with the best text; 0 for the text as it was.
    pub best_round: Option<u32>,
    pub rounds: Vec<RoundView>,
    /// Why no further round follows.
    pub stop: Option<StopReason>,
    /// The text that cannot be read and that the author must supply.
    pub missing: Option<MissingText>,
}

/// A round of a scene.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "MendRoundView")]
pub struct RoundView {
    pub round: u32,
    /// How much is wrong with the text, in thousandths.
    pub weight: u32,
    pub open: u32,
    pub resolved: u32,
    /// Issues that it brought in.
    pub new: u32,
    pub changed_chars: u32,
}

impl From<&Round> for RoundView {
    fn from(round: &Round) -> Self {
        Self {
            round: round.round,
            weight: round.weight,
            open: round.record.open,
            resolved: round.record.resolved,
            new: round.record.new_issues,
            changed_chars: round.record.changed_chars,
        }
    }
}

/// An issue of a mending.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "MendIssueView")]
pub struct IssueView {
    pub id: IssueId,
    pub session: MendSessionId,
    pub scene: SceneId,
    /// `None` if a change of the mending brought it in.
    pub finding: Option<FindingId>,
    pub state: IssueState,
    #[ts(type = "number")]
    pub revision: i64,
    pub rule: Rule,
    pub severity: Severity,
    /// The passage as it was when the issue was found.
    pub quote: String,
    /// In char offsets of the newest text of the mending; empty if the passage was deleted.
    pub range: CharRange,
    pub against: Option<Against>,
    pub expected: String,
    pub found: String,
    pub replacement: Option<String>,
    /// The round whose text it was found in; 0 for the text as it was.
    pub round: u32,
    pub is_elsewhere: bool,
    /// Whether the author's own change resolved it.
    pub by_author: bool,
    pub reason: Option<DeferReason>,
    pub qc: Option<QcCode>,
    /// The change of the setting that was proposed for it.
    pub proposal: Option<SettingProposal>,
    /// Earlier mendings of the same finding.
    pub related: usize,
    pub fixes: Vec<FixView>,
}

/// A change of the setting that was proposed for an issue.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
pub struct SettingProposal {
    pub id: ProposalId,
    pub proposed: Proposed,
    pub status: ProposalStatus,
}

/// An attempt to mend an issue.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "MendFixView")]
pub struct FixView {
    pub attempt: u32,
    pub round: u32,
    pub tool: Tool,
    pub generation: Option<GenerationId>,
    pub applied: Applied,
    pub verification: Verification,
    /// The words that the tool offered.
    pub words: Option<String>,
    pub refusal: Option<Refusal>,
    pub verdict: Option<VerdictRecord>,
    /// How much the issue is still there, 0 to 1.
    pub score: Option<f64>,
    pub qc: Option<QcCode>,
}

impl From<Fix> for FixView {
    fn from(fix: Fix) -> Self {
        Self {
            attempt: fix.attempt,
            round: fix.round,
            tool: fix.tool,
            generation: fix.generation,
            applied: fix.applied,
            verification: fix.verification,
            words: fix.record.edit.map(|edit| edit.words),
            refusal: fix.record.refusal,
            verdict: fix.record.verdict,
            score: fix.record.score,
            qc: fix.record.qc,
        }
    }
}

impl IssueView {
    pub(super) fn new(issue: Issue, fixes: Vec<Fix>, proposal: Option<SettingProposal>) -> Self {
        let record = issue.record;
        Self {
            id: issue.id,
            session: issue.session,
            scene: issue.scene,
            finding: issue.finding,
            state: issue.state,
            revision: issue.revision,
            rule: record.rule,
            severity: record.severity,
            quote: record.anchor.quote,
            range: record.anchor.range,
            against: record.against,
            expected: record.expected,
            found: record.found,
            replacement: record.replacement,
            round: record.round,
            is_elsewhere: record.is_elsewhere,
            by_author: record.by_author && issue.state == IssueState::Resolved,
            reason: record.reason,
            qc: record.qc,
            proposal,
            related: record.related.len(),
            fixes: fixes.into_iter().map(FixView::from).collect(),
        }
    }
}

/// The changes that a mending proposes for a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MendProposal {
    pub scene: SceneId,
    /// Identifies the text and the changes, for [`AcceptMending`](super::AcceptMending).
    pub seen: String,
    /// In the order of the text.
    pub pieces: Vec<PieceView>,
}

/// A change that is accepted or refused as one.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "MendPieceView")]
pub struct PieceView {
    /// Its number in [`AcceptMending`](super::AcceptMending).
    pub number: usize,
    /// Its edits, in order.
    pub edits: Vec<PieceEdit>,
    /// The issues that it answers.
    pub issues: Vec<IssueId>,
    /// The generation with its words, if a model wrote them.
    pub generation: Option<GenerationId>,
    /// Whether the author changed the passage since. Such a change cannot be accepted.
    pub is_conflict: bool,
}

/// An edit of a piece with its surroundings.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "MendPieceEdit")]
pub struct PieceEdit {
    /// In char offsets of the working text; for a conflict, of the text that was mended.
    pub range: CharRange,
    /// The words there.
    pub old: String,
    /// The words that replace them.
    pub new: String,
    /// The end of the text before, within its paragraph.
    pub before: String,
    /// The start of the text after, within its paragraph.
    pub after: String,
}

/// Changes that entered the manuscript.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
pub struct MendAccepted {
    /// The scenes that changed.
    pub scenes: Vec<SceneMended>,
    /// Changes that were left out because the author changed their passages since.
    pub conflicts: usize,
    /// Whether the mending has ended.
    pub ended: bool,
}

/// A scene that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SceneMended {
    pub scene: SceneId,
    /// The version before; a draft is saved as this version first.
    pub before: VersionNo,
    /// The version with the changes.
    pub after: VersionNo,
    /// The number of pieces that were accepted.
    pub pieces: usize,
}

/// Accepted changes that were taken out of the manuscript.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
pub struct MendTakenBack {
    /// The scenes with their old text, as a new version.
    pub restored: Vec<SceneId>,
    /// The scenes that were left as they are, because they changed since.
    pub left: Vec<SceneId>,
}
