//! A run killed at any moment can be resumed, and no finished step runs twice.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use wenfang_project::{Mode, OpenOptions, Project};
use wenfang_story::RunId;
use wenfang_tests::crash::scratch;
use wenfang_tests::kit::TestProject;
use wenfang_tests::rng::Rng;
use wenfang_tests::workflows::{close, completed, engine, ledger, shapes, start};
use wenfang_workflow::RunStatus;
use wenfang_workflow::machine::Answer;

/// Number of kills, over all shapes.
const KILLS: usize = 1000;

/// The named steps of the engine.
const STEPS: [&str; 6] = [
    "workflow.filed",
    "workflow.turn",
    "workflow.writing",
    "workflow.kept",
    "workflow.committed",
    "workflow.resumed",
];

/// Entry point of the child processes.
#[test]
fn child() -> Result<()> {
    let (Ok(file), Ok(shape)) = (std::env::var("WENFANG_TEST_FILE"), std::env::var("WENFANG_TEST_SHAPE"))
    else {
        return Ok(());
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(go(Path::new(&file), &shape))
}

/// Opens the project, resumes or starts its only run, answers its questions, and continues to its end.
async fn go(file: &Path, shape: &str) -> Result<()> {
    let project = Project::open(file, OpenOptions::new(Mode::Write)).await?;
    let engine = engine(project, Some(&file.with_extension("ledger")), shapes()).await?;
    let mut out = std::io::stdout();
    writeln!(out, "open")?;
    out.flush()?;
    let known = newest(&engine.host().project).await?;
    let run = match known {
        None => engine.start(start(shape, json!({}))).await?.run,
        Some((run, RunStatus::Completed | RunStatus::Cancelled)) => {
            writeln!(out, "over {run}")?;
            return close(engine).await;
        }
        Some((run, RunStatus::Waiting)) => run,
        Some((run, _)) => {
            engine.resume(run).await?;
            run
        }
    };
    if shape == "cancel" {
        tokio::time::sleep(Duration::from_millis(4)).await;
        // The run may have ended already.
        let _ = engine.cancel(run, None).await;
    }
    for _ in 0..2000 {
        for node in ["a", "c"] {
            let _ = engine.answer(run, (node, None), Answer { accept: true, data: json!(1) }).await;
        }
        match newest(&engine.host().project).await?.map(|(_, status)| status) {
            Some(RunStatus::Completed | RunStatus::Cancelled) => return close(engine).await,
            _ => tokio::time::sleep(Duration::from_millis(2)).await,
        }
    }
    anyhow::bail!("the run did not end");
}

async fn newest(project: &Project) -> Result<Option<(RunId, RunStatus)>> {
    let mut tx = project.begin_read().await?;
    let newest = wenfang_project::workflows::list(&mut tx, None, (1, false)).await?.into_iter().next();
    newest.map(|run| Ok((run.id, RunStatus::named(&run.status).context("a state")?))).transpose()
}

fn spawn(file: &Path, shape: &str, die_at: Option<String>) -> Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(["--exact", "kill::child", "--nocapture", "--test-threads", "1"])
        .env("WENFANG_TEST_FILE", file)
        .env("WENFANG_TEST_SHAPE", shape)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some(step) = die_at {
        command.env("WENFANG_KILL_AT", step);
    }
    Ok(command.spawn()?)
}

/// The finished steps and the length of the ledger after a kill.
#[derive(Default)]
struct Seen {
    finished: HashSet<String>,
    lines: usize,
}

/// Fails if a finished step has started again.
async fn look(file: &Path, seen: &mut Seen) -> Result<RunStatus> {
    let lines = ledger(&file.with_extension("ledger"))?;
    for (key, attempt) in lines.iter().skip(seen.lines) {
        ensure!(!seen.finished.contains(key), "{key} was finished and started again, attempt {attempt}");
    }
    seen.lines = lines.len();
    let project = Project::open(file, OpenOptions::new(Mode::Write)).await?;
    seen.finished = completed(&project).await?;
    // Exactly the finished steps have written their output.
    let mut tx = project.begin_read().await?;
    let written: Vec<String> =
        sqlx::query_scalar("select substr(name, 6) from artifacts where name like 'work/%'")
            .fetch_all(&mut *tx)
            .await?;
    drop(tx);
    let begun: HashSet<&String> = lines.iter().map(|(key, _)| key).collect();
    for key in &written {
        ensure!(seen.finished.contains(key), "{key} wrote its output but is not finished");
    }
    for key in seen.finished.iter().filter(|key| begun.contains(key) && !is_silent(key)) {
        ensure!(written.contains(key), "{key} is finished but wrote no output");
    }
    let status = newest(&project).await?.map_or(RunStatus::Queued, |(_, status)| status);
    project.close().await?;
    Ok(status)
}

