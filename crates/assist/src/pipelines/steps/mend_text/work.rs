//! A candidate with its findings as issues, and the jobs to mend them.

use std::collections::BTreeSet;

use wenfang_checks::mending::{
    Composed, Edit, Fence, Issue, Job, Known, Offer, Place, Recheck, Request, Scale, compose, is_at,
    judge_by_rule, own_words, plan,
};
use wenfang_checks::rules::Found;
use wenfang_drafting::prompts::Language;
use wenfang_story::check::FindingRecord;
use wenfang_story::mend::{IssueAnchor, IssueEvent, IssueRecord, MendBy, Policy, ToolTable};
use wenfang_story::{ChapterId, IssueId};
use wenfang_text::{CharRange, ContentHash, Lexicon, Method};

use super::super::candidates::Checked;
use crate::drafting::ValueQuestion;
use crate::mending::{Asked, finding_in_copy, passage_question};

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
    ) -> Vec<usize> {
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
        let stands = |offer: &Offer| {
            let own = issues.iter().filter(|issue| offer.issues.contains(&issue.id));
            let brings = |edit: &Edit| {
                let place = composed.trace.map(edit.range).range;
                after.iter().any(|found| recheck.is_new(found) && is_at(found, place))
            };
            !own.into_iter().any(is_there) && !offer.edits.iter().any(brings)
        };
        let accepted = composed.accepted.iter().filter_map(|at| offers.get(*at));
        let refused = composed.refused.iter().filter_map(|(at, _)| offers.get(*at));
        let by_model = |offer: &&Offer| !offer.instruction.is_empty();
        let fallen = accepted.filter(|offer| !stands(offer)).chain(refused).filter(by_model);
        fallen.map(|offer| offer.job).collect()
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
