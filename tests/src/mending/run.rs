//! Mends chapters, and measures it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::stream::{self, StreamExt as _};
use serde_json::{Value, json};
use wenfang_project::mend::issues::Issue;
use wenfang_project::mend::{issues, rounds, scenes, sessions};
use wenfang_project::{blobs, usage, workflows as runs};
use wenfang_story::mend::IssueState;
use wenfang_story::{MendSessionId, RunId, SceneId, Timestamp};

use super::book::Book;
use super::claims::{self, Before, Mended};
use super::desk::{Desk, items};
use super::fixer::{Fixer, Mender, is_of_half};
use super::plant::{Planted, PlantedChapter, RULES};

/// The longest time for a session, far beyond its policy.
const MAX_WAIT: Duration = Duration::from_secs(120);

/// What became of a session.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The issues of findings, and of those the resolved ones.
    pub filed: usize,
    /// Resolved issues.
    pub resolved: usize,
    /// Issues that are resolved although their words stand in the text.
    pub falsely_resolved: usize,
    /// Issues that are open although their words are mended.
    pub falsely_open: usize,
    /// The rules and states of the issues that are judged wrongly.
    pub misjudged: Vec<String>,
    /// The rules of the planted errors, each with whether it was filed.
    pub planted: Vec<(&'static str, bool)>,
    /// Filed issues of planted errors that only a model can mend: those of the half that some fixers mend, those of the
    /// other half, and how many of each are resolved.
    pub halves: [(usize, usize); 2],
    /// The issues that are not resolved: rule, state, reason, passage.
    pub left: Vec<String>,
    /// The weight of the input and of the best round, in thousandths.
    pub weights: (u32, u32),
    /// The number of rounds.
    pub rounds: usize,
    /// Why it stopped.
    pub stop: String,
    /// Calls of the model.
    pub calls: u32,
    /// Prompt tokens.
    pub prompt: u64,
    /// The cost of the first round as shown before, and the bill, in millionths.
    pub price: (u64, u64),
    /// How long it took.
    pub took: Duration,
    /// What went against the claims.
    pub faults: Vec<String>,
}

/// The outcomes of many sessions.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// The outcomes.
    pub sessions: Vec<Outcome>,
    /// What went against the claims about whole books.
    pub faults: Vec<String>,
}

impl Totals {
    /// Adds other outcomes.
    pub fn add(&mut self, other: Self) {
        self.sessions.extend(other.sessions);
        self.faults.extend(other.faults);
    }

    /// Everything that went against the claims.
    pub fn all_faults(&self) -> Vec<&str> {
        let of_sessions = self.sessions.iter().flat_map(|session| &session.faults);
        of_sessions.chain(&self.faults).map(String::as_str).collect()
    }

    /// The sum of a figure.
    pub fn sum(&self, of: impl Fn(&Outcome) -> usize) -> usize {
        self.sessions.iter().map(of).sum()
    }
}

/// Mends every chapter of a book with a fixer, `at_once` of them at a time.
///
/// # Errors
/// Errors of the stack. What goes against the claims is in the totals.
pub async fn run_book(book: &Book, fixer: Fixer, at_once: usize) -> Result<Totals> {
    let errors = book.chapters.iter().flat_map(|chapter| chapter.errors.clone()).collect();
    let mender = Arc::new(Mender::new(fixer, book.language, errors));
    let texts: Vec<&str> = book.chapters.iter().map(|chapter| chapter.wrong.as_str()).collect();
    let desk = Desk::open(book.language, &texts).await?;
    let desk = desk.with_model(move |request| Some(mender.answer(request))).await?;
    let mut totals = Totals::default();
    let mut chapters = Vec::new();
    for (chapter, number) in book.chapters.iter().zip(1_i64..) {
        desk.ask("completion.check", json!({ "chapter": number })).await?;
        chapters.push((chapter, number));
    }
    desk.check_by_rules().await?;
    let sessions = chapters.into_iter().map(|(chapter, number)| {
        let desk = &desk;
        async move {
            let outcome =
                run(desk, chapter, number).await.with_context(|| format!("{fixer:?}, chapter {number}"))?;
            Ok::<_, anyhow::Error>((number, outcome))
        }
    });
    let mut sessions = stream::iter(sessions).buffer_unordered(at_once);
    while let Some(ended) = sessions.next().await {
        let (number, mut outcome) = ended?;
        for fault in &mut outcome.faults {
            *fault = format!("{fixer:?}, chapter {number}: {fault}");
        }
        totals.sessions.push(outcome);
    }
    drop(sessions);
    let mut tx = desk.project.begin_read().await?;
    let rows: u64 =
        usage::spent_since(&mut tx, Timestamp::from(0)).await?.iter().map(|spent| spent.calls).sum();
    drop(tx);
    let sent = desk.server.as_ref().map_or(0, |server| server.requests().len() as u64);
    if rows != sent {
        totals.faults.push(format!("{fixer:?}: {sent} calls at the server, {rows} rows of usage"));
    }
    desk.close().await?;
    Ok(totals)
}