/// Handlers that only write to the ledger.
fn is_silent(key: &str) -> bool {
    key.ends_with("/a")
}

async fn template() -> Result<(tempfile::TempDir, std::path::PathBuf)> {
    let folder = scratch()?;
    let made = TestProject::new().await?;
    made.project.tidy().await?;
    let file = folder.path().join("template.wenfang");
    std::fs::copy(&made.path, &file)?;
    Ok((folder, file))
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

#[test]
fn a_run_killed_at_any_moment_can_be_resumed() -> Result<()> {
    runtime()?.block_on(async {
        let (folder, template) = template().await?;
        let mut rng = Rng::new(20_261_123);
        let names: Vec<String> = shapes().iter().map(|flow| flow.definition.workflow_id.clone()).collect();
        let (mut kills, mut ends, mut round) = (0, BTreeMap::<String, usize>::new(), 0);
        while kills < KILLS {
            let shape = &names[round % names.len()];
            let file = folder.path().join(format!("{round}.wenfang"));
            std::fs::copy(&template, &file)?;
            round += 1;
            let mut seen = Seen::default();
            for kill in 0.. {
                let mut process = spawn(&file, shape, None)?;
                // A late kill is more likely to hit the run; after a number of kills the run may end.
                let most = if kill > 25 { 5000 } else { 60 };
                let wait = Duration::from_micros(rng.within(0..most * 1000) as u64);
                let is_over = ended_within(&mut process, wait)?;
                if !is_over {
                    process.kill()?;
                    kills += 1;
                }
                process.wait()?;
                let status = look(&file, &mut seen).await?;
                if matches!(status, RunStatus::Completed | RunStatus::Cancelled) {
                    *ends.entry(format!("{shape} {}", status.as_str())).or_default() += 1;
                    break;
                }
                ensure!(kill < 60, "{shape} did not end: {}", status.as_str());
            }
            std::fs::remove_file(&file)?;
        }
        eprintln!("{kills} kills over {round} runs: {ends:?}");
        ensure!(names.iter().all(|shape| ends.keys().any(|end| end.starts_with(shape))), "{ends:?}");
        Ok(())
    })
}

fn ended_within(process: &mut Child, wait: Duration) -> Result<bool> {
    let began = std::time::Instant::now();
    while began.elapsed() < wait {
        if process.try_wait()?.is_some() {
            return Ok(true);
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    Ok(process.try_wait()?.is_some())
}

#[test]
fn runs_killed_at_named_steps_can_be_resumed() -> Result<()> {
    runtime()?.block_on(async {
        let (folder, template) = template().await?;
        let mut died = HashSet::new();
        for flow in shapes() {
            let shape = &flow.definition.workflow_id;
            for step in STEPS {
                for time in [1, 3] {
                    let file = folder.path().join("at.wenfang");
                    std::fs::copy(&template, &file)?;
                    let mut seen = Seen::default();
                    if step == "workflow.resumed" {
                        // There must be a run to resume.
                        spawn(&file, shape, Some("workflow.committed#1".to_owned()))?.wait()?;
                        look(&file, &mut seen).await?;
                    }
                    let status = spawn(&file, shape, Some(format!("{step}#{time}")))?.wait()?;
                    if !status.success() {
                        died.insert(step);
                    }
                    look(&file, &mut seen).await?;
                    ensure!(spawn(&file, shape, None)?.wait()?.success(), "{shape} after {step}#{time}");
                    let status = look(&file, &mut seen).await?;
                    ensure!(
                        matches!(status, RunStatus::Completed | RunStatus::Cancelled),
                        "{shape} after {step}#{time}: {}",
                        status.as_str()
                    );
                    for left in [file.clone(), file.with_extension("ledger")] {
                        std::fs::remove_file(left)?;
                    }
                }
            }
        }
        ensure!(died.len() == STEPS.len(), "the process did not die at every step: {died:?}");
        Ok(())
    })
}
