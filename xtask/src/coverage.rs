//! Which share of the lines of each crate the tests of the crates run, by the LLVM tools of the Rust toolchain.
//!
//! This program is the compiler's wrapper for the crates of the workspace, so that their code counts its runs and that
//! of the dependencies does not: those are taken from ordinary builds.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};

use crate::run::{cargo, output_of, root, run, say};
use crate::{app, setup};

/// Set for the compiler's wrapper.
const WRAPPER: &str = "WENFANG_COVERAGE";

/// The crates that compute or store, which must reach the bar.
const HELD: [&str; 15] = [
    "text",
    "story",
    "checks",
    "spelling",
    "workflow",
    "drafting",
    "storage",
    "project",
    "versions",
    "search",
    "engine",
    "documents",
    "interchange",
    "embed",
    "llm",
];
/// The least share of lines, in percent.
const BAR: f64 = 80.0;

/// Compiles with counters, if this program was called as the compiler's wrapper.
pub fn as_wrapper(args: &[String]) -> Option<ExitCode> {
    std::env::var_os(WRAPPER)?;
    let (compiler, rest) = args.split_first()?;
    let status = Command::new(compiler).args(rest).arg("-Cinstrument-coverage").status();
    let is_done = status.is_ok_and(|status| status.success());
    Some(if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the tests of the crates and prints the share of lines by crate.
///
/// # Errors
/// Without the LLVM tools; when a test fails; when a crate is below the bar.
pub fn coverage() -> Result<()> {
    let tools = tools()?;
    setup::set_up()?;
    let folder = app::built()?.join("coverage");
    let raw = folder.join("raw");
    if raw.exists() {
        fs::remove_dir_all(&raw)?;
    }
    fs::create_dir_all(&raw)?;
    say("Building the tests of the crates with counters");
    run(counting(&raw)?.args([
        "build",
        "--workspace",
        "--tests",
        "--bin",
        "wenfang",
        "--bin",
        "wenfang-model-server",
    ]))?;
    let programs = programs(counting(&raw)?.args(["test", "--workspace", "--no-run"]))?;
    say("Running them");
    let wenfang = app::built()?.join("debug/wenfang");
    // A test that fails ran its lines all the same.
    let ended =
        run(counting(&raw)?.args(["test", "--workspace", "--no-fail-fast"]).env("WENFANG_BIN", wenfang));
    say("Counting lines");
    let merged = folder.join("merged.profdata");
    let counts = fs::read_dir(&raw)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    run(Command::new(tools.join("llvm-profdata"))
        .args(["merge", "--sparse", "-o"])
        .arg(&merged)
        .args(counts))?;
    let mut report = Command::new(tools.join("llvm-cov"));
    report.arg("report").arg(format!("--instr-profile={}", merged.display()));
    for program in &programs {
        report.arg("--object").arg(program);
    }
    let lines = by_crate(&output_of(&mut report)?);
    print(&lines)?;
    ended
}

/// A cargo that compiles the workspace with counters.
fn counting(raw: &Path) -> Result<Command> {
    let mut command = cargo();
    command
        .env("RUSTC_WORKSPACE_WRAPPER", std::env::current_exe()?)
        .env(WRAPPER, "1")
        // Programs of one signature share a file.
        .env("LLVM_PROFILE_FILE", raw.join("%4m.profraw"));
    Ok(command)
}

/// The folder of the LLVM tools.
fn tools() -> Result<PathBuf> {
    let sysroot = output_of(Command::new("rustc").args(["--print", "sysroot"]))?;
    let host = output_of(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let folder = Path::new(sysroot.trim()).join("lib/rustlib").join(host.trim()).join("bin");
    if !folder.join("llvm-cov").exists() {
        bail!("the LLVM tools are not installed; to install them: rustup component add llvm-tools");
    }
    Ok(folder)
}

/// The test programs that cargo names, each in brackets at the end of a line.
fn programs(command: &mut Command) -> Result<Vec<PathBuf>> {
    let output = command.stdin(Stdio::null()).output().context("cargo could not be started")?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("the tests could not be built\n{text}");
    }
    let named = text.lines().filter(|line| line.trim_start().starts_with("Executable"));
    Ok(named.filter_map(|line| Some(root().join(line.rsplit_once('(')?.1.strip_suffix(')')?))).collect())
}

/// Lines of code and those that ran.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Lines {
    all: u64,
    ran: u64,
}

/// Sums a report of `llvm-cov` up by crate. In a row, the eighth column counts lines, the ninth those that did not run.
fn by_crate(report: &str) -> BTreeMap<String, Lines> {
    let mut crates: BTreeMap<String, Lines> = BTreeMap::new();
    for row in report.lines() {
        let columns: Vec<&str> = row.split_whitespace().collect();
        let (Some(file), Some(all), Some(missed)) = (columns.first(), columns.get(7), columns.get(8)) else {
            continue;
        };
        let (Ok(all), Ok(missed)) = (all.parse::<u64>(), missed.parse::<u64>()) else { continue };
        let file = file.rsplit_once("crates/").map_or(*file, |(_, rest)| rest);
        let Some((name, rest)) = file.split_once('/') else { continue };
        if !rest.starts_with("src/") || rest.ends_with("tests.rs") || rest.contains("/tests/") {
            continue;
        }
        let lines = crates.entry(name.to_owned()).or_default();
        lines.all += all;
        lines.ran += all.saturating_sub(missed);
    }
    crates
}

fn print(crates: &BTreeMap<String, Lines>) -> Result<()> {
    let share = |lines: &Lines| 100.0 * lines.ran as f64 / (lines.all.max(1)) as f64;
    println!("\n| crate | lines | run by tests | bar |\n|---|---|---|---|");
    for (name, lines) in crates {
        let bar = if HELD.contains(&name.as_str()) { format!("≥ {BAR:.0} %") } else { String::new() };
        println!("| `{name}` | {} | {:.1} % | {bar} |", lines.all, share(lines));
    }
    let low: Vec<&str> =
        HELD.into_iter().filter(|name| crates.get(*name).is_none_or(|lines| share(lines) < BAR)).collect();
    if low.is_empty() { Ok(()) } else { bail!("below {BAR:.0} %: {}", low.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_summed_up_by_crate() {
        let report = "\
Filename                Regions  Missed Regions  Cover  Functions  Missed  Executed  Lines  Missed Lines  Cover
text/src/count.rs       10       1               90.0%  2          0       100.0%    40     4             90.0%
text/src/a/b.rs         10       1               90.0%  2          0       100.0%    10     6             40.0%
text/src/a/tests.rs     10       1               90.0%  2          0       100.0%    99     0             100.0%
text/tests/real.rs      10       1               90.0%  2          0       100.0%    99     0             100.0%
/r/crates/story/src/x.rs  1      1               90.0%  2          0       100.0%    7      7             0.0%
TOTAL                   10       1               90.0%  2          0       100.0%    255    17            93.0%";
        let crates = by_crate(report);
        assert_eq!(crates["text"], Lines { all: 50, ran: 40 });
        assert_eq!(crates["story"], Lines { all: 7, ran: 0 });
        assert_eq!(crates.len(), 2);
    }
}
