//! A candidate with its findings as issues, and the jobs to mend them.

use std::collections::BTreeSet;

use serde::Serialize;

use wenfang_checks::mending::{
    Composed, Edit, Fence, Issue, Job, Known, MAX_SELECTION, Offer, Place, Recheck, Request, Scale, compose,
    is_at, judge_by_rule, own_words, plan,
};
use wenfang_checks::rules::Found;
use wenfang_drafting::prompts::Language;
use wenfang_project::generations::Generation;
use wenfang_story::check::{FindingRecord, Rule};
use wenfang_story::generation::GenerationStatus;
use wenfang_story::mend::{IssueAnchor, IssueEvent, IssueRecord, MendBy, Policy, Refusal, ToolTable};
use wenfang_story::{ChapterId, IssueId};
use wenfang_text::{CharRange, ContentHash, Lexicon, Method};

use super::super::candidates::Checked;
use crate::drafting::ValueQuestion;
use crate::mending::{Asked, NEARBY_CHARS, finding_in_copy, passage_question};

/// Characters of the issues of a passage: more of them than a passage usually has.
const ISSUES_CHARS: usize = 400;

/// Why the answer of a model for a passage is not used.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Unused {
    /// There is no whole answer: how it ended.
    NotWhole { status: GenerationStatus, outcome: String },
    /// The issue is still found.
    StillFound,
    /// Something new is found in its place.
    NewFound { rule: Rule },
    /// It changes what it may not.
    Refused { refusal: Refusal },
    /// The answers do not stand together.
    BesideOthers,
}

impl Unused {
    /// Of an answer that is not whole.
    pub(super) fn of_answer(generation: &Generation) -> Self {
        let record = &generation.record;
        let gate = record.gate.as_ref().map(|gate| gate.outcome.clone());
        let outcome = record.requests.last().map(|last| last.outcome.clone()).filter(|last| last != "ok");
        Self::NotWhole { status: record.status, outcome: outcome.or(gate).unwrap_or_default() }
    }
}

/// A candidate and its jobs.
pub(super) struct Work {
    pub(super) checked: Checked,
    records: Vec<IssueRecord>,
    jobs: Vec<Job>,
}

impl Work {
    /// Plans the jobs of a candidate. What is about the whole text is left to the author.
    pub(super) fn new(checked: Checked, by: MendBy) -> Self {
        let text = &checked.scene_text;
        let of_passage = checked.found.iter().filter(|found| !found.rule.is_about_the_whole());
        let records: Vec<IssueRecord> = of_passage.map(|found| issue(found, text)).collect();
        let mut work = Self { records, jobs: Vec::new(), checked };
        let plan = plan(&Request {
            text: &work.checked.scene_text,
            issues: &work.issues(),
            table: &ToolTable::default(),
            by,
            has_model: by == MendBy::Model,
            least_severity: Policy::default().least_severity,
            proposable: &BTreeSet::new(),
        });
        work.jobs = plan.jobs;
        work
    }

