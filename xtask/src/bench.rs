//! Benchmarks: one at its full length, or all of them in a short form with a page of what came out.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run::{cargo, npm, root, run, say, told};
use crate::{app, setup};

/// Benchmarks of `tests/benches/`; `ui` is the window's, in `ui/bench/`.
const BENCHES: &[&str] = &["manuscript", "anchors", "names", "canon", "gate", "embed", "search", "workflow"];

/// Fewer rounds of everything; `tests/src/measure.rs` knows it too.
const SHORT: &str = "WENFANG_BENCH_SHORT";
/// Names the file that a benchmark writes its table to; `tests/src/measure.rs` and `ui/bench/figures.ts` know it too.
const TABLE: &str = "WENFANG_BENCH_TABLE";

/// Between these, the page of benchmarks holds what was measured last.
const BEGIN: &str = "<!-- written by `cargo xtask bench` -->";
const END: &str = "<!-- end of what is written -->";

/// Runs one benchmark; `rest` goes to it.
///
/// # Errors
/// For an unknown name, or when the benchmark fails.
pub fn one(name: &str, rest: &[&str]) -> Result<()> {
    if name == "ui" {
        build_ui()?;
        let in_chromium = run(in_chromium().args(rest));
        run(&mut in_window())?;
        return in_chromium;
    }
    if !BENCHES.contains(&name) {
        bail!("there is no benchmark {name}; there are ui, {}", BENCHES.join(", "));
    }
    setup::set_up()?;
    say(&format!("Running the benchmark {name}"));
    run(crate_bench().args(["--", name]).args(rest))
}

/// Runs every benchmark in its short form, and writes what came out into `docs/benchmarks.md`.
///
/// # Errors
/// When one cannot be built or the page cannot be written; when a bar was missed, after all have run.
pub fn all() -> Result<()> {
    build_ui()?;
    say("Building the benchmarks of the crates");
    run(crate_bench().arg("--no-run"))?;
    let tables = root().join("target/bench");
    std::fs::create_dir_all(&tables).context("target/bench could not be made")?;
    let mut page = format!("\n{}.\n", circumstances());
    let mut missed = Vec::new();
    let mut measure = |title: &str, command: &mut Command| -> Result<()> {
        say(&format!("Measuring: {title}"));
        let table = tables.join(format!("{title}.md"));
        // An old table is not a new one.
        let _ = std::fs::remove_file(&table);
        let ended = run(command.env(SHORT, "1").env(TABLE, &table));
        missed.extend(ended.is_err().then(|| title.to_owned()));
        let rows = std::fs::read_to_string(&table).unwrap_or_else(|_| "\nNo figure came out.\n".to_owned());
        write!(page, "\n### {title}\n{rows}").context("no memory")
    };
    for name in BENCHES {
        measure(name, crate_bench().args(["--", name]))?;
    }
    measure("ui, in Chromium", in_chromium().args(["--rounds", "2"]))?;
    measure("ui, in the real window", in_window().env("ROUNDS", "2"))?;
    write_page(&root().join("docs/benchmarks.md"), &page)?;
    if missed.is_empty() {
        return Ok(());
    }
    bail!("a bar was missed, or nothing was measured, in: {}", missed.join(", "))
}

fn crate_bench() -> Command {
    let mut command = cargo();
    command.args(["bench", "--package", "wenfang-tests", "--bench", "benchmarks"]);
    command
}

fn build_ui() -> Result<()> {
    setup::set_up()?;
    setup::set_up_tests()?;
    app::page()?;
    say("Building the window and the tools of its benchmark");
    run(cargo().args(["build", "--package", "wenfang-loopback"]))?;
    run(cargo().args(["build", "--release", "--package", "wenfang-desktop", "--package", "wenfang-cli"]))
}

/// Over the loopback host.
fn in_chromium() -> Command {
    let mut command = npm();
    command.args(["run", "--silent", "bench", "--"]);
    command
}

/// The real window of the release build.
fn in_window() -> Command {
    let mut command = npm();
    command.args(["run", "--silent", "bench:window"]);
    command
}

/// When and on what.
fn circumstances() -> String {
    let day = told(Command::new("date").args(["-u", "+%Y-%m-%d"]));
    let day = day.as_deref().map_or("on a day that is not known", str::trim);
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|told| {
        let line = told.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    format!(
        "Measured {day} on {processors} processors ({}), load {load} at the beginning",
        model.as_deref().unwrap_or("of a kind that is not told")
    )
}

fn write_page(path: &Path, written: &str) -> Result<()> {
    let page = std::fs::read_to_string(path).with_context(|| format!("{} could not be read", shown(path)))?;
    let place = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let Some((before, after)) = place else {
        bail!("{} has no place for figures: {BEGIN} … {END}", shown(path));
    };
    std::fs::write(path, format!("{before}{BEGIN}\n{written}\n{END}{after}"))
        .with_context(|| format!("{} could not be written", shown(path)))?;
    say(&format!("Written to {}", shown(path)));
    Ok(())
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}
