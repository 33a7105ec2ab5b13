//! The workflow engine: the cost of an empty step, the bytes it leaves in the file, the cost of recovering many runs.
//!
//! `cargo xtask bench workflow`. If `WENFANG_BENCH_PYTHON` names a Python with langgraph and its SQLite checkpointer,
//! LangGraph runs the same graphs in the same rounds. Exits with status 1 when it misses a bar. The bars of 60 and 25
//! µs come from `workflow.md`, "Figures to reach", where LangGraph takes 603 and 261 µs. The report contains both the
//! times on this machine and the ratios to the reference.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_engine::Engine;
use wenfang_project::{Mode, OpenOptions, Project};
use wenfang_tests::crash::scratch;
use wenfang_tests::kit::TestProject;
use wenfang_tests::measure::{Report, Times, millis, rounds, timed};
use wenfang_tests::workflows::{Bench, chain, close, engine as open, flow, registry, start};
use wenfang_workflow::machine::Machine;
use wenfang_workflow::{Flow, RunStatus, read};

/// Environment variable that names a Python for the reference.
const PYTHON: &str = "WENFANG_BENCH_PYTHON";
const ROUNDS: usize = 7;
/// Nodes of a chain, and items of a fan-out.
const CHAIN: usize = 200;
const WIDE: usize = 100;

pub(crate) fn measure() -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut report = Report::default();
    runtime.block_on(steps(&mut report))?;
    runtime.block_on(stored(&mut report))?;
    runtime.block_on(recovery(&mut report))?;
    definitions(&mut report);
    open_nodes(&mut report);
    Ok(report.verdict())
}

fn fan(count: usize) -> Flow {
    let list: Vec<usize> = (0..count).collect();
    let nodes = json!([
        { "id": "list", "handler": "pass", "depends_on": [], "params": { "give": list } },
        { "id": "each", "handler": "noop", "depends_on": ["list"], "for_each": "{{nodes.list.output}}" }
    ]);
    flow("fan", &nodes)
}

async fn fresh(folder: &Path, flows: Vec<Flow>) -> Result<Engine<Bench>> {
    let made = TestProject::new().await?;
    made.project.tidy().await?;
    let file = folder.join(format!("{:?}.wenfang", std::time::SystemTime::UNIX_EPOCH.elapsed()?.as_nanos()));
    std::fs::copy(&made.path, &file)?;
    open(Project::open(&file, OpenOptions::new(Mode::Write)).await?, None, flows).await
}

/// Runs a workflow to its end; returns the duration.
async fn run(engine: &Engine<Bench>, workflow: &str) -> Result<Duration> {
    let began = Instant::now();
    let run = engine.start(start(workflow, json!({}))).await?.run;
    let status = engine.wait(run).await;
    anyhow::ensure!(matches!(status, Some(RunStatus::Completed) | None), "{workflow}: {status:?}");
    Ok(began.elapsed())
}

#[expect(clippy::cast_precision_loss, reason = "counts of a benchmark")]
fn micros_each(time: Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1e6 / count as f64
}

async fn steps(report: &mut Report) -> Result<()> {
    let folder = scratch()?;
    let flows = vec![chain("chain", (CHAIN, "noop"), &json!({})), fan(WIDE)];
    let engine = fresh(folder.path(), flows).await?;
    let (mut chains, mut fans) = (Times::default(), Times::default());
    let (mut their_chains, mut their_fans) = (Times::default(), Times::default());
    let mut python = std::env::var(PYTHON).ok();
    for _ in 0..rounds(ROUNDS, 3) {
        chains.push(run(&engine, "chain").await?);
        fans.push(run(&engine, "fan").await?);
        match python.as_deref().map(|python| langgraph(python, folder.path())) {
            Some(Ok((chain, fan))) => {
                their_chains.push(chain);
                their_fans.push(fan);
            }
            Some(Err(error)) => {
                eprintln!("{error:#}");
                python = None;
            }
            None => {}
        }
    }
    close(engine).await?;
    report.section(&format!(
        "A step that does nothing, the file in memory: medians of {} rounds",
        rounds(ROUNDS, 3)
    ));
    let (ours, wide) = (micros_each(chains.median(), CHAIN), micros_each(fans.median(), WIDE));
    report.at_most(&format!("in a chain of {CHAIN}"), (ours, 60.0), "µs");
    report.at_most(&format!("in a fan-out of {WIDE}"), (wide, 25.0), "µs");
    if python.is_some() {
        let (theirs, their_wide) =
            (micros_each(their_chains.median(), CHAIN), micros_each(their_fans.median(), WIDE));
        report.figure("LangGraph with SqliteSaver, in the chain", &format!("{theirs:.0} µs"));
        report.figure("LangGraph with SqliteSaver, in the fan-out", &format!("{their_wide:.0} µs"));
        report.at_least("times as fast in the chain", (theirs / ours, 603.0 / 60.0), "×");
        report.at_least("times as fast in the fan-out", (their_wide / wide, 261.0 / 25.0), "×");
    } else {
        report.figure("LangGraph", &format!("not measured: {PYTHON} names no Python that has it"));
    }
    Ok(())
}

