//! Ends a round: applies the offers behind the fence, checks the copies again, judges every issue and decides whether
//! another round follows.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use sqlx::SqliteConnection;
use wenfang_canon::names::names;
use wenfang_canon::passages::within;
use wenfang_checks::mending::{self, Composed, Fence, Job, Offer, Progress, compose};
use wenfang_checks::rules::{Found, check, overlay, prepare, with_texts};
use wenfang_manuscript::find::FindScope;
use wenfang_project::mend::fixes::{self, Fix};
use wenfang_project::mend::sessions;
use wenfang_story::canon::Evidence;
use wenfang_story::check::{FindingRecord, FoundBy, Rule};
use wenfang_story::mend::{Policy, SessionRecord, Spent, StopReason};
use wenfang_story::{IssueId, MendSessionId, SceneId, ThreadAnchorId, Timestamp};
use wenfang_text::marks::Plain;
use wenfang_text::{CharRange, Lexicon, TextIndex};
use wenfang_usecase::{Result, aside};

use super::fix::{Fixed, add};
use super::judged::{JudgedScene, Material, judge_scene};
use super::plan::{RoundJob, approves_all, has_model};
use super::policy;
use super::state::{SceneState, State, hold};
use super::verdicts::{Verdicts, ask};
use crate::Session;
use crate::checks::{Gathered, GatheredCanon, gather, in_texts};
use crate::drafting::Observer;

/// A round that was judged, not stored yet.
#[derive(Clone, Debug)]
pub(crate) struct RoundOutcome {
    pub(super) session: MendSessionId,
    pub(super) scenes: Vec<JudgedScene>,
    /// What its verdicts cost.
    pub(crate) spent: Spent,
    /// Whether any scene gets another round.
    pub(crate) goes_on: bool,
}

/// A scene with the offers of the round applied.
pub(super) struct ComposedScene<'s> {
    pub(super) state: &'s SceneState,
    /// The jobs of the scene, and what was done for each.
    pub(super) jobs: Vec<(Job, Fixed)>,
    /// The offers in the order of the jobs, each with the number of its job.
    pub(super) offers: Vec<Offer>,
    pub(super) composed: Composed,
}

impl ComposedScene<'_> {
    pub(super) fn id(&self) -> SceneId {
        self.state.scene.scene
    }

    fn is_changed(&self) -> bool {
        self.composed.text != self.state.text()
    }
}

/// What the rules find in a scene before and after the round.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundInScene {
    pub(super) before: Vec<FindingRecord>,
    pub(super) after: Vec<FindingRecord>,
}

/// Judges a round. `timed` stops what a model is asked when the time of the session is up; the check by rules is done all
/// the same, so that the round can be judged. Scenes that left the book meanwhile are not judged.
///
/// # Errors
/// Those of reading. Trouble with verdicts leaves issues unproven, not the round.
pub(crate) async fn recheck(
    session: &Session,
    state: &State,
    work: &[(RoundJob, Fixed)],
    (observer, timed): (&Observer, &Observer),
) -> Result<RoundOutcome> {
    let record = &state.session.record;
    let gathered =
        Arc::new(gather(&session.project, FindScope::Book, Some(&rules(session, state).await?)).await?);
    let known = names(&session.project).await?;
    let round = state.next_round();
    let is_here = |scene: &&SceneState| gathered.text(scene.scene.scene).is_some();
    let active: Vec<&SceneState> =
        state.scenes.iter().filter(|scene| scene.stop().is_none()).filter(is_here).collect();
    // Jobs of another round are about another text.
    let work: Vec<(RoundJob, Fixed)> = work.iter().filter(|(job, _)| job.round == round).cloned().collect();
    let composed: Vec<ComposedScene<'_>> =
        active.iter().map(|scene| composed(state, scene, &work, (&gathered, &known.lexicon))).collect();
    let mut found = found_again(&gathered, state, &composed, observer).await?;
    let attempts = attempts(session, state.session.id).await?;
    let mut spent = Spent::default();
    let mut judged = Vec::with_capacity(composed.len());
    for scene in &composed {
        let verdicts = ask(session, (state, scene, &gathered.canon), (observer, timed), &spent).await?;
        add(&mut spent, &verdicts.spent);
        let found = found.remove(&scene.id()).unwrap_or_default();
        let material = (&found, &verdicts, &gathered.canon);
        judged.push(judged_scene(session, (state, scene), material, (&attempts, &known.lexicon)));
    }
    stop(record, &spent, &mut judged, &active);
    let goes_on = judged.iter().any(|scene| scene.record.stop.is_none());
    Ok(RoundOutcome { session: state.session.id, scenes: judged, spent, goes_on })
}

