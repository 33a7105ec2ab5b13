//! Derives a candidate in which the rules' own words mend what they found, behind the fence of mending.

use std::collections::{BTreeSet, HashSet};

use serde_json::json;
use wenfang_canon::names::names;
use wenfang_checks::mending::{Fence, Issue, Offer, Request, compose, own_words, plan};
use wenfang_story::IssueId;
use wenfang_story::check::Rule;
use wenfang_story::mend::{IssueAnchor, IssueRecord, MendBy, Policy, ToolTable};
use wenfang_text::{ContentHash, Lexicon, Method, TextIndex};
use wenfang_usecase::Result;

use super::candidates::{Checked, checked};
use super::{Effect, NoParams, Phase, StepKind, Turn, schema};
use crate::mending::finding_in_copy;

pub(super) const STEP: StepKind = StepKind {
    name: "mend_text",
    phases: &[Phase::Post],
    title: ("改掉查出的问题", "Mend What Was Found"),
    params: schema::<NoParams>,
    asks: None,
    run: |turn| Box::pin(run(turn)),
};

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    by_own_words(turn, None).await
}

/// Derives a candidate of each candidate that some rules have words for. What was derived before is left alone.
pub(super) async fn by_own_words(turn: &Turn<'_>, rules: Option<&[Rule]>) -> Result<Vec<Effect>> {
    let checked = checked(turn, rules).await?;
    let names = names(&turn.session.project).await?;
    let cast = &names.lexicon;
    let derived: HashSet<_> = checked
        .iter()
        .filter_map(|one| one.generation.record.derived.as_ref())
        .map(|derived| derived.of)
        .collect();
    let mut effects = Vec::new();
    let mut notes = Vec::new();
    // A candidate that a step before has worked on is represented by what came of it.
    for one in checked.iter().filter(|one| !derived.contains(&one.generation.id)) {
        let Some((text, mended)) = mended(one, cast) else { continue };
        notes.push(json!({ "generation": one.generation.id, "mended": mended }));
        effects.push(Effect::Derive { of: one.generation.id, text });
    }
    effects.push(Effect::Note { values: json!({ "candidates": notes }) });
    Ok(effects)
}

/// The text of a candidate with what the rules suggest, and the number of places; `None` if nothing changes.
fn mended(checked: &Checked, cast: &Lexicon) -> Option<(String, usize)> {
    let text = &checked.scene_text;
    let records: Vec<IssueRecord> = checked.found.iter().map(|found| issue(found, text)).collect();
    let issues: Vec<Issue<'_>> = records
        .iter()
        .zip(1_i64..)
        .map(|(record, id)| Issue {
            id: IssueId::from(id),
            record,
            range: record.anchor.range,
            sureness: 1.0,
            is_approved: true,
        })
        .collect();
    let policy = Policy::default();
    let plan = plan(&Request {
        text,
        issues: &issues,
        table: &ToolTable::default(),
        by: MendBy::Rules,
        has_model: false,
        least_severity: policy.least_severity,
        proposable: &BTreeSet::new(),
    });
    let offers: Vec<Offer> =
        plan.jobs.iter().enumerate().flat_map(|(number, job)| own_words(number, job, &issues)).collect();
    // Only the candidate may change, and all of it is new.
    let is_inside = |offer: &Offer| {
        offer.edits.iter().all(|edit| {
            checked.range.start() <= edit.range.start() && edit.range.end() <= checked.range.end()
        })
    };
    let offers: Vec<Offer> = offers.into_iter().filter(is_inside).collect();
    let composed = compose(&Fence::new(text, cast, &[]), &plan.jobs, &issues, &offers, checked.range.len());
    let range = composed.trace.map(checked.range).range;
    let words = TextIndex::new(&composed.text).slice(range).to_owned();
    (words != checked.generation.text).then_some((words, composed.accepted.len()))
}

fn issue(found: &wenfang_checks::rules::Found, text: &str) -> IssueRecord {
    let finding = finding_in_copy(found, |_| text);
    let passage = finding.passage().cloned();
    let (range, quote) = passage.map_or_else(Default::default, |passage| (passage.range, passage.quote));
    let anchor = IssueAnchor {
        text_hash: ContentHash::of(text.as_bytes()).to_string(),
        range,
        checksum: ContentHash::of(quote.as_bytes()).to_string(),
        quote,
        method: Method::ExactMatch,
        confidence: 1.0,
        attempts: Vec::new(),
    };
    IssueRecord::of(&finding, anchor)
}
