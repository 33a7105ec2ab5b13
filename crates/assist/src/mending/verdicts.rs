//! Asks a model for verdicts on issues that a model found and that were worked on.

use std::collections::BTreeMap;

use wenfang_canon::passages::within;
use wenfang_checks::mending::{Progress, Trace, exhausted};
use wenfang_drafting::prompts::{IssueOutcome, Problem, VerdictList};
use wenfang_project::generations;
use wenfang_project::mend::issues::Issue;
use wenfang_story::canon::Evidence;
use wenfang_story::check::{FindingRecord, FoundBy};
use wenfang_story::generation::Act;
use wenfang_story::mend::{IssueRecord, MendBy, Spent, VerdictRecord, Verification};
use wenfang_story::{GenerationId, IssueId, SceneId, VersionNo};
use wenfang_text::{CharRange, TextIndex, paragraphs};
use wenfang_usecase::{Code, Error, Result};

use super::canon::has_changed;
use super::fix::{call, spent_on};
use super::places::is_unchanged;
use super::questions::{self, Asked};
use super::recheck::ComposedScene;
use super::state::State;
use crate::Session;
use crate::checks::GatheredCanon;
use crate::drafting::{Observer, ValueQuestion, ask_value, can_ask};

/// The most issues in one question.
const MAX_ISSUES: usize = 8;
/// The most characters of text in one question.
const MAX_CHARS: usize = 3_000;

/// What a model said about a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdicts {
    pub(super) by_issue: BTreeMap<IssueId, VerdictRecord>,
    /// New problems in the text that it was shown.
    pub(super) problems: Vec<FindingRecord>,
    pub(super) spent: Spent,
    /// The generations with its answers, usable or not.
    pub(super) generations: Vec<GenerationId>,
}

/// An issue that a model is asked about, and the paragraphs where it was.
struct Subject<'a> {
    issue: &'a Issue,
    part: CharRange,
}

/// Asks about the issues of a scene that a model found and whose passages or canon changed. Without an answer nothing is proven.
///
/// # Errors
/// Those of reading; [`Code::Stopped`].
pub(super) async fn ask(
    session: &Session,
    (state, scene, canon): (&State, &ComposedScene<'_>, &GatheredCanon),
    (observer, timed): (&Observer, &Observer),
    before: &Spent,
) -> Result<Verdicts> {
    let mut verdicts = Verdicts::default();
    let subjects = subjects(scene, canon);
    let may_ask = state.session.record.by == MendBy::Model && can_ask(session, Act::Verify);
    if subjects.is_empty() || !may_ask {
        return Ok(verdicts);
    }
    let (chapter, language) = questions::place(session, scene.id()).await?;
    let text = scene.composed.text.as_str();
    let asked = Asked { scene: scene.id(), chapter, version: scene.state.scene.version, text, language };
    for group in groups(&subjects) {
        if is_spent_up(state, [before, &verdicts.spent]) {
            break;
        }
        let records: Vec<&IssueRecord> = group.iter().map(|subject| &subject.issue.record).collect();
        let question = questions::verdicts(asked, &parts(group), &records);
        match answer(session, &question, timed).await {
            Ok((list, generation, spent)) => {
                super::fix::add(&mut verdicts.spent, &spent);
                verdicts.take(list, (group, text), generation);
            }
            // The time of the session is up, unless the step was stopped.
            Err(error) if error.code == Code::Stopped => {
                observer.watch.report("ask", 0, 0)?;
                break;
            }
            Err(error) if error.code.qc().is_none() => return Err(error),
            Err(error) => {
                tracing::warn!(code = ?error.code, "no verdicts on mended issues");
                verdicts.count_failed(session, &error).await?;
            }
        }
    }
    Ok(verdicts)
}

/// Whether nothing more may be spent.
fn is_spent_up(state: &State, more: [&Spent; 2]) -> bool {
    let record = &state.session.record;
    let mut spent = record.spent.clone();
    more.into_iter().for_each(|more| super::fix::add(&mut spent, more));
    exhausted(&record.policy, &Progress { spent, is_stopped: false }).is_some()
}

async fn answer(
    session: &Session,
    question: &ValueQuestion,
    observer: &Observer,
) -> Result<(VerdictList, GenerationId, Spent)> {
    let valued = ask_value::<VerdictList>(session, question, observer).await?;
    let spent = match valued.is_cached {
        true => Spent::default(),
        false => call(valued.tokens, valued.cost),
    };
    Ok((valued.value, valued.generation, spent))
}

fn subjects<'s>(scene: &'s ComposedScene<'_>, canon: &GatheredCanon) -> Vec<Subject<'s>> {
    let trace = &scene.composed.trace;
    let lines: Vec<CharRange> = paragraphs(&scene.composed.text).map(|paragraph| paragraph.range).collect();
    let of_model = scene.state.issues.iter().filter(|issue| issue.record.rule.needs_model());
    let open = of_model.filter(|issue| super::is_worked_on(issue));
    let changed = open.filter(|issue| {
        let place = trace.map(issue.record.anchor.range).range;
        !is_unchanged(&issue.record, &scene.composed.text, place) || has_changed(&issue.record, canon)
    });
    changed.filter_map(|issue| Some(Subject { issue, part: part(issue, trace, &lines)? })).collect()
}

/// The paragraphs where an issue was.
fn part(issue: &Issue, trace: &Trace, lines: &[CharRange]) -> Option<CharRange> {
    let mapped = trace.map(issue.record.anchor.range);
    let first = lines.partition_point(|line| line.end() < mapped.range.start());
    let until = lines.partition_point(|line| line.start() <= mapped.range.end());
    let start = lines.get(first)?.start();
    let end = lines.get(until.saturating_sub(1).max(first))?.end();
    Some(CharRange::new(start.get(), end.get()))
}

/// Groups of issues that fit into one question.
fn groups<'g, 's>(subjects: &'g [Subject<'s>]) -> Vec<&'g [Subject<'s>]> {
    let mut groups = Vec::new();
    let mut start = 0;
    for end in 1..=subjects.len() {
        let is_full = subjects.get(start..=end).is_none_or(|with_next| {
            let chars: usize = parts(with_next).iter().map(|part| part.len()).sum();
            with_next.len() > MAX_ISSUES || chars > MAX_CHARS
        });
        if is_full {
            groups.extend(subjects.get(start..end));
            start = end;
        }
    }
    groups
}

