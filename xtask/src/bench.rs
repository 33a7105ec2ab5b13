//! Benchmarks: a single one at full length, or all in a short form, with a report.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run::{cargo, npm, output_of, root, run, say};
use crate::{app, setup};

/// The benchmarks of `tests/benches/`; `ui` is that of the window, in `ui/bench/`.
const BENCHES: &[&str] = &[
    "manuscript",
    "anchors",
    "names",
    "canon",
    "checks",
    "gate",
    "embed",
    "formats",
    "search",
    "workflow",
    "mending",
    "pipelines",
];

/// Reduces the number of rounds; also used in `tests/src/measure.rs`.
const SHORT: &str = "WENFANG_BENCH_SHORT";
/// The file to which a benchmark writes its table; also used in `tests/src/measure.rs` and `ui/bench/figures.ts`.
const TABLE: &str = "WENFANG_BENCH_TABLE";

/// The markers around the latest figures in the page of benchmarks.
const BEGIN: &str = "<!-- written by `cargo xtask bench` -->";
const END: &str = "<!-- end of what is written -->";

/// Runs one benchmark; `rest` is passed to it.
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
    run(bench(name).args(rest))
}

/// Runs every benchmark in its short form, and writes the figures to `docs/benchmarks.md`.
///
/// # Errors
/// When a benchmark cannot be built, the page cannot be written, or, after all have run, a target was missed.
pub fn all() -> Result<()> {
    build_ui()?;
    say("Building the benchmarks of the crates");
    run(crate_bench().arg("--no-run"))?;
    run(formats_bench().arg("--no-run"))?;
    let tables = root().join("target/bench");
    std::fs::create_dir_all(&tables).context("target/bench could not be created")?;
    let mut page = format!("\n{}.\n", circumstances());
    let mut missed = Vec::new();
    let mut measure = |title: &str, command: &mut Command| -> Result<()> {
        say(&format!("Measuring: {title}"));
        let table = tables.join(format!("{title}.md"));
        // Do not report an old table as a new one.
        let _ = std::fs::remove_file(&table);
        let ended = run(command.env(SHORT, "1").env(TABLE, &table));
        missed.extend(ended.is_err().then(|| title.to_owned()));
        let rows =
            std::fs::read_to_string(&table).unwrap_or_else(|_| "\nNo figures were measured.\n".to_owned());
        write!(page, "\n### {title}\n{rows}").context("no memory")
    };
    for name in BENCHES {
        measure(name, &mut bench(name))?;
    }
    measure("ui, in Chromium", in_chromium().args(["--rounds", "2"]))?;
    measure("ui, in the real window", in_window().env("ROUNDS", "2"))?;
    write_page(&root().join("docs/benchmarks.md"), &page)?;
    if missed.is_empty() {
        return Ok(());
    }
    bail!("a target was missed, or nothing was measured, in: {}", missed.join(", "))
}

/// The benchmark with a name.
fn bench(name: &str) -> Command {
    let mut command = if name == "formats" { formats_bench() } else { crate_bench() };
    command.arg("--");
    command.args((name != "formats").then_some(name));
    command
}

/// The benchmark of formats, which is a program of its own.
fn formats_bench() -> Command {
    let mut command = cargo();
    command.args(["bench", "--package", "wenfang-manuscript", "--bench", "formats"]);
    command
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

/// The benchmark in Chromium, over the loopback host.
fn in_chromium() -> Command {
    let mut command = npm();
    command.args(["run", "--silent", "bench", "--"]);
    command
}

/// The benchmark in the real window of the release build.
fn in_window() -> Command {
    let mut command = npm();
    command.args(["run", "--silent", "bench:window"]);
    command
}

/// The date and the machine.
fn circumstances() -> String {
    let day = output_of(Command::new("date").args(["-u", "+%Y-%m-%d"]));
    let day = day.as_deref().map_or("on an unknown day", str::trim);
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|cpuinfo| {
        let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    format!(
        "Measured {day} on {processors} processors ({}), load {load} at the beginning",
        model.as_deref().unwrap_or("of an unknown kind")
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