/// Mends one chapter, whose findings are known, and accepts everything.
///
/// # Errors
/// Errors of the stack.
pub async fn run(desk: &Desk, chapter: &PlantedChapter, number: i64) -> Result<Outcome> {
    let scene = SceneId::from(number);
    let before = Before::prepare(desk, chapter, number).await?;
    let began = Instant::now();
    let begun = desk.ask("mend.begin", json!({ "target": { "chapter": number }, "rules": RULES })).await?;
    let Some(session) = begun["session"].as_i64() else { bail!("nothing to mend: {begun}") };
    wait(desk, begun["run"].as_i64().context("a mending has a run")?).await?;
    let took = began.elapsed();
    let mended = read(desk, session.into(), scene).await?;
    let mut outcome = Outcome { took, ..measured(chapter, &before, &mended) };
    outcome.price.0 = begun["estimate"]["cost"]["micros"].as_u64().unwrap_or_default();
    claims::before_accepting(&before, &mended, &mut outcome.faults);
    claims::nothing_is_written(desk, &before, scene, &mut outcome.faults).await?;
    if !mended.status.has_ended() {
        let proposal = desk.ask("mend.proposal", json!({ "session": session, "scene": number })).await?;
        let accepted = desk.ask("mend.accept", json!({ "session": session })).await?;
        if accepted["ended"] != true || items(&accepted["scenes"]).len() != 1 {
            outcome.faults.push(format!("accepting left something: {accepted}"));
        }
        claims::after_accepting(desk, (&before, &mended), (number, &proposal), &mut outcome.faults).await?;
    }
    Ok(outcome)
}

/// Mends a chapter whose findings are known, and leaves the result to the author. Returns the session; `None` if there
/// is nothing to mend.
///
/// # Errors
/// Errors of the stack.
pub async fn mend(desk: &Desk, number: i64) -> Result<Option<i64>> {
    let begun = desk.ask("mend.begin", json!({ "target": { "chapter": number }, "rules": RULES })).await?;
    if let Some(run) = begun["run"].as_i64() {
        wait(desk, run).await?;
    }
    Ok(begun["session"].as_i64())
}

/// Waits until a run has ended.
async fn wait(desk: &Desk, run: i64) -> Result<()> {
    let until = Instant::now() + MAX_WAIT;
    loop {
        let mut tx = desk.project.begin_read().await?;
        let status = runs::require(&mut tx, RunId::from(run)).await?.status;
        drop(tx);
        match status.as_str() {
            "queued" | "running" if Instant::now() < until => {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            "completed" => return Ok(()),
            _ => {
                let shown: Value = desk.ask("workflow.show", json!({ "run": run })).await?;
                bail!("the run is {status}: {shown}");
            }
        }
    }
}

/// Reads what a session left.
async fn read(desk: &Desk, session: MendSessionId, scene: SceneId) -> Result<Mended> {
    let mut tx = desk.project.begin_read().await?;
    let known = sessions::require(&mut tx, session).await?;
    let scene = scenes::require(&mut tx, (session, scene)).await?;
    let rounds = rounds::list(&mut tx, (session, scene.scene)).await?;
    let mut texts = Vec::new();
    for round in &rounds {
        texts.push(blobs::read_text(&mut tx, round.blob).await?);
    }
    let issues = issues::list(&mut tx, session).await?;
    Ok(Mended { status: known.status, record: known.record, best: scene.best_round, rounds, texts, issues })
}

fn measured(chapter: &PlantedChapter, before: &Before, mended: &Mended) -> Outcome {
    let filed: Vec<_> = mended.issues.iter().filter(|issue| issue.finding.is_some()).collect();
    let resolved = |state: IssueState| state == IssueState::Resolved;
    let last = mended.texts.last().map_or("", String::as_str);
    let (mut falsely_resolved, mut falsely_open, mut misjudged) = (0, 0, Vec::new());
    let mut halves = [(0, 0); 2];
    for issue in &filed {
        let rule = issue.record.rule.as_str();
        let Some(finding) = issue.finding else { continue };
        let is_here = |error: &&Planted| error.rule == rule && before.is_at(finding.get(), &error.wrong);
        let Some(error) = chapter.errors.iter().find(is_here) else { continue };
        let stands = last.contains(&error.wrong);
        if issue.record.replacement.is_none() {
            let (all, resolved_of) = &mut halves[usize::from(!is_of_half(error))];
            *all += 1;
            *resolved_of += usize::from(resolved(issue.state));
        }
        let is_mended = last.contains(&error.right) && !stands;
        falsely_resolved += usize::from(resolved(issue.state) && stands);
        falsely_open += usize::from(!resolved(issue.state) && is_mended);
        if resolved(issue.state) && stands || !resolved(issue.state) && is_mended {
            misjudged.push(format!("{rule}: {}", issue.state.as_str()));
        }
    }
    let is_filed = |error: &Planted| {
        let mut rules = filed.iter().filter(|issue| issue.record.rule.as_str() == error.rule);
        rules.any(|issue| issue.finding.is_some_and(|finding| before.is_at(finding.get(), &error.wrong)))
    };
    let planted = chapter.errors.iter().map(|error| (error.rule, is_filed(error))).collect();
    let best = mended.best.unwrap_or_default();
    let weight = |round: u32| mended.rounds.iter().find(|one| one.round == round).map_or(0, |one| one.weight);
    Outcome {
        filed: filed.len(),
        resolved: filed.iter().filter(|issue| resolved(issue.state)).count(),
        left: filed.iter().filter(|issue| !resolved(issue.state)).map(|issue| left(issue)).collect(),
        falsely_resolved,
        falsely_open,
        misjudged,
        halves,
        planted,
        weights: (weight(0), weight(best)),
        rounds: mended.rounds.len().saturating_sub(1),
        stop: mended
            .rounds
            .last()
            .and_then(|round| round.record.stop)
            .map_or_else(|| "none".to_owned(), |stop| stop.as_str().to_owned()),
        calls: mended.record.spent.calls,
        prompt: mended.record.spent.tokens.prompt,
        price: (0, mended.record.spent.cost.as_ref().map_or(0, |cost| cost.micros)),
        ..Outcome::default()
    }
}

fn left(issue: &Issue) -> String {
    let record = &issue.record;
    let reason = record.reason.map_or("no reason", |reason| reason.as_str());
    format!("{}: {}, {reason}, «{}»", record.rule.as_str(), issue.state.as_str(), record.anchor.quote)
}