    fn issues(&self) -> Vec<Issue<'_>> {
        let numbered = self.records.iter().zip(1_i64..);
        let issue = |(record, id): (_, i64)| {
            let record: &IssueRecord = record;
            let (id, range) = (IssueId::from(id), record.anchor.range);
            Issue { id, record, range, sureness: 1.0, is_approved: true }
        };
        numbered.map(issue).collect()
    }

    /// Whether a model is asked at all.
    pub(super) fn asks(&self) -> bool {
        self.asking().next().is_some()
    }

    /// The jobs for a model, by number. One that reaches out of the candidate is none.
    pub(super) fn asking(&self) -> impl Iterator<Item = (usize, &Job)> {
        let is_asked = |(_, job): &(usize, &Job)| job.tool.needs_model() && self.is_inside(job.range);
        self.jobs.iter().enumerate().filter(is_asked)
    }

    /// Only the candidate may change, and all of it is new.
    fn is_inside(&self, range: CharRange) -> bool {
        let own = self.checked.range;
        own.start() <= range.start() && range.end() <= own.end()
    }

    /// Asks for the words of a job's passage.
    pub(super) fn question(&self, job: &Job, (chapter, language): (ChapterId, Language)) -> ValueQuestion {
        let record = &self.checked.generation.record;
        let text = &self.checked.scene_text;
        let asked = Asked { scene: record.scene, chapter, version: record.base, text, language };
        let issues = self.issues();
        let own: Vec<&IssueRecord> =
            issues.iter().filter(|issue| job.issues.contains(&issue.id)).map(|issue| issue.record).collect();
        // The candidate is no passage of the novel.
        ValueQuestion { passages: Vec::new(), ..passage_question(asked, job, &own, &record.instruction) }
    }

    /// The offers in the order of the jobs: the answers of a model, and the rules' own words for the other jobs.
    pub(super) fn offers(&self, answers: &[Offer]) -> Vec<Offer> {
        let issues = self.issues();
        let of_job = |(number, job): (usize, &Job)| match answers.iter().find(|answer| answer.job == number) {
            Some(answer) => vec![answer.clone()],
            None => own_words(number, job, &issues),
        };
        let is_inside = |offer: &Offer| offer.edits.iter().all(|edit| self.is_inside(edit.range));
        self.jobs.iter().enumerate().flat_map(of_job).filter(is_inside).collect()
    }

    /// The scene with the offers that the fence accepts.
    pub(super) fn composed(&self, cast: &Lexicon, offers: &[Offer]) -> Composed {
        let fence = Fence::new(&self.checked.scene_text, cast, &[]);
        compose(&fence, &self.jobs, &self.issues(), offers, self.checked.range.len())
    }

    /// The jobs whose answer by a model does not stand: an issue is found again, or something new is found in its place.
    pub(super) fn failed(
        &self,
        (composed, offers): (&Composed, &[Offer]),
        found: &[Found],
        cast: &Lexicon,
    ) -> Vec<(usize, Unused)> {
        let records = |found: &[Found], text: &str| -> Vec<FindingRecord> {
            found.iter().map(|found| finding_in_copy(found, |_| text)).collect()
        };
        let before = records(&self.checked.in_scene, &self.checked.scene_text);
        let after = records(found, &composed.text);
        let recheck = Recheck { before: &before, after: &after, trace: &composed.trace };
        let scale = Scale { names: Some(cast), ..Scale::default() };
        let issues = self.issues();
        let is_there = |issue: &Issue<'_>| {
            let range = Some(composed.trace.map(issue.range).range);
            let place = Place { range, sureness: 1.0, is_unchanged: false };
            let known = Known { record: issue.record, place, has_changed_canon: false };
            judge_by_rule(&known, &recheck, &scale).event != IssueEvent::VerifiedGone
        };
        let unused = |offer: &Offer| {
            let mut own = issues.iter().filter(|issue| offer.issues.contains(&issue.id));
            let brought = |edit: &Edit| {
                let place = composed.trace.map(edit.range).range;
                after.iter().find(|found| recheck.is_new(found) && is_at(found, place))
            };
            if own.any(is_there) {
                return Some(Unused::StillFound);
            }
            offer.edits.iter().find_map(brought).map(|found| Unused::NewFound { rule: found.rule })
        };
        let accepted = composed.accepted.iter().filter_map(|at| offers.get(*at));
        let accepted = accepted.filter_map(|offer| Some((offer, unused(offer)?)));
        let refused = composed.refused.iter().filter_map(|(at, refusal)| {
            Some((offers.get(*at)?, Unused::Refused { refusal: refusal.clone() }))
        });
        let by_model = |(offer, _): &(&Offer, Unused)| !offer.instruction.is_empty();
        let fallen = accepted.chain(refused).filter(by_model);
        fallen.map(|(offer, why)| (offer.job, why)).collect()
    }

    /// The number of jobs.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.len()
    }
}

/// A question about a passage as long as one can be, in a text of a length that is not written yet. The text `before` it
/// stands for its people and places.
pub(super) fn longest_question(before: ValueQuestion, target: Option<u32>) -> ValueQuestion {
    let most = target.map_or(MAX_SELECTION, |target| target as usize * 6 / 5);
    let length = most.clamp(1, MAX_SELECTION);
    let known = before.text.chars().count().min(length);
    let own: String = before.text.chars().rev().take(known).collect();
    let filled = |text: &str, length: usize| text.to_owned() + &"雪".repeat(length);
    ValueQuestion {
        text: filled(&own.chars().rev().collect::<String>(), length - known),
        length,
        before: filled("", NEARBY_CHARS),
        after: filled("", NEARBY_CHARS),
        issues: filled("", ISSUES_CHARS),
        ..before
    }
}

fn issue(found: &Found, text: &str) -> IssueRecord {
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
