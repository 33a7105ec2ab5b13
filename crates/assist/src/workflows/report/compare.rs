//! Two reports side by side: their profiles, steps, artifacts and prices, with the difference of what was sent.

use serde::{Deserialize, Serialize};
use wenfang_drafting::receipt::{self, ReceiptDiff};
use wenfang_story::GenerationId;
use wenfang_story::generation::{Cost, TurnRef};
use wenfang_usecase::{Code, Error, Result};
use wenfang_workflow::Words;

use super::{Report, ReportStep, compose};
use crate::Session;
use crate::drafting::Phase;

/// Two generations whose reports are compared.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct CompareReports {
    pub from: GenerationId,
    pub to: GenerationId,
}

/// Two reports side by side.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ReportDiff {
    /// What was sent.
    #[serde(flatten)]
    #[ts(flatten)]
    pub receipt: ReceiptDiff,
    /// The author's words of both, if they differ.
    pub instruction: Option<InstructionChange>,
    /// The turns of both, if their profiles or the levels that set them differ.
    pub profile: Option<ProfileChange>,
    /// The steps of both, in the order of their profiles.
    pub steps: Vec<StepChange>,
    /// The values that either read, by name.
    pub artifacts: Vec<ArtifactChange>,
    pub price: PriceChange,
}

/// What the author asked for in two generations.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct InstructionChange {
    pub before: String,
    pub after: String,
}

/// The profiles of two generations; none for one of an earlier release or of a workflow.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileChange {
    pub before: Option<TurnRef>,
    pub after: Option<TurnRef>,
}

/// A step in two generations; none where the profile has no such step.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct StepChange {
    pub step: String,
    pub title: Words,
    pub phase: Phase,
    pub before: Option<ReportStep>,
    pub after: Option<ReportStep>,
    /// Whether it ended otherwise, asked another model, or offered or made something else.
    pub differs: bool,
}

/// The version of a value that two generations read; none where it was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "ArtifactReadChange")]
pub struct ArtifactChange {
    pub name: String,
    #[ts(type = "number | null")]
    pub before: Option<i64>,
    #[ts(type = "number | null")]
    pub after: Option<i64>,
}

/// The prices of two generations with their steps; none if a price is unknown.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PriceChange {
    pub before: Option<Cost>,
    pub after: Option<Cost>,
}

/// Compares how two texts came about.
///
/// # Errors
/// [`Code::NotFound`] for an unknown generation, and for one without a receipt.
pub async fn compare(session: &Session, request: CompareReports) -> Result<ReportDiff> {
    let (before, after) = (compose(session, request.from).await?, compose(session, request.to).await?);
    let missing = |id: GenerationId| {
        Error::new(
            Code::NotFound,
            format!("generation {id} has no receipt"),
            "Choose a generation that was sent to a model.",
        )
    };
    let from = before.receipt.as_ref().ok_or_else(|| missing(request.from))?;
    let to = after.receipt.as_ref().ok_or_else(|| missing(request.to))?;
    let is_other = |one: &TurnRef, other: &TurnRef| {
        (&one.profile_hash, &one.level) != (&other.profile_hash, &other.level)
    };
    let differ = match (&before.why.turn, &after.why.turn) {
        (Some(one), Some(other)) => is_other(one, other),
        (one, other) => one.is_some() != other.is_some(),
    };
    let (asked, asks) = (&before.input.instruction, &after.input.instruction);
    Ok(ReportDiff {
        receipt: receipt::compare(from, to),
        instruction: (asked != asks)
            .then(|| InstructionChange { before: asked.clone(), after: asks.clone() }),
        profile: differ
            .then(|| ProfileChange { before: before.why.turn.clone(), after: after.why.turn.clone() }),
        steps: steps(&before.steps, &after.steps),
        artifacts: artifacts(&before, &after),
        price: PriceChange { before: price(&before), after: price(&after) },
    })
}

/// The steps of both, each once: those of the first, each followed by what only the second has after it.
fn steps(before: &[ReportStep], after: &[ReportStep]) -> Vec<StepChange> {
    let same = |one: &ReportStep, other: &ReportStep| (&one.step, one.phase) == (&other.step, other.phase);
    let mut changes: Vec<StepChange> = Vec::new();
    for step in before {
        let other = after.iter().find(|other| same(step, other));
        changes.push(change((Some(step), other), step));
    }
    let mut at = 0;
    for step in after {
        match changes.iter().position(|known| known.step == step.step && known.phase == step.phase) {
            Some(known) => at = known + 1,
            None => {
                changes.insert(at, change((None, Some(step)), step));
                at += 1;
            }
        }
    }
    changes
}

fn change((before, after): (Option<&ReportStep>, Option<&ReportStep>), named: &ReportStep) -> StepChange {
    let told = |step: &ReportStep| {
        let is_left_out = step.notes["left_out"] == true;
        (step.handler.clone(), step.status.clone(), is_left_out, step.model.clone(), step.effects.clone())
    };
    StepChange {
        step: named.step.clone(),
        title: named.title.clone(),
        phase: named.phase,
        differs: before.map(told) != after.map(told),
        before: before.cloned(),
        after: after.cloned(),
    }
}

fn artifacts(before: &Report, after: &Report) -> Vec<ArtifactChange> {
    let read = |report: &Report, name: &str| {
        report.artifacts.iter().filter(|read| read.name == name).map(|read| read.version).max()
    };
    let all = before.artifacts.iter().chain(&after.artifacts);
    let mut names: Vec<&str> = all.map(|read| read.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let of = |name: &str| ArtifactChange {
        name: name.to_owned(),
        before: read(before, name),
        after: read(after, name),
    };
    names.into_iter().map(of).collect()
}

/// What a generation cost with its steps.
fn price(report: &Report) -> Option<Cost> {
    // Where there are steps, the text is one of them.
    let own = report.generation.record.cost.iter().filter(|_| report.steps.is_empty());
    let mut costs = own.chain(report.steps.iter().filter_map(|step| step.cost.as_ref()));
    let mut total = costs.next()?.clone();
    for cost in costs {
        if cost.currency != total.currency {
            return None;
        }
        total.micros = total.micros.saturating_add(cost.micros);
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn reported(id: &str, status: &str, effects: Value) -> ReportStep {
        ReportStep {
            step: id.to_owned(),
            title: Words::default(),
            phase: Phase::Pre,
            handler: id.to_owned(),
            status: status.to_owned(),
            attempt: 1,
            millis: Some(1),
            model: None,
            cost: None,
            requests: Vec::new(),
            effects,
            notes: Value::Null,
            detail: Value::Null,
        }
    }

    #[test]
    fn steps_are_paired_in_order() {
        let before =
            [reported("memory", "done", json!([])), reported("notes", "done", json!([{ "text": "a" }]))];
        let after = [
            reported("plan", "done", json!([])),
            ReportStep { millis: Some(9), ..reported("memory", "done", json!([])) },
            reported("people", "done", json!([])),
            reported("notes", "done", json!([{ "text": "b" }])),
        ];
        let told: Vec<(String, bool, bool, bool)> = steps(&before, &after)
            .into_iter()
            .map(|one| (one.step, one.before.is_some(), one.after.is_some(), one.differs))
            .collect();
        let row = |step: &str, before, after, differs| (step.to_owned(), before, after, differs);
        let expected = [
            row("plan", false, true, true),
            row("memory", true, true, false),
            row("people", false, true, true),
            row("notes", true, true, true),
        ];
        assert_eq!(told, expected);
    }
}
