//! How soon a mending goes on: after its process was killed, and how soon it ends when its time is up.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::json;
use wenfang_model_server::{Answer, Fault};
use wenfang_tests::corpus;
use wenfang_tests::crash::scratch;
use wenfang_tests::measure::{Report, Times, millis, rounds};
use wenfang_tests::mending::{Book, Desk, Language, RULES};

const CHAPTERS: usize = 3_000;
/// Characters of the novel.
const CHARACTERS: usize = 10_000_000;
const TRIALS: usize = 200;

/// A model that never answers.
fn silent() -> Answer {
    Answer { fault: Some(Fault::NeverAnswer), ..Answer::default() }
}

/// Kills a session while it waits for a model, in a novel of 3,000 chapters, and takes it up again and again.
pub(super) async fn after_a_kill(report: &mut Report, book: &Book) -> Result<()> {
    let trials = rounds(TRIALS, 20);
    let novel = corpus::hongloumeng().unwrap_or_default();
    let novel: Vec<char> = novel.iter().flat_map(|(_, text)| text.chars()).collect();
    let length = CHARACTERS / CHAPTERS;
    let mut texts: Vec<String> = book.chapters.iter().map(|chapter| chapter.wrong.clone()).collect();
    let mut at = 0;
    while texts.len() < CHAPTERS && novel.len() > length {
        texts.push(novel[at..at + length].iter().collect());
        at = (at + length) % (novel.len() - length);
    }
    report.section(&format!("Taking up a killed session, {} chapters, {trials} trials", texts.len()));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let desk = Desk::open(Language::Chinese, &texts).await?.with_model(|_| Some(silent())).await?;
    let request = json!({ "target": { "chapter": 1 }, "rules": RULES });
    let began = Instant::now();
    desk.ask("mend.begin", request.clone()).await?;
    report.figure("beginning it, ms", &format!("{:.0}", millis(began.elapsed())));
    wait_for_a_step(&desk).await?;
    let killed = scratch()?;
    desk.copy(killed.path())?;
    desk.close().await?;
    let (mut opening, mut resuming) = (Times::default(), Times::default());
    for _ in 0..trials {
        let began = Instant::now();
        let desk = Desk::after_a_kill(killed.path()).await?.with_model(|_| Some(silent())).await?;
        opening.push(began.elapsed());
        let began = Instant::now();
        let begun = desk.ask("mend.begin", request.clone()).await?;
        anyhow::ensure!(begun["already"] == true, "it was not taken up: {begun}");
        wait_for_a_step(&desk).await?;
        resuming.push(began.elapsed());
        desk.close().await?;
    }
    report
        .figure("copying and opening the project, p95 ms", &format!("{:.0}", millis(opening.percentile(95))));
    report.figure("to the first step, median ms", &format!("{:.0}", millis(resuming.median())));
    report.at_most("to the first step, p95", (millis(resuming.percentile(95)), 1_000.0), "ms");
    let both = millis(opening.percentile(95)) + millis(resuming.percentile(95));
    report.at_most("opening and the first step, p95", (both, 5_000.0), "ms");
    Ok(())
}

/// Waits until a step of a mending runs.
async fn wait_for_a_step(desk: &Desk) -> Result<()> {
    let until = Instant::now() + Duration::from_secs(60);
    while Instant::now() < until {
        let mut tx = desk.project.begin_read().await?;
        let running: i64 = sqlx::query_scalar(
            "select count(*) from workflow_node_runs n join workflow_runs r on r.id = n.run_id
             where n.status = 'running' and r.status = 'running' and r.parent_run is not null",
        )
        .fetch_one(&mut *tx)
        .await?;
        drop(tx);
        if running > 0 {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    anyhow::bail!("no step began")
}

/// Sessions whose time is up while they wait for a model that never answers.
pub(super) async fn time_budgets(report: &mut Report, book: &Book) -> Result<()> {
    let trials = rounds(10, 3).min(book.chapters.len());
    report.section(&format!("Time budgets of a second, a model that never answers, {trials} sessions"));
    let texts: Vec<&str> = book.chapters.iter().map(|chapter| chapter.wrong.as_str()).collect();
    let desk = Desk::open(book.language, &texts).await?.with_model(|_| Some(silent())).await?;
    let policy = json!({ "time_budget_sec": 1 });
    let mut longest = Duration::ZERO;
    for chapter in 1..=trials {
        let request = json!({ "target": { "chapter": chapter }, "rules": RULES, "policy": policy });
        let begun = desk.ask("mend.begin", request).await?;
        let (session, began) = (begun["session"].as_i64().context("nothing to mend")?, Instant::now());
        loop {
            let shown = desk.ask("mend.show", json!({ "session": session })).await?;
            if shown["session"]["status"] != "active" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        longest = longest.max(began.elapsed());
    }
    desk.close().await?;
    let over = millis(longest.saturating_sub(Duration::from_secs(1)));
    report.at_most("longest overrun, cancelling the call included", (over, 200.0), "ms");
    Ok(())
}