fn judged_scene(
    session: &Session,
    (state, scene): (&State, &ComposedScene<'_>),
    (found, verdicts, canon): (&FoundInScene, &Verdicts, &GatheredCanon),
    (attempts, cast): (&HashMap<IssueId, Vec<Fix>>, &Lexicon),
) -> JudgedScene {
    let record = &state.session.record;
    let material = Material {
        scene,
        round: state.next_round(),
        found,
        verdicts,
        attempts,
        cast,
        record,
        canon,
        has_model: has_model(session, record.by),
        approves_all: approves_all(state.session.scope),
    };
    judge_scene(&material)
}

/// The rules of a re-check: those that are on or named, and those that found the issues.
async fn rules(session: &Session, state: &State) -> Result<Vec<Rule>> {
    let mut rules = gather(&session.project, FindScope::Book, None).await?.rules;
    let of_issues = state.scenes.iter().flat_map(|scene| &scene.issues).map(|issue| issue.record.rule);
    let named = state.session.record.rules.iter().copied();
    let all: BTreeSet<Rule> = rules.drain(..).chain(named).chain(of_issues).collect();
    Ok(all.into_iter().filter(|rule| !rule.needs_model()).collect())
}

/// The attempts of earlier rounds, by issue.
async fn attempts(session: &Session, id: MendSessionId) -> Result<HashMap<IssueId, Vec<Fix>>> {
    let mut tx = session.project.begin_read().await?;
    let mut attempts: HashMap<IssueId, Vec<Fix>> = HashMap::new();
    for fix in fixes::list_by_session(&mut tx, id).await? {
        attempts.entry(fix.issue).or_default().push(fix);
    }
    Ok(attempts)
}

/// Applies the offers for a scene behind the fence.
fn composed<'s>(
    state: &State,
    scene: &'s SceneState,
    work: &[(RoundJob, Fixed)],
    (gathered, cast): (&Gathered, &Lexicon),
) -> ComposedScene<'s> {
    let own = work.iter().filter(|(job, _)| job.scene == scene.scene.scene);
    let jobs: Vec<(Job, Fixed)> = own.map(|(job, fixed)| (job.job(), fixed.clone())).collect();
    let offers: Vec<Offer> = jobs
        .iter()
        .enumerate()
        .flat_map(|(number, (_, fixed))| fixed.offers.iter().map(move |offer| offer.offer(number)))
        .collect();
    let threads = threads(gathered, scene);
    let fence = Fence::new(scene.text(), cast, &threads);
    let placed = scene.placed(approves_all(state.session.scope));
    let allowed = mending::allowance(&state.session.record.policy, scene.input().chars().count());
    let plain: Vec<Job> = jobs.iter().map(|(job, _)| job.clone()).collect();
    let allowance = allowed.saturating_sub(scene.changed_chars());
    let composed = compose(&fence, &plain, &placed, &offers, allowance);
    ComposedScene { state: scene, jobs, offers, composed }
}

/// The passages of plot threads in the text of a scene. One whose words are elsewhere or gone cannot be lost.
fn threads(gathered: &Gathered, scene: &SceneState) -> Vec<(ThreadAnchorId, CharRange)> {
    let index = TextIndex::new(scene.text());
    let anchors = gathered.canon.threads.iter().flat_map(|(_, _, anchors)| anchors);
    let here = anchors.filter_map(|(id, record)| {
        if record.gone || record.scene != scene.scene.scene {
            return None;
        }
        let is_in_place = index.get(record.range) == Some(record.quote.as_str());
        let place = if is_in_place { Some(record.range) } else { within(scene.text(), None, &record.quote) };
        Some((*id, place?))
    });
    here.collect()
}