/// Runs the same graphs with LangGraph; returns the seconds of the chain and of the fan-out.
fn langgraph(python: &str, folder: &Path) -> Result<(Duration, Duration)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/workflow/reference.py");
    let output = Command::new(python)
        .arg(script)
        .args([CHAIN.to_string(), WIDE.to_string()])
        .arg(folder.join("langgraph.sqlite"))
        .output()?;
    anyhow::ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let reported: Value = serde_json::from_slice(&output.stdout)?;
    let seconds = |name: &str| reported[name].as_f64().map(Duration::from_secs_f64).context("no figure");
    Ok((seconds("chain")?, seconds("fan")?))
}

/// Measures the bytes that steps leave in the file.
async fn stored(report: &mut Report) -> Result<()> {
    const COUNT: usize = 1_000;
    let folder = scratch()?;
    let engine = fresh(folder.path(), vec![chain("chain", (COUNT, "noop"), &json!({}))]).await?;
    let size = async |engine: &Engine<Bench>| -> Result<i64> {
        let mut tx = engine.host().project.begin_read().await?;
        let tables = "select coalesce(sum(pgsize), 0) from dbstat where name like 'workflow_node_runs%' or name like 'workflow_events%'";
        Ok(sqlx::query_scalar(tables).fetch_one(&mut *tx).await?)
    };
    let before = size(&engine).await?;
    run(&engine, "chain").await?;
    let after = size(&engine).await?;
    close(engine).await?;
    report.section("What a step leaves in the file");
    #[expect(clippy::cast_precision_loss, reason = "counts of a benchmark")]
    report.at_most("rows and events of a node", ((after - before) as f64 / COUNT as f64, 300.0), "bytes");
    Ok(())
}

/// Measures opening a project with many active runs.
async fn recovery(report: &mut Report) -> Result<()> {
    const RUNS: usize = 100;
    let folder = scratch()?;
    let flows = || vec![chain("chain", (10, "ask"), &json!({}))];
    let engine = fresh(folder.path(), flows()).await?;
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        runs.push(engine.start(start("chain", json!({}))).await?.run);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let path = engine.host().project.path().to_owned();
    close(engine).await?;
    let mut times = Times::default();
    for _ in 0..rounds(ROUNDS, 3) {
        let project = Project::open(&path, OpenOptions::new(Mode::Write)).await?;
        let began = Instant::now();
        let engine = open(project, None, flows()).await?;
        let mut tx = engine.host().project.begin_read().await?;
        for run in &runs {
            engine.load(&mut tx, *run).await?;
        }
        drop(tx);
        times.push(began.elapsed());
        close(engine).await?;
    }
    report.section("Taking runs up");
    report.at_most(&format!("open and recover {RUNS} runs"), (millis(times.median()), 50.0), "ms");
    Ok(())
}

fn definitions(report: &mut Report) {
    let nodes: Vec<Value> = (0..500)
        .map(|at| {
            let needs: Vec<String> = (at.max(3) - 3..at).map(|need| format!("n{need}")).collect();
            let params =
                json!({ "x": needs.first().map(|need| format!("{{{{nodes.{need}.output.y}}}}")), "n": at });
            json!({ "id": format!("n{at}"), "handler": "work", "depends_on": needs, "params": params })
        })
        .collect();
    let text = json!({ "workflow_id": "w", "nodes": nodes }).to_string();
    let registry = registry();
    let mut times = Times::default();
    for _ in 0..101 {
        let (flow, time) = timed(|| read(&text, registry.described()));
        assert!(flow.is_ok());
        times.push(time);
    }
    report.section("Definitions");
    report.at_most("a definition of 500 nodes, read and validated", (millis(times.median()), 2.0), "ms");
}

fn open_nodes(report: &mut Report) {
    let flow = Arc::new(fan(10_000));
    let before = resident();
    let mut machine = Machine::new(Arc::clone(&flow), Arc::new(json!({})));
    machine.start();
    for slot in machine.take_ready() {
        machine.begin(slot);
        let list: Vec<usize> = (0..10_000).collect();
        machine.end(slot, wenfang_workflow::machine::Outcome::Done(Arc::new(json!(list))));
    }
    let open = machine.take_ready();
    let begun: Vec<_> = open.iter().map(|slot| machine.begin(*slot)).collect();
    let after = resident();
    assert_eq!(begun.len(), 10_000);
    report.section("Memory");
    #[expect(clippy::cast_precision_loss, reason = "counts of a benchmark")]
    report.at_most("10,000 open items of a run", ((after.saturating_sub(before)) as f64 / 1e6, 10.0), "MB");
}

/// Resident memory of this process in bytes, as Linux reports it; `None` on other systems.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0);
    pages * 4096
}
