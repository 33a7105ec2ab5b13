//! Request types of mending.

use serde::{Deserialize, Deserializer, Serialize};
use wenfang_manuscript::find::FindScope;
use wenfang_story::check::{Rule, Severity};
use wenfang_story::generation::Cost;
use wenfang_story::mend::{MendBy, MendScope, Policy};
use wenfang_story::{ChapterId, FindingId, IssueId, MendSessionId, SceneId};
use wenfang_text::CharRange;

/// What to mend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum MendTarget {
    /// One finding, in one round.
    Finding(FindingId),
    Scene(SceneId),
    Chapter(ChapterId),
    #[default]
    Book,
}

impl MendTarget {
    /// The scope and the id, as stored with a session.
    pub(crate) const fn stored(self) -> (MendScope, Option<i64>) {
        match self {
            Self::Finding(finding) => (MendScope::Finding, Some(finding.get())),
            Self::Scene(scene) => (MendScope::Scene, Some(scene.get())),
            Self::Chapter(chapter) => (MendScope::Chapter, Some(chapter.get())),
            Self::Book => (MendScope::Book, None),
        }
    }

    /// The part of the book whose findings are taken; `None` for a single finding.
    pub(crate) const fn within(self) -> Option<FindScope> {
        match self {
            Self::Finding(_) => None,
            Self::Scene(scene) => Some(FindScope::Scene(scene)),
            Self::Chapter(chapter) => Some(FindScope::Chapter(chapter)),
            Self::Book => Some(FindScope::Book),
        }
    }
}

/// A mending to begin, or to estimate.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct BeginMending {
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub target: MendTarget,
    /// The rules whose findings are taken, even if they are off; the enabled rules when absent.
    pub rules: Option<Vec<Rule>>,
    /// The usual policy when absent; one round for a single finding.
    pub policy: Option<Policy>,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub by: MendBy,
    /// A note to the model.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub note: String,
    /// The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
    /// checked when absent.
    pub agreed: Option<u64>,
    /// Whether a mending of the same target that waits for the author is given up first. Otherwise it is the answer.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub anew: bool,
    /// Whether the command line asks.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub command_line: bool,
}

/// Identifies a mending.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct MendingRequest {
    pub session: MendSessionId,
}

/// Another policy for a mending.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct SetMendPolicy {
    pub session: MendSessionId,
    pub policy: MendPolicyChange,
    /// The number of changes that the author saw. Refused if the policy changed since; not checked when absent.
    pub seen: Option<u32>,
    /// Whether the command line asks.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub command_line: bool,
}

/// What changes in a policy. Values that are absent stay.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ts_rs::TS)]
#[serde(default, deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct MendPolicyChange {
    pub count: Option<u32>,
    pub until_pass: Option<bool>,
    pub time_budget_sec: Option<u32>,
    pub min_improvement: Option<f64>,
    /// Null: no limit.
    #[serde(deserialize_with = "given")]
    #[ts(as = "Option<Cost>", optional = nullable)]
    pub money: Option<Option<Cost>>,
    pub most_new: Option<u32>,
    pub most_changed: Option<f64>,
    pub least_severity: Option<Severity>,
}

/// A value that is given, even if it is null.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl MendPolicyChange {
    /// The policy with the changes.
    pub(super) fn onto(self, old: &Policy) -> Policy {
        Policy {
            max_rounds: self.count.unwrap_or(old.max_rounds),
            until_pass: self.until_pass.unwrap_or(old.until_pass),
            max_seconds: self.time_budget_sec.unwrap_or(old.max_seconds),
            min_improvement: self.min_improvement.unwrap_or(old.min_improvement),
            max_cost: self.money.unwrap_or_else(|| old.max_cost.clone()),
            max_new_issues: self.most_new.unwrap_or(old.max_new_issues),
            max_changed_share: self.most_changed.unwrap_or(old.max_changed_share),
            least_severity: self.least_severity.unwrap_or(old.least_severity),
        }
    }
}

/// A mending to give up.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct AbandonMending {
    pub session: MendSessionId,
    /// Whether it is given up even if its rows are damaged: it has failed then.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub force: bool,
}

/// Accepted changes to take out of the manuscript again.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct TakeBackMending {
    pub session: MendSessionId,
    /// Only in these scenes; in all when absent.
    pub scenes: Option<Vec<SceneId>>,
}

/// A page of mendings.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ListMendings {
    /// Only those that have not ended.
    pub open: Option<bool>,
    /// Only those before this one.
    pub before: Option<MendSessionId>,
    /// Page size; 20 when absent, at most 500.
    pub limit: Option<u32>,
}

/// Identifies an issue.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct IssueRequest {
    pub issue: IssueId,
}

/// A scene of a mending.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct MendedSceneRequest {
    pub session: MendSessionId,
    pub scene: SceneId,
}

/// The author's decision about an issue.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct DecideIssue {
    pub issue: IssueId,
    /// The revision that the author saw. Refused if the issue changed since.
    #[ts(type = "number")]
    pub seen: i64,
    pub decision: IssueDecision,
}

/// What the author decides about an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum IssueDecision {
    /// It is left as it is, and so is the setting.
    Refuse,
    /// It is worked on again. For a tool that asks first, this is the consent.
    Reopen,
    /// The change of the setting that was proposed for it is accepted, and the issue is judged again.
    ChangeSetting,
}

/// Changes to be accepted.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct AcceptMending {
    pub session: MendSessionId,
    /// All scenes that wait for a decision when absent.
    pub scene: Option<SceneId>,
    /// The numbers of the pieces of that scene that are accepted; the others are refused. All when absent.
    pub pieces: Option<Vec<usize>>,
    /// What the proposal called `seen`. Refused if the text or the proposal changed since; not checked when absent.
    pub seen: Option<String>,
    /// Whether only scenes are accepted in which all changes are words that rules suggested; the others keep waiting.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub replacements_only: bool,
}

/// The place of an issue, as the author points at it.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct AlignIssue {
    pub issue: IssueId,
    /// The revision that the author saw. Refused if the issue changed since.
    #[ts(type = "number")]
    pub seen: i64,
    /// In char offsets of the newest text of the mending.
    pub range: CharRange,
}