/// What the rules find before and after the round, by scene.
async fn found_again(
    gathered: &Arc<Gathered>,
    state: &State,
    composed: &[ComposedScene<'_>],
    observer: &Observer,
) -> Result<HashMap<SceneId, FoundInScene>> {
    let text = |scene: &SceneState| (scene.scene.scene, scene.text().to_owned());
    let before: HashMap<SceneId, String> = state.scenes.iter().map(text).collect();
    let changed: HashMap<SceneId, String> = composed
        .iter()
        .filter(|scene| scene.is_changed())
        .map(|scene| (scene.id(), scene.composed.text.clone()))
        .collect();
    // A change in one scene may mend or break another one.
    let scenes: Vec<SceneId> = composed.iter().map(ComposedScene::id).collect();
    observer.watch.report("check", 0, scenes.len())?;
    let gathered = Arc::clone(gathered);
    aside(move || compare(&gathered, &before, &changed, &scenes)).await
}

pub(super) fn compare(
    gathered: &Gathered,
    before: &HashMap<SceneId, String>,
    changed: &HashMap<SceneId, String>,
    scenes: &[SceneId],
) -> HashMap<SceneId, FoundInScene> {
    type Views = HashMap<SceneId, Plain<'static>>;
    fn views(texts: &HashMap<SceneId, String>) -> Views {
        texts.iter().filter_map(|(id, text)| Some((*id, Plain::of(text).into_owned()?))).collect()
    }
    fn read<'t>(texts: &'t HashMap<SceneId, String>, views: &'t Views) -> HashMap<SceneId, &'t str> {
        let words =
            |(id, text): (&SceneId, &'t String)| (*id, views.get(id).map_or(text.as_str(), Plain::text));
        texts.iter().map(words).collect()
    }
    let (plain_before, plain_changed) = (views(before), views(changed));
    let book = gathered.book();
    let old = with_texts(&book, &read(before, &plain_before));
    let base = prepare(&old);
    let new = with_texts(&old, &read(changed, &plain_changed));
    let laid = overlay(&base, &new);
    let old_view = |scene: SceneId| match before.contains_key(&scene) {
        true => plain_before.get(&scene),
        false => gathered.plain(scene),
    };
    let new_view = |scene: SceneId| match changed.contains_key(&scene) {
        true => plain_changed.get(&scene),
        false => old_view(scene),
    };
    let text = |scene: SceneId| {
        let own = changed.get(&scene).or_else(|| before.get(&scene)).map(String::as_str);
        own.or_else(|| gathered.text(scene).map(|text| text.words.as_str())).unwrap_or_default()
    };
    let old_text = |scene: SceneId| before.get(&scene).map_or_else(|| text(scene), String::as_str);
    let found = |scene: &SceneId| {
        let after = in_texts(check(&laid, &gathered.rules, *scene), new_view);
        let before = in_texts(check(&base, &gathered.rules, *scene), old_view);
        let records = FoundInScene {
            before: before.iter().map(|found| finding_in_copy(found, old_text)).collect(),
            after: after.iter().map(|found| finding_in_copy(found, text)).collect(),
        };
        (*scene, records)
    };
    scenes.iter().map(found).collect()
}

/// A finding of a rule as a record. Its evidence is in a copy, so its versions mean nothing.
pub(crate) fn finding_in_copy<'t>(found: &Found, text: impl Fn(SceneId) -> &'t str) -> FindingRecord {
    let evidence = found.places.iter().map(|place| {
        let quote = TextIndex::new(text(place.scene)).get(place.range).unwrap_or_default().to_owned();
        Evidence { scene: place.scene, version: wenfang_story::VersionNo::FIRST, range: place.range, quote }
    });
    FindingRecord {
        rule: found.rule,
        severity: found.severity,
        evidence: evidence.collect(),
        against: found.against,
        expected: found.expected.clone(),
        found: found.found.clone(),
        replacement: found.replacement.clone(),
        confidence: found.confidence,
        found_by: FoundBy::Rule,
        missed: false,
    }
}

/// Decides for each scene whether it stops, and which round is best.
fn stop(record: &SessionRecord, spent: &Spent, judged: &mut [JudgedScene], states: &[&SceneState]) {
    let mut total = record.spent.clone();
    add(&mut total, spent);
    let progress = Progress { spent: total, is_stopped: false };
    // When the author goes on with a mending, the rounds of before do not count.
    let max_rounds = record.policy.max_rounds.saturating_add(record.resumed_after);
    let policy = Policy { max_rounds, ..record.policy.clone() };
    for scene in judged {
        let Some(state) = states.iter().find(|state| state.scene.scene == scene.scene) else { continue };
        let mut rounds = state.policy_rounds();
        rounds.push(scene.policy.clone());
        scene.record.stop = match mending::stop(&policy, &rounds, &progress) {
            // A text that no job was about stays as it was; it does not swing.
            Some(StopReason::Oscillation) if !scene.has_fixes() => Some(StopReason::NoTool),
            stop => stop,
        };
        let best = mending::best(&record.policy, &rounds, state.input().chars().count());
        // A scene that stopped before others has no round of each number.
        scene.best = state.rounds.get(best).map_or(scene.round, |round| round.round);
    }
}

impl RoundOutcome {
    /// Stores the round with everything that it changed.
    pub(crate) async fn store(
        &self,
        conn: &mut SqliteConnection,
        (holder, worked_ms): (&str, u64),
        now: Timestamp,
    ) -> Result<()> {
        hold(conn, (self.session, holder), now).await?;
        policy::apply_next(conn, self.session, now).await?;
        for scene in &self.scenes {
            scene.store(conn, self.session, now).await?;
        }
        let spent = Spent { worked_ms, ..self.spent.clone() };
        sessions::change(conn, self.session, |record| add(&mut record.spent, &spent)).await?;
        Ok(())
    }
}