/// The parts of the text for some issues, in order, each once.
fn parts(subjects: &[Subject<'_>]) -> Vec<CharRange> {
    let mut parts: Vec<CharRange> = subjects.iter().map(|subject| subject.part).collect();
    parts.sort_by_key(|part| (part.start(), part.end()));
    let mut joined: Vec<CharRange> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(last) if part.start() <= last.end() => {
                *last = CharRange::new(last.start().get(), last.end().max(part.end()).get());
            }
            _ => joined.push(part),
        }
    }
    joined
}

impl Verdicts {
    /// Counts a call that gave no usable answer: it was paid all the same.
    async fn count_failed(&mut self, session: &Session, error: &Error) -> Result<()> {
        let id = error.details.get("generation").and_then(serde_json::Value::as_i64).map(GenerationId::from);
        let Some(id) = id else { return Ok(()) };
        self.generations.push(id);
        let mut tx = session.project.begin_read().await?;
        let generation = generations::require(&mut tx, id).await?;
        super::fix::add(&mut self.spent, &spent_on(&generation));
        Ok(())
    }

    fn take(&mut self, list: VerdictList, (group, text): (&[Subject<'_>], &str), generation: GenerationId) {
        self.generations.push(generation);
        for verdict in list.verdicts {
            let Some(at) = (verdict.issue as usize).checked_sub(1) else { continue };
            let Some(subject) = group.get(at) else { continue };
            let outcome = match verdict.outcome {
                IssueOutcome::Gone => Verification::Passed,
                IssueOutcome::There => Verification::Recurrence,
                IssueOutcome::Partly => Verification::Partial,
            };
            let record = VerdictRecord {
                outcome,
                quote: verdict.quote.trim().to_owned(),
                confidence: verdict.confidence.clamp(0.0, 1.0),
                generation: Some(generation),
            };
            self.by_issue.insert(subject.issue.id, record);
        }
        let scene = group.first().map(|subject| subject.issue.scene);
        let found = list.problems.into_iter().filter_map(|problem| finding(text, scene?, problem));
        self.problems.extend(found);
    }
}

/// A problem as a finding; `None` if its quote is not in the text.
fn finding(text: &str, scene: SceneId, problem: Problem) -> Option<FindingRecord> {
    let quote = problem.quote.trim();
    let range = within(text, None, quote)?;
    let quote = TextIndex::new(text).slice(range);
    Some(FindingRecord {
        rule: problem.kind.rule(),
        severity: problem.severity.into(),
        evidence: vec![Evidence { scene, version: VersionNo::FIRST, range, quote: quote.to_owned() }],
        against: None,
        expected: problem.expected.trim().to_owned(),
        found: problem.found.trim().to_owned(),
        replacement: None,
        confidence: problem.confidence.clamp(0.0, 1.0),
        found_by: FoundBy::Model { model: String::new() },
        missed: false,
    })
}
