//! Reviewing a long novel chapter by chapter, as a workflow does, beside one check of the whole book; and checking one
//! changed chapter again.
//!
//! `cargo xtask bench checks`; exits with status 1 when it misses a bar. Many rules read the whole book to check one
//! chapter: without sharing that work, a review takes as long as a check of the book for every chapter.

mod recheck;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_studio::commands::call_on;
use wenfang_studio::meaning::Meaning;
use wenfang_studio::models::Models;
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows::{self, WorkflowService};
use wenfang_studio::{Folders, Project, Session};
use wenfang_tests::corpus;
use wenfang_tests::crash::scratch;
use wenfang_tests::kit::TestProject;
use wenfang_tests::measure::{Report, Times, millis, rounds};

const ROUNDS: usize = 5;
/// Chapters of the novel that are reviewed.
const CHAPTERS: usize = 120;

pub(crate) fn measure() -> Result<ExitCode> {
    let Some(novel) = corpus::hongloumeng() else { return Ok(ExitCode::SUCCESS) };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut report = Report::default();
    runtime.block_on(review(&mut report, &novel))?;
    recheck::measure(&mut report, &novel)?;
    Ok(report.verdict())
}

async fn review(report: &mut Report, novel: &[(String, String)]) -> Result<()> {
    let folder = scratch()?;
    let chapters: Vec<(&str, &str)> =
        novel.iter().take(CHAPTERS).map(|(title, text)| (title.as_str(), text.as_str())).collect();
    let made = TestProject::with_chapters(&chapters).await?;
    let project = Arc::new(made.project);
    let models = Models::new(folder.path().join("config"));
    let meaning = Meaning::new(&Folders::within(folder.path()));
    let service =
        workflows::open(Session { project: Box::new(Arc::clone(&project)), models, meaning }, |_| {}).await?;
    let (mut at_once, mut by_chapters) = (Times::default(), Times::default());
    for _ in 0..rounds(ROUNDS, 2) {
        change(&project, chapters[0].1).await?;
        let began = Instant::now();
        call_on(&project, "check.run", json!({})).await?;
        at_once.push(began.elapsed());
        change(&project, chapters[0].1).await?;
        let began = Instant::now();
        run_review(&service).await?;
        by_chapters.push(began.elapsed());
    }
    service.close().await;
    report.section(&format!("红楼梦, {} chapters", chapters.len()));
    report.figure("checking the book at once, median ms", &format!("{:.0}", millis(at_once.median())));
    report.figure("reviewing it by chapters, median ms", &format!("{:.0}", millis(by_chapters.median())));
    report.at_most(
        "by chapters / at once",
        (millis(by_chapters.median()) / millis(at_once.median()), 3.0),
        "×",
    );
    Ok(())
}

/// Changes the first scene, so that nothing of an earlier check can be used.
async fn change(project: &Arc<Project>, text: &str) -> Result<()> {
    let moment = std::time::SystemTime::UNIX_EPOCH.elapsed()?.as_nanos();
    call_on(project, "scene.save", json!({ "scene": 1, "text": format!("{text}{moment}") })).await?;
    Ok(())
}

/// Runs the review to its end.
async fn run_review(service: &WorkflowService) -> Result<()> {
    let ask = async |command: &str, request: Value| {
        workflows::commands::call(service, command, request, &Watch::silent()).await
    };
    let started = ask("workflow.start", json!({ "workflow": "project_review" })).await?;
    loop {
        let shown = ask("workflow.show", json!({ "run": started["run"] })).await?;
        match shown["summary"]["status"].as_str().context("a run has a status")? {
            "running" => tokio::time::sleep(Duration::from_millis(10)).await,
            "completed" => return Ok(()),
            status => anyhow::bail!("the review is {status}"),
        }
    }
}
